"""What a setup and a state of Grid Universe consist of.

An entity is a number, ascending by id (GU5). What never changes of it is in the setup. What can change place is a
`mobile` with a cell in the state, what has health is a `vital`, an effect with a limit of time or uses has a `limit`;
what can only vanish, open or be used up has a bit in the state.

Most levels fit `Setup` and `State`; for the others there are records of the same fields with more room.
"""

from ctypes import sizeof
from typing import Any

from gridhall.kernel import i8, i16, i32, i64, record, u64

from .codes import LANDMARKS, PLANES

Fields = dict[str, Any]  # a field's name and its type, a number or an array of numbers


def _setup_fields(entities: int, mobiles: int, names: int, text: int) -> Fields:
    """The fields of a setup; `names` counts bytes for the names of keys, `text` bytes for title, author and message."""
    return {
        "seed": u64,
        "danger": i64 * 32,  # rows of bits: tiles with a damager that cannot change place
        "free": i64 * 32,  # rows of bits: tiles that no wall fills for good
        "limit": i32,  # turns; 0 is none
        "carriers": i32,  # mobile portals
        "id": i32 * entities,
        "flags": i32 * entities,
        "reward": i32 * entities,
        "cost": i32 * entities,
        "damage": i32 * entities,
        "multiplier": i32 * entities,
        "most": i32 * mobiles,  # of a vital: its greatest health
        "pace": i32 * mobiles,  # of a mobile: its speed as a mover
        "body": i32 * mobiles,  # of a mobile: its flags
        "tile": i32 * 1024,  # of a cell: the flags of what is there for good
        "pay": i32 * 1024,  # of a cell: rewards and costs of what is there for good
        "toll": i32 * 1024,
        "place": i16 * entities,  # cell of what cannot change place; NOWHERE of mobiles and nested
        "holder": i16 * entities,  # of what is nested: in whom
        "link": i16 * entities,  # the paired portal
        "target": i16 * entities,  # whom it chases
        "key": i16 * entities,  # number of the key's or lock's name
        "lock": i16 * entities,
        # Its number among the mobiles, vitals and limits; then its bits: picked up, opened, used up. -1: it has none.
        "mobile": i16 * entities,
        "vital": i16 * entities,
        "limited": i16 * entities,
        "gone": i16 * entities,
        "opened": i16 * entities,
        "used": i16 * entities,
        "next": i16 * entities,  # the next changing thing of the same tile
        "effect": i16 * entities,  # effects that are or may come into a status
        "bearer": i16 * entities,  # of effects[i]: whose
        "damager": i16 * entities,
        "portal": i16 * entities,
        "changing": i16 * entities,
        "keys": i16 * entities,  # keys that are or may come into the agent's inventory
        "head": i16 * 1024,  # of a cell: the first changing thing
        "thing": i16 * mobiles,  # of a mobile: its entity
        "patient": i16 * mobiles,  # of a vital: its entity
        "timed": i16 * mobiles,  # of a limit: its effect entity
        "mover": i16 * mobiles,
        "chaser": i16 * mobiles,
        "rover": i16 * mobiles,  # numbers among the damagers of those that are mobile
        "payer": i16 * mobiles,  # mobiles with a reward or a cost
        # For `bound`: tiles (on ice: actions) at least from a cell to an exit, and to each landmark; all 0 if nothing
        # is known.
        "ways": i16 * (1024 * (LANDMARKS + 1)),
        "landmark": i16 * LANDMARKS,  # entities
        # hero is the agent's entity, agent its mobile; move is the variant of movement.
        "width": i16, "height": i16, "move": i16, "hero": i16, "agent": i16,
        # How many there are of each; exits are only those that move or may vanish.
        "entities": i16, "mobiles": i16, "vitals": i16, "limits": i16, "effects": i16, "damagers": i16, "rovers": i16,
        "portals": i16, "changers": i16,
        "movers": i16, "chasers": i16, "payers": i16, "pockets": i16, "landmarks": i16, "exits": i16,
        "stride": i16,  # for `bound`: what an action covers at most, in the unit of `ways` (tiles; on ice: actions)
        "seeded": i16,
        "redacted": i16,  # 1: nobody is told the objective before the end
        "aims": i16,  # bits of the objectives that this board allows (GU27a)
        "base": i8 * (PLANES * 1024),  # the observation of what is there for good
        "names": i8 * names,  # of keys and locks, each after a byte with its length
        "words": i8 * text,  # title, author and message, each after four bytes with its length
    }  # fmt: skip


def _state_fields(mobiles: int, limits: int, bits: int) -> Fields:
    """The fields of a state; `limits` counts the limited effects, and also the vitals."""
    return {
        "rng": u64,
        "score": i64,
        "turn": i32,
        "bits": i32 * (bits // 32),
        "facing": i32 * (mobiles // 32),  # bits of the mobiles: 1 goes up or left
        "health": i32 * limits,  # 0 is dead
        "time": i32 * limits,  # what is left of a limit; -1: dropped
        "uses": i32 * limits,
        "cells": i16 * mobiles,
        "left": i16,  # required things still to collect
        "locks": i16,  # locks still closed
        "ending": i16,
        "aim": i16,  # the objective
        # Why the agent died, all 0 before: which of the four hits, by whom, and where that one and the agent began
        # the turn.
        "hit": i16, "killer": i16, "origin": i16, "start": i16,
    }  # fmt: skip


def _make_record(name: str, fields: Fields) -> Any:
    """A record class of these fields, filled up to a multiple of 8 bytes."""
    size = sum(sizeof(kind) for kind in fields.values())
    if size % 8:
        fields["spare"] = i8 * (8 - size % 8)
    doc = f"{name} of Grid Universe; its fields are explained above."
    return record(type(name, (), {"__annotations__": fields, "__doc__": doc, "__module__": __name__}))


SMALL = {"entities": 1280, "mobiles": 32, "limits": 8, "bits": 256, "names": 256, "text": 512}
LARGE = {"entities": 2048, "mobiles": 256, "limits": 256, "bits": 4096, "names": 34816, "text": 16384}
Setup = _make_record("Setup", _setup_fields(SMALL["entities"], SMALL["mobiles"], SMALL["names"], SMALL["text"]))
LargeSetup = _make_record(
    "LargeSetup", _setup_fields(LARGE["entities"], LARGE["mobiles"], LARGE["names"], LARGE["text"])
)
State = _make_record("State", _state_fields(SMALL["mobiles"], SMALL["limits"], SMALL["bits"]))
LargeState = _make_record("LargeState", _state_fields(LARGE["mobiles"], LARGE["limits"], LARGE["bits"]))
