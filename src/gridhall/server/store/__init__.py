"""What the hall keeps, and the one thread that writes it."""
