"""The menu: pick a game and a level, go on with a match, see your results."""

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.commands.listing import proved
from gridhall.errors import GridhallError
from gridhall.terminal.keys import Keyboard
from gridhall.terminal.screen import CLEAR, Screen

if TYPE_CHECKING:
    from gridhall.terminal.saves import Saved

LETTERS = "abc"  # of the matches to go on with


def menu(chosen: Namespace) -> int:
    """The menu on a terminal; help when piped."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        from gridhall.__main__ import parser

        parser().print_help()
        return 0
    while (arguments := _ask(chosen)) is not None:
        try:
            _play(arguments, chosen)
        except GridhallError as wrong:
            print(wrong)
        if _pause(chosen):
            break
    return 0


def _play(arguments: list[str], chosen: Namespace) -> None:
    from gridhall.__main__ import parser
    from gridhall.terminal.prompt import play

    more = ["--plain"] if chosen.plain else []
    play(parser().parse_args(["play", *arguments, *more], Namespace(json=False, plain=False)))


def _pause(chosen: Namespace) -> bool:
    with Keyboard(keys=not chosen.plain) as keyboard:
        return keyboard.line("Press Enter for the menu. ") is None


def _ask(chosen: Namespace) -> list[str] | None:
    """The arguments of `play` for what was picked; None to leave."""
    from gridhall.terminal import saves

    with Keyboard(keys=not chosen.plain) as keyboard:
        screen = Screen(chosen, keyboard)
        while True:
            names = registry.games()
            waiting, hopeless = _waiting(names)
            if screen.redraws:
                print(CLEAR, end="")
            print("GRIDHALL\n")
            for number, name in enumerate(names, 1):
                game = registry.load(name)
                machine = ", or against the machine" if game.LEVELS_OF_PLAY and game.PLAYERS > 1 else ""
                print(f"  {number}  {game.TITLE:<16} {'alone' if game.PLAYERS == 1 else 'for two' + machine}")
            for letter, saved in zip(LETTERS, waiting):
                print(f"  {letter}  go on: {saves.describe(saved)}")
            print("  q  leave\n")
            for reason in hopeless:
                screen.tell(f"{reason[0].upper()}{reason[1:]}.")
            picked = keyboard.line("Which? ")
            if picked is None or picked.strip().lower() in ("q", "quit"):
                return None
            word = picked.strip().lower()
            if len(word) == 1 and word in LETTERS[: len(waiting)]:
                return ["--resume", waiting[LETTERS.index(word)].name]
            name = names[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(names) else word
            if name in names and (arguments := _setup(name, keyboard, screen)) is not None:
                return arguments


def _waiting(games: list[str]) -> tuple[list["Saved"], list[str]]:
    """The last matches that can be gone on with, as many as there are letters; and why others before them cannot."""
    from gridhall.terminal import saves

    waiting: list[Saved] = []
    hopeless = []
    for saved in saves.unfinished():
        if len(waiting) == len(LETTERS):
            break
        if saved.head["game"] not in games:
            continue
        if trouble := saves.trouble_with(saved):
            hopeless.append(trouble)
        else:
            waiting.append(saved)
    return waiting, hopeless


def _setup(name: str, keyboard: Keyboard, screen: Screen) -> list[str] | None:
    """The game and its level or opponent; None to go back."""
    from gridhall.results import Results

    game = registry.load(name)
    levels, results = registry.levels(game), Results()
    if screen.redraws:
        print(CLEAR, end="")
    print(f"{game.TITLE}\n")
    if game.AIM:
        for line in _folded(game.AIM, screen.width):
            print(line)
        print()
    arguments = [name]
    if game.PLAYERS > 1 and game.LEVELS_OF_PLAY:
        opponents = list(game.LEVELS_OF_PLAY)
        for number, opponent in enumerate(opponents, 1):
            print(f"  {number}  against the machine, {opponent}")
        print("  Enter  two players on this keyboard\n  b  back\n")
        typed = keyboard.line("Which? ")
        word = "b" if typed is None else typed.strip().lower()
        if word == "b":
            return None
        if word.isdecimal() and 1 <= int(word) <= len(opponents):
            arguments += ["--against", opponents[int(word) - 1]]
    if not levels:
        return arguments
    if not game.DEFAULT:
        print("   0  a new match")
    group = None
    for number, level in enumerate(levels, 1):
        if level.group != group:
            group = level.group
            print(f"{group}:" if group else "")
        best = results.best(name, level.name, game.VERSION, game.RANKING)
        print(
            f"  {number:>2}  {level.title:<32} {proved(level.certificate):<10} {best.text() if best else ''}".rstrip()
        )
    if results.trouble:
        print(results.trouble)
    won = {
        level.name
        for level in levels
        if (best := results.best(name, level.name, game.VERSION, game.RANKING)) and best.won
    }
    new = next((number for number, level in enumerate(levels, 1) if level.name not in won), 1) if game.DEFAULT else 0
    while True:
        typed = keyboard.line(f"\nWhich level? (Enter: {new}, b: back) ")
        word = "b" if typed is None else typed.strip().lower() or str(new)
        if word == "b":
            return None
        if word == "0" and not game.DEFAULT:
            return arguments
        if word.isdecimal() and 1 <= int(word) <= len(levels):
            return [*arguments, levels[int(word) - 1].name]
        if any(level.name == word for level in levels):
            return [*arguments, word]


def _folded(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, min(width, 100))
