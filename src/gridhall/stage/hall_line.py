"""A line to a room of a hall: joins, sends acts once, asks, and comes back by itself after a loss.

It is the terminal's half of docs/protocol.md, as `room/connection.svelte.ts` is the browser's.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from gridhall.errors import Unavailable
from gridhall.hall_requests import bearer, requested
from gridhall.server.messages import VERSION
from gridhall.server.messages.client import NUMBERS, PLACES, Answer, AskWhole, Join, Play, Propose, Undo, place_of
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import ErrorMessage, Joined, Pong, Taken, Update
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_socket import HallSocket

PATIENCE = 15.0  # seconds for an answer over HTTP
Act = Play | Undo | Propose | Answer


def _draw_device() -> int:
    return secrets.randbelow(NUMBERS // PLACES)


async def fetch(url: str, body: bytes | None = None, token: str = "") -> bytes:
    """An answer over HTTP; raises Unavailable with a sentence."""
    method = "GET" if body is None else "POST"
    return await asyncio.to_thread(requested, url, body, method, PATIENCE, **bearer(token))


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
