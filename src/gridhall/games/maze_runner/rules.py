"""Maze Runner: two teams in a maze that neither has seen; who first steps on the other's nexus wins.

A turn gives each minion a few actions, spent in any order: move, switch between lantern (sees along four lines) and
sword (strikes), set a laser that fires as the enemy's turn begins, build a mirror, a wall or a door. Minions that die
come back at home. Nobody is told more than their minions saw. Numbers MRn are those of the rules page.

This file has how a match begins and the order of a turn. The rest is by topic: refusals.py (what is allowed, and what
an act costs), acts.py (what an act does), turns.py (beams, deaths and respawns as a turn begins), golems.py (how they
walk), arriving.py (what a minion takes by standing there), ending.py (who has won), sight.py (light, fog and memory),
secrecy.py (what a player may know), digging.py and placing.py (new mazes), walk.py (distances). tables.py says what the
numbers mean, reasons.py why something is refused, records.py what a setup and a state consist of.
"""

from gridhall.game import DRAWN, LOST, PLAYING, WON
from gridhall.games.maze_runner.acts import perform
from gridhall.games.maze_runner.digging import dig
from gridhall.games.maze_runner.ending import adjudicate, besiege, hold_majority
from gridhall.games.maze_runner.golems import walk_golems
from gridhall.games.maze_runner.placing import list_places, place_things
from gridhall.games.maze_runner.sight import refresh_sight, remember_enemies
from gridhall.games.maze_runner.tables import (
    ACTS,
    ALL_SIGHT,
    AREA,
    BEGAN,
    DIRECTION_OF,
    DOOR_BIT,
    END,
    EVENT_OF,
    FINISHED,
    FLAGS,
    GROUP,
    NO_SIGHT,
    NOWHERE,
    RESIGN,
    RESIGNED,
    STEP,
    STRUCK,
    TEAM,
    UNITS,
)
from gridhall.games.maze_runner.turns import count_dead, fire_beams, full_hitpoints, give_actions
from gridhall.games.maze_runner.walk import measure
from gridhall.kernel import kernel, show
from gridhall.rng import below

PLAYERS = 2

AFTER_ACT, BEAMS, DEATHS, ACTIONS_GIVEN = range(4)  # phases of `settle`: one after an act, three as a turn begins


@kernel(inline=False)
def start(setup, state):
    """Draw the map if none is given, note what is known at the start, and begin the first turn."""
    if setup.size > 0:
        dig(setup, state)
        state.first = below(state, 2)  # MR10
        place_things(setup, state)
    else:
        state.first = setup.first
    state.rng = 0  # from here on nothing is left to chance (MR11)
    for player in range(2):
        state.walls[player] = setup.walls
        state.approach[player] = NOWHERE
        state.standing[player] = 0
    for unit in range(UNITS):
        present = unit % TEAM < setup.minions
        state.home[unit] = state.cell[unit]
        state.alive[unit] = 1 if present else 0
        state.hp[unit] = full_hitpoints(setup, unit) if present else 0
        state.ghost[unit] = NOWHERE
        state.fallen[unit] = NOWHERE
        if not present:
            state.home[unit] = NOWHERE
            state.cell[unit] = NOWHERE
    state.turn = state.first
    state.round = setup.round
    state.opening = 1
    for cell in range(AREA):
        code = state.cells[cell]
        if FLAGS[code + 128] & DOOR_BIT:  # own drawn doors are known (MR91)
            owner = 1 if code < 0 else 0
            state.standing[owner] += 1
            state.memory[owner * AREA + cell] = code
            state.seen[owner * AREA + cell] = state.round
    if setup.nexuses > 0 or setup.towers > 0:
        list_places(state)
    settle(setup, state, BEAMS, ACTIONS_GIVEN, NO_SIGHT, state.turn, NOWHERE, 0, 0)


@kernel
def acting(setup, state):
    if state.over:
        return 0
    return 1 << state.turn


@kernel(inline=False)
def step(setup, state, player, action):
    """Act; the caller has asked `refusal`. Modifies state, and keeps both players' sight up to date."""
    if action == RESIGN:
        state.over, state.winner = RESIGNED, 2 - player
        show(state, FINISHED, player, 0)
        return
    if action == END:
        pass_turn(setup, state)
        if state.over:
            show(state, FINISHED, player, 0)
            return
        if setup.golems > 0 and state.turn == state.first:
            walk_golems(setup, state)
            for viewer in range(2):
                refresh_sight(setup, state, viewer)
                remember_enemies(state, viewer)
        settle(setup, state, BEAMS, ACTIONS_GIVEN, NO_SIGHT, player, NOWHERE, 0, 0)
        return
    act = action % ACTS
    unit = player * TEAM + action // ACTS
    here = state.cell[unit]
    there = (here + STEP[DIRECTION_OF[act]]) % AREA
    changed = perform(setup, state, player, unit, act, here, there)
    settle(setup, state, AFTER_ACT, AFTER_ACT, changed, player, EVENT_OF[GROUP[act]], unit, here + AREA * there)


@kernel
def outcome(setup, state, player):
    if state.over == 0:
        return PLAYING
    if state.winner == 0:
        return DRAWN
    return WON if state.winner == player + 1 else LOST


@kernel
def score(setup, state, player):
    """Enemy minions killed, and a hundred for the win."""
    if player < 0 or player >= PLAYERS:
        return 0
    return state.kills[player] + (100 if state.over != 0 and state.winner == player + 1 else 0)


@kernel(inline=False)
def settle(setup, state, first, last, changed, player, what, who, cell):
    """Go through the phases `first` to `last`, and bring everybody's sight up to date after each (MR15, MR98).

    `changed` says whose sight may have changed by an act of `player`. `what`, `who` and `cell` are the act's event;
    NOWHERE is none, and a strike has shown its own.
    """
    for phase in range(first, last + 1):
        if phase == BEAMS:
            changed = fire_beams(setup, state)
        elif phase == DEATHS:
            changed = count_dead(setup, state)
        elif phase == ACTIONS_GIVEN:
            # In a new round even what is seen as before is seen later, and its round is remembered.
            changed = ALL_SIGHT if give_actions(setup, state) or state.turn == state.first else NO_SIGHT
        if changed:
            for viewer in range(2):
                if changed == ALL_SIGHT or viewer == player:
                    refresh_sight(setup, state, viewer)
        for viewer in range(2):
            remember_enemies(state, viewer)
        if phase == DEATHS:
            if setup.siege:
                besiege(state)
            if setup.majority and state.over == 0:
                hold_majority(setup, state)
            if state.over:
                break
    if what != NOWHERE and what != STRUCK:
        show(state, what, who, cell)
    if last == ACTIONS_GIVEN and state.over == 0:
        show(state, BEGAN, state.turn, 0)
    if state.over:
        show(state, FINISHED, player, 0)


@kernel
def pass_turn(setup, state):
    """End a turn: measure how near the player has come, adjudicate after the last round (MR69), else hand over."""
    player = state.turn
    for unit in range(player * TEAM, (player + 1) * TEAM):
        state.left[unit] = 0
    state.approach[player] = measure(state, player)
    if player != state.first and state.round >= setup.rounds:
        adjudicate(state)
        return
    if player != state.first:
        state.round += 1
    state.turn = 1 - player
    state.opening = 0
