"""The hall under load: live two-player rooms of Echoes, one move a room and second, beside a bare Starlette room (and
boardgame.io).

    python benchmarks/hall.py [--rooms 1000] [--seconds 20] [--rounds 1] [--peers] [--postgres] [--json]

The server runs in a process of its own on one core, this load client on another, over loopback. Latency is from sending
a word to its acknowledgement (stored on disk), and from sending a plan's seal to what the opponent receives. After that
every room plays as fast as it is answered ("rushed"): what a move costs when the server does nothing but moves, without
being woken for each. Wanted: 99 of 100 moves reach the opponent within 50 ms, and 150 microseconds of the hall's own.

**What is counted.** A move is one message in. CPU is all threads of the server's process, user and system; that of
the client and of the kernel on its behalf is not. The part of the game (its rules; views, scenes and what changed in
them) is clocked inside the server in a rush of its own, because clocks cost, too; what is left is the hall's own:
receive, seat, encode, store, send.

**How far the comparison is fair.** All have the same client, as many rooms, and two sockets in each. The bare room
decides nothing, knows no game and stores nothing: it passes the 53 bytes of a move on to both sockets. So it sends two
small messages a move; the hall sends one to the mover, with all that has changed on their board, and one to the other
side when a plan is sealed or a turn is shown (the table says how many messages and bytes). boardgame.io sends its state
to both; it keeps its matches in memory only, and its game does nothing but remember the last word. It is installed by
npm into a temporary folder. What a move costs depends on the machine, on its load and on the number of rooms, so only
figures of one run compare; with --rounds each server is started so many times in turn, and the median is told.

With --postgres the hall also runs in two processes on a PostgreSQL of its own, and the CPU of both and of the database
counts.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from _table import row

from gridhall.match import Match
from gridhall.server.messages import VERSION

SPREAD, RUSH = 24, 30  # words
HERE = Path(__file__).parent

HALL = """
import json, signal, sys, time
from pathlib import Path
from gridhall.match import Match
from gridhall.server.rooms import acts
from gridhall.server.work.limits import Limits
from gridhall.server.rooms.seat_view import SeatView
from gridhall.server.serve import serve
spent = {"asked": 0, "rules": 0.0, "scenes": 0.0}

def clock(kind, name, part):
    inner, now = getattr(kind, name), time.thread_time
    def clocked(*arguments):
        began = now()
        try:
            return inner(*arguments)
        finally:
            spent[part] += now() - began
    setattr(kind, name, clocked)

def tell(*_):
    spent["asked"] += 1
    Path(sys.argv[2]).write_text(json.dumps(spent))

def begin(*_):
    clock(acts, "action_of", "rules")
    clock(Match, "act", "rules")
    clock(SeatView, "update", "scenes")

signal.signal(signal.SIGUSR2, begin)
signal.signal(signal.SIGUSR1, tell)
unlimited = dict.fromkeys(("rooms", "room_burst", "guests", "guest_burst", "silent_seconds"), 1e9)
many = dict.fromkeys(("unfinished", "address_connections", "stored_bytes", "address_bytes"), 10**9)
serve(port=0, database=sys.argv[1], limits=Limits(**unlimited, **many))
"""
SEVERAL = """
import sys
from gridhall.server.work.limits import Limits
from gridhall.server.serve import serve
unlimited = dict.fromkeys(("rooms", "room_burst", "guests", "guest_burst", "silent_seconds"), 1e9)
many = dict.fromkeys(("unfinished", "address_connections", "stored_bytes", "address_bytes"), 10**9)
if __name__ == "__main__":
    serve(port=0, database=sys.argv[1], limits=Limits(**unlimited, **many), processes=2)
"""
BARE = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from gridhall.server.serve import bound_socket
rooms = {}
async def room(socket):
    await socket.accept()
    here = rooms.setdefault(socket.query_params["room"], [])
    here.append(socket)
    try:
        while True:
            text = await socket.receive_text()
            for other in here:
                await other.send_text(text)
    except Exception:
        here.remove(socket)
listening = bound_socket("127.0.0.1", 0)
print(f"http://localhost:{listening.getsockname()[1]}/", flush=True)
app = Starlette(routes=[WebSocketRoute("/ws", room)])
config = uvicorn.Config(
    app, log_level="error", ws="websockets-sansio", ws_per_message_deflate=False, ws_ping_interval=None
)
uvicorn.Server(config).run(sockets=[listening])
"""

