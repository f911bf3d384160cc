"""What a person sees: one board, the things on it, where movers will go, and what the last moments meant."""

import copy
from typing import Any, NamedTuple

from gridhall.game import LIMIT, PLAYING, WON
from gridhall.kernel import watch, zeros
from gridhall.scene import Choice, Kind, Labels, Layer, Mark, Meter, Outcome, Piece, Preview, Scene

from . import rules as R
from .setup import names_of, words_of
from .words import WORDS

LEGEND = {
    "floor": Kind(".", "floor", "·"),
    "bare": Kind(" ", "bare tile"),
    "wall": Kind("#", "wall", "█", "Nobody walks through it, but who is phasing.", join=True),
    "toll": Kind(",", "costly floor", "∴", "Ending an action here costs points."),
    "prize": Kind("+", "reward tile", "✚", "Standing here pays points."),
    "lava": Kind("~", "lava", "≈", "Deadly."),
    "agent": Kind("@", "you", "☻"),
    "exit": Kind("E", "exit", "∩", "Stand here when nothing is left to do."),
    "coin": Kind("o", "coin", "∘", "Pick it up for points."),
    "core": Kind("*", "core", "◆", "It must be collected."),
    "key": Kind("k", "key", "⚷", "Pick it up; it opens one lock of its name."),
    "door": Kind("D", "locked door", "╬", "A key of its name, used beside it, opens it."),
    "open": Kind("/", "open door", "╱", "It stays open."),
    "portal": Kind("O", "portal", "◎", "It carries whoever comes to it to the other one of its pair."),
    "box": Kind("$", "box", "□", "Push it."),
    "block": Kind("B", "block", "▣", "In the way, and it cannot be pushed."),
    "monster": Kind("M", "monster", "♞", "It moves before you do."),
    "chaser": Kind("C", "chaser", "♛", "It comes for its target before you act."),
    "spike": Kind("^", "spike", "▲", "It hurts whoever is on its tile."),
    "boots": Kind("b", "boots", "»", "Speed: several small steps in one action."),
    "shield": Kind("s", "shield", "⛨", "Immunity: blocks hits."),
    "ghost": Kind("g", "ghost", "☁", "Phasing: walk through walls, and hits miss you."),
    "item": Kind("i", "thing to pick up", "◇"),
    "thing": Kind("?", "thing", "◌"),
    "heart": Kind("h", "heart", "♥"),
}
RANK = {kind: rank for rank, kind in enumerate(LEGEND)}  # what is drawn above what
RANK |= {"agent": 99, "monster": 60, "chaser": 61, "box": 50, "block": 51, "exit": 10, "portal": 11, "open": 9}
TILES = " .,+~#"  # what shows of several on one cell: the last
LETTERS = "afjlnqrtuvwxyz"  # for keys, and as capitals for doors, where there are several names; no signs of the legend
KEYS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "u", "p", " ")
WAYS = ("up", "down", "left", "right")
ARROWS = ("↑", "↓", "←", "→")
MOVE_HINTS = (
    "",
    "Mirror: left and right are swapped (GU14).",
    "Wrap: over the edge you come to the far side (GU14).",
    "Ice: you slide until something stops you (GU15).",
    "Wind: after each step a 30 % chance of one more, anywhere (GU16).",
    "Gravity: after each step you fall (GU17).",
)
AIMS = (
    "collect every core, then stand on an exit",
    "stand on an exit",
    "collect every core",
    "open every lock",
    "push every box onto an exit",
)


class Thing(NamedTuple):
    """How an entity is drawn: what never changes of it."""

    entity: int
    kind: str
    label: str
    badge: str
    tell: str
    piece: str  # its id in scenes


class Plan(NamedTuple):
    """What never changes of a level's picture."""

    setup: Any
    tiles: list[str]
    things: list[Thing]
    kinds: list[str]
    names: list[str]
    labels: Labels
    message: str
    cores: bool  # is there anything that must be collected?


_plans: list[Plan] = []  # the newest levels drawn, newest last


