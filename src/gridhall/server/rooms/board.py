"""A room's match, its offers and its end. All of it can be made again from the room's log at any time."""

import copy
from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from gridhall.game import EVERYONE, OUTCOMES, Action, Game, Player, Position, Truth
from gridhall.match import Event, Match, Moment
from gridhall.perfection import moves_counted, praise_of
from gridhall.ready_code import hurry_views
from gridhall.registry import load
from gridhall.server.messages.parts import Branch, Ending, Offer, Tally
from gridhall.server.rooms.steps import PublicFilm
from gridhall.server.store.tables import LogEntry, RoomRow, chain_start, chained

# Names in sentences, by seat.
PEOPLE = ("Nobody", "Player 1", "Player 2", "Player 3", "Player 4")
ENDINGS = {"resign": "resigned", "clock": "ran out of time", "left": "left the match"}  # by the kind of log entry


class PlyEffects(NamedTuple):
    """What one ply did: its events, and the state after it, which is the match's own until `kept`.

    With `is_undo` plies were taken back instead, and nobody has played.
    """

    events: list[Event]
    state: Truth
    films: dict[int, PublicFilm]  # what of it everybody sees alike, see `ply_moments`
    moment: Moment | None = None  # that state as its player sees it, once it is kept
    is_undo: bool = False

    def kept(self, match: Match, player: Player) -> "PlyEffects":
        """The same with a state that stays as it is, because the player is about to play another ply of their act."""
        return self._replace(state=copy.copy(self.state), moment=match.moment(player))


