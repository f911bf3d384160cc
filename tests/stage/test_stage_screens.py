"""The full screen is drawn as the pictures in `screens/` show it; `tests/stage/screens.py` makes them."""

from pathlib import Path

import pytest
from tests.stage.screens import SMALL, drawn, kept_scene, menu_pictures, picture_path
from tests.stage.sitting_at import SIZES

from gridhall import registry


@pytest.mark.parametrize("size", [SMALL, *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", registry.games())
def test_a_scene_is_drawn_as_its_picture_shows(name: str, size: tuple[int, int], home: Path) -> None:
    text = drawn(name, kept_scene(name), size)
    assert text == picture_path(name, size).read_text("utf-8")
    lines = text.splitlines()
    assert len(lines) <= size[1] and all(len(line) <= size[0] for line in lines)
    assert "? help" in text


@pytest.mark.parametrize("size", [SMALL, *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_menu_is_drawn_as_its_pictures_show(size: tuple[int, int], home: Path) -> None:
    for name, text in menu_pictures(size).items():
        assert text == picture_path(name, size).read_text("utf-8"), name
        lines = text.splitlines()
        assert len(lines) <= size[1] and all(len(line) <= size[0] for line in lines), name
        assert "Esc" in lines[-1] or "Esc" in lines[-2]
