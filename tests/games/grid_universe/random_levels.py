"""Random levels of Grid Universe with any combination of properties, for tests."""

from random import Random
from typing import Any

MOVES = ("default", "mirror", "wrap", "slippery", "windy", "gravity")
OBJECTIVES = ("default", "exit", "collect", "unlock", "push")
WORDS = ("up", "down", "left", "right", "use", "pick", "wait")
STOCK = (
    {"blocking": True},
    {"blocking": True},
    {"cost": 1},
    {"collectible": True, "reward": 3},
    {"collectible": True, "key": "a"},
    {"blocking": True, "locked": "a"},
    {"blocking": True, "collidable": True, "pushable": True},
    {"blocking": True, "collidable": True, "pushable": True},
    {"collidable": True, "damage": 1},
    {"collidable": True, "damage": 1, "moving": {"axis": "x", "direction": 1}},
    {"collectible": True, "phasing": True, "uses": 2},
    {"collectible": True, "speed": 2, "time": 4},
)


def random_level(number: int) -> dict:
    """The level of a number: small, crowded, and legal."""
    random = Random(number)
    width, height = random.randint(2, 7), random.randint(2, 6)
    ids = random.sample(range(random.choice((60, 60, 10_000))), 60)
    place = lambda: {"x": random.randrange(width), "y": random.randrange(height)}  # noqa: E731
    agent: dict[str, Any] = {"id": ids.pop(), **place(), "agent": True}
    for name, chance in (
        ("collidable", 0.85),
        ("blocking", 0.1),
        ("pushable", 0.08),
        ("required", 0.05),
        ("exit", 0.02),
        ("lethal", 0.03),
    ):
        if random.random() < chance:
            agent[name] = True
    if random.random() < 0.9:
        most = random.randint(3, 12)
        agent["health"] = [random.randint(2, most), most]
    if random.random() < 0.9:
        agent["inventory"] = [
            {"id": ids.pop(), **random.choice(({"key": "a"}, {"key": "b"}, {"reward": 2}))}
            for _ in range(random.randint(0, 2))
        ]
    if random.random() < 0.9:
        agent["status"] = [effect(random, ids.pop()) for _ in range(random.choice((0, 0, 1, 2)))]
    for name in ("reward", "cost", "damage"):
        if random.random() < 0.07:
            agent[name] = random.randint(0, 3)
    if random.random() < 0.05:
        agent["locked"] = "a"
    entities = [agent]
    for _ in range(random.randint(2, 24)):
        properties = dict(random.choice(STOCK)) if random.random() < 0.55 else wild(random)
        if ("moving" in properties or "chasing" in properties or "health" in properties) and random.random() < 0.15:
            properties["status"] = [effect(random, ids.pop())]
        entities.append({"id": ids.pop(), **place(), **properties})
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        pair = (
            random.sample(entities[1:], 2)
            if random.random() < 0.2
            else [{"id": ids.pop(), **place()} for _ in range(2)]
        )
        if any("portal" in portal for portal in pair):
            continue
        pair[0]["portal"], pair[1]["portal"] = pair[1]["id"], pair[0]["id"]
        entities += [portal for portal in pair if portal not in entities]
    for entity in entities[1:]:
        if random.random() < 0.08:
            target = agent if random.random() < 0.7 else random.choice(entities)
            if target is not entity:
                entity["chasing"] = {"target": target["id"], "how": random.choice(("path", "straight"))}
    objective = random.choice(OBJECTIVES)
    entities.append({"id": ids.pop(), **place(), "exit": True})
    if objective == "collect" or random.random() < 0.3:
        entities.append({"id": ids.pop(), **place(), "required": True, "collectible": True})
    if objective == "unlock":
        entities.append({"id": ids.pop(), **place(), "blocking": True, "locked": random.choice("ab")})
    if objective == "push":
        entities.append({"id": ids.pop(), **place(), "pushable": True})
    random.shuffle(entities)
    level = {
        "width": width,
        "height": height,
        "move": random.choice(MOVES),
        "objective": objective,
        "entities": entities,
    }
    if random.random() < 0.7:
        level["seed"] = random.getrandbits(64)
    level["turn_limit"] = random.choice((None, None, None, random.randint(1, 40)))
    if number % 7 == 0:
        level["redact"] = "objective"
    return level


def effect(random: Random, number: int) -> dict:
    properties = {"id": number}
    for name in random.choice((("immunity",), ("phasing",), ("speed",), ("speed", "phasing"), ("immunity", "speed"))):
        properties[name] = random.randint(1, 3) if name == "speed" else True
    for name in ("time", "uses"):
        if random.random() < 0.5:
            properties[name] = random.randint(1, 5)
    return properties


def wild(random: Random) -> dict:
    """Any subset of the properties that concern one entity."""
    properties: dict = {}
    for name, chance in (
        ("blocking", 0.2), ("pushable", 0.2), ("collidable", 0.4), ("collectible", 0.3), ("required", 0.15),
        ("exit", 0.08), ("lethal", 0.06),
    ):  # fmt: skip
        if random.random() < chance:
            properties[name] = True
    for name, chance in (("reward", 0.15), ("cost", 0.15), ("damage", 0.25)):
        if random.random() < chance:
            properties[name] = random.randint(0, 3)
    if random.random() < 0.15:
        properties |= {name: value for name, value in effect(random, 0).items() if name != "id"}
    if random.random() < 0.1:
        properties["key"] = random.choice("ab")
    if random.random() < 0.1:
        properties["locked"] = random.choice("ab")
    if random.random() < 0.2:
        now = random.randint(1, 4)
        properties["health"] = [now, now + random.randint(0, 2)]
    if random.random() < 0.3:
        axis, direction = random.choice("xy"), random.choice((1, -1))
        properties["moving"] = {
            "axis": axis,
            "direction": direction,
            "bounce": random.random() < 0.7,
            "speed": random.choice((1, 1, 2, 9)),
        }
    return properties


def random_words(number: int, count: int = 30) -> list[str]:
    random = Random(number + 1_000_000)
    return [random.choice(WORDS[:4] * 3 + WORDS[4:] * 2) for _ in range(count)]
