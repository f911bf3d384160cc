"""Read a drawn level (GU29): header lines, a map of signs, and a legend that says what the signs mean."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from gridhall.errors import BadSetup, Defect

from .check import Checker, in_order
from .kinds import KINDS, STOCK
from .level import LARGEST_ID, MOVES, OBJECTIVES, REDACTIONS, WORDS, Entity, LevelData, nested_in
from .phrase import Phrase, Wrong
from .records import LARGE

LEGEND_LINE = re.compile(r"(\S) = (\S.*)")
# Headers that know only a few words.
CHOICES: dict[str, Sequence[str]] = {"move": MOVES, "objective": OBJECTIVES, "redact": REDACTIONS[1:]}
HEADERS = ("title", "author", "move", "objective", "seed", "limit", "message", "redact", "size")


def read_drawing(text: str) -> LevelData:
    """The level of a drawn text; raises BadSetup with every defect, each with its line."""
    return _Reader(text).level()


class Drawn(NamedTuple):
    """A thing on the map, the sign it is drawn with, and the line that is in."""

    entity: Entity
    sign: str
    line: int


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

    def level(self) -> LevelData:
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
                cure = f"write `; key: value`; keys are {', '.join(HEADERS)} (GU29)"
                self._wrong(at, f"{line.strip()!r} is no header line of this game", cure)
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
            if match := re.fullmatch(r"(\d{1,2})\s*x\s*(\d{1,2})", value):
                self.size = int(match[1]), int(match[2])
            else:
                self._wrong(line, f"size is {value!r}", "write it as `; size: 9x7`, width first")
        elif key in ("seed", "limit"):
            if re.fullmatch(r"[+-]?\d{1,30}", value):
                self.given[name] = int(value)
            else:
                self._wrong(line, f"{key} is {value!r}", "it must be a number (GU30a)")
        elif value and value not in (known := CHOICES.get(key, [value])):
            self._wrong(line, f"{key} is {value!r}", f"it must be one of {', '.join(known)} (GU30a)")
        elif value.startswith('"') and key in WORDS:
            try:
                self.given[name] = json.loads(value)
            except ValueError:
                problem = f"{key} begins with a quotation mark but is no JSON string"
                self._wrong(line, problem, "end the string, or leave the marks out")
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
            while at < len(self.lines):
                row = self.lines[at].rstrip()
                if not row or LEGEND_LINE.fullmatch(row):
                    break
                at += 1
                rows.append((at, row))
            width, height = max((len(row) for _, row in rows), default=0), len(rows)
        self.given["width"], self.given["height"] = width, height
        return rows, at

    def _wrong(self, line: int, problem: str, cure: str = "", column: int | None = None) -> None:
        self.defects.append(Defect(problem, cure, line, column))

    def _legend_line(self, number: int, line: str) -> None:
        if not line.strip():
            return
        match = LEGEND_LINE.fullmatch(line.rstrip())
        if not match:
            cure = "write `sign = kind property …`; a map with empty rows needs `; size: 9x7` (GU29)"
            self._wrong(number, f"{line.strip()[:40]!r} is no legend line", cure)
            return
        sign, meaning = match.groups()
        if sign in self.legend_line:
            problem = f"the sign {sign!r} has a meaning already, in line {self.legend_line[sign]}"
            self._wrong(number, problem, "use another sign")
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
        """Put entities on the map, give them ids in reading order, and find out whom portals and chasers mean.

        Return the line of each id.
        """
        things = self._things(rows)
        self._number([thing.entity for thing in things])
        agent = next((thing.entity["id"] for thing in things if "agent" in thing.entity), None)
        for thing in things:
            if "portal" in thing.entity:
                thing.entity["portal"] = self._pair(thing, things)
            chasing = thing.entity.get("chasing")
            if chasing and chasing["target"] is None:
                chasing["target"] = agent if agent is not None else 0
            elif chasing and isinstance(chasing["target"], str):
                chasing["target"] = self._named(chasing["target"], thing.line, things, "")
        self.given["entities"] = [thing.entity for thing in things]
        return {thing.entity["id"]: thing.line for thing in things}

    def _things(self, rows: list[tuple[int, str]]) -> list[Drawn]:
        """What the signs of the map mean, in reading order."""
        things: list[Drawn] = []
        drawn: dict[str, int] = {}
        sizes = {sign: sum(1 + len([*nested_in(entity)]) for entity in meant) for sign, meant in self.legend.items()}
        entities = sum(sizes.get(sign, 1) for _, row in rows for sign in row if sign != " ")
        fits = entities <= LARGE["entities"]
        if not fits:  # a few bytes of legend can mean millions of entities: they are not even made
            cure = f"there is room for {LARGE['entities']:,} (GU1b)"
            self.defects.append(Defect(f"the level has {entities:,} entities", cure))
        for y, (line, row) in enumerate(rows):
            for x, sign in enumerate(row):
                if sign == " ":
                    continue
                if sign not in self.legend and sign not in STOCK:
                    cure = f"say below the map what it is: `{sign} = coin reward 3` (GU29)"
                    self._wrong(line, f"unknown sign {sign!r}", cure, x + 1)
                    continue
                drawn[sign] = drawn.get(sign, 0) + 1
                meant = self.legend[sign] if sign in self.legend else [KINDS[STOCK[sign]]]
                for entity in meant if fits else ():
                    fresh = json.loads(json.dumps(entity))  # a copy, nested things too
                    things.append(Drawn({"id": fresh.pop("id", None), "x": x, "y": y, **fresh}, sign, line))
        self._check_ids(drawn)
        return things

    def _check_ids(self, drawn: dict[str, int]) -> None:
        """Complain of signs that name an id but are drawn more than once."""
        for sign, count in drawn.items():
            meant = [part for entity in self.legend.get(sign, ()) for part in (entity, *nested_in(entity))]
            if count > 1 and any("id" in part for part in meant):
                problem = f"the sign {sign!r} names an id but is drawn {count} times"
                self._wrong(self.legend_line[sign], problem, "an id is one thing's: draw it once (GU2a)")

    def _number(self, entities: list[Entity]) -> None:
        """Give ids in reading order, a thing before what it carries; ids that the legend names are left out."""
        whole = [part for entity in entities for part in (entity, *nested_in(entity))]
        taken = {part["id"] for part in whole if part.get("id") is not None}
        free = (number for number in range(LARGEST_ID) if number not in taken)
        for part in whole:
            if part.get("id") is None:
                part["id"] = next(free)

    def _pair(self, portal: Drawn, things: list[Drawn]) -> int:
        """The id of the portal that a portal leads to: the one it names, or the other one of its sign."""
        name = portal.entity["portal"]
        if isinstance(name, int):
            return name
        if name is not None:
            return self._named(name, portal.line, things, "portal")
        same = [thing for thing in things if thing.sign == portal.sign and "portal" in thing.entity]
        others = [thing.entity["id"] for thing in same if thing is not portal]
        if len(others) == 1:
            return int(others[0])
        problem = f"the portal {portal.sign!r} has {len(others)} other portals of its sign"
        self._wrong(portal.line, problem, "draw the sign twice, or say `pair SIGN` or `pair id n` (GU20)")
        return int(portal.entity["id"])

    def _named(self, sign: str, line: int, things: list[Drawn], what: str) -> int:
        """The id of the thing that a sign names; of several on its tile the one that has `what`, else the last."""
        there = [thing.entity for thing in things if thing.sign == sign and (not what or what in thing.entity)]
        if len({(entity["x"], entity["y"]) for entity in there}) == 1 and (len(there) == 1 or not what):
            return int(there[-1]["id"])
        problem = f"the sign {sign!r} is meant to name one {what or 'thing'}, but {len(there)} are drawn with it"
        self._wrong(line, problem, "draw it once, or say `id n`")
        return 0
