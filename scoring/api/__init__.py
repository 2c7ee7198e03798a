"""The JSON doors of scoring: every hand of a match for everybody, and entry for a table's phone."""
