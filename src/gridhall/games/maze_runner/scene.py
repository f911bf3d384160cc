"""What a person sees.

The known map round the own nexus, never the board's edge; and what a choice would do as far as he knows.
"""

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from gridhall.game import EVERYONE
from gridhall.games.maze_runner.kernels_sight import ray_end
from gridhall.games.maze_runner.rules import REASONS, full_hitpoints, price, refusal
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BACK_BIT,
    BACKSLASH,
    BEND,
    BUILD_MIRROR,
    BUILT,
    DOOR_ACTS,
    DOOR_BIT,
    DOORS,
    END,
    FLAGS,
    GROUND,
    GROUP,
    LANTERN,
    LASERS,
    MIRROR_BIT,
    MIRRORS,
    MOST_DOORS,
    MOVE,
    MOVES,
    NEXUS,
    OFF,
    RESIGN,
    RETREATS,
    SLASH,
    STEP,
    STRIKES,
    SWITCHES,
    SWORD,
    TEAM,
    TURN_OF,
    UNITS,
    WALL,
    WALLS,
    WHOLE_TURN,
    WIDTH,
    WORDS,
)
from gridhall.games.maze_runner.words import FIRST, LETTERS, VERBS, place, word
from gridhall.grid import COMPASS, NAMES
from gridhall.scene import Choice, Kind, Labels, Layer, Line, Mark, Meter, Outcome, Piece, Preview, Scene

SIDE, MIDDLE = 73, 36  # every board fits whatever cell its nexus is on: size and place tell nothing (MR5)
MARGIN = 2
LEGEND = {
    "fog": Kind(" ", "not seen"),
    "wall": Kind("#", "wall", "█", "blocks feet, light and lasers", join=True),
    "floor": Kind(".", "floor", "·"),
    "nexus": Kind("N", "nexus", "⬡", "step on the enemy's to win; your own is solid for you"),
    "minion1": Kind("@", "Red minion", "●", "moves, looks, fights and builds", owner=1),
    "minion2": Kind("&", "Blue minion", "◆", "moves, looks, fights and builds", owner=2),
    "lantern": Kind("*", "lantern", "☼", "sees along four straight lines"),
    "sword": Kind("!", "sword", "†", "strikes a neighbour for damage; sees only the eight cells around"),
    "mirror1": Kind("/", "mirror /", "╱", "bends light and lasers, for everybody"),
    "mirror2": Kind("\\", "mirror \\", "╲", "bends light and lasers, for everybody"),
    "door": Kind("D", "door", "▤", "lets only its owner pass; blocks light and lasers unless somebody stands in it"),
    "built": Kind("W", "built wall", "▓", "a wall somebody built: it stays"),
    "ghost1": Kind("?", "Red minion before", "◌", "where it was seen last", owner=1),
    "ghost2": Kind("?", "Blue minion before", "◌", "where it was seen last", owner=2),
}
LABELS = Labels([str(column - MIDDLE) for column in range(SIDE)], [str(MIDDLE - row) for row in range(SIDE)])
TILES = bytes(
    ord(" " if code == OFF else "#" if code in (WALL, BUILT, BUILT + 1) else ".")
    for code in (*range(128), *range(-128, 0))
)
LOOKS = {  # structures that are pieces, and whose: by the cell's number
    **{BUILT + player: ("built", player + 1) for player in range(2)},
    **{SLASH + owner: ("mirror1", owner) for owner in range(3)},
    **{BACKSLASH + owner: ("mirror2", owner) for owner in range(3)},
}
COLOURS = ("Red", "Blue")
KEYS = {VERBS.index(name): letter for letter, name in LETTERS.items()}
TITLES = ("Move", "Strike", "Laser", "Wall", "Door", "Mirror", "Switch", "Retreat")
ENDS = (
    "", "{winner} captured the nexus.", "{loser} resigned.", "{winner} came closer to the enemy nexus (MR69).", "{winner} killed more minions (MR69).",
    "{winner} revealed more of the maze (MR69).", "All is equal: a draw (MR69).",
)  # fmt: skip


