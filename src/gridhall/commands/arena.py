"""Let programs play each other and print the cross table."""

import json
import sys
from argparse import Namespace
from pathlib import Path

from gridhall.errors import Unavailable, Usage


def arena(chosen: Namespace) -> int:
    """Play a tournament of the named agents."""
    if len(set(chosen.agents)) < 2:
        raise Usage("an arena needs two different agents, as in `gridhall arena GAME easy hard`")
    from gridhall.agents.arena import Table, tournament

    def progress(done: int, total: int, table: Table) -> None:
        print(f"{done} of {total} matches", end="\r", file=sys.stderr, flush=True)

    watched = progress if sys.stderr.isatty() else None
    table = tournament(
        chosen.game, chosen.agents, chosen.matches, chosen.setup, chosen.seed, chosen.processes, chosen.keep, watched
    )
    if chosen.svg:
        try:
            Path(chosen.svg).write_text(table.as_svg(), "utf-8")
        except OSError as wrong:
            raise Unavailable(f"{chosen.svg} cannot be written: {wrong.strerror or wrong}") from wrong
    print(json.dumps(table.as_json()) if chosen.json else table.as_text())
    return 0
