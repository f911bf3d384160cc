"""A setup from text and back, WG1."""

from typing import Any

from gridhall.errors import BadSetup, Defect
from gridhall.game import SetupRecord, Truth
from gridhall.games.warpgrid.records import GRIDS, ROOM, Setup, State
from gridhall.games.warpgrid.rules import capacity
from gridhall.header import Entry, split_header
from gridhall.options import Option

KEYS = ("title", "seed", "dice", "rolls", "grid", "charge")
TITLE_BYTES = 96
ROLLS = ["seeded", "ask"]
OPTIONS = (
    Option("rolls", "Dice", "seeded: the hall rolls them; ask: you roll dice of your own and say what they show",
           "seeded", words=ROLLS),
    Option("grid", "First grid", "where you begin; beyond the first it is practice", "1", 1, GRIDS),
    Option("charge", "Charge", "what the tank holds at first, up to 24 and 4 for each grid; practice", "0", 0,
           capacity(GRIDS)),
)  # fmt: skip


def read_setup(text: str) -> tuple[SetupRecord, Truth]:
    setup: SetupRecord = Setup()
    lines = text.splitlines()
    entries, _, defects = split_header("\n".join(line if _is_header(line) else "" for line in lines))
    defects += [
        Defect(f"{line.strip()[:40]!r} is no header line", "a setup has only lines `; key: value` (WG1)", number)
        for number, line in enumerate(lines, 1)
        if line.strip() and not _is_header(line)
    ]
    defects += [
        Defect(f"there is no key {entry.key!r}", f"known are {', '.join(KEYS)} (WG1)", entry.line)
        for entry in entries
        if entry.key not in KEYS
    ]
    last = {entry.key: entry for entry in entries}
    setup.count = _read_dice([entry for entry in entries if entry.key == "dice"], setup.dice, defects)
    setup.grid = _number(last.get("grid"), 1, GRIDS, 1, defects)
    setup.charge = _number(last.get("charge"), 0, capacity(setup.grid), 0, defects)
    setup.seed = _number(last.get("seed"), 0, (1 << 64) - 1, 0, defects)
    setup.named = int("seed" in last)
    rolls = last["rolls"].value.lower() if "rolls" in last else "seeded"
    if rolls not in ROLLS:
        defects.append(Defect(f"rolls are {rolls!r}", "write `seeded` or `ask` (WG1)", last["rolls"].line))
    setup.ask = int(rolls == "ask")
    title = last["title"].value.encode()[:TITLE_BYTES].decode(errors="ignore") if "title" in last else ""
    for place, byte in enumerate(title.strip().encode()):
        setup.title[place] = byte - 256 if byte > 127 else byte
    if defects:
        raise BadSetup(sorted(defects, key=lambda defect: defect.line or 0))
    return setup, State()


def _is_header(line: str) -> bool:
    return line.lstrip().startswith(";")


def write_setup(setup: SetupRecord, state: Truth) -> str:
    dice = list(setup.dice[: setup.count])
    lines = [f"; title: {title_of(setup)}"] if title_of(setup) else []
    lines += [f"; seed: {setup.seed}"] if setup.named else []
    lines += ["; rolls: ask"] if setup.ask else []
    lines += [f"; grid: {setup.grid}"] if setup.grid != 1 else []
    lines += [f"; charge: {setup.charge}"] if setup.charge else []
    lines += [f"; dice: {' '.join(map(str, dice[first : first + 40]))}" for first in range(0, len(dice), 40)]
    return "".join(line + "\n" for line in lines)


def title_of(setup: SetupRecord) -> str:
    return bytes(byte & 255 for byte in setup.title).rstrip(b"\0").decode()


def ranked(setup: SetupRecord) -> bool:
    """Whether a result counts in the tables: dice by seed, from grid 1, nothing given (WG23)."""
    return not (setup.ask or setup.count or setup.grid != 1 or setup.charge)


def named_seed(text: str) -> int | None:
    """The seed a setup names; of several the last counts."""
    entries, _, _ = split_header(text)
    values = [entry.value for entry in entries if entry.key == "seed"]
    return _whole(values[-1]) if values else None


def _read_dice(entries: list[Entry], dice: Any, defects: list[Defect]) -> int:
    count = 0
    for entry in entries:
        for face in entry.value.split():
            if face not in ("1", "2", "3", "4", "5", "6"):
                cure = "faces are 1 to 6, separated by blanks (WG1)"
                defects.append(Defect(f"{face[:20]!r} is no face of a die", cure, entry.line))
            elif count < ROOM:
                dice[count] = int(face)
            count += 1
    if count > ROOM:
        defects.append(Defect(f"{count} faces are scripted", f"there is room for {ROOM} (WG1)", entries[-1].line))
    elif count % 2:
        problem = f"{count} faces are scripted, an odd number"
        defects.append(Defect(problem, "a roll is always a pair (WG1, WG2)", entries[-1].line))
    return min(count, ROOM)


def _number(entry: Entry | None, least: int, most: int, default: int, defects: list[Defect]) -> int:
    if entry is None:
        return default
    value = _whole(entry.value)
    if value is None or not least <= value <= most:
        cure = f"it must be a whole number from {least} to {most} (WG1)"
        defects.append(Defect(f"{entry.key} is {entry.value[:30]!r}", cure, entry.line))
        return default
    return value


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 40 else None
