"""The level editor in a real browser.

Text and board are one thing, drawn by mouse, touch and keyboard, checked, proved, played, handed on.
"""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Door
from tests.browser.test_browser_hall import violations

from gridhall.registry import levels, load

pytestmark = pytest.mark.xdist_group("browser")
ROOM = ["#########", *["#.......#"] * 5, "#########"]


def text_of(one):
    return one.page.get_by_role("textbox", name="The level's text")


def see(one, first, *rows):
    """Wait until the text has these rows from line `first` on."""
    expect(text_of(one)).to_have_value(
        re.compile(rf"^(?:.*\n){{{first - 1}}}" + "\n".join(map(re.escape, rows)) + r"(\n|$)")
    )


def choose(one, name):
    one.page.get_by_role("radio", name=name, exact=True).check(force=True)


def say(one, words):
    expect(one.page.get_by_role("region", name="How it stands")).to_contain_text(words)


def drag(one, start, end, board=None):
    """Draw a stroke from one cell to another."""
    boxes = [one.cell(cell, board).bounding_box() for cell in (start, end)]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(to_x, to_y)
    one.page.mouse.up()


def test_a_level_is_drawn_from_nothing_mended_proved_and_played(visit):
    one = visit()
    one.page.goto("/g/grid_universe")
    one.page.get_by_role("link", name="Make a level").click()
    expect(one.page).to_have_url(re.compile("/g/grid_universe/edit$"))
    say(one, "2 things to mend")
    say(one, "There is no agent.")
    see(one, 3, *ROOM)
    choose(one, "agent")
    one.cell(4 * 9 + 1).click()
    choose(one, "exit")
    one.cell(4 * 9 + 7).click()
    choose(one, "wall")
    drag(one, 4, 4 * 9 + 4)  # from what is wall already
    see(one, 3, "#########", *["#...#...#"] * 3, "#@..#..E#", "#.......#", "#########")
    one.page.get_by_role("button", name="Undo").click()
    see(one, 3, "#########", *["#.......#"] * 3, "#@.....E#", "#.......#", "#########")
    one.page.get_by_role("button", name="Redo").click()
    see(one, 3, "#########", *["#...#...#"] * 3, "#@..#..E#", "#.......#", "#########")
    see(one, 10, "@ = floor + agent", "E = floor + exit")
    say(one, "Ready to play.")
    text_of(one).fill(text_of(one).input_value().replace("#@..", "#@.?"))
    say(one, "Unknown sign '?'.")
    expect(one.page.get_by_role("button", name="Play it")).to_be_disabled()
    one.page.get_by_role("button", name="line 7, 4").click()
    assert text_of(one).evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == "?"
    one.page.keyboard.type("k")
    say(one, "Unknown sign 'k'.")
    one.page.get_by_role("button", name="Undo").click()
    one.page.get_by_role("button", name="Undo").click()
    say(one, "Ready to play.")
    one.page.get_by_role("button", name="Can it be won?").click()
    say(one, "8 moves, proved")
    one.page.get_by_text("Show the solution").click()
    words = one.page.locator(".witness").inner_text().split()
    one.page.get_by_role("button", name="Play it").click()
    for number, word in enumerate(words, 1):
        expect(one.page.get_by_text(f"{number - 1} / {number - 1}")).to_be_visible()
        one.page.keyboard.press(f"Arrow{word.capitalize()}")
    expect(one.heading("You made it")).to_be_visible()
    one.page.get_by_role("link", name="Edit the level").click()
    see(one, 7, "#@..#..E#")  # the draft is still there


def test_a_level_that_cannot_be_won_is_told_and_a_search_can_be_stopped(visit):
    one = visit()
    one.page.goto("/g/grid_universe/edit#level=walking")
    say(one, "Ready to play.")
    choose(one, "wall")
    one.cell(7 + 3).click()
    say(one, "Ready to play.")
    one.page.get_by_role("button", name="Can it be won?").click()
    say(one, "It cannot be won.")
    held = []
    one.page.route("**/prove", lambda route: held.append(route))  # a search without an end
    one.page.get_by_role("button", name="Undo").click()
    one.page.get_by_role("button", name="Can it be won?").click()
    say(one, "Searching for the shortest way")
    one.page.get_by_role("button", name="Stop").click()
    expect(one.page.get_by_role("button", name="Can it be won?")).to_be_visible()
    expect(one.page.get_by_text("Searching for the shortest way")).to_have_count(0)
    held[0].abort()


def test_what_is_written_before_the_new_level_comes_stays(visit):
    """The editor begins with a new level of the hall's; whoever was quicker keeps their own text."""
    one = visit()
    door = Door(one.page, closed=True)
    one.page.goto("/g/phase_shift/edit")
    text = next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
    text_of(one).fill(text)
    while sum("/check" in route.request.url for route in door.held) < 2:  # the new level, and what was written
        one.page.evaluate("() => new Promise(requestAnimationFrame)")
    door.open()
    say(one, "Ready to play.")
    expect(text_of(one)).to_have_value(text)


