"""Choosing runs piece -> group -> cell; a step with one option is skipped. It knows choices, not games.

The browser's chooser does the same with the same keys. A terminal has no numeric keypad of its own: y, u, b and n are
the diagonals.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from gridhall.grid import COMPASS, WAYS
from gridhall.scene import Choice, Piece, Scene
from gridhall.stage.choice_groups import ChoiceGroup, groups_of

ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
DIAGONALS = {"y": (-1, -1), "u": (-1, 1), "b": (1, -1), "n": (1, 1)}


class Picked(NamedTuple):
    """What came of a key or a click: a choice to play or one that is refused; neither is a step towards one."""

    choice: Choice | None = None

    @property
    def refused(self) -> bool:
        return self.choice is not None and bool(self.choice.why)


STEP = Picked()


def same_key(key: str, pressed: str) -> bool:
    return bool(key) and (key.lower() == pressed.lower() if len(key) == 1 else key == pressed)


Answer = TypeVar("Answer")


class _remembered(Generic[Answer]):
    """A property that is found out once for each piece and group that are chosen: a key press asks for it often."""

    def __init__(self, find: "Callable[[Chooser], Answer]") -> None:
        self.find = find

    def __get__(self, chooser: "Chooser", owner: type) -> Answer:
        key = self.find.__name__, chooser.chosen_piece, chooser.chosen_group
        if key not in chooser._known:
            chooser._known[key] = self.find(chooser)
        answer: Answer = chooser._known[key]
        return answer


class Chooser:
    """What can be chosen in a scene, and how far the choice has come."""

    def __init__(self, scene: Scene, before: "Chooser | None" = None) -> None:
        """With `before` the piece chosen there stays chosen."""
        self.scene = scene
        self.typed = ""  # digits of a number that is longer
        self.chosen_piece: str = before.chosen_piece if before else ""
        self.chosen_group = ""
        counts: dict[str, int] = {}
        for choice in scene.choices:
            if choice.piece:
                counts[choice.piece] = counts.get(choice.piece, 0) + 1
        self.pieces = list(counts) if any(count > 1 for count in counts.values()) else []
        self.all = list(scene.choices)
        self._known: dict[tuple[str, str, str], Any] = {}  # what was found out, by its name, piece and group

    @property
    def piece(self) -> str:
        if len(self.pieces) == 1:
            return self.pieces[0]
        return self.chosen_piece if self.chosen_piece in self.pieces else ""

    @_remembered
    def of_piece(self) -> list[Choice]:
        """The choices of the piece, and those of none."""
        piece = self.piece
        return [
            choice
            for choice in self.all
            if not choice.piece or choice.piece == piece or choice.piece not in self.pieces
        ]

    @_remembered
    def groups(self) -> list[ChoiceGroup]:
        return groups_of(self.of_piece, {choice.key.lower() for choice in self.all})

    @property
    def group(self) -> str:
        groups = self.groups
        if len(groups) == 1:
            return groups[0].name
        return self.chosen_group if any(group.name == self.chosen_group for group in groups) else ""

    @property
    def is_group_open(self) -> bool:
        """Whether a group has to be chosen among several and none is yet."""
        return len(self.groups) > 1 and not self.group

    @_remembered
    def candidates(self) -> list[Choice]:
        """What the board offers now.

        Without a chosen group those are the places of all groups, or of the first that has any if several want the
        same place.
        """
        names = [self.group]
        if not names[0]:
            placed = [group for group in self.groups if any(choice.cell >= 0 for choice in group.open)]
            places = [{(choice.layer, choice.cell) for choice in group.choices} for group in placed]
            disjoint = len(set().union(*places)) == sum(map(len, places))
            names = [group.name for group in (placed if disjoint else placed[:1])]
        return [choice for choice in self.of_piece if not choice.main and (not choice.group or choice.group in names)]

    @property
    def buttons(self) -> list[Choice]:
        """The choices of the last step: those of the chosen group, and those of none."""
        group, is_open = self.group, self.is_group_open
        return [choice for choice in self.of_piece if not choice.group or (not is_open and choice.group == group)]

    @property
    def has_stepped(self) -> bool:
        return bool(self.chosen_piece in self.pieces or self.chosen_group or self.typed)

    def labelled(self) -> list[Piece]:
        """The pieces that can be chosen, if there are several."""
        if len(self.pieces) < 2:
            return []
        return [piece for piece in self.scene.pieces if piece.id in self.pieces]

    def piece_at(self, cell: int, layer: int) -> Piece | None:
        return next((piece for piece in self.labelled() if (piece.cell, piece.layer) == (cell, layer)), None)

    def at(self, cell: int, layer: int) -> list[Choice]:
        return [choice for choice in self.candidates if (choice.cell, choice.layer) == (cell, layer)]

    def pick(self, cell: int, layer: int) -> Picked | None:
        """A place was picked on the board."""
        here = self.at(cell, layer)
        first = next((choice for choice in here if not choice.why), None)
        piece = self.piece_at(cell, layer)
        other = piece is not None and piece.id != self.piece
        if first is not None and not (other and not self.chosen_group):
            return Picked(first)
        if piece is not None and other:
            self.choose_piece(piece.id)
            return STEP
        return Picked(here[0]) if here else None

    def choose_piece(self, piece: str) -> None:
        self.chosen_piece, self.chosen_group = piece, ""

    def next_piece(self, by: int = 1) -> None:
        """Choose the next piece, or the one before it."""
        if self.pieces:
            at = self.pieces.index(self.piece) if self.piece else (-1 if by > 0 else 0)
            self.choose_piece(self.pieces[(at + by) % len(self.pieces)])

    def choose_group(self, group: ChoiceGroup) -> Picked:
        """A group was picked; a group of one choice is that choice."""
        if not group.open:
            return Picked(group.choices[0])
        if len(group.open) == 1:
            return Picked(group.open[0])
        self.chosen_group = "" if self.chosen_group == group.name else group.name
        return STEP

    def back(self) -> bool:
        """Go back a step; False if there is none."""
        if self.typed:
            self.typed = ""
        elif self.chosen_group:
            self.chosen_group = ""
        elif self.chosen_piece in self.pieces and len(self.pieces) > 1:
            self.chosen_piece = ""
        else:
            return False
        return True

    def press(self, key: str) -> Picked | None:
        """A key was pressed: a choice's own, a group's, a digit, a piece's, or a direction from the chosen piece."""
        keyed = self._keyed(key)
        if keyed:
            return self._pick_keyed(keyed)
        group = next((group for group in self.groups if same_key(group.key, key)), None)
        if group is not None and len(self.groups) > 1:
            return self.choose_group(group)
        return self._type_digit(key) or self._pick_labelled(key) or self.toward(key)

    def _keyed(self, key: str) -> list[Choice]:
        offered = [choice for choice in self.candidates if same_key(choice.key, key)]
        return offered or [choice for choice in self.of_piece if same_key(choice.key, key)]

    def _pick_keyed(self, keyed: Sequence[Choice]) -> Picked:
        """Pick among choices that have the same key: the only one, the group they share, else the first open one."""
        groups = {choice.group for choice in keyed}
        if len(keyed) > 1 and len(groups) == 1 and "" not in groups:
            named = next(iter(groups))
            return self.choose_group(next(group for group in self.groups if group.name == named))
        return Picked(next((choice for choice in keyed if not choice.why), keyed[0]))

    def _type_digit(self, key: str) -> Picked | None:
        """A key that may be a digit of a choice's number; None if it is of none."""
        digits = self.typed + key if key in "0123456789" else ""
        numbered = (
            [choice for choice in self.of_piece if choice.key.isdigit() and len(choice.key) > 1] if digits else []
        )
        matching = [choice for choice in numbered if choice.key.startswith(digits)]
        exact = next((choice for choice in matching if choice.key == digits), None)
        self.typed = "" if exact or not matching else digits
        if exact is not None:
            return Picked(exact)
        return STEP if matching else None

    def _pick_labelled(self, key: str) -> Picked | None:
        piece = next((piece for piece in self.labelled() if same_key(piece.label, key)), None)
        if piece is None:
            return None
        self.choose_piece(piece.id)
        return STEP

    def toward(self, key: str) -> Picked | None:
        """The nearest place in a direction from the chosen piece: of an arrow, or of y, u, b, n."""
        way = ARROWS.get(key) or DIAGONALS.get(key)
        start = next((piece for piece in self.scene.pieces if piece.id == self.piece), None)
        if way is None or start is None:
            return None
        compass = COMPASS[WAYS.index(way)]
        there = [
            (far, choice)
            for choice in self.candidates
            if (far := _distance(self.scene.width, start.cell, choice.cell, way))
            or (far := int(choice.cell < 0 and choice.word.endswith(f" {compass}")))
        ]
        return Picked(min(there, key=lambda pair: (pair[0], bool(pair[1].why)))[1]) if there else None


def _distance(width: int, start: int, end: int, way: tuple[int, int]) -> int:
    """How many steps in this direction lead from one cell to another; 0 if it lies elsewhere, or nowhere (-1)."""
    if end < 0:
        return 0
    rows, cols = end // width - start // width, end % width - start % width
    far = max(abs(rows), abs(cols))
    return far if far and (rows, cols) == (way[0] * far, way[1] * far) else 0
