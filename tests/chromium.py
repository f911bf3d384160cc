"""Find Chromium for the browser tests: the one on the PATH, else Debian's package.

Prints nothing if it is there; run by make. Best is the one without windows: a new visitor costs it a tenth of the time.
"""

import os
import shutil
import subprocess
import sys

PACKAGES = ("chromium-headless-shell", "chromium")
MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"  # there it is on no PATH
NAMES = (*PACKAGES, "chromium-browser", "google-chrome-stable", "google-chrome", MACOS)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find(whole: bool = False) -> str | None:
    """The path of a Chromium; if possible a `whole` one, as people have it, where that is what is measured."""
    names = sorted(NAMES, key="chromium-headless-shell".__eq__) if whole else NAMES
    return next((path for path in map(shutil.which, names) if path), None)


def main() -> None:
    if find():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update"], env=environment, capture_output=True)
        for package in PACKAGES:
            command = ["apt-get", "install", "--yes", "--no-install-recommends", package]
            subprocess.run(command, env=environment, capture_output=True)
            if find():
                return
    sys.exit(
        "The browser tests need Chromium, and it could not be installed: put `chromium` on the PATH "
        "(on Debian: apt-get install chromium)."
    )


if __name__ == "__main__":
    main()
