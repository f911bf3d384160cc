"""Environments: the official checkers, equal bytes in all forms, honest masks, oracles, trajectories.

Games are found, none is named.
"""

import os
import pickle
import subprocess
import sys
import textwrap

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import gridhall.learn
from gridhall.errors import BadRecord, BadSetup, GridhallError, Unavailable
from gridhall.learn import trajectories
from gridhall.learn.oracle import Oracle
from gridhall.learn.rewards import NEWEST
from gridhall.match import Match
from gridhall.registry import games, levels, load
from gridhall.solve import prove

SOLO = [name for name in games() if load(name).PLAYERS == 1]
DUEL = [name for name in games() if load(name).PLAYERS == 2]
PUZZLES = [name for name in SOLO if load(name).PUZZLE]


def make(name: str, **options):
    return gymnasium.make(f"gridhall/{name}-v{NEWEST}", **options).unwrapped


def drawn(mask, draw) -> int:
    return int(draw.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("name", SOLO)
def test_the_official_checker_has_nothing_to_say(name):
    check_env(make(name), skip_render_check=True)


@pytest.mark.parametrize("name", SOLO)
def test_every_way_of_rendering_works(name):
    text = make(name, render_mode="ansi")
    text.reset(seed=1)
    assert text.render().count("\n") >= 3
    picture = make(name, render_mode="rgb_array", cell=16)
    picture.reset(seed=1)
    frame = picture.render()
    assert frame.dtype == np.uint8 and frame.shape[2] == 3
    assert frame.std() > 5


@pytest.mark.parametrize("name", DUEL)
def test_pettingzoo_has_nothing_to_say(name):
    api_test(gridhall.learn.aec(name), num_cycles=60)
    seed_test(lambda: gridhall.learn.aec(name), num_cycles=20)
    parallel_api_test(gridhall.learn.parallel(name), num_cycles=60)
    parallel_seed_test(lambda: gridhall.learn.parallel(name), num_cycles=20)


@pytest.mark.parametrize("name", SOLO)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_single_batched_and_threaded_environments_show_the_same_bytes(name, autoreset):
    count, seed, draw = 5, 42, np.random.default_rng(3)
    alone = [make(name) for _ in range(count)]
    batches = [gridhall.learn.vector(name, count, autoreset=autoreset, threads=threads) for threads in (1, 3)]
    first = [env.reset(seed=seed + i) for i, env in enumerate(alone)]
    begun = [batch.reset(seed=seed) for batch in batches]
    masks = np.stack([info["action_mask"] for _, info in first])
    pending = np.zeros(count, bool)
    episodes = 0
    for _ in range(160):
        for seen, info in begun:
            assert np.array_equal(info["action_mask"], masks)
            for i in range(count):
                assert np.array_equal(seen["planes"][i], first[i][0]["planes"])
                assert np.array_equal(seen["scalars"][i], first[i][0]["scalars"])
        actions = np.array([drawn(mask, draw) if mask.any() else 0 for mask in masks])
        answers = [batch.step(actions) for batch in batches]
        begun, after = [(answer[0], answer[4]) for answer in answers], []
        for i, env in enumerate(alone):
            if pending[i]:
                after.append((env.reset(), 0.0, False, False))
                pending[i] = False
                continue
            seen, reward, terminated, truncated, info = env.step(actions[i])
            for answer in answers:
                assert (answer[1][i], answer[2][i], answer[3][i]) == (reward, terminated, truncated)
            if terminated or truncated:
                episodes += 1
                if autoreset == "same_step":
                    for answer in answers:
                        assert np.array_equal(answer[4]["final_obs"][i]["planes"], seen["planes"])
                    seen, info = env.reset()
                else:
                    pending[i] = True
            after.append(((seen, info), reward, terminated, truncated))
        first = [entry[0] for entry in after]
        masks = np.stack([info["action_mask"] for _, info in first])
    for batch in batches:
        batch.close()
    assert episodes or name in PUZZLES


@pytest.mark.parametrize("name", SOLO)
def test_masks_are_legality_and_illegal_actions_change_nothing(name):
    env, draw = make(name, reward="score", max_steps=100_000), np.random.default_rng(1)
    _, info = env.reset(seed=5)
    total = 0.0
    for _ in range(60):
        game, before = env.pool.game, bytes(env.state)
        for action in range(game.ACTIONS):
            legal = not game.refusal(env.setup, env.state, 0, action)
            assert info["action_mask"][action] == legal
            if not legal:
                _, reward, terminated, truncated, refused = env.step(action)
                assert (reward, terminated, truncated, refused["illegal"]) == (0.0, False, False, True)
                assert bytes(env.state) == before
        _, reward, terminated, truncated, info = env.step(drawn(info["action_mask"], draw))
        total += reward
        if terminated or truncated:
            break
    start = env.pool.begin(env.level, 0)
    assert total == env.pool.game.score(env.setup, env.state, 0) - env.pool.game.score(env.setup, start, 0)


@pytest.mark.parametrize("name", SOLO)
def test_the_callers_arrays_are_filled_without_a_copy(name):
    planes, rows, columns, scalars = gridhall.learn.vector(name, 1).pool.shape
    own = {"planes": np.zeros((4, planes, rows, columns), np.int8), "scalars": np.zeros((4, scalars), np.int32)}
    batch = gridhall.learn.vector(name, 4, out=own, copy=False)
    seen, _ = batch.reset(seed=1)
    assert seen["planes"] is own["planes"]
    assert own["planes"].any()
    with pytest.raises(Unavailable, match="contiguous"):
        gridhall.learn.vector(name, 4, out={"planes": np.zeros((4, 1, 1, 1), np.int8)})


@pytest.mark.parametrize("name", SOLO)
def test_environments_survive_pickling_and_forking(name):
    env = make(name)
    env.reset(seed=3)
    twin = pickle.loads(pickle.dumps(env))
    action = int(np.flatnonzero(env._info()["action_mask"])[0])
    assert env.step(action)[1] == twin.step(action)[1]
    assert env.state == twin.state
    batch = gridhall.learn.vector(name, 3)
    batch.reset(seed=3)
    again = pickle.loads(pickle.dumps(batch))
    actions = np.full(3, action)
    assert np.array_equal(batch.step(actions)[0]["planes"], again.step(actions)[0]["planes"])
    import multiprocessing
    import warnings

    def child(pipe):
        pipe.send(bytes(batch.step(actions)[0]["planes"]))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking beside threads is what is tried here
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("fork").Process(target=child, args=(theirs,))
        process.start()
    theirs.close()  # so that a child that dies is noticed
    planes = ours.recv()
    process.join()
    assert planes == bytes(batch.step(actions)[0]["planes"])
    assert os.getpid() != process.pid


@pytest.mark.parametrize("name", PUZZLES)
def test_pools_and_curricula_choose_the_levels(name):
    shipped = levels(load(name))
    shape = gridhall.learn.vector(name, 1, setup=shipped[0].name).pool.shape
    alike, kind = [], None
    for level in shipped:
        setup, state = load(name).read_setup(level.text)
        kind = kind or (type(setup), type(state))
        if tuple(load(name).shape(setup)) == shape and (type(setup), type(state)) == kind:
            alike.append(level.name)
    if len(alike) > 1:
        batch = gridhall.learn.vector(name, 64, setup=alike)
        assert len(set(batch.reset(seed=0)[1]["level"])) > 1
        chosen = gridhall.learn.vector(
            name, 4, setup=alike, curriculum=lambda env, episode, score: 1 if env == 2 else 0
        )
        assert chosen.reset(seed=0)[1]["level"].tolist() == [0, 0, 1, 0]
    other = next(
        (level.name for level in shipped if tuple(load(name).shape(load(name).read_setup(level.text)[0])) != shape),
        None,
    )
    if other:
        with pytest.raises(BadSetup, match="one shape"):
            gridhall.learn.vector(name, 2, setup=[shipped[0].name, other])


@pytest.mark.parametrize("name", PUZZLES)
def test_the_oracle_knows_the_optimum_and_the_regret(name):
    match = Match(name)
    proof = prove(match)
    oracle = Oracle(match.game, match.setup, match.state)
    assert oracle.left(match.state) == proof.length
    env = make(name, oracle=True)
    _, info = env.reset(seed=0)
    words = proof.witness or []
    for number, word in enumerate(words):
        assert info["optimal"] == len(words) - number
        _, _, terminated, _, info = env.step(env.pool.game.read_word(env.setup, env.state, word))
        assert info["regret"] == 0
    assert terminated


@pytest.mark.parametrize("name", SOLO)
def test_an_environment_says_what_a_player_is_told(name):
    env = make(name, describe=True)
    _, info = env.reset(seed=3)
    match = Match(name)
    match.state = env.state
    assert info["facts"] == match.facts(0) and (info["status"], info["message"]) == (
        match.scene(0).status,
        match.scene(0).hint,
    )
    assert "facts" not in make(name).reset(seed=3)[1]


def test_what_has_no_optimum_has_no_oracle():
    for name in set(SOLO) - set(PUZZLES):
        match = Match(name)
        with pytest.raises(Unavailable, match="not a puzzle"):
            Oracle(match.game, match.setup, match.state)


@pytest.mark.parametrize("name", games())
def test_trajectories_hold_what_live_play_showed(name, tmp_path):
    match, draw = Match(name, None, 9), np.random.default_rng(2)
    game = match.game
    live = []
    while not match.over and len(match.plies) < 30:
        player = match.acting[0]
        flat, few = (
            np.zeros(np.prod(game.shape(match.setup)[:3]), np.int8),
            np.zeros(game.shape(match.setup)[3], np.int32),
        )
        game.observe(match.setup, match.state, player, flat, few)
        live.append((bytes(flat), bytes(few)))
        match.act(player, int(draw.choice(match.legal(player))))
    match.save(tmp_path / "record.jsonl")
    assert trajectories.write(tmp_path / "kept.npz", [match, tmp_path / "record.jsonl"]) == 2
    kept = list(trajectories.read(tmp_path / "kept.npz"))
    assert len(kept) == 2
    for trajectory in kept:
        shown = zip(trajectory.planes, trajectory.scalars)
        assert [(bytes(planes), bytes(scalars)) for planes, scalars in shown][:-1] == live
        assert trajectory.actions.tolist() == [ply.action for ply in match.plies]
        assert (trajectory.game, trajectory.seed) == (name, 9)
    (tmp_path / "bad.npz").write_bytes(b"no archive")
    with pytest.raises(BadRecord):
        list(trajectories.read(tmp_path / "bad.npz"))


def test_wrong_calls_are_explained():
    with pytest.raises(Unavailable, match="players"):
        gridhall.learn.vector(DUEL[0], 2)
    with pytest.raises(Unavailable, match="one player"):
        gridhall.learn.aec(SOLO[0])
    with pytest.raises(GridhallError, match="there is no game"):
        gridhall.learn.vector("nothing", 2)
    with pytest.raises(GridhallError, match="2 actions"):
        gridhall.learn.vector(SOLO[0], 2).step([0, 0, 0])


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLO)
def test_memory_does_not_grow_over_ten_million_steps(name):
    import resource

    batch = gridhall.learn.vector(name, 1024, copy=False)
    batch.reset(seed=1)
    draw = np.random.default_rng(0)
    actions = draw.integers(0, batch.game.ACTIONS, (64, 1024))
    for row in actions:
        batch.step(row)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for turn in range(10_000):
        batch.step(actions[turn % 64])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


def test_environments_need_no_web_server(tmp_path):
    """They run where none of the packages that only terminal and browser need can be imported."""
    program = """
        import sys

        class Refuse:
            def find_spec(self, name, path=None, target=None):
                if name.split(".")[0] in {"starlette", "uvicorn", "websockets", "sqlalchemy", "argon2", "PIL"}:
                    raise ImportError(f"{name} is not installed here")

        sys.meta_path.insert(0, Refuse())
        import gridhall.learn
        import gymnasium
        name, environment, duel = sys.argv[1:]
        for envs in (gridhall.learn.vector(name, num_envs=2), gymnasium.make(environment)):
            envs.reset(seed=1)
            envs.step(envs.action_space.sample())
        table = gridhall.learn.aec(duel)
        table.reset(seed=1)
        table.step(int(table.infos[table.agent_selection]["action_mask"].argmax()))
        print("done")
    """
    script = tmp_path / "lean.py"
    script.write_text(textwrap.dedent(program), "utf-8")
    names = [SOLO[0], f"gridhall/{SOLO[0]}-v{NEWEST}", DUEL[0]]
    done = subprocess.run([sys.executable, str(script), *names], capture_output=True, text=True)
    assert done.stdout == "done\n", done.stderr
