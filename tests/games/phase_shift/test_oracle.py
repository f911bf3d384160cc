"""The solver against a slow search of its own: plain Python on the level's text, written from the rules page alone."""

from itertools import pairwise

import pytest

from gridhall.errors import BadSetup
from gridhall.games import phase_shift as game
from gridhall.games.phase_shift.generate import Wish, as_text, draft, generate, needs_both
from gridhall.match import Match
from gridhall.registry import levels
from gridhall.rng import Dice
from gridhall.solve import prove

GATE_OF = {"G": "k", "U": "u", "V": "v", "W": "w"}


def fewest_moves(text: str) -> int | None:
    """The length of the shortest win without a limit, or None."""
    rows = [[line for line in part.splitlines() if line and not line.startswith(";")] for part in text.split("---\n")]
    height, width = len(rows[0]), max(map(len, rows[0]))
    tiles = {
        (side, r, c): rows[side][r].ljust(width, "_")[c].replace(" ", "_")
        for side in (0, 1)
        for r in range(height)
        for c in range(width)
    }
    lamps = frozenset((r, c) for (_, r, c), sign in tiles.items() if sign == "B")
    start = next(place for place, sign in tiles.items() if sign == "P" and place[0] == 0)
    # Place, beacons on, ids held, coordinates of taken keys.
    frontier, seen, moves = [(start, frozenset(), frozenset(), frozenset())], set(), 0
    while frontier:
        moves += 1
        following = []
        for (side, r, c), lit, held, taken in frontier:
            for place in ((side, r - 1, c), (side, r + 1, c), (side, r, c - 1), (side, r, c + 1), (1 - side, r, c)):
                sign, at = tiles.get(place, "_"), place[1:]
                if sign in "_#X" or (sign in GATE_OF and GATE_OF[sign] not in held):
                    continue
                if sign == "E" and lit == lamps:
                    return moves
                new = sign in "kuvw" and at not in taken
                position = (
                    place,
                    lit | {at} if sign == "B" else lit,
                    held | {sign} if new else held,
                    taken | {at} if new else taken,
                )
                if position not in seen:
                    seen.add(position)
                    following.append(position)
        frontier = following
    return None


def certificate(text: str):
    return prove(Match.of_text(game, text))


def replays(text: str, witness: list[str]) -> bool:
    match = Match.of_text(game, text)
    for word in witness:
        match.play(word)
    return match.outcome == "won" and len(match.plies) == len(witness)


def test_three_hundred_random_levels_are_solved_or_proved_unsolvable_alike():
    answers = {"OPTIMAL": 0, "UNSOLVABLE": 0}
    for seed in range(300):
        text = as_text(draft(Dice(seed), Wish(4 + seed % 3, 1 + seed % 3, seed % 3, seed % 4, 0, 0, 0)))
        proof, expected = certificate(text), fewest_moves(text)
        answers[proof.status] += 1
        assert proof.length == expected, text
        assert proof.witness is None or replays(text, proof.witness), text
    assert min(answers.values()) > 10, answers


def check_generated(seeds: range) -> None:
    for seed in seeds:
        size = 5 + (seed % 10 == 0)
        text = generate(seed, certificate, size=size, beacons=1 + seed % 3, keys=seed % 2, rifts=seed % 3)
        proof = certificate(text)
        assert proof.status == "OPTIMAL" and proof.length == fewest_moves(text), text
        assert replays(text, proof.witness), text
        assert proof.length >= 4 * size - 6 and proof.witness.count("f") >= 2, text


def test_sixty_generated_levels_have_the_optimum_that_is_claimed():
    check_generated(range(60))


@pytest.mark.slow
def test_three_hundred_generated_levels_have_the_optimum_that_is_claimed():
    check_generated(range(300))


def test_a_generated_level_has_what_was_asked_for():
    wishes = {"size": 6, "beacons": 3, "keys": 1, "rifts": 2, "optimum": 18, "shifts": 4}
    text = generate(7, certificate, **wishes)
    alpha, beta = boards(text)
    signs = "".join(alpha + beta)
    assert (len(alpha), len(alpha[0]), signs.count("B"), signs.count("X")) == (6, 6, 3, 2)
    assert "k" in signs and "G" in signs and "u" not in signs
    witness = certificate(text).witness
    assert (len(witness), witness.count("f")) == (18, 4)
    assert generate(7, certificate, **wishes) == text
    assert generate(8, certificate, **wishes) != text


