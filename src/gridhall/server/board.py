"""A room's match and what each pair of eyes has seen of it.

All of it follows from the room's log, so it can be made again at any time.
"""

import copy
from collections import deque
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct, field

from gridhall.game import EVERYONE, OUTCOMES
from gridhall.match import Event, Match
from gridhall.registry import load
from gridhall.scene import Scene
from gridhall.server.clients import encode
from gridhall.server.messages import Changed, Offer, Result, Said, Step, Tally, Update
from gridhall.server.store import Entry, RoomRow

BETWEEN = tuple(name for name in Scene.__struct_fields__ if name != "choices")  # nobody chooses in the middle of a move
_between = attrgetter(*BETWEEN)
RECENT, RECENT_BYTES = 12, 1 << 15
TAIL = 4  # acts whose updates are made again when a room is read from the store
LINES = 30  # sentences that are kept of what was said
PEOPLE = ("Nobody", "Player 1", "Player 2", "Player 3", "Player 4")


class Part(NamedTuple):
    """What one ply did: its events, and the state after it. With `back` it took plies back."""

    events: list[Event]
    state: Any
    back: bool = False


class Eyes(Struct):
    """What one player (number PLAYERS.

    The spectators) has been shown so far: `at` changes, the last of which left `scene`.
    """

    player: int
    at: int
    view: bytes
    acting: list[int]  # 1-based
    scene: Scene | None = None
    recent: deque[str] = field(default_factory=deque)  # the last updates as they were sent, for who comes back
    # What was said, with the plies played until then.
    lines: deque[tuple[int, Said]] = field(default_factory=lambda: deque(maxlen=LINES))
    # In a game with secrets: the plies until each change that was not taken back.
    stands: list[int] = field(default_factory=list)

    def keep(self, update: str) -> None:
        """Keep an update that was sent, and not too many of them."""
        recent = self.recent
        recent.append(update)
        while len(recent) > RECENT or (len(recent) > 1 and sum(map(len, recent)) > RECENT_BYTES):
            recent.popleft()

    def since(self, known: int) -> list[str] | None:
        """The updates after change number `known`; None if they are no longer there."""
        count = self.at - known
        return list(self.recent)[len(self.recent) - count :] if 0 <= count <= len(self.recent) and known >= 0 else None

    def said(self) -> list[Said]:
        """What was said lately of plies that still stand."""
        return [said for _, said in self.lines]

    def take_back(self, plies: int) -> None:
        """Forget what was said and counted of plies after these: they were taken back."""
        while self.lines and self.lines[-1][0] > plies:
            self.lines.pop()
        while self.stands and self.stands[-1] > plies:
            self.stands.pop()


