"""Every message between the hall and its clients, as types; docs/protocol.md and the client's TypeScript are made from
them.

A WebSocket at `/ws` carries JSON texts, each an object with a `type`. The first one a client sends is `join`. Players
and seats are numbered from 1; seat 0 is a spectator. Fields that have their default are left out. A client numbers the
acts of each of its seats from 1 (`number`); a pair (seat, number) counts once, however often it is sent. What a seat
sees is numbered, too (`at`): a client that comes back says what it has and gets what it missed. In a game with secrets
both numbers are the seat's own affair.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from gridhall.draft import Draft
from gridhall.scene import (
    Choice,
    Frame,
    Kind,
    Labels,
    Layer,
    Line,
    Mark,
    Meter,
    Outcome,
    Piece,
    Preview,
    Scene,
    Timeline,
)

VERSION = 1  # of the protocol; a client of another version is told to load the page again


# ---------------------------------------------------------------- parts


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


class Offer(Struct, omit_defaults=True):
    """Something a seat has offered and nobody has answered: draw, undo (a take-back) or rematch.

    Acts of `answer` name it by `what`.
    """

    what: str
    seat: int


class Result(Struct, omit_defaults=True):
    """How a match ended.

    `reason` is rules, resign, clock, draw (agreed) or left; `winner` 0 is nobody (or a puzzle that was not won).
    """

    reason: str
    winner: int = 0
    text: str = ""  # a sentence for people
    # What makes a result of one player better, the most important first, more is better; [] if it counts in no table.
    rank: list[int] = []


class Tally(Struct, omit_defaults=True):
    """What a match that has ended counts as in a list of results.

    A game's `ranking` (GameCard) says how two compare.
    """

    plies: int = 0  # moves of its replay
    moves: int = 0  # as the game counts them
    seconds: float = 0.0
    undone: int = 0  # plies taken back
    facts: dict[str, int] = {}  # those that the ranking names


class Room(Struct, omit_defaults=True, tag="room", tag_field="type"):
    """All there is to know about a room besides the board; sent whole whenever any of it has changed."""

    id: str
    game: str
    title: str  # of the game
    seats: list[Seat]
    state: str  # waiting (for somebody to sit down), playing, over
    level: str = ""  # the shipped level's name
    level_title: str = ""
    open: bool = False  # a person chose the seed or the text: never ranked
    commit: str = ""  # SHA-256 of nonce and seed in hex, told before the first act
    nonce: str = ""  # hex, told at the end
    seed: str = ""  # a decimal number, told at the end, or at once if somebody wished for it or the text names it
    clock: int = 0  # seconds per turn; 0 is none
    # Seconds left for the turn of each seat when this was sent; -1 where the clock stands; [] without clock.
    left: list[float] = []
    offers: list[Offer] = []
    result: Result | None = None
    tally: Tally | None = None  # told at the end
    next: str = ""  # the room of the rematch
    secrets: bool = False  # of the game
    puzzle: bool = False
    undo: bool = False  # undo and restart make sense here
    draws: bool = False  # a draw can be offered
    hints: bool = False
    watching: int = 0  # spectators connected


class Key(Struct, omit_defaults=True):
    """A seat a client holds, and what of its view the client already has (`at` of the last whole or update.

    -1 is nothing).
    """

    seat: int
    secret: str = ""  # not needed for seat 0
    at: int = -1


# ---------------------------------------------------------------- client to server


class Join(Struct, omit_defaults=True, tag="join", tag_field="type"):
    """Enter a room: the first message, once.

    Keys of no seat at all watch. Answered by `joined`, then what each seat lacks.
    """

    version: int
    room: str
    keys: list[Key] = []
    token: str = ""  # the guest's; needed to sit down


class Play(Struct, omit_defaults=True, tag="play", tag_field="type"):
    """Play a word, or an action of the scene's choices (and `then`, a walk that stops at anything new).

    Answered by `update`, `taken` or `error`.
    """

    seat: int
    number: int
    word: str = ""
    action: int = -1
    then: list[int] = []


class Undo(Struct, omit_defaults=True, tag="undo", tag_field="type"):
    """Take back `count` plies, 0 for all of them (restart). Alone at the board only; others `offer` it."""

    seat: int
    number: int
    count: int = 1


class Resign(Struct, omit_defaults=True, tag="resign", tag_field="type"):
    """Give up."""

    seat: int
    number: int


class Propose(Struct, omit_defaults=True, tag="offer", tag_field="type"):
    """Offer the others a draw, a take-back (`undo`) or, after the end, a `rematch`.

    Alone at the board a rematch is made at once.
    """

    seat: int
    number: int
    what: str


class Answer(Struct, omit_defaults=True, tag="answer", tag_field="type"):
    """Accept or decline what another seat offered."""

    seat: int
    number: int
    what: str
    yes: bool


class Sit(Struct, omit_defaults=True, tag="sit", tag_field="type"):
    """Take an open seat; answered by `seated` with its secret."""

    seat: int
    name: str = ""


class Fill(Struct, omit_defaults=True, tag="fill", tag_field="type"):
    """Let the machine take an open seat; for whoever sits in the room."""

    seat: int
    level: str


class Leave(Struct, omit_defaults=True, tag="leave", tag_field="type"):
    """Give a seat up: before the first act it is open again, later the match is lost (`left`)."""

    seat: int


class AskWhole(Struct, omit_defaults=True, tag="whole?", tag_field="type"):
    """Ask for the whole scene of a seat, whatever was sent before; answered by `whole`."""

    seat: int


class AskPreview(Struct, omit_defaults=True, tag="preview?", tag_field="type"):
    """Ask what a choice (a walk with its `then`) would do; answered by `preview` with the same `ask`."""

    seat: int
    ask: int
    action: int
    then: list[int] = []


class AskTimeline(Struct, omit_defaults=True, tag="timeline?", tag_field="type"):
    """Ask for the frames of the scene's timeline; answered by `timeline` with the same `ask`."""

    seat: int
    ask: int