BOARDGAME = """
const { Server, Origins } = require('boardgame.io/server');
const moves = { act: ({ G }, word) => { G.last = word; } };
const game = { name: 'g', setup: () => ({ last: '' }), moves, turn: { activePlayers: { all: 'any' }, stages: {} } };
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const tell = ({ appServer }) => console.log(`http://localhost:${appServer.address().port}/`);
server.run({ port: 0, callback: () => {} }).then(tell);
"""


class Socket(asyncio.Protocol):
    """The least WebSocket client there is: its mask is zero, so that masking costs nothing."""

    def __init__(self, heard: Any) -> None:
        self.heard, self.buffer, self.open = heard, b"", asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def send(self, text: bytes) -> None:
        size = len(text)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self.buffer = self.buffer[end + 4 :]
            self.open.set_result(None)
        while len(self.buffer) >= 2:
            size, start = self.buffer[1], 2
            if size == 126:
                start = 4
                size = struct.unpack("!H", self.buffer[2:4])[0] if len(self.buffer) >= 4 else 1 << 60
            elif size == 127:
                start = 10
                size = struct.unpack("!Q", self.buffer[2:10])[0] if len(self.buffer) >= 10 else 1 << 60
            if len(self.buffer) < start + size:
                return
            message, self.buffer = self.buffer[start : start + size], self.buffer[start + size :]
            self.heard(message)


async def connect(port: int, path: str, heard: Any) -> Socket:
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(heard), "127.0.0.1", port)
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    socket.transport.write(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n\r\n".encode()
    )
    await socket.open
    return socket


class Table:
    """A room with its two players, who play the words of a whole match, one after the other, again and again."""

    def __init__(self, words: list[tuple[int, str]], first: int) -> None:
        self.words, self.next = words, first
        self.sockets: list[Socket] = []
        self.numbers = [0, 0]
        self.sent = 0.0
        self.waits = self.sealed = False
        self.own: list[float] = []
        self.other: list[float] = []
        self.behind = 0
        self.ready = 0
        self.messages = self.bytes = 0  # that were heard

    def play(self) -> None:
        if self.waits:
            self.behind += 1
            return
        message = self.say()
        self.next += 1
        self.waits, self.sent = True, time.perf_counter()
        self.sockets[self.player].send(message)

    def say(self) -> bytes:
        """The next move, and whose it is in `player`."""
        self.player, word = self.words[self.next % len(self.words)]
        self.numbers[self.player] += 1
        self.sealed = word == "submit"
        return json.dumps(
            {"type": "play", "seat": self.player + 1, "number": self.numbers[self.player], "word": word}
        ).encode()

    def count(self, message: bytes) -> None:
        self.messages += 1
        self.bytes += len(message)

    def heard(self, seat: int, message: bytes) -> None:
        now = time.perf_counter()
        self.count(message)
        kind = message[:18]
        if kind.startswith(b'{"type":"update"'):
            # Of what somebody else did a seat is told without a number.
            if seat == self.player and b'"number":%d' % self.numbers[seat] in message:
                self.own.append(now - self.sent)
                self.waits = False
            elif self.sealed and seat != self.player:
                self.other.append(now - self.sent)
        elif kind.startswith(b'{"type":"whole"'):
            self.ready += 1
        elif kind.startswith(b'{"type":"error"'):
            raise SystemExit(f"refused: {message!r}")

    def passed_on(self, seat: int) -> None:
        """Both hear every move; the next one waits for both."""
        (self.own if seat == self.player else self.other).append(time.perf_counter() - self.sent)
        self.waits = len(self.own) != len(self.other)


class BareTable(Table):
    """The same load on a room that only passes messages on."""

    def say(self) -> bytes:
        self.player = self.next % 2
        return b'{"type":"play","seat":1,"number":12,"word":"walk NE"}'

    def heard(self, seat: int, message: bytes) -> None:
        self.count(message)
        self.passed_on(seat)


class SocketIoTable(Table):
    """The same load in boardgame.io's words, over socket.io."""

    def __init__(self, name: str) -> None:
        super().__init__([], 0)
        self.name, self.state = name, 0

    def say(self) -> bytes:
        self.player = self.next % 2
        move = {"type": "MAKE_MOVE", "payload": {"type": "act", "args": ["walk NE"], "playerID": str(self.player)}}
        return f"42/g,{json.dumps(['update', move, self.state, self.name, str(self.player)])}".encode()

    def heard(self, seat: int, message: bytes) -> None:
        if len(self.sockets) <= seat:  # it speaks before the connection is known here
            asyncio.get_running_loop().call_soon(self.heard, seat, message)
        elif message.startswith(b'42/g,["update"'):
            self.count(message)
            self.state += seat == self.player
            self.passed_on(seat)
        elif message.startswith(b"0"):
            self.sockets[seat].send(b"40/g,")
        elif message.startswith(b"40/g,"):
            self.sockets[seat].send(f"42/g,{json.dumps(['sync', self.name, str(seat), None, 2])}".encode())
        elif message.startswith(b'42/g,["sync"'):
            self.ready += 1
        elif message == b"2":
            self.sockets[seat].send(b"3")


