"""Pictures: whatever a scene says is drawn, as valid SVG, as PNG, and as a GIF in which pieces move."""

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from gridhall import registry
from gridhall.match import Match
from gridhall.render.picture import match_gif, png, rgb, svg, write_gif
from gridhall.render.svg import UNIT, theme_of
from gridhall.replay import moments_of
from gridhall.scene import Kind, Labels, Layer, Mark, Meter, Outcome, Piece, Row, Scene, Tick, Timeline

pytestmark = pytest.mark.usefixtures("toys")
TOYS = Path(__file__).parent / "toy"
FOLDER = TOYS / "steps"
LEGEND = {
    "floor": Kind(".", "floor"),
    "wall": Kind("#", "wall", join=True),
    "exit": Kind("E", "exit"),
    "you": Kind("@", "you"),
    "odd": Kind("?", "odd"),
}


def shots(path: Path) -> "list[NDArray[np.int_]]":
    """The frames of an animation as numbers."""
    with Image.open(path) as animation:
        frames = ImageSequence.Iterator(animation)
        return [np.asarray(frame.convert("RGB")).astype(np.int_) for frame in frames]


def everything() -> Scene:
    """A scene that uses all there is."""
    lines = [
        Mark(style, line=[8, 11, 7], arrow=True) for style in ("trail", "known", "shot", "light", "danger", "path")
    ]
    cells = [Mark("danger", cells=[2]), Mark("good", cells=[3]), Mark("last", cells=[4]), Mark("choice", cells=[5])]
    own = Row([Tick("W↑"), Tick("F", state="plan"), Tick(state="next")], name="B", owner=1)
    return Scene(
        width=4,
        height=3,
        legend=LEGEND,
        layers=[
            Layer(["#..E", "?..#", "...."], "Alpha", "you & me", "day"),
            Layer(["....", ".##.", "...."], "Beta", "", "night", False),
        ],
        pieces=[
            Piece("1", "you", 1, facing=3, owner=1, label="B", badge="<5", held="exit"),
            Piece("2", "odd", 5, owner=2, faded=True),
            Piece("3", "you", 2, layer=1),
        ],
        marks=[*cells, *lines, Mark("beam", line=[0, 3], owner=1, arrow=True)],
        meters=[
            Meter("cells", "Tank", 5, 12, place="left", group=4, limit=9, gain=2),
            Meter("bar", "Moves", 1, 9),
            Meter("cells", "Warp", 1, 3, place="right", group=1),
        ],
        labels=Labels(list("abcd"), list("123")),
        status="Go < there & win.",
        maps=[Layer(["..", ".E"], "1"), Layer(["..", "@."], "2", focus=False)],
        timeline=Timeline(3, [own, Row([Tick(state="sealed"), Tick("x", state="dead")], owner=2)]),
        tick=2,
    )


