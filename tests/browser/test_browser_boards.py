"""What boards look like and which way they lie, in a real browser."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations

BLUE = {"seats": [{"kind": "machine", "level": "easy"}, {"kind": "me"}], "seed": "7"}


def enter(visitor, game, **wish):
    visitor.page.goto("/")
    room, _ = visitor.make(game, **wish)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()


def place(visitor, name):
    """The cell that is called so, and where it is."""
    cell = visitor.page.get_by_role("gridcell", name=re.compile(f"^{name},"))
    return cell, cell.bounding_box()


def test_ec1_each_player_has_their_own_home_below_unless_told_not_to(visit):
    """The labels turn with the board, the words keep their meaning, and the arrows are those of the screen."""
    visitor = visit()
    enter(visitor, "echoes", **BLUE)
    (a8, left), (_, right), (_, top) = (place(visitor, name) for name in ("A8", "H8", "A1"))
    assert left["x"] > right["x"] and left["y"] > top["y"], "Blue's home row is below, and A is at the right"
    visitor.page.keyboard.press("d")
    visitor.page.keyboard.press("f")
    visitor.page.keyboard.press("ArrowUp")
    expect(visitor.page.locator('[role="gridcell"]:focus')).to_have_accessible_name(re.compile("^D7,.*Fire S"))
    visitor.page.keyboard.press("Enter")
    expect(visitor.heading(re.compile("3 points left"))).to_be_visible()
    place(visitor, "D7")[0].hover()
    place(visitor, "E7")[0].click()  # a diagonal walk, where a click lands on what is seen
    expect(visitor.heading(re.compile("[12] points? left"))).to_be_visible()
    assert not violations(visitor)
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("checkbox", name="Own side below").uncheck()
    visitor.page.get_by_role("button", name="Close").click()
    expect(visitor.page.locator(".below")).to_contain_text("Red")  # the names lie as the board does
    assert a8.bounding_box()["y"] < place(visitor, "A1")[1]["y"]


def test_h_is_a_column_and_the_hint_has_another_key(visit):
    visitor = visit()
    enter(visitor, "echoes", **BLUE)
    hint = visitor.page.get_by_role("button", name=re.compile("^Hint"))
    expect(hint).to_contain_text("⇧H")
    visitor.page.keyboard.press("Shift+H")
    expect(hint).to_be_disabled()
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("A good plan: ")
    visitor.page.keyboard.press("h")
    expect(visitor.heading(re.compile("Plan echo H"))).to_be_visible()


def test_the_timeline_of_a_turn_is_on_the_first_screen(visit):
    visitor = visit(viewport={"width": 1280, "height": 860})
    enter(visitor, "echoes", **BLUE)
    visitor.page.keyboard.press("d")
    expect(visitor.heading(re.compile("Plan echo D"))).to_be_visible()
    box = visitor.page.get_by_role("region", name="Timeline").bounding_box()
    assert box["y"] + box["height"] <= 860


def test_minions_have_cards_and_a_walk_and_a_wall_are_seen_before_they_are_made(visit):
    visitor = visit()
    enter(visitor, "maze_runner", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}], seed="7")
    cards = visitor.page.get_by_role("region", name="Your pieces")
    second = cards.get_by_role("button", name="Minion 2, health 5 of 5, with lantern, 3 of 3 actions")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    visitor.page.get_by_role("gridcell", name=re.compile(r", Move 2$")).first.hover()
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text("Walk 2 steps")
    expect(visitor.page.locator(".line.path")).to_have_count(1)
    visitor.page.keyboard.press("w")
    visitor.page.get_by_role("gridcell", name=re.compile(r", Wall E$")).hover()
    expect(status).to_contain_text("A wall east for good")
    expect(visitor.page.locator('[data-piece="ghost of a building"]')).to_have_count(1)
    visitor.page.keyboard.press("s")
    visitor.page.keyboard.press("s")
    happened = visitor.page.get_by_role("region", name="What happened")
    expect(happened).to_contain_text("Your minion 2 draws its sword.")
    expect(cards.get_by_role("button", name="Minion 2, health 5 of 5, with lantern, 1 of 3 actions")).to_be_visible()
    assert not violations(visitor)


BROKEN = """() => [...document.querySelectorAll('.choices button, .bar button')].flatMap((button) => {
  const parts = [...button.querySelectorAll('.word')];
  const words = parts.flatMap((part) => [...part.childNodes]).filter((node) => node.data);
  const torn = words.flatMap((node) => [...node.data.matchAll(/\\S+/g)].filter(({ 0: text, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + text.length);
    return range.getClientRects().length > 1;
  }));
  return torn.length || button.scrollWidth > button.clientWidth + 1 ? [button.textContent.trim()] : [];
})"""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 900}, {"width": 320, "height": 640}], ids=["desk", "phone"])
def test_no_label_breaks_or_overflows_in_a_font_a_third_wider(visit, size):
    visitor = visit(viewport=size)
    for game, wish, key in (("echoes", BLUE, "d"), ("maze_runner", {**BLUE, "seats": BLUE["seats"][::-1]}, "1")):
        enter(visitor, game, **wish)
        visitor.page.add_style_tag(content=".choices button, .bar button { font-size: 19.5px !important }")
        assert visitor.page.evaluate(BROKEN) == []
        visitor.page.keyboard.press(key)
        expect(visitor.page.get_by_role("heading", name="Action", exact=True)).to_be_visible()
        assert visitor.page.evaluate(BROKEN) == []