def plan_of(setup: Any) -> Plan:
    """The plan of a setup, made once."""
    for plan in _plans:
        if plan.setup is setup:
            return plan
    plan = _plan(setup)
    _plans.append(plan)
    del _plans[:-8]
    return plan


def kind_of(setup: Any, n: int) -> str:
    """The kind of the legend that an entity is drawn as."""
    return kind_with(setup.flags[n], setup.cost[n])


def kind_with(flags: int, cost: int) -> str:
    """The kind of the legend that tells the most of these properties."""
    if flags & R.AGENT:
        return "agent"
    if flags & R.HARMS:
        if flags & R.CHASING:
            return "chaser"
        if flags & R.MOVING or flags & R.HEALTH:
            return "monster"
        if flags & R.PUSHABLE:
            return "box"
        return "lava" if flags & R.LETHAL else "spike" if flags & R.COLLIDABLE or not flags & R.COLLECTIBLE else "item"
    if flags & R.EFFECT:
        return "boots" if flags & R.SPEED else "shield" if flags & R.IMMUNITY else "ghost"
    for flag, kind in ((R.LOCKED, "door"), (R.PORTAL, "portal"), (R.PUSHABLE, "box"), (R.KEY, "key")):
        if flags & flag:
            return kind
    if flags & R.COLLECTIBLE:
        return "core" if flags & R.REQUIRED else "coin" if flags & R.REWARD else "item"
    if flags & R.EXIT and not flags & R.BLOCKING:
        return "exit"
    if flags & R.CHASING:
        return "chaser"
    if flags & R.MOVING:
        return "block" if flags & R.BLOCKING else "monster"
    for flag, kind in ((R.BLOCKING, "wall"), (R.REWARD, "prize"), (R.HEALTH, "monster")):
        if flags & flag:
            return kind
    if flags & R.COST:
        return "toll" if cost > 1 else "floor"
    return "thing"


def tile_with(flags: int, cost: int) -> str:
    """The sign of a tile that an entity of these properties makes, or "" if it is drawn as a piece."""
    if flags == R.BLOCKING:
        return "#"
    if flags == R.LETHAL | R.COLLIDABLE:
        return "~"
    if flags == R.REWARD:
        return "+"
    if flags == R.COST:
        return "," if cost > 1 else "."
    return ""


def _plan(setup: Any) -> Plan:
    names = names_of(setup)
    letters = _letters(names)
    rows = [[" "] * setup.width for _ in range(setup.height)]
    things, kinds = [], []
    pairs: dict[int, str] = {}
    for n in range(setup.entities):
        kind = kind_of(setup, n)
        kinds.append(kind)
        if setup.holder[n] >= 0:
            continue
        sign = tile_with(setup.flags[n], setup.cost[n]) if setup.mobile[n] < 0 else ""
        if sign:
            row, col = setup.place[n] >> 5, setup.place[n] & 31
            if TILES.index(sign) > TILES.index(rows[row][col]):
                rows[row][col] = sign
            continue
        label = badge = ""
        if setup.flags[n] & R.PORTAL:
            first = min(n, setup.link[n])
            label = pairs.setdefault(first, str(len(pairs) + 1)) if kind == "portal" else ""
        name = setup.lock[n] if kind == "door" else setup.key[n] if kind == "key" else -1
        if name >= 0:
            badge = names[name]
            label = letters[name].upper() if kind == "door" else letters[name]
        things.append(Thing(n, kind, label, badge, properties(setup, n, names), str(setup.id[n])))
    things.sort(key=lambda thing: (RANK[thing.kind], thing.entity))
    cores = any(setup.flags[n] & R.REQUIRED and setup.flags[n] & R.COLLECTIBLE for n in range(setup.entities))
    labels = Labels([str(col) for col in range(setup.width)], [str(row) for row in range(setup.height)])
    return Plan(setup, ["".join(row) for row in rows], things, kinds, names, labels, words_of(setup)[2], cores)


def _letters(names: list[str]) -> list[str]:
    """A letter for each name of keys and locks, one of its own if that is free; none is needed for a single name."""
    found: list[str] = []
    for name in names if len(names) > 1 else ():
        wanted = (letter for letter in (*name.lower(), *LETTERS) if letter in LETTERS and letter not in found)
        found.append(next(wanted, LETTERS[len(found) % len(LETTERS)]))
    return found or [""] * len(names)


