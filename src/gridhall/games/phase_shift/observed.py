"""What every plane and scalar of an observation means, in their order."""

_KINDS = (
    ("void", "1 where there is no tile"),
    ("floor", "1 on plain floor, and where a key was taken"),
    ("wall", "1 on walls"),
    ("exit", "1 on the exit"),
    ("rift", "1 on rifts, which are deadly"),
    ("dark beacon", "1 on beacons that are not lit yet"),
    ("lit beacon", "1 on beacons that are lit"),
    ("key", "1 + the key's number (0 to 3) where a key lies"),
    ("closed gate", "1 + the number of its key where a gate is closed"),
    ("open gate", "1 where a gate is open"),
)
PLANES_SEEN = (
    *((f"here: {name}", f"{text}, in the phase the player is in") for name, text in _KINDS),
    *((f"there: {name}", f"{text}, in the other phase") for name, text in _KINDS),
    ("player", "1 where the player stands"),
)
SCALARS_SEEN = (
    ("moves left", -1, 10_000, "moves until the level's limit; -1 once it is passed"),
    ("beacons missing", 0, 256, "beacons that are still dark"),
)
