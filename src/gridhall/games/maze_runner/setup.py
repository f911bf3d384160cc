"""A setup from text and back (MR87-MR91)."""

from typing import NamedTuple

from gridhall.errors import BadSetup, Defect
from gridhall.game import SetupRecord, Truth
from gridhall.games.maze_runner.records import Setup, State
from gridhall.games.maze_runner.structures import door_code
from gridhall.games.maze_runner.tables import (
    AREA,
    BACK_BIT,
    BACKSLASH,
    DOOR_BIT,
    FLAGS,
    FLOOR,
    LARGEST,
    MIRROR_BIT,
    MOST_DOORS,
    NEXUS,
    NOWHERE,
    OFF,
    SLASH,
    TEAM,
    UNITS,
    WALL,
    WIDTH,
)
from gridhall.header import Entry, split_header


class Parameter(NamedTuple):
    """A parameter of a match: how it is written, the field it fills, its range and default."""

    name: str
    field: str
    least: int
    most: int
    default: int


SMALLEST = 23  # two bases at least half the board apart need as much
KEYS = (
    Parameter("minions", "minions", 1, TEAM, 3),
    Parameter("actionsNumber", "actions", 1, 9, 5),
    Parameter("firstTurnActions", "first_actions", 1, 9, 0),  # default: half of actionsNumber, rounded up
    Parameter("minionsHitpoints", "hitpoints", 1, 99, 5),
    Parameter("turnsToRespawn", "respawn", 0, 99, 2),
    Parameter("movePrice", "move_price", 1, 9, 1),
    Parameter("switchPrice", "switch_price", 1, 9, 1),
    Parameter("swordPrice", "sword_price", 1, 9, 1),
    Parameter("swordDamage", "sword_damage", 1, 99, 1),
    Parameter("laserDamage", "laser_damage", 1, 99, 3),
    Parameter("rounds", "rounds", 1, 999, 60),
    Parameter("wallBuildCount", "walls", 0, 9, 1),
    Parameter("doorPrice", "door_price", 1, 9, 2),
    Parameter("doorCooldown", "door_cooldown", 0, 99, 2),
    Parameter("doorHitpoints", "door_hitpoints", 1, 99, 3),
    Parameter("maxMirrorsBending", "bends", 0, 99, 5),
)
SIZE = Parameter("size", "size", SMALLEST, LARGEST, 31)
DRAWN = (Parameter("first", "first", 1, 2, 1), Parameter("round", "round", 1, 999, 1))
NUMBERS = {key.name.lower(): key for key in (*KEYS, SIZE, *DRAWN)}
NAMES = [key.name for key in KEYS] + ["siege", "size", "symmetry", "first", "round", "title", "author"]
KNOWN = {name.lower() for name in NAMES}
MINIONS = "".join(str(unit + 1) for unit in range(UNITS))
SIGNS = f"#.NM{MINIONS}/\\Dd"
CODES = {"#": WALL, "N": NEXUS, "M": NEXUS + 1, "/": SLASH, "\\": BACKSLASH}


class _Header:
    """The header's values, and the defects that were met while they were read."""

    def __init__(self, entries: list[Entry], drawn: bool) -> None:
        self.defects: list[Defect] = []
        self.lines: dict[str, int] = {}
        self.values: dict[str, str] = {}
        for entry in entries:
            defect = self._defect(entry, drawn)
            if defect:
                self.defects.append(Defect(*defect, entry.line))
            else:
                self.values[entry.key] = entry.value
                self.lines[entry.key] = entry.line

    def _defect(self, entry: Entry, drawn: bool) -> tuple[str, str] | None:
        """What is wrong with an entry, and its cure; None if nothing is."""
        if entry.key not in KNOWN:
            return f"unknown key {entry.key!r} (MR88)", f"known are {', '.join(NAMES)}"
        if entry.key in self.values:
            return f"the key {entry.key!r} stands twice (MR87)", "keep one of them"
        if drawn and entry.key in ("size", "symmetry"):
            return f"{entry.key!r} beside a drawn map (MR87)", "leave it out: the drawing says it"
        if not drawn and entry.key in ("first", "round", "title", "author"):
            return f"{entry.key!r} belongs to a drawn map (MR88)", "leave it out, or draw the map"
        return None

    def number(self, key: Parameter, most: int | None = None, default: int | None = None) -> int:
        text, line = self.values.get(key.name.lower()), self.lines.get(key.name.lower())
        if text is None:
            return key.default if default is None else default
        most = key.most if most is None else most
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 100 else -1
        if not key.least <= value <= most:
            cure = f"write a whole number from {key.least} to {most}"
            self.defects.append(Defect(f"{key.name} is {text!r} (MR88)", cure, line))
            return key.least
        return value

    def one_of(self, key: str, options: tuple[str, ...]) -> int:
        """The place of the value in `options`; the first is the default."""
        text = self.values.get(key)
        if text is None:
            return 0
        if text.lower() not in options:
            self.defects.append(Defect(f"{key} is {text!r} (MR88)", f"write {' or '.join(options)}", self.lines[key]))
            return 0
        return options.index(text.lower())


