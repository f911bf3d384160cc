"""Boards that do not fit are seen through a camera: in matches, replays and the editor, by mouse, finger and keys."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HOME = 36 * 73 + 36  # a player's own nexus
SEEDED = {"seats": [{"kind": "me"}, {"kind": "machine", "level": "easy"}], "seed": "7"}
ROOM = "#" + "." * 30 + "#"
LARGE = "\n".join(["#" * 32, *[ROOM] * 13, "#@" + "." * 28 + "E#", *[ROOM] * 13, "#" * 32])
LONG = "\n".join(["#" * 24, "#@" + "." * 20 + "E#", "#" + "." * 22 + "#", "#" * 24])


def enter(visitor, game, **wish):
    visitor.page.goto("/")
    room, _ = visitor.make(game, **wish)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.until(lambda: is_inside(own(visitor).bounding_box(), view_of(visitor)))  # as soon as its size is known
    return room


def own(visitor):
    """What the view begins with: the home of a side, or whoever walks."""
    return visitor.page.locator(f'[role="gridcell"][data-cell="{HOME}"], [role="gridcell"][aria-label*=", you"]').first


def view_of(visitor):
    """The box of what the camera shows, and where it is scrolled to."""
    grid = visitor.page.get_by_role("grid").first
    return grid.evaluate(
        """(grid) => {
          const view = grid.closest('.view'), box = view.getBoundingClientRect();
          return { x: box.x, y: box.y, width: box.width, height: box.height, left: view.scrollLeft,
                   top: view.scrollTop, range: [view.scrollWidth, view.scrollHeight] };
        }"""
    )


def place_of(visitor, cell):
    """Where a cell lies on all that the view can be scrolled over."""
    return visitor.cell(cell).evaluate(
        """(cell) => {
          const view = cell.closest('.view'), box = view.getBoundingClientRect(), own = cell.getBoundingClientRect();
          return [own.x - box.x + view.scrollLeft, own.y - box.y + view.scrollTop];
        }"""
    )


def is_inside(inner, outer):
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def follows(visitor, piece):
    """Wait until the view has brought this into sight."""
    visitor.until(lambda: is_inside(piece.bounding_box(), view_of(visitor)))


def minion(visitor, number):
    return visitor.page.get_by_role("gridcell", name=re.compile(f"Red minion {number}")).first


def reachable(visitor):
    """The cell farthest away to which the chosen minion can walk."""
    cells = visitor.page.get_by_role("gridcell", name=re.compile(r", Move \d$"))
    names = cells.evaluate_all("(cells) => cells.map((cell) => [cell.dataset.cell, cell.ariaLabel])")
    return int(max(names, key=lambda name: int(name[1][-1]))[0])


def box_of(visitor, cell):
    return visitor.cell(cell).bounding_box()


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("options", "least"), [({}, 32), (PHONE, 28)], ids=["desk", "phone"])
def test_mr5_cells_stay_readable_while_the_known_maze_grows(visit, options, least):
    """The scale never changes by itself, and what the view can be scrolled over tells nothing (MR5)."""
    visitor = visit(**options)
    enter(visitor, "maze_runner", **SEEDED)
    side = box_of(visitor, HOME)["width"]
    assert side >= least
    before, known = view_of(visitor), visitor.page.get_by_role("gridcell").count()
    for number in "123":
        visitor.page.keyboard.press(number)
        expect(visitor.page.get_by_role("button", name=re.compile(f"^Minion {number},"))).to_have_attribute(
            "aria-pressed", "true"
        )
        follows(visitor, minion(visitor, number))
        place, target = place_of(visitor, HOME), reachable(visitor)
        visitor.cell(target).click()
        expect(visitor.cell(target)).to_have_accessible_name(re.compile(f"Red minion {number}"))
        assert box_of(visitor, HOME)["width"] == pytest.approx(side), "the scale stays"
        assert place_of(visitor, HOME) == pytest.approx(place, abs=1), "and so does the place"
    visitor.until(lambda: visitor.page.get_by_role("gridcell").count() > known)
    assert view_of(visitor)["range"] == before["range"] == [pytest.approx(73 * side, abs=2)] * 2
    assert not violations(visitor)


def test_the_next_click_lands_where_it_was_aimed(visit):
    """Under the mouse the view rests as long as the piece can be seen, whatever is found out."""
    visitor = visit()
    enter(visitor, "maze_runner", **SEEDED)
    visitor.page.keyboard.press("1")
    follows(visitor, minion(visitor, 1))
    aimed = box_of(visitor, HOME)
    visitor.cell(reachable(visitor)).click()
    expect(visitor.heading(re.compile("^Your turn: [678] actions"))).to_be_visible()
    assert box_of(visitor, HOME) == aimed


def test_the_view_is_zoomed_and_moved_by_wheel_keys_buttons_mouse_and_map(visit):
    visitor = visit(color_scheme="dark")
    enter(visitor, "maze_runner", **SEEDED)
    page, buttons = visitor.page, visitor.page.get_by_role("group", name="View")
    x, y = middle(box_of(visitor, HOME))
    side = box_of(visitor, HOME)["width"]
    page.mouse.move(x, y)
    page.mouse.wheel(0, -100)
    visitor.until(lambda: box_of(visitor, HOME)["width"] > side + 4)
    visitor.until(lambda: middle(box_of(visitor, HOME)), pytest.approx((x, y), abs=1))  # it zooms round the pointer
    page.mouse.wheel(0, 100)
    visitor.until(lambda: box_of(visitor, HOME)["width"], pytest.approx(side, abs=0.5))
    page.keyboard.press("+")
    visitor.until(lambda: box_of(visitor, HOME)["width"], pytest.approx(1.25 * side, abs=0.5))
    buttons.get_by_role("button", name="Zoom out").click()
    visitor.until(lambda: box_of(visitor, HOME)["width"], pytest.approx(side, abs=0.5))
    visitor.until(lambda: middle(box_of(visitor, HOME)), pytest.approx((x, y), abs=1))
    before = box_of(visitor, HOME)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 60, steps=4)
    page.mouse.up()
    visitor.until(lambda: middle(box_of(visitor, HOME)), pytest.approx((x - 90, y - 60), abs=1))
    expect(visitor.heading(re.compile("^Your turn: 9 actions"))).to_be_visible()  # a drag plays nothing
    corner = page.get_by_role("img", name=re.compile("Map of what is known")).bounding_box()
    page.mouse.click(corner["x"] + 2, corner["y"] + 2)
    visitor.until(lambda: box_of(visitor, HOME)["x"] > before["x"])
    buttons.get_by_role("button", name="Show all that is known").click()
    follows(visitor, page.get_by_role("grid"))
    for _ in range(12):  # the cursor takes the view along
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("Shift+ArrowLeft")
    focused = page.locator('[role="gridcell"]:focus')
    follows(visitor, focused)
    assert not violations(visitor)


LOOK_AND_ZOOM = """(home) => {
  const cell = document.querySelector(`[data-cell="${home}"]`), map = document.querySelector('.map [role=img]');
  const middle = ({ x, y, width, height }) => ({ clientX: x + width / 2, clientY: y + height / 2 });
  const { x, y } = map.getBoundingClientRect(), usual = { bubbles: true, cancelable: true };
  map.dispatchEvent(new PointerEvent('pointerdown', { ...usual, buttons: 1, clientX: x + 2, clientY: y + 2 }));
  const there = middle(cell.getBoundingClientRect());
  cell.dispatchEvent(new WheelEvent('wheel', { ...usual, deltaY: -100, ...there }));
  return [there.clientX, there.clientY];
}"""


def test_the_wheel_zooms_round_the_pointer_also_before_the_browser_tells_of_a_scroll(visit):
    visitor = visit()
    enter(visitor, "maze_runner", **SEEDED)
    side = box_of(visitor, HOME)["width"]
    pointed = visitor.page.evaluate(LOOK_AND_ZOOM, HOME)
    visitor.until(lambda: box_of(visitor, HOME)["width"] > side + 4)
    visitor.until(lambda: middle(box_of(visitor, HOME)), pytest.approx(pointed, abs=1))


def test_rulers_and_map_follow_the_view_and_what_faces_nowhere_is_not_turned(visit):
    """All of them move by transforms alone, which costs neither layout nor painting."""
    visitor = visit()
    enter(visitor, "maze_runner", **SEEDED)
    visitor.page.locator(".view").evaluate("(view) => view.scrollBy(60, -80)")
    label = visitor.page.locator(".ruler.left span").get_by_text("0", exact=True)
    frame = visitor.page.locator(".map .frame")
    expect(frame).to_have_css("transform", re.compile("matrix"))
    visitor.page.wait_for_function(
        """() => {
          const middle = (element) => element.getBoundingClientRect().y + element.getBoundingClientRect().height / 2;
          const label = [...document.querySelectorAll('.ruler.left span')].find((span) => span.textContent === '0');
          const home = document.querySelector('[data-cell="2664"]');
          return Math.abs(middle(label) - middle(home)) < 1.5;
        }"""
    )
    expect(label).to_have_count(1)
    for side in ("left", "below"):  # a name that the edge would cut fades away
        expect(visitor.page.locator(f".ruler.{side}")).to_have_css("mask-image", re.compile("linear-gradient"))
    map_box, frame_box = visitor.page.locator(".map .frame").locator("..").bounding_box(), frame.bounding_box()
    assert is_inside(frame_box, map_box)
    expect(visitor.page.locator("[data-piece] > .turn[style*=transform]")).to_have_count(0)


def test_the_ring_of_the_focus_leaves_hit_points_readable(visit):
    visitor = visit()
    enter(visitor, "maze_runner", **SEEDED)
    visitor.page.keyboard.press("1")
    focused = visitor.page.locator('[role="gridcell"]:focus-visible')
    expect(focused).to_have_css("outline-offset", "0px")
    expect(focused).not_to_have_css("box-shadow", re.compile("inset"))


def pinch_and_drag(visitor, cell):
    """Two fingers make the cells larger, and not the page; then one finger moves the view."""
    side, view = box_of(visitor, cell)["width"], view_of(visitor)
    x, y = view["x"] + view["width"] / 2, view["y"] + view["height"] / 2
    fingers = visitor.context.new_cdp_session(visitor.page)

    def touch(kind, *points):
        where = [{"x": x + dx, "y": y + dy, "id": number} for number, (dx, dy) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", (-40, 0))
    touch("touchStart", (-40, 0), (40, 0))
    for apart in (50, 60, 70, 80):
        touch("touchMove", (-apart, 0), (apart, 0))
    touch("touchEnd")
    visitor.page.wait_for_function(f"() => document.querySelector('[data-cell=\"{cell}\"]').clientWidth > {1.5 * side}")
    assert visitor.page.evaluate("visualViewport.scale") == 1, "the board is zoomed, not the page"
    left = view_of(visitor)["left"]
    touch("touchStart", (60, 0))
    for dx in (40, 20, 0, -20, -40):
        touch("touchMove", (dx, 0))
    touch("touchEnd")
    visitor.page.wait_for_function(
        f"() => document.querySelector('[role=grid]').closest('.view').scrollLeft > {left + 40}"
    )


def test_two_fingers_zoom_and_one_moves_the_view_on_a_phone(visit):
    visitor = visit(**PHONE)
    enter(visitor, "maze_runner", **SEEDED)
    pinch_and_drag(visitor, HOME)
    expect(visitor.heading(re.compile("^Your turn: 9 actions"))).to_be_visible()


def test_in_a_replay_two_fingers_zoom_and_one_moves_the_view_and_plays_nothing(visit):
    visitor = visit(**PHONE)
    room = enter(visitor, "maze_runner", **SEEDED)
    visitor.page.get_by_role("button", name="Resign").tap()
    visitor.page.get_by_role("button", name="Yes, resign").tap()
    expect(visitor.page.get_by_role("link", name="Look back")).to_be_visible()
    visitor.page.goto(f"/m/{room}")
    timeline = visitor.page.get_by_role("slider", name="Timeline")
    expect(timeline).to_have_attribute("aria-valuetext", re.compile("^move 0 of"))
    pinch_and_drag(visitor, HOME)
    expect(timeline).to_have_attribute("aria-valuetext", re.compile("^move 0 of"))


def test_a_large_puzzle_follows_the_one_who_walks_and_is_swiped_on_a_phone(visit):
    visitor = visit(**PHONE)
    enter(visitor, "grid_universe", text=LONG)
    agent = visitor.page.get_by_role("gridcell", name=re.compile(", you")).first
    assert agent.bounding_box()["width"] >= 28
    for step in range(1, 16):
        visitor.page.keyboard.press("ArrowRight")
        expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute(
            "aria-valuetext", f"move {step} of {step}"
        )
    follows(visitor, agent)
    assert view_of(visitor)["left"] > 0
    x, y = middle(agent.bounding_box())
    finger = visitor.context.new_cdp_session(visitor.page)
    for kind, where in (("touchStart", [(x, y)]), ("touchMove", [(x - 60, y)]), ("touchEnd", [])):
        points = [{"x": left, "y": top} for left, top in where]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    slider = visitor.page.get_by_role("slider", name="Timeline")
    expect(slider).to_have_attribute("aria-valuetext", "move 16 of 16")  # where arrows are choices, a finger swipes
    room = visitor.page.url.rsplit("/", 1)[1]
    visitor.page.goto(f"/m/{room}#15")
    expect(visitor.page.get_by_role("gridcell", name=re.compile(", you"))).to_be_visible()
    follows(visitor, agent)  # so does a replay


def test_a_large_level_is_drawn_through_the_camera(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe/edit")
    text = visitor.page.get_by_role("textbox", name="The level's text")
    expect(text).not_to_have_value("")
    text.fill(LARGE)
    cell = 20 * 32 + 26
    expect(visitor.cell(cell)).to_have_count(1)
    visitor.page.get_by_role("radio", name="wall", exact=True).check(force=True)
    assert box_of(visitor, cell)["width"] >= 32
    visitor.cell(cell).click()  # the browser brings it into view
    expect(text).to_have_value(re.compile(r"^#\.{25}#\.{4}#$", re.M))
    visitor.cell(cell).focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("#")
    expect(text).to_have_value(re.compile(r"^#\.{25}##\.{3}#$", re.M))
    assert not violations(visitor)


def test_no_name_at_the_left_of_a_view_is_cut_on_a_phone(visit):
    visitor = visit(viewport={"width": 390, "height": 844})
    enter(visitor, "maze_runner", **SEEDED)
    expect(visitor.page.locator(".ruler.left span").first).to_be_attached()
    # What lies farthest north is written so, when one comes there.
    cut = """() => {
      const name = document.querySelector('.ruler.left span');
      name.textContent = '-36';
      return name.getBoundingClientRect().left - document.querySelector('.ruler.left').getBoundingClientRect().left;
    }"""
    assert visitor.page.evaluate(cut) >= 0
