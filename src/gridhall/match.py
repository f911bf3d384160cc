"""A match: a setup, a seed, and the plies played so far.

It checks every word and remembers it. Terminal, server, solver and environments all play through it, or replay it.
"""

import copy
import functools
import importlib
import operator
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from gridhall.danger import mark_dangers
from gridhall.errors import BadAction, BadSeat, BadSetup, GridhallError, IllegalAction, MatchOver, NotYourTurn
from gridhall.game import EVERYONE, OUTCOMES, WON, Game, SetupRecord, Truth, View
from gridhall.kernel import bind, watch
from gridhall.ply import play_if_allowed
from gridhall.registry import SetupLike, complete, load, name_of, read_text, text_of
from gridhall.seeds import checked_seed

if TYPE_CHECKING:
    from pathlib import Path

    from gridhall.scene import Scene

PACKAGE = "gridhall.games."  # what the names of games' modules begin with


class Ply(NamedTuple):
    """One action that was played."""

    player: int
    action: int
    word: str
    seconds: float  # since the start, if whoever played it measured; 0 otherwise


class Event(NamedTuple):
    """Something that happened during a ply (see kernel.show), with the true state of that instant."""

    state: Truth
    what: int
    who: int
    cell: int


class Moment:
    """An instant as one viewer sees it: their view, what is said, and the scene, which is made when it is looked at.

    Where the viewer `may_choose`, the scene says which choices lose; nobody chooses in the middle of a ply.
    """

    __slots__ = ("_game", "_may_choose", "_scene", "_setup", "text", "view", "viewer")

    def __init__(
        self, game: Game, setup: SetupRecord, view: View, viewer: int, text: str = "", may_choose: bool = False
    ) -> None:
        self._game, self._setup, self._may_choose = game, setup, may_choose
        self._scene: Scene | None = None
        self.view, self.viewer, self.text = view, viewer, text

    @property
    def scene(self) -> "Scene":
        if self._scene is None:
            self._scene = self._game.scene(self._setup, self.view, self.viewer)
            if self._may_choose:
                mark_dangers(self._game, self._setup, self.view, self.viewer, self._scene)
        return self._scene

    def share_scene(self, other: "Moment") -> None:
        """Show the other moment's scene if both have the same view, so that it is built only once."""
        if self._scene is None and self.viewer == other.viewer and bytes(self.view) == bytes(other.view):
            self._scene = other.scene


def view_of(game: Game, setup: SetupRecord, state: Truth, player: int) -> View:
    """A copy of a state with all blanked that the player may not know (EVERYONE: nothing is)."""
    view = copy.copy(state)
    if player != EVERYONE:
        game.hide(setup, view, player)
    return view


def split_player(text: str, players: int) -> tuple[int | None, str]:
    """Split `2: word` into the player (0-based, None if not named) and the word."""
    head, colon, rest = text.partition(":")
    if not colon or not head.strip().isdecimal():
        return None, text.strip()
    player = int(head) - 1 if len(head.strip()) < 9 else -1
    if not 0 <= player < players:
        raise BadAction(f"there is no player {head.strip()}; players are 1 to {players}")
    return player, rest.strip()


@functools.lru_cache(maxsize=64)
def _parsed(game: Game, setup_text: str) -> tuple[SetupRecord, Truth]:
    return game.read_setup(setup_text)


def _read_setup(game: Game, setup_text: str) -> tuple[SetupRecord, Truth]:
    """The setup and an unstarted state of a text. The same few texts come again and again, so they are kept read."""
    setup, state = _parsed(game, setup_text)
    return setup, copy.copy(state)


