"""Bodies of HTTP requests and answers."""

from typing import Any

from msgspec import Struct

from gridhall.draft import Draft
from gridhall.guide import Reason
from gridhall.options import Option
from gridhall.replay import PlyValue
from gridhall.scene import Scene
from gridhall.server.messages.parts import Ending, Seat, SeatKey, Step


class Guest(Struct, omit_defaults=True):
    """A visitor without sign-up: the token is kept by the client and sent as `Authorization: Bearer TOKEN`."""

    token: str
    name: str


class SeatWish(Struct, omit_defaults=True):
    """Who shall sit on a seat of a new room: `me`, `open` (whoever has the link) or `machine` (with a `level` of
    play).
    """

    kind: str
    level: str = ""
    name: str = ""


class MakeRoom(Struct, omit_defaults=True):
    """A wish for a room.

    `seats` is empty for: me on every seat. A shipped `level` or a setup's `text`, or neither for the game's default.
    """

    game: str
    seats: list[SeatWish] = []
    level: str = ""
    text: str = ""
    settings: dict[str, str] = {}  # for the default: what was chosen of the game's `options`
    seed: str = ""  # a decimal number, `daily`, or a name that stands for one; "" lets the server draw one
    clock: int = 0
    rated: bool = False  # between claimed accounts and machines, with a clock
    daily: bool = False  # the match of the day: its seed is the hall's secret until the day is over


class RoomMade(Struct, omit_defaults=True):
    """The new room and the seats of whoever made it."""

    room: str
    keys: list[SeatKey]


class LevelOfPlay(Struct, omit_defaults=True):
    """An opponent the machine offers."""

    name: str
    title: str = ""
    text: str = ""


class LevelCard(Struct, omit_defaults=True):
    """A shipped level and what is proved of it (`certificate`: status, length, bound ...); `note` is whatever else its
    index says.
    """

    name: str
    title: str
    group: str = ""
    certificate: dict[str, Any] = {}
    note: dict[str, Any] = {}


class Look(Struct):
    """Another look of a game's board; its drawings are at `/api/games/GAME/theme-NAME.svg`."""

    name: str
    title: str


class GameCard(Struct, omit_defaults=True):
    """A game as the hall lists it."""

    game: str
    title: str
    version: int
    players: int
    aim: str = ""
    puzzle: bool = False
    secrets: bool = False
    undo: bool = False
    daily: bool = False  # there is a match of the day
    default: str = ""  # the level played when none is named
    ranking: list[str] = []  # facts that make a result better, most important first; "-" before those where less is
    levels_of_play: list[LevelOfPlay] = []
    levels: int = 0  # how many are shipped
    lesson: int = 0  # how many steps its first lesson has; 0 if there is none
    json: bool = False  # levels are written as JSON, too
    # Suffixes of a level's files, if it has several; as one text a line `---` stands between them.
    files: list[str] = []
    paper: str = ""  # what can be printed: its own sheet (sheet), its levels (levels), or nothing
    looks: list[Look] = []  # other looks of its board, besides the usual one


class GamePage(Struct, omit_defaults=True):
    """Everything on a game's page; `rules` is Markdown.

    `options` are the settings of a match by default, `generator` those of a new level; each may be empty.
    """

    card: GameCard
    rules: str
    levels: list[LevelCard] = []
    help: str = ""
    options: list[Option] = []
    generator: list[Option] = []
    reasons: list[Reason] = []  # the rulings behind sentences of its previews and events, for whoever asks why


class LevelPage(Struct, omit_defaults=True):
    """A level's text and its first scene."""

    text: str
    scene: Scene
    title: str = ""


class SetupDefect(Struct, omit_defaults=True):
    """One thing wrong with a setup."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    problem: str = ""
    cure: str = ""
    rule: str = ""  # the numbers of the rulings behind it, for whoever asks why


class Checked(Struct, omit_defaults=True):
    """A text as it stands: how it is drawn, and its first scene, or all its defects.

    The text is told if none was sent: it is a new level's.
    """

    text: str
    draft: Draft
    scene: Scene | None = None
    defects: list[SetupDefect] = []


class Proof(Struct, omit_defaults=True):
    """How far a proof is (`status` ""), or its end: OPTIMAL, SOLVABLE, UNSOLVABLE, OPEN.

    `bound` moves are needed at least.
    """

    status: str = ""
    length: int = 0
    bound: int = 0
    positions: int = 0
    witness: list[str] = []
    score: int | None = None  # the most points within the fewest moves, where that is asked for
    note: str = ""
    preparing: str = ""  # what has to be made ready before the search begins, as a sentence; "" while it searches


class MakeLevel(Struct, omit_defaults=True):
    """A wish for a new level: what was chosen of the generator's options, and a seed (drawn if there is none)."""

    options: dict[str, str] = {}
    seed: str = ""


class NewLevel(Struct, omit_defaults=True):
    """How far a new level is, or its end: a `text` with what is proved of it, or the `problem` why there is none."""

    drafts: int = 0  # that were proved so far
    text: str = ""
    proof: Proof | None = None
    problem: str = ""
    preparing: str = ""  # what has to be made ready first, as a sentence


class PlyShown(Struct, omit_defaults=True):
    """A ply of a replay: who played what, and the steps from the scene before to the scene after."""

    ply: int  # from 1
    player: int
    word: str
    steps: list[Step]
    seconds: float = 0.0


class Replay(Struct, omit_defaults=True):
    """Plies `start` + 1 to `start` + len(shown) of a match, from the scene `first` after ply `start`.

    A game's demo match is one, too.
    """

    game: str
    title: str
    plies: int  # of the whole match
    start: int
    first: Scene
    shown: list[PlyShown]
    notches: list[int] = []  # plies after which a turn began, for the timeline
    players: list[str] = []  # names
    result: Ending | None = None
    story: list[str] = []  # where it turned, if the game can tell
    level: str = ""  # the title of the shipped level it was played on


class Valued(Struct, omit_defaults=True):
    """What the positions of a match were worth, as far as that is known; `done` when no more will be found out."""

    values: list[PlyValue]
    done: bool = False
    problem: str = ""  # why no more is found out now, as a sentence


class RoomCard(Struct, omit_defaults=True):
    """A room in a list: one's own, to go on with."""

    id: str
    game: str
    title: str
    state: str
    level: str = ""
    level_title: str = ""
    seats: list[Seat] = []
    plies: int = -1  # -1: secret
    touched: float = 0.0  # seconds since 1970
    keys: list[SeatKey] = []


class Health(Struct, omit_defaults=True):
    """How the hall is: `ok` if it can do its work. Workers are counted by lane; one starts when it is first needed."""

    ok: bool
    store_writable: bool
    workers: dict[str, int] = {}
    waiting: dict[str, int] = {}  # tasks, by lane
    rooms: int = 0
    sockets: int = 0


class Failure(Struct, omit_defaults=True):
    """The body of every HTTP answer that is no success."""

    code: str
    message: str
    defects: list[SetupDefect] = []
