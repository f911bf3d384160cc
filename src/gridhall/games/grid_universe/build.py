"""Build the records of a level: its setup and its state at the start."""

import ctypes
from typing import Any

from gridhall.errors import BadSetup, Defect
from gridhall.game import SetupRecord, Truth

from .check import lacking
from .codes import (
    AGENT,
    BLOCKING,
    BOUNCE,
    CHANGING,
    CHASING,
    COLLECTIBLE,
    COLLIDABLE,
    COST,
    DAMAGE,
    EXIT,
    HARMS,
    HEALTH,
    HIDDEN,
    IMMUNITY,
    INVENTORY,
    KEY,
    LETHAL,
    LOCKED,
    MOVING,
    PHASING,
    PLAIN,
    PORTAL,
    PUSHABLE,
    REQUIRED,
    REWARD,
    SPEED,
    STATUS,
    STRAIGHT,
    TIME,
    USES,
    VERTICAL,
    WAIT,
)
from .distances import measure
from .level import MOVES, OBJECTIVES, WORDS, Entity, LevelData, is_effect, is_mobile
from .observation import paint
from .records import LARGE, SMALL, LargeSetup, LargeState, Setup, State

FLAGS = {
    "agent": AGENT, "blocking": BLOCKING, "pushable": PUSHABLE, "collidable": COLLIDABLE, "collectible": COLLECTIBLE, "required": REQUIRED,
    "exit": EXIT, "lethal": LETHAL, "immunity": IMMUNITY, "phasing": PHASING, "speed": SPEED, "reward": REWARD, "cost": COST,
    "damage": DAMAGE, "key": KEY, "locked": LOCKED, "portal": PORTAL, "health": HEALTH, "chasing": CHASING, "moving": MOVING,
    "inventory": INVENTORY, "status": STATUS, "time": TIME, "uses": USES,
}  # fmt: skip


def build(level: LevelData) -> tuple[SetupRecord, Truth]:
    """The records of a level, of the smallest size that fits."""
    inside = {
        nested["id"]: (entity["id"], part)
        for entity in level.entities
        for part in ("inventory", "status")
        for nested in entity.get(part, ())
    }
    nested = [one for entity in level.entities for part in ("inventory", "status") for one in entity.get(part, ())]
    whole = sorted([*level.entities, *nested], key=lambda entity: entity["id"])
    number = {entity["id"]: n for n, entity in enumerate(whole)}
    names = sorted({entity[key] for entity in whole for key in ("key", "locked") if key in entity})
    packed_names = b"".join(bytes([len(name.encode())]) + name.encode() for name in names)
    texts = [getattr(level, word).encode() for word in WORDS]
    packed_texts = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
    if len(packed_texts) > LARGE["text"]:
        room = LARGE["text"] - 4 * len(WORDS)
        raise BadSetup(
            [Defect(f"title, author and message have {sum(map(len, texts)):,} bytes", f"there is room for {room:,}")]
        )
    bits = sum(("collectible" in entity) + ("locked" in entity) for entity in level.entities) + sum(
        "key" in entity for entity in whole
    )
    need = {
        "entities": len(whole),
        "mobiles": sum(map(is_mobile, level.entities)),
        "limits": max(sum("health" in one for one in whole), sum("time" in one or "uses" in one for one in whole)),
        "bits": bits,
        "names": len(packed_names),
        "text": len(packed_texts),
    }
    small = all(need[key] <= SMALL[key] for key in need)
    setup, state = (Setup(), State()) if small else (LargeSetup(), LargeState())
    ctypes.memmove(setup.names, packed_names, len(packed_names))
    ctypes.memmove(setup.words, packed_texts, len(packed_texts))
    setup.width, setup.height, setup.move, state.aim = (
        level.width,
        level.height,
        MOVES.index(level.move),
        OBJECTIVES.index(level.objective),
    )
    setup.redacted = level.redact == "objective"
    setup.aims = sum(
        1 << number for number, objective in enumerate(OBJECTIVES) if not lacking(objective, level.entities)
    )
    setup.seed, setup.seeded, setup.limit, setup.entities = (
        level.seed or 0,
        level.seed is not None,
        level.turn_limit or 0,
        len(whole),
    )
    for field in (
        "head",
        "place",
        "holder",
        "link",
        "target",
        "key",
        "lock",
        "mobile",
        "vital",
        "limited",
        "gone",
        "opened",
        "used",
        "next",
    ):
        ctypes.memset(getattr(setup, field), 0xFF, ctypes.sizeof(getattr(setup, field)))  # -1
    for row in range(level.height):
        setup.free[row] = (1 << level.width) - 1
    fresh = iter(range(bits))
    for n, entity in enumerate(whole):
        _put(setup, state, n, entity, inside.get(entity["id"]), number, names, fresh)
    for n in reversed(range(len(whole))):
        cell = setup.place[n]
        if cell >= 0 and setup.flags[n] & (COLLECTIBLE | LOCKED | HEALTH):
            setup.next[n] = setup.head[cell]
            setup.head[cell] = n
            setup.tile[cell] |= CHANGING
    _list(setup, whole)
    area = level.width * level.height
    for n in range(len(whole)):
        cell = setup.place[n]
        if cell >= 0 and not setup.flags[n] & (COLLECTIBLE | LOCKED | HEALTH):
            paint(setup, state, setup.base, n, area, (cell >> 5) * level.width + (cell & 31), WAIT)
    measure(setup, HIDDEN if setup.redacted else state.aim)  # the tables of a setup tell nothing that is redacted
    return setup, state


