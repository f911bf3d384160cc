"""What Grid Universe's README shows works as shown."""

import contextlib
import inspect
import io
import re
from pathlib import Path

from gridhall.games import grid_universe
from gridhall.games.grid_universe import author
from gridhall.games.grid_universe.generate import distances, maze
from gridhall.games.grid_universe.kinds import KINDS
from gridhall.games.grid_universe.level import PROPERTIES
from gridhall.match import Match
from gridhall.registry import levels, load
from gridhall.rng import Dice

TEXT = (Path(grid_universe.__file__).parent / "README.md").read_text("utf-8")


def test_the_level_of_the_readme_can_be_played():
    (drawn,) = re.findall(r"```level\n(.*?)```", TEXT, re.DOTALL)
    match = Match.of_text(grid_universe, drawn)
    match.play("down")
    assert match.facts()["agent"] == [1, 2]


def test_the_python_of_the_readme_runs():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
            exec(compile(code, "README", "exec"), {})
    assert printed.getvalue() == "(5, 0)\nTrue\n12 [7, 2]\n"


def test_the_readme_names_every_kind_property_and_word():
    for name in (
        *KINDS,
        *PROPERTIES,
        *(grid_universe.word(None, None, action) for action in range(grid_universe.ACTIONS)),
    ):
        assert re.search(rf"\b{name}\b", TEXT), name


def test_the_readme_has_the_headings_of_every_game():
    for heading in ("Aim", "A turn", "The end", "Actions", "What is secret"):
        assert f"\n## {heading}\n" in TEXT


def row(head):
    """What the table of the first engine says here of what begins so there."""
    (answer,) = re.findall(rf"^\| {re.escape(head)}.*?\| (.*) \|$", TEXT, re.MULTILINE)
    return answer


def test_all_that_the_first_engine_offered_is_there_under_the_names_told():
    whole = inspect.signature(grid_universe.generate).parameters
    for option in re.findall(r"--([a-z-]+)", row("`maze.generate`") + row("`cipher_objective_levels`")):
        assert option == "seed" or option.replace("-", "_") in whole
    names = re.findall(r"`([a-z-]+)`", row("`generate_task_suite`").partition(";")[0])
    assert len(names) == 14 and set(names) <= {level.name for level in levels(load("grid_universe"))}
    for name in re.findall(r"`(?:author\.)?([a-z]+)`", row("`create_agent`")):
        assert callable(getattr(author, name))
    for name in re.findall(r"`([a-z_]+)(?:\(\))?`", row("`to_state`") + row("`Level`: `add`")):
        assert name == "move_obj" or hasattr(author.Level, name), name
    for name in ("add", "add_many", "remove", "remove_if", "move", "clear_cell", "objects_at"):
        assert hasattr(author.Level, name)


def test_a_perfect_maze_has_one_way_between_any_two_tiles():
    for walls, perfect in ((100, True), (50, False)):
        cells = maze(Dice(4), 15, 11, walls)
        ways = sum((x + dx, y + dy) in cells for x, y in cells for dx, dy in ((1, 0), (0, 1)))
        assert (ways == len(cells) - 1) is perfect and len(distances(cells, (0, 0))) == len(cells)
