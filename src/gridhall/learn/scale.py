"""The same work over a Ray cluster: proofs of many levels, arena matches, rollouts.

Needs `pip install gridhall[scale]`. A job's result is keyed by its number, and a job whose worker dies is done again
elsewhere: nothing is lost, nothing counts twice.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gridhall.errors import Unavailable

if TYPE_CHECKING:
    from gridhall.agents.arena import Table


def spread(work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], at_once: int = 64) -> Iterator[tuple[int, Any]]:
    """Do `work(*job)` for every job on the cluster (`ray.init()` first, or a local one is begun).

    Yields (number, result) as they end.
    """
    try:
        import ray
    except ImportError as wrong:
        raise Unavailable("scaling out needs Ray; install it with `pip install gridhall[scale]`") from wrong
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    remote = ray.remote(max_retries=-1)(work)
    waiting: dict[Any, int] = {}
    numbers = iter(range(len(jobs)))
    while True:
        while len(waiting) < at_once and (number := next(numbers, None)) is not None:
            waiting[remote.remote(*jobs[number])] = number
        if not waiting:
            return
        done, _ = ray.wait(list(waiting), num_returns=1)
        for task in done:
            yield waiting.pop(task), ray.get(task)


def _proved(game: str, text: str, nodes: int) -> dict[str, Any]:
    from gridhall.solve import solve

    return solve(game, text, nodes).as_json()


def solve_levels(game: str, texts: Sequence[str], nodes: int = 10_000_000) -> list[dict[str, Any]]:
    """Certificates of many levels, in the order given."""
    certificates = dict(spread(_proved, [(game, text, nodes) for text in texts]))
    return [certificates[number] for number in range(len(texts))]


def arena_table(game: str, names: list[str], matches: int, setup: str | None = None, seed: int = 0) -> "Table":
    """The same table as `gridhall.agents.arena.tournament`, played on the cluster."""
    from gridhall.agents.arena import Table, pairings, play_match
    from gridhall.match import Match

    text, table = Match(game, setup).setup_text, Table(names)
    listed = pairings(names, matches, seed)
    jobs = [(game, text, match_seed, seats, agent_seed) for seats, match_seed, agent_seed in listed]
    for _, result in sorted(spread(play_match, jobs), key=lambda pair: pair[0]):
        table.add(result)
    return table


def _rolled_out(game: str, setup: str | None, agent: str, seed: int) -> tuple[int, float, list[int]]:
    from gridhall.agents import choose
    from gridhall.match import Match

    match = Match(game, setup, seed)
    while not match.over:
        player = match.acting[0]
        match.act(player, choose(match.game, match.setup, match.view(player), player, agent, seed))
    return seed, float(match.scores()[0]), [ply.action for ply in match.plies]


def rollouts(
    game: str, seeds: Sequence[int], setup: str | None = None, agent: str = "uniform"
) -> list[tuple[int, float, list[int]]]:
    """(seed, score, actions) of a match for each seed, in the order given."""
    matches = dict(spread(_rolled_out, [(game, setup, agent, seed) for seed in seeds]))
    return [matches[number] for number in range(len(seeds))]
