"""What a person sees of Echoes: planning with a timeline, replays tick by tick, the end; and what he is told."""

from functools import lru_cache
from itertools import pairwise
from typing import Any

from gridhall.game import EVERYONE
from gridhall.games.echoes.film import SIDES, Picture, echo_name, film, flight, things_at, track
from gridhall.games.echoes.puzzles import judgement, puzzle_of
from gridhall.games.echoes.rules import (
    ACT,
    ACTIONS,
    BUDGET,
    CODES,
    COST,
    CREATING,
    EXTEND,
    FIRE,
    HEADING,
    JUDGED,
    LEFT,
    LONGEST,
    MINE,
    NEW,
    REACH,
    REASONS,
    RESIGN,
    SEALED,
    SHIELD,
    SLOTS,
    SUBMIT,
    TAKE_BACK,
    TICK,
    TOO_LONG,
    WALK,
)  # fmt: skip
from gridhall.games.echoes.setup import tile_name, title_of
from gridhall.games.echoes.words import CODE_WORDS, COLUMNS, KINDS, WORDS, codes_of, echo_id, kind_of, plan_codes
from gridhall.grid import ARROWS, NAMES
from gridhall.scene import (
    Choice,
    Frame,
    Kind,
    Labels,
    Layer,
    Mark,
    Meter,
    Outcome,
    Piece,
    Preview,
    Row,
    Scene,
    Tick,
    Timeline,
)

