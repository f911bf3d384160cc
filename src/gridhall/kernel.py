"""Rules written once: fixed-size records, and kernels that run interpreted or compiled.

Importing this file imports neither NumPy nor Numba; only `compiled` and `array` do, when called.
"""

import ctypes
import os
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import FunctionType, ModuleType

i8, i16, i32, i64 = ctypes.c_int8, ctypes.c_int16, ctypes.c_int32, ctypes.c_int64
u64 = ctypes.c_uint64  # only for generators and sets of bits: Numba computes unsigned minus unsigned as unsigned

CHECKED = bool(os.environ.get("GRIDHALL_BOUNDS"))  # tests: an index out of range, or negative, raises
OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED}
CACHE = os.environ.get("GRIDHALL_CACHE") or os.path.expanduser("~/.cache/gridhall")
KEPT_DAYS = 30  # compiled code that nobody used for so long is removed


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
    made = type(cls.__name__, (Record,), {"_fields_": fields, "__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": cls.__qualname__})
    end = 0
    for name, kind in fields:
        if getattr(made, name).offset != end:
            raise TypeError(f"{cls.__name__} has holes; order its fields from the widest numbers to the narrowest")
        end += ctypes.sizeof(kind)
    if ctypes.sizeof(made) != end:
        spare = ctypes.sizeof(made) - end
        raise TypeError(f"{cls.__name__} ends in a hole of {spare} bytes; add a field of {spare} x i8 so that all bytes have a meaning")
    return made


def kernel(function):
    """Mark a plain function as fit for both speeds; it stays the plain function it was."""
    function.is_kernel = True
    return function


def apart(function):
    """Mark a large kernel that several others call: it is compiled once instead of being copied into each of them."""
    function.is_apart = True
    return kernel(function)


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


@kernel
def mul64(a, b):
    """Multiply modulo 2**64, for generators and hashes (Python's integers do not wrap, Numba's do)."""
    return a * b & 0xFFFFFFFFFFFFFFFF


@kernel
def copy(target, source):
    """Overwrite one record with another of its kind (a parameter cannot be assigned to; `a[i] = b[j]` compiles slowly)."""
    ctypes.memmove(ctypes.byref(target), ctypes.byref(source), ctypes.sizeof(source))


@kernel
def copy_numbers(target, source, count):
    """Overwrite the first numbers of an array with those of another of its kind, such as planes that never change."""
    for n in range(count):
        target[n] = source[n]


@kernel
def zeros(count):
    """Scratch numbers inside one kernel, such as the queue of a path search: a literal count, never returned."""
    return [0] * count


def _show(state, what, who, cell):
    pass


def _mul64(a, b):
    return numpy.uint64(a) * numpy.uint64(b)  # noqa: F821  (in the compiled scope)


REPLACED = {show: _show, mul64: _mul64}  # where the compiled twin has a different body


@cache
def bind(driver, game):
    """Return a copy of `driver`, and of the kernels it calls, in which the name `game` is this game."""
    scope = dict(driver.__globals__, game=game)
    bound = FunctionType(driver.__code__, scope, driver.__name__, driver.__defaults__)
    for name in driver.__code__.co_names:
        if is_kernel(scope.get(name)):
            scope[name] = bound if scope[name] is driver else bind(scope[name], game)
    same = all(scope.get(name) is driver.__globals__.get(name) for name in driver.__code__.co_names)
    bound.is_apart = getattr(driver, "is_apart", False)
    return driver if same else kernel(bound)  # a kernel that does not use `game` keeps its one twin


def _used(function):
    """Yield (name, value) of each global that the function's bytecode names; a module's as ((module, name), value)."""
    scope, names = function.__globals__, function.__code__.co_names
    for name in names:
        value = scope.get(name)
        if isinstance(value, ModuleType):
            yield from (((name, part), vars(value)[part]) for part in names if part in vars(value))
        elif name in scope:
            yield name, value


@cache
def reachable(function):
    """All kernels that a kernel can call, itself first."""
    found = [function]
    for this in found:
        found += [v for _, v in _used(REPLACED.get(this, this)) if is_kernel(v) and v not in found]
    return found


def digest(function):
    """Name everything the compiled code depends on, so that no change in any callee is missed."""
    import hashlib

    with open(__file__, "rb") as this_file:  # how kernels are compiled matters as well
        text = hashlib.sha256(this_file.read() + repr(OPTIONS).encode())
    for this in (REPLACED.get(f, f) for f in reachable(function)):
        code = this.__code__
        constants = [(n, v) for n, v in _used(this) if isinstance(v, (int, float, tuple))]
        text.update(repr((this.__module__, code.co_name, code.co_code, code.co_consts, code.co_names, code.co_varnames, constants)).encode())
    return text.hexdigest()[:16]