class AskHint(Struct, omit_defaults=True, tag="hint?", tag_field="type"):
    """Ask for a good next move (where two play.

    Only against the machine) or for odds; answered by `hint` with the same `ask`, perhaps seconds later.
    """

    seat: int
    ask: int


class Ping(Struct, omit_defaults=True, tag="ping", tag_field="type"):
    """Ask whether the server is there; answered by `pong`.

    Clients do it every 2.5 seconds and reconnect after 9 without any message.
    """


# ---------------------------------------------------------------- server to client


class Joined(Struct, omit_defaults=True, tag="joined", tag_field="type"):
    """The client is in the room.

    `numbers` are the numbers of the last act of each seat of `keys`, in their order. `room` and `whole` or `update`
    follow.
    """

    version: int
    seats: list[int]
    numbers: list[int]


class Said(Struct):
    """A sentence that was said after so many moves (`moves` of the update it came with)."""

    at: int
    text: str


class Whole(Struct, omit_defaults=True, tag="whole", tag_field="type"):
    """A seat's whole scene."""

    seat: int
    at: int
    scene: Scene
    acting: list[int] = []  # seats that may act now, as far as this seat knows
    moves: int = 0  # that a replay would show this seat now; 0 for spectators of secrets
    said: list[Said] = []  # to this seat lately, of moves that still stand, oldest first


class Update(Struct, omit_defaults=True, tag="update", tag_field="type"):
    """What a seat saw happen, in steps; the scene after the last step is the new one.

    Its `at` is one more than that of the scene it changes.
    """

    seat: int
    at: int
    steps: list[Step]
    number: int = 0  # of the seat's own act, which is hereby stored; 0: somebody else's
    by: int = 0  # who played, and his word, unless that is secret
    word: str = ""
    acting: list[int] = []
    undone: int = 0  # plies taken back
    moves: int = 0  # as in `whole`
    said: list[Said] = []  # after a take-back: all that still stands of what was said before
    left: list[float] = []  # as in `room`; [] where no clock has changed


class Taken(Struct, omit_defaults=True, tag="taken", tag_field="type"):
    """The act was stored before.

    Or now, without anything to see (an offer), and then every device of the seat is told.
    """

    seat: int
    number: int


class Seated(Struct, omit_defaults=True, tag="seated", tag_field="type"):
    """The seat is this client's. Its secret opens it from any device; it is told once. `whole` follows."""

    seat: int
    secret: str


class Previewed(Struct, omit_defaults=True, tag="preview", tag_field="type"):
    """What a choice would do."""

    seat: int
    ask: int
    preview: Preview


class Timelined(Struct, omit_defaults=True, tag="timeline", tag_field="type"):
    """The frames of the scene's timeline."""

    seat: int
    ask: int
    frames: list[Frame]


class Odds(Struct, omit_defaults=True):
    """What the game's own search thinks of a choice.

    A chance from 0 to 1, half its 95 % interval, and how many samples it rests on (0: exact).
    """

    action: int
    word: str
    value: float
    error: float = 0.0
    samples: int = 0
    text: str = ""


class Hinted(Struct, omit_defaults=True, tag="hint", tag_field="type"):
    """A good next move (`action` -1: none known); `lost` says that it can no longer be won, and that `undo` plies back
    it could (0: not known).

    In a game of chance it is the odds of every choice instead, best first.
    """

    seat: int
    ask: int
    action: int = -1
    word: str = ""
    text: str = ""
    lost: bool = False
    undo: int = 0
    odds: list[Odds] = []


