"""A level's text, drawn or JSON, as a setup and a state, and back."""

import ctypes
import json
from typing import Any

from gridhall.errors import BadSetup, Defect

from . import rules as R
from .distances import measure
from .drawing import read_drawing, write_drawing
from .level import MOVES, OBJECTIVES, WORDS, Checker, Entity, Level, is_effect, is_mobile, lacking

FLAGS = {
    "agent": R.AGENT, "blocking": R.BLOCKING, "pushable": R.PUSHABLE, "collidable": R.COLLIDABLE, "collectible": R.COLLECTIBLE, "required": R.REQUIRED,
    "exit": R.EXIT, "lethal": R.LETHAL, "immunity": R.IMMUNITY, "phasing": R.PHASING, "speed": R.SPEED, "reward": R.REWARD, "cost": R.COST,
    "damage": R.DAMAGE, "key": R.KEY, "locked": R.LOCKED, "portal": R.PORTAL, "health": R.HEALTH, "chasing": R.CHASING, "moving": R.MOVING,
    "inventory": R.INVENTORY, "status": R.STATUS, "time": R.TIME, "uses": R.USES,
}  # fmt: skip


def read_setup(text: str) -> tuple[Any, Any]:
    """The setup and state of a level, drawn (GU29) or JSON (GU30); raises BadSetup with every defect."""
    return build(read_level(text))


def write_setup(setup: Any, state: Any) -> str:
    """The level as it stands, as text that gives it back."""
    return write_drawing(unbuild(setup, state))


def read_level(text: str) -> Level:
    """The level of a text, whichever of the two formats it is in."""
    text = text.removeprefix("\ufeff")
    return read_json(text) if text.lstrip().startswith("{") else read_drawing(text)


def read_json(text: str) -> Level:
    """The level of a JSON text (GU30)."""
    doubled: list[str] = []

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in found]
        doubled.extend(sorted({key for key in keys if keys.count(key) > 1}))
        return dict(found)

    try:
        given = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as wrong:
        raise BadSetup([Defect(f"this is no JSON: {wrong.msg}", "mend it there", wrong.lineno, wrong.colno)]) from wrong
    except (RecursionError, ValueError) as wrong:
        raise BadSetup(
            [
                Defect(
                    "this JSON cannot be read: it is nested too deeply or has a number that is too long",
                    "see GU30 for the format",
                )
            ]
        ) from wrong
    if doubled:
        raise BadSetup([Defect(f"the key {key!r} is twice in one object", "keep one of them") for key in doubled])
    return Checker().level(given)


def write_json(level: Level) -> str:
    """The level as JSON, one entity a line."""
    whole = level.as_json()
    entities = ",\n".join("  " + json.dumps(entity, ensure_ascii=False) for entity in whole.pop("entities"))
    head = json.dumps(whole, ensure_ascii=False)[:-1]
    return f'{head}, "entities": [\n{entities}\n]}}\n'


def named_seed(text: str) -> int | None:
    """The seed a level names; None also for what is no level."""
    try:
        return read_level(text).seed
    except BadSetup:
        return None


def build(level: Level) -> tuple[Any, Any]:
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
    if len(packed_texts) > R.LARGE["text"]:
        room = R.LARGE["text"] - 4 * len(WORDS)
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
    small = all(need[key] <= R.SMALL[key] for key in need)
    setup, state = (R.Setup(), R.State()) if small else (R.LargeSetup(), R.LargeState())
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
        if cell >= 0 and setup.flags[n] & (R.COLLECTIBLE | R.LOCKED | R.HEALTH):
            setup.next[n] = setup.head[cell]
            setup.head[cell] = n
            setup.tile[cell] |= R.CHANGING
    _list(setup, whole)
    area = level.width * level.height
    for n in range(len(whole)):
        cell = setup.place[n]
        if cell >= 0 and not setup.flags[n] & (R.COLLECTIBLE | R.LOCKED | R.HEALTH):
            R.paint(setup, state, setup.base, n, area, (cell >> 5) * level.width + (cell & 31), R.WAIT)
    measure(setup, R.HIDDEN if setup.redacted else state.aim)  # the tables of a setup tell nothing that is redacted
    return setup, state


