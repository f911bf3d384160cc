"""The drawn level (GU29).

Header lines, a map of signs, and a legend that says what the signs mean; read and written without loss.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gridhall.errors import BadSetup, Defect

from .level import (
    AMOUNTS,
    LARGEST_ID,
    MOST,
    MOVES,
    NAMES,
    OBJECTIVES,
    PROPERTIES,
    REDACTIONS,
    TOGGLES,
    WORDS,
    Checker,
    Entity,
    Level,
    in_order,
)
from .rules import LARGE

KINDS: dict[str, Entity] = {  # the ready-made kinds of GU3, and `thing`, which has nothing
    "agent": {"agent": True, "collidable": True, "health": [5, 5], "inventory": [], "status": []},
    "floor": {"cost": 1},
    "wall": {"blocking": True},
    "exit": {"exit": True},
    "coin": {"collectible": True, "reward": 5},
    "core": {"collectible": True, "required": True, "reward": 10},
    "key": {"collectible": True, "key": "key"},
    "door": {"blocking": True, "locked": "key"},
    "portal": {"portal": None},
    "box": {"blocking": True, "collidable": True, "pushable": True},
    "monster": {"collidable": True, "damage": 3},
    "spike": {"collidable": True, "damage": 1},
    "lava": {"collidable": True, "lethal": True},
    "boots": {"collectible": True, "speed": 2},
    "shield": {"collectible": True, "immunity": True},
    "ghost": {"collectible": True, "phasing": True},
    "thing": {},
}
STOCK = {
    ".": "floor",
    "#": "wall",
    "@": "agent",
    "E": "exit",
    "o": "coin",
    "*": "core",
    "$": "box",
    "^": "spike",
    "~": "lava",
}
LIKED = {kind: sign for sign, kind in STOCK.items()} | {
    "monster": "m",
    "key": "k",
    "door": "D",
    "boots": "b",
    "shield": "s",
    "ghost": "g",
    "portal": "1",
}
LEGEND_LINE = re.compile(r"(\S) = (\S.*)")
TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([+-]?\d+)(?=[\s(),+/]|$)|([(),+/])|([^\s(),+/"]+))')
HEADERS = ("title", "author", "move", "objective", "seed", "limit", "message", "redact", "size")
NAME = re.compile(r"[^\W\d]\w*")


class Wrong(Exception):
    """Something in a legend line that cannot be understood: the problem and its cure."""


class Ref(str):
    """A sign that names the thing drawn with it."""


def read_drawing(text: str) -> Level:
    """The level of a drawn text; raises BadSetup with every defect, each with its line."""
    return _Reader(text).level()


class Outline(NamedTuple):
    """What a text draws, whatever is wrong with it."""

    rows: list[tuple[int, str]]  # of the map, with their line numbers
    width: int
    sized: bool  # the header names the size
    meanings: dict[str, str]  # the legend
    legend: dict[str, list[Entity]]


def outline(text: str) -> Outline:
    """The map and the legend of a drawn text; what cannot be understood is left out."""
    reader = _Reader(text)
    rows = reader.read()
    return Outline(rows, reader.given["width"], reader.size is not None, reader.meanings, reader.legend)


class _Reader:
    """Reads one drawn level."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.defects: list[Defect] = []
        self.given: dict[str, Any] = {}
        self.top: dict[str, int] = {}
        self.size: tuple[int, int] | None = None
        self.legend: dict[str, list[Entity]] = {}
        self.legend_line: dict[str, int] = {}
        self.meanings: dict[str, str] = {}

    def read(self) -> list[tuple[int, str]]:
        """Read header, map and legend; return the rows of the map with their line numbers."""
        rows, at = self._map(self._header())
        for number in range(at, len(self.lines)):
            self._legend_line(number + 1, self.lines[number].rstrip("\r"))
        return rows

    def level(self) -> Level:
        rows = self.read()
        if not rows:
            self.defects.append(Defect("there is no map", "draw it below the header lines, one line a row (GU29)"))
            raise BadSetup(self.defects)
        lines = self._place(rows)
        if self.defects:
            raise BadSetup(in_order(self.defects))
        return Checker(lines, self.top).level(self.given)

    def _header(self) -> int:
        """Read header lines; return the index of the first line after them."""
        at = 0
        seen: set[str] = set()
        while at < len(self.lines) and (self.lines[at].startswith(";") or (not seen and not self.lines[at].strip())):
            line = self.lines[at].rstrip("\r")
            at += 1
            if not line.strip():
                continue
            key, colon, value = line[1:].partition(":")
            key, value = key.strip().lower(), value.strip()
            if not colon or key not in HEADERS:
                self._wrong(
                    at,
                    f"{line.strip()!r} is no header line of this game",
                    f"write `; key: value`; keys are {', '.join(HEADERS)} (GU29)",
                )
            elif key in seen:
                self._wrong(at, f"{key} is there twice", "keep one of them")
            else:
                seen.add(key)
                self._entry(at, key, value)
        return at

    def _entry(self, line: int, key: str, value: str) -> None:
        name = {"limit": "turn_limit"}.get(key, key)
        self.top[name] = line
        if key == "size":
            found = re.fullmatch(r"(\d{1,2})\s*x\s*(\d{1,2})", value)
            if found:
                self.size = int(found[1]), int(found[2])
            else:
                self._wrong(line, f"size is {value!r}", "write it as `; size: 9x7`, width first")
        elif key in ("seed", "limit"):
            if re.fullmatch(r"[+-]?\d{1,30}", value):
                self.given[name] = int(value)
            else:
                self._wrong(line, f"{key} is {value!r}", "it must be a number (GU30a)")
        elif (
            (known := {"move": MOVES, "objective": OBJECTIVES, "redact": REDACTIONS[1:]}.get(key))
            and value
            and value not in known
        ):
            self._wrong(line, f"{key} is {value!r}", f"it must be one of {', '.join(known)} (GU30a)")
        elif value.startswith('"') and key in WORDS:
            try:
                self.given[name] = json.loads(value)
            except ValueError:
                self._wrong(
                    line,
                    f"{key} begins with a quotation mark but is no JSON string",
                    "end the string, or leave the marks out",
                )
        elif key in WORDS or value:
            self.given[name] = value

    def _map(self, at: int) -> tuple[list[tuple[int, str]], int]:
        """The rows of the map with their line numbers, and the index of the first line after them."""
        rows: list[tuple[int, str]] = []
        if self.size:
            width, height = self.size
            while len(rows) < height and at < len(self.lines):
                rows.append((at + 1, self.lines[at].rstrip("\r")))
                at += 1
            rows += [(at, "")] * (height - len(rows))
            for line, row in rows:
                if len(row.rstrip()) > width:
                    self._wrong(line, f"this row has {len(row.rstrip())} signs", f"the size is {width}x{height}")
        else:
            while at < len(self.lines) and not self.lines[at].strip():
                at += 1
            while (
                at < len(self.lines) and self.lines[at].strip() and not LEGEND_LINE.fullmatch(self.lines[at].rstrip())
            ):
                rows.append((at + 1, self.lines[at].rstrip()))
                at += 1
            width, height = max((len(row) for _, row in rows), default=0), len(rows)
        self.given["width"], self.given["height"] = width, height
        return rows, at

    def _wrong(self, line: int, problem: str, cure: str = "", column: int | None = None) -> None:
        self.defects.append(Defect(problem, cure, line, column))

    def _legend_line(self, number: int, line: str) -> None:
        if not line.strip():
            return
        found = LEGEND_LINE.fullmatch(line.rstrip())
        if not found:
            self._wrong(
                number,
                f"{line.strip()[:40]!r} is no legend line",
                "write `sign = kind property …`; a map with empty rows needs `; size: 9x7` (GU29)",
            )
            return
        sign, meaning = found.groups()
        if sign in self.legend_line:
            self._wrong(
                number, f"the sign {sign!r} has a meaning already, in line {self.legend_line[sign]}", "use another sign"
            )
            return
        self.legend_line[sign] = number
        try:
            self.legend[sign] = Phrase(meaning).tile()
            self.meanings[sign] = meaning
        except Wrong as wrong:
            self._wrong(number, *wrong.args)
            self.legend[sign] = []
        except RecursionError:
            self._wrong(number, "things are nested too deeply", "what is carried carries nothing (GU30c)")
            self.legend[sign] = []

    def _place(self, rows: list[tuple[int, str]]) -> dict[int, int]:
        """Put entities on the map, give them ids in reading order, and resolve pairs and targets.

        Return the line of each id.
        """
        found: list[tuple[Entity, str, int]] = []
        drawn: dict[str, int] = {}
        weights = {
            sign: sum(1 + sum(1 for _ in nested_in(thing)) for thing in things) for sign, things in self.legend.items()
        }
        entities = sum(weights.get(sign, 1) for _, row in rows for sign in row if sign != " ")
        if entities > LARGE["entities"]:  # a few bytes of legend can mean millions: they are not even made
            self.defects.append(
                Defect(f"the level has {entities:,} entities", f"there is room for {LARGE['entities']:,} (GU1b)")
            )
        for y, (line, row) in enumerate(rows):
            for x, sign in enumerate(row):
                if sign == " ":
                    continue
                if sign in self.legend:
                    things = self.legend[sign]
                elif sign in STOCK:
                    things = [dict(KINDS[STOCK[sign]])]
                else:
                    self._wrong(
                        line,
                        f"unknown sign {sign!r}",
                        f"say below the map what it is: `{sign} = coin reward 3` (GU29)",
                        x + 1,
                    )
                    continue
                drawn[sign] = drawn.get(sign, 0) + 1
                for thing in things if entities <= LARGE["entities"] else ():
                    made = json.loads(json.dumps(thing))  # a copy, nested things too
                    found.append(({"id": made.pop("id", None), "x": x, "y": y, **made}, sign, line))
        self._number([entity for entity, _, _ in found])
        for sign, count in drawn.items():
            if count > 1 and any(
                "id" in each for thing in self.legend.get(sign, ()) for each in (thing, *nested_in(thing))
            ):
                self._wrong(
                    self.legend_line[sign],
                    f"the sign {sign!r} names an id but is drawn {count} times",
                    "an id is one thing's: draw it once (GU2a)",
                )
        agent = next((entity["id"] for entity, _, _ in found if "agent" in entity), None)
        for entity, sign, line in found:
            if "portal" in entity:
                entity["portal"] = self._pair(entity, sign, line, found)
            chasing = entity.get("chasing")
            if chasing and chasing["target"] is None:
                chasing["target"] = agent if agent is not None else 0
            elif chasing and isinstance(chasing["target"], str):
                chasing["target"] = self._named(chasing["target"], line, found, "")
        self.given["entities"] = [entity for entity, _, _ in found]
        return {entity["id"]: line for entity, _, line in found}

    def _number(self, entities: list[Entity]) -> None:
        """Ids in reading order, a thing before what it carries; the ids that the legend names are left out."""
        whole = [each for entity in entities for each in (entity, *nested_in(entity))]
        taken = {each["id"] for each in whole if each.get("id") is not None}
        free = (number for number in range(LARGEST_ID) if number not in taken)
        for each in whole:
            if each.get("id") is None:
                each["id"] = next(free)

    def _pair(self, entity: Entity, sign: str, line: int, found: list[tuple[Entity, str, int]]) -> int:
        name = entity["portal"]
        if isinstance(name, int):
            return name
        if name is not None:
            return self._named(name, line, found, "portal")
        same = [
            other["id"]
            for other, other_sign, _ in found
            if other_sign == sign and "portal" in other and other is not entity
        ]
        if len(same) == 1:
            return int(same[0])
        self._wrong(
            line,
            f"the portal {sign!r} has {len(same)} other portals of its sign",
            "draw the sign twice, or say `pair SIGN` or `pair id n` (GU20)",
        )
        return int(entity["id"])

    def _named(self, sign: str, line: int, found: list[tuple[Entity, str, int]], what: str) -> int:
        """The id of the one thing drawn with a sign; of several on its tile the one that has `what`, else the last."""
        there = [entity for entity, other, _ in found if other == sign and (not what or what in entity)]
        if len({(entity["x"], entity["y"]) for entity in there}) == 1 and (len(there) == 1 or not what):
            return int(there[-1]["id"])
        self._wrong(
            line,
            f"the sign {sign!r} is meant to name one {what or 'thing'}, but {len(there)} are drawn with it",
            "draw it once, or say `id n`",
        )
        return 0


