"""A room of a hall as a table: the same room as in browsers, with its clocks, offers and rematches."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gridhall.errors import BadAction, GridhallError, Unavailable
from gridhall.game import Advice
from gridhall.scene import Choice, Frame, Outcome, Preview
from gridhall.server.messages.client import (
    Answer,
    AskHint,
    AskPreview,
    AskTimeline,
    AskWhole,
    Play,
    Propose,
    Sit,
    Undo,
)
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import (
    ErrorMessage,
    Hinted,
    Joined,
    Rematch,
    RoomMessage,
    Seated,
    Taken,
    Update,
    Whole,
)
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_film import film_of, story_of
from gridhall.stage.hall_keys import keep_keys, keys_of, token_for, with_keys
from gridhall.stage.hall_line import HallLine
from gridhall.stage.hall_room import KnownRoom, SeatScene, stills_of
from gridhall.stage.table import (
    DRAW,
    HINT,
    LOOK,
    LOST,
    NO,
    REMATCH,
    RESTART,
    SIT,
    STORY,
    TICKS,
    UNDO,
    WATCH,
    YES,
    LogLine,
    MatchTable,
    Still,
    outcome_for,
    player_name,
)
from gridhall.terminal.ending import solved_in

PATIENCE = 20.0  # seconds until the first scene must be there
UNSENT = "Your last move may not have reached the hall."


class HallTable(MatchTable):
    """A room, as the seats see it that this person holds; without one they watch."""

    def __init__(self, address: RoomAddress, token: str, keys: Sequence[SeatKey] = ()) -> None:
        super().__init__("", "A room of a hall")
        self.address, self.own_keys = address, list(keys)
        self.trouble = ""  # why the keys cannot be kept
        self.room: KnownRoom | None = None
        self.views: dict[int, SeatScene] = {}
        self.looking = 0  # the seat whose view is shown, from 1; 0 watches
        self.ready = asyncio.Event()
        self.has_watcher = False
        self.moving: asyncio.Future[None] | None = None  # to the room of the rematch
        self.acted: asyncio.Future[str] | None = None  # an act that waits for the hall; its result is why it failed
        self.overtaken = ""  # why it failed, if that is told only beside the board as it is now
        self.line = HallLine(address, token, self._keys, self._hear, self._line_changed)

    def _keys(self) -> list[SeatKey]:
        keys = [replace(key, at=self.views[key.seat].at if key.seat in self.views else -1) for key in self.own_keys]
        return keys or [SeatKey(0, at=self.views[0].at if 0 in self.views else -1)]

    def _line_changed(self) -> None:
        if self.has_watcher:
            self.watcher.changed()

    def _keep(self, address: RoomAddress, keys: list[SeatKey]) -> None:
        try:
            keep_keys(address, keys)
        except OSError as wrong:
            self.trouble = f"The key of your seat cannot be kept ({wrong.strerror}): stay here, or the seat is lost."

    # What the hall says.

    def _hear(self, message: Any) -> None:
        if isinstance(message, Joined):
            seats = message.seats or [0]
            self.views = {seat: view for seat, view in self.views.items() if seat in seats}
            self.looking = self.looking if self.looking in seats else seats[0]
            self._tell_overtaken()
        elif isinstance(message, RoomMessage):
            self._take_room(message)
        elif isinstance(message, Whole):
            self.views[message.seat] = SeatScene(message.scene, message.at, message.acting)
            if message.seat == self.looking:
                self.log = [LogLine(said.text, said.at) for said in message.said if said.text]
                self._show([])
            self._tell_overtaken()
        elif isinstance(message, Taken):
            self._settle_act("")
        elif isinstance(message, Update):
            self._take_update(message)
        elif isinstance(message, Seated):
            key = SeatKey(message.seat, message.secret)
            self.own_keys = with_keys(self.own_keys, [key])
            self._keep(self.address, [key])
            self.views.pop(0, None)
            self.looking = message.seat
        elif isinstance(message, Rematch):
            self._keep(RoomAddress(self.address.hall, message.room), message.keys)
            self._go_to(message.room, message.keys)
        elif isinstance(message, ErrorMessage) and message.code == "overtaken":
            self.overtaken = message.message
        elif isinstance(message, ErrorMessage):
            if self.line.gone:
                self.line.waiting = []
                self.ready.set()
                self._settle_act(UNSENT)
            elif self.acted is not None and not self.acted.done():
                self._settle_act(message.message)
            elif self.has_watcher:  # of what nobody waits for, such as sitting down
                self.watcher.say(message.message)
            self._line_changed()

    def _take_room(self, room: RoomMessage) -> None:
        before, self.room = self.room, KnownRoom(room)
        self.game, self.title, self.subtitle = room.game, room.title, room.level_title
        self._settle_act("")
        self._line_changed()
        if before is not None and room.next and not before.message.next:
            self._go_to(room.next)

    def _go_to(self, room: str, keys: Sequence[SeatKey] = ()) -> None:
        """Go to the room of the rematch, once."""
        if self.has_watcher and self.address.room != room and (self.moving is None or self.moving.done()):
            self.moving = asyncio.ensure_future(self._move(RoomAddress(self.address.hall, room), keys))

    async def _move(self, address: RoomAddress, keys: Sequence[SeatKey]) -> None:
        try:
            following = await open_room(address, keys)
        except GridhallError as wrong:
            self.watcher.say(f"The rematch is at {address.url}, but cannot be entered: {wrong}")
            return
        self.watcher.leave_for(following)
        await self.line.close()

    def _take_update(self, update: Update) -> None:
        view = self.views.get(update.seat)
        if update.left and self.room is not None:
            self.room.take_left(update.left)
        if view is None or update.at != view.at + 1:
            self.line.send(AskWhole(update.seat))
        else:
            stills = stills_of(view.scene, update.steps)
            self.views[update.seat] = SeatScene(stills[-1].scene if stills else view.scene, update.at, update.acting)
            if update.seat == self.looking:
                if update.undone:
                    self.log = [LogLine(said.text, said.at) for said in update.said if said.text]
                    stills = []
                self.log += [LogLine(still.text, update.moves) for still in stills if still.text]
                self._show(stills)
        if update.number:
            self._settle_act("")

    def _settle_act(self, wrong: str) -> None:
        """Let whoever waits for the act go on, unless it was another device's act that the hall has confirmed."""
        if not wrong and (self.line.waiting or self.overtaken):
            return
        if self.acted is not None and not self.acted.done():
            self.acted.set_result(wrong)

    def _tell_overtaken(self) -> None:
        """Say that the act was overtaken: the board as it is now is here, or is on its way after a lost line."""
        if self.overtaken:
            self._settle_act(self.overtaken)
            self.overtaken = ""

    def _show(self, stills: list[Still]) -> None:
        self.scene, self.seat = self.views[self.looking].scene, self.looking - 1
        self.ready.set()
        if self.has_watcher:
            self.watcher.show(stills)
            self._change_places()

    def _change_places(self) -> None:
        """Where one holds several seats, the one that is to act comes to the board; secrets hang a curtain."""
        view, room = self.views.get(self.looking), self.room
        if self.over:  # nothing has to be hidden any more
            self.handing_over, self.curtain = False, -1
        if view is None or room is None or not room.is_playing or not self.looking or self.looking in view.acting:
            return
        others = [seat for seat in view.acting if seat in self.views and seat]
        if not others:
            return
        if room.message.secrets:
            self.handing_over = True
            self.watcher.changed()
        else:
            self.looking = others[0]
            self._show([])

    async def go_on(self) -> None:
        if self.handing_over:
            self.handing_over = False
            acting = self.views[self.looking].acting
            self.curtain = next((seat for seat in acting if seat in self.views and seat), 0) - 1
            self.watcher.changed()
        elif self.curtain >= 0:
            self.looking, self.curtain = self.curtain + 1, -1
            self.log = []
            self._show([])

    # What the screen asks.

    @property
    def active(self) -> bool:
        playing = self.room is not None and self.room.is_playing and not self.line.gone
        waits = self.handing_over or self.curtain >= 0
        view = self.views.get(self.looking)
        return playing and not waits and self.looking > 0 and view is not None and self.looking in view.acting

    @property
    def over(self) -> bool:
        return self.room is not None and self.room.is_over

    @property
    def is_cut_off(self) -> bool:
        return self.acted is not None and not self.acted.done() and not self.line.is_live

    @property
    def left_behind(self) -> str:
        return UNSENT if self.line.waiting else ""

    @property
    def notice(self) -> str:
        """What is to be known of the room now: a lost line, keys that cannot be kept, an empty seat, an offer."""
        if self.line.gone:
            return f"{self.line.gone[:1].upper()}{self.line.gone[1:]}."
        if not self.line.is_live:
            again = f"in {self.line.retry_in} s" if self.line.retry_in else "now"
            safe = "Your move goes out when it is back." if self.is_cut_off else "Your moves are safe."
            return f"{LOST}, trying again {again}. {safe}"
        return self.trouble or (self.room.notice(self.views, self.address.url) if self.room is not None else "")

    @property
    def who(self) -> str:
        if not self.looking:
            return "You watch"
        several = self.room is not None and len(self.room.message.seats) > 1
        return f"You are {player_name(self.looking - 1)}" if several else ""

    @property
    def clocks(self) -> str:
        return self.room.clocks() if self.room is not None else ""

    def can(self, what: str) -> bool:
        if self.room is None or not self.line.is_live:
            return False
        room, playing, sits = self.room.message, self.room.is_playing, self.looking > 0
        offered, own = self.room.offered_to(self.views), self.room.offered_by(self.views)
        answers = {
            UNDO: room.undo and sits and not self.over,
            RESTART: room.undo and sits and playing,
            HINT: room.hints and self.active,
            LOOK: self.active,
            TICKS: self.scene.timeline is not None and self.curtain < 0,
            WATCH: self.curtain < 0 and (not room.secrets or self.over),
            STORY: self.over,
            DRAW: room.draws and sits and playing and "draw" not in own,
            REMATCH: self.over and sits and "rematch" not in own,
            YES: bool(offered) and sits,
            NO: bool(offered) and sits,
            SIT: not sits and self.room.open_seat > 0,
        }
        return answers.get(what, False)

    @property
    def outcome(self) -> Outcome | None:
        if self.room is None:
            return self.scene.outcome
        alone = self.looking - 1 if len(self.room.message.seats) > 1 and len(self.views) == 1 else -1
        return outcome_for(self.scene.outcome or self.room.outcome(), alone)

    def end_lines(self) -> list[str]:
        if self.room is None:
            return []
        outcome, tally, text = self.outcome, self.room.message.tally, self.room.result_text()
        solved = len(self.room.message.seats) == 1 and outcome is not None and outcome.won
        return [*(solved_in(tally.seconds) if solved and tally is not None else []), *([text] if text else [])]

    async def begin(self) -> None:
        self.has_watcher = True
        self._change_places()

    async def _act(self, act: Any) -> None:
        """Send an act and wait until the hall has answered, however long the line is cut meanwhile."""
        if self.line.gone:
            raise Unavailable(self.line.gone)
        self.acted = asyncio.get_running_loop().create_future()
        self.line.act(act)
        if not self.line.is_live:
            self._line_changed()
        if wrong := await self.acted:
            raise BadAction(wrong)

    async def play(self, choice: Choice) -> None:
        await self._act(Play(self.looking, 0, action=choice.action, then=choice.then))

    async def say_word(self, text: str) -> None:
        await self._act(Play(self.looking, 0, word=text))

    async def do(self, what: str) -> None:
        if self.room is None:
            return
        if what == SIT:
            self.line.send(Sit(self.room.open_seat))
        elif what in (UNDO, RESTART):
            await self._act(Undo(self.looking, 0, 1 if what == UNDO else 0))
        elif what in (DRAW, REMATCH):
            await self._act(Propose(self.looking, 0, what))
        elif what in (YES, NO):
            offered = self.room.offered_to(self.views)[0]
            await self._act(Answer(self.looking, 0, offered.what, what == YES))

    async def hint(self) -> str:
        hinted: Hinted = await self.line.ask(lambda ask: AskHint(self.looking, ask))
        return hinted.text or ", ".join(f"{odd.word} {odd.value:.0%}" for odd in hinted.odds) or "none is known"

    async def odds(self) -> list[Advice]:
        hinted: Hinted = await self.line.ask(lambda ask: AskHint(self.looking, ask))
        return [Advice(odd.action, odd.word, odd.value, odd.error, odd.samples, odd.text) for odd in hinted.odds]

    async def preview(self, choice: Choice) -> Preview | None:
        answer = await self.line.ask(lambda ask: AskPreview(self.looking, ask, choice.action, choice.then))
        preview: Preview = answer.preview
        return preview

    async def frames(self) -> list[Frame]:
        answer = await self.line.ask(lambda ask: AskTimeline(self.looking, ask))
        frames: list[Frame] = answer.frames
        return frames

    async def film(self) -> list[Still]:
        return await film_of(self.address)

    async def story(self) -> list[str]:
        return await story_of(self.address)

    async def close(self) -> None:
        for work in (self.acted, self.moving):
            if work is not None:
                work.cancel()
        await self.line.close()


async def open_room(address: RoomAddress, keys: Sequence[SeatKey] = ()) -> HallTable:
    """Enter a room and wait until it is seen; raises Unavailable where that cannot be.

    Without `keys` they are those that were kept.
    """
    token = await token_for(address)
    if not keys:
        with contextlib.suppress(OSError):
            keys = keys_of(address)
    table = HallTable(address, token, keys)
    try:
        table.line.open()
        await asyncio.wait_for(table.ready.wait(), PATIENCE)
        if table.line.gone:
            raise Unavailable(table.line.gone)
    except TimeoutError:
        await table.close()
        raise Unavailable(f"the hall at {address.hall} does not answer") from None
    except BaseException:
        await table.close()
        raise
    return table
