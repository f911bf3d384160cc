"""A real hall on a free port of this machine, and people who talk to it."""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
from sqlalchemy import create_engine, make_url, text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from gridhall.server.messages import VERSION
from gridhall.server.net.http import App
from gridhall.server.net.websocket_protocol import WebSocketProtocol
from gridhall.server.serve import bound_socket
from gridhall.server.work.limits import Limits

OpenHouse = Callable[..., "NearHouse"]
TLS = ssl.SSLContext | None
PATIENCE = 180.0  # seconds until a test that hears nothing fails
# Tests type fast, and a busy machine may hold anybody up: no clock of the hall decides a test that is not about it.
PATIENT = Limits(
    messages=1e6, message_burst=1e6, silent_seconds=1e9, join_seconds=1e9, slowness=1e3, work_burst=1e6,
    address_work_burst=1e6,
)  # fmt: skip


class Person:
    """A connection to a room: sends messages, keeps all it receives."""

    def __init__(self, port: int, patience: float = PATIENCE, host: str = "127.0.0.1", tls: TLS = None) -> None:
        address = f"{'wss' if tls else 'ws'}://{host}:{port}/ws"
        self.patience = patience
        self.stack = contextlib.ExitStack()
        self.socket = self.stack.enter_context(
            connect(address, compression=None, max_size=None, open_timeout=patience, close_timeout=1, ssl=tls)
        )
        self.socket.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as browsers do
        self.heard: list[str] = []  # every message as it came
        self.numbers: dict[int, int] = {}
        self.at: dict[int, int] = {}
        self.scenes: dict[int, dict[str, Any]] = {}

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(self.patience)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "joined":
            self.numbers.update(zip(message["seats"], message["numbers"]))
        elif message["type"] == "whole":
            self.scenes[message["seat"]], self.at[message["seat"]] = message["scene"], message["at"]
        elif message["type"] == "update":
            seat = message["seat"]
            assert message["at"] == self.at[seat] + 1
            self.at[seat] = message["at"]
            for step in message["steps"]:
                self.scenes[seat] = {**self.scenes[seat], **step["changed"]}
        return message

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def rest(self) -> list[dict[str, Any]]:
        """All that has been sent to this person until now: whatever comes before the answer to a ping."""
        self.send(type="ping")
        messages = []
        while (message := self.hear())["type"] != "pong":
            messages.append(message)
        return messages

    def join(self, room: str, keys: list[dict[str, Any]] | None = None, token: str = "") -> "Person":
        self.send(type="join", version=VERSION, room=room, keys=keys or [], token=token)
        self.wait("joined")
        return self

    def act(self, kind: str, seat: int = 1, **more: Any) -> dict[str, Any]:
        """Do something with the seat's next number; the answer to it."""
        number = self.numbers[seat] + 1
        self.send(type=kind, seat=seat, number=number, **more)
        while True:
            message = self.wait("update", "taken", "error")
            if message["type"] == "error" or (message.get("number") == number and message["seat"] == seat):
                break
        if message["type"] != "error":
            self.numbers[seat] = number
        return message

    def play(self, word: str, seat: int = 1) -> dict[str, Any]:
        return self.act("play", seat, word=word)

    def close_code(self) -> int:
        """Read until the server closes; its code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code

    def close(self) -> None:
        self.stack.close()


class House:
    """A hall somewhere, as visitors know it: by its port, mostly of this machine."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1", tls: TLS = None) -> None:
        self.port, self.host, self.tls = port, host, tls
        self.people: list[Person] = []

    def call(
        self, method: str, path: str, body: Any = None, token: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """An HTTP request; JSON comes back as data, everything else as bytes."""
        sent = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else None
        address = f"{'https' if self.tls else 'http'}://{self.host}:{self.port}{path}"
        request = urllib.request.Request(address, sent, headers or {}, method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE, context=self.tls) as answer:
                status, content, kind = answer.status, answer.read(), answer.headers["content-type"]
        except urllib.error.HTTPError as answer:
            with answer:
                status, content, kind = answer.code, answer.read(), answer.headers["content-type"]
        return status, json.loads(content) if kind.startswith("application/json") else content

    def guest(self) -> str:
        status, answer = self.call("POST", "/api/guests")
        assert status == 201, answer
        return str(answer["token"])

    def make(self, game: str, token: str = "", **wish: Any) -> tuple[str, list[dict[str, Any]]]:
        """A new room and the keys to it."""
        status, answer = self.call("POST", "/api/rooms", {"game": game, **wish}, token or self.guest())
        assert status == 201, answer
        return answer["room"], answer["keys"]

    def person(self) -> Person:
        self.people.append(Person(self.port))
        return self.people[-1]

    def leave(self) -> None:
        for person in self.people:
            person.close()


class NearHouse(House):
    """A hall in a thread of this process, so that a test can look inside."""

    def __init__(self, database: str, limits: Limits | None = None) -> None:
        super().__init__()
        self.app = App(database, limits or PATIENT)
        listening = bound_socket("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            ws=WebSocketProtocol,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            ws_max_size=1 << 16,
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],))
        self.thread.start()
        self.call("GET", "/api/games")  # answered when all is ready

    def inside(self, work: Callable[[], Any]) -> Any:
        """Do something in the hall's own thread."""
        done = threading.Event()
        results: list[Any] = []

        def run() -> None:
            try:
                results.append(work())
            finally:
                done.set()

        self.app.hall.writer.loop.call_soon_threadsafe(run)
        assert done.wait(PATIENCE)
        return results[0]

    def forget(self, room: str) -> None:
        """Throw a room out of the memory, as after a minute without anybody: all that happened there is stored."""
        hall = self.app.hall
        asyncio.run_coroutine_threadsafe(hall.flushed(), hall.writer.loop).result(PATIENCE)
        self.inside(self.app.hall.rooms[room].close)

    def close(self) -> None:
        self.leave()
        self.server.should_exit = True
        self.thread.join()


