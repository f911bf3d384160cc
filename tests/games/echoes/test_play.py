"""Echoes as it is played: secrecy, scenes, words, records, resuming, and texts nobody meant."""

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridhall.errors import BadAction, BadSetup, GridhallError
from gridhall.game import EVERYONE
from gridhall.games.echoes import plans, strategies
from gridhall.games.echoes.codes import CODES, COST
from gridhall.games.echoes.rules import ACTIONS, RESIGN, SUBMIT, TAKE_BACK, TICK
from gridhall.kernel import array, compiled
from gridhall.match import Match
from gridhall.record import read_record, record_text
from gridhall.registry import levels, load
from gridhall.scene import as_json

ECHOES = load("echoes")
SCATTER = """\
; turns: 12
; points: 3 4
1 A: walk N, fire NE
1 D: fire N, fire N, shield N
2 E: fire S, shield S
2 H: dash S, mine W, walk W
"""


def random_match(seed, text="", words=150, also=lambda match: None):
    """Play sensible and silly legal words for both sides."""
    chance = random.Random(seed)
    match = Match.of_text(ECHOES, text)
    for _ in range(words):
        if match.over:
            break
        player = chance.choice(match.acting)
        if chance.random() < 0.7:
            action = ECHOES.propose(match.setup, match.view(player), player, chance.getrandbits(64))
        elif chance.random() < 0.3 and not ECHOES.refusal(match.setup, match.state, player, TAKE_BACK):
            action = TAKE_BACK
        else:
            action = chance.choice(match.legal(player))
        also(match)
        match.act(player, action)
    also(match)
    return match


def test_propose_is_legal_and_ends_a_plan():
    chance = random.Random(1)
    match = Match.of_text(ECHOES, SCATTER)
    kinds = set()
    while not match.over:
        for player in match.acting:
            for _ in range(9):
                action = ECHOES.propose(match.setup, match.view(player), player, chance.getrandbits(64))
                assert not ECHOES.refusal(match.setup, match.state, player, action)
                kinds.add(action)
                match.act(player, action)
                if action == SUBMIT:
                    break
            else:
                raise AssertionError("the plan never ended")
    assert match.state.turn == 12 or match.state.reason != 4
    assert len(kinds) > 15


def other_plans(match, player):
    """Copies of the state that differ only in what the player may not know."""
    chance = random.Random(len(match.plies))
    for _ in range(3):
        state = copy.copy(match.state)
        for other in range(2):
            if other != player:
                ECHOES.resample(match.setup, state, player, chance.getrandbits(64))
                if not state.submitted[other]:
                    for _ in range(chance.randint(0, 4)):
                        action = ECHOES.propose(match.setup, state, other, chance.getrandbits(64))
                        if action != SUBMIT:
                            ECHOES.step(match.setup, state, other, action)
        yield state


def seen(match, state, player):
    """Everything a player is sent about a position."""
    view = match.view_of(state, player)
    scene = ECHOES.scene(match.setup, view, player)
    frames = ECHOES.timeline(match.setup, view, player)
    previews = [
        as_json(ECHOES.preview(match.setup, view, player, action)) for action in (0, 3, 9, 16, 20, 30, 40, 45, 48)
    ]
    return json.dumps([ECHOES.facts(match.setup, view, player), as_json(scene), as_json(frames), previews]), bytes(view)


@pytest.mark.parametrize("seed", range(4))
def test_no_byte_tells_of_the_others_plan(seed):
    differed = []

    def look(match):
        if len(match.plies) % 4 or match.over:
            return
        for player in range(3):
            expected = seen(match, match.state, player)
            for state in other_plans(match, player):
                differed.append(bytes(state) != bytes(match.state))
                assert seen(match, state, player) == expected
                for action in range(RESIGN + 1):
                    assert ECHOES.refusal(match.setup, state, player, action) == ECHOES.refusal(
                        match.setup, match.state, player, action
                    )

    random_match(seed, SCATTER, 60, look)
    assert sum(differed) > 20


