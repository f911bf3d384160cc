"""Questions after ratings and tables. Each is answered by one walk along an index, however long the tables are."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, select

from gridhall.ratings import ledger
from gridhall.ratings.glicko2 import PROVISIONAL, Rating, expected
from gridhall.ratings.ledger import Standing
from gridhall.registry import ShippedLevel, can_play, levels, load
from gridhall.server.messages.rankings import (
    BestTable,
    NextLevel,
    RatingCard,
    RatingCurve,
    RatingPoint,
    SeatRating,
    TableLine,
)
from gridhall.server.ranking.counting import standing_in, standing_of
from gridhall.server.store.ranking_tables import counted, entries, rating_steps, ratings
from gridhall.server.store.tables import accounts, results, rooms, seats

PAGE = 50  # lines of a table
FARTHEST = 1000  # places that are counted, or leafed through
POINTS = 400  # of a curve
GOOD_CHANCE = 0.6  # of winning: hard enough to be worth it, easy enough to be fun


def table_query(game: str, version: int, level: str, day: str, helped: bool) -> Select[Any]:
    """All lines of a table, the best first."""
    c = entries.c
    is_table = c.game == game, c.version == version, c.level == level, c.day == day, c.helped == helped, c.listed
    named = entries.join(accounts, accounts.c.id == c.account)
    return select(entries, accounts.c.name).select_from(named).where(*is_table).order_by(c.rank, c.number)


def place_query(row: Any) -> Select[Any]:
    """How many lines are better than this one, as far as that is counted."""
    c = entries.c
    is_table = c.game == row.game, c.version == row.version, c.level == row.level, c.day == row.day
    better = select(c.number).where(*is_table, c.helped == row.helped, c.listed, c.rank < row.rank).limit(FARTHEST)
    return select(func.count()).select_from(better.subquery())


def best_table(engine: Engine, game: str, level: str, day: str, helped: bool, start: int, account: str) -> BestTable:
    """A page of a table, and the line of whoever asks."""
    loaded = load(game)
    best = _fewest(levels(loaded), level)
    wanted = table_query(game, loaded.VERSION, level, day, helped)
    with engine.connect() as connection:
        rows = connection.execute(wanted.offset(start).limit(PAGE + 1)).all()
        own = connection.execute(wanted.where(entries.c.account == account)).first() if account else None
        yours = None
        if own is not None:
            place = int(connection.execute(place_query(own)).scalar_one()) + 1
            yours = _line(own, place if place <= FARTHEST else 0, best)
        rated = None
        if level and loaded.PUZZLE:
            player = ledger.LEVEL + level
            rated = card(game, ledger.LEVELS, standing_of(connection, game, loaded.VERSION, ledger.LEVELS, player))
    lines = [_line(row, start + number, best) for number, row in enumerate(rows[:PAGE], 1)]
    return BestTable(lines, list(loaded.RANKING), best, len(rows) > PAGE, yours, day, level=rated)


def _fewest(shipped: Sequence[ShippedLevel], name: str) -> int:
    proof = next((level.certificate for level in shipped if level.name == name), {})
    return int(proof["length"]) if proof.get("status") == "OPTIMAL" else 0


def _line(row: Any, place: int, best: int) -> TableLine:
    over = max(0, row.moves - best) if best else 0
    facts = json.loads(row.facts)
    return TableLine(
        place, row.account, row.name, row.room, row.moves, row.seconds, facts, over, row.undone, row.at
    )  # fmt: skip


def card(game: str, pace: str, standing: Standing, account: str = "", name: str = "", place: int = 0) -> RatingCard:
    """A rating as it is shown."""
    rating = standing.rating
    return RatingCard(
        game, pace, round(rating.rating), round(rating.deviation), standing.matches, rating.provisional, account, name,
        place,
    )  # fmt: skip


def best_query(game: str, version: int, pace: str) -> Select[Any]:
    """The people with the best ratings that are not provisional."""
    c = ratings.c
    people = ratings.join(accounts, accounts.c.id == c.player)
    is_list = c.game == game, c.version == version, c.pace == pace, c.deviation <= PROVISIONAL, accounts.c.deleted == 0
    return select(ratings, accounts.c.name).select_from(people).where(*is_list).order_by(c.rating.desc())


def best_players(engine: Engine, game: str, pace: str) -> list[RatingCard]:
    """The strongest people, and where the machines would stand among them."""
    loaded = load(game)
    with engine.connect() as connection:
        rows = connection.execute(best_query(game, loaded.VERSION, pace).limit(PAGE)).all()
    cards = [card(game, pace, standing_in(row), row.player, row.name, place) for place, row in enumerate(rows, 1)]
    if pace != ledger.LEVELS:
        measured = [name for name, about in loaded.LEVELS_OF_PLAY.items() if "rating" in about]
        players = [(name, ledger.first_standing(loaded, ledger.MACHINE + name)) for name in measured]
        cards += [card(game, pace, standing, name=name) for name, standing in players]
    return sorted(cards, key=lambda shown: -shown.rating)


def curves_of(engine: Engine, account: str) -> list[RatingCurve]:
    """All ratings of somebody, with their curves."""
    curves = []
    with engine.connect() as connection:
        for row in connection.execute(select(ratings).where(ratings.c.player == account)).all():
            c = rating_steps.c
            is_curve = c.player == account, c.game == row.game, c.version == row.version, c.pace == row.pace
            steps = select(c.at, c.rating, c.deviation).where(*is_curve).order_by(c.number.desc()).limit(POINTS)
            points = [RatingPoint(*step) for step in connection.execute(steps).all()][::-1]
            if len(points) == row.matches:  # the curve begins where everybody does
                points.insert(0, RatingPoint(points[0].at, Rating().rating, Rating().deviation))
            curves.append(RatingCurve(card(row.game, row.pace, standing_in(row), account), points))
    return sorted(curves, key=lambda curve: (curve.card.game, curve.card.pace))


def ratings_of_room(engine: Engine, room: str) -> list[SeatRating]:
    """The ratings of those who sit in a rated match: now, or before it and after it if it has counted."""
    with engine.connect() as connection:
        row = connection.execute(select(rooms).where(rooms.c.id == room, rooms.c.rated)).one_or_none()
        if row is None or not can_play(row.game):
            return []
        where = row.game, row.version, ledger.pace_of(row.clock)
        is_counted = select(counted.c.number).where(counted.c.room == room, counted.c.pace != "")
        number = connection.execute(is_counted.limit(1)).scalar_one_or_none()
        by_seat = []
        for chair in connection.execute(select(seats).where(seats.c.room == room).order_by(seats.c.seat)).all():
            player = ledger.MACHINE + chair.level if chair.kind == "machine" else chair.account
            before = 0
            if number is None or ledger.is_fixed(player):
                rating = standing_of(connection, *where, player).rating
            else:
                rating = _rating_until(connection, *where, player, number + 1)
                before = round(_rating_until(connection, *where, player, number).rating)
            if chair.kind != "open":
                by_seat.append(SeatRating(chair.seat, round(rating.rating), rating.provisional, before))
    return by_seat


def _rating_until(connection: Connection, game: str, version: int, pace: str, player: str, number: int) -> Rating:
    """What was thought of somebody before the match of this number, as far as a curve tells it."""
    c = rating_steps.c
    is_curve = c.player == player, c.game == game, c.version == version, c.pace == pace, c.number < number
    steps = select(c.rating, c.deviation).where(*is_curve).order_by(c.number.desc()).limit(1)
    step = connection.execute(steps).one_or_none()
    return Rating(step.rating, step.deviation) if step is not None else Rating()


def rating_of(connection: Connection, game: str, pace: str, account: str) -> Rating:
    """What is thought of somebody now."""
    return standing_of(connection, game, load(game).VERSION, pace, account).rating


def next_level(engine: Engine, game: str, account: str) -> NextLevel:
    """The level, of those not won yet, that a person has the fairest chance at."""
    loaded = load(game)
    with engine.connect() as connection:
        won = (
            select(results.c.level)
            .where(results.c.account == account, results.c.game == game, results.c.outcome == "won")
            .distinct()
        )
        done = {row[0] for row in connection.execute(won)}
        person = rating_of(connection, game, ledger.LEVELS, account) if account else Rating()
        of_level = [ledger.LEVEL + level.name for level in levels(loaded)]
        is_level = ratings.c.game == game, ratings.c.version == loaded.VERSION, ratings.c.pace == ledger.LEVELS
        known_levels = select(ratings).where(ratings.c.player.in_(of_level), *is_level)
        rated = {row.player: standing_in(row) for row in connection.execute(known_levels)}
    chances = []
    for place, level in enumerate(levels(loaded)):
        if level.name not in done:
            player = ledger.LEVEL + level.name
            known = rated.get(player) or ledger.first_standing(loaded, player)
            chance = expected(person, known.rating)
            chances.append((abs(chance - GOOD_CHANCE), place, NextLevel(level.name, level.title, round(chance, 3))))
    return min(chances, key=lambda candidate: candidate[:2])[2] if chances else NextLevel()
