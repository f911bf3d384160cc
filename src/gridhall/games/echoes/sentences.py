"""What a person reads: the status and the line under it, what each event means, and how the match ended."""

from functools import cache, lru_cache

from gridhall.game import Player, Position, SetupRecord, Truth, View
from gridhall.games.echoes.choices import SHORTENED
from gridhall.games.echoes.codes import SHIELD
from gridhall.games.echoes.legend import SIDES
from gridhall.games.echoes.planning import KnownList
from gridhall.games.echoes.puzzles import judgement, puzzle_of
from gridhall.games.echoes.replay import pictures
from gridhall.games.echoes.rules import JUDGED, RESIGNED, SEALED, SIDE, TICK, TO_WIN
from gridhall.games.echoes.setup import title_of
from gridhall.games.echoes.ticks import SLOTS
from gridhall.games.echoes.words import COLUMNS
from gridhall.scene import Outcome

SEALED_HINT = "Nobody sees it until both have sealed."


def status_and_hint(
    setup: SetupRecord, state: View, player: Player, edited: KnownList | None = None
) -> tuple[str, str]:
    """How it stands and what to do; `edited` is the list that this player's plan is for."""
    if state.over:
        return verdict(setup, state), ""
    goal = title_of(setup)
    if player not in (0, 1):
        waits = " and ".join(SIDES[side] for side in (0, 1) if not state.submitted[side])
        return f"{_turn(setup, state)}: {waits} {'plan' if ' ' in waits else 'plans'}.", goal
    if state.submitted[player]:
        return f"Your plan is sealed. Waiting for {SIDES[1 - player]}.", goal
    sealed = f"{SIDES[1 - player]} has sealed a plan. " if state.submitted[1 - player] else ""
    if edited is None or edited.plan is None:
        status, hint = _before_a_plan(setup, state, player)
        return status, goal or sealed + hint
    was_shield = bool(edited.codes) and edited.codes[-1] >= SHIELD
    return _during_a_plan(COLUMNS[edited.slot % 8], edited.plan.left, was_shield, goal, sealed)


@lru_cache(512)
def _during_a_plan(letter: str, left: int, was_shield: bool, goal: str, sealed: str) -> tuple[str, str]:
    """The same while an echo is planned; `was_shield`: its list has ended with a shield."""
    rest = f"{_count(left, 'point')} left" if left else "all points are used. Seal it"
    status = f"Plan echo {letter}: {rest}."
    if was_shield:
        return status, f"{letter} ended with a shield: extended, {SHORTENED}."
    return status, goal or sealed + ("Pick an action, then a direction. " if left else "") + SEALED_HINT


def _before_a_plan(setup: SetupRecord, state: View, player: Player) -> tuple[str, str]:
    columns = state.living >> 8 * player & 0xFF
    acts, ways = [], []
    if columns != 0xFF:
        acts.append("create an echo")
        ways.append("a free home tile for a new echo (5 points)")
    if columns:
        acts.append("extend one" if acts else "extend one of your echoes")
        ways.append("one of your echoes to extend (3 points)")
    status = f"{_turn(setup, state)}: {' or '.join(acts)}."
    if state.living == 0xFFFF:
        status = "Both have eight: nobody wins by eight, play on. Extend an echo."
    return status, f"Choose {', or '.join(ways)}."


def _turn(setup: SetupRecord, state: View) -> str:
    return f"Turn {state.turn} of {setup.turns}" if setup.turns else f"Turn {state.turn}"


def _count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"


def living_counts(setup: SetupRecord, state: Position) -> tuple[int, int]:
    """How many echoes of each side live."""
    red = _slots_of_red(bytes(setup.side))
    return (state.living & red).bit_count(), (state.living & ~red).bit_count()


@cache
def _slots_of_red(sides: bytes) -> int:
    return sum(1 << slot for slot, side in enumerate(sides) if side == 0)


def verdict(setup: SetupRecord, state: Position) -> str:
    """Why the match is, or is not, decided (EC50-EC56)."""
    points = f"{state.points[0]} : {state.points[1]}"
    red, blue = living_counts(setup, state)
    if state.over and state.reason:
        name = SIDES[state.winner - 1] if state.winner else ""
        other = SIDES[2 - state.winner] if state.winner else ""
        limit = "The turn limit, and all is even: a draw."
        if name:
            limit = f"The turn limit: {name} wins with {points} points and {red} : {blue} echoes."
        by_reason = (
            "",
            f"{name} holds all eight columns and wins.",
            f"{other} has no echo left: {name} wins.",
            f"{name} wins on points, {points}.",
            limit,
            f"{other} resigns: {name} wins.",
        )
        return by_reason[state.reason]
    if red >= SIDE and blue >= SIDE:
        why = "Both sides hold all eight columns"
    elif not red and not blue:
        why = "No echo is left on either side"
    elif min(state.points) >= TO_WIN:
        why = f"Both sides have {state.points[0]} points"
    else:
        why = f"Red has {_count(red, 'echo', 'es')}, Blue {_count(blue, 'echo', 'es')}, points {points}: "
        why += "nobody has eight echoes or ten points"
    return why + ("." if state.over else ": play goes on.")


def describe(setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
    if what == SEALED:
        return "Your plan is sealed." if who == player else f"{SIDES[who]} has sealed a plan."
    if what == TICK:
        picture = pictures(setup, state)[state.tick]
        return " ".join(picture.acts + picture.story)
    if what == JUDGED:
        note = puzzle_of(setup)
        return _gains(setup, state) + (judgement(note, setup, state).text if note else verdict(setup, state))
    return ""


def _gains(setup: SetupRecord, state: Truth) -> str:
    """The points that the replay just shown has brought."""
    if state.reason == RESIGNED:
        return ""
    lost = [sum(1 for slot in range(SLOTS) if state.fell[slot] and setup.side[slot] == side) for side in (0, 1)]
    gains = [f"{SIDES[side]} scores {_count(lost[1 - side], 'point')}" for side in (0, 1) if lost[1 - side]]
    return f"{' and '.join(gains)}. " if gains else "Nothing was destroyed. "


def outcome_of(setup: SetupRecord, state: Position, player: Player) -> Outcome:
    """The card at the end; in a puzzle it says whether the goal was reached."""
    lines = [verdict(setup, state), f"Points {state.points[0]} : {state.points[1]}."]
    if not setup.position:
        lines.append(f"Turn {state.turn}.")
    if note := puzzle_of(setup):
        solved, text = judgement(note, setup, state)
        return Outcome("Solved" if solved else "Not solved", note["side"] if solved else 0, [text, *lines], won=solved)
    if state.winner:
        title = f"{SIDES[state.winner - 1]} wins"
    else:
        title = "Nobody has won" if setup.position else "A draw"
    return Outcome(title, state.winner, lines, won=state.winner == player + 1)
