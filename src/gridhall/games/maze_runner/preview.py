"""What an action would do, as far as a view tells."""

import copy
from collections.abc import Sequence

from gridhall.game import Action, Player, SetupRecord, View
from gridhall.games.maze_runner.choices import cost_of
from gridhall.games.maze_runner.legend import LOOKS
from gridhall.games.maze_runner.marks import corners, light_marks, ray
from gridhall.games.maze_runner.pieces import number_of
from gridhall.games.maze_runner.reasons import DEAD, MISSING, REASONS
from gridhall.games.maze_runner.refusals import refusal
from gridhall.games.maze_runner.sight import advance
from gridhall.games.maze_runner.structures import door_code, tower_code
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BACKSLASH,
    BUILT,
    DIRECTION_OF,
    DOOR_ACTS,
    END,
    EXTRA,
    FLAGS,
    GROUP,
    HEART,
    LANTERN,
    LASERS,
    MIRRORS,
    MOVES,
    OFF,
    RESIGN,
    SLASH,
    STRIKES,
    SWITCHES,
    SWORD,
    TEAM,
    TOWER,
    TOWER_BIT,
    UNITS,
    WALLS,
)
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.games.maze_runner.walk import far_apart
from gridhall.grid import NAMES
from gridhall.rulings import plain
from gridhall.scene import Mark, Piece, Preview