class Rematch(Struct, omit_defaults=True, tag="rematch", tag_field="type"):
    """The next room, and the seats this client holds there."""

    room: str
    keys: list[Key]


class Preparing(Struct, omit_defaults=True, tag="preparing", tag_field="type"):
    """What the hall prepares now for this room's game, as sentences for people; without texts when all is ready.

    It is sent whole whenever it changes: whoever waits for a machine's move or a hint is told why.
    """

    texts: list[str] = []


class Pong(Struct, omit_defaults=True, tag="pong", tag_field="type"):
    """The server is there."""


class Error(Struct, omit_defaults=True, tag="error", tag_field="type"):
    """Something was refused and has changed nothing. `code` is for programs (see the table), `message` for people."""

    code: str
    message: str
    seat: int = 0
    number: int = 0  # of the act that was refused; it may be used again
    ask: int = 0


# ---------------------------------------------------------------- over HTTP


class Guest(Struct, omit_defaults=True):
    """A visitor without sign-up: the token is kept by the client and sent as `Authorization: Bearer TOKEN`."""

    token: str
    name: str


class SeatWish(Struct, omit_defaults=True):
    """Who shall sit on a seat of a new room.

    `me`, `open` (whoever has the link) or `machine` (with a `level` of play).
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
    keys: list[Key]


class LevelOfPlay(Struct, omit_defaults=True):
    """An opponent the machine offers."""

    name: str
    title: str = ""
    text: str = ""


class LevelCard(Struct, omit_defaults=True):
    """A shipped level and what is proved of it (`certificate`.

    Status, length, bound ...); `note` is whatever else its index says.
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


class Defect(Struct, omit_defaults=True):
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
    defects: list[Defect] = []


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

    A short living picture is one, too.
    """

    game: str
    title: str
    plies: int  # of the whole match
    start: int
    first: Scene
    shown: list[PlyShown]
    notches: list[int] = []  # plies after which a turn began, for the timeline
    players: list[str] = []  # names
    result: Result | None = None
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
    keys: list[Key] = []


class Failure(Struct, omit_defaults=True):
    """The body of every HTTP answer that is no success."""

    code: str
    message: str
    defects: list[Defect] = []


ToServer = (
    Join
    | Play
    | Undo
    | Resign
    | Propose
    | Answer
    | Sit
    | Fill
    | Leave
    | AskWhole
    | AskPreview
    | AskTimeline
    | AskHint
    | Ping
)
ToClient = (
    Joined
    | Room
    | Whole
    | Update
    | Taken
    | Seated
    | Previewed
    | Timelined
    | Hinted
    | Rematch
    | Preparing
    | Pong
    | Error
)
OverHTTP = (
    Guest, MakeRoom, SeatWish, RoomMade, GameCard, GamePage, LevelOfPlay, LevelCard, LevelPage, Checked, Proof, Replay, PlyShown, RoomCard, Defect, Failure,
)  # fmt: skip
PARTS = (Changed, Step, Seat, Offer, Result, Tally, Key, Odds, Said)

CODES = {
    "bad_message": "not JSON, no known type, or a field of the wrong kind; after 20 of them in a row the connection is closed (4400)",
    "too_fast": "more messages than allowed; wait a second. Whoever goes on is closed (4429)",
    "too_large": "the message or text is larger than allowed",
    "too_many": "too many rooms or guests for now",
    "not_joined": "the first message must be join",
    "old_client": "another version of the protocol: load the page again",
    "no_room": "there is no such room, or no longer (closed with 4404)",
    "no_seat": "there is no such seat, or this client does not hold it",
    "seat_taken": "somebody sits there",
    "not_started": "a seat is still open",
    "bad_number": "the act's number is not the one after the last; `joined` and `taken` tell it",
    "bad_action": "the game has no such word",
    "illegal_action": "the rules refuse it now; the message has the rule's number",
    "not_your_turn": "somebody else is to act",
    "match_over": "the match has ended",
    "not_offered": "nothing of the kind was offered, or it cannot be offered here",
    "bad_setup": "the level or text cannot be used; `defects` says why",
    "unknown_game": "there is no such game",
    "bad_record": "a record that cannot be read or does not replay",
    "sealed": "the match has secrets and is not over",
    "no_guest": "the guest's token is missing or unknown",
    "unavailable": "the server cannot do this now",
    "internal": "a bug; it has been logged",
}  # fmt: skip
CLOSES = {
    4400: "too many bad messages",
    4404: "no such room",
    4408: "no join within 10 seconds, or nothing for a minute",
    4409: "the client reads too slowly",
    4429: "too many messages",
    1009: "a message larger than 64 KiB",
    1012: "the server goes down or restarts: come back",
}
