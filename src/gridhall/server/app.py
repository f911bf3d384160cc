"""The hall's door: HTTP routes and the WebSocket.

    GET  /api/games                          list of GameCard
    GET  /api/games/GAME                     GamePage
    GET  /api/games/GAME/theme.svg           the game's symbols
    GET  /api/games/GAME/show                Replay: a short match that plays itself, as everybody may see it
    GET  /api/games/GAME/levels/LEVEL        LevelPage: text and first scene
    POST /api/games/GAME/check               a setup's text as the body -> Checked: its scene or its defects, and how it is drawn
    POST /api/games/GAME/rewrite?as=json     a setup's text as the body -> the same as JSON, or as the game writes it (`as=text`)
    POST /api/games/GAME/prove               a setup's text as the body -> lines `data: Proof`, the last one with a status; hang up to stop
    POST /api/guests                         Guest: a token for this visitor (no sign-up)
    POST /api/rooms                          MakeRoom -> RoomMade          (Authorization: Bearer TOKEN)
    GET  /api/rooms                          list of RoomCard: where the guest sits, newest first  (Authorization)
    GET  /api/rooms/ROOM                     messages.Room
    GET  /api/match/ROOM?from=0&to=50&as=0   Replay of plies from + 1 to `to`; `as` is a player, or 0 for everybody's eyes
    GET  /api/match/ROOM/record              the record, as a download
    GET  /api/match/ROOM/picture.gif         the match as a GIF, as a download
    POST /api/replay?from=0&to=50            a record's text as the body -> Replay; nothing is kept
    WS   /ws                                 one connection a room; see messages.py
    GET  anything else                       the client: a file of server/client/, or its index.html

In a game with secrets a match that is not over has no record or picture (`sealed`), and a replay only of what a
spectator has seen, or `as` one's own seat with the header `X-Seat: SECRET`. Every failure has a body of Failure; codes
are those of messages.CODES. Answers above 1 KiB are compressed.
"""

import asyncio
import contextlib
import gc
import gzip
import logging
import secrets
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
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

from gridhall.errors import BadSetup, GridhallError, Unavailable
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.paths import home
from gridhall.record import commitment, record_text
from gridhall.registry import folder_of, games, levels, load
from gridhall.server import replays, store, workers, workshop
from gridhall.server.board import Board
from gridhall.server.clients import Bucket, Client
from gridhall.server.messages import (
    Defect,
    Error,
    Failure,
    GameCard,
    GamePage,
    Guest,
    Join,
    Key,
    LevelCard,
    LevelOfPlay,
    LevelPage,
    MakeRoom,
    Ping,
    Pong,
    RoomCard,
    RoomMade,
    Seat,
    ToServer,
)
from gridhall.server.rooms import Hall, Limits, Refused, note_bug
from gridhall.server.store import Entry, RoomRow, SeatRow

