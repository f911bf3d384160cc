"""Matches to look at ply by ply: those of rooms, and records that somebody opens."""

from gridhall.errors import BadRecord
from gridhall.game import EVERYONE, Player
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.registry import levels
from gridhall.replay import story_of
from gridhall.server.messages.http import PlyShown, Replay
from gridhall.server.messages.parts import Ending, Step
from gridhall.server.rooms.board import Board, acts
from gridhall.server.rooms.seat_view import SeatView
from gridhall.server.rooms.steps import ply_moments, steps_between
from gridhall.server.store.tables import LogEntry, RoomRow

MOST = 200  # plies of one answer


def replay(
    match: Match, start: int, stop: int, viewer: Player = EVERYONE, has_story: bool = True, most: int = MOST
) -> Replay:
    """Plies `start` + 1 to `stop` of a match (at most `most`), as a viewer sees them; at its end where it turned."""
    total = len(match.plies)
    start = max(0, min(start, total))
    stop = max(start, min(stop, total, start + most))
    again = Match.of_text(match.game, match.setup_text, match.seed)
    turns: list[int] = []
    shown: list[PlyShown] = []
    first = again.moment(viewer).scene
    before = first
    for number, ply in enumerate(match.plies, 1):
        acting = set(again.acting)
        events = again.act(ply.player, ply.action)
        if set(again.acting) - acting:
            turns.append(number)
        if number == start:
            first = before = again.moment(viewer).scene
        elif start < number <= stop:
            after = again.moment(viewer)
            steps = steps_between(before, ply_moments(again, events, after, {}), after.scene)
            # A record keeps thousandths: rounded twice, a match and its record show the same.
            shown.append(PlyShown(number, ply.player + 1, ply.word, steps, round(round(ply.seconds, 3), 2)))
            before = after.scene
    is_whole = has_story and stop == total and match.over and viewer == EVERYONE
    return Replay(
        match.name,
        match.game.TITLE,
        total,
        start,
        first,
        shown,
        turns,
        story=story_of(match) if is_whole else [],
        level=next((level.title for level in levels(match.game) if level.text == match.setup_text), ""),
    )


def replay_of_seat(row: RoomRow, log: list[LogEntry], seat: int, start: int, stop: int) -> Replay:
    """What a seat (0: the spectators) has seen of a match that is not over, counted as that seat counts.

    It does not tell how many words others have played.
    """
    start = max(0, start)
    stop = max(start, min(stop, start + MOST))
    board = Board(row)
    view = SeatView(board, seat - 1 if seat else board.game.PLAYERS)
    first = view.scene
    seen: list[tuple[list[Step], LogEntry]] = []  # each with the last entry of its act
    for act in acts(log):
        effects = board.take_all(act)
        steps = view.look(effects, act[0].seat == seat) if effects else None
        if steps is not None:
            seen.append((steps, act[-1]))
            del seen[len(view.stands) :]  # what was taken back, and that it was
            if len(seen) <= start:
                first = view.scene
    shown = []
    for number, (steps, entry) in enumerate(seen[start:stop], start + 1):
        own = entry.seat == seat
        shown.append(PlyShown(number, seat if own else 0, entry.word if own else "", steps))
    return Replay(row.game, board.game.TITLE, len(seen), start, first, shown)


def _recorded(text: str) -> Match:
    return read_record(text if "\n" in text else text + "\n", hurry=True)


def finished_match(text: str) -> Match:
    """The match of a record, which must be over."""
    match = _recorded(text)
    if not match.over:
        raise BadRecord("the match is not over")
    return match


def replay_of_record(text: str, start: int, stop: int) -> Replay:
    """A record's replay; of a match with secrets only if it is over."""
    match = _recorded(text)
    if match.game.SECRETS and not match.over:
        raise BadRecord("the match has secrets and is not over")
    answer = replay(match, start, stop)
    if match.over:
        answer.result = Ending("rules", match.winner, "")
    return answer