@pytest.mark.parametrize("dark", [False, True])
def test_all_of_a_scene_is_well_formed_svg_without_variables(dark: bool) -> None:
    text = svg(everything(), FOLDER, dark=dark)
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg") and "var(" not in text
    words = {"".join(node.itertext()) for node in root.iter() if node.tag.endswith("text")}
    assert {"Go < there & win.", "Alphayou & me", "Tank", "B", "<5", "W↑", "a", "3"} <= words


def test_what_one_could_do_is_not_drawn_in_a_picture() -> None:
    quiet = Scene(width=2, height=1, legend=LEGEND, layers=[Layer([".."])])
    marks = [Mark("choice", cells=[1]), Mark("path", line=[0, 1]), Mark("reach", cells=[0])]
    marked = Scene(width=2, height=1, legend=LEGEND, layers=[Layer([".."])], marks=marks)
    assert svg(quiet, FOLDER) == svg(marked, FOLDER)


def test_the_colour_of_a_piece_is_its_owners() -> None:
    def drawn(owner: int) -> str:
        return svg(
            Scene(width=1, height=1, legend=LEGEND, layers=[Layer(["."])], pieces=[Piece("1", "odd", 0, owner=owner)]),
            FOLDER,
        )

    assert "#c5341a" in drawn(1) and "#1a5fb4" in drawn(2) and "#c5341a" not in drawn(2)


def test_a_png_has_the_size_asked_for() -> None:
    small, large = (Image.open(io.BytesIO(png(everything(), FOLDER, cell=cell))) for cell in (12, 48))
    assert abs(large.width - 4 * small.width) <= 4 and large.format == "PNG"


def test_an_outer_ring_of_wall_is_drawn_half() -> None:
    ring = Scene(width=3, height=3, legend=LEGEND, layers=[Layer(["###", "#.#", "###"])])
    free = Scene(width=3, height=3, legend=LEGEND, layers=[Layer(["###", "#.#", "##."])])
    assert f'<rect width="{3 * UNIT}" height="{3 * UNIT}" rx="9"' in svg(free, FOLDER)
    assert f'<rect width="{3 * UNIT - 52}" height="{3 * UNIT - 52}" rx="9"' in svg(ring, FOLDER)


def test_fog_covers_what_was_never_seen() -> None:
    def middle(fog: str) -> tuple[int, ...]:
        scene = Scene(width=1, height=1, legend=LEGEND, layers=[Layer(["#"], fog=[fog])], status="")
        image = Image.open(io.BytesIO(png(scene, FOLDER))).convert("RGB")
        pixel = image.getpixel((20 + 24, 20 + 20))
        assert isinstance(pixel, tuple)
        return pixel

    assert len({middle(fog) for fog in "?-+"}) == 3


def test_a_piece_moves_between_the_frames_of_a_gif(tmp_path: Path) -> None:
    scenes = [
        Scene(width=5, height=1, legend=LEGEND, layers=[Layer(["....."])], pieces=[Piece("1", "you", cell)])
        for cell in (0, 4)
    ]
    write_gif(scenes, tmp_path / "one.gif", FOLDER, cell=24)
    frames = shots(tmp_path / "one.gif")
    assert len(frames) == 5
    gold = [np.argwhere((frame[:, :, 0] > 220) & (frame[:, :, 2] < 60))[:, 1].mean() for frame in frames]
    assert gold == sorted(gold) and gold[-1] - gold[0] > 3.5 * 24 and gold[0] + 10 < gold[1] < gold[-1]


def test_a_piece_of_a_gif_shows_what_it_stands_on() -> None:
    """Pieces are drawn once for each look, and what they cover is part of it."""
    plain, covering = (
        Scene(width=5, height=1, legend=LEGEND, layers=[Layer(["....."])], pieces=[Piece("1", "you", 2, over=kind)])
        for kind in ("", "exit")
    )
    game = registry.load("steps")
    assert (rgb(game, plain, cell=40) != rgb(game, covering, cell=40)).any()


def test_a_gif_of_a_match_from_the_start_to_the_end() -> None:
    match = Match("steps", "corner")
    for word in ["s", "s", "e", "e", "e"]:
        match.play(word)
    scenes = [moment.scene for moment in moments_of(match, 0)]
    assert len(scenes) == 6 and scenes[-1].outcome
    image = Image.open(io.BytesIO(match_gif(match)))
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert image.format == "GIF" and len(times) > 6 and times[0] < 1000 < times[-1]


def test_windows_that_grow_share_one_frame(tmp_path: Path) -> None:
    small, large = Layer(["..", ".."], fog=["++", "++"]), Layer(["...", "...", "..."], fog=["+++", "+++", "+-+"])
    scenes = [
        Scene(width=9, height=9, legend=LEGEND, layers=[small], window=[4, 4, 2, 2]),
        Scene(
            width=9, height=9, legend=LEGEND, layers=[large], window=[3, 4, 3, 3], pieces=[Piece("1", "you", 3 * 9 + 6)]
        ),
    ]
    write_gif(scenes, tmp_path / "one.gif", FOLDER, cell=16)
    frames = shots(tmp_path / "one.gif")
    assert all(frame.shape == frames[0].shape for frame in frames) and (frames[0] != frames[-1]).any()


def test_numbers_for_learning() -> None:
    picture = rgb(registry.load("steps"), Match("steps", "corner").scene(0), cell=16)
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3


@pytest.mark.parametrize("name", registry.games())
def test_every_games_start_is_drawn_with_its_own_symbols(name: str) -> None:
    match = Match(name, seed=1)
    theme = theme_of(registry.folder_of(match.game))
    viewer = 0
    scene = match.scene(viewer)
    drawn = {
        name
        for name, kind in scene.legend.items()
        if kind.join or kind.text == "." or name in theme or f"{name}1" in theme
    }
    missing = set(scene.legend) - drawn
    assert not missing, f"theme.svg has no symbol for {missing}"
    ElementTree.fromstring(svg(scene, registry.folder_of(match.game)))
    assert png(scene, registry.folder_of(match.game), cell=16)


def test_an_outcome_is_the_sentence_of_the_last_frame() -> None:
    over = Scene(
        width=1, height=1, legend=LEGEND, layers=[Layer(["."])], status="old", outcome=Outcome("Won", lines=["in 3"])
    )
    assert "Won. in 3" in svg(over, FOLDER) and "old" not in svg(over, FOLDER)