log = logging.getLogger("gridhall.server")
CLIENT = Path(__file__).parent / "client"
encode = msgspec.json.encode
decode = msgspec.json.Decoder(ToServer).decode
PONG = encode(Pong()).decode()
STATUS = {
    "no_guest": 401, "sealed": 403, "no_room": 404, "unknown_game": 404, "no_seat": 404, "too_large": 413, "too_fast": 429, "too_many": 429,
    "unavailable": 503, "internal": 500,
}  # fmt: skip
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Gridhall</title>
<h1>Gridhall</h1><p>The hall is open, but its pages are not built yet. In the source folder run <code>make play</code>,
or <code>.venv/bin/python web/build.py</code>, and load this page again.</p>"""


class Door:
    """The ASGI application: a socket goes straight to the hall, everything else through Starlette."""

    def __init__(self, database: str, limits: Limits | None = None, client: Path = CLIENT) -> None:
        self.database, self.limits, self.client = database, limits, client
        self.hall: Hall
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
        self.workshop = workshop.Workshop(self.hall.limits.proof_seconds)
        keeper = asyncio.ensure_future(self.hall.keep_house())
        yield
        keeper.cancel()
        self.hall.close()

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        if scope["type"] == "websocket":
            await self.socket(scope["path"], receive, send)
            return
        if scope["type"] != "http":
            await self.pages(scope, receive, send)
            return

        async def send_safe(event: Any) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], *HEADERS]
            await send(event)

        try:
            await self.pages(scope, receive, send_safe)
        # It was answered by _fail_inside, and is raised again for servers that log it with all its values.
        except Exception as wrong:
            note_bug("a page", wrong)

    # -- failures

    async def _fail(self, _: Request, wrong: Any) -> Response:
        defects = [Defect(**one.as_json()) for one in wrong.defects] if isinstance(wrong, BadSetup) else []
        code = {"bad_seat": "no_seat"}.get(wrong.code, wrong.code)
        return answer(Failure(code, str(wrong), defects), STATUS.get(code, 400))

    async def _fail_http(self, _: Request, wrong: Any) -> Response:
        code = {404: "no_room", 413: "too_large"}.get(wrong.status_code, "bad_message")
        return answer(Failure(code, str(wrong.detail)), wrong.status_code)

    async def _fail_inside(self, _: Request, wrong: Exception) -> Response:
        return answer(Failure("internal", "something went wrong here; it has been logged"), 500)

    # -- games

    async def games(self, _: Request) -> Response:
        return answer([card(name) for name in games()])

    async def game(self, request: Request) -> Response:
        name = request.path_params["game"]
        game = load(name)
        readme = folder_of(game) / "README.md"
        found = [
            LevelCard(level.name, level.title, level.group, level.certificate, level.note) for level in levels(game)
        ]
        return answer(GamePage(card(name), readme.read_text("utf-8") if readme.exists() else "", found, game.HELP))

    async def theme(self, request: Request) -> Response:
        path = folder_of(load(request.path_params["game"])) / "theme.svg"
        if not path.exists():
            raise Refused("unavailable", "this game has no drawings")
        return FileResponse(path, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    async def show(self, request: Request) -> Response:
        load(request.path_params["game"])
        plain, zipped = await asyncio.to_thread(shown, request.path_params["game"])
        headers = {"cache-control": "public, max-age=3600", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(zipped, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
        return Response(plain, media_type="application/json", headers=headers)

    async def level(self, request: Request) -> Response:
        game = load(request.path_params["game"])
        for level in levels(game):
            if level.name == request.path_params["level"]:
                return answer(await asyncio.to_thread(level_page, game, level.text, level.title))
        raise Refused("bad_setup", f"{game.TITLE} has no level of that name")

    async def check(self, request: Request) -> Response:
        game = load(request.path_params["game"])
        self._pace(request, "checks", self.hall.limits.checks, self.hall.limits.check_burst)
        text = await body(request, self.hall.limits.text_bytes)
        return answer(await asyncio.to_thread(workshop.checked, game, text))

    async def rewrite(self, request: Request) -> Response:
        game = load(request.path_params["game"])
        self._pace(request, "checks", self.hall.limits.checks, self.hall.limits.check_burst)
        text = await body(request, self.hall.limits.text_bytes)
        made = await asyncio.to_thread(workshop.rewritten, game, text, request.query_params.get("as", ""))
        return Response(made, media_type="text/plain", headers={"cache-control": "no-store"})

    async def prove(self, request: Request) -> Response:
        name = request.path_params["game"]
        game = load(name)
        self._pace(request, "proofs", self.hall.limits.proofs, self.hall.limits.proof_burst)
        text = await body(request, self.hall.limits.text_bytes)
        await asyncio.to_thread(workshop.refuse_unproved, game, text)
        lines = (b"data: " + encode(found) + b"\n\n" async for found in self.workshop.prove(name, text))
        return StreamingResponse(lines, media_type="text/event-stream", headers={"cache-control": "no-store"})

    def _pace(self, request: Request, what: str, rate: float, burst: float) -> None:
        """Refuse an address that asks for too much."""
        if not self.hall.allow(f"{what} {request.client.host if request.client else ''}", rate, burst):
            raise Refused("too_fast", f"too many {what} from your address; wait a little")

    # -- guests and rooms

    async def new_guest(self, request: Request) -> Response:
        self._pace(request, "guests", self.hall.limits.guests, self.hall.limits.guest_burst)
        token, name = secrets.token_urlsafe(24), f"Guest {secrets.randbelow(9000) + 1000}"
        await self.hall.stored(
            partial(store.add_guest, guest=secrets.token_hex(8), token=token, name=name, made=time.time())
        )
        return answer(Guest(token, name), 201)

    async def _guest(self, request: Request) -> tuple[str, str]:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        found = await asyncio.to_thread(self.hall.store.guest_of, token) if kind.lower() == "bearer" and token else None
        if found is None:
            raise Refused(
                "no_guest", "send `Authorization: Bearer TOKEN` with a guest's token; POST /api/guests gives one"
            )
        return found

    async def new_room(self, request: Request) -> Response:
        guest, name = await self._guest(request)
        try:
            wish = msgspec.json.decode(await body(request, 2 * self.hall.limits.text_bytes), type=MakeRoom)
        except msgspec.DecodeError as wrong:
            raise Refused("bad_message", "the body must be a MakeRoom; see docs/protocol.md") from wrong
        row, keys = await self.hall.make(guest, name, wish)
        return answer(RoomMade(row.id, keys), 201)

    async def own_rooms(self, request: Request) -> Response:
        guest, _ = await self._guest(request)
        found = await asyncio.to_thread(self.hall.store.rooms_of, guest)
        return answer([self._room_card(guest, *one) for one in found if one[0].game in games()])

    def _room_card(self, guest: str, row: RoomRow, chairs: list[SeatRow], count: int, touched: float) -> RoomCard:
        game = load(row.game)
        state = "over" if row.over else "waiting" if any(chair.kind == "open" for chair in chairs) else "playing"
        seats = [Seat(chair.seat, chair.kind, chair.name, chair.level) for chair in chairs]
        keys = [Key(chair.seat) for chair in chairs if chair.guest == guest]
        plies = -1 if game.SECRETS and not row.over else count
        touched = row.made if plies < 0 else touched
        return RoomCard(
            row.id, row.game, game.TITLE, state, row.level, self.hall.level(row), seats, plies, touched, keys
        )

    async def room(self, request: Request) -> Response:
        return answer((await self.hall.room(request.path_params["room"])).message())

    # -- matches

    async def _finished(self, request: Request) -> tuple[RoomRow, list[SeatRow], list[Entry], Board]:
        """A room as it is stored, if everybody may see all of it."""
        row, chairs, entries, board = await asyncio.to_thread(self._read, request.path_params["room"])
        if board.game.SECRETS and board.result is None:
            raise Refused("sealed", "the match has secrets and is not over")
        return row, chairs, entries, board

    def _read(self, name: str) -> tuple[RoomRow, list[SeatRow], list[Entry], Board]:
        row, chairs, entries = self.hall.read(name)
        return row, chairs, entries, Board(row, entries)

    async def match(self, request: Request) -> Response:
        start, stop, player = number(request, "from", 0), number(request, "to", 50), number(request, "as", 0)
        row, chairs, entries, board = await asyncio.to_thread(self._read, request.path_params["room"])
        if not 0 <= player <= board.game.PLAYERS:
            raise Refused("no_seat", f"there is no player {player}")
        if board.game.SECRETS and board.result is None:
            secret = request.headers.get("x-seat", "")
            if player and not (secret and secrets.compare_digest(store.hashed(secret), chairs[player - 1].secret)):
                raise Refused("sealed", "the match has secrets and is not over")
            return answer(await asyncio.to_thread(replays.replay_of_seat, row, entries, player, start, stop))
        found = await asyncio.to_thread(replays.replay, board.match, start, stop, player - 1 if player else EVERYONE)
        found.players, found.result = [chair.name or chair.level for chair in chairs], board.result
        return answer(found)

    async def record(self, request: Request) -> Response:
        row, chairs, _, board = await self._finished(request)
        text = await asyncio.to_thread(self._record, row, chairs, board)
        return download(text.encode(), "application/x-ndjson", f"{row.game}-{row.id}.jsonl")

    def _record(self, row: RoomRow, chairs: list[SeatRow], board: Board) -> str:
        head: dict[str, Any] = {
            "open": row.open,
            "players": [chair.name or chair.level for chair in chairs],
            "started": round(row.made),
        }
        if not row.open and not row.known:
            head["commit"] = commitment(bytes.fromhex(row.nonce), int(row.seed))
        if board.result is not None and board.result.reason != "rules":
            head["ended"] = msgspec.to_builtins(board.result)
        return record_text(board.match, head, {"nonce": row.nonce})

    async def picture(self, request: Request) -> Response:
        row, _, _, board = await self._finished(request)
        plies = [(ply.player, ply.action) for ply in board.match.plies]
        if not self.hall.allow("pictures", 0.5, 10):
            raise Refused("too_fast", "many pictures are being drawn; try again in a moment")
        try:
            made = await self.hall.workers.run(workers.picture, row.game, row.setup, board.match.seed, plies)
        except ImportError as wrong:
            raise Refused("unavailable", "this server draws no pictures") from wrong
        return download(made, "image/gif", f"{row.game}-{row.id}.gif")

    async def replay(self, request: Request) -> Response:
        start, stop = number(request, "from", 0), number(request, "to", 50)
        text = await body(request, self.hall.limits.record_bytes)
        return answer(await asyncio.to_thread(replays.replay_of_record, text, start, stop))

    # -- the client

    async def page(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise Refused("no_room", "there is no such address; see docs/protocol.md")
        if path == "favicon.ico":  # browsers ask for it wherever no page names an icon, as at a picture or a record
            path = "icon.svg"
        wanted = (self.client / path).resolve()
        index = self.client / "index.html"
        if path and wanted.is_file() and wanted.is_relative_to(self.client.resolve()):
            kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(wanted, headers={"cache-control": kept})
        if "." in path.rpartition("/")[2]:
            raise Refused("no_room", "there is no such file")
        if not index.exists():
            return Response(NOT_BUILT, media_type="text/html")
        return FileResponse(index, headers={"cache-control": "no-cache"})

    # -- the socket

    async def socket(
        self, path: str, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Serve one WebSocket to its end: one reader, no other task."""
        hall = self.hall
        await receive()  # the wish to connect
        if path != "/ws" or len(hall.clients) >= hall.limits.connections:
            await send({"type": "websocket.close", "code": 4404})
            return
        client = Client(send, Bucket(hall.limits.messages, hall.limits.message_burst))
        hall.clients[client] = None
        await send({"type": "websocket.accept"})
        try:
            while not client.closed:
                event = await receive()
                if event["type"] != "websocket.receive":
                    break
                client.heard = time.monotonic()
                await self._hear(client, event.get("text"))
        finally:
            client.closed = True
            del hall.clients[client]
            if client.room is not None:
                client.room.leave(client)

    async def _hear(self, client: Client, text: str | None) -> None:
        """Answer one message, whatever it is."""
        message: Any = None
        try:
            message = decode(text or "")
            if not client.bucket.take():
                raise Refused("too_fast", "that are too many messages; wait a second")
            kind = type(message)
            if kind is Ping:
                client.push_text(PONG)
            elif client.room is not None:
                if kind is Join:
                    raise Refused("bad_message", "this connection is in a room already")
                client.room.handle(client, message)
            elif kind is Join:
                await self.hall.join(client, message)
            else:
                raise Refused("not_joined", "the first message must be join")
            client.bad = 0
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            client.bad += 1
            client.push(Error("bad_message", "this is no message of the protocol"))
            if client.bad > self.hall.limits.bad_messages:
                client.close(4400, "too many bad messages")
        except (Refused, GridhallError) as wrong:
            code = {"bad_seat": "no_seat"}.get(wrong.code, wrong.code)
            client.push(
                Error(
                    code,
                    str(wrong),
                    getattr(message, "seat", 0),
                    getattr(message, "number", 0),
                    getattr(message, "ask", 0),
                )
            )
            if code == "no_room":
                client.close(4404, "no such room")
            elif code == "too_fast":
                client.bad += 1
                if client.bad > self.hall.limits.bad_messages:
                    client.close(4429, "too many messages")
        except Exception as wrong:
            note_bug("a message", wrong)
            client.push(
                Error(
                    "internal",
                    "something went wrong here; it has been logged",
                    getattr(message, "seat", 0),
                    getattr(message, "number", 0),
                )
            )
            if client.room is not None:
                client.room.fail()