def test_hiding_twice_is_hiding_once_and_resampling_hides_to_the_same_view():
    def look(match):
        for player in range(3):
            view = match.view(player)
            again = copy.copy(view)
            ECHOES.hide(match.setup, again, player)
            assert again == view
            ECHOES.resample(match.setup, again, player, 77)
            for other in range(2):
                if other != player and again.submitted[other]:
                    assert again.plan_kind[other]
                    assert again.plan_left[other] == 0
            ECHOES.hide(match.setup, again, player)
            assert again == view

    random_match(5, SCATTER, 80, look)


def test_a_word_of_the_other_changes_nothing_one_is_sent():
    match = Match.of_text(ECHOES, SCATTER)
    before = [seen(match, match.state, viewer) for viewer in (1, 2)]
    for word in ("extend A", "undo", "new B", "fire N", "walk N", "walk NE", "walk N"):
        moments = match.play(word, 0)
        assert [seen(match, match.state, viewer) for viewer in (1, 2)] == before
        assert moments == []
    match.play("1: submit")
    assert match.facts(1)["submitted"] == [True, False]


def test_a_frame_of_a_replay_is_the_same_for_everyone():
    match = Match.of_text(ECHOES, SCATTER)
    for word in (
        "1: new B",
        "1: fire N",
        "1: fire N",
        "1: shield N",
        "1: submit",
        "2: extend E",
        "2: walk S",
        "2: fire S",
    ):
        match.play(word)
    moments = match.play("2: submit")
    shown = [[(as_json(moment.scene), moment.text) for moment in match.moments(moments, viewer)] for viewer in range(3)]
    assert all(scene.pop("turned") for scene, _ in shown[1])  # but for the side that the second player sits at (EC1)
    assert shown[0][:-1] == shown[1][:-1] == shown[2][:-1]
    assert [frame[0]["status"][:20] for frame in shown[0][:-1]] == [f"Turn 1, tick {tick} of 4." for tick in range(5)]
    assert shown[0][2][0]["status"].endswith("meet on B3 and vanish.")
    assert any("fires" in text for _, text in shown[0])
    assert "play goes on" in shown[0][-1][1]


