"""What the screen of a match needs of the match: its scenes, and ways to play. One's own and a hall's are alike."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from gridhall.game import Advice
from gridhall.scene import Choice, Frame, Outcome, Preview, Scene

# What a table may offer besides the choices of its scene. The screen shows a key for each of them.
UNDO, RESTART, HINT, ODDS, LOOK, TICKS, WATCH, STORY, NEXT, AGAIN, SKIP = (
    "undo", "restart", "hint", "odds", "look", "ticks", "watch", "story", "next", "again", "skip",
)  # fmt: skip
PLAYER_NAMES = ("Red", "Blue")
LOST = "Connection lost"
DRAW, REMATCH, YES, NO, SIT = "draw", "rematch", "yes", "no", "sit"


def player_name(player: int) -> str:
    """What a player is called, after the colour of their pieces."""
    return PLAYER_NAMES[player] if 0 <= player < len(PLAYER_NAMES) else f"player {player + 1}"


def outcome_for(outcome: Outcome | None, player: int) -> Outcome | None:
    """How a match ended in the words of whoever alone held one of its seats; -1 for everybody else."""
    if outcome is None or player < 0 or not outcome.winner:
        return outcome
    won = outcome.winner == player + 1
    return replace(outcome, title="You win" if won else "You lose", won=won)


class Still(NamedTuple):
    """A moment on its way to the screen: a scene, and what is said with it."""

    scene: Scene
    text: str = ""


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    at: int = 0  # the number of the move it belongs to; 0: none


class Watcher(Protocol):
    """Who shows a table: the screen of the match, or somebody who reads it aloud."""

    def show(self, stills: Sequence[Still]) -> None:
        """Something has happened; the last scene is the table's."""

    def changed(self) -> None:
        """Something else has changed: who may act, who thinks, a clock."""

    def say(self, text: str) -> None:
        """Tell the person a sentence."""

    def leave_for(self, table: "MatchTable") -> None:
        """Go on at another table: a rematch, or the next level."""


class MatchTable:
    """A match as somebody sits at it. Subclasses say how it is played."""

    begins_with_film = False  # whether it is there to be watched
    teaches = False  # whether the hint of its scenes is what it is about, and stays when room is short

    def __init__(self, game: str, title: str, subtitle: str = "") -> None:
        self.game, self.title, self.subtitle = game, title, subtitle
        self.watcher: Watcher
        self.scene: Scene
        self.log: list[LogLine] = []
        self.notices: list[str] = []  # what must be known before the match
        self.seat = 0  # 0-based; -1 where everything may be seen
        self.thinks = ""  # what is waited for: "the machine thinks"
        self.stopped = False  # whether somebody has stopped the machine
        self.handing_over = False  # whether the board is to be hidden before the next player comes
        self.curtain = -1  # the player who shall come to the keyboard; -1: the board is shown

    @property
    def active(self) -> bool:
        """Whether whoever looks may choose now."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return self.scene.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.scene.outcome

    @property
    def can_take_back(self) -> bool:
        """Whether what is played now can be taken back."""
        return False

    @property
    def saved_as(self) -> str:
        """The name by which an unfinished match can be gone on with; "" if it cannot."""
        return ""

    def following(self) -> str:
        """The name of the level that follows this one on its ladder; "" if there is none.

        Where there is none and NEXT makes sense all the same, `do` goes on by itself.
        """
        return ""

    @property
    def next_name(self) -> str:
        """What NEXT leads to."""
        return "next level"

    @property
    def best(self) -> str:
        """What is proved to be the best possible in this level: `best 8`; "" where nothing is."""
        return ""

    @property
    def who(self) -> str:
        """Who one is, for the first line: `you are Red`; "" where that is clear."""
        return ""

    @property
    def clocks(self) -> str:
        return ""

    @property
    def is_cut_off(self) -> bool:
        """Whether something was played that cannot be taken note of now, because a connection is lost."""
        return False

    @property
    def left_behind(self) -> str:
        """What whoever has left is to know besides where the match is saved; "" if nothing."""
        return ""

    @property
    def notice(self) -> str:
        """What is to be known besides the match: a lost connection, an offer; "" if nothing is."""
        return ""

    def can(self, what: str) -> bool:
        """Whether this makes sense now (UNDO, HINT ...)."""
        raise NotImplementedError

    def end_lines(self) -> list[str]:
        """What is said after the end besides the scene's own lines."""
        return []

    async def begin(self) -> None:
        """Let the match begin, or go on."""

    async def play(self, choice: Choice) -> None:
        raise NotImplementedError

    async def say_word(self, text: str) -> None:
        """Play a typed word; raises GridhallError for one that is wrong or refused."""
        raise NotImplementedError

    async def do(self, what: str) -> None:
        """Do one of the things that `can` allows and that need no answer on the screen."""
        raise NotImplementedError

    async def hint(self) -> str:
        raise NotImplementedError

    async def odds(self) -> list[Advice]:
        return []

    async def preview(self, choice: Choice) -> Preview | None:
        return None

    async def frames(self) -> list[Frame]:
        return []

    async def film(self) -> list[Still]:
        """The match from its start to now."""
        return []

    def words(self) -> list[str]:
        """The words that can be typed now."""
        return list(dict.fromkeys(choice.word for choice in self.scene.choices if not choice.why))

    def choice_of(self, word: str) -> Choice | None:
        """The choice of the scene that goes by a word and can be played."""
        named = (choice for choice in self.scene.choices if choice.word.lower() == word.lower() and not choice.why)
        return next(named, None)

    async def story(self) -> list[str]:
        return []

    async def go_on(self) -> None:
        """Go on after a pause: the board is hidden, the next player has come, or the machine shall think after all."""

    def stop(self) -> None:
        """Let the machine stop thinking."""

    async def close(self) -> None:
        """Leave. Nothing is lost."""
