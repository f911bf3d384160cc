"""How things are drawn: the kinds of the legend, and which of them an entity is."""

from gridhall.game import SetupRecord
from gridhall.scene import Kind

from .codes import (
    AGENT,
    BLOCKING,
    CHASING,
    COLLECTIBLE,
    COLLIDABLE,
    COST,
    EFFECT,
    EXIT,
    HARMS,
    HEALTH,
    IMMUNITY,
    KEY,
    LETHAL,
    LOCKED,
    MOVING,
    PORTAL,
    PUSHABLE,
    REQUIRED,
    REWARD,
    SPEED,
)

LEGEND = {
    "floor": Kind(".", "floor", "·"),
    "bare": Kind(" ", "bare tile", tell="Nothing is here: ending an action costs nothing."),
    "wall": Kind("#", "wall", "█", "Nobody walks through it, but who is phasing.", join=True),
    "toll": Kind(",", "costly floor", "∴", "Ending an action here costs points."),
    "prize": Kind("+", "reward tile", "✚", "Standing here pays points."),
    "lava": Kind("~", "lava", "≈", "Deadly."),
    "agent": Kind("@", "you", "☻"),
    "exit": Kind("E", "exit", "∩", "Stand here when nothing is left to do."),
    "coin": Kind("o", "coin", "∘", "Pick it up for points."),
    "core": Kind("*", "core", "◆", "It must be collected."),
    "key": Kind("k", "key", "⚷", "Pick it up; it opens one lock of its name."),
    "door": Kind("D", "locked door", "╬", "A key of its name, used beside it, opens it."),
    "open": Kind("/", "open door", "╱", "It stays open."),
    "portal": Kind("O", "portal", "◎", "It carries whoever comes to it to the other one of its pair."),
    "box": Kind("$", "box", "□", "Push it."),
    "block": Kind("B", "block", "▣", "In the way, and it cannot be pushed."),
    "monster": Kind("M", "monster", "♞", "It moves before you do."),
    "chaser": Kind("C", "chaser", "♛", "It comes for its target before you act."),
    "spike": Kind("^", "spike", "▲", "It hurts whoever is on its tile."),
    "boots": Kind("b", "boots", "»", "Speed: several small steps in one action."),
    "shield": Kind("s", "shield", "⛨", "Immunity: blocks hits."),
    "ghost": Kind("g", "ghost", "☁", "Phasing: walk through walls, and hits miss you."),
    "item": Kind("i", "thing to pick up", "◇"),
    "thing": Kind("?", "thing", "◌"),
    "heart": Kind("h", "heart", "♥"),
}
SHAPES = ("", "square", "pointed", "diamond")  # of keys and of their locks, so that each name looks different
SHAPE_OF = {"red": "pointed", "blue": "square", "green": "diamond"}  # the shape that has the colour of this name
LEGEND |= {
    f"{shape}_{kind}": Kind(LEGEND[kind].text, f"{name}, {shape}", LEGEND[kind].fancy, LEGEND[kind].tell)
    for kind, name in (("key", "key"), ("door", "locked door"))
    for shape in SHAPES[1:]
}
RANK = {kind: rank for rank, kind in enumerate(LEGEND)}  # what is drawn above what
RANK |= {"agent": 99, "monster": 60, "chaser": 61, "box": 50, "block": 51, "exit": 10, "portal": 11, "open": 9}
RANK |= {shaped: RANK[shaped.split("_")[1]] for shaped in LEGEND if "_" in shaped}
TILES = " .,+~#"  # where there are several on one cell, the last of these is shown
ARROWS = ("↑", "↓", "←", "→")


def kind_of(setup: SetupRecord, n: int) -> str:
    """The kind of the legend that an entity is drawn as."""
    return kind_with(setup.flags[n], setup.cost[n])


def kind_with(flags: int, cost: int) -> str:
    """The kind of the legend that tells the most of these properties."""
    if flags & AGENT:
        return "agent"
    if flags & HARMS:
        if flags & CHASING:
            return "chaser"
        if flags & MOVING or flags & HEALTH:
            return "monster"
        if flags & PUSHABLE:
            return "box"
        if flags & LETHAL:
            return "lava"
        return "spike" if flags & COLLIDABLE or not flags & COLLECTIBLE else "item"
    if flags & EFFECT:
        if flags & SPEED:
            return "boots"
        return "shield" if flags & IMMUNITY else "ghost"
    for flag, kind in ((LOCKED, "door"), (PORTAL, "portal"), (PUSHABLE, "box"), (KEY, "key")):
        if flags & flag:
            return kind
    if flags & COLLECTIBLE:
        if flags & REQUIRED:
            return "core"
        return "coin" if flags & REWARD else "item"
    if flags & EXIT and not flags & BLOCKING:
        return "exit"
    if flags & CHASING:
        return "chaser"
    if flags & MOVING:
        return "block" if flags & BLOCKING else "monster"
    for flag, kind in ((BLOCKING, "wall"), (REWARD, "prize"), (HEALTH, "monster")):
        if flags & flag:
            return kind
    if flags & COST:
        return "toll" if cost > 1 else "floor"
    return "thing"


def shapes_of(names: list[str]) -> list[str]:
    """The shape of each name of keys and locks: one of its own as long as there are enough."""
    shapes = [SHAPE_OF.get(name.lower(), "") for name in names]
    free = [shape for shape in SHAPES if not shape or shape not in shapes]
    plain = [n for n, shape in enumerate(shapes) if not shape]
    for place, n in enumerate(plain):
        shapes[n] = free[place % len(free)]
    return shapes


def shaped(kind: str, shape: str) -> str:
    """The kind of the legend for a key or a door with a lock of this shape."""
    return f"{shape}_{kind}" if shape else kind


def style_of(setup: SetupRecord, n: int) -> str:
    """How the way of something that moves by itself is drawn."""
    return "danger" if setup.flags[n] & HARMS else "alt"


def tile_with(flags: int, cost: int) -> str:
    """The sign of a tile that an entity of these properties makes, or "" if it is drawn as a piece."""
    if flags == BLOCKING:
        return "#"
    if flags == LETHAL | COLLIDABLE:
        return "~"
    if flags == REWARD:
        return "+"
    if flags == COST:
        return "," if cost > 1 else "."
    return ""
