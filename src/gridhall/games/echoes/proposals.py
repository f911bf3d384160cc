"""What a search asks of the game: sensible actions, a guess of what is hidden, and who stands better."""

from gridhall.games.echoes.codes import DASH, FIRE, MINE, SHIELD, WALK
from gridhall.games.echoes.rules import ACT, EXTEND, NEW, RESIGN, SIDE, SUBMIT, living_of, refusal, step
from gridhall.kernel import kernel, signed
from gridhall.rng import draw, mix


@kernel
def resample(setup, state, player, seed):
    """Guess a whole plan for those who have submitted; who still plans is taken to have planned nothing."""
    state.rng = seed
    for other in range(2):
        if other != player and state.submitted[other]:
            state.submitted[other] = 0
            for _ in range(8):
                action = propose(setup, state, other, signed(draw(state)))
                if action == SUBMIT:
                    break
                step(setup, state, other, action)
            state.submitted[other] = 1


@kernel
def estimate(setup, state, player):
    """Living echoes, how near eight they are, and points; a decided match is 1000."""
    if state.over:
        if not state.winner:
            return 0
        return 1000 if state.winner == player + 1 else -1000
    mine = living_of(setup, state.living, player)
    theirs = living_of(setup, state.living, 1 - player)
    race = 300 * abs(mine - theirs) // (9 - min(8, max(mine, theirs)))
    value = 60 * (mine - theirs) + (race if mine > theirs else -race)
    value += 40 * (state.points[player] - state.points[1 - player])
    return max(-950, min(950, value))


@kernel
def propose(setup, state, player, seed):
    """Draw a sensible legal action: three plans in ten extend, and most actions look towards the other side."""
    chance = signed(mix(seed) >> 8) & 0xFFFFF
    if state.plan_kind[player]:
        return propose_act(setup, state, player, chance)
    extensions = 0
    creations = 0
    for column in range(SIDE):
        extensions += 1 if not refusal(setup, state, player, EXTEND + column) else 0
        creations += 1 if not refusal(setup, state, player, NEW + column) else 0
    base = NEW
    count = creations
    if extensions and (not creations or chance % 10 < 3):
        base = EXTEND
        count = extensions
    if not count:
        return RESIGN
    pick = (chance >> 5) % count
    for column in range(SIDE):
        if not refusal(setup, state, player, base + column):
            if not pick:
                return base + column
            pick -= 1
    return RESIGN


@kernel
def propose_act(setup, state, player, chance):
    """Draw the next action of a plan that has begun; a shield where eight draws were refused."""
    left = state.plan_left[player]
    if not left:
        return SUBMIT
    shield_ahead = SHIELD + 2 * player
    for _ in range(8):
        chance = chance * 1103 + 12345 & 0xFFFFF
        kind, turn = (chance >> 4) % 20, (chance >> 9) % 16
        heading = draw_heading(4 * player, turn, chance)
        if left == 1:
            code = shield_ahead if kind < 15 else WALK + heading
        elif kind < 9:
            code = FIRE + heading
        elif kind < 14:
            code = shield_ahead if turn < 13 else SHIELD + (chance >> 13) % 4
        elif kind < 17:
            code = WALK + heading
        elif kind < 19:
            code = DASH + heading // 2
        else:
            code = MINE + heading
        if not refusal(setup, state, player, ACT + code):
            return ACT + code
    return ACT + shield_ahead


@kernel
def draw_heading(forward, turn, chance):
    """Of 16 turns 8 are straight ahead, 2 half right, 2 half left, and the others anywhere."""
    if turn < 8:
        return forward
    if turn < 10:
        return (forward + 1) % 8
    if turn < 12:
        return (forward + 7) % 8
    return (chance >> 13) % 8
