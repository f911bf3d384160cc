"""How a benchmark says what it measured beside what is wanted. `gridhall bench` gathers these rows into its last table.

A row is a JSON object: `benchmark`, `what`, and either `value`, `unit` and `at_least` or `at_most`, or `left_out` with
the reason. Run by itself a script prints them; `bench` names a file of its own in GRIDHALL_BENCH_TABLE.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any


def row(
    what: str, value: float, unit: str = "", *, at_least: float | None = None, at_most: float | None = None
) -> None:
    """Say one measured value; exactly one of the wanted ones is given."""
    assert (at_least is None) != (at_most is None), "say what is wanted: at least or at most"
    wanted = {"at_least": at_least} if at_most is None else {"at_most": at_most}
    _keep({"what": what, "value": round(float(value), 6), "unit": unit, **wanted})


def left_out(what: str, why: str) -> None:
    """Say what could not be measured here."""
    _keep({"what": what, "left_out": why})


def _keep(measured: dict[str, Any]) -> None:
    measured = {"benchmark": Path(sys.argv[0]).stem, **measured}
    if path := os.environ.get("GRIDHALL_BENCH_TABLE"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(measured) + "\n")
    elif "--json" in sys.argv:
        print(json.dumps(measured), flush=True)
    elif "left_out" in measured:
        print(f"{measured['what']}: left out, {measured['left_out']}", flush=True)
    else:
        wanted = (
            f"at least {measured['at_least']:,g}" if "at_least" in measured else f"at most {measured['at_most']:,g}"
        )
        print(
            f"{measured['what']}: {measured['value']:,.4g}{measured['unit']}, wanted {wanted}{measured['unit']}",
            flush=True,
        )
