"""Maze Runner's scripted players: how much stronger each rung is than those below, and whether equal ones are equal.

    python studies/maze_runner.py rungs [MATCHES] [all]
        each rung against the one below (all: against every one below), on 25x25 and 31x31
    python studies/maze_runner.py balance [MATCHES] [all]
        equal players: the first player's share, how long matches are, how they are decided

Results are kept in studies/results/maze_runner.json.
"""

import json
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from gridhall.games.maze_runner.facts import ENDINGS
from gridhall.games.maze_runner.policy import policy
from gridhall.games.maze_runner.records import State
from gridhall.games.maze_runner.rules import refusal, start, step
from gridhall.games.maze_runner.secrecy import hide
from gridhall.kernel import add64, array, compiled, kernel, signed, unsigned
from gridhall.kernel import copy as copy_record
from gridhall.registry import load
from gridhall.rng import mix

KEPT = Path(__file__).parent / "results" / "maze_runner.json"
RUNGS = ("easy", "casual", "normal", "hard")
ACTED, REFUSED, LASERS, DOORS, WALLS, STRIKES, TURNS, REPEATS = range(8)
COUNTED = ("acted", "refused", "lasers", "doors", "walls", "strikes", "turns", "repeated_positions")
RECENT = 32  # turn ends of a player among which a repeated position is counted


@kernel
def duel(setup: Any, state: Any, view: Any, one: int, two: int, seed: int, tally: Any, positions: Any) -> int:
    """Play a match between two skills from their views; count what they do by seat (player * 8 + what)."""
    count, bits = 0, unsigned(seed)
    while state.over == 0 and count < 20000:
        player = int(state.turn)
        copy_record(view, state)
        hide(setup, view, player)
        bits = add64(bits, 0x9E3779B97F4A7C15)
        action = policy(setup, view, player, signed(mix(bits)), one if player == 0 else two)
        base, act = 8 * player, action % 32
        if refusal(setup, state, player, action):
            tally[base + REFUSED] += 1
            action = 96
        if action == 96:
            key = 0
            for unit in range(3 * player, 3 * player + 3):
                key = key * 1601 + state.cell[unit] + 1
            turn = tally[base + TURNS]
            for back in range(min(turn, RECENT)):
                if positions[player * RECENT + (turn - 1 - back) % RECENT] == key:
                    tally[base + REPEATS] += 1
                    break
            positions[player * RECENT + turn % RECENT] = key
            tally[base + TURNS] += 1
        elif 16 <= act < 20:
            tally[base + LASERS] += 1
        elif 20 <= act < 24:
            tally[base + WALLS] += 1
        elif 24 <= act < 28:
            tally[base + DOORS] += 1
        elif 8 <= act < 16:
            tally[base + STRIKES] += 1
        tally[base + ACTED] += 1
        step(setup, state, player, action)
        count += 1
    return int(state.winner)


def share(part: float, whole: int) -> dict[str, float]:
    """A share in percent with its 95 % interval (Wilson)."""
    if not whole:
        return {"percent": 0.0, "low": 0.0, "high": 0.0, "matches": 0}
    p, z = part / whole, 1.96
    middle, spread = p + z * z / (2 * whole), z * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    low, high = ((middle + sign * spread) / (1 + z * z / whole) for sign in (-1, 1))
    return {"percent": round(100 * p, 1), "low": round(100 * low, 1), "high": round(100 * high, 1), "matches": whole}


def tournament(first_skill: int, second_skill: int, matches: int, text: str) -> dict[str, Any]:
    """Matches between two skills, each map twice with the sides exchanged."""
    game, play, begin = load("maze_runner"), compiled(duel), compiled(start)
    won, first, turns = 0.0, 0.0, list[int]()
    endings: dict[str, int] = {}
    totals = np.zeros((2, 8), np.int64)  # by agent
    began = time.process_time()
    for number in range(matches):
        setup, state = game.read_setup(text)
        state.rng = 1_000_003 * (number // 2) + 17
        setup, truth, view = array(setup)[0], array(state)[0], array(State, 1)[0]
        begin(setup, truth)
        swapped = number % 2
        skills = (second_skill, first_skill) if swapped else (first_skill, second_skill)
        tally, positions = np.zeros(16, np.int64), np.full(2 * RECENT, -1, np.int64)
        winner = play(setup, truth, view, *skills, 7919 * number + 5, tally, positions)
        seat = 2 if swapped else 1
        won += 0.5 if winner == 0 else winner == seat
        first += 0.5 if winner == 0 else winner == 1 + int(truth["first"])
        turns.append(int(tally[TURNS] + tally[8 + TURNS]))
        ending = str(ENDINGS[int(truth["over"])])
        endings[ending] = endings.get(ending, 0) + 1
        totals[0] += tally[8 * swapped : 8 * swapped + 8]
        totals[1] += tally[8 - 8 * swapped : 16 - 8 * swapped]
    turns.sort()
    seconds = time.process_time() - began
    return {
        "won": share(won, matches),
        "first": share(first, matches),
        "turns": [turns[len(turns) * part // 10] for part in (1, 5, 9)],
        "endings": endings,
        "limit": share(matches - endings.get("capture", 0), matches),
        "microseconds_an_action": round(1e6 * seconds / int(totals[:, ACTED].sum()), 1),
        "a_match": [dict(zip(COUNTED, (agent / matches).round(2).tolist())) for agent in totals],
    }


def main(arguments: list[str]) -> None:
    what = arguments[0] if arguments else ""
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    kept.setdefault("commands", {})[what] = " ".join(["python studies/maze_runner.py", *arguments])
    if what == "rungs":
        matches = int(arguments[1]) if len(arguments) > 1 else 200
        for size in (25, 31):
            for upper in (1, 2, 3):
                for lower in range(upper) if "all" in arguments else [upper - 1]:
                    figures = tournament(upper, lower, matches, f"; size: {size}\n")
                    kept.setdefault("rungs", {})[f"{RUNGS[upper]} beats {RUNGS[lower]}, {size}"] = figures
                    shown = (figures[key] for key in ("won", "turns", "endings", "a_match"))
                    print(f"{size}: {RUNGS[upper]} beats {RUNGS[lower]}", *shown, flush=True)
    elif what == "balance":
        matches = int(arguments[1]) if len(arguments) > 1 else 1000
        for skill in (3, 2, 1, 0) if "all" in arguments else (3, 2):
            figures = tournament(skill, skill, matches, "; size: 31\n")
            kept.setdefault("balance", {})[f"{RUNGS[skill]}, 31"] = figures
            shown = (part for key in ("first", "limit", "turns") for part in (key, figures[key]))
            print(RUNGS[skill], *shown, figures["endings"], figures["a_match"][0], flush=True)
    else:
        raise SystemExit(__doc__)
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
