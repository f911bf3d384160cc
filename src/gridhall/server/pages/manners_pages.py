"""Blocking a person and reporting one to the operator, over HTTP."""

import asyncio
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.server.failures import Refused
from gridhall.server.messages.lobby import REASONS, Block, Report
from gridhall.server.pages.answers import answer, decoded
from gridhall.server.people import accounts, manners
from gridhall.server.people.visitors import Pages

BODY = 4096  # bytes of what is sent here


class MannersPages(Pages):
    """Blocking and reporting over HTTP."""

    def routes(self) -> list[Route]:
        return [
            Route("/api/blocks", self.blocked, methods=["GET"]),
            Route("/api/blocks", self.block, methods=["POST"]),
            Route("/api/reports", self.report, methods=["POST"]),
        ]

    async def blocked(self, request: Request) -> Response:
        account = await self.visitors.account(request)
        return answer(await asyncio.to_thread(manners.blocked_by, self.hall.engine, account.id))

    async def block(self, request: Request) -> Response:
        account, wish = await self.visitors.account(request), await decoded(request, Block, BODY)
        if wish.account == account.id:
            raise Refused("not_offered", "nobody blocks themselves")
        await self._known(wish.account)
        await self.hall.stored(partial(manners.set_block, account=account.id, wish=wish))
        return answer(wish)

    async def report(self, request: Request) -> Response:
        account, report = await self.visitors.account(request), await decoded(request, Report, BODY)
        if report.reason not in REASONS or len(report.room) > 16:
            raise Refused("bad_message", f"a reason is one of {', '.join(REASONS)}")
        await self._known(report.account)
        if not self.hall.buckets.take(f"reports {account.id}", 1 / 60, 5):
            raise Refused("too_fast", "that are many reports; wait a little", 60)
        await self.hall.stored(partial(manners.add_report, account=account.id, report=report))
        return answer(report, 201)

    async def _known(self, account: str) -> None:
        if account not in await asyncio.to_thread(accounts.accounts_of, self.hall.engine, [account]):
            raise Refused("not_offered", "there is nobody with that id")
