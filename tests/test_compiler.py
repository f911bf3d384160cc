"""Compiled kernels: signs, the cache, the code that is shipped, and what is said while something is compiled."""

import os
import stat
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridhall import learn, registry
from gridhall.compiler import notice, store
from gridhall.compiler.digest import digest
from gridhall.compiler.twin import CHECKED
from gridhall.kernel import add64, compiled, i64, kernel, mul64, record, signed, u64, unsigned
from gridhall.learn.episodes import episode_seed, level_of
from gridhall.learn.single import Single

BITS = st.integers(0, (1 << 64) - 1).map(np.uint64)
SIGNED = st.integers(-(1 << 63), (1 << 63) - 1)


@record
class Toy:
    rng: u64
    total: i64


@kernel
def mixed_with_a_literal(toy):
    return toy.rng ^ 0x5851F42D4C957F2D


@kernel
def mixed_in_place(toy):
    bits = toy.rng
    bits |= toy.total
    return bits


@kernel
def sum_that_wraps(toy):
    return toy.rng + toy.rng


@kernel
def difference(toy):
    return toy.rng - toy.rng


@kernel
def shifted_up(toy):
    return toy.rng << 3


@kernel
def negated(toy):
    return -toy.rng


@kernel
def called_by_another(toy):
    return sum_that_wraps(toy) >> 3


@kernel
def now_this_now_that(toy, which):
    value = toy.total
    if which:
        value = toy.rng
    return value


WRONG = [mixed_with_a_literal, mixed_in_place, sum_that_wraps, difference, shifted_up, negated, called_by_another]


@pytest.mark.parametrize("function", WRONG, ids=lambda function: function.__name__)
def test_a_kernel_whose_signs_differ_when_compiled_is_refused(function):
    with pytest.raises(Exception, match=r"test_compiler.py:\d+: (computes|negates) an unsigned number.*; (say|use) "):
        compiled(function)(Toy(rng=1))


def test_a_variable_that_is_now_signed_now_unsigned_is_refused():
    with pytest.raises(Exception, match="`value` is now unsigned, now not; compiled that is a float"):
        compiled(now_this_now_that)(Toy(rng=1), 1)


@kernel
def right(toy, number):
    toy.rng = add64(mul64(toy.rng, number), unsigned(number))
    bits = toy.rng
    return signed(bits ^ bits >> 7) // 3


@given(BITS, SIGNED)
def test_signed_and_unsigned_arithmetic_is_the_same_at_both_speeds(bits, number):
    plain, fast = Toy(rng=int(bits)), Toy(rng=int(bits))
    assert compiled(right)(fast, number) == right(plain, number)
    assert plain == fast


@given(BITS, BITS)
def test_what_wraps_wraps_alike(first, second):
    for function in (add64, mul64):
        assert compiled(function)(first, second) == function(int(first), int(second))
    assert compiled(signed)(first) == signed(int(first))
    assert compiled(unsigned)(signed(int(first))) == int(first)


@given(BITS, st.integers(0, 1 << 40), st.integers(1, 1000))
def test_an_episode_has_the_same_seed_and_level_at_both_speeds(base, episode, count):
    seed = episode_seed(int(base), episode)
    assert compiled(episode_seed)(base, episode) == seed
    assert compiled(level_of)(np.uint64(seed), count) == level_of(seed, count)


@pytest.mark.parametrize("game", [name for name in registry.games() if registry.load(name).PLAYERS == 1])
def test_environment_i_of_a_vector_plays_what_a_single_one_with_its_seed_plays(game):
    """With a pool of levels, too, whichever seeds are drawn."""
    module = registry.load(game)
    shapes: dict[tuple[object, ...], list[str]] = {}
    for level in registry.levels(module):
        setup, state = module.read_setup(level.text)
        shapes.setdefault((tuple(module.shape(setup)), type(setup), type(state)), []).append(level.name)
    pool, count = max(shapes.values(), key=len), 60
    vector = learn.vector(game, num_envs=count, setup=pool)
    single = Single(game, setup=pool)
    for base in (0, 123, 1 << 62):
        seen, info = vector.reset(seed=base)
        for i in range(count):
            alone, single_info = single.reset(seed=base + i)
            assert single_info["level"] == info["level"][i]
            assert all((alone[part] == seen[part][i]).all() for part in alone)
            assert bytes(single.state) == vector.states[i].tobytes()


def test_a_comment_does_not_compile_anew_but_a_change_does(tmp_path):
    names = set()
    for number, body in enumerate(
        ("return a + 1", "return a + 1  # one more", '"""Say."""\n    return a + 1', "return a + 2")
    ):
        file = tmp_path / f"part{number}.py"
        file.write_text(f"from gridhall.kernel import kernel\n@kernel\ndef more(a):\n    {body}\n")
        scope: dict[str, Any] = {"__name__": "part", "__file__": str(file)}
        exec(compile(file.read_text(), str(file), "exec"), scope)
        names.add(digest(scope["more"], False))
    assert len(names) == 2


PROGRAM = """
    from gridhall.kernel import compiled, kernel
    @kernel
    def twice(number):
        return number * 2
    print(compiled(twice)(21))
"""


def test_the_cache_is_where_the_system_keeps_caches_and_ours_alone(tmp_path):
    run(PROGRAM, tmp_path, GRIDHALL_CACHE="", XDG_CACHE_HOME=str(tmp_path / "xdg"))
    folder = tmp_path / "xdg" / "gridhall"
    files = list(folder.iterdir())
    assert len(files) == 1
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600


