"""What a match that has just ended counts for: ratings, and places in tables.

All of it happens in the transaction that stores the end, after taking the next number of the one order (`counted`), for
which transactions of all processes wait; so whoever replays the records in that order finds the same numbers.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select

from gridhall.game import EVERYONE, WON
from gridhall.match import Match
from gridhall.perfection import moves_counted
from gridhall.ranking import ranked_facts
from gridhall.ratings import ledger
from gridhall.ratings.glicko2 import Rating
from gridhall.ratings.ledger import Standing
from gridhall.registry import levels, load, read_text
from gridhall.server.ranking import entries
from gridhall.server.ranking.outcomes import SCORES, outcome_of
from gridhall.server.rooms.board import Board
from gridhall.server.store.database import lock_out_others
from gridhall.server.store.ranking_tables import CountedRow, EntryRow, counted, rating_steps, ratings
from gridhall.server.store.tables import RoomRow, SeatRow, accounts, results

LOCK = 0x6772_6964  # of the one order, see lock_out_others


class Finished(NamedTuple):
    """What of a finished match may count. `pace` is "" if it changes no rating, `rank` b"" if it is in no table."""

    room: str
    entries: int
    game: str
    version: int
    level: str
    day: str
    at: float
    pace: str
    players: tuple[str, str]  # see ledger.py
    score: float  # of the first
    account: str = ""  # whose table entry it would be
    helped: bool = False
    rank: bytes = b""
    moves: int = 0
    seconds: float = 0.0
    undone: int = 0
    facts: str = ""


def finished_of(row: RoomRow, chairs: Sequence[SeatRow], board: Board, at: float) -> Finished | None:
    """What a room's match counts for as it stands; None for nothing."""
    ending, game = board.result, board.game
    if ending is None or board.branch is not None or row.open or not is_shipped(row):
        return None
    if game.PLAYERS == 2 and row.rated:
        return _duel(row, chairs, board, at)
    if game.PLAYERS == 1 and game.RANKING and chairs[0].kind == "person":
        ranked = bool(ending.rank) or game.PUZZLE
        return solo(row, chairs[0].account, board.match, board.entries, at) if ranked else None
    return None


def is_shipped(row: RoomRow) -> bool:
    """Whether everybody plays the same text: a shipped level's, or the game's default."""
    game = load(row.game)
    if not row.level:
        return row.setup == read_text(game, None)
    return any(level.name == row.level and level.text == row.setup for level in levels(game))


def _duel(row: RoomRow, chairs: Sequence[SeatRow], board: Board, at: float) -> Finished | None:
    outcome = outcome_of(board, 1)
    players = tuple(chair.account if chair.kind == "person" else ledger.MACHINE + chair.level for chair in chairs)
    if outcome not in SCORES or players[0] == players[1] or all(map(ledger.is_fixed, players)):
        return None
    pace = ledger.pace_of(row.clock)
    two = players[0], players[1]
    return Finished(
        row.id, board.entries, row.game, row.version, row.level, "", at, pace, two, SCORES[outcome]
    )  # fmt: skip


def solo(row: RoomRow, account: str, match: Match, log_entries: int, at: float) -> Finished | None:
    """What a match of one person counts for: against its level, if it is one, and in the level's table."""
    game, facts = match.game, match.facts(EVERYONE)
    won = match.over and game.outcome(match.setup, match.state, 0) == WON
    if game.PUZZLE and not row.level:
        return None
    helped = row.helped or match.undone > 0
    ranked = {name: int(facts[name]) for name in ranked_facts(game.RANKING)}
    seconds = round(match.plies[-1].seconds, 3) if match.plies else 0.0
    has_rank = match.over and (won or not game.PUZZLE)
    rank = ledger.rank_bytes(game.RANKING, ranked, seconds) if has_rank else b""
    return Finished(
        row.id,
        log_entries,
        row.game,
        row.version,
        row.level,
        row.day,
        at,
        ledger.LEVELS if game.PUZZLE else "",
        (account, ledger.LEVEL + row.level),
        ledger.level_score(won, helped),
        account,
        helped,
        rank,
        moves_counted(match),
        seconds,
        match.undone,
        json.dumps(ranked, sort_keys=True),
    )