LEGEND = {
    "floor": Kind(".", "empty", "·"),
    "echo1": Kind("O", "Red's echo", "●", "repeats its whole list in every replay", owner=1),
    "echo2": Kind("o", "Blue's echo", "◆", "repeats its whole list in every replay", owner=2),
    "shot1": Kind("*", "Red's shot", "∗", "flies one tile a tick", owner=1),
    "shot2": Kind("*", "Blue's shot", "∗", "flies one tile a tick", owner=2),
    "mine1": Kind("x", "Red's mine", "¤", "stays until something meets it", owner=1),
    "mine2": Kind("x", "Blue's mine", "¤", "stays until something meets it", owner=2),
    "shield": Kind(")", "shield", "◠", "stops one shot from its side and the two diagonals beside it"),
    "burst": Kind("#", "destroyed", "✹", "an echo was destroyed here"),
}
# By owner. Red is round, Blue is angular: colour never speaks alone (EC2).
ECHO, SHOT, MINES = ("", "echo1", "echo2"), ("", "shot1", "shot2"), ("", "mine1", "mine2")
LABELS = Labels(list(COLUMNS), list("87654321"))
LAYERS = [Layer(["." * 8] * 8)]
SIGNS = tuple(KINDS[kind_of(code)][0].upper() + ARROWS[HEADING[code]] for code in range(CODES))
DONE, PLANNED = ([Tick(sign, CODE_WORDS[code], state) for code, sign in enumerate(SIGNS)] for state in ("done", "plan"))
NEXT, SEAL, IDLE, DEAD = Tick(state="next"), Tick(state="sealed"), Tick("-", "idle"), Tick("✕", "destroyed", "dead")
FIRST_PLAN = tuple(
    (NEW + 3, ACT + FIRE + heading, ACT + FIRE + heading, ACT + SHIELD + heading // 2, SUBMIT) for heading in (0, 4)
)
SEALED_HINT = "Nobody sees it until both have sealed."
SHORTENED = "its last shield will then last one tick only (EC37)"
UNDO_CHOICE = Choice(TAKE_BACK, "undo", "Undo", "Backspace")
RESIGN_CHOICE = Choice(RESIGN, "resign", "Resign", confirm="Resign? The match is lost at once.")
SUBMIT_CHOICE = Choice(SUBMIT, "submit", "Seal my plan", "Enter", main=True)
NOT_YET = [
    Choice(SUBMIT, "submit", "Seal my plan", "Enter", main=True, why=REASONS[LEFT - 1 + left]) for left in range(1, 6)
]


def scene(setup: Any, state: Any, player: int) -> Scene:
    if state.replaying:
        return _replay_scene(setup, state)
    if setup.position:
        return _position_scene(setup, state, player)
    tick = shown_tick(state, player)
    rows, ticks, now = _rows(setup, state, player)
    me = player if player in (0, 1) else -1
    open_now = me >= 0 and not state.over and not state.submitted[me]
    status, hint = _sentences(setup, state, player)
    return Scene(
        8, 8, LEGEND, LAYERS,
        pieces=_pieces(setup, state, player, tick), marks=_marks(setup, state, player, tick), meters=_meters(setup, state, player),
        choices=_choices(setup, state, me) if me >= 0 and not state.over else [],
        status=status, hint=hint, labels=LABELS,
        timeline=Timeline(ticks, now, rows, open_now and bool(state.plan_kind[me])) if rows else None,
        outcome=_outcome(setup, state, player) if state.over else None,
    )  # fmt: skip


def shown_tick(state: Any, player: int) -> int:
    """The tick the board stands at.

    After the player's plan so far; after the last replay when all is over; else before tick 1.
    """
    if state.over:
        return int(state.replay_ticks)
    if player not in (0, 1) or not state.plan_kind[player]:
        return 0
    slot = player * 8 + state.plan_column[player]
    before = 0 if state.plan_kind[player] == CREATING else state.lengths[slot]
    return int(before + state.plan_count[player])


# Lists, own plans included.


def _lists(setup: Any, state: Any, player: int) -> list[tuple[int, bytes, bytes, bool]]:
    """The (slot, list, planned part, being planned) of all echoes this view knows, own side first."""
    lists, lengths, living = bytes(state.lists), state.lengths, state.living
    made = []
    for slot in range(SLOTS):
        side = slot // 8
        codes = lists[slot * LONGEST : slot * LONGEST + lengths[slot]] if living >> slot & 1 else b""
        edited = bool(player in (side, EVERYONE) and state.plan_kind[side] and state.plan_column[side] == slot % 8)
        if codes or edited:
            made.append((slot, codes, plan_codes(state, side) if edited else b"", edited))
    if player == 1:
        made.sort(key=lambda one: one[0] < 8)
    return made


def _pieces(setup: Any, state: Any, player: int, tick: int) -> list[Piece]:
    lists = _lists(setup, state, player)
    planning = any(edited for *_, edited in lists)
    pieces: list[Piece] = []
    for slot, codes, planned, edited in lists:
        pieces += _echo_pieces(slot, setup.home[slot], codes + planned, tick, planning and not edited)
    return pieces


@lru_cache(8192)
def _echo_pieces(slot: int, home: int, codes: bytes, tick: int, faded: bool) -> tuple[Piece, ...]:
    """One list's shots, mines, shield and echo after a tick, with nobody in their way (EC59)."""
    path, owner, name = track(home, codes), 1 + slot // 8, f"{1 + slot // 8}{COLUMNS[slot % 8]}"
    made = [_thing(f"{slot}.{birth}", heading, cell, owner, faded) for birth, heading, cell in things_at(path, tick)]
    at = min(tick, len(codes))
    if path.guards[at]:
        made.append(
            Piece(f"{name}.shield", "shield", path.cells[at], facing=2 * path.guards[at] - 2, owner=owner, faded=faded)
        )
    made.append(Piece(name, ECHO[owner], path.cells[at], owner=owner, label=COLUMNS[slot % 8], faded=faded))
    return tuple(made)


def _thing(name: str, heading: int, cell: int, owner: int, faded: bool) -> Piece:
    if heading < 0:
        return Piece(name, MINES[owner], cell, owner=owner, faded=faded)
    return Piece(name, SHOT[owner], cell, facing=heading, owner=owner, faded=faded)


def _marks(setup: Any, state: Any, player: int, tick: int) -> list[Mark]:
    """Paths and shots: own ones as trails, the other's, known from before, as `known` (EC59)."""
    if state.over:
        return []
    marks: list[Mark] = []
    for slot, codes, planned, edited in _lists(setup, state, player):
        owner = 1 + slot // 8
        if player in (0, 1) and slot // 8 != player:
            marks += _known_marks(setup.home[slot], codes, owner)
        else:
            marks += _own_marks(setup.home[slot], codes + planned, owner, len(codes) if edited else -1, tick)
    return marks


@lru_cache(8192)
def _known_marks(home: int, codes: bytes, owner: int) -> tuple[Mark, ...]:
    """The whole path of a list and the lines of all its shots."""
    path = track(home, codes)
    corners = _corners(path.cells)
    made = [Mark("known", line=corners, arrow=True, owner=owner)] if len(corners) > 1 else []
    made += [Mark("known", line=list(flight(code, cell)), owner=owner) for _, code, cell in path.spawns if code < MINE]
    return tuple(made)


@lru_cache(8192)
def _own_marks(home: int, codes: bytes, owner: int, edited_from: int, tick: int) -> tuple[Mark, ...]:
    """The path of a list, and the lines of its shots.

    Of those in flight after a tick what is still to come, of this turn's all with ticks.
    """
    path = track(home, codes)
    corners = _corners(path.cells)
    made = [Mark("trail", line=corners, owner=owner)] if len(corners) > 1 else []
    for birth, code, cell in path.spawns:
        if code >= MINE:
            continue
        cells = flight(code, cell)
        if 0 <= edited_from < birth:
            made.append(Mark("shot", line=list(cells), ticks=list(range(birth, birth + len(cells))), owner=owner))
        elif birth <= tick < birth + len(cells) - 1:
            made.append(Mark("shot", line=list(cells[tick - birth :]), owner=owner))
    return tuple(made)


def _corners(cells: tuple[int, ...]) -> list[int]:
    return [cells[0]] + [cell for before, cell in pairwise(cells) if cell != before]


def _meters(setup: Any, state: Any, player: int) -> list[Meter]:
    living = state.living
    counts = [(living & 0xFF).bit_count(), (living >> 8 & 0xFF).bit_count()]
    meters = [meter for side in (0, 1) for meter in _side_meters(side, counts[side], state.points[side])]
    if player in (0, 1) and state.plan_kind[player]:
        left, whole = state.plan_left[player], BUDGET[state.plan_kind[player]]
        meters.append(Meter("cells", "Action points", left, whole))
    return meters


@lru_cache(1024)
def _side_meters(side: int, echoes: int, points: int) -> tuple[Meter, Meter]:
    return Meter("number", f"{SIDES[side]} echoes", echoes, 8, owner=side + 1), Meter(
        "number", f"{SIDES[side]} points", points, 10, owner=side + 1
    )


# The timeline.


def _rows(setup: Any, state: Any, player: int) -> tuple[list[Row], int, int]:
    """Rows of own lists (the edited one first) and of the other's, his plan sealed.

    How many ticks; the tick being planned.
    """
    lists = _lists(setup, state, player)
    ticks, now = 5, 0
    for slot, codes, planned, edited in lists:
        ticks = max(ticks, len(codes) + len(planned) + (1 if edited and state.plan_left[slot // 8] else 0))
    edited_rows, rows = [], []
    for slot, codes, planned, edited in lists:
        owner = 1 + slot // 8
        if edited:
            left = state.plan_left[owner - 1]
            name = f"{COLUMNS[slot % 8]} {'new' if state.plan_kind[owner - 1] == CREATING else 'extend'}"
            cells = [DONE[code] for code in codes] + [PLANNED[code] for code in planned] + ([NEXT] if left else [])
            edited_rows.append(Row(cells, f"{owner}{COLUMNS[slot % 8]}", owner, name))
            now = len(cells)
        else:
            rows.append(_row(f"{owner}{COLUMNS[slot % 8]}", owner, codes))
    if not state.over and player != EVERYONE:
        for side in (0, 1):
            if side != player:
                rows.append(_sealed_row(side + 1, ticks, bool(state.submitted[side])))
    return edited_rows + rows, ticks, now


@lru_cache(8192)
def _row(name: str, owner: int, codes: bytes) -> Row:
    return Row([DONE[code] for code in codes], name, owner, name[1:])


@lru_cache(512)
def _sealed_row(owner: int, ticks: int, submitted: bool) -> Row:
    """Stripes as long as the timeline: neither length nor echo can be told from them (EC20)."""
    return Row([SEAL] * ticks, "", owner, "sealed" if submitted else "planning")


def timeline(setup: Any, state: Any, player: int) -> list[Frame]:
    """The board after each tick: while planning without collisions (EC59), in a replay as it was."""
    if state.replaying or setup.position:
        return [
            Frame(_film_pieces(setup, picture), _film_marks(setup, state, picture, tick))
            for tick, picture in enumerate(film(setup, state))
        ]
    _, ticks, _ = _rows(setup, state, player)
    return [Frame(_pieces(setup, state, player, tick), _marks(setup, state, player, tick)) for tick in range(ticks + 1)]


# Choices.


def _choices(setup: Any, state: Any, me: int) -> list[Choice]:
    if state.submitted[me]:
        return [RESIGN_CHOICE]
    if not state.plan_kind[me]:
        growing = sum(1 << column for column in range(8) if state.lengths[me * 8 + column] < LONGEST - 2)
        mine = state.living >> 8 * me & 0xFF
        return [*_begin_choices(me, mine, growing, state.turn == 1 and not state.living), RESIGN_CHOICE]
    left = state.plan_left[me]
    acts = _act_choices(f"{me + 1}{COLUMNS[state.plan_column[me]]}", state.plan_cell[me], left, me)
    return [*acts, NOT_YET[left - 1] if left else SUBMIT_CHOICE, UNDO_CHOICE, RESIGN_CHOICE]


@lru_cache(1024)
def _begin_choices(me: int, mine: int, growing: int, first: bool) -> tuple[Choice, ...]:
    """New echoes on free home tiles, extensions of living ones; on turn 1 a ready plan besides."""
    made = []
    if first:
        ready = FIRST_PLAN[me]
        name = "Ready plan: " + ", ".join(WORDS[action] for action in ready[:-1])
        made.append(Choice(ready[0], WORDS[ready[0]], name, "Enter", group="ready", then=list(ready[1:]), main=True))
    for column, letter in enumerate(COLUMNS):
        home = (56, 0)[me] + column
        key = letter.lower()
        if not mine >> column & 1:
            made.append(Choice(NEW + column, WORDS[NEW + column], f"New {letter}", key, group="new", cell=home, cost=5))
        elif growing >> column & 1:
            made.append(
                Choice(
                    EXTEND + column,
                    WORDS[EXTEND + column],
                    f"Extend {letter}",
                    key,
                    f"{me + 1}{letter}",
                    "extend",
                    home,
                    cost=3,
                )
            )
        else:
            made.append(
                Choice(
                    EXTEND + column,
                    WORDS[EXTEND + column],
                    f"Extend {letter}",
                    key,
                    f"{me + 1}{letter}",
                    "extend",
                    home,
                    why=REASONS[TOO_LONG],
                )
            )
    return tuple(made)


@lru_cache(4096)
def _act_choices(piece: str, cell: int, left: int, me: int) -> tuple[Choice, ...]:
    """The legal actions on a tile with so many points left."""
    made = []
    for code in range(CODES):
        if COST[code] <= left and REACH[cell * CODES + code] >= 0:
            target = REACH[cell * CODES + (WALK + HEADING[code] if code >= SHIELD else code)]
            word, kind = CODE_WORDS[code], KINDS[kind_of(code)]
            made.append(
                Choice(ACT + code, word, word[0].upper() + word[1:], kind[0], piece, kind, target, cost=COST[code])
            )
    return tuple(made)


def preview(setup: Any, state: Any, player: int, action: int) -> Preview:
    """What a choice adds to the plan; no collisions are promised (EC59)."""
    if player not in (0, 1) or not 0 <= action < ACTIONS:
        return Preview()
    owner = player + 1
    if action == SUBMIT:
        return Preview("Seals the plan; it is final (EC5), and nobody sees it until both have sealed.")
    if action < ACT:
        slot = player * 8 + (action & 7)
        letter = COLUMNS[action & 7]
        if action < EXTEND:
            piece = Piece(f"{owner}{letter}", ECHO[owner], setup.home[slot], owner=owner, label=letter, faded=True)
            return Preview(f"A new echo on {tile_name(setup.home[slot])} with 5 points.", pieces=[piece])
        codes = codes_of(state, slot)
        text = (
            f"Three more points for {letter}, from tick {len(codes) + 1} on, standing on {tile_name(state.tips[slot])}."
        )
        warned = bool(codes) and codes[-1] >= SHIELD
        return Preview(
            f"{text} Beware: {SHORTENED}." if warned else text,
            warned,
            pieces=list(_echo_pieces(slot, setup.home[slot], codes, len(codes), True)),
        )
    return _act_preview(setup, state, player, action - ACT)


def _act_preview(setup: Any, state: Any, player: int, code: int) -> Preview:
    if not state.plan_kind[player] or state.plan_left[player] < COST[code]:
        return Preview()
    cell = state.plan_cell[player]
    target = REACH[cell * CODES + code]
    tick = shown_tick(state, player) + 1
    name, owner, way = COLUMNS[state.plan_column[player]], player + 1, NAMES[HEADING[code]]
    if target < 0:
        return Preview()
    piece = f"{owner}{name}"
    if code < FIRE:
        style = Mark("path", line=[cell, target], arrow=True, owner=owner)
        text = f"Tick {tick}: {name} {'walks' if code < 8 else 'dashes'} {way} to {tile_name(target)}."
        return Preview(
            text, marks=[style], pieces=[Piece(piece, ECHO[owner], target, owner=owner, label=name, faded=True)]
        )
    if code < MINE:
        cells = flight(code, target)
        mark = Mark("shot", line=list(cells), ticks=list(range(tick, tick + len(cells))), owner=owner)
        text = f"Tick {tick}: {name} fires {way}; the shot appears on {tile_name(target)} and flies on from tick {tick + 1}."
        return Preview(
            text,
            marks=[mark],
            pieces=[Piece(f"{piece}.next", SHOT[owner], target, facing=HEADING[code], owner=owner, faded=True)],
        )
    if code < SHIELD:
        mine = Piece(f"{piece}.next", MINES[owner], target, owner=owner, faded=True)
        return Preview(f"Tick {tick}: {name} lays a mine on {tile_name(target)}.", pieces=[mine])
    sides = f"{NAMES[(HEADING[code] + 7) % 8]}, {way} or {NAMES[(HEADING[code] + 1) % 8]}"
    arc = Piece(f"{piece}.shield", "shield", cell, facing=HEADING[code], owner=owner, faded=True)
    return Preview(
        f"Tick {tick}: a shield to the {way} stops one shot from {sides}. It lasts until {name} acts again.",
        pieces=[arc],
    )


# Sentences.


def _sentences(setup: Any, state: Any, player: int) -> tuple[str, str]:
    """The status and the line under it."""
    if state.over:
        return verdict(setup, state), ""
    goal = title_of(setup)
    both = state.living == 0xFFFF
    if player not in (0, 1):
        waits = " and ".join(SIDES[side] for side in (0, 1) if not state.submitted[side])
        return f"Turn {state.turn}{_limit(setup)}: {waits} {'plan' if ' ' in waits else 'plans'}.", goal
    other = SIDES[1 - player]
    if state.submitted[player]:
        return f"Your plan is sealed. Waiting for {other}.", goal
    his = f"{other} has sealed a plan. " if state.submitted[1 - player] else ""
    if not state.plan_kind[player]:
        mine = state.living >> 8 * player & 0xFF
        what = (
            "extend one of your echoes"
            if mine == 0xFF
            else "create an echo"
            if not mine
            else "create an echo or extend one"
        )
        status = (
            "Both have eight: nobody wins by eight, play on. Extend an echo."
            if both
            else f"Turn {state.turn}{_limit(setup)}: {what}."
        )
        ways = ["a free home tile for a new echo (5 points)"] * (mine != 0xFF) + [
            "one of your echoes to extend (3 points)"
        ] * bool(mine)
        return status, goal or f"{his}Choose {', or '.join(ways)}."
    letter, left = COLUMNS[state.plan_column[player]], state.plan_left[player]
    status = (
        f"Plan echo {letter}: {left} point{'' if left == 1 else 's'} left."
        if left
        else f"Plan echo {letter}: all points are used. Seal it."
    )
    slot = player * 8 + state.plan_column[player]
    if state.plan_kind[player] != CREATING and state.lists[slot * LONGEST + state.lengths[slot] - 1] >= SHIELD:
        return status, f"{letter} ended with a shield: extended, {SHORTENED}."
    return status, goal or his + ("Pick an action, then a direction. " if left else "") + SEALED_HINT


def _limit(setup: Any) -> str:
    return f" of {setup.turns}" if setup.turns else ""


def verdict(setup: Any, state: Any) -> str:
    """Why the match is, or is not, decided (EC50-EC56)."""
    points = f"{state.points[0]} : {state.points[1]}"
    counts = [
        sum(1 for slot in range(SLOTS) if state.living >> slot & 1 and setup.side[slot] == side) for side in (0, 1)
    ]
    if state.over and state.reason:
        name = SIDES[state.winner - 1] if state.winner else ""
        other = SIDES[2 - state.winner] if state.winner else ""
        return (
            "",
            f"{name} holds all eight columns and wins.",
            f"{other} has no echo left: {name} wins.",
            f"{name} wins on points, {points}.",
            f"The turn limit: {name} wins with {points} points and {counts[0]} : {counts[1]} echoes."
            if name
            else "The turn limit, and all is even: a draw.",
            f"{other} resigns: {name} wins.",
        )[state.reason]
    if counts[0] >= 8 and counts[1] >= 8:
        why = "Both sides hold all eight columns"
    elif not any(counts):
        why = "No echo is left on either side"
    elif min(state.points) >= 10:
        why = f"Both sides have {state.points[0]} points"
    else:
        why = f"Red has {_echoes(counts[0])}, Blue {_echoes(counts[1])}, points {points}: nobody has eight echoes or ten points"
    return why + ("." if state.over else ": play goes on.")


def _echoes(count: int) -> str:
    return f"{count} echo{'' if count == 1 else 'es'}"


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    if what == SEALED:
        return "Your plan is sealed." if who == player else f"{SIDES[who]} has sealed a plan."
    if what == TICK:
        picture = film(setup, state)[state.tick]
        return " ".join(picture.acts + picture.story)
    if what == JUDGED:
        note = puzzle_of(setup)
        return _after(setup, state) + (judgement(note, setup, state).text if note else verdict(setup, state))
    return ""


def _after(setup: Any, state: Any) -> str:
    """What the replay just shown brought."""
    if state.reason == 5:
        return ""
    lost = [sum(1 for slot in range(SLOTS) if state.fell[slot] and setup.side[slot] == side) for side in (0, 1)]
    gains = [
        f"{SIDES[side]} scores {lost[1 - side]} point{'' if lost[1 - side] == 1 else 's'}"
        for side in (0, 1)
        if lost[1 - side]
    ]
    return f"{' and '.join(gains)}. " if gains else "Nothing was destroyed. "


# Replays and the end.


def _film_pieces(setup: Any, picture: Picture) -> list[Piece]:
    pieces = []
    for thing in picture.things:
        pieces.append(_thing(thing.id, thing.heading, thing.cell, setup.side[thing.slot] + 1, False))
    for slot, cell in picture.cells.items():
        owner, name = setup.side[slot] + 1, echo_id(setup, slot)
        if slot in picture.guards:
            pieces.append(Piece(f"{name}.shield", "shield", cell, facing=2 * picture.guards[slot] - 2, owner=owner))
        badge = "!" if slot in picture.blocked else ""
        pieces.append(Piece(name, ECHO[owner], cell, owner=owner, label=echo_name(setup, slot), badge=badge))
    for slot, cell in picture.died.items():
        side = setup.side[slot]
        pieces.append(
            Piece(
                f"{echo_id(setup, slot)}.burst",
                "burst",
                cell,
                owner=side + 1,
                tell=f"{SIDES[side]}'s {echo_name(setup, slot)}",
            )
        )
    return pieces


def _film_marks(setup: Any, state: Any, picture: Picture, tick: int) -> list[Mark]:
    """Where things met, the shots that met an echo, and the ways the living have come."""
    marks = [Mark("danger", cells=list(picture.clashes))] if picture.clashes else []
    for slot in picture.cells:
        corners = _corners(track(setup.home[slot], codes_of(state, slot)).cells[: tick + 1])
        if len(corners) > 1:
            marks.append(Mark("trail", line=corners, owner=setup.side[slot] + 1))
    marks += [
        Mark("shot", line=list(cells), owner=setup.side[slot] + 1) for slot, cells in picture.hits if len(cells) > 1
    ]
    return marks


def _film_rows(setup: Any, state: Any, pictures: tuple[Picture, ...], tick: int) -> list[Row]:
    """All lists; those who died by this tick end in a cross."""
    fell = {slot: at for at, picture in enumerate(pictures[: tick + 1]) for slot in picture.died}
    rows = []
    for slot in pictures[0].cells:
        cells = [DONE[code] for code in codes_of(state, slot)]
        if slot in fell:
            cells = (cells + [IDLE] * fell[slot])[: fell[slot] - 1] + [DEAD]
        rows.append(Row(cells, echo_id(setup, slot), setup.side[slot] + 1, echo_name(setup, slot)))
    return rows


def _replay_scene(setup: Any, state: Any) -> Scene:
    pictures = film(setup, state)
    tick = state.tick
    return Scene(
        8, 8, LEGEND, LAYERS,
        pieces=_film_pieces(setup, pictures[tick]), marks=_film_marks(setup, state, pictures[tick], tick), meters=_meters(setup, state, EVERYONE),
        status=" ".join((f"Turn {state.turn}, tick {tick} of {len(pictures) - 1}.", *pictures[tick].story)), hint=" ".join(pictures[tick].acts), labels=LABELS,
        timeline=Timeline(len(pictures) - 1, tick, _film_rows(setup, state, pictures, tick)),
    )  # fmt: skip


def _position_scene(setup: Any, state: Any, player: int) -> Scene:
    pictures = film(setup, state)
    tick = len(pictures) - 1
    counts = [
        sum(1 for slot in range(SLOTS) if state.living >> slot & 1 and setup.side[slot] == side) for side in (0, 1)
    ]
    return Scene(
        8, 8, LEGEND, LAYERS,
        pieces=_film_pieces(setup, pictures[tick]), marks=_film_marks(setup, state, pictures[tick], tick),
        meters=[meter for side in (0, 1) for meter in _side_meters(side, counts[side], state.points[side])],
        status=verdict(setup, state), hint=title_of(setup), labels=LABELS,
        timeline=Timeline(tick, tick, _film_rows(setup, state, pictures, tick)), outcome=_outcome(setup, state, player),
    )  # fmt: skip


def _outcome(setup: Any, state: Any, player: int) -> Outcome:
    title = f"{SIDES[state.winner - 1]} wins" if state.winner else "Nobody has won" if setup.position else "A draw"
    lines = [verdict(setup, state), f"Points {state.points[0]} : {state.points[1]}."]
    if not setup.position:
        lines.append(f"Turn {state.turn}.")
    if note := puzzle_of(setup):
        good, text = judgement(note, setup, state)
        return Outcome("Solved" if good else "Not solved", note["side"] if good else 0, [text, *lines], won=good)
    return Outcome(title, state.winner, lines, won=state.winner == player + 1)
