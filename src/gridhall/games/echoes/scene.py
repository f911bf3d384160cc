"""What a person sees of Echoes: planning with a timeline, replays tick by tick, and the end."""

from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from gridhall.game import Player, Position, SetupRecord, View
from gridhall.games.echoes.choices import choices
from gridhall.games.echoes.legend import ECHO, LABELS, LAYERS, LEGEND, SIDES
from gridhall.games.echoes.memory import keep_last
from gridhall.games.echoes.paths import track
from gridhall.games.echoes.planning import (
    DONE,
    Plan,
    drawn_lists,
    known_lists,
    projectile_piece,
    timeline_rows,
)
from gridhall.games.echoes.records import Setup, State
from gridhall.games.echoes.replay import Picture, echo_name, pictures
from gridhall.games.echoes.rules import BUDGET, SIDE, TO_WIN
from gridhall.games.echoes.sentences import living_counts, outcome_of, status_and_hint, verdict
from gridhall.games.echoes.setup import title_of
from gridhall.games.echoes.words import codes_of, echo_id
from gridhall.scene import Frame, Mark, Meter, Piece, Row, Scene, Tick, Timeline

RECORDS: tuple[Any, Any] = Setup, State  # Any, because their types say nothing of places in memory, or of bytes
IDLE, DEAD = Tick("-", "idle"), Tick("✕", "destroyed", "dead")


def scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    """What a player sees; Blue sits at the far side (EC1)."""
    if state.replaying:
        begun = bytearray(state)
        begun[RECORDS[1].tick.offset] = 0
        return _film(bytes(setup), bytes(begun), player == 1)[int(state.tick)]
    drawn = _position_scene(setup, state, player) if setup.position else _planning_scene(setup, state, player)
    drawn.turned = player == 1
    return drawn


def _planning_scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    """Between replays: what is planned and known, or how it ended."""
    known = known_lists(state, player)
    plays = player in (0, 1) and not state.over
    edited = next((entry for entry in known if entry.plan is not None), None) if plays else None
    plan = edited.plan if edited is not None else None
    tick = len(edited.path.cells) - 1 if edited is not None else int(state.replay_ticks) if state.over else 0
    pieces, marks = drawn_lists(known, player, tick)
    rows, ticks, now = timeline_rows(state, player, known)
    status, hint = status_and_hint(setup, state, player, edited)
    return Scene(
        8, 8, LEGEND, LAYERS,
        pieces=pieces,
        marks=[] if state.over else marks,
        meters=_meters(setup, state, plan),
        choices=choices(setup, state, player, plan) if plays else [],
        status=status, hint=hint, labels=LABELS,
        timeline=Timeline(ticks, rows, plan is not None and not state.submitted[player]) if rows else None,
        outcome=outcome_of(setup, state, player) if state.over else None,
        tick=now,
    )  # fmt: skip


def timeline(setup: SetupRecord, state: View, player: Player) -> list[Frame]:
    """The board after each tick: while planning without collisions (EC59), in a replay as it was."""
    if state.replaying or setup.position:
        shown = pictures(setup, state)
        echoes = _echoes(setup, state, shown)
        return [
            Frame(_replay_pieces(echoes, picture), _replay_marks(echoes, picture, tick))
            for tick, picture in enumerate(shown)
        ]
    known = known_lists(state, player)
    _, ticks, _ = timeline_rows(state, player, known)
    frames = [Frame(*drawn_lists(known, player, tick)) for tick in range(ticks + 1)]
    return [Frame(frame.pieces) for frame in frames] if state.over else frames


@keep_last
@lru_cache(32)
def _film(setup_bytes: bytes, begun: bytes, turned: bool) -> tuple[Scene, ...]:
    """The ticks of a replay that has just begun: the same for everybody, so they are drawn once, and only turned for
    the far side.

    Bytes are told apart sooner than records: every tick asks for its film again.
    """
    if turned:
        return tuple(replace(drawn, turned=True) for drawn in _film(setup_bytes, begun, False))
    setup, state = (kind.from_buffer_copy(content) for kind, content in zip(RECORDS, (setup_bytes, begun)))
    shown, meters = pictures(setup, state), _side_meters(setup, state)
    last = len(shown) - 1
    echoes = _echoes(setup, state, shown)
    scenes: list[Scene] = []
    for tick, picture in enumerate(shown):
        if picture.died or not tick:  # else they are as they were
            shown_turn = Timeline(last, _replay_rows(echoes, shown, tick))
        scenes.append(
            Scene(
                8, 8, LEGEND, LAYERS,
                pieces=_replay_pieces(echoes, picture),
                marks=_replay_marks(echoes, picture, tick),
                meters=meters,
                status=" ".join((f"Turn {state.turn}, tick {tick} of {last}.", *picture.story)),
                hint=" ".join(picture.acts), labels=LABELS,
                timeline=shown_turn, tick=tick,
            )
        )  # fmt: skip
    return tuple(scenes)


