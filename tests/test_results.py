"""Results between runs: best ones, the two tables of seeds, stores of other versions, stores that do not work."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gridhall.__main__ import main
from gridhall.paths import home
from gridhall.results import MIGRATIONS, OwnResult, Results

OF_1_0_0 = Path(__file__).parent / "records" / "results_1_0_0.sqlite"  # written by that version


def result(moves: int = 5, facts: dict[str, Any] | None = None, **more: Any) -> OwnResult:
    usual: dict[str, Any] = {
        "game": "steps", "version": 1, "level": "corner", "seed": 2**64 - 1, "kind": "level", "won": True,
        "seconds": 3.0, "stars": 3, "score": 7,
    }  # fmt: skip
    return OwnResult(moves=moves, facts={"moves": moves} if facts is None else facts, **{**usual, **more})


@pytest.fixture
def store(tmp_path: Path) -> Results:
    return Results(tmp_path)


def layout(path: Path) -> int:
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute("pragma user_version").fetchone()[0])


def test_nothing_is_there_at_first_and_nothing_is_created_by_looking(store: Results) -> None:
    assert store.best("steps", "corner", 1) is None and not store.path.exists() and not store.trouble


def test_a_result_comes_back_as_it_was_kept(store: Results) -> None:
    assert store.add(result(finished=1.5))
    assert store.of("steps", 1) == [result(finished=1.5)]


def test_the_best_is_won_then_untouched_then_ranked_then_fast(store: Results) -> None:
    worse = [result(won=False, moves=1), result(moves=4, undone=1), result(moves=6), result(moves=5, seconds=9.0)]
    for added in [*worse, result(moves=5, seconds=8.0)]:
        store.add(added)
    best = store.best("steps", "corner", 1, ("-moves",))
    assert best is not None and (best.moves, best.seconds, best.undone) == (5, 8.0, 0)


def test_results_of_other_rules_do_not_count(store: Results) -> None:
    store.add(result(version=2))
    assert store.best("steps", "corner", 1) is None
    assert store.best("steps", "corner", 2) is not None


def test_drawn_seeds_and_named_seeds_have_tables_of_their_own(store: Results) -> None:
    for seed, points in ((1, 10), (2, 30), (3, 20)):
        store.add(result(kind="drawn", level="", seed=seed, facts={"points": points}))
    for seed, points in ((7, 5), (7, 99), (8, 6)):  # the second attempt at 7 knows the dice
        store.add(result(kind="named", level="", seed=seed, facts={"points": points}, open=True))
    drawn, named = (store.table("steps", 1, kind, ("points",)) for kind in ("drawn", "named"))
    assert [row.seed for row in drawn] == [2, 3, 1]
    assert [(row.seed, row.facts["points"]) for row in named] == [(8, 6), (7, 5)]


def test_what_was_taken_back_is_never_in_a_table(store: Results) -> None:
    store.add(result(kind="drawn", undone=1))
    assert store.table("steps", 1, "drawn") == [] and len(store.of("steps", 1)) == 1


def test_a_result_in_words() -> None:
    assert result().text() == "yours 5, ***, 3 s"
    assert result(won=False, stars=0, undone=2).text() == "tried, 5 moves, no star, 3 s, 2 taken back"


def test_a_store_of_1_0_0_is_read_and_gone_on_with(store: Results) -> None:
    shutil.copy(OF_1_0_0, store.path)
    before = store.of("phase_shift", 1)
    assert [(row.kind, row.won, row.moves, row.stars, row.undone, row.open) for row in before] == [
        ("level", True, 8, 3, 0, False),
        ("level", True, 8, 3, 1, False),
        ("named", False, 1, 0, 0, True),
    ]
    assert store.path.read_bytes() == OF_1_0_0.read_bytes()  # looking changes nothing
    assert store.add(result(game="phase_shift", level="walkthrough", moves=7, finished=2e9)) and not store.trouble
    after = store.of("phase_shift", 1)
    assert after[:3] == before and after[3].moves == 7 and layout(store.path) == len(MIGRATIONS)


def test_a_store_of_1_0_0_is_shown_by_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path))
    shutil.copy(OF_1_0_0, tmp_path / "results.sqlite")
    assert main(["levels", "phase_shift"]) == 0
    out = capsys.readouterr().out
    (line,) = (line for line in out.splitlines() if line.strip().startswith("walkthrough "))
    assert line.endswith("yours 8, ***, 0 s") and "walkthrough" in out.partition("(open)")[2] and "seed 7" in out


def test_a_store_without_a_layout_gets_the_one_of_today(store: Results) -> None:
    with closing(sqlite3.connect(store.path)) as base:
        base.execute("vacuum")
    assert layout(store.path) == 0
    assert store.add(result(finished=1.0)) and layout(store.path) == len(MIGRATIONS)
    assert store.of("steps", 1) == [result(finished=1.0)]


def test_a_store_of_a_later_layout_is_read_but_not_written_to(store: Results) -> None:
    later = len(MIGRATIONS) + 1
    shutil.copy(OF_1_0_0, store.path)
    with closing(sqlite3.connect(store.path)) as base:
        base.execute("alter table results add column later text not null default ''")
        base.execute(f"pragma user_version = {later}")
    before = store.path.read_bytes()
    assert not store.add(result())
    assert store.trouble == (
        f"your results cannot be kept (a newer version of Gridhall has written the store, in layout {later}; "
        f"this one writes layout {later - 1}); the store is {store.path}; you can play on"
    )
    assert store.path.read_bytes() == before and len(store.of("phase_shift", 1)) == 3


@pytest.mark.parametrize(
    "damage", [b"no database at all, only text that goes on and on", b"SQLite format 3\x00" + b"\xff" * 5000]
)
def test_a_damaged_store_is_said_and_raises_nothing(store: Results, damage: bytes) -> None:
    store.path.write_bytes(damage)
    assert store.best("steps", "corner", 1) is None and "cannot be read" in store.trouble
    assert not store.add(result()) and "cannot be kept" in store.trouble
    assert store.path.read_bytes() == damage


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Results(tmp_path / "file")
    assert not store.add(result()) and "cannot be kept" in store.trouble


def test_home_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path))
    assert home() == tmp_path
    monkeypatch.delenv("GRIDHALL_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("sys.platform", "linux")
    assert home() == tmp_path / "data" / "gridhall"
