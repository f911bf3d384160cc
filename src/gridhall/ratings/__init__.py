"""How strong players are: people, machines and levels, on one scale a game. Pure arithmetic; the hall keeps it."""