def count(connection: Connection, finished: Finished) -> int:
    """Let a finished match count; its number in the one order, or 0 if it changes nothing."""
    number = _next_number(connection)
    pace = finished.pace if finished.pace and _is_rated(connection, finished) else ""
    is_entered = bool(finished.rank) and _enter(connection, finished, number)
    if not pace and not is_entered:
        return 0
    row = CountedRow(
        number, finished.room, finished.entries, finished.game, finished.version, pace, *finished.players,
        finished.score, finished.at,
    )  # fmt: skip
    connection.execute(insert(counted).values(**row._asdict()))
    if pace:
        _rate(connection, row)
    return number


def _next_number(connection: Connection) -> int:
    """The next number of the one order; whoever else wants one waits until this transaction has ended."""
    lock_out_others(connection, LOCK)
    return int(connection.execute(select(func.coalesce(func.max(counted.c.number), 0))).scalar_one()) + 1


def _is_rated(connection: Connection, finished: Finished) -> bool:
    """Whether all people in a match have claimed their accounts; against a level also whether it is their first."""
    people = [player for player in finished.players if ":" not in player]
    claimed = select(func.count()).where(accounts.c.id.in_(people), accounts.c.claimed > 0, accounts.c.deleted == 0)
    if connection.execute(claimed).scalar_one() != len(people):
        return False
    if finished.pace != ledger.LEVELS:
        return True
    earlier = select(results.c.seat).where(
        results.c.account == finished.account,
        results.c.game == finished.game,
        results.c.level == finished.level,
        results.c.room != finished.room,
    )
    again = select(counted.c.number).where(counted.c.room == finished.room, counted.c.pace != "")
    return connection.execute(earlier.union_all(again).limit(1)).first() is None


def standing_of(
    connection: Connection, game: str, version: int, pace: str, player: str, lock: bool = False
) -> Standing:
    """What is thought of a player now."""
    wanted = select(ratings).where(_is_row(game, version, pace, player))
    row = connection.execute(wanted.with_for_update() if lock else wanted).one_or_none()
    if row is None:
        return ledger.first_standing(load(game), player)
    return standing_in(row)


def standing_in(row: Any) -> Standing:
    """What a row of `ratings` says of a player."""
    return Standing(Rating(row.rating, row.deviation, row.volatility), row.matches, row.at, row.number)


def _is_row(game: str, version: int, pace: str, player: str) -> ColumnElement[bool]:
    c = ratings.c
    return and_(c.player == player, c.game == game, c.version == version, c.pace == pace)


def _rate(connection: Connection, row: CountedRow) -> None:
    """Let a match change the ratings of its two players."""
    where = row.game, row.version, row.pace
    before = {player: standing_of(connection, *where, player, lock=True) for player in sorted((row.first, row.second))}
    fixed = ledger.is_fixed(row.first), ledger.is_fixed(row.second)
    after = ledger.after_match(before[row.first], before[row.second], row.score, row.at, row.number, fixed)
    for player, standing, is_fixed in zip((row.first, row.second), after, fixed):
        if is_fixed:
            continue
        key = {"player": player, "game": row.game, "version": row.version, "pace": row.pace}
        connection.execute(delete(ratings).where(_is_row(*where, player)))
        values = standing.rating._asdict() | {"matches": standing.matches, "at": standing.at, "number": row.number}
        connection.execute(insert(ratings).values(**key, **values))
        step = {"number": row.number, "at": row.at}
        step |= {"rating": standing.rating.rating, "deviation": standing.rating.deviation}
        connection.execute(insert(rating_steps).values(**key, **step))


def _enter(connection: Connection, finished: Finished, number: int) -> bool:
    """Give a result its place in its table, if it is the person's best there; whether it is."""
    is_claimed = select(accounts.c.claimed).where(accounts.c.id == finished.account)
    listed = bool(connection.execute(is_claimed).scalar_one_or_none())
    row = EntryRow(
        finished.game, finished.version, finished.level, finished.day, finished.helped, finished.account, listed,
        finished.rank, number, finished.room, finished.moves, finished.seconds, finished.undone, finished.facts,
        finished.at,
    )  # fmt: skip
    return entries.enter(connection, row)
