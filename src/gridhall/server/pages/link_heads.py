"""What an address of the client says before any script runs: title, sentence and picture for those who show links.

The page itself is always the client's index.html. Title and sentence are to be read there until its script has come.
The answers that the script would ask for first come with it, so that nothing moves when they arrive, and the files of
a page that is not part of the first load are named, so that they are fetched beside the first script, not after it.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec

from gridhall.errors import GridhallError
from gridhall.game import Game
from gridhall.header import title_of
from gridhall.match import Match
from gridhall.registry import folder_of, games, levels, load, name_of, read_text
from gridhall.scene import Scene
from gridhall.server.failures import Refused
from gridhall.server.pages import cards
from gridhall.server.rooms import demo
from gridhall.server.store.tables import RoomRow, SeatRow

# Of index.html: what is replaced.
HEAD = re.compile("<!--head-->.*?<!--/head-->", re.S)
OPENING = re.compile("<!--opening-->.*?<!--/opening-->", re.S)
HALL = "A hall of grid games: play alone, side by side, against the machine, or with anyone who has the link."
ICON = "/icon-512.png"
NO_ROBOTS = {"x-robots-tag": "noindex"}


class PageHead(NamedTuple):
    """What a page says of itself."""

    title: str
    sentence: str
    picture: str  # an address of this hall
    is_card: bool = True  # the picture is a wide card, no icon
    is_hidden: bool = False  # from those who list pages
    answers: Mapping[str, object] = {}  # what the script asks for first, by address
    part: str = ""  # the source of the page in the client, if it is not part of the first load


def page(index: Path, head: PageHead, origin: str, path: str) -> str:
    """The client's index.html with a head of its own; `origin` is the hall's, as whoever asks knows it."""
    tags = [
        f"<title>{escape(head.title)}</title>",
        _meta("name", "description", head.sentence),
        _meta("property", "og:site_name", "Gridhall"),
        _meta("property", "og:type", "website"),
        _meta("property", "og:title", head.title),
        _meta("property", "og:description", head.sentence),
        _meta("property", "og:url", origin + path),
        _meta("property", "og:image", origin + head.picture),
        _meta("name", "twitter:card", "summary_large_image" if head.is_card else "summary"),
    ]
    tags += [_meta("name", "robots", "noindex")] if head.is_hidden else []
    tags += [_answer(address, answer) for address, answer in head.answers.items()]
    files = json.loads((index.parent / "parts.json").read_text("utf-8"))[head.part] if head.part else []
    tags += [_file("modulepreload", file) for file in files if file.endswith(".js")]
    styles = "".join(_file("stylesheet", file) for file in files if file.endswith(".css"))
    about = f"<h1>{escape(head.title.removesuffix(' · Gridhall'))}</h1><p>{escape(head.sentence)}</p>"
    text = HEAD.sub(lambda _: "".join(tags), index.read_text("utf-8"), count=1)
    # The page's own styles stand behind what is to be read first, which does not wait for them; its script does.
    return OPENING.sub(lambda _: f"<main>{about}</main>", text, count=1).replace("</body>", f"{styles}</body>")


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _file(use: str, address: str) -> str:
    """A file that is wanted soon, but not before what every page has."""
    return f'<link rel="{use}" fetchpriority="low" crossorigin href="{address}">'


def _answer(address: str, answer: object) -> str:
    """An answer as data of the page: nothing in it can end the element."""
    text = msgspec.json.encode(answer).decode().replace("<", "\\u003c")
    return f'<script type="application/json" data-address="{escape(address)}">{text}</script>'


def hall_head() -> PageHead:
    """The front page."""
    answers = {"/api/games": [cards.game_card(name) for name in games()]}
    return PageHead("Gridhall", HALL, ICON, is_card=False, answers=answers)


def game_head(name: str) -> PageHead:
    """A game's page and its editor."""
    about = cards.game_page(name)
    title = f"{about.card.title} · Gridhall"
    return PageHead(title, about.card.aim, _picture(name), answers={f"/api/games/{name}": about})


def level_head(name: str, level: str, packed: str) -> PageHead:
    """The link to a level: a shipped one's name, or a text that the link carries."""
    title = next((shipped.title for shipped in levels(load(name)) if shipped.name == level), "")
    if packed:
        title = title_of(unpacked(packed))
    game = load(name)
    query = f"?text={packed}" if packed else f"?level={level}"
    return PageHead(f"{title or 'A level'} · {game.TITLE}", game.AIM, _picture(name) + query)


def room_head(row: RoomRow, chairs: list[SeatRow], level_title: str) -> PageHead:
    """A room: an invitation while a seat is free. It tells what every spectator sees."""
    game = load(row.game)
    about = f"{game.TITLE}, {level_title}" if level_title else game.TITLE
    title, sentence = f"{about} · Gridhall", f"{_sitters(game, chairs)} {game.AIM}".strip()
    if any(chair.kind == "open" for chair in chairs):
        title, sentence = f"You are invited to {about}", f"A seat is free. {game.AIM}"
    answers: dict[str, object] = {f"/api/games/{row.game}": cards.game_page(row.game)}
    drawings = folder_of(game) / "theme.svg"
    if drawings.exists():
        answers[f"/api/games/{row.game}/theme.svg"] = drawings.read_text("utf-8")
    picture = f"/api/match/{row.id}/picture.png"
    return PageHead(title, sentence, picture, is_hidden=True, answers=answers, part="pages/RoomPage.svelte")


def match_head(row: RoomRow, chairs: list[SeatRow], level_title: str) -> PageHead:
    """A match to watch again."""
    game = load(row.game)
    about = f"{game.TITLE}, {level_title}" if level_title else game.TITLE
    sentence = f"{_sitters(game, chairs)} Watch it move by move.".strip()
    picture = f"/api/match/{row.id}/picture.png"
    return PageHead(f"{about}: the match", sentence, picture, is_hidden=True, part="pages/ReplayPage.svelte")


def _sitters(game: Game, chairs: list[SeatRow]) -> str:
    if game.PLAYERS == 1:
        return ""
    return " against ".join(chair.name or f"the machine ({chair.level})" for chair in chairs) + "."


def _picture(name: str) -> str:
    return f"/api/games/{name}/picture.png"


def unpacked(packed: str, most: int = 1 << 16) -> str:
    """The text that a link carries, at most so many bytes of it; raises Refused."""
    try:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        content = stream.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), most)
        if stream.eof:
            return content.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError):
        pass
    raise Refused("bad_setup", "this link is cut off: the level in it cannot be read")


def level_scene(game: Game, level: str, packed: str) -> tuple[Scene, str]:
    """What a stranger may see of a level, and its title; of what is all dark, of no level, or wrong: the demo match."""
    shipped = next((other for other in levels(game) if other.name == level), None)
    text = unpacked(packed) if packed else shipped.text if shipped else read_text(game, None)
    title = title_of(text) or (shipped.title if shipped else "")
    if packed or shipped:
        try:
            scene = Match.of_text(game, text).scene(game.PLAYERS)
        except GridhallError:
            return demo.demo_replay(name_of(game)).first, title
        if not is_dark(scene):
            return scene, title
    return demo.demo_replay(name_of(game)).first, title


def is_dark(scene: Scene) -> bool:
    """Whether nothing of the boards is in sight."""
    return all(layer.fog and all(set(row) <= {"?"} for row in layer.fog) for layer in scene.layers)
