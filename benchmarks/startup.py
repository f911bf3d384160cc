"""How soon the first board is on the screen, against the time of `python -c "import json"`: the limit is 5 times.

    python benchmarks/startup.py [--json]

Both are measured in turn in this one run, so that a busy machine slows both; the median of the ratios counts.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

LIMIT = 5.0
ROUNDS = 15


def seconds_until(command: list[str], wanted: bytes, environment: dict[str, str]) -> float:
    """Wall-clock time until `wanted` (or, if empty, the end) is seen in the output."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        assert process.stdin is not None and process.stdout is not None
        if not wanted:
            process.stdin.close()
        seen = b""
        while not wanted or wanted not in seen:
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                break
            seen += more
        took = time.perf_counter() - began
        if wanted and wanted not in seen:
            raise SystemExit(f"{command} never showed {wanted!r}")
        process.stdin.close()
        process.stdout.read()  # let it end before the next one starts
    return took


def measure(game: str, level: str, rounds: int = ROUNDS) -> dict[str, float]:
    """The median seconds of both, and of their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GRIDHALL_HOME": folder, "PYTHONPYCACHEPREFIX": os.path.join(folder, "bytecode")}  # as installed: compiled once
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        start = [sys.executable, "-m", "gridhall", "play", game, level, "--plain"]
        plain = [sys.executable, "-c", "import json"]
        for command in (start, plain):
            seconds_until(command, b"", environment)  # once, so that bytecode is on disk
        pairs = [(seconds_until(plain, b"", environment), seconds_until(start, b"\n> ", environment)) for _ in range(rounds)]
    base, first = (statistics.median(column) for column in zip(*pairs))
    return {"import_json": base, "first_board": first, "ratio": statistics.median(board / json for json, board in pairs), "limit": LIMIT}


def main() -> int:
    found = measure("phase_shift", "walkthrough")
    if "--json" in sys.argv:
        print(json.dumps({"benchmark": "startup", **found}))
    else:
        base, first = found["import_json"] * 1000, found["first_board"] * 1000
        print(f"import json {base:.1f} ms   first board {first:.1f} ms   {found['ratio']:.2f} times (limit {LIMIT:g})")
    return int(found["ratio"] > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
