"""The way out: what has been decided leaves through one table, as pings, tasks and letters."""
