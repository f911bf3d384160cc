"""The contract: what a game's package offers the platform. A game is a module, not a class; see docs/architecture.md.

Required
    TITLE, VERSION, PLAYERS, ACTIONS   constants; number PLAYERS is a spectator, everywhere
    REASONS                            sentences with rule numbers; `refusal` returns an index; REASONS[0] is ""
    Setup, State                       records (kernel.record); State has a field `rng: u64`.
                                       `read_setup` may return other record types of the same field names
    read_setup, write_setup, start, acting, refusal, step, outcome, score, hide, resample, canonicalize, shape, observe
    word, read_word, facts, scene, describe

Optional constants, see `Game`
    PUZZLE, UNDO, SECRETS, FILES, RANKING, DEFAULT, BLANK, HELP, AIM, LEVELS_OF_PLAY, POOL, CERTIFY_SCORE, PLAN
Optional functions, see `OptionalHooks`
    draft, write_json, named_seed, generate, ranked, preview, preview_walk, timeline, automatic, advise, review
    bound, estimate, propose, policy
    plan_begin, plan_act, plan_play, plan_first, plan_draw, plan_value, plan_careless, plan_script

`registry.load` checks all of it (contract.py): the constants' types, how many arguments each function takes, and
that those which run at both speeds are kernels.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gridhall.draft import Draft
from gridhall.scene import Frame, Preview, Scene

PLAYING, WON, LOST, DRAWN, LIMIT = range(5)
OUTCOMES = ("playing", "won", "lost", "drawn", "limit")
EVERYONE = -1  # not a player: the whole truth, for tests and finished matches

KERNELS = frozenset((  # functions that run at both speeds, so they must be marked with @kernel
    "start", "acting", "refusal", "step", "outcome", "score", "hide", "resample", "canonicalize", "shape", "observe",
    "bound", "estimate", "propose", "policy",
    "plan_begin", "plan_act", "plan_play", "plan_first", "plan_draw", "plan_value", "plan_careless", "plan_script",
))  # fmt: skip
PLAN_HOOKS = (  # a game offers all of them or none
    "plan_begin", "plan_act", "plan_play", "plan_first", "plan_draw", "plan_value", "plan_careless",
)  # fmt: skip
AGENT_HOOKS = {"policy": "policy", "duel": "plan_play", "script": "plan_script"}  # what these kinds of agents call


class Advice:
    """What the game's own search thinks of one choice: an honest number."""

    __slots__ = ("action", "error", "samples", "text", "value", "word")

    def __init__(
        self, action: int, word: str, value: float, error: float = 0.0, samples: int = 0, text: str = ""
    ) -> None:
        """`value` is a chance from 0 to 1; `samples` 0 means exact; `error` is half the 95 % interval."""
        self.action, self.word, self.value, self.error, self.samples, self.text = (
            action,
            word,
            value,
            error,
            samples,
            text,
        )


