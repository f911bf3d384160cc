"""Environments for learning, on the same rules that people play. Needs `pip install gridhall[learn]`.

gymnasium.make("gridhall/<game>-v<version>", setup=...)     one match (single.py)
gridhall.learn.vector(game, num_envs=1024, setup=...)       many at once, compiled (batch.py)
gridhall.learn.aec(game), gridhall.learn.parallel(game)     two players, PettingZoo (multi.py)
gridhall.learn.duels(game, num_envs=1024)                   two players, many matches at once, compiled (duel_batch.py)
gridhall.learn.open_spiel.load(game)                        the game inside OpenSpiel
gridhall.learn.suite.score(agent)                           optimality gap on gridhall-30
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gridhall.errors import Unavailable
from gridhall.registry import games, load

if TYPE_CHECKING:
    from gridhall.learn.batch import Vector
    from gridhall.learn.duel_batch import Duels
    from gridhall.learn.multi import Together, Turns


def _need(module: str) -> None:
    """Say what to install if a package is missing."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise Unavailable(f"environments need {module}; install it with `pip install gridhall[learn]`")


def register() -> list[str]:
    """Register every single-player game found with Gymnasium, in every version; returns the ids.

    Importing gridhall.learn does it.
    """
    import gymnasium

    from gridhall.learn.rewards import VERSIONS

    single, batch, ids = "gridhall.learn.single:Single", "gridhall.learn.batch:Vector", []
    for name in games():
        if load(name).PLAYERS == 1:
            for version in VERSIONS:
                ids.append(f"gridhall/{name}-v{version}")
                options = {"game": name, "version": version}
                if ids[-1] not in gymnasium.registry:
                    gymnasium.register(ids[-1], entry_point=single, vector_entry_point=batch, kwargs=options)
    return ids


def vector(game: str, num_envs: int = 1024, **options: Any) -> "Vector":
    """Many matches of a single-player game at once: a `gymnasium.vector.VectorEnv` on compiled rules."""
    _need("gymnasium")
    from gridhall.learn.batch import Vector

    return Vector(game, num_envs, **options)


def duels(game: str, num_envs: int = 1024, **options: Any) -> "Duels":
    """Many matches of a two-player game at once, for self-play: both seats, from views, on compiled rules."""
    _need("gymnasium")
    _need("pettingzoo")
    from gridhall.learn.duel_batch import Duels

    return Duels(game, num_envs, **options)


def aec(game: str, **options: Any) -> "Turns":
    """A two-player game as a PettingZoo AEC environment: players act in turn, each sees their own view."""
    _need("pettingzoo")
    from gridhall.learn.multi import Turns

    return Turns(game, **options)


def parallel(game: str, **options: Any) -> "Together":
    """A two-player game as a PettingZoo Parallel environment.

    All players answer each step; those who are not to act answer with `wait`.
    """
    _need("pettingzoo")
    from gridhall.learn.multi import Together

    return Together(game, **options)


with suppress(ImportError):  # without Gymnasium the functions above say what to install
    register()