def nested_in(entity: Entity) -> Iterator[Entity]:
    """What a thing carries: its inventory, then its status."""
    for part in ("inventory", "status"):
        yield from entity.get(part) or ()


class Phrase:
    """The right side of a legend line, read word by word."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            if not found:
                raise Wrong(f"cannot read {text[at : at + 20].strip()!r}", 'a quoted name ends with "')
            self.tokens.append(found[0].strip())
            at = found.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self, what: str) -> str:
        if self.at >= len(self.tokens):
            raise Wrong(f"the line ends where {what} is expected", "complete it")
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise Wrong(
                f"expected {token!r}, found {self.peek() or 'the end'!r}", "see the examples in the game's README"
            )

    def tile(self) -> list[Entity]:
        things = [self.thing()]
        while self.take("+"):
            things.append(self.thing())
        if self.at < len(self.tokens):
            raise Wrong(f"cannot read on at {self.peek()!r}", "separate things by + and properties by blanks")
        return things

    def thing(self) -> Entity:
        kind = self.next("a kind")
        if kind not in KINDS:
            raise Wrong(f"there is no kind {kind!r}", f"begin with one of {', '.join(KINDS)}")
        made: Entity = json.loads(json.dumps(KINDS[kind]))
        if (
            kind in ("key", "door")
            and self.peek()
            and self.peek() not in PROPERTIES
            and self.peek() not in ("+", ",", ")", "id", "no", "pair")
        ):
            made["key" if kind == "key" else "locked"] = self.name()
        while self.peek() not in ("", "+", ",", ")"):
            self.property(made)
        return made

    def property(self, made: Entity) -> None:
        key = self.next("a property")
        if key == "no":
            if made.pop(self.next("a property"), "") == "":
                raise Wrong(f"'no {self.tokens[self.at - 1]}' takes away what is not there", "leave it out")
        elif key == "id":
            made["id"] = self.number(0, LARGEST_ID)
        elif key in TOGGLES:
            made[key] = True
        elif key in AMOUNTS:
            made[key] = self.number(AMOUNTS[key], MOST)
        elif key in NAMES:
            made[key] = self.name()
        elif key in ("pair", "portal"):
            if key == "portal" and not self.take("pair"):
                made["portal"] = None
            else:
                made["portal"] = self.number(0, LARGEST_ID) if self.take("id") else self.sign()
        elif key == "health":
            now = self.number(1, MOST)
            made[key] = [now, self.number(now, MOST) if self.take("/") else now]
        elif key == "moving":
            made[key] = self.moving()
        elif key == "chasing":
            made[key] = self.chasing()
        elif key in ("inventory", "status"):
            made[key] = self.nested()
        else:
            raise Wrong(f"there is no property {key!r}", f"known are {', '.join(PROPERTIES)}, pair, id, no (GU2)")

    def number(self, least: int, most: int) -> int:
        token = self.next("a number")
        if not re.fullmatch(r"[+-]?\d{1,12}", token) or not least <= int(token) <= most:
            raise Wrong(f"{token!r} is no number from {least:,} to {most:,}", "mend it (GU2b)")
        return int(token)

    def name(self) -> str:
        token = self.next("a name")
        if not token.startswith('"'):
            return token
        try:
            return str(json.loads(token))
        except ValueError as wrong:
            raise Wrong(f"{token} is no quoted name", "write it as a JSON string") from wrong

    def sign(self) -> str:
        sign = self.name()
        if len(sign) != 1:
            raise Wrong(f"{sign!r} is no sign", "name the one sign it is drawn with, or `id n`")
        return Ref(sign)

    def moving(self) -> Entity:
        self.expect("(")
        axis = self.next("an axis")
        self.expect(",")
        direction = self.next("a direction")
        if axis not in ("x", "y") or direction not in ("+1", "-1", "1"):
            raise Wrong(
                f"moving({axis}, {direction} …) is not known",
                "write moving(x, +1) or moving(y, -1, no bounce, speed 2) (GU2)",
            )
        made: Entity = {"axis": axis, "direction": int(direction), "bounce": True, "speed": 1}
        while self.take(","):
            if self.take("speed"):
                made["speed"] = self.number(1, MOST)
            else:
                made["bounce"] = not self.take("no")
                self.expect("bounce")
        self.expect(")")
        return made

    def chasing(self) -> Entity:
        made: Entity = {"target": None, "how": "path"}
        if not self.take("("):
            return made
        while not self.take(")"):
            word = self.next("path or straight")
            if word in ("path", "straight"):
                made["how"] = word
            elif word == "target":
                made["target"] = self.number(0, LARGEST_ID) if self.take("id") else self.sign()
            else:
                raise Wrong(
                    f"{word!r} is no way to chase",
                    "write chasing(path), chasing(straight) or chasing(target a, path) (GU2)",
                )
            if not self.take(",") and self.peek() != ")":
                self.expect(")")
        return made

    def nested(self) -> list[Entity]:
        self.expect("(")
        things: list[Entity] = []
        while not self.take(")"):
            things.append(self.thing())
            if not self.take(",") and self.peek() != ")":
                self.expect(")")
        return things


def write_drawing(level: Level) -> str:
    """The level as a drawn text that gives it back exactly."""
    tiles: dict[tuple[int, int], list[Entity]] = {}
    for entity in level.entities:
        tiles.setdefault((entity["y"], entity["x"]), []).append(entity)
    order = [each["id"] for place in sorted(tiles) for entity in tiles[place] for each in (entity, *nested_in(entity))]
    plain = _plain_ids(order)
    agent = level.agent()["id"]
    meanings = {place: " + ".join(spell(entity, plain, agent) for entity in there) for place, there in tiles.items()}
    signs = _signs(meanings, tiles)
    legend = {signs[meaning]: meaning for meaning in dict.fromkeys(meanings[place] for place in sorted(meanings))}
    once = {signs[meaning] for meaning in legend.values() if list(meanings.values()).count(meaning) == 1}
    named: dict[str, str] = {}  # portals that their sign names: the only one of a tile whose sign is drawn once
    for place, there in tiles.items():
        portals = [entity for entity in there if "portal" in entity]
        if len(portals) == 1 and (sign := signs[meanings[place]]) in once:
            named[f"pair id {portals[0]['id']}"] = f"pair {sign if sign.isalnum() else json.dumps(sign)}"
    legend = {
        sign: re.sub(r"pair id \d+", lambda found: named.get(found[0], found[0]), meaning) if '"' not in meaning else meaning
        for sign, meaning in legend.items() if STOCK.get(sign) != meaning
    }  # fmt: skip
    rows = [
        "".join(signs[meanings[y, x]] if (y, x) in meanings else " " for x in range(level.width)).rstrip()
        for y in range(level.height)
    ]
    head = [f"; {key}: {_header_text(getattr(level, key))}" for key in ("title", "author") if getattr(level, key)]
    head += [f"; move: {level.move}"] if level.move != "default" else []
    head += [f"; objective: {level.objective}"] if level.objective != "default" else []
    head += [f"; seed: {level.seed}"] if level.seed is not None else []
    head += [f"; limit: {level.turn_limit}"] if level.turn_limit is not None else []
    head += [f"; message: {_header_text(level.message)}"] if level.message else []
    head += [f"; redact: {level.redact}"] if level.redact else []
    gaps = any(not row or LEGEND_LINE.fullmatch(row) for row in rows)
    if gaps or max(map(len, rows)) < level.width:
        head.append(f"; size: {level.width}x{level.height}")
    return "\n".join([*head, *rows, *(f"{sign} = {meaning}" for sign, meaning in legend.items())]) + "\n"


def _header_text(text: str) -> str:
    plain = text == text.strip() and not text.startswith('"') and text.isprintable()
    return text if plain else json.dumps(text)


def _plain_ids(order: list[int]) -> set[int]:
    """The ids that need not be written.

    A longest rising sequence in reading order, among those below the first number that nobody has.
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