def read_setup(text: str) -> tuple[SetupRecord, Truth]:
    """The parameters, and for a drawn map the position; raises BadSetup with every defect, its line and column."""
    entries, body, defects = split_header(text)
    while body and not body[-1].text.strip():
        body.pop()
    header = _Header(entries, bool(body))
    setup, state = Setup(), State()
    for key in KEYS:
        most = 1 if key.field == "walls" and not body else None  # MR76
        if key.field == "first_actions":
            continue
        setattr(setup, key.field, header.number(key, most))
    first_actions = NUMBERS["firstturnactions"]
    setup.first_actions = header.number(first_actions, setup.actions, (setup.actions + 1) // 2)
    setup.siege = header.one_of("siege", ("off", "on"))
    setup.round = 1
    for unit in range(UNITS):
        state.cell[unit] = NOWHERE
    state.nexus[0] = state.nexus[1] = NOWHERE
    if body:
        setup.first = header.number(DRAWN[0]) - 1
        setup.round = header.number(DRAWN[1], setup.rounds)
        _read_map([(line.line, line.text.rstrip()) for line in body], setup, state, header.defects)
    else:
        setup.size = header.number(SIZE)
        if not setup.size & 1:
            cure = f"write an odd number from {SMALLEST} to {LARGEST}"
            header.defects.append(Defect(f"size is {setup.size} (MR2)", cure, header.lines.get("size")))
        setup.symmetric = 1 - header.one_of("symmetry", ("half-turn", "none"))
    defects += header.defects
    if defects:
        raise BadSetup(sorted(defects, key=lambda defect: (defect.line or 0, defect.column or 0)))
    return setup, state


def _read_map(rows: list[tuple[int, str]], setup: SetupRecord, state: Truth, defects: list[Defect]) -> None:
    """Put a drawn map (line numbers and rows) into the state."""
    first_line = rows[0][0]
    width = max(len(row) for _, row in rows)
    if not (3 <= width <= LARGEST and 3 <= len(rows) <= LARGEST):
        problem = f"the map is {width} wide and {len(rows)} high (MR89)"
        defects.append(Defect(problem, f"draw 3x3 to {LARGEST}x{LARGEST}", first_line))
        return
    places: dict[str, list[tuple[int, int]]] = {}  # of each sign: line and column
    allowed = {str(number + 1 + side) for side in (0, TEAM) for number in range(setup.minions)}
    for y, (line, row) in enumerate(rows):
        if not row:
            defects.append(Defect("a blank row inside the map (MR89)", "draw it, `#` is wall and `.` floor", line))
        for x, sign in enumerate(row):
            at = (line, x + 1)
            if sign not in SIGNS:
                what = "a blank inside the map (MR89)" if sign.isspace() else f"unknown sign {sign!r} (MR89)"
                defects.append(Defect(what, f"known are {' '.join(SIGNS)}", *at))
                continue
            places.setdefault(sign, []).append(at)
            cell = y * WIDTH + x
            state.cells[cell] = CODES.get(sign, FLOOR)
            if sign in "NM":
                state.nexus["NM".index(sign)] = cell
            elif sign in "Dd":
                state.cells[cell] = door_code("Dd".index(sign), setup.door_hitpoints)
            elif sign.isdigit():
                state.cell[int(sign) - 1] = cell
                if sign not in allowed:
                    cure = f"with minions: {setup.minions} draw {' '.join(sorted(allowed))}"
                    defects.append(Defect(f"minion {sign} is one too many (MR90)", cure, *at))
        for x in range(len(row), width):
            state.cells[y * WIDTH + x] = WALL
    for sign in ["N", "M", *sorted(allowed)]:
        if sign not in places:
            name = f"the nexus `{sign}`" if sign in "NM" else f"minion {sign}"
            defects.append(Defect(f"{name} is missing (MR90)", "draw it once", first_line))
    for sign, there in places.items():
        if sign in f"NM{MINIONS}":
            defects.extend(Defect(f"`{sign}` stands twice (MR90)", "keep one of them", *at) for at in there[1:])
        if sign in "Dd":
            problem, cure = f"one door `{sign}` too many (MR90)", f"at most {MOST_DOORS} doors a player"
            defects.extend(Defect(problem, cure, *at) for at in there[MOST_DOORS:])


def write_setup(setup: SetupRecord, state: Truth) -> str:
    """The text that gives the setup back, with the map if it was drawn."""
    lines = []
    for key in KEYS:
        value = getattr(setup, key.field)
        if value != ((setup.actions + 1) // 2 if key.field == "first_actions" else key.default):
            lines.append(f"; {key.name}: {value}")
    if setup.siege:
        lines.append("; siege: on")
    if setup.size:
        lines += [f"; size: {setup.size}"] if setup.size != SIZE.default else []
        lines += ["; symmetry: none"] if not setup.symmetric else []
    else:
        lines += ["; first: 2"] if setup.first else []
        lines += [f"; round: {setup.round}"] if setup.round != 1 else []
        lines += _draw(state)
    return "".join(line + "\n" for line in lines)


def _draw(state: Truth) -> list[str]:
    """The map as signs, from its corner."""
    signs = {FLOOR: ".", **{code: sign for sign, code in CODES.items()}}
    rows = []
    for y in range(LARGEST):
        row = ""
        for x in range(LARGEST):
            cell = (state.origin + y * WIDTH + x) % AREA
            code = state.cells[cell]
            if code == OFF:
                break
            sign = signs.get(code, "#")
            if FLAGS[code + 128] & DOOR_BIT:
                sign = "d" if code < 0 else "D"
            elif FLAGS[code + 128] & MIRROR_BIT:
                sign = "\\" if FLAGS[code + 128] & BACK_BIT else "/"
            units = [unit for unit in range(UNITS) if state.cell[unit] == cell]
            row += str(units[0] + 1) if units else sign
        if row:
            rows.append(row)
    return rows
