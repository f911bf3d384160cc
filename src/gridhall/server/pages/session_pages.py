"""Accounts over HTTP, first half: who one is, signing in and out, and the devices that are signed in."""

import asyncio
import secrets
import time
from functools import partial

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.server.failures import Refused
from gridhall.server.messages.people import Device, GuestLeft, KeyCard, Me, Proving, SignedIn, Ticket
from gridhall.server.pages.answers import Body, answer, decoded
from gridhall.server.people import accounts, cookies, credentials, people, sessions
from gridhall.server.people.accounts import Account
from gridhall.server.people.proofs import Proofs
from gridhall.server.people.sessions import SessionRow
from gridhall.server.people.visitors import Pages, Visitors
from gridhall.server.store.tables import hashed

MOST = 1 << 16  # bytes of a body
MERGE_SECONDS = 3600.0  # in which what was played as a guest can be taken along


async def form_of(request: Request, kind: type[Body]) -> Body:
    """What somebody has filled in; where nothing was sent, nothing is."""
    return await decoded(request, kind, MOST, empty="{}")


class SessionPages(Pages):
    """Answers who somebody is, and signs them in and out."""

    def __init__(self, visitors: Visitors, proofs: Proofs) -> None:
        super().__init__(visitors)
        self.guard, self.proofs = visitors.guard, proofs

    def routes(self) -> list[Route]:
        get, post, delete = ["GET"], ["POST"], ["DELETE"]
        return [
            Route("/api/me", self.me, methods=get),
            Route("/api/session", self.begin, methods=post),
            Route("/api/session", self.end, methods=delete),
            Route("/api/session/sign-in", self.sign_in, methods=post),
            Route("/api/session/confirm", self.confirm, methods=post),
            Route("/api/session/merge", self.merge, methods=post),
            Route("/api/sessions", self.devices, methods=get),
            Route("/api/sessions", self.end_all, methods=delete),
            Route("/api/sessions/{session}", self.end_one, methods=delete),
        ]

    async def signed_in(self, request: Request) -> tuple[SessionRow, Account]:
        """The session of whoever asks, who must have one."""
        opened = await self.visitors.session(request)
        if opened is None:
            raise Refused("no_guest", "nobody is signed in here")
        return opened

    async def me_of(self, request: Request, account: Account, confirmed: bool) -> Me:
        """Somebody as they see themselves."""
        keys = await asyncio.to_thread(credentials.credentials_of, self.hall.engine, account.id)
        cards = [KeyCard(key.id, key.kind, key.label, key.made, key.used) for key in keys if key.kind != "code"]
        offers = self.proofs.site(request).offers_passkeys
        claimed = bool(account.claimed)
        return Me(account.id, account.name, claimed, offers, confirmed, cards, len(keys) - len(cards))

    async def me(self, request: Request) -> Response:
        """Who asks. The token of a browser is replaced here when it has been used for long."""
        opened = await self.visitors.session(request)
        if opened is None:
            return answer(Me(offers_passkeys=self.proofs.site(request).offers_passkeys))
        (session, account), now = opened, time.time()
        response = answer(await self.me_of(request, account, session.is_confirmed(now)))
        until = now + self.visitors.lasting
        if session.kind == "browser" and not session.is_earlier and now - session.rotated > sessions.ROTATE_AFTER:
            token = secrets.token_urlsafe(24)
            await self.hall.stored(partial(sessions.rotate, session=session.id, token=token, now=now, until=until))
            cookies.set_token(self.guard, request.scope, response, token, self.visitors.lasting)
        elif now - session.seen > sessions.SEEN_AFTER:
            await self.hall.stored(partial(sessions.note_seen, session=session, now=now, until=until))
        return response

    async def begin(self, request: Request) -> Response:
        """A session for this browser: the one it has, one for the guest whose token it kept until now, or a new
        guest's.
        """
        self._refuse_others(request)
        opened = await self.visitors.session(request)
        if opened is not None and opened[0].kind == "browser":
            return answer(await self.me_of(request, opened[1], opened[0].is_confirmed(time.time())))
        if opened is not None:  # from now on in a cookie
            account = opened[1]
            return await self.with_cookie(request, account, await self.me_of(request, account, False), opened[0])
        identity, name = await self.visitors.add_guest(request)
        now = time.time()
        account = Account(identity, name, now, now)
        return await self.with_cookie(request, account, await self.me_of(request, account, False))

    def _refuse_others(self, request: Request) -> None:
        """Cookies are set for the hall's own pages only."""
        if not self.guard.is_own_page(request.scope):
            raise Refused("sealed", "only a page of the hall itself may do this")

    async def with_cookie(
        self,
        request: Request,
        account: Account,
        body: msgspec.Struct,
        old: SessionRow | None = None,
        proved: bool = False,
    ) -> Response:
        """An answer that signs this browser in to an account; the session `old` ends."""
        token, now, scope = secrets.token_urlsafe(24), time.time(), request.scope
        until, device = now + self.visitors.lasting, cookies.device_of(scope)

        def work(connection: Connection) -> None:
            if old is not None:
                sessions.end_session(connection, old.account, old.id)
            sessions.add_session(connection, account.id, hashed(token), "browser", device, now, until, proved)

        await self.hall.stored(work)
        response = answer(body, 201)
        cookies.set_token(self.guard, scope, response, token, self.visitors.lasting)
        return response

    async def sign_in(self, request: Request) -> Response:
        """Sign this browser in; whoever played here as a guest may take that along."""
        self._refuse_others(request)
        proof = await form_of(request, Proving)
        account = await self.proofs.account(request, proof)
        before = await self.visitors.session(request)
        guest = None
        if before is not None and not before[1].claimed and before[1].id != account.id:
            matches = await asyncio.to_thread(accounts.seats_held, self.hall.engine, before[1].id)
            if matches:
                ticket = await self.proofs.new_ticket("merge", before[1].id, account.id.encode(), MERGE_SECONDS)
                guest = GuestLeft(ticket, before[1].name, matches)
        body = SignedIn(await self.me_of(request, account, True), guest)
        response = await self.with_cookie(request, account, body, before[0] if before else None, True)
        if before is not None:
            await people.signed_out(self.hall, [before[0].id])
        return response

    async def confirm(self, request: Request) -> Response:
        """Let somebody prove that it is still them."""
        session, account = await self.signed_in(request)
        proof = await form_of(request, Proving)
        proof.name = account.name
        proved = await self.proofs.account(request, proof)
        if proved.id != account.id:
            raise Refused("bad_login", "that opens another account")
        await self.hall.stored(partial(sessions.confirm, session=session.id, now=time.time()))
        return answer(await self.me_of(request, account, True))

    async def merge(self, request: Request) -> Response:
        """Take along what was played here as a guest."""
        session, account = await self.signed_in(request)
        guest, content = await self.proofs.take_ticket((await form_of(request, Ticket)).ticket, "merge")
        if content != account.id.encode():
            raise Refused("bad_login", "this was begun by somebody else")
        if not await self.hall.stored_answer(partial(accounts.merge, guest=guest, account=account.id)):
            raise Refused("bad_login", "there is nothing to take along any more")
        await people.changed(self.hall, guest, account.id)
        return answer(await self.me_of(request, account, session.is_confirmed(time.time())))

    async def devices(self, request: Request) -> Response:
        session, account = await self.signed_in(request)
        devices = await asyncio.to_thread(sessions.sessions_of, self.hall.engine, account.id, time.time())
        cards = [
            Device(device.id, device.label, device.kind, device.made, device.seen, device.id == session.id)
            for device in devices
        ]
        return answer(cards)

    async def end(self, request: Request) -> Response:
        """Sign this device out. What a guest has played is then out of reach: they are asked before, by the page."""
        session, account = await self.signed_in(request)
        return await self._end(request, account, session, [session.id])

    async def end_one(self, request: Request) -> Response:
        session, account = await self.signed_in(request)
        return await self._end(request, account, session, [request.path_params["session"]])

    async def end_all(self, request: Request) -> Response:
        """Sign all devices out, and this one, too, unless `?but=here`."""
        session, account = await self.signed_in(request)
        devices = await asyncio.to_thread(sessions.sessions_of, self.hall.engine, account.id, time.time())
        but = session.id if request.query_params.get("but") == "here" else ""
        await self.hall.stored(partial(sessions.end_other_sessions, account=account.id, but=but))
        await people.changed(self.hall, account.id)
        return await self._end(request, account, session, [device.id for device in devices if device.id != but])

    async def _end(self, request: Request, account: Account, here: SessionRow, ended: list[str]) -> Response:
        for session in ended:
            await self.hall.stored(partial(sessions.end_session, account=account.id, session=session))
        await people.signed_out(self.hall, ended)
        response = answer({})
        if here.id in ended:
            cookies.set_token(self.guard, request.scope, response, "", 0)
        return response
