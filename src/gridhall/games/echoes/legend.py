"""How Echoes is drawn: its kinds of things, by owner where the sides differ, and the board they stand on."""

from gridhall.games.echoes.words import COLUMNS
from gridhall.scene import Kind, Labels, Layer

SIDES = ("Red", "Blue")
LEGEND = {
    "floor": Kind(".", "empty", "·"),
    "echo1": Kind("O", "Red's echo", "●", "repeats its whole list in every replay", owner=1),
    "echo2": Kind("o", "Blue's echo", "◆", "repeats its whole list in every replay", owner=2),
    "shot1": Kind("*", "Red's shot", "∗", "flies one tile a tick", owner=1),
    "shot2": Kind("*", "Blue's shot", "∗", "flies one tile a tick", owner=2),
    "mine1": Kind("x", "Red's mine", "¤", "stays until something meets it", owner=1),
    "mine2": Kind("x", "Blue's mine", "¤", "stays until something meets it", owner=2),
    "shield": Kind(")", "shield", "◠", "stops one shot from its side and the two diagonals beside it"),
    "burst": Kind("#", "destroyed", "✹", "an echo was destroyed here"),
}
# Kinds by owner. Red is round and Blue is angular, because colour never speaks alone (EC2).
ECHO, SHOT, MINES = ("", "echo1", "echo2"), ("", "shot1", "shot2"), ("", "mine1", "mine2")
LABELS = Labels(list(COLUMNS), list("87654321"))
LAYERS = [Layer(["." * 8] * 8)]
