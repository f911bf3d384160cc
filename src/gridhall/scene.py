"""What a person sees, as data. Renderers (text, picture, browser) read it and know no game; see docs/architecture.md.

A cell is row * width + column. A piece with the same id in two scenes is the same thing: renderers move it. Player
numbers here are 1-based (`owner` 0 is nobody's). Defaults are left out when encoded. Scenes are trees, so the collector
of cycles need not look at them (`gc=False`): a hall holds thousands.
"""

from typing import Any

from msgspec import Struct


class Kind(Struct, omit_defaults=True, gc=False):
    """An entry of the legend: how a tile or piece is written, drawn (symbol id = its key, in theme.svg) and spoken."""

    text: str  # one ASCII sign
    name: str
    fancy: str = ""  # Unicode sign; "" means `text`
    tell: str = ""  # tooltip: what it does
    join: bool = False  # neighbours of this kind merge into one body (walls)
    owner: int = 0  # the player whose things alone are of this kind


class Labels(Struct, omit_defaults=True, gc=False):
    columns: list[str] = []
    rows: list[str] = []


class Layer(Struct, omit_defaults=True, gc=False):
    """A board. `tiles` are rows of the legend's `text` signs; `fog` rows of `?` never seen, `-` remembered, `+` in
    sight.

    `seen` are rows of the rounds in which remembered cells were seen last; 0 for the others.
    """

    tiles: list[str]
    name: str = ""
    note: str = ""
    tone: str = "paper"  # paper day night
    focus: bool = True
    fog: list[str] | None = None
    seen: list[list[int]] | None = None


class Piece(Struct, omit_defaults=True, gc=False):
    id: str
    kind: str
    cell: int
    layer: int = 0
    facing: int = -1  # 0 north, clockwise in 45 degree steps to 7; -1 none
    owner: int = 0
    label: str = ""
    badge: str = ""
    held: str = ""  # a kind, drawn small
    faded: bool = False
    tell: str = ""


class Mark(Struct, omit_defaults=True, gc=False):
    """Cells (choice target reach danger good last) or a line (path alt danger trail known shot beam light) through
    cells.
    """

    style: str
    layer: int = 0
    cells: list[int] = []
    line: list[int] = []
    arrow: bool = False
    ticks: list[int] = []  # numbers written beside the line's cells
    owner: int = 0


class Meter(Struct, omit_defaults=True, gc=False):
    """bar (value, max, marks) · cells (value, max, group, limit, gain) · number · icons · items (items) · stars · dice
    (values, used) · text.
    """

    kind: str
    label: str
    value: int = 0
    max: int = 0
    text: str = ""
    place: str = ""  # left or right of the board
    marks: list[int] = []
    group: int = 0
    limit: int = 0
    gain: int = 0
    icon: str = ""  # a kind of the legend
    items: list[str] = []
    values: list[int] = []
    used: list[bool] = []
    owner: int = 0


class Tick(Struct, omit_defaults=True, gc=False):
    sign: str = ""
    name: str = ""
    state: str = "done"  # done plan next sealed dead


class Row(Struct, omit_defaults=True, gc=False):
    cells: list[Tick]
    piece: str = ""
    owner: int = 0
    name: str = ""


class Frame(Struct, omit_defaults=True, gc=False):
    pieces: list[Piece] = []
    marks: list[Mark] = []


class Timeline(Struct, omit_defaults=True, gc=False):
    ticks: int
    now: int
    rows: list[Row]
    editable: bool = False


class Choice(Struct, omit_defaults=True, gc=False):
    """One action offered. Choosing runs piece -> group -> cell; a step with one option is skipped."""

    action: int
    word: str
    name: str = ""  # the button's text; "" means `word`
    key: str = ""  # as KeyboardEvent.key: "ArrowUp", "f"
    piece: str = ""
    group: str = ""
    cell: int = -1
    layer: int = 0
    cost: int = 0
    then: list[int] = []  # further actions of a walk
    danger: bool = False
    confirm: str = ""  # a question asked before it is played
    why: str = ""  # shown but refused, with the rule's number
    main: bool = False  # the main act: submit, end turn, roll
    idle: bool = False  # allowed, but it changes nothing: a wasted move


class Preview(Struct, omit_defaults=True, gc=False):
    text: str = ""
    danger: bool = False
    marks: list[Mark] = []
    pieces: list[Piece] = []
    meters: list[Meter] = []


class Line(Struct, omit_defaults=True, gc=False):
    text: str
    at: str = ""
    cell: int = -1


class Outcome(Struct, omit_defaults=True, gc=False):
    title: str
    winner: int = 0  # 1-based; 0 nobody
    lines: list[str] = []
    stars: int = -1
    won: bool = False  # from the eyes of the player this scene is for


class Scene(Struct, omit_defaults=True, gc=False):
    width: int
    height: int
    legend: dict[str, Kind]
    layers: list[Layer]
    pieces: list[Piece] = []
    marks: list[Mark] = []
    meters: list[Meter] = []
    choices: list[Choice] = []
    status: str = ""
    hint: str = ""
    log: list[Line] = []
    labels: Labels | None = None
    window: list[int] | None = None  # [row, column, rows, columns]; tiles and fog hold only these rows and columns
    timeline: Timeline | None = None
    outcome: Outcome | None = None
    maps: list[Layer] = []  # small boards beside the main one, such as the way already travelled; any size


def as_json(thing: Any) -> Any:
    """A scene, or a part of one, as plain JSON-able data."""
    from msgspec import to_builtins

    return to_builtins(thing)
