"""Rooms and their matches over HTTP: made and listed, watched, kept as a record or a picture, valued, branched off."""

import asyncio
from functools import cached_property, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.registry import can_play
from gridhall.server.failures import OlderRules, Refused
from gridhall.server.messages.http import MakeRoom, RoomMade
from gridhall.server.pages import cards
from gridhall.server.pages.answers import answer, body_of, decoded, download, number_of, stream, unpacked_for
from gridhall.server.people.visitors import Pages
from gridhall.server.ranking import days
from gridhall.server.rooms import films, lookback
from gridhall.server.store import queries
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow
from gridhall.server.work import tasks


class MatchPages(Pages):
    """Answers what is asked of rooms, and of records that are sent."""

    @cached_property
    def valuer(self) -> lookback.Valuer:
        """What is known of the worth of positions."""
        return lookback.Valuer(self.hall.budget)

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/rooms", self.new_room, methods=post),
            Route("/api/rooms", self.own_rooms, methods=get),
            Route("/api/rooms/{room}", self.room, methods=get),
            Route("/api/match/{room}", self.match, methods=get),
            Route("/api/match/{room}/record", self.record, methods=get),
            Route("/api/match/{room}/picture.gif", self.picture, methods=get),
            Route("/api/match/{room}/values", self.values, methods=get),
            Route("/api/match/{room}/branch", self.branch, methods=post),
            Route("/api/replay", self.replay, methods=post),
            Route("/api/replay/values", self.record_values, methods=post),
            Route("/api/replay/branch", self.record_branch, methods=post),
        ]

    async def new_room(self, request: Request) -> Response:
        account = await self.visitors.account(request)
        wish = await decoded(request, MakeRoom, 2 * self.hall.limits.text_bytes)
        row, keys = await self.hall.make(await self.visitors.visitor(request), account.id, account.name, wish)
        return answer(RoomMade(row.id, keys), 201)

    async def own_rooms(self, request: Request) -> Response:
        account = await self.visitors.account(request)
        rooms = await asyncio.to_thread(queries.rooms_of, self.hall.engine, account.id)
        known = [summary for summary in rooms if can_play(summary.room.game)]
        return answer([cards.room_card(account.id, summary, self.hall.level_title(summary.room)) for summary in known])

    async def room(self, request: Request) -> Response:
        content = await self.hall.peers.room_message(request.path_params["room"])
        return Response(content, media_type="application/json", headers={"cache-control": "no-store"})

    async def _read(self, request: Request) -> tuple[RoomRow, list[SeatRow], list[LogEntry]]:
        """A room as it is stored."""
        row, chairs, log = await asyncio.to_thread(self.hall.read, request.path_params["room"])
        if row.over or not await self.visitors.seat(request, chairs):
            days.refuse_closed(row)
        return row, chairs, log

    async def match(self, request: Request) -> Response:
        start, stop, player = number_of(request, "from", 0), number_of(request, "to", 50), number_of(request, "as", 0)
        try:
            row, chairs, log = await self._read(request)
        except OlderRules:
            room = request.path_params["room"]
            film = await asyncio.to_thread(queries.film_of, self.hall.engine, room)
            if film is None:
                raise
            chairs = await asyncio.to_thread(queries.seats_of, self.hall.engine, room)
            names = [chair.name or chair.level for chair in chairs]
            return unpacked_for(request, await asyncio.to_thread(films.part, film, names, start, stop))
        seat = await self.visitors.seat(request, chairs)
        work = tasks.replay_room, row.game, row, chairs, log, start, stop, player, seat
        return unpacked_for(request, await self.visitors.work(request, "match", *work))

    async def record(self, request: Request) -> Response:
        row, chairs, log = await self._read(request)
        seat = await self.visitors.seat(request, chairs)
        content = await self.visitors.work(request, "record", tasks.record, row.game, row, chairs, log, seat)
        return download(content, "application/x-ndjson", f"{row.game}-{row.id}.jsonl")

    async def picture(self, request: Request) -> Response:
        row, _, log = await self._read(request)
        try:
            content = await self.visitors.work(request, "picture", tasks.picture, row.game, row, log)
        except ImportError as wrong:
            raise Refused("unavailable", "this server draws no pictures") from wrong
        return download(content, "image/gif", f"{row.game}-{row.id}.gif")

    async def replay(self, request: Request) -> Response:
        start, stop = number_of(request, "from", 0), number_of(request, "to", 50)
        text = await body_of(request, self.hall.limits.record_bytes)
        return unpacked_for(
            request, await self.visitors.work(request, "replay", tasks.replay_record, "", text, start, stop)
        )

    async def values(self, request: Request) -> Response:
        row, chairs, log = await self._read(request)
        played = await self.visitors.work(
            request, "match", tasks.played, row.game, row, log, await self.visitors.seat(request, chairs)
        )
        if not row.over:
            await self._note_help(row)
        return stream(self.valuer.values(await self.visitors.visitor(request), played))

    async def _note_help(self, row: RoomRow) -> None:
        """Keep that somebody looked at what the positions of a running match are worth."""
        if row.id in self.hall.rooms:
            self.hall.rooms[row.id].row.helped = True
        await self.hall.stored(partial(queries.set_helped, room=row.id))

    async def record_values(self, request: Request) -> Response:
        text = await body_of(request, self.hall.limits.record_bytes)
        played = await self.visitors.work(request, "replay", tasks.played_record, "", text)
        return stream(self.valuer.values(await self.visitors.visitor(request), played))

    async def branch(self, request: Request) -> Response:
        row, chairs, log = await self._read(request)
        played = await self.visitors.work(request, "match", tasks.played_to_the_end, row.game, row, log)
        return await self._branch(request, played, row, chairs)

    async def record_branch(self, request: Request) -> Response:
        text = await body_of(request, self.hall.limits.record_bytes)
        return await self._branch(request, await self.visitors.work(request, "replay", tasks.played_record, "", text))

    async def _branch(self, request: Request, played: tasks.PlayedMatch, *source: Any) -> Response:
        name = (await self.visitors.account(request)).name
        ply, seat, visitor = (
            number_of(request, "ply", 0),
            number_of(request, "seat", 0),
            await self.visitors.visitor(request),
        )
        row, keys = await lookback.make_branch(self.hall, visitor, name, played, ply, seat, *source)
        return answer(RoomMade(row.id, keys), 201)
