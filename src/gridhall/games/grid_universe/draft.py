"""A drawn level for the editor: its map, what its signs mean, and the ready-made things that it does not use yet."""

from msgspec.structs import replace

from gridhall.draft import Area, Draft, Sign
from gridhall.game import SetupRecord, Truth

from . import setup as texts
from .build import FLAGS
from .codes import LEFT, UP
from .drawing import Outline, outline
from .kinds import KINDS, STOCK
from .legend import ARROWS, LEGEND, RANK, SHAPE_OF, TILES, kind_with, shaped, shapes_of, tile_with
from .level import Entity, is_mobile
from .phrase import Phrase
from .unbuild import unbuild

BLANK = (
    "; title: My level\n; message: Say in a line what it is about.\n"
    + "#########\n"
    + 5 * "#.......#\n"
    + "#########\n"
)
READY = {  # what can be drawn without a word of legend: the sign it likes; the legend will then say it
    "agent": "@", "exit": "E", "core": "*", "coin": "o", "box": "$", "key red": "k", "door red": "D",
    "monster moving(x, +1)": "m", "monster moving(y, +1)": "w", "monster chasing(path)": "c", "spike": "^",
    "boots time 5": "b", "shield uses 1": "s", "ghost time 5": "g", "portal": "1", "key blue": "a", "door blue": "B",
}  # fmt: skip
NAMES = {
    "monster moving(x, +1)": "monster going left and right",
    "monster moving(y, +1)": "monster going up and down",
    "monster chasing(path)": "monster that chases you",
    "portal": "portal: draw two",
    "boots time 5": "boots for 5 turns",
    "shield uses 1": "shield for 1 hit",
    "ghost time 5": "ghost for 5 turns",
}
SEVERAL = ("key", "door", "monster", "chaser", "portal")  # kinds of which a level may well want another sort
ORDER = (
    "floor", "wall", "agent", "exit", "core", "coin", "box", "block", "key", "door", "monster", "chaser", "spike",
    "lava", "portal", "boots", "shield", "ghost",
)  # fmt: skip
LETTERS = "123456789acdefhijlnpqrtuvwxyzACFGHIJKLMNOPQRSTUVWXYZ"  # without what others like
TILE_KINDS = {kind.text: name for name, kind in LEGEND.items() if kind.text in TILES}


def draft(text: str) -> Draft:
    """Where the map is, and the signs to draw with: those that the text explains, and ready-made ones.

    A level in JSON has no map to draw on.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return Draft(LEGEND)
    drawing = outline(text)
    lines = len({line for line, _ in drawing.rows})
    areas = [Area(drawing.rows[0][0], lines, drawing.width)] if lines else []
    known = _known(drawing)
    signs = _with_shapes(drawing, sorted(known + _ready(drawing, known), key=_rank))
    return Draft(LEGEND, [*signs, Sign(" ", "bare tile", "bare")], areas, ".", " ", drawing.sized)


def _with_shapes(drawing: Outline, signs: list[Sign]) -> list[Sign]:
    """The signs with keys and doors in the shapes of their names, as the level's scene has them (`shapes_of`)."""
    drawn = {sign for _, row in drawing.rows for sign in row}
    things = [thing for sign, cell in drawing.legend.items() if sign in drawn for thing in cell]
    names = sorted({str(thing[name]) for thing in things for name in ("key", "locked") if name in thing})
    shapes = dict(zip(names, shapes_of(names), strict=True))
    shapes = SHAPE_OF | shapes
    # The badge of a key or a door is its name.
    return [
        replace(sign, kind=shaped(sign.kind, shapes.get(sign.badge, ""))) if sign.kind in ("key", "door") else sign
        for sign in signs
    ]


def write_json(setup: SetupRecord, state: Truth) -> str:
    """The level as it stands as JSON (GU30)."""
    return texts.write_json(unbuild(setup, state))


def _rank(sign: Sign) -> int:
    """The place of a sign in the palette."""
    return ORDER.index(sign.kind) if sign.kind in ORDER else len(ORDER)


def _known(drawing: Outline) -> list[Sign]:
    """The signs that the text explains, and the stock signs that it draws or that need no floor."""
    drawn = {sign for _, row in drawing.rows for sign in row} | set(".#~")
    stock = {sign: kind for sign, kind in STOCK.items() if sign in drawn and sign not in drawing.legend}
    meanings = {sign: meaning.removeprefix("floor + ") for sign, meaning in drawing.meanings.items()}
    return [
        *(_sign(sign, [KINDS[kind]], kind) for sign, kind in stock.items()),
        *(_sign(sign, drawing.legend[sign], meaning) for sign, meaning in meanings.items()),
    ]


def _ready(drawing: Outline, known: list[Sign]) -> list[Sign]:
    """Ready-made things that the text does not have, each with the line of legend that it will need."""
    kinds, taken = {sign.kind for sign in known}, {sign.sign for sign in known}
    meanings = {meaning.removeprefix("floor + ") for meaning in drawing.meanings.values()}
    signs = []
    for meaning, liked in READY.items():
        letter = next((letter for letter in (liked, *LETTERS) if letter not in taken), "")
        whole = f"floor + {meaning}"
        sign = _sign(letter, Phrase(whole).tile(), meaning, f"{letter} = {whole}")
        there = meaning in meanings if sign.kind in SEVERAL else sign.kind in kinds
        if letter and (not there or sign.kind == "portal"):
            taken.add(letter)
            signs.append(sign)
    return signs


def _sign(sign: str, things: list[Entity], meaning: str, line: str = "") -> Sign:
    """A sign that draws these things: the tile they make, and the uppermost piece on it."""
    tile, top, badge = " ", "", ""
    for thing in things:
        flags, cost = sum(flag for key, flag in FLAGS.items() if key in thing), thing.get("cost", 0)
        tile_sign, kind = "" if is_mobile(thing) else tile_with(flags, cost), kind_with(flags, cost)
        if tile_sign:
            tile = max(tile, tile_sign, key=TILES.index)
        elif not top or RANK[kind] >= RANK[top]:
            top, badge = kind, _badge(kind, thing)
    once = any("agent" in thing for thing in things)
    name, below = NAMES.get(meaning, meaning), TILE_KINDS[tile]
    return Sign(sign, name, top or below, below if top else "", badge=badge, once=once, line=line)


def _badge(kind: str, thing: Entity) -> str:
    """What the scene writes beside a thing at the start."""
    if moving := thing.get("moving"):
        way = (UP if moving["axis"] == "y" else LEFT) + (moving["direction"] > 0)
        return ARROWS[way] + (str(moving["speed"]) if moving["speed"] > 1 else "")
    if kind == "chaser":
        return "◎"
    limits = [f"{thing[key]}{unit}" for key, unit in (("time", "t"), ("uses", "×")) if key in thing]
    if limits:
        return " ".join(limits)
    return str(thing.get("locked", thing.get("key", ""))) if kind in ("door", "key") else ""
