"""Messages of the lobby, where people find each other: both directions, over the same WebSocket as rooms."""

from msgspec import Struct


class EnterLobby(Struct, omit_defaults=True, tag="lobby?", tag_field="type"):
    """Enter the lobby instead of a room: the first message, once. Answered by `lobby`, again whenever it changes."""

    version: int
    token: str = ""  # a program's; a browser's cookie serves, too. Without either one only looks


class Seek(Struct, omit_defaults=True, tag="seek", tag_field="type"):
    """Look for somebody to play with; it takes the place of an earlier seek of the same game and clock.

    Whoever looks for the same is paired with you, the nearer in rating the sooner; anybody may also `take` it. Live
    seeks end with the connection. With a day a turn (43,200 seconds or more) they last a week, and nobody has to wait.
    """

    game: str
    clock: int
    rated: bool = False


class Challenge(Struct, omit_defaults=True, tag="challenge", tag_field="type"):
    """Ask one person, by name, to play."""

    name: str
    game: str
    clock: int
    rated: bool = False


class TakeSeek(Struct, omit_defaults=True, tag="take", tag_field="type"):
    """Play with somebody who looks for it, or accept a challenge. Answered by `paired` or `error`."""

    id: str


class EndSeek(Struct, omit_defaults=True, tag="unseek", tag_field="type"):
    """End a seek of your own, or decline a challenge; without `id` all of your own that are live."""

    id: str = ""


class SeekCard(Struct, omit_defaults=True):
    """An open seat: who looks for what since when (seconds since 1970)."""

    id: str
    name: str
    game: str
    title: str
    clock: int
    made: float
    pace: str = "live"
    rated: bool = False
    rating: int = 0
    provisional: bool = False
    account: str = ""  # of a claimed account, for its page
    mine: bool = False
    challenge: bool = False  # it is for you alone


class LobbyMessage(Struct, omit_defaults=True, tag="lobby", tag_field="type"):
    """Everything in the lobby; sent whole whenever any of it has changed, once a second at the most."""

    people: int  # connections of people who are here now
    seeks: list[SeekCard] = []


class Paired(Struct, omit_defaults=True, tag="paired", tag_field="type"):
    """Somebody was found: join the room with a key of your seat that has no secret; it is yours by your account."""

    room: str
    seat: int
    game: str
    title: str


class YourTurn(Struct, omit_defaults=True, tag="turn", tag_field="type"):
    """It is your turn in a room where no page of yours is open."""

    room: str
    game: str
    title: str


class Greet(Struct, omit_defaults=True, tag="greet", tag_field="type"):
    """Say one of a few set greetings, in a room (see `GREETINGS`); everybody there who has not blocked you reads it."""

    seat: int
    what: str


class Greeted(Struct, omit_defaults=True, tag="greeted", tag_field="type"):
    """A seat says a greeting."""

    seat: int
    what: str


class Block(Struct, omit_defaults=True):
    """Somebody one does not want to meet, by their account's id, or no longer (`on` false)."""

    account: str
    on: bool = True


class Report(Struct, omit_defaults=True):
    """Something that the operator should know of somebody: `reason` is one of REASONS."""

    account: str
    reason: str
    room: str = ""


GREETINGS = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "played": "Well played!",
    "thanks": "Thank you for the game.",
    "moment": "One moment, please.",
    "go": "I have to go.",
}
REASONS = {
    "name": "an offensive name",
    "stalling": "lets others wait on purpose",
    "cheating": "seems to let a program play",
    "other": "something else",
}
