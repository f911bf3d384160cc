"""Accounts over HTTP, second half: claiming one, its name, its keys, taking everything along, and deleting it."""

import asyncio
import time
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.server.failures import Refused
from gridhall.server.messages.people import Claimed, NameWish, Proving
from gridhall.server.pages.answers import answer, download
from gridhall.server.pages.session_pages import SessionPages, form_of
from gridhall.server.people import accounts, cookies, credentials, exports, names, people, sessions
from gridhall.server.people.accounts import Account
from gridhall.server.people.sessions import SessionRow
from gridhall.server.people.visitors import Pages

MOST_PASSKEYS = 20


class AccountPages(Pages):
    """Answers what somebody wants to be done with their account."""

    def __init__(self, session_pages: SessionPages) -> None:
        super().__init__(session_pages.visitors)
        self.session_pages, self.proofs = session_pages, session_pages.proofs

    def routes(self) -> list[Route]:
        get, post, delete = ["GET"], ["POST"], ["DELETE"]
        return [
            Route("/api/passkeys/new", self.ask_for_new_passkey, methods=post),
            Route("/api/passkeys/any", self.ask_for_passkey, methods=post),
            Route("/api/account/claim", self.claim, methods=post),
            Route("/api/account/name", self.rename, methods=post),
            Route("/api/account/keys", self.add_key, methods=post),
            Route("/api/account/keys/{key}", self.remove_key, methods=delete),
            Route("/api/account/codes", self.new_codes, methods=post),
            Route("/api/account/export", self.export, methods=get),
            Route("/api/account", self.delete, methods=delete),
        ]

    async def ask_for_new_passkey(self, request: Request) -> Response:
        _, account = await self.session_pages.signed_in(request)
        name = (await form_of(request, NameWish)).name or account.name
        if not account.claimed:
            names.refuse_bad(name)
        return answer(await self.proofs.ask_for_passkey(request, account.id, name))

    async def ask_for_passkey(self, request: Request) -> Response:
        return answer(await self.proofs.ask_for_passkey(request))

    async def claim(self, request: Request) -> Response:
        """Give a guest a name and a key. The session gets a new token: whoever knew the old one was a guest."""
        session, account = await self.session_pages.signed_in(request)
        proof, now = await form_of(request, Proving), time.time()
        if account.claimed:
            raise Refused("bad_name", "this account has a name already")
        names.refuse_bad(proof.name)
        limits, address = self.hall.limits, self.visitors.guard.address(request.scope)
        if not self.hall.buckets.take(f"claims {address}", limits.claims, limits.claim_burst):
            raise Refused("too_fast", "many accounts were made from your address; wait a little", 1 / limits.claims)
        credential = await self.proofs.new_credential(request, account, proof)
        codes = credentials.fresh_codes()
        claim = partial(accounts.claim, account=account.id, name=proof.name, credential=credential)
        problem = await self.hall.stored_answer(partial(claim, codes=codes, now=now))
        if problem:
            raise Refused("bad_name", problem)
        await people.changed(self.hall, account.id)
        account = await self._again(account)
        body = Claimed(await self.session_pages.me_of(request, account, True), codes)
        if session.kind != "browser":
            return answer(body, 201)
        return await self.session_pages.with_cookie(request, account, body, session, True)

    async def _again(self, account: Account) -> Account:
        """An account as it is now."""
        return (await asyncio.to_thread(accounts.accounts_of, self.hall.engine, [account.id]))[account.id]

    async def _confirmed(self, request: Request) -> tuple[SessionRow, Account]:
        """Whoever asks, who must have a claimed account and have proved lately that it is them."""
        session, account = await self.session_pages.signed_in(request)
        if not account.claimed:
            raise Refused("no_guest", "a guest has nothing of the kind; claim the account first")
        if not session.is_confirmed(time.time()):
            raise Refused("not_confirmed", "prove first that it is you")
        return session, account

    async def rename(self, request: Request) -> Response:
        _, account = await self._confirmed(request)
        wish = await form_of(request, NameWish)
        names.refuse_bad(wish.name)
        rename = partial(accounts.rename, account=account.id, name=wish.name, now=time.time())
        problem = await self.hall.stored_answer(rename)
        if problem:
            raise Refused("bad_name", problem)
        await people.changed(self.hall, account.id)
        return answer(await self.session_pages.me_of(request, await self._again(account), True))

    async def add_key(self, request: Request) -> Response:
        """Another passkey, or a password, which takes the place of the one before."""
        _, account = await self._confirmed(request)
        keys = await asyncio.to_thread(credentials.credentials_of, self.hall.engine, account.id)
        if len([key for key in keys if key.kind == "passkey"]) >= MOST_PASSKEYS:
            raise Refused("too_many", f"an account has {MOST_PASSKEYS} passkeys at most; remove one first")
        credential = await self.proofs.new_credential(request, account, await form_of(request, Proving))
        await self.hall.stored(partial(credentials.add_credential, credential=credential))
        return answer(await self.session_pages.me_of(request, account, True), 201)

    async def remove_key(self, request: Request) -> Response:
        _, account = await self._confirmed(request)
        keys = await asyncio.to_thread(credentials.credentials_of, self.hall.engine, account.id)
        left = [key for key in keys if key.kind != "code" and key.id != request.path_params["key"]]
        if not left:
            raise Refused("bad_login", "this is the only key; add another one first")
        remove = partial(credentials.remove_credential, account=account.id, credential=request.path_params["key"])
        await self.hall.stored(remove)
        return answer(await self.session_pages.me_of(request, account, True))

    async def new_codes(self, request: Request) -> Response:
        """Ten new recovery codes; those before are good no more."""
        _, account = await self._confirmed(request)
        codes = credentials.fresh_codes()
        await self.hall.stored(partial(credentials.set_codes, account=account.id, codes=codes, now=time.time()))
        return answer(Claimed(await self.session_pages.me_of(request, account, True), codes), 201)

    async def export(self, request: Request) -> Response:
        """Everything the hall keeps of somebody, as one file."""
        _, account = await self.session_pages.signed_in(request)
        collected = await asyncio.to_thread(exports.collect, self.hall.engine, account, time.time())
        content = await self.visitors.work(request, "export", exports.packed, "", *collected)
        return download(content, "application/zip", f"gridhall-{account.name.replace(' ', '-')}.zip")

    async def delete(self, request: Request) -> Response:
        """Delete an account, a guest's, too."""
        _, account = await self.session_pages.signed_in(request)
        if account.claimed:
            await self._confirmed(request)
        devices = await asyncio.to_thread(sessions.sessions_of, self.hall.engine, account.id, time.time())
        await people.delete(self.hall, account.id, time.time())
        await people.signed_out(self.hall, [device.id for device in devices])
        response = answer({})
        cookies.set_token(self.visitors.guard, request.scope, response, "", 0)
        return response
