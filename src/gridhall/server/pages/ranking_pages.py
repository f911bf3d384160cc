"""Ratings, tables and the match of the day over HTTP."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.ratings import ledger
from gridhall.registry import load
from gridhall.server.failures import Refused
from gridhall.server.messages.rankings import DayCard
from gridhall.server.pages.answers import answer, number_of
from gridhall.server.people.visitors import Pages
from gridhall.server.ranking import days, standings

PACES = (ledger.LIVE, ledger.DAYS, ledger.LEVELS)


class RankingPages(Pages):
    """Answers what is asked of ratings and tables; everybody may ask."""

    def routes(self) -> list[Route]:
        get = ["GET"]
        return [
            Route("/api/games/{game}/table", self.table, methods=get),
            Route("/api/games/{game}/ratings", self.ratings, methods=get),
            Route("/api/games/{game}/day", self.day, methods=get),
            Route("/api/games/{game}/next", self.next_level, methods=get),
            Route("/api/ratings/{account}", self.curves, methods=get),
            Route("/api/rooms/{room}/ratings", self.of_room, methods=get),
        ]

    async def table(self, request: Request) -> Response:
        game, asked = request.path_params["game"], request.query_params
        load(game)  # raises UnknownGame
        day, start = asked.get("day", ""), number_of(request, "from", 0)
        day = days.today() if day == "today" else day
        if not 0 <= start <= standings.FARTHEST or len(day) > 10 or len(asked.get("level", "")) > 200:
            raise Refused("bad_message", f"a table is leafed through to its line {standings.FARTHEST:,}")
        account = await self.visitors.known_account(request)
        where = asked.get("level", ""), day, asked.get("helped", "") == "1"
        who = account.id if account is not None else ""
        page = await asyncio.to_thread(standings.best_table, self.hall.engine, game, *where, start, who)
        if day >= days.today():
            page.closed = True
            for line in page.lines:
                line.room = ""
        return answer(page)

    async def ratings(self, request: Request) -> Response:
        game, pace = request.path_params["game"], request.query_params.get("pace", ledger.LIVE)
        load(game)
        if pace not in PACES:
            raise Refused("bad_message", f"a pace is one of {', '.join(PACES)}")
        return answer(await asyncio.to_thread(standings.best_players, self.hall.engine, game, pace))

    async def curves(self, request: Request) -> Response:
        account = request.path_params["account"]
        return answer(await asyncio.to_thread(standings.curves_of, self.hall.engine, account[:16]))

    async def of_room(self, request: Request) -> Response:
        room = request.path_params["room"]
        return answer(await asyncio.to_thread(standings.ratings_of_room, self.hall.engine, room[:16]))

    async def day(self, request: Request) -> Response:
        game, today = request.path_params["game"], days.today()
        if not load(game).DAILY:
            raise Refused("not_offered", "this game has no match of the day")
        day = request.query_params.get("day", today)
        if day == today:
            secret = await days.secret_of(self.hall, game, today)
            return answer(DayCard(today, secret.commitment))
        row = await asyncio.to_thread(days.read_day, self.hall.engine, game, day[:10])
        if row is None or day > today:
            raise Refused("no_room", "nobody played on that day")
        return answer(DayCard(day, row.commitment, row.seed, row.nonce))

    async def next_level(self, request: Request) -> Response:
        game = request.path_params["game"]
        load(game)
        account = await self.visitors.known_account(request)
        who = account.id if account is not None else ""
        return answer(await asyncio.to_thread(standings.next_level, self.hall.engine, game, who))
