"""What the first board of each game at the prompt costs, in times of `python -c "import json"`: wanted at most 4.

    python benchmarks/startup.py [--json] [--rounds 15]

Both are seconds of CPU, so that waiting for a core does not count. They are measured in turn in this one run, because a
busy machine has colder caches as well; the median of the ratios counts.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

from _table import row

from gridhall.registry import games

WANTED = 4.0
PROMPT = re.compile(rb"\n\d?> ")  # with secrets, the number of who sits there before it


def seconds_of(command: list[str], environment: dict[str, str]) -> float:
    """CPU seconds of a command until it has ended."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
    _, process.returncode, used = os.wait4(process.pid, 0)
    if process.returncode:
        raise SystemExit(f"{command} has failed")
    return used.ru_utime + used.ru_stime


def seconds_until_prompt(command: list[str], environment: dict[str, str]) -> float:
    """CPU seconds of a command until the prompt is seen; the Enter that opens a curtain is already waiting."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
        seen = b""
        while not PROMPT.search(seen):
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise SystemExit(f"{command} ended without a prompt: {seen!r}")
            seen += more
        with open(f"/proc/{process.pid}/schedstat", encoding="ascii") as file:
            used = int(file.read().split()[0]) / 1e9
        process.stdin.close()
        process.stdout.read()  # let it end before the next one starts
    return used


def measure(game: str, rounds: int) -> dict[str, float]:
    """The median seconds of both, and of their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        bytecode = os.path.join(folder, "bytecode")  # as installed: compiled once
        environment = {**os.environ, "GRIDHALL_HOME": folder, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        start = [sys.executable, "-m", "gridhall", "play", game, "--plain"]
        plain = [sys.executable, "-c", "import json"]
        seconds_of(plain, environment), seconds_until_prompt(start, environment)  # compiles the bytecode
        pairs = [(seconds_of(plain, environment), seconds_until_prompt(start, environment)) for _ in range(rounds)]
    base, first = (statistics.median(column) for column in zip(*pairs))
    ratio = statistics.median(board / base for base, board in pairs)
    return {"import_json": base, "first_board": first, "ratio": ratio}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    for game in games():
        times = measure(game, args.rounds)
        if args.json:
            print(json.dumps({"benchmark": "startup", "game": game, **times}))
        else:
            base, first = times["import_json"] * 1000, times["first_board"] * 1000
            shown = f"import json {base:.1f} ms   first board {first:.1f} ms   {times['ratio']:.2f} times"
            print(f"{game:16} {shown}", flush=True)
        row(f"first board of {game}, times `import json`", times["ratio"], at_most=WANTED)


if __name__ == "__main__":
    main()
