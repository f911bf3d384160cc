"""New levels: a maze, things in it, and a proof; only what is proved is handed out."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from gridhall.errors import BadSetup, Defect
from gridhall.rng import Dice

from . import author
from .author import Cell, Level, Thing
from .cipher import CIPHERS, STRENGTHS, seal
from .level import MOST, MOVES, OBJECTIVES

DRAFTS = 200  # levels begun before giving up
WAYS_TO_CHASE = ("path", "straight")
EFFORT = 200_000  # positions that a draft is worth; one that takes longer to decide is dropped
PATIENCE = 4  # drafts that fail before one thing less is put into the next
SMALLEST, LARGEST = 4, 31  # boards
MOST_OF_A_KIND = 40  # things

# What the options take.
Side = Annotated[int, range(SMALLEST, LARGEST + 1)]
Count = Annotated[int, range(MOST_OF_A_KIND + 1)]
Amount = Annotated[int, range(MOST + 1)]
Some = Annotated[int, range(1, MOST + 1)]
Percent = Annotated[int, range(101)]
Move = Annotated[str, MOVES]
Goal = Annotated[str, (*OBJECTIVES, "any")]
Chase = Annotated[str, ("any", *WAYS_TO_CHASE)]
Cipher = Annotated[str, ("none", *CIPHERS)]
Strength = Annotated[int, range(STRENGTHS[0], STRENGTHS[-1] + 1)]


def generate(
    seed: int, prove: Callable[..., Any], *, width: Side = 9, height: Side = 9, move: Move = "default",
    objective: Goal = "default", walls: Percent = 60, cores: Count = 1, coins: Count = 2, doors: Count = 1,
    boxes: Count = 1, portals: Count = 1, patrols: Count = 1, chasers: Count = 0, spikes: Count = 1, lava: Count = 1,
    boots: Count = 0, shields: Count = 0, ghosts: Count = 0, blocks: Count = 0, guards: Count = 0, health: Some = 5,
    cost: Amount = 1, core_points: Amount = 10, coin_points: Amount = 5, damage: Amount = 3, deadly: bool = False,
    speed: Some = 1, chase: Chase = "any", limit: Amount = 0, length: Amount = 0, cipher: Cipher = "none",
    strength: Strength = 2,
) -> str:  # fmt: skip
    """Make a level that is proved to be winnable.

    The board:
        width: columns, 4 to 31
        height: rows, 4 to 31
        walls: how much of a perfect maze's walls to keep, in percent; 100 is a perfect maze
        move: default, mirror, wrap, slippery, windy or gravity
        boxes: boxes to push
        portals: pairs of portals
        blocks: boxes that move by themselves
    The aim:
        objective: default, exit, collect, unlock or push; any lets the seed choose
        cores: things that must be collected
        doors: locked doors, each with a key somewhere
        limit: the turn limit, in turns more than the fewest; 0 for none
        length: the fewest turns the best solution must take; 0 for any
        cipher: the objective is told only by a message in this cipher; none, caesar, rails, vigenere or substitution
        strength: of the cipher; 1 tells its name and key, 2 its name, 3 neither
    Points:
        coins: things worth points
        cost: what a turn on a floor tile costs
        core_points: what a core is worth
        coin_points: what a coin is worth
    Dangers:
        health: hearts
        patrols: monsters that go to and fro
        chasers: monsters that come for you
        guards: monsters that stand still
        spikes: tiles that hurt
        lava: tiles that kill
        damage: hearts that a patrol's or a guard's hit takes; a chaser's takes one
        deadly: monsters kill with one hit
        speed: tiles a turn of patrols and of moving blocks
        chase: how chasers come; path, straight or any
    Power-ups:
        boots: power-ups that double your steps
        shields: power-ups against hits
        ghosts: power-ups that lead through walls
    """
    wish = {
        "cores": cores, "coins": coins, "doors": doors, "boxes": boxes, "portals": portals, "patrols": patrols,
        "chasers": chasers, "spikes": spikes, "lava": lava, "boots": boots, "shields": shields, "ghosts": ghosts,
        "blocks": blocks, "guards": guards,
    }  # fmt: skip
    taste = Taste(health, cost, core_points, coin_points, damage, deadly, speed, chase)
    dice = Dice(seed)
    if objective == "any":
        objective = dice.pick(OBJECTIVES)
    _check(width, height, move, objective, walls, wish, taste, cipher, strength)
    secret = cipher != "none"
    least = {kind: _least(kind, objective, secret) for kind in wish}
    for number in range(DRAFTS):
        if number and number % PATIENCE == 0:  # ask for less
            spare = [kind for kind, count in wish.items() if count > least[kind]]
            if spare:
                wish[dice.pick(spare)] -= 1
        level = draft(dice, width, height, move, objective, walls, wish, taste, secret)
        level.title, level.seed = f"Generated {seed}", dice.below(1 << 32)
        certificate = prove(level.to_text(), EFFORT)
        if certificate.witness is None or certificate.length < length:
            continue
        if limit:
            level.turn_limit = certificate.length + limit
        if secret:
            level.message, level.redact = seal(dice, objective, cipher, strength), "objective"
        return level.to_text()
    problem = f"no level that can be won was found among {DRAFTS} drafts"
    raise BadSetup([Defect(problem, "ask for fewer walls or fewer things, or take another seed")])


class Taste(NamedTuple):
    """What things are like."""

    health: int
    cost: int
    core_points: int
    coin_points: int
    damage: int
    deadly: bool
    speed: int
    chase: str

    def monster(self, damage: int | None = None, **more: Any) -> Thing:
        if self.deadly:
            more["lethal"] = True
        return author.monster(self.damage if damage is None else damage, **more)

    def way(self, dice: Dice) -> dict[str, Any]:
        """Where a patrol or a moving block goes."""
        return author.moving(dice.pick("xy"), dice.pick((1, -1)), speed=self.speed)


def _least(kind: str, objective: str, secret: bool) -> int:
    """How many there must be: what the objective needs; and where it is secret, what any of them would need."""
    needed = {"cores": "collect", "doors": "unlock", "boxes": "push"}
    return int(kind in needed and (secret or needed[kind] == objective))


def _check(
    width: int, height: int, move: str, objective: str, walls: int, wish: dict[str, int], taste: Taste, cipher: str,
    strength: int,
) -> None:  # fmt: skip
    """Raise BadSetup with all wishes that cannot be fulfilled."""
    defects = []
    for name, size in (("width", width), ("height", height)):
        if not SMALLEST <= size <= LARGEST:
            defects.append(Defect(f"{name} is {size}", f"choose from {SMALLEST} to {LARGEST}"))
    for name, value, known in (
        ("move", move, MOVES), ("objective", objective, (*OBJECTIVES, "any")),
        ("cipher", cipher, ("none", *CIPHERS)), ("chase", taste.chase, ("any", *WAYS_TO_CHASE)),
    ):  # fmt: skip
        if value not in known:
            defects.append(Defect(f"{name} is {value!r}", f"choose one of {', '.join(known)}"))
    if strength not in STRENGTHS:
        defects.append(Defect(f"strength is {strength}", f"choose from {STRENGTHS[0]} to {STRENGTHS[-1]}"))
    if not 0 <= walls <= 100:
        defects.append(Defect(f"walls is {walls}", "choose from 0 to 100 percent"))
    fewest_of = {"health": 1, "cost": 0, "core_points": 0, "coin_points": 0, "damage": 0, "speed": 1}
    for name, fewest in fewest_of.items():
        if not fewest <= getattr(taste, name) <= MOST:
            defects.append(Defect(f"{name} is {getattr(taste, name)}", f"choose from {fewest} to {MOST:,}"))
    for kind, count in wish.items():
        least = _least(kind, objective, cipher != "none")
        if not least <= count <= MOST_OF_A_KIND:
            reason = f"cipher {cipher}" if cipher != "none" else f"objective {objective}"
            defects.append(Defect(f"{kind} is {count}", f"choose from {least} to {MOST_OF_A_KIND} ({reason})"))
    room = (width - 1) * (height - 1) // 3
    if not defects and sum(wish.values()) + wish["doors"] + wish["portals"] > room:
        problem = f"{sum(wish.values())} things do not fit a board of {width} by {height}"
        defects.append(Defect(problem, f"ask for at most {room}"))
    if defects:
        raise BadSetup(defects)


def draft(
    dice: Dice, width: int, height: int, move: str, objective: str, walls: int, wish: dict[str, int], taste: Taste,
    secret: bool,
) -> Level:  # fmt: skip
    """One level as wished for, not proved; where the objective is secret there is everything that any would need."""
    open_cells = maze(dice, width, height, walls)
    level = Level(width, height, move=move, objective=objective)
    for y in range(height):
        for x in range(width):
            level.add((x, y), author.floor(taste.cost) if (x, y) in open_cells else author.wall())
    free = sorted(open_cells, key=lambda cell: (cell[1], cell[0]))
    dice.shuffle(free)
    if move == "gravity":
        free.sort(key=lambda cell: -cell[1])  # start high, end low
    start = free.pop()
    hero = level.add(start, author.agent(health=taste.health))
    far = distances(open_cells, start)
    free.sort(key=lambda cell: far.get(cell, 0))
    targets = wish["boxes"] if objective == "push" or secret else 1
    if not secret and objective not in ("default", "exit", "push"):
        targets = 0
    exits = [free.pop(-1 - dice.below(max(1, len(free) // 4))) for _ in range(targets)]
    for cell in exits:
        level.add(cell, author.exit())
    dice.shuffle(free)

    def put(thing: Thing) -> None:
        if free:
            level.add(free.pop(), thing)

    corridors = [cell for cell in free if is_corridor(open_cells, cell)]
    for n in range(wish["doors"]):
        name = ("red", "blue", "green", "gold")[n % 4]
        spot = dice.pick([cell for cell in corridors if cell in free] or free)
        free.remove(spot)
        level.add(spot, author.door(name))
        put(author.key(name))
    inner = [cell for cell in free if sum(near in open_cells for near in beside(cell)) >= 3] or free
    # From elsewhere no box ever comes to an exit, and to prove that takes long.
    if objective == "push" and move != "wrap":
        inner = [cell for cell in free if cell in pushable(open_cells, exits)] or free
    for _ in range(wish["boxes"]):
        spot = dice.pick([cell for cell in inner if cell in free] or free)
        free.remove(spot)
        level.add(spot, author.box())
    for _ in range(wish["portals"]):
        for portal in author.portals():
            put(portal)

    def chaser() -> Thing:
        how = dice.pick(WAYS_TO_CHASE) if taste.chase == "any" else taste.chase
        return taste.monster(1, chases=hero, how=how)

    kinds: list[tuple[str, Callable[[], Thing]]] = [
        ("cores", lambda: author.core(taste.core_points)),
        ("coins", lambda: author.coin(taste.coin_points)),
        ("spikes", author.spike),
        ("lava", author.lava),
        ("patrols", lambda: taste.monster(moving=taste.way(dice))),
        ("chasers", chaser),
        ("boots", lambda: author.boots(2, time=3 + dice.below(5))),
        ("shields", lambda: author.shield(uses=1 + dice.below(3))),
        ("ghosts", lambda: author.ghost(uses=1 + dice.below(2))),
        ("blocks", lambda: author.box(pushable=False, moving=taste.way(dice))),
        ("guards", taste.monster),
    ]
    for kind, make in kinds:
        for _ in range(wish[kind]):
            put(make())
    return level


def maze(dice: Dice, width: int, height: int, walls: int) -> set[Cell]:
    """The open tiles of a perfect maze of which only so many percent of the inner walls are kept."""
    start = (0, 0)
    opened, stack = {start}, [start]
    while stack:
        x, y = stack[-1]
        rooms = [(x, y - 2), (x, y + 2), (x - 2, y), (x + 2, y)]
        ways = [room for room in rooms if 0 <= room[0] < width and 0 <= room[1] < height and room not in opened]
        if not ways:
            stack.pop()
            continue
        room = dice.pick(ways)
        opened |= {((x + room[0]) // 2, (y + room[1]) // 2), room}
        stack.append(room)
    standing = [(x, y) for y in range(height) for x in range(width) if (x, y) not in opened]
    dice.shuffle(standing)
    return opened | set(standing[len(standing) * walls // 100 :])


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]


def pushable(open_cells: set[Cell], exits: Sequence[Cell]) -> set[Cell]:
    """The tiles from which the walls allow a box to be pushed onto an exit.

    Found backwards: a box is pulled away from each exit, where there is room for whoever pulls.
    """
    places = list(exits)
    for x, y in places:
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            if {(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)} <= open_cells and (x + dx, y + dy) not in places:
                places.append((x + dx, y + dy))
    return set(places)


def is_corridor(open_cells: set[Cell], cell: Cell) -> bool:
    """Is a tile open on exactly two opposite sides, so that a door closes it?"""
    up, down, left, right = (near in open_cells for near in beside(cell))
    return up == down and left == right and up != left


def distances(open_cells: set[Cell], start: Cell) -> dict[Cell, int]:
    """Steps from the start to every tile that can be reached."""
    steps, queue = {start: 0}, [start]
    for cell in queue:
        for near in beside(cell):
            if near in open_cells and near not in steps:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps
