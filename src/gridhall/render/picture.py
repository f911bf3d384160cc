"""A scene as a picture: SVG, PNG, and GIF, where pieces move between frames. resvg-py and Pillow are imported late."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING

from msgspec.json import encode as json_of

from gridhall.errors import Unavailable
from gridhall.game import EVERYONE, Game
from gridhall.match import Match
from gridhall.registry import folder_of
from gridhall.render import beside
from gridhall.render.beside import foot
from gridhall.render.board import board
from gridhall.render.layout import BoardPlace, Layout, layout_of, middle
from gridhall.render.marks import hatch, marks_of
from gridhall.render.palette import palette
from gridhall.render.pieces import in_order, look_of, piece_picture
from gridhall.render.svg import UNIT, Theme, document, theme_of
from gridhall.render.text import is_tank
from gridhall.replay import moments_of
from gridhall.scene import Piece, Scene

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from PIL.Image import Image

STEPS = 4  # frames of a movement
STEP_TIME, HOLD, HOLD_TICK, HOLD_END = 40, 240, 700, 2500  # milliseconds a frame, a scene, a tick and the end are shown
MANY, TOO_MANY = 120, 500  # scenes from which on movements are shorter, and from which on there are none
PIXELS = 600_000  # of a frame, about
ALL_PIXELS = 240_000_000  # of all frames together, about
SCENES = 240  # of a match
KEPT = 64  # drawings kept for frames to come


def write_picture(scene: Scene, path: str | Path, folder: Path, cell: int = UNIT, dark: bool = False) -> None:
    """Write a scene as .svg or .png; `folder` is the game's, for its theme.svg."""
    if str(path).lower().endswith(".svg"):
        Path(path).write_text(svg(scene, folder, cell, dark), "utf-8")
    else:
        Path(path).write_bytes(png(scene, folder, cell, dark))


def svg(scene: Scene, folder: Path, cell: int = UNIT, dark: bool = False) -> str:
    """The scene as one SVG text."""
    layout, theme = layout_of([scene], True), theme_of(folder)
    sentences = foot(scene, layout, palette(dark, "paper"), layout.foot + 10)
    return document(layout.width, layout.height, cell, [*still(scene, layout, theme, dark, whole=True), *sentences])


def still(scene: Scene, layout: Layout, theme: Theme, dark: bool, whole: bool) -> list[str]:
    """All but the foot; with `whole` also the marks and the pieces, which an animation lays over."""
    colours = palette(dark, "paper")
    parts = [f'<rect width="100%" height="100%" fill="{colours["page"]}"/>']
    for index, place in enumerate(layout.boards):
        parts += board(scene, index, layout, place, theme, dark, whole)
    parts += beside.tanks(scene, layout, colours) + beside.maps(scene, layout, theme, colours)
    return parts + beside.timeline(scene.timeline, scene.tick, layout, colours) if scene.timeline else parts


def png(scene: Scene, folder: Path, cell: int = UNIT, dark: bool = False) -> bytes:
    """The scene as a PNG file's bytes."""
    return rasterise(svg(scene, folder, cell, dark))


def rgb(game: Game, scene: Scene, cell: int = 24, dark: bool = False) -> "NDArray[uint8]":
    """The scene as a NumPy array of height x width x 3 bytes."""
    import numpy

    return numpy.asarray(_Animation([scene], folder_of(game), cell, dark).frame(scene))


def match_gif(match: Match, viewer: int = EVERYONE, dark: bool = False) -> bytes:
    """A match as a GIF file's bytes, from a player's eyes or, after the end, with everything shown."""
    import io

    viewer = 0 if viewer == EVERYONE and match.game.PLAYERS == 1 else viewer
    file = io.BytesIO()
    write_gif(_scenes(match, viewer), file, folder_of(match.game), dark=dark)
    return file.getvalue()


