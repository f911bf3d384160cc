"""What every plane and scalar of an observation means, in their order."""

PLANES_SEEN = (
    ("level 1", "1 on cells of distortion 1"),
    ("level 2", "1 on cells of distortion 2, on which a turn must not end"),
    ("level 3", "1 on cells of distortion 3, which are deadly"),
    ("player", "1 where the player stands"),
    ("out portal", "1 on the way out"),
)
SCALARS_SEEN = (
    ("grid", 0, 7, "the grid that is played, from 1"),
    ("charge", -64, 64, "charge cells that are filled"),
    ("capacity", 0, 64, "charge cells that there are"),
    ("die x", 0, 6, "the left die"),
    ("die y", 0, 6, "the right die"),
    ("steps", -1, 36, "spaces of this movement that are left"),
    ("field left", 0, 36, "rolls of the field that are left"),
    ("direction", -1, 4, "the direction of the last step: x+, x-, y+, y-"),
    ("axis", -1, 2, "which axis the first die took"),
    ("leg", 0, 6, "first die, first phase, second die, second phase, field round, warp in"),
    ("owed", -64, 64, "the drain that waits for an answer"),
    ("turn", 0, 10_000, "turns played"),
    ("asked: first die", 0, 1, "1 if the first die and its sign are to be chosen"),
    ("asked: second die", 0, 1, "1 if the sign of the second die is to be chosen"),
    ("asked: wall", 0, 1, "1 if warp or ricochet is to be chosen"),
    ("asked: phase", 0, 1, "1 if a phase is offered after a die"),
    ("asked: field", 0, 1, "1 if a phase is offered because the field hit"),
    ("asked: roll", 0, 1, "1 if the dice are to be typed (paper mode)"),
    ("over", 0, 1, "1 when the match is over"),
)
