"""A made-up evening for whoever looks at the site for the first time. Never part of a real one."""
