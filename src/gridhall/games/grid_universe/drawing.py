"""Read a drawn level (GU29): header lines, a map of signs, and a legend that says what the signs mean."""

import json
import re
from typing import Any, NamedTuple

from gridhall.errors import BadSetup, Defect

from .check import Checker, in_order
from .kinds import KINDS, STOCK
from .level import LARGEST_ID, MOVES, OBJECTIVES, REDACTIONS, WORDS, Entity, LevelData, nested_in
from .phrase import Phrase, Wrong
from .records import LARGE

LEGEND_LINE = re.compile(r"(\S) = (\S.*)")
HEADERS = ("title", "author", "move", "objective", "seed", "limit", "message", "redact", "size")


def read_drawing(text: str) -> LevelData:
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
