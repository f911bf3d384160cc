"""`gridhall serve --processes 2` itself: what an operator says reaches every process, and one that dies is replaced."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import PATIENCE, House
from tests.server.halls import Balancer, Player, owner_of, postgres_server

pytestmark = pytest.mark.xdist_group("processes")
BURST = 12  # guests from one address at once
# Nobody is taken for dead or sent away because the machine is busy: only what has ended is replaced.
LIMITS = dict.fromkeys(("lease_seconds", "relay_seconds", "join_seconds", "silent_seconds"), 1e5)
LIMITS |= {"guests": 0.001, "guest_burst": BURST}


class Served(House):
    """The command as an operator types it, behind a balancer."""

    def __init__(self, database: str, folder: Path) -> None:
        super().__init__()
        self.database, self.private = database, str(folder / "admin.socket")
        options = ["--processes", "2", "--port", "0", "--database", database, "--admin-socket", self.private]
        options += ["--trusted-proxy", "127.0.0.1", "--log-level", "info"]
        for name, value in LIMITS.items():
            options += ["--limit", f"{name}={value:g}"]
        self.log = (folder / "log").open("wb")
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "gridhall", "serve", *options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "NUMBA_NUM_THREADS": "1", "GRIDHALL_HOME": str(folder)},
        )
        assert self.popen.stdout is not None
        self.own_port = int(self.popen.stdout.readline().partition("http://localhost:")[2].partition("/")[0])
        self.balancer = Balancer()
        self.balancer.ports = [self.own_port]
        self.port = self.balancer.port
        with socket.socket(socket.AF_UNIX) as operator:
            while operator.connect_ex(self.private):  # the process that listens there is not ready yet
                assert self.popen.poll() is None

    def halls(self) -> list[int]:
        """The processes that serve."""
        serving = []
        for pid in Path(f"/proc/{self.popen.pid}/task/{self.popen.pid}/children").read_text().split():
            with contextlib.suppress(OSError):  # it has just ended
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    serving.append(int(pid))
        return serving

    def admin(self, *words: str) -> Any:
        """What `gridhall admin` answers."""
        command = [sys.executable, "-m", "gridhall", "admin", *words, "--json", "--admin-socket", self.private]
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def metrics(self) -> dict[str, float]:
        """Every figure without labels that /metrics tells, asked without the balancer."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.own_port}/metrics") as answer:
            lines = [line.split() for line in answer.read().decode().splitlines() if line[0] != "#" and "{" not in line]
        return {name: float(value) for name, value in lines}

    def close(self) -> None:
        self.leave()
        self.popen.send_signal(signal.SIGTERM)
        assert self.popen.wait(PATIENCE) == 0
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        self.log.close()
        self.balancer.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with postgres_server() as database:
        served = Served(database, tmp_path_factory.mktemp("served"))
        yield served
        served.close()


def seated_in_both(served: Served) -> tuple[str, list[Player]]:
    """A room of Echoes, and its players on connections of their own."""
    room, keys = served.make("echoes", seed="1")
    players = [Player(served.port, room, [key]) for key in keys]
    for seat, player in enumerate(players, 1):
        player.play(seat, "new D")
    return room, players


def answers_to(served: Served, headers: dict[str, str]) -> set[int]:
    """How a dozen requests are answered, by whichever process takes each."""
    return {served.call("GET", "/api/games", headers=headers)[0] for _ in range(12)}


def test_what_an_operator_says_reaches_every_process(served: Served) -> None:
    room, players = seated_in_both(served)
    served.admin("notice", "We", "close", "at", "ten")
    for player in players:
        player.until(lambda person: any('"texts":["We close at ten"]' in text for text in person.heard))
    late = served.person().join(room)
    assert late.wait("preparing")["texts"] == ["We close at ten"], "whoever comes later reads it, too"
    served.admin("notice")
    assert room in [listed["room"] for listed in served.admin("rooms")]
    stranger = {"X-Forwarded-For": "10.9.9.9"}
    served.admin("ban", "10.9.9.9")
    while answers_to(served, stranger) != {403}:
        pass  # a process has not heard of it yet
    assert served.call("GET", "/api/games")[0] == 200
    served.admin("unban", "10.9.9.9")
    while answers_to(served, stranger) != {200}:
        pass
    served.admin("close", room)
    assert late.close_code() == 1012


def test_metrics_are_of_all_processes_and_limits_are_shared_by_them(served: Served) -> None:
    before = served.metrics().get("gridhall_moves_total", 0.0)
    seated_in_both(served)
    seated_in_both(served)
    assert served.metrics()["gridhall_moves_total"] == before + 4
    for address in range(100):  # until both have heard of each other
        crowd = {"X-Forwarded-For": f"10.7.7.{address}"}
        given = [served.call("POST", "/api/guests", headers=crowd)[0] for _ in range(3 * BURST)]
        if given.count(201) <= BURST:
            break
    assert given.count(201) <= BURST, "two processes together give no more than one"
    assert given.count(201) >= BURST // 2 and set(given) == {201, 429}


def test_a_process_that_is_killed_is_replaced_and_its_clients_go_on(served: Served) -> None:
    room, players = seated_in_both(served)
    while len(before := served.halls()) < 2:
        pass  # the second one is being started
    victim = owner_of(served.database, room, before)
    os.kill(victim, signal.SIGKILL)
    for word in ("fire N", "fire N", "shield N"):
        players[0].play(1, word)
    assert [word for _, _, word in players[0].acknowledged] == ["new D", "fire N", "fire N", "shield N"]
    while len(now := served.halls()) < 2 or victim in now:
        pass
    log = Path(served.log.name).read_text("utf-8").splitlines()
    assert any("another takes its place" in line and str(victim) in line for line in log)
