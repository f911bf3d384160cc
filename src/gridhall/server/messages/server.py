"""What the server sends over a WebSocket."""

from msgspec import Struct

from gridhall.scene import Frame, Preview, Scene
from gridhall.server.messages.parts import Branch, Ending, Odds, Offer, Said, Seat, SeatKey, Step, Tally


class Joined(Struct, omit_defaults=True, tag="joined", tag_field="type"):
    """The client is in the room.

    `seats` are those that its keys have opened, and `numbers` the number of the last act of each of them, by whichever
    device. `room` and `whole` or `update` follow.
    """

    version: int
    seats: list[int]
    numbers: list[int]


class RoomMessage(Struct, omit_defaults=True, tag="room", tag_field="type"):
    """All there is to know about a room besides the board; sent whole whenever any of it has changed."""

    id: str
    game: str
    title: str  # of the game
    seats: list[Seat]
    state: str  # waiting (for somebody to sit down), playing, over
    level: str = ""  # the shipped level's name
    level_title: str = ""
    settings: list[str] = []  # of the game's own, where they differ from what is usual: `Turns: 7`
    open: bool = False  # a person chose the seed or the text: never ranked
    commit: str = ""  # SHA-256 of nonce and seed in hex, told before the first act
    nonce: str = ""  # hex, told at the end
    seed: str = ""  # a decimal number, told at the end, or at once if somebody wished for it or the text names it
    clock: int = 0  # seconds per turn; 0 is none
    # Seconds left for the turn of each seat when this was sent; -1 where the clock stands; [] without clock.
    left: list[float] = []
    offers: list[Offer] = []
    result: Ending | None = None
    tally: Tally | None = None  # told at the end
    next: str = ""  # the room of the rematch
    secrets: bool = False  # of the game
    puzzle: bool = False
    undo: bool = False  # undo and restart make sense here
    draws: bool = False  # a draw can be offered
    hints: bool = False
    watching: int = 0  # spectators connected
    branch: Branch | None = None  # it is a line that somebody tried from another match
    rated: bool = False  # its result changes ratings; there is no undo and there are no hints
    day: str = ""  # the day whose secret seed it has, as 2026-11-18; its record is closed until that is over
    series: list[float] = []  # of a rematch: points of each seat in the matches before, and in this one when over


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
    by: int = 0  # who played, and their word, unless that is secret
    word: str = ""
    acting: list[int] = []
    undone: int = 0  # plies taken back
    moves: int = 0  # as in `whole`
    said: list[Said] = []  # after a take-back: all that still stands of what was said before
    left: list[float] = []  # as in `room`; [] where no clock has changed


class Taken(Struct, omit_defaults=True, tag="taken", tag_field="type"):
    """The act was stored before; or now, without anything to see (an offer), and then every device of the seat is
    told.
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


class Hinted(Struct, omit_defaults=True, tag="hint", tag_field="type"):
    """A good next move (`action` -1: none known); `lost` says that it can no longer be won, and that `undo` plies back
    it could (0: not known).

    In a game of chance it is the odds of every choice instead, best first; where turns are planned in secret, a whole
    plan.
    """

    seat: int
    ask: int
    action: int = -1
    word: str = ""
    text: str = ""
    lost: bool = False
    undo: int = 0
    odds: list[Odds] = []
    then: list[int] = []  # the further actions of a whole plan, each an act of its own; none of them seals it
    plan: list[str] = []  # what the buttons of the plan are called; `text` has its words
    preview: Preview | None = None  # what it looks like


class Rematch(Struct, omit_defaults=True, tag="rematch", tag_field="type"):
    """The next room, and the seats this client holds there."""

    room: str
    keys: list[SeatKey]


class Preparing(Struct, omit_defaults=True, tag="preparing", tag_field="type"):
    """What the hall prepares now for this room's game, as sentences for people; without texts when all is ready.

    It is sent whole whenever it changes: whoever waits for a machine's move or a hint is told why.
    """

    texts: list[str] = []


class Pong(Struct, omit_defaults=True, tag="pong", tag_field="type"):
    """The server is there."""


class ErrorMessage(Struct, omit_defaults=True, tag="error", tag_field="type"):
    """Something was refused and has changed nothing. `code` is for programs (see the table), `message` for people."""

    code: str
    message: str
    seat: int = 0
    number: int = 0  # of the act that was refused; it may be used again
    ask: int = 0
    rule: str = ""  # the numbers of the rulings behind it, for whoever asks why
