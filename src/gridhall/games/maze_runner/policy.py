"""The scripted players. They know a view only: what was seen, and what follows from the map's symmetry (MR4, MR5).

Skill 0 walks to the nearest unknown cell and slips; 1 looks farther, shuts its gates and fights; 2 infers where the
enemy's nexus must be; 3 keeps a guard at home as well, and shoots at whomever it sees in line. Every call decides one
action alone: capture, fight, shut a gate, or walk; the next call sees what came of it.
"""

from gridhall.games.maze_runner.fighting import fight
from gridhall.games.maze_runner.guarding import change_stance, tend_gates
from gridhall.games.maze_runner.guessing import place_on_board, weigh_boards
from gridhall.games.maze_runner.hunting import find_errand, hunt, lies_in_wait
from gridhall.games.maze_runner.refusals import refusal
from gridhall.games.maze_runner.skills import CAPTURING, CASUAL, EASY, FIGHTING, NORMAL, WALKING, chance, is_guard
from gridhall.games.maze_runner.tables import ACTS, AREA, END, HEART, MOVE, NEXUS, NOWHERE, STEP, TEAM
from gridhall.games.maze_runner.travelling import travel
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel, zeros


@kernel
def propose(setup, state, player, seed):
    """A sensible action: mostly the casual player's, sometimes any legal one."""
    if seed & 7 == 0:
        return any_action(setup, state, player, seed)
    return policy(setup, state, player, seed, CASUAL)


@kernel
def any_action(setup, state, player, seed):
    """Any legal action, drawn by chance; END, which is always legal, if forty tries fail."""
    for attempt in range(40):
        action = chance(seed, attempt, END)
        if refusal(setup, state, player, action) == 0:
            return action
    return END


@kernel
def policy(setup, state, player, seed, skill):
    """The action of a scripted player of this skill."""
    return decide(setup, state, player, seed, skill, True)


@kernel(inline=False)
def decide(setup, state, player, seed, skill, keen):
    """The action of a player of this skill; one that is not keen leaves golems, towers and extra nexuses alone."""
    if state.over or state.turn != player:
        return END
    legal = zeros(97)
    for action in range(END + 1):
        legal[action] = refusal(setup, state, player, action) == 0
    known_goal = state.nexus[1 - player] >= 0
    guesses, count = zeros(1280), 0  # pairs of a board's corner and its weight, the best first
    guess_goal = setup.size > 0 and setup.symmetric and skill >= NORMAL and not known_goal
    if guess_goal:
        count = weigh_boards(setup, state, player, keen, guesses)
    elif setup.size > 0 and setup.symmetric and skill >= NORMAL:
        guesses[0] = (state.nexus[player] - place_on_board(setup, state, player) + AREA) % AREA
        count = 1
    taking = NOWHERE  # a step onto a heart, which is best made when nobody has anything else to do (MR129)
    for phase in range(3):
        if phase == CAPTURING and not known_goal:
            continue
        if phase == FIGHTING:
            action = fight(setup, state, player, seed, skill, legal)
            if action == NOWHERE and keen:
                action = hunt(setup, state, player, skill, legal)
            if action != NOWHERE:
                return action
            continue
        for number in range(setup.minions):
            unit = player * TEAM + number
            if state.alive[unit] == 0 or state.left[unit] < setup.move_price:
                continue
            if phase == WALKING:
                action = NOWHERE
                if skill == EASY and chance(seed, 17 + number, 100) < 22:
                    action = number * ACTS + MOVE + chance(seed, 29 + number, 8)
                    if legal[action] == 0:
                        action = NOWHERE
                if action == NOWHERE:
                    action = tend_gates(setup, state, player, number, skill, keen, legal)
                if action == NOWHERE:
                    action = change_stance(setup, state, player, number, skill)
                if action != NOWHERE:
                    return action
            errand = NOWHERE
            if phase == WALKING and keen and not is_guard(setup, state, number, skill):
                errand = find_errand(setup, state, player, unit, skill)
            if errand >= 0 and lies_in_wait(setup, state, unit, errand):
                continue
            action = travel(setup, state, player, number, seed, skill, phase, keen, errand, guesses, count, legal)
            if action == NOWHERE and errand >= 0:  # that was too long a way
                action = travel(setup, state, player, number, seed, skill, phase, keen, NOWHERE, guesses, count, legal)
            if action != NOWHERE and phase == WALKING and keen and steps_on_heart(state, unit, action):
                taking = action
            elif action != NOWHERE:
                return action
    return END if taking == NOWHERE else taking


@kernel
def steps_on_heart(state, unit, action):
    """Is an action of this unit a step onto a heart?"""
    direction = action % ACTS - MOVE
    return 0 <= direction < 8 and state.cells[(state.cell[unit] + STEP[direction]) % AREA] == HEART


@kernel
def estimate(setup, state, player):
    """How much better a player stands, from what they know: kills, hit points, the enemy's nexus found and near."""
    if player < 0 or player > 1:
        return 0
    worth = 30 * (state.kills[player] - state.kills[1 - player])
    for unit in range(player * TEAM, player * TEAM + setup.minions):
        worth += 10 * state.hp[unit] // setup.hitpoints if state.alive[unit] else -20
        enemy = (1 - player) * TEAM + unit % TEAM
        if state.alive[enemy] == 0:
            worth += 20
    goal = state.nexus[1 - player]
    if goal >= 0 and state.memory[player * AREA + goal] == NEXUS + 1 - player:
        near = 60
        for unit in range(player * TEAM, player * TEAM + setup.minions):
            if state.alive[unit]:
                near = min(near, far_apart(state, state.cell[unit], goal))
        worth += 300 - 5 * near
    return max(-900, min(900, worth))
