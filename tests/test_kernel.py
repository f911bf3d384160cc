"""The kernel: records, both speeds, the traps of docs/architecture.md, and the cache."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from gridhall.compiler import store
from gridhall.compiler.digest import reachable
from gridhall.compiler.twin import CHECKED
from gridhall.kernel import (
    array,
    bind,
    compiled,
    copy,
    copy_numbers,
    i8,
    i16,
    i32,
    kernel,
    mul64,
    record,
    show,
    u64,
    watch,
    zeros,
)

STEPS = (-3, 5, 7)


@record
class Toy:
    rng: u64
    total: i32
    cell: i16
    cells: i8 * 10


@kernel
def at(toy, index):
    return toy.cells[index]


@kernel
def walk(toy, times):
    for i in range(times):
        toy.cell += STEPS[i % 3]
        toy.cells[i % 10] = toy.cell
        toy.total += inner(toy, i)
        show(toy, 1, 2, toy.cell)


@kernel
def inner(toy, i):
    scratch = zeros(4)
    scratch[i & 3] = at(toy, i % 10)
    return scratch[0] - scratch[1] + scratch[2] - scratch[3]


@kernel
def scramble(toy, times):
    for _ in range(times):
        toy.rng = mul64(toy.rng ^ toy.rng >> 30, 0xBF58476D1CE4E5B9)


@kernel
def take(target, source):
    copy(target, source)


def test_both_speeds_give_the_same_bytes():
    plain, fast = Toy(rng=7), Toy(rng=7)
    walk(plain, 25)
    scramble(plain, 9)
    compiled(walk)(array(fast)[0], 25)
    compiled(scramble)(array(fast)[0], 9)
    assert plain == fast
    assert plain.total != 0
    assert plain.rng > 1 << 40


def test_a_stored_number_wraps_in_both_speeds():
    @kernel
    def store(toy, value):
        toy.cells[0] = value

    plain, fast = Toy(), Toy()
    store(plain, 300)
    compiled(store)(array(fast)[0], 300)
    assert plain == fast
    assert plain.cells[0] == 44


def test_copy_overwrites_a_record_in_both_speeds():
    source, plain, fast = Toy(rng=5, total=-4, cell=3), Toy(), Toy()
    take(plain, source)
    compiled(take)(array(fast)[0], array(source)[0])
    assert plain == fast == source


@kernel
def fill(target, source, count):
    copy_numbers(target, source, count)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64])
def test_copy_numbers_overwrites_just_the_first_in_both_speeds(kind):
    source = np.arange(1, 9, dtype=kind)
    for run in (fill, compiled(fill)):
        target = np.zeros(8, kind)
        run(target, source, 5)
        assert target.tolist() == [1, 2, 3, 4, 5, 0, 0, 0]


def test_records_compare_copy_hash_and_pickle_by_bytes():
    import copy as plain_copy
    import pickle

    record, same = Toy(rng=1, cell=2), Toy(rng=1, cell=2)
    assert record == same
    assert hash(record) == hash(same)
    twin = plain_copy.copy(record)
    twin.cell = 9
    assert record != twin
    assert pickle.loads(pickle.dumps(record)) == record


def test_an_array_shares_a_records_memory():
    toy = Toy()
    array(toy)[0]["cell"] = 12
    assert toy.cell == 12
    assert array(Toy, 3).dtype.itemsize == 24
    assert array(Toy, 3).view(np.int64).shape == (9,)


def test_holes_and_the_name_view_are_refused():
    with pytest.raises(TypeError, match="holes"):
        record(type("Holed", (), {"__annotations__": {"small": i8, "wide": u64}}))
    with pytest.raises(TypeError, match="hole of 7 bytes"):
        record(type("Ragged", (), {"__annotations__": {"wide": u64, "small": i8}}))
    with pytest.raises(TypeError, match="NumPy"):
        record(type("Named", (), {"__annotations__": {"view": i8}}))


def test_show_keeps_moments_only_while_somebody_watches():
    toy = Toy()
    walk(toy, 1)
    with watch() as moments:
        walk(toy, 3)
    assert len(moments) == 3
    assert [moment[1:3] for moment in moments] == [(1, 2)] * 3
    assert moments[-1][0] == toy
    assert moments[0][0] != toy


def test_bind_fills_the_name_game_in_a_driver_and_its_kernels(tmp_path):
    from types import ModuleType

    from gridhall.solve import search

    small = ModuleType("small")
    vars(small)["ACTIONS"] = 2
    bound = bind(search.breadth_first, small)
    assert bound.__globals__["game"] is small
    assert bound.__globals__["slot_of"] is search.slot_of  # does not use `game`: keeps its one twin
    assert search.same in reachable(search.breadth_first)


@pytest.mark.skipif(CHECKED, reason="with GRIDHALL_BOUNDS every index is checked")
def test_compiled_code_does_not_test_for_negative_indices():
    """That test halves the speed of a loop over a board.

    Without it, -1 is the byte before, here the highest of `rng`.
    """
    toy = Behind(rng=99 << 56, cells=(i8 * 8)(1, 2, 3, 4, 5, 6, 7, 8))
    assert compiled(at)(toy, -1) == 99
    assert compiled(at)(toy, 7) == 8


@record
class Behind:
    rng: u64
    cells: i8 * 8


def test_bounds_are_checked_on_request(tmp_path):
    code = """
        from gridhall.kernel import array, compiled, i8, kernel, record, u64
        @record
        class Toy:
            rng: u64
            cells: i8 * 8
        @kernel
        def at(toy, index):
            return toy.cells[index]
        for index in (8, -1, -9):
            try:
                compiled(at)(array(Toy())[0], index)
            except IndexError:
                print("refused", index)
    """
    assert _python(code, tmp_path, GRIDHALL_BOUNDS="1").stdout.splitlines() == ["refused 8", "refused -1", "refused -9"]


PROGRAM = """
from gridhall.kernel import array, compiled, i64, kernel, record
import other
@record
class Toy:
    rng: i64
