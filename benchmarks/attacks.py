"""Somebody plays while somebody else attacks the hall: how long each of their moves takes, attack by attack.

    python benchmarks/attacks.py [--json] [--seconds 5]

The hall is `gridhall serve` with its own limits, in a process of its own; the attacker comes from another address. Each
attack once stopped a hall. /metrics is read every second meanwhile, and what was refused is told at the end. Wanted: 99
of 100 moves within 2 seconds under every attack. Beside 20 people a second who sign in, each from an address of their
own, a move should take as long as beside nobody.
"""

import argparse
import http.client
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from _table import row

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.conftest import Person
from tests.server.test_attacks import hostile_level, level, long_record

FAR = {"X-Forwarded-For": "198.51.100.7"}
TOGETHER = 10  # attackers' connections
LOGINS = 20  # a second, by as many accounts


class Hall:
    """The hall as an operator starts it."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "gridhall", "serve", "--port", "0", "--trusted-proxy", "127.0.0.1"]
        command += ["--database", f"sqlite:///{folder}/hall.sqlite", "--admin-socket", f"{folder}/admin"]
        environment = {**os.environ, "GRIDHALL_HOME": folder}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().partition("localhost:")[2].partition("/")[0])

    def call(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> bytes:
        """The answer, or b"" if it is a refusal."""
        sent = body.encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", sent, headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return bytes(answer.read())
        except (urllib.error.HTTPError, OSError, http.client.HTTPException):
            return b""

    def make(self, headers: dict[str, str], **wish: str) -> tuple[str, list[dict[str, object]]]:
        """A room of a new guest."""
        token = json.loads(self.call("POST", "/api/guests", "", headers))["token"]
        answered = self.call("POST", "/api/rooms", json.dumps(wish), {**headers, "Authorization": f"Bearer {token}"})
        answer = json.loads(answered)
        return answer["room"], answer["keys"]


def attacks(hall: Hall) -> dict[str, Callable[[], object]]:
    """What one connection of the attacker does again and again."""
    record, hostile, deep = long_record(), hostile_level(), "[" * 65_000
    large = json.dumps({"game": "phase_shift", "text": level("phase_shift", "walkthrough") + "\n" * 60_000})
    long_room, keys = hall.make(FAR, game="phase_shift", text="; limit: 9999\n" + level("phase_shift", "walkthrough"))
    walker = Person(hall.port).join(long_room, keys)
    for number in range(600):
        walker.play("ew"[number % 2])
        time.sleep(0.02)  # as many as the hall takes of one connection
    walker.close()
    hostile_room, hostile_keys = hall.make(FAR, game="grid_universe", text=hostile)

    def hint() -> None:
        asker = Person(hall.port, patience=60).join(hostile_room, hostile_keys)
        asker.send(type="hint?", seat=1, ask=1)
        asker.wait("hint", "error")
        asker.close()

    def store() -> bytes:
        token = json.loads(hall.call("POST", "/api/guests", "", FAR) or b'{"token": ""}')["token"]
        return hall.call("POST", "/api/rooms", large, {**FAR, "Authorization": f"Bearer {token}"})

    return {
        "nobody": lambda: time.sleep(0.1),
        "long records": lambda: hall.call("POST", "/api/replay?from=2900", record, FAR),
        "a GIF of a long match": lambda: hall.call("GET", f"/api/match/{long_room}/picture.gif", None, FAR),
        "hints on a hostile level": hint,
        "64 kB of brackets": lambda: hall.call("POST", "/api/games/grid_universe/rewrite?as=text", deep, FAR),
        "hard proofs": lambda: hall.call("POST", "/api/games/grid_universe/prove", hostile, FAR),
        "large rooms": store,
        f"{LOGINS} logins a second": signing_in(hall),
    }


def signing_in(hall: Hall) -> Callable[[], object]:
    """What each of the connections does again and again, so that together they sign in LOGINS times a second."""
    password, turns = "seven quiet lanterns", itertools.count()
    own_page = {"Origin": f"http://127.0.0.1:{hall.port}"}
    addresses = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(LOGINS)]
    for number, address in enumerate(addresses):
        token = json.loads(hall.call("POST", "/api/guests", "", address))["token"]
        claim = json.dumps({"name": f"Walker{number}", "password": password})
        assert hall.call("POST", "/api/account/claim", claim, {**address, "Authorization": f"Bearer {token}"})

    def sign_in() -> None:
        began, number = time.monotonic(), next(turns) % LOGINS
        proof = json.dumps({"name": f"Walker{number}", "password": password})
        assert hall.call("POST", "/api/session/sign-in", proof, {**addresses[number], **own_page})
        time.sleep(max(0.0, TOGETHER / LOGINS - (time.monotonic() - began)))

    return sign_in


def beside(hall: Hall, attack: Callable[[], object], seconds: float) -> list[float]:
    """The seconds that each move of somebody took while the attack went on."""
    over = threading.Event()

    def attack_on() -> None:
        while not over.is_set():
            try:
                attack()
            except Exception:
                time.sleep(0.05)  # hung up on

    for _ in range(TOGETHER):
        threading.Thread(target=attack_on, daemon=True).start()
    room, keys = hall.make({}, game="phase_shift", text="; limit: 9999\n" + level("phase_shift", "walkthrough"))
    me, began = Person(hall.port).join(room, keys), time.monotonic()
    times: list[float] = []
    while time.monotonic() - began < seconds:
        sent = time.monotonic()
        assert me.play("ew"[len(times) % 2])["type"] == "update"
        times.append(time.monotonic() - sent)
        time.sleep(0.05)
    me.close()
    over.set()
    return sorted(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")  # which `row` looks for
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(folder)
        reads = 0
        over = threading.Event()

        def watch() -> None:
            nonlocal reads
            while not over.wait(1.0):
                reads += b"gridhall_moves_total" in hall.call("GET", "/metrics")

        watching = threading.Thread(target=watch)
        watching.start()
        for name, attack in attacks(hall).items():
            times = beside(hall, attack, args.seconds)
            worst = round(1000 * times[int(0.99 * len(times))], 1)
            row(f"99 of 100 moves beside {name}", worst, " ms", at_most=2000)
        over.set()
        watching.join()
        refused = [line for line in hall.call("GET", "/metrics").decode().splitlines() if "refusals_total{" in line]
        print(f"/metrics was read {reads} times; it counts these refusals:", *refused, sep="\n    ", file=sys.stderr)
        hall.process.terminate()
        hall.process.wait()


if __name__ == "__main__":
    main()
