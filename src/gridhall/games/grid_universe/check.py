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
)
from .records import LARGE


class Checker:
    """Collects every defect of a level object; `lines` tells the line of an entity, where there are lines."""

    def __init__(self, lines: dict[int, int] | None = None, top: dict[str, int] | None = None) -> None:
        self.defects: list[Defect] = []
        self.lines, self.top = lines or {}, top or {}

    def wrong(self, problem: str, cure: str = "", who: Any = None, key: str = "") -> None:
        line = self.lines.get(who) if isinstance(who, int) else self.top.get(key)
        self.defects.append(Defect(problem, cure, line))

    def level(self, given: Any) -> LevelData:
        """The normal form; raises BadSetup with all that is wrong."""
        if not isinstance(given, dict):
            raise BadSetup(
                [Defect("a level is a JSON object", 'begin with { "width": …, "height": …, "entities": [ … ] } (GU30)')]
            )
        known = ("width", "height", "move", "objective", "seed", "turn_limit", *WORDS, "redact", "entities")
        for key in given:
            if key not in known:
                self.wrong(f"unknown key {key!r}", f"known are {', '.join(known)} (GU30a)", key=str(key))
        sizes = {
            side: self.number(given, side, 2, 32, "the level", "(GU1)") if side in given else None
            for side in ("width", "height")
        }
        for side, size in sizes.items():
            if size is None and side not in given:
                self.wrong(f"{side} is missing", f'say "{side}": 2 to 32 (GU30a)')
        move = self.one_of(given, "move", MOVES)
        objective = self.one_of(given, "objective", OBJECTIVES)
        seed = (
            self.number(given, "seed", 0, 2**64 - 1, "the level", "(GU30a)")
            if given.get("seed", None) is not None or "seed" in given
            else None
        )
        limit = (
            self.number(given, "turn_limit", 1, MOST, "the level", "(GU2b)")
            if given.get("turn_limit") is not None
            else None
        )
        words = {word: self.text(given.get(word, ""), word) for word in WORDS}
        redact = given.get("redact", "")
        if redact not in REDACTIONS:
            self.wrong(
                f"redact is {shown(redact)}",
                "only the objective can be redacted: write objective, or leave it out",
                key="redact",
            )
        entities = given.get("entities")
        if not isinstance(entities, list):
            self.wrong(
                "entities is missing" if "entities" not in given else "entities is no list",
                "give a list of entities (GU30a)",
            )
            raise BadSetup(self.defects)
        made = [self.entity(entity, sizes, "") for entity in entities]
        found = [entity for entity in made if entity is not None]
        if not self.defects:
            self.relations(found, objective)
        if self.defects:
            raise BadSetup(in_order(self.defects))
        assert sizes["width"] and sizes["height"]
        found.sort(key=lambda entity: entity["id"])
        return LevelData(
            sizes["width"],
            sizes["height"],
            move,
            objective,
            seed,
            limit,
            words["title"],
            words["author"],
            words["message"],
            redact,
            found,
        )

    def number(
        self, given: dict[str, Any], key: str, least: int, most: int, whose: str, rule: str, who: Any = None
    ) -> int | None:
        value = given.get(key)
        if type(value) is not int or not least <= value <= most:
            self.wrong(
                f"{whose}: {key} is {shown(value)}",
                f"it must be an integer from {least:,} to {most:,} {rule}",
                who,
                key,
            )
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
        """The normal form of one entity; `inside` is "", "inventory" or "status"."""
        if not isinstance(given, dict):
            self.wrong(
                f"an entity is {shown(given)}",
                'it must be an object such as {"id": 1, "x": 0, "y": 0, "exit": true} (GU30b)',
            )
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
        made: Entity = {key: given[key] for key in ("id", "x", "y") if key in given}
        for key, value in given.items():
            if key in ("id",) or (key in ("x", "y") and not inside):
                continue
            if key not in PROPERTIES:
                self.wrong(f"{whose}: unknown property {key!r}", f"known are {', '.join(PROPERTIES)} (GU2)", who)
            elif inside and key in NOT_NESTED:
                self.wrong(
                    f"{whose}: {key} is not possible for what is carried",
                    f"nested entities have none of {', '.join(NOT_NESTED)} (GU30c)",
                    who,
                )
            else:
                made[key] = self.value(key, value, whose, who, given)
        effect = any(kind in given for kind in EFFECTS)
        if ("time" in given or "uses" in given) and not effect:
            self.wrong(
                f"{whose}: time or uses without an effect",
                "add immunity, phasing or speed, or leave it out (GU2b)",
                who,
            )
        if inside == "status" and not effect:
            self.wrong(f"{whose}: it is no effect", "in a status each has immunity, phasing or speed (GU30c)", who)
        if inside == "inventory" and effect:
            self.wrong(f"{whose}: it is an effect", "put it into the status; an inventory holds none (GU30c)", who)
        for key in ("collectible", "moving", "chasing"):
            if "agent" in given and key in given:
                self.wrong(
                    f"{whose}: the agent is {key}", "the agent may not be collectible, moving or chasing (GU1a)", who
                )
        if len(self.defects) != before:
            return None
        return made

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
            if (
                not isinstance(value, list)
                or [type(part) for part in value] != [int, int]
                or not 1 <= value[0] <= value[1] <= MOST
            ):
                self.wrong(
                    f"{whose}: health is {shown(value)}",
                    f"it must be [now, max] with 1 ≤ now ≤ max ≤ {MOST:,} (GU2b)",
                    who,
                )
        elif key == "moving":
            return self.moving(value, whose, who)
        elif key == "chasing":
            return self.chasing(value, whose, who)
        elif not isinstance(value, list):
            self.wrong(f"{whose}: {key} is {shown(value)}", "it must be a list of nested entities (GU30b)", who)
        else:
            made = [self.entity(entity, {}, key) for entity in value]
            return sorted((entity for entity in made if entity is not None), key=lambda entity: entity["id"])
        return value

    def moving(self, value: Any, whose: str, who: Any) -> Any:
        known = ("axis", "direction", "bounce", "speed")
        if not isinstance(value, dict):
            self.wrong(
                f"{whose}: moving is {shown(value)}", 'it must be such as {"axis": "x", "direction": 1} (GU30b)', who
            )
            return value
        for key in value:
            if key not in known:
                self.wrong(f"{whose}: moving has the unknown key {key!r}", f"known are {', '.join(known)} (GU30b)", who)
        if value.get("axis") not in ("x", "y"):
            self.wrong(
                f"{whose}: the axis of moving is {shown(value.get('axis'))}", 'it must be "x" or "y" (GU30b)', who
            )
        if type(value.get("direction")) is not int or value["direction"] not in (1, -1):
            self.wrong(
                f"{whose}: the direction of moving is {shown(value.get('direction'))}",
                "it must be 1 or -1 (GU30b)",
                who,
            )
        if type(value.get("bounce", True)) is not bool:
            self.wrong(f"{whose}: bounce is {shown(value['bounce'])}", "it must be true or false (GU30b)", who)
        if "speed" in value:
            self.number(value, "speed", 1, MOST, f"{whose}, moving", "(GU2b)", who)
        return {
            "axis": value.get("axis"),
            "direction": value.get("direction"),
            "bounce": value.get("bounce", True),
            "speed": value.get("speed", 1),
        }

    def chasing(self, value: Any, whose: str, who: Any) -> Any:
        if not isinstance(value, dict):
            self.wrong(
                f"{whose}: chasing is {shown(value)}", 'it must be such as {"target": 0, "how": "path"} (GU30b)', who
            )
            return value
        for key in value:
            if key not in ("target", "how"):
                self.wrong(f"{whose}: chasing has the unknown key {key!r}", "known are target, how (GU30b)", who)
        self.number(value, "target", 0, LARGEST_ID, f"{whose}, chasing", "(an id, GU30b)", who)
        if value.get("how", "path") not in ("path", "straight"):
            self.wrong(
                f"{whose}: how it chases is {shown(value.get('how'))}", 'it must be "path" or "straight" (GU30b)', who
            )
        return {"target": value.get("target"), "how": value.get("how", "path")}

    def relations(self, entities: list[Entity], objective: str) -> None:
        """Check what concerns several entities: ids, the agent, pairs, targets, the objective, the numbers."""
        whole = [
            *entities,
            *(nested for entity in entities for part in ("inventory", "status") for nested in entity.get(part, ())),
        ]
        board = {entity["id"]: entity for entity in entities}
        seen: set[int] = set()
        for entity in whole:
            if entity["id"] in seen:
                self.wrong(
                    f"the id {entity['id']} is there twice",
                    "ids are unique in the level, nested entities included (GU2a)",
                    entity["id"],
                )
            seen.add(entity["id"])
        agents = [entity["id"] for entity in entities if "agent" in entity]
        if len(agents) != 1:
            there = "there is no agent" if not agents else f"entities {', '.join(map(str, agents))} are agents"
            self.wrong(there, "a level has exactly one (GU1a)", agents[-1] if agents else None)
        for entity in entities:
            who = entity["id"]
            pair = board.get(entity["portal"]) if "portal" in entity else None
            if "portal" in entity and (pair is None or pair is entity or pair.get("portal") != who):
                self.wrong(
                    f"entity {who}: its pair is {entity['portal']}",
                    "that must be another portal of the board that names this one back (GU20a)",
                    who,
                )
            if "chasing" in entity and (entity["chasing"]["target"] == who or entity["chasing"]["target"] not in board):
                self.wrong(
                    f"entity {who}: it chases {entity['chasing']['target']}",
                    "the target must be another entity on the board (GU19c)",
                    who,
                )
        for problem, cure in lacking(objective, entities):
            self.wrong(f"the objective {objective!r} has {problem}", cure, key="objective")
        counts = count(entities, whole)
        for what, (number, most) in counts.items():
            if number > most:
                self.wrong(f"the level has {number:,} {what}", f"there is room for {most:,} (GU1b)")


def in_order(defects: list[Defect]) -> list[Defect]:
    """Defects as one meets them in the text, from above."""
    return sorted(defects, key=lambda defect: (defect.line or 0, defect.column or 0))


def lacking(objective: str, entities: list[Entity]) -> list[tuple[str, str]]:
    """What a board lacks for an objective, and the cure of each lack; nothing for one that it allows (GU27a)."""
    found = []
    if objective in ("default", "exit", "push") and not any("exit" in entity for entity in entities):
        found.append(("no exit", "add an entity with exit, or choose another objective (GU27a)"))
    if objective == "collect" and not any("required" in entity and "collectible" in entity for entity in entities):
        found.append(("nothing to collect", "add something required and collectible (GU27a)"))
    if objective == "unlock" and not any("locked" in entity for entity in entities):
        found.append(("no lock", "add something locked (GU27)"))
    if objective == "push" and not any("pushable" in entity for entity in entities):
        found.append(("nothing pushable", "add something pushable (GU27)"))
    return found


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
