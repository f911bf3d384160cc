"""Score a policy on levels that it cannot know."""

import contextlib
import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from gridhall.commands import DONE
from gridhall.commands.arguments import count, seed
from gridhall.errors import Unavailable, Usage

EXAMPLE = "gridhall score my_policy.py --suite gridhall-1000 --seed 7"
SUITES = ("gridhall-1000",)
FRESH = "fresh"


def arguments(parser: ArgumentParser) -> None:
    policy = "FILE.py (its function `policy`), FILE.py:NAME, random or solver"
    parser.add_argument("policy", metavar="POLICY", help=policy)
    parser.add_argument("--suite", metavar="NAME", default=SUITES[0], help="gridhall-1000")
    parser.add_argument("--game", metavar="GAME", help="only tiers of this game")
    parser.add_argument("--tier", metavar="TIER", help="only this tier, such as small")
    parser.add_argument("--set", metavar="SET", default=FRESH, help="fresh, held_out, validation or train")
    parser.add_argument("--levels", type=count, default=50, metavar="N", help="how many of each tier")
    drawn = "fresh levels are drawn from it: anybody who takes the same one scores on the same levels"
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help=drawn)


def run(args: Namespace) -> int:
    """Let a policy play levels of every tier, and print what it solved and how well."""
    from itertools import islice

    from gridhall.learn import generalisation

    if args.suite not in SUITES:
        raise Usage(f"there is no suite {args.suite!r}; there is {', '.join(SUITES)}")
    chosen = [
        tier for tier in generalisation.tiers() if args.game in (None, tier.game) and args.tier in (None, tier.tier)
    ]
    if not chosen:
        generalisation.tier_of(args.game or "", args.tier or "")
    policies = [_policy(args.policy, tier.game, args.seed) for tier in chosen]
    for tier, (policy, options) in zip(chosen, policies, strict=True):
        if args.set == FRESH:
            levels = list(generalisation.fresh(tier, args.seed, args.levels))
        else:
            levels = list(islice(generalisation.kept(tier, args.set), args.levels))
        score = generalisation.score(policy, tier, levels, **options)
        if args.json:
            from msgspec import to_builtins

            print(json.dumps(to_builtins(score)), flush=True)
        else:
            print(_sentence(score), flush=True)
    return DONE


def _sentence(score: Any) -> str:
    low, high = (100 * end for end in score.solved_interval)
    least, most = score.efficiency_interval
    return (
        f"{score.game} {score.tier}: solved {100 * score.solved:.0f} % of {score.levels} ({low:.0f} to {high:.0f}), "
        f"optimum / used {score.efficiency:.2f} ({least:.2f} to {most:.2f})"
    )


def _policy(name: str, game: str, number: int) -> tuple[Any, dict[str, Any]]:
    """A policy, and the options of the environment that it plays in (OPTIONS of its file)."""
    if name == "random":
        import numpy

        draw = numpy.random.default_rng(number)
        return (lambda seen, mask: int(draw.choice(numpy.flatnonzero(mask)))), {}
    if name == "solver":
        from gridhall.learn.policies import Solver

        return Solver(), {}
    path, _, function = name.rpartition(":") if ".py:" in name else (name, "", "policy")
    if not path.endswith(".py") or not os.path.isfile(path):
        raise Usage(f"there is no policy {path}; one is FILE.py, FILE.py:NAME, random or solver")
    import importlib.util

    spec = importlib.util.spec_from_file_location("policy_to_score", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with _their_mistakes(path):
        spec.loader.exec_module(module)
    if not hasattr(module, function):
        raise Usage(f"{path} has no {function}; write `def {function}(observation, mask)`")
    options = getattr(module, "OPTIONS", {})
    if not isinstance(options, dict):
        raise Usage(f"OPTIONS of {path} is {options!r}; it must be a dictionary of what `gridhall.learn.env` takes")

    def policy(seen: Any, mask: Any) -> Any:
        with _their_mistakes(path):
            return getattr(module, function)(seen, mask)

    return policy, options


@contextlib.contextmanager
def _their_mistakes(path: str) -> Iterator[None]:
    """Say of an error in somebody's own file what it is, and in which of its lines."""
    import traceback

    try:
        yield
    except (Exception, SystemExit) as wrong:
        frames = traceback.extract_tb(wrong.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == os.path.abspath(path)]
        where = f", line {lines[-1]}" if lines else ""
        raise Unavailable(f"{path}{where}: {type(wrong).__name__}: {wrong}") from wrong
