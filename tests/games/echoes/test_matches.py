"""A match's text, words and facts, and what never matters, EC63 to EC70."""

import pytest
from tests.games.echoes.cases import EIGHT_RED, LLAW, WALL, begin, plan, position, turn

from gridhall.errors import BadAction, BadSetup, GridhallError, IllegalAction, MatchOver
from gridhall.games.echoes.codes import CODES, COMPASS_STEP, HEADING
from gridhall.games.echoes.plans import twin_of
from gridhall.games.echoes.rules import ACTIONS
from gridhall.games.echoes.words import CODE_WORDS
from gridhall.record import read_record, record_text


def test_ec63_a_match_from_text():
    header = ";turns: 25\n; turn : 9\n; points: 2  9\n; title: a try\n; author: me\n"
    match = begin(header + "\n 1 D :  F N ,fire N,  shield N \n\n2h: s s\n")
    facts = match.facts()
    assert (facts["turn"], facts["points"]) == (9, [2, 9])
    assert [(echo["id"], echo["actions"]) for echo in facts["echoes"]] == [
        ("1D", ["fire N", "fire N", "shield N"]),
        ("2H", ["shield S"]),
    ]
    assert match.setup.turns == 25
    assert begin("").facts()["turn"] == 1
    assert begin("").setup.turns == 40
    assert begin("; points: 12 0\n" + EIGHT_RED).facts()["status"] == "playing"


@pytest.mark.parametrize(
    "text",
    [
        "; turns: 1000", "; turns: -1", "; turns: x", "; turn: 0", "; turns: 5\n; turn: 6",
        "; points: 1", "; points: 1 2 3", "; points: 1000 0", "; seed: 4",
        "; turns: 5\n; turns: 5", "1 D: fire N\n; turns: 5", "; turns",
        "3 D: fire N", "1 I: fire N", "1 D: fire N\n1 D: walk N", "1 D:", "1 D: fire N,",
        "1 D: fire S", "1 D: walk S", "1 D: hello", "1 D fire N", "hello", "1 D: " + ", ".join(["shield N"] * 123),
        "1 D: undo", "; points: 1,2", "; turn: 1.0", "1 D: dash NE", "D: fire N", "; turns:",
    ],
)  # fmt: skip
def test_ec63_anything_else_is_refused(text):
    with pytest.raises(BadSetup):
        begin(text + "\n")


def test_ec64_ids_are_player_and_spawn_column():
    match = begin("1 D: walk E\n2 H: shield S\n")
    assert [echo["id"] for echo in match.facts()["echoes"]] == ["1D", "2H"]


def test_ec65_a_condition_both_meet_decides_nothing():
    facts = position("r 1 D4: walk N", "b 2 D6: walk S", scores={"1": 9, "2": 8}).facts()
    assert (facts["points"], facts["winner"], facts["reason"]) == ({"1": 10, "2": 9}, 1, "points")
    everyone = [f"r{column} 1 {column}1: shield N" for column in "ABCDEFGH"] + [
        f"b{column} 2 {column}8: shield N" for column in "ABCDEFGH"
    ]
    facts = position(*everyone, scores={"1": 3, "2": 10}).facts()
    assert (facts["winner"], facts["reason"]) == (2, "points")


def test_ec66_a_list_of_120_cannot_grow_and_who_cannot_move_ends_the_match():
    full = ", ".join(["shield N"] * 120)
    match = begin("; turns: 0\n1 D: " + full + "\n1 E: " + ", ".join(["shield N"] * 119) + "\n")
    with pytest.raises(IllegalAction, match="EC66"):
        match.play("1: extend D")
    plan(match, 0, "extend E, shield N, shield N, shield N")
    stuck = "".join(f"1 {column}: {full}\n" for column in "ABCDEFGH")
    facts = begin("; turns: 0\n; turn: 3\n; points: 1 2\n" + stuck).facts()
    assert (facts["status"], facts["turn"], facts["winner"], facts["reason"]) == ("over", 3, 2, "limit")
    almost = stuck.replace(full + "\n", ", ".join(["shield N"] * 117) + "\n", 1)
    blue = "".join(f"2 {column}: shield S\n" for column in "ABCDEFGH")
    match = begin("; turns: 0\n; turn: 3\n; points: 1 2\n" + almost + blue)
    facts = turn(match, "extend A, shield N, shield N, shield N", "extend A, shield S, shield S, shield S")
    assert (facts["status"], facts["turn"], facts["winner"], facts["reason"]) == ("over", 4, 2, "limit")


def test_ec67_words_of_a_turn():
    match = begin()
    with pytest.raises(IllegalAction, match="EC67"):
        match.play("1: walk N")
    with pytest.raises(IllegalAction, match="EC67"):
        match.play("1: undo")
    with pytest.raises(BadAction, match="say who"):
        match.play("new D")
    plan(match, 0, "NEW d, Walk n, undo, undo")
    assert match.facts()["planning"]["1"] is None
    plan(match, 0, "new D, " + WALL + ", submit")
    match.play("1: resign")
    assert match.facts()["winner"] == 2
    for word in ("1: resign", "2: new D"):
        with pytest.raises(MatchOver):
            match.play(word)


def test_ec68_the_facts_of_a_match():
    match = begin("1 D: fire N\n")
    plan(match, 0, "extend D, shield N")
    assert match.facts() == {
        "turn": 1, "points": [0, 0], "echoes": [{"id": "1D", "player": 1, "column": "D", "actions": ["fire N"]}],
        "planning": {"1": {"column": "D", "kind": "extend", "actions": ["shield N"], "left": 2}, "2": None},
        "submitted": [False, False], "status": "playing", "winner": None, "reason": None, "last_replay": None,
    }  # fmt: skip
    assert match.facts(0) == match.facts()
    assert match.facts(1)["planning"] == {"1": None, "2": None}
    match.play("1: resign")
    assert match.facts()["planning"] == {"1": None, "2": None}


def test_ec69_a_case_replays_from_its_record():
    match = begin()
    turn(match, "new D, " + WALL, "new A, " + LLAW)
    assert read_record(record_text(match)).facts() == match.facts()


def test_ec70_the_twin_of_an_action_exchanges_north_and_south():
    for code in range(CODES):
        kind, way = CODE_WORDS[code].split()
        assert CODE_WORDS[twin_of(code)] == f"{kind} {way.translate(str.maketrans('NS', 'SN'))}"
        assert twin_of(twin_of(code)) == code
    assert [COMPASS_STEP[HEADING[twin_of(code)]] for code in range(8)] == [8, 9, 1, -7, -8, -9, -1, 7]


def test_ec70_how_words_are_mixed_changes_nothing():
    first, second = begin(), begin()
    turn(first, "new D, " + WALL, "new A, " + LLAW)
    red, blue = ["new D", *WALL.split(", "), "submit"], ["new A", *LLAW.split(", "), "submit"]
    for red_word, blue_word in zip(red, blue):
        second.play(blue_word, 1)
        second.play(red_word, 0)
    assert first.state == second.state


def test_a_refused_word_changes_no_byte():
    match = begin("1 A: walk N\n")
    plan(match, 0, "new B, fire N, fire N")
    before = bytes(match.state)
    for word in ("fire N", "new C", "submit", "hello", "walk", "extend A"):
        with pytest.raises(GridhallError):
            match.play(word, 0)
    assert bytes(match.state) == before
    assert ACTIONS == 49
