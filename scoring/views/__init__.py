"""The doors of scoring: the phone at a table, and the public page of a match."""
