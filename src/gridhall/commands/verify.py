"""Play records again and compare every hash."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from gridhall.commands import DONE, FAILED
from gridhall.errors import GridhallError, IllegalAction

if TYPE_CHECKING:
    from gridhall.match import Match

EXAMPLE = "gridhall verify match.jsonl"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("records", metavar="RECORD", nargs="+")


def run(args: Namespace) -> int:
    """Print the verdict on each record; the exit code is 1 if one is not as it should be."""
    return max(_verify(name, args.json) for name in args.records)


def _verify(name: str, as_json: bool) -> int:
    from gridhall.record import check_commitment
    from gridhall.terminal import saves

    try:
        match, lines = saves.read(name)
        sealed = match.game.SECRETS and not match.over
        has_commitment = None if sealed else check_commitment(lines)
    except GridhallError as wrong:
        verdict = {"record": name, "valid": False, "error": wrong.as_json()}
        print(json.dumps(verdict) if as_json else f"{name}: NOT VALID: {wrong}")
        return FAILED
    if sealed:
        return _refuse_sealed(name, as_json)
    _print_valid(name, match, lines[0], has_commitment, as_json)
    return DONE


def _refuse_sealed(name: str, as_json: bool) -> int:
    """Say nothing of a running match with secrets, not even that its record is whole."""
    wrong = IllegalAction("the match is not over, and it has secrets: nothing is told of it before its end")
    verdict = {"record": name, "valid": None, "error": wrong.as_json()}
    print(json.dumps(verdict) if as_json else f"{name}: sealed: {wrong}")
    return FAILED


def _print_valid(name: str, match: "Match", head: dict[str, Any], has_commitment: bool | None, as_json: bool) -> None:
    game, plies, is_open = match.game, len(match.plies), bool(head.get("open"))
    if as_json:
        about = {"game": match.name, "version": game.VERSION, "plies": plies, "outcome": match.outcome}
        marks = {"undone": match.undone, "open": is_open, "commit": has_commitment}
        print(json.dumps({"record": name, "valid": True, **about, **marks}))
        return
    notes = [f"{name}: valid, {game.TITLE} version {game.VERSION}, {plies} words, {match.outcome}"]
    notes += [f"{match.undone} taken back"] if match.undone else []
    notes += ["open: a person chose the seed or the map"] if is_open else []
    notes += ["the dice are those committed to before the match"] if has_commitment else []
    print("; ".join(notes))
