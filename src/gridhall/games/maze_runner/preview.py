"""What an action would do, as far as a view tells."""

import copy
from collections.abc import Sequence

from gridhall.game import Action, Player, SetupRecord, View
from gridhall.games.maze_runner.choices import cost_of
from gridhall.games.maze_runner.marks import corners, light_marks, ray
from gridhall.games.maze_runner.pieces import number_of
from gridhall.games.maze_runner.rules import DEAD, MISSING, REASONS, refusal
from gridhall.games.maze_runner.sight import advance
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    DIRECTION_OF,
    DOOR_ACTS,
    END,
    GROUP,
    LANTERN,
    LASERS,
    MIRRORS,
    MOVES,
    OFF,
    RESIGN,
    STRIKES,
    SWITCHES,
    SWORD,
    TEAM,
    UNITS,
    WALLS,
    WIDTH,
)
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.grid import NAMES
from gridhall.scene import Mark, Preview


def preview(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    """What an action would do, as far as this view tells."""
    if action == END:
        left = sum(state.left[unit] for unit in range(player * TEAM, (player + 1) * TEAM))
        lost = f"{left} action{'s are' if left > 1 else ' is'} lost (MR17)."
        return Preview(lost if left else "The turn goes to the other player.")
    if action == RESIGN:
        return Preview("The match is given up (MR70).")
    if not 0 <= action < END or state.turn != player or state.over:
        return Preview("")
    reason = refusal(setup, state, player, action)
    if reason in (MISSING, DEAD):
        return Preview(REASONS[reason])
    if reason:
        return Preview(REASONS[reason], True)
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
    target = Mark("target", cells=[viewpoint.at(here if group == MIRRORS else there)])
    if group == LASERS:
        return _preview_laser(viewpoint, here, direction, price)
    if group == DOOR_ACTS:
        around = [(there + row * WIDTH + column) % AREA for row in range(-2, 3) for column in range(-2, 3)]
        square = Mark("reach", cells=[viewpoint.at(cell) for cell in around if state.cells[cell] != OFF])
        text = f"Door {NAMES[direction]}, {price}; no other of your doors within the marked square (MR82)."
        return Preview(text, marks=[target, square])
    if group == STRIKES:
        return Preview(f"Strike for {setup.sword_damage}, {price}.", marks=[target])
    if group == WALLS:
        return Preview(f"A wall {NAMES[direction]} for good, {price}.", marks=[target])
    if group == MIRRORS:
        return Preview(f"A mirror here, {price}; it bends light and lasers for everybody (MR35).", marks=[target])
    if group == SWITCHES and state.stance[unit] == SWORD:
        return Preview(f"Light the lantern, {price}.", marks=list(light_marks(setup, viewpoint, here)))
    if group == SWITCHES:
        return Preview(f"Draw the sword: no light lines, {price}.")
    return Preview(f"Retreat, {price}: back at home after {setup.respawn} missed turns (MR28).", True)


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
    text = f"Walk {steps} to {viewpoint.where(way[-1])}, {price}."
    if way[-1] == state.nexus[1 - player]:
        held = "Steps onto the enemy's nexus, to be held until your next turn (MR103)."
        text = held if setup.siege else "Captures the nexus and wins (MR68)."
    return Preview(text, marks=marks)
