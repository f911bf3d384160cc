"""How scripted players fight: with the sword within reach, with lasers along straight lines."""

from gridhall.games.maze_runner.sight import advance, ray_end, unit_on
from gridhall.games.maze_runner.skills import CASUAL, EASY, HARD, NORMAL, chance, towards
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    DOOR_BIT,
    FLAGS,
    GROUND,
    LANTERN,
    LASER,
    MIRROR_BIT,
    MOVE,
    NOWHERE,
    STEP,
    STRIKE,
    SWITCH,
    SWORD,
    TEAM,
)
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel, zeros


@kernel(inline=False)
def fight(setup, state, player, seed, skill, legal):
    """A strike or a laser where it kills, or a step towards that; NOWHERE if there is nothing to do.

    Near home, or with a drawn sword beside the enemy, hurting is enough.
    """
    enemy_first, own_first = (1 - player) * TEAM, player * TEAM
    for enemy in range(enemy_first, enemy_first + setup.minions):
        place = state.cell[enemy]
        if state.alive[enemy] == 0 or place < 0:
            continue
        steps, queue = zeros(1600), zeros(400)
        count_steps(state, place, steps, queue)
        needed, best, best_damage, best_laser = state.hp[enemy], NOWHERE, 0, NOWHERE
        for beam in range(state.beams):  # what is already aimed at this enemy
            if aligned(state, state.beam_cell[beam], place, state.beam_direction[beam]):
                needed -= setup.laser_damage
        if needed <= 0:
            continue
        total = 0
        for unit in range(own_first, own_first + setup.minions):
            here = state.cell[unit]
            if state.alive[unit] == 0:
                continue
            damage = 0
            if steps[here] > 0:
                left = state.left[unit] - (steps[here] - 1) * setup.move_price
                if state.stance[unit] == LANTERN:
                    left -= setup.switch_price
                damage = max(0, left // setup.sword_price) * setup.sword_damage
            laser = NOWHERE
            may_shoot = skill >= CASUAL and legal[(unit - own_first) * ACTS + LASER]
            if may_shoot and damage < min(needed, setup.laser_damage):
                for direction in range(0, 8, 2):
                    if aligned(state, here, place, direction):
                        laser, damage = direction, setup.laser_damage
            total += damage
            if damage > best_damage or (damage == best_damage and damage > 0 and state.stance[unit] == SWORD):
                best, best_damage, best_laser = unit, damage, laser
        if best == NOWHERE:
            continue
        home = far_apart(state, place, state.nexus[player]) <= (3 if skill == HARD else 8)
        at_hand = state.stance[best] == SWORD and steps[state.cell[best]] == 1
        far_off = steps[state.cell[best]] == 0  # out of the sword's reach
        snipe = best_laser != NOWHERE and (skill == HARD or (far_off and chance(seed, enemy, 3) == 0))
        if total < needed and not at_hand and not snipe and not (home and skill >= NORMAL):
            continue
        if skill == EASY and steps[state.cell[best]] != 1:
            continue
        base, here = (best - own_first) * ACTS, state.cell[best]
        if best_laser != NOWHERE:
            action = base + LASER + best_laser // 2
        elif state.stance[best] == LANTERN and steps[here] <= 2:
            action = base + SWITCH
        elif steps[here] == 1:
            action = base + STRIKE + towards(here, place)
        else:
            action = NOWHERE
            for direction in range(8):
                cell = (here + STEP[direction]) % AREA
                if steps[cell] > 0 and steps[cell] < steps[here] and legal[base + MOVE + direction]:
                    action = base + MOVE + direction
        if action != NOWHERE and legal[action]:
            return action
    return NOWHERE


@kernel
def count_steps(state, place, steps, queue):
    """Write 1 + the steps from each cell near an enemy to one from which the enemy can be struck; 0: too far."""
    head, tail = 0, 0
    for direction in range(8):
        cell = (place + STEP[direction]) % AREA
        if FLAGS[state.cells[cell] + 128] & GROUND and not squeezed(state, place, direction):
            steps[cell] = 1
            queue[tail] = cell
            tail += 1
    while head < tail:
        here = queue[head]
        head += 1
        if steps[here] > 8 or tail > 380:
            break
        for direction in range(8):
            cell = (here + STEP[direction]) % AREA
            flags = FLAGS[state.cells[cell] + 128]
            is_open = flags & GROUND and flags & DOOR_BIT == 0
            if steps[cell] == 0 and is_open and cell != place and not squeezed(state, here, direction):
                steps[cell] = steps[here] + 1
                queue[tail] = cell
                tail += 1


@kernel
def squeezed(state, here, direction):
    """Is a diagonal closed by what stands beside it (MR22)? Units do not count."""
    if direction & 1 == 0:
        return False
    left, right = advance(here, direction - 1), advance(here, (direction + 1) & 7)
    return ray_end(state, left) and ray_end(state, right)


@kernel
def aligned(state, here, place, direction):
    """Does a beam meet the place within 12 straight cells, with no unit, no mirror and no end between?"""
    cell = here
    for _ in range(12):
        cell = (cell + STEP[direction]) % AREA
        if cell == place:
            return FLAGS[state.cells[cell] + 128] & GROUND != 0
        if FLAGS[state.cells[cell] + 128] & MIRROR_BIT or unit_on(state, cell) != NOWHERE or ray_end(state, cell):
            return False
    return False