class _Eyes:
    """A state seen by one player: cells of the ring as cells of the scene."""

    def __init__(self, state: Any, player: int) -> None:
        self.state, self.player = state, player
        self.zero = place(state, state.nexus[max(player, 0)])
        self.origin = state.origin

    def at(self, cell: int) -> int:
        """The scene's cell."""
        ring = (cell - self.origin) % AREA
        return int((ring // WIDTH - self.zero[1] + MIDDLE) * SIDE + ring % WIDTH - self.zero[0] + MIDDLE)

    def sees(self, cell: int) -> bool:
        return self.player == EVERYONE or bool(self.state.visible[self.player * WORDS + (cell >> 6)] >> (cell & 63) & 1)

    def where(self, cell: int) -> str:
        """A place in words, from the own nexus."""
        x, y = place(self.state, cell)
        return spoken(x - self.zero[0], y - self.zero[1])


def spoken(east: int, south: int) -> str:
    """`4 east 2 north`."""
    parts = [f"{abs(east)} {'east' if east > 0 else 'west'}"] if east else []
    parts += [f"{abs(south)} {'south' if south > 0 else 'north'}"] if south else []
    return " ".join(parts) or "the nexus"


def scene(setup: Any, state: Any, player: int) -> Scene:
    if player not in (EVERYONE, 0, 1):
        return _gallery(setup, state)
    eyes = _Eyes(state, player)
    codes = bytes(state.cells)
    window, tiles, fog, seen = _window(eyes, codes)
    mine = player == state.turn and not state.over
    return Scene(
        SIDE,
        SIDE,
        LEGEND,
        [Layer(tiles, "Maze Runner") if player == EVERYONE else Layer(tiles, "Maze Runner", fog=fog, seen=seen)],
        pieces=_pieces(setup, eyes, codes),
        marks=_marks(setup, eyes),
        meters=_meters(setup, state, player),
        choices=_choices(setup, eyes) if mine else _waiting(setup, state, player),
        status=_status(setup, state, player),
        hint=_hint(state, player),
        log=_log(setup, eyes),
        labels=LABELS,
        window=window,
        outcome=_outcome(state, player) if state.over else None,
    )


def _gallery(setup: Any, state: Any) -> Scene:
    """A spectator hears who died and whose turn it is; the maze he sees after the end."""
    status = (
        _ending(state)
        if state.over
        else f"Round {state.round} of {setup.rounds}: {COLOURS[state.turn]}'s turn. The maze is shown after the end."
    )
    dead = [str(unit + 1) for unit in range(UNITS) if unit % TEAM < setup.minions and not state.alive[unit]]
    return Scene(
        SIDE,
        SIDE,
        LEGEND,
        [Layer([" "], "Maze Runner", fog=["?"])],
        meters=[Meter("text", "Kills", text=f"Red {state.kills[0]}, Blue {state.kills[1]}")],
        status=status,
        hint=f"Dead now: minion {', '.join(dead)}." if dead else "",
        labels=LABELS,
        window=[MIDDLE, MIDDLE, 1, 1],
        outcome=_outcome(state, 2) if state.over else None,
    )


def _window(eyes: _Eyes, codes: bytes) -> tuple[list[int], list[str], list[str], list[list[int]]]:
    """The known part and two cells more, of the truth the board alone.

    [row, column, rows, columns], its tiles, fog and rounds (MR43).
    """
    state = eyes.state
    ring = codes.translate(TILES).decode("ascii") * 3
    start = state.origin
    rows = [ring[start + y * WIDTH : start + (y + 1) * WIDTH] for y in range(WIDTH)]
    high = max(y for y, row in enumerate(rows) if row.strip()) + 1
    wide = max(len(row.rstrip()) for row in rows)
    margin = 0 if eyes.player == EVERYONE else MARGIN
    edge = " " * margin
    blank = " " * (wide + 2 * margin)
    tiles = [blank] * margin + [edge + row[:wide] + edge for row in rows[:high]] + [blank] * margin
    player = max(eyes.player, 0)
    bits = sum((state.visible[player * WORDS + number] & 0xFFFFFFFFFFFFFFFF) << 64 * number for number in range(WORDS))
    seen = format(bits, f"0{AREA}b")[::-1] * 3
    rounds = state.seen[player * AREA : (player + 1) * AREA] * 3
    fog, ages = [], []
    for y, row in enumerate(tiles):
        first = start + (y - margin) * WIDTH - margin + AREA
        fog.append(
            "".join(
                "?" if sign == " " else "+" if bit == "1" else "-"
                for sign, bit in zip(row, seen[first : first + len(row)])
            )
        )
        ages.append([age if sign == "-" else 0 for sign, age in zip(fog[-1], rounds[first : first + len(row)])])
    row0, col0 = MIDDLE - eyes.zero[1] - margin, MIDDLE - eyes.zero[0] - margin
    top, left = max(0, -row0), max(0, -col0)  # a margin may reach beyond the 73 x 73
    bottom, right = max(0, row0 + len(tiles) - SIDE), max(0, col0 + len(blank) - SIDE)
    tiles, fog = ([row[left : len(row) - right] for row in part[top : len(part) - bottom]] for part in (tiles, fog))
    ages = [row[left : len(row) - right] for row in ages[top : len(ages) - bottom]]
    return [row0 + top, col0 + left, len(tiles), len(tiles[0])], tiles, fog, ages


def _number(player: int, unit: int) -> str:
    """What a player calls a unit: his own 1 to 3, the enemy's 4 to 6."""
    return str(
        unit % TEAM
        + 1
        + (TEAM if (player in (0, 1) and unit // TEAM != player) or (player not in (0, 1) and unit >= TEAM) else 0)
    )


def _pieces(setup: Any, eyes: _Eyes, codes: bytes) -> list[Piece]:
    state, player = eyes.state, eyes.player
    pieces = []
    for one in range(2):
        if state.nexus[one] >= 0:
            pieces.append(
                Piece(
                    f"nexus{one + 1}",
                    "nexus",
                    eyes.at(state.nexus[one]),
                    owner=one + 1,
                    faded=not eyes.sees(state.nexus[one]),
                )
            )
    for cell, raw in enumerate(codes):
        if raw < BUILT:
            continue
        code = raw - 256 if raw > 127 else raw
        faded, at = not eyes.sees(cell), eyes.at(cell)
        if FLAGS[code + 128] & DOOR_BIT:
            owner, left = (2, -code) if code < 0 else (1, code - DOORS)
            age = "" if not faded else f", seen round {state.seen[max(player, 0) * AREA + cell]}"
            pieces.append(
                Piece(
                    f"door{at}",
                    "door",
                    at,
                    owner=owner,
                    badge=str(left),
                    faded=faded,
                    tell=f"door, {left} hit points{age}",
                )
            )
        else:
            kind, owner = LOOKS[code]
            pieces.append(Piece(f"{kind}{at}", kind, at, owner=owner, faded=faded))
    for unit in range(UNITS):
        if state.cell[unit] >= 0 and state.alive[unit]:
            own = unit // TEAM == player
            tell = f"{state.hp[unit]} hit points" + (
                f", {state.left[unit]} actions" if own and state.turn == player else ""
            )
            badge = f"♥{state.hp[unit]}"
            pieces.append(
                Piece(
                    f"{unit // TEAM + 1}.{unit % TEAM + 1}", f"minion{unit // TEAM + 1}", eyes.at(state.cell[unit]), owner=unit // TEAM + 1,
                    label=_number(player, unit), badge=badge, held=_stance(state, unit), tell=tell,
                )
            )  # fmt: skip
    if player in (0, 1):
        for number in range(TEAM):
            ghost, unit = player * TEAM + number, (1 - player) * TEAM + number
            if state.ghost[ghost] >= 0 and state.cell[unit] < 0:
                seen = f"seen round {state.ghost_round[ghost]}"
                pieces.append(
                    Piece(
                        f"ghost{number + 1}", f"ghost{2 - player}", eyes.at(state.ghost[ghost]), owner=2 - player, label=f"{_number(player, unit)}?",
                        badge=f"r{state.ghost_round[ghost]}", faded=True, tell=seen,
                    )
                )  # fmt: skip
    return pieces


def _ray(state: Any, start: int, direction: int, bends: int) -> tuple[list[int], int]:
    """The cells of a ray over what is known, and the cell that ended it (OFF cells end it, too)."""
    cells, cell, turned, first = [start], start, 0, -1
    while True:
        cell = (cell + STEP[direction]) % AREA
        if first == cell * 8 + direction:
            return cells, cell
        first = cell * 8 + direction if first < 0 else first
        if ray_end(state, cell):
            return cells, cell
        cells.append(cell)
        flags = FLAGS[state.cells[cell] + 128]
        if flags & MIRROR_BIT:
            if turned == bends:
                return cells, cell
            turned += 1
            direction = BEND[direction + 8] if flags & BACK_BIT else BEND[direction]


def _line(eyes: _Eyes, cells: Sequence[int]) -> list[int]:
    """A path by its corners, as cells of the scene."""
    points = [eyes.at(cell) for cell in cells]
    return [
        point
        for index, point in enumerate(points)
        if index in (0, len(points) - 1) or point - points[index - 1] != points[index + 1] - point
    ]


def _light(setup: Any, eyes: _Eyes, cell: int) -> Iterable[Mark]:
    """The lantern's lines from a cell."""
    for direction in range(0, 8, 2):
        cells, _ = _ray(eyes.state, cell, direction, setup.bends)
        if len(cells) > 1:
            yield Mark("light", line=_line(eyes, cells))


def _marks(setup: Any, eyes: _Eyes) -> list[Mark]:
    state, player = eyes.state, eyes.player
    marks: list[Mark] = []
    if player == EVERYONE:
        return marks
    for unit in range(player * TEAM, (player + 1) * TEAM):
        if state.alive[unit] and state.stance[unit] == LANTERN:
            marks += _light(setup, eyes, state.cell[unit])
    for beam in range(state.beams):
        cells, _ = _ray(state, state.beam_cell[beam], state.beam_direction[beam], -1)
        marks.append(Mark("beam", line=_line(eyes, cells), arrow=True, owner=player + 1))
    lit = [
        64 * number + bit
        for number in range(WORDS)
        if (bits := state.lit[player * WORDS + number])
        for bit in range(64)
        if bits >> bit & 1
    ]
    if lit:
        marks.append(Mark("last", cells=sorted(map(eyes.at, lit))))
    return marks


def _meters(setup: Any, state: Any, player: int) -> list[Meter]:
    meters = [Meter("text", "Round", text=f"{state.round} of {setup.rounds}")]
    if player == EVERYONE:
        meters.append(Meter("text", "Kills", text=f"Red {state.kills[0]}, Blue {state.kills[1]}"))
        return meters
    meters += [
        Meter("text", f"Minion {unit % TEAM + 1}", text=_condition(setup, state, player, unit), owner=player + 1)
        for unit in _team(setup, player)
    ]
    walls, doors = state.walls[player], state.standing[player]
    meters.append(
        Meter(
            "text", "Buildings", text=f"{walls} wall{'s' * (walls != 1)} left, {doors} of {MOST_DOORS} doors standing"
        )
    )
    meters.append(
        Meter("text", "Kills", text=f"you {state.kills[player]}, {COLOURS[1 - player]} {state.kills[1 - player]}")
    )
    return meters


def _team(setup: Any, player: int) -> range:
    return range(player * TEAM, player * TEAM + setup.minions)


def _condition(setup: Any, state: Any, player: int, unit: int) -> str:
    """How a player's own minion is."""
    if not state.alive[unit]:
        turns = state.respawn[unit] + 1
        return f"dead, back in {turns} turn{'s' * (turns > 1)}"
    acts = f", {state.left[unit]} of {state.given} actions" if state.turn == player and not state.over else ""
    waits = (
        f", no door for {state.cooldown[unit]} turn{'s' * (state.cooldown[unit] > 1)}" if state.cooldown[unit] else ""
    )
    return f"{state.hp[unit]}/{full_hitpoints(setup, unit)} HP, {_stance(state, unit)}{acts}{waits}"


def _stance(state: Any, unit: int) -> str:
    return "sword" if state.stance[unit] == SWORD else "lantern"


def _choices(setup: Any, eyes: _Eyes) -> list[Choice]:
    state, player = eyes.state, eyes.player
    choices: list[Choice] = []
    for number in range(setup.minions):
        if state.alive[player * TEAM + number]:
            choices += _walks(setup, eyes, number)
            choices += _acts(setup, eyes, number)
    left = sum(state.left[unit] for unit in range(player * TEAM, (player + 1) * TEAM) if state.alive[unit])
    ask = f"{left} action{'s' * (left > 1)} left will be lost (MR17). End the turn?" if left else ""
    choices.append(Choice(END, "end", "End turn", "e", confirm=ask, main=True))
    choices.append(Choice(RESIGN, "resign", "Resign", danger=True, confirm="Give the match up (MR70)?"))
    return choices


def _waiting(setup: Any, state: Any, player: int) -> list[Choice]:
    if state.over or player == EVERYONE:
        return []
    return [Choice(RESIGN, "resign", "Resign", danger=True, confirm="Give the match up (MR70)?")]


def reach(setup: Any, state: Any, player: int, number: int) -> dict[int, list[int]]:
    """The cells a minion can walk to over known ground with its actions, each with the acts that lead there."""
    unit = player * TEAM + number
    trial = copy.copy(state)
    trial.left[unit] = 99
    cost, base = int(price(setup, MOVES)), number * ACTS
    found: dict[int, list[int]] = {state.cell[unit]: []}
    edge = [state.cell[unit]]
    cells, enemy_nexus = state.cells, NEXUS + 1 - player
    for _ in range(state.left[unit] // cost):
        following = []
        for here in edge:
            trial.cell[unit] = here
            for direction in (0, 2, 4, 6, 1, 3, 5, 7):
                there = (here + STEP[direction]) % AREA
                code = cells[there]
                if there in found or not (FLAGS[code + 128] & GROUND or code == enemy_nexus):
                    continue
                if refusal(setup, trial, player, base + MOVE + direction) == 0:
                    found[there] = [*found[here], base + MOVE + direction]
                    if code != enemy_nexus:
                        following.append(there)
        edge = following
    del found[state.cell[unit]]
    return found


def _walks(setup: Any, eyes: _Eyes, number: int) -> list[Choice]:
    state, player = eyes.state, eyes.player
    piece, cost = f"{player + 1}.{number + 1}", int(setup.move_price)
    made = []
    for cell, acts in reach(setup, state, player, number).items():
        name = f"Move {len(acts)}" if cell != state.nexus[1 - player] else "Capture the nexus"
        made.append(
            Choice(acts[0], word(setup, state, acts[0]), name, "m", piece, "move", eyes.at(cell), cost=cost * len(acts), then=acts[1:])
        )  # fmt: skip
    if not made:
        act = number * ACTS + MOVE
        reasons = [refusal(setup, state, player, act + direction) for direction in range(8)]
        made.append(Choice(act, f"{number + 1} move", "Move", "m", piece, "move", cost=cost, why=REASONS[min(reasons)]))
    return made


def _acts(setup: Any, eyes: _Eyes, number: int) -> list[Choice]:
    """Everything but moves; a group that offers nothing shows why."""
    state, player = eyes.state, eyes.player
    unit, piece = player * TEAM + number, f"{player + 1}.{number + 1}"
    here = state.cell[unit]
    made = []
    for group in (SWITCHES, STRIKES, DOOR_ACTS, LASERS, MIRRORS, WALLS, RETREATS):
        first = number * ACTS + FIRST[group]
        count = (8, 8, 4, 4, 4, 2, 1, 1)[group]
        cost = state.given if WHOLE_TURN[group] else int(price(setup, group))
        why, offered = len(REASONS), False
        for action in range(first, first + count):
            reason = refusal(setup, state, player, action)
            if reason:
                why = min(why, reason)
                continue
            offered = True
            target = (here + STEP[TURN_OF[action % ACTS]]) % AREA
            aimed = group in (STRIKES, LASERS, WALLS, DOOR_ACTS)
            cell = eyes.at(target) if aimed else -1
            name = TITLES[group]
            if group == SWITCHES:
                name = "Draw sword" if state.stance[unit] == LANTERN else "Light lantern"
            elif group == MIRRORS:
                name = f"Mirror {'/' if action % ACTS == BUILD_MIRROR else chr(92)}"
            elif aimed:
                name = f"{name} {COMPASS[TURN_OF[action % ACTS]]}"
            confirm = "The minion leaves the board and comes back at home (MR28). Retreat?" if group == RETREATS else ""
            made.append(
                Choice(
                    action,
                    word(setup, state, action),
                    name,
                    KEYS[group],
                    piece,
                    VERBS[group],
                    cell,
                    cost=cost,
                    confirm=confirm,
                )
            )
        if not offered:
            made.append(
                Choice(
                    first,
                    word(setup, state, first),
                    TITLES[group],
                    KEYS[group],
                    piece,
                    VERBS[group],
                    cost=cost,
                    why=REASONS[why],
                )
            )
    return made


def _status(setup: Any, state: Any, player: int) -> str:
    if state.over:
        return _ending(state)
    if player == EVERYONE or state.turn != player:
        return f"Round {state.round}: {COLOURS[state.turn]}'s turn."
    living = [unit for unit in _team(setup, player) if state.alive[unit]]
    if not living:
        return "No minion lives: end the turn."
    left = sum(state.left[unit] for unit in living)
    return f"Your turn: {left} action{'s' * (left > 1)} left." if left else "No actions are left: end the turn."


def _hint(state: Any, player: int) -> str:
    if state.over or player == EVERYONE or state.turn != player:
        return ""
    enemy = COLOURS[1 - player]
    if state.nexus[1 - player] >= 0:
        return f"You know where {enemy}'s nexus is: step onto it."
    return f"Find {enemy}'s nexus and step onto it. Lanterns see along straight lines."


def _log(setup: Any, eyes: _Eyes) -> list[Line]:
    state, player = eyes.state, eyes.player
    if player == EVERYONE:
        return []
    lines = []
    for number in range(TEAM):
        ghost, unit = player * TEAM + number, (1 - player) * TEAM + number
        name = f"{COLOURS[1 - player]}'s minion {_number(player, unit)}"
        if state.ghost[ghost] >= 0 and state.cell[unit] < 0:
            text = f"{name} was last seen at {eyes.where(state.ghost[ghost])}."
            lines.append(Line(text, f"r {state.ghost_round[ghost]}", eyes.at(state.ghost[ghost])))
        elif state.cell[unit] >= 0:
            text = f"You see {name} at {eyes.where(state.cell[unit])}: {state.hp[unit]} HP, {_stance(state, unit)}."
            lines.append(Line(text, f"r {state.round}", eyes.at(state.cell[unit])))
    for beam in range(state.beams):
        direction = NAMES[state.beam_direction[beam]]
        text = f"Minion {state.beam_unit[beam] % TEAM + 1} set its laser {direction}. It fires as {COLOURS[1 - player]}'s turn begins."
        lines.append(Line(text, f"r {state.round}", eyes.at(state.beam_cell[beam])))
    return sorted(lines, key=lambda line: int(line.at[2:]))


def _ending(state: Any) -> str:
    winner, loser = COLOURS[state.winner - 1], COLOURS[2 - state.winner]
    return ENDS[state.over].format(winner=winner, loser=loser)


def _outcome(state: Any, player: int) -> Outcome:
    title = f"{COLOURS[state.winner - 1]} wins" if state.winner else "A draw"
    return Outcome(
        title,
        state.winner,
        [_ending(state), f"Round {state.round}. Kills {state.kills[0]} to {state.kills[1]}."],
        won=state.winner == player + 1,
    )


def preview(setup: Any, state: Any, player: int, action: int) -> Preview:
    """What an action would do, as far as this view tells."""
    if action == END:
        left = sum(state.left[unit] for unit in range(player * TEAM, (player + 1) * TEAM))
        return Preview(
            f"{left} action{'s are' if left > 1 else ' is'} lost (MR17)."
            if left
            else "The turn goes to the other player."
        )
    if action == RESIGN or not 0 <= action < END or state.turn != player or state.over:
        return Preview("The match is given up (MR70)." if action == RESIGN else "")
    number, act = divmod(action, ACTS)
    unit, group = player * TEAM + number, GROUP[act]
    if number >= setup.minions or not state.alive[unit]:
        return Preview(REASONS[refusal(setup, state, player, action)])
    eyes, here = _Eyes(state, player), state.cell[unit]
    there = (here + STEP[TURN_OF[act]]) % AREA
    cost = state.given if WHOLE_TURN[group] else int(price(setup, group))
    price_text = f"{cost} of {state.left[unit]} actions"
    if (reason := refusal(setup, state, player, action)) != 0:
        return Preview(REASONS[reason], True)
    if group == MOVES:
        return preview_walk(setup, state, player, [action])
    if group == LASERS:
        cells, end = _ray(state, here, TURN_OF[act], -1)
        hit = [_number(player, other) for other in range(UNITS) if state.cell[other] in cells[1:]]
        own = any(state.cell[other] in cells[1:] for other in range(player * TEAM, (player + 1) * TEAM))
        ends = "into the unknown" if state.cells[end] == OFF else f"to {eyes.where(end)}"
        text = f"Laser {NAMES[TURN_OF[act]]}, {price_text}: fires as the enemy's turn begins, {ends}"
        text += f"; minion {', '.join(hit)} stands in it now." if hit else "."
        return Preview(text, own, [Mark("shot", line=_line(eyes, cells), arrow=True, owner=player + 1)])
    if group == DOOR_ACTS:
        around = [(there + row * WIDTH + column) % AREA for row in range(-2, 3) for column in range(-2, 3)]
        known = [eyes.at(cell) for cell in around if state.cells[cell] != OFF]
        text = f"Door {NAMES[TURN_OF[act]]}, {price_text}; no other of your doors within the marked square (MR82)."
        return Preview(text, marks=[Mark("target", cells=[eyes.at(there)]), Mark("reach", cells=known)])
    if group == STRIKES:
        return Preview(
            f"Strike for {setup.sword_damage}, {price_text}.", marks=[Mark("target", cells=[eyes.at(there)])]
        )
    if group == WALLS:
        return Preview(
            f"A wall {NAMES[TURN_OF[act]]} for good, {price_text}.", marks=[Mark("target", cells=[eyes.at(there)])]
        )
    if group == SWITCHES:
        lit = list(_light(setup, eyes, here)) if state.stance[unit] == SWORD else []
        return Preview(
            ("Light the lantern" if lit or state.stance[unit] == SWORD else "Draw the sword: no light lines")
            + f", {price_text}.",
            marks=lit,
        )
    if group == MIRRORS:
        return Preview(
            f"A mirror here, {price_text}; it bends light and lasers for everybody (MR35).",
            marks=[Mark("target", cells=[eyes.at(here)])],
        )
    return Preview(f"Retreat, {price_text}: back at home after {setup.respawn} missed turns (MR28).", True)


def preview_walk(setup: Any, state: Any, player: int, actions: Sequence[int]) -> Preview:
    """The way of a minion, its price, and what its lantern would light at the end as far as the map is known."""
    unit = player * TEAM + actions[0] // ACTS
    way = [state.cell[unit]]
    for action in actions:
        way.append((way[-1] + STEP[TURN_OF[action % ACTS]]) % AREA)
    trial, eyes = copy.copy(state), _Eyes(state, player)
    trial.cell[unit] = way[-1]
    marks = [Mark("path", line=_line(eyes, way), arrow=True)]
    if state.stance[unit] == LANTERN:
        marks += _light(setup, _Eyes(trial, player), way[-1])
    steps = "one step" if len(actions) == 1 else f"{len(actions)} steps"
    text = f"Walk {steps} to {eyes.where(way[-1])}, {int(price(setup, MOVES)) * len(actions)} of {state.left[unit]} actions."
    if way[-1] == state.nexus[1 - player]:
        text = (
            "Steps onto the enemy's nexus, to be held until your next turn (MR103)."
            if setup.siege
            else "Captures the nexus and wins (MR68)."
        )
    return Preview(text, marks=marks)


def automatic(setup: Any, state: Any, player: int) -> int:
    """A player without a living minion can only end his turn (MR18)."""
    if (
        state.over
        or state.turn != player
        or any(state.alive[unit] for unit in range(player * TEAM, (player + 1) * TEAM))
    ):
        return -1
    return END
