"""What the hall offers: its games, their drawings, a match of each that plays itself, and their levels."""

import asyncio
import gzip
from functools import cache, lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from gridhall.registry import folder_of, games, levels, load, looks_of
from gridhall.render.paper import page_of
from gridhall.server.failures import Refused
from gridhall.server.pages import cards
from gridhall.server.pages.answers import answer, unpacked_for
from gridhall.server.rooms import demo


def routes() -> list[Route]:
    get = ["GET"]
    return [
        Route("/api/games", all_games, methods=get),
        Route("/api/games/{game}", one_game, methods=get),
        Route("/api/games/{game}/theme.svg", theme, methods=get),
        Route("/api/games/{game}/theme-{look:str}.svg", theme, methods=get),
        Route("/api/games/{game}/paper.pdf", paper, methods=get),
        Route("/api/games/{game}/show", show, methods=get),
        Route("/api/games/{game}/levels/{level}", level, methods=get),
    ]


async def all_games(_: Request) -> Response:
    return answer([cards.game_card(name) for name in games()])


async def one_game(request: Request) -> Response:
    return answer(cards.game_page(request.path_params["game"]))


async def theme(request: Request) -> Response:
    game, look = load(request.path_params["game"]), request.path_params.get("look", "")
    path = looks_of(game).get(look) if look else folder_of(game) / "theme.svg"
    if path is None or not path.exists():
        raise Refused("unavailable", "this game has no drawings")
    return FileResponse(path, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


async def paper(request: Request) -> Response:
    """A page to print: the game's own sheet, or a shipped level."""
    name, level = request.path_params["game"], request.query_params.get("level")
    size = "letter" if request.query_params.get("paper") == "letter" else "a4"
    game = load(name)
    if level is not None and level not in [shipped.name for shipped in levels(game)]:
        raise Refused("bad_setup", f"{game.TITLE} has no level of that name")
    if cards.paper_of(game) != ("levels" if level else "sheet"):
        raise Refused("unavailable", f"{game.TITLE} has no such page to print")
    page = await asyncio.to_thread(pdf_of, name, level, size)
    headers = {"content-disposition": f'inline; filename="{level or name}.pdf"', "cache-control": "no-cache"}
    return Response(page, media_type="application/pdf", headers=headers)


async def show(request: Request) -> Response:
    name = request.path_params["game"]
    load(name)  # raises UnknownGame
    zipped = await asyncio.to_thread(demo_text, name)
    return unpacked_for(request, zipped, {"cache-control": "public, max-age=3600", "vary": "accept-encoding"})


async def level(request: Request) -> Response:
    game = load(request.path_params["game"])
    for level in levels(game):
        if level.name == request.path_params["level"]:
            return answer(await asyncio.to_thread(cards.level_page, game, level.text, level.title))
    raise Refused("bad_setup", f"{game.TITLE} has no level of that name")


@lru_cache(64)
def pdf_of(name: str, level: str | None, size: str) -> bytes:
    """A page for paper; the last ones are kept."""
    return page_of(name, level, None, size).as_pdf()


@cache
def demo_text(name: str) -> bytes:
    """A game's demo match as it is sent, compressed; made once."""
    return gzip.compress(msgspec.json.encode(demo.demo_replay(name)), 6)