def _signs(meanings: dict[tuple[int, int], str], tiles: dict[tuple[int, int], list[Entity]]) -> dict[str, str]:
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
        sign = next((sign for sign in liked if sign and sign not in used), "") or next(
            sign for sign in spare if sign not in used
        )
        signs[meaning] = sign
        used.add(sign)
    return signs


def _characters() -> Iterator[str]:
    """Signs for legend lines: letters, digits, other ASCII, then whatever can be printed."""
    yield from "abcdefghijklmnpqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ0123456789!%&?/|<>:-_`'"
    yield from (
        chr(code) for code in (*range(0xC0, 0x250), *range(0x390, 0x52F), *range(0x4E00, 0x9000)) if chr(code).isalpha()
    )


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
        return sum(
            props[key] != standard.get(key) for key in props if key != named
        ), 99 if kind == "monster" and still else -len(standard)

    kind = min(KINDS, key=cost)
    standard = KINDS[kind]
    parts = [kind]
    for key in PROPERTIES:
        if key in props and (key not in standard or standard[key] != props[key]):
            parts.append(_spell_property(key, props[key], kind, plain, agent))
    if kind in ("key", "door"):  # its name comes first
        parts.sort(key=lambda part: 0 if part == kind else 1 if part.startswith("\0") else 2)
    if entity["id"] not in plain:
        parts.append(f"id {entity['id']}")
    return " ".join(part.removeprefix("\0") for part in parts)


def _spell_property(key: str, value: Any, kind: str, plain: Iterable[int], agent: int) -> str:
    if key in TOGGLES:
        return key
    if key in AMOUNTS:
        return f"{key} {value}"
    if key in NAMES:
        name = (
            value
            if NAME.fullmatch(value) and value not in PROPERTIES and value not in ("id", "no", "pair")
            else json.dumps(value)
        )
        return f"\0{name}" if (kind, key) in (("key", "key"), ("door", "locked")) else f"{key} {name}"
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
