"""A match: a setup, a seed, and the actions played so far.

It checks every word and remembers it; everything else uses it.
"""

import copy
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gridhall.errors import BadAction, BadSeat, BadSetup, IllegalAction, MatchOver, NotYourTurn
from gridhall.game import EVERYONE, OUTCOMES, WON
from gridhall.kernel import watch
from gridhall.registry import load, name_files, name_of, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from gridhall.scene import Scene


class Ply(NamedTuple):
    player: int
    action: int
    word: str
    seconds: float  # since the start, as told by whoever played it; 0 if nobody told


class Moment(NamedTuple):
    """A state worth showing on the way from one ply to the next, and what happened then (see kernel.show)."""

    state: Any
    what: int
    who: int
    cell: int


class Shown(NamedTuple):
    """A moment as one player sees it."""

    view: Any
    text: str


def seed_of_name(name: str) -> int:
    """The seed a name stands for, the same for everybody; `daily` is the day's."""
    import hashlib
    import time

    text = time.strftime("daily %Y-%m-%d", time.gmtime()) if name == "daily" else name
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def split_player(text: str, players: int) -> tuple[int | None, str]:
    """Split `2: word` into the player (0-based, None if not named) and the word."""
    head, colon, rest = text.partition(":")
    if not colon or not head.strip().isdigit():
        return None, text.strip()
    player = int(head) - 1 if len(head.strip()) < 9 else -1
    if not 0 <= player < players:
        raise BadAction(f"there is no player {head.strip()}; players are 1 to {players}")
    return player, rest.strip()


