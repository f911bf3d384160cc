"""The addresses that people hand on: the client's pages with what they say of themselves, and their pictures."""

import asyncio
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from gridhall.errors import GridhallError
from gridhall.registry import load
from gridhall.server.failures import Refused
from gridhall.server.pages import link_heads
from gridhall.server.people.visitors import Pages, Visitors
from gridhall.server.ranking import days
from gridhall.server.work import tasks

CLIENT = Path(__file__).parents[1] / "client"  # the built pages
KEPT = 100  # pictures
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Gridhall</title>
<h1>Gridhall</h1><p>The hall is open, but its pages are not built yet. In the source folder run <code>make play</code>,
or <code>.venv/bin/python web/build.py</code>, and load this page again.</p>"""


class Links(Pages):
    """Answers for the client's own addresses, and for those that nobody has."""

    def __init__(self, visitors: Visitors, client: Path) -> None:
        super().__init__(visitors)
        self.client = client
        self.pictures: dict[tuple[object, ...], bytes] = {}

    def routes(self) -> list[Route]:
        """The pictures, what is no address of the interface, and the client's pages at every other address."""
        get = ["GET"]
        return [
            Route("/api/games/{game}/picture.png", self.level_picture, methods=get),
            Route("/api/match/{room}/picture.png", self.match_picture, methods=get),
            Route("/api", no_address),
            Route("/api/{path:path}", no_address),
            Route("/{path:path}", self.page, methods=get),
        ]

    async def page(self, request: Request) -> Response:
        """A file of the client; every address without a file is one of its pages."""
        path = request.path_params["path"]
        if path == "favicon.ico":  # browsers ask for it wherever no page names an icon, as at a picture or a record
            path = "icon.svg"
        index = self.client / "index.html"
        try:
            wanted = (self.client / path).resolve()
            is_file = bool(path) and wanted.is_file() and wanted.is_relative_to(self.client.resolve())
        except (OSError, ValueError) as wrong:  # a path longer than there are any, or one with a NUL
            raise Refused("no_room", "there is no such file") from wrong
        if is_file and wanted.name != index.name:
            caching = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(wanted, headers={"cache-control": caching})
        if "." in path.rpartition("/")[2] and not is_file:
            raise Refused("no_room", "there is no such file")
        if not index.exists():
            return Response(NOT_BUILT, media_type="text/html")
        head = await asyncio.to_thread(self._head, path, request)
        origin = str(request.base_url).rstrip("/")
        text = await asyncio.to_thread(link_heads.page, index, head, origin, f"/{path}")
        hidden = link_heads.NO_ROBOTS if head.is_hidden else {}
        return Response(text, media_type="text/html", headers={"cache-control": "no-cache", **hidden})

    def _head(self, path: str, request: Request) -> link_heads.PageHead:
        """What the page at an address says of itself; of an address that leads nowhere, what the hall says."""
        kind, name, more = [*path.strip("/").split("/"), "", "", ""][:3]
        try:
            if kind == "g" and more == "play":
                query = request.query_params
                return link_heads.level_head(name, query.get("level", ""), query.get("text", ""))
            if kind == "g" and name:
                return link_heads.game_head(name)
            if kind in ("r", "m") and name:
                row, chairs, _ = self.hall.read(name)
                head = link_heads.room_head if kind == "r" else link_heads.match_head
                return head(row, chairs, self.hall.level_title(row))
        except (Refused, GridhallError):  # the page itself says what is wrong
            return link_heads.hall_head()._replace(is_hidden=kind in ("r", "m"))
        return link_heads.hall_head()

    async def level_picture(self, request: Request) -> Response:
        """The picture of a game, of a shipped level, or of a level that the link carries."""
        name, query = request.path_params["game"], request.query_params
        load(name)  # raises UnknownGame
        level, packed = query.get("level", "")[:80], query.get("text", "")
        return await self._drawn(request, (name, level, packed), tasks.level_card, name, level, packed)

    async def match_picture(self, request: Request) -> Response:
        """The picture of a room's match, as every spectator sees it."""
        row, _, log = await asyncio.to_thread(self.hall.read, request.path_params["room"])
        days.refuse_closed(row)
        title = self.hall.level_title(row)
        return await self._drawn(request, (row.id, len(log)), tasks.match_card, row.game, row, log, title)

    async def _drawn(self, request: Request, key: tuple[object, ...], draw: Any, game: str, *about: Any) -> Response:
        """A picture that a worker draws, or one that was drawn before."""
        if key not in self.pictures:
            picture = await self.visitors.work(request, "picture", draw, game, *about)
            while len(self.pictures) >= KEPT:
                self.pictures.pop(next(iter(self.pictures)))
            self.pictures[key] = picture
        headers = {"cache-control": "public, max-age=300"}
        return Response(self.pictures[key], media_type="image/png", headers=headers)


async def no_address(_: Request) -> Response:
    raise Refused("no_room", "there is no such address; see docs/protocol.md")