def properties(setup: Any, n: int, names: list[str]) -> str:
    """All properties of an entity in a few words."""
    flags = setup.flags[n]
    parts = [text for flag, text in (
        (R.BLOCKING, "blocks"), (R.PUSHABLE, "can be pushed"), (R.COLLECTIBLE, "pick it up"), (R.REQUIRED, "required"), (R.EXIT, "exit"), (R.LETHAL, "deadly"),
    ) if flags & flag and not flags & R.AGENT]  # fmt: skip
    if flags & R.DAMAGE:
        parts.append(f"damage {setup.damage[n]}")
    if flags & R.REWARD:
        parts.append(f"worth {setup.reward[n]}")
    if flags & R.COST and not flags & R.AGENT:
        parts.append(f"costs {setup.cost[n]}")
    if flags & R.KEY:
        parts.append(f"key “{names[setup.key[n]]}”")
    if flags & R.LOCKED:
        parts.append(f"opens with key “{names[setup.lock[n]]}”")
    if flags & R.PORTAL:
        parts.append(f"leads to portal {setup.id[setup.link[n]]}")
    if flags & R.MOVING:
        pace = setup.pace[setup.mobile[n]]
        parts.append(
            f"moves {'up and down' if flags & R.VERTICAL else 'left and right'}"
            + (f", {pace} tiles a turn" if pace > 1 else "")
        )
        if not flags & R.BOUNCE:
            parts.append("never turns round")
    if flags & R.CHASING:
        prey = "you" if setup.target[n] == setup.hero else f"the {LEGEND[kind_of(setup, setup.target[n])].name}"
        parts.append(f"chases {prey}" + (" in a straight line" if flags & R.STRAIGHT else ""))
    if flags & R.SPEED:
        parts.append(f"{setup.multiplier[n]} steps an action")
    if flags & R.IMMUNITY:
        parts.append("blocks hits")
    if flags & R.PHASING:
        parts.append("walk through walls")
    return ", ".join(parts)


def scene(setup: Any, state: Any, player: int) -> Scene:
    """The whole board; secret are the wind to come and a redacted objective, and neither is shown before the end."""
    plan = plan_of(setup)
    playing = state.ending == PLAYING
    choices = [_choice(setup, state, action) for action in range(R.ACTIONS)] if playing and player == 0 else []
    marks = _why(setup, state) if state.hit or state.ending == LIMIT else _marks(setup, state) if playing else []
    if choices and (cells := [choice.cell for choice in choices if choice.cell >= 0]):
        marks.append(Mark("choice", cells=sorted(set(cells))))
    return Scene(
        setup.width,
        setup.height,
        LEGEND,
        [Layer(plan.tiles)],
        _pieces(setup, state, plan),
        marks,
        _meters(setup, state, plan),
        choices,
        _status(setup, state),
        plan.message or MOVE_HINTS[setup.move],
        labels=plan.labels,
        outcome=None if playing else _outcome(setup, state),
    )


def board_cell(setup: Any, cell: int) -> int:
    """A cell of the rules as a cell of the scene."""
    return (cell >> 5) * setup.width + (cell & 31)


def _pieces(setup: Any, state: Any, plan: Plan) -> list[Piece]:
    pieces = []
    for n, kind, label, badge, tell, piece in plan.things:
        cell = R.cell_of(setup, state, n)
        if cell < 0:
            continue
        flags, m = setup.flags[n], setup.mobile[n]
        facing, faded = -1, False
        if flags & R.HEALTH:
            faded = R.is_dead(setup, state, n)
            badge = "✝" if faded else badge if n == setup.hero else f"{state.health[setup.vital[n]]}♥"
        if flags & R.MOVING and not faded:
            way = way_of(setup, state, m)
            badge = ARROWS[way] + (str(setup.pace[m]) if setup.pace[m] > 1 else "")
        elif flags & R.CHASING and not faded:
            badge = "◎"
        if kind == "door" and R.is_open(setup, state, n):
            kind, label, badge, tell = "open", "", "", "open"
        if flags & (R.TIME | R.USES):
            badge = limits(setup, state, n)
        pieces.append(
            Piece(piece, kind, board_cell(setup, cell), 0, facing, label=label, badge=badge, faded=faded, tell=tell)
        )
    return pieces


