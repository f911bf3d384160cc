"""A real hall and a real Chromium.

One of each for all tests that want the same hall, a fresh visitor for each test, and no console error unnoticed.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Route,
    expect,
    sync_playwright,
)
from tests.browser.weather import SEED, Relay, Weather, slow_down
from tests.chromium import FLAGS, find

ROOT = Path(__file__).resolve().parents[2]
# Milliseconds until a fact that does not come fails a test; a machine may have to compile its player first.
PATIENCE = 1000 * int(os.environ.get("GRIDHALL_PATIENCE", "180"))
expect.set_options(timeout=PATIENCE)
# What the hall counts by the clock is no reason for a red test on a machine that is busy with other things.
PATIENT = {f"GRIDHALL_LIMIT_{name}": "1e6" for name in ("SLOWNESS", "WORK_BURST", "ADDRESS_WORK_BURST")}
MAKE = """async (wish) => {
  const post = (path, body) => fetch(path, { method: 'POST', body }).then((reply) => reply.json());
  const { name, claimed = false } = await post('/api/session', '{}');
  localStorage.setItem('gridhall.visitor', JSON.stringify({ name, claimed }));
  const room = await post('/api/rooms', JSON.stringify(wish));
  const seats = JSON.parse(localStorage.getItem('gridhall.seats')) ?? {};
  localStorage.setItem('gridhall.seats', JSON.stringify({ ...seats, [room.room]: room.keys }));
  return room;
}"""

ASK = """async ([path, headers]) => {
  const reply = await fetch(path, { headers });
  return [reply.status, await reply.text()];
}"""
TURN = """() => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  port2.postMessage(0);
})"""


class House:
    """The hall as a process of its own."""

    def __init__(self, home: Path, games: Path | None = None, environment: dict[str, str] | None = None) -> None:
        self.home, self.games, self.environment = home, games, environment or {}
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Start it, on a port that is free, and wait until it answers."""
        games = {"GRIDHALL_GAMES": str(self.games)} if self.games else {}
        own = {"GRIDHALL_HOME": str(self.home), "NUMBA_NUM_THREADS": "1"}
        environment = {**os.environ, **own, **PATIENT, **games, **self.environment}
        command = [sys.executable, "-m", "gridhall", "serve", "--host", "127.0.0.1", "--port", "0"]
        log = (self.home / "log").open("a")
        with log:
            self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()  # it is printed when the port is open
        port = re.search(r":(\d+)/", line)
        assert port, f"the hall said {line!r}; {(self.home / 'log').read_text()}"
        own_port = self.port = int(port[1])
        if SEED:
            self.port = Weather(lambda: own_port).port
        with urllib.request.urlopen(self.address + "/api/games", timeout=PATIENCE / 1000) as answer:
            assert answer.status == 200

    def kill(self) -> None:
        """End the process as `kill -9` does: it can clean nothing up."""
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    def close(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process.stdout.close()


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """What the hall of a module finds in its environment besides; a module may say otherwise."""
    return {}


@pytest.fixture(scope="package")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., House]]:
    """Halls by what their modules want of them; modules that want the same share one."""
    if not (ROOT / "src/gridhall/server/client/index.html").exists():
        pytest.fail("the client is not built: run `python web/build.py` (make test does)")
    halls: dict[Any, House] = {}

    def hall(games: Path | None, environment: dict[str, str], alone: str) -> House:
        wanted = (games, *environment.items(), alone)
        if wanted not in halls:
            halls[wanted] = House(tmp_path_factory.mktemp("hall"), games, environment)
        if halls[wanted].process is None:  # it is new, or a test that failed has left it killed
            halls[wanted].open()
        return halls[wanted]

    with contextlib.ExitStack() as stack:
        yield hall
        for each in halls.values():
            stack.callback(each.close)


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, houses: Callable[..., House], environment: dict[str, str]) -> House:
    """The module's hall: with the further games of its GAMES folder; if it is ALONE, nobody else has been there."""
    module = request.module
    return houses(getattr(module, "GAMES", None), environment, module.__name__ if hasattr(module, "ALONE") else "")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find()
    if path is None:
        pytest.fail("there is no Chromium: run `python tests/chromium.py` (make test does)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        try:
            yield chromium
        finally:
            chromium.close()


class Door:
    """Holds back the hall's answers to a page while it is closed."""

    def __init__(self, page: Page, closed: bool = False, address: str = "**/api/**") -> None:
        self.held: list[Route] = []
        self.closed = closed
        page.route(address, self._pass_through)

    def _pass_through(self, route: Route) -> None:
        if self.closed:
            self.held.append(route)
        else:
            route.continue_()

    def open(self) -> None:
        """Let everything come, what was asked last first."""
        self.closed = False
        for route in reversed(self.held):
            route.continue_()
        self.held = []


class Visitor:
    """A person with a browser of their own: a page, and what its console complained about."""

    def __init__(self, browser: Browser, house: House, address: str = "", **options: Any) -> None:
        options = {
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            "service_workers": "block",  # requests go past a worker's cache; the tests of going offline say otherwise
            **options,
        }
        self.address = address or house.address
        self.context: BrowserContext = browser.new_context(base_url=self.address, **options)
        self.context.set_default_timeout(PATIENCE)
        if SEED and options["service_workers"] == "block":  # who is slowed down does not learn of going offline
            self.context.on("page", slow_down)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.elsewhere: list[str] = []
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        """Listen to a page's console, and to what it fetches."""
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self.follow)

    def follow(self, request: Request) -> None:
        """Keep the address of what is not fetched from the hall."""
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def hear(self, message: ConsoleMessage) -> None:
        """Keep what the console complains about, with the address that it is about."""
        if "registration blocked by Playwright" in message.text:  # by our own wish
            return
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def choice(self, name: str, exact: bool = False) -> Locator:
        return self.page.get_by_role("region", name="Choices").get_by_role("button", name=name, exact=exact).first

    def cell(self, cell: int, board: str | None = None) -> Locator:
        """A cell of the board with this name, or of the first one."""
        grid = self.page.get_by_role("grid", name=board) if board else self.page.get_by_role("grid")
        return grid.first.locator(f'[role="gridcell"][data-cell="{cell}"]')

    def make(self, game: str, **wish: Any) -> tuple[str, list[dict[str, Any]]]:
        """Make a room over HTTP, for what no page offers; return its id and keys, kept where a page would keep them."""
        answer: dict[str, Any] = self.page.evaluate(MAKE, {"game": game, **wish})
        return answer["room"], answer["keys"]

    def ask(self, path: str, **headers: str) -> tuple[int, str]:
        """What the hall answers to the page. A browser connects anew if an old connection is just being closed."""
        status, text = self.page.evaluate(ASK, [path, headers])
        return status, text

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", level=1, name=name)

    def freeze(self) -> None:
        """From now on nothing moves by itself on the page, whose clock is installed, but when it is told to."""

        def pause() -> None:
            self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 1)  # in seconds

        try:
            pause()
        except Error:  # this second had passed before it was said; but since then the clock stands
            pause()

    def reload(self) -> None:
        """Load the page again while its clock stands: time goes on until the page has taken its opening's place."""

        def is_opening() -> int:
            self.page.clock.run_for(10)
            return self.page.locator(".opening").count()

        self.page.reload()
        self.until(is_opening, 0)

    def skip_film(self, after: Locator, by: str = "mouse") -> None:
        """Finish the film that comes, unless nobody was quick enough; `after` is what is seen when it is over."""
        skip = self.page.get_by_role("button", name="Skip", exact=True)
        expect(skip.or_(after).first).to_be_visible()
        act = "focus" if by == "keys" else "click"
        if skip.evaluate_all(f"(found) => {{ found[0]?.{act}(); return found.length; }}") and by == "keys":
            self.page.keyboard.press("Enter")
        expect(after).to_be_visible()

    def until(self, read: Callable[[], Any], wanted: Any = True) -> None:
        """Wait until this is read on the page, by turns of its loop, which go on while its clock stands."""
        end = time.monotonic() + PATIENCE / 1000
        while (now := read()) != wanted and time.monotonic() < end:
            self.page.evaluate(TURN)
        assert now == wanted

    def check(self) -> None:
        """No complaint in the console, nothing fetched from elsewhere."""
        bad = [text for text in self.complaints if not any(word in text for word in self.forgiven)]
        assert not bad, bad
        assert not self.elsewhere, self.elsewhere


@pytest.fixture
def relay(house: House) -> Iterator[Relay]:
    line = Relay(lambda: house.port)
    yield line
    line.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Callable[..., Visitor]]:
    """Make visitors; afterwards each one's console must be clean."""
    visitors: list[Visitor] = []

    def make(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, house, **options))
        return visitors[-1]

    with contextlib.ExitStack() as stack:
        yield make
        for visitor in visitors:
            stack.callback(visitor.context.close)
        for visitor in visitors:
            visitor.check()
