"""The ready-made kinds of things (GU3), and the signs that stand for them in a drawing."""

from .level import Entity

KINDS: dict[str, Entity] = {  # the ready-made kinds of GU3, and `thing`, which has nothing
    "agent": {"agent": True, "collidable": True, "health": [5, 5], "inventory": [], "status": []},
    "floor": {"cost": 1},
    "wall": {"blocking": True},
    "exit": {"exit": True},
    "coin": {"collectible": True, "reward": 5},
    "core": {"collectible": True, "required": True, "reward": 10},
    "key": {"collectible": True, "key": "key"},
    "door": {"blocking": True, "locked": "key"},
    "portal": {"portal": None},
    "box": {"blocking": True, "collidable": True, "pushable": True},
    "monster": {"collidable": True, "damage": 3},
    "spike": {"collidable": True, "damage": 1},
    "lava": {"collidable": True, "lethal": True},
    "boots": {"collectible": True, "speed": 2},
    "shield": {"collectible": True, "immunity": True},
    "ghost": {"collectible": True, "phasing": True},
    "thing": {},
}
STOCK = {  # signs that need no legend (GU29)
    ".": "floor",
    "#": "wall",
    "@": "agent",
    "E": "exit",
    "o": "coin",
    "*": "core",
    "$": "box",
    "^": "spike",
    "~": "lava",
}
LIKED = {kind: sign for sign, kind in STOCK.items()} | {  # the sign that a written drawing prefers for each kind
    "monster": "m",
    "key": "k",
    "door": "D",
    "boots": "b",
    "shield": "s",
    "ghost": "g",
    "portal": "1",
}
