"""Steps per CPU second with observations written, ours beside what people use today, in one run on one core.

    pip install minigrid "pettingzoo[classic]" open_spiel jumanji navix xminigrid pgx pufferlib   # whichever you want
    python benchmarks/peers.py [--json] [--chart docs/pictures/peers.svg] [--seconds 2]

Every environment does its own task with random actions and hands its observation to the host; ended episodes begin
anew. What is not installed is left out and said so. CPU seconds of the whole process, so that a library that uses
threads pays for them. Wanted: Phase Shift 80 % of its twin in C and 10 times Jumanji's Sokoban, Grid Universe 5 times
XLand-MiniGrid and 3 times NAVIX, every game 50 times MiniGrid (Maze Runner 20 times) and ahead of OpenSpiel from
Python.
"""

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
from _table import left_out, row

from gridhall.agents.players import next_seed, uniform, who_acts
from gridhall.kernel import array, bind, compiled, copy, kernel
from gridhall.learn import suite
from gridhall.learn.levels import Pool
from gridhall.match import Match
from gridhall.registry import games, load

BATCH = 1024
game: Any = None  # filled by kernel.bind


@kernel
def random_play(setup: Any, fresh: Any, states: Any, planes: Any, scalars: Any, rounds: int, seed: int) -> None:
    """A uniform legal action of whoever acts in every match, and what they see next; ended matches begin anew."""
    for _ in range(rounds):
        for i in range(len(states)):
            seed = next_seed(seed)
            player = who_acts(game.acting(setup, states[i]), seed)
            game.step(setup, states[i], player, uniform(setup, states[i], player, seed))
            if game.acting(setup, states[i]) == 0:
                copy(states[i], fresh[0])
            game.observe(setup, states[i], player, planes[i], scalars[i])


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps per CPU second: the best of several stretches."""
    work()
    best = 0.0
    until = time.process_time() + seconds
    while time.process_time() < until:
        began = time.process_time()
        steps = work()
        best = max(best, steps / max(1e-9, time.process_time() - began))
    return best


def ours(name: str, setup: str | None, seconds: float) -> float:
    """One of our games: the batched environment for one player, the compiled batch for two."""
    pool = Pool(name, setup)
    if pool.game.PLAYERS == 1:
        from gridhall.learn.batch import Vector

        envs = Vector(name, BATCH, setup=setup, copy=False)
        envs.reset(seed=1)
        noise = np.random.default_rng(0).random((16, BATCH, pool.game.ACTIONS))
        # Drawn beforehand, as for the peers; where some actions are illegal, drawn among the legal ones.
        drawn = noise.argmax(2)
        always = bool(envs.masks.all())

        def work() -> int:
            for turn in range(16):
                envs.step(drawn[turn] if always else (noise[turn] * envs.masks).argmax(1))
            return 16 * BATCH

        return rate(work, seconds)
    planes, rows, columns, scalars = pool.shape
    states, fresh = array(type(pool.states[0]), BATCH), array(type(pool.states[0]), 1)
    fresh[:1] = array(pool.begin(0, 7))
    states[:] = fresh[0]
    flat, few = np.zeros((BATCH, planes * rows * columns), np.int8), np.zeros((BATCH, scalars), np.int32)
    run = compiled(bind(random_play, pool.game))

    def batch() -> int:
        run(pool.setup_array[0], fresh, states, flat, few, 4, 11)
        return 4 * BATCH

    return rate(batch, seconds)


def minigrid(seconds: float) -> float:
    import gymnasium
    import minigrid  # noqa: F401  (registers its environments)

    env = gymnasium.make("MiniGrid-DoorKey-8x8-v0").unwrapped
    env.reset(seed=1)
    draw = np.random.default_rng(0)

    def work() -> int:
        for action in draw.integers(0, 7, 500):
            _, _, terminated, truncated, _ = env.step(int(action))
            if terminated or truncated:
                env.reset()
        return 500

    return rate(work, seconds)


def pettingzoo(seconds: float) -> float:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    env.reset(seed=1)
    draw = np.random.default_rng(0)

    def work() -> int:
        for _ in range(300):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(int(draw.choice(np.flatnonzero(seen["action_mask"]))))
        return 300

    return rate(work, seconds)


def open_spiel(name: str) -> Callable[[float], float]:
    def measure(seconds: float) -> float:
        import pyspiel

        hosted = pyspiel.load_game(name)
        draw = np.random.default_rng(0)

        def work() -> int:
            state = hosted.new_initial_state()
            for _ in range(300):
                if state.is_terminal():
                    state = hosted.new_initial_state()
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes())
                    state.apply_action(draw.choice(actions, p=chances))
                    continue
                player = max(0, state.current_player())
                if state.is_simultaneous_node():
                    state.apply_actions(
                        [int(draw.choice(state.legal_actions(player))) for player in range(hosted.num_players())]
                    )
                else:
                    state.apply_action(int(draw.choice(state.legal_actions())))
                if not state.is_terminal():
                    np.asarray(state.observation_tensor(player))
            return 300

        return rate(work, seconds)

    return measure


def jumanji(seconds: float) -> float:
    import jax
    from jumanji.environments import Sokoban
    from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator
    from jumanji.wrappers import AutoResetWrapper

    env = AutoResetWrapper(Sokoban(generator=SimpleSolveGenerator()))
    return _jax_rate(
        jax,
        jax.vmap(env.reset),
        jax.vmap(env.step),
        4,
        lambda answer: answer[1].observation,
        lambda answer: answer[0],
        seconds,
    )


def xland(seconds: float) -> float:
    import jax
    import xminigrid
    from xminigrid.wrappers import GymAutoResetWrapper

    env, settings = xminigrid.make("MiniGrid-Empty-8x8")
    env = GymAutoResetWrapper(env)
    reset = jax.vmap(lambda key: (env.reset(settings, key),) * 2)
    step = jax.vmap(lambda state, action: (env.step(settings, state, action),) * 2)
    return _jax_rate(jax, reset, step, 6, lambda answer: answer[1].observation, lambda answer: answer[0], seconds)


def navix(seconds: float) -> float:
    import jax
    import navix as nx

    env = nx.make("Navix-Empty-8x8-v0")
    reset, step = (
        jax.vmap(lambda key: (env.reset(key),) * 2),
        jax.vmap(lambda state, action: (env.step(state, action),) * 2),
    )
    return _jax_rate(jax, reset, step, 6, lambda answer: answer[1].observation, lambda answer: answer[0], seconds)


def pgx(seconds: float) -> float:
    """An illegal action, which random ones sometimes are, ends a match."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make("connect_four")
    play = auto_reset(env.step, env.init)
    key = jax.random.PRNGKey(0)
    reset = jax.vmap(lambda key: (env.init(key),) * 2)
    step = jax.vmap(lambda state, action: (play(state, action, key),) * 2)
    return _jax_rate(jax, reset, step, 7, lambda answer: answer[1].observation, lambda answer: answer[0], seconds)


