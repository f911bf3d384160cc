"""A variant of Grid Universe with a movement and an objective of its own, as the README shows it, in a folder outside
the package.
"""

import copy
import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gridhall import registry
from gridhall.errors import BadSetup
from gridhall.games import grid_universe
from gridhall.kernel import array, bind, compiled, kernel
from gridhall.match import Match

README = (Path(grid_universe.__file__).parent / "README.md").read_text("utf-8")
LEVEL = (
    "; move: gallop\n; objective: hunt\n#########\n#@...^.c#\n#########\nc = floor + monster health 1 chasing(path)\n"
)
WORDS = ["right", "wait"]
game: Any = None  # filled by kernel.bind


@pytest.fixture
def hunt(tmp_path, monkeypatch):
    """The game of the README's example, found by listing its folder; gone afterwards."""
    (example,) = re.findall(r"```variant\n(.*?)```", README, re.DOTALL)
    (tmp_path / "hunt").mkdir()
    (tmp_path / "hunt" / "__init__.py").write_text(example, "utf-8")
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(tmp_path)])
    home = importlib.import_module("gridhall.games")
    before = list(home.__path__)
    yield registry.load("hunt")
    home.__path__[:] = before
    del home.hunt
    for name in [name for name in sys.modules if name.startswith("gridhall.games.hunt")]:
        del sys.modules[name]
    registry.load.cache_clear()


def test_a_variant_plays_its_own_movement_and_objective(hunt):
    match = Match(hunt, LEVEL)
    assert (
        match.scene(0).status == "Let every monster die."
        and match.scene(0).hint == "Gallop: every step covers two tiles."
    )
    assert hunt.preview(match.setup, match.view(0), 0, 3).pieces[-1].cell == 12  # two tiles on
    match.play("right")
    assert match.facts()["agent"] == [3, 1]
    for word in WORDS[1:]:
        match.play(word)
    assert match.outcome == "won"


def test_a_variant_has_all_that_grid_universe_has(hunt):
    assert hunt.TITLE == "The Hunt" and hunt.step is not grid_universe.step
    level = Match(hunt, "; title: Plain\n@.*\n..E\n")
    for word in ("right", "right", "pick", "down"):
        level.play(word)
    assert level.outcome == "won"
    text = hunt.write_setup(*hunt.read_setup(LEVEL))
    assert "; move: gallop" in text and "; objective: hunt" in text
    board = importlib.import_module("gridhall.games.hunt.author").Level.from_text(LEVEL)
    assert board.to_match().game is hunt


def test_grid_universe_itself_stays_as_it_is(hunt):
    with pytest.raises(BadSetup, match="gallop"):
        Match("grid_universe", LEVEL)
    variant = importlib.import_module("gridhall.games.grid_universe.variant")
    with pytest.raises(ValueError, match="folder of its own"):
        variant.add_objective("mine", lambda setup, state, cell: True)
    own = importlib.import_module("gridhall.games.hunt.variant")
    with pytest.raises(ValueError, match="taken"):
        own.add_move("gravity", lambda: None)


@kernel
def play_all(setup, state, states, actions, count):
    for n in range(count):
        game.step(setup, state, 0, actions[n])
        states[n].score = state.score
        states[n].ending = state.ending
        states[n].cells[setup.agent] = state.cells[setup.agent]


@pytest.mark.slow
def test_a_variant_is_compiled_and_solved(hunt):
    import numpy

    from gridhall.solve import prove

    match = Match(hunt, LEVEL)
    certificate = prove(match)
    assert (certificate.status, certificate.length) == ("OPTIMAL", len(WORDS))
    setup, state = hunt.read_setup(LEVEL)
    actions = [hunt.read_word(setup, state, word) for word in WORDS]
    seen = array(type(state), len(actions))
    compiled(bind(play_all, hunt))(
        array(setup)[0], array(copy.copy(state))[0], seen, numpy.array(actions), len(actions)
    )
    for number, word in enumerate(WORDS):
        match.play(word)
        position = seen[number]
        assert (position["score"], position["ending"], position["cells"][match.setup.agent]) == (
            match.state.score,
            match.state.ending,
            match.state.cells[match.setup.agent],
        )
