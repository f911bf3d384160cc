"""The lobby of a hall in the menu: open seats, looking for somebody, being called, and one's turns elsewhere."""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from gridhall import registry
from gridhall.server.messages import VERSION
from gridhall.server.messages.lobby import (
    EndSeek,
    EnterLobby,
    LobbyMessage,
    Paired,
    Seek,
    SeekCard,
    TakeSeek,
    YourTurn,
)
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import ErrorMessage
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_keys import keep_keys, token_for
from gridhall.stage.hall_socket import HallSocket
from gridhall.stage.menu_entries import Aside, MenuEntry, MenuPage

if TYPE_CHECKING:
    from gridhall.stage.app import Stage

BY_ACCOUNT = (SeatKey(1), SeatKey(2))  # keys without a secret open the seats that the account holds
CLOCKS = {60: "a minute a turn", 600: "10 minutes a turn", 86_400: "a day a turn"}


class LobbyLine(HallSocket):
    """A connection to the lobby."""

    def __init__(self, hall: str, token: str, hear: Callable[[Any], None], changed: Callable[[], None]) -> None:
        super().__init__(RoomAddress(hall, "").socket)
        self.token, self.hear, self.changed = token, hear, changed

    def greeting(self) -> EnterLobby:
        return EnterLobby(VERSION, self.token)

    def receive(self, message: Any) -> None:
        self.is_live = True
        if isinstance(message, ErrorMessage) and message.code == "old_client":
            self.gone = message.message
        self.hear(message)

    def lost(self) -> None:
        self.changed()


class LobbyPage(MenuPage):
    """A page of the menu that the hall changes. Whoever is found there is played at once."""

    def __init__(self, stage: "Stage", hall: str, token: str) -> None:
        super().__init__(f"Lobby of {hall.partition('://')[2]}", self._entries, on_leave=self._leave)
        self.stage, self.hall = stage, hall
        self.people, self.seeks = 0, list[SeekCard]()
        self.turns: dict[str, str] = {}  # titles, by the room in which it is one's turn
        self.called: set[str] = set()  # challenges that were told
        self.clock = 600
        self.line = LobbyLine(hall, token, self._hear, self._lost)
        self.line.open()

    def _leave(self) -> None:
        self.stage.run_worker(self.line.close(), exit_on_error=False)

    def _lost(self) -> None:
        """What stood in the lobby may be gone; it is told anew when the connection is back."""
        self.people, self.seeks = 0, []
        self._changed()

    def _changed(self) -> None:
        self.stage.menu.update_page(self)

    def _hear(self, message: Any) -> None:
        if isinstance(message, LobbyMessage):
            self.people, self.seeks = message.people, message.seeks
            self._tell_calls()
        elif isinstance(message, Paired):
            self._play(message.room)
        elif isinstance(message, YourTurn):
            self.turns[message.room] = message.title
        elif isinstance(message, ErrorMessage):
            self.stage.menu.say(message.message[:1].upper() + message.message[1:])
        self._changed()

    def _tell_calls(self) -> None:
        """Say it once, and ring, when somebody asks this person to play."""
        calls = {card.id: card for card in self.seeks if card.challenge and not card.mine}
        for card in (card for name, card in calls.items() if name not in self.called):
            self.stage.bell()
            self.stage.menu.say(f"{card.name} asks you to play {card.title}.")
        self.called = set(calls)

    def _play(self, room: str) -> None:
        """Go to a room in which a seat is one's own by the account, without a key."""
        address = RoomAddress(self.hall, room)
        self.turns.pop(room, None)
        self.line.send(EndSeek())  # nobody plays two live matches at once
        with contextlib.suppress(OSError):  # then the seat is entered from this lobby only
            keep_keys(address, list(BY_ACCOUNT))
        self.stage.bell()
        self.stage.join(address.url, BY_ACCOUNT)

    def _entries(self) -> list[MenuEntry]:
        calls = [card for card in self.seeks if card.challenge and not card.mine]
        opened = [card for card in self.seeks if not card.challenge and not card.mine]
        entries = [self._card_entry(card, "You are asked to play") for card in calls]
        entries += [
            MenuEntry(title, partial(self._play, room), "your turn", "Your turn", verb="play")
            for room, title in self.turns.items()
        ]
        entries += [self._card_entry(card, "Open seats") for card in opened]
        if not opened:
            crowd = partial(self._aside, "Whoever looks for somebody stands here.")
            entries.append(MenuEntry(self._state(), None, heading="Open seats", aside=crowd))
        entries.append(
            MenuEntry("Clock", lambda: self._change_clock(1), CLOCKS[self.clock], "Look for somebody",
                      partial(self._aside, "How long a turn may take."), self._change_clock)
        )  # fmt: skip
        entries += [self._seek_entry(name) for name in registry.games() if registry.load(name).PLAYERS == 2]
        heading = ""
        for entry in entries:  # a heading stands above the first of its entries
            entry.heading, heading = ("" if entry.heading == heading else entry.heading), entry.heading or heading
        return entries

    def _state(self) -> str:
        if self.line.gone:
            return self.line.gone
        return "Nobody looks for a match now" if self.line.is_live else "Connecting ..."

    def _card_entry(self, card: SeekCard, heading: str) -> MenuEntry:
        clock = CLOCKS.get(card.clock, f"{card.clock} s a turn")
        rated = f", rated {card.rating}" if card.rated else ""
        about = f"{card.name} looks for somebody to play {card.title}, {clock}{rated}. Enter sits down."
        return MenuEntry(
            f"{card.title} with {card.name}", lambda: self.line.send(TakeSeek(card.id)), f"{clock}{rated}", heading,
            aside=partial(self._aside, about), verb="sit down",
        )  # fmt: skip

    def _seek_entry(self, name: str) -> MenuEntry:
        """Look for somebody to play a game with, or stop looking."""
        own = [card for card in self.seeks if card.mine and card.game == name]
        if own:
            clock = CLOCKS.get(own[0].clock, f"{own[0].clock} s a turn")
            text, note = f"Stop looking for {registry.load(name).TITLE}", f"looking, {clock}"
            waits = partial(self._aside, f"You wait, {clock}. As soon as somebody is found, the match begins here.")
            stop = partial(self.line.send, EndSeek(own[0].id))
            return MenuEntry(text, stop, note, "Look for somebody", waits, verb="stop")
        begin = partial(self.line.send, Seek(name, self.clock))
        about = "Whoever looks for the same is found at once; anybody here may sit down with you."
        return MenuEntry(
            f"Play {registry.load(name).TITLE} with somebody", begin, heading="Look for somebody",
            aside=partial(self._aside, about), verb="look for somebody",
        )  # fmt: skip

    def _aside(self, about: str) -> Aside:
        """A sentence, and how many people are here."""
        return Aside([about, "You are alone here." if self.people < 2 else f"{self.people} people are here."])

    def _change_clock(self, by: int) -> None:
        clocks = list(CLOCKS)
        self.clock = clocks[(clocks.index(self.clock) + by) % len(clocks)]


async def open_lobby(stage: "Stage", hall: str) -> LobbyPage:
    """The lobby of a hall as a page; raises Unavailable where there is no hall."""
    return LobbyPage(stage, hall, await token_for(RoomAddress(hall, "")))