class Match:
    """One play of a game. What raises has changed nothing."""

    @classmethod
    def of_text(cls, game: Any, setup_text: str, seed: int | None = None) -> "Match":
        """A match of a game's module from a setup's text (the empty one, too)."""
        match = cls.__new__(cls)
        match._begin(game, setup_text, seed)
        return match

    def __init__(self, game: str | Any, setup: str | None = None, seed: int | None = None) -> None:
        """`setup` is a shipped level's name, a file, a text, or None for the game's default.

        `seed` overrides the one the text names (else 0).
        """
        game = load(game) if isinstance(game, str) else game
        text = read_text(game, setup)
        try:
            self._begin(game, text, seed)
        except BadSetup as wrong:
            raise name_files(game, setup, wrong) from wrong

    def _begin(self, game: Any, setup_text: str, seed: int | None) -> None:
        """Begin from a game's module and a setup's text."""
        self.game: Any = game
        self.setup_text = setup_text
        self.setup, state = self.game.read_setup(self.setup_text)
        named = self.game.named_seed(self.setup_text) if hasattr(self.game, "named_seed") else None
        self.seed: int = seed if seed is not None else named if named is not None else 0
        if not 0 <= self.seed < 1 << 64:
            raise BadSetup(f"the seed is {self.seed}; it must be from 0 to 2^64 - 1")
        state.rng = self.seed
        self.game.start(self.setup, state)
        self.state = state
        self.plies: list[Ply] = []
        self.undone = 0  # how many plies were taken back in all
        self._before: list[Any] = []  # the states before each ply, for undo

    @property
    def name(self) -> str:
        return name_of(self.game)

    @property
    def acting(self) -> list[int]:
        """The players who may act now."""
        mask = self.game.acting(self.setup, self.state)
        return [player for player in range(self.game.PLAYERS) if mask >> player & 1]

    @property
    def over(self) -> bool:
        return not self.game.acting(self.setup, self.state)

    @property
    def outcome(self) -> str:
        """How it stands: playing, won, lost, limit; between players also `1 won`, `2 won`, drawn."""
        if self.game.PLAYERS == 1 or self.over is False:
            return OUTCOMES[self.game.outcome(self.setup, self.state, 0)]
        return f"{self.winner} won" if self.winner else "drawn"

    @property
    def winner(self) -> int:
        """The winning player, 1-based; 0 for nobody."""
        return next(
            (
                player + 1
                for player in range(self.game.PLAYERS)
                if self.game.outcome(self.setup, self.state, player) == WON
            ),
            0,
        )

    def scores(self) -> list[int]:
        return [int(self.game.score(self.setup, self.state, player)) for player in range(self.game.PLAYERS)]

    def view(self, player: int) -> Any:
        """A copy of the state with all blanked that the player may not know (EVERYONE: nothing is)."""
        return self.view_of(self.state, player)

    def view_of(self, state: Any, player: int) -> Any:
        view = copy.copy(state)
        if player != EVERYONE:
            self.game.hide(self.setup, view, player)
        return view

    def facts(self, player: int = EVERYONE) -> dict[str, Any]:
        facts: dict[str, Any] = self.game.facts(self.setup, self.view(player), player)
        return facts

    def scene(self, player: int = 0) -> "Scene":
        scene: Scene = self.game.scene(self.setup, self.view(player), player)
        return scene

    def met(self, player: int) -> set[tuple[str, int]]:
        """What a walk stops at when it changes: things of others in this player's sight."""
        return {
            (piece.id, piece.cell)
            for piece in self.scene(player).pieces
            if piece.owner != player + 1 and not piece.faded
        }

    def text(self, player: int = 0, fancy: bool = False) -> str:
        """The position as plain text, as this player sees it."""
        from gridhall.text import render

        return render(self.scene(player), fancy=fancy)

    def legal(self, player: int) -> list[int]:
        """The actions agents may choose now."""
        return [
            action
            for action in range(self.game.ACTIONS)
            if not self.game.refusal(self.setup, self.state, player, action)
        ]

    def read(self, text: str, player: int | None = None) -> tuple[int, int]:
        """The (player, action) a word means now; raises what `play` would raise."""
        named, word = split_player(text, self.game.PLAYERS)
        player = named if named is not None else player
        if player is not None and not 0 <= player < self.game.PLAYERS:
            raise BadSeat(f"there is no player {player + 1}; players are 1 to {self.game.PLAYERS}")
        if self.over:
            raise MatchOver("the match is over")
        acting = self.acting
        if player is None:
            if len(acting) != 1:
                raise BadAction(
                    f"{' and '.join(str(one + 1) for one in acting)} may act: say who, as in `{acting[0] + 1}: {word or 'word'}`"
                )
            player = acting[0]
        return player, self.game.read_word(self.setup, self.view(player), word)

    def play(self, text: str, player: int | None = None, seconds: float = 0.0) -> list[Moment]:
        """Play a word (`2: word` names the player, so does `player`, 0-based) and return the moments worth showing."""
        return self.act(*self.read(text, player), seconds)

    def act(self, player: int, action: int, seconds: float = 0.0) -> list[Moment]:
        """Play an action after checking it."""
        self.check(player, action)
        word = self.game.word(self.setup, self.state, action)
        if self.game.UNDO:
            self._before.append(copy.copy(self.state))
        with watch() as moments:
            self.game.step(self.setup, self.state, player, action)
        self.plies.append(Ply(player, action, word, seconds))
        return [Moment(*moment) for moment in moments]

    def check(self, player: int, action: int) -> None:
        """Raise unless this player may take this action now."""
        mask = self.game.acting(self.setup, self.state)
        if not mask:
            raise MatchOver("the match is over")
        reason = self.game.refusal(self.setup, self.state, player, action)
        if not reason:
            return
        if not mask >> player & 1:
            raise NotYourTurn(
                self.game.REASONS[reason]
                if self.game.PLAYERS == 1
                else "it is not your turn: " + self.game.REASONS[reason]
            )
        raise IllegalAction(self.game.REASONS[reason])

    def shown(self, moments: Sequence[Moment], player: int) -> Iterator[Shown]:
        """The moments this player may know of, each hidden for him, with its sentence."""
        for state, what, who, cell in moments:
            text = self.game.describe(self.setup, state, player, what, who, cell)
            if text is not None:
                yield Shown(self.view_of(state, player), text)

    def undo(self, count: int = 1) -> int:
        """Take back up to `count` plies and return how many were; the record keeps the mark."""
        if not self.game.UNDO:
            raise IllegalAction(f"{self.game.TITLE} takes nothing back")
        count = min(count, len(self.plies))
        if count > 0:
            self.state = self._before[-count]
            del self.plies[-count:], self._before[-count:]
            self.undone += count
        return count

    def states(self) -> list[Any]:
        """Every state from the start to now, by playing again; one more than there are plies."""
        _, state = self.game.read_setup(self.setup_text)
        state.rng = self.seed
        self.game.start(self.setup, state)
        found = [copy.copy(state)]
        for ply in self.plies:
            self.game.step(self.setup, state, ply.player, ply.action)
            found.append(copy.copy(state))
        return found

    def save(self, path: "str | Path") -> None:
        """Write the record."""
        from gridhall.record import write_record

        write_record(self, path)
