"""Time and memory of a batch against its size, the size of the board, and threads.

    python benchmarks/learning_curves.py [--json] [--chart docs/pictures/learning_curves.svg] [--page docs/learning.md]

CPU nanoseconds of a step of one environment, the best of several stretches, and the bytes that the batch keeps for it.
For threads the CPU time of the thread that calls, which does its own slice and all that cannot be shared: what the
wall shows where every thread has a core for itself. `--page` puts the tables between the two marks of a page.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from _page import write_page
from _table import row

import gridhall.learn
from gridhall.learn.batch import Vector
from gridhall.registry import games, load

BATCHES = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
SIDES = (7, 8, 10, 12)
THREADS = (1, 2, 4)
STRETCHES, WORTH = 5, 20_000  # a stretch has steps of about so many environments
Points = list[dict[str, float]]


def nanoseconds(envs: Vector, clock: Callable[[], float] = time.process_time) -> float:
    """Of one environment's step, with actions drawn beforehand."""
    steps = max(4, WORTH // envs.num_envs)
    drawn = np.random.default_rng(0).integers(0, envs.game.ACTIONS, (min(steps, 64), envs.num_envs))
    envs.reset(seed=1)
    took = []
    for _ in range(STRETCHES):
        began = clock()
        for step in range(steps):
            envs.step(drawn[step % len(drawn)])
        took.append((clock() - began) / steps / envs.num_envs * 1e9)
    return min(took)


def kept_bytes(envs: Vector) -> float:
    """Bytes of all arrays of a batch, for each environment."""
    arrays = {id(value): value.nbytes for value in vars(envs).values() if isinstance(value, np.ndarray)}
    return sum(arrays.values()) / envs.num_envs


def batches(name: str) -> Points:
    points = []
    for count in BATCHES:
        envs = gridhall.learn.vector(name, count)
        points.append({"at": count, "ns": nanoseconds(envs), "bytes": kept_bytes(envs)})
    return points


def sides(name: str) -> Points:
    """Generated levels with boards of several sizes; a game whose generator has no size is left out."""
    points = []
    for side in SIDES:
        options = {"size": side} if name_has(name, "size") else {"width": side, "height": side}
        if not all(name_has(name, option) for option in options):
            return []
        level = gridhall.generate(name, seed=3, **options)
        envs = gridhall.learn.vector(name, 1024, setup=level)
        points.append({"at": side * side, "ns": nanoseconds(envs), "bytes": kept_bytes(envs)})
    return points


def name_has(name: str, option: str) -> bool:
    from inspect import signature

    generate = load(name).generate
    return generate is not None and option in signature(generate).parameters


def threads(name: str) -> Points:
    points = []
    for count in THREADS:
        envs = gridhall.learn.vector(name, 16384, threads=count, copy=False)
        points.append({"at": count, "ns": nanoseconds(envs, time.thread_time), "bytes": kept_bytes(envs)})
        envs.close()
    return points


CURVES = {"environments": batches, "cells of the board": sides, "threads": threads}


def table(measured: dict[str, dict[str, Points]], curve: str) -> str:
    """A row for each point, with time and memory of every game that has the curve."""
    shown = {name: curves[curve] for name, curves in measured.items() if curves[curve]}
    heads = [f"{load(name).TITLE}, ns a step | bytes kept" for name in shown]
    rows = [f"| {curve} | {' | '.join(heads)} |", "|---" * (1 + 2 * len(shown)) + "|"]
    for points in zip(*shown.values()):
        cells = [f"{point['ns']:,.0f} | {point['bytes']:,.0f}" for point in points]
        rows.append(f"| {points[0]['at']:,} | {' | '.join(cells)} |")
    return "\n".join(rows)


def draw(measured: dict[str, dict[str, Points]], path: str) -> None:
    """Time above, memory below, a column for each curve."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gridhall"
    matplotlib.rcParams["svg.fonttype"] = "none"  # texts stay texts, which makes the file small
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, len(CURVES), figsize=(10, 6), sharex="col")
    for column, curve in enumerate(CURVES):
        for line, (name, curves) in zip(("-o", "--s", ":^", "-.D") * 9, measured.items()):
            for axis, key in zip(axes[:, column], ("ns", "bytes")):
                if curves[curve]:
                    places = [point["at"] for point in curves[curve]]
                    axis.plot(places, [point[key] for point in curves[curve]], line, label=load(name).TITLE)
        axes[1, column].set_xlabel(curve)
    axes[0, 0].set_xscale("log")
    for axis in axes.flat[1:]:
        axis.set_ylim(bottom=0)
    axes[0, 0].set_yscale("log")
    axes[0, 2].set_xticks(THREADS)
    axes[0, 0].set_ylabel("CPU ns a step")
    axes[1, 0].set_ylabel("bytes kept for each")
    axes[1, 0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chart", help="write the curves to this SVG")
    parser.add_argument("--page", type=Path, help="write the tables into this page")
    arguments = parser.parse_args()
    solo = [name for name in games() if load(name).PLAYERS == 1]
    measured = {name: {curve: measure(name) for curve, measure in CURVES.items()} for name in solo}
    for name, curves in measured.items():
        kept = {point["at"]: point["bytes"] for point in curves["environments"]}
        row(f"{name}: memory of an environment, 65,536 beside 1,024", kept[65536] / kept[1024], at_most=1.05)
    tables = "\n\n".join(table(measured, curve) for curve in CURVES)
    if arguments.chart:
        draw(measured, arguments.chart)
    if arguments.page:
        write_page(tables, arguments.page, "curves")
    print(json.dumps(measured) if arguments.json else tables)


if __name__ == "__main__":
    main()
