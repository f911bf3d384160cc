"""Somebody who waits because something is prepared reads why, until it is ready."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations

pytestmark = pytest.mark.xdist_group("browser preparing")
GAMES = Path(__file__).resolve().parents[1] / "server/games"
TEXT = "Preparing Veiled Nim for full speed, once: about 15 s."


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Veiled Nim's advice waits at this gate."""
    gate = tmp_path_factory.mktemp("gate") / "gate"
    os.mkfifo(gate)
    return {"VEILED_GATE": str(gate)}


def test_a_notice_stands_there_while_something_is_prepared(visit, environment):
    visitor, other = visit(), visit()
    visitor.page.goto("/")
    room, _ = visitor.make("veiled", seats=[{"kind": "me"}, {"kind": "me"}])
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name="open the curtain").click()
    notice = visitor.page.get_by_text(TEXT)
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.page.keyboard.press("h")
    expect(notice).to_be_visible()
    assert not violations(visitor)
    other.page.goto("/")
    there, _ = other.make("veiled", seats=[{"kind": "me"}, {"kind": "me"}])
    other.page.goto(f"/r/{there}")
    expect(other.page.get_by_text(TEXT)).to_be_visible()  # their own first advice will wait for it, too
    visitor.choice("1", exact=True).click()  # nobody has to wait to play
    expect(visitor.page.get_by_role("button", name="open the curtain")).to_be_visible()
    Path(environment["VEILED_GATE"]).write_text("go on")
    expect(notice).to_have_count(0)
    expect(other.page.get_by_text(TEXT)).to_have_count(0)
