"""A drawn level as something to draw on: its map, what its signs mean, and the ready-made things that it does not use yet."""

from gridhall.games.grid_universe.drawing import KINDS, STOCK, Outline, outline
from gridhall.games.grid_universe.level import Entity, is_mobile
from gridhall.games.grid_universe.scene import LEGEND, RANK, TILES, kind_with, tile_with
from gridhall.games.grid_universe.setup import FLAGS
from gridhall.scene import Area, Draft, Sign

BLANK = "; title: My level\n; message: Say in a line what it is about.\n" + "#########\n" + 5 * "#.......#\n" + "#########\n"
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
LETTERS = "123456789acdefhijlnpqrtuvwxyzACFGHIJKLMNOPQRSTUVWXYZ"  # without what others like
TILE_KINDS = {kind.text: name for name, kind in LEGEND.items() if kind.text in TILES}


def draft(text: str) -> Draft:
    """Where the map is, its signs, and after them the ready-made things; a level in JSON has no map to draw on."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return Draft(LEGEND)
    found = outline(text)
    lines = len({line for line, _ in found.rows})
    areas = [Area(found.rows[0][0], lines, found.width)] if lines else []
    signs = [Sign(sign, kind, kind) for sign, kind in ((".", "floor"), ("#", "wall")) if sign not in found.legend]
    signs += _known(found) + _ready(found)
    return Draft(LEGEND, [*signs, Sign(" ", "bare tile", "bare")], areas, ".", found.sized)


def _known(found: Outline) -> list[Sign]:
    """The signs that the text explains, and the stock signs that it draws."""
    drawn = {sign for _, row in found.rows for sign in row}
    stock = [sign for sign in STOCK if sign in drawn or sign == "~" if sign not in found.legend and sign not in ".#"]
    meanings = {sign: found.meanings[sign].removeprefix("floor + ") for sign in found.legend if sign in found.meanings}
    signs = [_sign(sign, [KINDS[STOCK[sign]]], STOCK[sign]) for sign in stock]
    signs += [_sign(sign, found.legend[sign], meaning) for sign, meaning in meanings.items()]
    return sorted(signs, key=lambda one: one.kind != "agent")


def _ready(found: Outline) -> list[Sign]:
    """Ready-made things that the text does not have, each with the line of legend that it will need."""
    known = _known(found)
    kinds, meanings, taken = {one.kind for one in known}, set(found.meanings.values()), {one.sign for one in known}
    signs = []
    for meaning, liked in READY.items():
        things = [KINDS["floor"], _thing(meaning)]
        kind = _sign("", things, "").kind
        there = f"floor + {meaning}" in meanings if kind in SEVERAL else kind in kinds
        sign = next((one for one in (liked, *LETTERS) if one not in taken), "")
        if sign and (not there or kind == "portal"):
            taken.add(sign)
            signs.append(_sign(sign, things, meaning, f"{sign} = floor + {meaning}"))
    return signs


def _thing(meaning: str) -> Entity:
    """A ready-made thing, as far as its looks go."""
    extra = {key: True for key in ("moving", "chasing") if key in meaning}
    return {**KINDS[meaning.split()[0]], **extra}


def _sign(sign: str, things: list[Entity], meaning: str, line: str = "") -> Sign:
    """A sign that draws these things: the tile they make, and the uppermost piece on it."""
    tile, pieces = " ", []
    for thing in things:
        flags, cost = sum(flag for key, flag in FLAGS.items() if key in thing), thing.get("cost", 0)
        made = "" if is_mobile(thing) else tile_with(flags, cost)
        if made:
            tile = max(tile, made, key=TILES.index)
        else:
            pieces.append(kind_with(flags, cost))
    top = max(pieces, key=RANK.__getitem__, default="")
    name = NAMES.get(meaning, meaning)
    return Sign(sign, name, top or TILE_KINDS[tile], TILE_KINDS[tile] if top else "", once=top == "agent", line=line)
