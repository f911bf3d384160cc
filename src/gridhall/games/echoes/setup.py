"""A match from text and back (EC63), and position files (EC61, EC62)."""

import json
import re
from typing import Any

from gridhall.errors import BadAction, BadSetup, Defect
from gridhall.game import SetupRecord, Truth
from gridhall.games.echoes.codes import CODES, FIRE, LONGEST, REACH
from gridhall.games.echoes.records import Setup, State
from gridhall.games.echoes.ticks import SLOTS
from gridhall.games.echoes.words import CODE_WORDS, COLUMNS, codes_of, echo_id, read_code
from gridhall.header import Entry, split_header
from gridhall.options import Option

TITLE_ROOM = 160  # bytes
NUMBER = re.compile(r"[0-9]{1,6}\Z")
TILE = re.compile(r"[A-Ha-h][1-8]\Z")
ECHO_LINE = re.compile(r"\s*([0-9]+)\s*([A-Za-z]+)\s*:(.*)\Z", re.DOTALL)
LONGEST_MATCH = 999  # turns
OPTIONS = (Option("turns", "Turns", "it is a draw when so many are played; 0 for no limit", "40", 0, LONGEST_MATCH),)
KEYS = ("turns", "turn", "points", "title", "author")
POSITION_KEYS = ("echoes", "scores", "name", "title", "author", "note", "expect")
ECHO_KEYS = ("id", "player", "start", "actions")


def read_setup(text: str) -> tuple[SetupRecord, Truth]:
    if text.lstrip().startswith("{"):
        return _read_position(text)
    return _read_match(text)


def write_setup(setup: SetupRecord, state: Truth) -> str:
    """The text of a setup and of a state's turn, points and lists; for a position file its JSON.

    The points of a position file are those before its replay.
    """
    if setup.position:
        return _write_position(setup, state)
    lines = [f"; turns: {setup.turns}", f"; turn: {state.turn}", f"; points: {state.points[0]} {state.points[1]}"]
    if title := title_of(setup):
        lines.append(f"; title: {title}")
    for slot in range(SLOTS):
        if state.living >> slot & 1:
            actions = ", ".join(CODE_WORDS[code] for code in codes_of(state, slot))
            lines.append(f"{1 + slot // 8} {COLUMNS[slot % 8]}: {actions}")
    return "\n".join(lines) + "\n"


def title_of(setup: SetupRecord) -> str:
    return "" if not setup.title[0] else bytes(setup.title).split(b"\0")[0].decode("utf-8")


def tile_name(cell: int) -> str:
    """A1 is bottom left."""
    return f"{COLUMNS[cell & 7]}{8 - (cell >> 3)}"


def tile_cell(name: str) -> int:
    return (8 - int(name[1])) * 8 + COLUMNS.index(name[0].upper())


def home_of(slot: int) -> int:
    """The spawn tile of a match's slot (EC9)."""
    return (56 if slot < 8 else 0) + slot % 8


HOMES = bytes(home_of(slot) for slot in range(SLOTS))  # of a match; a position file has its own


def off_board(home: int, codes: list[int]) -> int:
    """The number, from 1, of the first action that leaves the board or has no target tile (EC11, EC14); 0 if none."""
    cell = home
    for number, code in enumerate(codes, 1):
        target = REACH[cell * CODES + code]
        if target < 0:
            return number
        if code < FIRE:
            cell = target
    return 0


def _read_match(text: str) -> tuple[SetupRecord, Truth]:
    entries, body, defects = split_header(text)
    setup: SetupRecord = Setup()
    state: Truth = State()
    setup.turns, state.turn = 40, 1
    for slot in range(SLOTS):
        setup.side[slot] = slot // 8
        setup.home[slot] = home_of(slot)
    seen: set[str] = set()
    turn_line = None
    for entry in entries:
        if entry.key not in KEYS:
            defects.append(Defect(f"unknown key {entry.key[:40]!r}", f"known are {', '.join(KEYS)} (EC63)", entry.line))
        elif entry.key in seen:
            defects.append(Defect(f"the key {entry.key!r} comes twice", "keep one (EC63)", entry.line))
        else:
            seen.add(entry.key)
            _read_key(setup, state, entry, defects)
            turn_line = entry.line if entry.key == "turn" else turn_line
    if setup.turns and state.turn > setup.turns:
        late = f"turn {state.turn} is past the limit of {setup.turns}"
        defects.append(Defect(late, "raise `turns` or lower `turn` (EC63)", turn_line))
    for line in body:
        if line.text.strip():
            _read_echo(setup, state, line.text, line.line, defects)
    if defects:
        raise BadSetup(defects)
    return setup, state


