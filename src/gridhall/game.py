"""The contract: what a game's package offers the platform. A game is a module, not a class; see docs/architecture.md.

Required
    TITLE, VERSION, PLAYERS, ACTIONS   constants; number PLAYERS is a spectator, everywhere
    REASONS                            sentences with rule numbers; `refusal` returns an index; REASONS[0] is "".
                                       People are told them without the numbers (rulings.py), which `why` tells
    Setup, State                       records (kernel.record); State has a field `rng: u64`.
                                       `read_setup` may return other record types of the same field names
    read_setup, write_setup, start, acting, refusal, step, outcome, score, hide, resample, canonicalize, shape, observe
    word, read_word, facts, scene, describe

Optional constants, see `Game`
    PUZZLE, UNDO, SECRETS, DAILY, FILES, RANKING, DEFAULT, BLANK, HELP, AIM, OPTIONS, LEVELS_OF_PLAY, POOL,
    CERTIFY_SCORE, BREADTH_FIRST, HARMLESS, PUBLIC, PLAN, PLANES_SEEN, SCALARS_SEEN
Optional functions, None where a game does not offer them
    draft, write_json, named_seed, generate, ranked, preview, preview_walk, timeline, automatic, out_of_time,
    counts, fatal, advise, review
    bound, estimate, propose, policy, focus
    plan_begin, plan_act, plan_play, plan_first, plan_draw, plan_value, plan_careless, plan_script

Files beside it, each may be missing
    README.md (the full rules, with numbers), theme.svg (drawings), levels/index.json (the ladder),
    guide.json (what the game teaches: a first lesson, its verbs, tips and terms; see guide.py)

`registry.load` checks all of it (contract.py): the constants' types, how many arguments each function takes, and
that those which run at both speeds are kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gridhall.draft import Draft
from gridhall.options import Option
from gridhall.scene import Frame, Preview, Scene

if TYPE_CHECKING:
    from fractions import Fraction

PLAYING, WON, LOST, DRAWN, LIMIT = range(5)
OUTCOMES = ("playing", "won", "lost", "drawn", "limit")
EVERYONE = -1  # not a player: the whole truth, for tests and finished matches

KERNELS = frozenset((  # functions that run at both speeds, so they must be marked with @kernel
    "start", "acting", "refusal", "step", "outcome", "score", "hide", "resample", "canonicalize", "shape", "observe",
    "bound", "estimate", "propose", "policy", "focus",
    "plan_begin", "plan_act", "plan_play", "plan_first", "plan_draw", "plan_value", "plan_careless", "plan_script",
))  # fmt: skip
PLAN_HOOKS = (  # a game offers all of them or none
    "plan_begin", "plan_act", "plan_play", "plan_first", "plan_draw", "plan_value", "plan_careless",
)  # fmt: skip
AGENT_HOOKS = {"policy": "policy", "duel": "plan_play", "script": "plan_script"}  # what these kinds of agents call


# What a function gets of a match. All of them are records of the game's own; the name says how much they know.
SetupRecord = Any  # what never changes: the level and its options
Truth = Any  # a state with everything in it
View = Any  # a state in which `hide` has blanked what one player may not know
Guess = Any  # a view in which `resample` has put something for what was blanked, as searches do
Position = Any  # any of the three: the function answers from what is there
Player = int  # from 0; PLAYERS is a spectator
Action = int
Seed = int
Skill = int  # which of a game's scripted players
Milliseconds = int  # how long an answer may take
Style = int  # how a plan is drawn, see plan_draw
Share = int  # in percent
Plan = Any  # an array of PLAN numbers
FirstPlan = Any  # the first player's
SecondPlan = Any
Plans = Any  # several of them, row by row
Scratch = Any  # room for another state
Text = str
States = Sequence[Truth]
Players = Sequence[Player]
Actions = Sequence[Action]


class Advice(NamedTuple):
    """What the game's own search thinks of one choice: an honest number."""

    action: Action
    word: str
    value: float  # a chance from 0 to 1
    error: float = 0.0  # half the 95 % interval
    samples: int = 0  # 0: exact
    text: str = ""


class Trials(float):
    """A chance that was not computed, but tried so often; as a number it is the estimate (lost + 1) / (tried + 2)."""

    lost: int
    tried: int

    def __new__(cls, lost: int, tried: int) -> Trials:
        chance = super().__new__(cls, (lost + 1) / (tried + 2) if lost else 0.0)
        chance.lost, chance.tried = lost, tried
        return chance