@pytest.mark.parametrize(
    "wrong",
    [{"size": 2}, {"size": 17}, {"beacons": 0}, {"keys": 5}, {"rifts": -1}, {"optimum": 76}, {"size": 3, "beacons": 8}],
)
def test_a_generator_refuses_what_cannot_be(wrong):
    with pytest.raises(BadSetup):
        generate(1, certificate, **wrong)


def test_a_generator_names_only_what_was_asked_for():
    with pytest.raises(BadSetup) as raised:
        generate(1, certificate, size=50)
    assert str(raised.value) == "size is 50; choose from 3 to 16"


def test_keys_of_two_ids_on_one_coordinate_are_searched_right():
    text = "PkGBE\n#####\n---\n.uU..\n#####\n"
    assert certificate(text).length == fewest_moves(text) == 4
    blocked = "Pu#BE\n#####\n---\n.kG##\n##.##\n"
    assert certificate(blocked).status == "UNSOLVABLE" and fewest_moves(blocked) is None
    other = "Pu#BE\n..###\n---\n.kGB#\n#####\n"
    assert certificate(other).length == fewest_moves(other)


def test_ps4_a_level_that_takes_more_than_its_limit_is_unsolvable_and_the_note_says_what_limit_would_do():
    walk = "; limit: {}\nP..BE\n#####\n---\n.....\n#####\n"
    assert certificate(walk.format(4)).status == "OPTIMAL"
    proof = certificate(walk.format(3))
    assert (proof.status, proof.witness) == ("UNSOLVABLE", None)
    assert "4" in proof.note


@pytest.mark.parametrize("level", levels(game), ids=lambda level: level.name)
def test_ps4_a_shipped_level_is_certified_and_its_optimum_is_right(level):
    shipped = level.certificate
    assert (shipped["status"], shipped["version"]) == ("OPTIMAL", game.VERSION)
    witness = shipped["witness"].split("; ")
    assert len(witness) == shipped["length"] == fewest_moves(level.text)
    assert replays(level.text, witness)


def boards(text: str) -> tuple[list[str], list[str]]:
    alpha, beta = ([line for line in part.splitlines() if not line.startswith(";")] for part in text.split("---\n"))
    return alpha, beta


def ladder() -> dict[str, list]:
    groups: dict[str, list] = {}
    for level in levels(game):
        groups.setdefault(level.group, []).append(level)
    return groups


def test_the_ladder_has_eight_levels_a_difficulty_and_the_sources_names():
    groups = ladder()
    assert [(group, len(groups[group])) for group in ("easy", "medium", "hard")] == [
        ("easy", 8),
        ("medium", 8),
        ("hard", 8),
    ]
    assert [level.name for level in groups["quick play"]] == ["walkthrough", "easy", "medium", "hard"]
    for level in groups["quick play"][1:]:
        size = {"easy": 5, "medium": 7, "hard": 9}[level.name]
        setup, _ = game.read_setup(level.text)
        assert (setup.height, setup.width) == (size, size)
    titles = [level.title for level in levels(game)]
    assert len(set(titles)) == len(titles) and all(f"; title: {level.title}\n" in level.text for level in levels(game))


def test_the_optimum_rises_along_the_ladder_and_three_stars_can_be_had():
    groups = ladder()
    lengths = [level.certificate["length"] for group in ("easy", "medium", "hard") for level in groups[group]]
    assert all(shorter < longer for shorter, longer in pairwise(lengths))
    assert min(level.certificate["length"] for level in groups["hard"]) >= 35
    for level in levels(game):
        setup, _ = game.read_setup(level.text)
        assert 100 * level.certificate["length"] <= 60 * setup.limit, level.name


def test_every_level_but_the_sources_own_needs_both_phases():
    for level in levels(game):
        alpha, beta = boards(level.text)
        assert needs_both(([*map(list, alpha)], [*map(list, beta)])) == (level.name != "walkthrough"), level.name


def test_no_two_levels_are_alike_under_the_eight_symmetries():
    seen: dict[tuple, str] = {}
    for level in levels(game):
        layers = list(boards(level.text))
        for _ in range(4):
            layers = [["".join(row) for row in zip(*layer[::-1], strict=True)] for layer in layers]
            for form in (layers, [[row[::-1] for row in layer] for layer in layers]):
                assert seen.setdefault(tuple(map(tuple, form)), level.name) == level.name


def test_every_key_of_the_ladder_is_needed_by_its_solution():
    for level in levels(game):
        keys = {sign for sign in level.text.split("\n", 1)[1] if sign in "kuvw"}
        match = Match(game, level.name)
        for word in level.certificate["witness"].split("; "):
            match.play(word)
        assert level.name == "walkthrough" or set(match.facts()["keys"]) == keys, level.name
