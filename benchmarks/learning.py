"""What environments cost beside the bare compiled rules: batches of duels, padding, threads, and importing.

    python benchmarks/learning.py [--json] [--quick]

Wanted: a batch of duels at least half as fast as its rules with `observe` of both views, in one loop, on the same
actions; padded planes at most 1.3 times the cost of their cells; two threads 1.8 times one; `import gridhall.learn`
within 0.4 s. CPU seconds of the best of several stretches; threads by the wall as well, which needs two free cores.
Two cores are not always twice one: they may share caches, memory and, in a virtual machine, a core. So beside the
threads stands what two processes reach that have nothing in common, each with a batch of its own.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from _table import left_out, row

import gridhall.learn
from gridhall.kernel import array, bind, compiled, copy, kernel
from gridhall.learn.episodes import episode_seed
from gridhall.registry import games, load

BATCH, STEPS = 1024, 64
IN_TURN = 8  # steps with one thread, then as many with two
SHARE, PADDING, THREADS, IMPORT = 0.5, 1.3, 1.8, 0.4
game: Any = None  # filled by kernel.bind


@kernel
def bare_duels(
    setup: Any, blank: Any, states: Any, view: Any, actions: Any, bases: Any, episodes: Any, planes: Any, scalars: Any
) -> None:
    """The recorded answers in every match, and what both see after each; ended matches begin anew."""
    for turn in range(len(actions)):
        for i in range(len(states)):
            for player in range(game.PLAYERS):
                if actions[turn, i, player] < game.ACTIONS:
                    game.step(setup, states[i], player, actions[turn, i, player])
            if game.acting(setup, states[i]) == 0:
                episodes[i] += 1
                copy(states[i], blank[0])
                states[i].rng = episode_seed(bases[i], episodes[i])
                game.start(setup, states[i])
            for player in range(game.PLAYERS):
                copy(view[0], states[i])
                game.hide(setup, view[0], player)
                game.observe(setup, view[0], player, planes[i * 2 + player], scalars[i * 2 + player])


def best(work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """Seconds of the best of several calls."""
    took = []
    for _ in range(rounds):
        began = clock()
        work()
        took.append(clock() - began)
    return min(took)


def measure_duels(name: str, rounds: int) -> float:
    """The speed of a batch of duels as a share of its bare rules on the same actions."""
    envs = gridhall.learn.duels(name, BATCH)
    envs.reset(seed=1)
    draw = np.random.default_rng(0)
    recorded = np.zeros((STEPS, BATCH, 2), np.int64)
    for turn in range(STEPS):
        recorded[turn] = (draw.random(envs.masks.shape) * envs.masks).argmax(2)
        envs.step(recorded[turn])
    pool, kind = envs.pool, type(envs.pool.states[0])
    run, flat = compiled(bind(bare_duels, envs.game)), envs.planes.reshape(2 * BATCH, -1)
    few = envs.scalars.reshape(2 * BATCH, -1)
    blanks, room = array(kind, BATCH), array(kind, 1)

    def bare() -> None:
        states = blanks.copy()
        run(pool.setup_array[0], pool.state_array, states, room, recorded, bases, numbers.copy(), flat, few)

    def batch() -> None:
        for actions in recorded:
            envs.step(actions)

    envs.reset(seed=1)
    blanks[:], bases, numbers = envs.states, envs.bases, envs.episodes.copy()
    shares = []
    bare()
    for _ in range(rounds):
        envs.reset(seed=1)
        shares.append(best(bare, 1) / best(batch, 1))
    return float(np.median(shares))


def seconds_a_step(envs: Any, rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """Of a batch for one player, with actions drawn beforehand."""
    drawn = np.random.default_rng(0).integers(0, envs.game.ACTIONS, (STEPS, envs.num_envs))
    envs.reset(seed=1)

    def steps() -> None:
        for actions in drawn:
            envs.step(actions)

    steps()
    return best(steps, rounds, clock) / STEPS


def measure_padding(name: str, rounds: int) -> float:
    """What a level of the ladder costs in planes of 16 x 16, beside its cost times 256 / its own cells."""
    level = min(gridhall.levels(name), key=lambda level: len(level.text))
    plain = gridhall.learn.vector(name, BATCH, setup=level, copy=False)
    padded = gridhall.learn.vector(name, BATCH, setup=level, copy=False, pad=(16, 16))
    cells = 256 / (plain.pool.shape[1] * plain.pool.shape[2])
    return seconds_a_step(padded, rounds) / (seconds_a_step(plain, rounds) * cells)


def measure_threads(name: str, rounds: int) -> tuple[float, float]:
    """How many times as fast two threads are: by the CPU time of the thread that calls, and by the wall.

    The caller's thread does its own slice and all that cannot be shared, so that its CPU time is what the wall shows
    where both cores are free. The wall needs two free cores: the best single steps of each, some of each in turn.
    """
    both = [gridhall.learn.vector(name, 16 * BATCH, threads=threads, copy=False) for threads in (1, 2)]
    drawn = np.random.default_rng(0).integers(0, both[0].game.ACTIONS, (STEPS, 16 * BATCH))
    took: list[list[list[float]]] = [[[], []], [[], []]]  # by clock and by threads
    for envs in both:
        envs.reset(seed=1)
    for stretch in np.tile(drawn, (rounds, 1)).reshape(-1, IN_TURN, 16 * BATCH):
        for number, envs in enumerate(both):
            for actions in stretch:
                began = time.thread_time(), time.perf_counter()
                envs.step(actions)
                ended = time.thread_time(), time.perf_counter()
                for clock in range(2):
                    took[clock][number].append(ended[clock] - began[clock])
    cpu, wall = took
    return float(np.median(cpu[0]) / np.median(cpu[1])), min(wall[0]) / min(wall[1])


BESIDE = """
import sys
import numpy as np
import gridhall.learn
envs = gridhall.learn.vector(sys.argv[1], int(sys.argv[2]), copy=False)
drawn = np.random.default_rng(0).integers(0, envs.game.ACTIONS, (64, envs.num_envs))
envs.reset(seed=1)
envs.step(drawn[0])
print("ready", flush=True)
while True:
    for actions in drawn:
        envs.step(actions)
