"""What a setup and a state of Maze Runner consist of."""

from gridhall.games.maze_runner.tables import AREA, EXTRAS, TEAM, TOWERS, UNITS, WORDS
from gridhall.kernel import i8, i16, i64, record, u64


@record
class Setup:
    """The parameters of a match (MR88), known to all; the map is no part of it."""

    size: i16  # of a generated map; 0: the map is drawn
    symmetric: i16
    minions: i16
    actions: i16
    first_actions: i16
    hitpoints: i16
    respawn: i16
    move_price: i16
    switch_price: i16
    sword_price: i16
    sword_damage: i16
    laser_damage: i16
    rounds: i16
    walls: i16
    door_price: i16
    door_cooldown: i16
    door_hitpoints: i16
    bends: i16
    siege: i16
    first: i16  # who begins on a drawn map
    round: i16  # the number of the first round
    spare: i16
    golems: i16  # pairs of them (MR114)
    golem_hitpoints: i16
    golem_damage: i16
    towers: i16  # pairs of stone, and how many each player may build; then `walls` is the same number (MR123)
    tower_hitpoints: i16
    tower_range: i16
    nexuses: i16  # extra ones, a player
    majority: i16
    laser_price: i16  # 0: the whole turn (MR133)
    mirror_price: i16


@record
class State:
    """All that is secret or changes.

    Sets of cells and arrays by cell have player 1's part first. Units are player 1's three, then player 2's.
    """

    rng: u64
    visible: i64 * (2 * WORDS)  # sets of cells
    lit: i64 * (2 * WORDS)  # where a player saw beams in this beginning of turn (MR60)
    seen: i16 * (2 * AREA)  # the round a cell was seen last (MR43)
    cell: i16 * UNITS
    home: i16 * UNITS
    ghost: i16 * UNITS  # where a player saw each enemy last
    ghost_round: i16 * UNITS
    fallen: i16 * UNITS  # where each unit died last
    fallen_round: i16 * UNITS
    nexus: i16 * 2
    kills: i16 * 2
    approach: i16 * 2  # the closest so far, NOWHERE: never measured (MR102)
    beam_cell: i16 * TEAM
    extras: i16 * EXTRAS  # 1 + the cell of each extra nexus, from the north-west; 0: none
    towers: i16 * TOWERS  # 1 + the cell of each tower; 0: none
    round: i16
    origin: i16  # the cell that is x = 0, y = 0; in a view the corner of what is known
    cells: i8 * AREA  # the map with its structures
    memory: i8 * (2 * AREA)  # as each player remembers it (MR98); OFF: fog
    hp: i8 * UNITS
    stance: i8 * UNITS
    alive: i8 * UNITS
    left: i8 * UNITS  # actions
    respawn: i8 * UNITS
    cooldown: i8 * UNITS
    walls: i8 * 2  # left to build; in a match with towers these are meant (MR123)
    standing: i8 * 2  # doors
    beam_unit: i8 * TEAM
    beam_direction: i8 * TEAM
    beams: i8
    given: i8  # actions each minion got in this beginning of turn
    turn: i8
    first: i8
    over: i8  # how it ended
    winner: i8  # 1-based
    opening: i8  # the first turn of the match is on
    spare: i8 * 9
