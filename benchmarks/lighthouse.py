"""Lighthouse's scores of the hall, a game's page and a match, as on a phone and on a desk: medians of several runs.

    python benchmarks/lighthouse.py [--json] [--runs 5]

It needs Lighthouse, which is too large to be installed with the rest: `npm ci` in tests/lighthouse.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from _table import left_out, row

WANTED = {"accessibility": 100, "best-practices": 100, "performance": 98}
LIGHTHOUSE = Path(__file__).resolve().parents[1] / "tests/lighthouse/node_modules/lighthouse/cli/index.js"
SHAPES = {"phone": [], "desk": ["--preset=desktop"]}


def post(address: str, path: str, body: object, token: str = "") -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    asked = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def scores(page: str, arguments: list[str], folder: Path) -> dict[str, float]:
    """The scores of one run."""
    file = folder / "report.json"
    command = ["node", str(LIGHTHOUSE), page, *arguments, f"--only-categories={','.join(WANTED)}", "--output=json"]
    flags = "--chrome-flags=--headless=new --no-sandbox"
    subprocess.run([*command, f"--output-path={file}", "--quiet", flags], check=True, stderr=subprocess.DEVNULL)
    report = json.loads(file.read_text("utf-8"))["categories"]
    return {name: 100 * (report[name]["score"] or 0) for name in WANTED}


def measure(runs: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "gridhall", "serve", "--host", "127.0.0.1", "--port", "0"]
        with subprocess.Popen(
            command,
            env={**os.environ, "GRIDHALL_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as hall:
            try:
                assert hall.stdout is not None
                port = re.search(r":(\d+)/", hall.stdout.readline())
                assert port, "the hall did not say where it is"
                address = f"http://127.0.0.1:{port[1]}"
                token = post(address, "/api/guests", {})["token"]
                room = post(address, "/api/rooms", {"game": "phase_shift"}, token)["room"]
                for name, path in {"hall": "/", "game page": "/g/phase_shift", "match": f"/r/{room}"}.items():
                    for shape, arguments in SHAPES.items():
                        measured = [scores(address + path, arguments, Path(home)) for _ in range(runs)]
                        for what, wanted in WANTED.items():
                            value = statistics.median(run[what] for run in measured)
                            row(f"Lighthouse, {what} of the {name}, {shape}", value, at_least=wanted)
            finally:
                hall.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.chromium import find

    path = find(whole=True)
    if path is None or not LIGHTHOUSE.exists():
        left_out("Lighthouse's scores", "it is not here: npm ci in tests/lighthouse")
        return
    os.environ["CHROME_PATH"] = path
    measure(args.runs)


if __name__ == "__main__":
    main()
