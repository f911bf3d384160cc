"""Work spread over a Ray cluster: the same results as on one machine, also when a worker is killed. Needs Ray."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from gridhall.registry import games, levels, load

ray = pytest.importorskip("ray", reason="Ray is not installed (gridhall[scale])")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_killed_worker_loses_and_repeats_no_result(cluster, tmp_path):
    from gridhall.learn.scale import spread

    def noted(folder: str, number: int) -> int:
        """Write down who does this job, wait for the signal to go on, and square the number."""
        Path(folder, f"{number}-{os.getpid()}").touch()
        while not Path(folder, "go").exists():
            time.sleep(0.02)
        return number * number

    waiting = spread(noted, [(str(tmp_path), number) for number in range(12)], at_once=4)

    def kill_one() -> None:
        while not (begun := [path.name for path in tmp_path.iterdir() if "-" in path.name]):
            time.sleep(0.02)
        os.kill(int(begun[0].split("-")[1]), signal.SIGKILL)
        (tmp_path / "go").touch()

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = list(waiting)
    killer.join()
    assert sorted(found) == [(number, number * number) for number in range(12)]
    begun = [path.name.split("-")[0] for path in tmp_path.iterdir() if "-" in path.name]
    assert len(begun) > len(set(begun)), "the killed worker's job was begun again"


def test_proofs_and_matches_are_those_of_one_machine(cluster):
    from gridhall.agents.arena import tournament
    from gridhall.learn.scale import arena_table, rollouts, solve_levels
    from gridhall.solve import solve

    puzzle = next(name for name in games() if load(name).PUZZLE)
    texts = [level.text for level in levels(load(puzzle))[:4]]
    spread = solve_levels(puzzle, texts)
    alone = [solve(puzzle, text).as_json() for text in texts]
    assert [{**one, "seconds": 0} for one in spread] == [{**one, "seconds": 0} for one in alone]
    duel = next(name for name in games() if load(name).PLAYERS == 2)
    assert arena_table(duel, ["propose", "uniform"], 4).as_json() == tournament(duel, ["propose", "uniform"], 4).as_json()
    assert [seed for seed, _, _ in rollouts(puzzle, [5, 6], agent="propose", setup=levels(load(puzzle))[0].name)] == [5, 6]
