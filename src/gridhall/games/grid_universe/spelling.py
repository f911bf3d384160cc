"""Write a level as a drawing (GU29) that reads back as the same level."""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from .drawing import LEGEND_LINE
from .kinds import KINDS, LIKED, STOCK
from .level import AMOUNTS, NAMES, PROPERTIES, TOGGLES, Entity, LevelData, nested_in

NAME = re.compile(r"[^\W\d]\w*")


def write_drawing(level: LevelData) -> str:
    """The level as a drawn text that gives it back exactly."""
    tiles: dict[tuple[int, int], list[Entity]] = {}
    for entity in level.entities:
        tiles.setdefault((entity["y"], entity["x"]), []).append(entity)
    order = [part["id"] for place in sorted(tiles) for entity in tiles[place] for part in (entity, *nested_in(entity))]
    plain = _plain_ids(order)
    agent = level.agent()["id"]
    meanings = {place: " + ".join(spell(entity, plain, agent) for entity in there) for place, there in tiles.items()}
    signs = _signs(meanings)
    legend = {signs[meaning]: meaning for meaning in dict.fromkeys(meanings[place] for place in sorted(meanings))}
    sign_at = {place: signs[meaning] for place, meaning in meanings.items()}
    drawn = Counter(sign_at.values())
    pairs = _pairs_by_sign({place: sign for place, sign in sign_at.items() if drawn[sign] == 1}, tiles)
    for sign, meaning in legend.items():
        if '"' not in meaning:  # a quoted name may contain anything
            legend[sign] = re.sub(r"pair id \d+", lambda match: pairs.get(match[0], match[0]), meaning)
    legend = {sign: meaning for sign, meaning in legend.items() if STOCK.get(sign) != meaning}
    rows = ["".join(sign_at.get((y, x), " ") for x in range(level.width)).rstrip() for y in range(level.height)]
    gaps = any(not row or LEGEND_LINE.fullmatch(row) for row in rows)
    sized = gaps or max(map(len, rows)) < level.width
    lines = [*_header(level, sized), *rows, *(f"{sign} = {meaning}" for sign, meaning in legend.items())]
    return "\n".join(lines) + "\n"


def _pairs_by_sign(signs: dict[tuple[int, int], str], tiles: dict[tuple[int, int], list[Entity]]) -> dict[str, str]:
    """How portals are named by their sign instead of their id, on tiles whose sign is drawn only there.

    A tile with several portals is left out: its sign would not say which is meant.
    """
    pairs = {}
    for place, sign in signs.items():
        portals = [entity for entity in tiles[place] if "portal" in entity]
        if len(portals) == 1:
            pairs[f"pair id {portals[0]['id']}"] = f"pair {sign if sign.isalnum() else json.dumps(sign)}"
    return pairs


def _header(level: LevelData, sized: bool) -> list[str]:
    """The header lines of a level: what is not as by default, and its size if the map does not tell it."""
    entries = {
        "title": level.title and _header_text(level.title),
        "author": level.author and _header_text(level.author),
        "move": level.move if level.move != "default" else "",
        "objective": level.objective if level.objective != "default" else "",
        "seed": "" if level.seed is None else str(level.seed),
        "limit": "" if level.turn_limit is None else str(level.turn_limit),
        "message": level.message and _header_text(level.message),
        "redact": level.redact,
        "size": f"{level.width}x{level.height}" if sized else "",
    }
    return [f"; {key}: {text}" for key, text in entries.items() if text]


def _header_text(text: str) -> str:
    """A text as it is, or as a JSON string where the header would not give it back."""
    plain = text == text.strip() and not text.startswith('"') and text.isprintable()
    return text if plain else json.dumps(text)


def _plain_ids(order: list[int]) -> set[int]:
    """The ids that need not be written, because reading gives them out again.

    They are a longest rising sequence in reading order, among the ids below the first number that nobody has.
    """
    have = set(order)
    gap = next(number for number in range(len(order) + 1) if number not in have)
    tails: list[int] = []
    before: dict[int, int] = {}
    for number in (number for number in order if number < gap):
        at = bisect_left(tails, number)
        if at == len(tails):
            tails.append(number)
        else:
            tails[at] = number
        before[number] = tails[at - 1] if at else -1
    kept: set[int] = set()
    number = tails[-1] if tails else -1
    while number >= 0:
        kept.add(number)
        number = before[number]
    return kept


