"""Time and memory of a batch against its size, the size of the board, and threads.

    python benchmarks/learning_curves.py [--json] [--chart docs/pictures/learning_curves.svg]

CPU nanoseconds of a step of one environment, the best of several stretches, and the bytes that the batch keeps for it;
for threads the wall's. The last lines are Markdown tables.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from _table import row

import gridhall.learn
from gridhall.learn.batch import Vector
from gridhall.registry import games, load

BATCHES = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
SIDES = (7, 8, 10, 12)
STRETCHES, WORTH = 5, 20_000  # a stretch has steps of about so many environments


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


def batches(name: str) -> list[dict[str, float]]:
    points = []
    for count in BATCHES:
        envs = gridhall.learn.vector(name, count)
        points.append({"batch": count, "ns": nanoseconds(envs), "bytes": kept_bytes(envs)})
    return points


def sides(name: str) -> list[dict[str, float]]:
    """Generated levels with boards of several sizes; a game whose generator has no size is left out."""
    points = []
    for side in SIDES:
        options = {"size": side} if name_has(name, "size") else {"width": side, "height": side}
        if not all(name_has(name, option) for option in options):
            return []
        level = gridhall.generate(name, seed=3, **options)
        envs = gridhall.learn.vector(name, 1024, setup=level)
        points.append({"cells": side * side, "ns": nanoseconds(envs), "bytes": kept_bytes(envs)})
    return points


def name_has(name: str, option: str) -> bool:
    from inspect import signature

    generate = load(name).generate
    return generate is not None and option in signature(generate).parameters


def threads(name: str) -> list[dict[str, float]]:
    points = []
    for count in (1, 2):
        envs = gridhall.learn.vector(name, 16384, threads=count, copy=False)
        points.append({"threads": count, "ns": nanoseconds(envs, time.perf_counter)})
        envs.close()
    return points


def table(points: list[dict[str, float]], what: str) -> str:
    rows = [f"| {what} | ns a step | bytes kept |", "|---|---|---|"]
    rows += [f"| {point[what]:,} | {point['ns']:,.0f} | {point.get('bytes', 0):,.0f} |" for point in points]
    return "\n".join(rows)


def draw(measured: dict[str, Any], path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gridhall"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(10, 3.3))
    for style, (name, parts) in enumerate(measured.items()):
        line = ("-o", "--s", ":^")[style % 3]
        for axis, (what, key) in zip(axes, (("batch", "ns"), ("cells", "ns"), ("batch", "bytes"))):
            points = parts["batches" if what == "batch" else "sides"]
            if points:
                axis.plot([p[what] for p in points], [p[key] for p in points], line, label=load(name).TITLE)
                axis.set_xlabel(
                    "environments in the batch" if what == "batch" else "cells of the board (batch of 1,024)"
                )
                axis.set_ylabel("CPU ns a step" if key == "ns" else "bytes kept for each")
    for axis in (axes[0], axes[2]):
        axis.set_xscale("log")
    axes[0].set_yscale("log")
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chart", help="write the curves to this SVG")
    arguments = parser.parse_args()
    solo = [name for name in games() if load(name).PLAYERS == 1]
    measured = {name: {"batches": batches(name), "sides": sides(name), "threads": threads(name)} for name in solo}
    for name, parts in measured.items():
        kept = {point["batch"]: point["bytes"] for point in parts["batches"]}
        row(f"{name}: memory of an environment, 65,536 beside 1,024", kept[65536] / kept[1024], at_most=1.05)
    if arguments.chart:
        draw(measured, arguments.chart)
    if arguments.json:
        print(json.dumps(measured))
        return
    for name, parts in measured.items():
        print(f"{name}\n\n{table(parts['batches'], 'batch')}\n")
        if parts["sides"]:
            print(table(parts["sides"], "cells") + "\n")
        one, two = (point["ns"] for point in parts["threads"])
        print(f"two threads are {one / two:.2f} times as fast as one, by the wall, in a batch of 16,384\n")


if __name__ == "__main__":
    main()
