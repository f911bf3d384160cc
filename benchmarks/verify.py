"""How fast records are verified: every word played again by the rules, and every hash compared, or that of the end.

    python benchmarks/verify.py [--json] [GAME ...]

Puzzles are verified by the proved win of each shipped level, other games by matches of random legal moves; as halls and
`gridhall rebuild` do it, by the compiled code that is shipped. Times are seconds of the processor; the fastest of
several rounds counts. Beside them, in the same run, the plain way: each word is played on a match, and the facts after
it are hashed.
"""

import argparse
import hashlib
import json
import random
import time

from _table import row

from gridhall.match import Match
from gridhall.record import read_record, record_text
from gridhall.registry import games, levels, load

ROUNDS = 5
WANTED = 5.0  # times the plain way
MATCHES, LONGEST = 6, 240  # random matches a game, and plies of each


def solved(name: str) -> list[str]:
    """The records of the proved wins of a game's levels."""
    records = []
    for level in levels(load(name)):
        witness = level.certificate.get("witness")
        if not witness:
            continue
        match = Match(name, level.name)
        for word in witness.split("; ") if isinstance(witness, str) else witness:
            match.play(word)
        records.append(record_text(match))
    return records


def drawn(name: str, seed: int) -> str:
    """The record of a match of random moves."""
    match, chance = Match(name, None, seed), random.Random(seed)
    while not match.over and len(match.plies) < LONGEST:
        player = match.acting[0]
        match.act(player, chance.choice(match.legal(player)))
    return record_text(match)


def seconds_for(records: list[str], every: bool) -> float:
    """The least time of the processor that verifying them all took."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for record in records:
            read_record(record, every=every, hurry=True)
        best = min(best, time.process_time() - began)
    return best


def replay_plainly(record: str) -> str:
    """Play a record's words and hash the facts after each; the last hash."""
    head, *lines = map(json.loads, record.splitlines())
    match, digest = Match(head["game"], head["setup"] or None, head["seed"]), ""
    for line in lines:
        if "word" in line:
            match.play(line["word"], line["player"] - 1)
            facts = json.dumps(match.facts(), sort_keys=True, separators=(",", ":"))
            digest = hashlib.sha256((digest + facts).encode()).hexdigest()[:32]
    return digest


def seconds_plainly(records: list[str]) -> float:
    """The same for the plain way."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for record in records:
            replay_plainly(record)
        best = min(best, time.process_time() - began)
    return best


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--json", action="store_true")  # which `row` looks for
    reader.add_argument("games", nargs="*")
    for name in reader.parse_args().games or games():
        game = load(name)
        if game.PUZZLE and game.PLAYERS == 1:
            records = solved(name)
        else:
            records = [drawn(name, seed) for seed in range(1, MATCHES + 1)]
        plain = seconds_plainly(records)
        row(
            f"{game.TITLE}: verified by the hash of the end, times the plain way",
            plain / seconds_for(records, False),
            at_least=WANTED,
        )
        row(
            f"{game.TITLE}: verified with every hash, times the plain way",
            plain / seconds_for(records, True),
            at_least=1,
        )


if __name__ == "__main__":
    main()
