"""Pictures of every screen of every game, light and dark, at three sizes.

`python -m tests.screenshots FOLDER` (make screenshots); further words choose of it: light or dark, desk, tablet or
phone, hall, people, rooms, and games.
"""

import contextlib
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright
from tests.browser.conftest import House, Visitor
from tests.chromium import FLAGS, find
from tests.server.conftest import Person

from gridhall.agents.choice import choose
from gridhall.guide import guide_of
from gridhall.match import Match
from gridhall.registry import ShippedLevel, games, levels, load

SEED = 5
MOVES = 15  # played before a picture in mid-match
PASSWORD = "three blind mice run"
SHAPES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
THEMES = ("light", "dark")
WALK = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await frame();
  }
  scrollTo(0, 0);
  await frame();
}"""


def settle(page: Page) -> None:
    """Wait until all is drawn: fonts, symbols, nothing loading, nothing moving."""
    with contextlib.suppress(TimeoutError):  # a page that listens to the lobby is never idle
        page.wait_for_load_state("networkidle", timeout=2000)
    page.evaluate("document.fonts.ready")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    page.wait_for_timeout(400)  # what is shown step by step comes to its end
    page.wait_for_function(
        "() => document.getAnimations().every((animation) =>"
        " animation.playState !== 'running' || animation.effect.getComputedTiming().iterations === Infinity)"
    )


class Camera:
    """A visitor whose pages are photographed."""

    def __init__(self, browser: Browser, house: House, folder: Path, theme: str, shape: str) -> None:
        self.folder, self.theme, self.shape = folder, theme, shape
        # Passkeys are made for `localhost`, not for a number.
        address = f"http://localhost:{house.port}"
        self.house = house
        self.visitor = Visitor(browser, house, address, color_scheme=theme, bypass_csp=True, **SHAPES[shape])
        self.page = self.visitor.page

    def take(self, name: str, whole: bool = True) -> None:
        """Photograph the whole page, or what is seen of it; on a phone both, for its bar lies over the page."""
        settle(self.page)
        if whole:  # what plays by itself begins when one comes near it
            self.page.evaluate(WALK)
            settle(self.page)
        path = self.folder / f"{name}-{self.theme}-{self.shape}.png"
        self.page.screenshot(path=path, full_page=whole, scale="css")
        if whole and self.shape == "phone":
            path = self.folder / f"{name}-{self.theme}-{self.shape}-seen.png"
            self.page.screenshot(path=path, scale="css")

    def enter(self, game: str, level: str = "", **wish: Any) -> str:
        """Open a room, with this visitor on every seat unless the wish says otherwise; its id."""
        room, _ = self.visitor.make(game, level=level, seed=str(SEED), **wish)
        self.page.goto(f"/r/{room}")
        return room


def ready(page: Page) -> bool:
    """Open curtains and skip films until there is something to choose; False at the end of the match."""
    curtain, skip = page.get_by_role("button", name="open the curtain"), page.get_by_role("button", name="Skip")
    choices, end = page.get_by_role("region", name="Choices"), page.get_by_role("link", name="Look back")
    while True:
        curtain.or_(skip).or_(choices).or_(end).first.wait_for()
        if end.count():
            return False
        if curtain.count():
            curtain.click()
        elif skip.count():
            skip.click()
        elif choices.count():
            return True


def advance(page: Page, moves: int) -> None:
    """Play what is offered and neither deadly nor idle, a few times.

    The main act, else a place on the board, else a button.
    """
    for move in range(moves):
        if not ready(page):
            return
        safe = page.locator(":not(.fatal):not(.wasted):not(.impossible):not(.off):not(.quiet):not([aria-pressed])")
        golden = page.locator(".choices button.golden:visible, .bar button.golden:visible").and_(safe)
        cells = page.locator('[role="gridcell"].can:not([aria-label*="deadly"]):not([aria-label*="chosen"])')
        pieces = page.locator('[role="gridcell"].can[aria-label*="chosen"]')
        buttons = page.get_by_role("region", name="Choices").locator("button:visible")
        offers = next(offer for offer in (golden, cells, pieces, buttons.and_(safe), buttons) if offer.count())
        try:
            offers.nth(move * 7 % offers.count()).click(timeout=3000)
        except TimeoutError:  # the turn passed just now
            continue
        if page.get_by_role("dialog").count():
            page.get_by_role("dialog").get_by_role("button").last.click()  # the way back comes first
        settle(page)


class Understudy:
    """Plays every seat of a room over a connection of its own, as the game's machine would, while a page shows it."""

    def __init__(self, camera: Camera, game: str) -> None:
        self.room, keys = camera.visitor.make(game, seed=str(SEED))
        self.person = Person(camera.house.port).join(self.room, keys)
        self.match = Match(game, seed=SEED)
        self.agent = next(iter(self.match.game.LEVELS_OF_PLAY), "propose")

    def play(self, plies: int) -> None:
        match, game = self.match, self.match.game
        for _ in range(plies):
            if match.over:
                return
            player = match.acting[0]
            view = match.view(player)
            action = game.automatic(match.setup, view, player) if game.automatic else -1
            if action < 0:
                action = choose(game, match.setup, view, player, self.agent, SEED)
                self.person.act("play", player + 1, action=action)
            match.act(player, action)  # what is automatic the hall plays itself

    def close(self) -> None:
        self.person.stack.close()