def test_drawing_by_keyboard_alone(visit):
    one = visit()
    one.page.goto("/g/grid_universe/edit")
    say(one, "2 things to mend")
    focused = one.page.locator("*:focus")
    for _ in range(30):
        one.page.keyboard.press("Tab")
        if focused.get_attribute("role") == "gridcell":
            break
    for key in ["ArrowDown", "ArrowRight", "@", *["ArrowRight"] * 4, "E"]:
        one.page.keyboard.press(key)
    see(one, 4, "#@...E..#")
    expect(focused).to_have_attribute("aria-label", re.compile("row 2 column 6, floor, exit, draw exit"))
    say(one, "Ready to play.")
    one.page.keyboard.press("@")  # what is there once moves
    see(one, 4, "#....@..#")
    one.page.keyboard.press("Control+z")
    see(one, 4, "#@...E..#")
    one.page.keyboard.press("Control+Shift+z")
    see(one, 4, "#....@..#")
    one.page.keyboard.press("Control+z")
    radio = one.page.get_by_role("radio", checked=True)
    for _ in range(30):
        one.page.keyboard.press("Tab")
        if radio.evaluate("one => one === document.activeElement"):
            break
    one.page.keyboard.press("ArrowRight")
    one.page.keyboard.press("ArrowRight")
    expect(one.page.get_by_text("Draw with core")).to_be_visible()
    for _ in range(30):
        one.page.keyboard.press("Shift+Tab")
        if focused.get_attribute("role") == "gridcell":
            break
    say(one, "Ready to play.")
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("Enter")
    see(one, 4, "#@..*E..#")
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press(" ")
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("#")
    one.page.keyboard.press("Delete")
    see(one, 4, "#@.**E..#")


def test_a_copy_of_a_shipped_level_on_two_boards(visit):
    one = visit()
    one.page.goto("/g/phase_shift")
    one.page.get_by_role("button", name=re.compile("Level.*The Walk-through")).click()
    one.page.get_by_role("link", name="Edit a copy").click()
    expect(one.heading("The Walk-through")).to_be_visible()
    say(one, "Ready to play.")
    before = text_of(one).input_value()
    assert before == next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
    choose(one, "rift")
    one.cell(3 * 7 + 3, "Beta").click()
    see(one, 8, "#######", "#.#.B##", "###.###", "##.X.E#", "#######")
    choose(one, "exit")
    one.cell(3 * 7 + 2, "Alpha").click()
    say(one, "A second E in this layer")
    one.page.get_by_role("button", name="A line 5, 6").click()
    assert text_of(one).evaluate("one => one.value.slice(0, one.selectionStart).split('\\n').length") == 5
    one.page.keyboard.press("Control+z")
    one.page.locator("summary", has_text="change the size").click()
    say(one, "Ready to play.")
    one.page.get_by_role("button", name="Add a row at the bottom").click()
    one.page.get_by_role("button", name="Add a column on the right").click()
    see(one, 2, "########", "#P..B#.#", "###.##.#", "#k...E.#", "#......#", "########")
    say(one, "Ready to play.")
    one.page.get_by_role("button", name="Remove a row at the top").click()
    see(one, 8, "########", "###.##.#", "##.X.E.#", "#......#", "########")
    for _ in range(4):
        one.page.get_by_role("button", name="Undo").click()
    assert text_of(one).input_value() == before
    expect(one.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_links_files_and_drafts(visit, tmp_path):
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    one.page.goto("/g/grid_universe/edit#level=pushing")
    say(one, "Ready to play.")
    text = text_of(one).input_value()
    one.page.get_by_role("button", name="Copy link").click()
    expect(one.page.get_by_text("The link is copied.")).to_be_visible()
    link = one.page.evaluate("navigator.clipboard.readText()")
    other = visit()
    other.page.goto("/g/grid_universe/edit")
    say(other, "2 things to mend")
    other.page.goto(link)
    expect(text_of(other)).to_have_value(text)
    expect(other.page).to_have_url(re.compile("/edit$"))
    other.page.get_by_role("button", name="Undo").click()
    see(other, 3, *ROOM)  # what was there before is not lost
    other.page.get_by_role("button", name="Redo").click()
    other.page.close()
    other.page = other.context.new_page()
    other.watch(other.page)
    other.page.goto("/g/grid_universe/edit")
    expect(text_of(other)).to_have_value(text)
    other.page.goto(link[:-12])
    expect(other.page.get_by_text("This link is cut off")).to_be_visible()
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="Download", exact=True).click()
    assert re.fullmatch(r"[\w-]+\.txt", download.value.suggested_filename)
    download.value.save_as(tmp_path / "level.txt")
    assert (tmp_path / "level.txt").read_text("utf-8") == text
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="Download as JSON").click()
    download.value.save_as(tmp_path / "level.json")
    one.page.get_by_label("A level's file").set_input_files(tmp_path / "level.json")
    expect(text_of(one)).to_have_value(re.compile('^{"width"'))
    one.page.get_by_role("button", name="Draw it as a map").click()
    expect(one.page.get_by_role("grid")).to_be_visible()
    expect(text_of(one)).to_have_value(re.compile("^; title:"))
    (tmp_path / "other.txt").write_text(text.replace("$", "?"), "utf-8")
    one.page.get_by_label("A level's file").set_input_files(tmp_path / "other.txt")
    say(one, "Unknown sign '?'.")
    one.page.goto("/g/grid_universe")
    one.page.get_by_label("A level's or record's file").set_input_files(tmp_path / "other.txt")
    expect(one.page).to_have_url(re.compile("/edit$"))  # what has defects is opened where it can be mended
    say(one, "Unknown sign '?'.")
    two = next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
    for name, part in zip(("x_A.txt", "x_B.txt"), two.split("---\n")):
        (tmp_path / name).write_text(part, "utf-8")
    one.page.goto("/g/phase_shift/edit")
    one.page.get_by_label("A level's file").set_input_files([tmp_path / "x_B.txt", tmp_path / "x_A.txt"])
    expect(text_of(one)).to_have_value(two)
    one.page.goto("/g/grid_universe/edit")
    one.page.get_by_label("A level's file").set_input_files([tmp_path / "x_B.txt", tmp_path / "x_A.txt"])
    expect(one.page.get_by_text("A level is one file.")).to_be_visible()


