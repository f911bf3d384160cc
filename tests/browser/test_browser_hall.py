"""The hall's pages in a real browser: one click to play, the puzzle of the source to its end, replays, phones."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Door
from tests.browser.walkthrough import WALKTHROUGH, open_walkthrough, play_walkthrough

CLIENT = Path(__file__).resolve().parents[2] / "src/gridhall/server/client"


def test_the_hall_shows_every_game_and_one_click_plays(visit):
    from gridhall.registry import games, load

    visitor = visit()
    visitor.page.goto("/")
    for game in games():
        expect(visitor.page.get_by_role("button", name=f"Play {load(game).TITLE}", exact=True)).to_be_enabled()
        expect(visitor.page.locator("article", has_text=load(game).TITLE).locator(".living svg").first).to_be_attached()
    visitor.page.get_by_role("button", name="Play Phase Shift").click()
    expect(visitor.page.get_by_role("grid", name="Alpha")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))


def test_a_whole_puzzle_by_mouse_on_the_board(visit):
    from gridhall.match import Match

    visitor = visit()
    open_walkthrough(visitor)
    match = Match("phase_shift", "walkthrough")
    for word in WALKTHROUGH:
        choice = next(choice for choice in match.scene(0).choices if choice.word == word)
        visitor.cell(choice.cell, "Alpha").click()
        match.play(word)
        expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute(
            "aria-valuenow", str(len(match.plies))
        )
    expect(visitor.heading("Solved")).to_be_visible()
    expect(visitor.page.get_by_role("img", name="3 of 3 stars")).to_be_visible()


def test_a_whole_puzzle_by_keyboard_alone(visit):
    from gridhall.registry import levels, load

    visitor = visit()
    visitor.page.goto("/")
    button = visitor.page.get_by_role("button", name="Play Phase Shift")
    expect(button).to_be_enabled()
    for _ in range(60):
        if button.evaluate("element => element === document.activeElement"):
            break
        visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("grid", name="Alpha")).to_be_visible()
    level = levels(load("phase_shift"))[0]  # nobody has won any
    expect(visitor.page.get_by_role("navigation")).to_contain_text(level.title)
    play_walkthrough(visitor, level.certificate["witness"].split("; "))
    expect(visitor.heading("Solved")).to_be_visible()


def test_the_board_is_walked_and_chosen_cell_by_cell_with_spoken_names(visit):
    visitor = visit()
    open_walkthrough(visitor)
    beta = visitor.page.get_by_role("grid", name="Beta")
    expect(beta.get_by_role("gridcell", name="Shift to Beta")).to_have_attribute(
        "aria-label", re.compile("row 1|column 1")
    )
    cell = visitor.page.get_by_role("grid", name="Alpha").locator('[role="gridcell"][tabindex="0"]')
    cell.focus()
    before = cell.get_attribute("data-cell")
    visitor.page.keyboard.press("Shift+ArrowDown")
    focused = visitor.page.locator('[role="gridcell"]:focus')
    expect(focused).not_to_have_attribute("data-cell", str(before))
    target = visitor.page.get_by_role("gridcell", name=re.compile("East$"))
    target.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "1")


def test_hovering_previews_and_what_is_wasted_is_said_with_its_rule(visit):
    visitor = visit()
    open_walkthrough(visitor)
    visitor.choice("North: wall").hover()
    expect(visitor.page.get_by_text("a wasted move")).to_be_visible()
    visitor.choice("Shift to Beta").hover()
    expect(visitor.page.get_by_role("region", name="Status").get_by_text("Shift to Beta: floor.")).to_be_visible()


def test_undo_restart_and_hint(visit):
    visitor = visit()
    open_walkthrough(visitor)
    moves = visitor.page.get_by_role("meter", name="Moves")
    play_walkthrough(visitor, ["e", "e"])
    visitor.page.keyboard.press("z")
    expect(moves).to_have_attribute("aria-valuenow", "1")
    play_walkthrough(visitor, ["e"], 1)
    visitor.page.get_by_role("button", name="Restart").click()
    expect(moves).to_have_attribute("aria-valuenow", "0")
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog")).to_contain_text("How to play Phase Shift")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("h")
    expect(visitor.page.get_by_role("region", name="Status").get_by_text("Try East")).to_be_visible()


def test_a_match_goes_on_after_the_tab_is_closed(visit):
    visitor = visit()
    open_walkthrough(visitor)
    play_walkthrough(visitor, ["e", "e"])
    visitor.page.close()
    visitor.page = visitor.context.new_page()
    visitor.watch(visitor.page)
    visitor.page.goto("/")
    visitor.page.get_by_role("link", name="Continue").click()
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "2")
    play_walkthrough(visitor, ["e"], 2)


def test_a_restarted_match_is_not_one_to_go_on_with(visit):
    visitor = visit()
    open_walkthrough(visitor)
    play_walkthrough(visitor, ["e"])
    open_walkthrough(visitor)
    play_walkthrough(visitor, ["e", "e"])
    visitor.page.get_by_role("button", name="Restart").click()
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "0")
    visitor.page.goto("/")
    expect(visitor.page.get_by_text("The Walk-through, move 1", exact=False)).to_be_visible()  # the one before


def test_own_results_stand_beside_the_certificates(visit):
    visitor = visit()
    open_walkthrough(visitor)
    play_walkthrough(visitor)
    expect(visitor.heading("Solved")).to_be_visible()
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role(
        "button", name=re.compile("^Level 25 ?perfect ?3 of 3 stars ?The Walk-through ?best 8, yours 8$")
    ).click()
    expect(visitor.page.get_by_text("best 8 moves, proved · yours: Solved")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Play First Light")).to_be_visible()  # the first that is not won


def test_who_can_no_longer_win_is_told_and_goes_back(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe")
    visitor.page.get_by_role("combobox", name="Level").select_option("boxes-home")
    visitor.page.get_by_role("button", name="Open the room").click()
    expect(visitor.choice("Push up")).to_be_visible()
    visitor.page.keyboard.press("ArrowUp")  # the box is at the wall now, and nobody asks for a hint
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("can no longer be won")
    visitor.page.get_by_role("button", name="Undo 1").click()
    expect(visitor.page.get_by_text("can no longer be won")).to_have_count(0)
    visitor.page.keyboard.press("h")
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("Try Right")


def test_a_first_screen_says_how_it_is_played(visit):
    visitor = visit()
    open_walkthrough(visitor)
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text(
        "Click a yellow cell, or use the arrow keys. Shift to Beta: click the other board, or press F."
    )
    expect(visitor.page.get_by_role("region", name="The aim")).to_contain_text("Light every beacon")
    play_walkthrough(visitor, ["e", "e"])
    expect(status).not_to_contain_text("Click a yellow cell")


NOTES = """
window.contexts = [];
window.notes = 0;
const Context = window.AudioContext;
window.AudioContext = class extends Context {
  constructor() { super(); contexts.push(this); }
  createOscillator() {
    const tone = super.createOscillator();
    const start = tone.start.bind(tone);
    tone.start = (at) => { notes++; start(at); };
    return tone;
  }
};
"""


def test_sounds_are_silent_until_turned_on(visit):
    visitor = visit()
    visitor.page.add_init_script(NOTES)
    open_walkthrough(visitor)
    play_walkthrough(visitor, ["e"])
    assert visitor.page.evaluate("[contexts.length, notes]") == [0, 0]
    visitor.page.get_by_role("button", name="Sound").click()
    expect(visitor.page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    visitor.until(lambda: visitor.page.evaluate("notes") > 0)
    assert visitor.page.evaluate("contexts.length") == 1
    visitor.page.wait_for_function("() => contexts[0].state === 'running'")
    before = visitor.page.evaluate("notes")
    play_walkthrough(visitor, ["e"], 1)
    visitor.until(lambda: visitor.page.evaluate("notes") > before)
    visitor.page.get_by_role("button", name="Sound").click()
    expect(visitor.page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    before = visitor.page.evaluate("notes")
    play_walkthrough(visitor, ["e"], 2)
    assert visitor.page.evaluate("notes") == before


TRAVELS = """
window.travels = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (options?.duration > 0 && JSON.stringify(frames).includes('translate')) travels++;
  return animate.call(this, frames, options);
};
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_lets_nothing_travel(visit, motion):
    visitor = visit(reduced_motion=motion)
    visitor.page.add_init_script(TRAVELS)
    open_walkthrough(visitor)
    play_walkthrough(visitor, ["e"])
    visitor.until(lambda: visitor.page.evaluate("travels") > 0, motion != "reduce")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("radio", name="Full" if motion == "reduce" else "Less").check(force=True)
    visitor.page.keyboard.press("Escape")
    before = visitor.page.evaluate("travels")
    play_walkthrough(visitor, ["e"], 1)
    visitor.until(lambda: visitor.page.evaluate("travels") > before, motion == "reduce")


