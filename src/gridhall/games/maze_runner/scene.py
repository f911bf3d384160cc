"""What a person sees: the known map round their own nexus, never where on the board that is (MR5)."""

from gridhall.game import EVERYONE, Player, Position, SetupRecord, View
from gridhall.games.maze_runner.choices import choices_in_waiting, choices_of
from gridhall.games.maze_runner.legend import COLOURS, LABELS, LEGEND, MARGIN, MIDDLE, SIDE, TILES, WHOLE_LEGEND
from gridhall.games.maze_runner.marks import marks_of
from gridhall.games.maze_runner.pieces import number_of, pieces_of, stance_of
from gridhall.games.maze_runner.tables import AREA, MOST_DOORS, TEAM, UNITS, WIDTH, WORDS
from gridhall.games.maze_runner.turns import count_held, full_hitpoints
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.grid import NAMES
from gridhall.scene import Card, Layer, Line, Meter, Outcome, Scene

ENDS = (  # how it ended, by state.over
    "",
    "{winner} captured the nexus.",
    "{loser} resigned.",
    "{winner} came closer to the enemy nexus.",
    "{winner} killed more minions.",
    "{winner} revealed more of the maze.",
    "All is equal: a draw.",
    "{winner} held most of the extra nexuses.",
)


def scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    """The picture of a view; for EVERYONE that of the whole board."""
    if player not in (EVERYONE, 0, 1):
        return _gallery(setup, state)
    viewpoint = Viewpoint(state, player)
    codes = bytes(state.cells)
    window, tiles, fog, seen = _window(viewpoint, codes)
    mine = player == state.turn and not state.over
    return Scene(
        SIDE,
        SIDE,
        WHOLE_LEGEND if setup.golems or setup.towers or setup.nexuses else LEGEND,
        [Layer(tiles, "Maze Runner") if player == EVERYONE else Layer(tiles, "Maze Runner", fog=fog, seen=seen)],
        pieces=pieces_of(viewpoint, codes),
        marks=marks_of(setup, viewpoint),
        meters=_meters(setup, state, player),
        cards=[_card(setup, state, player, unit) for unit in _team(setup, player)] if player != EVERYONE else [],
        choices=choices_of(setup, viewpoint) if mine else choices_in_waiting(state, player),
        status=_status(setup, state, player),
        hint=_hint(state, player),
        log=_log(viewpoint),
        labels=LABELS,
        window=window,
        outcome=_outcome(state, player) if state.over else None,
    )


def _gallery(setup: SetupRecord, state: View) -> Scene:
    """What a spectator sees: who died and whose turn it is. The maze is shown after the end."""
    status = f"Round {state.round} of {setup.rounds}: {COLOURS[state.turn]}'s turn. The maze is shown after the end."
    dead = [str(unit + 1) for unit in range(UNITS) if unit % TEAM < setup.minions and not state.alive[unit]]
    return Scene(
        SIDE,
        SIDE,
        LEGEND,
        [Layer([" "], "Maze Runner", fog=["?"])],
        meters=[Meter("text", "Kills", text=f"Red {state.kills[0]}, Blue {state.kills[1]}")],
        status=ending_text(state) if state.over else status,
        hint=f"Dead now: minion {', '.join(dead)}." if dead else "",
        labels=LABELS,
        window=[MIDDLE, MIDDLE, 1, 1],
        outcome=_outcome(state, 2) if state.over else None,
    )


