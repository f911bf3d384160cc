"""gridhall-1000: sets that share no level, not even mirrored; fresh ones by seed; and honest scores."""

import json

import numpy as np
import pytest

from gridhall.__main__ import main
from gridhall.learn.generalisation import FILE, SETS, canonical, fresh, kept, score, tiers
from gridhall.registry import load
from gridhall.solve import solve

TIERS = {f"{tier.game} {tier.tier}": tier for tier in tiers()}


def test_all_sets_of_a_tier_have_different_canonical_forms_and_the_file_is_small():
    for tier in tiers():
        forms = [form for part in SETS for form in tier.forms(part)]
        assert len(set(forms)) == len(forms) == sum(len(tier.seeds[part]) for part in SETS)
        assert len(tier.seeds["train"]) >= 1000
        assert all(len(tier.optima[part]) == len(tier.seeds[part]) for part in SETS)
    assert FILE.stat().st_size < 2_000_000


@pytest.mark.parametrize("name", TIERS)
def test_a_kept_level_is_what_its_seed_makes_with_its_form_and_optimum(name):
    tier = TIERS[name]
    for number, level in zip(range(2), kept(tier, "held_out")):
        assert canonical(tier.game, level.text) == tier.forms("held_out")[number]
        assert solve(tier.game, level.text).length == level.optimum


@pytest.mark.parametrize("name", TIERS)
def test_fresh_levels_are_the_same_for_one_seed_and_new_to_every_set(name):
    tier = TIERS[name]
    first = list(fresh(tier, 5, 3))
    assert [level.text for level in first] == [level.text for level in fresh(tier, 5, 3)]
    assert {level.text for level in first}.isdisjoint(level.text for level in fresh(tier, 6, 3))
    assert not {canonical(tier.game, level.text) for level in first} & tier.known()


def mirrored(game: str, text: str) -> str:
    """A level seen in a mirror, where it is drawn in rows of one sign a cell."""
    head, *rest = text.split("\n---\n")
    return "\n---\n".join("\n".join(line[::-1] for line in part.split("\n")) for part in (head, *rest))


def test_mirrored_and_turned_images_have_one_canonical_form():
    tier = next(tier for tier in tiers() if load(tier.game).FILES)
    for level in fresh(tier, 1, 3):
        image = mirrored(tier.game, level.text)
        upside_down = "\n---\n".join("\n".join(part.strip("\n").split("\n")[::-1]) for part in image.split("\n---\n"))
        forms = {canonical(tier.game, text) for text in (level.text, image, upside_down + "\n")}
        assert level.text != image and len(forms) == 1


def test_the_solver_scores_one_and_chance_less():
    tier = tiers()[0]
    levels = list(fresh(tier, 2, 6))
    best = score(generalisation_solver(), tier, levels)
    assert (best.solved, best.efficiency) == (1.0, 1.0)
    assert best.solved_interval[0] < 1
    draw = np.random.default_rng(1)
    chance = score(lambda seen, mask: int(draw.choice(np.flatnonzero(mask))), tier, levels)
    assert chance.efficiency < best.efficiency


def generalisation_solver():
    from gridhall.learn.policies import Solver

    return Solver()


def test_the_command_scores_a_file_on_a_fresh_set(tmp_path, capsys):
    policy = tmp_path / "mine.py"
    policy.write_text(
        "OPTIONS = {'observation': 'flat', 'pad': (12, 12)}\n\n"
        "def policy(seen, mask):\n    assert seen.ndim == 1\n    return int(mask.argmax())\n"
    )
    words = ["score", str(policy), "--levels", "2", "--tier", "small", "--seed", "9", "--json"]
    assert main(words) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["tier"] for row in rows} == {"small"} and all(row["levels"] == 2 for row in rows)
    assert main(["score", "nowhere.py"]) == 2
    assert "there is no policy nowhere.py" in capsys.readouterr().err
    assert main(["score", "random", "--suite", "other"]) == 2
    assert main(["score", "random", "--tier", "huge"]) == 2
    assert "the suite has no tier huge; it has" in capsys.readouterr().err
