"""The prompt with piped input: a game's words, turns, files, and what is said of them."""

from pathlib import Path

import pytest
from tests.prompt.typed import WIN, Play, Variant, saved

from gridhall.__main__ import main
from gridhall.record import read_record
from gridhall.terminal.ending import solved_in


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


def test_two_dice_are_typed_as_two_digits(play: Play, home: Path) -> None:
    out = play("23\n55\n77\nroll 1 1\n", "warpgrid", "paper")
    assert "Warpgrid has no word '77'" in out
    (path,) = saved(home)
    assert [ply.word for ply in read_record(path).plies] == ["roll 2 3", "roll 5 5", "roll 1 1"]


def test_any_agent_of_the_arena_can_be_played(
    play: Play, variant: Variant, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = variant("coins", "LEVELS_OF_PLAY = {'easy': {'agent': 'uniform'}}")
    play("heads\n", name, "--against", "search:2")
    (path,) = saved(home)
    assert [ply.player for ply in read_record(path).plies] == [0, 1] and "search:2" in path.read_text()
    assert main(["play", "echoes", "--against", "dual"]) != 0
    assert "Echoes has no opponent 'dual'; did you mean 'duel'?" in capsys.readouterr().err


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