def solve(camera: Camera, game: str, level: ShippedLevel) -> None:
    """Play a puzzle's proved solution, with a picture in the middle of it."""
    camera.enter(game, level.name)
    page, match = camera.page, Match(game, level.name)
    words = level.certificate["witness"].split("; ")
    for number, word in enumerate(words, 1):
        choice = next(choice for choice in match.scene(0).choices if choice.word == word)
        page.get_by_role("region", name="Choices").wait_for()
        page.keyboard.press(choice.key)
        page.get_by_text(f"{number} / {number}").wait_for()
        match.play(word)
        if number == len(words) // 2:
            camera.take(f"{game}-middle")


def photograph_hall(camera: Camera) -> None:
    page = camera.page
    page.goto("/")
    page.get_by_role("button", name="Play").first.wait_for()
    page.locator(".living svg").first.wait_for()  # the others are drawn when one comes near them
    camera.take("hall")
    page.get_by_role("button", name="Settings").click()
    camera.take("settings", whole=False)
    page.keyboard.press("Escape")
    if camera.shape != "phone":
        page.get_by_role("button", name="Join with a link").click()
        camera.take("join", whole=False)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Play someone now").click()
    page.get_by_text("You wait for somebody").wait_for()
    camera.take("lobby-waiting")
    for path, name in (("/r/nowhere", "missing-room"), ("/m/nowhere", "missing-match"), ("/nowhere", "missing-page")):
        page.goto(path)
        page.get_by_role("link", name="Back to the hall").wait_for()
        camera.take(name, whole=False)
    page.goto("/g/nowhere")
    page.get_by_role("heading", level=1).wait_for()
    camera.take("missing-game", whole=False)


def photograph_people(camera: Camera) -> None:
    page = camera.page
    page.goto("/")
    for path in ("account", "sign-in", "link", "privacy", "@me"):
        page.goto(f"/{path}")
        page.get_by_role("heading", level=1).wait_for()
        camera.take({"account": "keep", "@me": "profile-guest"}.get(path, path))
    page.goto("/")
    puzzle = next(game for game in games() if load(game).PUZZLE)
    solve(camera, puzzle, levels(load(puzzle))[0])
    page.get_by_role("complementary", name="Keep your stars").wait_for()
    camera.take("keep-stars", whole=False)
    camera.enter(puzzle, levels(load(puzzle))[1].name)
    advance(page, 3)
    page.goto("/account")
    page.get_by_label("The name you want").fill(f"Ann-{camera.theme}-{camera.shape}")
    page.get_by_role("button", name="Take a password instead").click()
    page.get_by_label("A new password").fill(PASSWORD)
    camera.take("keep-password")
    page.get_by_role("button", name="Keep with a password").click()
    page.get_by_role("button", name="I have kept them").wait_for()
    camera.take("welcome")
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_role("region", name="Finished matches").wait_for()
    camera.take("profile")
    page.goto("/account")
    page.get_by_role("region", name="Devices").get_by_role("listitem").first.wait_for()
    camera.take("account")
    page.goto("/")
    page.get_by_role("link", name="Continue").wait_for()
    camera.take("hall-again")


def photograph_rooms(camera: Camera) -> None:
    """What a room shows besides its match: waiting, sharing, a lost connection."""
    page = camera.page
    page.goto("/")
    duel = next(game for game in games() if load(game).PLAYERS > 1)
    room = camera.enter(duel, seats=[{"kind": "me"}, {"kind": "open"}])
    page.get_by_role("button", name="Copy link").wait_for()
    camera.take("waiting")
    page.get_by_role("button", name="Share").click()
    camera.take("share", whole=False)
    stranger = Visitor(page.context.browser, camera.house, color_scheme=camera.theme, **SHAPES[camera.shape])
    own, camera.page = page, stranger.page
    stranger.page.goto(f"/r/{room}")
    stranger.page.get_by_role("button", name="Sit down").wait_for()
    camera.take("invited")
    stranger.page.get_by_role("button", name="Sit down").click()
    stranger.page.get_by_role("region", name="Choices").wait_for()
    camera.take("other-side")
    stranger.page.get_by_role("button", name="Resign").click()
    camera.take("resign", whole=False)
    stranger.page.get_by_role("button", name="Yes, resign").click()
    stranger.page.get_by_role("button", name="Rematch").wait_for()
    camera.take("lost-duel")
    camera.page = own
    stranger.context.close()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rematch").wait_for()
    camera.take("won-duel")
    puzzle = next(game for game in games() if load(game).PUZZLE)
    camera.enter(puzzle, levels(load(puzzle))[0].name)
    ready(page)
    page.get_by_role("button", name="Hint").first.click()
    camera.take("hint")
    camera.house.kill()
    page.get_by_role("alert").filter(has_text="Connection lost").wait_for()
    page.wait_for_timeout(400)
    page.screenshot(path=camera.folder / f"connection-lost-{camera.theme}-{camera.shape}.png")
    camera.house.open()