def _put(
    setup: Any,
    state: Any,
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
        flags |= (R.VERTICAL if moving["axis"] == "y" else 0) | (R.BOUNCE if moving["bounce"] else 0)
    if entity.get("chasing", {}).get("how") == "straight":
        flags |= R.STRAIGHT
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
    if flags & R.HARMS:
        setup.danger[cell >> 5] |= 1 << (cell & 31)
    if flags & R.COLLECTIBLE:
        return
    setup.pay[cell] += setup.reward[n]
    setup.toll[cell] += setup.cost[n]
    lasting = flags & ~(R.BLOCKING | R.LOCKED) if flags & R.LOCKED else flags
    setup.tile[cell] |= lasting & ((1 << R.PLAIN) - 1) & ~R.HEALTH
    if lasting & R.BLOCKING:
        setup.free[cell >> 5] &= ~(1 << (cell & 31))


def _list(setup: Any, whole: list[Entity]) -> None:
    """Fill the setup's lists of who does what, ascending by id."""
    hero = next(n for n, entity in enumerate(whole) if "agent" in entity)
    setup.hero, setup.agent = hero, setup.mobile[hero]
    listed: dict[str, list[int]] = {
        name: []
        for name in ("effect", "bearer", "damager", "portal", "changing", "keys", "mover", "chaser", "rover", "payer")
    }
    for n, entity in enumerate(whole):
        flags, holder, mobile, place = setup.flags[n], setup.holder[n], setup.mobile[n], setup.place[n]
        if is_effect(entity) and (holder >= 0 or flags & R.COLLECTIBLE):
            listed["effect"].append(n)
            listed["bearer"].append(holder if holder >= 0 else hero)
        if flags & R.KEY and not is_effect(entity) and (holder == hero if holder >= 0 else flags & R.COLLECTIBLE):
            listed["keys"].append(n)
        if holder >= 0:
            continue
        if flags & R.HARMS:
            if mobile >= 0:
                listed["rover"].append(len(listed["damager"]))
            listed["damager"].append(n)
        for name, flag in (("portal", R.PORTAL), ("mover", R.MOVING), ("chaser", R.CHASING)):
            if flags & flag:
                listed[name].append(n)
        if mobile >= 0 and flags & (R.REWARD | R.COST):
            listed["payer"].append(mobile)
        if place >= 0 and flags & (R.COLLECTIBLE | R.LOCKED | R.HEALTH):
            listed["changing"].append(n)
        if flags & R.EXIT and (mobile >= 0 or flags & R.COLLECTIBLE):
            setup.exits += 1
        if flags & R.PORTAL and mobile >= 0:
            setup.carriers += 1
    for name, found in listed.items():
        getattr(setup, name)[: len(found)] = found
    setup.effects, setup.damagers, setup.portals, setup.changers = (
        len(listed[name]) for name in ("effect", "damager", "portal", "changing")
    )
    setup.pockets, setup.movers, setup.chasers = (len(listed[name]) for name in ("keys", "mover", "chaser"))
    setup.rovers, setup.payers = len(listed["rover"]), len(listed["payer"])


def names_of(setup: Any) -> list[str]:
    """The names of keys and locks, by number."""
    packed = bytes(setup.names)
    found, at = [], 0
    while at < len(packed) and packed[at]:
        found.append(packed[at + 1 : at + 1 + packed[at]].decode())
        at += 1 + packed[at]
    return found


def words_of(setup: Any) -> tuple[str, ...]:
    """Title, author and message."""
    packed = bytes(setup.words)
    found, at = [], 0
    for _ in WORDS:
        size = int.from_bytes(packed[at : at + 4], "big")
        found.append(packed[at + 4 : at + 4 + size].decode())
        at += 4 + size
    return tuple(found)


def unbuild(setup: Any, state: Any) -> Level:
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
        cell = R.cell_of(setup, state, n)
        if holder < 0 and cell < 0:  # picked up
            holder = hero
        if holder >= 0:
            spent = (
                R.is_active(setup, state, n) is False
                if flags & R.EFFECT
                else flags & R.KEY and setup.used[n] >= 0 and R.has_bit(state, setup.used[n])
            )
            if spent:
                continue
            inside.setdefault(holder, []).append(n)
        made[n] = _entity(setup, state, n, names, cell, holder >= 0)
    for n, entity in made.items():
        for part in ("inventory", "status"):
            if part in entity:
                entity[part] = [
                    made[one] for one in inside.get(n, ()) if bool(setup.flags[one] & R.EFFECT) == (part == "status")
                ]
        if "portal" in entity and R.cell_of(setup, state, setup.link[n]) < 0:
            del entity["portal"]
        if "chasing" in entity and R.cell_of(setup, state, setup.target[n]) < 0:
            del entity["chasing"]
    entities = sorted((entity for entity in made.values() if "x" in entity), key=lambda entity: entity["id"])
    limit = max(1, setup.limit - state.turn) if setup.limit else None
    title, author, message = words_of(setup)
    if state.aim == R.HIDDEN:
        raise BadSetup(
            "the objective of this level is redacted; what a player sees of a match cannot be written as a level"
        )
    redact = "objective" if setup.redacted else ""
    seed: int | None = setup.seed if setup.seeded else None
    if state.turn and setup.move == R.WINDY:
        seed = state.rng
    return Level(
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


def _entity(setup: Any, state: Any, n: int, names: list[str], cell: int, nested: bool) -> Entity:
    """One entity as it stands, without what is nested in it."""
    flags = setup.flags[n]
    made: Entity = {"id": setup.id[n]}
    if not nested:
        made |= {"x": cell & 31, "y": cell >> 5}
    if R.is_open(setup, state, n):
        flags &= ~(R.LOCKED | R.BLOCKING)
    if R.is_dead(setup, state, n):
        flags &= ~(R.HEALTH | R.DAMAGE | R.LETHAL | R.MOVING | R.CHASING)
    if nested:
        flags &= ~(R.HEALTH | R.INVENTORY | R.STATUS | R.MOVING | R.CHASING | R.PORTAL | R.LOCKED)
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
                "axis": "y" if flags & R.VERTICAL else "x",
                "direction": direction,
                "bounce": bool(flags & R.BOUNCE),
                "speed": setup.pace[m],
            }
        elif key == "chasing":
            made[key] = {"target": setup.id[setup.target[n]], "how": "straight" if flags & R.STRAIGHT else "path"}
        else:
            made[key] = [] if key in ("inventory", "status") else True
    return made
