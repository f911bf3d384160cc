"""Every game found keeps the whole contract; and each check finds the mistake it is there for."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.sampling import largest

from gridhall import registry
from gridhall.__main__ import main
from gridhall.conformance import CHECKS, Broken, Check
from gridhall.game import Game
from gridhall.kernel import kernel
from gridhall.scene import Preview, Scene

MARKED = 1  # the event of three in a row
TEMPLATES = Path(registry.__file__).parent / "templates"
GAMES = registry.games()
BY_NAME = {check.name: check for check in CHECKS}


@pytest.fixture
def templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that `new-game` copies are found beside the shipped ones."""
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(TEMPLATES)])


# To compile the largest game for matches at random takes half a minute.
KEPT = [
    pytest.param(name, check, marks=pytest.mark.slow if (name, check.name) == (largest(GAMES), "endings") else ())
    for name in GAMES
    for check in CHECKS
]


@pytest.mark.parametrize(("name", "check"), KEPT, ids=str)
def test_every_game_keeps_the_contract(name: str, check: Check) -> None:
    check.hold(name)


@pytest.mark.parametrize("name", GAMES)
def test_no_index_of_a_game_is_out_of_range(name: str) -> None:
    """Compiled, nothing checks an index; a process that was started with GRIDHALL_BOUNDS checks each."""
    command = [sys.executable, "-m", "gridhall", "conformance", name, "--check", "speeds"]
    checked = {**os.environ, "GRIDHALL_BOUNDS": "1", "NUMBA_NUM_THREADS": "1"}
    done = subprocess.run(command, env=checked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("check", [check for check in CHECKS if check.name not in ("speeds", "endings")], ids=str)
@pytest.mark.parametrize("name", ["crumble", "three_in_a_row"])
def test_so_do_the_games_that_others_begin_with(templates: None, name: str, check: Check) -> None:
    check.hold(name)


def changed(name: str, **mistakes: Any) -> Game:
    """A game with mistakes in it."""
    return registry.with_functions(registry.load(name), **mistakes)


@kernel
def forgets_to_blank(setup, state, player):
    """Nothing is hidden."""


@kernel
def everything_is_legal(setup, state, player, action):
    return 0


@kernel
def always_won(setup, state, player):
    return 1


@kernel
def observes_the_seed(setup, state, player, planes, scalars):
    scalars[0] = state.rng % 7


@kernel
def observes_too_much(setup, state, player, planes, scalars):
    scalars[0] = 99


def mistakes(puzzle: Game, duel: Game) -> dict[str, tuple[str, dict[str, Any], str]]:
    """For each check: a game, the mistake, and what must be said of it."""

    def scene(game: Game, **changes: Any) -> Any:
        def wrong(setup: Any, state: Any, player: int) -> Scene:
            drawn = game.scene(setup, state, player)
            for name, change in changes.items():
                setattr(drawn, name, change(getattr(drawn, name)))
            return drawn

        return wrong

    def moves_the_piece(setup: Any, view: Any, player: int, action: int) -> Any:
        view.moves += 1
        return Preview()

    def bad_draft(text: str) -> Any:
        raise ValueError("no board")

    def tells_the_mover_more(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str:
        return "You mark a cell." if player == who else "A cell is marked."

    return {
        "names": ("crumble", {"TITLE": 7}, "TITLE is 7"),
        "drafts": ("crumble", {"draft": bad_draft}, "ValueError: no board"),
        "setups": ("crumble", {"write_setup": lambda setup, state: "@.E\n"}, "differs"),
        "words": ("crumble", {"word": lambda setup, state, action: "up"}, "the word 'up' of action"),
        "turns": ("crumble", {"outcome": always_won}, "somebody may act, but the outcomes are [1]"),
        "refusals": ("crumble", {"read_word": lambda setup, state, text: 0, "refusal": everything_is_legal}, "refused"),
        "replay": ("crumble", {"word": lambda setup, state, action: "down"}, ""),
        "views": ("crumble", {"resample": forgets_to_blank, "hide": step_and_hide}, "hiding a view of player 1 again"),
        "secrecy": ("crumble", {"observe": observes_the_seed}, "scalars of player 1 differ"),
        "public": ("three_in_a_row", {"PUBLIC": (MARKED,), "describe": tells_the_mover_more}, "is public, but told as"),
        "observations": ("three_in_a_row", {"observe": observes_too_much}, "the scalar turns is 99"),
        "scenes": ("crumble", {"scene": scene(puzzle, status=lambda _: "")}, "no status"),
        "offers": ("three_in_a_row", {"scene": scene(duel, choices=lambda choices: choices[:-1])}, "is offered"),
        "keys": ("crumble", {"scene": scene(puzzle, choices=same_key)}, "the key 'x' means"),
        "previews": ("crumble", {"preview": moves_the_piece}, "has changed the view"),
        "danger": ("crumble", {"fatal": lambda *_: 1}, "is called surely fatal, but survives"),
        "speech": ("crumble", {"scene": scene(puzzle, pieces=lambda _: [], meters=lambda _: [])}, "nothing says"),
    }


@kernel
def step_and_hide(setup, state, player):
    state.rng += 1


def same_key(choices: list[Any]) -> list[Any]:
    for choice in choices:
        choice.key = "x"
    return choices


@pytest.mark.parametrize("name", [check.name for check in CHECKS])
def test_each_check_finds_the_mistake_it_is_there_for(templates: None, name: str, tmp_path: Path) -> None:
    table = mistakes(registry.load("crumble"), registry.load("three_in_a_row"))
    if name in table:
        game, changes, said = table[name]
        with pytest.raises(Broken) as broken:
            BY_NAME[name].hold(changed(game, **changes))
        assert said in broken.value.problem
        assert f"{game} breaks {name!r}: {BY_NAME[name].promise}" in str(broken.value)
    else:
        assert name in ("levels", "lesson", "drawings", "speeds", "endings")  # these have a test of their own


def test_a_failing_match_is_made_small(templates: None) -> None:
    def late(setup: Any, state: Any, player: int) -> Scene:
        drawn = registry.load("crumble").scene(setup, state, player)
        drawn.status = "" if state.moves > 2 else drawn.status
        return drawn

    with pytest.raises(Broken) as broken:
        BY_NAME["scenes"].hold(changed("crumble", scene=late))
    assert broken.value.match.count(";") == 2  # three words
    assert broken.value.match.startswith("the default, seed 0, after `")


def test_levels_lessons_and_drawings_are_held_against_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["new-game", "spoilt_copy", "--at", str(tmp_path)]) == 0
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(tmp_path)])
    index = tmp_path / "spoilt_copy" / "levels" / "index.json"
    index.write_text(index.read_text("utf-8").replace('"length": 5', '"length": 4'), "utf-8")
    with pytest.raises(Broken, match="certified are 4 moves, the witness has 5"):
        BY_NAME["levels"].hold("spoilt_copy")
    guide = tmp_path / "spoilt_copy" / "guide.json"
    guide.write_text(guide.read_text("utf-8").replace('"way": ["right", "right"]', '"way": ["right"]'), "utf-8")
    with pytest.raises(Broken, match="'Walk' is not done by its own way"):
        BY_NAME["lesson"].hold("spoilt_copy")
    (tmp_path / "spoilt_copy" / "theme.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    with pytest.raises(Broken, match="no <symbol>"):
        BY_NAME["drawings"].hold("spoilt_copy")


@kernel
def never_ends(setup, state):
    return 1


@kernel
def nothing_happens(setup, state, player, action):
    state.turns = 0


def test_a_match_that_never_ends_is_found(templates: None) -> None:
    endless = changed("three_in_a_row", acting=never_ends, step=nothing_happens, refusal=everything_is_legal)
    with pytest.raises(Broken, match=r"no end after 1,000,000 plies"):
        BY_NAME["endings"].hold(endless)


@kernel
def counts_what_python_wraps(setup, state, player, action):
    state.cells[action] = player + 1
    state.turns += 1 if (state.rng + 0x7FFFFFFFFFFFFFFF) // 2 == 0x3FFFFFFFFFFFFFFF + state.rng // 2 else 2


def test_speeds_that_differ_are_found(templates: None) -> None:
    with pytest.raises(Broken):
        BY_NAME["speeds"].hold(changed("three_in_a_row", step=counts_what_python_wraps))


def test_the_command_says_what_is_kept_and_what_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new-game", "told_copy", "--players", "2", "--at", str(tmp_path)])
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(tmp_path)])
    capsys.readouterr()
    assert main(["conformance", "told_copy", "--check", "words", "--check", "offers"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "The contract is kept."
    monkeypatch.setattr(registry.load("told_copy"), "word", lambda setup, state, action: "b2")
    assert main(["conformance", "told_copy", "--check", "words", "--json"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["error"]["match"] == "the default, seed 0, before the first word"
    assert main(["conformance", "told_copy", "--check", "wrods"]) == 2
    assert "there is no check 'wrods'" in capsys.readouterr().err
