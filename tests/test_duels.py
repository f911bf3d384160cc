"""Batched duels: the same bytes as PettingZoo's parallel form, views only, honest masks. Games are found, not named."""

import numpy as np
import pytest

import gridhall.learn
from gridhall.errors import MatchOver, Unavailable, Usage
from gridhall.learn.spaces import observe
from gridhall.match import view_of
from gridhall.registry import games, load

DUEL = [name for name in games() if load(name).PLAYERS == 2]


@pytest.mark.parametrize("name", DUEL)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_of_duels_shows_what_the_parallel_environment_shows(name, threads):
    count, steps = 3, 60
    envs = gridhall.learn.duels(name, count, threads=threads, autoreset="disabled")
    tables = [gridhall.learn.parallel(name) for _ in range(count)]
    seen, info = envs.reset(seed=7)
    for i, table in enumerate(tables):
        table.reset(seed=7 + i)
    draw = np.random.default_rng(1)
    for _ in range(steps):
        for i, table in enumerate(tables):
            for player in range(2):
                inner = table.table
                shown = observe(inner.game, inner.setup, inner._view(player), player)
                assert np.array_equal(seen["planes"][i, player], shown["planes"])
                assert np.array_equal(seen["scalars"][i, player], shown["scalars"])
                assert np.array_equal(info["action_mask"][i, player], table._mask(player))
        masks = envs.action_masks()
        actions = np.array([[draw.choice(np.flatnonzero(mask)) for mask in row] for row in masks])
        seen, rewards, terminated, truncated, info = envs.step(actions)
        for i, table in enumerate(tables):
            _, earned, ended, late, _ = table.step(dict(zip(table.possible_agents, actions[i].tolist())))
            assert rewards[i].tolist() == list(earned.values())
            assert [bool(terminated[i])] * 2 == list(ended.values())
            assert [bool(truncated[i])] * 2 == list(late.values())
        if (terminated | truncated).any():
            with pytest.raises(MatchOver, match="have ended"):
                envs.step(actions)
            break
    envs.close()


@pytest.mark.parametrize("name", DUEL)
def test_every_autoreset_mode_tells_the_end_of_a_duel_as_gymnasiums_vectors_do(name):
    """The same matches in all modes: two that end after two and three steps, then begin anew."""
    modes = ("same_step", "next_step", "disabled")
    envs = {mode: gridhall.learn.duels(name, 2, autoreset=mode, max_steps=3) for mode in modes}
    first = {mode: duels.reset(seed=1)[0] for mode, duels in envs.items()}
    for duels in envs.values():
        duels.ages[0] = 1  # so that the first match ends a step before the second
    assert all(np.array_equal(seen["planes"], first["disabled"]["planes"]) for seen in first.values())

    for _ in range(2):  # then the first match ends
        actions = envs["disabled"].action_masks().argmax(2)
        answers = {mode: duels.step(actions) for mode, duels in envs.items()}
    last, _, _, truncated, info = answers["disabled"]
    assert truncated.tolist() == [True, False] and not {"final_obs", "final_info"} & {*info}
    begun, _, _, ended, told = answers["same_step"]
    assert ended.tolist() == [True, False] == told["_final_obs"].tolist() == told["_final_info"].tolist()
    assert told["final_obs"][1] is None
    for part, shown in told["final_obs"][0].items():
        assert np.array_equal(shown, last[part][0])
        assert np.array_equal(answers["next_step"][0][part], last[part])
    for part in ("action_mask", "illegal"):
        assert np.array_equal(told["final_info"][part][0], info[part][0])
        assert not told["final_info"][part][1].any()
        assert told["final_info"][f"_{part}"].tolist() == [True, False] and told[f"_{part}"].all()
    with pytest.raises(MatchOver, match=r"matches \[0\] have ended; reset them"):
        envs["disabled"].step(actions)
    anew, _ = envs["disabled"].reset(options={"reset_mask": np.array([True, False])})
    assert np.array_equal(anew["planes"][0], begun["planes"][0]) and np.array_equal(
        anew["planes"][1], last["planes"][1]
    )
    seen, rewards, _, truncated, info = envs["next_step"].step(envs["next_step"].action_masks().argmax(2))
    assert np.array_equal(seen["planes"][0], anew["planes"][0])  # its actions did not count
    assert not rewards[0].any() and truncated.tolist() == [False, True] and "final_obs" not in info
    assert envs["next_step"].ages.tolist() == [0, 3]
    for duels in envs.values():
        duels.close()


