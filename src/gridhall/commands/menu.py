"""The menu, which is what `gridhall` without a command shows: pick a game and a level, or go on with a match."""

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.commands import DONE
from gridhall.errors import GridhallError, Unavailable
from gridhall.game import Game
from gridhall.guide import guide_of
from gridhall.terminal.certificates import in_short
from gridhall.terminal.keys import Keyboard
from gridhall.terminal.screen import CLEAR, Screen

if TYPE_CHECKING:
    from gridhall.terminal.saves import Saved

LETTERS = "abc"  # of the matches to go on with
WIDEST = 100  # columns of a game's aim
BACK = "b"
LEARN = "l"


def run(args: Namespace) -> int:
    """Show the menu on a terminal; help when piped."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        from gridhall.__main__ import parser

        parser().print_help()
        return DONE
    from gridhall.commands.play import takes_full_screen

    if takes_full_screen(args):
        from gridhall.stage.app import run_stage

        return run_stage()
    while (words := _pick(args)) is not None:
        try:
            _play(words, args)
        except GridhallError as wrong:
            print(wrong)
        with Keyboard(keys=not args.plain) as keyboard:
            if keyboard.line("Press Enter for the menu. ") is None:
                break
    return DONE


def _play(words: list[str], args: Namespace) -> None:
    """Play what the words of `gridhall play` ask for."""
    from gridhall.__main__ import parser
    from gridhall.terminal.prompt import play

    options = [f"--{name}" for name in ("plain", "line") if getattr(args, name)]
    play(parser("play").parse_args(["play", *words, *options], Namespace(json=False, plain=False)))


def _pick(args: Namespace) -> list[str] | None:
    """The words behind `gridhall play` for what is picked; None to leave."""
    with Keyboard(keys=not args.plain) as keyboard:
        screen = Screen(args, keyboard)
        while True:
            names = registry.games()
            waiting, troubles = _waiting_matches(names)
            _print_top(screen, names, waiting, troubles)
            line = keyboard.line("Which? ")
            if line is None or (word := line.strip().lower()) in ("q", "quit"):
                return None
            if len(word) == 1 and word in LETTERS[: len(waiting)]:
                return ["--resume", waiting[LETTERS.index(word)].name]
            name = names[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(names) else word
            if name in names and (words := _pick_setup(name, keyboard, screen)) is not None:
                return words


def _print_top(screen: Screen, names: list[str], waiting: "list[Saved]", troubles: list[str]) -> None:
    from gridhall.terminal import saves

    _clear(screen)
    print("GRIDHALL\n")
    for number, name in enumerate(names, 1):
        game = registry.load(name)
        machine = ", or against the machine" if game.LEVELS_OF_PLAY and game.PLAYERS > 1 else ""
        print(f"  {number}  {game.TITLE:<16} {'alone' if game.PLAYERS == 1 else 'for two' + machine}")
    for letter, saved in zip(LETTERS, waiting):
        print(f"  {letter}  go on: {saves.describe(saved)}")
    print("  q  leave\n")
    for trouble in troubles:
        screen.say_wrapped(f"{trouble[0].upper()}{trouble[1:]}.")


def _clear(screen: Screen) -> None:
    if screen.redraws:
        print(CLEAR, end="")


def _waiting_matches(games: list[str]) -> tuple[list["Saved"], list[str]]:
    """The last matches that can be gone on with, as many as there are letters; and why others before them cannot."""
    from gridhall.terminal import saves

    waiting: list[Saved] = []
    troubles = []
    try:
        unfinished = saves.unfinished()
    except Unavailable as wrong:
        return [], [str(wrong)]
    for saved in unfinished:
        if len(waiting) == len(LETTERS):
            break
        if saved.head["game"] not in games:
            continue
        if trouble := saves.trouble_with(saved):
            troubles.append(trouble)
        else:
            waiting.append(saved)
    return waiting, troubles


def _pick_setup(name: str, keyboard: Keyboard, screen: Screen) -> list[str] | None:
    """The game and its level or opponent, as words behind `gridhall play`; None to go back."""
    from gridhall.render.wrap import wrap

    game = registry.load(name)
    _clear(screen)
    print(f"{game.TITLE}\n")
    if game.AIM:
        for line in wrap(game.AIM, min(screen.width, WIDEST)):
            print(line)
        print()
    words = [name]
    if guide_of(game).lesson:
        print("  l  learn it in two minutes")
    if game.PLAYERS > 1 and game.LEVELS_OF_PLAY:
        opponent = _pick_opponent(game, keyboard)
        if opponent == BACK:
            return None
        if opponent == LEARN and guide_of(game).lesson:
            return [name, "--lesson"]
        words += ["--against", opponent] if opponent else []
    if not registry.levels(game):
        return words
    level = _pick_level(name, game, keyboard)
    if level == BACK:
        return None
    if level == LEARN:
        return [name, "--lesson"]
    return [*words, level] if level else words


def _pick_opponent(game: Game, keyboard: Keyboard) -> str:
    """A level of play; "" where two people play on this keyboard, BACK to go back."""
    levels = list(game.LEVELS_OF_PLAY)
    for number, level in enumerate(levels, 1):
        print(f"  {number}  against the machine, {level}")
    print("  Enter  two players on this keyboard\n  b  back\n")
    line = keyboard.line("Which? ")
    word = BACK if line is None else line.strip().lower()
    if word in (BACK, LEARN):
        return word
    return levels[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(levels) else ""


def _pick_level(name: str, game: Game, keyboard: Keyboard) -> str:
    """A level's name; "" for a new match of a game that has no default level, BACK to go back."""
    levels = registry.levels(game)
    proposed = _print_levels(name, game)
    while True:
        line = keyboard.line(f"\nWhich level? (Enter: {proposed}, b: back) ")
        word = BACK if line is None else line.strip().lower() or str(proposed)
        if word == BACK or (word == LEARN and guide_of(game).lesson):
            return word
        if word == "0" and not game.DEFAULT:
            return ""
        if word.isdecimal() and 1 <= int(word) <= len(levels):
            return levels[int(word) - 1].name
        if any(level.name == word for level in levels):
            return word


def _print_levels(name: str, game: Game) -> int:
    """Print a game's ladder with your results, and return the number to propose.

    That is the first level you have not won; 0, a new match, where the game has no default level.
    """
    from gridhall.results import Results

    results = Results()
    if not game.DEFAULT:
        print("   0  a new match")
    group, first_not_won = None, 0
    for number, level in enumerate(registry.levels(game), 1):
        if level.group != group:
            group = level.group
            print(f"{group}:" if group else "")
        best = results.best(name, level.name, game.VERSION, game.RANKING)
        if not (best and best.won):
            first_not_won = first_not_won or number
        proved, yours = in_short(level.certificate), best.text() if best else ""
        print(f"  {number:>2}  {level.title:<32} {proved:<10} {yours}".rstrip())
    if results.trouble:
        print(results.trouble)
    return (first_not_won or 1) if game.DEFAULT else 0
