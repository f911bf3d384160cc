"""Build the records of a level: its setup and its state at the start."""

import ctypes
from collections.abc import Iterator

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
from .level import MOVES, OBJECTIVES, WORDS, Entity, LevelData, is_effect, is_mobile, nested_in
from .observation import paint
from .records import LARGE, SMALL, LargeSetup, LargeState, Setup, State

FLAGS = {  # of the properties, by the names that levels give them
    "agent": AGENT, "blocking": BLOCKING, "pushable": PUSHABLE, "collidable": COLLIDABLE, "collectible": COLLECTIBLE,
    "required": REQUIRED, "exit": EXIT, "lethal": LETHAL, "immunity": IMMUNITY, "phasing": PHASING, "speed": SPEED,
    "reward": REWARD, "cost": COST, "damage": DAMAGE, "key": KEY, "locked": LOCKED, "portal": PORTAL, "health": HEALTH,
    "chasing": CHASING, "moving": MOVING, "inventory": INVENTORY, "status": STATUS, "time": TIME, "uses": USES,
}  # fmt: skip
Bits = Iterator[int]  # numbers of bits that nothing has taken yet
MAY_CHANGE = COLLECTIBLE | LOCKED | HEALTH  # what has one of these may vanish, open or die
NONE_AT_FIRST = (  # fields whose numbers are -1 where nothing else is written
    "head", "place", "holder", "link", "target", "key", "lock",
    "mobile", "vital", "limited", "gone", "opened", "used", "next",
)  # fmt: skip
LISTS = {  # fields that list entities or mobiles, and the field that says how many
    "effect": "effects", "damager": "damagers", "portal": "portals", "changing": "changers", "keys": "pockets",
    "mover": "movers", "chaser": "chasers", "rover": "rovers", "payer": "payers",
}  # fmt: skip


def build(level: LevelData) -> tuple[SetupRecord, Truth]:
    """The records of a level, of the smallest size that fits."""
    holders = {nested["id"]: entity["id"] for entity in level.entities for nested in nested_in(entity)}
    nested = [carried for entity in level.entities for carried in nested_in(entity)]
    whole = sorted([*level.entities, *nested], key=lambda entity: entity["id"])
    numbers = {entity["id"]: n for n, entity in enumerate(whole)}
    names = sorted({entity[key] for entity in whole for key in ("key", "locked") if key in entity})
    bits = sum(("collectible" in entity) + ("locked" in entity) for entity in level.entities)
    bits += sum("key" in entity for entity in whole)
    setup, state = _empty_records(level, whole, names, bits)
    for field in NONE_AT_FIRST:
        ctypes.memset(getattr(setup, field), 0xFF, ctypes.sizeof(getattr(setup, field)))  # -1
    setup.width, setup.height, setup.entities = level.width, level.height, len(whole)
    setup.move, state.aim = MOVES.index(level.move), OBJECTIVES.index(level.objective)
    setup.seed, setup.seeded, setup.limit = level.seed or 0, level.seed is not None, level.turn_limit or 0
    setup.redacted = level.redact == "objective"
    allowed = [number for number, objective in enumerate(OBJECTIVES) if not lacking(objective, level.entities)]
    setup.aims = sum(1 << number for number in allowed)
    for row in range(level.height):
        setup.free[row] = (1 << level.width) - 1
    fresh = iter(range(bits))
    for n, entity in enumerate(whole):
        _put(setup, state, n, entity, numbers, names, fresh)
        if entity["id"] in holders:
            setup.holder[n] = numbers[holders[entity["id"]]]
        else:
            _place(setup, state, n, entity, fresh)
    _chain_changing(setup)
    _fill_lists(setup, whole)
    area = level.width * level.height
    for n in range(len(whole)):
        cell = setup.place[n]
        if cell >= 0 and not setup.flags[n] & MAY_CHANGE:
            paint(setup, state, setup.base, n, area, (cell >> 5) * level.width + (cell & 31), WAIT)
    measure(setup, HIDDEN if setup.redacted else state.aim)  # a setup is known to all: it must not betray the objective
    return setup, state


