"""What a person reads beside the board: health, score, what is left to do, what is carried."""

from gridhall.game import SetupRecord, View
from gridhall.scene import Meter

from .appearance import LevelPicture
from .codes import COLLECT, DEFAULT_AIM, HIDDEN, PUSH, TIME, UNLOCK, USES
from .effects import is_active
from .legend import LEGEND
from .rules import is_loose
from .words import carried


def meters_of(setup: SetupRecord, state: View, picture: LevelPicture) -> list[Meter]:
    meters = []
    vital = setup.vital[setup.hero]
    if vital >= 0:
        most = setup.most[vital]
        meters.append(Meter("icons" if most <= 10 else "bar", "Health", state.health[vital], most, icon="heart"))
    meters.append(Meter("number", "Score", state.score))
    meters.append(Meter("number", "Turn", state.turn, setup.limit))
    if state.aim == HIDDEN:
        meters.append(Meter("text", "Objective", text="sealed"))
    elif state.aim == UNLOCK:
        meters.append(Meter("number", "Locks left", state.locks, icon="door"))
    elif state.aim == PUSH:
        meters.append(Meter("number", "Boxes left", len(loose_boxes(setup, state)), icon="box"))
    elif picture.cores and state.aim in (DEFAULT_AIM, COLLECT):
        meters.append(Meter("number", "Cores left", state.left, icon="core"))
    things = carried(setup, state)
    keys = [f"key {picture.names[setup.key[n]]}" for n in things if setup.key[n] >= 0]
    if setup.pockets:
        meters.append(Meter("text", "Keys", text=", ".join(keys) or "none", icon="key"))
    others = [picture.kinds[n] for n in things if setup.key[n] < 0]
    if others:
        meters.append(Meter("items", "Carried", items=others))
    for n in active_effects(setup, state, setup.hero):
        kind = picture.kinds[n]
        meters.append(Meter("text", LEGEND[kind].name.capitalize(), text=left_of(setup, state, n), icon=kind))
    return meters


def active_effects(setup: SetupRecord, state: View, bearer: int) -> list[int]:
    """The effects that work for somebody now."""
    own = [setup.effect[i] for i in range(setup.effects) if setup.bearer[i] == bearer]
    return [effect for effect in own if is_active(setup, state, effect)]


def left_of(setup: SetupRecord, state: View, n: int) -> str:
    """What is left of an effect, in words."""
    slot, flags = setup.limited[n], setup.flags[n]
    parts = [counted(state.time[slot], "turn")] if flags & TIME else []
    parts += [counted(state.uses[slot], "use")] if flags & USES else []
    return ", ".join(parts) or "for good"


def counted(number: int, what: str) -> str:
    """A number of things, such as `1 box` or `2 boxes`."""
    if number == 1:
        return f"{number} {what}"
    return f"{number} {what}es" if what.endswith("x") else f"{number} {what}s"


def loose_boxes(setup: SetupRecord, state: View) -> list[int]:
    """The pushable mobiles that are not on an exit."""
    return [m for m in range(setup.mobiles) if is_loose(setup, state, m)]
