"""The hall as an ASGI application: HTTP routes and the WebSocket.

    GET  /api/games                          list of GameCard
    GET  /api/games/GAME                     GamePage
    GET  /api/games/GAME/theme.svg           the game's symbols
    GET  /api/games/GAME/theme-LOOK.svg      the symbols and colours of another look of its board
    GET  /api/games/GAME/paper.pdf?level=LEVEL&paper=letter   a page to print: its own sheet, or a level
    GET  /api/games/GAME/show                Replay: a short match that plays itself, as everybody may see it
    GET  /api/games/GAME/levels/LEVEL        LevelPage: text and first scene
    GET  /api/games/GAME/table?level=LEVEL&day=DAY&helped=1&from=0   BestTable: of a level, of a day (`today`), or of
                                             all time; `helped` those with undo or hints
    GET  /api/games/GAME/ratings?pace=live   list of RatingCard: the strongest people, and the machines
    GET  /api/games/GAME/day?day=DAY         DayCard: what the hall committed to, and what it was
    GET  /api/games/GAME/next                NextLevel: the level to try next
    GET  /api/ratings/ACCOUNT                list of RatingCurve
    GET  /api/rooms/ROOM/ratings             list of SeatRating: of a rated match, before and after it
    GET  /api/games/GAME/guide               GuidePage: its verbs as short scenes, tips and terms
    GET  /api/games/GAME/lesson              list of LessonCard: the steps of its first lesson
    POST /api/games/GAME/lesson/STEP         LessonPlay -> LessonPosition, or Preview if one is asked for;
                                             nothing is kept
    GET  /api/blocks                         whom one has blocked; POST a Block to block somebody or to end it
    POST /api/reports                        Report: something the operator should know of somebody
    GET  /api/games/GAME/picture.png         the game as a picture for links; with ?level=LEVEL or ?text=PACKED a level
    POST /api/games/GAME/check               a setup's text as the body -> Checked: its scene or its defects,
                                             and how it is drawn
    POST /api/games/GAME/rewrite?as=json     a setup's text as the body -> the same as JSON, or as the game
                                             writes it (`as=text`)
    POST /api/games/GAME/prove               a setup's text as the body -> lines `data: Proof`, the last one
                                             with a status; hang up to stop
    POST /api/games/GAME/generate            MakeLevel -> lines `data: NewLevel`, the last one with a text or a
                                             problem; hang up to stop
    POST /api/guests                         Guest: a token for a program (no sign-up); it is sent as
                                             `Authorization: Bearer TOKEN`, and goes for a browser's cookie, too
    GET  /api/me                             Me: who asks; a browser's cookie is replaced now and then
    POST /api/session                        Me: a cookie for this browser, as a new guest, or for the token sent
    DELETE /api/session                      sign this device out
    POST /api/session/sign-in                Proving -> SignedIn, with a cookie
    POST /api/session/confirm                Proving -> Me: prove that it is still you, before keys are changed
    POST /api/session/merge                  Ticket -> Me: take along what was played here as a guest
    GET  /api/sessions                       list of Device; DELETE signs all of them out (`?but=here`: all others)
    DELETE /api/sessions/ID                  sign one of them out
    POST /api/passkeys/new                   NameWish -> PasskeyAsk, for a new passkey of the account
    POST /api/passkeys/any                   PasskeyAsk, for signing in
    POST /api/account/claim                  Proving -> Claimed: a guest keeps everything under a name
    POST /api/account/name                   NameWish -> Me
    POST /api/account/keys                   Proving -> Me: another passkey, or a new password
    DELETE /api/account/keys/ID              Me: without that one
    POST /api/account/codes                  Claimed: ten new recovery codes instead of those before
    GET  /api/account/export                 everything kept of the account, as a download
    DELETE /api/account                      delete it
    POST /api/programs                       ProgramAsk -> ProgramAsk: a code to show, and a ticket
    POST /api/programs/confirm               ProgramAsk -> ProgramAsk: the owner has typed the code in a browser
    POST /api/programs/wait                  ProgramAsk -> ProgramAnswer: the ticket is the program's token from then on
    POST /api/records                        a record's text as the body -> RecordKept: a finished match of one player
    GET  /api/people/NAME                    Profile; with `game`, `outcome`, `other` or `before` of matches only
    GET  /api/yours                          Profile of whoever asks: open matches, and the last ones
    POST /api/rooms                          MakeRoom -> RoomMade          (Authorization: Bearer TOKEN)
    GET  /api/rooms                          list of RoomCard: where the guest sits, newest first  (Authorization)
    GET  /api/rooms/ROOM                     room (see below)
    GET  /api/match/ROOM?from=0&to=50&as=0   Replay of plies from + 1 to `to`; `as` is a player, or 0 for what
                                             everybody may see
    GET  /api/match/ROOM/record              the record, as a download
    GET  /api/match/ROOM/picture.gif         the match as a GIF, as a download
    GET  /api/match/ROOM/values              lines `data: Valued`, the last one `done`: what each position was
                                             worth; hang up to stop
    POST /api/match/ROOM/branch?ply=5&seat=1 RoomMade: a room that goes on from there, for trying another line;
                                             seat 0 is whoever is to act   (Authorization)
    GET  /api/match/ROOM/picture.png         where it stands, as every spectator sees it, as a picture for links
    POST /api/replay?from=0&to=50            a record's text as the body -> Replay; nothing is kept
    POST /api/replay/values, /api/replay/branch   the same two for a record's text as the body
    WS   /ws                                 one connection a room; see messages/
    GET  /healthz                            Health, with 503 if something is wrong; for operators only
    GET  /metrics                            Prometheus's text; for operators only
    GET  anything else                       the client: a file of server/client/, or its index.html

A match that is not over and has secrets, also if it is only the seed, has no record or picture (`sealed`), and a replay
only of what a spectator has seen, or `as` one's own seat with the header `X-Seat: SECRET`. Without secrets whoever
holds a seat (`X-Seat`, or the guest's token) gets its record, and of a puzzle the values so far, as a hint. Every
failure has a body of Failure; codes are those of messages.CODES; `Retry-After` says when it makes sense to try again.
Answers above 1 KiB are compressed. Costly questions share one budget a visitor, whom a token (Authorization) tells from
others at the same address. A cookie counts for what changes something only if the request's Origin is the hall's own.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gridhall.errors import BadSetup, GridhallError
from gridhall.rulings import plain
from gridhall.server.failures import Refused, code_of, log_bug
from gridhall.server.hall import Hall
from gridhall.server.messages.http import Failure
from gridhall.server.net.guard import Access, Guard
from gridhall.server.net.socket import serve_socket
from gridhall.server.operators import admin, metrics
from gridhall.server.operators.logs import BELONGS
from gridhall.server.pages import editor, game_pages
from gridhall.server.pages.account_pages import AccountPages
from gridhall.server.pages.answers import STATUS, answer
from gridhall.server.pages.level_pages import LevelPages
from gridhall.server.pages.links import CLIENT, Links
from gridhall.server.pages.manners_pages import MannersPages
from gridhall.server.pages.match_pages import MatchPages
from gridhall.server.pages.operator_pages import OperatorPages
from gridhall.server.pages.profile_pages import ProfilePages
from gridhall.server.pages.program_pages import ProgramPages
from gridhall.server.pages.ranking_pages import RankingPages
from gridhall.server.pages.session_pages import SessionPages
from gridhall.server.pages.teaching import Teaching
from gridhall.server.people.proofs import Proofs
from gridhall.server.people.visitors import Visitors
from gridhall.server.work.limits import Limits

logger = logging.getLogger("gridhall.server")


class App:
    """The ASGI application: a socket goes straight to the hall, everything else through Starlette."""

    def __init__(
        self,
        database: str,
        limits: Limits | None = None,
        client: Path = CLIENT,
        access: Access | None = None,
        internal: str = "127.0.0.1:0",
        admin_socket: str = "",
    ) -> None:
        """Other processes of the same database relay to `internal`; operators speak to a private socket."""
        self.database, self.limits, self.internal = database, limits, internal
        self.admin_socket = admin_socket
        self.guard = Guard(access)
        self.hall: Hall
        visitors = Visitors(lambda: self.hall, self.guard)
        session_pages = SessionPages(visitors, Proofs(visitors))
        routes = [
            *OperatorPages(visitors).routes(),
            *game_pages.routes(),
            *LevelPages(visitors).routes(),
            *Teaching(visitors).routes(),
            *visitors.routes(),
            *MatchPages(visitors).routes(),
            *RankingPages(visitors).routes(),
            *MannersPages(visitors).routes(),
            *session_pages.routes(),
            *AccountPages(session_pages).routes(),
            *ProgramPages(session_pages).routes(),
            *ProfilePages(visitors).routes(),
            *Links(visitors, client).routes(),  # the last one, because every other address is a page of the client
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
        self.hall = Hall(self.database, self.limits, self.guard)
        await self.hall.peers.open(self.internal)
        housekeeping = asyncio.ensure_future(self.hall.housekeeping())
        self.hall.spawn(self.hall.lobby.run())
        if self.admin_socket:
            self.hall.spawn(admin.listen(self.hall, self.admin_socket))
        yield
        housekeeping.cancel()
        self.hall.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await serve_socket(self.hall, scope, receive, send)
            return
        if scope["type"] != "http":
            await self.pages(scope, receive, send)
            return
        request = secrets.token_hex(8)
        BELONGS.set({"request": request})
        headers = [*self.guard.headers(scope), (b"x-request-id", request.encode())]

        began, status = time.monotonic(), 0

        async def send_safe(event: Message) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                event["headers"], status = [*event["headers"], *headers], event["status"]
            await send(event)

        refusal = self.guard.refusal(scope)
        if refusal:
            metrics.refused("sealed", "request")
            await answer(Failure("sealed", refusal), 403)(scope, receive, send_safe)
        else:
            try:
                await self.pages(scope, receive, send_safe)
            except asyncio.CancelledError:  # the hall closes, and waits no longer for this
                if status:
                    raise
                await answer(Failure("unavailable", "the hall is closing; come back"), 503)(scope, receive, send_safe)
            # It was answered by _fail_inside, and is raised again for servers that log it with all its values.
            except Exception as wrong:
                log_bug("a page", wrong)
        if logger.isEnabledFor(logging.INFO):
            fields = {"method": scope["method"], "path": scope["path"][:200], "status": status}
            fields |= {"address": self.guard.address(scope), "seconds": round(time.monotonic() - began, 4)}
            logger.info("answered", extra={"fields": fields})

    async def _fail(self, _: Request, wrong: Refused | GridhallError) -> Response:
        defects = editor.defects_of(wrong) if isinstance(wrong, BadSetup) else []
        code = code_of(wrong)
        sentence = "\n".join(defect.message for defect in defects) or plain(str(wrong))
        failed = answer(Failure(code, sentence, defects), STATUS.get(code, 400))
        if isinstance(wrong, Refused) and wrong.wait:
            failed.headers["retry-after"] = str(max(1, round(wrong.wait)))
        return failed

    async def _fail_http(self, _: Request, wrong: HTTPException) -> Response:
        code = {404: "no_room", 413: "too_large"}.get(wrong.status_code, "bad_message")
        return answer(Failure(code, str(wrong.detail)), wrong.status_code)

    async def _fail_inside(self, _: Request, wrong: Exception) -> Response:
        return answer(Failure("internal", "something went wrong here; it has been logged"), 500)
