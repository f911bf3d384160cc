"""What a player may do next, as the rules allow it, and what each choice would add to the plan."""

from functools import lru_cache

from gridhall.game import Action, Player, SetupRecord, View
from gridhall.games.echoes.codes import CODES, COST, DASH, FIRE, HEADING, MINE, REACH, SHIELD, WALK
from gridhall.games.echoes.legend import ECHO, MINES, SHOT
from gridhall.games.echoes.paths import flight, track
from gridhall.games.echoes.planning import Plan, echo_pieces, planned_tick
from gridhall.games.echoes.rules import (
    ACT,
    ACTIONS,
    BUDGET,
    CREATING,
    EXTEND,
    EXTENDING,
    LEFT,
    NEW,
    REASONS,
    RESIGN,
    SUBMIT,
    TAKE_BACK,
    act_refusal,
    begin_refusal,
    refusal,
)
from gridhall.games.echoes.setup import home_of, tile_name
from gridhall.games.echoes.words import CODE_WORDS, COLUMNS, ECHO_NAMES, KINDS, WORDS, codes_of, kind_of
from gridhall.grid import NAMES
from gridhall.rulings import plain_reason
from gridhall.scene import Choice, Mark, Piece, Preview

# A whole plan for those who do not know where to begin: two shots and a shield in column D, by player. It is entered
# and shown; to seal it is another choice.
FIRST_PLAN = tuple(
    (NEW + 3, ACT + FIRE + heading, ACT + FIRE + heading, ACT + SHIELD + heading // 2) for heading in (0, 4)
)
SHORTENED = "its last shield will then last one tick only"
UNDO_CHOICE = Choice(TAKE_BACK, "undo", "Undo", "Backspace")
RESIGN_QUESTION = "Resign? The match is lost at once."
RESIGN_CHOICE = Choice(RESIGN, "resign", "Resign", danger=True, confirm=RESIGN_QUESTION, gives_up=True)


def choices(setup: SetupRecord, state: View, player: Player, plan: Plan | None) -> list[Choice]:
    """All choices of a player who may act; what is the same in many positions is one list, which nobody changes."""
    if state.submitted[player]:
        return [RESIGN_CHOICE]
    if plan is None:
        reasons = tuple([begin_refusal(state, player, action) for action in range(NEW, EXTEND + 8)])
        return [*_begin_choices(player, reasons, state.turn == 1 and not state.living), RESIGN_CHOICE]
    return _plan_choices(ECHO_NAMES[plan.slot], plan.cell, plan.left, refusal(setup, state, player, SUBMIT))


@lru_cache(1024)
def _begin_choices(player: Player, reasons: tuple[int, ...], first: bool) -> tuple[Choice, ...]:
    """New echoes on free home tiles, extensions of the others; on turn 1 a ready plan besides."""
    offered = [_ready_choice(player)] if first else []
    for column, letter in enumerate(COLUMNS):
        action = NEW + column if not reasons[NEW + column] else EXTEND + column
        home, key = home_of(player * 8 + column), letter.lower()
        why, rule = plain_reason(REASONS[reasons[action]])
        if action < EXTEND:
            new = f"New {letter}"
            offered.append(Choice(action, WORDS[action], new, key, group="new", cell=home, cost=BUDGET[CREATING]))
        else:
            name, piece, cost = f"Extend {letter}", f"{player + 1}{letter}", 0 if why else BUDGET[EXTENDING]
            offered.append(
                Choice(action, WORDS[action], name, key, piece, "extend", home, cost=cost, why=why, rule=rule)
            )
    return tuple(offered)


def _capitalized(word: str) -> str:
    """A word as its button is called."""
    return word[0].upper() + word[1:]


def _ready_choice(player: Player) -> Choice:
    action, *then = FIRST_PLAN[player]
    name = "Ready plan: " + ", ".join(_capitalized(WORDS[step]) for step in FIRST_PLAN[player])
    return Choice(action, WORDS[action], name, "Enter", group="ready", then=then, main=True)


@lru_cache(4096)
def _plan_choices(piece: str, cell: int, left: int, unsealed: int) -> list[Choice]:
    """The legal actions of an echo on a tile with so many points left, and what can be done with its plan.

    `unsealed` is the reason why it cannot be sealed yet.
    """
    offered = []
    for code in range(CODES):
        if not act_refusal(cell, left, code):
            pointed = WALK + HEADING[code] if code >= SHIELD else code  # a shield is aimed at the tile beside
            target, word, kind = REACH[cell * CODES + pointed], CODE_WORDS[code], KINDS[kind_of(code)]
            offered.append(Choice(ACT + code, word, _capitalized(word), kind[0], piece, kind, target, cost=COST[code]))
    return [*offered, _submit_choice(unsealed), UNDO_CHOICE, RESIGN_CHOICE]


def _submit_choice(reason: int) -> Choice:
    """Seal the plan. What keeps one from it is said in words for buttons; REASONS speaks to those who type."""
    why, rule = plain_reason(REASONS[reason])
    if reason:
        left = reason - LEFT + 1
        why = f"{left} point{'s are' if left > 1 else ' is'} left; use them before you seal the plan"
    return Choice(SUBMIT, "submit", "Seal my plan", "Enter", main=True, why=why, rule=rule)


def preview(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    """What a choice adds to the plan; no collisions are promised (EC59)."""
    if player not in (0, 1) or not 0 <= action < ACTIONS:
        return Preview()
    if action == SUBMIT:
        return Preview("Seals the plan; it is final, and nobody sees it until both have sealed.")
    if action >= ACT:
        return _act_preview(state, player, action - ACT)
    slot, letter = player * 8 + (action & 7), COLUMNS[action & 7]
    home = setup.home[slot]
    if action < EXTEND:
        owner = player + 1
        piece = Piece(f"{owner}{letter}", ECHO[owner], home, owner=owner, label=letter, faded=True)
        return Preview(f"A new echo on {tile_name(home)} with 5 points.", pieces=[piece])
    codes = codes_of(state, slot)
    tip, next_tick = tile_name(state.tips[slot]), len(codes) + 1
    text = f"Three more points for {letter}, from tick {next_tick} on, standing on {tip}."
    warned = bool(codes) and codes[-1] >= SHIELD
    pieces = echo_pieces(slot, track(home, codes), len(codes), True)
    return Preview(f"{text} Beware: {SHORTENED}." if warned else text, pieces=pieces)


def _act_preview(state: View, player: Player, code: int) -> Preview:
    cell = state.plan_cell[player]
    if not state.plan_kind[player] or act_refusal(cell, state.plan_left[player], code):
        return Preview()
    target, tick = REACH[cell * CODES + code], planned_tick(state, player) + 1
    letter, owner, way = COLUMNS[state.plan_column[player]], player + 1, NAMES[HEADING[code]]
    name, tile = f"{owner}{letter}", tile_name(target)
    if code < FIRE:
        text = f"Tick {tick}: {letter} {'walks' if code < DASH else 'dashes'} {way} to {tile}."
        path = Mark("path", line=[cell, target], arrow=True, owner=owner)
        return Preview(text, False, [path], [Piece(name, ECHO[owner], target, owner=owner, label=letter, faded=True)])
    if code < MINE:
        text = f"Tick {tick}: {letter} fires {way}; the shot appears on {tile} and flies on from tick {tick + 1}."
        cells = flight(code, target)
        line = Mark("shot", line=list(cells), ticks=list(range(tick, tick + len(cells))), owner=owner)
        shot = Piece(f"{name}.next", SHOT[owner], target, facing=HEADING[code], owner=owner, faded=True)
        return Preview(text, False, [line], [shot])
    if code < SHIELD:
        mine = Piece(f"{name}.next", MINES[owner], target, owner=owner, faded=True)
        return Preview(f"Tick {tick}: {letter} lays a mine on {tile}.", pieces=[mine])
    sides = f"{NAMES[(HEADING[code] + 7) % 8]}, {way} or {NAMES[(HEADING[code] + 1) % 8]}"
    text = f"Tick {tick}: a shield to the {way} stops one shot from {sides}. It lasts until {letter} acts again."
    arc = Piece(f"{name}.shield", "shield", cell, facing=HEADING[code], owner=owner, faded=True)
    return Preview(text, pieces=[arc])
