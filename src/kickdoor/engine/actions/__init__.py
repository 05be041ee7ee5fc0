"""What players and cards do to the table: the only places where the state of cards, fights and bargains changes."""