def test_films_show_what_the_rules_did():
    match = Match.of_text(ECHOES, SCATTER)
    chance, frames, left = random.Random(8), 0, 0
    while not match.over and match.state.turn < 10:
        player = chance.choice(match.acting)
        moments = match.act(player, ECHOES.propose(match.setup, match.view(player), player, chance.getrandbits(64)))
        shots = []
        for moment in moments:
            if moment.what != TICK:
                continue
            frames += 1
            scene = ECHOES.scene(match.setup, moment.state, 2)
            ids = [piece.id for piece in scene.pieces]
            assert len(ids) == len(set(ids))
            now = {piece.id: piece for piece in scene.pieces if piece.kind.startswith("shot")}
            left += len([piece for piece in shots if piece.id not in now and piece.cell // 8 in (0, 7)])
            shots = list(now.values())
            assert scene.tick == moment.state.tick
        if moments and moments[0].what == TICK:
            last = ECHOES.scene(match.setup, moments[-2].state, 2)
            standing = {piece.id for piece in last.pieces if piece.kind.startswith("echo")}
            assert standing == {echo["id"] for echo in match.facts()["echoes"]}
            crossed = {row.piece for row in last.timeline.rows if any(cell.state == "dead" for cell in row.cells)}
            assert crossed == {name for names in match.facts()["last_replay"]["destroyed"].values() for name in names}
            assert standing.isdisjoint(crossed)
    assert frames > 30
    assert left  # shots that flew off the board


def test_own_rows_come_first():
    match = Match.of_text(ECHOES, SCATTER)
    match.play("2: extend H")
    assert [row.piece for row in match.scene(1).timeline.rows] == ["2H", "2E", "1A", "1D", ""]
    assert [row.piece for row in match.scene(0).timeline.rows] == ["1A", "1D", "2E", "2H", ""]


@pytest.mark.parametrize("seed", range(3))
def test_scenes_offer_exactly_what_is_legal(seed):
    def look(match):
        for player in range(2):
            scene = match.scene(player)
            offered = {choice.action for choice in scene.choices if not choice.why}
            legal = {
                action for action in range(RESIGN + 1) if not ECHOES.refusal(match.setup, match.state, player, action)
            }
            assert offered == legal
            for choice in scene.choices:
                assert choice.word == ECHOES.word(match.setup, match.state, choice.action)
                assert bool(choice.why) == bool(ECHOES.refusal(match.setup, match.state, player, choice.action))
            ids = [piece.id for piece in scene.pieces]
            assert len(ids) == len(set(ids))
            assert all(0 <= piece.cell < 64 and piece.kind in scene.legend for piece in scene.pieces)
            assert len(ECHOES.timeline(match.setup, match.view(player), player)) == scene.timeline.ticks + 1

    random_match(seed, SCATTER if seed else "", 100, look)


def test_the_sealed_row_is_as_long_as_the_timeline_whatever_it_hides():
    match = Match.of_text(ECHOES, SCATTER)
    rows = []
    for word in ("extend A", "shield N", "shield N", "shield N"):
        match.play(word, 0)
        timeline = match.scene(1).timeline
        rows.append((timeline.ticks, [cell.state for row in timeline.rows if not row.piece for cell in row.cells]))
    assert rows == [(5, ["sealed"] * 5)] * 4


def test_the_first_turn_offers_a_ready_plan():
    match = Match("echoes")
    for player in range(2):
        ready = next(choice for choice in match.scene(player).choices if choice.then)
        assert ready.main
        for action in (ready.action, *ready.then):
            match.act(player, action)
        assert match.facts()["turn"] == 1  # it is filled in; to seal it is a second act
        match.play("submit", player)
    assert match.facts()["turn"] == 2
    assert not any(choice.then for choice in match.scene(0).choices)


def test_a_position_shows_its_replay():
    red = {"id": "x", "player": 1, "start": "D4", "actions": ["walk N"]}
    blue = {"id": "y", "player": 2, "start": "D6", "actions": ["walk S"]}
    match = Match.of_text(ECHOES, json.dumps({"echoes": [red, blue]}))
    scene = match.scene(0)
    assert sorted(piece.kind for piece in scene.pieces) == ["burst", "burst"]
    state = copy.copy(match.state)
    state.tick = 1
    assert "collide on D5" in ECHOES.describe(match.setup, state, 0, TICK, 2, 1)
    assert len(ECHOES.timeline(match.setup, match.state, 0)) == 2


@pytest.mark.parametrize("text", ["", SCATTER])
def test_a_match_saved_at_any_ply_resumes_with_the_same_plans(text, tmp_path):
    match = random_match(11, text, 60)
    lines = record_text(match).splitlines()
    again = Match.of_text(ECHOES, text)
    for number, ply in enumerate(match.plies, 2):
        again.act(ply.player, ply.action)
        resumed = read_record("\n".join(lines[:number]) + "\n")
        assert resumed.state == again.state
    half = tmp_path / "half.jsonl"
    half.write_text("\n".join(lines[:20]) + '\n{"player": 1, "wo')
    assert len(read_record(half, partial=True).plies) == 19


def test_words_and_setups_survive_a_round_trip():
    match = Match.of_text(ECHOES, SCATTER)
    for action in range(RESIGN + 1):
        assert ECHOES.read_word(match.setup, match.state, ECHOES.word(match.setup, match.state, action)) == action
    for text in [SCATTER, "", *(level.text for level in levels(ECHOES)), '{"echoes": [], "scores": {"1": 4, "2": 5}}']:
        setup, state = ECHOES.read_setup(text)
        assert ECHOES.read_setup(ECHOES.write_setup(setup, state)) == (setup, state)
    blue = {"id": "q", "player": 2, "start": "D4", "actions": ["fire N", "walk N"]}
    red = {"id": "s", "player": 1, "start": "D5", "actions": []}
    setup, state = ECHOES.read_setup(json.dumps({"echoes": [blue, red]}))
    before = copy.copy(state)
    ECHOES.start(setup, state)
    assert state.points[1] == 1
    assert ECHOES.read_setup(ECHOES.write_setup(setup, state)) == (setup, before)


@given(st.text(alphabet="newxtdfirslhmaku wNSEABH123:;,.\t\n'\"{}[]é", max_size=30))
@settings(max_examples=300)
def test_any_text_is_a_word_or_refused(text):
    match = Match.of_text(ECHOES, "")
    before = bytes(match.state)
    try:
        match.play(text, 0)
    except GridhallError as wrong:
        assert bytes(match.state) == before
        assert str(wrong)
    else:
        assert match.plies


@given(st.text(alphabet='12ABCDH:,; \nfirewalkNSturnspoint0{}"[]', max_size=60))
@settings(max_examples=300)
def test_any_text_is_a_setup_or_refused(text):
    try:
        match = Match.of_text(ECHOES, text)
    except BadSetup as wrong:
        assert wrong.defects
    else:
        assert match.over or match.legal(match.acting[0])


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
JSON_VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3), max_leaves=4)
HALF_GOOD = JSON_VALUES | st.sampled_from([1, 2, "A1", "H8", "a", ["walk N"], []])
ODD_ECHO = st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "player", "start", "actions"), HALF_GOOD))


