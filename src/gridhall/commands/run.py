"""Play words without a person: for tests, teachers and other programs."""

import sys
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE, FAILED
from gridhall.commands.arguments import add_game_and_setup, add_viewer, whole_number

EXAMPLE = 'gridhall run GAME LEVEL --actions "e; e; n" --json'


def arguments(parser: ArgumentParser) -> None:
    add_game_and_setup(parser)
    actions = "separated by ; or line ends; `2: word` names the player; - reads standard input"
    parser.add_argument("--actions", metavar="WORDS", default="", help=actions)
    parser.add_argument("--seed", type=whole_number, metavar="N")
    add_viewer(parser, "print what this player would be told: 1, 2 ... or spectator")
    parser.add_argument("--keep-going", action="store_true", help="go on after a refused word")


def run(args: Namespace) -> int:
    """Play the words of `--actions` and print the facts after each; 1 if one was refused."""
    from gridhall.commands.viewer import viewer_of
    from gridhall.commands.words import Boards, Lines, play_word, words_in
    from gridhall.match import Match

    text = sys.stdin.read() if args.actions == "-" else args.actions
    match = Match(args.game, args.setup, args.seed)
    viewer = viewer_of(args.viewer, match.game.PLAYERS)
    printer = Lines(match, viewer) if args.json else Boards(match, viewer)
    printer.start()
    code = DONE
    for word in words_in(text):
        if not play_word(match, word, printer):
            code = FAILED
            if not args.keep_going:
                break
    printer.finish()
    return code
