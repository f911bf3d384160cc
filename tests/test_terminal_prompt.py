"""The prompt with piped input: words, the platform's own words, saving, results."""

import io
import json
import os
import shutil
import stat
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from gridhall import registry
from gridhall.__main__ import main
from gridhall.match import Match
from gridhall.record import Recorder, read_record
from gridhall.render.text import render
from gridhall.results import Results
from gridhall.terminal import saves
from gridhall.terminal.ending import solved_in
from gridhall.terminal.prompt_commands import COMMANDS, quit_match

TOYS = str(Path(__file__).parent / "toy")
RECORDS = Path(__file__).parent / "records"  # written by earlier versions
TOO_LATE = "it begins too late, because version 1.0.0 did not write down the words of a machine that begins"
WIN = "s\ns\ne\ne\ne\n"
Play = Callable[..., str]
Variant = Callable[[str, str], str]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, TOYS])
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def run(typed: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *arguments]) == 0
        return str(capsys.readouterr().out)

    return run


@pytest.fixture
def variant(tmp_path: Path, home: Path) -> Callable[[str, str], str]:
    """Make a game that is a toy but for some lines of code; returns its name."""

    def make(toy: str, code: str) -> str:
        name = f"{toy}_{sha256(code.encode()).hexdigest()[:8]}"  # other code is another module
        folder = tmp_path / "games" / name
        shutil.copytree(Path(TOYS) / toy, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
        (folder / "__init__.py").write_text(f"from gridhall.games.{toy} import *\n{code}\n")
        registry.FOLDERS.append(str(folder.parent))
        return name

    return make


def saved(home: Path) -> list[Path]:
    return sorted((home / "matches").glob("*.jsonl"))


@pytest.mark.parametrize(
    "seconds, text", [(0.4, "0 s"), (0.5, "1 s"), (59.6, "1 min 0 s"), (75, "1 min 15 s"), (3725, "1 h 2 min")]
)
def test_a_time_is_told_as_people_say_it(seconds: float, text: str) -> None:
    assert solved_in(seconds) == [f"Time: {text}."] and not solved_in(0.0)


def test_a_whole_match_with_its_result_kept(play: Play, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(WIN, "steps", "corner")
    assert out.startswith("Steps: Round the corner\nMoves 0/12\n@..#\n.#..\n...E\nWalk to the exit.\ne  s\n> \n")
    assert "You are out\n5 of 12 moves\nBest possible: 5. Yours: perfect.\nTime: " in out and "\x1b" not in out
    assert main(["levels", "steps"]) == 0
    assert "yours 5" in capsys.readouterr().out
    (path,) = saved(home)
    assert read_record(path).outcome == "won"


def test_case_and_blanks_do_not_matter_and_blank_lines_are_nothing(play: Play) -> None:
    out = play("  E \n\n   \n", "steps")
    assert out.count("Moves 1/12") == 1 and out.count("> \n") == 4


def test_unknown_and_refused_words_say_why_and_cost_nothing(play: Play) -> None:
    out = play("jump\nn\n", "steps")
    assert (
        "Steps has no command 'jump'; it has n e s w" in out and "there is a wall (S1)" in out and "Moves 1" not in out
    )


def test_why_tells_the_rulings_behind_what_happened_was_previewed_or_refused(play: Play) -> None:
    out = play("why\nn\nwhy\nlook n\nwhy\ne\nwhy\n", "phase_shift")
    assert out.count("PS5: ") == 2, "a wasted move, played and previewed"
    assert out.count("No ruling stands behind what was said last.") == 2, "at first, and after a plain step"


def test_two_dice_are_typed_as_two_digits(play: Play, home: Path) -> None:
    out = play("23\n55\n77\nroll 1 1\n", "warpgrid", "paper")
    assert "Warpgrid has no word '77'" in out
    (path,) = saved(home)
    assert [ply.word for ply in read_record(path).plies] == ["roll 2 3", "roll 5 5", "roll 1 1"]


def test_a_hint_says_where_it_comes_from_when_asked_why(play: Play) -> None:
    out = play("hint\nhint why\nright\nhint why\n", "grid_universe", "costs")
    assert "down (7 moves to go, and no shorter way)\n" in out  # nobody is told how it was found out, unless they ask
    assert "down (7 moves to go, and no shorter way) [known before]" in out
    assert "right (6 moves to go, and no shorter way) [" in out and " positions, " in out


def test_a_hint_where_two_play_is_what_the_strongest_machine_would_do(play: Play, variant: Variant) -> None:
    name = variant("coins", "LEVELS_OF_PLAY = {'easy': {'agent': 'uniform'}, 'hard': {'agent': 'uniform'}}")
    out = play("h\nhint\nhint\n", name, "--against", "easy")
    assert "hint what the machine would do" in out
    hints = [line for line in out.splitlines() if line.endswith("[what the machine would do, playing hard]")]
    assert len(hints) == 2 and hints[0] == hints[1]  # asked again, it says the same
    word = hints[0].split(" [")[0]
    assert word in out.split("hint")[0]
    out = play(f"{word}\n", name, "--against", "easy")
    assert "no command" not in out


def test_any_agent_of_the_arena_can_be_played(
    play: Play, variant: Variant, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = variant("coins", "LEVELS_OF_PLAY = {'easy': {'agent': 'uniform'}}")
    play("heads\n", name, "--against", "search:2")
    (path,) = saved(home)
    assert [ply.player for ply in read_record(path).plies] == [0, 1] and "search:2" in path.read_text()
    assert main(["play", "echoes", "--against", "dual"]) != 0
    assert "Echoes has no opponent 'dual'; did you mean 'duel'?" in capsys.readouterr().err


def test_help_does_not_offer_a_letter_that_the_game_itself_has(play: Play) -> None:
    assert "  r redraw" in play("h\n", "steps")
    out = play("h\n", "grid_universe", "costs")
    assert "r redraw" not in out.replace("  redraw", "") and "redraw" in out


def test_a_preview_says_that_it_is_one(play: Play) -> None:
    assert "A preview; nothing is played." in play("look r\n", "grid_universe", "costs")


def test_help_redraw_and_words_are_free(play: Play) -> None:
    out = play("h\nr\nwords\n", "steps")
    assert "undo [N]" in out and out.count("Moves 0/12") == 2 and "Moves 1" not in out


def test_undo_is_marked_in_record_and_result(play: Play, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play("e\ne\nundo 5\nundo\n" + WIN, "steps")
    assert "Took back 2 moves" in out and "There is nothing to take back." in out
    (path,) = saved(home)
    match = read_record(path)
    assert (match.undone, len(match.plies)) == (2, 5) and '{"undo": 2}' in path.read_text()
    best = Results(home).best("steps", "corner", 1)
    assert best is not None and best.undone == 2


def witnesses() -> list[tuple[str, str, list[str]]]:
    """Of every game that takes moves back, three moves of a level."""
    shipped = [(name, level) for name in registry.games() for level in registry.levels(registry.load(name))]
    ways = [(name, level.name, (level.certificate.get("witness") or "").split("; ")) for name, level in shipped]
    return list({way[0]: way for way in ways if registry.load(way[0]).UNDO and len(way[2]) > 3}.values())


@pytest.mark.parametrize("name, level, way", witnesses(), ids=lambda value: value if isinstance(value, str) else None)
def test_after_undo_everything_is_as_if_it_had_not_been_played(
    play: Play, name: str, level: str, way: list[str]
) -> None:
    def said(*lines: str) -> str:
        """All that is said after the first two lines, which bring the same position."""
        out = play("\n".join([*lines, "restart", "quit", ""]), name, level, "--seed", "1")
        return out.split("> \n", len(lines) - 2)[-1]

    once = said(way[0], "watch", "words", "look")
    assert said(way[0], way[1], way[2], "undo 2", "watch", "words", "look") == once
    assert "Nothing has happened yet." not in once + said(way[0], way[1], "undo", "watch")
    assert "Nothing has happened yet." in said(way[0], "undo", "watch")


def test_what_happened_last_can_be_watched_after_going_on(play: Play) -> None:
    play("s\n", "steps")
    assert "Nothing has happened yet." not in play("watch\n", "--resume")


def test_undo_against_a_machine_takes_back_its_answer_too(
    play: Play, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(Path(__file__).parent / "server" / "games")])
    out = play("1\nundo\nundo\n2\n", "nim", "--against", "easy")
    assert "Took back 2 moves" in out and "There is nothing to take back." in out
    (first,) = saved(home)
    match = read_record(first)
    assert [ply.player for ply in match.plies] == [0, 1] and match.plies[0].word == "2" and match.undone == 2
    out = play("1\n2\nundo\n1\nundo 2\n3\n", "nim")
    (second,) = set(saved(home)) - {first}
    assert [ply.word for ply in read_record(second).plies] == ["3"] and (out.count("1> "), out.count("2> ")) == (4, 3)


def test_whoever_sits_down_cannot_watch_what_the_other_saw(play: Play) -> None:
    for name in [*registry.games(), "coins"]:
        game = registry.load(name)
        if game.SECRETS and game.PLAYERS == 2:
            match, words, seen = Match(name, seed=1), list[str](), set[str]()
            while (player := match.acting[0]) == 0 or len(words) < 1:
                action = match.legal(0)[0]
                if game.propose is not None:
                    action = game.propose(match.setup, match.view(0), 0, len(words))
                words.append(game.word(match.setup, match.state, action))
                match.act(0, action)
                seen.add(render(match.scene(0), width=80))
            assert player == 1
            out = play("\n".join([*words, "watch", ""]), name, "--seed", "1")
            assert f"{render(match.scene(1), width=80)}\n2> " in out
            after = out.partition("2> ")[2]
            assert not any(board in after for board in seen - {render(match.scene(1), width=80)}), name


def test_restart_begins_a_new_match(play: Play, home: Path) -> None:
    out = play("e\nrestart\n" + WIN, "steps")
    assert "Begun again." in out and len(saved(home)) == 2


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


def test_a_scene_is_built_once_a_position(play: Play, variant: Variant, tmp_path: Path) -> None:
    """However often the prompt looks at a position: for its board, its keys, its words, and what choices would do."""
    log = tmp_path / "scenes"
    code = f"""
from gridhall.games import steps

def scene(setup, state, player):
    with open({str(log)!r}, "a") as file:
        file.write(f"{{bytes(state).hex()}} {{player}}\\n")
    return steps.scene(setup, state, player)
"""
    name = variant("steps", code)
    play("h\nr\nwords\nsigns\ns\nr\nwatch\nwords\nbad\ns\ne\nundo\ne\ne\ne\n", name)
    built = log.read_text().splitlines()
    again = 3  # what `watch` shows, what `undo` comes back to, and what is played once more after it
    assert len(built) == len(set(built)) + again
    log.unlink()
    play(WIN, name)
    assert len(log.read_text().splitlines()) == 1 + len(WIN.split())


def test_a_file_is_played_and_a_bad_one_explained(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "mine.txt", tmp_path / "bad.txt"
    good.write_text("@E\n")
    bad.write_text("@?E\n")
    assert "You are out" in play("e\n", "steps", str(good))
    assert main(["play", "steps", str(bad)]) == 1
    assert "line 1, column 2: unknown tile '?'" in capsys.readouterr().err


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


def test_two_players_on_one_keyboard_take_turns(play: Play) -> None:
    out = play("heads\ntails\ntails\ntails\nheads\nheads\n", "coins")
    assert out.count("Pass the keyboard to player") == 4 and "Player 1 wins" in out
    assert "you are player 1" in play("2: heads\n", "coins")


def test_what_was_seen_is_told_again_at_the_beginning_of_ones_turn(play: Play) -> None:
    out = play("heads\ntails\nheads\n", "coins")
    assert out.count("The coins were heads and tails: a point for player 2 (C2).") == 2


def test_a_game_without_opponents_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "steps", "--against", "easy"]) == 2
    assert "offers no opponents" in capsys.readouterr().err


def test_play_for_programs_answers_each_word_with_a_line(
    play: Play, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("e\nn\nw\n"))
    assert main(["play", "steps", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [("error" in line) for line in lines] == [False, False, True, False]


def test_a_program_plays_the_machine_from_its_own_seat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variant: Variant, home: Path
) -> None:
    name = variant("coins", "LEVELS_OF_PLAY = {'easy': {'agent': 'uniform'}}")
    monkeypatch.setattr(sys, "stdin", io.StringIO("heads\n1: heads\ntails\n"))
    assert main(["play", name, "--json", "--against", "easy", "--side", "2"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ply"] for line in lines] == list(range(len(lines)))
    assert lines[1]["player"] == 2 and lines[1]["word"] == "heads" and "error" not in lines[1]
    (refused,) = (line for line in lines if "error" in line)
    assert refused["error"] == {"code": "not_your_turn", "message": "you are player 2; player 1 is the machine"}
    (path,) = saved(home)
    match = read_record(path)
    assert [ply.player for ply in match.plies] == [1, 0, 1, 0]
    again = Match("coins", seed=match.seed)
    known = [again.facts(1)]
    for ply in match.plies:  # what player 2 was told is what they may know, whenever that changes or they have played
        again.act(ply.player, ply.action)
        if ply.player == 1 or again.facts(1) != known[-1]:
            known.append(again.facts(1))
    assert [line["facts"] for line in lines if "facts" in line] == known


def test_a_match_of_a_program_is_kept_and_gone_on_with(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def lines(typed: str, *arguments: str) -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", "--json", *arguments]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert lines("", "steps") and saved(home) == []  # one without a word is not kept
    first = lines("s\ns\n", "steps")
    second = lines("e\ne\n", "steps", "--resume")
    assert second[0] == {"ply": 0, "facts": first[-1]["facts"]} and second[1]["ply"] == 1
    (path,) = saved(home)
    head = json.loads(path.read_text().splitlines()[0])
    assert (head["seed"], head["open"]) == (0, True)
    third = lines("e\n", "--resume", path.stem)
    assert third[-1]["facts"] == read_record(path).facts() and read_record(path).outcome == "won"
    assert main(["play", "--resume", path.stem, "--json"]) == 1


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_what_would_be_ignored_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], home: Path, more: list[str]
) -> None:
    for arguments, reason in [
        (["coins", "--side", "2"], "--side says which player you are against the machine; say --against LEVEL as well"),
        (["steps", "--side", "1"], "--side says which player you are against the machine"),
        (["steps", "--against", "easy"], "Steps offers no opponents"),
        (["--resume", "--seed", "7"], "--resume goes on with a match as it was begun; leave out --seed"),
        (["steps", "bend", "--resume", "--against", "easy", "--side", "1"], "leave out SETUP and --against and --side"),
    ]:
        assert main(["play", *arguments, *more]) == 2
        assert reason in "".join(capsys.readouterr())
    assert saved(home) == []


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


def test_the_reach_of_a_piece_is_shown_with_its_price(play: Play, tmp_path: Path) -> None:
    level = tmp_path / "map.txt"
    rows = [
        "#########",
        "#N......#",
        "#.......#",
        "#...1...#",
        "#.......#",
        "#...4...#",
        "#.......#",
        "#......M#",
        "#########",
    ]
    level.write_text("; minions: 1\n; firstTurnActions: 2\n" + "\n".join(rows) + "\n")
    out = play("reach 1\nreach 7\nquit\n", "maze_runner", str(level))
    assert "can reach these cells" in out and "name a piece of yours" in out
    board = out.split("1> ")[1].partition("can reach")[0]
    assert "baaab" in board and "ba1ab" in board and "c" not in board.split("Blue 0")[1]
    out = play("go 1 2 -2\nreach 1\ngo 1 1 -2\nreach 1\nquit\n", "maze_runner", str(level))  # the last action walks too
    assert (
        "1 action left." in out
        and "1 can reach these cells" in out
        and "No actions are left" in out
        and "1 cannot walk now" in out
    )


def test_a_walk_goes_to_a_cell_and_stops_where_something_new_is_in_sight(play: Play, tmp_path: Path) -> None:
    level = tmp_path / "map.txt"
    rows = [
        "###############",
        "#N...........M#",
        "#.............#",
        "#.1...........#",
        "#.######.######",
        "#.......4.....#",
        "###############",
    ]
    level.write_text("; minions: 1\n; actionsNumber: 9\n; firstTurnActions: 9\n" + "\n".join(rows) + "\n")
    out = play("look go 1 3 -2\nquit\n", "maze_runner", str(level))
    assert (
        "Walk 2 steps to 3 east 2 south, 2 of 9 actions." in out
        and "9 actions left" in out.split("Walk 2 steps")[1]
        and "1**" in out
    )
    out = play("go 1 3 -2\ngo 1 20 0\ngo 1 x\ngo 2 0 0\nquit\n", "maze_runner", str(level))
    assert (
        "7 actions left." in out
        and "`reach 1` shows those it can" in out
        and "say where by column and row" in out
        and "name a piece of yours" in out
    )
    # Minion 4 comes into sight above the gap in the wall, after six of the nine steps.
    out = play("go 1 10 -2\nquit\n", "maze_runner", str(level))
    assert "You see Blue's minion 4" in out and "3 actions left." in out


def test_a_cell_is_told_with_the_round_it_was_seen_in(play: Play, tmp_path: Path) -> None:
    level = tmp_path / "map.txt"
    rows = [
        "###############",
        "#N............#",
        "#.............#",
        "#.1...........#",
        "#.######.######",
        "#.......4....M#",
        "###############",
    ]
    level.write_text("; minions: 1\n; round: 7\n" + "\n".join(rows) + "\n")
    out = play("what 1 -2\nwhat 6 -3\nwhat 12 -4\nwhat 0\nquit\n", "maze_runner", str(level))
    assert "Floor, red minion 1 (5 hit points, 3 actions)." in out and "Wall, remembered from round 7." in out
    assert "Not seen yet." in out and "as in `what 0 0`" in out


def test_the_signs_are_told(play: Play) -> None:
    out = play("signs\nquit\n", "maze_runner")
    assert "# wall: blocks feet, light and lasers" in out and "% :  remembered" in out


def test_ps15_the_seeds_prompt_works_to_the_letter(play: Play, home: Path) -> None:
    out = play("E\n  right \nh\nr\njump\ne\nleft\ns\ndown\ne\ne\n", "phase_shift", "walkthrough")
    assert out.count("Moves 2/75") == 2 and "Moves 9" not in out  # r draws again, h and unknown words are free (PS12)
    assert "phase shift" in out and "Phase Shift has no command 'jump'" in out
    assert (
        "Solved in 8 moves (11 % of limit) -> 3 *\nThanks for playing PHASE SHIFT!" in out
        and "Best possible: 8." in out
    )
    assert "\x1b" not in out and "Beta" not in out.split("> ")[0].replace("Shift to Beta", "")


def test_ps15_the_end_of_input_is_q(play: Play, home: Path) -> None:
    out = play("e\n", "phase_shift", "walkthrough")
    assert "Lost after 1 move: you quit" in out and "Thanks for playing PHASE SHIFT!" in out
    assert read_record(saved(home)[0]).over


def test_ps1_a_level_is_found_by_the_stem_of_its_two_files(play: Play, tmp_path: Path) -> None:
    (tmp_path / "cave_A.txt").write_text("PBE\n...\n")
    (tmp_path / "cave_B.txt").write_text("...\n...\n")
    assert "Solved in 2 moves" in play("e\ne\n", "phase_shift", str(tmp_path / "cave"))


def test_every_game_can_be_left_at_once_and_its_help_read(play: Play) -> None:
    for name in registry.games():
        if not registry.load(name).PUZZLE or registry.levels(registry.load(name)):
            assert "> " in play("h\nlook\nboth\nr\nquit\n", name)


@pytest.mark.parametrize("game", registry.games())
def test_every_command_of_the_prompt_is_answered_in_every_game(play: Play, game: str) -> None:
    commands = [name for name, command in COMMANDS.items() if command is not quit_match]
    play("".join(f"{name}\n{name} 1\n" for name in [*commands, "quit"]), game)


def test_the_tick_that_is_looked_at_stands_in_brackets(play: Play) -> None:
    out = play("new d\nn\ntick 4\n<\n>\nquit\n", "echoes")
    assert out.count("1  2  3  [4] 5") == 2 and out.count("1  2  [3] 4  5") == 1


ENTITIES = '{"id": 0, "x": 0, "y": 0, "agent": true}, {"id": 1, "x": 1, "y": 0, "exit": true}'


@pytest.mark.parametrize(
    "text",
    ["; title: My Own\n@.E\n...\n", f'{{"title": "My Own", "width": 2, "height": 2, "entities": [{ENTITIES}]}}'],
)
def test_a_level_file_is_headed_by_its_title(play: Play, tmp_path: Path, text: str) -> None:
    (tmp_path / "file.txt").write_text(text, "utf-8")
    assert play("", "grid_universe", str(tmp_path / "file.txt")).startswith("Grid Universe: My Own\n")
    (tmp_path / "plain.txt").write_text("@.E\n...\n", "utf-8")
    assert play("", "grid_universe", str(tmp_path / "plain.txt")).startswith("Grid Universe: plain.txt\n")
