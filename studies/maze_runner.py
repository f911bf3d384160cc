"""Maze Runner's scripted players: how much stronger each rung is than those below, and whether equal ones are equal.

    python studies/maze_runner.py rungs [MATCHES] [all]
        each rung against the one below (all: against every one below), on 25x25 and 31x31
    python studies/maze_runner.py balance [MATCHES] [all]
        equal players: the first player's share, how long matches are, how they are decided
    python studies/maze_runner.py more [MATCHES] [SETTING...]
        with golems, towers and extra nexuses: a rung against the one below, and against itself without a use for them
    python studies/maze_runner.py more-balance [MATCHES] [SETTING...]
        the same for equal players: the first player's share, how long matches are, how they are decided
    python studies/maze_runner.py table
        write what `more` and `more-balance` have measured into the game's page
    python studies/maze_runner.py builders [MATCHES]
        what lasers and mirrors are worth: hard against hard without lasers, and hard that makes a mirror of whatever
        its minions have left at the end of a turn against hard, at the usual price and at prices of MR133

Results are kept in studies/results/maze_runner.json.
"""

import copy
import json
import math
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from gridhall.games.maze_runner.facts import ENDINGS
from gridhall.games.maze_runner.policy import decide
from gridhall.games.maze_runner.records import State
from gridhall.games.maze_runner.refusals import refusal
from gridhall.games.maze_runner.rules import start, step
from gridhall.games.maze_runner.secrecy import hide
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BUILD_DOOR,
    BUILD_MIRROR,
    BUILD_WALL,
    END,
    EXTRA,
    HEART,
    LASER,
    STEP,
    STRIKE,
    SWITCH,
    TEAM,
)
from gridhall.kernel import add64, array, compiled, kernel, signed, unsigned
from gridhall.kernel import copy as copy_record
from gridhall.registry import load
from gridhall.rng import mix

KEPT = Path(__file__).parent / "results" / "maze_runner.json"
PAGE = Path(__file__).parents[1] / "src" / "gridhall" / "games" / "maze_runner" / "README.md"
RUNGS = ("easy", "casual", "normal", "hard")
ACTED, REFUSED, LASERS, DOORS, WALLS, STRIKES, TURNS, REPEATS, MADE_MIRRORS, HEARTS, NEXUSES = range(11)
COUNTED = (
    "acted", "refused", "lasers", "doors", "walls", "strikes", "turns", "repeated_positions", "mirrors",
    "hearts", "extra_nexuses",
)  # fmt: skip
KINDS = len(COUNTED)
OUT_OF_REACH = 99  # actions
IGNORING = 4  # added to a skill: a player that leaves golems, towers and extra nexuses alone
MORE = {
    "golems": "; golems: 2\n",
    "towers": "; towers: 2\n",
    "nexuses": "; nexuses: 1\n",
    "majority": "; nexuses: 2\n; majority: on\n",
    "one-pair-majority": "; nexuses: 1\n; majority: on\n",
    "all": "; golems: 2\n; towers: 1\n; nexuses: 1\n",
}
MAZES, FRESH_MAZES = 17, 90_017  # where seeds begin; on the fresh ones no use of golems, towers and nexuses was tuned
NO_LASERS, MIRRORS = 8, 16  # added to a skill: a player that never shoots; one that spends what is left on mirrors
BUILDERS = {
    "usual prices": "",
    "laserPrice 2, mirrorPrice 1": "; laserPrice: 2\n; mirrorPrice: 1\n",
}
RECENT = 32  # turn ends of a player among which a repeated position is counted