def _position_scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    """A position file after its replay."""
    shown = pictures(setup, state)
    tick, echoes = len(shown) - 1, _echoes(setup, state, shown)
    return Scene(
        8, 8, LEGEND, LAYERS,
        pieces=_replay_pieces(echoes, shown[tick]),
        marks=_replay_marks(echoes, shown[tick], tick),
        meters=_side_meters(setup, state),
        status=verdict(setup, state), hint=title_of(setup), labels=LABELS,
        timeline=Timeline(tick, _replay_rows(echoes, shown, tick)),
        outcome=outcome_of(setup, state, player),
        tick=tick,
    )  # fmt: skip


class ReplayedEcho(NamedTuple):
    """An echo of a replay, and what is the same on all its ticks."""

    id: str
    name: str
    owner: int
    codes: bytes
    trails: tuple[Mark | None, ...]  # by tick


def _echoes(setup: SetupRecord, state: Position, shown: tuple[Picture, ...]) -> dict[int, ReplayedEcho]:
    """The echoes of a replay, by slot."""
    echoes = {}
    for slot in shown[0].cells:
        owner, codes = setup.side[slot] + 1, codes_of(state, slot)
        trails = _trails(setup.home[slot], codes, owner)
        echoes[slot] = ReplayedEcho(echo_id(setup, slot), echo_name(setup, slot), owner, codes, trails)
    return echoes


def _replay_pieces(echoes: dict[int, ReplayedEcho], picture: Picture) -> list[Piece]:
    pieces = [
        projectile_piece(shot.id, shot.heading, shot.cell, echoes[shot.slot].owner, False)
        for shot in picture.projectiles
    ]
    for slot, cell in picture.cells.items():
        name, label, owner, _, _ = echoes[slot]
        if slot in picture.guards:
            pieces.append(Piece(f"{name}.shield", "shield", cell, facing=2 * picture.guards[slot] - 2, owner=owner))
        badge = "!" if slot in picture.blocked else ""
        pieces.append(Piece(name, ECHO[owner], cell, 0, -1, owner, label, badge))
    for slot, cell in picture.died.items():
        name, label, owner, _, _ = echoes[slot]
        pieces.append(Piece(f"{name}.burst", "burst", cell, owner=owner, tell=f"{SIDES[owner - 1]}'s {label}"))
    return pieces


def _replay_marks(echoes: dict[int, ReplayedEcho], picture: Picture, tick: int) -> list[Mark]:
    """Where things met, the ways that the living have come, and the shots that met an echo."""
    marks = [Mark("danger", cells=list(picture.clashes))] if picture.clashes else []
    for slot in picture.cells:
        trails = echoes[slot].trails
        trail = trails[min(tick, len(trails) - 1)]
        if trail is not None:
            marks.append(trail)
    hits = [(slot, list(cells)) for slot, cells in picture.hits if len(cells) > 1]
    return marks + [Mark("shot", line=line, owner=echoes[slot].owner) for slot, line in hits]


@lru_cache(1 << 14)
def _trails(home: int, codes: bytes, owner: int) -> tuple[Mark | None, ...]:
    """The way that an echo has come, by tick; None as long as it has not moved."""
    line: list[int] = [home]
    trails: list[Mark | None] = [None]
    for before, cell in pairwise(track(home, codes).cells):
        if cell == before:
            trails.append(trails[-1])
        else:
            line = [*line, cell]
            trails.append(Mark("trail", line=line, owner=owner))
    return tuple(trails)


def _replay_rows(echoes: dict[int, ReplayedEcho], shown: tuple[Picture, ...], tick: int) -> list[Row]:
    """All lists; those of echoes that died by this tick end in a cross."""
    fell = {slot: at for at, picture in enumerate(shown[: tick + 1]) for slot in picture.died}
    rows = []
    for slot, (piece, name, owner, codes, _) in echoes.items():
        cells = [DONE[code] for code in codes]
        if slot in fell:
            cells = (cells + [IDLE] * fell[slot])[: fell[slot] - 1] + [DEAD]
        rows.append(Row(cells, piece, owner, name))
    return rows


def _meters(setup: SetupRecord, state: Position, plan: Plan | None) -> list[Meter]:
    meters = _side_meters(setup, state)
    if plan is not None:
        meters.append(_points_meter(plan.kind, plan.left))
    return meters


@cache
def _points_meter(kind: int, left: int) -> Meter:
    return Meter("cells", "Action points", left, BUDGET[kind])


def _side_meters(setup: SetupRecord, state: Position) -> list[Meter]:
    return [*_meters_of(living_counts(setup, state), tuple(state.points))]


@lru_cache(1024)
def _meters_of(echoes: tuple[int, int], points: tuple[int, int]) -> tuple[Meter, ...]:
    """How many echoes and points each side has, by side."""
    meters: list[Meter] = []
    for side, name in enumerate(SIDES):
        meters.append(Meter("number", f"{name} echoes", echoes[side], SIDE, owner=side + 1))
        meters.append(Meter("number", f"{name} points", points[side], TO_WIN, owner=side + 1))
    return tuple(meters)
