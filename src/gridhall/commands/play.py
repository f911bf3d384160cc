"""Play in the terminal; with `--json` for programs, who write words and read a line of JSON for each."""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING

from gridhall.commands import DONE, FAILED
from gridhall.commands.arguments import seed, speed
from gridhall.errors import NotYourTurn, Usage

if TYPE_CHECKING:
    from gridhall.commands.words import Lines
    from gridhall.terminal.session import Session

EXAMPLE = "gridhall play GAME LEVEL --against normal"


def arguments(parser: ArgumentParser) -> None:
    game = "its name, or the address of a room of a hall (http://HALL/r/ROOM)"
    parser.add_argument("game", metavar="GAME", nargs="?", help=game)
    setup = "a shipped level's name, a file, or - for standard input"
    parser.add_argument("setup", metavar="SETUP", nargs="?", help=setup)
    against = "play the machine: easy, normal, hard, or any AGENT of `gridhall arena --help`"
    parser.add_argument("--against", metavar="LEVEL", help=against)
    parser.add_argument("--side", type=int, choices=(1, 2), help="which player you are against the machine")
    chance = "where all chance comes from; the match is then marked open"
    parser.add_argument("--seed", type=seed, metavar="N|NAME|daily", help=chance)
    resume = "go on with a saved match; without ID the last one"
    parser.add_argument("--resume", nargs="?", const="", metavar="ID", help=resume)
    lesson = "learn the game in two minutes: a few positions, one idea each; STEP begins at a later one"
    parser.add_argument("--lesson", nargs="?", const=1, type=int, metavar="STEP", help=lesson)
    parser.add_argument("--no-confirm", action="store_true", help="do not ask before a choice that loses")
    parser.add_argument("--both", action="store_true", help="show all layers of the board from the start")
    pace = "of replays: 0.5 to 4, 0 shows no movement"
    parser.add_argument("--speed", type=speed, metavar="X", help=pace)
    parser.add_argument(
        "--line", action="store_true", default=SUPPRESS, help="play at a prompt, line by line, not on the full screen"
    )
    spoken = "one plain sentence for each change, for screen readers; nothing is drawn"
    parser.add_argument("--speak", action="store_true", help=spoken)
    # Taken, but without effect: the curtain is drawn wherever a game has secrets.
    parser.add_argument("--curtain", action="store_true", help=SUPPRESS)


def run(args: Namespace) -> int:
    """Play a match, new or saved."""
    if args.json:
        return _play_lines(args)
    if args.speak:
        return _speak(args)
    if takes_full_screen(args):
        return _play_on_stage(args)
    if is_address(args.game):
        raise Usage("a room of a hall needs the full screen of a terminal, or --speak")
    from gridhall.terminal.prompt import play

    play(args)
    return DONE


def is_address(text: str | None) -> bool:
    """Whether a room of a hall is meant, and not a game."""
    return bool(text) and str(text).startswith(("http://", "https://"))


def takes_full_screen(args: Namespace) -> bool:
    """Whether a person sits at a terminal that can be drawn on, and wants neither lines nor plain text."""
    if args.plain or args.json or args.line or getattr(args, "setup", None) == "-":
        return False
    from gridhall.terminal.keys import is_terminal

    return is_terminal() and sys.platform != "win32"


def _play_on_stage(args: Namespace) -> int:
    """Play on the full screen; what is wrong with the arguments is said before it opens."""
    from gridhall.stage.app import run_stage

    return run_stage(args)


def _speak(args: Namespace) -> int:
    """Play in spoken lines: a match of one's own, or a room of a hall."""
    from gridhall.registry import levels, load
    from gridhall.stage.lesson_table import table_of
    from gridhall.stage.speaker import speak
    from gridhall.stage.table import MatchTable
    from gridhall.terminal.session import session_for

    async def opening() -> MatchTable:
        if is_address(args.game):
            from gridhall.stage.hall_address import read_address
            from gridhall.stage.hall_table import open_room

            return await open_room(read_address(args.game))
        return sit_down()

    def sit_down() -> MatchTable:
        session = session_for(args, _complain, _complain)
        # The next level is asked for by its name, also after a saved match or a lesson, and against the same machine.
        args.game, args.resume, args.lesson = session.match.name, None, None
        args.against = next(iter(session.machines.values()), None)
        return table_of(session)

    def following(level: str) -> MatchTable:
        shipped = next(shipped for shipped in levels(load(args.game)) if shipped.name == level)
        args.setup, args.side = level, shipped.side or None
        return sit_down()

    speak(opening, following, not args.no_confirm)
    return DONE


def _play_lines(args: Namespace) -> int:
    """Play the words that come on standard input, whoever they are for; 1 if one was refused.

    Against a machine the words are those of the person's seat, and the lines tell what that player may know, as those
    of `run --as` do. Like at the prompt the match is written down while it is played, and can be gone on with.
    """
    from gridhall.commands.words import Lines, play_word, words_in
    from gridhall.game import EVERYONE
    from gridhall.terminal.screen import say_progress
    from gridhall.terminal.session import session_for

    session = session_for(args, _complain, _complain)
    match = session.match
    own = session.people[0] if session.machines else None
    lines = Lines(match, EVERYONE if own is None else own)
    code = DONE
    try:
        session.begin()
        lines.start()
        _let_machines_play(session, own, lines)
        for text in sys.stdin:
            for word in words_in(text):
                if not play_word(match, word, lines, own, lambda word: _play(session, own, word)):
                    code = FAILED
                _let_machines_play(session, own, lines)
        if session.name and match.plies and not match.over:
            say_progress(f"Saved. Go on with `gridhall play --resume {session.name}`.")
    finally:
        session.close()
    return code


def _complain(text: str) -> None:
    print(f"gridhall: {text}", file=sys.stderr, flush=True)


def _play(session: "Session", own: int | None, text: str) -> None:
    """Play a word; against a machine only the person's own."""
    from gridhall.match import split_player

    named, _ = split_player(text, session.game.PLAYERS)
    if own is not None and named is not None and named != own:
        raise NotYourTurn(f"you are player {own + 1}; player {named + 1} is the machine")
    session.act(*session.match.read(text, own))


def _let_machines_play(session: "Session", own: int | None, lines: "Lines") -> None:
    """Let the machines play until the person may, and print what the person can tell of it."""
    while own is not None and not session.match.over and own not in session.match.acting:
        player = session.match.acting[0]
        session.act(player, session.machine_action(player))
        lines.played_by_other(player)
    sys.stdout.flush()
