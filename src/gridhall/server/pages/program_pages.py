"""Programs that belong to an account, such as the terminal: they are signed in from a browser, and send records."""

import asyncio
import secrets
import time

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.server.failures import Refused
from gridhall.server.messages.people import ProgramAnswer, ProgramAsk, RecordKept
from gridhall.server.pages.answers import answer, body_of
from gridhall.server.pages.session_pages import SessionPages, form_of
from gridhall.server.people import credentials, sent_records, sessions
from gridhall.server.people.credentials import CODE_SIGNS
from gridhall.server.people.visitors import Pages
from gridhall.server.store import queries
from gridhall.server.store.tables import hashed

CODE_LENGTH = 8
WAITING_SECONDS = 600.0  # that a program waits for its owner


class ProgramPages(Pages):
    """Signs programs in, and takes their records."""

    def __init__(self, session_pages: SessionPages) -> None:
        super().__init__(session_pages.visitors)
        self.session_pages, self.proofs = session_pages, session_pages.proofs

    def routes(self) -> list[Route]:
        post = ["POST"]
        return [
            Route("/api/programs", self.ask, methods=post),
            Route("/api/programs/wait", self.wait, methods=post),
            Route("/api/programs/confirm", self.confirm, methods=post),
            Route("/api/records", self.record, methods=post),
        ]

    async def ask(self, request: Request) -> Response:
        """A code for a program to show, and a ticket with which it asks whether its owner has confirmed it."""
        label = (await form_of(request, ProgramAsk)).label[:80] or "a program"
        self._refuse_too_many(request)
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        ticket, until = secrets.token_urlsafe(24), time.time() + WAITING_SECONDS
        content = msgspec.json.encode([hashed(ticket).hex(), label])

        def work(connection: Connection) -> None:
            credentials.add_ticket(connection, code, "code", "", content, until)
            credentials.add_ticket(connection, ticket, "program", "", b"", until)

        await self.hall.stored(work)
        return answer(ProgramAsk(f"{code[:4]}-{code[4:]}", ticket, label), 201)

    def _refuse_too_many(self, request: Request) -> None:
        limits, address = self.hall.limits, self.visitors.guard.address(request.scope)
        if not self.hall.buckets.take(f"programs {address}", limits.sign_ins, limits.sign_in_burst):
            raise Refused("too_fast", "too many attempts; wait a minute", 60)

    async def confirm(self, request: Request) -> Response:
        """The owner, in a browser, has typed the code: the program's ticket is its token from now on."""
        _, account = await self.session_pages.signed_in(request)
        self._refuse_too_many(request)
        code = credentials.plain_code((await form_of(request, ProgramAsk)).code)
        _, content = await self.proofs.take_ticket(code, "code")
        digest, label = msgspec.json.decode(content, type=tuple[str, str])
        now = time.time()

        def work(connection: Connection) -> bool:
            if not credentials.drop_ticket(connection, bytes.fromhex(digest)):
                return False
            until = now + self.visitors.lasting
            sessions.add_session(connection, account.id, bytes.fromhex(digest), "program", label, now, until)
            return True

        if not await self.hall.stored_answer(work):
            raise Refused("bad_login", "the program waits no longer; begin again")
        return answer(ProgramAsk(label=label))

    async def wait(self, request: Request) -> Response:
        """Whether the owner of a program has confirmed it: then its ticket is its token."""
        ticket = (await form_of(request, ProgramAsk)).ticket
        account = await asyncio.to_thread(sessions.account_of_session, self.hall.engine, ticket, time.time())
        if account is not None:
            return answer(ProgramAnswer(ticket, account.name))
        if not await asyncio.to_thread(credentials.has_ticket, self.hall.engine, ticket, "program", time.time()):
            raise Refused("bad_login", "nobody has confirmed this in time; begin again")
        return answer(ProgramAnswer())

    async def record(self, request: Request) -> Response:
        """A record, replayed and kept as a match of the account."""
        account = await self.visitors.account(request)
        text = await body_of(request, self.hall.limits.record_bytes)
        sent = await self.visitors.work(request, "replay", sent_records.verified, "", account.id, account.name, text)
        visitor = await self.visitors.visitor(request)
        (result,) = sent.results
        kept = RecordKept(sent.row.id, result.outcome, result.moves)
        if await asyncio.to_thread(queries.read_room, self.hall.engine, sent.row.id) is not None:
            kept.known = True
            return answer(kept)
        await self.hall.store.refuse_if_full(visitor.address, account.id)

        def work(connection: Connection) -> None:
            queries.add_room(connection, sent.row, sent.chairs)
            queries.add_entries(connection, sent.log)
            queries.set_over(connection, sent.row.id, True, sent.row.ended, sent.results)

        await self.hall.stored(work)
        self.hall.store.note(visitor.address, len(sent.row.setup))
        return answer(kept, 201)
