"""The clock of a room: so many seconds for each turn.

It counts by a clock that never jumps, and only while the hall runs: what is left is stored with every act, and goes on
from there. It stands while a film is shown, until all who are to act have seen it, at the latest for so many seconds a
step.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gridhall.server.messages.client import Seen
from gridhall.server.rooms.clients import Client

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room

STEP_SECONDS = 3.0  # that a step of a film takes at most
SHORT = 2  # steps of what is no film
MOST_FORCED = 3  # turns in a row that the clock ends for a player; then they have left


class TurnClock:
    """Counts the seconds of every player's turn, and says when they have run out.

    Without seconds in the room's row it does nothing. Machines have all the time they need.
    """

    def __init__(self, room: "Room", run_out: Callable[[list[int]], None]) -> None:
        """`run_out` is called with the seats whose time has run out."""
        self.room, self.seconds = room, room.row.clock
        self._run_out = run_out
        now = time.monotonic()
        left = [float(text) for text in room.board.left.split()] or [self.seconds] * room.players
        self.began = [now - (self.seconds - seconds) for seconds in left]  # when the turn of each player began
        self.held_until = 0.0  # a film is shown until then; 0: there is none
        self.unseen: set[int] = set()  # seats that have not seen it yet
        self.timer: asyncio.TimerHandle | None = None

    @property
    def is_held(self) -> bool:
        """Whether the clock stands because a film is shown."""
        return time.monotonic() < self.held_until

    def left(self, acting: Sequence[int]) -> list[float]:
        """Seconds left for each seat, -1 where the clock stands; [] without a clock.

        Pass the seats that act as far as the viewer knows, so that clocks reveal no hidden turn.
        """
        if not self.seconds or self.room.state != "playing":
            return []
        held, every = self.is_held, self._left()
        return [seconds if seat in acting and not held else -1.0 for seat, seconds in enumerate(every, 1)]

    def _left(self) -> list[float]:
        now = time.monotonic()
        return [round(min(self.seconds, max(0.0, self.seconds - (now - began))), 1) for began in self.began]

    def stored(self) -> str:
        """What is left to each seat, for the log; "" without a clock."""
        return " ".join(f"{seconds:g}" for seconds in self._left()) if self.seconds else ""

    def start(self, steps: int = 0) -> None:
        """Begin everybody's turn, now or after a film of so many steps."""
        now = time.monotonic()
        film = STEP_SECONDS * steps if steps > SHORT else 0.0
        self.began = [now + film] * self.room.players
        self.held_until, self.unseen = 0.0, set()
        if film:
            self.unseen = {seat for seat in self._people() if self.room.audience[seat - 1]}
            self.held_until = now + film if self.unseen else 0.0
            if not self.unseen:
                self.began = [now] * self.room.players
        self.set_timer()

    def saw(self, seat: int) -> None:
        """A seat has seen the film; when all have, the turn begins."""
        if not self.is_held or seat not in self.unseen:
            return
        self.unseen.discard(seat)
        if not self.unseen:
            self.start()
            self.room.send_room()

    def after_act(self, before: int, steps: int) -> None:
        """Go on after an act that is shown in so many steps, before which the players of `before` were to act.

        Whoever's turn has begun has all their time, and so has everybody who acts at the same time.
        """
        if not self.seconds:
            return
        if self.room.board.acting & ~before or self.room.players == 1:
            self.start(steps if self.room.players > 1 else 0)
        else:
            self.set_timer()

    def set_timer(self) -> None:
        """Wake up when the first turn ends, or when a film does."""
        self.stop()
        deadlines = self._deadlines()
        if deadlines:
            first = self.held_until if self.is_held else deadlines[0][0]
            wait = max(0.0, first - time.monotonic())
            self.timer = asyncio.get_running_loop().call_later(wait, self.on_timeout)

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def on_timeout(self) -> None:
        """Say whose time has run out, all at once."""
        self.timer = None
        if self.held_until and not self.is_held:  # the film has lasted as long as it may: now the clocks run
            self.held_until, self.unseen = 0.0, set()
            self.room.send_room()
        late = [seat for deadline, seat in self._deadlines() if deadline <= time.monotonic()]
        if late:
            self._run_out(late)
        else:
            self.set_timer()

    def _people(self) -> list[int]:
        """The seats of people who are to act."""
        room = self.room
        acting = room.board.acting_seats(room.board.match.state)
        return [chair.seat for chair in room.chairs if chair.kind == "person" and chair.seat in acting]

    def _deadlines(self) -> list[tuple[float, int]]:
        """When the turn of each person who is to act ends, and their seat; the first one first."""
        if not self.seconds or self.room.state != "playing" or self.room.dead:
            return []
        return sorted((self.began[seat - 1] + self.seconds, seat) for seat in self._people())


def run_out(room: "Room", late: list[int]) -> None:
    """Let happen what running out of time means: what the game says, or else a loss, or a draw if both have."""
    if room.game.out_of_time is not None and room.board.forced[late[0]] < MOST_FORCED - 1:
        match, seat = room.board.match, late[0]
        action = int(room.game.out_of_time(match.setup, match.view(seat - 1), seat - 1))
        if action >= 0:
            before = room.board.acting
            room.happened(*room.board.play(seat, 0, [action], time.time()), before)
            return
    if len(late) > 1:
        room.enter_log(0, "clock", "0")
    else:
        kind = "left" if room.game.out_of_time is not None else "clock"
        room.enter_log(late[0], kind, str(room.other_seat(late[0])))


def seen(room: "Room", client: Client, message: Seen) -> None:
    """Note that a client has shown all it was sent."""
    if room.view_for(client, message.seat).at <= message.at:
        room.clock.saw(message.seat)
