"""Levels from Python: ready-made things are put on a grid, and refer to each other directly instead of by ids.

level = Level(5, 3)
level.fill(floor)
hero = level.add((0, 1), agent(health=3, inventory=[key("red")]))
level.add((2, 1), door("red"))
level.add((4, 0), monster(chases=hero))
level.add((4, 1), exit())
match = level.to_match()
"""

from collections.abc import Callable, Iterable
from typing import Any

from gridhall.game import SetupRecord, Truth
from gridhall.match import Match
from gridhall.registry import load

from . import setup as texts
from .check import Checker
from .kinds import KINDS
from .level import Entity, LevelData, nested_in
from .spelling import write_drawing
from .unbuild import unbuild

Cell = tuple[int, int]  # x, y


class Thing:
    """Something with any of the properties of GU2.

    `portal` and `chases` refer to other things; an `id` that is not set is given when the level is written.
    """

    def __init__(
        self,
        *,
        id: int | None = None,
        inventory: "list[Thing] | None" = None,
        status: "list[Thing] | None" = None,
        chases: "Thing | None" = None,
        how: str = "path",
        **properties: Any,
    ) -> None:
        self.id, self.properties = id, properties
        self.inventory, self.status = inventory, status
        self.chases, self.how = chases, how
        self.portal: Thing | None = None

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={value!r}" for key, value in self.properties.items())
        return f"Thing({shown})"

    def has(self, *names: str) -> bool:
        """Does it have all of these properties?"""
        own = {"inventory": self.inventory, "status": self.status, "chasing": self.chases, "portal": self.portal}
        return all(name in self.properties or own.get(name) is not None for name in names)

    def change(self, **properties: Any) -> "Thing":
        """Set properties; None takes one away."""
        for key, value in properties.items():
            if value is None:
                self.properties.pop(key, None)
            else:
                self.properties[key] = value
        return self


def _thing_of_kind(kind: str, more: dict[str, Any]) -> Thing:
    """A thing with the properties of a ready-made kind, and more; a property that is None is left out."""
    standard = {key: value for key, value in KINDS[kind].items() if key not in ("inventory", "status", "portal")}
    more = {key: value for key, value in more.items() if value is not None}
    return Thing(**{**standard, **more})


def agent(
    health: int | None = 5, inventory: list[Thing] | None = None, status: list[Thing] | None = None, **more: Any
) -> Thing:
    """The agent; with `health=None` it cannot be hurt."""
    thing = _thing_of_kind("agent", {**more, "inventory": inventory or [], "status": status or []})
    return thing.change(health=[health, health] if health else None)


def floor(cost: int = 1, **more: Any) -> Thing:
    return _thing_of_kind("floor", {"cost": cost, **more})


def wall(**more: Any) -> Thing:
    return _thing_of_kind("wall", more)


def exit(**more: Any) -> Thing:
    return _thing_of_kind("exit", more)


def coin(reward: int = 5, **more: Any) -> Thing:
    return _thing_of_kind("coin", {"reward": reward, **more})


def core(reward: int = 10, **more: Any) -> Thing:
    return _thing_of_kind("core", {"reward": reward, **more})


def key(name: str = "key", **more: Any) -> Thing:
    return _thing_of_kind("key", {"key": name, **more})


def door(name: str = "key", **more: Any) -> Thing:
    return _thing_of_kind("door", {"locked": name, **more})


def portals(**more: Any) -> tuple[Thing, Thing]:
    """Two portals that lead to each other."""
    first, second = Thing(**more), Thing(**more)
    first.portal, second.portal = second, first
    return first, second


def box(pushable: bool = True, **more: Any) -> Thing:
    """A box; with `moving=moving("x")` it goes by itself."""
    return _thing_of_kind("box", more).change(pushable=True if pushable else None)


def monster(damage: int = 3, **more: Any) -> Thing:
    """Harmful; `moving=moving("x")` makes a patrol, `chases=thing` a chaser, `lethal=True` deadly."""
    return _thing_of_kind("monster", {"damage": damage, **more})


def spike(damage: int = 1, **more: Any) -> Thing:
    return _thing_of_kind("spike", {"damage": damage, **more})


def lava(**more: Any) -> Thing:
    return _thing_of_kind("lava", more)


def boots(speed: int = 2, time: int | None = None, uses: int | None = None, **more: Any) -> Thing:
    return _thing_of_kind("boots", {"speed": speed, "time": time, "uses": uses, **more})


def shield(time: int | None = None, uses: int | None = None, **more: Any) -> Thing:
    return _thing_of_kind("shield", {"time": time, "uses": uses, **more})


def ghost(time: int | None = None, uses: int | None = None, **more: Any) -> Thing:
    return _thing_of_kind("ghost", {"time": time, "uses": uses, **more})


def moving(axis: str, direction: int = 1, bounce: bool = True, speed: int = 1) -> dict[str, Any]:
    """The value of the property `moving`."""
    return {"axis": axis, "direction": direction, "bounce": bounce, "speed": speed}