@cache
def _compiler():
    """Numba's compiler without the test for negative indices on every access, which halves the speed of loops over a board.

    Kernels never index from the end. Compilation holds Numba's global lock, so no other code is compiled this way.
    Two private names of Numba are used; where they are gone, this returns no option and plain Numba compiles.
    """
    from numba.core import compiler, types
    from numba.np import arrayobj

    usual = getattr(arrayobj, "fix_integer_index", None)
    if usual is None or not hasattr(compiler.Compiler, "_compile_core"):
        return {}

    def fix(context, builder, kind, index, size):
        if hasattr(index, "constant"):  # literal, also inside Numba's own library
            return usual(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    class Compiler(compiler.Compiler):
        def _compile_core(self):
            before, arrayobj.fix_integer_index = arrayobj.fix_integer_index, fix  # callees compile inside callers
            try:
                return super()._compile_core()
            finally:
                arrayobj.fix_integer_index = before

    return {"pipeline_class": Compiler}


@cache
def _intrinsics():
    """What Python cannot say: copy a record's memory, or an array's, in one go; scratch on the stack."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    @intrinsic
    def copy(typing, target, source):
        def build(context, builder, signature, arguments):
            cgutils.raw_memcpy(builder, *arguments, cgutils.intp_t(target.size), 1)
            return context.get_dummy_value()

        return types.none(target, source), build

    @intrinsic
    def copy_numbers(typing, target, source, count):
        width = target.dtype.bitwidth // 8

        def build(context, builder, signature, arguments):
            places = [context.make_array(kind)(context, builder, value).data for kind, value in zip((target, source), arguments[:2], strict=True)]
            cgutils.raw_memcpy(builder, *places, context.cast(builder, arguments[2], signature.args[2], types.intp), width)
            return context.get_dummy_value()

        plain = all(isinstance(kind, types.Array) and kind.layout == "C" for kind in (target, source)) and target.dtype == source.dtype
        return (types.none(target, source, count), build) if plain and isinstance(count, types.Integer) else None

    @intrinsic(prefer_literal=True)
    def zeros(typing, count):
        kind = types.Array(types.int64, 1, "C")

        def build(context, builder, signature, arguments):
            room = cgutils.alloca_once(builder, context.get_value_type(types.int64), size=count.literal_value)
            cgutils.memset(builder, room, cgutils.intp_t(8 * count.literal_value), 0)
            made, eight = context.make_array(kind)(context, builder), cgutils.intp_t(8)
            populate_array(made, room, [cgutils.intp_t(count.literal_value)], [eight], eight, None)
            return made._getvalue()

        return (kind(count), build) if isinstance(count, types.IntegerLiteral) else None

    return {"copy": copy, "zeros": zeros} if CHECKED else {"copy": copy, "copy_numbers": copy_numbers, "zeros": zeros}


@cache
def compiled(function):
    """Build the Numba twin of a kernel and of every kernel it calls; cached on disk by content."""
    import numba
    import numpy

    numba.config.LOOP_VECTORIZE = 0  # LLVM made wrong code of a long rule copied into a search loop; costs only loops that copy arrays
    _prune()
    body = REPLACED.get(function, function)
    scope = {"numpy": numpy, "__builtins__": __builtins__, "__name__": function.__module__}
    twin = FunctionType(body.__code__, scope, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__name__
    folder = os.path.join(CACHE, digest(function))
    numba.config.CACHE_DIR, before = folder, numba.config.CACHE_DIR
    try:
        inline = not getattr(function, "is_apart", False)
        twin = numba.njit(cache=True, forceinline=inline, **_compiler(), **OPTIONS)(twin)
    finally:
        numba.config.CACHE_DIR = before
    for name, value in _used(body):
        if is_kernel(value) and value.__module__ == __name__ and value.__name__ in _intrinsics():
            value = _intrinsics()[value.__name__]
        elif value is function:
            value = twin
        elif is_kernel(value):
            value = compiled(value)
        elif isinstance(value, tuple):
            value = numpy.array(value, numpy.int64)
        elif not isinstance(value, (int, float)):
            continue
        if isinstance(name, tuple):
            space = scope.setdefault(name[0], ModuleType(name[0]))
            setattr(space, name[1], value)
        else:
            scope[name] = value
    return twin


@cache
def _prune():
    """Once a process: remove compiled code that nobody has used for a long time."""
    import shutil
    import time

    oldest = time.time() - KEPT_DAYS * 86400
    try:
        folders = [entry.path for entry in os.scandir(CACHE) if entry.is_dir()]
    except OSError:
        return
    for folder in folders:
        try:
            inside = [entry.stat().st_atime for path, _, _ in os.walk(folder) for entry in os.scandir(path) if entry.is_file()]
            if max(inside, default=0.0) < oldest and os.stat(folder).st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process was faster


def array(kind_or_record, count=None):
    """A NumPy array of `count` zeroed records; or the one-element array that shares a record's memory."""
    import numpy

    if count is None:
        return numpy.frombuffer(kind_or_record, _layout(type(kind_or_record)))
    return numpy.zeros(count, _layout(kind_or_record))


@cache
def _layout(kind):
    """NumPy's name for a record's layout; finding it anew each time costs more than most kernels."""
    import numpy

    return numpy.dtype(kind)
