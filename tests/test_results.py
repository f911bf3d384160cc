"""Results between runs: best ones, the two tables of seeds, stores that do not work."""

import pytest

from gridhall.paths import home
from gridhall.results import OwnResult, Results


def result(**more) -> OwnResult:
    usual = {"game": "steps", "version": 1, "level": "corner", "seed": 2**64 - 1, "kind": "level", "won": True, "moves": 5, "seconds": 3.0, "stars": 3,
             "score": 7, "facts": {"moves": 5}}  # fmt: skip
    made = OwnResult(**{**usual, **more})
    return made._replace(facts={"moves": made.moves, **made.facts} if "facts" not in more else made.facts)


@pytest.fixture
def store(tmp_path):
    return Results(tmp_path)


def test_nothing_is_there_at_first_and_nothing_is_created_by_looking(store):
    assert store.best("steps", "corner", 1) is None and not store.path.exists() and not store.trouble


def test_a_result_comes_back_as_it_was_kept(store):
    assert store.add(result(finished=1.5))
    assert store.of("steps", 1) == [result(finished=1.5)]


def test_the_best_is_won_then_untouched_then_ranked_then_fast(store):
    worse = [result(won=False, moves=1), result(moves=4, undone=1), result(moves=6), result(moves=5, seconds=9.0)]
    for one in [*worse, result(moves=5, seconds=8.0)]:
        store.add(one._replace(facts={"moves": one.moves}))
    best = store.best("steps", "corner", 1, ("-moves",))
    assert (best.moves, best.seconds, best.undone) == (5, 8.0, 0)


def test_results_of_other_rules_do_not_count(store):
    store.add(result(version=2))
    assert store.best("steps", "corner", 1) is None


def test_drawn_seeds_and_named_seeds_have_tables_of_their_own(store):
    for seed, points in ((1, 10), (2, 30), (3, 20)):
        store.add(result(kind="drawn", level="", seed=seed, facts={"points": points}))
    for seed, points in ((7, 5), (7, 99), (8, 6)):  # the second attempt at 7 knows the dice
        store.add(result(kind="named", level="", seed=seed, facts={"points": points}, open=True))
    assert [one.seed for one in store.table("steps", 1, "drawn", ("points",))] == [2, 3, 1]
    assert [(one.seed, one.facts["points"]) for one in store.table("steps", 1, "named", ("points",))] == [
        (8, 6),
        (7, 5),
    ]


def test_what_was_taken_back_is_never_in_a_table(store):
    store.add(result(kind="drawn", undone=1))
    assert store.table("steps", 1, "drawn") == []


def test_a_result_in_words():
    assert result().text() == "yours 5, ***, 3 s"
    assert result(won=False, stars=0, undone=2).text() == "tried, 5 moves, no star, 3 s, 2 taken back"


@pytest.mark.parametrize(
    "damage", [b"no database at all, only text that goes on and on", b"SQLite format 3\x00" + b"\xff" * 5000]
)
def test_a_damaged_store_is_said_and_raises_nothing(store, damage):
    store.path.write_bytes(damage)
    assert store.best("steps", "corner", 1) is None and "cannot be read" in store.trouble
    assert not store.add(result()) and "cannot be kept" in store.trouble
    assert store.path.read_bytes() == damage


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    store = Results(tmp_path / "file")
    assert not store.add(result()) and "cannot be kept" in store.trouble


def test_home_can_be_moved(monkeypatch, tmp_path):
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path))
    assert home() == tmp_path
    monkeypatch.delenv("GRIDHALL_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("sys.platform", "linux")
    assert home() == tmp_path / "data" / "gridhall"
