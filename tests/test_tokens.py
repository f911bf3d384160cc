"""Colours stand in one file, from which pictures and the browser take them."""

import re
from pathlib import Path

import pytest

from gridhall.render.palette import TOKENS, palette

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web/src"
# A colour written out: hexadecimal, by a function of CSS, or black and white by name.
LITERAL = re.compile(
    r"#[0-9a-f]{3,8}\b(?!\w)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|[:\"' ](?:black|white)[;\"' ]", re.I
)
SOURCES = [
    *(path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte", ".css") and "generated" not in path.parts),
    *(ROOT / "src/gridhall/render").glob("*.py"),
]


def literals(text: str) -> list[str]:
    """The colours written out in a source; Svelte's `{#each` and a comment's "#rrggbb" are none."""
    return [match[0] for match in LITERAL.finditer(re.sub(r"\{#\w+|url\(#|\w?rgb\(game|getrgb\(", "", text))]


def test_a_colour_is_found_where_it_is_written():
    for text in ("fill: #000;", 'fill="#17222C"', "rgb(0 0 0 / 0.4)", "color: white;", "hsl(1 2% 3%)"):
        assert literals(text), text
    for text in ("{#each seats as seat}", "white-space: nowrap", "url(#fog)", "href='#main'", '"#" if at else "."'):
        assert not literals(text), text


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_colour_is_written_outside_the_tokens(path):
    assert not literals(path.read_text("utf-8"))


def test_every_colour_the_client_uses_is_a_token():
    own = re.compile(r"--([\w-]+)\s*:|style:--([\w-]+)")  # variables that a component sets itself
    text = "\n".join(path.read_text("utf-8") for path in SOURCES if path.suffix != ".py")
    known = {name for names in own.findall(text) for name in names} | {
        name for group in TOKENS.values() for name in group
    }
    looks = "".join(path.read_text("utf-8") for path in (ROOT / "src/gridhall/games").glob("*/theme-*.svg"))
    known |= set(re.findall(r"([\w-]+) #[0-9a-fA-F]{6}", looks))  # a look of a board may name colours of its own
    used = set(re.findall(r"var\(--([\w-]+)", text))
    assert used <= known, used - known


def test_tones_keep_their_light_in_the_dark():
    assert palette(True, "night")["floor"] == palette(False, "night")["floor"]
    assert palette(True, "day")["floor"] != palette(False, "day")["floor"]
    assert palette(True, "paper")["ink"] == TOKENS["dark"]["ink"]
    assert palette(False, "no such tone") == palette(False, "paper")


def test_every_theme_names_the_same_colours():
    shared = {"shade", "backdrop", "hairline", "curtain", "curtain-fold", "qr-light", "qr-dark"}  # the same in both
    assert TOKENS["light"].keys() - TOKENS["dark"].keys() == shared
    assert TOKENS["dark"].keys() <= TOKENS["light"].keys()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_of_the_client_are_short(path):
    lines = path.read_text("utf-8").splitlines()
    most = 250 if path.suffix == ".svelte" else 400
    assert len(lines) <= most, f"{len(lines)} lines: split it"
    if path.suffix != ".py":
        assert not [number for number, line in enumerate(lines, 1) if len(line) > 120], "longer than 120 characters"
