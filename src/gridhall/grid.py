"""The eight directions of a grid, shared by games that use them: 0 is north, then clockwise in steps of 45 degrees."""

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NAMES = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
WAYS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # rows and columns on
ARROWS = ("↑", "↗", "→", "↘", "↓", "↙", "←", "↖")