class Game(Protocol):
    """What the platform uses of a game; registry.load checks it and puts in what a game leaves out."""

    __name__: str
    __file__: str

    def __hash__(self) -> int: ...

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
    HARMLESS: range  # range(0): actions that never lose before the player's next choice; `fatal` is not asked of them
    # (): kinds of events (`what` of kernel.show) that everybody is told in the same words and sees alike: all scenes of
    # that instant differ only in `turned` and in the choices. A hall makes their moments once for all who look.
    PUBLIC: tuple[int, ...]
    DAILY: bool  # False: a hall offers a match of the day, with the same secret seed for everybody
    FILES: tuple[str, ...]  # (): suffixes of a setup made of several files, joined by a line `---`
    RANKING: tuple[str, ...]  # (): keys of facts, best first, "-" before those where less is better
    DEFAULT: str  # "": the shipped level meant when none is named; "" is the empty text
    BLANK: str  # "": the text that a new level begins with; "" is that of the default
    HELP: str  # "": the words, for a terminal
    AIM: str  # "": one paragraph for the game's page
    # (): what can be chosen for the match of the empty text, each as a header line; wanted with DEFAULT "" only
    OPTIONS: tuple[Option, ...]
    # {}: opponents as data, the strongest last: {"easy": {"agent": "propose"}}; agents/ says which there are. They may
    # have a "title" and a "text" for people, and a "rating": their strength on the hall's scale, as the arena measured
    # it, with 1500 for the one called normal. Who has none is thought to be a beginner.
    LEVELS_OF_PLAY: dict[str, dict[str, Any]]
    POOL: dict[str, dict[str, Any]]  # {}: fixed strategies for the arena, as data; they are not offered to people
    CERTIFY_SCORE: bool  # False: a proof also finds the most points that the fewest moves allow
    # False: a proof's witness is the first of all shortest wins in the order of actions, although there is a `bound`
    BREADTH_FIRST: bool
    PLAN: int  # 0: how many numbers a whole plan has; wanted with the plan_ functions
    # (): what `observe` writes, in its order: a name and a meaning for each plane; a name, the least and the greatest
    # value, and a meaning for each scalar. Environments take the bounds of their spaces from it.
    PLANES_SEEN: tuple[tuple[str, str], ...]
    SCALARS_SEEN: tuple[tuple[str, int, int, str], ...]

    def read_setup(self, text: str) -> tuple[SetupRecord, Truth]:
        """The setup and the unstarted state of a text; raises BadSetup with every defect."""

    def write_setup(self, setup: SetupRecord, state: Truth) -> str:
        """The text that gives them back."""

    def start(self, setup: SetupRecord, state: Truth) -> None:
        """Complete a state that is zero but for `rng` (the seed) and what read_setup put there. A kernel."""

    def acting(self, setup: SetupRecord, state: Position) -> int:
        """Bit mask of the players who may act; 0 is the end. A kernel."""

    def refusal(self, setup: SetupRecord, state: Position, player: Player, action: Action) -> int:
        """0 if legal, else an index into REASONS; uses only what the player may know. A kernel."""

    def step(self, setup: SetupRecord, state: Position, player: Player, action: Action) -> None:
        """Act; the caller has asked `refusal`. A kernel."""

    def outcome(self, setup: SetupRecord, state: Position, player: Player) -> int:
        """PLAYING, WON, LOST, DRAWN or LIMIT. A kernel."""

    def score(self, setup: SetupRecord, state: Position, player: Player) -> int:
        """Points so far. A kernel."""

    def hide(self, setup: SetupRecord, state: Truth, player: Player) -> None:
        """Blank in place what this player (PLAYERS: a spectator) may not know. A kernel."""

    def resample(self, setup: SetupRecord, state: View, player: Player, seed: Seed) -> None:
        """Guess in place what `hide` blanked; hiding again gives the same view. A kernel."""

    def canonicalize(self, setup: SetupRecord, state: Truth) -> None:
        """Blank in place what does not matter for the future: equal bytes mean equal positions. A kernel."""

    def shape(self, setup: SetupRecord) -> tuple[int, int, int, int]:
        """(planes, rows, columns, scalars) of an observation. A kernel."""

    def observe(self, setup: SetupRecord, state: View, player: Player, planes: Any, scalars: Any) -> None:
        """Write the observation: flat planes of 8-bit numbers, scalars of 32-bit ones, every one of them. A kernel.

        It is handed a view. Only of a game without SECRETS batches hand it the truth and save the copy: such a game
        promises that `observe` and `refusal` tell the same of both.
        """

    def word(self, setup: SetupRecord, state: Position, action: Action) -> str:
        """The action as a player types it."""

    def read_word(self, setup: SetupRecord, state: View, text: str) -> Action:
        """The action a text means; raises BadAction."""

    def facts(self, setup: SetupRecord, state: Position, player: Player) -> dict[str, Any]:
        """The position as JSON-able data, as the rules page says: from the player's view; for EVERYONE the truth."""

    def scene(self, setup: SetupRecord, state: Position, player: Player) -> Scene:
        """What this player sees, from their view; for EVERYONE from the truth."""

    def describe(self, setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
        """An event (see kernel.show) as a sentence for this player, from the truth of its instant.

        None: they may not know of it; "": it is only seen.
        """

    # Optional functions. A game that does not offer one has None in its place.

    bound: Callable[[SetupRecord, Truth], int] | None
    """Never more than the moves still needed to win; -1 if it surely cannot be won any more. A kernel."""

    estimate: Callable[[SetupRecord, Guess, Player], int] | None
    """Who stands better: 0 is even, 1000 as good as won for this player. A kernel."""

    propose: Callable[[SetupRecord, View | Guess, Player, Seed], Action] | None
    """Draw a sensible legal action: of a player, or of a search that plays on. A kernel."""

    policy: Callable[[SetupRecord, View, Player, Seed, Skill], Action] | None
    """The next action of the game's scripted player, for the agent `policy`. A kernel."""

    plan_begin: Callable[[SetupRecord, Position, Player], None] | None
    """Take back all that this player has planned in this turn. A kernel.

    This and the six below are for the agent `duel`: two players plan in secret, then both plans happen at once. A
    plan is an array of PLAN numbers that only the game understands. Nothing is planned in the positions they get.
    """

    plan_act: Callable[[SetupRecord, View, Player, Plan], Action] | None
    """The next action that enters a plan, given what is entered already. A kernel."""

    plan_play: Callable[[SetupRecord, Guess, FirstPlan, SecondPlan], None] | None
    """Enter the first and the second player's plan and play the turn. A kernel."""

    plan_first: Callable[[SetupRecord, View, Player, Plans], int] | None
    """Write the plans that a choice starts from, row by row; returns how many. A kernel."""

    plan_draw: Callable[[SetupRecord, View, Player, Seed, Style, Share, Plan], None] | None
    """Draw a legal plan. A kernel.

    Style 0 is a sensible one, of which `share` in 100 continue something old; 1 any new one; 2 any that continues.
    """

    plan_value: Callable[[SetupRecord, Guess], float] | None
    """How good a position between two turns is for the first player, from -1 to 1. A kernel."""

    plan_careless: Callable[[SetupRecord, View, Scratch, Player, Plan], int] | None
    """Whether a plan harms its own side even if the other does nothing; modifies scratch. A kernel."""

    plan_script: Callable[[SetupRecord, View, Scratch, Player, Seed, Skill, Plan], None] | None
    """Write the plan of the fixed strategy number `skill`, for the agent `script`; modifies scratch. A kernel."""

    focus: Callable[[SetupRecord, View, Player], int] | None
    """The place in a plane, row * columns + column, round which an observation can be cropped. A kernel.

    Only of games whose planes are a ring, on which the cell after the last is the first.
    """

    preview: Callable[[SetupRecord, View, Player, Action], Preview] | None
    """What a choice would do, as far as this view tells."""

    preview_walk: Callable[[SetupRecord, View, Player, Actions], Preview] | None
    """What a choice with its further actions (`then`) would do, as far as this view tells."""

    timeline: Callable[[SetupRecord, View, Player], list[Frame]] | None
    """The frames of the scene's timeline, for scrubbing."""

    draft: Callable[[Text], Draft] | None
    """Where a setup's text draws its boards, and the signs there are: for an editor. Of any text; never raises."""

    write_json: Callable[[SetupRecord, Truth], str] | None
    """The text of write_setup as JSON, which read_setup reads, too."""

    named_seed: Callable[[Text], Seed | None] | None
    """The seed a setup text names."""

    ranked: Callable[[SetupRecord], bool] | None
    """Whether results of this setup count in tables; practice positions and scripted dice do not."""

    automatic: Callable[[SetupRecord, View, Player], Action] | None
    """The action the platform plays for a player who has no choice, or -1."""

    out_of_time: Callable[[SetupRecord, View, Player], Action] | None
    """The action that is played for a player whose time has run out; without one they lose."""

    counts: Callable[[SetupRecord, Truth], bool] | None
    """Whether leaving, or running out of time, is a loss by now; before that it gives no result."""

    fatal: Callable[[SetupRecord, View, Player, Action], Fraction | Trials | int | None] | None
    """The chance, from 0 to 1, that a legal action loses before the player's next choice.

    It is exact, over chance and over everything the view leaves open: 1 only if nothing survives. None lets the
    platform play the action (danger.py), which can be sure only where nothing is left to chance or hidden. A game
    with secrets has nothing marked that this function does not answer.
    """

    advise: Callable[[SetupRecord, View, Player, Seed, Milliseconds], list[Advice]] | None
    """What the game's own search thinks of each legal choice."""

    review: Callable[[SetupRecord, States, Players, Actions], list[str]] | None
    """After the end: the story, where it turned. states[i] is the truth before actions[i]; states has one more."""

    generate: Generate | None
    """A new level's text, proved."""


class Generate(Protocol):
    """Makes levels. Its options are keyword-only, with defaults; its docstring says each in a line.

    `Annotated[int, range(3, 17)]` says which numbers an option takes, `Annotated[str, ("one", "other")]` which words.
    """

    def __call__(self, seed: Seed, prove: Callable[..., Any], **options: Any) -> str:
        """The text of a new level, proved by `prove`.

        `prove` takes a text and gives a Certificate; a second argument says how many positions the answer is worth.
        """
