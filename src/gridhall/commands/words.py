"""Play words and print what a viewer is told of each: lines of JSON for programs, boards for people.

`run` and `play --json` share this.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from gridhall.errors import GridhallError
from gridhall.game import EVERYONE
from gridhall.match import Match, split_player


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
