"""Bodies of HTTP requests and answers."""

from typing import Any

from msgspec import Struct

from gridhall.draft import Draft
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
    seed: str = ""  # a decimal number, `daily`, or a name that stands for one; "" lets the server draw one
    clock: int = 0


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
    default: str = ""  # the level played when none is named
    ranking: list[str] = []  # facts that make a result better, most important first; "-" before those where less is
    levels_of_play: list[LevelOfPlay] = []
    levels: int = 0  # how many are shipped
    json: bool = False  # levels are written as JSON, too
    # Suffixes of a level's files, if it has several; as one text a line `---` stands between them.
    files: list[str] = []


class GamePage(Struct, omit_defaults=True):
    """Everything on a game's page; `rules` is Markdown."""

    card: GameCard
    rules: str
    levels: list[LevelCard] = []
    help: str = ""


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


class Failure(Struct, omit_defaults=True):
    """The body of every HTTP answer that is no success."""

    code: str
    message: str
    defects: list[SetupDefect] = []