def match_words(seed: int, least: int) -> list[tuple[int, str]]:
    """The (player, word) of a match drawn by lot that does not end within so many words."""
    while True:
        drawn, match = random.Random(seed), Match("echoes")
        words: list[tuple[int, str]] = []
        while not match.over and len(words) < least:
            player = drawn.choice(match.acting)
            legal = [
                action for action in match.legal(player) if match.game.word(match.setup, match.state, action) != "undo"
            ]
            action = drawn.choice(legal)
            words.append((player, match.game.word(match.setup, match.state, action)))
            match.act(player, action)
        if len(words) >= least:
            return words
        seed += 1_000_003


def call(port: int, path: str, body: Any, token: str = "") -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}"} if token else {},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Meter:
    """The CPU seconds of a server, and, once it clocks them, those of rules and of scenes."""

    def __init__(self, pid: int, report: Path | None = None) -> None:
        self.pid, self.report, self.asked, self.is_clocked = pid, report, 0, False

    def read(self) -> dict[str, float]:
        """User and system time of all threads of the process."""
        nanoseconds = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # it has just ended
                nanoseconds += int((thread / "schedstat").read_text().split()[0])
        parts = self._parts(self.report) if self.report is not None and self.is_clocked else {}
        return {"CPU": nanoseconds / 1e9, **parts}

    def clock_parts(self) -> None:
        """Let the server clock rules and scenes from now on."""
        os.kill(self.pid, signal.SIGUSR2)
        self.is_clocked = True

    def _parts(self, report: Path) -> dict[str, float]:
        self.asked += 1
        os.kill(self.pid, signal.SIGUSR1)
        while True:
            time.sleep(0.005)
            with contextlib.suppress(OSError, ValueError):  # not yet written
                answer = json.loads(report.read_text())
                if answer.pop("asked") == self.asked:
                    return dict(answer)

    def since(self, before: dict[str, float], moves: int) -> dict[str, int]:
        """Microseconds a move."""
        now = self.read()
        return {f"{part} us a move": round(1e6 * (now[part] - before[part]) / max(1, moves)) for part in now}


class TreeMeter(Meter):
    """The CPU seconds of processes with all that they have started, also of what has ended since."""

    def __init__(self, *roots: int) -> None:
        super().__init__(roots[0])
        self.roots = roots

    def read(self) -> dict[str, float]:
        pids = list(self.roots)
        for pid in pids:
            with contextlib.suppress(OSError):
                pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        ticks = 0
        for pid in pids:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))
        return {"CPU": ticks / os.sysconf("SC_CLK_TCK")}


def start(code: str, *arguments: str) -> tuple[subprocess.Popen[str], int]:
    return _started([sys.executable, "-c", code, *arguments])


def _started(command: list[str], folder: str | None = None) -> tuple[subprocess.Popen[str], int]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    assert process.stdout is not None
    line = next(line for line in process.stdout if "localhost:" in line)
    port = int(line.partition("localhost:")[2].partition("/")[0])
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
    return process, port