def way_of(setup: Any, state: Any, m: int) -> int:
    """The direction a mover goes next."""
    backwards = state.facing[m >> 5] >> (m & 31) & 1
    return int((R.UP if setup.body[m] & R.VERTICAL else R.LEFT) + 1 - backwards)


def limits(setup: Any, state: Any, n: int) -> str:
    """What is left of an effect, as a badge: turns and uses."""
    slot, flags = setup.limited[n], setup.flags[n]
    parts = [f"{state.time[slot]}t"] if flags & R.TIME else []
    return " ".join(parts + ([f"{state.uses[slot]}×"] if flags & R.USES else []))


def _marks(setup: Any, state: Any) -> list[Mark]:
    """Where everything that moves by itself will go, because it goes first."""
    if not setup.movers + setup.chasers:
        return []
    lines: dict[int, list[int]] = {}
    for moment, what, who, _ in foresee(setup, state):
        if what in (R.MOVED, R.CHASED, R.CARRIED):
            m = setup.mobile[who]
            lines.setdefault(who, [board_cell(setup, state.cells[m])]).append(board_cell(setup, moment.cells[m]))
    return [
        Mark("danger" if setup.flags[who] & R.HARMS else "alt", line=line, arrow=True) for who, line in lines.items()
    ]


def _why(setup: Any, state: Any) -> list[Mark]:
    """After a loss: the tile of the agent, and the ways of this turn of the agent and of what killed it."""
    here = state.cells[setup.agent]
    marks = [Mark("danger", cells=[board_cell(setup, here)])]
    if state.hit:
        there = R.cell_of(setup, state, state.killer)
        for style, line in (
            ("trail", way_between(setup, state.start, here)),
            ("danger", way_between(setup, state.origin, there)),
        ):
            marks += [Mark(style, line=line, arrow=True)] if len(line) > 1 else []
    return marks