def test_a_cache_that_others_could_write_in_is_not_used_and_that_is_said(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    done = run(PROGRAM, tmp_path)
    assert done.stdout == "42\n"
    assert "is not used: others could have written compiled code there" in done.stderr
    assert list(cache.iterdir()) == []


def test_code_that_another_could_have_written_is_compiled_again(tmp_path):
    assert run(PROGRAM, tmp_path).stdout == "42\n"
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(b"no code at all: loading it would fail")
    file.chmod(0o666)
    assert run(PROGRAM, tmp_path).stdout == "42\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_spoilt_file_in_the_cache_is_compiled_again(tmp_path):
    assert run(PROGRAM, tmp_path).stdout == "42\n"
    (file,) = (tmp_path / "cache").iterdir()
    whole = file.read_bytes()
    for spoilt in (b"", b"nothing", whole[: len(whole) // 2]):
        file.write_bytes(spoilt)
        assert run(PROGRAM, tmp_path).stdout == "42\n"
        assert file.read_bytes() == whole


def test_code_unused_for_long_is_removed(tmp_path):
    cache = tmp_path / "cache"
    old, older_still, young = cache / "old.o", cache / "a_folder_of_earlier_versions", cache / "young.o"
    older_still.mkdir(parents=True)
    for file in (old, young):
        file.write_bytes(b"x")
    for path in (old, older_still):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    run(PROGRAM, tmp_path)
    assert not old.exists() and not older_still.exists()
    assert young.exists()


EVERYTHING = """
    import sys
    from gridhall import prepare, registry
    game = registry.load(sys.argv[1])
    for what, use in prepare.uses(game):
        use()
    print("numba" in sys.modules)
"""


@pytest.mark.skipif(CHECKED or not store.shipped_serves(), reason="nothing is shipped for this processor or this way")
@pytest.mark.parametrize("game", registry.games())
def test_nothing_likely_is_compiled_on_a_fresh_machine(game, tmp_path):
    done = run(EVERYTHING, tmp_path, game)
    assert done.stdout == "False\n", f"{done.stderr}{game} was compiled; is the shipped code there? (make ready)"
    assert not (tmp_path / "cache").exists() or not list((tmp_path / "cache").iterdir())


def test_whatever_compiles_for_longer_than_a_moment_is_said_once():
    said = threading.Event()
    texts: list[str] = []

    def announce(text: str) -> None:
        texts.append(text)
        said.set()

    step: Any = registry.load(registry.games()[0]).step
    usual = notice.announce
    notice.said.clear()
    try:
        notice.announce = announce  # as a server's worker does
        for _ in range(2):
            with notice.while_compiling(step):
                assert said.wait(60)
        small: Any = add64
        with notice.while_compiling(small):
            pass
    finally:
        notice.announce = usual
        notice.said.clear()
    assert texts == [f"preparing {registry.load(registry.games()[0]).TITLE} for full speed, once: about 5 s"]


def test_a_debugger_can_step_through_what_is_compiled_otherwise(tmp_path):
    program = """
        import numpy
        from gridhall.kernel import array, compiled, i8, kernel, record, u64
        @record
        class Toy:
            rng: u64
            cells: i8 * 8
        @kernel
        def fill(toy, numbers):
            for i in range(8):
                toy.cells[i] = numbers[i] * 50
                numbers[i] = 200
            return numbers[0]
        toys, numbers = array(Toy, 2), numpy.arange(8, dtype=numpy.int8)
        print(compiled(fill)(toys[1], numbers), toys[1]["cells"].tolist(), numbers.tolist())
    """
    plain, fast = run(program, tmp_path, GRIDHALL_INTERPRETED="1"), run(program, tmp_path)
    assert plain.stdout == fast.stdout != ""


def run(program: str, folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    script = folder / "script.py"
    script.write_text(textwrap.dedent(program))
    environment = {**os.environ, "GRIDHALL_CACHE": str(folder / "cache"), **more}
    return subprocess.run([sys.executable, str(script), *arguments], env=environment, capture_output=True, text=True)


def test_numba_still_has_the_inside_that_we_use():
    """Upgrading Numba? This says which name of its inside is gone; compiler/object_code.py is where it is used."""
    from numba.core import codegen, cpu, registry
    from numba.np import arrayobj

    parts = {
        codegen.AOTCodeLibrary: ("finalize", "_optimize_functions"),
        codegen.AOTCPUCodegen: (
            "_library_class",
            "_customize_tm_features",
            "_customize_tm_options",
            "_module_pass_manager",
        ),
        cpu.CPUContext: ("get_executable",),
        type(registry.cpu_target): ("_toplevel_typing_context", "_toplevel_target_context"),
        arrayobj: ("fix_integer_index", "populate_array"),
    }
    missing = [f"{part.__name__}.{name}" for part, names in parts.items() for name in names if not hasattr(part, name)]
    assert not missing, f"Numba has no {', '.join(missing)} any more"


def test_numba_is_left_as_it_was():
    """Others who use Numba in the same process get its usual code, with indices from the end."""
    import numba
    from numba.core import registry

    before = registry.cpu_target.target_context, numba.config.LOOP_VECTORIZE
    assert compiled(fresh_kernel)(3) == 12
    assert (registry.cpu_target.target_context, numba.config.LOOP_VECTORIZE) == before
    assert numba.njit(lambda numbers: numbers[-1])(np.arange(5)) == 4


@kernel
def fresh_kernel(number):
    return number * 4
