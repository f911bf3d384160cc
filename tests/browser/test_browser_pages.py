"""The pages around the board: nothing moves by itself, nothing is cut off, little is fetched."""

import gzip
import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import ROOT, Door, Visitor

from gridhall.registry import games, load

PATHS = (
    "/", "/g/phase_shift", "/g/echoes", "/g/warpgrid", "/g/phase_shift/play?level=walkthrough", "/g/warpgrid/edit",
    "/r/nowhere",
)  # fmt: skip
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  const add = (list) => list.forEach((shift) => (sum += shift.hadRecentInput ? 0 : shift.value));
  const watch = new PerformanceObserver((list) => add(list.getEntries()));
  watch.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => { add(watch.takeRecords()); done(sum); }));
})"""
MOST_SHIFT, MOST_BYTES, MOST_FONT = 0.02, 110_000, 40_000
CUT = """() => [...document.querySelectorAll('button, .button, .pill')]
  .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.trim())"""


def settle(visitor):
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_moves_while_a_page_is_loaded(visit, width):
    visitor = visit(viewport={"width": width, "height": 844})
    visitor.forgiven = ("404",)
    for path in PATHS:
        visitor.page.goto(path)
        settle(visitor)
        assert visitor.page.evaluate(SHIFTS) < MOST_SHIFT, path


def test_every_page_fits_320_pixels_and_no_label_is_cut_off_if_letters_are_wider(visit):
    visitor = visit(viewport={"width": 320, "height": 700})
    visitor.forgiven = ("404",)
    for path in PATHS:
        visitor.page.goto(path)
        settle(visitor)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320, path
        visitor.page.add_style_tag(content="* { letter-spacing: 0.14em !important }")  # 1.3 times as wide, about
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert visitor.page.evaluate(CUT) == [], path


@pytest.mark.parametrize("width", [1440, 1280, 1024, 900, 700, 390])
def test_the_cards_of_the_hall_leave_no_hole(visit, width):
    visitor = visit(viewport={"width": width, "height": 900})
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("button", name="Play Phase Shift")).to_be_visible()
    boxes = visitor.page.get_by_role("article").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect())")
    rows = {}
    for box in boxes:
        rows.setdefault(round(box["y"]), []).append(box)
    ends = {round(max(box["x"] + box["width"] for box in row)) for row in rows.values()}
    assert len(ends) == 1, f"rows end at {ends}"


def test_the_first_load_is_small():
    client = ROOT / "src/gridhall/server/client"
    index = (client / "index.html").read_text("utf-8")
    named = [client / path for path in re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)]
    fonts = [path for path in named if path.suffix == ".woff2"]
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in named if path not in fonts)
    assert fonts and sum(path.stat().st_size for path in fonts) <= MOST_FONT
    assert 0 < packed + len(gzip.compress(index.encode())) < MOST_BYTES
    assert "SIL OPEN FONT LICENSE" in (client / "font-license.txt").read_text("utf-8").upper()


def test_chromium_is_told_to_compile_every_script_while_it_comes():
    scripts = list((ROOT / "src/gridhall/server/client/assets").glob("*.js"))
    assert scripts and {path.read_text("utf-8").splitlines()[0] for path in scripts} == {"//# allFunctionsCalledOnLoad"}


def test_the_files_of_all_other_pages_are_fetched_only_once_a_page_stands(browser, house):
    visitor = Visitor(browser, house, service_workers="allow")
    page = visitor.page
    note = "async () => void (window.registered = performance.now())"
    page.add_init_script(f"ServiceWorkerContainer.prototype.register = {note}")
    page.goto("/")
    page.wait_for_function("() => window.registered")
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventStart")
    assert page.evaluate("window.registered") - loaded > 1990  # its timer has 2000, and never fires sooner
    visitor.context.close()


def test_a_match_is_drawn_on_a_phone_without_asking_for_the_windows_size(visit):
    """A phone's window knows its size only after a layout: whoever asks while a page is drawn lays it out twice."""
    visitor = visit(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    visitor.page.add_init_script(
        """window.asked = 0;
        const { get } = Object.getOwnPropertyDescriptor(window, 'innerWidth');
        Object.defineProperty(window, 'innerWidth', { get: () => (window.asked++, get.call(window)) });"""
    )
    visitor.page.goto("/")
    for game in ("phase_shift", "grid_universe"):  # a board that fits, and one that is seen through a camera
        visitor.page.goto(f"/r/{visitor.make(game)[0]}")
        expect(visitor.page.get_by_role("grid").first).to_be_visible()
        assert visitor.page.evaluate("window.asked") == 0, game


def test_an_invitation_has_a_code_for_a_phones_camera_and_tells_the_settings(visit):
    visitor, friend = visit(), visit()
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("combobox", name="Blue").select_option("open")
    visitor.page.get_by_text("Settings", exact=True).click()
    visitor.page.get_by_role("spinbutton", name="Turns").fill("7")
    visitor.page.get_by_role("button", name="Open the room").click()
    expect(visitor.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    friend.page.goto(visitor.page.url)
    expect(friend.page.get_by_text("Turns: 7")).to_be_visible()
    friend.page.get_by_role("button", name="Sit down as Blue").click()
    expect(friend.page.get_by_role("region", name="Status")).to_contain_text("of 7")


def test_a_room_that_is_not_there_offers_nothing_to_share(visit):
    visitor = visit()
    visitor.forgiven = ("404",)
    visitor.page.goto("/r/nowhere")
    expect(visitor.heading("There is no match here.")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Share")).to_have_count(0)


def test_no_rule_number_stands_on_a_page_outside_the_rules(visit):
    visitor = visit()
    for path in ("/", "/g/phase_shift", "/g/maze_runner", "/g/warpgrid/edit"):
        visitor.page.goto(path)
        settle(visitor)
        expect(visitor.page.locator("main")).not_to_contain_text(
            re.compile(r"\b(?:PS|GU|EC|WG|MR)\d+"), use_inner_text=True
        )


def test_what_was_visited_opens_without_a_connection_and_playing_says_that_it_needs_one(browser, house):
    visitor = Visitor(browser, house, service_workers="allow")
    page = visitor.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    page.goto("/g/phase_shift")
    expect(page.get_by_text("First Light").first).to_be_visible()
    settle(visitor)
    visitor.context.set_offline(True)
    page.goto("/g/phase_shift")
    expect(visitor.heading("Phase Shift")).to_be_visible()
    page.get_by_role("button", name="Play First Light").click()
    expect(page.get_by_text("You are offline: this needs a connection to the hall.")).to_be_visible()
    page.goto("/")
    expect(visitor.heading(re.compile("games on squared paper"))).to_be_visible()
    visitor.context.close()


def test_nothing_moves_in_the_editor_when_the_drawings_come_last(visit):
    visitor = visit(viewport={"width": 390, "height": 844})
    door = Door(visitor.page, closed=True, address="**/theme.svg")
    visitor.page.goto("/g/warpgrid/edit")
    expect(visitor.page.get_by_text("Ready to play.")).to_be_attached()
    expect(visitor.page.get_by_text("Nothing to draw yet")).to_have_count(0)
    visitor.until(lambda: len(door.held), 1)
    door.open()
    settle(visitor)
    expect(visitor.page.get_by_role("region", name="The board").get_by_role("img").first).to_be_visible()
    assert visitor.page.evaluate(SHIFTS) < MOST_SHIFT


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_moves_while_a_match_is_loaded(visit, width):
    visitor = visit(viewport={"width": width, "height": 844})
    visitor.page.goto("/")
    machine = [{"kind": "me"}, {"kind": "machine", "level": "easy"}]
    for game in games():
        room, _ = visitor.make(game, seed="7", **({"seats": machine} if load(game).PLAYERS > 1 else {}))
        visitor.page.goto(f"/r/{room}")
        expect(visitor.page.get_by_role("region", name="Status")).to_be_visible()
        settle(visitor)
        assert visitor.page.evaluate(SHIFTS) < MOST_SHIFT, game


def test_a_replay_opens_without_a_connection_and_a_new_build_takes_the_place_of_the_old_shell(browser, house):
    visitor = Visitor(browser, house, service_workers="allow")
    page = visitor.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    room, _ = visitor.make("grid_universe", level="walking")
    page.goto(f"/r/{room}")
    for _ in range(4):
        page.get_by_role("region", name="Choices").get_by_role("button", name="Right").click()
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("slider", name="Timeline")).to_be_enabled()
    settle(visitor)
    # What an older build has left is gone as soon as the worker of this one begins.
    page.evaluate(
        """async () => {
          const cache = await caches.open('gridhall-shell-of-an-older-build');
          await cache.put('/', new Response('an old page'));
          const registration = await navigator.serviceWorker.ready;
          await registration.unregister();
        }"""
    )
    page.reload()
    page.wait_for_function("async () => !(await caches.keys()).includes('gridhall-shell-of-an-older-build')")
    expect(page.get_by_role("slider", name="Timeline")).to_be_enabled()
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    page.reload()
    expect(page.get_by_role("slider", name="Timeline")).to_be_enabled()
    settle(visitor)
    visitor.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("slider", name="Timeline")).to_be_enabled()
    page.keyboard.press("Home")
    expect(page.get_by_text("0 / 4")).to_be_visible()
    visitor.context.close()


def test_a_page_on_paper_is_what_is_read_with_its_colours_and_no_empty_card(visit):
    visitor = visit()
    page = visitor.page
    page.goto("/g/phase_shift")
    expect(page.get_by_role("heading", name="New room")).to_be_visible()
    page.emulate_media(media="print")
    for name in ("New room", "Tables", "Levels of your own"):  # all of it is clicked
        expect(page.get_by_role("heading", name=name)).to_be_hidden()
    expect(page.get_by_role("heading", name="Levels", exact=True)).to_be_visible()
    expect(page.get_by_text("Full rules, numbered")).to_be_hidden()  # closed, it says nothing
    expect(page.locator(".card label:visible")).to_have_count(0)
    room, _ = visitor.make("phase_shift", level="walkthrough")
    page.goto(f"/r/{room}")
    expect(page.get_by_role("grid").first).to_be_visible()
    expect(page.get_by_label("Numbers")).to_be_visible()
    expect(page.get_by_label("Choices")).to_be_hidden()
    assert page.get_by_role("grid").first.evaluate("(board) => getComputedStyle(board).printColorAdjust") == "exact"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_tells_what_it_is_before_its_script_has_come(visit, scheme):
    visitor = visit(color_scheme=scheme)
    door = Door(visitor.page, closed=True, address="**/*.js")
    visitor.page.goto("/g/echoes", wait_until="commit")
    expect(visitor.page.get_by_role("heading", name="Echoes")).to_be_visible()
    expect(visitor.page.get_by_text(load("echoes").AIM)).to_be_visible()
    colour = "() => getComputedStyle(document.documentElement).backgroundColor"
    expect(visitor.page.locator("html")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")  # the styles are there
    before = visitor.page.evaluate(colour)
    door.open()
    expect(visitor.page.get_by_role("button", name="Play the machine")).to_be_visible()
    assert visitor.page.evaluate(colour) == before
    expect(visitor.page.locator(".opening")).to_have_count(0)


def test_a_room_asks_for_no_file_that_its_page_has_not_named(visit, house):
    visitor = visit()
    visitor.page.goto("/")
    path = f"/r/{visitor.make('phase_shift')[0]}"
    stranger = visit()
    asked: list[str] = []
    stranger.page.on("request", lambda request: asked.append(request.url.removeprefix(house.address)))
    answer = stranger.page.goto(path)
    expect(stranger.page.get_by_role("grid").first).to_be_visible()
    content = answer.text()
    assets = [path for path in asked if path.startswith("/assets/")]
    assert assets and [path for path in assets if path not in content] == []
    assert not [path for path in asked if path.startswith("/api/games/")], "these answers came with the page"


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", games())
def test_nothing_moves_while_a_room_is_loaded(visit, game, width):
    visitor = visit(viewport={"width": width, "height": 844})
    visitor.page.goto(f"/g/{game}")
    button = re.compile("Play the machine" if load(game).PLAYERS > 1 else "^Play ")
    visitor.page.get_by_role("button", name=button).first.click()
    expect(visitor.page.get_by_role("grid").first).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.get_by_role("grid").first).to_be_visible()
    settle(visitor)
    assert visitor.page.evaluate(SHIFTS) < MOST_SHIFT
