"""Connections that let the hall wait, and those that it cuts off itself when it closes."""

import os
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.conftest import PATIENCE, FarHouse, House
from tests.server.test_attacks import hostile_level

WHOLE = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPLOAD = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"


class Served(House):
    """`gridhall serve` in a process that begins with few files, with limits by the environment."""

    def __init__(self, folder: Path, **limits: str) -> None:
        super().__init__()
        own = {f"GRIDHALL_LIMIT_{name.upper()}": value for name, value in limits.items()}
        command = [sys.executable, "-m", "gridhall", "serve", "--port", "0"]
        soft = 256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "GRIDHALL_HOME": str(folder), **own},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, soft),
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().partition("localhost:")[2].partition("/")[0])

    def line(self) -> socket.socket:
        """A connection that says nothing yet."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def connected(self) -> set[int]:
        """The other ends' ports of its open connections."""
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        links = {os.readlink(link) for link in Path(f"/proc/{self.process.pid}/fd").iterdir() if link.is_symlink()}
        return {int(row[2].rpartition(":")[2], 16) for row in rows if f"socket:[{row[9]}]" in links}

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    halls: list[Served] = []

    def open_one(**limits: str) -> Served:
        halls.append(Served(tmp_path, **limits))
        return halls[-1]

    yield open_one
    for hall in halls:
        hall.close()


def wait_until(fact: Callable[[], bool]) -> None:
    """Ask again and again until something is so."""
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end


def is_closed_by_the_hall(line: socket.socket) -> bool:
    """Whether the other end of a connection goes, whatever it says before."""
    try:
        while line.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    return True


def answer_of(line: socket.socket) -> None:
    """Read one answer to its end."""
    with line.makefile("rb") as file:
        length = 0
        while (head := file.readline().strip()) != b"":
            name, _, value = head.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        file.read(length)


def test_whoever_never_ends_a_request_is_cut_off(serve: Callable[..., Served]) -> None:
    hall = serve(join_seconds="0.5", silent_seconds="0.5")
    with hall.line() as silent, hall.line() as slow, hall.line() as late:
        slow.sendall(UPLOAD)
        late.sendall(WHOLE)
        answer_of(late)
        late.sendall(WHOLE[:20])
        for line in (silent, slow, late):
            assert is_closed_by_the_hall(line)


def test_whoever_does_not_read_an_answer_is_cut_off(serve: Callable[..., Served]) -> None:
    hall = serve(join_seconds="0.5", silent_seconds="0.5")
    script = re.search(r"/assets/index-[^\"]*js", hall.call("GET", "/")[1].decode())
    assert script
    with hall.line() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked = WHOLE.replace(b"/api/games", script[0].encode())
        deaf.sendall(asked * 200)  # answers of 20 MB, more than waits at both ends of a connection
        port = deaf.getsockname()[1]
        wait_until(lambda: port not in hall.connected())


def test_whom_the_hall_cuts_off_when_it_closes_is_no_error_in_its_log(far_house: FarHouse) -> None:
    with socket.create_connection(("127.0.0.1", far_house.port), PATIENCE) as slow:
        slow.sendall(UPLOAD)  # and never the rest
        with socket.create_connection(("127.0.0.1", far_house.port), PATIENCE) as hearing:
            hostile = hostile_level().encode()
            hearing.sendall(
                b"POST /api/games/grid_universe/prove HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Length: %d\r\n\r\n%s" % (len(hostile), hostile)
            )
            assert hearing.recv(1 << 16).startswith(b"HTTP/1.1 200")  # and more is to come
            with socket.create_connection(("127.0.0.1", far_house.port), PATIENCE) as wild:
                wild.sendall(b"\x16\x03\x01\x02\r\n\r\n")
                assert wild.recv(1 << 16).startswith(b"HTTP/1.1 400")
            status, said = far_house.end()
        assert (status, said) == (0, "")
        assert slow.recv(1 << 16).startswith(b"HTTP/1.1 503"), "who may come back is told so"


def test_a_hall_has_as_many_files_as_the_system_lets_it(serve: Callable[..., Served]) -> None:
    hall = serve()
    limits = Path(f"/proc/{hall.process.pid}/limits").read_text()
    soft, hard = next(line.split()[3:5] for line in limits.splitlines() if line.startswith("Max open files"))
    assert soft == hard != "256"