def way_between(setup: Any, cell: int, to: int) -> list[int]:
    """The scene's cells from one tile to another in a row or column.

    Of other ways, as through portals, only the ends.
    """
    rows, cols = (to >> 5) - (cell >> 5), (to & 31) - (cell & 31)
    count = max(abs(rows), abs(cols), 1)
    ends = cell, to
    between = [cell + n * (32 * rows + cols) // count for n in range(count + 1)] if 0 in (rows, cols) else ends
    return [board_cell(setup, one) for one in dict.fromkeys(between)]


def foresee(setup: Any, state: Any) -> list[Any]:
    """The moments of the movers' and chasers' next motions, timers ticked before as in a turn."""
    after = copy.copy(state)
    with watch() as moments:
        turn, trails = zeros(4 * setup.mobiles), zeros(32 * setup.mobiles)
        for slot in range(setup.limits):
            if (
                after.time[slot] > 0
                and setup.flags[setup.timed[slot]] & R.TIME
                and R.is_active(setup, after, setup.timed[slot])
            ):
                after.time[slot] -= 1
        R.roam(setup, after, turn, trails)
    return list(moments)


def held(setup: Any, state: Any) -> list[int]:
    """The entities in the agent's inventory."""
    found = []
    for n in range(setup.entities):
        if (
            setup.flags[n] & R.EFFECT
            or R.cell_of(setup, state, n) >= 0
            or setup.holder[n] not in (setup.hero, R.NOTHING)
        ):
            continue
        if not (setup.used[n] >= 0 and R.has_bit(state, setup.used[n])):
            found.append(n)
    return found


def effects(setup: Any, state: Any, bearer: int) -> list[int]:
    """The effects active for somebody."""
    return [
        setup.effect[i]
        for i in range(setup.effects)
        if setup.bearer[i] == bearer and R.is_active(setup, state, setup.effect[i])
    ]


def _meters(setup: Any, state: Any, plan: Plan) -> list[Meter]:
    meters = []
    vital = setup.vital[setup.hero]
    if vital >= 0:
        most = setup.most[vital]
        meters.append(Meter("icons" if most <= 10 else "bar", "Health", state.health[vital], most, icon="heart"))
    meters.append(Meter("number", "Score", state.score))
    meters.append(Meter("number", "Turn", state.turn, setup.limit))
    if state.aim == R.HIDDEN:
        meters.append(Meter("text", "Objective", text="sealed"))
    elif state.aim == R.UNLOCK:
        meters.append(Meter("number", "Locks left", state.locks, icon="door"))
    elif state.aim == R.PUSH:
        meters.append(Meter("number", "Boxes left", len(_loose(setup, state)), icon="box"))
    elif plan.cores and state.aim in (R.DEFAULT_AIM, R.COLLECT):
        meters.append(Meter("number", "Cores left", state.left, icon="core"))
    carried = held(setup, state)
    keys = [f"key {plan.names[setup.key[n]]}" for n in carried if setup.key[n] >= 0]
    if setup.pockets:
        meters.append(Meter("text", "Keys", text=", ".join(keys) or "none", icon="key"))
    others = [plan.kinds[n] for n in carried if setup.key[n] < 0]
    if others:
        meters.append(Meter("items", "Carried", items=others))
    for n in effects(setup, state, setup.hero):
        meters.append(
            Meter("text", LEGEND[plan.kinds[n]].name.capitalize(), text=left_of(setup, state, n), icon=plan.kinds[n])
        )
    return meters


def left_of(setup: Any, state: Any, n: int) -> str:
    """What is left of an effect, in words."""
    slot, flags = setup.limited[n], setup.flags[n]
    parts = [_count(state.time[slot], "turn")] if flags & R.TIME else []
    parts += [_count(state.uses[slot], "use")] if flags & R.USES else []
    return ", ".join(parts) or "for good"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}es" if what.endswith("x") else f"{number} {what}s"


def _loose(setup: Any, state: Any) -> list[int]:
    """The pushable mobiles that are not on an exit."""
    found = []
    for m in range(setup.mobiles):
        if setup.body[m] & R.PUSHABLE and state.cells[m] >= 0 and not R.is_exit(setup, state, state.cells[m]):
            found.append(m)
    return found


def _status(setup: Any, state: Any) -> str:
    if state.ending == WON:
        return "You made it."
    if state.ending != PLAYING:
        return "The turn limit is over (GU28)." if state.ending == LIMIT else f"You are dead: {_fate(setup, state)}."
    if state.aim == R.HIDDEN:
        return "Your orders are sealed: the message tells them to who can read it."
    if state.aim > R.PUSH:  # a variant's own
        return f"{AIMS[state.aim][0].upper()}{AIMS[state.aim][1:]}."
    if state.aim == R.REACH_EXIT or (state.aim == R.DEFAULT_AIM and state.left == 0):
        return "Stand on the exit."
    if state.aim == R.UNLOCK:
        return f"Open {_count(state.locks, 'lock')}."
    if state.aim == R.PUSH:
        return f"Push {_count(len(_loose(setup, state)), 'box')} onto exits."
    return f"Collect {_count(state.left, 'core')}" + (
        ", then stand on the exit." if state.aim == R.DEFAULT_AIM else "."
    )


