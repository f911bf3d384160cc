"""One case a ruling: set-ups, words and facts (MR87 to MR96, MR106 to MR113)."""

import json

import pytest
from tests.games.maze_runner.drawn import HALL, begin, play, refused

from gridhall.errors import BadAction, BadSetup, MatchOver, NotYourTurn
from gridhall.games.maze_runner.setup import read_setup
from gridhall.registry import load


@pytest.mark.parametrize(
    "text",
    [
        "; minions: 1\n; Minions: 1\n" + HALL, "; size: 25\n; minions: 1\n" + HALL,
        "; symmetry: none\n; minions: 1\n" + HALL, "; minions: 1\n" + HALL.replace(".1.", "1 ."),
        "; minions: 1\n" + HALL.replace("#.......#\n#...1", "\n#...1"), "; rounds: +5\n", "; rounds: 5.0\n",
        "; rounds: ٥\n", "; minions\n", "; size: 30\n", "; size: 21\n", "; first: 1\n",
    ],
)  # fmt: skip
def test_mr87_mr88_mr89_what_no_set_up_may_say(text):
    with pytest.raises(BadSetup) as caught:
        read_setup(text)
    assert caught.value.defects[0].line


def test_mr87_capitals_and_blanks_do_not_matter():
    setup, _ = read_setup("\n  ;  MINIONS :  1  \n;siege: ON\n\n" + HALL + "\n\n")
    assert (setup.minions, setup.siege) == (1, 1)


@pytest.mark.parametrize(
    "key, least, most", [(key.name, key.least, key.most) for key in load("maze_runner").read_setup.__globals__["KEYS"]]
)
def test_mr88_every_key_has_its_range(key, least, most):
    head = "; actionsNumber: 9\n" if key == "firstTurnActions" else "; firstTurnActions: 1\n"
    drawing = HALL if key != "minions" else "N12\n3..\n4..\n56M\n"
    drawing = drawing.replace("1...#", "1nnn#").replace("4...#", "4mmm#") if key == "nexuses" else drawing
    body = head + ("" if key == "minions" else "; minions: 1\n")
    read_setup(f"; {key}: {most}\n" if key == "minions" else f"{body}; {key}: {most}\n{drawing}")
    for value in (least - 1, most + 1):
        with pytest.raises(BadSetup):
            read_setup(f"{body}; {key}: {value}\n{drawing}")


def test_mr88_first_and_round_belong_to_drawn_maps():
    match = begin(first=2, round=7)
    assert (match.facts()["player"], match.facts()["round"]) == (2, 7)
    assert play(match, "end", "end")["round"] == 8
    with pytest.raises(BadSetup):
        begin(round=61)


def test_mr89_short_rows_end_in_wall():
    match = begin("N....\n1\n4...M\n")
    assert "wall" in refused(match, "1 move E")


def test_mr89_mr90_sizes_and_signs():
    wide = "N14M\n" + "." * 38 + "\n...\n"
    for drawing in (
        "N1\n4M\n",
        "N14M\n....\n",
        wide,
        "N14M\n....\n..X.\n",
        "N14M\n....\n.N..\n",
        "N14M\n.4..\n....\n",
        "N1DM\nDDD4\n....\n",
    ):
        with pytest.raises(BadSetup) as caught:
            begin(drawing)
        assert caught.value.defects[0].line
    begin("N1DM\nDD.4\n....\n")


def test_mr90_every_defect_is_told():
    with pytest.raises(BadSetup) as caught:
        read_setup("; rounds: 0\n; minions: 1\n#?#\n#N#\n###\n")
    assert len(caught.value.defects) == 5  # rounds, sign, M, 1, 4


def test_mr91_own_drawn_doors_are_known_and_drawn_mirrors_nobodys():
    match = begin("N1###....\n#####...D\n.....####\n....#4..M\n/....####\n")
    assert match.facts(0)["doors"] == [{"x": 8, "y": 1, "owner": 1, "hp": 3}]
    assert match.facts()["mirrors"][0]["owner"] is None
    assert match.facts(0)["mirrors"] == []


def test_mr92_mr93_words_short_and_long():
    match = begin()
    read = match.game.read_word
    for long, short in (
        ("1 move NE", " 1  M ne"), ("2 switch", "2 s"), ("1 strike E", "1 x e"), ("3 laser N", "3 l n"),
        ("2 mirror /", "2 I /"), ("1 wall S", "1 w s"), ("2 door W", "2 d W"), ("3 retreat", "3 r"), ("end", "E"),
    ):  # fmt: skip
        assert read(match.setup, match.state, long) == read(match.setup, match.state, short)
        assert match.game.word(match.setup, match.state, read(match.setup, match.state, long)) == long
    for nonsense in (
        "sw",
        "move N",
        "1",
        "1 sw",
        "4 move N",
        "1 laser NE",
        "1 move",
        "1 move N N",
        "1 switch N",
        "1 mirror x",
        "0 move N",
        "",
        "1 fly N",
    ):
        with pytest.raises(BadAction):
            read(match.setup, match.state, nonsense)


def test_mr94_only_resign_is_taken_out_of_turn():
    match = begin()
    with pytest.raises(NotYourTurn):
        match.play("2: end")
    play(match, "1: 1 move N")


def test_mr95_a_refused_word_changes_nothing():
    match = begin()
    for word in ("1 move", "2 move N", "1 strike N", "2: 1 move N", "hello"):
        refused(match, word)
    play(match, "resign")
    with pytest.raises(MatchOver):
        match.play("end")


def test_mr106_to_mr110_the_facts_have_their_keys_and_are_sorted():
    facts = begin("N1d/D\n.....\n..4.M\n").facts()
    assert list(facts) == [
        "round", "player", "actions", "minions", "doors", "mirrors", "walls", "wallsLeft", "beams", "kills", "approach",
        "status", "winner", "reason", "sight",
    ]  # fmt: skip
    assert [door["x"] for door in facts["doors"]] == [2, 4]
    assert facts["sight"]["1"]["visible"] == sorted(facts["sight"]["1"]["visible"])
    match = begin()
    assert play(match, "1 retreat")["minions"]["1"] == {
        "x": None,
        "y": None,
        "hp": 0,
        "stance": "lantern",
        "respawn": 2,
        "cooldown": 0,
    }
    json.dumps(facts)


def test_mr111_mr112_events_are_not_in_the_facts():
    assert not {"events", "ghosts"} & begin().facts().keys()


def test_mr113_the_facts_of_a_view():
    facts = begin().facts(1)
    assert list(facts) == [
        "round", "player", "actions", "minions", "dead", "doors", "mirrors", "walls", "wallsLeft", "beams", "kills",
        "status", "winner", "reason", "visible", "revealed",
    ]  # fmt: skip
    assert facts["minions"]["4"]["x"] == -3
    assert facts["actions"] == {}
