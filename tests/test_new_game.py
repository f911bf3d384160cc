"""From `gridhall new-game` to a game that is played, proved or beaten, learnt, drawn, printed and served, at once."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import gridhall.learn
from gridhall import registry
from gridhall.__main__ import main
from gridhall.server.pages.cards import game_card

Run = Callable[..., str]
MOST_LINES = 300


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str, code: int = 0) -> str:
        """What a command line prints, which must end with this exit code."""
        assert main(list(arguments)) == code, capsys.readouterr().err
        return capsys.readouterr().out

    return run


def new_game(run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, players: str) -> list[Path]:
    """A game of one's own, in a folder where games are found."""
    files = json.loads(run("new-game", name, "--players", players, "--at", str(folder), "--json"))["files"]
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, str(folder)])
    return [Path(file) for file in files]


def test_a_puzzle_goes_the_whole_way(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = new_game(run, monkeypatch, tmp_path / "games", "my_puzzle", "1")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files if file.suffix == ".py") < MOST_LINES
    assert "My puzzle" in run("games") and "First steps" in run("levels", "my_puzzle")
    words = "right; right; down; right; down"
    record = str(tmp_path / "match.jsonl")
    match = gridhall.Match("my_puzzle")
    for word in words.split("; "):
        match.play(word)
    match.save(record)
    assert "5 words, won" in run("verify", record)
    assert words in run("solve", "my_puzzle")
    assert run("draw", "my_puzzle", "-o", str(tmp_path / "level.svg")) and (tmp_path / "level.svg").exists()
    assert run("print", "my_puzzle", "-o", str(tmp_path / "level.pdf")) and (tmp_path / "level.pdf").exists()
    envs = gridhall.learn.vector("my_puzzle", num_envs=2)
    envs.reset(seed=1)
    for action in (1, 1, 2, 1, 2):
        _, rewards, terminated, _, _ = envs.step(np.array([action, action]))
    assert terminated.all() and (rewards > 0).all()
    assert game_card("my_puzzle").title == "My puzzle"


def test_a_duel_goes_the_whole_way(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = new_game(run, monkeypatch, tmp_path / "games", "my_duel", "2")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files if file.suffix == ".py") < MOST_LINES
    assert '"winner": 1' in run("run", "my_duel", "--actions", "a1; b1; a2; b2; a3", "--json")
    table = json.loads(
        run("arena", "my_duel", "easy", "hard", "--matches", "4", "--seed", "1", "--json").splitlines()[-1]
    )
    assert table
    duels = gridhall.learn.duels("my_duel", 2)
    duels.reset(seed=1)
    duels.step(duels.action_masks().argmax(2))
    assert run("draw", "my_duel", "-o", str(tmp_path / "board.svg")) and (tmp_path / "board.svg").exists()
    assert len(game_card("my_duel").levels_of_play) == 2


@pytest.mark.parametrize("name", ["My-game", "9lives", "class", "", "a" * 41, "../up"])
def test_what_cannot_be_a_games_id_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    run("new-game", name, "--at", str(tmp_path), code=2)
    assert not list(tmp_path.glob("**/rules.py"))


def test_nothing_is_overwritten(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run("new-game", registry.games()[0], "--at", str(tmp_path), code=2)
    run("new-game", "twice", "--at", str(tmp_path))
    (tmp_path / "twice" / "rules.py").write_text("mine\n", "utf-8")
    run("new-game", "twice", "--at", str(tmp_path), code=2)
    assert (tmp_path / "twice" / "rules.py").read_text("utf-8") == "mine\n"
