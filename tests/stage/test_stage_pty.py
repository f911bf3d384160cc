"""The full screen on a real terminal: keys and the mouse, other sizes, what a key press costs, a terminal that dies."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.choices import next_action
from tests.stage.full_screen import KEYS, PATIENCE, FullScreen

from gridhall import registry
from gridhall.match import Match

PRESSES = 10
MOST_BYTES = 6_000  # that a key press may send at 140 x 45, about 4,100 as a rule; a whole screen is about 50,000

Start = Callable[..., FullScreen]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Start]:
    opened: list[FullScreen] = []

    def start(*arguments: str, width: int = 80, height: int = 24, **more: str) -> FullScreen:
        opened.append(FullScreen(tmp_path / "home", width, height, *arguments, **more))
        return opened[-1]

    yield start
    for started in opened:
        started.close()


@pytest.mark.parametrize("name", registry.games())
def test_a_level_is_played_with_keys_and_with_the_mouse(terminal: Start, name: str) -> None:
    game = registry.load(name)
    against = ["--against", next(iter(game.LEVELS_OF_PLAY))] if game.PLAYERS > 1 else []
    play = terminal("play", name, *against, "--speed", "0", "--seed", "3", width=100, height=30)
    play.beginning = Match(name, None, seed=3)
    play.sees("? help")
    luck = Random(1)
    for number in range(5):
        play.until(lambda: play.match.over or 0 in play.match.acting)
        match = play.match
        if match.over:
            break
        plies = len(match.plies)
        action = next_action(match, 0, luck)
        choice = next((c for c in match.scene(0).choices if c.action == action and not c.then), None)
        named = choice.name or choice.word if choice else ""
        if number % 2:  # a dialog opened and closed: what was played before is on the screen by then
            play.press("?")
            play.sees("Keys now")
            play.press("Enter")
            play.until(lambda: "Keys now" not in play.text and "? help" in play.text)
        if number % 2 and choice and named in play.text and not choice.group:
            play.click(named)  # in the list of choices, or in the bar
        elif choice and choice.key in KEYS and not choice.group:
            play.press(choice.key)
        else:
            play.press(":", game.word(match.setup, match.state, action), "Enter")
        play.until(lambda plies=plies: len(play.match.plies) > plies)  # type: ignore[misc]
        assert (play.match.plies[plies].player, play.match.plies[plies].action) == (0, action)
    assert len(play.match.plies) >= 4
    play.press("\x03")
    assert play.end() == 0
    assert play.match.over or "gridhall play --resume" in play.text


def test_a_level_is_won_and_the_next_one_is_a_key_away(terminal: Start) -> None:
    play = terminal("play", "grid_universe", "--speed", "0")
    play.sees("First Steps")
    play.press(*["ArrowRight"] * 4)
    play.sees("Best possible: 4.")
    play.sees("Time: ")
    play.sees("n next level")
    play.press("n")
    play.sees("Pick It Up")


def test_a_key_press_sends_little_and_another_size_is_drawn_anew(terminal: Start) -> None:
    play = terminal("play", "phase_shift", "--speed", "0", width=140, height=45)
    play.sees("? help")
    play.sees("Shift to Beta")
    play.press("ArrowRight")
    play.sees("1/75")
    sizes = []
    for number in range(PRESSES):
        before = play.received
        play.press("ArrowLeft" if number % 2 else "ArrowRight")
        play.sees(f"{number + 2}/75")
        sizes.append(play.received - before)
    # Half of them at least: once, on a busy machine, the first drawing may still be on its way.
    assert 0 < sorted(sizes)[PRESSES // 2] < MOST_BYTES, sizes
    for width, height in ((40, 15), (300, 100), (80, 24)):
        play.resize(width, height)
        play.until(lambda: play.screen.display[0].startswith(" Phase Shift") and "? help" in play.bottom)


def test_a_terminal_that_dies_leaves_the_match_saved(terminal: Start) -> None:
    play = terminal("play", "phase_shift", "--speed", "0")
    play.sees("? help")
    play.press("ArrowRight")
    play.sees("1/75")
    os.close(play.main)
    play.main = -1
    play.process.wait(PATIENCE)
    assert [ply.word for ply in play.match.plies] == ["e"]


def test_without_colour_the_signs_alone_say_it_all(terminal: Start) -> None:
    play = terminal("play", "phase_shift", "--speed", "0", NO_COLOR="1")
    play.sees("? help")
    assert "██" in play.text  # walls are signs
    colours = {sign.fg for row in play.screen.buffer.values() for sign in row.values()}
    colours |= {sign.bg for row in play.screen.buffer.values() for sign in row.values()}
    assert colours == {"default"}
    play.process.send_signal(signal.SIGTERM)