def _put(
    setup: SetupRecord,
    state: Truth,
    n: int,
    entity: Entity,
    inside: tuple[int, str] | None,
    number: dict[int, int],
    names: list[str],
    fresh: Any,
) -> None:
    """Write one entity into the records."""
    flags = sum(flag for key, flag in FLAGS.items() if key in entity)
    if moving := entity.get("moving"):
        flags |= (VERTICAL if moving["axis"] == "y" else 0) | (BOUNCE if moving["bounce"] else 0)
    if entity.get("chasing", {}).get("how") == "straight":
        flags |= STRAIGHT
    setup.id[n], setup.flags[n] = entity["id"], flags
    setup.reward[n], setup.cost[n], setup.damage[n] = (
        entity.get("reward", 0),
        entity.get("cost", 0),
        entity.get("damage", 0),
    )
    setup.multiplier[n] = entity.get("speed", 0)
    if "key" in entity:
        setup.key[n] = names.index(entity["key"])
    if "locked" in entity:
        setup.lock[n] = names.index(entity["locked"])
    if "portal" in entity:
        setup.link[n] = number[entity["portal"]]
    if "chasing" in entity:
        setup.target[n] = number[entity["chasing"]["target"]]
    if "time" in entity or "uses" in entity:
        slot = setup.limits
        setup.limited[n], setup.timed[slot], setup.limits = slot, n, slot + 1
        state.time[slot], state.uses[slot] = entity.get("time", 0), entity.get("uses", 0)
    if "health" in entity:
        slot = setup.vitals
        setup.vital[n], setup.patient[slot], setup.vitals = slot, n, slot + 1
        state.health[slot], setup.most[slot] = entity["health"]
    if inside:
        setup.holder[n] = number[inside[0]]
        if "key" in entity:
            setup.used[n] = next(fresh)
        return
    cell = entity["y"] * 32 + entity["x"]
    if "collectible" in entity:
        setup.gone[n] = next(fresh)
        if "key" in entity:
            setup.used[n] = next(fresh)
    if "locked" in entity:
        setup.opened[n] = next(fresh)
    state.left += "required" in entity and "collectible" in entity
    state.locks += "locked" in entity
    if is_mobile(entity):
        m = setup.mobiles
        setup.mobile[n], setup.thing[m], setup.body[m], setup.mobiles = m, n, flags, m + 1
        state.cells[m] = cell
        if moving:
            setup.pace[m] = moving["speed"]
            if moving["direction"] < 0:
                state.facing[m >> 5] |= 1 << (m & 31)
        return
    setup.place[n] = cell
    if flags & HARMS:
        setup.danger[cell >> 5] |= 1 << (cell & 31)
    if flags & COLLECTIBLE:
        return
    setup.pay[cell] += setup.reward[n]
    setup.toll[cell] += setup.cost[n]
    lasting = flags & ~(BLOCKING | LOCKED) if flags & LOCKED else flags
    setup.tile[cell] |= lasting & ((1 << PLAIN) - 1) & ~HEALTH
    if lasting & BLOCKING:
        setup.free[cell >> 5] &= ~(1 << (cell & 31))


def _list(setup: SetupRecord, whole: list[Entity]) -> None:
    """Fill the setup's lists of who does what, ascending by id."""
    hero = next(n for n, entity in enumerate(whole) if "agent" in entity)
    setup.hero, setup.agent = hero, setup.mobile[hero]
    listed: dict[str, list[int]] = {
        name: []
        for name in ("effect", "bearer", "damager", "portal", "changing", "keys", "mover", "chaser", "rover", "payer")
    }
    for n, entity in enumerate(whole):
        flags, holder, mobile, place = setup.flags[n], setup.holder[n], setup.mobile[n], setup.place[n]
        if is_effect(entity) and (holder >= 0 or flags & COLLECTIBLE):
            listed["effect"].append(n)
            listed["bearer"].append(holder if holder >= 0 else hero)
        if flags & KEY and not is_effect(entity) and (holder == hero if holder >= 0 else flags & COLLECTIBLE):
            listed["keys"].append(n)
        if holder >= 0:
            continue
        if flags & HARMS:
            if mobile >= 0:
                listed["rover"].append(len(listed["damager"]))
            listed["damager"].append(n)
        for name, flag in (("portal", PORTAL), ("mover", MOVING), ("chaser", CHASING)):
            if flags & flag:
                listed[name].append(n)
        if mobile >= 0 and flags & (REWARD | COST):
            listed["payer"].append(mobile)
        if place >= 0 and flags & (COLLECTIBLE | LOCKED | HEALTH):
            listed["changing"].append(n)
        if flags & EXIT and (mobile >= 0 or flags & COLLECTIBLE):
            setup.exits += 1
        if flags & PORTAL and mobile >= 0:
            setup.carriers += 1
    for name, found in listed.items():
        getattr(setup, name)[: len(found)] = found
    setup.effects, setup.damagers, setup.portals, setup.changers = (
        len(listed[name]) for name in ("effect", "damager", "portal", "changing")
    )
    setup.pockets, setup.movers, setup.chasers = (len(listed[name]) for name in ("keys", "mover", "chaser"))
    setup.rovers, setup.payers = len(listed["rover"]), len(listed["payer"])
