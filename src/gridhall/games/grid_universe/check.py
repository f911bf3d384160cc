"""Check a level and bring it into its normal form; every defect is named with its cure (GU1, GU2, GU30)."""

from collections.abc import Sequence
from typing import Any

from gridhall.errors import BadSetup, Defect

from .level import (
    AMOUNTS,
    EFFECTS,
    LARGEST_ID,
    MOST,
    MOVES,
    NAMES,
    NOT_NESTED,
    OBJECTIVES,
    PROPERTIES,
    REDACTIONS,
    TOGGLES,
    WORDS,
    Entity,
    LevelData,
    is_mobile,
    nested_in,
)
from .records import LARGE


class Checker:
    """Collects every defect of a level object.

    For a drawing, `lines` has the line of each entity's id and `top` that of each header line, so that defects can
    name them.
    """

    def __init__(self, lines: dict[int, int] | None = None, top: dict[str, int] | None = None) -> None:
        self.defects: list[Defect] = []
        self.lines, self.top = lines or {}, top or {}

    def wrong(self, problem: str, cure: str = "", who: Any = None, key: str = "") -> None:
        line = self.lines.get(who) if isinstance(who, int) else self.top.get(key)
        self.defects.append(Defect(problem, cure, line))

    def level(self, given: Any) -> LevelData:
        """The normal form; raises BadSetup with all that is wrong."""
        if not isinstance(given, dict):
            cure = 'begin with { "width": …, "height": …, "entities": [ … ] } (GU30)'
            raise BadSetup([Defect("a level is a JSON object", cure)])
        known = ("width", "height", "move", "objective", "seed", "turn_limit", *WORDS, "redact", "entities")
        for key in given:
            if key not in known:
                self.wrong(f"unknown key {key!r}", f"known are {', '.join(known)} (GU30a)", key=str(key))
        sizes: dict[str, int | None] = {"width": None, "height": None}
        for side in sizes:
            if side in given:
                sizes[side] = self.number(given, side, 2, 32, "the level", "(GU1)")
        for side in sizes:
            if side not in given:
                self.wrong(f"{side} is missing", f'say "{side}": 2 to 32 (GU30a)')
        move = self.one_of(given, "move", MOVES)
        objective = self.one_of(given, "objective", OBJECTIVES)
        seed = limit = None
        if "seed" in given:
            seed = self.number(given, "seed", 0, 2**64 - 1, "the level", "(GU30a)")
        if given.get("turn_limit") is not None:
            limit = self.number(given, "turn_limit", 1, MOST, "the level", "(GU2b)")
        words = {word: self.text(given.get(word, ""), word) for word in WORDS}
        redact = given.get("redact", "")
        if redact not in REDACTIONS:
            cure = "only the objective can be redacted: write objective, or leave it out"
            self.wrong(f"redact is {shown(redact)}", cure, key="redact")
        if not isinstance(given.get("entities"), list):
            problem = "entities is missing" if "entities" not in given else "entities is no list"
            self.wrong(problem, "give a list of entities (GU30a)")
            raise BadSetup(self.defects)
        checked = [self.entity(entity, sizes, "") for entity in given["entities"]]
        entities = [entity for entity in checked if entity is not None]
        if not self.defects:
            self.relations(entities, objective)
        if self.defects:
            raise BadSetup(in_order(self.defects))
        width, height = sizes["width"], sizes["height"]
        assert width and height
        entities.sort(key=lambda entity: entity["id"])
        texts = words["title"], words["author"], words["message"]
        return LevelData(width, height, move, objective, seed, limit, *texts, redact, entities)

    def number(
        self, given: dict[str, Any], key: str, least: int, most: int, whose: str, rule: str, who: Any = None
    ) -> int | None:
        """The integer under a key; a defect and None if it is none, or too small or too large."""
        value = given.get(key)
        if type(value) is not int or not least <= value <= most:
            cure = f"it must be an integer from {least:,} to {most:,} {rule}"
            self.wrong(f"{whose}: {key} is {shown(value)}", cure, who, key)
            return None
        return value

    def one_of(self, given: dict[str, Any], key: str, known: Sequence[str]) -> str:
        value = given.get(key, "default")
        if value not in known:
            self.wrong(f"{key} is {shown(value)}", f"it must be one of {', '.join(known)} (GU30a)", key=key)
            return "default"
        return str(value)

    def text(self, value: Any, key: str) -> str:
        if not isinstance(value, str) or not is_unicode(value):
            self.wrong(f"{key} is {shown(value)}", "it must be a string (GU30a)", key=key)
            return ""
        return value

    def entity(self, given: Any, sizes: dict[str, int | None], inside: str) -> Entity | None:
        """The normal form of an entity, None if it has defects; `inside` is "", "inventory" or "status"."""
        if not isinstance(given, dict):
            cure = 'it must be an object such as {"id": 1, "x": 0, "y": 0, "exit": true} (GU30b)'
            self.wrong(f"an entity is {shown(given)}", cure)
            return None
        who = given.get("id")
        whose = f"entity {shown(who)}" + (f" in {inside}" if inside else "")
        before = len(self.defects)
        if "id" not in given:
            self.wrong("an entity has no id", f"give each an id from 0 up: {shown(given)} (GU2a)")
        else:
            self.number(given, "id", 0, LARGEST_ID, whose, "(GU2a)")
        for key, side in () if inside else (("x", "width"), ("y", "height")):
            if key not in given:
                self.wrong(f"{whose}: {key} is missing", "say where on the board it is (GU30b)", who)
            else:
                self.number(given, key, 0, (sizes[side] or 32) - 1, whose, "(inside the board, GU30b)", who)
        checked: Entity = {key: given[key] for key in ("id", "x", "y") if key in given}
        for key, value in given.items():
            if key in ("id",) or (key in ("x", "y") and not inside):
                continue
            if key not in PROPERTIES:
                self.wrong(f"{whose}: unknown property {key!r}", f"known are {', '.join(PROPERTIES)} (GU2)", who)
            elif inside and key in NOT_NESTED:
                cure = f"nested entities have none of {', '.join(NOT_NESTED)} (GU30c)"
                self.wrong(f"{whose}: {key} is not possible for what is carried", cure, who)
            else:
                checked[key] = self.value(key, value, whose, who, given)
        effect = any(kind in given for kind in EFFECTS)
        if ("time" in given or "uses" in given) and not effect:
            cure = "add immunity, phasing or speed, or leave it out (GU2b)"
            self.wrong(f"{whose}: time or uses without an effect", cure, who)
        if inside == "status" and not effect:
            self.wrong(f"{whose}: it is no effect", "in a status each has immunity, phasing or speed (GU30c)", who)
        if inside == "inventory" and effect:
            self.wrong(f"{whose}: it is an effect", "put it into the status; an inventory holds none (GU30c)", who)
        for key in ("collectible", "moving", "chasing"):
            if "agent" in given and key in given:
                cure = "the agent may not be collectible, moving or chasing (GU1a)"
                self.wrong(f"{whose}: the agent is {key}", cure, who)
        return checked if len(self.defects) == before else None

    def value(self, key: str, value: Any, whose: str, who: Any, given: Entity) -> Any:
        """The normal form of a property's value."""
        if key in TOGGLES:
            if value is not True:
                self.wrong(f"{whose}: {key} is {shown(value)}", "write true, or leave it out (GU30b)", who)
        elif key in AMOUNTS:
            self.number(given, key, AMOUNTS[key], MOST, whose, "(GU2b)", who)
        elif key in NAMES:
            if not isinstance(value, str) or not is_unicode(value) or not 1 <= len(value.encode()) <= 16:
                self.wrong(f"{whose}: {key} is {shown(value)}", "it must be a string of 1 to 16 bytes (GU2a)", who)
        elif key == "portal":
            self.number(given, key, 0, LARGEST_ID, whose, "(the id of the paired portal, GU30b)", who)
        elif key == "health":
            is_pair = isinstance(value, list) and [type(part) for part in value] == [int, int]
            if not is_pair or not 1 <= value[0] <= value[1] <= MOST:
                cure = f"it must be [now, max] with 1 ≤ now ≤ max ≤ {MOST:,} (GU2b)"
                self.wrong(f"{whose}: health is {shown(value)}", cure, who)
        elif key == "moving":
            return self.moving(value, whose, who)
        elif key == "chasing":
            return self.chasing(value, whose, who)
        elif not isinstance(value, list):
            self.wrong(f"{whose}: {key} is {shown(value)}", "it must be a list of nested entities (GU30b)", who)
        else:
            nested = [self.entity(entity, {}, key) for entity in value]
            return sorted((entity for entity in nested if entity is not None), key=lambda entity: entity["id"])
        return value

    def moving(self, value: Any, whose: str, who: Any) -> Any:
        known = ("axis", "direction", "bounce", "speed")
        if not isinstance(value, dict):
            cure = 'it must be such as {"axis": "x", "direction": 1} (GU30b)'
            self.wrong(f"{whose}: moving is {shown(value)}", cure, who)
            return value
        for key in value:
            if key not in known:
                self.wrong(f"{whose}: moving has the unknown key {key!r}", f"known are {', '.join(known)} (GU30b)", who)
        axis, direction = value.get("axis"), value.get("direction")
        bounce, speed = value.get("bounce", True), value.get("speed", 1)
        if axis not in ("x", "y"):
            self.wrong(f"{whose}: the axis of moving is {shown(axis)}", 'it must be "x" or "y" (GU30b)', who)
        if type(direction) is not int or direction not in (1, -1):
            self.wrong(f"{whose}: the direction of moving is {shown(direction)}", "it must be 1 or -1 (GU30b)", who)
        if type(bounce) is not bool:
            self.wrong(f"{whose}: bounce is {shown(bounce)}", "it must be true or false (GU30b)", who)
        if "speed" in value:
            self.number(value, "speed", 1, MOST, f"{whose}, moving", "(GU2b)", who)
        return {"axis": axis, "direction": direction, "bounce": bounce, "speed": speed}

    def chasing(self, value: Any, whose: str, who: Any) -> Any:
        if not isinstance(value, dict):
            cure = 'it must be such as {"target": 0, "how": "path"} (GU30b)'
            self.wrong(f"{whose}: chasing is {shown(value)}", cure, who)
            return value
        for key in value:
            if key not in ("target", "how"):
                self.wrong(f"{whose}: chasing has the unknown key {key!r}", "known are target, how (GU30b)", who)
        self.number(value, "target", 0, LARGEST_ID, f"{whose}, chasing", "(an id, GU30b)", who)
        how = value.get("how", "path")
        if how not in ("path", "straight"):
            self.wrong(f"{whose}: how it chases is {shown(how)}", 'it must be "path" or "straight" (GU30b)', who)
        return {"target": value.get("target"), "how": how}

    def relations(self, entities: list[Entity], objective: str) -> None:
        """Check what concerns several entities: ids, the agent, pairs, targets, the objective, the numbers."""
        whole = [*entities, *(nested for entity in entities for nested in nested_in(entity))]
        board = {entity["id"]: entity for entity in entities}
        seen: set[int] = set()
        for entity in whole:
            if entity["id"] in seen:
                cure = "ids are unique in the level, nested entities included (GU2a)"
                self.wrong(f"the id {entity['id']} is there twice", cure, entity["id"])
            seen.add(entity["id"])
        agents = [entity["id"] for entity in entities if "agent" in entity]
        if len(agents) != 1:
            there = "there is no agent" if not agents else f"entities {', '.join(map(str, agents))} are agents"
            self.wrong(there, "a level has exactly one (GU1a)", agents[-1] if agents else None)
        for entity in entities:
            who = entity["id"]
            pair = board.get(entity["portal"]) if "portal" in entity else None
            if "portal" in entity and (pair is None or pair is entity or pair.get("portal") != who):
                cure = "that must be another portal of the board that names this one back (GU20a)"
                self.wrong(f"entity {who}: its pair is {entity['portal']}", cure, who)
            target = entity["chasing"]["target"] if "chasing" in entity else None
            if target is not None and (target == who or target not in board):
                cure = "the target must be another entity on the board (GU19c)"
                self.wrong(f"entity {who}: it chases {target}", cure, who)
        for problem, cure in lacking(objective, entities):
            self.wrong(f"the objective {objective!r} has {problem}", cure, key="objective")
        counts = count(entities, whole)
        for what, (number, most) in counts.items():
            if number > most:
                self.wrong(f"the level has {number:,} {what}", f"there is room for {most:,} (GU1b)")