def _read_key(setup: SetupRecord, state: Truth, entry: Entry, defects: list[Defect]) -> None:
    if entry.key == "title":
        _put_title(setup, entry.value)
    elif entry.key == "points":
        numbers = [_number(part, 0) for part in entry.value.split()]
        if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
            state.points[0], state.points[1] = numbers[0], numbers[1]
        else:
            cure = "write two numbers from 0 to 999, player 1's and 2's (EC63)"
            defects.append(Defect(f"points are {entry.value[:40]!r}", cure, entry.line))
    elif entry.key in ("turns", "turn"):
        least = 0 if entry.key == "turns" else 1
        value = _number(entry.value, least)
        if value is None:
            cure = f"write a number from {least} to 999 (EC63)"
            defects.append(Defect(f"{entry.key} is {entry.value[:40]!r}", cure, entry.line))
        else:
            setattr(setup if entry.key == "turns" else state, entry.key, value)


def _put_title(setup: SetupRecord, title: str) -> None:
    """Keep as much of a title as there is room for, cut between two letters."""
    kept = title.replace("\0", " ").encode("utf-8", "replace")[:TITLE_ROOM].decode("utf-8", "ignore").encode()
    for at, byte in enumerate(kept):
        setup.title[at] = byte - 256 if byte > 127 else byte


def _number(text: str, least: int) -> int | None:
    return int(text) if NUMBER.match(text) and least <= int(text) <= LONGEST_MATCH else None


def _read_echo(setup: SetupRecord, state: Truth, text: str, line: int, defects: list[Defect]) -> None:
    if text.lstrip().startswith(";"):
        defects.append(Defect("a header line after the first echo", "put all `; key: value` lines first (EC63)", line))
        return
    parts = ECHO_LINE.match(text)
    if parts is None:
        cure = "write `1 D: fire N, fire N, shield N` (EC63)"
        defects.append(Defect(f"{text.strip()[:40]!r} is no echo", cure, line))
        return
    player, column, words = parts.groups()
    if player not in ("1", "2"):
        defects.append(Defect(f"there is no player {player[:20]}", "players are 1 and 2", line, parts.start(1) + 1))
        return
    if len(column) != 1 or column.upper() not in COLUMNS:
        defects.append(Defect(f"there is no column {column[:20]!r}", "columns are A to H", line, parts.start(2) + 1))
        return
    slot = (int(player) - 1) * 8 + COLUMNS.index(column.upper())
    if state.living >> slot & 1:
        defects.append(Defect(f"player {player} has a second echo in column {column.upper()}", "keep one (EC9)", line))
        return
    codes: list[int] = []
    at = parts.start(3)
    for part in words.split(","):
        number = len(codes) + 1
        try:
            codes.append(read_code(part))
        except BadAction as wrong:
            problem = f"action {number}: {wrong}" if part.strip() else f"action {number} is missing"
            defects.append(Defect(problem, "", line, at + 1))
            return
        at += len(part) + 1
    if len(codes) > LONGEST:
        defects.append(Defect(f"the list has {len(codes)} actions", f"at most {LONGEST} (EC63)", line))
        return
    if wrong_at := off_board(setup.home[slot], codes):
        cure = "a list keeps to the board (EC11, EC14)"
        defects.append(Defect(f"action {wrong_at}, {CODE_WORDS[codes[wrong_at - 1]]}, leaves the board", cure, line))
        return
    _put(state, slot, codes)


