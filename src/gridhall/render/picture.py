"""A scene as a picture: SVG, PNG, and GIF, where pieces move between frames. resvg-py and Pillow are imported late."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from msgspec.json import encode as json_of

from gridhall.errors import Unavailable
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.registry import folder_of
from gridhall.render.svg import (
    FONT,
    UNIT,
    Place,
    document,
    foot,
    ground,
    in_order,
    marks_of,
    middle,
    palette,
    patterns,
    piece_drawing,
    plan_of,
    theme_of,
)
from gridhall.replay import moments_of
from gridhall.scene import Piece, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

STEPS, STEP_TIME, HOLD, HOLD_TICK, HOLD_END = 4, 40, 240, 700, 2500  # frames of a movement; milliseconds
MANY, TOO_MANY = 120, 500  # scenes from which on movements are shorter, and from which on there are none
PIXELS = 600_000  # of a frame, about
KEPT = 64  # drawings kept for frames to come


def write_picture(scene: Scene, path: str | Path, folder: Path, cell: int = UNIT, dark: bool = False) -> None:
    """Write a scene as .svg or .png; `folder` is the game's, for its theme.svg."""
    if str(path).lower().endswith(".svg"):
        Path(path).write_text(svg(scene, folder, cell, dark), "utf-8")
    else:
        Path(path).write_bytes(png(scene, folder, cell, dark))


def svg(scene: Scene, folder: Path, cell: int = UNIT, dark: bool = False) -> str:
    """The scene as one SVG text."""
    plan, theme = plan_of([scene], True), theme_of(folder)
    return document(
        plan.width,
        plan.height,
        cell,
        [*ground(scene, plan, theme, dark, whole=True), *foot(scene, plan, palette(dark, "paper"), plan.foot + 10)],
    )


def png(scene: Scene, folder: Path, cell: int = UNIT, dark: bool = False) -> bytes:
    """The scene as a PNG file's bytes."""
    return rasterise(svg(scene, folder, cell, dark))


def rgb(game: Any, scene: Scene, cell: int = 24, dark: bool = False) -> Any:
    """The scene as a NumPy array of height x width x 3 bytes."""
    import numpy

    return numpy.asarray(_Film([scene], folder_of(game), cell, dark).frame(scene))


def match_gif(match: Match, viewer: int = EVERYONE, dark: bool = False) -> bytes:
    """A match as a GIF file's bytes, from a player's eyes or, after the end, with everything shown."""
    import io

    viewer = 0 if viewer == EVERYONE and match.game.PLAYERS == 1 else viewer
    made = io.BytesIO()
    write_gif([moment.scene for moment in moments_of(match, viewer)], made, folder_of(match.game), dark=dark)
    return made.getvalue()


def rasterise(text: str) -> bytes:
    """An SVG text as PNG."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as wrong:
        raise Unavailable("pictures need resvg-py: pip install resvg-py") from wrong
    return bytes(
        svg_to_bytes(
            svg_string=text,
            skip_system_fonts="<text" not in text,
            font_files=[_spare_font()] if "<text" in text else None,
        )
    )


@cache
def _spare_font() -> str:
    """A font file for machines that have none: the one Pillow carries."""
    import atexit
    import os
    import tempfile

    from PIL import ImageFont

    handle, path = tempfile.mkstemp(".otf", "gridhall-")
    with os.fdopen(handle, "wb") as file:
        file.write(getattr(ImageFont.load_default(16), "font_bytes", b""))
    atexit.register(lambda: Path(path).unlink(missing_ok=True))
    return path


def write_gif(
    scenes: Sequence[Scene], path: str | Path | IO[bytes], folder: Path, cell: int = 0, dark: bool = False
) -> None:
    """Write scenes as an animation; a piece with the same id in two scenes moves from the one cell to the other."""
    try:
        from PIL import Image
    except ImportError as wrong:
        raise Unavailable("animations need Pillow: pip install pillow") from wrong
    film = _Film(scenes, folder, cell, dark)
    frames: list[Image.Image] = []
    times: list[int] = []
    for number, scene in enumerate(scenes):
        moves = 0 if not number or len(scenes) > TOO_MANY else 2 if len(scenes) > MANY else STEPS
        for step in range(1, moves):
            if film.moves(scenes[number - 1], scene):
                frames.append(film.frame(scene, scenes[number - 1], step / moves))
                times.append(STEP_TIME)
        frames.append(film.frame(scene))
        times.append(HOLD_END if number == len(scenes) - 1 else HOLD_TICK if scene.timeline else HOLD)
    shared = film.colours(frames)
    flat = [frame.quantize(palette=shared, dither=Image.Dither.NONE) for frame in frames]
    flat[0].save(
        path, format="GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, optimize=False, disposal=1
    )


@cache
def _looks(folder: Path, cell: int, dark: bool) -> dict[tuple[Any, ...], Any]:
    """Drawings of a game's pieces, kept for the next film."""
    return {}


