"""How long hints take on every shipped level of every puzzle, off the proved way: wanted at most 100 ms.

As long as a player follows the shipped proof, a hint is read from it and costs nothing. Here each player goes some way
along it, makes one to eight moves of any kind, and asks. One hint of each puzzle may search longer (the first one that
wants to) and is listed apart. CPU time.

    python benchmarks/hints.py [--json] [--players 12]
"""

import argparse
import json
import random
import time
from collections import Counter

from _table import row

from gridhall.match import Match
from gridhall.registry import ShippedLevel, games, levels, load
from gridhall.solve import hint, hints, prove
from gridhall.solve.positions import Positions

WANTED = 100.0  # milliseconds


def lost_way(name: str, level: ShippedLevel, number: int) -> Match:
    """A match that follows the proof for a while and then goes astray."""
    draw, match, words = random.Random(number), Match(name, level.name), level.certificate["witness"].split("; ")
    for word in words[: draw.randrange(len(words))]:
        match.play(word)
    for _ in range(draw.choice((1, 2, 4, 8))):
        if not match.over:
            match.act(0, draw.choice(list(match.legal(0))))
    return match


def kind_of(answer: hints.Hint) -> str:
    if answer.lost:
        return "lost"
    if answer.word is None:
        return "nothing found"
    return "shortest" if "no shorter way" in answer.text else "some way"


def measure(name: str, level: ShippedLevel, players: int) -> tuple[float, list[float], Counter[str]]:
    """Milliseconds of the one long search (0 if none was needed) and of all other hints, and what they were."""
    first, times, kinds = 0.0, [], Counter[str]()
    start = Match(name, level.name)
    # Compiled now, whatever the size of its records.
    prove(start, 100, known=Positions(start.game, start.setup, start.state))
    for number in range(players):
        match = lost_way(name, level, number)
        if match.over:
            continue
        began = time.process_time()
        answer = hint(match)
        took = 1000 * (time.process_time() - began)
        kinds[kind_of(answer)] += 1
        if answer.nodes > hints.NODES and not first:
            first = took
        else:
            times.append(took)
    return first, times, kinds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--players", type=int, default=12, help="hints of each level")
    args = parser.parse_args()
    for name in games():
        if not load(name).PUZZLE:
            continue
        rows = [(*measure(name, level, args.players), level.name) for level in levels(load(name))]
        slowest, slowest_level = max((max(times, default=0.0), level) for _, times, _, level in rows)
        times = sorted(took for _, all_times, _, _ in rows for took in all_times)
        first, first_level = max((first, level) for first, _, _, level in rows)
        kinds = sum((kinds for _, _, kinds, _ in rows), Counter[str]())
        numbers = {
            "benchmark": "hints", "game": name, "levels": len(rows), "hints": len(times),
            "median_ms": round(times[len(times) // 2], 1), "slowest_ms": round(slowest, 1),
            "slowest": slowest_level, "over": sum(took > WANTED for took in times),
            "long_searches": sum(first > 0 for first, _, _, _ in rows), "longest_ms": round(first, 1),
            "longest": first_level if first else None, "kinds": dict(kinds),
        }  # fmt: skip
        if args.json:
            print(json.dumps(numbers))
        else:
            print(f"{name}: {len(times)} hints on {len(rows)} levels, median {numbers['median_ms']} ms, ", end="")
            print(f"slowest {slowest:.1f} ms ({slowest_level}), {numbers['over']} over {WANTED:.0f} ms; ", end="")
            print(f"{numbers['long_searches']} long first searches, the longest {first:.0f} ms ({numbers['longest']})")
            print("    " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
        row(f"slowest hint of {name} after a puzzle's first", slowest, " ms", at_most=WANTED)


if __name__ == "__main__":
    main()