@given(
    st.dictionaries(
        st.sampled_from(["echoes", "scores", "name", "junk"]), JSON_VALUES | st.lists(ODD_ECHO, max_size=3), max_size=3
    )
)
@settings(max_examples=300)
def test_any_json_is_a_position_or_refused(position):
    try:
        match = Match.of_text(ECHOES, json.dumps(position))
    except BadSetup as wrong:
        assert wrong.defects
    else:
        assert set(match.facts()) == {"last_tick", "destroyed", "survivors", "points", "winner", "reason"}


DEEP, LONG = '{"echoes": ' + "[" * 100_000, '{"a": 1' + "0" * 5000 + "}"


@pytest.mark.parametrize(
    "text", ["{", "{}", '{"echoes": 1}', "{" * 100_000, '{"echoes": [], "echoes": []}', DEEP, LONG], ids=range(7)
)
def test_broken_position_files_are_refused(text):
    with pytest.raises(BadSetup):
        Match.of_text(ECHOES, text)


def test_compiled_play_gives_the_same_bytes():
    match = random_match(21, SCATTER, 70)
    _, state = ECHOES.read_setup(SCATTER)
    setup, fast = array(match.setup)[0], array(state)
    compiled(ECHOES.start)(setup, fast[0])
    step = compiled(ECHOES.step)
    for ply, expected in zip(match.plies, match.states()[1:]):
        step(setup, fast[0], ply.player, ply.action)
        assert fast.tobytes() == bytes(expected)
    assert match.state.replay_turn > 2


def test_observations_keep_the_secret_and_are_not_empty():
    planes_of, _, _, scalars_of = ECHOES.shape(None)

    def look(match):
        for player in range(3):
            seen = []
            for state in (match.state, match.view(player)):
                planes, scalars = [0] * (planes_of * 64), [0] * scalars_of
                ECHOES.observe(match.setup, state, player, planes, scalars)
                seen.append((planes, scalars))
            assert seen[0] == seen[1]
            assert any(seen[0][0])

    random_match(31, SCATTER, 40, look)


