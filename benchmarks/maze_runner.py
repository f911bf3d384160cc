"""Maze Runner's speed in CPU seconds of one core: actions with sight kept up to date for both players, and new mazes.

    python benchmarks/maze_runner.py [--json]

Wanted: a million actions a second on 31x31, 0.7 million with golems, towers and extra nexuses, a state of at most
12 KB, a maze within 20 ms.
"""

import copy
import ctypes
import json
import math
import sys
import time
from typing import Any

import numpy as np
from _table import row

from gridhall.games.maze_runner.digging import dig
from gridhall.games.maze_runner.refusals import refusal
from gridhall.games.maze_runner.rules import step
from gridhall.kernel import add64, array, compiled, kernel, signed, unsigned
from gridhall.kernel import copy as copy_record
from gridhall.match import Match
from gridhall.rng import mix

PLAIN = "; size: 31\n"
EVERYTHING = PLAIN + "; golems: 2\n; towers: 1\n; nexuses: 1\n"
COUNT, REPETITIONS = 200_000, 3


@kernel
def draw_actions(setup: Any, state: Any, fresh: Any, count: int, seed: int, actions: Any) -> int:
    """Choose random legal actions, one after the other; return how many tries that took."""
    done, tries, bits = 0, 0, unsigned(seed)
    while done < count:
        bits = add64(bits, 0x9E3779B97F4A7C15)
        action = signed(mix(bits) >> 32) * 97 >> 32
        tries += 1
        if refusal(setup, state, int(state.turn), action) == 0:
            actions[done] = action
            step(setup, state, int(state.turn), action)
            done += 1
            if state.over:
                copy_record(state, fresh)
    return tries


@kernel
def replay(setup: Any, state: Any, fresh: Any, actions: Any) -> None:
    for number in range(len(actions)):
        step(setup, state, int(state.turn), actions[number])
        if state.over:
            copy_record(state, fresh)


def play_speed(text: str) -> dict[str, Any]:
    """How many random legal actions a second a match of this setup takes: found by trying, and played again."""
    match = Match("maze_runner", text, 3)
    setup, fresh = array(match.setup)[0], array(copy.copy(match.state))[0]
    actions = np.zeros(COUNT, np.int64)
    choose, run = compiled(draw_actions), compiled(replay)
    choose(setup, array(copy.copy(match.state))[0], fresh, 10, 1, actions)
    run(setup, array(copy.copy(match.state))[0], fresh, actions[:10])
    chosen, played, tries = math.inf, math.inf, 0
    for _ in range(REPETITIONS):  # the best of several, because other work on the machine can only slow it down
        state = array(copy.copy(match.state))[0]
        began = time.process_time()
        tries = choose(setup, state, fresh, COUNT, 2, actions)
        chosen = min(chosen, time.process_time() - began)
        state = array(copy.copy(match.state))[0]
        began = time.process_time()
        run(setup, state, fresh, actions)
        played = min(played, time.process_time() - began)
    return {
        "actions_a_second": round(COUNT / played),
        "with_choosing_by_refusal": round(COUNT / chosen),
        "tries_an_action": round(tries / COUNT, 1),
    }


def measure() -> dict[str, Any]:
    match = Match("maze_runner", PLAIN, 3)
    figures = {"state_bytes": ctypes.sizeof(match.state), **play_speed(PLAIN), "everything": play_speed(EVERYTHING)}
    make = compiled(dig)
    for size in (25, 31, 37):
        setup, truth = (array(record)[0] for record in match.game.read_setup(f"; size: {size}\n"))
        most, draws, maps = 0, 0, 1000
        make(setup, truth)
        began = time.process_time()
        for seed in range(maps):
            truth["rng"] = seed
            drawn = make(setup, truth)
            most, draws = max(most, drawn), draws + drawn
        spent = time.process_time() - began
        figures[f"maze_{size}"] = {
            "milliseconds": round(1000 * spent / maps, 3),
            "mean_draws": round(draws / maps, 2),
            "most_draws": most,
        }
    return figures


def main() -> None:
    figures = measure()
    print(
        json.dumps({"benchmark": "maze_runner", **figures}) if "--json" in sys.argv else json.dumps(figures, indent=1)
    )
    row("actions a second on 31x31", figures["actions_a_second"] / 1e6, " million", at_least=1)
    with_everything = figures["everything"]["actions_a_second"] / 1e6
    row("actions a second with golems, towers and extra nexuses", with_everything, " million", at_least=0.7)
    row("a state", figures["state_bytes"], " bytes", at_most=12 * 1024)
    row("a new maze of 37x37", figures["maze_37"]["milliseconds"], " ms", at_most=20)


if __name__ == "__main__":
    main()