def _window(viewpoint: Viewpoint, codes: bytes) -> tuple[list[int], list[str], list[str], list[list[int]]]:
    """The part of the picture that is drawn, [row, column, rows, columns], its tiles, its fog and its rounds (MR43).

    It is what is known and MARGIN cells more; of the whole truth it is the board and nothing more.
    """
    state = viewpoint.state
    ring = codes.translate(TILES).decode("ascii") * 3  # three times round, so that every slice is in one piece
    start = state.origin
    rows = [ring[start + y * WIDTH : start + (y + 1) * WIDTH] for y in range(WIDTH)]
    high = max(y for y, row in enumerate(rows) if row.strip()) + 1
    wide = max(len(row.rstrip()) for row in rows)
    margin = 0 if viewpoint.player == EVERYONE else MARGIN
    edge = " " * margin
    blank = " " * (wide + 2 * margin)
    tiles = [blank] * margin + [edge + row[:wide] + edge for row in rows[:high]] + [blank] * margin
    player = max(viewpoint.player, 0)
    bits = sum((state.visible[player * WORDS + number] & 0xFFFFFFFFFFFFFFFF) << 64 * number for number in range(WORDS))
    visible = format(bits, f"0{AREA}b")[::-1] * 3
    rounds = state.seen[player * AREA : (player + 1) * AREA] * 3
    fog, ages = [], []
    for y, row in enumerate(tiles):
        first = start + (y - margin) * WIDTH - margin + AREA
        signs_and_bits = zip(row, visible[first : first + len(row)])
        fog.append("".join("?" if sign == " " else "-+"[bit == "1"] for sign, bit in signs_and_bits))
        ages.append([age if sign == "-" else 0 for sign, age in zip(fog[-1], rounds[first : first + len(row)])])
    row0, col0 = MIDDLE - viewpoint.zero[1] - margin, MIDDLE - viewpoint.zero[0] - margin
    top, left = max(0, -row0), max(0, -col0)  # a margin may reach beyond the picture
    bottom, right = max(0, row0 + len(tiles) - SIDE), max(0, col0 + len(blank) - SIDE)
    tiles, fog = ([row[left : len(row) - right] for row in part[top : len(part) - bottom]] for part in (tiles, fog))
    ages = [row[left : len(row) - right] for row in ages[top : len(ages) - bottom]]
    return [row0 + top, col0 + left, len(tiles), len(tiles[0])], tiles, fog, ages


def _meters(setup: SetupRecord, state: View, player: Player) -> list[Meter]:
    meters = [Meter("text", "Round", text=f"{state.round} of {setup.rounds}")]
    if player == EVERYONE:
        meters.append(Meter("text", "Kills", text=f"Red {state.kills[0]}, Blue {state.kills[1]}"))
        return meters
    meters += [
        Meter("text", f"Minion {unit % TEAM + 1}", text=_condition(setup, state, player, unit), owner=player + 1)
        for unit in _team(setup, player)
    ]
    walls, doors = state.walls[player], state.standing[player]
    barrier = "tower" if setup.towers else "wall"
    buildings = f"{walls} {barrier}{'s' * (walls != 1)} left, {doors} of {MOST_DOORS} doors standing"
    kills = f"you {state.kills[player]}, {COLOURS[1 - player]} {state.kills[1 - player]}"
    held = [Meter("text", "Extra nexuses", text=_held(setup, state, player))] if setup.nexuses else []
    return [*meters, Meter("text", "Buildings", text=buildings), *held, Meter("text", "Kills", text=kills)]


def _held(setup: SetupRecord, state: View, player: Player) -> str:
    """How many of the extra nexuses are a player's, and what follows: the match (MR120), or actions (MR134)."""
    held = int(count_held(state, player))
    if setup.majority:
        return f"{held} of {2 * setup.nexuses} are yours; {setup.nexuses + 1} as your turn begins win"
    actions = max(1, setup.actions + held - setup.nexuses)
    return f"{held} of {2 * setup.nexuses} are yours: {actions} action{'s' * (actions != 1)} a turn"


def _team(setup: SetupRecord, player: Player) -> range:
    return range(player * TEAM, player * TEAM + setup.minions)


def _card(setup: SetupRecord, state: View, player: Player, unit: int) -> Card:
    """A player's own minion, alive or dead."""
    alive, wait = state.alive[unit], state.cooldown[unit]
    acts = alive and state.turn == player and not state.over
    note = f"no door for {wait} turn{'s' * (wait > 1)}" if wait else ""
    return Card(
        f"{player + 1}.{unit % TEAM + 1}", f"Minion {unit % TEAM + 1}", str(unit % TEAM + 1), player + 1,
        int(state.hp[unit]) if alive else 0, int(max(state.hp[unit], full_hitpoints(setup, unit))),
        int(state.left[unit]) if acts else 0, int(state.given) if acts else 0,
        held=stance_of(state, unit) if alive else "",
        note=note if alive else _condition(setup, state, player, unit),
    )  # fmt: skip


