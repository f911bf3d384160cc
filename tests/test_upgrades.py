"""Upgrading a dependency? These tests say what of it is gone or has changed, and where that is used.

Numba's inside has its own test in test_compiler.py. The upper bounds in pyproject.toml name the versions that these
tests have passed with; raise a bound when they pass with the next one.
"""

import inspect
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


def test_uvicorn_still_has_the_inside_that_we_use():
    """server/ has a WebSocket protocol of its own, which overrides one method of uvicorn's and reads two fields."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    own = inspect.getsource(WebSocketsSansIOProtocol)
    assert callable(getattr(WebSocketsSansIOProtocol, "send_receive_event_to_app", None)), "the method is gone"
    assert "self.read_paused" in own, "it no longer says in `read_paused` whether reading has stopped"
    assert "self.queue" in own, "messages that came in no longer wait in `queue`"
    method = inspect.getsource(WebSocketsSansIOProtocol.send_receive_event_to_app)
    assert "if not self.read_paused" in method, "it no longer stops reading only if `read_paused` is False"
    assert "pause_reading" in method, "it no longer stops reading after every message: our protocol is not needed"


def test_websockets_still_runs_without_input_and_output():
    """uvicorn's protocol drives `websockets.server.ServerProtocol`, which only turns bytes into events."""
    from websockets.server import ServerProtocol

    for name in ("receive_data", "events_received", "data_to_send", "send_text"):
        assert callable(getattr(ServerProtocol, name, None)), f"ServerProtocol.{name} is gone"


def test_starlette_still_compresses_pages_and_hands_out_files():
    """server/ wraps an application in gzip, and hands it files and streams; each is made with these arguments."""
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.responses import FileResponse, StreamingResponse
    from starlette.routing import Route

    wanted = {
        GZipMiddleware: {"app", "minimum_size"}, FileResponse: {"path", "headers", "media_type"},
        StreamingResponse: {"content", "media_type"}, Route: {"path", "endpoint", "methods"},
    }  # fmt: skip
    for kind, names in wanted.items():
        missing = names - set(inspect.signature(kind).parameters)
        assert not missing, f"{kind.__name__} takes no {', '.join(missing)} any more"


@pytest.mark.parametrize("name", BOUNDED)
def test_what_is_used_from_inside_is_bounded_above_and_locked_within(name):
    requirement = next(each for each in map(Requirement, PROJECT["dependencies"]) if each.name == name)
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
