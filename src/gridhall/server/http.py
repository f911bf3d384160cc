"""The hall as an ASGI application: HTTP routes and the WebSocket.

    GET  /api/games                          list of GameCard
    GET  /api/games/GAME                     GamePage
    GET  /api/games/GAME/theme.svg           the game's symbols
    GET  /api/games/GAME/show                Replay: a short match that plays itself, as everybody may see it
    GET  /api/games/GAME/levels/LEVEL        LevelPage: text and first scene
    POST /api/games/GAME/check               a setup's text as the body -> Checked: its scene or its defects,
                                             and how it is drawn
    POST /api/games/GAME/rewrite?as=json     a setup's text as the body -> the same as JSON, or as the game
                                             writes it (`as=text`)
    POST /api/games/GAME/prove               a setup's text as the body -> lines `data: Proof`, the last one
                                             with a status; hang up to stop
    POST /api/guests                         Guest: a token for this visitor (no sign-up)
    POST /api/rooms                          MakeRoom -> RoomMade          (Authorization: Bearer TOKEN)
    GET  /api/rooms                          list of RoomCard: where the guest sits, newest first  (Authorization)
    GET  /api/rooms/ROOM                     room (see below)
    GET  /api/match/ROOM?from=0&to=50&as=0   Replay of plies from + 1 to `to`; `as` is a player, or 0 for what
                                             everybody may see
    GET  /api/match/ROOM/record              the record, as a download
    GET  /api/match/ROOM/picture.gif         the match as a GIF, as a download
    POST /api/replay?from=0&to=50            a record's text as the body -> Replay; nothing is kept
    WS   /ws                                 one connection a room; see messages/
    GET  anything else                       the client: a file of server/client/, or its index.html

In a game with secrets a match that is not over has no record or picture (`sealed`), and a replay only of what a
spectator has seen, or `as` one's own seat with the header `X-Seat: SECRET`. Every failure has a body of Failure; codes
are those of messages.CODES. Answers above 1 KiB are compressed.
"""

import asyncio
import contextlib
import gzip
import secrets
import time
from collections.abc import AsyncIterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from gridhall.errors import BadSetup, GridhallError
from gridhall.game import EVERYONE
from gridhall.record import record_text
from gridhall.registry import folder_of, games, levels, load
from gridhall.server import cards, demo, editor, queries, replays, tasks
from gridhall.server.answers import STATUS, address_of, answer, body_of, download, number_of
from gridhall.server.board import Board
from gridhall.server.failures import Refused, code_of, log_bug
from gridhall.server.hall import Hall
from gridhall.server.limits import Limits
from gridhall.server.messages.http import Failure, Guest, MakeRoom, RoomMade
from gridhall.server.socket import serve_socket
from gridhall.server.tables import LogEntry, RoomRow, SeatRow, hashed

