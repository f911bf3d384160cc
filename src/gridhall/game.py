"""The contract: what a game's package offers the platform. A game is a module, not a class; see docs/architecture.md.

Required
    TITLE, VERSION, PLAYERS, ACTIONS   constants; number PLAYERS is a spectator, everywhere
    REASONS                            sentences with rule numbers; `refusal` returns an index; REASONS[0] is ""
    Setup, State                       records (kernel.record); a game may return other record types of the same field names
    read_setup, write_setup, start, acting, refusal, step, outcome, score, hide, redeal, forget, shape, observe
    word, read_word, facts, scene, tell

Optional, see `Game` below for each: PUZZLE, UNDO, SECRETS, FILES, RANKING, DEFAULT, BLANK, HELP, LEVELS_OF_PLAY, AIM
    draft, write_json, bound, estimate, propose, preview, preview_walk, timeline, named_seed, generate, ranked, automatic, advise, review
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gridhall.scene import Draft, Frame, Preview, Scene

PLAYING, WON, LOST, DRAWN, LIMIT = range(5)
OUTCOMES = ("playing", "won", "lost", "drawn", "limit")
EVERYONE = -1  # not a player: the whole truth, for tests and finished matches


class Advice:
    """What the game's own search thinks of one choice: an honest number."""

    __slots__ = ("action", "error", "samples", "text", "value", "word")

    def __init__(self, action: int, word: str, value: float, error: float = 0.0, samples: int = 0, text: str = "") -> None:
        """`value` is a chance from 0 to 1; `samples` 0 means exact; `error` is half the 95 % interval."""
        self.action, self.word, self.value, self.error, self.samples, self.text = action, word, value, error, samples, text


class Game(Protocol):
    """The required names; registry.load checks them, and supplies the defaults of the optional constants."""

    TITLE: str
    VERSION: int
    PLAYERS: int
    ACTIONS: int
    REASONS: Sequence[str]
    Setup: type[Any]
    State: type[Any]

    # Optional constants, with the default that registry.load puts in.
    PUZZLE: bool  # False: `solve` and certificates make sense
    UNDO: bool  # False: a match may take moves back
    SECRETS: bool  # False: players may not see everything (curtain, sealed records)
    FILES: tuple[str, ...]  # (): suffixes of a setup made of several files, joined by a line `---`
    RANKING: tuple[str, ...]  # (): keys of facts, best first, "-" before those where less is better
    DEFAULT: str  # "": the shipped level meant when none is named; "" is the empty text
    BLANK: str  # "": the text that a new level begins with; "" is that of the default
    HELP: str  # "": the words, for a terminal
    AIM: str  # "": one paragraph for the game's page
    LEVELS_OF_PLAY: dict[str, dict[str, Any]]  # {}: opponents as data: {"easy": {"agent": "propose", ...}}

    def read_setup(self, text: str) -> tuple[Any, Any]:
        """The setup and the unstarted state of a text; raises BadSetup with every defect."""

    def write_setup(self, setup: Any, state: Any) -> str:
        """The text that gives them back."""

    def start(self, setup: Any, state: Any) -> None:
        """Complete a state that is zero but for `rng` (the seed) and what read_setup put there. A kernel."""

    def acting(self, setup: Any, state: Any) -> int:
        """Bit mask of the players who may act; 0 is the end. A kernel."""

    def refusal(self, setup: Any, state: Any, player: int, action: int) -> int:
        """0 if legal, else an index into REASONS; uses only what the player may know. A kernel."""

    def step(self, setup: Any, state: Any, player: int, action: int) -> None:
        """Act; the caller has asked `refusal`. A kernel."""

    def outcome(self, setup: Any, state: Any, player: int) -> int:
        """PLAYING, WON, LOST, DRAWN or LIMIT. A kernel."""

    def score(self, setup: Any, state: Any, player: int) -> int:
        """Points so far. A kernel."""

    def hide(self, setup: Any, state: Any, player: int) -> None:
        """Blank in place what this player (PLAYERS: a spectator) may not know. A kernel."""

    def redeal(self, setup: Any, state: Any, player: int, seed: int) -> None:
        """Guess in place what `hide` blanked; hiding again gives the same view. A kernel."""

    def forget(self, setup: Any, state: Any) -> None:
        """Blank in place what does not matter for the future: equal bytes mean equal positions. A kernel."""

    def shape(self, setup: Any) -> tuple[int, int, int, int]:
        """(planes, rows, columns, scalars) of an observation. A kernel."""

    def observe(self, setup: Any, state: Any, player: int, planes: Any, scalars: Any) -> None:
        """Write the observation: flat planes of 8-bit numbers, scalars of 32-bit ones. A kernel."""

    def word(self, setup: Any, state: Any, action: int) -> str:
        """The action as a player types it."""

    def read_word(self, setup: Any, state: Any, text: str) -> int:
        """The action a text means; raises BadAction. Gets the player's view."""

    def facts(self, setup: Any, state: Any, player: int) -> dict[str, Any]:
        """The position as JSON-able data, as the rules page says; for a player it gets his view."""

    def scene(self, setup: Any, state: Any, player: int) -> Scene:
        """What this player sees, from his view."""

    def tell(self, setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
        """An event as a sentence for this player; None: he may not know of it. "" : it is only seen. `state` is the true state at that moment."""


class Optional(Protocol):
    """Functions a game may offer besides; the platform asks with hasattr."""

    def bound(self, setup: Any, state: Any) -> int:
        """Never more than the moves still needed to win; -1 if it surely cannot be won any more. A kernel."""

    def estimate(self, setup: Any, state: Any, player: int) -> int:
        """Who stands better: 0 is even, 1000 as good as won. A kernel."""

    def propose(self, setup: Any, state: Any, player: int, seed: int) -> int:
        """Draw a sensible legal action from a view. A kernel."""

    def preview(self, setup: Any, state: Any, player: int, action: int) -> Preview:
        """What a choice would do, as far as this view tells."""

    def preview_walk(self, setup: Any, state: Any, player: int, actions: Sequence[int]) -> Preview:
        """What a choice with its further actions (`then`) would do, as far as this view tells."""

    def timeline(self, setup: Any, state: Any, player: int) -> list[Frame]:
        """The frames of the scene's timeline, for scrubbing."""

    def draft(self, text: str) -> Draft:
        """Where a setup's text draws its boards, and the signs there are: for an editor. Of any text; never raises."""

    def write_json(self, setup: Any, state: Any) -> str:
        """The text of write_setup as JSON, which read_setup reads, too."""

    def named_seed(self, text: str) -> int | None:
        """The seed a setup text names."""

    def generate(self, seed: int, prove: Callable[..., Any], **options: Any) -> str:
        """A new level's text, proved by `prove` (text in, Certificate out; a second argument says how many positions that is worth).

        Options are keyword-only, annotated, with defaults; the docstring says each in a line `name: what`.
        """

    def ranked(self, setup: Any) -> bool:
        """Whether results of this setup count in tables; practice positions and scripted dice do not."""

    def automatic(self, setup: Any, state: Any, player: int) -> int:
        """The action the platform plays for a player who has no choice, or -1."""

    def advise(self, setup: Any, state: Any, player: int, seed: int, milliseconds: int) -> list[Advice]:
        """What the game's own search thinks of each legal choice."""

    def review(self, setup: Any, states: Sequence[Any], players: Sequence[int], actions: Sequence[int]) -> list[str]:
        """After the end: the story, where it turned. states[i] is the one before actions[i]; states has one more."""
