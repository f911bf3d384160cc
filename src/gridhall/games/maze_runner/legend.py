"""How things are drawn: the kinds of the legend, and the size of the picture."""

from gridhall.games.maze_runner.tables import BACKSLASH, BUILT, EXTRA, HEART, OFF, SLASH, WALL
from gridhall.scene import Kind, Labels

# The player's nexus is in the middle, and the picture is so large that every board fits into it wherever on the board
# that is. So neither the size nor the place of the map tells anything (MR5).
SIDE, MIDDLE = 73, 36
MARGIN = 2  # cells that are drawn round what is known
LEGEND = {
    "fog": Kind(" ", "not seen"),
    "wall": Kind("#", "wall", "█", "blocks feet, light and lasers", join=True),
    "floor": Kind(".", "floor", "·"),
    "nexus": Kind("N", "nexus", "⬡", "step on the enemy's to win; your own is solid for you"),
    "minion1": Kind("@", "Red minion", "●", "moves, looks, fights and builds", owner=1),
    "minion2": Kind("&", "Blue minion", "◆", "moves, looks, fights and builds", owner=2),
    "lantern": Kind("*", "lantern", "☼", "sees along four straight lines"),
    "sword": Kind("!", "sword", "†", "strikes a neighbour for damage; sees only the eight cells around"),
    "mirror1": Kind("/", "mirror /", "╱", "bends light and lasers, for everybody"),
    "mirror2": Kind("\\", "mirror \\", "╲", "bends light and lasers, for everybody"),
    "door": Kind("D", "door", "▤", "lets only its owner pass; blocks light and lasers unless somebody stands in it"),
    "built": Kind("W", "built wall", "▓", "a wall somebody built: it stays"),
    "ghost1": Kind("?", "Red minion before", "◌", "where it was seen last", owner=1),
    "ghost2": Kind("?", "Blue minion before", "◌", "where it was seen last", owner=2),
}
MORE = {  # of matches with golems, towers or extra nexuses
    "extra": Kind(
        "o",
        "extra nexus",
        "◇",
        "floor; step on the enemy's to make it yours: sight, a place to come back, more actions or a majority",
    ),
    "tower": Kind("T", "tower", "♜", "blocks way and light; shows its owner the cells around, over walls"),
    "stone_tower": Kind("S", "stone tower", "♖", "cannot be harmed; belongs to who stood beside it last"),
    "golem": Kind("G", "golem", "♟", "walks after each round, towards lanterns; strikes who stands at its four sides"),
    "heart": Kind(
        "+", "heart", "♥", "a golem's: who steps there gets more hit points and new actions for the whole team"
    ),
}
WHOLE_LEGEND = {**LEGEND, **MORE}
LABELS = Labels([str(column - MIDDLE) for column in range(SIDE)], [str(MIDDLE - row) for row in range(SIDE)])
TILE_SIGNS = {OFF: " ", WALL: "#", BUILT: "#", BUILT + 1: "#"}  # all other cells are drawn as floor
TILES = bytes(ord(TILE_SIGNS.get(code, ".")) for code in (*range(128), *range(-128, 0)))  # for bytes.translate
LOOKS = {  # the kind and the owner of structures that are pieces, by the cell's number
    **{BUILT + player: ("built", player + 1) for player in range(2)},
    **{SLASH + owner: ("mirror1", owner) for owner in range(3)},
    **{BACKSLASH + owner: ("mirror2", owner) for owner in range(3)},
    **{EXTRA + player: ("extra", player + 1) for player in range(2)},
    HEART: ("heart", 0),
}
COLOURS = ("Red", "Blue")
