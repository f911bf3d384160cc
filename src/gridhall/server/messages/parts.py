"""What several messages have in common."""

from msgspec import UNSET, Struct, UnsetType

from gridhall.scene import Card, Choice, Kind, Labels, Layer, Line, Mark, Meter, Outcome, Piece, Timeline


class Changed(Struct, omit_defaults=True):
    """The fields of a Scene that differ from the scene before, with their new values; null means none.

    The rest stays as it was.
    """

    width: int | UnsetType = UNSET
    height: int | UnsetType = UNSET
    legend: dict[str, Kind] | UnsetType = UNSET
    layers: list[Layer] | UnsetType = UNSET
    pieces: list[Piece] | UnsetType = UNSET
    marks: list[Mark] | UnsetType = UNSET
    meters: list[Meter] | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET
    status: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    log: list[Line] | UnsetType = UNSET
    labels: Labels | UnsetType | None = UNSET
    window: list[int] | UnsetType | None = UNSET
    timeline: Timeline | UnsetType | None = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    maps: list[Layer] | UnsetType = UNSET
    turned: bool | UnsetType = UNSET
    cards: list[Card] | UnsetType = UNSET
    tick: int | UnsetType = UNSET


class Step(Struct, omit_defaults=True):
    """One thing to show: what changes in the scene, and the sentence said with it.

    Choices change only in the last step of a list.
    """

    changed: Changed
    text: str = ""


class Seat(Struct, omit_defaults=True):
    """A seat of a room. `kind` is person, machine or open; `here` says that a client of it is connected."""

    seat: int
    kind: str
    name: str = ""
    level: str = ""  # of play, of a machine
    here: bool = False
    profile: str = ""  # the name of a person's account, if it is claimed: their page is /@NAME


class Offer(Struct, omit_defaults=True):
    """Something a seat has offered and nobody has answered: draw, undo (a take-back) or rematch.

    Acts of `answer` name it by `what`.
    """

    what: str
    seat: int


class Ending(Struct, omit_defaults=True):
    """How a match ended.

    `reason` is rules, resign, clock, draw (agreed), left or limit (as many acts as the hall keeps); `winner` 0 is
    nobody (or a puzzle that was not won).
    """

    reason: str
    winner: int = 0
    text: str = ""  # a sentence for people
    # What makes a result of one player better, the most important first, more is better; [] if it counts in no table.
    rank: list[int] = []


class Tally(Struct, omit_defaults=True):
    """What a match that has ended counts as in a list of results; a game's `ranking` (GameCard) says how two
    compare.
    """

    plies: int = 0  # moves of its replay
    moves: int = 0  # as the game counts them
    seconds: float = 0.0
    undone: int = 0  # plies taken back
    facts: dict[str, int] = {}  # those that the ranking names
    best: int = 0  # of a puzzle that was won: the fewest moves that any win takes, where they are proved
    mark: str = ""  # perfect (the best possible), near (at most a quarter more), or nothing
    praise: str = ""  # the same as a sentence


class SeatKey(Struct, omit_defaults=True):
    """A seat a client holds, and what of its view the client already has (`at` of the last whole or update; -1 is
    nothing).
    """

    seat: int
    secret: str = ""  # not needed for seat 0
    at: int = -1


class Odds(Struct, omit_defaults=True):
    """What the game's own search thinks of a choice: a chance from 0 to 1, half its 95 % interval, and how many
    samples it rests on (0: exact).
    """

    action: int
    word: str
    value: float
    error: float = 0.0
    samples: int = 0
    text: str = ""


class Branch(Struct, omit_defaults=True):
    """Where a line that somebody tried left a match: its room ("": a record from a file), and after how many plies."""

    room: str
    ply: int


class Said(Struct):
    """A sentence that was said after so many moves (`moves` of the update it came with)."""

    at: int
    text: str
