"""A level as plain data, the JSON of GU30: its keys and its normal form."""

from collections.abc import Iterator
from typing import Any, NamedTuple

MOVES = ["default", "mirror", "wrap", "slippery", "windy", "gravity"]  # by number; a variant adds its own
OBJECTIVES = ["default", "exit", "collect", "unlock", "push"]
WORDS = ("title", "author", "message")
REDACTIONS = ("", "objective")
TOGGLES = (
    "agent", "blocking", "pushable", "collidable", "collectible", "required", "exit", "lethal", "immunity", "phasing",
)  # fmt: skip
AMOUNTS = {"reward": 0, "cost": 0, "damage": 0, "speed": 1, "time": 1, "uses": 1}  # property -> least value
NAMES = ("key", "locked")
OTHERS = ("portal", "health", "moving", "chasing", "inventory", "status")
PROPERTIES = (*TOGGLES, *AMOUNTS, *NAMES, *OTHERS)
NOT_NESTED = ("agent", "health", "inventory", "status", "moving", "chasing", "portal", "locked")  # GU30c
EFFECTS = ("immunity", "phasing", "speed")
MOST = 1_000_000  # GU2b
LARGEST_ID = 2**31 - 1
Entity = dict[str, Any]


class LevelData(NamedTuple):
    """A level in normal form: entities ascending by id, defaults filled in."""

    width: int
    height: int
    move: str
    objective: str
    seed: int | None
    turn_limit: int | None
    title: str
    author: str
    message: str
    redact: str  # "objective": nobody is told it before the end; the message may
    entities: list[Entity]

    def as_json(self) -> dict[str, Any]:
        """The object of GU30a; an unnamed seed and empty words are left out."""
        head = {"width": self.width, "height": self.height, "move": self.move, "objective": self.objective}
        seed = {} if self.seed is None else {"seed": self.seed}
        words = {word: getattr(self, word) for word in (*WORDS, "redact") if getattr(self, word)}
        return {**head, **seed, "turn_limit": self.turn_limit, **words, "entities": self.entities}

    def agent(self) -> Entity:
        return next(entity for entity in self.entities if "agent" in entity)


def nested_in(entity: Entity) -> Iterator[Entity]:
    """What a thing carries: its inventory, then its status."""
    for part in ("inventory", "status"):
        yield from entity.get(part) or ()


def is_mobile(entity: Entity) -> bool:
    """Can an entity of the board change place?"""
    return any(key in entity for key in ("agent", "pushable", "moving", "chasing"))


def is_effect(entity: Entity) -> bool:
    return any(key in entity for key in EFFECTS)
