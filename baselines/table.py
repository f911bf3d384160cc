"""Every baseline on the small tiers, with seeds, curves and CPU time: one command makes the table of docs/baselines.md.

    pip install gridhall[learn,baselines]
    python baselines/table.py [--seconds N] [--seeds 0 1 2] [--only NAME ...]

What baselines/results.json has already for the same game, baseline, seed and budget is not run again, so that it can be
stopped and gone on with; delete the file to begin anew.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import distilled
import dqn
import imitation
import numpy as np
import ppo
import self_play
import torch
from harness import Choose, Curve, greedily, levels, play
from msgspec import to_builtins
from network import Planner
from tabular import q_learning
from without_learning import chance, greedy, solver

from gridhall.agents.rating import interval
from gridhall.learn.batch import Vector
from gridhall.learn.generalisation import Tier, tier_of
from gridhall.registry import games, load

HERE = Path(__file__).parent
RESULTS, PAGE = HERE / "results.json", HERE.parent / "docs" / "baselines.md"
PICTURE = HERE.parent / "docs" / "pictures" / "baselines.svg"
PADDED = (8, 8)  # rows and columns of the padded ones
MATCHES = 40
# CPU seconds of learning, unless --seconds says otherwise
SECONDS = {"imitation of all best moves": 60, "PPO padded": 60, "PPO": 120, "distilled": 90, "DQN": 90}
OTHERS = 40  # of the others
FIXED: dict[str, Callable[[int], Choose]] = {
    "random": chance, "greedy": greedy, "solver": solver, "tabular, on the level itself": q_learning,
}  # fmt: skip
LEARNT: dict[str, Callable[[Tier, Curve, int], Planner]] = {
    "PPO": lambda tier, curve, seed: ppo.train(tier, curve, seed),
    "PPO without mask": lambda tier, curve, seed: ppo.train(tier, curve, seed, masked=False),
    "PPO padded": lambda tier, curve, seed: ppo.train(tier, curve, seed, pad=PADDED),
    "DQN": lambda tier, curve, seed: dqn.train(tier, curve, seed),
    "distilled tables": lambda tier, curve, seed: distilled.train(tier, curve, seed),
    "imitation of witnesses": lambda tier, curve, seed: imitation.train(tier, curve, seed, everywhere=False),
    "imitation of all best moves": lambda tier, curve, seed: imitation.train(tier, curve, seed, everywhere=True),
}
SELF_PLAY = "self-play PPO"


def run(game: str, name: str, seed: int, seconds: float) -> dict[str, Any]:
    """One baseline with one seed: its score on the held-out levels, CPU seconds and curve."""
    tier, pad = tier_of(game, "small"), PADDED if "padded" in name else None
    held_out, points = levels(game, "small", "held_out"), []
    began = time.process_time()
    if name in FIXED:
        score = play(FIXED[name](seed), tier, held_out)
        spent = time.process_time() - began
    else:
        curve = Curve(tier, seconds, every=seconds / 10, pad=pad)
        network = LEARNT[name](tier, curve, seed)
        spent, points = curve.seconds(), curve.points
        score = play(greedily(network, masked="without mask" not in name), tier, held_out, pad)
    return {"cpu": round(spent, 1), "score": to_builtins(score), "curve": to_builtins(points)}


def run_self_play(game: str, seed: int, seconds: float) -> dict[str, Any]:
    network, steps = self_play.train(game, seed, seconds)
    against = {}
    for opponent in (None, next(iter(load(game).LEVELS_OF_PLAY))):
        wins, losses = self_play.won(network, game, opponent, MATCHES, 1)
        against[opponent or "chance"] = [wins, losses]
    return {"cpu": seconds, "steps": steps, "against": against, "matches": MATCHES}


def jobs(seeds: list[int], seconds: float | None) -> list[tuple[str, str, int, float]]:
    """Every game, baseline, seed and budget; what does not learn needs no budget."""
    listed: list[tuple[str, str, int, float]] = []
    for seed in seeds:
        for game in games():
            if load(game).PLAYERS == 2:
                listed.append((game, SELF_PLAY, seed, seconds or OTHERS))
            elif load(game).PUZZLE:
                listed += [(game, name, seed, 0) for name in FIXED]
                learnt = [name for name in LEARNT if "without mask" not in name or refuses(game)]
                listed += [(game, name, seed, seconds or _budget(name)) for name in learnt]
    return listed


@cache
def refuses(game: str) -> bool:
    """Whether an action is ever illegal, as far as chance finds out; where none is, a mask changes nothing."""
    played = levels(game, "small", "train", 20)
    envs = Vector(game, len(played), setup=[level.text for level in played])
    envs.reset(seed=0)
    masks = np.concatenate([envs.step(envs.action_space.sample())[-1]["action_mask"] for _ in range(100)])
    envs.close()
    return not masks[masks.any(1)].all()  # after the end nothing is legal


def _budget(name: str) -> float:
    return next((seconds for begin, seconds in SECONDS.items() if name.startswith(begin)), OTHERS)


def longest(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each baseline and game the runs with the greatest budget: what was tried with less is not mixed with them."""
    budgets: dict[tuple[str, str], float] = {}
    for result in results:
        kind = result["game"], result["baseline"]
        budgets[kind] = max(budgets.get(kind, 0), result["budget"])
    return [result for result in results if result["budget"] == budgets[result["game"], result["baseline"]]]