def pufferlib(seconds: float) -> float:
    from pufferlib.ocean.squared import squared

    env = squared.Squared(num_envs=BATCH)
    env.reset(seed=1)
    drawn = np.random.default_rng(0).integers(0, 5, (16, BATCH)).astype(np.int32)

    def work() -> int:
        for actions in drawn:
            env.step(actions)
        return len(drawn) * BATCH

    return rate(work, seconds)


def _jax_rate(jax: Any, reset: Any, step: Any, actions: int, seen: Any, following: Any, seconds: float) -> float:
    key = jax.random.PRNGKey(0)
    begun = jax.jit(reset)(jax.random.split(key, BATCH))
    step = jax.jit(step)
    choices = [jax.random.randint(jax.random.PRNGKey(i), (BATCH,), 0, actions) for i in range(8)]
    kept = [following(begun)]

    def work() -> int:
        for choice in choices:
            answer = step(kept[0], choice)
            kept[0] = following(answer)
            jax.tree.map(np.asarray, seen(answer))
        return len(choices) * BATCH

    return rate(work, seconds)


def by_hand(seconds: float) -> float:
    """The C twin of Phase Shift on the level ours plays: the limit."""
    import tempfile

    import limit

    match = Match.of_text(load("phase_shift"), next(task.setup for task in suite.tasks() if task.game == "phase_shift"))
    with tempfile.TemporaryDirectory() as folder:
        try:
            hand = limit.build(folder)
        except (OSError, subprocess.CalledProcessError) as wrong:
            raise ImportError("gcc is needed") from wrong
    setup, fresh, states = array(match.setup), array(match.state), array(type(match.state), BATCH)
    states[:] = fresh[0]
    planes, rows, columns, scalars = match.game.shape(match.setup)
    flat, few = np.zeros((BATCH, planes * rows * columns), np.int8), np.zeros((BATCH, scalars), np.int32)
    where = [limit.at(part) for part in (setup, fresh, states, flat, few)]

    def work() -> int:
        hand.rollout_observed(
            *where[:4], limit.long(flat.shape[1]), where[4], limit.long(BATCH), limit.long(64), limit.long(1)
        )
        return 64 * BATCH

    return rate(work, seconds)


