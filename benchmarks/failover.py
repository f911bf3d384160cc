"""How soon somebody goes on who plays in a room whose process is killed, hangs, is cut from the database, or ends.

    python benchmarks/failover.py [--json] [--times 3] [--lease 5]

A real PostgreSQL, two processes behind a round-robin balancer; somebody plays as a browser does, and comes back when
nothing is answered for a second. The seconds are from the last move that was acknowledged before to the next one after.
Wanted: 2 after kill -9, the lease and 2 more after a hang or a cut, and nothing to notice after SIGTERM.
"""

import argparse
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from _table import row

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.halls import Cable, Halls, Player, check_all, new_match, postgres_server


def killed(halls: Halls, player: Player) -> Callable[[], None]:
    halls.end(halls.owner(player.room), signal.SIGKILL)
    return lambda: None


def ended(halls: Halls, player: Player) -> Callable[[], None]:
    ending = halls.owner(player.room)
    ending.popen.send_signal(signal.SIGTERM)
    return lambda: halls.end(ending, signal.SIGTERM)


def hung(halls: Halls, player: Player) -> Callable[[], None]:
    owner = halls.owner(player.room)
    owner.popen.send_signal(signal.SIGSTOP)
    return lambda: halls.end(owner, signal.SIGKILL)


def cut(halls: Halls, player: Player) -> Callable[[], None]:
    owner = halls.owner(player.room)
    halls.cables[owner].is_cut.set()
    return lambda: halls.end(owner, signal.SIGKILL)


def measure(database: str, how: Callable[[Halls, Player], Callable[[], None]], lease: float) -> float:
    """The seconds until the next move is acknowledged; everything acknowledged must be there afterwards."""
    halls = Halls(database, 0, lease)
    for _ in range(2):
        halls.start(Cable(database))
    player, words = new_match(halls)
    for _ in range(6):
        player.play(*next(words))
    clean_up = how(halls, player)
    took = player.play(*next(words))
    for _ in range(6):
        player.play(*next(words))
    clean_up()
    check_all(halls, player)
    halls.close()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")  # which `row` looks for
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--lease", type=float, default=5.0)
    args = parser.parse_args()
    bounds = ((killed, 2.0), (hung, args.lease + 2), (cut, args.lease + 2), (ended, 2.0))
    with postgres_server() as database:
        for how, bound in bounds:
            slowest = max(measure(database, how, args.lease) for _ in range(args.times))
            row(f"the owner {how.__name__}: the next move after", round(slowest, 2), " s", at_most=bound)


if __name__ == "__main__":
    main()