@kernel
def run(toy):
    return other.value(toy) + toy.rng
print(compiled(run)(array(Toy(rng=2))[0]))
"""


def test_editing_a_constant_or_a_rule_in_another_file_recompiles(tmp_path):
    """Numba's own cache would miss the changed callee."""
    (tmp_path / "program.py").write_text(PROGRAM)
    seen = []
    for text in (
        "A = 10\n@kernel\ndef value(toy): return A",
        "A = 20\n@kernel\ndef value(toy): return A",
        "A = 20\n@kernel\ndef value(toy): return A + 1",
    ):
        (tmp_path / "other.py").write_text("from gridhall.kernel import kernel\n" + text + "\n")
        run = subprocess.run(
            [sys.executable, "-B", "program.py"],
            cwd=tmp_path,
            env=_environment(tmp_path),
            capture_output=True,
            text=True,
        )
        seen.append(run.stdout.strip() or run.stderr)
    assert seen == ["12", "22", "23"]


def test_of_two_processes_at_once_one_compiles_and_the_other_waits_for_it(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM + "import sys; print('numba' in sys.modules)")
    (tmp_path / "other.py").write_text("from gridhall.kernel import kernel\n@kernel\ndef value(toy): return 40\n")
    both = [
        subprocess.Popen(
            [sys.executable, "program.py"], cwd=tmp_path, env=_environment(tmp_path), stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    assert sorted(process.communicate()[0].split() for process in both) == [["42", "False"], ["42", "True"]]
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".o"]


def test_who_compiles_and_is_stopped_does_not_hold_up_others_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "_own_folder", lambda: tmp_path)
    monkeypatch.setattr(store, "PATIENCE", 0.1)
    with store.one_at_a_time("code"), store.one_at_a_time("code"):
        pass
    assert not list(tmp_path.iterdir())


def test_importing_the_kernel_imports_neither_numpy_nor_numba(tmp_path):
    run = _python(
        "import sys, gridhall.kernel, gridhall.match; print(sorted({'numpy', 'numba'} & set(sys.modules)))", tmp_path
    )
    assert run.stdout.strip() == "[]"


def _environment(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "GRIDHALL_CACHE": str(folder / "cache"), **more}


def _python(code: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    script = folder / "script.py"
    script.write_text(textwrap.dedent(code))
    return subprocess.run(
        [sys.executable, str(script)], env=_environment(folder, **more), capture_output=True, text=True
    )
