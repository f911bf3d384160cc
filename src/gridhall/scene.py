"""What a person sees, as data. Renderers (text, picture, browser) read it and know no game; see docs/architecture.md.

A cell is row * width + column. A piece with the same id in two scenes is the same thing: renderers move it. Players are
numbered from 1 here, and `owner` 0 means nobody's. Fields with their default value are left out when encoded. Scenes
hold no cycles, so Python's garbage collector need not look at them (`gc=False`): a hall holds thousands.
"""

from typing import Any

from msgspec import Struct, to_builtins


class Kind(Struct, omit_defaults=True, gc=False):
    """An entry of the legend: how a tile or a piece is written and named.

    It is drawn by the symbol of theme.svg whose id is its key in the legend.
    """

    text: str  # one ASCII sign
    name: str
    fancy: str = ""  # Unicode sign; "" means `text`
    tell: str = ""  # the tooltip: what it does
    join: bool = False  # neighbours of this kind merge into one body (walls)
    owner: int = 0  # the player whose things alone are of this kind


class Labels(Struct, omit_defaults=True, gc=False):
    """What is written at the board's edges."""

    columns: list[str] = []
    rows: list[str] = []


class Layer(Struct, omit_defaults=True, gc=False):
    """A board. A game with several boards of one size, such as two worlds, has a layer for each."""

    tiles: list[str]  # rows of the legend's `text` signs
    name: str = ""
    note: str = ""
    tone: str = "paper"  # paper, day or night
    focus: bool = True  # the player acts on this one
    fog: list[str] | None = None  # rows of signs: `?` never seen, `-` remembered, `+` in sight
    seen: list[list[int]] | None = None  # rows of rounds in which remembered cells were seen last; 0 for the others


class Piece(Struct, omit_defaults=True, gc=False):
    """Something that stands on a tile."""

    id: str
    kind: str  # of the legend
    cell: int
    layer: int = 0
    facing: int = -1  # 0 north, clockwise in 45 degree steps to 7; -1 none
    owner: int = 0
    label: str = ""
    badge: str = ""
    held: str = ""  # a kind, drawn small
    over: str = ""  # a kind that it stands on and covers, drawn small beside it
    faded: bool = False  # remembered or planned, not there now
    tell: str = ""  # the tooltip; "" means that of its kind


class Mark(Struct, omit_defaults=True, gc=False):
    """Cells that are marked, or a line through cells."""

    # Of cells: choice target reach danger risk good last; of a line: path alt danger trail known shot beam light.
    style: str
    layer: int = 0
    cells: list[int] = []
    line: list[int] = []
    arrow: bool = False
    ticks: list[int] = []  # numbers written beside the cells; those of `risk` are per cent
    owner: int = 0


class Meter(Struct, omit_defaults=True, gc=False):
    """A number or the like beside the board.

    The kinds and the fields they use: bar (value, max, marks), cells (value, max, group, limit, gain), number (value),
    icons (value, max, icon), items (items), stars (value, max), dice (values, used), text (text).
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


class Card(Struct, omit_defaults=True, gc=False):
    """How one of the viewer's own pieces is, on the board or off it; it stands for the meter of the same name."""

    piece: str  # its id
    name: str
    label: str = ""
    owner: int = 0
    health: int = 0
    healthy: int = 0  # the health of one that is whole
    left: int = 0  # how often it can still act in this turn
    given: int = 0  # how often it could at first; 0 if that is not told now
    held: str = ""  # a kind
    note: str = ""  # what else is to be said, such as when it comes back


class Tick(Struct, omit_defaults=True, gc=False):
    """A cell of the timeline: what happens at one time in one row."""

    sign: str = ""
    name: str = ""
    state: str = "done"  # done plan next sealed dead


class Row(Struct, omit_defaults=True, gc=False):
    """A row of the timeline: what one piece does."""

    cells: list[Tick]
    piece: str = ""  # the id of a piece
    owner: int = 0
    name: str = ""


class Frame(Struct, omit_defaults=True, gc=False):
    """The board at one tick of the timeline."""

    pieces: list[Piece] = []
    marks: list[Mark] = []