def test_an_illegal_answer_is_marked_and_changes_nothing():
    envs = gridhall.learn.duels(DUEL[0], 1)
    envs.reset(seed=1)
    masks = envs.action_masks()[0]
    before = envs.states.tobytes()
    _, rewards, *_, info = envs.step([[int(mask.argmin()) for mask in masks]])
    assert envs.states.tobytes() == before
    assert info["illegal"].any() and not rewards.any()


def test_wrong_calls_of_duels_get_a_sentence():
    solo = next(name for name in games() if load(name).PLAYERS == 1)
    with pytest.raises(Unavailable, match="has one player"):
        gridhall.learn.duels(solo)
    with pytest.raises(Usage, match=r"actions of shape \(2, 2\)"):
        gridhall.learn.duels(DUEL[0], 2).step([0, 0])
    with pytest.raises(Usage, match="call reset"):
        gridhall.learn.duels(DUEL[0], 1).step([[0, 0]])
    with pytest.raises(Usage, match="must be 2 of True and False"):
        gridhall.learn.duels(DUEL[0], 2).reset(options={"reset_mask": [1]})
    with pytest.raises(Usage, match="no option 'levle'"):
        gridhall.learn.duels(DUEL[0], 2).reset(options={"levle": 1})
    with pytest.raises(Usage, match="no autoreset 'never'"):
        gridhall.learn.duels(DUEL[0], 1, autoreset="never")


@pytest.mark.parametrize("name", [name for name in DUEL if load(name).focus])
@pytest.mark.parametrize("threads", [1, 2])
def test_cropped_planes_are_a_window_of_the_whole_ones_round_the_focus(name, threads):
    whole, cropped = (gridhall.learn.duels(name, 3, threads=threads, crop=crop) for crop in (None, (7, 9)))
    draw, game = np.random.default_rng(2), load(name)
    all_seen, part = whole.reset(seed=4)[0], cropped.reset(seed=4)[0]
    for _ in range(150):
        rows, columns = all_seen["planes"].shape[-2:]
        window = (np.arange(7)[:, None] - 3) * columns + np.arange(9) - 4
        for i in range(3):
            state = type(whole.pool.states[0]).from_buffer_copy(whole.states[i])
            for player in range(2):
                view = view_of(game, whole.pool.setups[0], state, player)
                places = (game.focus(whole.pool.setups[0], view, player) + window) % (rows * columns)
                flat = all_seen["planes"][i, player].reshape(-1, rows * columns)
                assert np.array_equal(part["planes"][i, player], flat[:, places])
        assert np.array_equal(all_seen["scalars"], part["scalars"]) and np.array_equal(whole.masks, cropped.masks)
        actions = (draw.random(whole.masks.shape) * whole.masks).argmax(2)
        all_seen, part = whole.step(actions)[0], cropped.step(actions)[0]
    assert part["planes"].dtype == np.int8 and cropped.single_observation_space["planes"].shape[1:] == (7, 9)
    whole.close()
    cropped.close()


def test_what_cannot_be_cropped_says_so():
    for name in DUEL:
        if load(name).focus is None:
            with pytest.raises(Unavailable, match="no place round which"):
                gridhall.learn.duels(name, 1, crop=(5, 5))
        else:
            with pytest.raises(Usage, match="the whole planes have"):
                gridhall.learn.duels(name, 1, crop=(500, 5))
    with pytest.raises(Usage, match="crop is 5; it must be two numbers"):
        gridhall.learn.duels(DUEL[0], 1, crop=5)
