"""The page about somebody: their results by game, their finished matches, and, for themselves, the open ones."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Engine, Select, exists, func, select

from gridhall.game import Game
from gridhall.ranking import rank_numbers
from gridhall.registry import can_play, games, levels, load
from gridhall.server.messages.parts import Seat
from gridhall.server.messages.people import GameResults, LevelBest, MatchCard
from gridhall.server.people.accounts import Account
from gridhall.server.ranking import days
from gridhall.server.rooms.board import Board
from gridhall.server.store.queries import RoomSummary
from gridhall.server.store.tables import LogEntry, ResultRow, RoomRow, accounts, results, rooms, seats

PAGE = 30  # matches at a time
MACHINE = "machine"  # in the place of an opponent's name: any machine


class Filter(NamedTuple):
    """Which of somebody's finished matches are wanted; `other` is an account, or MACHINE."""

    game: str = ""
    outcome: str = ""
    other: str = ""
    before: float = 0.0


def game_results(engine: Engine, account: str, mine: bool) -> list[GameResults]:
    """How somebody has fared in each game they have played, as they or others may know it."""
    c = results.c
    with engine.connect() as connection:
        counted = select(c.game, c.outcome, func.count()).where(*_may_know(account, mine))
        counts = connection.execute(counted.group_by(c.game, c.outcome)).all()
        wins = [ResultRow(*row) for row in connection.execute(wins_query(account, mine))]
    by_game: dict[str, GameResults] = {}
    for game, outcome, count in counts:
        if not can_play(game) or outcome not in ("won", "lost", "drawn"):
            continue
        module = load(game)
        of_game = by_game.setdefault(
            game,
            GameResults(game, module.TITLE, module.PUZZLE, levels=len(levels(module)), ranking=list(module.RANKING)),
        )
        setattr(of_game, outcome, count)
    for of_game in by_game.values():
        of_game.bests = _bests(load(of_game.game), [row for row in wins if row.game == of_game.game])
        of_game.stars = sum(max(0, best.stars) for best in of_game.bests)
        of_game.crowns = sum(best.mark == "perfect" for best in of_game.bests)
    return [by_game[game] for game in games() if game in by_game]


def wins_query(account: str, mine: bool) -> Select[Any]:
    """Somebody's wins of levels, as they or others may know them.

    Of those that are alike only the fastest is read: people play a level many times.
    """
    c = results.c
    alike = [c.game, c.level, c.facts, c.undone, c.stars, c.mark]
    place = func.row_number().over(partition_by=alike, order_by=(c.seconds, c.ended)).label("place")
    is_won = *_may_know(account, mine), c.outcome == "won", c.level != ""
    won = select(c.room, c.seat, place).where(*is_won).subquery()  # all are sorted, and so kept short
    return select(results).join(won, (won.c.room == c.room) & (won.c.seat == c.seat)).where(won.c.place == 1)


def closed_query(account: str) -> Select[Any]:
    """The rooms of somebody's results that others may know nothing of: of a day that is not over.

    What ended before this day is none of them, so that of thousands of results few are looked at.
    """
    c = results.c
    is_of_today = c.account == account, c.ended >= days.midnight(), rooms.c.day >= days.today()
    return select(c.room).join(rooms, rooms.c.id == c.room).where(*is_of_today)


def _may_know(account: str, mine: bool) -> list[ColumnElement[bool]]:
    """What is true of somebody's results as they or others may know them.

    Which rooms are closed is asked in the same statement: a match of the day that ends between two would be told.
    """
    own = results.c.account == account
    return [own] if mine else [own, results.c.room.not_in(closed_query(account).correlate(None))]


def _bests(game: Game, wins: Iterable[ResultRow]) -> list[LevelBest]:
    """The best win of each shipped level, in the ladder's order, with the most stars there ever were."""
    by_level: dict[str, list[ResultRow]] = {}
    for row in wins:
        by_level.setdefault(row.level, []).append(row)
    bests = []
    for level in levels(game):
        if level.name in by_level:
            of_level = by_level[level.name]
            best, stars = min(of_level, key=lambda row: worth(game, row)), max(row.stars for row in of_level)
            mark = "perfect" if any(row.mark == "perfect" for row in of_level) else best.mark
            bests.append(
                LevelBest(
                    level.name,
                    level.title,
                    best.moves,
                    best.seconds,
                    best.room,
                    stars,
                    mark,
                    best.undone,
                    best.proved,
                    json.loads(best.facts),
                    max(row.points for row in of_level),
                )
            )
    return bests


