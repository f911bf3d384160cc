"""What environments promise: rewards, time limits, ends, forms of observations, masks, infos, copies, and sentences for
wrong calls. Games are found, none is named.
"""
# mypy: disable-error-code="arg-type, attr-defined, union-attr"
# Wrong calls are wrong for the type checker, too.

import copy
import hashlib
import inspect
import json
import pickle
import typing
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import gridhall
import gridhall.learn
from gridhall.errors import BadAction, BadSetup, GridhallError, MatchOver, Unavailable, Usage
from gridhall.game import LIMIT, LOST, WON
from gridhall.kernel import array, compiled
from gridhall.learn import generalisation, suite
from gridhall.learn.batch import Vector
from gridhall.learn.multi import Together, Turns
from gridhall.learn.pages import page
from gridhall.learn.rewards import LONG, NEWEST, SPENT, VERSIONS
from gridhall.learn.single import Single
from gridhall.learn.spaces import mask_of, observe
from gridhall.match import Match
from gridhall.registry import games, levels, load
from gridhall.solve import find

SOLO = [name for name in games() if load(name).PLAYERS == 1]
DUEL = [name for name in games() if load(name).PLAYERS == 2]
PUZZLES = [name for name in SOLO if load(name).PUZZLE]
FROZEN = json.loads((Path(__file__).parent / "frozen" / "v1.json").read_text("utf-8"))
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]