def test_the_estimate_prefers_echoes_points_and_winning():
    setup, even = ECHOES.read_setup("1 A: shield N\n2 A: shield S\n")
    assert ECHOES.estimate(setup, even, 0) == 0
    setup, ahead = ECHOES.read_setup("; points: 2 0\n1 A: shield N\n1 B: shield N\n2 A: shield S\n")
    assert ECHOES.estimate(setup, ahead, 0) == -ECHOES.estimate(setup, ahead, 1) > 100
    match = Match("echoes")
    match.play("2: resign")
    assert ECHOES.estimate(match.setup, match.state, 0) == 1000
    assert match.facts(EVERYONE)["winner"] == 1
    assert TAKE_BACK == ACTIONS


def test_bad_words_say_what_is_missing():
    match = Match("echoes")
    for word, reason in (
        ("new", "A to H"),
        ("extend Z", "A to H"),
        ("fire", "direction"),
        ("dash NE", "EC13"),
        ("dance", "it has new"),
    ):
        with pytest.raises(BadAction, match=reason):
            match.play(word, 0)


@pytest.mark.parametrize("player", [0, 1])
def test_a_whole_plan_fits_exactly_if_each_of_its_actions_is_allowed(player):
    """`fits` decides for opponents what `refusal` decides action by action; plans are written for player 1."""
    chance, counts = random.Random(player), [0, 0]
    for seed in range(12):
        match = random_match(seed, SCATTER if seed % 2 else "; turns: 99\n", words=60 + 10 * seed)
        setup, state = match.setup, copy.copy(match.state)
        state.over = 0
        for either in range(2):
            plans.plan_begin(setup, state, either)
        for length in (119, 120, 121):  # near the longest list there may be (EC66)
            slot = player * 8 + length % 8
            if state.living >> slot & 1:
                state.lengths[slot] = length
        for _ in range(120):
            kind, column, budget = chance.choice([(1, chance.randrange(8), 5), (2, chance.randrange(8), 3)])
            codes: list[int] = []
            while sum(COST[code] for code in codes) < budget + chance.choice([-1, 0, 0, 0, 0]):
                codes.append(chance.randrange(CODES))
            plan = [kind, column, len(codes), *codes, *[0] * (5 - len(codes))]
            fits = plans.fits(setup, state, player, plan)
            entered = copy.copy(state)
            words = [plans.twin_of(code) if player else code for code in codes]
            allowed = True
            for action in [(0 if kind == 1 else 8) + column, *(16 + code for code in words), SUBMIT]:
                allowed = allowed and not ECHOES.refusal(setup, entered, player, action)
                if allowed and action != SUBMIT:
                    ECHOES.step(setup, entered, player, action)
            assert bool(fits) == allowed, (seed, plan)
            counts[allowed] += 1
            assert not fits or plan[3 : 3 + len(codes)] == words
    assert min(counts) > 100


def test_every_part_of_a_strategy_made_of_parts_is_played():
    """Each list and each extension there is to choose from is legal and is what the strategy then plans."""
    eight = "".join(f"{player} {column}: shield N, shield N\n" for player in (1, 2) for column in "ABCDEFGH")
    match = Match.of_text(ECHOES, eight)
    for text, part, kinds in (("", 1, strategies.PARTS[1]), (eight, 3, strategies.PARTS[3])):
        match = Match.of_text(ECHOES, text)
        planned = set()
        for choice in range(kinds):
            parts = [0] * len(strategies.PARTS)
            parts[part] = parts[2] = choice  # every second list is the same one
            number = 0
            for value, count in reversed(list(zip(parts, strategies.PARTS))):
                number = number * count + value
            plan = [0] * ECHOES.PLAN
            ECHOES.plan_script(match.setup, match.state, None, 0, 1, strategies.TUNED + number, plan)
            assert plans.fits(match.setup, match.state, 0, plan)
            planned.add(tuple(plan[3 : 3 + plan[2]]))
        assert len(planned) == kinds
