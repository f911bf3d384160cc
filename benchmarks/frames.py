"""Frames a second of a board with 1,000 pieces in Chromium, while the view is moved and while a piece walks.

    python benchmarks/frames.py [--json] [--seconds 3]

The hall and the browser run on this machine; an empty page says what the browser itself can do here, at this load. How
long the page's own thread computes for a frame is counted besides, in time of the processor: other work does not
change that, and a frame has 16.7 milliseconds.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from _table import left_out, row

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WANTED = 60.0
BUDGET = 1000 / WANTED
FRAME = "ProxyMain::BeginMainFrame"  # Chromium's name for all that a page does for a frame
# Counts the frames that a page paints a second; if it `moves`, the view is scrolled before each of them.
COUNT = """([seconds, moves]) => new Promise((resolve) => {
  const view = document.querySelector('.view');
  const began = performance.now();
  let frames = 0;
  const paint = (now) => {
    frames++;
    if (moves) view.scrollTo(300 + 250 * Math.sin(now / 300), 300 + 250 * Math.cos(now / 300));
    if (now - began < 1000 * seconds) requestAnimationFrame(paint);
    else resolve((1000 * (frames - 1)) / (performance.now() - began));
  };
  requestAnimationFrame(paint);
})"""
MAKE = """async (text) => {
  const post = (path, body) => fetch(path, { method: 'POST', body }).then((reply) => reply.json());
  await post('/api/session', '{}');
  const room = await post('/api/rooms', JSON.stringify({ game: 'grid_universe', text }));
  localStorage.setItem('gridhall.seats', JSON.stringify({ [room.room]: room.keys }));
  return room.room;
}"""


def level() -> str:
    """A level of 32 x 32 cells with 1,000 coins, and a free row to walk in."""
    rows = ["o" * 32] * 31 + ["@" + "o" * 8 + "." * 22 + "E"]
    return "\n".join(rows) + "\n"


def count(browser: "Browser", page: "Page", seconds: float, moves: bool) -> tuple[float, float]:
    """The frames a second, and the milliseconds of processor time that one of them takes."""
    browser.start_tracing(page=page, categories=["cc", "blink"])
    frames: float = page.evaluate(COUNT, [seconds, moves])
    events = json.loads(browser.stop_tracing())["traceEvents"]
    times = [event["tdur"] / 1000 for event in events if event["name"] == FRAME and "tdur" in event]
    return frames, sum(times) / max(len(times), 1)


def measure(seconds: float, path: str) -> None:
    """Open a hall and a browser, and count."""
    from playwright.sync_api import sync_playwright
    from tests.chromium import FLAGS

    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        command = [sys.executable, "-m", "gridhall", "serve", "--host", "127.0.0.1", "--port", "0"]
        environment = {**os.environ, "GRIDHALL_HOME": home}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as hall:
            try:
                assert hall.stdout is not None
                port = re.search(r":(\d+)/", hall.stdout.readline())
                assert port, "the hall did not say where it is"
                browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto("about:blank")
                empty = page.evaluate(COUNT, [seconds, False])
                page.goto(f"http://127.0.0.1:{port[1]}/")
                page.goto(f"http://127.0.0.1:{port[1]}/r/{page.evaluate(MAKE, level())}")
                page.wait_for_selector("[data-piece]")
                page.wait_for_load_state("networkidle")
                pieces = page.locator("[data-piece]").count()
                moving = count(browser, page, seconds, moves=True)
                page.keyboard.press("ArrowRight")
                walking = count(browser, page, 1, moves=False)
                browser.close()
            finally:
                hall.terminate()
    row("frames a second of an empty page", round(empty), at_least=WANTED)
    for doing, (frames, milliseconds) in {
        f"while the view of {pieces} pieces moves": moving,
        f"while one of {pieces} pieces walks": walking,
    }.items():
        row(f"frames a second {doing}", round(frames), at_least=WANTED)
        row(f"milliseconds of a frame {doing}", milliseconds, at_most=BUDGET)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.chromium import find

    if path := find(whole=True):
        measure(args.seconds, path)
    else:
        left_out("frames a second of 1,000 pieces", "there is no Chromium: run `python tests/chromium.py`")


if __name__ == "__main__":
    main()
