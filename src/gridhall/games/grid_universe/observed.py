"""What every plane and scalar of an observation means, in their order."""

PLANES_SEEN = (
    ("agent", "1 where the agent is"),
    ("blocking", "1 on what stops a walk: walls, closed doors, boxes"),
    ("pushable", "1 on what can be pushed"),
    ("collidable", "1 on what collides: monsters, spikes, lava, boxes, the agent"),
    ("collectible", "1 on what can be picked up"),
    ("required", "1 on what must be collected"),
    ("exit", "1 on exits"),
    ("lethal", "1 on what kills"),
    ("immunity", "1 on what gives immunity"),
    ("phasing", "1 on what lets its owner walk through walls"),
    ("speed", "the factor of what makes its owner faster"),
    ("reward", "points for collecting it or stepping there, 127 at most"),
    ("cost", "what a turn there costs, 127 at most"),
    ("damage", "the health that it takes, 127 at most"),
    ("key", "1 + the number of the key's name"),
    ("locked", "1 + the number of the key's name that opens it; 0 once it is open"),
    ("portal", "the same number on both portals of a pair"),
    ("health", "the health of what has health, 127 at most; 0 when it is dead"),
    ("chasing", "1 on what comes for somebody"),
    ("going up", "1 on movers that go up next"),
    ("going down", "1 on movers that go down next"),
    ("going left", "1 on movers that go left next"),
    ("going right", "1 on movers that go right next"),
)
_WIDE = 2**31 - 1  # as far as 32 bits reach
_EFFECTS = tuple(
    entry
    for effect in ("immunity", "phasing", "speed")
    for entry in (
        (f"{effect} time", -1, _WIDE, f"turns that {effect} lasts; 0: there is none, -1: it does not run out"),
        (f"{effect} uses", -1, _WIDE, f"uses of {effect} that are left; 0: there is none, -1: any number"),
    )
)
SCALARS_SEEN = (
    ("turn", 0, _WIDE, "turns played"),
    ("turns left", -1, _WIDE, "turns until the level's limit; -1 if it has none"),
    ("score", -_WIDE, _WIDE, "points so far"),
    ("health", -1, _WIDE, "the agent's health; -1 if it has none"),
    ("most health", -1, _WIDE, "the most health it can have; -1 if it has none"),
    ("to collect", 0, 2048, "required things that are still there"),
    ("locks", 0, 2048, "locks that are still closed"),
    ("keys", 0, 2048, "keys in hand"),
    ("movement", 0, 5, "how the agent moves: default, mirror, wrap, slippery, windy, gravity"),
    ("objective", -1, 4, "default, exit, collect, unlock, push; -1 if it is not told"),
    *_EFFECTS,
)
