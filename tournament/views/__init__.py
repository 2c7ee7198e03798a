"""The pages. A view finds what the address names, lets a service act, and shows the answer."""
