"""What earlier versions printed and stored, made by `makers/snapshot.py` and kept for ever."""

import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "snapshots"
VERSIONS = sorted(path.name for path in FOLDER.iterdir())


def load(version: str, name: str) -> Any:
    """The content of one of a version's JSON files."""
    return json.loads((FOLDER / version / name).read_text("utf-8"))


def copy_hall(version: str, target: Path) -> None:
    """Copy a version's store as if it had been left a moment ago: a hall forgets rooms that nobody visits for weeks."""
    shutil.copy(FOLDER / version / "hall.sqlite", target)
    with closing(sqlite3.connect(target)) as base, base:
        (last,) = base.execute("select max(at) from log").fetchone()
        later = time.time() - last
        base.execute("update log set at = at + ?", (later,))
        for table in ("rooms", "guests"):
            base.execute(f"update {table} set made = made + ?", (later,))