"""


def measure_processes(name: str, rounds: int) -> float:
    """What two processes do in the time of one, by the wall: as much as two threads could ever reach here.

    The best single steps, alone and beside a process that does the same without end.
    """
    envs = gridhall.learn.vector(name, 8 * BATCH, copy=False)
    alone = seconds_a_step(envs, rounds, time.perf_counter)
    with subprocess.Popen([sys.executable, "-c", BESIDE, name, str(8 * BATCH)], stdout=subprocess.PIPE) as other:
        try:
            assert other.stdout is not None
            began = other.stdout.readline().strip()
            assert began == b"ready", "the other process ended before it began"
            together = seconds_a_step(envs, rounds, time.perf_counter)
            assert other.poll() is None, "the other process ended before it was measured"
        finally:
            other.kill()
    return 2 * alone / together


def measure_import(rounds: int) -> float:
    """CPU seconds of a new process that does `import gridhall.learn`, the interpreter's own start with it."""

    def clock() -> float:
        times = os.times()
        return times.children_user + times.children_system

    return best(lambda: subprocess.run([sys.executable, "-c", "import gridhall.learn"], check=True), rounds, clock)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="few rounds")
    arguments = parser.parse_args()
    rounds = 3 if arguments.quick else 15
    for name in games():
        if load(name).PLAYERS == 2:
            row(f"{name}: a batch of duels, share of the bare rules", measure_duels(name, rounds), at_least=SHARE)
            continue
        if gridhall.levels(name):
            padding = measure_padding(name, rounds)
            row(f"{name}: padded to 16 x 16, beside the cost of its cells", padding, at_most=PADDING)
        if (os.cpu_count() or 1) > 1:
            cpu, wall = measure_threads(name, rounds)
            row(f"{name}: two threads beside one, by CPU time of the caller's", cpu, at_least=THREADS)
            row(f"{name}: two threads beside one, by the wall", wall, at_least=THREADS)
            apart = measure_processes(name, rounds)
            row(f"{name}: two processes beside one, by the wall, for comparison", apart, at_least=0)
        else:
            left_out(f"{name}: two threads beside one", "this machine has one core")
    row("import gridhall.learn", measure_import(rounds), " s", at_most=IMPORT)


if __name__ == "__main__":
    main()
