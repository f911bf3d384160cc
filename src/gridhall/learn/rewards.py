"""What an episode of a single-player game is worth, and how long it may last.

score      the change of the game's own score
win        1 for a win, -1 for a loss, 0 otherwise
win-soon   the same, less 0.9 / (time limit) for every step

So under `win-soon` a win in n of N steps returns 1 - 0.9 n / N, which is at least 0.1 and the more the fewer steps it
takes; running out of time returns -0.9 at worst, and a loss less than -1. No loss beats a win, and nothing beats the
shortest one.
"""

from gridhall.errors import Usage
from gridhall.game import Game

SCORE, WIN, WIN_SOON = range(3)
REWARDS = ("score", "win", "win-soon")
SPENT = 0.9  # what all steps together may cost
VERSIONS = (1, 2)  # of environment ids; each keeps its rewards, time limit and bounds for ever
NEWEST = VERSIONS[-1]
LONG = 10_000  # the time limit of version 1
PUZZLE_LEAST, CELL = 100, 4  # version 2: steps of a puzzle at least, and for each cell of its board
OTHERS = 2_000  # version 2: steps of what is no puzzle


def reward_of(game: Game, name: str | None, version: int) -> int:
    """The number of a reward; None is the default of the version."""
    if name is None:
        name = "score" if version == 1 else "win-soon" if game.PUZZLE else "win"
    if name not in REWARDS:
        raise Usage(f"there is no reward {name!r}; there are {', '.join(REWARDS)}")
    return REWARDS.index(name)


def time_limit(game: Game, version: int, rows: int, columns: int) -> int:
    """How many steps an episode on a board of this size may have."""
    if version == 1:
        return LONG
    return max(PUZZLE_LEAST, CELL * rows * columns) if game.PUZZLE else OTHERS
