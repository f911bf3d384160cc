"""Turn a setup and a state, at any moment of a match, back into a level."""

from gridhall.errors import BadSetup
from gridhall.game import SetupRecord, Truth

from .board import cell_of, has_bit, is_dead, is_open
from .build import FLAGS
from .codes import (
    BLOCKING,
    BOUNCE,
    CHASING,
    DAMAGE,
    EFFECT,
    HEALTH,
    HIDDEN,
    INVENTORY,
    KEY,
    LETHAL,
    LOCKED,
    MOVING,
    PORTAL,
    STATUS,
    STRAIGHT,
    VERTICAL,
    WINDY,
)
from .effects import is_active
from .level import MOVES, OBJECTIVES, WORDS, Entity, LevelData


def unbuild(setup: SetupRecord, state: Truth) -> LevelData:
    """The level as it stands: at the start the one that was read, later a new one that goes on from this moment.

    What has run out, died or been used up is written without what it has lost; the turns that are over are taken from
    the limit.
    """
    names = names_of(setup)
    made: dict[int, Entity] = {}
    inside: dict[int, list[int]] = {}
    hero = setup.hero
    for n in range(setup.entities):
        flags, holder = setup.flags[n], setup.holder[n]
        cell = cell_of(setup, state, n)
        if holder < 0 and cell < 0:  # picked up
            holder = hero
        if holder >= 0:
            spent = (
                is_active(setup, state, n) is False
                if flags & EFFECT
                else flags & KEY and setup.used[n] >= 0 and has_bit(state, setup.used[n])
            )
            if spent:
                continue
            inside.setdefault(holder, []).append(n)
        made[n] = _entity(setup, state, n, names, cell, holder >= 0)
    for n, entity in made.items():
        for part in ("inventory", "status"):
            if part in entity:
                entity[part] = [
                    made[one] for one in inside.get(n, ()) if bool(setup.flags[one] & EFFECT) == (part == "status")
                ]
        if "portal" in entity and cell_of(setup, state, setup.link[n]) < 0:
            del entity["portal"]
        if "chasing" in entity and cell_of(setup, state, setup.target[n]) < 0:
            del entity["chasing"]
    entities = sorted((entity for entity in made.values() if "x" in entity), key=lambda entity: entity["id"])
    limit = max(1, setup.limit - state.turn) if setup.limit else None
    title, author, message = words_of(setup)
    if state.aim == HIDDEN:
        raise BadSetup(
            "the objective of this level is redacted; what a player sees of a match cannot be written as a level"
        )
    redact = "objective" if setup.redacted else ""
    seed: int | None = setup.seed if setup.seeded else None
    if state.turn and setup.move == WINDY:
        seed = state.rng
    return LevelData(
        setup.width,
        setup.height,
        MOVES[setup.move],
        OBJECTIVES[state.aim],
        seed,
        limit,
        title,
        author,
        message,
        redact,
        entities,
    )


def _entity(setup: SetupRecord, state: Truth, n: int, names: list[str], cell: int, nested: bool) -> Entity:
    """One entity as it stands, without what is nested in it."""
    flags = setup.flags[n]
    made: Entity = {"id": setup.id[n]}
    if not nested:
        made |= {"x": cell & 31, "y": cell >> 5}
    if is_open(setup, state, n):
        flags &= ~(LOCKED | BLOCKING)
    if is_dead(setup, state, n):
        flags &= ~(HEALTH | DAMAGE | LETHAL | MOVING | CHASING)
    if nested:
        flags &= ~(HEALTH | INVENTORY | STATUS | MOVING | CHASING | PORTAL | LOCKED)
    m, slot = setup.mobile[n], setup.limited[n]
    for key, flag in FLAGS.items():
        if not flags & flag:
            continue
        if key in ("reward", "cost", "damage"):
            made[key] = getattr(setup, key)[n]
        elif key == "speed":
            made[key] = setup.multiplier[n]
        elif key in ("time", "uses"):
            made[key] = getattr(state, key)[slot]
        elif key == "key":
            made[key] = names[setup.key[n]]
        elif key == "locked":
            made[key] = names[setup.lock[n]]
        elif key == "portal":
            made[key] = setup.id[setup.link[n]]
        elif key == "health":
            made[key] = [state.health[setup.vital[n]], setup.most[setup.vital[n]]]
        elif key == "moving":
            direction = -1 if state.facing[m >> 5] >> (m & 31) & 1 else 1
            made[key] = {
                "axis": "y" if flags & VERTICAL else "x",
                "direction": direction,
                "bounce": bool(flags & BOUNCE),
                "speed": setup.pace[m],
            }
        elif key == "chasing":
            made[key] = {"target": setup.id[setup.target[n]], "how": "straight" if flags & STRAIGHT else "path"}
        else:
            made[key] = [] if key in ("inventory", "status") else True
    return made


def names_of(setup: SetupRecord) -> list[str]:
    """The names of keys and locks, by number."""
    packed = bytes(setup.names)
    found, at = [], 0
    while at < len(packed) and packed[at]:
        found.append(packed[at + 1 : at + 1 + packed[at]].decode())
        at += 1 + packed[at]
    return found


def words_of(setup: SetupRecord) -> tuple[str, ...]:
    """Title, author and message."""
    packed = bytes(setup.words)
    found, at = [], 0
    for _ in WORDS:
        size = int.from_bytes(packed[at : at + 4], "big")
        found.append(packed[at + 4 : at + 4 + size].decode())
        at += 4 + size
    return tuple(found)
