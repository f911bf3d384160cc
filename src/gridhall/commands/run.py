"""Play words without a person: the door for tests, teachers and other programs."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from gridhall.errors import GridhallError, Usage
from gridhall.game import EVERYONE
from gridhall.match import Match, split_player


def run(chosen: Namespace) -> int:
    """Play the words of `--actions` and print the facts after each; 1 if one was refused."""
    text = sys.stdin.read() if chosen.actions == "-" else chosen.actions
    match = Match(chosen.game, chosen.setup, chosen.seed)
    viewer = seat(chosen.viewer, match.game.PLAYERS)
    show = Lines(match, viewer) if chosen.json else Boards(match, viewer)
    show.start()
    refused = False
    for word in words(text):
        if not answer(match, word, viewer, show):
            refused = True
            if not chosen.keep_going:
                break
    show.finish()
    return int(refused)


def words(text: str) -> list[str]:
    """The words of a text: separated by `;` or line ends, blank ones skipped."""
    return [word for line in text.splitlines() for part in line.split(";") if (word := part.strip())]


def seat(text: str | None, players: int) -> int:
    """The player a `--as` names, 0-based; EVERYONE if none is named."""
    if text is None:
        return EVERYONE
    if text == "spectator":
        return players
    if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= players + 1:
        return int(text) - 1
    raise Usage(
        f"--as {text}: there is no such player; say 1" + (f" to {players}" if players > 1 else "") + " or spectator"
    )


def answer(
    match: Match, text: str, viewer: int, show: "Lines | Boards", own: int | None = None,
    play: Callable[[str], object] | None = None,
) -> bool:  # fmt: skip
    """Play one word and show what the viewer is told of it; False if it was refused.

    `own` is the player who is meant where the word names none, `play` what plays a word if it is not `match.play`.
    """
    acting = match.acting
    player, word = acting[0] if len(acting) == 1 else 0 if match.game.PLAYERS == 1 else None, text
    player = player if own is None else own
    try:
        named, word = split_player(text, match.game.PLAYERS)
        player = player if named is None else named
        (play or match.play)(text)
    except GridhallError as wrong:
        if own is not None or viewer in (EVERYONE, player):
            show.refused(player, word, wrong)
        else:
            print("gridhall: a word that was not this player's was refused", file=sys.stderr)
        return False
    player = match.plies[-1].player
    if viewer in (EVERYONE, player):
        show.played(player, word)
    else:
        sealed = match.game.SECRETS and viewer == match.game.PLAYERS  # who came last is nobody's business
        show.seen(None if sealed else player)
    return True


class Lines:
    """One JSON object a word."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer, self.ply, self.facts = match, viewer, 0, match.facts(viewer)

    def start(self) -> None:
        self._print(facts=self.facts)

    def played(self, player: int, word: str) -> None:
        self.ply += 1
        self.facts = self.match.facts(self.viewer)
        self._print(player=player + 1, word=word, facts=self.facts)

    def seen(self, player: int | None) -> None:
        """Another's word: a line only if the viewer can tell the difference."""
        facts = self.match.facts(self.viewer)
        if facts != self.facts:
            self.ply += 1
            self.facts = facts
            self._print(player=None if player is None else player + 1, word=None, facts=facts)

    def refused(self, player: int | None, word: str, wrong: GridhallError) -> None:
        self.ply += 1
        self._print(player=None if player is None else player + 1, word=word, error=wrong.as_json())

    def finish(self) -> None:
        pass

    def _print(self, **line: Any) -> None:
        print(json.dumps({"ply": self.ply, **line}))


class Boards:
    """The board after each word, for people."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer, self.before = match, viewer, ""

    def start(self) -> None:
        self._board()

    def played(self, player: int, word: str) -> None:
        print(f"> {word}" if self.match.game.PLAYERS == 1 else f"> {player + 1}: {word}")
        self._board()

    def seen(self, player: int | None) -> None:
        board = self._text()
        if board != self.before:
            print("> ..." if player is None else f"> {player + 1}: ...")
            self._board()

    def refused(self, player: int | None, word: str, wrong: GridhallError) -> None:
        print(f"> {word}" if player is None or self.match.game.PLAYERS == 1 else f"> {player + 1}: {word}")
        print(f"refused: {wrong}")

    def finish(self) -> None:
        print(f"outcome: {self.match.outcome}")

    def _text(self) -> str:
        return self.match.text(self.viewer)

    def _board(self) -> None:
        self.before = self._text()
        print(self.before)
