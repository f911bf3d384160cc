"""Use everything of every game once, so that the code it needs is compiled before anybody asks for it.

python -m gridhall.prepare [--idle] [GAME ...]    fill this user's cache, the likeliest first
python -m gridhall.prepare --ship                 make the code that is shipped with the package, for a common processor
"""

import argparse
import importlib.util
import multiprocessing
import os
import platform
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from gridhall import registry
from gridhall.compiler.store import target
from gridhall.game import EVERYONE, Game
from gridhall.kernel import bind, compiled
from gridhall.match import Match
from gridhall.ply import play_if_allowed

Use = tuple[str, Callable[[], object]]  # what it is, and how to use it once
FEW = 2_000  # positions of a proof: enough to go through every loop
LEAST = 40  # the same for the interpreter, which is slow


def uses(game: Game) -> Iterator[Use]:
    """What people and programs do with a game, the likeliest first, on each size of records that its levels have."""
    for match in _sizes(game):
        yield from uses_of(match)


def uses_of(match: Match, least: bool = False) -> Iterator[Use]:
    """What is done with a match; with `least` as little that the interpreter can do it, too."""
    game = match.game
    if game.PUZZLE:
        yield "hint", lambda: _hint(match)
    for level in game.LEVELS_OF_PLAY:
        for player in match.acting:
            yield f"machine {level}", partial(_machine, match, level, player, least)
    if game.advise is not None:
        yield "odds", partial(game.advise, match.setup, match.view(0), 0, 1, 1)
    elif not game.PUZZLE:
        yield "values", lambda: _values(match)
    if game.PUZZLE:
        yield "proof", lambda: _proof(match, LEAST if least else FEW)
    yield "record", lambda: _record(match)
    if importlib.util.find_spec("gymnasium") is not None:
        yield "learn", lambda: _learn(match)
    if game.PLAYERS > 1:
        yield "arena", lambda: _arena(match)


def _sizes(game: Game) -> Iterator[Match]:
    """A match on each size of records that the shipped levels have."""
    known = set()
    for name in (None, *(level.name for level in registry.levels(game))):
        match = Match(game, name, 1)
        kinds = type(match.setup), type(match.state)
        if kinds not in known:
            known.add(kinds)
            yield match


def _hint(match: Match) -> None:
    from gridhall.solve.hints import hint

    hint(match)


def _proof(match: Match, nodes: int) -> None:
    from gridhall.solve.certificate import prove

    prove(match, nodes)


def _record(match: Match) -> None:
    """A ply as it is repeated from a record."""
    for player in match.acting[:1]:
        compiled(bind(play_if_allowed, match.game))(match.setup, match.view(EVERYONE), player, match.legal(player)[0])


def _values(match: Match) -> None:
    """The start's; a puzzle's values need no more than its hints, and odds no more than the game's own."""
    from gridhall.agents.values import estimated_chance

    estimated_chance(match, match.state, 1)


def _machine(match: Match, level: str, player: int, least: bool) -> None:
    """A careful move and, where the machine slips now and then, a careless one."""
    from gridhall.agents import choice

    agent = choice.agent_of(match.game, level)
    if least:
        numbers = [name for name, value in agent.items() if type(value) is int and name != "skill"]
        agent = {**agent, **{name: min(agent[name], 2) for name in numbers}}
    for slip in (0.0, 1.0) if agent.get("slip") else (0.0,):
        choice.choose(match.game, match.setup, match.view(player), player, {**agent, "slip": slip}, 1)


def _arena(match: Match) -> None:
    from gridhall.agents.arena import play_match

    play_match(match.name, match.setup_text, 1, ("uniform",) * match.game.PLAYERS, 1)


def _learn(match: Match) -> None:
    from gridhall import learn
    from gridhall.learn import spaces

    spaces.observe(match.game, match.setup, match.view(0), 0)
    spaces.mask_of(match.game, match.setup, match.view(0), 0)
    if match.game.PLAYERS == 1:
        envs = learn.vector(registry.name_of(match.game), num_envs=2, setup=match.setup_text)
        envs.reset(seed=0)
        envs.step(envs.action_space.sample())
    elif match.game.PLAYERS == 2:
        duels = learn.duels(registry.name_of(match.game), 2, setup=match.setup_text)
        duels.reset(seed=0)
        duels.step(duels.action_masks().argmax(2))


def prepare(names: list[str], tell: Callable[[str], None] | None = None) -> None:
    """Use everything of these games once; `tell` gets a line for each use, with the time it took."""
    for name in names:
        game = registry.load(name)
        for what, use in uses(game):
            began = time.process_time()
            use()
            if tell:
                tell(f"{game.TITLE}: {what} {time.process_time() - began:.1f} s")


def ship() -> None:
    """Write the shipped folder anew, keeping what is still right."""
    from gridhall.compiler import store

    os.environ.update(GRIDHALL_PROCESSOR=store.COMMON[platform.machine()], GRIDHALL_SHIPPED="0")
    folder = store.shipped_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gridhall-") as scratch:
        os.environ["GRIDHALL_CACHE"] = scratch
        for path in folder.glob("*.o"):
            shutil.copyfile(path, Path(scratch) / store.own_name(path.stem, *target()))
        with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
            used = set().union(*pool.map(_names_used, registry.games()))
        for path in folder.glob("*.o"):
            if path.stem not in used:
                path.unlink()
        for name in used:
            shutil.copyfile(Path(scratch) / store.own_name(name, *target()), folder / f"{name}.o")


def _names_used(game: str) -> set[str]:
    """Prepare a game, and name the code that was used."""
    from gridhall.compiler.twin import names_used

    prepare([game], print)
    return names_used


def _be_idle() -> None:
    """Work only while nothing else wants the processor, and end when the process that started this one ends."""
    if hasattr(os, "nice"):
        os.nice(19)
    parent = os.getppid()

    def end_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m gridhall.prepare", description=__doc__)
    reader.add_argument("games", nargs="*", metavar="GAME")
    reader.add_argument("--ship", action="store_true", help="make the code that is shipped with the package")
    reader.add_argument("--idle", action="store_true", help="only while nothing else wants the processor")
    args = reader.parse_args()
    if args.idle:
        _be_idle()
    if args.ship:
        ship()
    else:
        prepare(args.games or registry.games(), lambda text: print(text, file=sys.stderr, flush=True))


if __name__ == "__main__":
    main()