def worth(game: Game, row: ResultRow) -> tuple[Any, ...]:
    """A key that sorts better results first: nothing taken back, the game's own ranking, then time."""
    return (row.undone > 0, *rank_numbers(game.RANKING, json.loads(row.facts)), row.seconds)


def finished_query(account: str, wanted: Filter, mine: bool) -> Select[Any]:
    """Somebody's results as they or others may know them, the last first."""
    chosen = select(results).where(*_may_know(account, mine))
    for column, value in ((results.c.game, wanted.game), (results.c.outcome, wanted.outcome)):
        if value:
            chosen = chosen.where(column == value)
    if wanted.before:
        chosen = chosen.where(results.c.ended < wanted.before)
    if wanted.other:
        is_other = seats.c.kind == "machine" if wanted.other == MACHINE else seats.c.account == wanted.other
        chosen = chosen.where(exists().where(seats.c.room == results.c.room, is_other))
    return chosen.order_by(results.c.ended.desc())


def finished(engine: Engine, account: str, wanted: Filter, mine: bool) -> tuple[list[MatchCard], bool]:
    """Somebody's finished matches, the last first, as they or others may know them, and whether there are more."""
    with engine.connect() as connection:
        rows = connection.execute(finished_query(account, wanted, mine).limit(2 * PAGE + 2)).all()
        by_room: dict[str, list[ResultRow]] = {}
        for row in rows:
            by_room.setdefault(row.room, []).append(ResultRow(*row))
        ids = list(by_room)[:PAGE]
        room_rows = {row.id: RoomRow(*row) for row in connection.execute(select(rooms).where(rooms.c.id.in_(ids)))}
        chairs = _seats(connection.execute(_seated(ids)).all())
    cards = [_card(room_rows[room], chairs.get(room, []), by_room[room]) for room in ids if room in room_rows]
    return cards, len(by_room) > PAGE


def _seated(ids: Sequence[str]) -> Any:
    """Ask who sits in these rooms, with the names of claimed accounts."""
    joined = seats.outerjoin(accounts, (accounts.c.id == seats.c.account) & (accounts.c.claimed > 0))
    columns = (seats.c.room, seats.c.seat, seats.c.kind, seats.c.name, seats.c.level, accounts.c.name)
    return select(*columns).select_from(joined).where(seats.c.room.in_(ids)).order_by(seats.c.seat)


def _seats(rows: Iterable[Any]) -> dict[str, list[Seat]]:
    by_room: dict[str, list[Seat]] = {}
    for room, seat, kind, name, level, profile in rows:
        by_room.setdefault(room, []).append(Seat(seat, kind, name, level, profile=profile or ""))
    return by_room


def _card(row: RoomRow, chairs: list[Seat], own: list[ResultRow]) -> MatchCard:
    first = own[0]
    return MatchCard(
        row.id, row.game, title_of(row.game), chairs, sorted(chair.seat for chair in own), row.level,
        level_title(row), first.outcome, first.reason, first.ended, first.moves, first.seconds, first.stars, first.mark,
        first.proved,
    )  # fmt: skip


def title_of(game: str) -> str:
    """The title of a game, also of one that is here no longer."""
    return load(game).TITLE if can_play(game) else game


def level_title(row: RoomRow) -> str:
    """The title of a shipped level; "" for anything else."""
    if not can_play(row.game):
        return ""
    return next((level.title for level in levels(load(row.game)) if level.name == row.level), "")


def open_card(account: Account, summary: RoomSummary) -> MatchCard:
    """A match that is not over, as one of its players sees it in their list."""
    row, chairs = summary.room, summary.chairs
    own = [chair.seat for chair in chairs if chair.account == account.id]
    shown = [Seat(chair.seat, chair.kind, chair.name, chair.level) for chair in chairs]
    turn = "waiting" if any(chair.kind == "open" for chair in chairs) else ""
    return MatchCard(
        row.id, row.game, title_of(row.game), shown, own, row.level, level_title(row), ended=row.made, turn=turn
    )


def turns(_: str, asked: list[tuple[RoomRow, list[LogEntry], list[int]]]) -> list[str]:
    """Whose turn it is in these matches, as whoever holds these seats may know it; for a worker."""
    answers = []
    for row, log, own in asked:
        board = Board(row, log)
        acting = {seat for held in own for seat in board.acting_seats(board.match.view(held - 1))}
        answers.append("yours" if acting & set(own) else "theirs")
    return answers