class Board:
    """The match of a room, its offers and its end."""

    def __init__(self, row: RoomRow, log: Sequence[Entry] = ()) -> None:
        self.row = row
        self.match = Match.of_text(load(row.game), row.setup, int(row.seed))
        self.game = self.match.game
        self.numbers = [0] * (self.game.PLAYERS + 1)  # of each seat's last act
        self.entries = 0
        self.offers: list[Offer] = []
        self.declined: dict[tuple[int, str], int] = {}
        self.rematch = False  # whether another match was agreed on
        self.result: Result | None = None
        for entry in log:
            self.take(entry)

    def take(self, entry: Entry) -> Part | None:
        """Let an entry of the log happen; a Part if there may be something to see.

        A play that the rules refuse raises and has changed nothing.
        """
        part: Part | None = None
        if entry.kind == "play":
            player = entry.seat - 1
            action = self.game.read_word(self.match.setup, self.match.view(player), entry.word)
            part = Part(self.match.act(player, action, max(0.0, entry.at - self.row.made)), self.match.state)
        else:
            part = self._other(entry)
        self.note(entry)
        return part

    def note(self, entry: Entry) -> None:
        """Count an entry that has happened, and see whether it was the end."""
        self.entries = entry.entry
        self.numbers[entry.seat] = entry.number or self.numbers[entry.seat]
        if self.match.over and self.result is None:
            resigned = bool(self.match.plies) and self.match.plies[-1].word == "resign"
            self.result = Result(
                "resign" if resigned else "rules", self.match.winner, self._sentence(resigned), self._rank()
            )
            self.offers = []

    def _sentence(self, resigned: bool) -> str:
        if resigned:
            return f"{PEOPLE[self.match.plies[-1].player + 1]} resigned."
        if self.game.PLAYERS == 1:
            return f"The match is {OUTCOMES[self.game.outcome(self.match.setup, self.match.state, 0)]}."
        return f"{PEOPLE[self.match.winner]} won." if self.match.winner else "The match is drawn."

    def tally(self) -> Tally | None:
        """What a match that has ended counts as in somebody's own results."""
        if self.result is None:
            return None
        match, facts = self.match, self.match.facts(EVERYONE)
        counts = [facts.get(name[1:]) for name in self.game.RANKING if name.startswith("-")]
        moves = next((count for count in counts if isinstance(count, int)), len(match.plies))
        ranked = {name.lstrip("-"): facts[name.lstrip("-")] for name in self.game.RANKING}
        seconds = round(match.plies[-1].seconds, 1) if match.plies else 0.0
        return Tally(len(match.plies), moves, seconds, match.undone, ranked)

    def _rank(self) -> list[int]:
        if self.game.ranked is None or not self.game.ranked(self.match.setup):
            return []
        facts = self.match.facts(EVERYONE)
        return [-facts[name[1:]] if name.startswith("-") else facts[name] for name in self.game.RANKING]

    def _other(self, entry: Entry) -> Part | None:
        seat, word = entry.seat, entry.word
        if entry.kind == "undo":
            return self._undo(int(word) or len(self.match.plies))
        if entry.kind == "offer":
            self.offers.append(Offer(word, seat))
        elif entry.kind == "answer":
            what, _, answer = word.partition(" ")
            asker = next((offer.seat for offer in self.offers if offer.what == what and offer.seat != seat), 0)
            self.offers = [offer for offer in self.offers if offer.what != what]
            if answer != "yes":
                self.declined[asker, what] = self.declined.get((asker, what), 0) + 1
            elif what == "draw":
                self._end(Result("draw", 0, "A draw was agreed."))
            elif what == "undo":
                return self._undo(self.plies_back(asker))
            else:
                self.rematch = True
        else:
            sentence = {"resign": "resigned", "clock": "ran out of time", "left": "left the match"}[entry.kind]
            self._end(Result(entry.kind, int(word or 0), f"{PEOPLE[seat]} {sentence}."))
        return None

    def plies_back(self, seat: int) -> int:
        """How many plies must be taken back to undo this seat's last one."""
        plies = self.match.plies
        return next((back for back in range(1, len(plies) + 1) if plies[-back].player == seat - 1), 0)

    def _undo(self, count: int) -> Part:
        self.match.undo(count)
        self.result = None
        return Part([], self.match.state, back=True)

    def _end(self, result: Result) -> None:
        self.result, self.offers = result, []

    @property
    def acting(self) -> int:
        """The bit mask of who may act; 0 after any end."""
        return 0 if self.result else int(self.game.acting(self.match.setup, self.match.state))

    # -- seeing

    def eyes(self, player: int) -> Eyes:
        """Open a player's eyes on the board as it is now."""
        view = self.match.view(player)
        return Eyes(player, 0, bytes(view), self._acting(view))

    def scene(self, eyes: Eyes) -> Scene:
        """What these eyes see; made once."""
        if eyes.scene is None:
            eyes.scene = self.game.scene(
                self.match.setup, type(self.match.state).from_buffer_copy(eyes.view), eyes.player
            )
        return eyes.scene

    def _acting(self, view: Any) -> list[int]:
        mask = 0 if self.result else self.game.acting(self.match.setup, view)
        return [player + 1 for player in range(self.game.PLAYERS) if mask >> player & 1]

    def notice(self, eyes: Eyes, parts: Sequence[Part], own: bool) -> bool:
        """Count what happened if these eyes may know of it.

        The view has changed, something is told, it is their `own` act, or there are no secrets.
        """
        view = self.match.view(eyes.player)
        seen = bytes(view)
        if (
            seen == eyes.view
            and self.game.SECRETS
            and not own
            and all(self.match.describe(event, eyes.player) is None for part in parts for event in part.events)
        ):
            return False
        if seen != eyes.view:
            eyes.view, eyes.scene = seen, None
        eyes.acting = self._acting(view)
        eyes.at += 1
        eyes.take_back(len(self.match.plies))
        if self.game.SECRETS and not any(part.back for part in parts):
            eyes.stands.append(len(self.match.plies))
        return True

    def count(self, eyes: Eyes, parts: Sequence[Part], own: bool) -> bool:
        """As `notice`, but without looking where there are no secrets: of changes long ago only the number matters."""
        if self.game.SECRETS:
            return self.notice(eyes, parts, own)
        eyes.at += 1
        eyes.take_back(len(self.match.plies))
        return True

    def moves(self, eyes: Eyes) -> int:
        """How many moves a replay would show these eyes now; 0 for spectators of secrets, who came at any time."""
        if not self.game.SECRETS:
            return len(self.match.plies)
        return len(eyes.stands) if eyes.player < self.game.PLAYERS else 0

    def remember(self, eyes: Eyes, texts: Iterable[str]) -> None:
        """Keep what was said of what happened now."""
        moves = self.moves(eyes)
        eyes.lines.extend((len(self.match.plies), Said(moves, text)) for text in texts if text)

    def look(self, eyes: Eyes, parts: Sequence[Part], own: bool) -> list[Step] | None:
        """Show what happened to a pair of eyes, and return it in steps; None if they may know nothing of it.

        Everything goes through their view.
        """
        match, player, first = self.match, eyes.player, self.scene(eyes)
        if not self.notice(eyes, parts, own):
            return None
        steps: list[Step] = []
        before = first
        for index, part in enumerate(parts):
            for moment in match.moments(part.events, player):
                steps.append(Step(_change(before, moment.scene), moment.text))
                before = moment.scene
            if index + 1 < len(parts):
                after = self.game.scene(match.setup, match.view_of(part.state, player), player)
                steps.append(Step(_change(before, after)))
                before = after
        after = self.scene(eyes)
        last = _change(before, after)
        if after.choices != first.choices:
            last.choices = after.choices
        if last != NOTHING or not steps:
            steps.append(Step(last))
        return steps

    def update(self, eyes: Eyes, parts: Sequence[Part], entry: Entry, undone: int) -> Update | None:
        """The message that tells these eyes of an act (`entry` is its last); None if they may know nothing of it."""
        seat = 0 if eyes.player == self.game.PLAYERS else eyes.player + 1
        own = seat == entry.seat
        steps = self.look(eyes, parts, own)
        if steps is None:
            return None
        self.remember(eyes, (step.text for step in steps))
        public = own or not self.game.SECRETS
        word = entry.word if public and entry.kind == "play" else ""
        numbers = entry.number if own else 0, entry.seat if public else 0
        said = eyes.said() if undone else []
        return Update(seat, eyes.at, steps, *numbers, word, eyes.acting, undone, self.moves(eyes), said)


