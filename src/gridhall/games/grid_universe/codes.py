"""What the numbers in Grid Universe's records, actions and events mean.

A cell is y * 32 + x, so that shifts replace divisions: its row is `cell >> 5`, its column `cell & 31`.
"""

UP, DOWN, LEFT, RIGHT, USE, PICK, WAIT = range(7)  # the actions (GU4); the first four are also directions
USE_ORDER = (WAIT, LEFT, RIGHT, UP, DOWN)  # where USE looks for locks (GU25); WAIT stands for the agent's own tile

NOWHERE = -1  # no cell: beyond the edge, picked up, or nested in another entity
NOTHING = -1  # no entity, no mobile

# Properties (GU2), one bit each; the first PLAIN of them are also planes of an observation.
AGENT, BLOCKING, PUSHABLE, COLLIDABLE, COLLECTIBLE, REQUIRED = 1, 2, 4, 8, 16, 32
EXIT, LETHAL, IMMUNITY, PHASING, SPEED, REWARD = 64, 128, 256, 512, 1024, 2048
COST, DAMAGE, KEY, LOCKED, PORTAL, HEALTH = 4096, 8192, 16384, 32768, 65536, 131072
CHASING, MOVING, INVENTORY, STATUS, TIME, USES = 262144, 524288, 1048576, 2097152, 4194304, 8388608
VERTICAL, BOUNCE, STRAIGHT = 16777216, 33554432, 67108864  # how it moves or chases
CHANGING = 134217728  # of a tile: something here may vanish, open or die
STOPS_WALK = BLOCKING | PUSHABLE  # GU10
STOPS_BOX = BLOCKING | PUSHABLE | COLLIDABLE  # GU11, GU20
EFFECT = IMMUNITY | PHASING | SPEED
HARMS = DAMAGE | LETHAL

PLAIN = 19  # planes 0 to 18 are the properties up to chasing
PLANES = PLAIN + 4  # and four more: movers that go up, down, left, right
SCALARS = 16

DEFAULT_MOVE, MIRROR, WRAP, SLIPPERY, WINDY, GRAVITY = range(6)  # how the agent moves
DEFAULT_AIM, REACH_EXIT, COLLECT, UNLOCK, PUSH = range(5)  # the objective
HIDDEN = -1  # in a view: the objective of a level that redacts it

LANDMARKS = 6  # things whose distances a setup keeps for `bound`
FAR = 32000  # the distance where there is no way

# Scratch of one turn. A mobile m has four numbers in it, turn[SLOTS * m + BEFORE] and so on, and ROWS rows of bits in
# its trail, trails[ROWS * m + row].
SLOTS, ROWS = 4, 32
BEFORE = 0  # the tile it was on before this round of interactions
VISITS = 1  # how many tiles it has come to in this turn
CAME = 2  # how it came to its tile in this round: STOOD (it was there already), WALKED or PORTED
BEGAN = 3  # the tile where it began the turn
STOOD, WALKED, PORTED = range(3)

# Events, for `show`. `who` is an entity; of the four hits and of WARDED it is the damager plus HIT times the target.
(
    MOVED, CHASED, TURNED, STEPPED, PUSHED, PHASED, BUMPED, BLOWN, FELL, CARRIED, OVERLAP, SWAP, CROSSING, ENDPOINT,
    WARDED, DIED, PAID, PICKED, LEFT_BEHIND, NOTHING_HERE, OPENED, NO_KEY, NO_LOCK, REACHED, OVERTIME, FADED,
) = range(26)  # fmt: skip
HIT = 4096
