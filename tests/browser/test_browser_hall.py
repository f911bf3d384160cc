"""The hall's pages in a real browser: one click to play, the puzzle of the source to its end, replays, phones, axe."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
CLIENT = Path(__file__).resolve().parents[2] / "src/gridhall/server/client"
WALKTHROUGH = list("eeewssee")
KEYS = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft", "f": "f"}


def play_walkthrough(one, words=WALKTHROUGH, played=0):
    """Play words by the keyboard, each after the one before has been seen."""
    for number, word in enumerate(words, played + 1):
        one.page.keyboard.press(KEYS[word])
        expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))


def open_walkthrough(one):
    """Begin the source's own level from the game's page."""
    one.page.goto("/g/phase_shift")
    one.page.get_by_role("combobox", name="Level").select_option("walkthrough")
    one.page.get_by_role("button", name="Open the room").click()
    expect(one.page.get_by_role("grid", name="Alpha")).to_be_visible()
    return one.page.url.rsplit("/", 1)[1]


def violations(one):
    """What axe finds wrong with the page now."""
    one.page.evaluate(AXE.read_text("utf-8"))
    broken = one.page.evaluate(
        "async () => (await axe.run()).violations"
        ".map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])"
    )
    return json.dumps(broken, indent=1) if broken else ""


def test_the_hall_shows_every_game_and_one_click_plays(visit):
    from gridhall.registry import games, load

    one = visit()
    one.page.goto("/")
    for game in games():
        expect(one.page.get_by_role("button", name=f"Play {load(game).TITLE}", exact=True)).to_be_enabled()
        expect(one.page.locator("article", has_text=load(game).TITLE).locator(".living svg").first).to_be_attached()
    one.page.get_by_role("button", name="Play Phase Shift").click()
    expect(one.page.get_by_role("grid", name="Alpha")).to_be_visible()
    assert re.search(r"/r/\w+$", one.page.url)


def test_a_whole_puzzle_by_mouse_on_the_board(visit):
    from gridhall.match import Match

    one = visit()
    open_walkthrough(one)
    match = Match("phase_shift", "walkthrough")
    for word in WALKTHROUGH:
        choice = next(choice for choice in match.scene(0).choices if choice.word == word)
        one.cell(choice.cell, "Alpha").click()
        match.play(word)
        expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(len(match.plies)))
    expect(one.heading("Solved")).to_be_visible()
    expect(one.page.get_by_role("img", name="3 of 3 stars")).to_be_visible()


def test_a_whole_puzzle_by_keyboard_alone(visit):
    one = visit()
    one.page.goto("/")
    button = one.page.get_by_role("button", name="Play Phase Shift")
    expect(button).to_be_enabled()
    for _ in range(60):
        if button.evaluate("one => one === document.activeElement"):
            break
        one.page.keyboard.press("Tab")
    one.page.keyboard.press("Enter")
    expect(one.page.get_by_role("grid", name="Alpha")).to_be_visible()
    level = one.page.get_by_role("navigation").inner_text()
    words = witness("phase_shift", level)
    play_walkthrough(one, words)
    expect(one.heading("Solved")).to_be_visible()


def witness(game, title):
    """The proved solution of the level whose title stands in this text."""
    from gridhall.registry import levels, load

    level = max((one for one in levels(load(game)) if one.title in title), key=lambda one: len(one.title))
    return [word.strip() for word in level.certificate["witness"].split(";")]


def test_the_board_is_walked_and_chosen_cell_by_cell_with_spoken_names(visit):
    one = visit()
    open_walkthrough(one)
    beta = one.page.get_by_role("grid", name="Beta")
    expect(beta.get_by_role("gridcell", name="Shift to Beta")).to_have_attribute(
        "aria-label", re.compile("row 1|column 1")
    )
    cell = one.page.get_by_role("grid", name="Alpha").locator('[role="gridcell"][tabindex="0"]')
    cell.focus()
    before = cell.get_attribute("data-cell")
    one.page.keyboard.press("Shift+ArrowDown")
    focused = one.page.locator('[role="gridcell"]:focus')
    expect(focused).not_to_have_attribute("data-cell", str(before))
    target = one.page.get_by_role("gridcell", name=re.compile("East$"))
    target.focus()
    one.page.keyboard.press("Enter")
    expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "1")


def test_hovering_previews_and_what_is_wasted_is_said_with_its_rule(visit):
    one = visit()
    open_walkthrough(one)
    one.choice("North: wall").hover()
    expect(one.page.get_by_text("a wasted move (PS6)")).to_be_visible()
    one.choice("Shift to Beta").hover()
    expect(one.page.get_by_role("region", name="Status").get_by_text("Shift to Beta: floor.")).to_be_visible()


def test_undo_restart_and_hint(visit):
    one = visit()
    open_walkthrough(one)
    moves = one.page.get_by_role("meter", name="Moves")
    play_walkthrough(one, ["e", "e"])
    one.page.keyboard.press("z")
    expect(moves).to_have_attribute("aria-valuenow", "1")
    play_walkthrough(one, ["e"], 1)
    one.page.get_by_role("button", name="Restart").click()
    expect(moves).to_have_attribute("aria-valuenow", "0")
    one.page.keyboard.press("?")
    expect(one.page.get_by_role("dialog")).to_contain_text("How to play Phase Shift")
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("h")
    expect(one.page.get_by_role("region", name="Status").get_by_text("Try East")).to_be_visible()


def test_a_match_goes_on_after_the_tab_is_closed(visit):
    one = visit()
    open_walkthrough(one)
    play_walkthrough(one, ["e", "e"])
    one.page.close()
    one.page = one.context.new_page()
    one.watch(one.page)
    one.page.goto("/")
    one.page.get_by_role("link", name="Continue").click()
    expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "2")
    play_walkthrough(one, ["e"], 2)


def test_a_restarted_match_is_not_one_to_go_on_with(visit):
    one = visit()
    open_walkthrough(one)
    play_walkthrough(one, ["e"])
    open_walkthrough(one)
    play_walkthrough(one, ["e", "e"])
    one.page.get_by_role("button", name="Restart").click()
    expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "0")
    one.page.goto("/")
    expect(one.page.get_by_text("The Walk-through, move 1", exact=False)).to_be_visible()  # the one before


def test_own_results_stand_beside_the_certificates(visit):
    one = visit()
    open_walkthrough(one)
    play_walkthrough(one)
    expect(one.heading("Solved")).to_be_visible()
    one.page.goto("/g/phase_shift")
    one.page.get_by_role("button", name=re.compile("^Level .*The Walk-through ?, 3 stars")).click()
    expect(one.page.get_by_text("best 8 moves, proved · yours: Solved")).to_be_visible()
    expect(one.page.get_by_role("button", name="Play First Light")).to_be_visible()  # the first that is not won


def test_who_can_no_longer_win_is_told_and_goes_back(visit):
    one = visit()
    one.page.goto("/g/grid_universe")
    one.page.get_by_role("combobox", name="Level").select_option("boxes-home")
    one.page.get_by_role("button", name="Open the room").click()
    expect(one.choice("Push up")).to_be_visible()
    one.page.keyboard.press("ArrowUp")  # the box is at the wall now, and nobody asks for a hint
    expect(one.page.get_by_role("region", name="Status")).to_contain_text("can no longer be won")
    one.page.get_by_role("button", name="Undo 1").click()
    expect(one.page.get_by_text("can no longer be won")).to_have_count(0)
    one.page.keyboard.press("h")
    expect(one.page.get_by_role("region", name="Status")).to_contain_text("Try Right")


def test_a_first_screen_says_how_it_is_played(visit):
    one = visit()
    open_walkthrough(one)
    status = one.page.get_by_role("region", name="Status")
    expect(status).to_contain_text(
        "Click a yellow cell, or use the arrow keys. Shift to Beta: click the other board, or press F."
    )
    expect(one.page.get_by_role("region", name="The aim")).to_contain_text("Light every beacon")
    play_walkthrough(one, ["e", "e"])
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
    one = visit()
    one.page.add_init_script(NOTES)
    open_walkthrough(one)
    play_walkthrough(one, ["e"])
    assert one.page.evaluate("[contexts.length, notes]") == [0, 0]
    one.page.get_by_role("button", name="Sound").click()
    expect(one.page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    before = one.page.evaluate("notes")
    assert before > 0 and one.page.evaluate("contexts.length") == 1
    one.page.wait_for_function("() => contexts[0].state === 'running'")
    play_walkthrough(one, ["e"], 1)
    assert one.page.evaluate("notes") > before
    one.page.get_by_role("button", name="Sound").click()
    before = one.page.evaluate("notes")
    play_walkthrough(one, ["e"], 2)
    assert one.page.evaluate("notes") == before


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
    one = visit(reduced_motion=motion)
    one.page.add_init_script(TRAVELS)
    open_walkthrough(one)
    play_walkthrough(one, ["e"])
    assert (one.page.evaluate("travels") > 0) == (motion != "reduce")
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_role("radio", name="Full" if motion == "reduce" else "Less").check(force=True)
    one.page.keyboard.press("Escape")
    before = one.page.evaluate("travels")
    play_walkthrough(one, ["e"], 1)
    assert (one.page.evaluate("travels") > before) == (motion == "reduce")


def test_reload_and_kill_9_in_mid_match(visit, house, relay):
    one = visit(address=relay.address)
    one.forgiven = ("WebSocket", "ERR_", "Failed to load resource")
    open_walkthrough(one)
    play_walkthrough(one, WALKTHROUGH[:3])
    one.page.reload()
    expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "3")
    play_walkthrough(one, WALKTHROUGH[3:4], 3)
    house.kill()
    expect(one.page.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()
    expect(one.page.get_by_role("button", name="Try now")).to_be_visible()
    house.open()  # the client comes back by itself
    expect(one.page.get_by_role("alert").filter(has_text="Connection lost")).to_have_count(0)
    play_walkthrough(one, WALKTHROUGH[4:], 4)
    expect(one.heading("Solved")).to_be_visible()


def test_a_replay_link_opens_at_its_ply_and_a_record_can_be_dropped(visit, tmp_path):
    one = visit()
    room = open_walkthrough(one)
    play_walkthrough(one)
    expect(one.heading("Solved")).to_be_visible()
    other = visit()
    other.page.goto(f"/m/{room}#3")
    slider = other.page.get_by_role("slider", name="Timeline")
    expect(slider).to_have_attribute("aria-valuetext", "move 3 of 8")
    other.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "move 4 of 8")
    assert other.page.url.endswith(f"/m/{room}#4")
    other.page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "move 0 of 8")
    other.page.keyboard.press("End")
    expect(other.heading("Solved")).to_be_visible()
    slider.fill("2")
    expect(other.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "2")
    other.page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_attribute("aria-valuetext", "move 8 of 8")
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
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    room = open_walkthrough(one)
    play_walkthrough(one)
    one.page.get_by_role("link", name="Watch it").click()
    slider = one.page.get_by_role("slider", name="Timeline")
    expect(slider).to_have_attribute("aria-valuetext", "move 0 of 8")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    one.page.mouse.move(box["x"] + 10, middle)
    one.page.mouse.down()
    one.page.mouse.move(box["x"] + box["width"] / 2, middle, steps=6)
    expect(slider).to_have_attribute("aria-valuetext", "move 4 of 8")  # while it is held
    expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "4")
    one.page.mouse.up()
    one.page.get_by_role("button", name="Speed 1 times").click()
    expect(one.page.get_by_role("button", name="Speed 2 times")).to_be_visible()
    one.page.get_by_role("button", name="Share this move").click()
    expect(one.page.get_by_text("The link to this move is copied.")).to_be_visible()
    link = one.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/m/{room}#4")
    other = visit()
    other.page.goto(link)
    expect(other.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 4 of 8")


def test_looking_back_in_mid_match_and_coming_back(visit):
    one = visit()
    open_walkthrough(one)
    play_walkthrough(one, WALKTHROUGH[:3])
    one.page.keyboard.press(",")
    expect(one.heading("Looking back: move 2 of 3")).to_be_visible()
    one.page.get_by_role("button", name="Back to now").click()
    play_walkthrough(one, WALKTHROUGH[3:4], 3)


def test_nothing_here_is_a_page_of_its_own(visit):
    one = visit()
    one.forgiven = ("404", "WebSocket")
    for address in ("/r/nowhere", "/m/nowhere", "/g/nowhere", "/what/is/this"):
        one.page.goto(address)
        expect(one.heading(re.compile("There is no"))).to_be_visible()
        if address == "/m/nowhere":
            expect(one.page.get_by_text("There is no such room, or no longer.", exact=True)).to_be_visible()
    one.page.get_by_role("link", name="Back to the hall").click()
    expect(one.heading(re.compile("on squared paper"))).to_be_visible()


def test_every_browser_finds_an_icon(visit):
    """Also the one that asks under the old name, as it does for what is no page; a 404 would stand in its console."""
    one = visit()
    for address in ("/icon.svg", "/favicon.ico"):
        answer = one.page.request.get(address)
        assert answer.status == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    one.page.goto("/icon.svg")


def test_settings_change_the_theme_and_are_kept(visit):
    one = visit()
    one.page.goto("/")
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_role("radio", name="Dark").check(force=True)
    expect(one.page.locator("html")).to_have_attribute("data-theme", "dark")
    one.page.keyboard.press("Escape")
    one.page.reload()
    expect(one.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_on_any_kind_of_page(visit, theme):
    one = visit(color_scheme=theme)
    one.forgiven = ("404",)
    one.page.goto("/")
    expect(one.page.get_by_role("button", name="Play Phase Shift")).to_be_visible()
    assert not violations(one)
    one.page.get_by_role("button", name="Settings").click()
    assert not violations(one)
    one.page.keyboard.press("Escape")
    one.page.goto("/g/phase_shift")
    expect(one.page.get_by_role("heading", name="New room")).to_be_visible()
    assert not violations(one)
    room = open_walkthrough(one)
    one.choice("Shift to Beta").hover()
    assert not violations(one)
    one.page.get_by_role("button", name="Share").click()
    expect(one.page.get_by_role("dialog")).to_be_visible()
    assert not violations(one)
    one.page.keyboard.press("Escape")
    play_walkthrough(one)
    expect(one.heading("Solved")).to_be_visible()
    assert not violations(one)
    one.page.goto(f"/m/{room}#3")
    expect(one.page.get_by_role("slider", name="Timeline")).to_be_visible()
    assert not violations(one)
    one.page.goto("/m/nowhere")
    expect(one.heading(re.compile("There is no"))).to_be_visible()
    assert not violations(one)
    one.page.goto("/g/echoes")
    one.page.get_by_role("button", name="Invite a friend").click()
    expect(one.page.get_by_role("button", name="Copy link")).to_be_visible()
    assert not violations(one)
    one.page.get_by_role("button", name="Let the machine play: easy").click()
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Yes, resign").click()
    expect(one.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert not violations(one)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_at_any_board(visit, theme):
    from gridhall.registry import games, load

    one = visit(color_scheme=theme)
    for game in games():
        one.page.goto(f"/g/{game}")
        expect(one.page.get_by_role("heading", name="New room")).to_be_visible()
        assert not violations(one)
        one.page.get_by_role("button", name="Two on this screen" if load(game).PLAYERS > 1 else "Open the room").click()
        curtain = one.page.get_by_role("button", name="open the curtain")
        choices = one.page.get_by_role("region", name="Choices")
        expect(curtain.or_(choices).first).to_be_visible()
        if curtain.count():
            assert not violations(one)
            curtain.click()
        expect(choices).to_be_visible()
        assert not violations(one)


def test_the_first_load_is_small():
    import gzip

    sizes = {
        path.name: len(gzip.compress(path.read_bytes()))
        for path in CLIENT.rglob("*")
        if path.suffix in (".js", ".css", ".html")
    }
    assert sum(sizes.values()) < 150_000, sizes


def test_the_client_knows_no_game():
    from gridhall.registry import games, load

    source = Path(__file__).resolve().parents[2] / "web/src"
    words = [name for game in games() for name in (game, load(game).TITLE)]
    files = [path for path in source.rglob("*") if path.is_file() and "generated" not in path.parts]
    found = [(path.name, word) for path in files for word in words if word in path.read_text("utf-8")]
    assert not found