def _choice(setup: Any, state: Any, action: int) -> Choice:
    cell = state.cells[setup.agent]
    if action == R.WAIT:
        return Choice(action, "wait", "Wait", KEYS[action])
    if action == R.PICK:
        there = any_collectible(setup, state, cell)
        return Choice(
            action,
            "pick",
            "Pick up",
            KEYS[action],
            cell=board_cell(setup, cell) if there else -1,
            main=there,
            idle=not there,
        )
    if action == R.USE:
        at = lock_in_reach(setup, state)
        return Choice(
            action,
            "use",
            "Use key",
            KEYS[action],
            cell=board_cell(setup, at) if at >= 0 and at != cell else -1,
            main=at >= 0,
            idle=at < 0,
        )
    way = R.LEFT + R.RIGHT - action if setup.move == R.MIRROR and action >= R.LEFT else action
    near = R.ahead(setup, cell, way, setup.move == R.WRAP)
    if near < 0:
        return Choice(action, WORDS[action], WORDS[action].capitalize(), KEYS[action], idle=True)
    pushes = any(state.cells[m] == near and setup.body[m] & R.PUSHABLE for m in range(setup.mobiles))
    stopped = (
        R.holds(setup, state, near, R.BLOCKING, setup.agent)
        and not pushes
        and R.serving(setup, state, setup.hero, R.PHASING) < 0
    )
    danger = not stopped and setup.danger[near >> 5] >> (near & 31) & 1 == 1
    name = f"Push {WORDS[action]}" if pushes else WORDS[action].capitalize()
    return Choice(
        action,
        WORDS[action],
        name,
        KEYS[action],
        cell=-1 if stopped else board_cell(setup, near),
        danger=danger,
        idle=bool(stopped),
    )


def any_collectible(setup: Any, state: Any, cell: int) -> bool:
    """Is there anything to pick up on a tile?"""
    still = any(
        setup.flags[setup.changing[i]] & R.COLLECTIBLE and R.cell_of(setup, state, setup.changing[i]) == cell for i in range(setup.changers)
    )  # fmt: skip
    return still or any(state.cells[m] == cell and setup.body[m] & R.COLLECTIBLE for m in range(setup.mobiles))


def lock_in_reach(setup: Any, state: Any) -> int:
    """The tile of the first lock that "use" would open now, or NOWHERE."""
    for way in R.USE_ORDER:
        cell = R.ahead(setup, state.cells[setup.agent], way, False)
        for n in range(setup.entities) if cell >= 0 and state.locks and setup.pockets else ():
            if (
                setup.opened[n] >= 0
                and R.cell_of(setup, state, n) == cell
                and not R.is_open(setup, state, n)
                and R.fitting(setup, state, setup.lock[n]) >= 0
            ):
                return int(cell)
    return R.NOWHERE


def _outcome(setup: Any, state: Any) -> Outcome:
    lines = [f"{_count(state.turn, 'turn')}, score {state.score}"]
    if setup.redacted:
        lines.insert(0, f"Your orders were: {AIMS[state.aim]} (GU27).")
    if state.ending == WON:
        return Outcome("You made it", 1, lines, won=True)
    if state.ending == LIMIT:
        return Outcome("Out of turns", 0, [f"The limit was {_count(setup.limit, 'turn')} (GU28).", *lines])
    fate = _fate(setup, state)
    return Outcome("You died", 0, [f"{fate[0].upper()}{fate[1:]}.", *lines])


def _fate(setup: Any, state: Any) -> str:
    """Why the agent is dead, with the rule."""
    return f"{_tell_how(setup, state.hit, state.killer, setup.hero)} (GU21)"


def preview(setup: Any, state: Any, player: int, action: int) -> Preview:
    """What a choice would do: the small steps, the pushes, the hits; of the wind only its chance is told."""
    windy = setup.move == R.WINDY and action < R.USE
    for rng in range(64 if windy else 1):
        after = copy.copy(state)
        after.rng = rng
        with watch() as moments:
            R.step(setup, after, 0, action)
        if not any(what == R.BLOWN for _, what, _, _ in moments):
            break
    walks: dict[int, list[int]] = {}
    texts = []
    for moment, what, who, cell in moments:
        if what in (R.MOVED, R.CHASED, R.STEPPED, R.PUSHED, R.FELL, R.CARRIED):
            m = setup.mobile[who]
            walks.setdefault(who, [board_cell(setup, state.cells[m])]).append(board_cell(setup, moment.cells[m]))
        if text := describe(setup, moment, 0, what, who, cell):
            texts.append(text)
    marks = []
    for who, line in walks.items():
        style = "path" if who == setup.hero else "danger" if setup.flags[who] & R.HARMS else "alt"
        marks.append(Mark(style, line=line, arrow=True))
    pieces = [
        Piece(str(setup.id[who]), kind_of(setup, who), line[-1], faded=True) for who, line in walks.items() if line[-1] != line[0]
    ]  # fmt: skip
    vital = setup.vital[setup.hero]
    lost = state.health[vital] - after.health[vital] if vital >= 0 else 0
    if windy:
        texts.append("then a 30 % chance of a blow in one of four directions (GU16)")
    return Preview(
        "; ".join(texts),
        bool(lost > 0 or after.ending not in (PLAYING, WON)),
        marks,
        pieces,
        _meters(setup, after, plan_of(setup)),
    )