@pytest.mark.parametrize("game", ["echoes", "warpgrid", "maze_runner"])
def test_every_game_with_levels_has_it(visit, game):
    one = visit()
    one.page.goto(f"/g/{game}")
    one.page.get_by_role("link", name="Make a level").click()
    text_of(one).wait_for()
    module = load(game)
    expect(text_of(one)).to_have_value(module.BLANK)
    text_of(one).fill(
        next(level.text for level in levels(module) if level.name in ("crossing", "needle", "third_grid"))
    )
    say(one, "Ready to play.")
    one.page.get_by_role("button", name="Play it").click()
    expect(one.page).to_have_url(re.compile(r"/r/\w+$"))
    expect(one.page.get_by_role("region", name="Choices")).to_be_visible()


def test_a_phone_draws_with_a_finger(visit):
    one = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    one.page.goto("/g/grid_universe/edit")
    say(one, "2 things to mend")
    choose(one, "box")
    one.cell(3 * 9 + 4).tap()
    see(one, 6, "#...$...#")
    choose(one, "wall")
    boxes = [one.cell(cell).bounding_box() for cell in (2 * 9 + 2, 2 * 9 + 6)]
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
    touch = one.context.new_cdp_session(one.page)
    for kind, where in (("touchStart", points[:1]), ("touchMove", points[1:]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
    expect(text_of(one)).to_have_value(re.compile(r"^#\.#####\.#$", re.M))
    pinched = [{**point, "id": finger} for finger, point in enumerate(points)]
    apart = [{**pinched[0], "x": 20}, {**pinched[1], "x": 340}]
    drawn = text_of(one).input_value()
    choose(one, "box")
    for kind, where in (("touchStart", pinched[:1]), ("touchStart", pinched), ("touchMove", apart), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
    expect(text_of(one)).to_have_value(drawn)  # two fingers zoom
    assert one.page.evaluate("visualViewport.scale") > 1
    assert one.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert one.page.evaluate("scrollY") == 0, "a stroke does not move the page"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_editor(visit, theme):
    one = visit(color_scheme=theme)
    for address in ("/g/grid_universe/edit", "/g/phase_shift/edit#level=walkthrough", "/g/echoes/edit"):
        one.page.goto(address)
        say(one, re.compile("Ready to play|to mend"))
        assert not violations(one)
    one.page.goto("/g/phase_shift/edit")
    one.page.get_by_role("button", name="Can it be won?").click()
    say(one, "8 moves, proved")
    text_of(one).fill("?")
    say(one, "There is no layer B.")
    assert not violations(one)


def test_nothing_to_edit_and_no_hall(visit, house):
    one = visit()
    one.forgiven = ("404", "Failed to load", "ERR_")
    one.page.goto("/g/nowhere/edit")
    expect(one.heading("There is no such game.")).to_be_visible()
    one.page.goto("/g/phase_shift/edit")
    say(one, "3 things to mend")
    one.page.route("**/check", lambda route: route.abort())
    choose(one, "start")
    one.cell(8, "Alpha").click()
    say(one, "The hall cannot be reached.")
    see(one, 3, "#P....#")  # drawing goes on
    one.page.unroute("**/check")
    say(one, "2 things to mend")