def tables(results: list[dict[str, Any]]) -> str:
    """The results as Markdown: puzzles, then duels; a row for each baseline and game, the mean over its seeds."""
    rows = ["| game | baseline | seeds | CPU s | solved | 95 % | optimum / used | used / optimum where solved |"]
    rows.append("|---|---|---|---|---|---|---|---|")
    duels = [
        "| game | seeds | CPU s | steps | against | won | lost | of | 95 % |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    grouped: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for result in longest(results):
        grouped.setdefault((result["game"], result["baseline"]), []).append(result)
    for (game, name), runs in sorted(grouped.items()):
        title = load(game).TITLE
        if name == SELF_PLAY:
            for opponent in runs[0]["against"]:
                wins, losses = (sum(run["against"][opponent][side] for run in runs) for side in (0, 1))
                count = sum(run["matches"] for run in runs)
                low, high = interval(wins, count)
                steps = sum(run["steps"] for run in runs) // len(runs)
                effort = f"{len(runs)} | {runs[0]['cpu']:.0f} | {steps:,}"
                ends = f"{wins} | {losses} | {count} | {_between(low, high)}"
                duels.append(f"| {title} | {effort} | {opponent} | {ends} |")
            continue
        count = sum(run["score"]["levels"] for run in runs)
        solved = sum(round(run["score"]["solved"] * run["score"]["levels"]) for run in runs)
        share = sum(run["score"]["efficiency"] * run["score"]["levels"] for run in runs) / count
        low, high = interval(solved, count)
        longer = f"{solved / count / share:.2f}" if solved else "–"
        cpu = sum(run["cpu"] for run in runs) / len(runs)
        rows.append(
            f"| {title} | {name} | {len(runs)} | {cpu:,.1f} | {100 * solved / count:.0f} % | {_between(low, high)} "
            f"| {share:.3f} | {longer} |"
        )
    return "\n".join([*rows, "", *duels])


def _between(low: float, high: float) -> str:
    return f"{100 * low:.0f}–{100 * high:.0f} %"


def plot(results: list[dict[str, Any]]) -> None:
    """Solved validation levels against CPU seconds, a picture beside the other for each game."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gridhall"
    matplotlib.rcParams["svg.fonttype"] = "none"  # texts stay texts, which makes the file small
    from matplotlib import pyplot

    curved = [result for result in longest(results) if result.get("curve")]
    shown = sorted({result["game"] for result in curved})
    figure, axes = pyplot.subplots(1, max(1, len(shown)), figsize=(9, 3.6), sharey=True, squeeze=False)
    names = sorted({result["baseline"] for result in curved})  # a colour for each, a kind of line for each seed
    for axis, game in zip(axes[0], shown):
        labelled: set[str] = set()
        for result in (run for run in curved if run["game"] == game):
            name = result["baseline"]
            seconds = [0, *(point["seconds"] for point in result["curve"])]
            solved = [0, *(100 * point["solved"] for point in result["curve"])]
            line = ("-", "--", ":", "-.")[result["seed"] % 4]
            label = None if name in labelled else name
            axis.plot(seconds, solved, line, color=f"C{names.index(name)}", label=label)
            labelled.add(name)
        axis.set_title(load(game).TITLE)
        axis.set_xlabel("CPU seconds")
        axis.legend(fontsize=6)
    axes[0][0].set_ylabel("validation levels solved, %")
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})


def write_page(results: list[dict[str, Any]]) -> None:
    """Put the tables between the two marks of the page."""
    before, _, rest = PAGE.read_text("utf-8").partition("<!-- table -->\n")
    _, _, after = rest.partition("<!-- end -->\n")
    picture = "![Validation levels solved against CPU seconds](pictures/baselines.svg)"
    page = f"{tables(results)}\n\nAll runs are in `baselines/results.json`.\n\n{picture}"
    PAGE.write_text(f"{before}<!-- table -->\n{page}\n<!-- end -->\n{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, help="CPU seconds of learning for each")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--only", nargs="+", help="words of which a baseline's name or game must have one")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    results: list[dict[str, Any]] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []
    done = {(run["game"], run["baseline"], run["seed"], run["budget"]) for run in results}
    for game, name, seed, seconds in jobs(arguments.seeds, arguments.seconds):
        wanted = not arguments.only or any(word in f"{game} {name}" for word in arguments.only)
        if not wanted or (game, name, seed, seconds) in done:
            continue
        print(f"{game}: {name}, seed {seed}", file=sys.stderr, flush=True)
        result = run_self_play(game, seed, seconds) if name == SELF_PLAY else run(game, name, seed, seconds)
        results.append({"game": game, "baseline": name, "seed": seed, "budget": seconds, **result})
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    write_page(results)
    plot(results)
    print(tables(results))


if __name__ == "__main__":
    main()
