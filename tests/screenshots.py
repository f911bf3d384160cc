"""Pictures of every page of every game, light and dark, large and small.

`python -m tests.screenshots FOLDER` (make screenshots); further words choose of it: light or dark, desk, tablet or
phone, and games.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright
from tests.browser.conftest import House, Visitor
from tests.chromium import FLAGS, find

from gridhall.match import Match
from gridhall.registry import ShippedLevel, games, levels, load

MOVES = 15  # played before a picture in mid-match
SHAPES = {
    "desk": {"width": 1280, "height": 860},
    "tablet": {"width": 1024, "height": 768},
    "phone": {"width": 360, "height": 760},
}
THEMES = ("light", "dark")


def settle(page: Page) -> None:
    """Wait until all is drawn: fonts, symbols, nothing loading, nothing moving."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    page.wait_for_timeout(400)  # what is shown step by step comes to its end
    page.wait_for_function(
        "() => document.getAnimations().every((animation) =>"
        " animation.playState !== 'running' || animation.effect.getComputedTiming().iterations === Infinity)"
    )


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
        safe = page.locator(":not(.danger):not(.idle):not(.off):not(.quiet):not([aria-pressed])")
        golden = page.locator(".choices button.golden:visible, .bar button.golden:visible").and_(safe)
        cells = page.locator('[role="gridcell"].can:not([aria-label*="deadly"]):not([aria-label*="chosen"])')
        pieces = page.locator('[role="gridcell"].can[aria-label*="chosen"]')
        buttons = page.get_by_role("region", name="Choices").locator("button:visible")
        found = next(one for one in (golden, cells, pieces, buttons.and_(safe), buttons) if one.count())
        try:
            found.nth(move * 7 % found.count()).click(timeout=3000)
        except TimeoutError:  # the turn passed just now
            continue
        if page.get_by_role("dialog").count():
            page.get_by_role("dialog").get_by_role("button").first.click()
        settle(page)


def enter(one: Visitor, game: str, level: str) -> None:
    """Open a room with this visitor on every seat."""
    room, _ = one.make(game, level=level, seed="5")
    one.page.goto(f"/r/{room}")


def solve(one: Visitor, game: str, level: ShippedLevel) -> None:
    """Play a puzzle's proved solution."""
    enter(one, game, level.name)
    page, match = one.page, Match(game, level.name)
    for number, word in enumerate(level.certificate["witness"].split("; "), 1):
        choice = next(choice for choice in match.scene(0).choices if choice.word == word)
        page.get_by_role("region", name="Choices").wait_for()
        page.keyboard.press(choice.key)
        page.get_by_text(f"{number} / {number}").wait_for()
        match.play(word)


def pictures(browser: Browser, house: House, folder: Path, theme: str, shape: str, shown: list[str]) -> None:
    one = Visitor(
        browser,
        house,
        viewport=SHAPES[shape],
        color_scheme=theme,
        device_scale_factor=1,
        has_touch=shape == "phone",
        bypass_csp=True,
    )
    page = one.page

    def take(name: str, whole: bool = True) -> None:
        settle(page)
        page.screenshot(path=folder / f"{name}-{theme}-{shape}.png", full_page=whole)

    page.goto("/")
    page.get_by_role("button", name="Play").first.wait_for()
    count = "document.querySelectorAll('.living svg').length >= document.querySelectorAll('article').length"
    page.wait_for_function(f"() => {count}")
    take("hall")
    page.get_by_role("button", name="Settings").click()
    take("settings", whole=False)
    page.keyboard.press("Escape")
    page.goto("/r/nowhere")
    page.get_by_role("link", name="Back to the hall").wait_for()
    take("nothing")
    for game in shown:
        module = load(game)
        page.goto(f"/g/{game}")
        page.get_by_role("heading", name="New room").wait_for()
        take(f"{game}-page")
        ladder = levels(module)
        page.goto(f"/g/{game}/edit#level={ladder[-1 if module.PUZZLE else 1].name}")
        page.get_by_text("Ready to play.").wait_for()
        if module.PUZZLE:
            page.get_by_role("button", name="Can it be won?").click()
            page.get_by_text("moves, proved").wait_for()
        take(f"{game}-editor")
        page.get_by_role("button", name="New", exact=True).click()
        page.get_by_text("Undo brings back").wait_for()
        take(f"{game}-editor-new")
        level = ladder[len(ladder) * 4 // 5].name if module.PUZZLE and ladder else ""
        enter(one, game, level)
        if module.SECRETS and module.PLAYERS > 1:
            page.get_by_role("button", name="open the curtain").wait_for()
            take("curtain", whole=False)
        ready(page)
        take(f"{game}-start")
        advance(page, MOVES)
        ready(page)
        take(f"{game}-match")
        page.get_by_role("region", name="Choices").locator("button:not(.off)").first.hover()
        take(f"{game}-preview")
        if module.PLAYERS > 1:
            page.get_by_role("button", name="Resign").click()
            page.get_by_role("button", name="Yes, resign").click()
        elif module.PUZZLE and ladder:
            solve(one, game, ladder[0])
        else:
            advance(page, 400)
        page.get_by_role("link", name="Look back").wait_for()
        take(f"{game}-end")
        page.get_by_role("link", name="Look back").click()
        page.get_by_role("slider", name="Timeline").wait_for()
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        take(f"{game}-replay")
        if module.PLAYERS > 1:
            page.goto(f"/g/{game}")
            page.get_by_role("button", name="Invite a friend").click()
            page.get_by_role("button", name="Copy link").wait_for()
            take(f"{game}-waiting")
    one.context.close()


def main() -> None:
    words = sys.argv[1:]
    folder = Path(words[0] if words else "screenshots")
    shapes, themes, shown = ([name for name in names if name in words] or names for names in (SHAPES, THEMES, games()))
    folder.mkdir(parents=True, exist_ok=True)
    path = find()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        house = House(Path(home))
        house.open()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            for shape in shapes:
                for theme in themes:
                    pictures(browser, house, folder, theme, shape, list(shown))
        finally:
            browser.close()
            house.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
