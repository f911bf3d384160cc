"""Names of claimed accounts: what one may look like, and when two look the same.

length     3 to 20 signs, the first one a letter
signs      letters a to z, digits, `-` and `_`: what can be typed on every keyboard and stands in an address
alike      names that differ only in case, in `-` and `_`, or in signs that are taken for each other are the same
reserved   what would pass for the hall itself, for a machine, for a guest, or for nobody
"""

import re
from functools import cache

from gridhall.registry import games, load
from gridhall.server.failures import Refused

SHORTEST, LONGEST = 3, 20
PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
# The hall, its people, and words that stand for somebody in sentences.
RESERVED = (
    "admin administrator anonymous bot computer deleted everybody everyone formerplayer aformerplayer gridhall guest "
    "hall help host login machine me mod moderator nobody null official operator owner player players root security "
    "settings somebody someone spectator staff support system team undefined you"
)
# Signs and pairs of signs that are taken for each other, and what stands for all of them.
ALIKE = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("0", "o"), ("1", "l"), ("i", "l"), ("5", "s"), ("8", "b"), ("2", "z"))


def skeleton(name: str) -> str:
    """What all names have in common that look like this one."""
    text = re.sub(r"[-_\s]", "", name.lower())
    for sign, same in ALIKE:
        text = text.replace(sign, same)
    return text[:80]


def refuse_bad(name: str) -> None:
    """Raise Refused, with a sentence that says what to change, unless this can be somebody's name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refused("bad_name", f"a name has {SHORTEST} to {LONGEST} signs; this one has {len(name)}")
    if not PATTERN.fullmatch(name):
        raise Refused("bad_name", "a name begins with a letter and has letters a to z, digits, - and _ only")
    if is_reserved(name):
        raise Refused("bad_name", "this name could be taken for the hall itself or for nobody; choose another")


def is_reserved(name: str) -> bool:
    """Whether nobody may have a name, or one that looks like it."""
    return skeleton(name) in _reserved() or skeleton(name.rstrip("0123456789-_")) in _reserved()


@cache
def _reserved() -> frozenset[str]:
    machines = [level for game in games() for level in load(game).LEVELS_OF_PLAY]
    titles = [load(game).TITLE for game in games()]
    return frozenset(skeleton(word) for word in (*RESERVED.split(), *machines, *titles, *games()))