# A hall that hears Ctrl-C whatever it inherits.
SERVE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
import msgspec
from gridhall.server.serve import serve
from gridhall.server.work.limits import Limits
serve(port=0, database=sys.argv[1], limits=msgspec.json.decode(sys.argv[2], type=Limits))
"""


class FarHouse(House):
    """A hall in a process of its own, which can be killed."""

    def __init__(self, database: str, games: Path | None = None, **environment: str) -> None:
        super().__init__()
        self.database, self.games, self.environment = database, games, environment
        self.open()

    def open(self) -> None:
        games = {"GRIDHALL_GAMES": str(self.games)} if self.games else {}
        environment = {**os.environ, "NUMBA_NUM_THREADS": "1", **games, **self.environment}
        command = [sys.executable, "-c", SERVE, self.database, msgspec.json.encode(PATIENT).decode()]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.partition("http://localhost:")[2].partition("/")[0])

    def kill(self) -> None:
        """End the process as suddenly as can be; its workers notice when they have finished what they compute."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def end(self) -> tuple[int, str]:
        """Ctrl-C; the exit status and what was said on the way."""
        self.process.send_signal(signal.SIGINT)
        return self._gone()

    def _gone(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said

    def close(self) -> None:
        self.leave()
        if self.process.poll() is None:
            self.process.terminate()
            self._gone()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """An empty database: SQLite, or one made on the PostgreSQL server that GRIDHALL_TEST_DATABASE names."""
    server = os.environ.get("GRIDHALL_TEST_DATABASE")
    if not server:
        yield f"sqlite:///{tmp_path}/hall.sqlite"
        return
    name = f"gridhall_{secrets.token_hex(6)}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield str(make_url(server).set(database=name).render_as_string(hide_password=False))
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture
def open_house(database: str) -> Iterator[OpenHouse]:
    """Open a hall with limits of the test's choice."""
    with contextlib.ExitStack() as stack:

        def make(limits: Limits | None = None) -> NearHouse:
            house = NearHouse(database, limits)
            stack.callback(house.close)
            return house

        yield make


@pytest.fixture
def house(open_house: OpenHouse) -> NearHouse:
    return open_house()


@pytest.fixture
def far_house(database: str) -> Iterator[FarHouse]:
    house = FarHouse(database, Path(__file__).parent / "games")
    yield house
    house.close()