class Timeline(Struct, omit_defaults=True, gc=False):
    """A turn of several ticks, as a table; its frames are asked for (`timeline` of a game)."""

    ticks: int
    rows: list[Row]
    editable: bool = False


class Choice(Struct, omit_defaults=True, gc=False):
    """One action offered.

    A person chooses a piece, then a group, then a cell; where there is only one of these, that step is skipped.

    There is one language of danger. `danger`: surely fatal, the action loses before the player's next choice, whatever
    chance and all they cannot know will bring. `risk` and `odds`: likely fatal. `idle`: it costs something and changes
    nothing. `why`: impossible. The platform sets the first three (danger.py), a game the other two.
    """

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
    danger: bool = False  # surely fatal
    confirm: str = ""  # a question asked before it is played
    why: str = ""  # it is shown but refused: the reason, in plain language
    rule: str = ""  # the numbers of the rulings behind `why`, for whoever asks
    main: bool = False  # what a turn comes to: submit, end turn, roll
    idle: bool = False  # allowed, but it changes nothing: a wasted move
    risk: int = 0  # likely fatal: in how many of 100 cases it loses before the player's next choice, 1 to 99
    odds: str = ""  # the same in words: "loses in 35 of 36"
    hopeless: bool = False  # it does not lose at once, but no choice after it can still avoid the loss
    reports: bool = False  # it says what chance has brought, such as dice thrown on a table, and decides nothing
    gives_up: bool = False  # it gives the match up, as resigning does, and is offered apart from the moves


def danger_words(choice: Choice) -> str:
    """What a choice threatens, in the words that are written and spoken everywhere; "" if it threatens nothing."""
    if choice.why or choice.gives_up:
        return ""
    if choice.danger:
        return "loses"
    if choice.risk or choice.hopeless:
        return choice.odds or "no way out"
    return "no effect" if choice.idle else ""


class Preview(Struct, omit_defaults=True, gc=False):
    """What a choice would do: a sentence, and what to draw over the scene."""

    text: str = ""
    danger: bool = False
    marks: list[Mark] = []
    pieces: list[Piece] = []
    meters: list[Meter] = []
    brief: str = ""  # the same in one line, where the text is longer and the rest of it is drawn


class Line(Struct, omit_defaults=True, gc=False):
    """An entry of the log."""

    text: str
    at: str = ""  # when it happened, as the game counts
    cell: int = -1


class Outcome(Struct, omit_defaults=True, gc=False):
    """How the match has ended."""

    title: str
    winner: int = 0  # 0 is nobody
    lines: list[str] = []
    stars: int = -1  # -1: the game gives none
    won: bool = False  # for the player this scene is for
    points: float = 0.0  # summed over the levels of a ladder; 0: the game gives none
    reckoning: str = ""  # how the points come about: "3 ★ × 1.5"


class Scene(Struct, omit_defaults=True, gc=False):
    """Everything that one player sees of a position."""

    width: int
    height: int
    legend: dict[str, Kind]  # by key
    layers: list[Layer]
    pieces: list[Piece] = []
    marks: list[Mark] = []
    meters: list[Meter] = []
    choices: list[Choice] = []
    status: str = ""  # how it stands and what to do now
    hint: str = ""  # the level's own message
    log: list[Line] = []
    labels: Labels | None = None
    # [row, column, rows, columns]: tiles and fog hold only these rows and columns. A window smaller than the board may
    # grow; a camera goes over all of width and height, so that these must tell nothing that is hidden.
    window: list[int] | None = None
    timeline: Timeline | None = None
    outcome: Outcome | None = None
    maps: list[Layer] = []  # small boards beside the main one, such as the way already travelled; any size
    turned: bool = False  # the viewer sits at the far side: a board drawn for them is turned by half, with its labels
    cards: list[Card] = []
    tick: int = 0  # of the timeline: the one that is shown; apart from it, because in a film only this changes


def as_json(part: Any) -> Any:
    """A scene, or a part of one, as plain JSON-able data."""
    return to_builtins(part)
