"""Work spread over a Ray cluster: the same results as on one machine, also when a worker is killed. Needs Ray."""

import os
import signal
import threading
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
        """Say who does this job, wait until somebody holds the other end of `go`, and square the number."""
        Path(folder, f"{number}-{os.getpid()}").touch()
        with open(Path(folder, "begun"), "w") as pipe:
            pipe.write(f"{os.getpid()}\n")
        with open(Path(folder, "go")):
            return number * number

    os.mkfifo(tmp_path / "begun")
    os.mkfifo(tmp_path / "go")
    begun, go = os.open(tmp_path / "begun", os.O_RDWR), []

    def kill_one() -> None:
        os.kill(int(os.read(begun, 100).split()[0]), signal.SIGKILL)
        go.append(os.open(tmp_path / "go", os.O_RDWR))

    killer = threading.Thread(target=kill_one)
    killer.start()
    results = list(spread(noted, [(str(tmp_path), number) for number in range(12)], at_once=4))
    killer.join()
    for end in (begun, *go):
        os.close(end)
    assert sorted(results) == [(number, number * number) for number in range(12)]
    jobs = [path.name.split("-")[0] for path in tmp_path.iterdir() if "-" in path.name]
    assert len(jobs) > len(set(jobs)), "the killed worker's job was begun again"


def test_proofs_and_matches_are_those_of_one_machine(cluster):
    from gridhall.agents.arena import tournament
    from gridhall.learn.scale import arena_table, rollouts, solve_levels
    from gridhall.solve import solve

    puzzle = next(name for name in games() if load(name).PUZZLE)
    texts = [level.text for level in levels(load(puzzle))[:4]]
    spread = solve_levels(puzzle, texts)
    alone = [solve(puzzle, text).as_json() for text in texts]
    for certificate in (*spread, *alone):
        certificate["seconds"] = 0
    assert spread == alone
    duel = next(name for name in games() if load(name).PLAYERS == 2)
    assert (
        arena_table(duel, ["propose", "uniform"], 4).as_json() == tournament(duel, ["propose", "uniform"], 4).as_json()
    )
    assert [seed for seed, _, _ in rollouts(puzzle, [5, 6], agent="propose", setup=levels(load(puzzle))[0].name)] == [
        5,
        6,
    ]
