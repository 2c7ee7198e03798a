"""What happened at the tables: games, hands, and what was made of them."""
