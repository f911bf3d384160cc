"""Run the benchmarks of the source tree, and end with a table of what they measured beside what is wanted."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from gridhall.commands import DONE, FAILED
from gridhall.errors import Unavailable, Usage

EXAMPLE = "gridhall bench --peers"
FOLDER = Path(__file__).parents[3] / "benchmarks"
PEERS = "peers"  # this script compares with other people's engines only


def arguments(parser: ArgumentParser) -> None:
    peers = "also other people's engines, where they are installed"
    parser.add_argument("--peers", action="store_true", help=peers)
    parser.add_argument("names", metavar="NAME", nargs="*", help="only these benchmarks")


def run(args: Namespace) -> int:
    """Run each script of benchmarks/; 1 if one of them fails. Values that miss what is wanted are shown, no more."""
    if not FOLDER.is_dir():
        where = "the benchmarks are part of the source tree, not of the installed package"
        raise Unavailable(f"{where}; clone it and run `make bench`")
    scripts = {path.stem: path for path in sorted(FOLDER.glob("*.py")) if not path.stem.startswith("_")}
    for name in args.names:
        if name not in scripts:
            raise Usage(f"there is no benchmark {name!r}; there are {', '.join(scripts)}")
    usual = [name for name in scripts if args.peers or name != PEERS]
    names = [name for name in scripts if name in (args.names or usual)]
    rows: list[dict[str, Any]] = []
    for name in names:
        if not args.json:
            print(f"== {name}", flush=True)
        rows += _run(scripts[name], args)
    if args.json:
        print(json.dumps({"table": rows}), flush=True)
    else:
        print(f"== wanted and measured\n{as_text(rows)}", flush=True)
    return FAILED if any("failed" in row for row in rows) else DONE


def _run(path: Path, args: Namespace) -> list[dict[str, Any]]:
    """What a script says for the table; its own output goes where ours goes."""
    import subprocess
    import tempfile

    text = path.read_text("utf-8")
    speaks = args.json and '"--json"' in text
    options = ["--json"] * speaks + ["--peers"] * (args.peers and '"--peers"' in text)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table"
        environment = {**os.environ, "GRIDHALL_BENCH_TABLE": str(table)}
        output = None if speaks or not args.json else 2  # for programs nothing but JSON is on standard output
        done = subprocess.run([sys.executable, str(path), *options], stdout=output, env=environment, check=False)
        lines = table.read_text("utf-8").splitlines() if table.exists() else []
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    for row in rows:
        if "value" in row:
            row["met"] = row.get("at_least", row["value"]) <= row["value"] <= row.get("at_most", row["value"])
    if done.returncode:
        rows.append({"benchmark": path.stem, "what": "the script", "failed": done.returncode})
    return rows


def as_text(rows: list[dict[str, Any]]) -> str:
    """The table, and a last line that says how many values are as wanted."""
    lines = [("benchmark", "what", "measured", "wanted", "")]
    for row in rows:
        unit = row.get("unit", "")
        if "failed" in row:
            cells = ("-", "", f"FAILED with exit code {row['failed']}")
        elif "left_out" in row:
            cells = ("-", "", f"left out: {row['left_out']}")
        else:
            wanted = f"at least {row['at_least']:,g}" if "at_least" in row else f"at most {row['at_most']:,g}"
            cells = (f"{_number(row['value'])}{unit}", wanted + unit, "" if row["met"] else "MISSED")
        lines.append((row["benchmark"], row["what"], *cells))
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    signs = ("<", "<", ">", "<")  # how each column is aligned
    shown = []
    for *columns, verdict in lines:
        aligned = [f"{text:{sign}{width}}" for text, sign, width in zip(columns, signs, widths)]
        shown.append("  ".join([*aligned, verdict]).rstrip())
    values = [row for row in rows if "value" in row]
    missed = sum(not row["met"] for row in values)
    verdict = f"{len(values) - missed} of {len(values)} values are as wanted"
    return "\n".join([*shown, f"{verdict}, {missed} missed" if missed else verdict])


def _number(value: float) -> str:
    """Three figures that count, and whole thousands."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
