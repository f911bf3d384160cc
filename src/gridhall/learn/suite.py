"""gridhall-30: thirty generated levels with certificates, in three sets, and the optimality gap of an agent on them."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from gridhall.match import Match

Part = Literal["train", "validation", "held_out"]
Agent = Callable[[Match], int]  # the action it takes in the position a match is in
FILE = Path(__file__).parent / "gridhall-30.json"
PATIENCE = 4  # an agent may take so many times the optimum


class Task(Struct):
    """A level: its game and text (which names the seed), the fewest moves that win it, and a way to do so."""

    game: str
    part: Part
    setup: str
    optimum: int
    witness: str

    def match(self) -> Match:
        return Match(self.game, self.setup)


class Score(Struct):
    """How an agent did: levels solved of how many, and the mean of moves / optimum - 1 over those it solved.

    `moves` has the moves it took for each level, None for those it did not solve.
    """

    solved: int
    levels: int
    gap: float
    moves: list[int | None]


@cache
def tasks(part: Part | None = None) -> list[Task]:
    """The levels of a part, or all."""
    every = [Task(**task) for task in json.loads(FILE.read_text("utf-8"))]
    return [task for task in every if part in (None, task.part)]


def score(agent: Agent, part: Part = "held_out") -> Score:
    """Let an agent play a part of the suite; the gap is moves / optimum - 1, and 0 is perfect."""
    moves: list[int | None] = []
    gaps: list[float] = []
    for task in tasks(part):
        match = task.match()
        while not match.over and len(match.plies) < PATIENCE * task.optimum:
            match.act(0, agent(match))
        won = match.outcome == "won"
        moves.append(len(match.plies) if won else None)
        if won:
            gaps.append(len(match.plies) / task.optimum - 1)
    return Score(len(gaps), len(moves), sum(gaps) / len(gaps) if gaps else float("nan"), moves)


def random_agent(seed: int = 0) -> Agent:
    """The agent to beat first: any legal action."""
    import random

    draw = random.Random(seed)
    return lambda match: draw.choice(match.legal(0))


def perfect_agent() -> Agent:
    """The agent that nobody beats: it plays the certificates' witnesses."""
    witnesses = {task.setup: task.witness.split("; ") for task in tasks()}

    def play(match: Match) -> int:
        return match.read(witnesses[match.setup_text][len(match.plies)])[1]

    return play
