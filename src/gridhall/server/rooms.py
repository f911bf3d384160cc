"""Live rooms. A room is its log in the store; what is here can be thrown away at any time and made again from it.

An act is checked against the board in memory, happens there, goes to the store, and is told to those who may know of it
after the commit. If the store fails, the room is thrown away and its clients come back to what was stored.
"""

import asyncio
import contextlib
import copy
import hashlib
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from gridhall.errors import GridhallError
from gridhall.match import Match, seed_of_name
from gridhall.record import commitment
from gridhall.registry import levels, load, read_text
from gridhall.server import store, workers
from gridhall.server.board import Board, Eyes, Part, remembered
from gridhall.server.clients import Bucket, Client, encode
from gridhall.server.messages import (
    VERSION,
    Answer,
    AskHint,
    AskPreview,
    AskTimeline,
    AskWhole,
    Error,
    Fill,
    Hinted,
    Join,
    Joined,
    Key,
    Leave,
    MakeRoom,
    Play,
    Preparing,
    Previewed,
    Propose,
    Rematch,
    Resign,
    Seat,
    Seated,
    SeatWish,
    Sit,
    Taken,
    Timelined,
    Undo,
    Whole,
)
from gridhall.server.messages import Room as RoomMessage
from gridhall.server.store import Entry, RoomRow, SeatRow, Store
from gridhall.server.workers import Workers

log = logging.getLogger("gridhall.server")
OFFERS = 3  # how often a seat may offer the same thing and be declined