@cache
def shown(name: str) -> tuple[bytes, bytes]:
    """A game's living picture as it is sent, plain and compressed; made once."""
    plain = encode(replays.living_picture(name))
    return plain, gzip.compress(plain, 6)


def answer(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(encode(value), status, media_type="application/json", headers={"cache-control": "no-store"})


def download(content: bytes, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def body(request: Request, limit: int) -> str:
    """The text sent, unless it is too large."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > limit:
            raise Refused("too_large", f"at most {limit} bytes are taken")
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Refused("bad_message", "the body is not UTF-8 text") from wrong


def number(request: Request, name: str, default: int) -> int:
    """A whole number of the address."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise Refused("bad_message", f"{name} must be a whole number")
    return int(text)


def card(name: str) -> GameCard:
    """A game as the hall lists it."""
    game = load(name)
    machines = [
        LevelOfPlay(level, str(what.get("title", "")), str(what.get("text", "")))
        for level, what in game.LEVELS_OF_PLAY.items()
    ]
    about = game.TITLE, game.VERSION, game.PLAYERS, game.AIM, game.PUZZLE, game.SECRETS, game.UNDO, game.DEFAULT
    return GameCard(
        name, *about, list(game.RANKING), machines, len(levels(game)), game.write_json is not None, list(game.FILES)
    )


def level_page(game: Any, text: str, title: str) -> LevelPage:
    """A level and its first scene."""
    match = Match.of_text(game, text)
    return LevelPage(match.setup_text, match.scene(game.PLAYERS if game.SECRETS else 0), title)


def default_database() -> str:
    """The SQLite file in the user's data folder."""
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'hall.sqlite'}"


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one."""
    last = OSError("no such port")
    for candidate in range(port, min(port + 50, 65536)) if port else (0,):
        # asyncio turns Nagle's delay of 40 ms off only for sockets that say they are TCP
        made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, candidate))
            made.listen(2048)
            return made
        except OSError as wrong:
            made.close()
            last = wrong
    raise Unavailable(
        f"the hall cannot listen on {host}, port {port}: {last.strerror or last}; try another --host or --port"
    )


def serve(host: str = "127.0.0.1", port: int = 8000, database: str | None = None, limits: Limits | None = None) -> int:
    """Open the hall until Ctrl-C; prints its address."""
    import uvicorn

    from gridhall.server.wire import Wire

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s", stream=sys.stderr)
    database = database or default_database()
    store.opened(database).dispose()
    listening = bound_socket(host, port)
    found = listening.getsockname()[1]
    if port and found != port:
        print(f"port {port} is taken; the hall is on {found}", flush=True)
    door = Door(database, limits)
    config = uvicorn.Config(
        door, log_config=None, log_level="warning", access_log=False, ws=Wire, ws_per_message_deflate=False, ws_ping_interval=None,
        ws_max_size=(limits or Limits()).message_bytes, lifespan="on", timeout_graceful_shutdown=3, server_header=False,
    )  # fmt: skip
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    print(f"The hall is open: http://{shown}:{found}/   (Ctrl-C closes it)", flush=True)
    server = uvicorn.Server(config)
    sys.setswitchinterval(0.001)  # the writer's thread must not wait 5 ms for its turn
    gc.freeze()
    # Rooms are many and long-lived: looking through all of them too often would make everybody wait.
    gc.set_threshold(20_000, 50, 100)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0
