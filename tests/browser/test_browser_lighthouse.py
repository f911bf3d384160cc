"""Lighthouse finds nothing wrong: accessibility and best practices of the hall, a game's page and a match."""

import json
import os
import shutil
import subprocess

import pytest
from tests.browser.conftest import ROOT
from tests.chromium import find

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser lighthouse")]
FOLDER = ROOT / "tests" / "lighthouse"
SHAPES = {"phone": [], "desk": ["--preset=desktop"]}
CATEGORIES = ("accessibility", "best-practices")


@pytest.fixture(scope="module")
def lighthouse():
    """The command, installed as its lock file says."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        pytest.skip("Lighthouse needs node and npm on the PATH")
    if not (FOLDER / "node_modules" / "lighthouse").exists():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True, capture_output=True)
    return [node, str(FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js")]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("page", ["hall", "game page", "match"])
def test_accessibility_and_best_practices_are_100(lighthouse, visit, house, tmp_path, page, shape):
    visitor = visit()
    visitor.page.goto("/")
    path = {"hall": "/", "game page": "/g/phase_shift", "match": ""}[page] or f"/r/{visitor.make('phase_shift')[0]}"
    report = tmp_path / "report.json"
    wanted = [f"--only-categories={','.join(CATEGORIES)}", "--output=json", f"--output-path={report}", "--quiet"]
    command = [*lighthouse, house.address + path, *SHAPES[shape], *wanted]
    environment = {**os.environ, "CHROME_PATH": str(find())}
    subprocess.run([*command, "--chrome-flags=--headless=new --no-sandbox"], env=environment, check=True)
    measured = json.loads(report.read_text("utf-8"))
    failed = [
        audit["title"] for audit in measured["audits"].values() if audit["score"] is not None and audit["score"] < 1
    ]
    assert {name: measured["categories"][name]["score"] for name in CATEGORIES} == dict.fromkeys(CATEGORIES, 1), failed