class Refused(Exception):
    """A message that is refused, with a code of messages.CODES."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Limits(msgspec.Struct):
    """What one visitor may use."""

    messages: float = 40.0  # a second, on one connection
    message_burst: float = 200.0
    message_bytes: int = 1 << 16
    text_bytes: int = 1 << 16  # of a setup
    record_bytes: int = 4 << 20
    bad_messages: int = 20  # in a row
    rooms: float = 0.5  # a second, for one guest
    room_burst: float = 40.0
    unfinished: int = 400  # rooms of one guest
    guests: float = 1.0  # a second, from one address
    guest_burst: float = 200.0
    checks: float = 10.0  # of a level's text a second, from one address
    check_burst: float = 100.0
    proofs: float = 0.2  # a second, from one address
    proof_burst: float = 20.0
    proof_seconds: float = 30.0  # of CPU, for a search
    connections: int = 20_000
    join_seconds: float = 10.0
    silent_seconds: float = 60.0
    idle_seconds: float = 60.0  # a room nobody is connected to leaves the memory
    untouched_days: float = 30.0
    unplayed_days: float = 2.0
    walk: int = 64  # plies of one act


def note_bug(where: str, wrong: BaseException) -> None:
    """Log a bug: where it is, never a value, because values may be secret."""
    places = " <- ".join(
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
        for frame in reversed(traceback.extract_tb(wrong.__traceback__))
    )
    log.error("internal error in %s: %s at %s", where, type(wrong).__name__, places)


class Room:
    """A room somebody is in."""

    def __init__(self, hall: "Hall", row: RoomRow, chairs: list[SeatRow], board: Board, eyes: Iterable[Eyes]) -> None:
        self.hall, self.row, self.chairs, self.board = hall, row, chairs, board
        self.game = board.game
        self.players: int = board.game.PLAYERS
        # Of the people who play, and of the spectators while there are any.
        self.eyes: list[Eyes | None] = [None] * (self.players + 1)
        for one in eyes:
            self.eyes[one.player] = one
        self.audience: list[dict[Client, None]] = [{} for _ in self.eyes]
        self.clients: dict[Client, None] = {}
        self.machines = any(chair.kind == "machine" for chair in chairs)
        self.full = all(chair.kind != "open" for chair in chairs)
        self.dead = False
        self.idle_since = time.monotonic()
        self.began = [time.time()] * self.players  # when the turn of each player began
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self._set_timer()

    # -- what everybody may know

    @property
    def state(self) -> str:
        if self.board.result is not None:
            return "over"
        return "playing" if self.full else "waiting"

    @property
    def alone(self) -> bool:
        """One person decides here: nobody else sits, or he plays both sides."""
        return len({chair.guest for chair in self.chairs if chair.kind != "machine"}) <= 1 and all(
            chair.kind != "open" for chair in self.chairs
        )

    @property
    def hints(self) -> bool:
        """Whether advice is offered.

        The solver's, odds, or what the strongest machine would do, but that only to one who plays machines.
        """
        game = self.game
        return bool(
            (game.PUZZLE and not game.SECRETS)
            or game.advise is not None
            or (game.LEVELS_OF_PLAY and self.machines and self.alone)
        )

    def message(self) -> RoomMessage:
        row, game, over = self.row, self.game, self.board.result is not None
        here = [bool(self.audience[chair.seat - 1]) for chair in self.chairs]
        found = self.hall.level(row)
        return RoomMessage(
            row.id, row.game, game.TITLE,
            [Seat(chair.seat, chair.kind, chair.name, chair.level, is_here) for chair, is_here in zip(self.chairs, here)], self.state,
            level=row.level, level_title=found, open=row.open, commit=commitment(bytes.fromhex(row.nonce), int(row.seed)),
            nonce=row.nonce if over else "", seed=row.seed if over or row.known else "",
            clock=row.clock, left=self.left(None), offers=self.board.offers, result=self.board.result,
            tally=self.board.tally(), next=row.next,
            secrets=game.SECRETS, puzzle=game.PUZZLE, undo=game.UNDO and (self.alone or (not game.SECRETS and self.players > 1)), draws=self.players > 1,
            hints=self.hints, watching=len(self.audience[self.players]),
        )  # fmt: skip

    def left(self, acting: list[int] | None) -> list[float]:
        """Seconds left for the turn of each seat; as far as those know to whom only `acting` seems to act."""
        if not self.row.clock or self.state != "playing":
            return []
        if acting is None:
            mask = self.board.acting
            acting = [player + 1 for player in range(self.players) if mask >> player & 1]
        now = time.time()
        return [
            round(max(0.0, self.row.clock - (now - began)), 1) if seat in acting else -1.0
            for seat, began in enumerate(self.began, 1)
        ]

    # -- telling, always after what was queued before is stored

    def commit(
        self, rows: Sequence[Entry], told: list[tuple[tuple[Client, ...], str]], then: Callable[[], None] | None = None
    ) -> None:
        """Store entries; afterwards tell."""

        def done(wrong: Exception | None) -> None:
            if wrong is not None:
                self.fail()
                return
            for clients, text in told:
                for client in clients:
                    client.push_text(text)
            if then is not None:
                then()

        self.hall.store.append(self, rows, done)

    def change(self, work: Callable[[Any], None], then: Callable[[], None] | None = None) -> None:
        """Store something else than entries."""

        def done(wrong: Exception | None) -> None:
            if wrong is not None:
                self.fail()
            elif then is not None:
                then()

        self.hall.store.change(self, work, done)

    def tell(self, client: Client, *told: msgspec.Struct | str) -> None:
        """Tell one client, after all that happened before is stored."""
        self.commit(
            (), [((client,), message if isinstance(message, str) else encode(message).decode()) for message in told]
        )

    def tell_all(self) -> None:
        """Tell everybody the state of the room."""
        self.commit((), [(tuple(self.clients), encode(self.message()).decode())])

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
        if self.timer is not None:
            self.timer.cancel()
        if self.thinking is not None:
            self.thinking.cancel()

    # -- coming and going

    def holds(self, key: Key, guest: str) -> bool:
        """Whether a key, or the guest who sits there, opens a seat."""
        if not 1 <= key.seat <= self.players:
            return False
        chair = self.chairs[key.seat - 1]
        if chair.kind != "person":
            return False
        if not key.secret:
            return bool(guest) and guest == chair.guest
        return secrets.compare_digest(store.hashed(key.secret), chair.secret)

    def enter(self, client: Client, keys: Iterable[Key]) -> None:
        """Let a client in with the seats its keys open, or to watch."""
        wanted: dict[int, int] = {}
        refused = []
        for key in keys:
            if key.seat == 0:
                wanted.setdefault(0, key.at)
            elif self.holds(key, client.guest):
                wanted[key.seat] = key.at
            else:
                refused.append(Error("no_seat", f"this key does not open seat {key.seat}", seat=key.seat))
        held = sorted(seat for seat in wanted if seat)
        at = {seat: wanted[seat] for seat in held} or {0: wanted.get(0, -1)}
        client.room, client.seats = self, held
        self.clients[client] = None
        told: list[msgspec.Struct | str] = [
            *refused,
            Joined(VERSION, held, [self.board.numbers[seat] for seat in held]),
        ]
        sights = [message for seat, known in at.items() for message in self.look_again(client, seat, known)]
        self.idle_since = 0.0
        self.tell(client, *told, self.message(), *sights, *self.hall.preparing(self.row.game))
        others = tuple(other for other in self.clients if other is not client)
        if others:
            self.commit((), [(others, encode(self.message()).decode())])
        self.stir()

    def look_again(self, client: Client, seat: int, known: int) -> list[str]:
        """Add a client to the audience of a seat, and return what it must be sent to see what that seat sees."""
        player = self.players if seat == 0 else seat - 1
        self.audience[player][client] = None
        eyes = self.eyes[player]
        if eyes is None:
            eyes = self.eyes[player] = self.board.eyes(player)
            eyes.at = secrets.randbelow(1 << 40) if seat == 0 else 0  # nobody counted while no spectator was there
        missed = eyes.since(known)
        return [encode(self._whole(seat, eyes)).decode()] if missed is None else missed

    def _whole(self, seat: int, eyes: Eyes) -> Whole:
        return Whole(seat, eyes.at, self.board.scene(eyes), eyes.acting, self.board.moves(eyes), eyes.said())

    def leave(self, client: Client) -> None:
        """Forget a client that is gone."""
        self.clients.pop(client, None)
        for audience in self.audience:
            audience.pop(client, None)
        if not self.audience[self.players]:
            self.eyes[self.players] = None
        client.room = None
        if not self.clients:
            self.idle_since = time.monotonic()
        elif not self.dead:
            self.tell_all()

    # -- acts

    def handle(self, client: Client, message: Any) -> None:
        """Do what a client of this room asks; raises Refused or GridhallError and has then changed nothing."""
        kind = type(message)
        if kind in ACTS:
            self._check_seat(client, message.seat)
            if self._is_new(client, message):
                ACTS[kind](self, client, message)
        else:
            OTHERS[kind](self, client, message)

    def _check_seat(self, client: Client, seat: int) -> None:
        if seat not in client.seats:
            raise Refused(
                "no_seat", f"you do not hold seat {seat}" if 0 < seat <= self.players else f"there is no seat {seat}"
            )

    def _is_new(self, client: Client, message: Any) -> bool:
        last = self.board.numbers[message.seat]
        if 0 < message.number <= last:
            self.tell(client, Taken(message.seat, message.number))
            return False
        if message.number != last + 1:
            raise Refused("bad_number", f"the next act of seat {message.seat} has number {last + 1}")
        return True

    def play(self, client: Client | None, message: Play) -> None:
        """Play a word or an action, or a walk of several."""
        state = self.state
        if state != "playing":
            raise (
                Refused("match_over", "the match is over")
                if state == "over"
                else Refused("not_started", "a seat is still open")
            )
        match, player = self.board.match, message.seat - 1
        action = self._action(player, message, client is None)
        rows: list[Entry] = []
        parts: list[Part] = []
        now = time.time()
        seconds = max(0.0, now - self.row.made)
        before = self.board.acting
        plies = [action, *message.then[: self.hall.limits.walk]]
        for action in match.walk(player, plies):
            if parts:
                parts[-1] = parts[-1]._replace(state=copy.copy(parts[-1].state))
            parts.append(Part(match.act(player, action, seconds), match.state))
            entry = self.board.entries + 1
            word = match.plies[-1].word
            rows.append(Entry(self.row.id, entry, message.seat, message.number, "play", word, now))
            self.board.note(rows[-1])
        self._happened(rows, parts, before, 0)

    def _action(self, player: int, message: Play, trusted: bool) -> int:
        """The action meant. A number must be one of the game's, or of those offered to this player."""
        match = self.board.match
        if message.action < 0:
            return int(self.game.read_word(match.setup, match.view(player), message.word))
        if message.action < self.game.ACTIONS or trusted:
            return message.action
        eyes = self.eyes[player] or self.board.eyes(player)
        if not any(choice.action == message.action for choice in self.board.scene(eyes).choices):
            raise Refused("bad_action", f"{self.game.TITLE} has no action {message.action}")
        return message.action

    def _happened(self, rows: list[Entry], parts: list[Part], before: int, undone: int) -> None:
        """Store what has happened on the board and show it to all who look."""
        self._turn(before)
        told: list[tuple[tuple[Client, ...], str]] = []
        entry = rows[-1]
        for player, eyes in enumerate(self.eyes) if parts else ():
            if eyes is not None:
                update = self.board.update(eyes, parts, entry, undone)
                if update is not None:
                    text = encode(update).decode()
                    eyes.keep(text)
                    if self.row.clock:
                        update.left = self.left(eyes.acting)
                        text = encode(update).decode()
                    told.append((tuple(self.audience[player]), text))
        over = self.board.result is not None
        if over != self.row.over:
            self.row.over = over
            self.commit(rows, told)
            self.change(partial(store.set_over, room=self.row.id, over=over))
            self.tell_all()
        else:
            self.commit(rows, told)
        self.stir()

    def _enter_log(self, seat: int, kind: str, word: str, number: int = 0) -> None:
        """Let something else than a ply happen."""
        before, plies = self.board.acting, len(self.board.match.plies)
        entry = Entry(self.row.id, self.board.entries + 1, seat, number, kind, word, time.time())
        part = self.board.take(entry)
        self._happened([entry], [part] if part else [], before, max(0, plies - len(self.board.match.plies)))

    def _tell_taken(self, seat: int, number: int) -> None:
        """Tell every device of a seat that an act without anything to see is stored: its number is taken."""
        self.commit((), [(tuple(self.audience[seat - 1]), encode(Taken(seat, number)).decode())])

    def undo(self, client: Client, message: Undo) -> None:
        if not self.game.UNDO:
            raise Refused("illegal_action", f"{self.game.TITLE} takes nothing back")
        if not self.alone:
            raise Refused("not_offered", "ask the other: offer a take-back")
        if message.count < 0 or not self.board.match.plies:
            raise Refused("illegal_action", "there is nothing to take back")
        self._enter_log(message.seat, "undo", str(min(message.count, len(self.board.match.plies))), message.number)

    def resign(self, client: Client, message: Resign) -> None:
        if self.state == "over":
            raise Refused("match_over", "the match is over")
        with contextlib.suppress(GridhallError):  # a game with a word for it has rules for it, too
            if self.state == "playing":
                return self.play(client, Play(message.seat, message.number, "resign"))
        self._enter_log(message.seat, "resign", str(self._other_seat(message.seat)), message.number)
        self._tell_taken(message.seat, message.number)
        return None

    def _other_seat(self, seat: int) -> int:
        """Who wins when this seat gives up; nobody before the first ply."""
        return 3 - seat if self.players == 2 and self.board.match.plies else 0

    def offer(self, client: Client, message: Propose) -> None:
        seat, what = message.seat, message.what
        if what not in ("draw", "undo", "rematch"):
            raise Refused("not_offered", "a draw, undo or rematch can be offered")
        if what == "rematch":
            if self.state != "over":
                raise Refused("not_offered", "a rematch is for after the end")
        elif self.state != "playing":
            raise Refused("match_over" if self.state == "over" else "not_started", "the match is not being played")
        elif self.players == 1 or (
            what == "undo" and (not self.game.UNDO or self.game.SECRETS or not self.board.plies_back(seat))
        ):
            raise Refused("not_offered", f"{self.game.TITLE} has no such offer here")
        if any(offer.what == what and offer.seat == seat for offer in self.board.offers):
            raise Refused("not_offered", "that is offered already")
        if self.board.declined.get((seat, what), 0) >= OFFERS:
            raise Refused("not_offered", f"that was declined {OFFERS} times")
        asked = self._asked(seat)
        if what == "rematch" and not asked:
            self._enter_log(seat, "offer", what, message.number)
            self._tell_taken(seat, message.number)
            self.hall.rematch(self)
            return
        crossing = any(offer.what == what for offer in self.board.offers)
        if crossing:  # the other has offered the same: that is a yes
            self._agree(client, seat, what, message.number)
            return
        if what == "draw" and not asked:
            raise Refused("not_offered", "there is nobody to agree")
        self._enter_log(seat, "offer", what, message.number)
        self._tell_taken(seat, message.number)
        self.tell_all()

    def _asked(self, seat: int) -> set[int]:
        """The seats of other people, who must agree to what this seat offers."""
        guest = self.chairs[seat - 1].guest
        people = [chair for chair in self.chairs if chair.kind == "person"]
        return {chair.seat for chair in people if chair.seat != seat and chair.guest != guest}

    def complete(self) -> None:
        """Do what follows from the log of a room just read, if the hall was stopped before it was stored."""
        over = self.board.result is not None
        if over != self.row.over:
            self.row.over = over
            self.change(partial(store.set_over, room=self.row.id, over=over))
        alone = any(offer.what == "rematch" and not self._asked(offer.seat) for offer in self.board.offers)
        if over and not self.row.next and (self.board.rematch or alone):
            self.hall.rematch(self)

    def answer(self, client: Client, message: Answer) -> None:
        if not any(offer.what == message.what and offer.seat != message.seat for offer in self.board.offers):
            raise Refused("not_offered", "nobody has offered that")
        if message.yes:
            self._agree(client, message.seat, message.what, message.number)
            return
        self._enter_log(message.seat, "answer", f"{message.what} no", message.number)
        self._tell_taken(message.seat, message.number)
        self.tell_all()

    def _agree(self, client: Client, seat: int, what: str, number: int) -> None:
        self._enter_log(seat, "answer", f"{what} yes", number)
        self._tell_taken(seat, number)
        self.tell_all()
        if what == "rematch":
            self.hall.rematch(self)

    # -- seats

    def sit(self, client: Client, message: Sit) -> None:
        if not client.guest:
            raise Refused("no_guest", "send a guest's token when you join, to sit down")
        chair = self._open_chair(message.seat)
        secret = secrets.token_urlsafe(18)
        chair.kind, chair.guest, chair.name, chair.secret = (
            "person",
            client.guest,
            tidy(message.name) or client.name,
            store.hashed(secret),
        )
        self.change(partial(store.set_seat, room=self.row.id, chair=copy.copy(chair)))
        self.audience[self.players].pop(client, None)
        if not self.audience[self.players]:
            self.eyes[self.players] = None
        client.seats = sorted([*client.seats, message.seat])
        sights = self.look_again(client, message.seat, -1)
        self.tell(client, Seated(message.seat, secret), *sights)
        self._seated()

    def fill(self, client: Client, message: Fill) -> None:
        if not client.seats:
            raise Refused("no_seat", "only who sits here can ask the machine to sit down")
        if message.level not in self.game.LEVELS_OF_PLAY:
            raise Refused("not_offered", f"{self.game.TITLE} has no machine player {message.level[:40]!r}")
        chair = self._open_chair(message.seat)
        chair.kind, chair.level, chair.name = "machine", message.level, ""
        self.change(partial(store.set_seat, room=self.row.id, chair=copy.copy(chair)))
        self._seated()

    def _open_chair(self, seat: int) -> SeatRow:
        if not 1 <= seat <= self.players:
            raise Refused("no_seat", f"there is no seat {seat}")
        if self.state == "over":
            raise Refused("match_over", "the match is over")
        chair = self.chairs[seat - 1]
        if chair.kind != "open":
            raise Refused("seat_taken", "somebody sits there")
        return chair

    def _seated(self) -> None:
        """See whether the match can begin."""
        self.machines = any(chair.kind == "machine" for chair in self.chairs)
        self.full = all(chair.kind != "open" for chair in self.chairs)
        if self.state == "playing":
            self._start_clocks()
        self.tell_all()
        self.stir()

    def give_up_seat(self, client: Client, message: Leave) -> None:
        self._check_seat(client, message.seat)
        chair = self.chairs[message.seat - 1]
        if not self.board.entries and self.players > 1:
            chair.kind, chair.guest, chair.name, chair.secret = "open", "", "", b""
            self.full = False
            self.change(partial(store.set_seat, room=self.row.id, chair=copy.copy(chair)))
        elif self.state != "over":
            self._enter_log(message.seat, "left", str(self._other_seat(message.seat)))
        for other in list(self.audience[message.seat - 1]):
            other.seats = [seat for seat in other.seats if seat != message.seat]
            del self.audience[message.seat - 1][other]
            if not other.seats:
                self.tell(other, *self.look_again(other, 0, -1))
        if chair.kind == "open":
            self.eyes[message.seat - 1] = None
        self.tell_all()

    # -- questions

    def whole(self, client: Client, message: AskWhole) -> None:
        self.tell(client, self._whole(message.seat, self._eyes(client, message.seat)))

    def _eyes(self, client: Client, seat: int) -> Eyes:
        player = self.players if seat == 0 else seat - 1
        if not 0 <= seat <= self.players or client not in self.audience[player]:
            raise Refused("no_seat", f"you do not see with the eyes of seat {seat}")
        eyes = self.eyes[player]
        assert eyes is not None  # there is an audience
        return eyes

    def preview(self, client: Client, message: AskPreview) -> None:
        eyes = self._eyes(client, message.seat)
        offered = [choice for choice in self.board.scene(eyes).choices if choice.action == message.action]
        if self.game.preview is None or not offered:
            raise Refused("not_offered", "there is no preview of that")
        view, setup = type(self.board.match.state).from_buffer_copy(eyes.view), self.board.match.setup
        if self.game.preview_walk is not None and any(
            choice.then and choice.then == message.then for choice in offered
        ):
            found = self.game.preview_walk(setup, view, eyes.player, [message.action, *message.then])
        else:
            found = self.game.preview(setup, view, eyes.player, message.action)
        client.push(Previewed(message.seat, message.ask, found))

    def timeline(self, client: Client, message: AskTimeline) -> None:
        eyes = self._eyes(client, message.seat)
        if self.game.timeline is None:
            raise Refused("not_offered", f"{self.game.TITLE} has no timeline")
        view = type(self.board.match.state).from_buffer_copy(eyes.view)
        client.push(Timelined(message.seat, message.ask, self.game.timeline(self.board.match.setup, view, eyes.player)))

    def hint(self, client: Client, message: AskHint) -> None:
        self._check_seat(client, message.seat)
        if not self.hints:
            raise Refused(
                "not_offered",
                f"there are no hints in {self.game.TITLE}, unless against the machine"
                if self.players > 1
                else "there are no hints",
            )
        if self.state != "playing":
            raise Refused("match_over", "the match is over")
        if not self.board.acting >> message.seat - 1 & 1:
            raise Refused("not_your_turn", "a hint is for your own turn")
        if client in self.hall.hinted:
            raise Refused("too_fast", "one hint after the other")
        self.hall.hinted.add(client)
        match = self.board.match
        if self.game.PUZZLE:
            plies = [(ply.player, ply.action) for ply in match.plies]
            task = self.hall.workers.run(workers.hint, self.row.game, self.row.setup, match.seed, plies)
        else:
            eyes = self._eyes(client, message.seat)
            weighs = self.game.advise is not None
            # The machine keeps to its plan for the whole turn.
            seed = secrets.randbits(63) if weighs else machine_seed(self.row, message.seat)
            task = self.hall.workers.run(
                workers.odds if weighs else workers.advice,
                self.row.game,
                self.row.setup,
                bytes(eyes.view),
                eyes.player,
                seed,
            )
        self.hall.spawn(self._give_hint(client, message, task))

    async def _give_hint(self, client: Client, message: AskHint, task: Any) -> None:
        try:
            client.push(Hinted(message.seat, message.ask, **await task))
        except GridhallError as wrong:
            client.push(Error(wrong.code, str(wrong), seat=message.seat, ask=message.ask))
        except Exception as wrong:
            note_bug("a hint", wrong)
            client.push(Error("unavailable", "no hint could be found", seat=message.seat, ask=message.ask))
        finally:
            self.hall.hinted.discard(client)

    # -- clocks

    def _turn(self, before: int) -> None:
        """Set clocks after an act.

        Whoever's turn has begun begins anew, and so does everybody who acts at the same time.
        """
        if not self.row.clock:
            return
        after = self.board.acting
        if after & ~before or self.players == 1:
            self._start_clocks()
        else:
            self._set_timer()

    def _start_clocks(self) -> None:
        self.began = [time.time()] * self.players
        self._set_timer()

    def _deadlines(self) -> list[tuple[float, int]]:
        if not self.row.clock or self.state != "playing":
            return []
        mask = self.board.acting
        return sorted(
            (self.began[c.seat - 1] + self.row.clock, c.seat)
            for c in self.chairs
            if c.kind == "person" and mask >> c.seat - 1 & 1
        )

    def _set_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        deadlines = self._deadlines()
        if deadlines and not self.dead:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, deadlines[0][0] - time.time()), self._flag)

    def _flag(self) -> None:
        """A clock may have run out."""
        self.timer = None
        deadlines = [(at, seat) for at, seat in self._deadlines() if at <= time.time()]
        if not deadlines:
            self._set_timer()
            return
        seat = deadlines[0][1]
        winner = 0 if len(deadlines) > 1 else self._other_seat(seat)  # both at once: nobody wins
        self._enter_log(seat, "clock", str(winner))

    # -- the machine

    def stir(self) -> None:
        """Let the machine think if it is to act and somebody is here; play what a player without a choice must."""
        if (
            self.thinking is None
            and self.clients
            and not self.dead
            and (self._forced() is not None or (self.machines and self._machine() is not None))
        ):
            self.thinking = asyncio.ensure_future(self._think())

    def _forced(self) -> Play | None:
        """The act of a seat whose player has no choice (the game's `automatic`)."""
        if self.state != "playing" or self.game.automatic is None:
            return None
        match, mask = self.board.match, self.board.acting
        for chair in self.chairs:
            if (
                mask >> chair.seat - 1 & 1
                and (action := self.game.automatic(match.setup, match.state, chair.seat - 1)) >= 0
            ):
                return Play(chair.seat, self.board.numbers[chair.seat] + 1, action=action)
        return None

    def _machine(self) -> SeatRow | None:
        if self.state != "playing":
            return None
        mask = self.board.acting
        return next((chair for chair in self.chairs if chair.kind == "machine" and mask >> chair.seat - 1 & 1), None)

    async def _think(self) -> None:
        try:
            refused = 0
            while self.clients and not self.dead:
                if (forced := self._forced()) is not None:
                    self.play(None, forced)
                    await asyncio.sleep(0)
                    continue
                if (chair := self._machine()) is None:
                    return
                player = chair.seat - 1
                view = bytes(self.board.match.view(player))
                question = (self.row.game, self.row.setup, view, player)
                try:
                    if refused > 2:
                        raise RuntimeError("the machine's choices are refused")
                    action = await self.hall.workers.run(
                        workers.choose, *question, chair.level, machine_seed(self.row, chair.seat)
                    )
                except Exception as wrong:
                    note_bug("a machine player", wrong)
                    action = workers.simple_choice(*question, secrets.randbits(62))
                try:
                    if not self.dead and self._machine() is not None:
                        self.play(None, Play(chair.seat, self.board.numbers[chair.seat] + 1, action=action))
                        refused = 0
                except (GridhallError, Refused):
                    refused += 1
                await asyncio.sleep(0)
        except Exception as wrong:
            note_bug("a machine player's move", wrong)
            self.fail()
        finally:
            self.thinking = None