def _scenes(match: Match, viewer: int) -> list[Scene]:
    """The scenes of a match. A very long one is shown in steps of several plies, so that its picture stays small."""
    if len(match.plies) <= SCENES:
        moments = moments_of(match, viewer)
        step = -(-len(moments) // SCENES)
        return [moment.scene for moment in [*moments[:-1:step], moments[-1]]]
    again = Match.of_text(match.game, match.setup_text, match.seed)
    scenes, step = [again.scene(viewer)], -(-len(match.plies) // SCENES)
    for number, ply in enumerate(match.plies, 1):
        again.act(ply.player, ply.action)
        if number % step == 0 or number == len(match.plies):
            scenes.append(again.scene(viewer))
    return scenes


def rasterise(text: str) -> bytes:
    """An SVG text as PNG."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as wrong:
        raise Unavailable("pictures need resvg-py: pip install resvg-py") from wrong
    has_text = "<text" in text
    fonts = [_spare_font()] if has_text else None
    return bytes(svg_to_bytes(svg_string=text, skip_system_fonts=not has_text, font_files=fonts))


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
    animation = _Animation(scenes, folder, cell, dark)
    shared = animation.colours([animation.frame(scene) for scene in scenes[:: max(1, len(scenes) // 6)][:7]])
    flat: list[Image.Image] = []  # with a byte a pixel: there may be many
    times: list[int] = []
    steps = 2 if len(scenes) > MANY else STEPS

    def add(frame: Image.Image, time: int) -> None:
        flat.append(frame.quantize(palette=shared, dither=Image.Dither.NONE))
        times.append(time)

    for number, scene in enumerate(scenes):
        before = scenes[number - 1] if number and len(scenes) <= TOO_MANY else None
        if before is not None and animation.moves(before, scene):
            for step in range(1, steps):
                add(animation.frame(scene, before, step / steps), STEP_TIME)
        add(
            animation.frame(scene),
            HOLD_END if number == len(scenes) - 1 else HOLD_TICK if scene.timeline else HOLD,
        )
    flat[0].save(
        path, format="GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, optimize=False, disposal=1
    )


@cache
def _looks(folder: Path, cell: int, dark: bool) -> "dict[tuple[object, ...], Image]":
    """Drawings of a game's pieces by how they look; `_Animation` fills it, and `cache` keeps it for the next one."""
    return {}


class _Animation:
    """Makes the frames: what stands still is drawn once a scene, each piece once a look."""

    def __init__(self, scenes: Sequence[Scene], folder: Path, cell: int, dark: bool) -> None:
        self.layout, self.theme, self.dark = layout_of(scenes, False), theme_of(folder), dark
        pixels = min(PIXELS, ALL_PIXELS / len(scenes))
        fitting = int((pixels / self.layout.width / self.layout.height) ** 0.5 * UNIT)
        self.cell = cell or max(16, min(40, fitting))
        self.drawings: dict[object, Image] = {}
        self.looks = _looks(folder, self.cell, dark)

    def frame(self, scene: Scene, before: Scene | None = None, share: float = 1.0) -> "Image":
        """The picture of a scene; with `before`, of the way there."""
        image = self._ground(scene)
        old = {piece.id: piece for piece in before.pieces} if before else {}
        eased = 1 - (1 - share) ** 2
        for piece in in_order(scene.pieces):
            earlier = old.pop(piece.id, None)
            if earlier is not None and earlier.layer == piece.layer:
                self._put(image, piece, scene, earlier.cell, eased)
            else:
                self._put(image, piece, scene, piece.cell, 1.0, share if before else 1.0)
        for gone in old.values():
            self._put(image, gone, scene, gone.cell, 1.0, 1 - share)
        return image.convert("RGB")

    def moves(self, before: Scene, scene: Scene) -> bool:
        """Whether anything is seen to move, come or go."""
        old = [(piece.id, piece.cell, piece.layer) for piece in before.pieces]
        return old != [(piece.id, piece.cell, piece.layer) for piece in scene.pieces]

    def colours(self, samples: "Sequence[Image]") -> "Image":
        """One palette for all frames: the theme's own colours, however rare, and those of some frames."""
        from PIL import Image, ImageColor

        wide, tall = samples[0].size
        sheet = Image.new("RGB", (wide, tall * len(samples)))
        for number, frame in enumerate(samples):
            sheet.paste(frame, (0, number * tall))
        own = sorted({ImageColor.getrgb(colour)[:3] for colour in palette(self.dark, "paper").values()})
        shared = sheet.quantize(256 - len(own), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        common = (shared.getpalette() or [])[: 3 * (256 - len(own))]
        shared.putpalette([*common, *(part for colour in own for part in colour)])
        return shared

    def _ground(self, scene: Scene) -> "Image":
        """A new image of what stands still, each part drawn once a look: the boards, the sentences, the marks."""
        layout, colours = self.layout, palette(self.dark, "paper")
        tanks = list(filter(is_tank, scene.meters))
        look = json_of((scene.layers, scene.labels, scene.maps, scene.timeline, scene.tick, scene.window, tanks))

        def ground() -> str:
            parts = still(scene, layout, self.theme, self.dark, whole=False)
            return document(layout.width, layout.height, self.cell, parts)

        image = self._drawn(look, ground).copy()
        sentences = foot(scene, layout, colours, 10)
        text = document(layout.width, layout.height - layout.foot, self.cell, sentences)
        image.alpha_composite(self._drawn(text, lambda: text), (0, round(layout.foot * self.cell / UNIT)))
        marks = "".join(self._marked(scene, index, place) for index, place in enumerate(layout.boards))
        if marks:
            marked = document(layout.width, layout.height, self.cell, [marks])
            image.alpha_composite(self._drawn(marked, lambda: marked))
        return image

    def _marked(self, scene: Scene, index: int, place: BoardPlace) -> str:
        """The marks of a board where they lie in the picture."""
        colours = palette(self.dark, scene.layers[index].tone)
        parts = "".join(marks_of(scene, index, self.layout.window, colours))
        where = f"translate({place.x - place.rim:g} {place.y - place.rim:g})"
        return f'<defs>{hatch(index, colours)}</defs><g transform="{where}">{parts}</g>' if parts else ""

    def _drawn(self, key: object, make: Callable[[], str]) -> "Image":
        """The image of an SVG text, which is made only if `key` is new."""
        if key not in self.drawings:
            if len(self.drawings) > KEPT:
                self.drawings.clear()
            self.drawings[key] = image_of(make())
        return self.drawings[key]

    def _put(
        self, image: "Image", piece: Piece, scene: Scene, origin: int, share: float, strength: float = 1.0
    ) -> None:
        """Lay a piece over an image, on its way (`share` of it done) from the cell `origin` to its own."""
        place, window = self.layout.boards[piece.layer], self.layout.window
        end, start = middle(piece.cell, scene.width, window), middle(origin, scene.width, window)
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

    def _look(self, piece: Piece, scene: Scene) -> "Image":
        """The drawing of a piece, half a cell larger than its cell on all sides together."""
        tone = scene.layers[piece.layer].tone
        key = (*look_of(piece), tone)
        if key not in self.looks:
            colours, pixels = palette(self.dark, tone), round(self.cell * 1.5)
            self.looks[key] = image_of(piece_picture(piece, scene.legend, self.theme, colours, pixels, UNIT * 1.5))
        return self.looks[key]


def image_of(text: str) -> "Image":
    """An SVG text as an image."""
    import io

    from PIL import Image

    return Image.open(io.BytesIO(rasterise(text))).convert("RGBA")
