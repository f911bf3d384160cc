"""Two speeds, one arithmetic: calls of every kernel of the package, interpreted and compiled, give the same bytes."""

import ctypes
import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests import kernel_calls
from tests.kernel_calls import Call, Part

from gridhall import registry
from gridhall.agents.choice import with_defaults
from gridhall.compiler.loader import load
from gridhall.compiler.object_code import EntryPoint, Translator
from gridhall.compiler.store import target
from gridhall.compiler.twin import kind_of
from gridhall.kernel import bind
from gridhall.solve.positions import with_bound

pytestmark = pytest.mark.xdist_group("every kernel")  # one process: what was recorded serves all tests here
# Translating every kernel of all games takes minutes. The game with the smallest state stands for them in `make test`,
# which also compares all games at both speeds by random play (test_conformance.py).
SMALLEST = min(registry.games(), key=lambda game: ctypes.sizeof(registry.load(game).State))
GAMES = [pytest.param(game, marks=() if game == SMALLEST else pytest.mark.slow) for game in registry.games()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("calls")


@cache
def calls_of(game: str, folder: Path) -> list[Call]:
    """Calls that the interpreter made while a game was used, in a process that compiles nothing."""
    file = folder / game
    program = [sys.executable, "-m", kernel_calls.__name__, game, str(file)]
    environment = {**os.environ, "GRIDHALL_INTERPRETED": "1"}
    subprocess.run(program, cwd=Path(__file__).parents[1], env=environment, check=True)
    calls: list[Call] = pickle.loads(file.read_bytes())
    return calls


def function_of(call: Call) -> Any:
    function = kernel_calls.kernels()[f"{call.module}.{call.name}"]
    if not call.game:
        return next((bound for bound in kernel_calls.BOUND.values() if bound.__code__ is function.__code__), function)
    game = registry.load(call.game)
    return bind(function, with_defaults(with_bound(game)))


class Again:
    """Calls made again, compiled: all kernels of a game in one piece of object code, none copied into another."""

    def __init__(self, calls: list[Call]) -> None:
        self.blocks = [[ctypes.create_string_buffer(block, len(block)) for block in call.before] for call in calls]
        self.arguments = [
            tuple(self._argument(part, blocks) for part in call.arguments)
            for call, blocks in zip(calls, self.blocks, strict=True)
        ]
        functions = [function_of(call) for call in calls]
        symbols: dict[Any, str] = {}
        for function, arguments in zip(functions, self.arguments, strict=True):
            symbols.setdefault((function, tuple(map(kind_of, arguments))), f"door{len(symbols)}")
        self.symbols = [
            symbols[function, tuple(map(kind_of, arguments))]
            for function, arguments in zip(functions, self.arguments, strict=True)
        ]
        doors = {
            symbol: EntryPoint(function, arguments, symbol)
            for function, arguments, symbol in zip(functions, self.arguments, self.symbols, strict=True)
        }
        code = Translator(*target(), checked=False, inline=False).object_code(list(doors.values()))
        self.doors = load(code, {symbol: door.function.__name__ for symbol, door in doors.items()})

    @staticmethod
    def _argument(part: Any, blocks: list[Any]) -> Any:
        if isinstance(part, int) and part >= 1 << 63:
            return np.uint64(part)
        if not isinstance(part, Part):
            return part
        if part.kind is not None:
            return part.kind.from_buffer(blocks[part.block], part.offset)
        count = int(np.prod(part.shape))
        return np.frombuffer(blocks[part.block], part.dtype, count, part.offset).reshape(part.shape)

    def make(self, number: int) -> tuple[Any, list[bytes]]:
        """What the call answers, and the memory after it."""
        answer = self.doors[self.symbols[number]](*self.arguments[number])
        return answer, [block.raw for block in self.blocks[number]]


@pytest.mark.parametrize("game", GAMES)
def test_every_kernel_gives_the_same_bytes_at_both_speeds(game: str, folder: Path) -> None:
    calls = calls_of(game, folder)
    again = Again(calls)
    for number, call in enumerate(calls):
        answer, after = again.make(number)
        assert answer == call.answer, f"{call.module}.{call.name} answers otherwise compiled"
        assert after == call.after, f"{call.module}.{call.name} writes otherwise compiled"


@pytest.mark.slow
def test_no_kernel_is_left_out(folder: Path) -> None:
    used = {f"{call.module}.{call.name}" for game in registry.games() for call in calls_of(game, folder)}
    missing = sorted(set(kernel_calls.kernels()) - used)
    assert not missing, f"no use in kernel_calls.py reaches {', '.join(missing)}"
