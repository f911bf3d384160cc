"""What a setup and a state of Echoes consist of."""

from gridhall.kernel import i8, i16, i32, record, u64


@record
class Setup:
    """What never changes. By slot: `side`, `home` (the start tile), and in a position file (EC61) ids of 8 signs."""

    turns: i16  # the limit of EC56, 0 for none
    position: i8
    side: i8 * 16
    home: i8 * 16
    ids: i8 * 128
    title: i8 * 161  # UTF-8, ends with 0


@record
class State:
    """What changes. A plan belongs to a player, all other arrays of 16 to the slots."""

    rng: u64
    turn: i32
    replay_turn: i32  # 0 before the first replay
    living: i32  # bits of slots
    points: i16 * 2
    lists: i8 * 1952  # 16 lists of 122 codes
    lengths: i8 * 16
    tips: i8 * 16  # where each list ends on its nominal path (EC11)
    fell: i8 * 16  # the tick of each death in the last replay, 0 for none
    plan: i8 * 10  # this turn's actions, 5 a player
    plan_kind: i8 * 2
    plan_column: i8 * 2
    plan_count: i8 * 2
    plan_left: i8 * 2  # points
    plan_cell: i8 * 2  # where the planned echo stands after its plan so far
    submitted: i8 * 2
    replay_ticks: i8
    replaying: i8  # 1 inside a replay, after its tick `tick`; only events show that
    tick: i8
    over: i8
    winner: i8  # 1, 2 or 0
    reason: i8
    spare: i8 * 4
