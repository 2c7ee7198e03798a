"""What can be done in a tournament. Each function is one transaction that locks before it reads."""
