"""A live room. A room is its log in the store; what is here can be thrown away at any time and made again from it.

An act is checked against the board in memory, happens there, goes to the store, and is sent to those who may know of it
after the commit. If the store fails, the room is thrown away and its clients come back to what was stored.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from gridhall.game import Game
from gridhall.server import machine, queries
from gridhall.server.board import Board, PlyEffects
from gridhall.server.clients import Client
from gridhall.server.clock import TurnClock
from gridhall.server.encoding import text_of, with_seconds_left
from gridhall.server.failures import Refused
from gridhall.server.messages import VERSION
from gridhall.server.messages.parts import Seat, SeatKey
from gridhall.server.messages.server import ErrorMessage, Joined, RoomMessage, Taken
from gridhall.server.seat_view import SeatView
from gridhall.server.tables import LogEntry, RoomRow, SeatRow, hashed

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

Mail = Sequence[tuple[tuple[Client, ...], str]]  # texts, and to whom they go


class Room:
    """A room somebody is in."""

    def __init__(
        self, hall: "Hall", row: RoomRow, chairs: list[SeatRow], board: Board, views: Iterable[SeatView]
    ) -> None:
        self.hall, self.row, self.chairs, self.board = hall, row, chairs, board
        self.game: Game = board.game
        self.players: int = board.game.PLAYERS
        # By player; number `players` is the view of the spectators, which is there while there are any.
        self.views: list[SeatView | None] = [None] * (self.players + 1)
        for view in views:
            self.views[view.viewer] = view
        self.audience: list[dict[Client, None]] = [{} for _ in self.views]  # who looks through each of them
        self.clients: dict[Client, None] = {}
        self.dead = False  # thrown away, see `fail` and `close`
        self.idle_since = time.monotonic()  # when the last client left; nobody looks while there are clients
        self.thinking: asyncio.Task[None] | None = None  # what machines think about
        self.note_seats()
        self.clock = TurnClock(self, lambda seat, winner: self.enter_log(seat, "clock", str(winner)))
        self.clock.set_timer()

    @property
    def state(self) -> str:
        """`waiting` for somebody to sit down, `playing` or `over`."""
        if self.board.result is not None:
            return "over"
        return "playing" if self.full else "waiting"

    @property
    def alone(self) -> bool:
        """Whether one person decides here: nobody else sits, or they play both sides."""
        return self.full and len({chair.guest for chair in self.chairs if chair.kind != "machine"}) <= 1

    @property
    def hints(self) -> bool:
        """Whether advice is offered: the solver's, odds, or, to somebody who plays machines, what the best would do."""
        game = self.game
        is_solved = game.PUZZLE and not game.SECRETS
        has_machines = bool(game.LEVELS_OF_PLAY) and self.machines and self.alone
        return is_solved or game.advise is not None or has_machines

    @property
    def undo(self) -> bool:
        """Whether undo makes sense here, be it at once or as an offer."""
        return self.game.UNDO and (self.alone or (not self.game.SECRETS and self.players > 1))

    def note_seats(self) -> None:
        """Take note of who sits here now."""
        self.machines = any(chair.kind == "machine" for chair in self.chairs)
        self.full = all(chair.kind != "open" for chair in self.chairs)

    def other_seat(self, seat: int) -> int:
        """Who wins when this seat gives up; nobody before the first ply."""
        return 3 - seat if self.players == 2 and self.board.match.plies else 0

    def message(self) -> RoomMessage:
        """What everybody may know of the room."""
        row, game, board = self.row, self.game, self.board
        over = board.result is not None
        seats = [
            Seat(chair.seat, chair.kind, chair.name, chair.level, bool(self.audience[chair.seat - 1]))
            for chair in self.chairs
        ]
        return RoomMessage(
            row.id,
            row.game,
            game.TITLE,
            seats,
            self.state,
            level=row.level,
            level_title=self.hall.level_title(row),
            open=row.open,
            commit=row.commitment,
            nonce=row.nonce if over else "",
            seed=row.seed if over or row.known else "",
            clock=row.clock,
            left=self.clock.left(board.acting_seats(board.match.state)),
            offers=board.offers,
            result=board.result,
            tally=board.tally(),
            next=row.next,
            secrets=game.SECRETS,
            puzzle=game.PUZZLE,
            undo=self.undo,
            draws=self.players > 1,
            hints=self.hints,
            watching=len(self.audience[self.players]),
        )

    def commit(self, rows: Sequence[LogEntry], mail: Mail) -> None:
        """Store entries; afterwards send."""

        def done(wrong: Exception | None) -> None:
            if wrong is not None:
                self.fail()
                return
            for clients, text in mail:
                for client in clients:
                    client.send_text(text)

        self.hall.writer.append(self, rows, done)

    def change(self, work: Callable[[Connection], None], then: Callable[[], None] | None = None) -> None:
        """Store something else than entries."""

        def done(wrong: Exception | None) -> None:
            if wrong is not None:
                self.fail()
            elif then is not None:
                then()

        self.hall.writer.change(self, work, done)

    def send(self, client: Client, *messages: msgspec.Struct | str) -> None:
        """Send to one client, after all that happened before is stored."""
        texts = [message if isinstance(message, str) else text_of(message) for message in messages]
        self.commit((), [((client,), text) for text in texts])

    def send_room(self, clients: Iterable[Client] | None = None) -> None:
        """Send everybody, or some, the state of the room."""
        self.commit((), [(tuple(self.clients if clients is None else clients), text_of(self.message()))])

    def send_taken(self, seat: int, number: int) -> None:
        """Tell every device of a seat that an act without anything to see is stored: its number is taken."""
        self.commit((), [(tuple(self.audience[seat - 1]), text_of(Taken(seat, number)))])

    def fail(self) -> None:
        """Throw this room away: it is ahead of the store. Its clients come back by themselves."""
        if not self.dead:
            self.close()
            for client in list(self.clients):
                client.close(1012, "come back")

    def close(self) -> None:
        """Leave the memory."""
        self.dead = True
        if self.hall.rooms.get(self.row.id) is self:
            del self.hall.rooms[self.row.id]
        self.clock.stop()
        if self.thinking is not None:
            self.thinking.cancel()

    def enter(self, client: Client, keys: Iterable[SeatKey]) -> None:
        """Let a client in with the seats its keys open, or to watch."""
        known: dict[int, int] = {}  # by seat: what the client has already seen
        refused = []
        for key in keys:
            if key.seat == 0:
                known.setdefault(0, key.at)
            elif self._opens(key, client.guest):
                known[key.seat] = key.at
            else:
                refused.append(ErrorMessage("no_seat", f"this key does not open seat {key.seat}", seat=key.seat))
        held = sorted(seat for seat in known if seat)
        client.room, client.seats = self, held
        self.clients[client] = None
        joined = Joined(VERSION, held, [self.board.numbers[seat] for seat in held])
        texts = [text for seat in held or [0] for text in self.look_again(client, seat, known.get(seat, -1))]
        self.idle_since = 0.0
        self.send(client, *refused, joined, self.message(), *texts, *self.hall.preparing(self.row.game))
        others = [other for other in self.clients if other is not client]
        if others:
            self.send_room(others)
        machine.run_machines(self)

    def _opens(self, key: SeatKey, guest: str) -> bool:
        """Whether a key, or the guest who sits there, opens a seat."""
        if not 1 <= key.seat <= self.players:
            return False
        chair = self.chairs[key.seat - 1]
        if chair.kind != "person":
            return False
        if not key.secret:
            return bool(guest) and guest == chair.guest
        return secrets.compare_digest(hashed(key.secret), chair.secret)

    def look_again(self, client: Client, seat: int, known: int) -> list[str]:
        """Add a client to the audience of a seat, and return what it must be sent to see what that seat sees."""
        player = self.players if seat == 0 else seat - 1
        self.audience[player][client] = None
        view = self.views[player]
        if view is None:
            view = self.views[player] = SeatView(self.board, player)
            view.at = secrets.randbelow(1 << 40) if seat == 0 else 0  # nobody counted while no spectator was there
        missed = view.since(known)
        return [text_of(view.whole())] if missed is None else missed

    def view_for(self, client: Client, seat: int) -> SeatView:
        """The view of a seat that this client may look through."""
        player = self.players if seat == 0 else seat - 1
        if not 0 <= seat <= self.players or client not in self.audience[player]:
            raise Refused("no_seat", f"you do not see with the eyes of seat {seat}")
        view = self.views[player]
        assert view is not None  # it has an audience
        return view

    def leave(self, client: Client) -> None:
        """Forget a client that is gone."""
        self.clients.pop(client, None)
        for audience in self.audience:
            audience.pop(client, None)
        self.forget_spectators()
        client.room = None
        if not self.clients:
            self.idle_since = time.monotonic()
        elif not self.dead:
            self.send_room()

    def forget_spectators(self) -> None:
        """Make no updates for spectators while there are none."""
        if not self.audience[self.players]:
            self.views[self.players] = None

    def enter_log(self, seat: int, kind: str, word: str, number: int = 0) -> None:
        """Let something else than a ply happen."""
        before, plies = self.board.acting, len(self.board.match.plies)
        entry = LogEntry(self.row.id, self.board.entries + 1, seat, number, kind, word, time.time())
        effects = self.board.take(entry)
        self.happened([entry], [effects] if effects else [], before, max(0, plies - len(self.board.match.plies)))

    def happened(self, entries: list[LogEntry], effects: list[PlyEffects], before: int, undone: int = 0) -> None:
        """Store what has happened on the board and show it to all who look.

        `before` is the bit mask of who was to act before it, `undone` counts plies that were taken back.
        """
        self.clock.after_act(before)
        mail = []
        for view, audience in zip(self.views, self.audience):
            if view is None or not effects:
                continue
            update = view.update(effects, entries[-1], undone)
            if update is not None:
                text = text_of(update)
                view.keep(text)
                mail.append((tuple(audience), with_seconds_left(text, self.clock.left(view.acting))))
        self.commit(entries, mail)
        if self.note_over():
            self.send_room()
        machine.run_machines(self)

    def note_over(self) -> bool:
        """Store that the match has ended or goes on again, if that has changed; returns whether it has."""
        over = self.board.result is not None
        if over == self.row.over:
            return False
        self.row.over = over
        self.change(partial(queries.set_over, room=self.row.id, over=over))
        return True