def preview(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    """What an action would do, as far as this view tells."""
    if action == END:
        left = sum(state.left[unit] for unit in range(player * TEAM, (player + 1) * TEAM))
        lost = f"{left} action{'s are' if left > 1 else ' is'} lost."
        return Preview(lost if left else "The turn goes to the other player.")
    if action == RESIGN:
        return Preview("The match is given up.")
    if not 0 <= action < END or state.turn != player or state.over:
        return Preview("")
    reason = refusal(setup, state, player, action)
    if reason in (MISSING, DEAD):
        return Preview(plain(REASONS[reason]))
    if reason:
        return Preview(plain(REASONS[reason]), True)
    if GROUP[action % ACTS] == MOVES:
        return preview_walk(setup, state, player, [action])
    return _preview_act(setup, state, player, action)


def _preview_act(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    """What an act that is allowed, and no move, would do."""
    number, act = divmod(action, ACTS)
    unit, group, direction = player * TEAM + number, GROUP[act], DIRECTION_OF[act]
    viewpoint, here = Viewpoint(state, player), state.cell[unit]
    there = advance(here, direction)
    price = f"{cost_of(setup, state, group)} of {state.left[unit]} actions"
    at = here if group == MIRRORS else there
    target = Mark("target", cells=[viewpoint.at(at)])
    if group == LASERS:
        return _preview_laser(viewpoint, here, direction, price)
    if group == DOOR_ACTS:
        square = Mark("reach", cells=_known_around(viewpoint, there, 2))
        text = f"Door {NAMES[direction]}, {price}; no other of your doors within the marked square."
        ghost, marks, light = _built(setup, viewpoint, at, int(door_code(player, setup.door_hitpoints)))
        return Preview(text + light, marks=[target, square, *marks], pieces=[ghost])
    if group == STRIKES:
        return Preview(f"Strike for {setup.sword_damage}, {price}.", marks=[target])
    if group == WALLS and setup.towers:
        square = Mark("reach", cells=_known_around(viewpoint, there, setup.tower_range))
        text = f"A tower {NAMES[direction]}, {price}; you will always see the marked square."
        ghost, marks, light = _built(setup, viewpoint, at, int(tower_code(player + 1, setup.tower_hitpoints)))
        return Preview(text + light, marks=[target, square, *marks], pieces=[ghost])
    if group == WALLS:
        ghost, marks, light = _built(setup, viewpoint, at, BUILT + player)
        return Preview(f"A wall {NAMES[direction]} for good, {price}.{light}", marks=[target, *marks], pieces=[ghost])
    if group == MIRRORS:
        ghost, marks, light = _built(setup, viewpoint, at, (BACKSLASH if act & 1 else SLASH) + 1 + player)
        text = f"A mirror here, {price}; it bends light and lasers for everybody.{light}"
        return Preview(text, marks=[target, *marks], pieces=[ghost])
    if group == SWITCHES and state.stance[unit] == SWORD:
        return Preview(f"Light the lantern, {price}.", marks=list(light_marks(setup, viewpoint, here)))
    if group == SWITCHES:
        return Preview(f"Draw the sword: no light lines, {price}.")
    return Preview(f"Retreat, {price}: back at home after {setup.respawn} missed turns.", True)


def _known_around(viewpoint: Viewpoint, middle: int, reach: int) -> list[int]:
    """The known cells of the square that a tower would show, as cells of the scene."""
    state = viewpoint.state
    known = [cell for cell in range(AREA) if state.cells[cell] != OFF]
    return [viewpoint.at(cell) for cell in known if far_apart(state, middle, cell) <= reach]


def _gains(setup: SetupRecord, state: View, player: Player, way: Sequence[int]) -> str:
    """What a walk would take on its way: hearts, extra nexuses, towers of stone."""
    beside = {advance(cell, direction) for cell in way for direction in range(8)}
    worth = "counts for a majority" if setup.majority else "gives your minions an action more a turn"
    gains = {
        "takes the heart, which gives all your minions new actions": any(state.cells[cell] == HEART for cell in way),
        f"takes the extra nexus, which {worth}": any(state.cells[cell] == EXTRA + 1 - player for cell in way),
        "takes a stone tower": any(state.cells[cell] in (TOWER, TOWER + 4 * (2 - player)) for cell in beside),
    }
    taken = [text for text, is_so in gains.items() if is_so]
    return f" It {' and '.join(taken)}." if taken else ""


def _built(setup: SetupRecord, viewpoint: Viewpoint, cell: int, code: int) -> tuple[Piece, list[Mark], str]:
    """A ghost of a thing to be built on a cell, and of the light and the beams there would then be, all over what is
    known; and in words, what the light gains or loses.
    """
    state, player = viewpoint.state, viewpoint.player
    trial = copy.copy(state)
    trial.cells[cell] = code
    after = Viewpoint(trial, player)
    marks, gained, lost = [], set(), set()
    for unit in range(player * TEAM, (player + 1) * TEAM):
        if not state.alive[unit] or state.stance[unit] != LANTERN:
            continue
        for direction in range(0, 8, 2):
            before, _ = ray(state, state.cell[unit], direction, setup.bends)
            then, _ = ray(trial, state.cell[unit], direction, setup.bends)
            gained |= set(then)
            lost |= set(before)
            if then != before and len(then) > 1:
                marks.append(Mark("light", line=corners(after, then)))
    for beam in range(state.beams):
        cells, _ = ray(trial, state.beam_cell[beam], state.beam_direction[beam], -1)
        marks.append(Mark("shot", line=corners(after, cells), arrow=True, owner=player + 1))
    gained, lost = gained - lost, lost - gained
    changes = [
        f"{verb} {len(cells)} known cell{'s' * (len(cells) > 1)}"
        for verb, cells in (("gains", gained), ("loses", lost))
        if cells
    ]
    is_tower = FLAGS[code + 128] & TOWER_BIT
    kind, owner = LOOKS.get(code, ("tower" if is_tower else "door", player + 1))
    ghost = Piece("ghost of a building", kind, viewpoint.at(cell), owner=owner, faded=True)
    return ghost, marks, f" Your light {' and '.join(changes)}." if changes else ""


def _preview_laser(viewpoint: Viewpoint, here: int, direction: int, price: str) -> Preview:
    """Where a beam would go over what is known, and who stands in it now."""
    state, player = viewpoint.state, viewpoint.player
    cells, end = ray(state, here, direction, -1)
    hit = [unit for unit in range(UNITS) if state.cell[unit] in cells[1:]]
    ends = "into the unknown" if state.cells[end] == OFF else f"to {viewpoint.where(end)}"
    text = f"Laser {NAMES[direction]}, {price}: fires as the enemy's turn begins, {ends}"
    text += f"; minion {', '.join(number_of(player, unit) for unit in hit)} stands in it now." if hit else "."
    hits_own = any(unit // TEAM == player for unit in hit)
    return Preview(text, hits_own, [Mark("shot", line=corners(viewpoint, cells), arrow=True, owner=player + 1)])


def preview_walk(setup: SetupRecord, state: View, player: Player, actions: Sequence[Action]) -> Preview:
    """The way of a minion, its price, and what its lantern would light at the end as far as the map is known."""
    unit = player * TEAM + actions[0] // ACTS
    way = [state.cell[unit]]
    for action in actions:
        way.append(advance(way[-1], DIRECTION_OF[action % ACTS]))
    trial, viewpoint = copy.copy(state), Viewpoint(state, player)
    trial.cell[unit] = way[-1]
    marks = [Mark("path", line=corners(viewpoint, way), arrow=True)]
    if state.stance[unit] == LANTERN:
        marks += light_marks(setup, Viewpoint(trial, player), way[-1])
    steps = "one step" if len(actions) == 1 else f"{len(actions)} steps"
    price = f"{cost_of(setup, state, MOVES) * len(actions)} of {state.left[unit]} actions"
    text = f"Walk {steps} to {viewpoint.where(way[-1])}, {price}." + _gains(setup, state, player, way[1:])
    if way[-1] == state.nexus[1 - player]:
        held = "Steps onto the enemy's nexus, to be held until your next turn."
        text = held if setup.siege else "Captures the nexus and wins."
    return Preview(text, marks=marks)
