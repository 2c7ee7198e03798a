"""Reading the tables: one function per page or fragment, each with a known number of queries."""
