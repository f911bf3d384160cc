"""Dependencies: those whose inside is used are bounded above, and the lock file fits what pyproject.toml allows.

What exactly is used of an inside is tested where it is used: Numba's in test_compiler.py, uvicorn's and Starlette's in
server/test_dependencies.py. Raise a bound when these tests pass with the next version.
"""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCKED = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "requirements-dev.lock").read_text("utf-8"), re.M))
BOUNDED = ("numba", "llvmlite", "uvicorn", "websockets", "starlette")  # whose inside is used, directly or not


def test_websockets_still_runs_without_input_and_output():
    """uvicorn's protocol drives `websockets.server.ServerProtocol`, which only turns bytes into events."""
    from websockets.server import ServerProtocol

    for name in ("receive_data", "events_received", "data_to_send", "send_text"):
        assert callable(getattr(ServerProtocol, name, None)), f"ServerProtocol.{name} is gone"


@pytest.mark.parametrize("name", BOUNDED)
def test_what_is_used_from_inside_is_bounded_above_and_locked_within(name):
    requirement = next(
        requirement for requirement in map(Requirement, PROJECT["dependencies"]) if requirement.name == name
    )
    assert any(bound.operator == "<" for bound in requirement.specifier), f"{name} has no upper bound"
    assert Version(LOCKED[name]) in requirement.specifier
    assert Version(version(name)) in requirement.specifier


def test_the_lock_file_has_every_dependency_and_names_no_place():
    listed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    for requirement in map(Requirement, listed):
        locked = LOCKED[requirement.name.lower().replace("_", "-")]
        assert locked in requirement.specifier, f"{requirement} is locked at {locked}; run makers/lock.py"
    lines = (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[\w.-]+==[\w.]+", line)] == []
    assert not any("://" in line or "@" in line for line in lines)