@kernel
def duel(
    setup: Any,
    unarmed: Any,
    state: Any,
    view: Any,
    first_skill: int,
    second_skill: int,
    seed: int,
    tally: Any,
    positions: Any,
) -> int:
    """Play a match between two skills from their views; count what they do by seat (player * KINDS + what).

    `unarmed` is the setup as a player knows it who never shoots: a laser costs more than anybody has.
    """
    count, bits = 0, unsigned(seed)
    while state.over == 0 and count < 20000:
        player = int(state.turn)
        copy_record(view, state)
        hide(setup, view, player)
        bits = add64(bits, 0x9E3779B97F4A7C15)
        skill = first_skill if player == 0 else second_skill
        known = unarmed if skill & NO_LASERS else setup
        action = decide(known, view, player, signed(mix(bits)), skill & 3, skill & IGNORING == 0)
        if action == END and skill & MIRRORS:
            for number in range(TEAM):
                mirror = number * ACTS + BUILD_MIRROR + signed(bits >> 63)
                if action == END and refusal(setup, state, player, mirror) == 0:
                    action = mirror
        base, act = KINDS * player, action % ACTS
        if refusal(setup, state, player, action):
            tally[base + REFUSED] += 1
            action = END
        if action == END:
            key = 0
            for unit in range(TEAM * player, TEAM * player + TEAM):
                key = key * (AREA + 1) + state.cell[unit] + 1
            turn = tally[base + TURNS]
            for back in range(min(turn, RECENT)):
                if positions[player * RECENT + (turn - 1 - back) % RECENT] == key:
                    tally[base + REPEATS] += 1
                    break
            positions[player * RECENT + turn % RECENT] = key
            tally[base + TURNS] += 1
        elif act < STRIKE:
            entered = state.cells[(state.cell[player * TEAM + action // ACTS] + STEP[act]) % AREA]
            tally[base + HEARTS] += entered == HEART
            tally[base + NEXUSES] += entered == EXTRA + 1 - player
        elif act < LASER:
            tally[base + STRIKES] += 1
        elif act < BUILD_WALL:
            tally[base + LASERS] += 1
        elif act < BUILD_DOOR:
            tally[base + WALLS] += 1
        elif act < BUILD_MIRROR:
            tally[base + DOORS] += 1
        elif act < SWITCH:
            tally[base + MADE_MIRRORS] += 1
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


def tournament(first_skill: int, second_skill: int, matches: int, text: str, seed: int = MAZES) -> dict[str, Any]:
    """Matches between two skills, each map twice with the sides exchanged."""
    game, play, begin = load("maze_runner"), compiled(duel), compiled(start)
    won, first, turns = 0.0, 0.0, list[int]()
    endings: dict[str, int] = {}
    totals = np.zeros((2, KINDS), np.int64)  # by agent
    began = time.process_time()
    for number in range(matches):
        setup, state = game.read_setup(text)
        state.rng = 1_000_003 * (number // 2) + seed
        unarmed, setup, truth = array(copy.copy(setup))[0], array(setup)[0], array(state)[0]
        view = array(State, 1)[0]
        unarmed["laser_price"] = OUT_OF_REACH
        begin(setup, truth)
        swapped = number % 2
        skills = (second_skill, first_skill) if swapped else (first_skill, second_skill)
        tally, positions = np.zeros(2 * KINDS, np.int64), np.full(2 * RECENT, -1, np.int64)
        winner = play(setup, unarmed, truth, view, *skills, 7919 * number + 5, tally, positions)
        seat = 2 if swapped else 1
        won += 0.5 if winner == 0 else winner == seat
        first += 0.5 if winner == 0 else winner == 1 + int(truth["first"])
        turns.append(int(tally[TURNS] + tally[KINDS + TURNS]))
        ending = str(ENDINGS[int(truth["over"])])
        endings[ending] = endings.get(ending, 0) + 1
        totals[0] += tally[KINDS * swapped :][:KINDS]
        totals[1] += tally[KINDS - KINDS * swapped :][:KINDS]
    turns.sort()
    seconds = time.process_time() - began
    return {
        "won": share(won, matches),
        "first": share(first, matches),
        "turns": [turns[len(turns) * part // 10] for part in (1, 5, 9)],
        "endings": endings,
        "limit": share(matches - endings.get("capture", 0) - endings.get("majority", 0), matches),
        "microseconds_an_action": round(1e6 * seconds / int(totals[:, ACTED].sum()), 1),
        "a_match": [dict(zip(COUNTED, (agent / matches).round(2).tolist())) for agent in totals],
    }


def keep(kept: dict[str, Any], group: str, name: str, figures: dict[str, Any]) -> None:
    """Write one result down at once, and print it."""
    kept.setdefault(group, {})[name] = figures
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    shown = (part for key in ("won", "first", "limit", "turns", "endings", "a_match") for part in (key, figures[key]))
    print(f"{name}:", *shown, flush=True)


def percent(figures: dict[str, float]) -> str:
    return f"{figures['percent']} % ({figures['low']}-{figures['high']})"


def write_table(kept: dict[str, Any]) -> None:
    """Put the figures of matches with golems, towers and extra nexuses into the rows of the page's table."""
    lines = PAGE.read_text("utf-8").splitlines()
    for name, text in MORE.items():
        settings = ", ".join(f"`{line.lstrip('; ')}`" for line in text.splitlines())
        won = [
            percent(kept["more"][f"{name}: {pair}"]["won"])
            for pair in (
                "normal beats easy", "hard beats normal", "hard beats hard that ignores it",
                "normal beats normal that ignores it",
            )
        ]  # fmt: skip
        equal = kept["more balance"].get(f"{name}, hard")
        balance = [percent(equal["limit"]), percent(equal["first"])] if equal else ["not measured"] * 2
        row = " | ".join([settings, *won, *balance])
        (place,) = (number for number, line in enumerate(lines) if line.startswith(f"| {settings} | "))
        lines[place] = f"| {row} |"
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")


def main(arguments: list[str]) -> None:
    what = arguments[0] if arguments else ""
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    if what == "table":
        write_table(kept)
        return
    kept.setdefault("commands", {})[what] = shlex.join(["python", "studies/maze_runner.py", *arguments])
    KEPT.parent.mkdir(exist_ok=True)
    matches = (
        int(arguments[1])
        if len(arguments) > 1
        else {"rungs": 200, "balance": 1000, "more-balance": 4000}.get(what, 300)
    )
    if what == "rungs":
        for size in (25, 31):
            for upper in (1, 2, 3):
                for lower in range(upper) if "all" in arguments else [upper - 1]:
                    figures = tournament(upper, lower, matches, f"; size: {size}\n")
                    keep(kept, "rungs", f"{RUNGS[upper]} beats {RUNGS[lower]}, {size}", figures)
    elif what == "balance":
        for skill in (3, 2, 1, 0) if "all" in arguments else (3, 2):
            keep(kept, "balance", f"{RUNGS[skill]}, 31", tournament(skill, skill, matches, "; size: 31\n"))
    elif what == "more":
        for name in arguments[2:] or MORE:
            for stronger, weaker in ((2, 0), (3, 2), (3, 3 + IGNORING), (2, 2 + IGNORING)):
                other = f"{RUNGS[weaker % 4]}{' that ignores it' if weaker >= IGNORING else ''}"
                keep(
                    kept,
                    "more",
                    f"{name}: {RUNGS[stronger]} beats {other}",
                    tournament(stronger, weaker, matches, MORE[name], FRESH_MAZES),
                )
    elif what == "more-balance":
        for name in arguments[2:] or MORE:
            keep(kept, "more balance", f"{name}, hard", tournament(3, 3, matches, MORE[name], FRESH_MAZES))
    elif what == "builders":
        for name, text in BUILDERS.items():
            keep(kept, "builders", f"{name}: lasers", tournament(3, 3 + NO_LASERS, matches, text))
            keep(kept, "builders", f"{name}: mirrors", tournament(3 + MIRRORS, 3, matches, text))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