def shares(times: list[float]) -> dict[str, float]:
    """p50, p99 and the worst, in milliseconds."""
    times = sorted(times) or [0.0]
    return {
        "p50": round(1000 * times[len(times) // 2], 2),
        "p99": round(1000 * times[int(len(times) * 0.99)], 2),
        "worst": round(1000 * times[-1], 1),
    }


async def warm_up(tables: list[Table]) -> None:
    """Bring every table to another place of its match: people do not all end their turns in the same second."""
    for words in range(1, SPREAD):
        for index, table in enumerate(tables):
            if index % SPREAD >= words:
                table.play()
            if index % 50 == 0:
                await asyncio.sleep(0)
        while any(table.waits for table in tables):
            await asyncio.sleep(0.01)
    for table in tables:
        table.own, table.other, table.behind = [], [], 0


async def rush(meter: Meter, tables: list[Table]) -> dict[str, Any]:
    """Every table plays its next words, each as soon as the last one is acknowledged."""
    loop = asyncio.get_running_loop()
    heard = [(table.messages, table.bytes) for table in tables]
    before, began = meter.read(), loop.time()
    goal = {table: len(table.own) + RUSH for table in tables}
    while busy := [table for table in tables if len(table.own) < goal[table]]:
        for table in busy:
            if not table.waits:
                table.play()
        await asyncio.sleep(0.0005)
    took, moves = loop.time() - began, RUSH * len(tables)
    cost = meter.since(before, moves)
    messages = sum(table.messages for table in tables) - sum(messages for messages, _ in heard)
    sent = sum(table.bytes for table in tables) - sum(sent for _, sent in heard)
    figures = {
        "moves": moves, "moves a second": round(moves / took), **cost,
        "messages sent a move": round(messages / moves, 2), "bytes sent a move": round(sent / moves),
    }  # fmt: skip
    return {f"rushed: {name}": value for name, value in figures.items()}


async def parts(meter: Meter, tables: list[Table], cost: float) -> dict[str, Any]:
    """What of a rushed move's cost are rules and scenes, clocked in a rush of its own; the rest is the hall's own."""
    if meter.report is None:
        return {}
    meter.clock_parts()
    clocked = await rush(meter, tables)
    shares = {f"rushed: {part} us a move": clocked[f"rushed: {part} us a move"] for part in ("rules", "scenes")}
    return {**shares, "rushed: the hall's own us a move": cost - sum(shares.values())}


async def load(meter: Meter, tables: list[Table], seconds: float) -> dict[str, Any]:
    """One move a table and second, evenly spread; then a rush."""
    loop = asyncio.get_running_loop()
    before, began = meter.read(), loop.time()
    total = int(len(tables) * seconds)
    for number in range(total):
        pause = began + number / len(tables) - loop.time()
        if pause > 0:
            await asyncio.sleep(pause)
        elif number % 50 == 0:
            await asyncio.sleep(0)
        tables[number % len(tables)].play()
    while any(table.waits for table in tables) and loop.time() < began + seconds + 10:
        await asyncio.sleep(0.05)
    took = loop.time() - began
    own = [seconds for table in tables for seconds in table.own]
    other = [seconds for table in tables for seconds in table.other]
    moves, behind = len(own), sum(table.behind for table in tables)
    paced = meter.since(before, moves)
    rushed = await rush(meter, tables)
    return {
        "rooms": len(tables), "moves": moves, "moves a second": round(moves / took),
        "not sent, the one before unanswered": behind,
        "acknowledged ms": shares(own), "opponent ms": shares(other),
        **paced, **rushed, **await parts(meter, tables, rushed["rushed: CPU us a move"]),
    }  # fmt: skip


def disk_sync(folder: str) -> dict[str, float]:
    """What one fsync of this disk costs now, in milliseconds: no acknowledgement can be faster."""
    times = []
    with open(Path(folder) / "probe", "wb") as file:
        for _ in range(100):
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return shares(times)


async def hall(rooms: int, seconds: float, scripts: list[list[tuple[int, str]]], folder: str) -> dict[str, Any]:
    report = Path(folder) / "spent.json"
    process, port = start(HALL, f"sqlite:///{folder}/hall.sqlite", str(report))
    return await playing(process, port, Meter(process.pid, report), rooms, seconds, scripts)


async def several(rooms: int, seconds: float, scripts: list[list[tuple[int, str]]], folder: str) -> dict[str, Any]:
    """Two processes on PostgreSQL, which are started by a file: they import it again."""
    sys.path.insert(0, str(HERE.parent))
    from tests.server.halls import postgres_server

    program = Path(folder) / "several.py"
    (Path(folder) / program.name).write_text(SEVERAL)
    with postgres_server() as database:
        process, port = _started([sys.executable, str(program), database])
        files = Path(database.partition("host=")[2])
        postmaster = int((files / "postmaster.pid").read_text().split()[0])
        return await playing(process, port, TreeMeter(process.pid, postmaster), rooms, seconds, scripts)


async def playing(
    process: subprocess.Popen[str],
    port: int,
    meter: Meter,
    rooms: int,
    seconds: float,
    scripts: list[list[tuple[int, str]]],
) -> dict[str, Any]:
    """Fill a hall with rooms, let them play, and end it."""
    try:
        token = call(port, "/api/guests", {})["token"]
        tables = []
        with ThreadPoolExecutor(16) as pool:
            wishes = [pool.submit(call, port, "/api/rooms", {"game": "echoes"}, token) for _ in range(rooms)]
        for index, wish in enumerate(wishes):
            room = wish.result()
            table = Table(scripts[index % len(scripts)], 0)
            for seat, key in enumerate(room["keys"]):
                table.sockets.append(
                    await connect(port, "/ws", lambda message, table=table, seat=seat: table.heard(seat, message))
                )
                table.sockets[-1].send(
                    json.dumps({"type": "join", "version": VERSION, "room": room["room"], "keys": [key]}).encode()
                )
            tables.append(table)
        while sum(table.ready for table in tables) < 2 * rooms:
            await asyncio.sleep(0.05)
        await warm_up(tables)
        return await load(meter, tables, seconds)
    finally:
        process.terminate()
        process.wait()


async def bare(rooms: int, seconds: float) -> dict[str, Any]:
    process, port = start(BARE)
    try:
        tables: list[Table] = []
        for index in range(rooms):
            table = BareTable([], 0)
            for seat in range(2):
                table.sockets.append(
                    await connect(
                        port, f"/ws?room={index}", lambda message, table=table, seat=seat: table.heard(seat, message)
                    )
                )
            tables.append(table)
        return await load(Meter(process.pid), tables, seconds)
    finally:
        process.terminate()
        process.wait()


def install_boardgame(folder: str) -> bool:
    """Whether boardgame.io could be installed."""
    (Path(folder) / "package.json").write_text("{}")
    (Path(folder) / "server.js").write_text(BOARDGAME)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "boardgame.io"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as wrong:
        print(f"boardgame.io is left out: {wrong}", file=sys.stderr)
        return False
    return True


async def boardgame(rooms: int, seconds: float, folder: str) -> dict[str, Any]:
    process, port = _started(["node", "server.js"], folder)
    try:
        tables: list[Table] = []
        for index in range(rooms):
            table = SocketIoTable(f"m{index}")
            for seat in range(2):
                hear = partial(table.heard, seat)
                table.sockets.append(await connect(port, "/socket.io/?EIO=4&transport=websocket", hear))
            tables.append(table)
        while sum(table.ready for table in tables) < 2 * rooms:
            await asyncio.sleep(0.05)
        return await load(Meter(process.pid), tables, seconds)
    finally:
        process.terminate()
        process.wait()


def median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The run in the middle, by what a rushed move cost, and what it cost in all of them."""
    cost = "rushed: CPU us a move"
    chosen = sorted(runs, key=lambda run: float(run[cost]))[len(runs) // 2]
    return {**chosen, f"{cost}, all rounds": [run[cost] for run in runs]} if len(runs) > 1 else chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rooms", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--peers", action="store_true", help="also boardgame.io, installed by npm")
    parser.add_argument("--postgres", action="store_true", help="also two processes on a PostgreSQL of their own")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    # Every room has a match of its own, so that what the hall keeps of one helps no other; none ends within the run.
    least = int(args.seconds) + SPREAD + 2 * RUSH + 1
    scripts = [match_words(index, least) for index in range(args.rooms)]
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, os.sched_getaffinity(0) - {min(os.sched_getaffinity(0))})
    runs: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as peer_folder:
        has_peer = args.peers and install_boardgame(peer_folder)
        for _ in range(args.rounds):
            with tempfile.TemporaryDirectory() as folder:
                disk = disk_sync(folder)
                loaded = asyncio.run(hall(args.rooms, args.seconds, scripts, folder))
                runs.setdefault("hall", []).append({**loaded, "disk sync ms": disk})
            runs.setdefault("bare Starlette room", []).append(asyncio.run(bare(args.rooms, args.seconds)))
            if args.postgres:
                with tempfile.TemporaryDirectory() as folder:
                    loaded = asyncio.run(several(args.rooms, args.seconds, scripts, folder))
                    runs.setdefault("two processes on PostgreSQL", []).append(loaded)
            if has_peer:
                loaded = asyncio.run(boardgame(args.rooms, args.seconds, peer_folder))
                runs.setdefault("boardgame.io", []).append(loaded)
    results = {name: median(of_name) for name, of_name in runs.items()}
    if args.json:
        print(json.dumps({"benchmark": "hall", **results}))
    else:
        for name, result in results.items():
            print(name, flush=True)
            for key, value in result.items():
                print(f"    {key:40} {value}")
    cost = {name: result["rushed: CPU us a move"] for name, result in results.items()}
    opponent = results["hall"]["opponent ms"]["p99"]
    row(f"99 of 100 moves of {args.rooms:,} rooms are with the opponent in", opponent, " ms", at_most=50)
    row("the hall's own part of a move", results["hall"]["rushed: the hall's own us a move"], " µs", at_most=150)
    row("a move to one of the bare room", cost["hall"] / cost["bare Starlette room"], " times", at_most=2.5)
    if "boardgame.io" in cost:
        row("a move to one of boardgame.io", cost["hall"] / cost["boardgame.io"], " times", at_most=1)


if __name__ == "__main__":
    main()
