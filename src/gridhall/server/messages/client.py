"""What a client sends over its WebSocket."""

from msgspec import Struct

from gridhall.server.messages.parts import SeatKey

PLACES = 1 << 24  # an act's number is its place among the acts of its seat, plus PLACES times the device's own number
NUMBERS = 1 << 53  # what a browser can count to


def place_of(number: int) -> int:
    """The place of an act, from 1, among all that its seat has done."""
    return number % PLACES


class Join(Struct, omit_defaults=True, tag="join", tag_field="type"):
    """Enter a room: the first message, once.

    Keys of no seat at all watch. Answered by `joined`, then what each seat lacks.
    """

    version: int
    room: str
    keys: list[SeatKey] = []
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


class Seen(Struct, omit_defaults=True, tag="seen", tag_field="type"):
    """Tell that all up to the update `at` of a seat has been shown: clocks stand while a film runs.

    They start when all who are to act have seen it, at the latest after 3 seconds a step. It is not answered.
    """

    seat: int
    at: int


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
    """Ask for a good next move (where two play: only against the machine) or for odds; answered by `hint` with the
    same `ask`, perhaps seconds later. With `warn` only whether a puzzle can no longer be won is asked.
    """

    seat: int
    ask: int
    warn: bool = False


class Ping(Struct, omit_defaults=True, tag="ping", tag_field="type"):
    """Ask whether the server is there; answered by `pong`.

    Clients do it every 1.5 seconds and reconnect after 4 without any message.
    """
