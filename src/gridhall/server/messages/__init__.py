"""Every message between the hall and its clients, as types: what a client sends, what the server sends, HTTP bodies.

A WebSocket at `/ws` carries JSON texts, each an object with a `type`. The first one a client sends is `join`, or
`lobby?` for the lobby, which has a connection of its own. Players and seats are numbered from 1; seat 0 is a spectator.
Fields that have their default are left out. A client numbers the acts of each of its seats (`number`): 1 for the first
of the seat, whoever did it, and so on (the act's place), plus 2^24 times a number of less than 2^29 that each device
draws for itself. A pair (seat, number) counts once, however often it is sent; of two devices that both do the seat's
third act one is refused (`overtaken`). What a seat sees is numbered, too (`at`): a client that comes back says what it
has and gets what it missed. In a game with secrets both numbers are the seat's own affair.
"""

from typing import get_args

from msgspec import Struct

from gridhall.server.messages import client, guide, http, lobby, parts, people, rankings, server
from gridhall.server.messages.codes import CLOSES, CODES

__all__ = ["CLOSES", "CODES", "MESSAGES", "PARTS", "VERSION", "OverHTTP", "ToClient", "ToServer", "public_name"]

VERSION = 2  # of the protocol; a client of another version is told to load the page again

ToServer = (
    client.Join
    | client.Play
    | client.Undo
    | client.Resign
    | client.Propose
    | client.Answer
    | client.Sit
    | client.Fill
    | client.Leave
    | client.Seen
    | client.AskWhole
    | client.AskPreview
    | client.AskTimeline
    | client.AskHint
    | client.Ping
    | lobby.EnterLobby
    | lobby.Seek
    | lobby.Challenge
    | lobby.TakeSeek
    | lobby.EndSeek
    | lobby.Greet
)
ToClient = (
    server.Joined
    | server.RoomMessage
    | server.Whole
    | server.Update
    | server.Taken
    | server.Seated
    | server.Previewed
    | server.Timelined
    | server.Hinted
    | server.Rematch
    | server.Preparing
    | server.Pong
    | lobby.LobbyMessage
    | lobby.Paired
    | lobby.YourTurn
    | lobby.Greeted
    | server.ErrorMessage
)
OverHTTP = (
    http.Guest,
    http.MakeRoom,
    http.SeatWish,
    http.RoomMade,
    http.GameCard,
    http.GamePage,
    http.LevelOfPlay,
    http.Look,
    http.LevelCard,
    http.LevelPage,
    http.Checked,
    http.Proof,
    http.MakeLevel,
    http.NewLevel,
    http.Replay,
    http.PlyShown,
    http.Valued,
    http.RoomCard,
    http.SetupDefect,
    http.Failure,
    http.Health,
    people.Me,
    people.KeyCard,
    people.PasskeyAsk,
    people.PasskeyAnswer,
    people.Proving,
    people.Claimed,
    people.GuestLeft,
    people.SignedIn,
    people.Ticket,
    people.NameWish,
    people.Device,
    people.ProgramAsk,
    people.ProgramAnswer,
    people.LevelBest,
    people.GameResults,
    people.MatchCard,
    people.Profile,
    people.RecordKept,
    rankings.RatingCard,
    rankings.RatingPoint,
    rankings.RatingCurve,
    rankings.SeatRating,
    rankings.TableLine,
    rankings.BestTable,
    rankings.DayCard,
    rankings.NextLevel,
    guide.GuidePage,
    guide.VerbShown,
    guide.LessonCard,
    guide.LessonPlay,
    guide.LessonPosition,
    lobby.SeekCard,
    lobby.Block,
    lobby.Report,
)
PARTS = (
    parts.Changed,
    parts.Step,
    parts.Seat,
    parts.Offer,
    parts.Ending,
    parts.Tally,
    parts.SeatKey,
    parts.Odds,
    parts.Said,
    parts.Branch,
)
MESSAGES = (*PARTS, *get_args(ToServer), *get_args(ToClient), *OverHTTP)  # every one of them

# What the page and the client call those whose plain name has another meaning in Python's half of the hall.
_PUBLIC_NAMES = {parts.SeatKey: "Key", parts.Ending: "Result", http.SetupDefect: "Defect"}


def public_name(kind: type[Struct]) -> str:
    """The name of a type on the protocol's page and in the client's TypeScript."""
    return _PUBLIC_NAMES.get(kind, kind.__name__)