def _signs(meanings: dict[tuple[int, int], str]) -> dict[str, str]:
    """A sign for each meaning: the stock sign, or the one liked for its last thing, or the next free character."""
    whole = list(dict.fromkeys(meanings[place] for place in sorted(meanings)))
    signs = {meaning: sign for sign, meaning in STOCK.items() if meaning in whole}
    used = set(signs.values())
    spare = (sign for sign in _characters() if sign not in used and sign not in STOCK)
    for meaning in sorted((meaning for meaning in whole if meaning not in signs), key=lambda meaning: " + " in meaning):
        kind = meaning.rpartition(" + ")[2].split()[0].partition("(")[0]
        liked = [LIKED.get(kind, "")]
        if kind == "portal":
            liked = list("123456789")
        sign = next(sign for sign in chain(liked, spare) if sign and sign not in used)
        signs[meaning] = sign
        used.add(sign)
    return signs


def _characters() -> Iterator[str]:
    """Signs for legend lines: letters, digits, other ASCII, then whatever can be printed."""
    yield from "abcdefghijklmnpqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ0123456789!%&?/|<>:-_`'"
    others = (*range(0xC0, 0x250), *range(0x390, 0x52F), *range(0x4E00, 0x9000))
    yield from (chr(code) for code in others if chr(code).isalpha())


def spell(entity: Entity, plain: Iterable[int], agent: int) -> str:
    """One thing as the legend says it: the kind that fits best, and what differs from it."""
    props = {key: value for key, value in entity.items() if key not in ("id", "x", "y")}

    def cost(kind: str) -> tuple[int, int]:
        """How much is left to say if it is called this: properties that differ, then the likelier name."""
        standard = KINDS[kind]
        if any(key not in props for key in standard):
            return 99, 0
        still = not any(key in props for key in ("moving", "chasing", "health"))
        named = {"key": "key", "door": "locked"}.get(kind)
        differing = sum(props[key] != standard.get(key) for key in props if key != named)
        return differing, 99 if kind == "monster" and still else -len(standard)

    kind = min(KINDS, key=cost)
    standard = KINDS[kind]
    parts = [kind]
    for key in PROPERTIES:
        if key not in props or (key in standard and standard[key] == props[key]):
            continue
        if (kind, key) in (("key", "key"), ("door", "locked")):
            parts.insert(1, _spell_name(props[key]))  # a key or a door is named at once: `key red`
        else:
            parts.append(_spell_property(key, props[key], kind, plain, agent))
    if entity["id"] not in plain:
        parts.append(f"id {entity['id']}")
    return " ".join(parts)


def _spell_name(name: str) -> str:
    """A name as it is, or as a JSON string where it would be read as something else."""
    is_plain = NAME.fullmatch(name) and name not in (*PROPERTIES, "id", "no", "pair")
    return name if is_plain else json.dumps(name)


def _spell_property(key: str, value: Any, kind: str, plain: Iterable[int], agent: int) -> str:
    if key in TOGGLES:
        return key
    if key in AMOUNTS:
        return f"{key} {value}"
    if key in NAMES:
        return f"{key} {_spell_name(value)}"
    if key == "portal":
        return f"pair id {value}" if kind == "portal" else f"portal pair id {value}"
    if key == "health":
        return f"health {value[0]}" if value[0] == value[1] else f"health {value[0]}/{value[1]}"
    if key == "moving":
        bounce = "" if value["bounce"] else ", no bounce"
        speed = f", speed {value['speed']}" if value["speed"] != 1 else ""
        return f"moving({value['axis']}, {value['direction']:+d}{bounce}{speed})"
    if key == "chasing":
        target = "" if value["target"] == agent else f"target id {value['target']}, "
        return f"chasing({target}{value['how']})"
    return f"{key}({', '.join(spell(nested, plain, agent) for nested in value)})"
