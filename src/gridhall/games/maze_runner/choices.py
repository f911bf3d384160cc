"""What a player can do now, and for what they cannot do the reason."""

import copy

from gridhall.game import EVERYONE, Action, Player, SetupRecord, View
from gridhall.games.maze_runner.reasons import REASONS
from gridhall.games.maze_runner.refusals import WHOLE, price, refusal
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BUILD_MIRROR,
    DIRECTION_OF,
    DOOR_ACTS,
    END,
    FLAGS,
    GROUND,
    LANTERN,
    LASERS,
    MIRRORS,
    MOVE,
    MOVES,
    NEXUS,
    RESIGN,
    RETREATS,
    SIZES,
    STEP,
    STRIKES,
    SWITCHES,
    TEAM,
    WALLS,
)
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.games.maze_runner.words import FIRST, LETTERS, TOWER_WORD, verb_of, word
from gridhall.grid import COMPASS
from gridhall.rulings import plain_reason
from gridhall.scene import Choice

KEYS = {name: letter for letter, name in LETTERS.items()}
TITLES = ("Move", "Strike", "Laser", "Wall", "Door", "Mirror", "Switch", "Retreat")  # by group
AIMED = (STRIKES, LASERS, WALLS, DOOR_ACTS)  # groups whose acts concern the next cell in a direction


def choices_of(setup: SetupRecord, viewpoint: Viewpoint) -> list[Choice]:
    """What a player whose turn it is can do."""
    state, player = viewpoint.state, viewpoint.player
    choices: list[Choice] = []
    for number in range(setup.minions):
        if state.alive[player * TEAM + number]:
            choices += _walks(setup, viewpoint, number)
            choices += _acts(setup, viewpoint, number)
    left = sum(state.left[unit] for unit in range(player * TEAM, (player + 1) * TEAM) if state.alive[unit])
    ask = f"{left} action{'s' * (left > 1)} left will be lost. End the turn?" if left else ""
    return [*choices, Choice(END, "end", "End turn", "e", confirm=ask, main=True), _resignation()]


def choices_in_waiting(state: View, player: Player) -> list[Choice]:
    """What can be done in the other's turn."""
    return [] if state.over or player == EVERYONE else [_resignation()]


def _resignation() -> Choice:
    return Choice(RESIGN, "resign", "Resign", confirm="Give the match up?", gives_up=True)


def cost_of(setup: SetupRecord, state: View, group: int) -> int:
    """The actions that an act of a group costs; some cost all that a minion gets in a turn (MR96)."""
    cost = int(price(setup, group))
    return int(state.given) if cost == WHOLE else cost


def reach(setup: SetupRecord, state: View, player: Player, number: int) -> dict[int, list[int]]:
    """The cells a minion can walk to over known ground with its actions, each with the acts that lead there."""
    unit = player * TEAM + number
    trial = copy.copy(state)
    trial.left[unit] = 99
    cost, base = cost_of(setup, state, MOVES), number * ACTS
    ways: dict[int, list[int]] = {state.cell[unit]: []}
    edge = [state.cell[unit]]
    cells, enemy_nexus = state.cells, NEXUS + 1 - player
    for _ in range(state.left[unit] // cost):
        following = []
        for here in edge:
            trial.cell[unit] = here
            for direction in (0, 2, 4, 6, 1, 3, 5, 7):
                there = (here + STEP[direction]) % AREA
                code = cells[there]
                # Refusal would say the same of closed cells; without asking it, a scene is made much sooner.
                if there in ways or not (FLAGS[code + 128] & GROUND or code == enemy_nexus):
                    continue
                if refusal(setup, trial, player, base + MOVE + direction) == 0:
                    ways[there] = [*ways[here], base + MOVE + direction]
                    if code != enemy_nexus:
                        following.append(there)
        edge = following
    del ways[state.cell[unit]]
    return ways


def _walks(setup: SetupRecord, viewpoint: Viewpoint, number: int) -> list[Choice]:
    """A choice for each cell that a minion can walk to; if there is none, one that says why."""
    state, player = viewpoint.state, viewpoint.player
    piece, cost = f"{player + 1}.{number + 1}", cost_of(setup, state, MOVES)
    choices = []
    for cell, acts in reach(setup, state, player, number).items():
        name = f"Move {len(acts)}" if cell != state.nexus[1 - player] else "Capture the nexus"
        at, total = viewpoint.at(cell), cost * len(acts)
        first, *rest = acts
        choices.append(Choice(first, word(setup, state, first), name, "m", piece, "move", at, cost=total, then=rest))
    if not choices:
        act = number * ACTS + MOVE
        reason = min(refusal(setup, state, player, act + direction) for direction in range(8))
        why, rule = plain_reason(REASONS[reason])
        text = f"{number + 1} move"
        choices.append(Choice(act, text, "Move", "m", piece, "move", cost=cost, why=why, rule=rule))
    return choices


def _acts(setup: SetupRecord, viewpoint: Viewpoint, number: int) -> list[Choice]:
    """Everything but moves; for a group of which nothing is allowed, one choice that says why."""
    state, player = viewpoint.state, viewpoint.player
    unit, piece = player * TEAM + number, f"{player + 1}.{number + 1}"
    choices = []
    for group in (SWITCHES, STRIKES, DOOR_ACTS, LASERS, MIRRORS, WALLS, RETREATS):
        first = number * ACTS + FIRST[group]
        verb, cost = verb_of(setup, group), cost_of(setup, state, group)
        key = KEYS[verb]
        reasons = {action: refusal(setup, state, player, action) for action in range(first, first + SIZES[group])}
        allowed = [action for action, reason in reasons.items() if reason == 0]
        for action in allowed:
            direction = DIRECTION_OF[action % ACTS]
            cell = viewpoint.at((state.cell[unit] + STEP[direction]) % AREA) if group in AIMED else -1
            name = _name(setup, state, unit, group, action)
            ask = "The minion leaves the board and comes back at home. Retreat?" if group == RETREATS else ""
            text = word(setup, state, action)
            choices.append(Choice(action, text, name, key, piece, verb, cell, cost=cost, confirm=ask))
        if not allowed:
            text, title = word(setup, state, first), _title(setup, group)
            why, rule = plain_reason(REASONS[min(reasons.values())])
            choices.append(Choice(first, text, title, key, piece, verb, cost=cost, why=why, rule=rule))
    return choices


def _title(setup: SetupRecord, group: int) -> str:
    return TOWER_WORD.capitalize() if group == WALLS and setup.towers else TITLES[group]


def _name(setup: SetupRecord, state: View, unit: int, group: int, action: Action) -> str:
    """What is written on a choice."""
    if group == SWITCHES:
        return "Draw sword" if state.stance[unit] == LANTERN else "Light lantern"
    if group == MIRRORS:
        return f"Mirror {'/' if action % ACTS == BUILD_MIRROR else chr(92)}"
    title = _title(setup, group)
    return f"{title} {COMPASS[DIRECTION_OF[action % ACTS]]}" if group in AIMED else title


def out_of_time(setup: SetupRecord, state: View, player: Player) -> Action:
    """Running out of time ends the turn (MR70)."""
    return END


def automatic(setup: SetupRecord, state: View, player: Player) -> Action:
    """END for a player without a living minion, who can do nothing else (MR18); otherwise -1."""
    alive = any(state.alive[unit] for unit in range(player * TEAM, (player + 1) * TEAM))
    return -1 if state.over or state.turn != player or alive else END
