"""Bodies of HTTP requests and answers about accounts: signing in, devices, and the pages about people."""

from typing import Any

from msgspec import Struct

from gridhall.server.messages.parts import Seat
from gridhall.server.messages.rankings import RatingCurve


class Me(Struct, omit_defaults=True):
    """Whoever asks. A guest is an account that is not claimed; `id` "" is somebody without any."""

    id: str = ""
    name: str = ""
    claimed: bool = False
    offers_passkeys: bool = False  # the hall's address is one for which browsers make passkeys
    confirmed: bool = False  # they have proved lately that it is them, as changes of keys and deleting want it
    keys: list["KeyCard"] = []  # of the account, without recovery codes
    codes: int = 0  # recovery codes that are left


class KeyCard(Struct, omit_defaults=True):
    """A way to sign in: a passkey or a password."""

    id: str
    kind: str
    label: str = ""
    made: float = 0.0
    used: float = 0.0


class PasskeyAsk(Struct, omit_defaults=True):
    """What a browser is asked for a passkey with (`options`, as JSON of WebAuthn), and a ticket for the answer."""

    ticket: str
    options: dict[str, Any]


class PasskeyAnswer(Struct, omit_defaults=True):
    """What a browser answered: the ticket, and the credential as JSON of WebAuthn."""

    ticket: str
    credential: dict[str, Any]


class Proving(Struct, omit_defaults=True):
    """What proves that somebody is who they say, or what shall prove it from now on: one of these.

    `name` is needed with a password or a recovery code to sign in, and to claim an account.
    """

    name: str = ""
    password: str = ""
    code: str = ""
    passkey: PasskeyAnswer | None = None
    label: str = ""  # of a new passkey: the device


class Claimed(Struct, omit_defaults=True):
    """An account that has been claimed, or has new recovery codes; they are told once."""

    me: Me
    codes: list[str] = []


class GuestLeft(Struct, omit_defaults=True):
    """What was played here as a guest before signing in, and the ticket to take it along."""

    ticket: str
    name: str
    matches: int


class SignedIn(Struct, omit_defaults=True):
    """Somebody has signed in on this device; `guest` is what could be merged into their account."""

    me: Me
    guest: GuestLeft | None = None


class Ticket(Struct, omit_defaults=True):
    """Something that was begun earlier, to be ended now."""

    ticket: str


class NameWish(Struct, omit_defaults=True):
    """A name somebody wants from now on."""

    name: str


class Device(Struct, omit_defaults=True):
    """A session: a browser or a program that is signed in. `here` is the one that asks."""

    id: str
    label: str
    kind: str
    made: float
    seen: float
    here: bool = False


class ProgramAsk(Struct, omit_defaults=True):
    """A program wants to be signed in. It shows the `code`, which is typed in a browser, and asks with the ticket."""

    code: str = ""
    ticket: str = ""
    label: str = ""


class ProgramAnswer(Struct, omit_defaults=True):
    """The token of a program whose owner has confirmed it; "" while nobody has."""

    token: str = ""
    name: str = ""


class LevelBest(Struct, omit_defaults=True):
    """Somebody's best result of a level."""

    level: str
    title: str
    moves: int
    seconds: float
    room: str
    stars: int = -1  # the most there ever were
    mark: str = ""  # perfect, near or nothing
    undone: int = 0
    proved: bool = True  # the hall took the time; otherwise a record says so
    facts: dict[str, int] = {}  # those that the game's ranking names
    points: float = 0.0  # the most there ever were; summed over a ladder


class GameResults(Struct, omit_defaults=True):
    """How somebody has fared in a game."""

    game: str
    title: str
    puzzle: bool = False
    won: int = 0
    lost: int = 0
    drawn: int = 0
    levels: int = 0  # shipped
    stars: int = 0
    crowns: int = 0  # levels won in the fewest moves possible
    bests: list[LevelBest] = []
    ranking: list[str] = []  # of the game's card: how two results compare


class MatchCard(Struct, omit_defaults=True):
    """A match in the list of somebody's."""

    room: str
    game: str
    title: str
    seats: list[Seat]
    own: list[int]  # their seats
    level: str = ""
    level_title: str = ""
    outcome: str = ""  # won, lost, drawn, none or solo; "" while it is open
    reason: str = ""
    ended: float = 0.0  # of an open match: when it was made
    moves: int = 0
    seconds: float = 0.0
    stars: int = -1
    mark: str = ""
    proved: bool = True
    turn: str = ""  # of an open match: yours, theirs, waiting (for somebody to sit down), or "" if it is not known


class Profile(Struct, omit_defaults=True):
    """The page about somebody. What is `open` is told to themselves only."""

    id: str
    name: str
    made: float
    claimed: bool = False
    mine: bool = False
    curves: list[RatingCurve] = []
    games: list[GameResults] = []
    open: list[MatchCard] = []
    matches: list[MatchCard] = []
    more: bool = False  # there are earlier matches: ask again with `before` the last one's end


class RecordKept(Struct, omit_defaults=True):
    """A record that was sent, replayed, and kept as a match of the account; `known` if it was there already."""

    room: str
    outcome: str
    moves: int
    known: bool = False