ACTS: dict[type, Callable[[Room, Client, Any], None]] = {
    Play: Room.play,
    Undo: Room.undo,
    Resign: Room.resign,
    Propose: Room.offer,
    Answer: Room.answer,
}
OTHERS: dict[type, Callable[[Room, Client, Any], None]] = {
    Sit: Room.sit, Fill: Room.fill, Leave: Room.give_up_seat, AskWhole: Room.whole, AskPreview: Room.preview, AskTimeline: Room.timeline, AskHint: Room.hint,
}  # fmt: skip


def machine_seed(row: RoomRow, seat: int) -> int:
    """The machine's own seed for a match: the same after a restart, and nothing to do with the match's dice."""
    return int.from_bytes(hashlib.sha256(f"machine {seat} {row.nonce}".encode()).digest()[:8], "big") >> 2


def seed_for(game: Any, text: str, wished: int | None) -> tuple[int, bool]:
    """The seed of a new room (wished for, else named by its text, else drawn now), and whether people know it
    beforehand.
    """
    if wished is None and game.named_seed is not None:
        wished = game.named_seed(text)
    return (secrets.randbits(64), False) if wished is None else (wished, True)


def tidy(name: str) -> str:
    """A name fit to be shown: printable, one line, short."""
    return re.sub(r"\s+", " ", "".join(sign for sign in name if sign.isprintable())).strip()[:40]