class Match:
    """One play of a game. What raises has changed nothing."""

    # Compiled code that makes the views and repeats plies in place of the interpreted rules: see ready_code.py.
    compiled_hide: Any = None
    compiled_ply: Any = None

    @classmethod
    def of_text(cls, game: ModuleType | Game, setup_text: str, seed: int | None = None) -> "Match":
        """A match of a game's module from a setup's text (the empty one, too)."""
        match = cls.__new__(cls)
        match._begin(complete(game), setup_text, seed)
        return match

    def __init__(self, game: str | ModuleType | Game, setup: SetupLike = None, seed: int | None = None) -> None:
        """`setup` is a shipped level's name, a file, a text, a level, or None for the game's default.

        `seed` overrides the one the text names (else 0).
        """
        loaded = load(game) if isinstance(game, str) else complete(game)
        text = read_text(loaded, setup)
        try:
            self._begin(loaded, text, seed)
        except BadSetup as wrong:
            from gridhall.file_defects import name_files  # only here: most levels are right

            raise name_files(loaded, text_of(setup), wrong) from wrong

    def _begin(self, game: Game, setup_text: str, seed: int | None) -> None:
        self.game = game
        self.setup_text = setup_text
        self.setup, state = _read_setup(game, setup_text)
        if seed is None and game.named_seed is not None:
            seed = game.named_seed(setup_text)
        self.seed: int = checked_seed(0 if seed is None else seed)
        state.rng = self.seed
        self.game.start(self.setup, state)
        self.state = state
        self.plies: list[Ply] = []
        self.undone = 0  # how many plies were taken back in all
        self._before: list[Truth] = []  # the states before each ply, for undo
        self._moments: dict[int, tuple[bytes, Moment]] = {}  # by viewer: the last one asked for, and its true state

    def __getstate__(self) -> dict[str, Any]:
        """All but compiled code, scenes, which are built again when asked for, and the game, which is named."""
        code = {"compiled_hide": None, "compiled_ply": None}
        return {**self.__dict__, **code, "game": self.game.__name__, "_moments": {}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        name = str(kept["game"])
        game = load(name.removeprefix(PACKAGE)) if name.startswith(PACKAGE) else complete(importlib.import_module(name))
        self.__dict__.update(kept, game=game)

    def __copy__(self) -> "Match":
        """A match of its own: what is played on one does not happen in the other."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.state, twin.plies = copy.copy(self.state), list(self.plies)
        twin._before, twin._moments = list(self._before), {}
        return twin

    def __deepcopy__(self, memory: dict[int, Any]) -> "Match":
        return copy.copy(self)

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
        if self.game.PLAYERS == 1 or not self.over:
            return OUTCOMES[self.game.outcome(self.setup, self.state, 0)]
        return f"{self.winner} won" if self.winner else "drawn"

    @property
    def winner(self) -> int:
        """The winning player, 1-based; 0 for nobody."""
        for player in range(self.game.PLAYERS):
            if self.game.outcome(self.setup, self.state, player) == WON:
                return player + 1
        return 0

    def scores(self) -> list[int]:
        return [int(self.game.score(self.setup, self.state, player)) for player in range(self.game.PLAYERS)]

    def view(self, player: int) -> View:
        """A copy of the state with all blanked that the player may not know (EVERYONE: nothing is)."""
        return self.view_of(self.state, player)

    def view_of(self, state: Truth, player: int) -> View:
        """The same of any state of this match."""
        view = state.__copy__()  # not `copy.copy`: views and plies are made so often that its few steps more are felt
        if player != EVERYONE:
            (self.compiled_hide or self.game.hide)(self.setup, view, player)
        return view

    def facts(self, player: int = EVERYONE) -> dict[str, Any]:
        """The position as JSON-able data, as this player knows it."""
        return self.game.facts(self.setup, self.view(player), player)

    def moment(self, viewer: int) -> Moment:
        """The position as it stands. Until this viewer sees a change it is the same moment, with a scene built once."""
        state = bytes(self.state)
        before, moment = self._moments.get(viewer, (b"", None))
        if moment is None or before != state:
            view = self.view(viewer)
            if moment is None or bytes(moment.view) != bytes(view):  # else nothing has changed for this viewer
                moment = Moment(self.game, self.setup, view, viewer, may_choose=True)
            self._moments[viewer] = state, moment
        return moment

    def scene(self, player: int = 0) -> "Scene":
        """What this player sees."""
        return Moment(self.game, self.setup, self.view(player), player, may_choose=True).scene

    def visible_others(self, player: int) -> set[tuple[str, int]]:
        """All visible pieces but this player's own. A walk of several steps stops as soon as this set changes."""
        return {
            (piece.id, piece.cell)
            for piece in self.moment(player).scene.pieces
            if piece.owner != player + 1 and not piece.faded
        }

    def text(self, player: int = 0, fancy: bool = False) -> str:
        """The position as plain text, as this player sees it."""
        from gridhall.render.text import render

        return render(self.scene(player), fancy=fancy)

    def legal(self, player: int) -> list[int]:
        """The actions agents may choose now."""
        actions = range(self.game.ACTIONS)
        return [action for action in actions if not self.game.refusal(self.setup, self.state, player, action)]

    def read(self, text: str, player: int | None = None) -> tuple[int, int]:
        """The (player, action) a word means now; raises what `play` would raise."""
        if not isinstance(text, str):
            raise BadAction(f"{text!r} is no word; a word is a text, and `act(player, action)` takes numbers")
        named, word = split_player(text, self.game.PLAYERS)
        player = named if named is not None else player
        if player is not None and not 0 <= player < self.game.PLAYERS:
            raise BadSeat(f"there is no player {player + 1}; players are 1 to {self.game.PLAYERS}")
        if self.over:
            raise MatchOver("the match is over")
        acting = self.acting
        if player is None:
            if len(acting) != 1:
                names = " and ".join(str(number + 1) for number in acting)
                raise BadAction(f"{names} may act: say who, as in `{acting[0] + 1}: {word or 'word'}`")
            player = acting[0]
        return player, self.game.read_word(self.setup, self.view(player), word)

    def play(self, text: str, player: int | None = None, seconds: float = 0.0) -> list[Event]:
        """Play a word (`2: word` names the player, so does `player`, 0-based) and return what happened."""
        return self.act(*self.read(text, player), seconds)

    def act(self, player: int, action: int, seconds: float = 0.0) -> list[Event]:
        """Play an action after checking it, and return what happened."""
        try:
            action = operator.index(action)  # NumPy's numbers become Python's
        except TypeError:
            raise BadAction(f"the action is {action!r}; it must be a whole number") from None
        self.check(player, action)
        word = self.game.word(self.setup, self.state, action)
        if self.game.UNDO:
            self._before.append(self.state.__copy__())
        with watch() as shown:
            self.game.step(self.setup, self.state, player, action)
        self.plies.append(Ply(player, action, word, seconds))
        return [Event(*event) for event in shown]

    def repeat(self, player: int, word: str, seconds: float = 0.0) -> bool:
        """Play a word that a record keeps, by the shortest way; False, and nothing has changed, if it is none here.

        A recorded word is the one that the truth gives its action, so it is read from the truth, which saves a view,
        and it must come out again. What happened is not collected. Where this says False, `play` says why.
        """
        game, setup, state = self.game, self.setup, self.state
        try:
            action = game.read_word(setup, state, word)
        except GridhallError:
            return False
        # A number from outside may have no word, and may not fit into the 64 bits that compiled code takes.
        if not 0 <= action < game.ACTIONS and game.refusal(setup, state, player, action):
            return False
        if game.word(setup, state, action) != word:
            return False
        before = state.__copy__() if game.UNDO else None
        if not (self.compiled_ply or bind(play_if_allowed, game))(setup, state, player, action):
            return False
        if before is not None:
            self._before.append(before)
        self.plies.append(Ply(player, action, word, seconds))
        return True

    def check(self, player: int, action: int) -> None:
        """Raise unless this player may take this action now."""
        mask = self.game.acting(self.setup, self.state)
        if not mask:
            raise MatchOver("the match is over")
        reason = self.game.refusal(self.setup, self.state, player, action)
        if not reason:
            return
        if not mask >> player & 1:
            alone = self.game.PLAYERS == 1
            raise NotYourTurn(("" if alone else "it is not your turn: ") + self.game.REASONS[reason])
        raise IllegalAction(self.game.REASONS[reason])

    def describe(self, event: Event, viewer: int) -> str | None:
        """What this viewer is told of an event: None if they may not know of it, "" if it is only seen."""
        state, what, who, cell = event
        text = self.game.describe(self.setup, state, viewer, what, who, cell)
        return text or "" if viewer == EVERYONE else text

    def moments(self, events: Iterable[Event], viewer: int) -> Iterator[Moment]:
        """The events this viewer may know of, as they see them."""
        for event in events:
            text = self.describe(event, viewer)
            if text is not None:
                yield Moment(self.game, self.setup, self.view_of(event.state, viewer), viewer, text)

    def walk(self, player: int, actions: Sequence[int]) -> Iterator[int]:
        """Yield the actions of a walk, one by one. The caller plays each before it asks for the next.

        The first is always given. The walk ends early where the turn ends, where the rules refuse the next action, and
        where a piece of another player has come in sight.
        """
        for number, action in enumerate(actions):
            if number and (player not in self.acting or self.refuses(player, action)):
                return
            seen = self.visible_others(player) if len(actions) > 1 else None
            yield action
            if seen is not None and (self.over or self.visible_others(player) != seen):
                return

    def refuses(self, player: int, action: int) -> bool:
        """Whether this is no action of agents, or one that the rules do not allow now."""
        outside = not 0 <= action < self.game.ACTIONS
        return outside or bool(self.game.refusal(self.setup, self.state, player, action))

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

    def states(self) -> list[Truth]:
        """Every state from the start to now, by playing again; one more than there are plies."""
        _, state = _read_setup(self.game, self.setup_text)
        state.rng = self.seed
        self.game.start(self.setup, state)
        states = [copy.copy(state)]
        for ply in self.plies:
            self.game.step(self.setup, state, ply.player, ply.action)
            states.append(copy.copy(state))
        return states

    def save(self, path: "str | Path") -> None:
        """Write the record."""
        from gridhall.record import write_record

        write_record(self, path)