def _empty_records(level: LevelData, whole: list[Entity], names: list[str], bits: int) -> tuple[SetupRecord, Truth]:
    """Records with enough room for a level, with its names and texts in them."""
    packed_names = b"".join(bytes([len(name.encode())]) + name.encode() for name in names)
    texts = [getattr(level, word).encode() for word in WORDS]
    packed_texts = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
    if len(packed_texts) > LARGE["text"]:
        room = LARGE["text"] - 4 * len(WORDS)
        problem = f"title, author and message have {sum(map(len, texts)):,} bytes"
        raise BadSetup([Defect(problem, f"there is room for {room:,}")])
    limited = sum("time" in entity or "uses" in entity for entity in whole)
    needed = {
        "entities": len(whole),
        "mobiles": sum(map(is_mobile, level.entities)),
        "limits": max(sum("health" in entity for entity in whole), limited),
        "bits": bits,
        "names": len(packed_names),
        "text": len(packed_texts),
    }
    is_small = all(needed[key] <= SMALL[key] for key in needed)
    setup, state = (Setup(), State()) if is_small else (LargeSetup(), LargeState())
    ctypes.memmove(setup.names, packed_names, len(packed_names))
    ctypes.memmove(setup.words, packed_texts, len(packed_texts))
    return setup, state


def _put(
    setup: SetupRecord, state: Truth, n: int, entity: Entity, numbers: dict[int, int], names: list[str], fresh: Bits
) -> None:
    """Write what an entity is, wherever it is; a key takes a fresh bit, for being used up."""
    flags = sum(flag for key, flag in FLAGS.items() if key in entity)
    if moving := entity.get("moving"):
        flags |= (VERTICAL if moving["axis"] == "y" else 0) | (BOUNCE if moving["bounce"] else 0)
    if entity.get("chasing", {}).get("how") == "straight":
        flags |= STRAIGHT
    setup.id[n], setup.flags[n] = entity["id"], flags
    setup.reward[n], setup.cost[n] = entity.get("reward", 0), entity.get("cost", 0)
    setup.damage[n], setup.multiplier[n] = entity.get("damage", 0), entity.get("speed", 0)
    if "key" in entity:
        setup.key[n] = names.index(entity["key"])
    if "locked" in entity:
        setup.lock[n] = names.index(entity["locked"])
    if "portal" in entity:
        setup.link[n] = numbers[entity["portal"]]
    if "chasing" in entity:
        setup.target[n] = numbers[entity["chasing"]["target"]]
    if "time" in entity or "uses" in entity:
        slot = setup.limits
        setup.limited[n], setup.timed[slot], setup.limits = slot, n, slot + 1
        state.time[slot], state.uses[slot] = entity.get("time", 0), entity.get("uses", 0)
    if "health" in entity:
        slot = setup.vitals
        setup.vital[n], setup.patient[slot], setup.vitals = slot, n, slot + 1
        state.health[slot], setup.most[slot] = entity["health"]
    if "collectible" in entity and "x" in entity:
        setup.gone[n] = next(fresh)
    if "key" in entity and ("collectible" in entity or "x" not in entity):
        setup.used[n] = next(fresh)


def _place(setup: SetupRecord, state: Truth, n: int, entity: Entity, fresh: Bits) -> None:
    """Put an entity on the board; a lock takes a fresh bit, for being opened."""
    cell, flags = entity["y"] * 32 + entity["x"], setup.flags[n]
    if "locked" in entity:
        setup.opened[n] = next(fresh)
    state.left += "required" in entity and "collectible" in entity
    state.locks += "locked" in entity
    if is_mobile(entity):
        m = setup.mobiles
        setup.mobile[n], setup.thing[m], setup.body[m], setup.mobiles = m, n, flags, m + 1
        state.cells[m] = cell
        if moving := entity.get("moving"):
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


def _chain_changing(setup: SetupRecord) -> None:
    """Chain what may vanish, open or die on each tile: `head` is the first of a cell, `next` the one after it."""
    for n in reversed(range(setup.entities)):
        cell = setup.place[n]
        if cell >= 0 and setup.flags[n] & MAY_CHANGE:
            setup.next[n] = setup.head[cell]
            setup.head[cell] = n
            setup.tile[cell] |= CHANGING


def _fill_lists(setup: SetupRecord, whole: list[Entity]) -> None:
    """Fill the setup's lists of who does what, ascending by id."""
    hero = next(n for n, entity in enumerate(whole) if "agent" in entity)
    setup.hero, setup.agent = hero, setup.mobile[hero]
    listed: dict[str, list[int]] = {name: [] for name in (*LISTS, "bearer")}
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
        if place >= 0 and flags & MAY_CHANGE:
            listed["changing"].append(n)
        if flags & EXIT and (mobile >= 0 or flags & COLLECTIBLE):
            setup.exits += 1
        if flags & PORTAL and mobile >= 0:
            setup.carriers += 1
    for name, members in listed.items():
        getattr(setup, name)[: len(members)] = members
    for name, count in LISTS.items():
        setattr(setup, count, len(listed[name]))
