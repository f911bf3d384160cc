"""What one seat, or the spectators, have been shown of a room's match. All of it follows from the room's log."""

from collections import deque
from collections.abc import Iterable, Sequence

from gridhall.game import Player
from gridhall.match import Moment
from gridhall.scene import Scene
from gridhall.server.messages.parts import Said, Step
from gridhall.server.messages.server import Update, Whole
from gridhall.server.rooms.board import Board, PlyEffects, acts
from gridhall.server.rooms.encoding import encode
from gridhall.server.rooms.steps import PublicFilm, ply_moments, steps_between
from gridhall.server.store.tables import LogEntry, RoomRow

RECENT, RECENT_BYTES = 12, 1 << 15  # updates kept for clients that come back
TAIL = 4  # acts whose updates are made again when a room is read from the store
LINES = 30  # sentences kept of what was said


class SeatView:
    """What one viewer has been shown so far: `at` changes, of which the last has led to `moment`.

    The viewer is a player from 0, or number PLAYERS for all spectators together. Everything a viewer is told comes
    from their view; what they may not know of leaves no trace here, not even in a count.
    """

    __slots__ = ("acting", "at", "board", "lines", "moment", "recent", "recent_size", "seat", "stands", "viewer")

    def __init__(self, board: Board, viewer: Player) -> None:
        self.board, self.viewer = board, viewer
        self.seat = 0 if viewer == board.game.PLAYERS else viewer + 1  # 0: the spectators
        self.at = 0
        self.refresh()
        self.recent: deque[bytes] = deque()  # the last updates as they were sent, and how long they are together
        self.recent_size = 0
        # What was said, with the number of plies played until then.
        self.lines: deque[tuple[int, Said]] = deque(maxlen=LINES)
        # In a game with secrets: for each change that was not taken back, the number of plies played until then.
        self.stands: list[int] = []

    @property
    def scene(self) -> Scene:
        return self.moment.scene

    @property
    def moves(self) -> int:
        """How many moves a replay would show now; 0 for spectators of secrets, who came at any time."""
        if not self.board.game.SECRETS:
            return len(self.board.match.plies)
        return len(self.stands) if self.seat else 0

    def refresh(self) -> None:
        """Look at the board as it is now, without counting that as a change."""
        self.moment = self.board.match.moment(self.viewer)
        self.acting = self.board.acting_seats(self.moment.view)  # from 1, as far as this viewer knows

    def whole(self) -> Whole:
        """The message with everything this viewer sees now."""
        return Whole(self.seat, self.at, self.scene, self.acting, self.moves, self.said())

    def keep(self, update: bytes) -> None:
        """Keep an update that was sent, and not too many of them."""
        recent = self.recent
        recent.append(update)
        self.recent_size += len(update)
        while len(recent) > RECENT or (len(recent) > 1 and self.recent_size > RECENT_BYTES):
            self.recent_size -= len(recent.popleft())

    def since(self, known: int) -> list[bytes] | None:
        """The updates after change number `known`; None if they are no longer there."""
        count = self.at - known
        return list(self.recent)[len(self.recent) - count :] if 0 <= count <= len(self.recent) and known >= 0 else None

    def said(self) -> list[Said]:
        """What was said lately of plies that still stand."""
        return [said for _, said in self.lines]

    def remember(self, texts: Iterable[str]) -> None:
        """Keep what was said of what happened now."""
        for text in filter(None, texts):
            self.lines.append((len(self.board.match.plies), Said(self.moves, text)))

    def notice(self, effects: Sequence[PlyEffects], own: bool) -> bool:
        """Count what happened if this viewer may know of it.

        They may if their view has changed, if something is said to them, if it is their `own` act, or if the game has
        no secrets.
        """
        match, secrets = self.board.match, self.board.game.SECRETS
        now = match.moment(self.viewer)
        is_same = now is self.moment or bytes(now.view) == bytes(self.moment.view)
        if is_same and secrets and not own and not any(self._hears_of(effect) for effect in effects if effect.events):
            return False
        if not is_same:
            self.moment = now
        self.acting = self.board.acting_seats(now.view)
        self._count()
        if secrets and not any(effect.is_undo for effect in effects):
            self.stands.append(len(match.plies))
        return True

    def count(self, effects: Sequence[PlyEffects], own: bool) -> bool:
        """As `notice`, but without looking where there are no secrets: of changes long ago only the number matters."""
        if self.board.game.SECRETS:
            return self.notice(effects, own)
        self._count()
        return True

    def _count(self) -> None:
        """Count a change, and forget what was said and counted of plies that were taken back by it."""
        self.at += 1
        plies = len(self.board.match.plies)
        while self.lines and self.lines[-1][0] > plies:
            self.lines.pop()
        while self.stands and self.stands[-1] > plies:
            self.stands.pop()

    def _hears_of(self, effect: PlyEffects) -> bool:
        return any(self.board.match.describe(event, self.viewer) is not None for event in effect.events)

    def look(self, effects: Sequence[PlyEffects], own: bool) -> list[Step] | None:
        """Notice what happened and return it in steps; None if this viewer may know nothing of it."""
        before = self.scene
        if not self.notice(effects, own):
            return None
        return steps_between(before, self._shown(effects), self.scene)

    def _shown(self, effects: Sequence[PlyEffects]) -> list[Moment | PublicFilm]:
        """What this viewer sees during an act: the events of each ply, and the position between two plies."""
        match, shown = self.board.match, []
        for effect in effects[:-1]:
            after = effect.moment  # its scene was built to see whether the walk goes on
            if after is None or after.viewer != self.viewer:
                after = Moment(match.game, match.setup, match.view_of(effect.state, self.viewer), self.viewer)
            shown += [*ply_moments(match, effect.events, after, effect.films), after]
        return shown + ply_moments(match, effects[-1].events, self.moment, effects[-1].films)

    def update(self, effects: Sequence[PlyEffects], entry: LogEntry, undone: int) -> Update | None:
        """The message that tells this viewer of an act (`entry` is its last); None if they may know nothing of it."""
        own = self.seat == entry.seat
        steps = self.look(effects, own)
        if steps is None:
            return None
        self.remember([step.text for step in steps])
        is_public = own or not self.board.game.SECRETS
        return Update(
            self.seat,
            self.at,
            steps,
            number=entry.number if own else 0,
            by=entry.seat if is_public else 0,
            word=entry.word if is_public and entry.kind == "play" else "",
            acting=self.acting,
            undone=undone,
            moves=self.moves,
            said=self.said() if undone else [],
        )


def remembered(row: RoomRow, log: Sequence[LogEntry], players: Iterable[Player]) -> tuple[Board, list[SeatView]]:
    """Play a room's log again: the board, and the views of these players as if they had looked all the time."""
    board = Board(row)
    views = [SeatView(board, player) for player in players]
    all_acts = acts(log)
    tail, spoken = max(0, len(all_acts) - TAIL), max(0, len(all_acts) - LINES)
    for index, act in enumerate(all_acts):
        if index == tail:
            for view in views:
                view.refresh()
        plies = len(board.match.plies)
        effects = board.take_all(act)
        for view in views if effects else ():
            if index >= tail:
                update = view.update(effects, act[-1], max(0, plies - len(board.match.plies)))
                if update is not None:
                    view.keep(encode(update))
            elif view.count(effects, act[0].seat == view.seat) and index >= spoken:
                events = [event for effect in effects for event in effect.events]
                view.remember(moment.text for moment in board.match.moments(events, view.viewer))
    for view in views:
        view.acting = board.acting_seats(view.moment.view)  # the end may have come without anything to see
    return board, views
