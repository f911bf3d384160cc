"""What every plane and scalar of an observation means, in their order."""

_SIDES = ("own", "other's")
PLANES_SEEN = (
    *((f"{side} homes", "how long the list of the echo at home there is; -1 on a free home tile") for side in _SIDES),
    *((f"{side} ends", "1 where a list of actions ends") for side in _SIDES),
    *((f"{side} shields", "the shield where a list ends: 1 to 4, facing N, E, S, W; 0: none") for side in _SIDES),
    *((f"{side} shots", "the first tick of a shot or mine on this tile; 0: none") for side in _SIDES),
    ("plan: echo", "1 where the echo of the own plan stands now"),
    ("plan: home", "1 on its home tile"),
    ("plan: acts", "the number of the last planned action that begins on this tile"),
    ("plan: shots", "the first tick of its shots and mines on this tile"),
)
SCALARS_SEEN = (
    ("own points", 0, 64, "points so far"),
    ("other's points", 0, 64, "the other's points so far"),
    ("turn", 0, 10_000, "the turn that is played, from 1"),
    ("turns", 0, 10_000, "the limit of turns; 0 if there is none"),
    ("own submitted", 0, 1, "1 if the own plan is sealed"),
    ("other submitted", 0, 1, "1 if the other's plan is sealed"),
    ("plan kind", 0, 2, "0: none yet, 1: a new echo, 2: an extension"),
    ("plan column", 0, 7, "the column of the planned echo"),
    ("plan points", 0, 5, "points of the plan that are left to spend"),
    ("plan before", 0, 127, "actions that the planned echo has already"),
    *((f"plan action {n}", 0, 64, "1 + the code of the planned action; 0: none") for n in range(1, 6)),
    ("own living", 0, 8, "own echoes that live"),
    ("other's living", 0, 8, "the other's echoes that live"),
    ("side", 0, 1, "0 for the first player, 1 for the second"),
    ("replay ticks", 0, 10_000, "ticks of the last replay"),
    ("over", 0, 1, "1 when the match is over"),
)
