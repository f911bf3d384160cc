"""Perfection as the goal: stars, points and crowns, in the hall, too; and what a board shows beside them."""

import re

from playwright.sync_api import expect

WALKTHROUGH_KEYS = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft", "f": "f"}


def test_a_perfect_win_is_crowned_counted_and_kept_in_the_hall(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("button", name=re.compile("^Play ")).first.click()
    visitor.choice("East").wait_for()
    for number, word in enumerate("eeessef", 1):
        visitor.page.keyboard.press(WALKTHROUGH_KEYS[word])
        expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))
    expect(visitor.heading("Solved")).to_be_visible()
    status = visitor.page.get_by_role("region", name="Status")
    for text in ("Perfect", "Best possible: 7. Yours: perfect.", "3 ★ × 1 for an easy level = 3 points", "Time: "):
        expect(status).to_contain_text(text)
    visitor.page.goto("/g/phase_shift")
    expect(visitor.page.get_by_text("1/28 · 1 perfect · 3 points")).to_be_visible()
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("article").filter(has_text="Phase Shift")).to_contain_text(
        "1/28 · 1 perfect · 3 points"
    )


def test_a_score_below_zero_is_no_headline(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe")
    visitor.page.get_by_role("button", name="Play First Steps").click()
    visitor.choice("Right").wait_for()
    for _ in range(4):
        visitor.page.keyboard.press("ArrowRight")
    expect(visitor.heading("You made it")).to_be_visible()
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text("4 turns.")
    expect(status).not_to_contain_text("score")


def test_keys_differ_in_shape_and_what_lies_under_the_player_is_seen(visit):
    visitor = visit()
    visitor.page.goto("/")
    text = "#####\n#@ab#\n#.DF#\n#..E#\n#####\na = floor + key red\nb = floor + key blue\n"
    text += "D = floor + door red\nF = floor + door blue\n"
    room, _ = visitor.make("grid_universe", text=text)
    visitor.page.goto(f"/r/{room}")
    drawn = visitor.page.locator("[data-piece] use")
    for kind in ("pointed_key", "square_key", "pointed_door", "square_door"):
        expect(visitor.page.locator(f'[data-piece] use[href="#grid_universe-{kind}"]')).to_have_count(1)
    agent = visitor.page.locator("[data-piece]", has=visitor.page.locator('use[href="#grid_universe-agent"]'))
    expect(agent.locator("use")).to_have_count(1)
    visitor.page.keyboard.press("ArrowRight")
    expect(agent.locator('use[href="#grid_universe-pointed_key"]')).to_be_visible()
    visitor.until(lambda: drawn.count() >= 6)


def test_a_wide_board_has_the_whole_width_and_nothing_stays_empty_below_it(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe")
    visitor.page.get_by_role("button", name="Play First Steps").click()
    status = visitor.page.get_by_role("region", name="Status")
    board = visitor.page.get_by_role("grid")
    expect(board).to_be_visible()
    (below, above) = (status.bounding_box(), board.bounding_box())
    assert below["y"] > above["y"] + above["height"], "what to do now stands under the board"
    choices = visitor.page.get_by_role("region", name="Choices").bounding_box()
    assert choices["y"] + choices["height"] > 600


def test_what_happens_twice_is_spoken_twice_and_answers_are_spoken(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("button", name=re.compile("^Play ")).first.click()
    visitor.choice("North").wait_for()
    spoken = visitor.page.locator('[role="status"].unseen').first
    visitor.page.keyboard.press("ArrowUp")
    expect(spoken).to_contain_text("wasted move")
    spoken.evaluate("(region) => { region.firstElementChild.dataset.before = 'yes'; }")
    visitor.page.keyboard.press("ArrowUp")
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "2")
    expect(spoken.locator("[data-before]")).to_have_count(0)
    expect(spoken).to_contain_text("wasted move")
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator("[data-answer]")).to_contain_text("Try ")


def test_on_a_phone_the_bar_of_moves_has_room_for_fingers(visit):
    visitor = visit(viewport={"width": 320, "height": 700}, has_touch=True)
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("button", name=re.compile("^Play ")).first.tap()
    visitor.choice("East").wait_for()
    visitor.page.keyboard.press("ArrowRight")
    bar = visitor.page.get_by_role("group", name="Replay")
    expect(bar.get_by_role("button", name="One move back")).to_be_enabled()
    boxes = bar.get_by_role("button").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect())")
    assert all(box["width"] >= 44 and box["height"] >= 48 for box in boxes), boxes
    assert len({round(box["y"]) for box in boxes}) == 1, "they stand in one row"
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_look_of_the_board_is_chosen_in_the_settings_and_kept(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("echoes", seats=[{"kind": "me"}, {"kind": "me"}])
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name="open the curtain").click()
    floor = visitor.page.locator('.board rect[fill="var(--floor)"]').first
    expect(floor).not_to_have_css("fill", "rgb(0, 0, 0)")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_label("The board of Echoes").select_option("Classic")
    visitor.page.keyboard.press("Escape")
    for _ in range(2):
        expect(visitor.page.locator(".board").first).to_have_css("background-color", "rgb(0, 0, 0)")
        expect(floor).to_have_css("fill", "rgb(0, 0, 0)")
        visitor.page.reload()
        visitor.page.get_by_role("button", name="open the curtain").click()


def printed(visitor, link):
    """What is behind a link to something printed: the hall's status, and the beginning of the file."""
    expect(link).to_have_attribute("href", re.compile(r"/paper\.pdf"))
    status, text = visitor.ask(link.get_attribute("href"))
    return status, text[:4]


def test_levels_and_sheets_are_printed_and_a_page_on_paper_has_no_buttons(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift")
    link = visitor.page.get_by_role("link", name="Print")
    assert printed(visitor, link) == (200, "%PDF")
    visitor.forgiven = ("503", "400")
    assert visitor.ask("/api/games/phase_shift/paper.pdf")[0] == 503
    assert visitor.ask("/api/games/maze_runner/paper.pdf?level=open")[0] in (400, 503)
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("button", name=re.compile("^Level 1 ?First blood", re.IGNORECASE)).click()
    expect(link).to_have_attribute("href", re.compile("level="))
    assert printed(visitor, link) == (200, "%PDF")
    visitor.page.goto("/g/warpgrid")
    sheet = visitor.page.get_by_role("link", name="Print a sheet")
    assert printed(visitor, sheet) == (200, "%PDF")
    visitor.page.emulate_media(media="print")
    expect(sheet).to_be_hidden()
    expect(visitor.page.get_by_role("button", name="Open the room")).to_be_hidden()
    expect(visitor.page.get_by_role("heading", name="Warpgrid", level=1)).to_be_visible()
