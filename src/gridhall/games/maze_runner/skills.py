"""What the scripted players share: their skills, their chance, and a sense of direction."""

from gridhall.games.maze_runner.tables import AREA, STEP, TEAM
from gridhall.kernel import kernel, mul64, signed, unsigned
from gridhall.rng import mix

EASY, CASUAL, NORMAL, HARD = 0, 1, 2, 3
HOPELESS = 1 << 20  # worse than any rank
CAPTURING, FIGHTING, WALKING = range(3)  # what a player tries, one after the other


@kernel
def chance(seed, salt, count):
    """A number below `count` from a seed."""
    return signed(mix(unsigned(seed) ^ mul64(salt + 1, 0x9E3779B97F4A7C15)) >> 33) * count >> 31


@kernel
def is_guard(setup, state, number, skill):
    """Does this minion stay at home? Only the last one of the hardest player does.

    Where hearts make guards hard to kill, it goes out, too, in the last third of the rounds.
    """
    if setup.golems > 0 and 3 * state.round > 2 * setup.rounds:
        return False
    return skill == HARD and setup.size > 0 and setup.minions == TEAM and number == TEAM - 1


@kernel
def towards(here, there):
    """The direction of a neighbouring cell."""
    way = 0
    for direction in range(8):
        if (here + STEP[direction]) % AREA == there:
            way = direction
    return way
