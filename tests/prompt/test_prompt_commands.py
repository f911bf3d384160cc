"""What can be typed at the prompt besides a game's words."""

from pathlib import Path

import pytest
from tests.prompt.typed import WIN, Play, Variant, saved

from gridhall import registry
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.render.text import render
from gridhall.results import Results
from gridhall.terminal.prompt_commands import COMMANDS, quit_match


def test_why_tells_the_rulings_behind_what_happened_was_previewed_or_refused(play: Play) -> None:
    out = play("why\nn\nwhy\nlook n\nwhy\ne\nwhy\n", "phase_shift")
    assert out.count("PS5: ") == 2, "a wasted move, played and previewed"
    assert out.count("No ruling stands behind what was said last.") == 2, "at first, and after a plain step"


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
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(Path(__file__).parents[1] / "server" / "games")])
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


@pytest.mark.parametrize(("count", "left"), [("", 3), ("1", 3), ("3", 1), ("999999999", 0), ("9" * 5000, 0)])
def test_undo_takes_back_as_many_as_it_is_told_or_as_there_are(play: Play, count: str, left: int) -> None:
    out = play(f"e\ne\ne\nw\nundo {count}\nquit\n", "phase_shift", "walkthrough")
    assert f"Took back {4 - left} move" in out and out.count(f"Moves {left}/75") == 2


@pytest.mark.parametrize("count", ["0", "-1", "x", "1 2", "²"])
def test_undo_refuses_what_is_no_number_of_moves(play: Play, count: str) -> None:
    out = play(f"e\nundo {count}\nquit\n", "phase_shift", "walkthrough")
    assert "say how many moves, as in `undo 2`" in out and "Took back" not in out
