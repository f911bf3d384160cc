"""Turn a setup and a state, at any moment of a match, back into a level."""

from typing import Any

from gridhall.errors import BadSetup
from gridhall.game import SetupRecord, Truth

from .board import cell_of, heading, is_dead, is_open
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
    LEFT,
    LETHAL,
    LOCKED,
    MOVING,
    PORTAL,
    STATUS,
    STRAIGHT,
    UP,
    VERTICAL,
    WINDY,
)
from .effects import is_active
from .items import is_used
from .level import MOVES, OBJECTIVES, WORDS, Entity, LevelData


def unbuild(setup: SetupRecord, state: Truth) -> LevelData:
    """The level as it stands: at the start what was read, later a new level that goes on from this moment.

    What has run out, died or been used up is written without what it has lost; the turns already played are taken
    from the limit.
    """
    names = names_of(setup)
    entities: dict[int, Entity] = {}
    inside: dict[int, list[int]] = {}
    for n in range(setup.entities):
        holder, cell = setup.holder[n], cell_of(setup, state, n)
        if holder < 0 and cell < 0:  # picked up
            holder = setup.hero
        if holder >= 0:
            if _is_spent(setup, state, n):
                continue
            inside.setdefault(holder, []).append(n)
        entities[n] = _entity(setup, state, n, names, cell, holder >= 0)
    for n, entity in entities.items():
        for part in ("inventory", "status"):
            if part in entity:
                held = [other for other in inside.get(n, ()) if bool(setup.flags[other] & EFFECT) == (part == "status")]
                entity[part] = [entities[other] for other in held]
        if "portal" in entity and cell_of(setup, state, setup.link[n]) < 0:
            del entity["portal"]
        if "chasing" in entity and cell_of(setup, state, setup.target[n]) < 0:
            del entity["chasing"]
    on_board = sorted((entity for entity in entities.values() if "x" in entity), key=lambda entity: entity["id"])
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
    move, objective = MOVES[setup.move], OBJECTIVES[state.aim]
    return LevelData(
        setup.width, setup.height, move, objective, seed, limit, title, author, message, redact, on_board
    )  # fmt: skip


def _is_spent(setup: SetupRecord, state: Truth, n: int) -> bool:
    """Is something that is carried of no use any more: an effect that was dropped, a key that was used?"""
    if setup.flags[n] & EFFECT:
        return not is_active(setup, state, n)
    return bool(setup.flags[n] & KEY and is_used(setup, state, n))


def _entity(setup: SetupRecord, state: Truth, n: int, names: list[str], cell: int, nested: bool) -> Entity:
    """One entity as it stands, without what is nested in it."""
    flags = setup.flags[n]
    if is_open(setup, state, n):
        flags &= ~(LOCKED | BLOCKING)
    if is_dead(setup, state, n):
        flags &= ~(HEALTH | DAMAGE | LETHAL | MOVING | CHASING)
    if nested:
        flags &= ~(HEALTH | INVENTORY | STATUS | MOVING | CHASING | PORTAL | LOCKED)
    place = {} if nested else {"x": cell & 31, "y": cell >> 5}
    values = {key: _value(setup, state, n, names, key) for key, flag in FLAGS.items() if flags & flag}
    return {"id": setup.id[n], **place, **values}


def _value(setup: SetupRecord, state: Truth, n: int, names: list[str], key: str) -> Any:
    """The value of a property as it stands."""
    flags, m, slot, vital = setup.flags[n], setup.mobile[n], setup.limited[n], setup.vital[n]
    if key in ("reward", "cost", "damage"):
        return getattr(setup, key)[n]
    if key in ("time", "uses"):
        return getattr(state, key)[slot]
    if key in ("inventory", "status"):
        return []
    if key == "speed":
        return setup.multiplier[n]
    if key == "key":
        return names[setup.key[n]]
    if key == "locked":
        return names[setup.lock[n]]
    if key == "portal":
        return setup.id[setup.link[n]]
    if key == "health":
        return [state.health[vital], setup.most[vital]]
    if key == "chasing":
        return {"target": setup.id[setup.target[n]], "how": "straight" if flags & STRAIGHT else "path"}
    if key == "moving":
        direction = -1 if heading(setup, state, m) in (UP, LEFT) else 1
        bounce, axis = bool(flags & BOUNCE), "y" if flags & VERTICAL else "x"
        return {"axis": axis, "direction": direction, "bounce": bounce, "speed": setup.pace[m]}
    return True


def names_of(setup: SetupRecord) -> list[str]:
    """The names of keys and locks, by number."""
    packed = bytes(setup.names)
    names, at = [], 0
    while at < len(packed) and packed[at]:
        names.append(packed[at + 1 : at + 1 + packed[at]].decode())
        at += 1 + packed[at]
    return names


def words_of(setup: SetupRecord) -> tuple[str, ...]:
    """Title, author and message."""
    packed = bytes(setup.words)
    words, at = [], 0
    for _ in WORDS:
        size = int.from_bytes(packed[at : at + 4], "big")
        words.append(packed[at + 4 : at + 4 + size].decode())
        at += 4 + size
    return tuple(words)
