"""A level's text as something to draw on: where its boards are, and with which signs they are drawn."""

from msgspec import Struct

from gridhall.scene import Kind


class Sign(Struct, omit_defaults=True, gc=False):
    """A sign that a level's text can be drawn with, and how its cell looks on the board."""

    sign: str
    name: str
    kind: str  # of the legend
    under: str = ""  # the kind of the tile below a piece; "": the sign is a tile itself
    owner: int = 0
    label: str = ""
    badge: str = ""
    once: bool = False  # a level has only one of it: drawn elsewhere it moves there
    line: str = ""  # what the text must say at its end when the sign is first used


class Area(Struct, omit_defaults=True, gc=False):
    """Where a board is drawn in a level's text; rows may be shorter than its columns."""

    line: int  # of its first row, from 1
    rows: int
    columns: int
    name: str = ""
    tone: str = "paper"


class Draft(Struct, omit_defaults=True, gc=False):
    """A level's text as something to draw on; also of a text that has defects."""

    legend: dict[str, Kind] = {}
    signs: list[Sign] = []
    areas: list[Area] = []  # of the boards, in the order of the scene's layers
    fill: str = ""  # the sign of cells that are new or wiped
    pad: str = ""  # a row that is shorter than the others is read as if it went on with this sign
    fixed: bool = False  # the text names the size, too: rows and columns cannot simply be added
