"""Matches of the prompt on the disk: gone on with after any end, and results that are kept."""

import io
import json
import os
import shutil
import stat
import sys
from pathlib import Path
from typing import cast

import pytest
from tests.prompt.typed import RECORDS, WIN, Play, Variant, saved

from gridhall import registry
from gridhall.__main__ import main
from gridhall.match import Match
from gridhall.record import Recorder, read_record
from gridhall.results import Results
from gridhall.stage.app import Stage
from gridhall.stage.menu_records import records_page, waiting_entries
from gridhall.terminal import saves

TOO_LATE = "it begins too late, because version 1.0.0 did not write down the words of a machine that begins"


def test_the_end_of_input_leaves_the_match_saved_and_resume_goes_on(play: Play, home: Path) -> None:
    out = play("s\n", "steps")
    name = out.split("--resume ")[1].split("`")[0]
    assert play("s\ne\ne\ne\n", "--resume", name).count("You are out\n") == 1
    match = read_record(saved(home)[0])
    assert [ply.word for ply in match.plies] == ["s", "s", "e", "e", "e"] and match.over


def test_resume_without_a_name_takes_the_last_unfinished_match(
    play: Play, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play("s\n", "steps")
    play(WIN, "steps", "corner")
    assert "Moves 1/12" in play("", "--resume")
    assert main(["play", "--resume", "nothing-here"]) == 1
    finished = next(path for path in saved(home) if read_record(path).over)
    assert main(["play", "--resume", finished.stem]) == 1
    assert "is over" in capsys.readouterr().err


def test_a_record_that_begins_too_late_is_named_and_the_one_before_it_taken(
    play: Play, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play("s\n", "steps")
    broken = home / "matches" / "begun_too_late.jsonl"
    shutil.copy(RECORDS / broken.name, broken)
    os.utime(broken, (4e9, 4e9))
    assert saves.unfinished()[0].name == broken.stem
    monkeypatch.setattr(sys, "stdin", io.StringIO("s\n"))
    assert main(["play", "--resume"]) == 0
    out, err = capsys.readouterr()
    assert "Moves 1/12" in out and "Moves 2/12" in out and "too late" not in out
    reason = f"the record begun_too_late cannot be gone on with: {TOO_LATE}"
    assert err == f"gridhall: {reason}; it stays in {broken}; one before it is looked for\n"
    assert broken.read_bytes() == (RECORDS / broken.name).read_bytes()


def test_a_record_that_begins_too_late_is_refused_by_name_with_the_reason(
    play: Play, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "matches").mkdir(parents=True)
    shutil.copy(RECORDS / "begun_too_late.jsonl", home / "matches")
    assert main(["play", "--resume", "begun_too_late"]) == 1
    assert TOO_LATE in capsys.readouterr().err
    assert main(["play", "--resume"]) == 1
    err = capsys.readouterr().err
    assert TOO_LATE in err and err.endswith("gridhall: there is no unfinished match to go on with\n")
    assert main(["play", "--resume", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["error"]["code"] == "unavailable" and TOO_LATE in err


def test_what_was_played_before_a_record_is_begun_is_in_it(home: Path, tmp_path: Path) -> None:
    for name in [*registry.games(), "steps", "coins"]:
        match = Match(name, seed=3)
        for _ in range(2):
            match.act(match.acting[0], match.legal(match.acting[0])[0])
        Recorder(match, tmp_path / "late.jsonl").close()
        assert read_record(tmp_path / "late.jsonl").state == match.state


def test_a_match_left_by_restart_is_not_offered_unless_nothing_was_played_since(play: Play, home: Path) -> None:
    play("e\nrestart\ns\n", "steps")
    newer, older = sorted(saved(home), key=lambda path: '"replaces"' not in path.read_text())
    assert [match.name for match in saves.unfinished()] == [newer.stem]
    assert "Moves 1/12" in play("s\n", "--resume") and len(read_record(newer).plies) == 2
    assert "Moves 1/12" in play("quit\n", "--resume", older.stem)  # by name it can be gone on with
    play(WIN.partition("s\ns\n")[2], "--resume")
    assert read_record(newer).over and list(saves.unfinished()) == []
    play("e\nrestart\nrestart\nquit\n", "steps")  # the match begun again has no word, so the one before is the last
    (last,) = saves.unfinished()
    assert last.name not in (newer.stem, older.stem) and len(read_record(last.path).plies) == 1


def test_a_match_that_ended_before_its_end_was_written_is_finished_with_its_result(play: Play, home: Path) -> None:
    play(WIN, "steps")
    (path,) = saved(home)
    lines = path.read_text().splitlines(keepends=True)
    (home / "results.sqlite").unlink()
    path.write_text("".join(lines[:-1]))
    out = play("", "--resume")
    assert "You are out" in out and "> " not in out
    best = Results(home).best("steps", "corner", 1)
    assert path.read_text() == "".join(lines) and best is not None and best.won
    assert list(saves.unfinished()) == []


def test_a_half_line_of_a_match_in_another_window_is_left_alone(
    play: Play, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play("s\n", "steps")
    (path,) = saved(home)
    recorder, _ = saves.go_on(path)
    recorder.file.write('{"player": 1')
    recorder.file.flush()
    assert main(["play", "--resume"]) == 1
    assert "is being played in another window" in capsys.readouterr().err and path.read_text().endswith('{"player": 1')
    recorder.close()


def test_a_half_written_last_line_is_forgotten_when_going_on(play: Play, home: Path) -> None:
    play("s\ns\n", "steps")
    (path,) = saved(home)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert "Moves 1/12" in play("s\n", "--resume")
    assert [ply.word for ply in read_record(path).plies] == ["s", "s"]
    assert path.read_bytes().startswith(whole[: whole[:-1].rindex(b"\n") + 1])


def test_a_match_without_a_word_leaves_no_file(play: Play, home: Path) -> None:
    play("h\nquit\n", "steps")
    assert saved(home) == []


def test_a_seed_chosen_by_a_person_marks_the_match_open(play: Play, home: Path) -> None:
    play(WIN, "steps", "--seed", "7")
    head = json.loads(saved(home)[0].read_text().splitlines()[0])
    assert head["open"] is True and head["seed"] == 7
    best = Results(home).best("steps", "corner", 1)
    assert best is not None and best.open


def test_drawn_seeds_differ(play: Play, home: Path) -> None:
    for _ in range(2):
        play("e\n", "steps")
    seeds = {json.loads(path.read_text().splitlines()[0])["seed"] for path in saved(home)}
    assert len(seeds) == 2


def test_a_name_or_the_day_stands_for_a_seed(play: Play, home: Path) -> None:
    for seed in ("our club", "our club", "daily"):
        play("e\n", "steps", "--seed", seed)
    heads = [json.loads(path.read_text().splitlines()[0]) for path in saved(home)]
    seeds = sorted(head["seed"] for head in heads)
    assert len(set(seeds)) == 2 and all(head["open"] for head in heads)


def test_results_of_named_seeds_have_their_own_table(
    play: Play, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play("e\nw\n" + WIN, "steps", "--seed", "7")
    play(WIN, "steps", "--seed", "7")
    play(WIN, "steps", "--seed", "8")
    assert main(["levels", "steps"]) == 0
    out = capsys.readouterr().out
    assert "  1  corner  moves 5  won  seed 8\n   2  corner  moves 7  won  seed 7\n" in out and out.count("seed ") == 2


def test_practice_is_kept_but_stands_in_no_table(
    play: Play, variant: Variant, capsys: pytest.CaptureFixture[str]
) -> None:
    name = variant("steps", "def ranked(setup):\n    return False")
    play(WIN, name, "--seed", "7")
    assert [result.kind for result in Results().of(name, 1)] == ["practice"]
    assert main(["levels", name]) == 0
    assert "seed 7" not in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_says_so_and_plays_on(play: Play, home: Path) -> None:
    home.mkdir()
    home.chmod(stat.S_IRUSR | stat.S_IXUSR)
    out = play(WIN, "steps")
    home.chmod(stat.S_IRWXU)
    assert "cannot be saved" in out and "cannot be kept" in out and "You are out" in out


def test_a_home_that_is_a_file_says_so_and_plays_on(play: Play, home: Path) -> None:
    home.write_text("in the way")
    out = play(WIN, "steps")
    assert "cannot be saved" in out and "cannot be kept" in out and "You are out" in out


def test_a_damaged_store_says_so_and_plays_on(play: Play, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / "results.sqlite").write_bytes(b"this is no database" * 100)
    out = play(WIN, "steps")
    assert "cannot be kept" in out and "You are out" in out
    assert main(["levels", "steps"]) == 0
    assert "cannot be read" in capsys.readouterr().out


def test_a_named_match_of_another_game_is_refused(play: Play, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play("s\n", "steps")
    (path,) = saved(home)
    assert main(["play", "coins", "--resume", path.stem]) == 2
    assert f"{path.stem} is a match of steps, not of coins" in capsys.readouterr().err
    assert "Moves 1/12" in play("", "steps", "--resume", path.stem)


def test_a_locked_record_is_not_opened_twice(play: Play, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play("s\n", "steps")
    (path,) = saved(home)
    recorder, _ = saves.go_on(path)
    assert main(["play", "--resume", path.stem]) == 1
    recorder.close()
    assert "another window" in capsys.readouterr().err


def test_matches_that_cannot_be_read_are_not_said_to_be_none(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_text("a file in the place of the folder")
    assert main(["play", "--resume"]) == 1
    assert "your matches cannot be read" in capsys.readouterr().err
    stage = cast("Stage", None)  # nothing is done at it
    for entries in (waiting_entries(stage), records_page(stage).entries()):
        assert [entry.text for entry in entries] == ["Your matches cannot be read"]
        assert "Not a directory" in entries[0].aside().texts[0]
