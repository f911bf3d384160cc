"""What `pip install gridhall` brings: megabytes and seconds, and how much of it a web server and a full screen are.

    python benchmarks/install.py [--json]

It builds the wheel, makes an empty environment, installs into it, and measures. Seconds depend on the network and on
pip's cache; megabytes do not.
"""

import argparse
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from _table import row

ROOT = Path(__file__).resolve().parents[1]
# What only a hall, or only the full screen, needs of what is installed.
SERVER = (
    "starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "mako", "anyio", "h11", "prometheus_client",
    "webauthn", "argon2", "cryptography",
)  # fmt: skip
STAGE = ("textual", "rich", "wcwidth", "pygments", "markdown_it", "mdit_py_plugins")


def megabytes(paths: list[Path]) -> float:
    files = (file for path in paths for file in ([path] if path.is_file() else path.rglob("*")))
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def main() -> None:
    argparse.ArgumentParser(description=__doc__).add_argument("--json", action="store_true")  # which `row` looks for
    with tempfile.TemporaryDirectory() as scratch:
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", scratch, str(ROOT)], check=True)
        (wheel,) = Path(scratch).glob("*.whl")
        venv.create(Path(scratch, "venv"), with_pip=True)
        site = next(Path(scratch, "venv", "lib").glob("python*/site-packages"))
        before = megabytes([site])
        python, began = Path(scratch, "venv", "bin", "python"), time.perf_counter()
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel], check=True)
        seconds = time.perf_counter() - began
        everything = megabytes([site]) - before

        def share(names: tuple[str, ...]) -> float:
            return megabytes([path for name in names for path in site.glob(f"{name}*")])

        row("wheel", megabytes([wheel]), " MB", at_most=6)
        row("installed", everything, " MB", at_most=400)
        row("of it Numba, llvmlite and NumPy", share(("numba", "llvmlite", "numpy")) / everything, at_least=0.5)
        row("of it a web server and its store", share(SERVER) / everything, at_most=0.15)
        row("of it the full screen", share(STAGE) / everything, at_most=0.15)
        print(f"pip install took {seconds:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
