"""Puzzles of one turn: a position, a side, a goal, and the other side's plan, which the player knows.

They are proved by trying every plan there is.

An entry of levels/index.json has, besides name, title and group: `side` (1 or 2), `goal` (what must be so after the
replay, see Goal), `reply` (the other side's words for this turn), `hint`, and a certificate with the number of
solutions, of plans tried, and a witness.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gridhall.errors import GridhallError
from gridhall.game import Action, Player, Position, SetupRecord, Truth, View
from gridhall.games.echoes.all_plans import ANY_WIN, ROW, count_goal, lists_from, meets, replay_each
from gridhall.games.echoes.rules import (
    BUDGET,
    CREATING,
    EIGHT,
    ELIMINATION,
    EXTEND,
    EXTENDING,
    NEW,
    NO_REASON,
    POINTS,
    REASONS,
    commit,
    first_cell,
    first_index,
    refusal,
    start,
    step,
)
from gridhall.games.echoes.setup import read_setup
from gridhall.games.echoes.words import CODE_WORDS, WORDS, read_word
from gridhall.kernel import array, compiled

Note = dict[str, Any]  # an entry of levels/index.json
WIN_TEXTS = {
    "eight": "win by eight echoes", "elimination": "win by elimination", "points": "win on points", "any": "win",
}  # fmt: skip
WINS = {"": NO_REASON, "eight": EIGHT, "elimination": ELIMINATION, "points": POINTS, "any": ANY_WIN}


class Goal(NamedTuple):
    """What must be so after the replay: at least so many destroyed, at most so many lost, and perhaps a win."""

    destroy: int = 0
    lose: int = 16
    win: str = ""

    def text(self) -> str:
        parts = [f"destroy {self.destroy}"] if self.destroy else []
        if self.lose < 16:
            parts.append(f"lose at most {self.lose}" if self.lose else "lose none")
        if self.win:
            parts.append(WIN_TEXTS[self.win])
        return ", ".join(parts)


class Survey(NamedTuple):
    """All plans of one turn, tried: how many there are, how many reach the goal, and the words of the first of them."""

    plans: int
    solutions: int
    witness: list[str]


class Judgement(NamedTuple):
    solved: bool
    text: str


def reply(note: Note, setup: SetupRecord, state: View, player: Player) -> str | None:
    """The next word of the side that nobody plays, as the puzzle's note has it; None when there is none."""
    if not note.get("reply") or player != 2 - note["side"] or state.over or state.submitted[player]:
        return None
    words: list[str] = note["reply"]
    said = 0 if not state.plan_kind[player] else 1 + state.plan_count[player]
    return words[said] if said < len(words) else None


def automatic(setup: SetupRecord, state: View, player: Player) -> Action:
    """In a shipped puzzle the other side has no choice: the next action of its reply; else -1."""
    note = puzzle_of(setup)
    word = reply(note, setup, state, player) if note else None
    action = read_word(setup, state, word) if word else -1
    return -1 if action < 0 or refusal(setup, state, player, action) else action


def counts(setup: SetupRecord, state: Truth) -> bool:
    """Whoever leaves before the first replay has lost nothing (EC57)."""
    return bool(state.replay_turn)


def puzzle_of(setup: SetupRecord) -> Note | None:
    """The note of the shipped puzzle that has this setup, if there is one."""
    return _shipped().get(bytes(setup)) if setup.turns == 1 and setup.title[0] else None


@cache
def _shipped() -> dict[bytes, Note]:
    """The notes of the shipped puzzles by their setups, which differ in their titles."""
    folder = Path(__file__).parent / "levels"
    notes: list[Note] = json.loads((folder / "index.json").read_text("utf-8"))
    return {bytes(read_setup((folder / f"{note['name']}.txt").read_text("utf-8"))[0]): note for note in notes}


def solved(note: Note, setup: SetupRecord, state: Position) -> bool:
    """Whether the replay a state has just seen reached the puzzle's goal."""
    died = sum(1 << slot for slot, tick in enumerate(state.fell) if tick)
    lost = [(died & 0xFF).bit_count(), (died >> 8).bit_count()]
    goal = Goal(**note["goal"])
    before = (state.points[0] - lost[1], state.points[1] - lost[0])
    return bool(
        state.replay_turn
        and meets(setup, state.living | died, *before, died, note["side"] - 1, goal.destroy, goal.lose, WINS[goal.win])
    )


def survey(text: str, note: Note) -> Survey:
    """Try every plan of the puzzle's side against the given reply."""
    import numpy

    side = note["side"] - 1
    goal = Goal(**note["goal"])
    setup, before = read_setup(text)
    start(setup, before)
    for word in note["reply"][:-1]:
        step(setup, before, 1 - side, read_word(setup, before, word))
    commit(before, 1 - side)  # the reply is fixed; only this side's plan varies
    points = (before.points[0], before.points[1])
    plans, solutions, witness, first = 0, 0, [], numpy.zeros(1, numpy.int64)
    listing, trying, counting = compiled(lists_from), compiled(replay_each), compiled(count_goal)
    for action in range(NEW, EXTEND + 8):
        if refusal(setup, before, side, action):
            continue
        kind = CREATING if action < EXTEND else EXTENDING
        slot = side * 8 + (action & 7)
        length, cell = first_index(before, slot, kind), first_cell(setup, before, slot, kind)
        count = listing(cell, BUDGET[kind], numpy.zeros(0, numpy.int8))
        rows, results = numpy.zeros(count * ROW, numpy.int8), numpy.zeros(count, numpy.int32)
        listing(cell, BUDGET[kind], rows)
        lists, lengths = numpy.array(before.lists, numpy.int8), numpy.array(before.lengths, numpy.int8)
        living = before.living | 1 << slot
        trying(living, lists, lengths, numpy.array(setup.home, numpy.int8), slot, length, rows, results)
        wanted = (side, goal.destroy, goal.lose, WINS[goal.win])
        reached = counting(array(setup)[0], living, *points, results, *wanted, first)
        if reached and not solutions:
            row = rows[int(first[0]) * ROW : int(first[0]) * ROW + ROW]
            witness = [WORDS[action], *(CODE_WORDS[code] for code in row[1 : 1 + row[0]]), "submit"]
        plans += count
        solutions += reached
    return Survey(plans, int(solutions), witness)


def judge_puzzle(text: str, note: Note, words: list[str]) -> Judgement:
    """Play a plan against the puzzle's reply and say whether the goal is reached.

    The judgement also tells of a word that is refused; nothing is raised.
    """
    side = note["side"] - 1
    setup, state = read_setup(text)
    start(setup, state)
    if mistake := _play(setup, state, side, words):
        return Judgement(False, mistake)
    if not state.submitted[side]:
        return Judgement(False, "the plan is not sealed: it ends with `submit`")
    if mistake := _play(setup, state, 1 - side, note["reply"]):
        return Judgement(False, f"the reply: {mistake}")
    return judgement(note, setup, state)


def judgement(note: Note, setup: SetupRecord, state: Position) -> Judgement:
    good = solved(note, setup, state)
    return Judgement(good, f"{'Solved' if good else 'Not solved'}: {Goal(**note['goal']).text()}.")


def _play(setup: SetupRecord, state: Truth, player: Player, words: list[str]) -> str:
    """Play one side's words of a turn; return what is wrong with them, or nothing."""
    for number, word in enumerate(words, 1):
        try:
            action = read_word(setup, state, word)
        except GridhallError as wrong:
            return f"word {number}: {wrong}"
        if reason := refusal(setup, state, player, action):
            return f"word {number}, {word}: {REASONS[reason]}"
        step(setup, state, player, action)
    return ""
