"""What the hall has told of a room: its state, its clocks, its offers. And what a seat sees of the match in it."""

import re
import time
from collections.abc import Collection

import msgspec
from msgspec import UNSET
from msgspec.structs import fields, replace

from gridhall.scene import Outcome, Scene
from gridhall.server.messages.parts import Changed, Offer, Step
from gridhall.server.messages.server import RoomMessage
from gridhall.stage.table import Still, player_name

NAMES = tuple(field.name for field in fields(Changed))
OFFERS = {"draw": "a draw", "undo": "to take back", "rematch": "a rematch"}


class SeatScene(msgspec.Struct):
    """What a seat sees."""

    scene: Scene
    at: int
    acting: list[int]


def stills_of(scene: Scene, steps: list[Step]) -> list[Still]:
    """What steps show, one after the other, beginning after a scene."""
    stills = []
    for step in steps:
        changed = {name: value for name in NAMES if (value := getattr(step.changed, name)) is not UNSET}
        scene = replace(scene, **changed)
        stills.append(Still(scene, step.text))
    return stills


class KnownRoom:
    """The room as it was told last; its clocks go on between two messages."""

    def __init__(self, message: RoomMessage) -> None:
        self.message = message
        self.told_at = time.monotonic()

    def take_left(self, left: list[float]) -> None:
        """The clocks were told anew."""
        self.message, self.told_at = replace(self.message, left=left), time.monotonic()

    @property
    def is_playing(self) -> bool:
        return self.message.state == "playing"

    @property
    def is_over(self) -> bool:
        return self.message.state == "over"

    @property
    def open_seat(self) -> int:
        """A seat that nobody has taken; 0 if there is none."""
        return next((seat.seat for seat in self.message.seats if seat.kind == "open"), 0)

    def outcome(self) -> Outcome | None:
        """How the match ended where its board does not tell, as after a draw that was agreed."""
        result = self.message.result
        if result is None:
            return None
        titles = {"draw": "A draw"}
        title = f"{player_name(result.winner - 1)} wins" if result.winner else titles.get(result.reason, "It is over")
        return Outcome(title, result.winner, [self.result_text()])

    def result_text(self) -> str:
        """What the hall says of the end, with players called by their colours."""
        text = self.message.result.text if self.message.result is not None else ""
        return re.sub(r"\b[Pp]layer ([12])\b", lambda number: player_name(int(number[1]) - 1), text)

    def clocks(self) -> str:
        """The seconds each seat has left."""
        passed = time.monotonic() - self.told_at
        left = [max(0, round(seconds - passed)) if seconds >= 0 else -1 for seconds in self.message.left]
        return "  ".join(
            f"{player_name(player)} {seconds // 60}:{seconds % 60:02}"
            for player, seconds in enumerate(left)
            if seconds >= 0
        )

    def offered_to(self, seats: Collection[int]) -> list[Offer]:
        """What others offer to whoever holds these seats."""
        return [offer for offer in self.message.offers if offer.seat not in seats]

    def offered_by(self, seats: Collection[int]) -> list[str]:
        return [offer.what for offer in self.message.offers if offer.seat in seats]

    def notice(self, seats: Collection[int], address: str) -> str:
        """What whoever holds these seats is to know now: an offer, an empty seat; "" for nothing."""
        for offer in self.message.offers:
            who = "You offer" if offer.seat in seats else f"{player_name(offer.seat - 1)} offers"
            return f"{who} {OFFERS.get(offer.what, offer.what)}."
        return f"Waiting for somebody to sit down: {address}" if self.message.state == "waiting" else ""
