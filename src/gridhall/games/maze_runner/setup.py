"""A setup from text and back (MR87-MR91)."""

from gridhall.errors import BadSetup, Defect
from gridhall.game import SetupRecord, Truth
from gridhall.games.maze_runner.parameters import (
    DRAWN,
    DUG_WALLS,
    FIRST_TURN,
    KEYS,
    KNOWN,
    NAMES,
    SIZE,
    SMALLEST,
    SWITCHES,
    Setting,
)
from gridhall.games.maze_runner.records import Setup, State
from gridhall.games.maze_runner.structures import door_code, golem_code, golem_quarter
from gridhall.games.maze_runner.tables import (
    AREA,
    BACK_BIT,
    BACKSLASH,
    DOOR_BIT,
    EXTRA,
    FLAGS,
    FLOOR,
    GOLEM_BIT,
    HEART,
    LARGEST,
    MIRROR_BIT,
    MOST_DOORS,
    NEXUS,
    NOWHERE,
    OFF,
    SLASH,
    TEAM,
    TOWER,
    TOWER_BIT,
    UNITS,
    WALL,
    WIDTH,
)
from gridhall.header import Entry, split_header

MINIONS = "".join(str(unit + 1) for unit in range(UNITS))
GOLEMS = "^>v<"  # by the quarter they look to
SIGNS = f"#.NM{MINIONS}/\\Dd"
CODES = {
    "#": WALL,
    "N": NEXUS,
    "M": NEXUS + 1,
    "/": SLASH,
    "\\": BACKSLASH,
    "n": EXTRA,
    "m": EXTRA + 1,
    "T": TOWER,
    "+": HEART,
}


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

    def number(self, key: Setting, most: int | None = None, default: int | None = None) -> int:
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

    def one_of(self, key: str) -> int:
        """The place of the value among the options; the first is the default."""
        options = SWITCHES[key]
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
        most = DUG_WALLS if key.field == "walls" and not body else None
        if key.field == "first_actions":
            continue
        setattr(setup, key.field, header.number(key, most))
    setup.first_actions = header.number(FIRST_TURN, setup.actions, (setup.actions + 1) // 2)
    setup.siege = header.one_of("siege")
    setup.majority = header.one_of("majority")
    if setup.towers:
        setup.walls = setup.towers
        if "wallbuildcount" in header.values:
            problem, cure = (
                "wallBuildCount beside towers (MR123)",
                "leave one of them out: towers take the walls' place",
            )
            header.defects.append(Defect(problem, cure, header.lines["wallbuildcount"]))
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
        setup.symmetric = 1 - header.one_of("symmetry")
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
    signs = SIGNS + "nm" * (setup.nexuses > 0) + "T" * (setup.towers > 0) + f"{GOLEMS}+" * (setup.golems > 0)
    for y, (line, row) in enumerate(rows):
        if not row:
            defects.append(Defect("a blank row inside the map (MR89)", "draw it, `#` is wall and `.` floor", line))
        for x, sign in enumerate(row):
            at = (line, x + 1)
            if sign not in signs:
                what = "a blank inside the map (MR89)" if sign.isspace() else f"unknown sign {sign!r} (MR89)"
                defects.append(Defect(what, _known_signs(sign, signs), *at))
                continue
            places.setdefault(sign, []).append(at)
            cell = y * WIDTH + x
            state.cells[cell] = CODES.get(sign, FLOOR)
            if sign in "NM":
                state.nexus["NM".index(sign)] = cell
            elif sign in "Dd":
                state.cells[cell] = door_code("Dd".index(sign), setup.door_hitpoints)
            elif sign in GOLEMS:
                state.cells[cell] = golem_code(GOLEMS.index(sign), setup.golem_hitpoints)
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
    _count_things(places, setup, defects, first_line)


def _known_signs(sign: str, signs: str) -> str:
    """The cure for an unknown sign: those that are known, or the setting that it needs (MR116)."""
    needs = "nexuses" if sign in "nm" else "towers" if sign == "T" else "golems" if sign in f"{GOLEMS}+" else ""
    return f"set `{needs}` to 1 or more (MR116)" if needs else f"known are {' '.join(signs)}"


def _count_things(
    places: dict[str, list[tuple[int, int]]], setup: SetupRecord, defects: list[Defect], first_line: int
) -> None:
    """Check that a drawn map has as many golems, stone towers and extra nexuses as the settings say (MR116)."""
    for signs, name, most in ((GOLEMS + "+", "golems", 2 * setup.golems), ("T", "towers", 2 * setup.towers)):
        drawn = sorted(at for sign in signs for at in places.get(sign, []))
        cure = f"with {name}: {most // 2} draw at most {most} of {' '.join(signs)}"
        defects.extend(Defect(f"one of the {name} too many (MR116)", cure, *at) for at in drawn[most:])
    for sign in "nm":
        there, cure = places.get(sign, []), f"with nexuses: {setup.nexuses} draw `{sign}` as many times"
        defects.extend(Defect("an extra nexus too many (MR116)", cure, *at) for at in there[setup.nexuses :])
        if len(there) < setup.nexuses:
            defects.append(Defect(f"an extra nexus `{sign}` is missing (MR116)", cure, first_line))


def write_setup(setup: SetupRecord, state: Truth) -> str:
    """The text that gives the setup back, with the map if it was drawn."""
    lines = []
    for key in KEYS:
        value = getattr(setup, key.field)
        if key.field == "walls" and setup.towers:
            continue
        if value != ((setup.actions + 1) // 2 if key.field == "first_actions" else key.default):
            lines.append(f"; {key.name}: {value}")
    if setup.siege:
        lines.append("; siege: on")
    if setup.majority:
        lines.append("; majority: on")
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
            elif FLAGS[code + 128] & GOLEM_BIT:
                sign = GOLEMS[golem_quarter(code)]
            elif FLAGS[code + 128] & TOWER_BIT:
                sign = "T"
            units = [unit for unit in range(UNITS) if state.cell[unit] == cell]
            row += str(units[0] + 1) if units else sign
        if row:
            rows.append(row)
    return rows
