"""Events as sentences."""

from gridhall.game import Player, SetupRecord, Truth, View

from .appearance import picture_of
from .codes import (
    BLOWN,
    BUMPED,
    CARRIED,
    CROSSING,
    DIED,
    EFFECT,
    ENDPOINT,
    FADED,
    FELL,
    HIT,
    LEFT_BEHIND,
    LETHAL,
    NO_KEY,
    NO_LOCK,
    NOTHING_HERE,
    OPENED,
    OVERLAP,
    OVERTIME,
    PAID,
    PHASED,
    PICKED,
    PUSHED,
    REACHED,
    SWAP,
    WARDED,
)
from .legend import LEGEND

OBJECTIVE_TEXTS = [  # by number of the objective; a variant adds its own
    "collect every core, then stand on an exit",
    "stand on an exit",
    "collect every core",
    "open every lock",
    "push every box onto an exit",
]


def describe(setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
    """An event as a sentence; "" for what the picture shows anyway."""
    if what in (OVERLAP, SWAP, CROSSING, ENDPOINT, WARDED):
        return _describe_hit(setup, state, what, who % HIT, who // HIT)
    name = name_in(setup, who)
    hero = who == setup.hero
    if what == PICKED:
        gained = f": +{setup.reward[who]} points" if setup.reward[who] else ""
        return f"you picked up {name}{gained}"
    if what == NO_KEY:
        return f"you have no key “{picture_of(setup).names[setup.lock[who]]}” for {name}"
    if what == LEFT_BEHIND:
        return f"you cannot take {name}: you have no {'status' if setup.flags[who] & EFFECT else 'inventory'}"
    if what == DIED:
        return "you died" if hero else f"{name} died"
    if what == CARRIED:
        return f"a portal carried {name}"
    if what == BUMPED:
        return "blocked: off the board" if cell == state.cells[setup.agent] else "blocked"
    return {
        PUSHED: f"you pushed {name}",
        PHASED: "you walked through, phasing",
        BLOWN: "the wind blows you on",
        PAID: "the tile paid points",
        NOTHING_HERE: "there is nothing to pick up here",
        OPENED: f"you opened {name}",
        NO_LOCK: "there is no lock here or beside you",
        REACHED: f"the objective is met{': ' + OBJECTIVE_TEXTS[state.aim] if setup.redacted else ''}",
        OVERTIME: f"the turn limit of {setup.limit} is over",
        FADED: f"{name} wore off",
        FELL: "you fall",
    }.get(what, "")


def name_in(setup: SetupRecord, n: int) -> str:
    """A thing as a sentence calls it: "the box", "the red key"."""
    if n == setup.hero:
        return "you"
    picture = picture_of(setup)
    name = {"key": setup.key[n], "door": setup.lock[n]}.get(picture.kinds[n], -1)
    what = LEGEND[picture.kinds[n]].name
    return f"the {what}" + (f" “{picture.names[name]}”" if name >= 0 else "")


def fate(setup: SetupRecord, state: View) -> str:
    """Why the agent is dead."""
    return how_hit(setup, state.hit, state.killer, setup.hero)


def _describe_hit(setup: SetupRecord, state: View, what: int, damager: int, patient: int) -> str:
    """Who was hit by what, by which of the four rules, and what is left."""
    if what == WARDED:
        return f"{_whose(setup, patient)} protection blocked {name_in(setup, damager)}"
    harm = "deadly" if setup.flags[damager] & LETHAL else f"−{setup.damage[damager]}"
    return f"{how_hit(setup, what, damager, patient)}: {harm}, health {state.health[setup.vital[patient]]}"


def how_hit(setup: SetupRecord, what: int, damager: int, patient: int) -> str:
    """Which of the four hits it was."""
    name, hit = name_in(setup, damager), name_in(setup, patient)
    tile = "your" if patient == setup.hero else "the"
    return {
        OVERLAP: f"{hit} and {name} are on one tile",
        SWAP: f"{hit} swapped places with {name}",
        CROSSING: f"{_whose(setup, patient)} way crossed that of {name}",
        ENDPOINT: f"{hit} ended where {name} came from, and it ran over {tile} tile",
    }[what]


def _whose(setup: SetupRecord, n: int) -> str:
    return "your" if n == setup.hero else f"{name_in(setup, n)}'s"