class Board:
    """The match of a room, its offers and its end."""

    def __init__(self, row: RoomRow, log: Sequence[LogEntry] = ()) -> None:
        self.row = row
        self.match = Match.of_text(load(row.game), row.setup, int(row.seed))
        hurry_views(self.match)
        self.game: Game = self.match.game
        self.numbers: list[list[int]] = [[] for _ in range(self.game.PLAYERS + 1)]  # of each seat's acts
        self.entries = 0  # of the log, so far
        self.hash = chain_start(row)  # of the last entry
        self.left = ""  # the clocks after it, as it was stored
        self.forced = [0] * (self.game.PLAYERS + 1)  # words in a row that the clock has played for each seat
        self.offers: list[Offer] = []
        self.declined: dict[tuple[int, str], int] = {}  # how often, by who offered and what
        self.rematch = False  # whether another match was agreed on
        self.branch: Branch | None = None  # where another match was left, if this is a line that somebody tried
        self.result: Ending | None = None
        for entry in log:
            self.take(entry)

    @cached_property
    def has_chance(self) -> bool:
        """Whether the seed decides anything in this match: two positions that differ only in it are not the same."""
        positions = [copy.copy(self.match.state) for _ in range(2)]
        for number, position in enumerate(positions, 1):
            position.rng = number
            self.game.canonicalize(self.match.setup, position)
        return bytes(positions[0]) != bytes(positions[1])

    @property
    def has_secrets(self) -> bool:
        """Whether a record would tell something before the end: what the game hides, or a seed nobody may know."""
        return self.game.SECRETS or self.hides_something or (self.has_chance and not self.row.known)

    @property
    def hides_something(self) -> bool:
        """Whether even in a game without secrets a player does not see all of this level."""
        truth, view = self.match.view(EVERYONE), self.match.view(0)
        truth.rng = view.rng = 0
        return bytes(truth) != bytes(view)

    @property
    def acting(self) -> int:
        """The bit mask of who may act; 0 after any end."""
        return 0 if self.result else int(self.game.acting(self.match.setup, self.match.state))

    def acting_seats(self, position: Position) -> list[int]:
        """The seats, from 1, that may act in a position or as far as a view tells."""
        return [] if self.result else _seats_in(self.game.acting(self.match.setup, position))

    def take(self, entry: LogEntry) -> PlyEffects | None:
        """Let an entry of the log happen; its effects, if there may be something to see.

        A play that the rules refuse raises and has changed nothing.
        """
        if entry.kind == "play":
            view = self.match.moment(entry.seat - 1).view
            action = self.game.read_word(self.match.setup, view, entry.word)
            effects: PlyEffects | None = self._act(entry.seat, action, entry.at)
        else:
            effects = self._take_other(entry)
        self._note(entry)
        return effects

    def take_all(self, act: Sequence[LogEntry]) -> list[PlyEffects]:
        """Let all entries of an act happen."""
        all_effects: list[PlyEffects] = []
        for entry in act:
            if all_effects:
                all_effects[-1] = all_effects[-1].kept(self.match, entry.seat - 1)
            effects = self.take(entry)
            if effects is not None:
                all_effects.append(effects)
        return all_effects

    def play(
        self, seat: int, number: int, actions: Sequence[Action], now: float
    ) -> tuple[list[LogEntry], list[PlyEffects]]:
        """Play an action, or a walk of several, as the act `number` of a seat; its entries and their effects.

        Raises as `take` does if the first action is refused.
        """
        entries: list[LogEntry] = []
        all_effects: list[PlyEffects] = []
        for action in self.match.walk(seat - 1, actions):
            if all_effects:
                all_effects[-1] = all_effects[-1].kept(self.match, seat - 1)
            all_effects.append(self._act(seat, action, now))
            word = self.match.plies[-1].word
            entries.append(LogEntry(self.row.id, self.entries + 1, seat, number, "play", word, now))
            self._note(entries[-1])
        return entries, all_effects

    def last_number(self, seat: int) -> int:
        """The number of a seat's last act; 0 before the first."""
        numbers = self.numbers[seat]
        return numbers[-1] if numbers else 0

    def stamped(self, entries: Sequence[LogEntry], left: str) -> list[LogEntry]:
        """The entries of an act that has just happened, with the clocks and the chain of hashes."""
        stamped = []
        for entry in entries:
            stamped.append(chained(self.hash, entry._replace(left=left) if left else entry))
            self.hash = stamped[-1].hash
        self.left = left
        return stamped

    @property
    def counts(self) -> bool:
        """Whether giving up now is a loss; before that it gives no result. The game may say when."""
        if self.game.counts is not None:
            return bool(self.game.counts(self.match.setup, self.match.state))
        return bool(self.match.plies)

    def _act(self, seat: int, action: int, at: float) -> PlyEffects:
        events = self.match.act(seat - 1, action, max(0.0, at - self.row.made))
        return PlyEffects(events, self.match.state, {})

    def _note(self, entry: LogEntry) -> None:
        """Count an entry that has happened, and see whether it was the end."""
        self.entries = entry.entry
        self.hash, self.left = entry.hash or self.hash, entry.left or self.left
        if entry.number and entry.number != self.last_number(entry.seat):
            self.numbers[entry.seat].append(entry.number)
        if entry.kind == "play":
            self.forced[entry.seat] = 0 if entry.number else self.forced[entry.seat] + 1
        if self.match.over and self.result is None:
            resigned = bool(self.match.plies) and self.match.plies[-1].word == "resign"
            reason = "resign" if resigned else "rules"
            self._end(Ending(reason, self.match.winner, self._sentence(resigned), self._rank()))

    def _end(self, result: Ending) -> None:
        self.result, self.offers = result, []

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
        match, facts, praise = self.match, self.match.facts(EVERYONE), praise_of(self.match)
        ranked = {name.lstrip("-"): facts[name.lstrip("-")] for name in self.game.RANKING}
        seconds = round(match.plies[-1].seconds, 1) if match.plies else 0.0
        tally = Tally(len(match.plies), moves_counted(match), seconds, match.undone, ranked)
        if praise is not None:
            tally.best, tally.mark, tally.praise = praise
        return tally

    def _rank(self) -> list[int]:
        if self.game.ranked is None or not self.game.ranked(self.match.setup):
            return []
        facts = self.match.facts(EVERYONE)
        return [-facts[name[1:]] if name.startswith("-") else facts[name] for name in self.game.RANKING]

    def _take_other(self, entry: LogEntry) -> PlyEffects | None:
        """Let an entry that is no ply happen."""
        seat, word = entry.seat, entry.word
        if entry.kind == "undo":
            return self._undo(int(word) or len(self.match.plies))
        if entry.kind == "branch":
            room, _, ply = word.partition(" ")
            self.branch = Branch("" if room == "-" else room, int(ply))
            return None
        if entry.kind == "offer":
            self.offers.append(Offer(word, seat))
            return None
        if entry.kind == "answer":
            return self._take_answer(entry)
        if entry.kind == "limit":
            sentence = "The match had as many acts as the hall keeps of one: no result."
        elif self.game.PLAYERS > 1 and not self.counts:
            sentence = f"{PEOPLE[seat] if seat else 'Everybody'} {ENDINGS[entry.kind]} before it counted: no result."
        elif not seat:
            sentence = "Both ran out of time at once: the match is drawn."
        else:
            sentence = f"{PEOPLE[seat]} {ENDINGS[entry.kind]}."
        self._end(Ending(entry.kind, int(word or 0), sentence))
        return None

    def _take_answer(self, entry: LogEntry) -> PlyEffects | None:
        """Let an answer to an offer happen; its word is `draw yes`, `undo no` and so on."""
        what, _, answer = entry.word.partition(" ")
        asker = next((offer.seat for offer in self.offers if offer.what == what and offer.seat != entry.seat), 0)
        self.offers = [offer for offer in self.offers if offer.what != what]
        if answer != "yes":
            self.declined[asker, what] = self.declined.get((asker, what), 0) + 1
        elif what == "draw":
            self._end(Ending("draw", 0, "A draw was agreed."))
        elif what == "undo":
            return self._undo(self.plies_back(asker))
        else:
            self.rematch = True
        return None

    def plies_back(self, seat: int) -> int:
        """How many plies must be taken back to undo this seat's last one."""
        plies = self.match.plies
        return next((back for back in range(1, len(plies) + 1) if plies[-back].player == seat - 1), 0)

    def _undo(self, count: int) -> PlyEffects:
        self.match.undo(count)
        self.result = None
        return PlyEffects([], self.match.state, {}, is_undo=True)


@cache
def _seats_in(mask: int) -> list[int]:
    """The seats of a bit mask of players; one list for all who ask, which nobody changes."""
    return [player + 1 for player in range(mask.bit_length()) if mask >> player & 1]


def acts(log: Sequence[LogEntry]) -> list[list[LogEntry]]:
    """The entries of a log, those of one act together: they have the same seat and number."""
    together: list[list[LogEntry]] = []
    for entry in log:
        if together and (together[-1][0].seat, together[-1][0].number) == (entry.seat, entry.number):
            together[-1].append(entry)
        else:
            together.append([entry])
    return together
