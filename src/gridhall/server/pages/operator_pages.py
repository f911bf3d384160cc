"""How the hall is, for its operators only: health and metrics."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridhall.server.failures import Refused
from gridhall.server.operators import metrics
from gridhall.server.pages.answers import answer
from gridhall.server.people.visitors import Pages


class OperatorPages(Pages):
    """Answers operators, who come from this machine or from addresses that were named."""

    def routes(self) -> list[Route]:
        get = ["GET"]
        return [Route("/healthz", self.healthz, methods=get), Route("/metrics", self.metrics, methods=get)]

    def _refuse_strangers(self, request: Request) -> None:
        if not self.visitors.guard.is_operator(request.scope):
            raise Refused("no_room", "there is no such address; see docs/protocol.md")

    async def healthz(self, request: Request) -> Response:
        self._refuse_strangers(request)
        health = await self.hall.health()
        return answer(health, 200 if health.ok else 503)

    async def metrics(self, request: Request) -> Response:
        self._refuse_strangers(request)
        self.hall.measure()
        return Response(metrics.text(), media_type=metrics.CONTENT_TYPE_LATEST)