def photograph_game(camera: Camera, game: str) -> None:
    page, module = camera.page, load(game)
    ladder = levels(module)
    page.goto(f"/g/{game}")
    page.get_by_role("heading", name="New room").wait_for()
    page.locator(".verbs").first.wait_for()  # drawn when one comes near them
    camera.take(f"{game}-page")
    if page.get_by_text("Settings", exact=True).count():
        page.get_by_text("Settings", exact=True).first.click()
        camera.take(f"{game}-options")
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("dialog").locator(".verbs svg").first.wait_for()
    camera.take(f"{game}-rules", whole=False)
    page.keyboard.press("Escape")
    page.goto(f"/g/{game}/table")
    page.get_by_role("heading", level=1).wait_for()
    camera.take(f"{game}-table")
    page.goto(f"/g/{game}/play?level={ladder[0].name}")
    page.get_by_role("button", name="Edit a copy").wait_for()
    camera.take(f"{game}-level")
    page.goto(f"/g/{game}/learn")
    for number, step in enumerate(guide_of(module).lesson, 1):
        page.get_by_role("heading", level=1, name=step.title).wait_for()
        camera.take(f"{game}-lesson-{number}")
        page.get_by_role("button", name="Skip this step").click()
    photograph_editor(camera, game)
    if module.PUZZLE:
        camera.enter(game, ladder[len(ladder) * 4 // 5].name)
        ready(page)
        camera.take(f"{game}-start")
        advance(page, MOVES)
        camera.take(f"{game}-match")
        photograph_preview(camera, game)
        solve(camera, game, ladder[-1])
    else:
        photograph_played(camera, game)
    page.get_by_role("link", name="Look back").wait_for()
    camera.take(f"{game}-end")
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("slider", name="Timeline").wait_for()
    worth = page.get_by_role("region", name="Looking back").locator(".worth")
    worth.filter(has_not_text="Working it out").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    camera.take(f"{game}-replay")


def photograph_preview(camera: Camera, game: str) -> None:
    """Point at a choice with the mouse, which has to move for that."""
    page = camera.page
    choices = page.get_by_role("region", name="Choices").locator("button:visible")
    choice = choices.and_(page.locator(":not(.wasted):not(.impossible)")).first
    try:
        choice.scroll_into_view_if_needed(timeout=5000)
    except TimeoutError:  # a phone shows a piece's buttons only when it is chosen, and has no mouse to point with
        return
    place = choice.bounding_box()
    assert place
    for step in (4, 8, 12):
        page.mouse.move(place["x"] + step, place["y"] + place["height"] / 2)
    camera.take(f"{game}-preview")


def photograph_played(camera: Camera, game: str) -> None:
    """A match that is no puzzle: its beginning, its middle and its end as the machine plays it."""
    page, understudy = camera.page, Understudy(camera, game)
    page.goto(f"/r/{understudy.room}")
    if load(game).SECRETS and load(game).PLAYERS > 1:
        page.get_by_role("button", name="open the curtain").wait_for()
        camera.take(f"{game}-curtain", whole=False)
    ready(page)
    camera.take(f"{game}-start")
    understudy.play(80 if load(game).PLAYERS > 1 else 12)
    page.reload()  # without the film of all that
    if ready(page):
        camera.take(f"{game}-match")
        photograph_preview(camera, game)
    understudy.play(5000)
    understudy.close()
    page.reload()
    ready(page)


def photograph_editor(camera: Camera, game: str) -> None:
    page, module = camera.page, load(game)
    ladder = levels(module)
    page.goto(f"/g/{game}/edit#level={ladder[-1 if module.PUZZLE else 1].name}")
    page.get_by_text("Ready to play.").wait_for()
    if module.PUZZLE:
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_text("moves, proved").wait_for()
    camera.take(f"{game}-editor")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_text("Undo brings back").wait_for()
    camera.take(f"{game}-editor-new")
    if module.generate:
        page.goto("/")
        page.goto(f"/g/{game}/edit#generate")
        page.get_by_role("dialog", name="Generate a level").wait_for()
        camera.take(f"{game}-generate", whole=False)


def main() -> None:
    words = sys.argv[1:]
    folder = Path(words[0] if words else "screenshots")
    topics: dict[str, Callable[[Camera], None]] = {
        "hall": photograph_hall,
        "people": photograph_people,
        "rooms": photograph_rooms,
        **{game: partial(photograph_game, game=game) for game in games()},
    }
    shapes, themes, chosen = ([name for name in names if name in words] or names for names in (SHAPES, THEMES, topics))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        house = House(Path(home))
        house.open()
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        try:
            for topic in chosen:
                for shape in shapes:
                    for theme in themes:
                        camera = Camera(browser, house, folder, theme, shape)
                        try:
                            camera.page.goto("/")
                            topics[topic](camera)
                        finally:
                            camera.visitor.context.close()
        finally:
            browser.close()
            house.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