def _put(state: Truth, slot: int, codes: list[int]) -> None:
    state.living |= 1 << slot
    state.lengths[slot] = len(codes)
    for at, code in enumerate(codes):
        state.lists[slot * LONGEST + at] = code


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys must differ."""
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key comes twice in one object")
    return values


def _read_json(text: str) -> dict[str, Any]:
    cure = "a position file is one JSON object (EC61)"
    try:
        position: dict[str, Any] = json.loads(text, object_pairs_hook=_pairs)
    except json.JSONDecodeError as wrong:
        raise BadSetup([Defect(f"this is not JSON: {wrong.msg}", cure, wrong.lineno, wrong.colno)]) from wrong
    except (ValueError, RecursionError) as wrong:
        problem = str(wrong) if str(wrong).startswith("a key") else "a number too long or brackets too deep"
        raise BadSetup([Defect(f"this JSON cannot be used: {problem}", cure)]) from wrong
    return position


def _read_position(text: str) -> tuple[SetupRecord, Truth]:
    position = _read_json(text)
    setup: SetupRecord = Setup()
    state: Truth = State()
    setup.position = 1
    defects = [
        Defect(f"unknown key {key[:40]!r}", f"known are {', '.join(POSITION_KEYS)} (EC62)")
        for key in position
        if key not in POSITION_KEYS
    ]
    _read_scores(state, position.get("scores", {"1": 0, "2": 0}), defects)
    title = position.get("title", position.get("name", ""))
    _put_title(setup, title if isinstance(title, str) else "")
    echoes = position.get("echoes")
    if not isinstance(echoes, list):
        cure = 'write {"echoes": [{"id", "player", "start", "actions"}, ...]} (EC61)'
        defects.append(Defect("`echoes` is no list", cure))
        echoes = []
    if len(echoes) > SLOTS:
        defects.append(Defect(f"there are {len(echoes)} echoes", f"at most {SLOTS} (EC62)"))
    seen: set[str] = set()
    for slot, echo in enumerate(echoes[:SLOTS]):
        _read_position_echo(setup, state, slot, echo, seen, defects)
    if defects:
        raise BadSetup(defects)
    return setup, state


def _read_scores(state: Truth, scores: Any, defects: list[Defect]) -> None:
    pair = isinstance(scores, dict) and set(scores) == {"1", "2"}
    if pair and all(_is_number(value, 0, 999) for value in scores.values()):
        state.points[0], state.points[1] = scores["1"], scores["2"]
    else:
        defects.append(Defect("`scores` are not usable", 'write {"1": n, "2": n} with numbers from 0 to 999 (EC62)'))


def _is_number(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _read_position_echo(
    setup: SetupRecord, state: Truth, slot: int, echo: Any, seen: set[str], defects: list[Defect]
) -> None:
    place = f"echo {slot + 1}"
    if not isinstance(echo, dict) or set(echo) != set(ECHO_KEYS):
        problem = f"{place} has not exactly the keys {', '.join(ECHO_KEYS)}"
        defects.append(Defect(problem, "give all four and no other (EC61)"))
        return
    name, player, tile, words = (echo[key] for key in ECHO_KEYS)
    if not isinstance(name, str) or not 1 <= len(name) <= 8 or not all("!" <= sign <= "~" for sign in name):
        defects.append(Defect(f"{place}: the id is not 1 to 8 ASCII signs", "use letters and digits (EC62)"))
    elif name in seen:
        defects.append(Defect(f"{place}: the id {name!r} comes twice", "ids are different (EC62)"))
    else:
        seen.add(name)
        for at, sign in enumerate(name):
            setup.ids[slot * 8 + at] = ord(sign)
    if not _is_number(player, 1, 2):
        defects.append(Defect(f"{place}: player is not 1 or 2", "players are 1 and 2"))
    else:
        setup.side[slot] = player - 1
    if not isinstance(tile, str) or not TILE.match(tile):
        defects.append(Defect(f"{place}: the start is no tile", "tiles are A1 to H8 (EC62)"))
        return
    setup.home[slot] = tile_cell(tile)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        defects.append(Defect(f"{place}: actions are no list of texts", 'write ["fire N", "shield N"] (EC61)'))
        return
    if len(words) > LONGEST:
        defects.append(Defect(f"{place} has {len(words)} actions", f"at most {LONGEST} (EC62)"))
        return
    try:
        codes = [read_code(word) for word in words]
    except BadAction as wrong:
        defects.append(Defect(f"{place}: {wrong}", ""))
        return
    if wrong_at := off_board(setup.home[slot], codes):
        problem = f"{place}: action {wrong_at}, {CODE_WORDS[codes[wrong_at - 1]]}, leaves the board"
        defects.append(Defect(problem, "a list keeps to the board (EC11, EC14)"))
        return
    _put(state, slot, codes)


def _write_position(setup: SetupRecord, state: Truth) -> str:
    everyone = [slot for slot in range(SLOTS) if state.living >> slot & 1 or state.fell[slot]]
    lost = [sum(1 for slot in everyone if state.fell[slot] and setup.side[slot] == player) for player in range(2)]
    echoes = [
        {
            "id": echo_id(setup, slot),
            "player": setup.side[slot] + 1,
            "start": tile_name(setup.home[slot]),
            "actions": [CODE_WORDS[code] for code in codes_of(state, slot)],
        }
        for slot in everyone
    ]
    position: dict[str, Any] = {
        "echoes": echoes,
        "scores": {"1": state.points[0] - lost[1], "2": state.points[1] - lost[0]},
    }
    if title := title_of(setup):
        position["title"] = title
    return json.dumps(position, indent=1) + "\n"
