"""Who plays whom: people, entries, the draw, the bracket, the tables and the conduct of the day."""
