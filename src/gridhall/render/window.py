"""The part of a board that a scene tells of, and what falls into it."""

from gridhall.scene import Piece, Preview, Scene

Window = tuple[int, int, int, int]  # row, column, rows, columns


def window_of(scene: Scene) -> Window:
    """The rows and columns of which the scene's tiles tell: its window, or else the whole board."""
    row, col, rows, cols = scene.window or (0, 0, scene.height, scene.width)
    return row, col, rows, cols


def names_in(names: list[str], first: int, count: int) -> list[str]:
    """The names of so many rows (or columns) from this one on, of names for the whole board or for this part only."""
    return names if len(names) <= count else names[first : first + count]


def pieces_shown(scene: Scene, index: int, preview: Preview | None) -> list[Piece]:
    """The pieces of a layer, with those of a preview in the place of their own; faded ones first, below the others."""
    moved = {piece.id: piece for piece in preview.pieces} if preview else {}
    pieces = [*(piece for piece in scene.pieces if piece.id not in moved), *moved.values()]
    return sorted((piece for piece in pieces if piece.layer == index), key=lambda piece: not piece.faded)