class Level:
    """A grid of things. Nothing is checked before it is written, read or played; then every defect is named."""

    def __init__(
        self,
        width: int,
        height: int,
        *,
        move: str = "default",
        objective: str = "default",
        seed: int | None = None,
        turn_limit: int | None = None,
        title: str = "",
        author: str = "",
        message: str = "",
        redact: str = "",
    ) -> None:
        self.width, self.height = width, height
        self.move_variant, self.objective = move, objective
        self.seed, self.turn_limit = seed, turn_limit
        self.title, self.author, self.message, self.redact = title, author, message, redact
        self.cells: dict[Cell, list[Thing]] = {}

    def add(self, cell: Cell, thing: Thing) -> Thing:
        """Put a thing on a tile, above what is there."""
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            raise ValueError(f"{cell} is not on a board of {self.width} by {self.height}")
        self.cells.setdefault(cell, []).append(thing)
        return thing

    def add_many(self, things: Iterable[tuple[Cell, Thing]]) -> None:
        for cell, thing in things:
            self.add(cell, thing)

    def fill(self, kind: Callable[[], Thing]) -> None:
        """Put a new thing on every tile that has none."""
        for y in range(self.height):
            for x in range(self.width):
                if not self.cells.get((x, y)):
                    self.add((x, y), kind())

    def place_of(self, thing: Thing) -> Cell:
        """The tile a thing is on; raises ValueError if it is on none."""
        for cell, things in self.cells.items():
            if any(other is thing for other in things):
                return cell
        raise ValueError(f"{thing} is not on the board")

    def remove(self, thing: Thing) -> Thing:
        there = self.cells[self.place_of(thing)]
        there[:] = [other for other in there if other is not thing]
        return thing

    def remove_if(self, test: Callable[[Thing], bool]) -> int:
        """Remove all things for which the test is true, and return how many there were."""
        things = [thing for things in self.cells.values() for thing in things if test(thing)]
        for thing in things:
            self.remove(thing)
        return len(things)

    def move(self, thing: Thing, cell: Cell) -> None:
        """Put a thing of the board on another tile."""
        self.remove(thing)
        self.add(cell, thing)

    def clear_cell(self, cell: Cell) -> list[Thing]:
        return self.cells.pop(cell, [])

    def objects_at(self, cell: Cell) -> list[Thing]:
        return list(self.cells.get(cell, ()))

    def things(self) -> list[Thing]:
        """All things of the board in reading order."""
        return [thing for cell in sorted(self.cells, key=lambda cell: (cell[1], cell[0])) for thing in self.cells[cell]]

    def to_level(self) -> LevelData:
        """The checked level; raises BadSetup with every defect."""
        order = [part for thing in self.things() for part in (thing, *(thing.inventory or ()), *(thing.status or ()))]
        taken = {part.id for part in order if part.id is not None}
        free = (number for number in range(len(order) + len(taken)) if number not in taken)
        ids = {id(part): part.id if part.id is not None else next(free) for part in order}

        def written(thing: Thing) -> Entity:
            entity: Entity = {"id": ids[id(thing)], **thing.properties}
            if thing.portal is not None:
                entity["portal"] = ids.get(id(thing.portal), -1)
            if thing.chases is not None:
                entity["chasing"] = {"target": ids.get(id(thing.chases), -1), "how": thing.how}
            for part in ("inventory", "status"):
                if getattr(thing, part) is not None:
                    entity[part] = [written(nested) for nested in getattr(thing, part)]
            return entity

        entities = [
            {**written(thing), "x": cell[0], "y": cell[1]} for cell, things in self.cells.items() for thing in things
        ]
        given: dict[str, Any] = {
            "width": self.width, "height": self.height, "move": self.move_variant, "objective": self.objective,
            "turn_limit": self.turn_limit, "title": self.title, "author": self.author, "message": self.message,
            "redact": self.redact, "entities": entities,
        }  # fmt: skip
        if self.seed is not None:
            given["seed"] = self.seed
        return Checker().level(given)

    def to_text(self) -> str:
        """The drawn level (GU29)."""
        return write_drawing(self.to_level())

    def to_json(self) -> str:
        """The level as JSON (GU30)."""
        return texts.write_json(self.to_level())

    def to_match(self, seed: int | None = None) -> Match:
        return Match.of_text(load(__name__.split(".")[-2]), self.to_text(), seed)

    @classmethod
    def from_text(cls, text: str) -> "Level":
        """The level of a text, drawn or JSON."""
        return cls.from_level(texts.read_level(text))

    @classmethod
    def from_match(cls, match: Match) -> "Level":
        """The level as it stands in a match, at whatever moment."""
        return cls.from_state(match.setup, match.state)

    @classmethod
    def from_state(cls, setup: SetupRecord, state: Truth) -> "Level":
        """The level as it stands in a position, such as an environment's."""
        return cls.from_level(unbuild(setup, state))

    @classmethod
    def from_level(cls, level: LevelData) -> "Level":
        own = cls(
            level.width, level.height, move=level.move, objective=level.objective, seed=level.seed,
            turn_limit=level.turn_limit, title=level.title, author=level.author, message=level.message,
            redact=level.redact,
        )  # fmt: skip
        things = {part["id"]: _thing(part) for entity in level.entities for part in (entity, *nested_in(entity))}
        for entity in level.entities:
            thing = own.add((entity["x"], entity["y"]), things[entity["id"]])
            thing.portal = things.get(entity.get("portal", -1))
            if "chasing" in entity:
                thing.chases, thing.how = things[entity["chasing"]["target"]], entity["chasing"]["how"]
            for part in ("inventory", "status"):
                if part in entity:
                    setattr(thing, part, [things[nested["id"]] for nested in entity[part]])
        return own


def _thing(entity: Entity) -> Thing:
    """A thing without what refers to others, which comes when all are there."""
    others = ("id", "x", "y", "portal", "chasing", "inventory", "status")
    plain = {key: value for key, value in entity.items() if key not in others}
    return Thing(id=entity["id"], **plain)