def _condition(setup: SetupRecord, state: View, player: Player, unit: int) -> str:
    """How a player's own minion is."""
    if not state.alive[unit]:
        turns = state.respawn[unit] + 1
        return f"dead, back in {turns} turn{'s' * (turns > 1)}"
    acts = f", {state.left[unit]} of {state.given} actions" if state.turn == player and not state.over else ""
    wait = state.cooldown[unit]
    waits = f", no door for {wait} turn{'s' * (wait > 1)}" if wait else ""
    most = max(state.hp[unit], full_hitpoints(setup, unit))  # a golem's heart gives more than a full number
    return f"{state.hp[unit]}/{most} HP, {stance_of(state, unit)}{acts}{waits}"


def _status(setup: SetupRecord, state: View, player: Player) -> str:
    if state.over:
        return ending_text(state)
    if player == EVERYONE or state.turn != player:
        return f"Round {state.round}: {COLOURS[state.turn]}'s turn."
    living = [unit for unit in _team(setup, player) if state.alive[unit]]
    if not living:
        return "No minion lives: end the turn."
    left = sum(state.left[unit] for unit in living)
    return f"Your turn: {left} action{'s' * (left > 1)} left." if left else "No actions are left: end the turn."


def _hint(state: View, player: Player) -> str:
    if state.over or player == EVERYONE or state.turn != player:
        return ""
    enemy = COLOURS[1 - player]
    if state.nexus[1 - player] >= 0:
        return f"You know where {enemy}'s nexus is: step onto it."
    return f"Find {enemy}'s nexus and step onto it. Lanterns see along straight lines."


def _log(viewpoint: Viewpoint) -> list[Line]:
    """What a player knows of the enemy's minions, and the beams that are set, the oldest first."""
    state, player = viewpoint.state, viewpoint.player
    if player == EVERYONE:
        return []
    lines = []
    for number in range(TEAM):
        ghost, unit = player * TEAM + number, (1 - player) * TEAM + number
        name = f"{COLOURS[1 - player]}'s minion {number_of(player, unit)}"
        if state.ghost[ghost] >= 0 and state.cell[unit] < 0:
            text = f"{name} was last seen at {viewpoint.where(state.ghost[ghost])}."
            lines.append(Line(text, f"r {state.ghost_round[ghost]}", viewpoint.at(state.ghost[ghost])))
        elif state.cell[unit] >= 0:
            where, stance = viewpoint.where(state.cell[unit]), stance_of(state, unit)
            text = f"You see {name} at {where}: {state.hp[unit]} HP, {stance}."
            lines.append(Line(text, f"r {state.round}", viewpoint.at(state.cell[unit])))
    for beam in range(state.beams):
        number, direction = state.beam_unit[beam] % TEAM + 1, NAMES[state.beam_direction[beam]]
        text = f"Minion {number} set its laser {direction}. It fires as {COLOURS[1 - player]}'s turn begins."
        lines.append(Line(text, f"r {state.round}", viewpoint.at(state.beam_cell[beam])))
    return sorted(lines, key=lambda line: int(line.at[2:]))


def ending_text(state: View) -> str:
    winner, loser = COLOURS[state.winner - 1], COLOURS[2 - state.winner]
    return ENDS[state.over].format(winner=winner, loser=loser)


def _outcome(state: View, player: Player) -> Outcome:
    title = f"{COLOURS[state.winner - 1]} wins" if state.winner else "A draw"
    return Outcome(
        title,
        state.winner,
        [ending_text(state), f"Round {state.round}. Kills {state.kills[0]} to {state.kills[1]}."],
        won=state.winner == player + 1,
    )