def test_reload_and_kill_9_in_mid_match(visit, house, relay):
    visitor = visit(address=relay.address)
    visitor.forgiven = ("WebSocket", "ERR_", "Failed to load resource")
    open_walkthrough(visitor)
    play_walkthrough(visitor, WALKTHROUGH[:3])
    visitor.page.reload()
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "3")
    play_walkthrough(visitor, WALKTHROUGH[3:4], 3)
    house.kill()
    expect(visitor.page.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Try now")).to_be_visible()
    house.open()  # the client comes back by itself
    expect(visitor.page.get_by_role("alert").filter(has_text="Connection lost")).to_have_count(0)
    play_walkthrough(visitor, WALKTHROUGH[4:], 4)
    expect(visitor.heading("Solved")).to_be_visible()


def test_a_replay_link_opens_at_its_ply_and_a_record_can_be_dropped(visit, tmp_path):
    visitor = visit()
    room = open_walkthrough(visitor)
    play_walkthrough(visitor)
    expect(visitor.heading("Solved")).to_be_visible()
    other = visit()
    other.page.goto(f"/m/{room}#3")
    slider = other.page.get_by_role("slider", name="Timeline")
    expect(slider).to_have_attribute("aria-valuetext", "move 3 of 8")
    other.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "move 4 of 8")
    expect(other.page).to_have_url(re.compile(f"/m/{room}#4$"))
    other.page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "move 0 of 8")
    other.page.keyboard.press("End")
    expect(other.heading("Solved")).to_be_visible()
    slider.fill("2")
    expect(other.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "2")
    other.page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^move 8 of 8"))
    with other.page.expect_download() as download:
        other.page.get_by_role("link", name="Record").click()
    record = tmp_path / "match.jsonl"
    download.value.save_as(record)
    with other.page.expect_download() as download:
        other.page.get_by_role("link", name="GIF").click()
    download.value.save_as(tmp_path / "match.gif")
    assert (tmp_path / "match.gif").read_bytes()[:4] == b"GIF8"
    for by in ("file", "drop"):
        third = visit()
        third.page.goto("/")
        if by == "file":
            third.page.get_by_label("A record's file").set_input_files(record)
        else:
            expect(third.page.get_by_role("button", name="Play Phase Shift")).to_be_visible()
            drag = third.page.evaluate_handle(DRAG, record.read_text("utf-8"))
            third.page.dispatch_event("main", "dragover", {"dataTransfer": drag})
            expect(third.page.get_by_text("Drop a record to watch it")).to_be_visible()
            third.page.dispatch_event("main", "drop", {"dataTransfer": drag})
        expect(third.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 0 of 8")
        third.page.keyboard.press("ArrowRight")
        expect(third.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "1")


DRAG = """(text) => {
  const drag = new DataTransfer();
  drag.items.add(new File([text], 'match.jsonl'));
  return drag;
}"""


def test_a_replay_is_dragged_sped_up_and_shared_at_a_move(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    room = open_walkthrough(visitor)
    play_walkthrough(visitor)
    door = Door(visitor.page, closed=True, address="**/values")
    visitor.page.get_by_role("link", name="Look back").click()
    slider = visitor.page.get_by_role("slider", name="Timeline")
    expect(slider).to_have_attribute("aria-valuetext", "move 8 of 8")  # its end, where one has been
    expect(visitor.page.get_by_text("Working it out …")).to_be_visible()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    visitor.page.mouse.move(box["x"] + box["width"] - 10, middle)
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + box["width"] / 2, middle, steps=6)
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^move 4 of 8"))  # while it is held
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "4")
    door.open()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^move 4 of 8\. ."))  # what it was worth has come
    assert slider.bounding_box() == box, "and nothing has moved under the hand"
    visitor.page.mouse.up()
    visitor.page.get_by_role("button", name="Speed 1 times").click()
    expect(visitor.page.get_by_role("button", name="Speed 2 times")).to_be_visible()
    visitor.page.get_by_role("button", name="Share this move").click()
    expect(visitor.page.get_by_text("The link to this move is copied.")).to_be_visible()
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/m/{room}#4")
    other = visit()
    other.page.goto(link)
    expect(other.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 4 of 8")


def test_looking_back_in_mid_match_and_coming_back(visit):
    visitor = visit()
    open_walkthrough(visitor)
    play_walkthrough(visitor, WALKTHROUGH[:3])
    visitor.page.keyboard.press(",")
    expect(visitor.heading("Looking back: move 2 of 3")).to_be_visible()
    visitor.page.get_by_role("button", name="Back to now").click()
    play_walkthrough(visitor, WALKTHROUGH[3:4], 3)


def test_nothing_here_is_a_page_of_its_own(visit):
    visitor = visit()
    visitor.forgiven = ("404", "WebSocket")
    for address in ("/r/nowhere", "/m/nowhere", "/g/nowhere", "/what/is/this"):
        visitor.page.goto(address)
        expect(visitor.heading(re.compile("There is no"))).to_be_visible()
        if address == "/m/nowhere":
            expect(visitor.page.get_by_text("There is no such room, or no longer.", exact=True)).to_be_visible()
    visitor.page.get_by_role("link", name="Back to the hall").click()
    expect(visitor.heading(re.compile("on squared paper"))).to_be_visible()


def test_every_browser_finds_an_icon(visit):
    """Also the one that asks under the old name, as it does for what is no page; a 404 would stand in its console."""
    visitor = visit()
    for address in ("/icon.svg", "/favicon.ico"):
        answer = visitor.page.goto(address)
        assert answer.status == 200 and answer.headers["content-type"].startswith("image/svg+xml")


def test_settings_change_the_theme_and_are_kept(visit):
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("radio", name="Dark").check(force=True)
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    visitor.page.keyboard.press("Escape")
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_first_load_is_small():
    import gzip

    sizes = {
        path.name: len(gzip.compress(path.read_bytes()))
        for path in CLIENT.rglob("*")
        if path.suffix in (".js", ".css", ".html")
    }
    index = (CLIENT / "index.html").read_text("utf-8")
    first = {name: size for name, size in sizes.items() if name == "index.html" or name in index}
    assert sum(first.values()) < 100_000, first
    assert sum(sizes.values()) < 200_000, sizes  # with all that is fetched when it is wanted


def test_the_client_knows_no_game():
    from gridhall.registry import games, load

    source = Path(__file__).resolve().parents[2] / "web/src"
    words = [name for game in games() for name in (game, load(game).TITLE)]
    files = [path for path in source.rglob("*") if path.is_file() and "generated" not in path.parts]
    named = [(path.name, word) for path in files for word in words if word in path.read_text("utf-8")]
    assert not named
