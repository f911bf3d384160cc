"""The level editor in a real browser.

Text and board are one thing, drawn by mouse, touch and keyboard, checked, proved, played, handed on.
"""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.conftest import Door

from gridhall.registry import levels, load

ROOM = ["#########", *["#.......#"] * 5, "#########"]


def text_of(visitor):
    return visitor.page.get_by_role("textbox", name="The level's text")


def see(visitor, first, *rows):
    """Wait until the text has these rows from line `first` on."""
    expect(text_of(visitor)).to_have_value(
        re.compile(rf"^(?:.*\n){{{first - 1}}}" + "\n".join(map(re.escape, rows)) + r"(\n|$)")
    )


def choose(visitor, name):
    visitor.page.get_by_role("radio", name=name, exact=True).check(force=True)


def say(visitor, words):
    expect(visitor.page.get_by_role("region", name="How it stands")).to_contain_text(words)


def drag(visitor, start, end, board=None):
    """Draw a stroke from one cell to another."""
    boxes = [visitor.cell(cell, board).bounding_box() for cell in (start, end)]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(to_x, to_y)
    visitor.page.mouse.up()


def test_a_level_is_drawn_from_nothing_mended_proved_and_played(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe")
    visitor.page.get_by_role("link", name="Make a level").click()
    expect(visitor.page).to_have_url(re.compile("/g/grid_universe/edit$"))
    say(visitor, "2 things to mend")
    say(visitor, "There is no agent.")
    see(visitor, 3, *ROOM)
    choose(visitor, "agent")
    visitor.cell(4 * 9 + 1).click()
    choose(visitor, "exit")
    visitor.cell(4 * 9 + 7).click()
    choose(visitor, "wall")
    drag(visitor, 4, 4 * 9 + 4)  # from what is wall already
    see(visitor, 3, "#########", *["#...#...#"] * 3, "#@..#..E#", "#.......#", "#########")
    visitor.page.get_by_role("button", name="Undo").click()
    see(visitor, 3, "#########", *["#.......#"] * 3, "#@.....E#", "#.......#", "#########")
    visitor.page.get_by_role("button", name="Redo").click()
    see(visitor, 3, "#########", *["#...#...#"] * 3, "#@..#..E#", "#.......#", "#########")
    see(visitor, 10, "@ = floor + agent", "E = floor + exit")
    say(visitor, "Ready to play.")
    text_of(visitor).fill(text_of(visitor).input_value().replace("#@..", "#@.?"))
    say(visitor, "Unknown sign '?'.")
    expect(visitor.page.get_by_role("button", name="Play it")).to_be_disabled()
    visitor.page.get_by_role("button", name="line 7, 4").click()
    expect(text_of(visitor)).to_be_focused()
    selected = "area => area.value.slice(area.selectionStart, area.selectionEnd)"
    visitor.until(lambda: text_of(visitor).evaluate(selected), "?")
    visitor.page.keyboard.type("k")
    say(visitor, "Unknown sign 'k'.")
    visitor.page.get_by_role("button", name="Undo").click()
    visitor.page.get_by_role("button", name="Undo").click()
    say(visitor, "Ready to play.")
    visitor.page.get_by_role("button", name="Can it be won?").click()
    say(visitor, "8 moves, proved")
    visitor.page.get_by_text("Show the solution").click()
    expect(visitor.page.locator(".witness")).to_be_visible()
    words = visitor.page.locator(".witness").inner_text().split()
    visitor.page.get_by_role("button", name="Play it").click()
    for number, word in enumerate(words, 1):
        expect(visitor.page.get_by_text(f"{number - 1} / {number - 1}")).to_be_visible()
        visitor.page.keyboard.press(f"Arrow{word.capitalize()}")
    expect(visitor.heading("You made it")).to_be_visible()
    visitor.page.get_by_role("link", name="Edit the level").click()
    see(visitor, 7, "#@..#..E#")  # the draft is still there


def test_a_level_that_cannot_be_won_is_told_and_a_search_can_be_stopped(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe/edit#level=walking")
    say(visitor, "Ready to play.")
    choose(visitor, "wall")
    visitor.cell(7 + 3).click()
    say(visitor, "Ready to play.")
    visitor.page.get_by_role("button", name="Can it be won?").click()
    say(visitor, "It cannot be won.")
    held = []
    visitor.page.route("**/prove", lambda route: held.append(route))  # a search without an end
    visitor.page.get_by_role("button", name="Undo").click()
    visitor.page.get_by_role("button", name="Can it be won?").click()
    say(visitor, "Searching for the shortest way")
    visitor.until(lambda: len(held), 1)
    visitor.page.get_by_role("button", name="Stop").click()
    expect(visitor.page.get_by_role("button", name="Can it be won?")).to_be_visible()
    expect(visitor.page.get_by_text("Searching for the shortest way")).to_have_count(0)
    held[0].abort()


def test_nothing_is_written_before_the_new_level_comes(visit):
    """The editor begins with a new level of the hall's: what were written before would stand in the middle of it."""
    visitor = visit()
    door = Door(visitor.page, closed=True)
    visitor.page.goto("/g/phase_shift/edit")
    expect(text_of(visitor)).not_to_be_editable()
    door.open()
    text = next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
    text_of(visitor).fill(text)
    say(visitor, "Ready to play.")
    expect(text_of(visitor)).to_have_value(text)


def test_somebody_can_write_although_the_new_level_never_comes(visit):
    visitor = visit()
    visitor.forgiven = ("503",)
    visitor.page.route("**/check", lambda route: route.fulfill(status=503, body="{}"))
    visitor.page.goto("/g/phase_shift/edit")
    expect(text_of(visitor)).to_be_editable()


def test_drawing_by_keyboard_alone(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe/edit")
    say(visitor, "2 things to mend")
    focused = visitor.page.locator("*:focus")
    for _ in range(30):
        visitor.page.keyboard.press("Tab")
        if focused.get_attribute("role") == "gridcell":
            break
    for key in ["ArrowDown", "ArrowRight", "@", *["ArrowRight"] * 4, "E"]:
        visitor.page.keyboard.press(key)
    see(visitor, 4, "#@...E..#")
    expect(focused).to_have_attribute("aria-label", re.compile("row 2 column 6, floor, exit, draw exit"))
    say(visitor, "Ready to play.")
    visitor.page.keyboard.press("@")  # what is there once moves
    see(visitor, 4, "#....@..#")
    visitor.page.keyboard.press("Control+z")
    see(visitor, 4, "#@...E..#")
    visitor.page.keyboard.press("Control+Shift+z")
    see(visitor, 4, "#....@..#")
    visitor.page.keyboard.press("Control+z")
    radio = visitor.page.get_by_role("radio", checked=True)
    for _ in range(30):
        visitor.page.keyboard.press("Tab")
        if radio.evaluate("element => element === document.activeElement"):
            break
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.get_by_text("Draw with core")).to_be_visible()
    for _ in range(30):
        visitor.page.keyboard.press("Shift+Tab")
        if focused.get_attribute("role") == "gridcell":
            break
    say(visitor, "Ready to play.")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("Enter")
    see(visitor, 4, "#@..*E..#")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press(" ")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("#")
    visitor.page.keyboard.press("Delete")
    see(visitor, 4, "#@.**E..#")


def test_a_copy_of_a_shipped_level_on_two_boards(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("button", name=re.compile("Level.*The Walk-through")).click()
    visitor.page.get_by_role("link", name="Edit a copy").click()
    expect(visitor.heading("The Walk-through")).to_be_visible()
    say(visitor, "Ready to play.")
    before = text_of(visitor).input_value()
    assert before == next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
    choose(visitor, "rift")
    visitor.cell(3 * 7 + 3, "Beta").click()
    see(visitor, 8, "#######", "#.#.B##", "###.###", "##.X.E#", "#######")
    choose(visitor, "exit")
    visitor.cell(3 * 7 + 2, "Alpha").click()
    say(visitor, "A second E in this layer")
    visitor.page.get_by_role("button", name="A line 5, 6").click()
    expect(text_of(visitor)).to_be_focused()
    line = "area => area.value.slice(0, area.selectionStart).split('\\n').length"
    visitor.until(lambda: text_of(visitor).evaluate(line), 5)
    visitor.page.keyboard.press("Control+z")
    visitor.page.locator("summary", has_text="change the size").click()
    say(visitor, "Ready to play.")
    visitor.page.get_by_role("button", name="Add a row at the bottom").click()
    visitor.page.get_by_role("button", name="Add a column on the right").click()
    see(visitor, 2, "########", "#P..B#.#", "###.##.#", "#k...E.#", "#......#", "########")
    say(visitor, "Ready to play.")
    visitor.page.get_by_role("button", name="Remove a row at the top").click()
    see(visitor, 8, "########", "###.##.#", "##.X.E.#", "#......#", "########")
    for _ in range(4):
        visitor.page.get_by_role("button", name="Undo").click()
    expect(text_of(visitor)).to_have_value(before)
    expect(visitor.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_draft_is_replaced_by_a_link_only_if_its_author_says_so(visit):
    visitor = visit()
    visitor.page.goto("/g/echoes/edit")
    say(visitor, "Ready to play.")
    text_of(visitor).fill("; title: My own\n; turns: 9\n")
    say(visitor, "Turn 1 of 9")
    visitor.page.goto("/g/echoes/edit#level=needle")
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("You are working at My own. Open a copy of Destroy three and lose none")
    alert.get_by_role("button", name="Keep my draft").click()
    expect(text_of(visitor)).to_have_value("; title: My own\n; turns: 9\n")
    visitor.page.goto("/g/echoes/edit#level=falling_pair")
    alert.get_by_role("button", name="Open the copy").click()
    expect(text_of(visitor)).not_to_have_value("; title: My own\n; turns: 9\n")
    visitor.page.get_by_role("button", name="Undo").click()
    expect(text_of(visitor)).to_have_value("; title: My own\n; turns: 9\n")


def test_the_settings_of_a_text_are_a_form(visit):
    visitor = visit()
    visitor.page.goto("/g/warpgrid/edit")
    settings = visitor.page.get_by_role("region", name="Settings")
    settings.get_by_role("spinbutton", name="First grid").fill("3")
    settings.get_by_role("combobox", name="Dice").select_option("ask")
    settings.get_by_role("textbox", name="Title").fill("Third")
    expect(text_of(visitor)).to_have_value("; title: Third\n; grid: 3\n; charge: 4\n; rolls: ask\n")
    expect(visitor.heading("Third")).to_be_visible()
    settings.get_by_role("spinbutton", name="First grid").fill("9")
    say(visitor, "1 thing to mend")
    settings.get_by_role("spinbutton", name="First grid").fill("1")  # what is usual is not written
    expect(text_of(visitor)).to_have_value("; title: Third\n; charge: 4\n; rolls: ask\n")


def test_many_settings_are_closed_groups_that_say_what_in_them_is_not_as_usual(visit):
    visitor = visit()
    visitor.page.goto("/g/maze_runner/edit")
    say(visitor, "4 things to mend")
    settings = visitor.page.get_by_role("region", name="Settings")
    expect(settings.get_by_role("spinbutton")).to_have_count(0)
    minions, turn = (settings.locator("summary", has_text=name) for name in ("Minions", "A turn"))
    expect(minions).to_have_text("Minions Minions: 1")
    expect(turn).to_have_text("A turn Rounds: 30")
    expect(settings.locator("summary", has_text="Building")).to_have_text("Building as usual")
    turn.focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("Tab")
    expect(settings.get_by_role("spinbutton", name="Actions", exact=True)).to_be_focused()
    settings.get_by_role("spinbutton", name="Price of a step").fill("2")
    expect(turn).to_have_text("A turn Price of a step: 2 · Rounds: 30")
    expect(text_of(visitor)).to_have_value(re.compile("^; movePrice: 2$", re.M))
    assert not violations(visitor)


def test_the_hall_makes_a_level_and_can_be_stopped(visit):
    visitor = visit()
    visitor.forgiven = ("400",)
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("link", name="Generate a level").click()
    dialog = visitor.page.get_by_role("dialog", name="Generate a level")
    for group in ("The board", "The best solution"):
        dialog.get_by_text(group, exact=True).click()
    dialog.get_by_role("spinbutton", name="Size").fill("99")
    dialog.get_by_role("button", name="Generate").click()
    expect(dialog.get_by_role("status")).to_contain_text("choose a whole number from 3 to 16")
    dialog.get_by_role("spinbutton", name="Size").fill("16")
    dialog.get_by_role("spinbutton", name="Shifts").fill("40")  # nobody finds such a level soon
    dialog.get_by_role("button", name="Generate").click()
    expect(dialog.get_by_role("status")).to_contain_text("drafts tried so far")
    dialog.get_by_role("button", name="Cancel").click()
    dialog.get_by_role("spinbutton", name="Size").fill("4")
    dialog.get_by_role("spinbutton", name="Shifts").fill("0")
    dialog.get_by_role("spinbutton", name="Beacons").fill("1")
    dialog.get_by_role("spinbutton", name="Keys").fill("0")
    dialog.get_by_role("textbox", name="Seed, for the same level again").fill("5")
    dialog.get_by_role("button", name="Generate").click()
    expect(dialog).to_have_count(0)
    say(visitor, "Ready to play.")
    expect(visitor.page.get_by_text("moves, proved")).to_be_visible()


def test_links_files_and_drafts(visit, tmp_path):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.page.goto("/g/grid_universe/edit#level=pushing")
    say(visitor, "Ready to play.")
    text = text_of(visitor).input_value()
    visitor.page.get_by_role("button", name="Copy link").click()
    expect(visitor.page.get_by_text("The link is copied.")).to_be_visible()
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    other = visit()
    other.page.goto("/g/grid_universe/edit")
    say(other, "2 things to mend")
    other.page.goto(link)  # it opens to be played; a copy can be edited
    expect(other.heading("Out of the Way")).to_be_visible()
    other.page.get_by_role("button", name="Edit a copy").click()
    expect(text_of(other)).to_have_value(text)
    expect(other.page).to_have_url(re.compile("/edit$"))
    other.page.get_by_role("button", name="Undo").click()
    see(other, 3, *ROOM)  # what was there before is not lost
    other.page.get_by_role("button", name="Redo").click()
    expect(text_of(other)).to_have_value(text)
    other.page.close()
    other.page = other.context.new_page()
    other.watch(other.page)
    other.page.goto("/g/grid_universe/edit")
    expect(text_of(other)).to_have_value(text)
    other.page.goto(link[:-12])
    expect(other.heading("There is no level here.")).to_be_visible()
    expect(other.page.get_by_text("The link is cut off")).to_be_visible()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Download", exact=True).click()
    assert re.fullmatch(r"[\w-]+\.txt", download.value.suggested_filename)
    download.value.save_as(tmp_path / "level.txt")
    assert (tmp_path / "level.txt").read_text("utf-8") == text
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Download as JSON").click()
    download.value.save_as(tmp_path / "level.json")
    visitor.page.get_by_label("A level's file").set_input_files(tmp_path / "level.json")
    expect(text_of(visitor)).to_have_value(re.compile('^{"width"'))
    picture = visitor.page.get_by_role("region", name="The board").get_by_role("img").first
    expect(picture).to_have_css("cursor", "auto")  # it cannot be drawn on, and does not look so
    visitor.page.get_by_role("button", name="Draw it as a map").click()
    expect(visitor.page.get_by_role("grid")).to_be_visible()
    expect(text_of(visitor)).to_have_value(re.compile("^; title:"))
    (tmp_path / "other.txt").write_text(text.replace("$", "?"), "utf-8")
    visitor.page.get_by_label("A level's file").set_input_files(tmp_path / "other.txt")
    say(visitor, "Unknown sign '?'.")
    visitor.page.goto("/g/grid_universe")
    visitor.page.get_by_label("A level's or record's file").set_input_files(tmp_path / "other.txt")
    expect(visitor.page).to_have_url(re.compile("/edit$"))  # what has defects is opened where it can be mended
    say(visitor, "Unknown sign '?'.")
    two = next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
    for name, part in zip(("x_A.txt", "x_B.txt"), two.split("---\n")):
        (tmp_path / name).write_text(part, "utf-8")
    visitor.page.goto("/g/phase_shift/edit")
    visitor.page.get_by_label("A level's file").set_input_files([tmp_path / "x_B.txt", tmp_path / "x_A.txt"])
    expect(text_of(visitor)).to_have_value(two)
    visitor.page.goto("/g/grid_universe/edit")
    visitor.page.get_by_label("A level's file").set_input_files([tmp_path / "x_B.txt", tmp_path / "x_A.txt"])
    expect(visitor.page.get_by_text("A level is one file.")).to_be_visible()


@pytest.mark.parametrize("game", ["echoes", "warpgrid", "maze_runner"])
def test_every_game_with_levels_has_it(visit, game):
    visitor = visit()
    visitor.page.goto(f"/g/{game}")
    visitor.page.get_by_role("link", name="Make a level").click()
    text_of(visitor).wait_for()
    module = load(game)
    expect(text_of(visitor)).to_have_value(module.BLANK)
    text_of(visitor).fill(
        next(level.text for level in levels(module) if level.name in ("crossing", "needle", "third_grid"))
    )
    say(visitor, "Ready to play.")
    visitor.page.get_by_role("button", name="Play it").click()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()


def test_a_phone_draws_with_a_finger(visit):
    visitor = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    visitor.page.goto("/g/grid_universe/edit")
    say(visitor, "2 things to mend")
    choose(visitor, "box")
    visitor.cell(3 * 9 + 4).tap()
    see(visitor, 6, "#...$...#")
    choose(visitor, "wall")
    boxes = [visitor.cell(cell).bounding_box() for cell in (2 * 9 + 2, 2 * 9 + 6)]
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
    touch = visitor.context.new_cdp_session(visitor.page)
    for kind, where in (("touchStart", points[:1]), ("touchMove", points[1:]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
    expect(text_of(visitor)).to_have_value(re.compile(r"^#\.#####\.#$", re.M))
    pinched = [{**point, "id": finger} for finger, point in enumerate(points)]
    apart = [{**pinched[0], "x": 20}, {**pinched[1], "x": 340}]
    drawn = text_of(visitor).input_value()
    choose(visitor, "box")
    for kind, where in (("touchStart", pinched[:1]), ("touchStart", pinched), ("touchMove", apart), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
    visitor.until(lambda: visitor.page.evaluate("visualViewport.scale") > 1)  # two fingers zoom
    expect(text_of(visitor)).to_have_value(drawn)
    assert visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert visitor.page.evaluate("scrollY") == 0, "a stroke does not move the page"


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_in_the_editor(visit, theme):
    visitor = visit(color_scheme=theme)
    for address in ("/g/grid_universe/edit", "/g/phase_shift/edit#level=walkthrough", "/g/echoes/edit"):
        visitor.page.goto(address)
        say(visitor, re.compile("Ready to play|to mend"))
        assert not violations(visitor)
    visitor.page.goto("/g/phase_shift/edit")
    visitor.page.get_by_role("button", name="Can it be won?").click()
    say(visitor, "8 moves, proved")
    text_of(visitor).fill("?")
    say(visitor, "There is no layer B.")
    assert not violations(visitor)


def test_nothing_to_edit_and_no_hall(visit, house):
    visitor = visit()
    visitor.forgiven = ("404", "Failed to load", "ERR_")
    visitor.page.goto("/g/nowhere/edit")
    expect(visitor.heading("There is no such game.")).to_be_visible()
    visitor.page.goto("/g/phase_shift/edit")
    say(visitor, "3 things to mend")
    visitor.page.route("**/check", lambda route: route.abort())
    choose(visitor, "start")
    visitor.cell(8, "Alpha").click()
    say(visitor, "The hall cannot be reached.")
    see(visitor, 3, "#P....#")  # drawing goes on
    visitor.page.unroute("**/check")
    say(visitor, "2 things to mend")