class Hall:
    """All live rooms, their store and their workers."""

    def __init__(self, database: str, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.store = Store(database, asyncio.get_running_loop())
        self.workers = Workers(self._tell_preparing)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[Room]] = {}
        self.clients: dict[Client, None] = {}
        self.hinted: set[Client] = set()
        self.buckets: dict[str, Bucket] = {}
        self.tasks: set[asyncio.Future[Any]] = set()
        self.swept = 0.0

    def close(self) -> None:
        """End cleanly: everybody is told to come back, everything queued is stored."""
        for client in list(self.clients):
            client.close(1012, "the server goes down")
        for room in list(self.rooms.values()):
            room.close()
        for task in list(self.tasks):
            task.cancel()
        self.workers.close()
        self.store.close()

    def spawn(self, work: Any) -> None:
        """Run something besides; it is kept until it ends."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def allow(self, what: str, rate: float, burst: float) -> bool:
        """Whether a guest or an address may do something once more."""
        if len(self.buckets) > 10_000:
            self.buckets = {
                key: bucket
                for key, bucket in self.buckets.items()
                if bucket.left + (time.monotonic() - bucket.when) * bucket.rate < bucket.burst
            }
        return self.buckets.setdefault(what, Bucket(rate, burst)).take()

    def level(self, row: RoomRow) -> str:
        """The title of a room's level."""
        return (
            next((level.title for level in levels(load(row.game)) if level.name == row.level), "") if row.level else ""
        )

    def preparing(self, game: str) -> list[Preparing]:
        """What somebody who comes into a room of this game must be told of what is prepared: one message, or none."""
        texts = self.workers.preparing(game)
        return [Preparing(texts)] if texts else []

    def _tell_preparing(self, game: str) -> None:
        """Tell everybody in a room of this game what is prepared for it, because that has changed."""
        text = encode(Preparing(self.workers.preparing(game))).decode()
        for room in self.rooms.values():
            if room.row.game == game:
                for client in room.clients:
                    client.push_text(text)

    # -- rooms

    async def room(self, name: str) -> Room:
        """A room, from the memory or from the store."""
        if name in self.rooms:
            return self.rooms[name]
        if name not in self.loading:
            self.loading[name] = asyncio.ensure_future(self._load(name))
        return await asyncio.shield(self.loading[name])

    async def _load(self, name: str) -> Room:
        try:
            room = self.rooms[name] = Room(self, *await asyncio.to_thread(self._read_live, name))
            room.complete()
            return room
        finally:
            del self.loading[name]

    def _read_live(self, name: str) -> tuple[RoomRow, list[SeatRow], Board, list[Eyes]]:
        """A room as its players have seen it."""
        row, chairs, entries = self.read(name)
        board, eyes = remembered(row, entries, [chair.seat - 1 for chair in chairs if chair.kind == "person"])
        return row, chairs, board, eyes

    def read(self, name: str) -> tuple[RoomRow, list[SeatRow], list[Entry]]:
        """A room as the store has it."""
        found = self.store.read_room(name) if 0 < len(name) <= 16 else None
        if found is None:
            raise Refused("no_room", "there is no such room, or no longer")
        row, chairs, entries = found
        if row.version != load(row.game).VERSION:
            raise Refused("no_room", f"the rules of {load(row.game).TITLE} have changed since (version {row.version})")
        return row, chairs, entries

    async def stored(self, work: Callable[[Any], None]) -> None:
        """Wait until something is stored."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(wrong: Exception | None) -> None:
            if waiter.cancelled():
                return
            if wrong is None:
                waiter.set_result(None)
            else:
                waiter.set_exception(Refused("unavailable", "the store cannot be written; try again"))

        self.store.change(waiter, work, done)
        await waiter

    async def make(self, guest: str, name: str, wish: MakeRoom) -> tuple[RoomRow, list[Key]]:
        """Make a room for a guest."""
        game = load(wish.game)
        if not self.allow("rooms " + guest, self.limits.rooms, self.limits.room_burst):
            raise Refused("too_fast", "that are many rooms; wait a little")
        if await asyncio.to_thread(self.store.unfinished_of, guest) >= self.limits.unfinished:
            raise Refused("too_many", f"you have {self.limits.unfinished} unfinished matches; end some first")
        text = self._text(game, wish)
        seed, known = seed_for(game, text, self._seed(wish.seed))
        await asyncio.to_thread(Match.of_text, game, text, seed)  # raises BadSetup; the room's own is made of its row
        if not (wish.clock == 0 or 5 <= wish.clock <= 7 * 86400):
            raise Refused("bad_message", "a clock is 5 seconds to 7 days per turn, or 0 for none")
        row = RoomRow(
            fresh_id(), wish.game, game.VERSION, wish.level, text, str(seed), secrets.token_hex(16),
            bool(wish.text or wish.seed), known=known, clock=wish.clock, maker=guest, made=time.time(),
        )  # fmt: skip
        chairs, keys = self._chairs(game, wish.seats or [SeatWish("me")] * game.PLAYERS, guest, name)
        await self.stored(partial(store.add_room, room=row, chairs=chairs))
        for chair in chairs:
            if chair.kind == "machine":
                self.spawn(self._wake(row, chair))
        return row, keys

    async def _wake(self, row: RoomRow, chair: SeatRow) -> None:
        """Let a worker load what it needs to play, so that its first move does not wait for that."""
        player = chair.seat - 1
        match = (await asyncio.to_thread(Board, row)).match
        if match.game.acting(match.setup, match.state) >> player & 1:
            with contextlib.suppress(Exception):  # a machine that cannot play is found out when it must
                await self.workers.run(
                    workers.choose,
                    row.game,
                    row.setup,
                    bytes(match.view(player)),
                    player,
                    chair.level,
                    machine_seed(row, chair.seat),
                )

    def _text(self, game: Any, wish: MakeRoom) -> str:
        if wish.text:
            if len(wish.text.encode()) > self.limits.text_bytes:
                raise Refused("too_large", f"a setup may have {self.limits.text_bytes} bytes")
            return wish.text
        if wish.level:
            for level in levels(game):
                if level.name == wish.level:
                    return level.text
            raise Refused("bad_setup", f"{game.TITLE} has no level {wish.level[:80]!r}")
        return read_text(game, None)

    def _seed(self, text: str) -> int | None:
        if not text:
            return None
        if len(text) > 80 or (text.isdecimal() and int(text) >= 1 << 64):
            raise Refused(
                "bad_setup", "a seed is a whole number from 0 to 2^64 - 1, `daily`, or a name of up to 80 signs"
            )
        return int(text) if text.isdecimal() else seed_of_name(text)

    def _chairs(self, game: Any, wishes: Sequence[SeatWish], guest: str, name: str) -> tuple[list[SeatRow], list[Key]]:
        if len(wishes) != game.PLAYERS:
            raise Refused("no_seat", f"{game.TITLE} has {game.PLAYERS} seats, not {len(wishes)}")
        chairs, keys = [], []
        for seat, wish in enumerate(wishes, 1):
            if wish.kind == "me":
                secret = secrets.token_urlsafe(18)
                keys.append(Key(seat, secret))
                chairs.append(SeatRow(seat, "person", "", tidy(wish.name) or name, guest, store.hashed(secret)))
            elif wish.kind == "open" and game.PLAYERS > 1:
                chairs.append(SeatRow(seat, "open"))
            elif wish.kind == "machine" and wish.level in game.LEVELS_OF_PLAY:
                chairs.append(SeatRow(seat, "machine", wish.level))
            else:
                offered = ", ".join(game.LEVELS_OF_PLAY) or "none"
                raise Refused(
                    "no_seat",
                    f"a seat is for me, open (of several) or machine; machine players of {game.TITLE}: {offered}",
                )
        return chairs, keys

    def rematch(self, room: Room) -> None:
        """Make the room of a rematch, with the seats one on, and tell everybody their new seat.

        The text is that of the match before, and so is the seed if the text names one; a seed that somebody wished for
        was for one match.
        """
        if room.row.next:
            return
        old, count = room.row, room.players
        seed, known = seed_for(room.game, old.setup, None)
        shipped = {read_text(room.game, None), *(level.text for level in levels(room.game))}
        row = RoomRow(
            fresh_id(), old.game, old.version, old.level, old.setup, str(seed), secrets.token_hex(16),
            old.open and old.setup not in shipped, known=known, clock=old.clock, maker=old.maker, made=time.time(),
        )  # fmt: skip
        chairs, new_secrets = [], {}
        for chair in room.chairs:
            moved = copy.copy(chair)
            moved.seat = chair.seat % count + 1
            if chair.kind == "person":
                new_secrets[chair.seat] = (moved.seat, secrets.token_urlsafe(18))
                moved.secret = store.hashed(new_secrets[chair.seat][1])
            chairs.append(moved)
        old.next = row.id

        def work(connection: Any) -> None:
            store.add_room(connection, row, chairs)
            store.set_next(connection, old.id, row.id)

        def tell() -> None:
            for client in room.clients:
                client.push(Rematch(row.id, [Key(*new_secrets[seat]) for seat in client.seats if seat in new_secrets]))

        room.change(work, tell)
        room.tell_all()

    # -- a connection

    async def join(self, client: Client, message: Join) -> None:
        """Let a client into a room."""
        if message.version != VERSION:
            raise Refused(
                "old_client", f"the hall speaks version {VERSION}, this page {message.version}: load it again"
            )
        if message.token:
            found = await asyncio.to_thread(self.store.guest_of, message.token)
            if found is not None:
                client.guest, client.name = found
        room = await self.room(message.room)
        if not client.closed:
            room.enter(client, message.keys[:16])

    # -- keeping house

    async def keep_house(self) -> None:
        """Every few seconds: close silent connections, forget idle rooms; now and then sweep abandoned ones."""
        while True:
            await asyncio.sleep(5)
            try:
                self.tidy_up(time.monotonic())
                if time.monotonic() - self.swept > 600:
                    self.swept = time.monotonic()
                    await self.sweep(time.time())
            except Exception as wrong:
                note_bug("keeping house", wrong)

    def tidy_up(self, now: float) -> None:
        """Close connections that say nothing, and forget rooms nobody is in."""
        for client in list(self.clients):
            if now - client.heard > (self.limits.silent_seconds if client.room else self.limits.join_seconds):
                client.close(4408, "silent")
        for room in list(self.rooms.values()):
            if (
                not room.clients
                and room.timer is None
                and room.thinking is None
                and now - room.idle_since > self.limits.idle_seconds
            ):
                room.close()

    async def sweep(self, now: float) -> int:
        """Forget rooms that nobody will come back to; returns how many."""
        day = 86400.0
        found = await asyncio.to_thread(
            self.store.abandoned, now - self.limits.untouched_days * day, now - self.limits.unplayed_days * day
        )
        gone = [name for name in found if name not in self.rooms]
        if gone:
            await self.stored(partial(store.remove_rooms, ids=gone))
            log.info("swept %d abandoned rooms", len(gone))
        return len(gone)


def fresh_id() -> str:
    """A name for a room that nobody guesses: letters and digits without look-alikes."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(10))
