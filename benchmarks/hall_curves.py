"""What a move costs the hall against how much there is of it: rooms, spectators in a room, the size of a board.

    python benchmarks/hall_curves.py [--json] [--rooms 10 100 1000 5000] [--spectators 1 10 100 1000] [--chart FILE]

CPU of the server's process for each move while rooms play as fast as they are answered (hall.py says what is counted);
and the memory of an idle room and of an idle socket. With --chart the curves are written as SVG;
the one in docs is docs/pictures/hall_curves.svg.
"""

import argparse
import asyncio
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import hall as bench
from _table import row
from hall import HALL, Meter, Socket, Table, call, connect, match_words, rush, start

from gridhall.server.messages import VERSION

Points = list[tuple[int, float]]
SIDES = (8, 16, 24, 32)  # of a board
LONG = 150  # words of one room alone
MOVES = 20_000  # of all rooms together, as far as a match is long enough
MATCHES = 500  # different ones; of more rooms some play the same


class PuzzleTable(Table):
    """One player who walks to and fro."""

    def heard(self, seat: int, message: bytes) -> None:
        super().heard(0, message)


class Served:
    """A hall of its own for each measurement."""

    def __init__(self, folder: str) -> None:
        self.told = Path(folder) / "told"
        self.process: subprocess.Popen[str]
        self.process, self.port = start(HALL, f"sqlite:///{folder}/hall.sqlite", str(self.told))
        self.meter = Meter(self.process.pid, self.told)
        self.token = call(self.port, "/api/guests", {})["token"]

    def memory(self) -> int:
        """Bytes that the server's process holds."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4096

    async def sit(self, table: Table, wish: dict[str, str]) -> str:
        """Make a room and connect its players; its id."""
        room = call(self.port, "/api/rooms", wish, self.token)
        for seat, key in enumerate(room["keys"]):
            hear = lambda message, seat=seat: table.heard(seat, message)  # noqa: E731
            table.sockets.append(await connect(self.port, "/ws", hear))
            table.sockets[-1].send(joining(room["room"], [key]))
        while table.ready < len(room["keys"]):
            await asyncio.sleep(0.005)
        return str(room["room"])

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def joining(room: str, keys: list[dict[str, object]]) -> bytes:
    return json.dumps({"type": "join", "version": VERSION, "room": room, "keys": keys}).encode()


async def with_hall(measure: Callable[[Served], Awaitable[float]]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(folder)
        try:
            return await measure(served)
        finally:
            served.close()


async def against_rooms(served: Served, count: int) -> float:
    bench.RUSH = min(LONG, max(4, MOVES // count))
    matches = [match_words(index, bench.RUSH + 1) for index in range(min(count, MATCHES))]
    tables = [Table(matches[index % len(matches)], 0) for index in range(count)]
    for table in tables:
        await served.sit(table, {"game": "echoes"})
    return float((await rush(served.meter, tables))["rushed: CPU us a move"])


async def against_spectators(served: Served, count: int) -> float:
    bench.RUSH = LONG
    table, seen = Table(match_words(1, LONG + 1), 0), [0]
    room = await served.sit(table, {"game": "echoes"})

    def see(message: bytes) -> None:
        seen[0] += message.startswith(b'{"type":"whole"')

    watchers: list[Socket] = []
    for _ in range(count):
        watchers.append(await connect(served.port, "/ws", see))
        watchers[-1].send(joining(room, []))
    while seen[0] < count:
        await asyncio.sleep(0.01)
    return float((await rush(served.meter, [table]))["rushed: CPU us a move"])


async def against_size(served: Served, side: int) -> float:
    rows = ["A" + "." * (side - 1), *["." * side] * (side - 2), "." * (side - 1) + "E"]
    text = "; objective: exit\n" + "\n".join(rows) + "\nA = floor + agent\nE = floor + exit\n"
    bench.RUSH = LONG
    words = [(0, word) for _ in range(LONG) for word in ("right", "left")]
    tables: list[Table] = [PuzzleTable(words, 0) for _ in range(20)]
    for table in tables:
        await served.sit(table, {"game": "grid_universe", "text": text})
    return float((await rush(served.meter, tables))["rushed: CPU us a move"])


async def idle_room(served: Served) -> float:
    """Bytes of a room with its two sockets, of which `idle_socket` tells a part."""
    tables = [Table([], 0) for _ in range(300)]
    for table in tables[:100]:
        await served.sit(table, {"game": "echoes"})
    before = served.memory()
    for table in tables[100:]:
        await served.sit(table, {"game": "echoes"})
    return (served.memory() - before) / 200


async def idle_socket(served: Served) -> float:
    async def some(count: int) -> list[Socket]:
        return [await connect(served.port, "/ws", lambda message: None) for _ in range(count)]

    kept = await some(200)
    before = served.memory()
    kept += await some(800)
    await asyncio.sleep(0.2)
    return (served.memory() - before) / 800


def draw(curves: dict[str, Points], note: str, path: str) -> None:
    """Write the curves side by side, the axis of what there is by powers of ten."""
    parts = []
    for index, (name, points) in enumerate(curves.items()):
        left, top, width, height = 60 + 280 * index, 40, 200, 150
        lowest, highest = math.log10(points[0][0]), math.log10(points[-1][0])
        most = max(value for _, value in points) * 1.1
        places = [
            (left + width * (math.log10(count) - lowest) / (highest - lowest), top + height * (1 - value / most))
            for count, value in points
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<text x="{left}" y="{top - 14}" font-weight="700">CPU µs a move, by {name}</text>')
        parts.append(f'<path d="M{left} {top}v{height}h{width}" fill="none" stroke="#777"/>')
        parts.append(f'<polyline points="{line}" fill="none" stroke="#2f6fb0" stroke-width="2"/>')
        for (x, y), (count, value) in zip(places, points):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#2f6fb0"/>')
            parts.append(f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{value:,.0f}</text>')
            parts.append(f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle">{count:,}</text>')
    size = f'width="{280 * len(curves) + 60}" height="250"'
    style = 'font-family="DejaVu Sans, sans-serif" font-size="11" fill="#333"'
    parts.append(f'<text x="60" y="236">{note}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}><rect {size} fill="#fff"/>'
    Path(path).write_text(f"{head}{''.join(parts)}</svg>\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rooms", type=int, nargs="+", default=[10, 100, 1000, 5000])
    parser.add_argument("--spectators", type=int, nargs="+", default=[1, 10, 100, 1000])
    parser.add_argument("--chart", metavar="FILE", help="write the curves to this SVG")
    parser.add_argument("--json", action="store_true")  # which `row` looks for
    args = parser.parse_args()
    measured: dict[str, tuple[Callable[[Served, int], Awaitable[float]], list[int]]] = {
        "rooms": (against_rooms, args.rooms),
        "spectators of a room": (against_spectators, args.spectators),
        "the side of a board": (against_size, list(SIDES)),
    }
    curves: dict[str, Points] = {}
    for name, (measure, counts) in measured.items():
        curves[name] = []
        for count in counts:
            value = asyncio.run(with_hall(lambda served, m=measure, n=count: m(served, n)))  # type: ignore[misc]
            curves[name].append((count, value))
            print(f"{count:6,} {name:24} {value:10,.0f} us a move", file=sys.stderr, flush=True)
        first, last = curves[name][0], curves[name][-1]
        growth = (last[1] / first[1]) / (1 if name == "rooms" else last[0] / first[0])
        row(f"a move at {last[0]:,} {name} to one at {first[0]:,}, as expected", growth, at_most=2)
    socket = asyncio.run(with_hall(idle_socket))
    room = asyncio.run(with_hall(idle_room)) - 2 * socket
    note = f"Memory: an idle room {room / 1024:,.0f} KiB, an idle socket {socket / 1024:,.0f} KiB."
    row("memory of an idle room", room / 1024, " KiB", at_most=64)
    row("memory of an idle socket", socket / 1024, " KiB", at_most=64)
    if args.chart:
        draw(curves, note, args.chart)


if __name__ == "__main__":
    main()
