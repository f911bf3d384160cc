"""Shared links speak: a title, a sentence and a picture, which hide what a stranger may not know."""

import base64
import io
import re
import zlib

import pytest
from PIL import Image
from tests.server.conftest import NearHouse

from gridhall.registry import games, load
from gridhall.server.pages.link_heads import unpacked


def head(house: NearHouse, path: str) -> dict[str, str]:
    """What the page at an address says of itself, by name."""
    status, content = house.call("GET", path)
    assert status == 200
    text = content.decode()
    said = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text))
    title = re.search("<title>(.*?)</title>", text)
    assert title is not None
    return {**said, "title": title[1]}


def picture(house: NearHouse, said: dict[str, str]) -> Image.Image:
    origin = f"http://127.0.0.1:{house.port}"
    assert said["og:image"].startswith(origin)
    status, content = house.call("GET", said["og:image"].removeprefix(origin).replace("&amp;", "&"))
    assert status == 200, content
    image = Image.open(io.BytesIO(content))
    assert image.size == (1200, 630)
    return image


def packed(text: str) -> str:
    deflate = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")


@pytest.mark.parametrize("game", games())
def test_a_games_link_has_its_title_its_aim_and_a_picture(house: NearHouse, game: str) -> None:
    said = head(house, f"/g/{game}")
    assert said["og:title"] == said["title"] == f"{load(game).TITLE} · Gridhall"
    assert said["og:description"].startswith(load(game).AIM.split(".")[0].replace("'", "&#x27;"))
    assert len(picture(house, said).convert("RGB").getcolors(1 << 20) or []) > 20, "something is drawn"
    assert "robots" not in said


def test_a_levels_link_shows_the_level_by_name_and_by_text(house: NearHouse) -> None:
    shipped = head(house, "/g/phase_shift/play?level=walkthrough")
    assert shipped["og:title"] == "The Walk-through · Phase Shift"
    text = "; title: Mine <b>\n#####\n#P.E#\n#####\n---\n#####\n#...#\n#####\n"
    own = head(house, f"/g/phase_shift/play?text={packed(text)}")
    assert own["og:title"] == "Mine &lt;b&gt; · Phase Shift"
    assert picture(house, own).tobytes() != picture(house, shipped).tobytes()


def test_a_link_that_is_cut_off_or_packed_too_tight_is_the_halls(house: NearHouse) -> None:
    for code in ("!!!", packed("x" * 100)[:-3], packed("x" * (1 << 20))):
        assert head(house, f"/g/phase_shift/play?text={code}")["og:title"] == "Gridhall"
        status, failure = house.call("GET", f"/api/games/phase_shift/picture.png?text={code}")
        assert status == 400 and "cut off" in failure["message"]
    assert unpacked(packed("ä")) == "ä"


def test_a_room_is_an_invitation_and_is_listed_nowhere(house: NearHouse) -> None:
    room, _ = house.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    said = head(house, f"/r/{room}")
    assert said["og:title"] == "You are invited to Echoes" and said["robots"] == "noindex"
    assert said["og:description"].startswith("A seat is free.")
    picture(house, said)
    assert head(house, "/r/nowhere")["robots"] == head(house, f"/m/{room}")["robots"] == "noindex"


def test_the_picture_of_a_room_hides_what_is_secret(house: NearHouse) -> None:
    """Of a plan that nobody else has seen only its seal shows, which spectators see, too."""
    plans = (["new D", "fire N", "fire N", "shield N"], ["new A", "walk N", "walk N", "walk N", "fire E"])
    pictures = []
    for plan in plans:
        room, keys = house.make("echoes", seats=[{"kind": "me"}, {"kind": "me"}], seed="3")
        said = head(house, f"/r/{room}")
        before = picture(house, said).tobytes()
        person = house.person().join(room, keys)
        for word in plan:
            person.play(word)
        assert picture(house, said).tobytes() == before
        person.play("submit")
        pictures.append(picture(house, said).tobytes())
    assert pictures[0] == pictures[1] != before
    for word in ("new E", "fire S", "fire S", "shield S", "submit"):
        person.play(word, 2)
    assert picture(house, said).tobytes() != pictures[1], "what both have seen is drawn"


def test_the_answers_a_page_asks_for_first_come_with_it_and_cannot_end_their_element(house: NearHouse) -> None:
    content = house.call("GET", "/g/warpgrid")[1].decode()
    answer = re.search(r'<script type="application/json" data-address="/api/games/warpgrid">(.*?)</script>', content)
    assert answer is not None and "<" not in answer[1] and '"title":"Warpgrid"' in answer[1]


def test_a_room_comes_with_what_its_script_wants_first_and_names_the_files_of_its_page(house: NearHouse) -> None:
    room, _ = house.make("phase_shift")
    content = house.call("GET", f"/r/{room}")[1].decode()
    for address in ("/api/games/phase_shift", "/api/games/phase_shift/theme.svg"):
        assert f'data-address="{address}"' in content
    named = set(_files(content)) - set(_files(house.call("GET", "/")[1].decode()))
    assert {use for use, _ in named} == {"modulepreload", "stylesheet"}
    for _, file in named:
        assert house.call("GET", file)[0] == 200
    assert _files(house.call("GET", "/g/phase_shift")[1].decode()) == _files(house.call("GET", "/")[1].decode())


def test_no_script_is_fetched_before_the_styles_of_what_is_read_first(house: NearHouse) -> None:
    room, _ = house.make("phase_shift")
    for path in ("/", f"/r/{room}"):
        head = house.call("GET", path)[1].decode().partition("<body>")[0]
        scripts = re.findall(r'<(?:script type="module"|link rel="modulepreload")[^>]*>', head)
        assert scripts and [tag for tag in scripts if ' fetchpriority="low"' not in tag] == []


def _files(content: str) -> list[tuple[str, str]]:
    """The scripts and styles that a page wants fetched beside its first script."""
    return re.findall(r'<link rel="(modulepreload|stylesheet)"[^>]* href="([^"]+)"', content)


def test_a_page_is_to_be_read_before_any_script_has_run_and_no_title_ends_its_element(house: NearHouse) -> None:
    text = "; title: Mine <b>\n#####\n#P.E#\n#####\n---\n#####\n#...#\n#####\n"
    content = house.call("GET", f"/g/phase_shift/play?text={packed(text)}")[1].decode()
    said = f"<main><h1>Mine &lt;b&gt; · Phase Shift</h1><p>{load('phase_shift').AIM}</p></main>"
    assert said in content.partition('<div id="app">')[2]
