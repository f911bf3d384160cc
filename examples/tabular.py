"""Value iteration and Q-learning on one level, both compared with the solver's proof.

    pip install gridhall[learn]
    python examples/tabular.py --game phase_shift --level walkthrough

Value iteration walks over all positions of the level and reaches the optimum exactly. Q-learning only acts, from the
environment's rewards, and ends up with the same number of moves.
"""

import argparse
import random

import numpy as np

import gridhall
from gridhall.game import WON, Truth
from gridhall.learn.oracle import Oracle


def value_iteration(oracle: Oracle) -> int:
    """The fewest moves to a win from the start: V(s) = 1 + min V(s'), swept until nothing changes."""
    children = oracle.children[: oracle.count]
    values = np.full(oracle.count + 3, np.inf)  # three more rows: children are -1 nothing, -2 a win, -3 another end
    values[-2] = 0
    while True:
        swept = 1 + values[children].min(axis=1)
        if np.array_equal(swept, values[: oracle.count]):
            return int(values[0])
        values[: oracle.count] = swept


def q_learning(game: str, level: str, episodes: int, seed: int) -> int:
    """The moves of the greedy policy after learning from single steps; positions are told apart by their bytes."""
    draw = random.Random(seed)
    match = gridhall.Match(game, level)
    rules, setup = match.game, match.setup
    table: dict[bytes, list[float]] = {}

    def row(state: Truth) -> list[float]:
        key = type(state).from_buffer_copy(state)
        rules.canonicalize(setup, key)
        # Optimistic: every move costs 1, so 0 is better than anything.
        return table.setdefault(bytes(key), [0.0] * rules.ACTIONS)

    for episode in range(episodes):
        state = type(match.state).from_buffer_copy(match.state)
        while rules.acting(setup, state):
            values = row(state)
            best = max(values)
            explore = draw.random() < 0.05
            action = (
                draw.randrange(rules.ACTIONS)
                if explore
                else draw.choice([a for a, value in enumerate(values) if value == best])
            )
            rules.step(setup, state, 0, action)
            over = not rules.acting(setup, state)
            worth = 0.0 if over and rules.outcome(setup, state, 0) == WON else -1000.0 if over else max(row(state))
            values[action] += (1.0 if episode == 0 else 0.8) * (-1 + worth - values[action])
    state, moves = type(match.state).from_buffer_copy(match.state), 0
    while rules.acting(setup, state):
        values = row(state)
        rules.step(setup, state, 0, values.index(max(values)))
        moves += 1
    return moves if rules.outcome(setup, state, 0) == WON else -1


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="phase_shift")
    parser.add_argument("--level", default="walkthrough")
    parser.add_argument("--episodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    match = gridhall.Match(arguments.game, arguments.level)
    oracle = Oracle(match.game, match.setup, match.state)
    print(f"solver: {gridhall.solve(arguments.game, arguments.level).length} moves, proved")
    print(f"value iteration over {oracle.count:,} positions: {value_iteration(oracle)} moves")
    learnt = q_learning(arguments.game, arguments.level, arguments.episodes, arguments.seed)
    print(f"Q-learning after {arguments.episodes:,} episodes: {learnt} moves")


if __name__ == "__main__":
    main()
