"""The clock of a room: so many seconds for each turn."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridhall.server.room import Room


class TurnClock:
    """Counts the seconds of every player's turn, and ends the match when they have run out.

    Without seconds in the room's row it does nothing. Machines have all the time they need.
    """

    def __init__(self, room: "Room", end_match: Callable[[int, int], None]) -> None:
        """`end_match` is called with the seat whose time has run out and the seat that wins (0: nobody)."""
        self.room, self.seconds = room, room.row.clock
        self._end_match = end_match
        self.began = [time.time()] * room.players  # when the turn of each player began
        self.timer: asyncio.TimerHandle | None = None

    def left(self, acting: Sequence[int]) -> list[float]:
        """Seconds left for each seat, -1 where the clock stands; [] without a clock.

        Pass the seats that act as far as the viewer knows, so that clocks reveal no hidden turn.
        """
        if not self.seconds or self.room.state != "playing":
            return []
        now = time.time()
        return [
            round(max(0.0, self.seconds - (now - began)), 1) if seat in acting else -1.0
            for seat, began in enumerate(self.began, 1)
        ]

    def start(self) -> None:
        """Begin everybody's turn now."""
        self.began = [time.time()] * self.room.players
        self.set_timer()

    def after_act(self, before: int) -> None:
        """Go on after an act, before which the players of the bit mask `before` were to act.

        Whoever's turn has begun has all their time, and so has everybody who acts at the same time.
        """
        if not self.seconds:
            return
        if self.room.board.acting & ~before or self.room.players == 1:
            self.start()
        else:
            self.set_timer()

    def set_timer(self) -> None:
        """Wake up when the first turn ends."""
        self.stop()
        deadlines = self._deadlines()
        if deadlines:
            wait = max(0.0, deadlines[0][0] - time.time())
            self.timer = asyncio.get_running_loop().call_later(wait, self.on_timeout)

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def on_timeout(self) -> None:
        """End the match if somebody's time has run out; nobody wins if it has for both at once."""
        self.timer = None
        late = [seat for deadline, seat in self._deadlines() if deadline <= time.time()]
        if not late:
            self.set_timer()
            return
        self._end_match(late[0], 0 if len(late) > 1 else self.room.other_seat(late[0]))

    def _deadlines(self) -> list[tuple[float, int]]:
        """When the turn of each person who is to act ends, and their seat; the first one first."""
        room = self.room
        if not self.seconds or room.state != "playing" or room.dead:
            return []
        acting = room.board.acting_seats(room.board.match.state)
        people = [chair.seat for chair in room.chairs if chair.kind == "person" and chair.seat in acting]
        return sorted((self.began[seat - 1] + self.seconds, seat) for seat in people)
