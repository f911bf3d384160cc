"""Rules written once: fixed-size records, and kernels that run interpreted or compiled.

Importing this file imports neither NumPy nor Numba; only `compiled` and `array` do, when called.
"""

import ctypes
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from types import FunctionType

i8, i16, i32, i64 = ctypes.c_int8, ctypes.c_int16, ctypes.c_int32, ctypes.c_int64
u64 = ctypes.c_uint64  # only for generators and sets of bits: Numba computes unsigned minus unsigned as unsigned


class Record(ctypes.Structure):
    """Fixed-size plain data: compared, hashed and copied by its bytes."""

    def __eq__(self, other):
        return type(self) is type(other) and bytes(self) == bytes(other)

    def __hash__(self):
        return hash(bytes(self))

    def __copy__(self):
        return type(self).from_buffer_copy(self)

    def __reduce__(self):
        return type(self).from_buffer_copy, (bytes(self),)

    def __repr__(self):
        values = ((name, getattr(self, name)) for name, _ in self._fields_)
        shown = (f"{name}={list(v) if isinstance(v, ctypes.Array) else v}" for name, v in values)
        return f"{type(self).__name__}({', '.join(shown)})"


def record(cls):
    """Turn an annotated class into a `Record` with C layout; `name: i8 * 9` is an array field."""
    fields = list(cls.__annotations__.items())
    for name, _ in fields:
        if name == "view":
            raise TypeError(f"{cls.__name__}.view: this name is taken by NumPy; call the field something else")
    names = {"__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    made = type(cls.__name__, (Record,), {"_fields_": fields, **names})
    end = 0
    for name, kind in fields:
        if getattr(made, name).offset != end:
            raise TypeError(f"{cls.__name__} has holes; order its fields from the widest numbers to the narrowest")
        end += ctypes.sizeof(kind)
    if ctypes.sizeof(made) != end:
        spare = ctypes.sizeof(made) - end
        cure = f"add a field of {spare} x i8 so that all bytes have a meaning"
        raise TypeError(f"{cls.__name__} ends in a hole of {spare} bytes; {cure}")
    return made


def kernel(function=None, *, inline=True):
    """Mark a plain function as fit for both speeds; it stays the plain function it was.

    Compiled, a kernel is copied into its callers. `@kernel(inline=False)` is for a large one that several others call:
    it is compiled once for all of them.
    """
    if function is None:
        return partial(kernel, inline=inline)
    function.is_kernel, function.is_inline = True, inline
    return function


def is_kernel(value):
    return isinstance(value, FunctionType) and getattr(value, "is_kernel", False)


watched = ContextVar("watched", default=None)  # a list of moments while somebody watches


@kernel
def show(state, what, who, cell):
    """Keep a copy of this moment, and what happened, for whoever watches; compiled it is nothing."""
    if (moments := watched.get()) is not None:
        moments.append((type(state).from_buffer_copy(state), what, who, cell))


@contextmanager
def watch():
    """Collect the (state, what, who, cell) that interpreted rules `show` inside the block."""
    token = watched.set([])
    try:
        yield watched.get()
    finally:
        watched.reset(token)


ALL_BITS = 0xFFFFFFFFFFFFFFFF
SIGN_BIT = 1 << 63


@kernel
def mul64(a, b):
    """Multiply modulo 2**64, for generators and hashes (Python's integers do not wrap, compiled ones do)."""
    return int(a) * int(b) & ALL_BITS


@kernel
def add64(a, b):
    """Add modulo 2**64."""
    return int(a) + int(b) & ALL_BITS


@kernel
def unsigned(number):
    """The 64 bits of a number as an unsigned one. Signed and unsigned numbers must not meet: see compiler/signs.py."""
    return int(number) & ALL_BITS


@kernel
def signed(number):
    """The 64 bits of a number as a signed one."""
    return (int(number) & ALL_BITS ^ SIGN_BIT) - SIGN_BIT


@kernel
def copy(target, source):
    """Overwrite one record with another of its kind (a parameter cannot be assigned to)."""
    ctypes.memmove(ctypes.byref(target), ctypes.byref(source), ctypes.sizeof(source))


@kernel
def copy_numbers(target, source, count):
    """Overwrite the first numbers of an array with those of another of its kind, such as planes that never change."""
    for n in range(count):
        target[n] = source[n]


@kernel
def zeros(count):
    """Scratch numbers of 64 bits inside one kernel, such as a queue: a literal count, never returned."""
    return (i64 * count)()


def _show(state, what, who, cell):
    pass


def _mul64(a, b):
    return numpy.uint64(a) * numpy.uint64(b)  # noqa: F821  (in the compiled scope)


def _add64(a, b):
    return numpy.uint64(a) + numpy.uint64(b)  # noqa: F821


def _unsigned(number):
    return numpy.uint64(number)  # noqa: F821


def _signed(number):
    return numpy.int64(number)  # noqa: F821


# Where the compiled twin has a different body.
REPLACED = {show: _show, mul64: _mul64, add64: _add64, unsigned: _unsigned, signed: _signed}


@cache
def bind(driver, game):
    """Return a copy of `driver`, and of the kernels it calls, in which the name `game` is this game."""
    scope = dict(driver.__globals__, game=game)
    bound = FunctionType(driver.__code__, scope, driver.__name__, driver.__defaults__)
    for name in driver.__code__.co_names:
        if is_kernel(scope.get(name)):
            scope[name] = bound if scope[name] is driver else bind(scope[name], game)
    same = all(scope.get(name) is driver.__globals__.get(name) for name in driver.__code__.co_names)
    return (
        driver if same else kernel(bound, inline=driver.is_inline)
    )  # a kernel that does not use `game` keeps its one twin


def compiled(function):
    """The compiled twin of a kernel and of every kernel it calls; it takes the same arguments."""
    from gridhall.compiler.twin import compiled

    return compiled(function)


def array(kind_or_record, count=None):
    """A NumPy array of `count` zeroed records; or the one-element array that shares a record's memory."""
    import numpy

    if count is None:
        return numpy.frombuffer(kind_or_record, _layout(type(kind_or_record)))
    return numpy.zeros(count, _layout(kind_or_record))


_kinds = {}  # record types by their layout


@cache
def _layout(kind):
    """NumPy's name for a record's layout; finding it anew each time costs more than most kernels."""
    import numpy

    layout = numpy.dtype(kind)
    _kinds[layout] = kind
    return layout


def record_kind(layout):
    """The record type that an array of this layout was made of."""
    return _kinds[layout]
