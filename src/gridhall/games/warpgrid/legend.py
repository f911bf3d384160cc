"""How Warpgrid is drawn: its kinds of things, its names for directions and rolls, and the charge tank."""

from gridhall.game import Position
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.records import GRIDS
from gridhall.scene import Kind, Labels, Meter

LEGEND = {
    "floor": Kind(".", "empty", "·"),
    "one": Kind("1", "level 1", "○", "level 1: passing or landing does nothing"),
    "two": Kind("2", "level 2", "◐", "level 2: standing here after the field round loses; passing makes it level 3"),
    "three": Kind("3", "level 3", "●", "level 3: deadly to enter"),
    "you": Kind("P", "you, on level 1", "⊕", "you; your mark is the level 1 of its cell"),
    "you_two": Kind("Q", "you, on level 2", "◑", "you on level 2: lost if you still stand here after the field round"),
    "you_three": Kind("X", "you, on level 3", "⊗", "you on level 3: lost"),
    "in": Kind("I", "in portal", "◎", "in portal: gone after the warp-in round"),
    "out": Kind("O", "out portal", "@", "out portal: end a movement here to leave the grid"),
    "way": Kind("*", "where you were", "•"),
    "dark": Kind("_", "not entered yet", " "),
}
LABELS = Labels(list("123456"), list("123456"))
SIGNS = ".123"  # of the levels
LEVELS = ("floor", "one", "two", "three")
YOU = ("you", "you", "you_two", "you_three")
NAMES = ("Right", "Left", "Down", "Up", "Warp", "Ricochet", "Stay")
ROLLED = ("", "for the in portal", "for the out portal", "for the distortion field", "for your move")
ASKED = {
    rules.ROLL_IN: "the in portal",
    rules.ROLL_OUT: "the out portal",
    rules.ROLL_FIELD: "the distortion field",
    rules.ROLL_MOVE: "your move",
}


def tank(state: Position, value: int) -> Meter:
    """The charge tank with this many cells filled, and what that changes."""
    ready = value // rules.PHASE_CELLS
    phases = "no phase ready" if not ready else f"{ready} phase{'s' * (ready > 1)} ready"
    limit, gain = rules.capacity(state.grid), value - state.charge
    most = rules.capacity(GRIDS)
    return Meter("cells", "Charge tank", value, most, phases, "left", group=rules.PHASE_CELLS, limit=limit, gain=gain)
