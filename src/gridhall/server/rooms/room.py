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
from gridhall.options import chosen_settings
from gridhall.server.failures import Refused
from gridhall.server.messages import VERSION
from gridhall.server.messages.parts import Seat, SeatKey
from gridhall.server.messages.server import ErrorMessage, Joined, RoomMessage, Taken
from gridhall.server.operators import metrics
from gridhall.server.processes.leases import Fence
from gridhall.server.ranking import counting, days, outcomes
from gridhall.server.rooms import films, machine
from gridhall.server.rooms.board import Board, PlyEffects
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.clock import TurnClock, run_out
from gridhall.server.rooms.encoding import encode, with_seconds_left
from gridhall.server.rooms.seat_view import SeatView
from gridhall.server.store import queries
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow, hashed
from gridhall.server.work.fair_queue import Visitor

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

Mail = Sequence[tuple[tuple[Client, ...], bytes]]  # encoded messages, and to whom they go


class Room:
    """A room somebody is in."""

    def __init__(
        self,
        hall: "Hall",
        row: RoomRow,
        chairs: list[SeatRow],
        board: Board,
        views: Iterable[SeatView],
        fence: Fence | None = None,
        profiles: dict[str, str] | None = None,
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
        self.profiles = profiles or {}  # by account: the names of those who have one of their own
        self.fence = fence  # what its writes are conditional on, where several processes serve one database
        self.is_shipped = not row.open and counting.is_shipped(row)  # everybody plays the same text
        self.dead = False  # thrown away, see `fail` and `close`
        self.idle_since = time.monotonic()  # when the last client left; nobody looks while there are clients
        self.thinking: asyncio.Task[None] | None = None  # what machines think about
        self.note_seats()
        self.clock = TurnClock(self, partial(run_out, self))
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
        return self.full and len({chair.account for chair in self.chairs if chair.kind != "machine"}) <= 1

    @property
    def hints(self) -> bool:
        """Whether advice is offered: the solver's, odds, or, to somebody who plays machines, what the best would do."""
        game = self.game
        if self.row.rated:
            return False
        is_solved = game.PUZZLE and not game.SECRETS
        has_machines = bool(game.LEVELS_OF_PLAY) and self.machines and self.alone
        return is_solved or game.advise is not None or has_machines

    @property
    def undo(self) -> bool:
        """Whether undo makes sense here, be it at once or as an offer."""
        return (
            self.game.UNDO
            and not self.row.rated
            and not self.stands
            and (self.alone or (not self.game.SECRETS and self.players > 1))
        )

    @property
    def stands(self) -> bool:
        """Whether it is won and stands in a table, so that it is played again instead of taken back."""
        ending = self.board.result
        return self.players == 1 and ending is not None and ending.winner > 0 and self.is_shipped

    def note_seats(self) -> None:
        """Take note of who sits here now."""
        self.machines = any(chair.kind == "machine" for chair in self.chairs)
        self.full = all(chair.kind != "open" for chair in self.chairs)

    def other_seat(self, seat: int) -> int:
        """Who wins when this seat gives up; nobody before it counts."""
        return 3 - seat if self.players == 2 and self.board.counts else 0

    def message(self) -> RoomMessage:
        """What everybody may know of the room."""
        row, game, board = self.row, self.game, self.board
        over, closed = board.result is not None, days.is_closed(row)
        seats = [
            Seat(
                chair.seat, chair.kind, chair.name, chair.level, bool(self.audience[chair.seat - 1]),
                self.profiles.get(chair.account, ""),
            )
            for chair in self.chairs
        ]  # fmt: skip
        return RoomMessage(
            row.id,
            row.game,
            game.TITLE,
            seats,
            self.state,
            level=row.level,
            level_title=self.hall.level_title(row),
            settings=chosen_settings(game.OPTIONS, row.setup) if not row.level else [],
            open=row.open,
            commit=row.commitment,
            nonce=row.nonce if over and not closed else "",
            seed=row.seed if (over and not closed) or row.known else "",
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
            branch=board.branch,
            rated=row.rated,
            day=row.day,
            series=outcomes.series_points(board) if row.series else [],
        )

    def commit(self, rows: Sequence[LogEntry], mail: Mail) -> None:
        """Store entries; afterwards send."""

        began = time.monotonic() if rows else 0.0

        def done(wrong: Exception | None) -> None:
            if wrong is not None:
                self.fail()
                return
            if rows:
                metrics.count_move(time.monotonic() - began)
            for clients, message in mail:
                for client in clients:
                    client.send_encoded(message)

        self.hall.writer.append(self, rows, done, self.fence)

    def change(self, work: Callable[[Connection], None], then: Callable[[], None] | None = None) -> None:
        """Store something else than entries."""

        def done(wrong: Exception | None) -> None:
            if wrong is not None:
                self.fail()
            elif then is not None:
                then()

        self.hall.writer.change(self, work, done, self.fence)

    def send(self, client: Client, *messages: msgspec.Struct | bytes) -> None:
        """Send to one client, after all that happened before is stored."""
        encoded = [message if isinstance(message, bytes) else encode(message) for message in messages]
        self.commit((), [((client,), message) for message in encoded])

    def send_room(self, clients: Iterable[Client] | None = None) -> None:
        """Send everybody, or some, the state of the room."""
        self.commit((), [(tuple(self.clients if clients is None else clients), encode(self.message()))])

    def send_taken(self, seat: int, number: int) -> None:
        """Tell every device of a seat that an act without anything to see is stored: its number is taken."""
        self.commit((), [(tuple(self.audience[seat - 1]), encode(Taken(seat, number)))])

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
            elif self._opens(key, client):
                known[key.seat] = key.at
            else:
                refused.append(ErrorMessage("no_seat", f"this key does not open seat {key.seat}", seat=key.seat))
        if not any(known):  # somebody on another device of theirs, who has no keys there
            own = [chair.seat for chair in self.chairs if client.claimed and chair.account == client.account]
            known |= dict.fromkeys(own, -1)
        held = sorted(seat for seat in known if seat)
        if not held:
            days.refuse_closed(self.row)
        client.room, client.seats = self, held
        if held and not client.account:  # whoever holds a seat is told from others at their address by it
            client.visitor = client.visitor._replace(account=self.chairs[held[0] - 1].account)
        self.clients[client] = None
        joined = Joined(VERSION, held, [self.board.last_number(seat) for seat in held])
        news = [message for seat in held or [0] for message in self.look_again(client, seat, known.get(seat, -1))]
        self.idle_since = 0.0
        self.send(client, *refused, joined, self.message(), *news, *self.hall.preparing(self.row.game))
        others = [other for other in self.clients if other is not client]
        if others:
            self.send_room(others)
        machine.run_machines(self)

    def _opens(self, key: SeatKey, client: Client) -> bool:
        """Whether somebody may have a seat: whoever sits there, or who has its key, unless they are known to be
        somebody else.
        """
        if not 1 <= key.seat <= self.players:
            return False
        chair = self.chairs[key.seat - 1]
        if chair.kind != "person":
            return False
        if client.account and client.account == chair.account:
            return True
        if not key.secret or (client.claimed and chair.account in self.profiles):
            return False
        return secrets.compare_digest(hashed(key.secret), chair.secret)

    def look_again(self, client: Client, seat: int, known: int) -> list[bytes]:
        """Add a client to the audience of a seat, and return what it must be sent to see what that seat sees."""
        player = self.players if seat == 0 else seat - 1
        self.audience[player][client] = None
        view = self.views[player]
        if view is None:
            view = self.views[player] = SeatView(self.board, player)
            view.at = secrets.randbelow(1 << 40) if seat == 0 else 0  # nobody counted while no spectator was there
        missed = view.since(known)
        return [encode(view.whole())] if missed is None else missed

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
        updates, called, steps = [], [], 0
        for view, audience in zip(self.views, self.audience):
            if view is None or not effects:
                continue
            were_acting = view.acting
            update = view.update(effects, entries[-1], undone)
            if update is not None:
                encoded = encode(update)
                view.keep(encoded)
                updates.append((audience, encoded, view.acting))
                steps = max(steps, len(update.steps))
            if view.seat in view.acting and view.seat not in were_acting:
                called.append(view.seat)
        board, clock = self.board, self.clock
        clock.after_act(before, steps)
        mail = [
            (tuple(audience), with_seconds_left(update, clock.left(acting))) for audience, update, acting in updates
        ]
        self.commit(board.stamped(entries, clock.stored()), mail)
        if self.players > 1:
            for seat in [*called, *self._called_without_view(before)]:
                self.hall.lobby.turn(self, seat)
        if self.note_over():
            self.send_room()
        machine.run_machines(self)

    def _called_without_view(self, before: int) -> list[int]:
        """The people's seats that are to act now, but were not `before`, and to which nobody has come since the room
        was read from the store.
        """
        if None not in self.views[: self.players]:
            return []
        absent = [chair.seat for chair in self.chairs if chair.kind == "person" and self.views[chair.seat - 1] is None]
        waited = [seat for seat in absent if not before >> (seat - 1) & 1]
        return [seat for seat in waited if seat in self.board.acting_seats(self.board.match.view(seat - 1))]

    def note_over(self) -> bool:
        """Store that the match has ended or goes on again, if that has changed; returns whether it has."""
        over = self.board.result is not None
        if over == self.row.over:
            return False
        self.row.over, self.row.ended = over, time.time() if over else 0.0
        rows = outcomes.results_of(self.chairs, self.board, self.row.ended)
        finished = counting.finished_of(self.row, self.chairs, self.board, self.row.ended)

        def store(connection: Connection) -> None:
            queries.set_over(connection, self.row.id, over, self.row.ended, rows)
            if finished is not None:
                counting.count(connection, finished)

        self.change(store)
        if over:
            visitor = next((client.visitor for client in self.clients), Visitor())
            self.hall.spawn(films.keep(self.hall, visitor, self.row.id))
        return True
