"""Whether somebody is who they say: passwords, passkeys and recovery codes, checked slowly and without telling much.

Wrong guesses are counted by name and by address. A name that nobody has is answered like one whose password is wrong,
and as slowly.
"""

import asyncio
import secrets
import time
from functools import partial

from starlette.requests import Request

from gridhall.server.failures import Refused
from gridhall.server.hall import Hall
from gridhall.server.messages.people import PasskeyAnswer, PasskeyAsk, Proving
from gridhall.server.people import accounts, credentials, passkeys, passwords
from gridhall.server.people.accounts import Account
from gridhall.server.people.credentials import Credential
from gridhall.server.people.names import skeleton
from gridhall.server.people.visitors import Visitors

TICKET_SECONDS = 300.0  # in which a passkey must have been used
WRONG = "name and proof do not fit"


class Proofs:
    """Checks what somebody proves themselves with."""

    def __init__(self, visitors: Visitors) -> None:
        self.visitors = visitors

    @property
    def hall(self) -> Hall:
        return self.visitors.hall

    def site(self, request: Request) -> passkeys.Site:
        """For which host passkeys are made."""
        return passkeys.Site.of_origin(self.visitors.guard.origin(request.scope))

    async def new_ticket(self, kind: str, account: str, content: bytes, seconds: float = TICKET_SECONDS) -> str:
        """Begin something that must be ended soon."""
        ticket = secrets.token_urlsafe(24)
        begin = partial(credentials.add_ticket, ticket=ticket, kind=kind, account=account, content=content)
        await self.hall.stored(partial(begin, until=time.time() + seconds))
        return ticket

    async def take_ticket(self, ticket: str, kind: str) -> tuple[str, bytes]:
        """End it: whose it is, and what was kept of it. Raises Refused."""
        take = partial(credentials.take_ticket, ticket=ticket, kind=kind, now=time.time())
        taken = await self.hall.stored_answer(take)
        if taken is None:
            raise Refused("bad_login", "this took too long, or was done already; begin again")
        return taken

    async def ask_for_passkey(self, request: Request, account: str = "", name: str = "") -> PasskeyAsk:
        """What a browser is asked with: for a new passkey of an account, or for any that it has."""
        site = self.site(request)
        if not site.offers_passkeys:
            raise Refused("unavailable", "passkeys need https, or a hall on localhost; a password does it here")
        if account:
            known = await asyncio.to_thread(credentials.credentials_of, self.hall.engine, account)
            handles = [key.handle for key in known if key.handle is not None]
            challenge, options = passkeys.registration(site, account, name, handles)
        else:
            challenge, options = passkeys.authentication(site)
        return PasskeyAsk(await self.new_ticket("passkey", account, challenge), options)

    async def new_credential(self, request: Request, account: Account, proof: Proving) -> Credential:
        """The passkey or password that somebody wants to have from now on. Raises Refused."""
        now = time.time()
        if proof.passkey is not None:
            owner, challenge = await self.take_ticket(proof.passkey.ticket, "passkey")
            if owner != account.id:
                raise Refused("bad_login", "this was begun by somebody else")
            passkey = passkeys.registered(self.site(request), challenge, proof.passkey.credential)
            label = proof.label[:80]
            return credentials.new_credential(
                account.id, "passkey", passkey.public_key, now, passkey.handle, passkey.uses, label
            )
        passwords.refuse_weak(proof.password, proof.name or account.name)
        hashed = await self.visitors.work(request, "password", passwords.make_hash, "", proof.password)
        return credentials.new_credential(account.id, "password", hashed, now)

    async def account(self, request: Request, proof: Proving) -> Account:
        """Whose account it is that somebody has proved to be theirs. Raises Refused."""
        self._refuse_too_many(request, proof.name)
        if proof.passkey is not None:
            return await self._by_passkey(request, proof.passkey)
        account = await asyncio.to_thread(accounts.account_named, self.hall.engine, proof.name)
        if proof.code:
            use = partial(credentials.use_code, account=account.id if account else "", code=proof.code, now=time.time())
            if not await self.hall.stored_answer(use) or account is None:
                raise Refused("bad_login", WRONG)
            return account
        keys = await asyncio.to_thread(credentials.credentials_of, self.hall.engine, account.id if account else "")
        stored = next((key for key in keys if key.kind == "password"), None)
        hashed = stored.secret if stored is not None else b""
        password = proof.password[: passwords.LONGEST]
        fits = await self.visitors.work(request, "password", passwords.fits, "", hashed, password)
        if not fits or account is None or stored is None:
            raise Refused("bad_login", WRONG)
        note = partial(credentials.note_use, credential=stored.id, uses=stored.uses + 1, now=time.time())
        await self.hall.stored(note)
        return account

    async def _by_passkey(self, request: Request, given: PasskeyAnswer) -> Account:
        _, challenge = await self.take_ticket(given.ticket, "passkey")
        stored = await asyncio.to_thread(credentials.passkey_of, self.hall.engine, passkeys.handle_of(given.credential))
        if stored is None:
            raise Refused("bad_login", "the hall does not know this passkey, or no longer")
        uses = passkeys.uses_after(self.site(request), challenge, given.credential, stored.secret, stored.uses)
        await self.hall.stored(partial(credentials.note_use, credential=stored.id, uses=uses, now=time.time()))
        return (await asyncio.to_thread(accounts.accounts_of, self.hall.engine, [stored.account]))[stored.account]

    def _refuse_too_many(self, request: Request, name: str) -> None:
        """Count an attempt; raises Refused after too many from an address, or for a name, whoever has it."""
        limits, address = self.hall.limits, self.visitors.guard.address(request.scope)
        by_address = self.hall.buckets.take(f"sign-in {address}", limits.sign_ins, limits.sign_in_burst)
        by_name = not name or self.hall.buckets.take(
            f"sign-in of {skeleton(name)}", limits.name_sign_ins, limits.name_sign_in_burst
        )
        if not (by_address and by_name):
            raise Refused("too_fast", "too many attempts; wait a minute", 60)
