"""One case for each ruling about setups and dice, WG1 to WG4."""

import pytest
from tests.games.warpgrid.cases import at, begin

from gridhall.errors import BadSetup
from gridhall.games.warpgrid.setup import named_seed, read_setup, write_setup


def test_wg1_the_empty_text_is_a_setup():
    setup, _ = read_setup("")
    assert (setup.grid, setup.charge, setup.count, setup.ask, setup.named) == (1, 0, 0, 0, 0)


def test_wg1_all_keys_are_read_and_written_back():
    text = "; title: Übung\n\n; seed: 18446744073709551615\n; dice: 1 2\n"
    text += "; rolls: ask\n; grid: 6\n; charge: 48\n; dice: 3 4\n"
    setup, state = read_setup(text)
    assert (setup.seed, setup.ask, setup.grid, setup.charge) == (2**64 - 1, 1, 6, 48)
    assert (setup.count, list(setup.dice[:4])) == (4, [1, 2, 3, 4])
    assert read_setup(write_setup(setup, state)) == (setup, state)
    assert "; title: Übung\n" in write_setup(setup, state)


def test_wg1_of_other_keys_the_last_counts():
    setup, _ = read_setup("; grid: 9\n; grid: 2\n; seed: 5\n; seed: 7\n")
    assert (setup.grid, setup.seed, named_seed("; seed: 5\n; seed: 7\n")) == (2, 7, 7)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("; dice: 1 2 3\n", 1, "odd"),
        ("; dice: 1 7\n", 1, "'7'"),
        ("; dice: 1 2\n; dice: " + "1 " * 2047 + "\n", 2, "2049 faces"),
        ("; seed: -1\n", 1, "seed"),
        ("; seed: 18446744073709551616\n", 1, "seed"),
        ("; seed: " + "9" * 5000 + "\n", 1, "seed"),
        ("; grid: 0\n", 1, "grid"),
        ("; grid: 7\n", 1, "grid"),
        ("\n; charge: 29\n", 2, "0 to 28"),
        ("; grid: 2\n; charge: 33\n", 2, "0 to 32"),
        ("; rolls: loaded\n", 1, "loaded"),
        ("; colour: red\n", 1, "colour"),
        ("; seed 5\n", 1, "header"),
        ("......\n", 1, "header"),
        ("; seed: 1\n......\n; seed: 2\n", 2, "header"),
    ],
)
def test_wg1_what_is_wrong_is_told_with_its_line(text, line, said):
    with pytest.raises(BadSetup) as wrong:
        read_setup(text)
    assert any(defect.line == line and said in str(defect) for defect in wrong.value.defects), str(wrong.value)


def test_wg1_every_defect_is_told():
    with pytest.raises(BadSetup) as wrong:
        read_setup("; grid: 8\n; rolls: no\nabc\n; seed: x\n; dice: 9\n")
    assert [defect.line for defect in wrong.value.defects] == [1, 2, 3, 4, 5, 5]


def test_wg1_there_is_room_for_1024_faces():
    setup, _ = read_setup("; dice: " + "3 " * 1024 + "\n")
    assert setup.count == 1024


def test_wg2_the_first_number_is_x_and_scripted_dice_come_first():
    match = begin("2 5 4 1 6 6 3 2")
    assert at(match) == (2, 5)
    assert match.facts()["out"] == [4, 1]
    assert match.facts()["dice"] == [3, 2]


def test_wg3_the_dice_of_seed_7_by_hand():
    state, faces = 7, []
    for _ in range(8):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        z ^= z >> 31
        faces.append(1 + ((z >> 32) * 6 >> 32))
    facts = begin(seed=7).facts()
    assert [facts["x"], facts["y"], *facts["out"], *facts["dice"]] == faces[:4] + faces[6:]


def test_wg3_scripted_dice_do_not_advance_the_generator():
    scripted, plain = begin("1 1 6 6 3 3", seed=7), begin(seed=7)
    assert scripted.facts()["dice"] == [plain.facts()["x"], plain.facts()["y"]]


def test_wg4_paper_mode_asks_for_each_roll():
    match = begin(rolls="ask")
    asked = []
    for word in ("roll 2 2", "roll 2 2", "roll 5 5", "roll 1 1", "roll 3 4"):
        asked.append(match.facts()["roll"])
        assert len(match.facts()["legal"]) == 36
        match.play(word)
    assert asked == ["in", "out", "out", "field", "move"]
    assert match.facts()["dice"] == [3, 4]