NOTHING = Changed()


def _change(before: Scene, after: Scene) -> Changed:
    """The fields that differ, but for the choices."""
    changed = Changed()
    if before is not after:
        for name, old, new in zip(BETWEEN, _between(before), _between(after)):
            if old is not new and old != new:
                setattr(changed, name, new)
    return changed


def remembered(row: RoomRow, log: Sequence[Entry], players: Iterable[int]) -> tuple[Board, list[Eyes]]:
    """Play a room's log again.

    The board, and the eyes of these players as they would be had they looked all the time.
    """
    board = Board(row)
    eyes = [board.eyes(player) for player in players]
    found = acts(log)
    tail, spoken = max(0, len(found) - TAIL), max(0, len(found) - LINES)
    for index, act in enumerate(found):
        if index == tail:
            for one in eyes:
                fresh = board.eyes(one.player)
                one.view, one.acting = fresh.view, fresh.acting
        plies = len(board.match.plies)
        parts = taken(board, act)
        for one in eyes if parts else ():
            if index >= tail:
                update = board.update(one, parts, act[-1], max(0, plies - len(board.match.plies)))
                if update is not None:
                    one.keep(encode(update).decode())
            elif board.count(one, parts, act[0].seat == one.player + 1) and index >= spoken:
                board.remember(one, (m.text for part in parts for m in board.match.moments(part.events, one.player)))
    for one in eyes:
        one.acting = board.eyes(one.player).acting  # the end may have come without anything to see
    return board, eyes


def seen_by(row: RoomRow, log: Sequence[Entry], player: int) -> list[tuple[list[Step], Entry]]:
    """All that a player has seen of a room, in steps, each with the last entry of its act."""
    board = Board(row)
    eyes = board.eyes(player)
    found: list[tuple[list[Step], Entry]] = []
    for act in acts(log):
        parts = taken(board, act)
        steps = board.look(eyes, parts, act[0].seat == player + 1) if parts else None
        if steps is not None:
            found.append((steps, act[-1]))
            del found[len(eyes.stands) :]  # what was taken back, and that it was
    return found


def taken(board: Board, act: Sequence[Entry]) -> list[Part]:
    """Let all entries of an act happen."""
    parts = []
    for index, entry in enumerate(act):
        part = board.take(entry)
        if part is not None:
            parts.append(part if index + 1 == len(act) else part._replace(state=copy.copy(part.state)))
    return parts


def acts(log: Sequence[Entry]) -> list[list[Entry]]:
    """The entries that belong together: same seat, same number."""
    found: list[list[Entry]] = []
    for entry in log:
        if found and (found[-1][0].seat, found[-1][0].number) == (entry.seat, entry.number):
            found[-1].append(entry)
        else:
            found.append([entry])
    return found