CLIENT = Path(__file__).parent / "client"  # the built pages
PICTURES, PICTURE_BURST = 0.5, 10.0  # that are drawn a second, and at once, for all visitors together
POLICY = (
    b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'; "
    b"base-uri 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Gridhall</title>
<h1>Gridhall</h1><p>The hall is open, but its pages are not built yet. In the source folder run <code>make play</code>,
or <code>.venv/bin/python web/build.py</code>, and load this page again.</p>"""


class App:
    """The ASGI application: a socket goes straight to the hall, everything else through Starlette."""

    def __init__(self, database: str, limits: Limits | None = None, client: Path = CLIENT) -> None:
        self.database, self.limits, self.client = database, limits, client
        self.hall: Hall
        self.prover: editor.Prover
        get, post = ["GET"], ["POST"]
        routes = [
            Route("/api/games", self.games, methods=get),
            Route("/api/games/{game}", self.game, methods=get),
            Route("/api/games/{game}/theme.svg", self.theme, methods=get),
            Route("/api/games/{game}/show", self.show, methods=get),
            Route("/api/games/{game}/levels/{level}", self.level, methods=get),
            Route("/api/games/{game}/check", self.check, methods=post),
            Route("/api/games/{game}/rewrite", self.rewrite, methods=post),
            Route("/api/games/{game}/prove", self.prove, methods=post),
            Route("/api/guests", self.new_guest, methods=post),
            Route("/api/rooms", self.new_room, methods=post),
            Route("/api/rooms", self.own_rooms, methods=get),
            Route("/api/rooms/{room}", self.room, methods=get),
            Route("/api/match/{room}", self.match, methods=get),
            Route("/api/match/{room}/record", self.record, methods=get),
            Route("/api/match/{room}/picture.gif", self.picture, methods=get),
            Route("/api/replay", self.replay, methods=post),
            Route("/{path:path}", self.page, methods=get),
        ]
        handlers: dict[Any, Any] = {
            Refused: self._fail,
            GridhallError: self._fail,
            HTTPException: self._fail_http,
            Exception: self._fail_inside,
        }
        zipped = [Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)]
        self.pages = Starlette(routes=routes, middleware=zipped, exception_handlers=handlers, lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.hall = Hall(self.database, self.limits)
        self.prover = editor.Prover(self.hall.limits.proof_seconds)
        housekeeping = asyncio.ensure_future(self.hall.housekeeping())
        yield
        housekeeping.cancel()
        self.hall.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await serve_socket(self.hall, scope["path"], receive, send)
            return
        if scope["type"] != "http":
            await self.pages(scope, receive, send)
            return

        async def send_safe(event: Message) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], *HEADERS]
            await send(event)

        try:
            await self.pages(scope, receive, send_safe)
        # It was answered by _fail_inside, and is raised again for servers that log it with all its values.
        except Exception as wrong:
            log_bug("a page", wrong)

    async def _fail(self, _: Request, wrong: Refused | GridhallError) -> Response:
        defects = editor.defects_of(wrong) if isinstance(wrong, BadSetup) else []
        code = code_of(wrong)
        return answer(Failure(code, str(wrong), defects), STATUS.get(code, 400))

    async def _fail_http(self, _: Request, wrong: HTTPException) -> Response:
        code = {404: "no_room", 413: "too_large"}.get(wrong.status_code, "bad_message")
        return answer(Failure(code, str(wrong.detail)), wrong.status_code)

    async def _fail_inside(self, _: Request, wrong: Exception) -> Response:
        return answer(Failure("internal", "something went wrong here; it has been logged"), 500)

    async def games(self, _: Request) -> Response:
        return answer([cards.game_card(name) for name in games()])

    async def game(self, request: Request) -> Response:
        return answer(cards.game_page(request.path_params["game"]))

    async def theme(self, request: Request) -> Response:
        path = folder_of(load(request.path_params["game"])) / "theme.svg"
        if not path.exists():
            raise Refused("unavailable", "this game has no drawings")
        return FileResponse(path, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    async def show(self, request: Request) -> Response:
        name = request.path_params["game"]
        load(name)  # raises UnknownGame
        plain, zipped = await asyncio.to_thread(demo_texts, name)
        headers = {"cache-control": "public, max-age=3600", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(zipped, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
        return Response(plain, media_type="application/json", headers=headers)

    async def level(self, request: Request) -> Response:
        game = load(request.path_params["game"])
        for level in levels(game):
            if level.name == request.path_params["level"]:
                return answer(await asyncio.to_thread(cards.level_page, game, level.text, level.title))
        raise Refused("bad_setup", f"{game.TITLE} has no level of that name")

    async def check(self, request: Request) -> Response:
        game = load(request.path_params["game"])
        self._pace(request, "checks", self.hall.limits.checks, self.hall.limits.check_burst)
        text = await body_of(request, self.hall.limits.text_bytes)
        return answer(await asyncio.to_thread(editor.checked, game, text))

    async def rewrite(self, request: Request) -> Response:
        game = load(request.path_params["game"])
        self._pace(request, "checks", self.hall.limits.checks, self.hall.limits.check_burst)
        text = await body_of(request, self.hall.limits.text_bytes)
        rewritten = await asyncio.to_thread(editor.rewritten, game, text, request.query_params.get("as", ""))
        return Response(rewritten, media_type="text/plain", headers={"cache-control": "no-store"})

    async def prove(self, request: Request) -> Response:
        name = request.path_params["game"]
        game = load(name)
        self._pace(request, "proofs", self.hall.limits.proofs, self.hall.limits.proof_burst)
        text = await body_of(request, self.hall.limits.text_bytes)
        await asyncio.to_thread(editor.refuse_unprovable, game, text)
        lines = (b"data: " + msgspec.json.encode(proof) + b"\n\n" async for proof in self.prover.prove(name, text))
        return StreamingResponse(lines, media_type="text/event-stream", headers={"cache-control": "no-store"})

    def _pace(self, request: Request, what: str, rate: float, burst: float) -> None:
        """Refuse an address that asks for too much."""
        if not self.hall.buckets.take(f"{what} {address_of(request)}", rate, burst):
            raise Refused("too_fast", f"too many {what} from your address; wait a little")

    async def new_guest(self, request: Request) -> Response:
        self._pace(request, "guests", self.hall.limits.guests, self.hall.limits.guest_burst)
        token, name = secrets.token_urlsafe(24), f"Guest {secrets.randbelow(9000) + 1000}"
        guest = secrets.token_hex(8)
        await self.hall.stored(partial(queries.add_guest, guest=guest, token=token, name=name, made=time.time()))
        return answer(Guest(token, name), 201)

    async def _guest(self, request: Request) -> tuple[str, str]:
        """The id and the name of whoever asks."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        is_named = kind.lower() == "bearer" and token
        guest = await asyncio.to_thread(queries.guest_of, self.hall.engine, token) if is_named else None
        if guest is None:
            raise Refused(
                "no_guest", "send `Authorization: Bearer TOKEN` with a guest's token; POST /api/guests gives one"
            )
        return guest

    async def new_room(self, request: Request) -> Response:
        guest, name = await self._guest(request)
        try:
            wish = msgspec.json.decode(await body_of(request, 2 * self.hall.limits.text_bytes), type=MakeRoom)
        except msgspec.DecodeError as wrong:
            raise Refused("bad_message", "the body must be a MakeRoom; see docs/protocol.md") from wrong
        row, keys = await self.hall.make(guest, name, wish)
        return answer(RoomMade(row.id, keys), 201)

    async def own_rooms(self, request: Request) -> Response:
        guest, _ = await self._guest(request)
        rooms = await asyncio.to_thread(queries.rooms_of, self.hall.engine, guest)
        known = [summary for summary in rooms if summary.room.game in games()]
        return answer([cards.room_card(guest, summary, self.hall.level_title(summary.room)) for summary in known])

    async def room(self, request: Request) -> Response:
        return answer((await self.hall.room(request.path_params["room"])).message())

    def _read(self, request: Request) -> tuple[RoomRow, list[SeatRow], list[LogEntry], Board]:
        """A room as it is stored."""
        row, chairs, log = self.hall.read(request.path_params["room"])
        return row, chairs, log, Board(row, log)

    async def _read_finished(self, request: Request) -> tuple[RoomRow, list[SeatRow], Board]:
        """A room as it is stored, if everybody may see all of it."""
        row, chairs, _, board = await asyncio.to_thread(self._read, request)
        if board.game.SECRETS and board.result is None:
            raise Refused("sealed", "the match has secrets and is not over")
        return row, chairs, board

    async def match(self, request: Request) -> Response:
        start, stop, player = number_of(request, "from", 0), number_of(request, "to", 50), number_of(request, "as", 0)
        row, chairs, log, board = await asyncio.to_thread(self._read, request)
        if not 0 <= player <= board.game.PLAYERS:
            raise Refused("no_seat", f"there is no player {player}")
        if board.game.SECRETS and board.result is None:
            secret = request.headers.get("x-seat", "")
            if player and not (secret and secrets.compare_digest(hashed(secret), chairs[player - 1].secret)):
                raise Refused("sealed", "the match has secrets and is not over")
            return answer(await asyncio.to_thread(replays.replay_of_seat, row, log, player, start, stop))
        viewer = player - 1 if player else EVERYONE
        replay = await asyncio.to_thread(replays.replay, board.match, start, stop, viewer)
        replay.players, replay.result = [chair.name or chair.level for chair in chairs], board.result
        return answer(replay)

    async def record(self, request: Request) -> Response:
        row, chairs, board = await self._read_finished(request)
        text = await asyncio.to_thread(room_record, row, chairs, board)
        return download(text.encode(), "application/x-ndjson", f"{row.game}-{row.id}.jsonl")

    async def picture(self, request: Request) -> Response:
        row, _, board = await self._read_finished(request)
        plies = [(ply.player, ply.action) for ply in board.match.plies]
        if not self.hall.buckets.take("pictures", PICTURES, PICTURE_BURST):
            raise Refused("too_fast", "many pictures are being drawn; try again in a moment")
        try:
            picture = await self.hall.workers.run(tasks.picture, row.game, row.setup, board.match.seed, plies)
        except ImportError as wrong:
            raise Refused("unavailable", "this server draws no pictures") from wrong
        return download(picture, "image/gif", f"{row.game}-{row.id}.gif")

    async def replay(self, request: Request) -> Response:
        start, stop = number_of(request, "from", 0), number_of(request, "to", 50)
        text = await body_of(request, self.hall.limits.record_bytes)
        return answer(await asyncio.to_thread(replays.replay_of_record, text, start, stop))

    async def page(self, request: Request) -> Response:
        """A file of the client; every address without a file is one of its pages."""
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise Refused("no_room", "there is no such address; see docs/protocol.md")
        if path == "favicon.ico":  # browsers ask for it wherever no page names an icon, as at a picture or a record
            path = "icon.svg"
        wanted = (self.client / path).resolve()
        index = self.client / "index.html"
        if path and wanted.is_file() and wanted.is_relative_to(self.client.resolve()):
            caching = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(wanted, headers={"cache-control": caching})
        if "." in path.rpartition("/")[2]:
            raise Refused("no_room", "there is no such file")
        if not index.exists():
            return Response(NOT_BUILT, media_type="text/html")
        return FileResponse(index, headers={"cache-control": "no-cache"})


def room_record(row: RoomRow, chairs: list[SeatRow], board: Board) -> str:
    """The record of a room's match, with the nonce that proves its seed."""
    head: dict[str, Any] = {
        "open": row.open,
        "players": [chair.name or chair.level for chair in chairs],
        "started": round(row.made),
    }
    if not row.open and not row.known:
        head["commit"] = row.commitment
    if board.result is not None and board.result.reason != "rules":
        head["ended"] = msgspec.to_builtins(board.result)
    return record_text(board.match, head, {"nonce": row.nonce})


@cache
def demo_texts(name: str) -> tuple[bytes, bytes]:
    """A game's demo match as it is sent, plain and compressed; made once."""
    plain = msgspec.json.encode(demo.demo_replay(name))
    return plain, gzip.compress(plain, 6)
