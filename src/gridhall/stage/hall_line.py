"""A line to a room of a hall: joins, sends acts once, asks, and comes back by itself after a loss.

It is the terminal's half of docs/protocol.md, as `room/connection.svelte.ts` is the browser's.
"""

import asyncio
import contextlib
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from gridhall.errors import Unavailable, Usage
from gridhall.server.messages import VERSION
from gridhall.server.messages.client import NUMBERS, PLACES, Answer, AskWhole, Join, Play, Propose, Undo, place_of
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import ErrorMessage, Joined, Pong, Taken, Update
from gridhall.stage.hall_socket import HallSocket

PATIENCE = 15.0  # seconds for an answer over HTTP
Act = Play | Undo | Propose | Answer


class RoomAddress(msgspec.Struct, frozen=True):
    """Where a room is: the hall's address without a slash at its end, and the room's name."""

    hall: str
    room: str

    @property
    def socket(self) -> str:
        return f"{self.hall.replace('http', 'ws', 1)}/ws"


def read_hall(text: str) -> str:
    """A hall's address without what follows it: http://HALL."""
    if (parts := _parts_of(text)) is None:
        raise Usage(f"{text} is no address of a hall; it looks like http://HALL, as the browser shows it")
    return f"{parts.scheme}://{parts.netloc}"


def read_address(text: str) -> RoomAddress:
    """The room of an address as the browser shows it: http://HALL/r/ROOM."""
    parts = _parts_of(text)
    path = [part for part in parts.path.split("/") if part] if parts else []
    if parts is None or len(path) != 2 or path[0] not in ("r", "m"):
        raise Usage(f"{text} is no address of a room; it looks like http://HALL/r/ROOM, as the browser shows it")
    return RoomAddress(f"{parts.scheme}://{parts.netloc}", unquote(path[1]))


def _parts_of(text: str) -> SplitResult | None:
    """The parts of an address that a browser could open; None if it is none."""
    try:
        parts = urlsplit(text.strip())
        is_place = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
    except ValueError:  # half an IPv6 address, or a port that is none
        return None
    is_readable = parts.netloc.isprintable() and not any(sign.isspace() for sign in parts.netloc)
    return parts if parts.scheme in ("http", "https") and is_place and is_readable else None


def _draw_device() -> int:
    return secrets.randbelow(NUMBERS // PLACES)


async def fetch(url: str, body: bytes | None = None, **headers: str) -> bytes:
    """An answer over HTTP; raises Unavailable with a sentence."""

    def get() -> bytes:
        request = urllib.request.Request(url, body, headers, method="GET" if body is None else "POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return bytes(answer.read())

    try:
        return await asyncio.to_thread(get)
    except urllib.error.HTTPError as wrong:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            raise Unavailable(str(msgspec.json.decode(wrong.read())["message"])) from wrong
        raise Unavailable(f"the hall answered {wrong.code}") from wrong
    except (OSError, ValueError, OverflowError, HTTPException) as wrong:
        raise Unavailable(f"there is no hall at {url.partition('/api')[0]}: {wrong}") from wrong


class HallLine(HallSocket):
    """The line. `hear` gets every message that is not about acts and questions; `changed` is called after a loss."""

    def __init__(self, address: RoomAddress, token: str, keys: Callable[[], list[SeatKey]],
                 hear: Callable[[Any], None], changed: Callable[[], None]) -> None:  # fmt: skip
        super().__init__(address.socket)
        self.address, self.token, self.keys = address, token, keys
        self.hear, self.changed = hear, changed
        self.device = _draw_device()  # tells its acts from those of the seat's other devices
        self.stored: dict[int, int] = {}  # by seat: the place of the last act that is stored, be it another device's
        self.waiting: list[Act] = []  # acts that the hall has not confirmed
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._asks = 0

    def greeting(self) -> Join:
        return Join(VERSION, self.address.room, self.keys(), self.token)

    def lost(self) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Unavailable("the connection was lost; ask again"))
        self._answers.clear()
        if not self.gone:
            self.changed()

    def act(self, act: Act) -> None:
        """Send an act of a seat; it is sent again after a loss, and counts once."""
        places = [place_of(other.number) for other in self.waiting if other.seat == act.seat]
        act.number = self.device * PLACES + max([self.stored.get(act.seat, 0), *places]) + 1
        self.waiting.append(act)
        self.send(act)

    async def ask(self, question: Callable[[int], msgspec.Struct]) -> Any:
        """Ask something; the answer comes with the same number."""
        if not self.is_live:
            raise Unavailable("there is no connection now")
        self._asks += 1
        answer = self._answers[self._asks] = asyncio.get_running_loop().create_future()
        self.send(question(self._asks))
        return await answer

    def receive(self, message: Any) -> None:
        if isinstance(message, Joined):
            self._joined(message)
        elif isinstance(message, Pong):
            return
        elif (ask := getattr(message, "ask", 0)) and ask in self._answers:
            answer = self._answers.pop(ask)
            if isinstance(message, ErrorMessage):
                answer.set_exception(Unavailable(message.message))
            else:
                answer.set_result(message)
            return
        elif isinstance(message, ErrorMessage):
            if message.code == "overtaken" and not self._waits(message.seat, message.number):
                return  # it has been told of the first of them
            self._refused(message)
        elif isinstance(message, (Update, Taken)) and message.number:
            self._confirmed(message.seat, message.number)
        self.hear(message)

    def _confirmed(self, seat: int, number: int) -> None:
        self.stored[seat] = max(self.stored.get(seat, 0), place_of(number))
        self._forget(seat, number)

    def _waits(self, seat: int, number: int) -> bool:
        return any((act.seat, act.number) == (seat, number) for act in self.waiting)

    def _forget(self, seat: int, number: int) -> None:
        self.waiting = [act for act in self.waiting if (act.seat, act.number) != (seat, number)]

    def _joined(self, message: Joined) -> None:
        """Send again what the hall has not confirmed; places must have no gap, and an act may have been refused."""
        self.is_live = True
        for seat, number in zip(message.seats, message.numbers):
            last = self.stored[seat] = place_of(number)
            for act in self.waiting:
                if act.seat == seat and (place := place_of(act.number)) > self.stored[seat]:
                    last += 1
                    act.number += last - place
        for act in self.waiting:
            self.send(act)

    def _refused(self, message: ErrorMessage) -> None:
        if message.code in ("no_room", "old_client"):
            self.gone = message.message
        elif message.code == "overtaken":
            self.waiting = [act for act in self.waiting if act.seat != message.seat]
            self.device = _draw_device()  # the next acts have the places of those, and must not be taken for them
            self.send(AskWhole(message.seat))
        elif message.number:
            self._forget(message.seat, message.number)