def in_order(defects: list[Defect]) -> list[Defect]:
    """Defects in the order of the text, from above."""
    return sorted(defects, key=lambda defect: (defect.line or 0, defect.column or 0))


def lacking(objective: str, entities: list[Entity]) -> list[tuple[str, str]]:
    """What a board lacks for an objective, each with its cure; nothing if the board allows it (GU27a)."""
    lacks = []
    if objective in ("default", "exit", "push") and not any("exit" in entity for entity in entities):
        lacks.append(("no exit", "add an entity with exit, or choose another objective (GU27a)"))
    if objective == "collect" and not any("required" in entity and "collectible" in entity for entity in entities):
        lacks.append(("nothing to collect", "add something required and collectible (GU27a)"))
    if objective == "unlock" and not any("locked" in entity for entity in entities):
        lacks.append(("no lock", "add something locked (GU27)"))
    if objective == "push" and not any("pushable" in entity for entity in entities):
        lacks.append(("nothing pushable", "add something pushable (GU27)"))
    return lacks


def count(entities: list[Entity], whole: list[Entity]) -> dict[str, tuple[int, int]]:
    """How many there are of what is limited, and how many there may be (GU1b)."""
    return {
        "entities": (len(whole), LARGE["entities"]),
        "things that can change place": (sum(is_mobile(entity) for entity in entities), LARGE["mobiles"]),
        "things with health": (sum("health" in entity for entity in entities), LARGE["limits"]),
        "effects with a limit": (sum("time" in entity or "uses" in entity for entity in whole), LARGE["limits"]),
    }


def is_unicode(text: str) -> bool:
    """Has a string no lone surrogates, so that it can be written?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(value: Any) -> str:
    """A value as a person reads it in a message, cut short."""
    text = ascii(value) if isinstance(value, str) and not is_unicode(value) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
