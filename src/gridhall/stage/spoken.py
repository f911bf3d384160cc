"""A board, a meter, a change and a choice in words, for those who hear or feel them."""

from collections.abc import Mapping
from itertools import groupby

from gridhall.render.text import meter_text
from gridhall.render.window import window_of
from gridhall.scene import Choice, Kind, Layer, Meter, Piece, Scene, danger_words
from gridhall.stage.offers import name_of

MOST = 6  # changes that are told one by one
YOU = "you"  # what games with one piece of the player's own call it


def place_of(cell: int, scene: Scene) -> str:
    """A cell by the names at the board's edge, else by numbers."""
    if cell < 0:
        return "nowhere"
    row, col = divmod(cell, scene.width)
    labels = scene.labels
    columns, rows = (labels.columns, labels.rows) if labels else ([], [])
    column = columns[col] if col < len(columns) else str(col + 1)
    line = rows[row] if row < len(rows) else str(row + 1)
    return f"{column}{line}" if column.isalpha() else f"column {column} row {line}"


def name_of_piece(piece: Piece, scene: Scene) -> str:
    name = scene.legend[piece.kind].name
    return f"{name} {piece.label}" if piece.label else name


def meter_sentence(meter: Meter, legend: Mapping[str, Kind]) -> str:
    text = meter_text(meter, False, legend)
    return text.replace("/", " of ")


def changes_between(before: Scene, after: Scene) -> list[str]:
    """What stands elsewhere, has come or has gone, a sentence for each; for very many one for all."""
    old = {piece.id: piece for piece in before.pieces if not piece.faded}
    new = {piece.id: piece for piece in after.pieces if not piece.faded}
    sentences = []
    focus = [layer.name for layer in after.layers if layer.focus]
    if len(after.layers) > 1 and focus != [layer.name for layer in before.layers if layer.focus]:
        sentences.append(f"You are in {' and '.join(focus)}")
    for key, piece in new.items():
        name = name_of_piece(piece, after)
        if key not in old:
            sentences.append(f"{_with_verb(name, 'appear', 'appears')} at {place_of(piece.cell, after)}")
        elif old[key].cell != piece.cell:
            sentences.append(f"{_with_verb(name, 'go', 'goes')} to {place_of(piece.cell, after)}")
    gone = [name_of_piece(piece, before) for key, piece in old.items() if key not in new]
    sentences += [f"{_with_verb(name, 'are', 'is')} gone" for name in gone]
    return (
        sentences if len(sentences) <= MOST else [*sentences[:MOST], f"{len(sentences) - MOST} more things have moved"]
    )


def _with_verb(name: str, yours: str, theirs: str) -> str:
    return f"{name} {yours if name == YOU else theirs}"


def board_sentences(scene: Scene) -> list[str]:
    """Each row of each board, from left to right; what repeats is counted."""
    sentences = []
    for index, layer in enumerate(scene.layers):
        if layer.name and len(scene.layers) > 1:
            sentences.append(f"{layer.name}, {layer.note}" if layer.note else layer.name)
        sentences += _rows(scene, index, layer)
    return sentences


def _rows(scene: Scene, index: int, layer: Layer) -> list[str]:
    row0, col0, rows, cols = window_of(scene)
    kinds = {kind.text: kind.name for kind in reversed(scene.legend.values())}
    standing: dict[int, list[str]] = {}
    for piece in scene.pieces:
        if piece.layer == index:
            standing.setdefault(piece.cell, []).append(name_of_piece(piece, scene))
    labels = scene.labels.rows if scene.labels else []
    sentences = []
    for row in range(rows):
        cells = []
        for col in range(cols):
            cell = (row0 + row) * scene.width + col0 + col
            sign = layer.tiles[row][col] if col < len(layer.tiles[row]) else " "
            unseen = layer.fog is not None and layer.fog[row][col] == "?"
            cells.append(" and ".join(standing.get(cell, [])) or ("not seen" if unseen else kinds.get(sign, "empty")))
        runs = [(name, len(list(same))) for name, same in groupby(cells)]
        if runs == [("not seen", cols)]:
            continue
        name = labels[row0 + row] if row0 + row < len(labels) else str(row + 1)
        sentences.append(f"Row {name}: {'; '.join(f'{count} {kind}' if count > 1 else kind for kind, count in runs)}")
    return sentences


def choice_sentence(choice: Choice, scene: Scene) -> str:
    """A choice as a sentence, with the danger in words."""
    name = name_of(choice)
    text = name if choice.word.lower() in name.lower() or len(choice.word) < 2 else f"{name}, {choice.word}"
    if choice.cell >= 0 and ":" not in name:
        text += f", to {place_of(choice.cell, scene)}"
    if choice.cost:
        text += f", costs {choice.cost}"
    if choice.why:
        return f"{text}, not possible: {choice.why}"
    threat = danger_words(choice)
    return f"{text}, {threat}" if threat else text
