"""Find Chromium for the browser tests: the one on the PATH, else Debian's package.

Prints nothing if it is there; run by make.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path), None)


def main() -> None:
    if find():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(command, env=environment, capture_output=True)
        if find():
            return
    sys.exit(
        "The browser tests need Chromium, and it could not be installed: put `chromium` on the PATH "
        "(on Debian: apt-get install chromium)."
    )


if __name__ == "__main__":
    main()