PEERS: dict[str, tuple[str, Callable[[float], float]]] = {
    "Phase Shift by hand in C": ("the same level, planes and batch; no masks, no environment around it", by_hand),
    "MiniGrid": ("DoorKey 8x8, one environment, symbolic view", minigrid),
    "PettingZoo connect four": ("AEC, one match", pettingzoo),
    "OpenSpiel connect four": ("Python API, observation tensor", open_spiel("connect_four")),
    "OpenSpiel laser tag": ("Python API, observation tensor, fog", open_spiel("laser_tag")),
    "OpenSpiel tic-tac-toe": ("Python API, observation tensor", open_spiel("tic_tac_toe")),
    "Jumanji Sokoban": ("10x10, batch of 1,024 on JAX's CPU, SimpleSolveGenerator", jumanji),
    "XLand-MiniGrid": ("8x8, batch of 1,024 on JAX's CPU", xland),
    "NAVIX": ("Empty 8x8, batch of 1,024 on JAX's CPU", navix),
    "pgx connect four": ("batch of 1,024 on JAX's CPU", pgx),
    "PufferLib Squared": ("11x11 bytes, batch of 1,024 in C", pufferlib),
}


def chart(rows: list[dict[str, Any]], path: str) -> None:
    """Bars on a scale of powers of ten, ours in gold."""
    shown = sorted((peer for peer in rows if peer["rate"]), key=lambda peer: -peer["rate"])
    top = max(peer["rate"] for peer in shown)
    height = 34 * len(shown) + 46
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="760" height="{height}" fill="#FFFFFF"/>',
        '<text x="16" y="24" font-weight="700">Steps a CPU second, observations written</text>',
    ]
    for i, peer in enumerate(shown):
        y, wide = 40 + 34 * i, 440 * np.log10(peer["rate"] / 1000) / np.log10(top / 1000)
        fill = "#F5B301" if peer["ours"] else "#75848E"
        parts.append(f'<text x="196" y="{y + 17}" text-anchor="end">{peer["name"]}</text>')
        parts.append(f'<rect x="204" y="{y}" width="{max(2, wide):.0f}" height="24" rx="5" fill="{fill}"/>')
        parts.append(f'<text x="{212 + max(2, wide):.0f}" y="{y + 17}">{peer["rate"]:,.0f}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(parts) + "</svg>\n")


WANTED: dict[str, dict[str, float]] = {  # by peer: what each of our games should be of its speed, "" for all others
    "Phase Shift by hand in C": {"Phase Shift": 0.8},
    "MiniGrid": {"Maze Runner": 20.0, "": 50.0},
    "OpenSpiel connect four": {"": 1.0},
    "OpenSpiel laser tag": {"": 1.0},
    "OpenSpiel tic-tac-toe": {"": 1.0},
    "Jumanji Sokoban": {"Phase Shift": 10.0},
    "XLand-MiniGrid": {"Grid Universe": 5.0},
    "NAVIX": {"Grid Universe": 3.0},
}


def compare(rates: dict[str, float], peer: str, speed: float) -> None:
    """Say how each of our games stands against a peer where something is wanted.

    Of those without a name of their own the slowest.
    """
    named = {name: wanted for name, wanted in WANTED.get(peer, {}).items() if name}
    for name, wanted in named.items():
        row(f"{name}, times {peer}", rates[name] / speed, at_least=wanted)
    if (others := WANTED.get(peer, {}).get("")) is not None:
        slowest = min((name for name in rates if name not in named), key=lambda name: rates[name])
        row(f"{slowest}, times {peer}; the others more", rates[slowest] / speed, at_least=others)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chart", help="draw the result into this SVG")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each")
    arguments = parser.parse_args()
    rows: list[dict[str, Any]] = []
    suite_levels = {task.game: task.setup for task in reversed(suite.tasks())}
    for name in games():
        setup = suite_levels.get(name)  # a generated level where there are such, else the game's default
        shape = Pool(name, setup).shape
        what = f"{shape[1]}x{shape[2]}, {shape[0]} planes, batch of {BATCH:,}, masks included"
        speed = ours(name, setup, arguments.seconds)
        rows.append({"name": load(name).TITLE, "what": what, "rate": speed, "ours": True})
        _print(rows[-1], arguments.json)
    for name, (what, measure) in PEERS.items():
        try:
            speed = measure(arguments.seconds)
        except ImportError as missing:
            left_out(f"our games, times {name}", str(missing))
            continue
        rows.append({"name": name, "what": what, "rate": speed, "ours": False})
        _print(rows[-1], arguments.json)
        compare({peer["name"]: peer["rate"] for peer in rows if peer["ours"]}, name, speed)
    if arguments.chart:
        chart(rows, arguments.chart)


def _print(measured: dict[str, Any], as_json: bool) -> None:
    plain = f"{measured['name']:26}{measured['rate']:>14,.0f}   {measured['what']}"
    print(json.dumps({"benchmark": "peers", **measured}) if as_json else plain, flush=True)


if __name__ == "__main__":
    main()
