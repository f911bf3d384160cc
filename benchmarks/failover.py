"""How soon somebody goes on who plays in a room whose process is killed, hangs, is cut from the database, or ends.

    python benchmarks/failover.py [--json] [--times 3] [--lease 5] [--machines]

A real PostgreSQL, two processes behind a round-robin balancer; somebody plays as a browser does, and comes back when
nothing is answered for a second. The seconds are from the last move that was acknowledged before to the next one after.
Wanted: 2 after kill -9, the lease and 2 more after a hang or a cut, and nothing to notice after SIGTERM.

With --machines the same happens to whole machines of docs/operating.md: three halls, PostgreSQL and haproxy with TLS,
each in a network namespace of its own (tests/machines.py says what that takes). A cut is the cable of a machine pulled.
"""

import argparse
import signal
import ssl
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from _table import row

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.machines import BALANCER, PORT, Machine, network
from tests.server.conftest import House
from tests.server.halls import Cable, Halls, Process, check_all, new_match, postgres_server


def killed(halls: Halls, owner: Process) -> None:
    owner.popen.kill()


def ended(halls: Halls, owner: Process) -> None:
    owner.popen.terminate()


def hung(halls: Halls, owner: Process) -> None:
    owner.popen.send_signal(signal.SIGSTOP)


def cut(halls: Halls, owner: Process) -> None:
    halls.cables[owner].is_cut.set()


def measure(database: str, how: Callable[[Halls, Process], None], lease: float) -> float:
    """The seconds until the next move is acknowledged; everything acknowledged must be there afterwards."""
    halls = Halls(database, 0, lease)
    for _ in range(2):
        halls.start(Cable(database))
    player, words = new_match(halls)
    for _ in range(6):
        player.play(*next(words))
    owner = halls.owner(player.room)
    how(halls, owner)
    took = player.play(*next(words))
    while how is ended and owner.popen.poll() is None:  # until it has handed everything over
        took = max(took, player.play(*next(words)))
    for _ in range(6):
        player.play(*next(words))
    halls.end(owner, signal.SIGKILL)
    check_all(halls, player)
    halls.close()
    return took


def lost_machine(how: Callable[[Machine], None], lease: float) -> float:
    """The same where a machine is lost: everything that runs there, or its cable."""
    with tempfile.TemporaryDirectory(prefix="gridhall-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        with network(folder, 3, 2, "--limit", f"lease_seconds={lease}") as machines, machines.visitors.entered():
            trusting = ssl.create_default_context(cafile=folder / "certificate.pem")
            trusting.check_hostname = False  # the certificate is for a name, which nobody can look up here
            player, words = new_match(House(PORT, BALANCER, trusting))
            for _ in range(6):
                player.play(*next(words))
            lost = machines.owner(player.room)
            how(lost)
            took = player.play(*next(words))
            while machines.owner(player.room) is lost:  # it is still handing its rooms over
                took = max(took, player.play(*next(words)))
            for _ in range(6):
                player.play(*next(words))
            assert machines.owner(player.room) is not lost
            player.close()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")  # which `row` looks for
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--lease", type=float, default=5.0)
    parser.add_argument("--machines", action="store_true")
    args = parser.parse_args()
    if args.machines:
        ways: dict[str, tuple[Callable[[Machine], None], float]] = {
            "killed": (lambda machine: machine.signal(signal.SIGKILL), 2.0),
            "hung": (lambda machine: machine.signal(signal.SIGSTOP), args.lease + 2),
            "cut off": (Machine.unplug, args.lease + 2),
            "ended": (lambda machine: machine.running[0].terminate(), 2.0),
        }
        for name, (lose, bound) in ways.items():
            slowest = max(lost_machine(lose, args.lease) for _ in range(args.times))
            row(f"the owner's machine {name}: the next move after", round(slowest, 2), " s", at_most=bound)
        return
    bounds = ((killed, 2.0), (hung, args.lease + 2), (cut, args.lease + 2), (ended, 2.0))
    with postgres_server() as database:
        for how, bound in bounds:
            slowest = max(measure(database, how, args.lease) for _ in range(args.times))
            row(f"the owner {how.__name__}: the next move after", round(slowest, 2), " s", at_most=bound)


if __name__ == "__main__":
    main()
