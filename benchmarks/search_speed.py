"""Random playouts and tree searches per CPU second of one core: ours on Echoes, compiled and as plain Python, and
OpenSpiel's C++ search.

    python benchmarks/search_speed.py [--json] [--seconds 2]        (OpenSpiel is measured if `pyspiel` can be imported)

A simulation is a walk down the tree and one uniformly random playout to the end of the match. OpenSpiel's is `MCTSBot`
with `RandomRolloutEvaluator(1)`; its games here are those of like size: two players on 8 by 8, about as many actions.
Lengths of matches differ, so actions per second are printed, too. Wanted: as many simulations as OpenSpiel, and ten
times the playouts of plain Python.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from _table import left_out, row

from gridhall.agents import tree_search
from gridhall.agents.choice import with_defaults
from gridhall.agents.players import next_seed, uniform, who_acts
from gridhall.kernel import array, bind, compiled, copy, kernel
from gridhall.match import Match

LONGEST = 2000  # actions: every match of Echoes ends before
PEERS = ("breakthrough", "othello", "clobber(rows=8,columns=8)")
ROUNDS = 5
game: Any = None  # filled by bind


@kernel
def count_actions(setup: Any, start: Any, state: Any, seed: int, times: int) -> int:
    """Actions of `times` random matches."""
    total = 0
    for _ in range(times):
        copy(state, start)
        for _ in range(LONGEST):
            mask = game.acting(setup, state)
            if mask == 0:
                break
            seed = next_seed(seed)
            player = who_acts(mask, seed)
            seed = next_seed(seed)
            game.step(setup, state, player, uniform(setup, state, player, seed))
            total += 1
    return total


def rate(work: Callable[[int], object], seconds: float) -> float:
    """How many a CPU second, the median of several rounds; the first call (compilation) does not count."""
    times = 1
    work(times)
    while True:
        begun = time.process_time()
        work(times)
        if (took := time.process_time() - begun) > seconds / ROUNDS / 2:
            break
        times *= 2
    times, rates = max(1, int(times * seconds / ROUNDS / took)), []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work(times)
        rates.append(times / (time.process_time() - begun))
    return statistics.median(rates)


def ours(seconds: float) -> dict[str, dict[str, float]]:
    match = Match("echoes", None, 1)
    this = with_defaults(match.game)
    state = type(match.state)()
    setup, start, scratch = array(match.setup)[0], array(match.state)[0], array(state)[0]
    fast, search_tree = (compiled(bind(driver, this)) for driver in (tree_search.play_outs, tree_search.search_tree))
    slow = bind(tree_search.play_outs, this)
    length = compiled(bind(count_actions, this))(setup, start, scratch, 1, 300) / 300

    def search(times: int) -> None:
        nodes = min(times, 1 << 16) + 1
        tree, totals = np.zeros((nodes, tree_search.FIELDS), np.int64), np.zeros(nodes, np.int64)
        path = np.zeros(200, np.int64)
        search_tree(setup, start, scratch, tree, totals, path, 0, 1, times, LONGEST, 0)

    rates = {
        "Echoes, compiled playouts": rate(lambda times: fast(setup, start, scratch, 1, times, LONGEST, 0), seconds),
        "Echoes, compiled tree search": rate(search, seconds),
        "Echoes, plain Python playouts": rate(
            lambda times: slow(match.setup, match.state, state, 1, times, LONGEST, 0), seconds
        ),
    }
    return {name: {"simulations": value, "actions": value * length, "length": length} for name, value in rates.items()}


def peers(seconds: float) -> dict[str, dict[str, float]]:
    try:
        import pyspiel
    except ImportError:
        return {}
    rates = {}
    for name in PEERS:
        hosted = pyspiel.load_game(name)
        draw, lengths = np.random.default_rng(1), []
        for _ in range(100):
            state = hosted.new_initial_state()
            while not state.is_terminal():
                state.apply_action(int(draw.choice(state.legal_actions())))
            lengths.append(state.move_number())
        begin = hosted.new_initial_state()

        def search(times: int, hosted: Any = hosted, begin: Any = begin) -> None:
            pyspiel.MCTSBot(
                hosted, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, times, 1000, False, 1, False
            ).mcts_search(begin)

        value, length = rate(search, seconds), statistics.mean(lengths)
        rates[f"OpenSpiel C++ search, {name}"] = {"simulations": value, "actions": value * length, "length": length}
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    own, others = ours(args.seconds), peers(args.seconds)
    compiled_rate, plain_rate = (
        own[f"Echoes, {kind} playouts"]["simulations"] for kind in ("compiled", "plain Python")
    )
    ratios = {"compiled to plain Python playouts": compiled_rate / plain_rate}
    best = max((player["simulations"] for player in others.values()), default=0.0)
    if best:
        tree = own["Echoes, compiled tree search"]
        most = max(player["actions"] for player in others.values())
        ratios["tree search to the fastest of OpenSpiel's"] = tree["simulations"] / best
        ratios["actions in tree search to the most of OpenSpiel's"] = tree["actions"] / most
    if args.json:
        print(json.dumps({"benchmark": "search_speed", "rates": {**own, **others}, "ratios": ratios}))
    else:
        for name, player in {**own, **others}.items():
            rates = f"{player['simulations']:>12,.0f} simulations/s  {player['actions']:>12,.0f} actions/s"
            print(f"{name:46} {rates}  ({player['length']:.0f} actions a match)")
        for name, value in ratios.items():
            print(f"{name:50} {value:6.1f} x")
    row("playouts of Echoes, times plain Python", ratios["compiled to plain Python playouts"], at_least=10)
    what = "tree search, times the fastest of OpenSpiel's"
    if best:
        row(what, ratios["tree search to the fastest of OpenSpiel's"], at_least=1)
    else:
        left_out(what, "pyspiel is not installed")


if __name__ == "__main__":
    main()
