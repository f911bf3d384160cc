"""Who asks over HTTP, and the worker that answers them."""

import asyncio
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.server.failures import Refused
from gridhall.server.hall import Hall
from gridhall.server.messages.http import Guest
from gridhall.server.net.guard import Guard
from gridhall.server.pages.answers import answer, while_connected
from gridhall.server.people import accounts, cookies, sessions
from gridhall.server.people.accounts import Account
from gridhall.server.people.sessions import SessionRow
from gridhall.server.store.tables import SeatRow, hashed
from gridhall.server.work.fair_queue import Visitor
from gridhall.server.work.limits import DAY


class Visitors:
    """Tells who asks; the hall is asked for when it is needed, because it opens later."""

    def __init__(self, hall: Callable[[], Hall], guard: Guard) -> None:
        self._hall, self.guard = hall, guard

    @property
    def hall(self) -> Hall:
        return self._hall()

    def routes(self) -> list[Route]:
        return [Route("/api/guests", self.new_guest, methods=["POST"])]

    async def visitor(self, request: Request) -> Visitor:
        """Who asks."""
        account = await self.known_account(request)
        return Visitor(self.guard.address(request.scope), account.id if account else "")

    async def work(self, request: Request, kind: str, function: Any, game: str, *arguments: Any) -> Any:
        """Let a worker answer a request, unless whoever asks hangs up."""
        visitor = await self.visitor(request)
        return await while_connected(request, self.hall.budget.run(visitor, kind, function, game, *arguments))

    async def new_guest(self, request: Request) -> Response:
        """A guest whose token a program keeps; a browser gets a cookie (session_pages.py)."""
        account, name = await self.add_guest(request)
        token, now = secrets.token_urlsafe(24), time.time()
        add_session = partial(sessions.add_session, account=account, digest=hashed(token), kind="program", label="")
        await self.hall.stored(partial(add_session, now=now, until=now + self.lasting))
        return answer(Guest(token, name), 201)

    @property
    def lasting(self) -> float:
        """Seconds that a session lasts after it was last used."""
        return self.hall.limits.session_days * DAY

    async def add_guest(self, request: Request) -> tuple[str, str]:
        """The id and the name of a new guest."""
        address, limits = self.guard.address(request.scope), self.hall.limits
        if not self.hall.buckets.take(f"guests {address}", limits.guests, limits.guest_burst):
            raise Refused("too_fast", "too many guests from your address; wait a little", 1 / limits.guests)
        account, name = secrets.token_hex(8), f"Guest {secrets.randbelow(9000) + 1000}"
        await self.hall.stored(partial(accounts.add_account, account=account, name=name, now=time.time()))
        return account, name

    def token(self, request: Request) -> str:
        """The token of whoever asks: a program's in the header, or a browser's in the cookie.

        A cookie counts for what changes something only if a page of the hall itself asks, so that no other site can let
        a visitor's browser do it.
        """
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and token:
            return token
        reads_only = request.method in ("GET", "HEAD")
        return (
            cookies.token_of(self.guard, request.scope) if reads_only or self.guard.is_own_page(request.scope) else ""
        )

    async def session(self, request: Request) -> tuple[SessionRow, Account] | None:
        """The session of whoever asks, and their account; None if they have none."""
        token = self.token(request)
        if not token:
            return None
        return await asyncio.to_thread(sessions.session_of, self.hall.engine, token, time.time())

    async def known_account(self, request: Request) -> Account | None:
        """Whoever asks; None if that is not known."""
        session = await self.session(request)
        return session[1] if session is not None else None

    async def account(self, request: Request) -> Account:
        """Whoever asks, who must be known."""
        account = await self.known_account(request)
        if account is None:
            raise Refused(
                "no_guest", "send `Authorization: Bearer TOKEN` with a guest's token; POST /api/guests gives one"
            )
        return account

    async def seat(self, request: Request, chairs: list[SeatRow]) -> int:
        """A seat that whoever asks holds, by its secret or as the one who sits there; 0 for none."""
        secret = request.headers.get("x-seat", "")
        if secret:
            digest = hashed(secret)
            by_secret = next((chair.seat for chair in chairs if secrets.compare_digest(digest, chair.secret)), 0)
            if by_secret:
                return by_secret
        account = await self.known_account(request)
        return next((chair.seat for chair in chairs if account and chair.account == account.id), 0)


class Pages:
    """Answers to HTTP requests in which it matters who asks; each kind of them is a class of its own."""

    def __init__(self, visitors: Visitors) -> None:
        self.visitors = visitors

    @property
    def hall(self) -> Hall:
        return self.visitors.hall
