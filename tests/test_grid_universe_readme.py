"""What Grid Universe's README shows works as shown."""

import contextlib
import io
import re
from pathlib import Path

from gridhall.games import grid_universe
from gridhall.games.grid_universe.drawing import KINDS
from gridhall.games.grid_universe.level import PROPERTIES
from gridhall.match import Match

TEXT = (Path(grid_universe.__file__).parent / "README.md").read_text("utf-8")


def test_the_level_of_the_readme_can_be_played():
    (drawn,) = re.findall(r"```level\n(.*?)```", TEXT, re.DOTALL)
    match = Match.of_text(grid_universe, drawn)
    match.play("down")
    assert match.facts()["agent"] == [1, 2]


def test_the_python_of_the_readme_runs():
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README", "exec"), {})
    assert printed.getvalue() == "(5, 0)\nTrue\n"


def test_the_readme_names_every_kind_property_and_word():
    for name in (*KINDS, *PROPERTIES, *(grid_universe.word(None, None, action) for action in range(grid_universe.ACTIONS))):
        assert re.search(rf"\b{name}\b", TEXT), name


def test_the_readme_has_the_headings_of_every_game():
    for heading in ("Aim", "A turn", "The end", "Actions", "What is secret"):
        assert f"\n## {heading}\n" in TEXT
