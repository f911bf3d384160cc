"""Run the benchmarks of the source tree."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from gridhall.errors import Unavailable, Usage

FOLDER = Path(__file__).parents[3] / "benchmarks"


def bench(chosen: Namespace) -> int:
    """Run each script of benchmarks/ that measures speed; those named peers_* only when asked for."""
    if not FOLDER.is_dir():
        raise Unavailable("the benchmarks are part of the source tree, not of the installed package; clone it and run `make bench`")
    scripts = {path.stem: path for path in sorted(FOLDER.glob("*.py")) if not path.stem.startswith("_")}
    for name in chosen.names:
        if name not in scripts:
            raise Usage(f"there is no benchmark {name!r}; there are {', '.join(scripts)}")
    worst = 0
    for name, path in scripts.items():
        if name in chosen.names or (not chosen.names and (chosen.peers or "peers" not in name)):
            if not chosen.json:
                print(f"== {name}", flush=True)
            speaks = chosen.json and "--json" in path.read_text("utf-8")
            done = subprocess.run([sys.executable, str(path), *(["--json"] if speaks else [])], stdout=None if speaks or not chosen.json else 2, check=False)
            worst = max(worst, int(done.returncode != 0))
    return worst
