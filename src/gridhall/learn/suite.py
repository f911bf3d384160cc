"""gridhall-30: thirty generated levels with certificates, in three sets, and the optimality gap of an agent on them."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from msgspec import Struct

from gridhall.errors import Usage
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
    """How an agent did: levels solved of how many, and the mean of moves / optimum - 1 over all of them.

    A level that was not solved counts as if it had taken all the moves that were allowed, PATIENCE times the optimum.
    `moves` has the moves it took for each level, None for those it did not solve.
    """

    solved: int
    levels: int
    gap: float
    moves: list[int | None]


@cache
def tasks(part: Part | None = None) -> list[Task]:
    """The levels of a part, or all."""
    if part is not None and part not in get_args(Part):
        raise Usage(f"the suite has no part {part!r}; it has {', '.join(get_args(Part))}")
    every = [Task(**task) for task in json.loads(FILE.read_text("utf-8"))]
    return [task for task in every if part in (None, task.part)]


def score(agent: Agent | Any, part: Part = "held_out", observation: str | None = None, **options: Any) -> Score:
    """Let an agent play a part of the suite; the gap is moves / optimum - 1, and 0 is perfect.

    An agent is a function from a match to an action. A policy of Gymnasium's kind is taken as it is: give the form of
    its `observation` (and what else its environment was made with, such as `pad`), and it is called with what such an
    environment shows; or it has a method `predict`, as models of Stable-Baselines3 have.
    """
    from gridhall.learn.policies import moves_of_policy

    if observation is None and not callable(agent) and not hasattr(agent, "predict"):
        raise Usage(f"an agent is a function from a match to an action, or has a method predict; this is {agent!r:.60}")
    moves: list[int | None] = []
    for task in tasks(part):
        if observation is not None or hasattr(agent, "predict"):
            most = PATIENCE * task.optimum
            used = moves_of_policy(agent, task.game, task.setup, most, observation or "planes", **options)
        else:
            used = _moves_of_agent(agent, task)
        moves.append(used)
    return score_of(moves, [task.optimum for task in tasks(part)])


def score_of(moves: Sequence[int | None], optima: Sequence[int]) -> Score:
    """The score of so many moves for each level."""
    gaps = [(PATIENCE if used is None else used / best) - 1 for used, best in zip(moves, optima, strict=True)]
    return Score(sum(used is not None for used in moves), len(gaps), sum(gaps) / len(gaps), list(moves))


def _moves_of_agent(agent: Agent, task: Task) -> int | None:
    match = task.match()
    while not match.over and len(match.plies) < PATIENCE * task.optimum:
        match.act(0, agent(match))
    return len(match.plies) if match.outcome == "won" else None


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