class _Film:
    """Makes the frames: what stands still is drawn once a scene, each piece once a look."""

    def __init__(self, scenes: Sequence[Scene], folder: Path, cell: int, dark: bool) -> None:
        self.plan, self.theme, self.dark = plan_of(scenes, False), theme_of(folder), dark
        self.cell = cell or max(16, min(40, int((PIXELS / self.plan.width / self.plan.height) ** 0.5 * UNIT)))
        self.grounds: dict[object, Any] = {}
        self.looks = _looks(folder, self.cell, dark)

    def frame(self, scene: Scene, before: Scene | None = None, share: float = 1.0) -> "Image":
        """The picture of a scene; with `before`, of the way there."""
        image: Image = self._ground(scene).copy()
        old = {piece.id: piece for piece in before.pieces} if before else {}
        eased = 1 - (1 - share) ** 2
        for piece in in_order(scene.pieces):
            was = old.pop(piece.id, None)
            if was is not None and was.layer == piece.layer:
                self._put(image, piece, scene, was.cell, eased)
            else:
                self._put(image, piece, scene, piece.cell, 1.0, share if before else 1.0)
        for gone in old.values():
            self._put(image, gone, scene, gone.cell, 1.0, 1 - share)
        return image.convert("RGB")

    def moves(self, before: Scene, scene: Scene) -> bool:
        """Whether anything is seen to move, come or go."""
        return [(piece.id, piece.cell, piece.layer) for piece in before.pieces] != [
            (piece.id, piece.cell, piece.layer) for piece in scene.pieces
        ]

    def colours(self, frames: "Sequence[Image]") -> "Image":
        """One palette for the whole film: the theme's own colours, however rare, and those of frames spread over it."""
        from PIL import Image, ImageColor

        chosen = frames[:: max(1, len(frames) // 6)][:7]
        wide, tall = chosen[0].size
        sheet = Image.new("RGB", (wide, tall * len(chosen)))
        for number, frame in enumerate(chosen):
            sheet.paste(frame, (0, number * tall))
        own = sorted({ImageColor.getrgb(colour)[:3] for colour in palette(self.dark, "paper").values()})
        shared = sheet.quantize(256 - len(own), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        common = (shared.getpalette() or [])[: 3 * (256 - len(own))]
        shared.putpalette([*common, *(part for colour in own for part in colour)])
        return shared

    def _ground(self, scene: Scene) -> Any:
        """What stands still, each part drawn once a look: the boards, the sentences, the marks."""
        plan, colours = self.plan, palette(self.dark, "paper")
        beside = [meter for meter in scene.meters if meter.kind == "cells" and meter.place]
        still = json_of((scene.layers, scene.labels, scene.maps, scene.timeline, scene.window, beside))
        image = self._drawn(
            still,
            lambda: document(
                plan.width, plan.height, self.cell, ground(scene, plan, self.theme, self.dark, whole=False)
            ),
        ).copy()
        told = document(plan.width, plan.height - plan.foot, self.cell, foot(scene, plan, colours, 10))
        image.alpha_composite(self._drawn(told, lambda: told), (0, round(plan.foot * self.cell / UNIT)))
        marks = "".join(self._marked(scene, index, place) for index, place in enumerate(plan.boards))
        if marks:
            text = document(plan.width, plan.height, self.cell, [marks])
            image.alpha_composite(self._drawn(text, lambda: text))
        return image

    def _marked(self, scene: Scene, index: int, place: Place) -> str:
        colours = palette(self.dark, scene.layers[index].tone)
        parts = "".join(marks_of(scene, index, self.plan.window, colours))
        where = f"translate({place.x - place.rim:g} {place.y - place.rim:g})"
        return f'<defs>{patterns(index, colours)}</defs><g transform="{where}">{parts}</g>' if parts else ""

    def _drawn(self, key: object, make: Callable[[], str]) -> Any:
        if key not in self.grounds:
            if len(self.grounds) > KEPT:
                self.grounds.clear()
            self.grounds[key] = _image(make())
        return self.grounds[key]

    def _put(
        self, image: "Image", piece: Piece, scene: Scene, origin: int, share: float, strength: float = 1.0
    ) -> None:
        place = self.plan.boards[piece.layer]
        end, start = middle(piece.cell, scene.width, self.plan.window), middle(origin, scene.width, self.plan.window)
        if end is None:
            return
        start = start or end
        look = self._look(piece, scene)
        zoom = self.cell / UNIT
        x = (place.x + start[0] + (end[0] - start[0]) * share - place.rim) * zoom - look.width / 2
        y = (place.y + start[1] + (end[1] - start[1]) * share - place.rim) * zoom - look.height / 2
        if strength < 1.0:
            look = look.copy()
            look.putalpha(look.getchannel("A").point(lambda value: int(value * strength)))
        image.alpha_composite(look, (max(0, round(x)), max(0, round(y))))

    def _look(self, piece: Piece, scene: Scene) -> Any:
        tone = scene.layers[piece.layer].tone
        key = (piece.kind, piece.owner, piece.facing, piece.label, piece.badge, piece.held, piece.faded, tone)
        if key not in self.looks:
            size = round(self.cell * 1.5)
            box = UNIT * 1.5
            drawn = piece_drawing(piece, scene.legend, self.theme, palette(self.dark, tone))
            head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{-box / 2} {-box / 2} {box} {box}" font-family="{FONT}">'
            self.looks[key] = _image(f"{head}{drawn}</svg>")
        return self.looks[key]


def _image(text: str) -> Any:
    import io

    from PIL import Image

    return Image.open(io.BytesIO(rasterise(text))).convert("RGBA")
