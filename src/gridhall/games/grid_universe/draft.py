"""A drawn level as something to draw on.

Its map, what its signs mean, and the ready-made things that it does not use yet.
"""

from typing import Any

from gridhall.draft import Area, Draft, Sign

from . import setup as texts
from .build import FLAGS
from .codes import LEFT, UP
from .drawing import Outline, outline
from .kinds import KINDS, STOCK
from .legend import ARROWS, LEGEND, RANK, TILES, kind_with, tile_with
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
    "floor", "wall", "agent", "exit", "core", "coin", "box", "block", "key", "door", "monster", "chaser", "spike", "lava", "portal", "boots", "shield", "ghost",
)  # fmt: skip
LETTERS = "123456789acdefhijlnpqrtuvwxyzACFGHIJKLMNOPQRSTUVWXYZ"  # without what others like
TILE_KINDS = {kind.text: name for name, kind in LEGEND.items() if kind.text in TILES}


def draft(text: str) -> Draft:
    """Where the map is, and the signs for it.

    Those the text explains and ready-made ones; a level in JSON has no map to draw on.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return Draft(LEGEND)
    found = outline(text)
    lines = len({line for line, _ in found.rows})
    areas = [Area(found.rows[0][0], lines, found.width)] if lines else []
    known = _known(found)
    signs = sorted(
        known + _ready(found, known), key=lambda one: ORDER.index(one.kind) if one.kind in ORDER else len(ORDER)
    )
    return Draft(LEGEND, [*signs, Sign(" ", "bare tile", "bare")], areas, ".", " ", found.sized)


def write_json(setup: Any, state: Any) -> str:
    """The level as it stands as JSON (GU30)."""
    return texts.write_json(unbuild(setup, state))


def _known(found: Outline) -> list[Sign]:
    """The signs that the text explains, and the stock signs that it draws or that need no floor."""
    drawn = {sign for _, row in found.rows for sign in row} | set(".#~")
    signs = [
        _sign(sign, [KINDS[kind]], kind) for sign, kind in STOCK.items() if sign in drawn and sign not in found.legend
    ]
    return signs + [
        _sign(sign, found.legend[sign], meaning.removeprefix("floor + ")) for sign, meaning in found.meanings.items()
    ]


def _ready(found: Outline, known: list[Sign]) -> list[Sign]:
    """Ready-made things that the text does not have, each with the line of legend that it will need."""
    kinds, taken = {one.kind for one in known}, {one.sign for one in known}
    meanings = {meaning.removeprefix("floor + ") for meaning in found.meanings.values()}
    signs = []
    for meaning, liked in READY.items():
        whole = f"floor + {meaning}"
        sign = next((one for one in (liked, *LETTERS) if one not in taken), "")
        made = _sign(sign, Phrase(whole).tile(), meaning, f"{sign} = {whole}")
        there = meaning in meanings if made.kind in SEVERAL else made.kind in kinds
        if sign and (not there or made.kind == "portal"):
            taken.add(sign)
            signs.append(made)
    return signs


def _sign(sign: str, things: list[Entity], meaning: str, line: str = "") -> Sign:
    """A sign that draws these things: the tile they make, and the uppermost piece on it."""
    tile, top, badge = " ", "", ""
    for thing in things:
        flags, cost = sum(flag for key, flag in FLAGS.items() if key in thing), thing.get("cost", 0)
        made, kind = "" if is_mobile(thing) else tile_with(flags, cost), kind_with(flags, cost)
        if made:
            tile = max(tile, made, key=TILES.index)
        elif not top or RANK[kind] >= RANK[top]:
            top, badge = kind, _badge(kind, thing)
    once = any("agent" in thing for thing in things)
    return Sign(
        sign,
        NAMES.get(meaning, meaning),
        top or TILE_KINDS[tile],
        TILE_KINDS[tile] if top else "",
        badge=badge,
        once=once,
        line=line,
    )


def _badge(kind: str, thing: Entity) -> str:
    """What the scene writes beside a thing at the start."""
    if moving := thing.get("moving"):
        way = (UP if moving["axis"] == "y" else LEFT) + (moving["direction"] > 0)
        return ARROWS[way] + (str(moving["speed"]) if moving["speed"] > 1 else "")
    if kind == "chaser":
        return "◎"
    limits = [f"{thing[key]}{unit}" for key, unit in (("time", "t"), ("uses", "×")) if key in thing]
    return " ".join(limits) or str(thing.get("locked", thing.get("key", "")) if kind in ("door", "key") else "")