def name_in(setup: Any, n: int) -> str:
    """A thing as a sentence calls it: "the box", "the red key"."""
    if n == setup.hero:
        return "you"
    plan = plan_of(setup)
    name = {"key": setup.key[n], "door": setup.lock[n]}.get(plan.kinds[n], -1)
    what = LEGEND[plan.kinds[n]].name
    return f"the {what}" + (f" “{plan.names[name]}”" if name >= 0 else "")


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    """An event as a sentence with the rule that made it."""
    if what in (R.OVERLAP, R.SWAP, R.CROSSING, R.ENDPOINT, R.WARDED):
        return _tell_hit(setup, state, what, who & 4095, who >> 12)
    name = name_in(setup, who)
    hero = who == setup.hero
    if what == R.PICKED:
        gained = f": +{setup.reward[who]} points" if setup.reward[who] else ""
        return f"you picked up {name}{gained} (GU24)"
    if what == R.NO_KEY:
        return f"you have no key “{plan_of(setup).names[setup.lock[who]]}” for {name} (GU25)"
    if what == R.LEFT_BEHIND:
        return f"you cannot take {name}: you have no {'status' if setup.flags[who] & R.EFFECT else 'inventory'} (GU24a)"
    if what == R.DIED:
        return "you died (GU23)" if hero else f"{name} died (GU23)"
    if what == R.CARRIED:
        return f"a portal carried {name} (GU20)"
    if what == R.BUMPED:
        return "blocked: off the board (GU10)" if cell == state.cells[setup.agent] else "blocked (GU10)"
    return {
        R.PUSHED: f"you pushed {name} (GU11)",
        R.PHASED: "you walked through, phasing (GU12)",
        R.BLOWN: "the wind blows you on (GU16)",
        R.PAID: "the tile paid points (GU26)",
        R.NOTHING_HERE: "there is nothing to pick up here (GU24)",
        R.OPENED: f"you opened {name} (GU25)",
        R.NO_LOCK: "there is no lock here or beside you (GU25)",
        R.REACHED: f"the objective is met{': ' + AIMS[state.aim] if setup.redacted else ''} (GU27)",
        R.OVERTIME: f"the turn limit of {setup.limit} is over (GU28)",
        R.FADED: f"{name} wore off (GU6)",
        R.FELL: "you fall (GU17)",
    }.get(what, "")


def _tell_hit(setup: Any, state: Any, what: int, damager: int, patient: int) -> str:
    """Who was hit by what, by which of the four rules, and what is left."""
    if what == R.WARDED:
        return f"{_whose(setup, patient)} protection blocked {name_in(setup, damager)} (GU22)"
    harm = "deadly" if setup.flags[damager] & R.LETHAL else f"−{setup.damage[damager]}"
    return f"{_tell_how(setup, what, damager, patient)}, GU21: {harm}, health {state.health[setup.vital[patient]]}"


def _tell_how(setup: Any, what: int, damager: int, patient: int) -> str:
    """Which of the four hits it was."""
    name, hit = name_in(setup, damager), name_in(setup, patient)
    return {
        R.OVERLAP: f"{hit} and {name} are on one tile",
        R.SWAP: f"{hit} swapped places with {name}",
        R.CROSSING: f"{_whose(setup, patient)} way crossed that of {name}",
        R.ENDPOINT: f"{hit} ended where {name} came from, and it ran over {'your' if patient == setup.hero else 'the'} tile",
    }[what]


def _whose(setup: Any, n: int) -> str:
    return "your" if n == setup.hero else f"{name_in(setup, n)}'s"
