"""Play words without a person: for tests, teachers and other programs."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from gridhall.commands import DONE, FAILED
from gridhall.commands.arguments import add_game_and_setup, whole_number
from gridhall.commands.viewer import add_viewer, viewer_of
from gridhall.errors import GridhallError
from gridhall.game import EVERYONE
from gridhall.match import Match, split_player

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


def words_in(text: str) -> list[str]:
    """The words of a text: separated by `;` or line ends, blank ones skipped."""
    return [word for line in text.splitlines() for part in line.split(";") if (word := part.strip())]


def play_word(
    match: Match, text: str, printer: "Lines | Boards", own: int | None = None,
    play: Callable[[str], object] | None = None,
) -> bool:  # fmt: skip
    """Play a word and print what the viewer is told of it; False if it was refused.

    `own` is the player who is meant where the word names none, `play` what plays a word if it is not `match.play`.
    """
    viewer = printer.viewer
    player, word = _expected_player(match) if own is None else own, text
    try:
        named, word = split_player(text, match.game.PLAYERS)
        player = player if named is None else named
        (play or match.play)(text)
    except GridhallError as wrong:
        if own is not None or viewer in (EVERYONE, player):
            printer.refused(player, word, wrong)
        else:
            print("gridhall: a word that was not this player's was refused", file=sys.stderr)
        return False
    player = match.plies[-1].player
    if viewer in (EVERYONE, player):
        printer.played(player, word)
    else:
        sealed = match.game.SECRETS and viewer == match.game.PLAYERS  # who came last is nobody's business
        printer.played_by_other(None if sealed else player)
    return True


def _expected_player(match: Match) -> int | None:
    """Who is meant by a word that names nobody; None where several may act."""
    acting = match.acting
    if len(acting) == 1:
        return acting[0]
    return 0 if match.game.PLAYERS == 1 else None


class Lines:
    """Prints a line of JSON for each word, for programs."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer, self.ply, self.facts = match, viewer, 0, match.facts(viewer)

    def start(self) -> None:
        self._print(facts=self.facts)

    def played(self, player: int, word: str) -> None:
        self.ply += 1
        self.facts = self.match.facts(self.viewer)
        self._print(player=player + 1, word=word, facts=self.facts)

    def played_by_other(self, player: int | None) -> None:
        """Another's word: a line only if the viewer can tell the difference. None: they may not know whose it was."""
        facts = self.match.facts(self.viewer)
        if facts != self.facts:
            self.ply += 1
            self.facts = facts
            self._print(player=None if player is None else player + 1, word=None, facts=facts)

    def refused(self, player: int | None, word: str, wrong: GridhallError) -> None:
        self.ply += 1
        self._print(player=None if player is None else player + 1, word=word, error=wrong.as_json())

    def finish(self) -> None:
        """Nothing follows: the last line has said all."""

    def _print(self, **line: Any) -> None:
        print(json.dumps({"ply": self.ply, **line}))


class Boards:
    """Prints the board after each word, for people."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer, self.shown = match, viewer, ""

    def start(self) -> None:
        self._print_board()

    def played(self, player: int, word: str) -> None:
        self._print_word(player, word)
        self._print_board()

    def played_by_other(self, player: int | None) -> None:
        """Another's word: a board only if it looks different. None: the viewer may not know whose it was."""
        if self.match.text(self.viewer) != self.shown:
            print("> ..." if player is None else f"> {player + 1}: ...")
            self._print_board()

    def refused(self, player: int | None, word: str, wrong: GridhallError) -> None:
        self._print_word(player, word)
        print(f"refused: {wrong}")

    def finish(self) -> None:
        print(f"outcome: {self.match.outcome}")

    def _print_word(self, player: int | None, word: str) -> None:
        if player is None or self.match.game.PLAYERS == 1:
            print(f"> {word}")
        else:
            print(f"> {player + 1}: {word}")

    def _print_board(self) -> None:
        self.shown = self.match.text(self.viewer)
        print(self.shown)
