"""Levels and their proofs: check, solve, generate."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridhall import registry
from gridhall.errors import BadSetup, Unavailable, Usage
from gridhall.match import Match

if TYPE_CHECKING:
    from gridhall.solve import Certificate

EXIT = {"OPTIMAL": 0, "SOLVABLE": 0, "UNSOLVABLE": 3, "OPEN": 4}


def solve(chosen: Namespace) -> int:
    """Print the certificate of a level; the exit code says what was proved."""
    game = registry.load(chosen.game)
    if not game.PUZZLE:
        raise Usage(f"{game.TITLE} is not a puzzle: there is nothing to solve")
    found = _prove(Match(game, chosen.setup, chosen.seed), chosen.nodes)
    if chosen.json:
        print(json.dumps(found.as_json()))
    else:
        print(sentence(found))
        if found.witness is not None:
            print("; ".join(found.witness))
        print(f"{found.nodes:,} positions, {found.seconds:.2f} s, {game.TITLE} version {found.version}")
    return EXIT[found.status]


def sentence(found: "Certificate") -> str:
    """A certificate in words."""
    score = f", {found.score} points" if found.score is not None else ""
    text = {
        "OPTIMAL": f"OPTIMAL {found.length}: it can be won in {found.length} moves{score}, and not in fewer.",
        "SOLVABLE": f"SOLVABLE: it can be won in {found.length} moves{score}; at least {found.bound} are needed.",
        "UNSOLVABLE": "UNSOLVABLE: it cannot be won" + (f": {found.note}." if found.note else "."),
        "OPEN": f"OPEN: not decided within the budget; if it can be won, it takes at least {found.bound} moves. More with --nodes.",
    }[found.status]
    return f"{text} {found.note}." if found.note and found.status != "UNSOLVABLE" else text


def _prove(match: Match, nodes: int | None) -> "Certificate":
    from gridhall.solve.certificate import NODES, prove

    return prove(match, nodes or NODES, _progress if sys.stderr.isatty() else None)


def _progress(nodes: int, bound: int) -> None:
    print(f"{nodes:,} positions, more than {bound} moves ...", end="\r", file=sys.stderr, flush=True)


def check(chosen: Namespace) -> int:
    """Say of each file what is wrong with it; of a good puzzle, whether it can be won.

    The worst decides the exit code.
    """
    game = registry.load(chosen.game)
    return max(_check(game, file, chosen) for file in chosen.files)


def _check(game: Any, file: str, chosen: Namespace) -> int:
    try:
        match = Match(game, file)
    except BadSetup as wrong:
        if chosen.json:
            print(json.dumps({"file": file, "error": wrong.as_json()}))
        else:
            count = len(wrong.defects)
            print(f"{file}: {count} defect{'s' * (count > 1)}")
            for defect in wrong.defects:
                print(f"  {defect}")
        return 1
    if not game.PUZZLE:
        print(json.dumps({"file": file, "status": "READ"}) if chosen.json else f"{file}: well formed")
        return 0
    found = _prove(match, chosen.nodes)
    if chosen.json:
        print(json.dumps({"file": file, **found.as_json()}))
    else:
        print(f"{file}: well formed; {sentence(found)}")
    return EXIT[found.status]


def generate(chosen: Namespace) -> int:
    """Make new levels, each proved; print them, or write them into a folder."""
    game = registry.load(chosen.game)
    if game.generate is None:
        raise Usage(f"{game.TITLE} has no generator")
    options = _options(game, chosen.game, chosen.rest)
    seed = chosen.seed if chosen.seed is not None else int.from_bytes(os.urandom(4))
    for number in range(chosen.count):
        proofs: list[Certificate] = []
        text = game.generate((seed + number) & 0xFFFFFFFFFFFFFFFF, _prover(game, chosen.nodes, proofs), **options)
        proof = proofs[-1] if proofs else None
        if game.PUZZLE and (proof is None or proof.witness is None):
            proof = _prove(Match.of_text(game, text), chosen.nodes)
        name = f"{chosen.game}_{seed + number}"
        if chosen.output:
            _write(game, Path(chosen.output), name, text)
        if chosen.json:
            print(
                json.dumps(
                    {
                        "name": name,
                        "seed": seed + number,
                        "setup": text,
                        "certificate": proof.as_json() if proof else None,
                    }
                )
            )
        elif chosen.output:
            print(f"{name}: {sentence(proof)}" if proof else name)
        else:
            print(f"{text.rstrip()}\n{sentence(proof)}\n" if proof else text)
    return 0


def _prover(game: Any, nodes: int | None, proofs: list["Certificate"]) -> Callable[..., "Certificate"]:
    """What a generator proves its levels with.

    Keeps the certificates, the last one being that of the level handed out.
    """
    from gridhall.solve.certificate import NODES, prove

    def proved(text: str, limit: int | None = None) -> "Certificate":
        proofs.append(prove(Match.of_text(game, text), nodes or limit or NODES))
        return proofs[-1]

    return proved


def _options(game: Any, name: str, rest: list[str]) -> dict[str, Any]:
    """The game's own options, read from the signature of its generator."""
    import inspect
    import typing

    function = game.generate
    told = dict(
        line.strip().partition(": ")[::2] for line in (inspect.getdoc(function) or "").splitlines() if ": " in line
    )
    kinds = typing.get_type_hints(function)
    parser = ArgumentParser(prog=f"gridhall generate {name}", description=f"Options of the generator of {game.TITLE}.")
    parser.add_argument("--options", action="help", help="show this list")
    for one in inspect.signature(function).parameters.values():
        if one.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        text = told.get(one.name, "").replace("%", "%%") + f" (otherwise {one.default})"
        flag = "--" + one.name.replace("_", "-")
        kind = _kind(kinds.get(one.name, str))
        if kind is bool:
            parser.add_argument(
                flag, action="store_true" if not one.default else "store_false", dest=one.name, help=text
            )
        else:
            parser.add_argument(
                flag, type=kind, default=one.default, dest=one.name, metavar=kind.__name__.upper(), help=text
            )
    return vars(parser.parse_args([word for word in rest if word != "--"]))


def _kind(kind: Any) -> Any:
    import typing

    for part in typing.get_args(kind) or (kind,):  # such as int | None
        if part in (int, float, str, bool):
            return part
    return str


def _write(game: Any, folder: Path, name: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if game.FILES:
            for suffix, part in zip(game.FILES, text.split("---\n")):
                (folder / f"{name}{suffix}").write_text(part, "utf-8")
        else:
            (folder / f"{name}{'.json' if text.lstrip().startswith('{') else '.txt'}").write_text(text, "utf-8")
    except OSError as wrong:
        raise Unavailable(f"cannot write into {folder}: {wrong.strerror or wrong}") from wrong