def make_v1(name: str, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that there is a newer version
        return gymnasium.make(f"gridhall/{name}-v1", disable_env_checker=True, **options)


@pytest.mark.parametrize("name", FROZEN)
def test_trajectories_of_version_1_are_what_they_were_in_1_0(name):
    kept = hashlib.blake2b(digest_size=12)
    for level in (None, *(level.name for level in levels(name)[:6])):
        env, draw = make_v1(name, setup=level), np.random.default_rng(11)
        seen, info = env.reset(seed=5)
        for _ in range(200):
            action = int(draw.choice(np.flatnonzero(info["action_mask"])))
            seen, reward, terminated, truncated, info = env.step(action)
            kept.update(seen["planes"].tobytes() + seen["scalars"].tobytes())
            kept.update(np.array([reward, terminated, truncated], np.float64).tobytes())
            if terminated or truncated:
                seen, info = env.reset()
                kept.update(seen["planes"].tobytes() + seen["scalars"].tobytes())
    assert kept.hexdigest() == FROZEN[name]


def test_every_single_player_game_is_registered_in_every_version():
    for name in SOLO:
        for version in VERSIONS:
            assert f"gridhall/{name}-v{version}" in gymnasium.registry
    assert set(SOLO) >= set(FROZEN)


def played(task: suite.Task, words: list[str]) -> tuple[float, int]:
    """The return of these words in an environment of the newest version, and the outcome."""
    env = Single(task.game, task.setup)
    env.reset(seed=0)
    total, info = 0.0, {}
    for word in words:
        _, reward, _, _, info = env.step(env.pool.game.read_word(env.setup, env.state, word))
        total += float(reward)
    return total, info["outcome"]


@pytest.mark.parametrize("number", range(30))
def test_on_every_level_of_the_suite_the_optimal_way_has_the_greatest_return(number):
    """Every win of n steps returns the same, the more the smaller n is; and the solver proves the smallest n."""
    task = suite.tasks()[number]
    match = task.match()
    proof = find(match.game, match.setup, match.state)
    assert proof.shortest and len(proof.actions) == task.optimum
    total, outcome = played(task, task.witness.split("; "))
    limit = int(Single(task.game, task.setup).form.limits[0])
    assert outcome == WON and task.optimum < limit
    returns = [1 - SPENT * steps / limit for steps in range(task.optimum, limit + 1)]
    assert total == pytest.approx(returns[0]) == pytest.approx(max(returns))
    for death in deaths(task):
        assert death < min(returns), "a death beats a win"
    assert min(returns) > -SPENT, "running out of time beats a win"


def deaths(task: suite.Task) -> list[float]:
    """Returns of episodes that random play has lost."""
    envs = gridhall.learn.vector(task.game, 64, setup=task.setup, autoreset="same_step")
    envs.reset(seed=1)
    draw, lost, totals = np.random.default_rng(0), [], np.zeros(64)
    for _ in range(200):
        _, rewards, terminated, _, info = envs.step(draw.integers(0, envs.game.ACTIONS, 64))
        totals += rewards
        if terminated.any():
            over = terminated & (info["final_info"]["outcome"] == LOST)
            lost += totals[over].tolist()
        totals[terminated | (envs.ages == 0)] = 0
    return lost


@pytest.mark.parametrize("name", SOLO)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_id_has_a_time_limit_that_illegal_actions_use_up(name, version):
    env = Single(name, version=version)
    assert (env.form.limits == LONG).all() if version == 1 else (env.form.limits < LONG).all()
    short = Single(name, version=version, max_steps=7)
    _, info = short.reset(seed=3)
    for step in range(1, 8):
        illegal = np.flatnonzero(~short.action_masks())
        action = int(illegal[0]) if len(illegal) else int(info["action_mask"].argmax())
        before = bytes(short.state)
        _, _, terminated, truncated, info = short.step(action)
        assert info["illegal"] == bool(len(illegal))
        if info["illegal"]:
            assert bytes(short.state) == before
        assert (terminated, truncated) == (False, step == 7) or info["outcome"] in (WON, LOST, LIMIT)
        if terminated or truncated:
            break
    assert info["outcome"] != 0


@pytest.mark.parametrize("name", SOLO)
def test_a_step_after_the_end_or_before_the_start_is_an_error(name):
    env, batch = Single(name, max_steps=1), gridhall.learn.vector(name, 2, max_steps=1, autoreset="disabled")
    for environment, action in ((env, 0), (batch, [0, 0])):
        with pytest.raises(Usage, match="call reset"):
            environment.step(action)
        environment.reset(seed=1)
        environment.step(action)
        with pytest.raises(MatchOver, match="reset"):
            environment.step(action)
    batch.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(MatchOver, match=r"\[1\] have ended"):
        batch.step([0, 0])


@pytest.mark.parametrize("name", SOLO)
@pytest.mark.parametrize("reward", ["score", "win", "win-soon"])
def test_every_reward_is_the_same_alone_and_in_a_batch(name, reward):
    env, batch = Single(name, reward=reward), gridhall.learn.vector(name, 1, reward=reward, autoreset="disabled")
    draw = np.random.default_rng(2)
    _, info = env.reset(seed=8)
    batch.reset(seed=8)
    for _ in range(300):
        action = int(draw.choice(np.flatnonzero(info["action_mask"])))
        _, alone, terminated, truncated, info = env.step(action)
        _, together, *_ = batch.step([action])
        assert alone == together[0]
        if terminated or truncated:
            break


@pytest.mark.parametrize("name", SOLO)
@pytest.mark.parametrize("observation", ["planes", "flat", "rgb", "text"])
def test_every_form_of_observation_is_the_same_alone_and_in_a_batch(name, observation):
    options = {"observation": observation, "cell": 8}
    env, batch = Single(name, **options), gridhall.learn.vector(name, 2, autoreset="same_step", **options)
    seen, info = env.reset(seed=8)
    many, _ = batch.reset(seed=8)
    draw = np.random.default_rng(2)
    for _ in range(12):
        assert seen in env.observation_space
        assert many in batch.observation_space
        first = {key: part[0] for key, part in many.items()} if observation == "planes" else many[0]
        assert str(first) == str(seen) if observation != "rgb" else np.array_equal(first, seen)
        action = int(draw.choice(np.flatnonzero(info["action_mask"])))
        many, *_, both = batch.step([action, 0])
        seen, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            assert str(both["final_obs"][0]) == str(seen)
            seen, info = env.reset()


def alike(name: str, count: int = 8) -> list[str]:
    """Levels of different sizes whose records can share a pool."""
    kinds = [tuple(map(type, load(name).read_setup(level.text))) for level in levels(name)]
    return [level.name for level, kind in zip(levels(name), kinds) if kind == kinds[0]][-count:]


@pytest.mark.parametrize("name", PUZZLES)
def test_padding_lets_levels_of_all_sizes_share_a_pool(name):
    ladder = alike(name)
    batch = gridhall.learn.vector(name, 16, setup=ladder, pad=(24, 24), autoreset="same_step", threads=2)
    own = [Single(name, level) for level in ladder]
    alone = Single(name, ladder, pad=(24, 24))
    many, info = batch.reset(seed=4)
    draw = np.random.default_rng(0)
    assert many["planes"].shape[2:] == (24, 24)
    assert len(set(info["level"])) > 1
    seen, at = alone.reset(seed=4)
    for _ in range(120):
        assert np.array_equal(many["planes"][0], seen["planes"])
        small = own[at["level"]]
        small.setup, small.state = alone.setup, alone.state
        plain = small._observation()["planes"]
        rows, columns = plain.shape[1:]
        shown, outside = seen["planes"][:-1], seen["planes"][-1]
        assert np.array_equal(shown[:, :rows, :columns], plain)
        assert shown.sum(dtype=int) == plain.sum(dtype=int)
        assert outside.sum() == 24 * 24 - rows * columns and not outside[:rows, :columns].any()
        actions = [int(draw.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        many, _, _, _, info = batch.step(actions)
        seen, _, terminated, truncated, at = alone.step(actions[0])
        if terminated or truncated:
            seen, at = alone.reset()
    batch.close()
    picture = Single(name, ladder, pad=(24, 24), observation="rgb", cell=4)
    shapes = {picture.reset(seed=seed)[0].shape for seed in range(3)}
    assert shapes == {picture.observation_space.shape}
    with pytest.raises(BadSetup, match="more than pad"):
        Single(name, ladder, pad=(2, 2))


@pytest.mark.parametrize("name", PUZZLES)
def test_padded_planes_of_version_1_are_those_of_its_levels(name):
    for env in (Single(name, pad=(24, 24), version=1), gridhall.learn.vector(name, 1, pad=(24, 24), version=1)):
        seen, _ = env.reset(seed=1)
        assert seen["planes"].shape[-3] == len(load(name).PLANES_SEEN)


@pytest.mark.parametrize("name", games())
def test_every_plane_and_scalar_has_a_meaning_and_keeps_its_bounds(name):
    match, draw = Match(name, None, 3), np.random.default_rng(5)
    game = match.game
    planes, _, _, scalars = game.shape(match.setup)
    assert len(game.PLANES_SEEN) == planes
    assert len(game.SCALARS_SEEN) == scalars
    for entries in (game.PLANES_SEEN, game.SCALARS_SEEN):
        assert len({entry[0] for entry in entries}) == len(entries), "two have one name"
    lows, highs = (np.array([entry[place] for entry in game.SCALARS_SEEN]) for place in (1, 2))
    for _ in range(150):
        for player in range(game.PLAYERS):
            seen = observe(game, match.setup, match.view(player), player)["scalars"]
            wrong = np.flatnonzero((seen < lows) | (seen > highs))
            assert not len(wrong), [(game.SCALARS_SEEN[n][0], int(seen[n])) for n in wrong]
        if match.over:
            match = Match(name, None, int(draw.integers(100)))
        else:
            player = match.acting[0]
            match.act(player, int(draw.choice(match.legal(player))))


@pytest.mark.parametrize("name", SOLO)
def test_observations_are_those_of_the_view(name):
    """Also of games without secrets, whose batches take the truth to be quick: there it must make no difference."""
    env, draw = Single(name), np.random.default_rng(1)
    seen, info = env.reset(seed=2)
    for _ in range(40):
        view = observe(env.pool.game, env.setup, env._view(), 0)
        assert np.array_equal(seen["planes"], view["planes"]) and np.array_equal(seen["scalars"], view["scalars"])
        seen, _, terminated, truncated, info = env.step(int(draw.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            break


@pytest.mark.parametrize("name", SOLO)
def test_masks_are_where_tools_look(name):
    env, batch = Single(name), gridhall.learn.vector(name, 3)
    info, infos = env.reset(seed=1)[1], batch.reset(seed=1)[1]
    assert env.action_masks().dtype == batch.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"])
    assert np.array_equal(batch.action_masks(), infos["action_mask"])
    with pytest.raises(Usage, match="masks=False"):
        unmasked = gridhall.learn.vector(name, 3, masks=False)
        unmasked.reset(seed=1)
        unmasked.action_masks()


@pytest.mark.parametrize("name", DUEL)
@pytest.mark.parametrize("make", [Turns, Together])
def test_masks_are_in_observations_on_request(name, make):
    env = make(name, masked=True)
    env.reset(seed=1)
    agent = env.agents[0]
    seen = env.observe(agent) if make is Turns else env.reset(seed=1)[0][agent]
    assert seen in env.observation_space(agent)
    assert set(seen) == {"observation", "action_mask"}


@pytest.mark.parametrize("name", SOLO)
@pytest.mark.parametrize("mode", MODES)
def test_infos_have_the_keys_and_values_of_gymnasiums_own_vector(name, mode):
    count = 3
    theirs = SyncVectorEnv([lambda: Single(name, max_steps=9)] * count, autoreset_mode=mode)
    ours = gridhall.learn.vector(name, count, autoreset=mode, max_steps=9)
    _, left = theirs.reset(seed=6)
    _, right = ours.reset(seed=6)
    draw = np.random.default_rng(4)
    for _ in range(40):
        compare(left, right)
        actions = np.array([draw.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in right["action_mask"]])
        left_step, right_step = theirs.step(actions), ours.step(actions)
        left, right = left_step[4], right_step[4]
        for part in (1, 2, 3):
            assert np.array_equal(left_step[part], right_step[part])
        over = right_step[2] | right_step[3]
        if over.any() and mode == AutoresetMode.DISABLED:
            compare(left, right)
            _, left = theirs.reset(options={"reset_mask": over})
            _, right = ours.reset(options={"reset_mask": over})
            left = {key: value for key, value in left.items() if key == "level"}  # they tell of those that were reset
            right = {key: np.where(over, right["level"], 0) if key == "level" else right[key] for key in right}
            assert np.array_equal(left["level"], right["level"])
            right = ours._info()
            left = right


def compare(left, right):
    assert set(left) == set(right)
    for key, value in left.items():
        if isinstance(value, dict):
            compare(value, right[key])
        elif key == "final_obs":
            assert str(value.tolist()) == str(right[key].tolist())
        else:
            assert np.array_equal(np.asarray(value, int), np.asarray(right[key], int)), key


@pytest.mark.parametrize("name", games())
def test_matches_can_be_copied_and_pickled(name):
    match, draw = Match(name, None, 2), np.random.default_rng(3)
    for _ in range(10):
        match.act(match.acting[0], int(draw.choice(match.legal(match.acting[0]))))
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin.state == match.state and twin.plies == match.plies and twin.game is match.game
        if match.over:
            continue
        before = bytes(match.state)
        twin.act(twin.acting[0], int(draw.choice(twin.legal(twin.acting[0]))))
        assert len(twin.plies) == len(match.plies) + 1
        assert bytes(match.state) == before
        if match.game.UNDO:
            twin.undo(2)
            assert len(twin.plies) == len(match.plies) - 1


@pytest.mark.parametrize("name", DUEL)
@pytest.mark.parametrize("make", [Turns, Together])
def test_environments_of_two_can_be_copied_and_pickled(name, make):
    env = make(name)
    env.reset(seed=4)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.state()
        mask = twin.infos[twin.agent_selection]["action_mask"] if make is Turns else twin._mask(0)
        action = int(mask.argmax())
        twin.step(action if make is Turns else {"player_1": action})
        assert np.array_equal(env.state(), before)
        assert np.array_equal(twin.reset(seed=4) or twin.state(), before) if make is Turns else True


@pytest.mark.parametrize("name", DUEL)
def test_tables_of_two_have_states_cycles_and_pictures(name):
    env = gridhall.learn.aec(name, max_cycles=5, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.state() in env.state_space
    assert env.render().shape[2] == 3
    steps = 0
    while env.agents and not any(env.truncations.values()):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
        steps += 1
    assert steps == 5
    together = gridhall.learn.parallel(name, max_cycles=3)
    together.reset(seed=1)
    for step in range(3):
        answers = {agent: int(together._mask(player).argmax()) for player, agent in enumerate(together.possible_agents)}
        _, _, _, truncated, infos = together.step(answers)
        assert all(truncated.values()) == (step == 2)
        assert all(set(info) == {"action_mask", "illegal"} for info in infos.values())
    with pytest.raises(MatchOver, match="reset"):
        together.step({})


def test_levels_are_taken_in_every_form():
    for name in PUZZLES:
        shipped = levels(name)[0]
        assert gridhall.levels(name) == levels(load(name))
        for form in (shipped, shipped.name, shipped.text):
            assert gridhall.solve(name, form).length == shipped.certificate["length"]
            assert gridhall.learn.vector(name, 2, setup=[form, shipped]).pool.texts == [shipped.text] * 2
            assert Match(name, form).setup_text == shipped.text
        if load(name).generate is None:
            continue
        level = gridhall.generate(name, seed=np.int64(5))
        assert gridhall.generate(name, seed=5).text == level.text
        assert gridhall.solve(name, level).length == level.certificate["length"]
        assert Match(name, level).game is load(name)


class Written:
    """A level as an authoring tool would have it."""

    def __init__(self, text):
        self.text = text

    def to_text(self):
        return self.text


def test_authored_levels_write_themselves():
    name = PUZZLES[0]
    shipped = levels(name)[0]
    assert gridhall.solve(name, Written(shipped.text)).length == shipped.certificate["length"]


A, D = SOLO[0], DUEL[0]


def began(make, **options):
    env = make(**options)
    env.reset(seed=1)
    return env


def _read_only(name: str) -> np.ndarray:
    shape = gridhall.learn.vector(name, 1).planes.shape
    planes = np.zeros(shape, np.int8)
    planes.flags.writeable = False
    return planes


def _begun(env):
    env.reset(seed=1)
    return env


WRONG = {
    "there is no autoreset 'foo'; there are next_step, same_step and disabled": lambda: gridhall.learn.vector(
        A, 2, autoreset="foo"
    ),
    "the list of seeds has length 3; there are 2 environments": lambda: gridhall.learn.vector(A, 2).reset(
        seed=[1, 2, 3]
    ),
    "the list of seeds has length 1; there are 2 environments": lambda: gridhall.learn.vector(A, 2).reset(seed=[1]),
    "the seed is -1; it must be a whole number from 0": lambda: gridhall.learn.vector(A, 2).reset(seed=-1),
    "the seed is -2; it must be a whole number from 0": lambda: Single(A).reset(seed=-2),
    "the seed is 1.5; it must be a whole number": lambda: Single(A).reset(seed=1.5),
    "num_envs is 0; it must be a whole number from 1 up": lambda: gridhall.learn.vector(A, 0),
    "a setup cannot be 3; give a shipped level's name": lambda: gridhall.learn.vector(A, 2, setup=3),
    "a setup cannot be 4; give a shipped level's name": lambda: Match(A, 4),
    "the action is None; it must be a whole number": lambda: began(gridhall.learn.aec, game=D).step(None),
    "call reset() before anything else": lambda: gridhall.learn.aec(D).step(0),
    "call reset() before the first step": lambda: Single(A).step(0),
    "the action is 1.0; it must be a whole number": lambda: began(Single, game=A).step(1.0),
    "actions must be whole numbers, got an array of float64": lambda: began(Vector, game=A, num_envs=2).step(
        [0.0, 1.0]
    ),
    "there is no action 999": lambda: began(Single, game=A).step(999),
    "there is no action -1; there are 0 to": lambda: began(Vector, game=A, num_envs=2).step([0, -1]),
    "there is no array of out 'plane'; there are planes, scalars, masks and rewards": lambda: gridhall.learn.vector(
        A, 2, out={"plane": np.zeros(1)}
    ),
    "there is no level 3; the pool has 0 to 0": lambda: Single(A).reset(options={"level": 3}),
    "there is no level 5; the pool has 0 to 0": lambda: gridhall.learn.vector(A, 2).reset(options={"level": 5}),
    "reset knows no option 'levels'; it knows level": lambda: Single(A).reset(options={"levels": 0}),
    "there is no reward 'points'; there are score, win, win-soon": lambda: Single(A, reward="points"),
    "there is no reward 'points'; there are win and score": lambda: gridhall.learn.aec(D, reward="points"),
    "there is no observation 'pixels'; there are planes, flat, rgb and text": lambda: Single(A, observation="pixels"),
    "there is no render mode 'svg'": lambda: Single(A, render_mode="svg"),
    "there is no render mode 'png'": lambda: gridhall.learn.parallel(D, render_mode="png"),
    "pad is 16; it must be two numbers": lambda: Single(A, pad=16),
    "max_steps is 0; it must be a whole number from 1 up": lambda: Single(A, max_steps=0),
    "max_cycles is -1; it must be a whole number from 1 up": lambda: gridhall.learn.aec(D, max_cycles=-1),
    "threads is 0; it must be a whole number from 1 up": lambda: gridhall.learn.vector(A, 2, threads=0),
    "there is no version 9; there are 1 and 2": lambda: Single(A, version=9),
    "options['reset_mask'] must be 2 of True and False": lambda: gridhall.learn.vector(A, 2).reset(
        options={"reset_mask": [1, 0]}
    ),
    "2 players; this environment has one: use gridhall.learn.aec": lambda: Single(D),
    "the generator of": lambda: gridhall.generate(A, colour="red"),
    "the seed is 'x'; it must be a whole number": lambda: gridhall.generate(A, seed="x"),
    "the action of player_1 is 2.5; it must be a whole number": lambda: began(gridhall.learn.parallel, game=D).step(
        {"player_1": 2.5}
    ),
    "no agent 'nobody'": lambda: _begun(gridhall.learn.aec(DUEL[0])).observe("nobody"),
    "call reset": lambda: gridhall.learn.aec(DUEL[0]).last(),
    "no agent 'a'": lambda: _begun(gridhall.learn.parallel(DUEL[0])).step({"a": 1}),
    "step wants 2 actions": lambda: _begun(gridhall.learn.vector(SOLO[0], 2)).step([[0], [1, 2]]),
    "read-only": lambda: gridhall.learn.vector(SOLO[0], 1, out={"planes": _read_only(SOLO[0])}),
    "curriculum is 3": lambda: gridhall.learn.vector(SOLO[0], 1, curriculum=3),
    "asked for level 'b'": lambda: gridhall.learn.vector(SOLO[0], 1, curriculum=lambda *_: "b").reset(seed=1),
    "there is no level to score the policy on": lambda: generalisation.score(len, generalisation.tiers()[0], []),
    "an agent is a function from a match to an action": lambda: suite.score(None, "train"),
    "the action is 0.5; it must be a whole": lambda: suite.score(typing.cast(typing.Any, lambda _: 0.5), "train"),
    "3 is no word; a word is a text": lambda: Match(A).play(3),
    "the action is 'e'; it must be a whole number": lambda: Match(A).act(0, "e"),
    "the game is None": lambda: gridhall.learn.vector(None, 1),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_wrong_call_gets_a_sentence(sentence):
    with pytest.raises(GridhallError) as raised:
        WRONG[sentence]()
    assert sentence in str(raised.value)
    assert isinstance(raised.value, (BadAction, BadSetup, MatchOver, Unavailable, Usage))


def test_numbers_of_numpy_are_numbers():
    env, batch = Single(A), gridhall.learn.vector(A, np.int32(2))
    env.reset(seed=np.int64(3))
    batch.reset(seed=np.int64(3))
    env.step(np.uint8(0))
    env.step(np.array(0))
    batch.step(np.array([0, 0], np.uint8))
    assert Match(A, None, np.int64(3)).seed == 3
    pool = [level.name for level in levels(A)[:1]] * 3
    chosen = Single(A, pool)
    assert chosen.reset(seed=1, options={"level": np.int64(2)})[1]["level"] == 2
    many = gridhall.learn.vector(A, 2, setup=pool)
    assert many.reset(seed=1, options={"level": [1, 2]})[1]["level"].tolist() == [1, 2]


def test_words_are_actions_where_observations_are_text():
    for name in PUZZLES:
        env = Single(name, observation="text")
        seen, _ = env.reset(seed=1)
        assert isinstance(seen, str) and seen.count("\n") > 2
        word = env.pool.game.word(env.setup, env.state, 0)
        assert env.step(word)[4]["illegal"] in (False, True)
        with pytest.raises(BadAction):
            env.step("jump over the moon")


@pytest.mark.parametrize("kind", [Single, Vector, Turns, Together])
def test_no_public_function_returns_anything_at_all(kind):
    for name, function in inspect.getmembers(kind, inspect.isfunction):
        if name.startswith("_") or function.__module__ != kind.__module__:
            continue
        answer = typing.get_type_hints(function).get("return", typing.Any)
        assert answer is not typing.Any, f"{kind.__name__}.{name} returns Any"
    assert VERSIONS[-1] == NEWEST


@pytest.mark.parametrize("name", games())
def test_the_page_of_every_environment_is_up_to_date(name):
    """It names every plane and scalar, because the game does. Written by makers/environment_pages.py."""
    text = (Path(__file__).parents[1] / "docs" / "environments" / f"{name}.md").read_text("utf-8")
    assert text == page(name), "run python makers/environment_pages.py"
    for entry in (*load(name).PLANES_SEEN, *load(name).SCALARS_SEEN):
        assert f"| {entry[0]} |" in text


@pytest.mark.parametrize("name", games())
def test_observe_writes_every_number_and_without_secrets_tells_the_same_of_truth_and_view(name):
    """Batches hand it memory that was never written; and give the truth where a game says it has no secrets."""
    game, draw = load(name), np.random.default_rng(3)
    for level in (None, *(level.name for level in levels(name))):
        match = Match(name, level, 3)
        planes, rows, columns, scalars = game.shape(match.setup)
        for _ in range(5):
            for player in range(game.PLAYERS):
                view = match.view(player)
                wanted = observe(game, match.setup, view, player)
                dirty, numbers = np.full(planes * rows * columns, 99, np.int8), np.full(scalars, 99, np.int32)
                compiled(game.observe)(array(match.setup)[0], array(view)[0], player, dirty, numbers)
                assert dirty.tobytes() == wanted["planes"].tobytes() and np.array_equal(numbers, wanted["scalars"])
                if not game.SECRETS:
                    truth = observe(game, match.setup, match.state, player)
                    assert truth["planes"].tobytes() == wanted["planes"].tobytes()
                    assert np.array_equal(truth["scalars"], wanted["scalars"])
                    masks = [mask_of(game, match.setup, state, player) for state in (match.state, view)]
                    assert np.array_equal(*masks)
            if match.over:
                break
            player = match.acting[0]
            match.act(player, int(draw.choice(match.legal(player))))


@pytest.mark.parametrize("count", [1, 256])
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_what_a_batch_has_handed_out_stays_as_it_was(count, autoreset):
    """A batch of any size, whether its planes are copied or made anew."""
    name = PUZZLES[0]
    envs, draw = gridhall.learn.vector(name, count, autoreset=autoreset, max_steps=5), np.random.default_rng(2)
    single = [Single(name, max_steps=5) for _ in range(count)]
    seen, _ = envs.reset(seed=4)
    for i, env in enumerate(single):
        env.reset(seed=4 + i)
    kept: list[tuple[np.ndarray, bytes]] = []
    for _ in range(12):
        kept.append((seen["planes"], seen["planes"].tobytes()))
        seen, *_ = envs.step(draw.integers(0, envs.game.ACTIONS, count))
        assert all(planes.tobytes() == before for planes, before in kept)
    for i in (0, count - 1):
        at = envs.game, envs.pool.setups[0], type(single[0].state).from_buffer_copy(envs.states[i])
        assert np.array_equal(seen["planes"][i], observe(*at, 0)["planes"])


@pytest.mark.parametrize("threads", [1, 2])
def test_an_action_outside_the_space_changes_no_match_of_any_slice(threads):
    for envs, wrong in (
        (gridhall.learn.vector(SOLO[0], 4, threads=threads), [0, 0, 0, 99]),
        (gridhall.learn.duels(DUEL[0], 4, threads=threads), [[0, 0]] * 3 + [[0, -1]]),
    ):
        envs.reset(seed=1)
        before, ages = envs.states.tobytes(), envs.ages.copy()
        with pytest.raises(BadAction, match="there is no action"):
            envs.step(wrong)
        assert envs.states.tobytes() == before and np.array_equal(envs.ages, ages)


def test_duels_are_copied_and_pickled_in_the_middle_of_matches():
    envs, draw = gridhall.learn.duels(DUEL[0], 3, threads=2), np.random.default_rng(1)
    envs.reset(seed=5)
    for _ in range(20):
        envs.step((draw.random(envs.masks.shape) * envs.masks).argmax(2))
    for twin in (copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        actions = envs.action_masks().argmax(2)
        assert np.array_equal(twin.action_masks().argmax(2), actions)
        twin.step(actions)
        assert twin.states.tobytes() != envs.states.tobytes()  # a twin's steps are its own
        twin.close()
    envs.close()