class Game(Protocol):
    """The required names, and the optional constants; registry.load checks them and supplies the defaults."""

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
    # {}: opponents as data, the strongest last: {"easy": {"agent": "propose"}}; agents/ says which there are. They may
    # have a "title" and a "text" for people.
    LEVELS_OF_PLAY: dict[str, dict[str, Any]]
    POOL: dict[str, dict[str, Any]]  # {}: fixed strategies for the arena, as data; they are not offered to people
    CERTIFY_SCORE: bool  # False: a proof also finds the most points that the fewest moves allow
    PLAN: int  # 0: how many numbers a whole plan has; wanted with the plan_ functions

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

    def resample(self, setup: Any, state: Any, player: int, seed: int) -> None:
        """Guess in place what `hide` blanked; hiding again gives the same view. A kernel."""

    def canonicalize(self, setup: Any, state: Any) -> None:
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
        """The position as JSON-able data, as the rules page says.

        Gets the true state for EVERYONE and else the player's view.
        """

    def scene(self, setup: Any, state: Any, player: int) -> Scene:
        """What this player sees, from their view; for EVERYONE from the true state."""

    def describe(self, setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
        """An event as a sentence for this player, from the true state of its moment.

        None: they may not know of it; "": it is only seen.
        """


class OptionalHooks(Protocol):
    """Functions a game may offer besides; the platform asks with hasattr.

    A `view` is what the player may know; where `state` is written, it may be the truth.
    """

    def bound(self, setup: Any, state: Any) -> int:
        """Never more than the moves still needed to win; -1 if it surely cannot be won any more. A kernel."""

    def estimate(self, setup: Any, state: Any, player: int) -> int:
        """Who stands better: 0 is even, 1000 as good as won for this player. A kernel.

        Searches call it with what they guess the whole state to be.
        """

    def propose(self, setup: Any, view: Any, player: int, seed: int) -> int:
        """Draw a sensible legal action. A kernel.

        Searches call it with what they guess the whole state to be, instead of a view.
        """

    def policy(self, setup: Any, view: Any, player: int, seed: int, skill: int) -> int:
        """The next action of the game's scripted player, for the agent `policy`. A kernel."""

    def plan_begin(self, setup: Any, state: Any, player: int) -> None:
        """Take back all that this player has planned in this turn. A kernel.

        This and the six below are for the agent `duel`: two players plan in secret, then both plans happen at once. A
        plan is an array of PLAN numbers that only the game understands. Nothing is planned in the `state` they get.
        """

    def plan_act(self, setup: Any, view: Any, player: int, plan: Any) -> int:
        """The next action that enters a plan, given what is entered already. A kernel."""

    def plan_play(self, setup: Any, state: Any, first: Any, second: Any) -> None:
        """Enter the first and the second player's plan and play the turn. A kernel."""

    def plan_first(self, setup: Any, state: Any, player: int, plans: Any) -> int:
        """Write the plans that a choice starts from, row by row; returns how many. A kernel."""

    def plan_draw(self, setup: Any, state: Any, player: int, seed: int, style: int, share: int, plan: Any) -> None:
        """Draw a legal plan. A kernel.

        Style 0 is a sensible one, of which `share` in 100 continue something old; 1 any new one; 2 any that continues.
        """

    def plan_value(self, setup: Any, state: Any) -> float:
        """How good a position between two turns is for the first player, from -1 to 1. A kernel."""

    def plan_careless(self, setup: Any, state: Any, scratch: Any, player: int, plan: Any) -> int:
        """Whether a plan harms its own side even if the other does nothing; modifies scratch. A kernel."""

    def plan_script(self, setup: Any, view: Any, scratch: Any, player: int, seed: int, skill: int, plan: Any) -> None:
        """Write the plan of the fixed strategy number `skill`, for the agent `script`; modifies scratch. A kernel."""

    def preview(self, setup: Any, view: Any, player: int, action: int) -> Preview:
        """What a choice would do, as far as this view tells."""

    def preview_walk(self, setup: Any, view: Any, player: int, actions: Sequence[int]) -> Preview:
        """What a choice with its further actions (`then`) would do, as far as this view tells."""

    def timeline(self, setup: Any, view: Any, player: int) -> list[Frame]:
        """The frames of the scene's timeline, for scrubbing."""

    def draft(self, text: str) -> Draft:
        """Where a setup's text draws its boards, and the signs there are: for an editor. Of any text; never raises."""

    def write_json(self, setup: Any, state: Any) -> str:
        """The text of write_setup as JSON, which read_setup reads, too."""

    def named_seed(self, text: str) -> int | None:
        """The seed a setup text names."""

    def generate(self, seed: int, prove: Callable[..., Any], **options: Any) -> str:
        """A new level's text, proved by `prove`.

        `prove` takes a text and gives a Certificate; a second argument says how many positions the answer is worth.
        Options are keyword-only, annotated, with defaults; the docstring says each in a line `name: what`.
        """

    def ranked(self, setup: Any) -> bool:
        """Whether results of this setup count in tables; practice positions and scripted dice do not."""

    def automatic(self, setup: Any, state: Any, player: int) -> int:
        """The action the platform plays for a player who has no choice, or -1.

        It is asked with the player's view at the prompt and with the true state in the hall, and answers the same.
        """

    def advise(self, setup: Any, view: Any, player: int, seed: int, milliseconds: int) -> list[Advice]:
        """What the game's own search thinks of each legal choice."""

    def review(self, setup: Any, states: Sequence[Any], players: Sequence[int], actions: Sequence[int]) -> list[str]:
        """After the end: the story, where it turned. states[i] is the truth before actions[i]; states has one more."""
