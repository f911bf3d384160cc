"""What never changes of a level's picture: its tiles, and the looks of its things."""

from typing import NamedTuple

from gridhall.game import SetupRecord
from gridhall.scene import Labels

from .codes import (
    AGENT,
    BLOCKING,
    BOUNCE,
    CHASING,
    COLLECTIBLE,
    COST,
    DAMAGE,
    EXIT,
    IMMUNITY,
    KEY,
    LETHAL,
    LOCKED,
    MOVING,
    PHASING,
    PORTAL,
    PUSHABLE,
    REQUIRED,
    REWARD,
    SPEED,
    STRAIGHT,
    VERTICAL,
)
from .legend import LEGEND, RANK, TILES, kind_of, shaped, shapes_of, tile_with
from .unbuild import names_of, words_of

# Letters for keys, and as capitals for doors, where there are several names; none of them is a sign of the legend.
LETTERS = "afjlnqrtuvwxyz"
SAID = (  # properties that a word or two say
    (BLOCKING, "blocks"),
    (PUSHABLE, "can be pushed"),
    (COLLECTIBLE, "pick it up"),
    (REQUIRED, "required"),
    (EXIT, "exit"),
    (LETHAL, "deadly"),
)


class Appearance(NamedTuple):
    """How an entity is drawn: what never changes of it."""

    entity: int
    kind: str
    label: str
    badge: str
    tooltip: str
    piece: str  # its id in scenes


class LevelPicture(NamedTuple):
    """What never changes of a level's picture."""

    setup: SetupRecord
    tiles: list[str]
    things: list[Appearance]
    kinds: list[str]
    names: list[str]
    labels: Labels
    message: str
    cores: bool  # is there anything that must be collected?


_pictures: list[LevelPicture] = []  # the newest levels drawn, newest last


def picture_of(setup: SetupRecord) -> LevelPicture:
    """The picture of a setup; the newest are kept, because each frame asks for it."""
    for picture in _pictures:
        if picture.setup is setup:
            return picture
    picture = _draw_picture(setup)
    _pictures.append(picture)
    del _pictures[:-8]
    return picture


def _draw_picture(setup: SetupRecord) -> LevelPicture:
    names = names_of(setup)
    letters, shapes = _letters(names), shapes_of(names)
    rows = [[" "] * setup.width for _ in range(setup.height)]
    things, kinds = [], []
    pairs: dict[int, str] = {}
    for n in range(setup.entities):
        kind = kind_of(setup, n)
        kinds.append(kind)
        if setup.holder[n] >= 0:
            continue
        sign = tile_with(setup.flags[n], setup.cost[n]) if setup.mobile[n] < 0 else ""
        if sign:
            row, col = setup.place[n] >> 5, setup.place[n] & 31
            if TILES.index(sign) > TILES.index(rows[row][col]):
                rows[row][col] = sign
            continue
        label = badge = ""
        if setup.flags[n] & PORTAL:
            first = min(n, setup.link[n])
            label = pairs.setdefault(first, str(len(pairs) + 1)) if kind == "portal" else ""
        if kind == "door":
            label, badge = letters[setup.lock[n]].upper(), names[setup.lock[n]]
            kind = shaped(kind, shapes[setup.lock[n]])
        elif kind == "key":
            label, badge = letters[setup.key[n]], names[setup.key[n]]
            kind = shaped(kind, shapes[setup.key[n]])
        things.append(Appearance(n, kind, label, badge, properties(setup, n, names), str(setup.id[n])))
    things.sort(key=lambda thing: (RANK[thing.kind], thing.entity))
    cores = any(setup.flags[n] & REQUIRED and setup.flags[n] & COLLECTIBLE for n in range(setup.entities))
    labels = Labels([str(col) for col in range(setup.width)], [str(row) for row in range(setup.height)])
    return LevelPicture(setup, ["".join(row) for row in rows], things, kinds, names, labels, words_of(setup)[2], cores)


def _letters(names: list[str]) -> list[str]:
    """A letter for each name of keys and locks, if possible one that the name has; a single name needs none."""
    if len(names) < 2:
        return [""] * len(names)
    letters: list[str] = []
    for name in names:
        free = (letter for letter in (*name.lower(), *LETTERS) if letter in LETTERS and letter not in letters)
        letters.append(next(free, LETTERS[len(letters) % len(LETTERS)]))
    return letters


def properties(setup: SetupRecord, n: int, names: list[str]) -> str:
    """All properties of an entity in a few words."""
    flags = setup.flags[n]
    parts = [text for flag, text in SAID if flags & flag and not flags & AGENT]
    if flags & DAMAGE:
        parts.append(f"damage {setup.damage[n]}")
    if flags & REWARD:
        parts.append(f"worth {setup.reward[n]}")
    if flags & COST and not flags & AGENT:
        parts.append(f"costs {setup.cost[n]}")
    if flags & KEY:
        parts.append(f"key “{names[setup.key[n]]}”")
    if flags & LOCKED:
        parts.append(f"opens with key “{names[setup.lock[n]]}”")
    if flags & PORTAL:
        parts.append(f"leads to portal {setup.id[setup.link[n]]}")
    if flags & MOVING:
        pace = setup.pace[setup.mobile[n]]
        parts.append("moves up and down" if flags & VERTICAL else "moves left and right")
        if pace > 1:
            parts.append(f"{pace} tiles a turn")
        if not flags & BOUNCE:
            parts.append("never turns round")
    if flags & CHASING:
        prey = "you" if setup.target[n] == setup.hero else f"the {LEGEND[kind_of(setup, setup.target[n])].name}"
        parts.append(f"chases {prey}" + (" in a straight line" if flags & STRAIGHT else ""))
    if flags & SPEED:
        parts.append(f"{setup.multiplier[n]} steps an action")
    if flags & IMMUNITY:
        parts.append("blocks hits")
    if flags & PHASING:
        parts.append("walk through walls")
    return ", ".join(parts)


def board_cell(setup: SetupRecord, cell: int) -> int:
    """A cell of the rules as a cell of the scene."""
    return int((cell >> 5) * setup.width + (cell & 31))
