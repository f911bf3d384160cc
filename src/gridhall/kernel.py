"""Rules written once: fixed-size records, and kernels that run interpreted or compiled.

A record is plain memory with named fields (`record`). A kernel is a function of numbers, records and arrays (`kernel`).
Called, it is an ordinary Python function, which is how matches are played; `compiled(function)` is the same at the
speed of C, which is how searches and environments use it. compiler/ does that work.

Importing this file imports neither NumPy nor Numba; only `compiled` and `array` do, when called.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar, overload

if TYPE_CHECKING:
    import numpy

i8, i16, i32, i64 = ctypes.c_int8, ctypes.c_int16, ctypes.c_int32, ctypes.c_int64
u64 = ctypes.c_uint64  # only for generators and sets of bits: Numba computes unsigned minus unsigned as unsigned

Function = TypeVar("Function", bound=Callable[..., Any])
Shown = tuple[Any, int, int, int]  # what `show` was called with: a copy of the state, what, who, cell


class Record(ctypes.Structure):
    """Fixed-size plain data: compared, hashed and copied by its bytes."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __copy__(self) -> Any:
        return type(self).from_buffer_copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_buffer_copy, (bytes(self),)

    def __repr__(self) -> str:
        values = ((name, getattr(self, name)) for name, *_ in self._fields_)
        shown = (f"{name}={list(v) if isinstance(v, ctypes.Array) else v}" for name, v in values)
        return f"{type(self).__name__}({', '.join(shown)})"


def record(cls: type[Any]) -> type[Any]:
    """Turn an annotated class into a `Record` with C layout; `name: i8 * 9` is an array field."""
    fields = list(cls.__annotations__.items())
    for name, _ in fields:
        if name == "view":
            raise TypeError(f"{cls.__name__}.view: this name is taken by NumPy; call the field something else")
    names = {"__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    kind = type(cls.__name__, (Record,), {"_fields_": fields, **names})
    end = 0
    for name, number in fields:
        if getattr(kind, name).offset != end:
            raise TypeError(f"{cls.__name__} has holes; order its fields from the widest numbers to the narrowest")
        end += ctypes.sizeof(number)
    if ctypes.sizeof(kind) != end:
        spare = ctypes.sizeof(kind) - end
        cure = f"add a field of {spare} x i8 so that all bytes have a meaning"
        raise TypeError(f"{cls.__name__} ends in a hole of {spare} bytes; {cure}")
    return kind


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(*, inline: bool) -> Callable[[Function], Function]: ...
def kernel(function: Any = None, *, inline: bool = True) -> Any:
    """Mark a plain function as fit for both speeds; it stays the plain function it was.

    Compiled, a kernel is copied into its callers. `@kernel(inline=False)` is for a large one that several others call:
    it is compiled once for all of them.
    """
    if function is None:
        return partial(kernel, inline=inline)
    function.is_kernel, function.is_inline = True, inline
    return function


def is_kernel(value: object) -> TypeGuard[FunctionType]:
    """Whether this is a function marked with `@kernel`."""
    return isinstance(value, FunctionType) and getattr(value, "is_kernel", False)


watched: ContextVar[list[Shown] | None] = ContextVar("watched", default=None)  # a list while somebody watches


@kernel
def show(state: Any, what: int, who: int, cell: int) -> None:
    """Keep what happened, and a copy of the state, for whoever watches (`watch`); compiled it does nothing."""
    if (events := watched.get()) is not None:
        events.append((type(state).from_buffer_copy(state), what, who, cell))


@contextmanager
def watch() -> Iterator[list[Shown]]:
    """Collect what interpreted rules `show` inside the block."""
    events: list[Shown] = []
    token = watched.set(events)
    try:
        yield events
    finally:
        watched.reset(token)


ALL_BITS = 0xFFFFFFFFFFFFFFFF
SIGN_BIT = 1 << 63


@kernel
def mul64(a: int, b: int) -> int:
    """Multiply modulo 2**64, for generators and hashes (Python's integers do not wrap, compiled ones do)."""
    return int(a) * int(b) & ALL_BITS


@kernel
def add64(a: int, b: int) -> int:
    """Add modulo 2**64."""
    return int(a) + int(b) & ALL_BITS


@kernel
def unsigned(number: int) -> int:
    """The 64 bits of a number as an unsigned one. Signed and unsigned numbers must not meet: see compiler/signs.py."""
    return int(number) & ALL_BITS


@kernel
def signed(number: int) -> int:
    """The 64 bits of a number as a signed one."""
    return (int(number) & ALL_BITS ^ SIGN_BIT) - SIGN_BIT


@kernel
def copy(target: Any, source: Any) -> None:
    """Overwrite one record with another of its kind (a parameter cannot be assigned to)."""
    ctypes.memmove(ctypes.byref(target), ctypes.byref(source), ctypes.sizeof(source))


@kernel
def copy_numbers(target: Any, source: Any, count: int) -> None:
    """Overwrite the first numbers of an array with those of another of its kind, such as planes that never change."""
    for n in range(count):
        target[n] = source[n]


@kernel
def zeros(count: int) -> Any:
    """Scratch numbers of 64 bits inside one kernel, such as a queue: a literal count, never returned."""
    return (i64 * count)()


# The bodies of compiled twins. The compiler gives them the name `numpy`.
def _show(state: Any, what: int, who: int, cell: int) -> None:
    pass


def _mul64(a: int, b: int) -> Any:
    return numpy.uint64(a) * numpy.uint64(b)


def _add64(a: int, b: int) -> Any:
    return numpy.uint64(a) + numpy.uint64(b)


def _unsigned(number: int) -> Any:
    return numpy.uint64(number)


def _signed(number: int) -> Any:
    return numpy.int64(number)


# Kernels whose compiled twin has a different body.
REPLACED: dict[Any, Any] = {show: _show, mul64: _mul64, add64: _add64, unsigned: _unsigned, signed: _signed}


@cache
def bind(driver: Any, game: object) -> Any:
    """A copy of `driver`, and of the kernels it calls, in which the global name `game` is this game.

    A driver is a kernel that works for every game: it calls `game.step` and so on, while `game` is None in its module.
    What does not use the name is returned as it is, so that it is compiled only once for all games.
    """
    scope = dict(driver.__globals__, game=game)
    bound = FunctionType(driver.__code__, scope, driver.__name__, driver.__defaults__)
    for name in driver.__code__.co_names:
        if is_kernel(scope.get(name)):
            scope[name] = bound if scope[name] is driver else bind(scope[name], game)
    same = all(scope.get(name) is driver.__globals__.get(name) for name in driver.__code__.co_names)
    return driver if same else kernel(inline=driver.is_inline)(bound)


def compiled(function: Any) -> Any:
    """The compiled twin of a kernel and of every kernel it calls; it takes the same arguments."""
    from gridhall.compiler import twin

    return twin.compiled(function)


def array(kind_or_record: Any, count: int | None = None) -> Any:
    """A NumPy array of `count` zeroed records; or the one-element array that shares a record's memory."""
    import numpy

    if count is None:
        kind: Any = type(kind_or_record)
        return numpy.frombuffer(kind_or_record, _layout(kind))
    return numpy.zeros(count, _layout(kind_or_record))


_kinds: dict[Any, Any] = {}  # record types by their layout


@cache
def _layout(kind: Any) -> Any:
    """NumPy's name for a record's layout; finding it anew each time costs more than most kernels."""
    import numpy

    layout = numpy.dtype(kind)
    _kinds[layout] = kind
    return layout


def record_kind(layout: Any) -> Any:
    """The record type that an array of this layout was made of."""
    return _kinds[layout]
