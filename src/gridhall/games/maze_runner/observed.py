"""What every plane and scalar of an observation means, in their order.

Planes are a ring of 40 × 40 cells that begins at the player's own nexus: row 0, column 0.
"""

from gridhall.games.maze_runner.tables import TEAM

PLANES_SEEN = (
    ("known", "1 where the player has seen the cell"),
    ("solid", "1 on walls and what else stops feet and light"),
    ("goal", "1 on an enemy nexus"),
    ("mirror /", "1 on mirrors that lean this way"),
    ("mirror \\", "1 on mirrors that lean this way"),
    ("own doors", "the hit points of own doors"),
    ("enemy doors", "the hit points of enemy doors"),
    ("visible", "1 where the player sees the cell now"),
    ("age", "rounds since the cell was seen last, 100 at most"),
    ("own minions", "the number of an own minion, from 1"),
    ("actions left", "the actions that the own minion there has left"),
    ("enemy minions", "the number of a visible enemy minion, from 1"),
    ("enemy hit points", "the hit points of a visible enemy minion"),
    ("ghosts", "1 + rounds since an enemy minion was last seen there, 100 at most"),
)


def _each(what: str, low: int, high: int, text: str) -> tuple[tuple[str, int, int, str], ...]:
    return tuple((f"{what} {number + 1}", low, high, text) for number in range(TEAM))


SCALARS_SEEN = (
    *_each("hit points", 0, 127, "of the own minion of this number"),
    *_each("stance", 0, 1, "0: lantern, 1: sword"),
    *_each("actions", 0, 127, "actions that the own minion has left"),
    *_each("cooldown", 0, 127, "turns until it may build a door again"),
    *_each("respawn", 0, 127, "turns until it comes back"),
    *_each("alive", 0, 1, "1 if the own minion lives"),
    *_each("enemy alive", 0, 1, "1 if the enemy's minion of this number lives"),
    ("round", 0, 10_000, "the round that is played"),
    ("turn", 0, 1, "1 if it is the player's turn"),
    ("began", 0, 1, "1 if the player had the first turn of the match"),
    ("walls", 0, 127, "walls that may still be built"),
    ("doors", 0, 127, "own doors that stand"),
    ("kills", 0, 10_000, "enemy minions killed"),
    ("losses", 0, 10_000, "own minions killed"),
    ("given", 0, 127, "actions given in this turn"),
    ("size", 0, 40, "the length of the board's side"),
    ("rounds", 0, 10_000, "the limit of rounds"),
    ("most hit points", 0, 127, "hit points that a minion begins with"),
    ("most actions", 0, 127, "actions that a minion has in a turn"),
    *_each("beam of", 0, TEAM, "the minion of the pending beam of this number; 0: none"),
    *_each("beam to", 0, 7, "its direction, 0 north and clockwise"),
    ("siege", 0, 1, "1 if the match is played with sieges"),
)
