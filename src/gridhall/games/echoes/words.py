"""Actions as a player types them (EC60, EC67), and the facts (EC62, EC68)."""

from typing import Any

from gridhall.errors import BadAction
from gridhall.game import Action, Player, Position, SetupRecord, View
from gridhall.games.echoes.codes import CODES, DASH, FIRE, HEADING, LONGEST, MINE, SHIELD, WALK
from gridhall.games.echoes.rules import ACT, ACTIONS, EXTEND, NEW, RESIGN, SUBMIT, TAKE_BACK
from gridhall.games.echoes.ticks import SLOTS
from gridhall.grid import COMPASS

COLUMNS = "ABCDEFGH"
KINDS = ("walk", "dash", "fire", "mine", "shield")
ECHO_NAMES = tuple(f"{1 + slot // 8}{COLUMNS[slot % 8]}" for slot in range(SLOTS))  # of a match (EC64)
REASON_NAMES = (None, "eight", "elimination", "points", "limit", "resign")


def kind_of(code: int) -> int:
    """Which of KINDS a list's code is."""
    return (code >= DASH) + (code >= FIRE) + (code >= MINE) + (code >= SHIELD)


CODE_WORDS = tuple(f"{KINDS[kind_of(code)]} {COMPASS[HEADING[code]]}" for code in range(CODES))
WORDS = (
    *(f"new {column}" for column in COLUMNS),
    *(f"extend {column}" for column in COLUMNS),
    *CODE_WORDS,
    "submit", "undo", "resign",
)  # fmt: skip
AS_WRITTEN = {word: action for action, word in enumerate(WORDS)}
MEANING = {word.lower(): action for word, action in AS_WRITTEN.items()}
MEANING |= {  # the short forms: `w n`
    f"{kind[0]} {way}".lower(): ACT + code for code, (kind, way) in enumerate(word.split() for word in CODE_WORDS)
}
DIAGONAL = ("ne", "se", "sw", "nw")

assert (WORDS[NEW], WORDS[EXTEND], WORDS[ACT + WALK], WORDS[SUBMIT], WORDS[TAKE_BACK], WORDS[RESIGN]) == (
    "new A", "extend A", "walk N", "submit", "undo", "resign")  # fmt: skip
assert ACTIONS == TAKE_BACK


def word(setup: SetupRecord, state: Position, action: Action) -> str:
    return WORDS[action]


def read_word(setup: SetupRecord, state: View, text: str) -> Action:
    action = AS_WRITTEN.get(text)  # what records and clients say needs no tidying
    if action is None:
        tidy = " ".join(text.lower().split())
        action = MEANING.get(tidy)
        if action is None:
            raise BadAction(_mistake(tidy))
    return action


def read_code(text: str) -> int:
    """The code of an action of a list, long or short; raises BadAction."""
    tidy = " ".join(text.lower().split())
    action = MEANING.get(tidy, -1)
    if action < 0:
        raise BadAction(_mistake(tidy))
    if not ACT <= action < SUBMIT:
        raise BadAction(f"a list holds walk, dash, fire, mine and shield, not {tidy!r}")
    return action - ACT


def _mistake(tidy: str) -> str:
    head, _, rest = tidy.partition(" ")
    if head in ("new", "extend"):
        return f"`{head}` needs a column from A to H, as in `{head} D`"
    if head in ("dash", "d", "shield", "s") and rest in DIAGONAL:
        return f"{'dash' if head[0] == 'd' else 'shield'} goes N, E, S or W only (EC13, EC16)"
    if head in KINDS or head in ("w", "d", "f", "m", "s"):
        return f"`{head}` needs a direction, as in `{head} N`; there are N NE E SE S SW W NW"
    return f"Echoes has no word {tidy[:40]!r}; it has new, extend, walk, dash, fire, mine, shield, undo, submit, resign"


def codes_of(state: Position, slot: int) -> bytes:
    """The list of a slot."""
    return bytes(state.lists)[slot * LONGEST : slot * LONGEST + state.lengths[slot]]


def echo_id(setup: SetupRecord, slot: int) -> str:
    """`1D`, `2H` (EC64), or the id of a position file."""
    if setup.position:
        return bytes(setup.ids)[slot * 8 : slot * 8 + 8].rstrip(b"\0").decode("ascii")
    return ECHO_NAMES[slot]


def facts(setup: SetupRecord, state: Position, player: Player) -> dict[str, Any]:
    if setup.position:
        return _position_facts(setup, state)
    last_replay = None
    if state.replay_turn:
        last_replay = {"turn": state.replay_turn, "ticks": state.replay_ticks, "destroyed": destroyed(setup, state)}
    return {
        "turn": state.turn,
        "points": list(state.points),
        "echoes": _echoes(setup, state),
        "planning": {"1": _plan(state, 0), "2": _plan(state, 1)},
        "submitted": [bool(flag) for flag in state.submitted],
        "status": "over" if state.over else "playing",
        "winner": state.winner or None,
        "reason": REASON_NAMES[state.reason],
        "last_replay": last_replay,
    }


def _echoes(setup: SetupRecord, state: Position) -> list[dict[str, Any]]:
    return [
        {
            "id": echo_id(setup, slot),
            "player": 1 + slot // 8,
            "column": COLUMNS[slot % 8],
            "actions": [CODE_WORDS[code] for code in codes_of(state, slot)],
        }
        for slot in range(SLOTS)
        if state.living >> slot & 1
    ]


def destroyed(setup: SetupRecord, state: Position) -> dict[str, list[str]]:
    """Who fell at which tick of the last replay, ids sorted, ticks without a death left out."""
    by_tick: dict[int, list[str]] = {}
    for slot, tick in enumerate(state.fell):
        if tick:
            by_tick.setdefault(tick, []).append(echo_id(setup, slot))
    return {str(tick): sorted(by_tick[tick]) for tick in sorted(by_tick)}


def plan_codes(state: Position, player: Player) -> bytes:
    """This turn's actions of a player, as far as the view knows them."""
    return bytes(state.plan)[player * 5 : player * 5 + state.plan_count[player]]


def _plan(state: Position, player: Player) -> dict[str, Any] | None:
    if not state.plan_kind[player]:
        return None
    return {
        "column": COLUMNS[state.plan_column[player]],
        "kind": ("", "new", "extend")[state.plan_kind[player]],
        "actions": [CODE_WORDS[code] for code in plan_codes(state, player)],
        "left": state.plan_left[player],
    }


def _position_facts(setup: SetupRecord, state: Position) -> dict[str, Any]:
    return {
        "last_tick": state.replay_ticks,
        "destroyed": destroyed(setup, state),
        "survivors": sorted(echo_id(setup, slot) for slot in range(SLOTS) if state.living >> slot & 1),
        "points": {"1": state.points[0], "2": state.points[1]},
        "winner": state.winner or None,
        "reason": REASON_NAMES[state.reason],
    }
