"""The pieces of a scene, each drawn round (0, 0)."""

from collections.abc import Iterable

from gridhall.render.palette import Palette
from gridhall.render.svg import FONT, Theme, letter, paint, text_at
from gridhall.scene import Kind, Piece


def in_order(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces in the order in which they are drawn: faded ones below the others."""
    return sorted(pieces, key=lambda piece: not piece.faded)


def piece_drawing(piece: Piece, legend: dict[str, Kind], theme: Theme, colours: Palette) -> str:
    """A piece: its symbol turned; label, held thing and badge upright."""
    symbol = theme.get(f"{piece.kind}{piece.owner}") or theme.get(piece.kind)
    if symbol is None:
        symbol = letter(legend[piece.kind], {**colours, "ink": colours.get(f"p{piece.owner}", colours["ink"])})
    turn = f"rotate({45 * piece.facing})" if piece.facing > 0 else ""
    parts = [f'<g transform="{turn} translate(-24 -24)">{paint(symbol, colours, piece.owner)}</g>']
    if piece.label and (piece.owner or not piece.badge):  # else the badge tells more
        size = 16 if len(piece.label) < 3 else 12
        parts.append(text_at(0, 0.5, piece.label, size, colours["paper" if piece.owner else "ink"], 700))
    if piece.held and piece.held in theme:
        held = paint(theme[piece.held], colours, piece.owner)
        parts.append(f'<g transform="translate(2 2) scale(.583)">{held}</g>')
    if piece.over and piece.over in theme:
        plate = f'<circle r="12.5" fill="{colours["paper"]}" stroke="{colours["ink"]}" stroke-width="1.5"/>'
        small = f'<g transform="translate(-9 -9) scale(.375)">{paint(theme[piece.over], colours, 0)}</g>'
        parts.append(f'<g transform="translate(-12 12)">{plate}{small}</g>')
    if piece.badge:
        parts += _badge(piece.badge, colours)
    drawn = "".join(parts)
    return f'<g opacity=".5">{drawn}</g>' if piece.faded else drawn


def look_of(piece: Piece) -> tuple[object, ...]:
    """All of a piece that its drawing depends on: two with the same look need to be drawn only once."""
    return piece.kind, piece.owner, piece.facing, piece.label, piece.badge, piece.held, piece.over, piece.faded


def piece_picture(
    piece: Piece, legend: dict[str, Kind], theme: Theme, colours: Palette, pixels: int, units: float
) -> str:
    """A piece as an SVG document: a square of so many pixels, which is so many units of the drawing wide."""
    size = f'width="{pixels}" height="{pixels}" viewBox="{-units / 2} {-units / 2} {units} {units}"'
    drawn = piece_drawing(piece, legend, theme, colours)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{drawn}</svg>'


def _badge(text: str, colours: Palette) -> list[str]:
    half = 5 + 3.6 * len(text)
    box = f'x="{15 - half:g}" y="-25" width="{2 * half:g}" height="17" rx="8.5"'
    rim = f'<rect {box} fill="{colours["paper"]}" stroke="{colours["ink"]}" stroke-width="1.5"/>'
    return [rim, text_at(15, -16.5, text, 11, colours["ink"], 700)]
