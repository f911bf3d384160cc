"""Live rooms: the match of a room, its seats, clock and offers, and what each seat is shown of it."""
