"""Records: writing while playing, reading back, and what is wrong with a bad one."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridhall import registry
from gridhall.errors import BadRecord, GridhallError
from gridhall.match import Match
from gridhall.record import Recorder, canonical_json, commitment, read_record, record_text

pytestmark = pytest.mark.usefixtures("toys")
QUICK = settings(max_examples=60, suppress_health_check=list(HealthCheck))
TRANSCRIPTS = [
    path
    for name in registry.games()
    for path in sorted((registry.folder_of(registry.load(name)) / "transcripts").glob("*.jsonl"))
]


def steps(words: str = "s s e e e") -> Match:
    match = Match("steps", "corner", seed=9)
    for word in words.split():
        match.play(word, seconds=1.5)
    return match


def lines(match: Match) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record_text(match).splitlines()]


def text(objects: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in objects)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_golden_transcripts_replay_with_every_hash(path):
    match = read_record(path)
    assert [ply.word for ply in match.plies] and bytes(match.states()[-1]) == bytes(match.state)


@pytest.mark.parametrize("name", registry.games())
def test_every_game_has_golden_transcripts(name):
    assert [path for path in TRANSCRIPTS if path.parents[1].name == name], f"{name} has no transcripts"


def test_head_plies_and_end():
    rows = lines(steps())
    assert rows[0].keys() >= {"gridhall", "game", "version", "setup", "seed", "hash"} and rows[0]["game"] == "steps"
    assert {key: rows[1][key] for key in ("player", "word", "time")} == {"player": 1, "word": "s", "time": 1.5}
    assert rows[-1] == {"end": True, "outcome": ["won"], "score": [7]}


def test_a_recorder_writes_each_ply_before_the_next_is_played(tmp_path):
    match = Match("steps", "corner", seed=9)
    recorder = Recorder(match, tmp_path / "one.jsonl", level="corner")
    for number, word in enumerate(["e", "w", "s", "s", "e", "e", "e"], 1):
        match.play(word)
        recorder.note()
        if not match.over:
            assert len(read_record(tmp_path / "one.jsonl").plies) == number - (2 if number > 2 else 0)
        if number == 2:
            match.undo(2)
            recorder.note_undo(2)
    recorder.close()
    again = read_record(tmp_path / "one.jsonl")
    assert again.over and again.undone == 2 and again.state == match.state


def test_a_recorder_goes_on_with_the_chain_of_hashes(tmp_path):
    path = tmp_path / "one.jsonl"
    match = Match("steps", "corner", seed=9)
    first = Recorder(match, path)
    match.play("s")
    first.note()
    first.close()
    again = read_record(path)
    second = Recorder(again, path, fresh=False)
    again.play("n")
    second.note()
    second.close()
    assert [ply.word for ply in read_record(path).plies] == ["s", "n"]


def test_a_changed_word_is_found_at_its_ply():
    rows = lines(steps())
    rows[2]["word"] = "n"
    with pytest.raises(BadRecord, match=r"ply 2 differs: the record says .*, replaying gives"):
        read_record(text(rows))


def test_a_changed_seed_setup_or_hash_is_found():
    for key, value in (("hash", "0" * 32), ("setup", "@.E\n")):
        rows = lines(steps())
        rows[0][key] = value
        with pytest.raises(BadRecord, match="ply 0 differs"):
            read_record(text(rows))


def test_a_left_out_ply_is_found():
    rows = lines(steps("e w e w"))
    del rows[1:3]
    with pytest.raises(BadRecord):
        read_record(text(rows))


def test_a_false_end_is_found():
    rows = lines(steps())
    rows[-1]["score"] = [99]
    with pytest.raises(BadRecord, match=r"the end differs in score: the record says \[99\], replaying gives \[7\]"):
        read_record(text(rows))
    with pytest.raises(BadRecord, match="the record ends, but the match does not"):
        read_record(text([*lines(steps("e")), {"end": True, "outcome": ["won"], "score": [7]}]))


def test_another_version_is_refused_with_both_numbers():
    rows = lines(steps())
    rows[0]["version"] = 3
    with pytest.raises(BadRecord, match="version 3 of Steps; this is version 1"):
        read_record(text(rows))


def test_a_commitment_is_that_of_nonce_and_seed():
    assert commitment(b"n" * 16, 5) == commitment(b"n" * 16, 5) != commitment(b"n" * 16, 6)


def mutated(rows: list[dict[str, Any]], draw: st.DataObject) -> str:
    """A record with one thing changed at random."""
    whole = text(rows)
    how = draw.draw(st.sampled_from(["cut", "byte", "value", "swap", "drop"]))
    if how == "cut":
        return whole[: draw.draw(st.integers(0, len(whole)))]
    if how == "byte":
        at = draw.draw(st.integers(0, len(whole) - 1))
        return whole[:at] + draw.draw(st.characters()) + whole[at + 1 :]
    line = draw.draw(st.integers(0, len(rows) - 1))
    if how == "value":
        key = draw.draw(st.sampled_from([*rows[line], "undo", "undone", "end", "time"]))
        rows[line][key] = draw.draw(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats()
            | st.text()
            | st.lists(st.integers(), max_size=2)
            | st.just({})
        )
    elif how == "swap":
        rows.insert(0, rows.pop(line))
    else:
        del rows[line]
    return text(rows)


@pytest.mark.parametrize("name", [*registry.games(), "steps", "coins"])
@QUICK
@given(st.data())
def test_a_damaged_record_gives_nothing_but_a_bad_record(name, data):
    match = Match(name, seed=data.draw(st.integers(0, 5)))
    for _ in range(4):
        if not match.over:
            player = match.acting[0]
            match.act(player, data.draw(st.sampled_from(match.legal(player))))
    with contextlib.suppress(BadRecord):
        again = read_record(mutated(lines(match), data) + "\n")  # if it can be read, it is the record of a match
        assert read_record(record_text(again)).state == again.state


@QUICK
@given(st.binary(max_size=300))
def test_random_bytes_as_a_record(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("record") / "one.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadRecord):
        read_record(path)


@pytest.mark.parametrize("name", [*registry.games(), "steps", "coins"])
@QUICK
@given(st.binary(max_size=200))
def test_random_bytes_as_a_level_file(name, tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("level")
    for suffix in registry.load(name).FILES or (".txt",):
        (folder / f"level{suffix}").write_bytes(content)
    with contextlib.suppress(GridhallError):
        match = Match(name, str(folder / ("level" if registry.load(name).FILES else "level.txt")))
        assert match.over or match.legal(match.acting[0])


@pytest.mark.parametrize("name", [*registry.games(), "steps", "coins"])
@QUICK
@given(st.data())
def test_random_text_as_a_word_or_a_setup(name, data):
    match = Match(name, seed=3)
    shipped = [level.text for level in registry.levels(match.game)][:4]
    before = match.facts()
    for player in range(match.game.PLAYERS):
        typed = data.draw(
            st.text(max_size=20)
            | st.from_regex(r"(roll|move|walk|fire|extend|new|phase)? ?[0-9A-Za-z+ -]{0,6}", fullmatch=True)
        )
        with contextlib.suppress(GridhallError):
            match.read(typed, player)
    assert match.facts() == before
    base = data.draw(st.sampled_from([match.setup_text, *shipped]))
    at = data.draw(st.integers(0, len(base)))
    setup = base[:at] + data.draw(st.text(max_size=6)) + base[at + data.draw(st.integers(0, 3)) :]
    with contextlib.suppress(GridhallError):
        Match.of_text(match.game, data.draw(st.sampled_from([setup, data.draw(st.text(max_size=40))])))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_record_is_replayed_as_it_was_played(path):
    """Read from the truth, every word means what it meant to its player; facts are hashed as ever."""
    match = read_record(path)
    again = Match.of_text(match.game, match.setup_text, match.seed)
    for ply in match.plies:
        assert again.read(ply.word, ply.player) == (ply.player, ply.action)
        again.act(ply.player, ply.action, ply.seconds)
        facts = again.facts()
        written = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        assert canonical_json(facts) == written.encode()
    assert bytes(again.state) == bytes(match.state) and again.plies == match.plies


def test_facts_beyond_ascii_are_hashed_as_ever():
    assert canonical_json({"ü": "—", "a": [1, None, True]}) == b'{"a":[1,null,true],"\\u00fc":"\\u2014"}'


def test_a_result_needs_the_hash_of_the_end_only():
    rows = lines(steps())
    read_record(text(rows), every=False)
    changed = [*rows[:2], {**rows[2], "hash": "0" * 32}, *rows[3:]]
    with pytest.raises(BadRecord, match="ply 2 differs"):
        read_record(text(changed))
    assert read_record(text(changed), every=False).outcome == "won"
    for wrong in ({**rows[-2], "hash": "0" * 32}, {**rows[-2], "word": "w"}):
        with pytest.raises(BadRecord):
            read_record(text([*rows[:-2], wrong, rows[-1]]), every=False)
    with pytest.raises(BadRecord, match="ply 0 differs"):
        read_record(text([{**rows[0], "hash": ""}]), every=False)
