"""Actions as a player types them (MR92, MR93)."""

from gridhall.errors import BadAction
from gridhall.game import Action, Position, SetupRecord, View
from gridhall.games.maze_runner.tables import (
    ACTS,
    BUILD_DOOR,
    BUILD_MIRROR,
    BUILD_WALL,
    DIRECTION_OF,
    END,
    GROUP,
    LASER,
    MIRRORS,
    MOVE,
    MOVES,
    RESIGN,
    RETREAT,
    RETREATS,
    STRIKE,
    STRIKES,
    SWITCH,
    SWITCHES,
    TEAM,
    WALLS,
)
from gridhall.grid import COMPASS

VERBS = ("move", "strike", "laser", "wall", "door", "mirror", "switch", "retreat")  # by group
LETTERS = {
    "m": "move",
    "s": "switch",
    "x": "strike",
    "l": "laser",
    "i": "mirror",
    "w": "wall",
    "t": "tower",
    "d": "door",
    "r": "retreat",
}
FIRST = (MOVE, STRIKE, LASER, BUILD_WALL, BUILD_DOOR, BUILD_MIRROR, SWITCH, RETREAT)  # the first act of a group
TOWER_WORD = "tower"  # what is built instead of a wall in a match with towers (MR123)
NUMBERS = tuple(str(number + 1) for number in range(TEAM))
STRAIGHT = ("N", "E", "S", "W")


def word(setup: SetupRecord, state: Position, action: Action) -> str:
    """The action's word (MR92)."""
    if action == END:
        return "end"
    if action == RESIGN:
        return "resign"
    number, act = divmod(action, ACTS)
    group = GROUP[act]
    if group == MIRRORS:
        return f"{number + 1} mirror {'/' if act == BUILD_MIRROR else chr(92)}"
    if group in (SWITCHES, RETREATS):
        return f"{number + 1} {VERBS[group]}"
    return f"{number + 1} {verb_of(setup, group)} {COMPASS[DIRECTION_OF[act]]}"


def verb_of(setup: SetupRecord, group: int) -> str:
    """The verb of a group of acts; in a match with towers the wall's act builds a tower."""
    return TOWER_WORD if group == WALLS and setup is not None and setup.towers else VERBS[group]


def read_word(setup: SetupRecord, state: View, text: str) -> Action:
    """The action that a word or its short form means; raises BadAction (MR92, MR93)."""
    parts = text.lower().split()
    if parts in (["end"], ["e"]):
        return END
    if parts == ["resign"]:
        return RESIGN
    if len(parts) < 2 or parts[0] not in NUMBERS:
        raise BadAction(
            f"{text.strip()!r} is no word of Maze Runner; say minion and act, as `1 move NE`, or `end`, `resign` (MR92)"
        )
    base, verb, rest = (int(parts[0]) - 1) * ACTS, LETTERS.get(parts[1], parts[1]), parts[2:]
    if verb == TOWER_WORD and setup is not None and setup.towers:
        verb = VERBS[WALLS]
    if verb not in VERBS:
        raise BadAction(
            f"a minion cannot {verb!r}; it can move, switch, strike, laser, mirror, wall, door, retreat (MR92)"
        )
    group = VERBS.index(verb)
    if group in (SWITCHES, RETREATS):
        if rest:
            raise BadAction(f"{verb!r} takes nothing after it (MR92)")
        return base + FIRST[group]
    options: tuple[str, ...] = COMPASS if group in (MOVES, STRIKES) else STRAIGHT
    if group == MIRRORS:
        options = ("/", "\\")
    if len(rest) != 1 or rest[0].upper() not in options:
        raise BadAction(f"{verb!r} needs one of {' '.join(options)} after it (MR92)")
    return base + FIRST[group] + options.index(rest[0].upper())
