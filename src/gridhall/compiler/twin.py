"""A kernel's compiled twin, called like the kernel: it finds the code for its arguments' kinds, or has it compiled."""

import ctypes
import hashlib
import os
import threading
from functools import cache
from types import FunctionType
from typing import Any

import numpy

from gridhall.compiler import notice, store
from gridhall.compiler.digest import digest
from gridhall.compiler.loader import load

CHECKED = bool(os.environ.get("GRIDHALL_BOUNDS"))  # tests: an index out of range, or negative, raises
names_used: set[str] = set()  # of the code this process has run
_lock = threading.RLock()  # one thread compiles, the others wait for it


class Twin:
    """The compiled form of a kernel."""

    def __init__(self, function: FunctionType) -> None:
        self.function, self.__name__, self.__doc__ = function, function.__name__, function.__doc__
        self.content = digest(function, CHECKED)
        self._codes: dict[tuple[Any, ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self.code_for(*arguments)(*arguments)

    def code_for(self, *arguments: Any) -> Any:
        """The built-in function for arguments like these; who calls it often keeps it, and saves the search for it."""
        kinds = tuple([kind_of(value) for value in arguments])
        code = self._codes.get(kinds)
        return code if code is not None else self._load(kinds, arguments)

    def is_ready_for(self, *arguments: Any) -> bool:
        """Whether the code for arguments like these is there already, and nothing has to be compiled."""
        name = self._name(tuple([kind_of(value) for value in arguments]))
        return store.read_shipped(name) is not None or store.read(name) is not None

    def _name(self, kinds: tuple[Any, ...]) -> str:
        """What the code for these kinds is kept under."""
        return hashlib.sha256(f"{self.content} {kinds}".encode()).hexdigest()[:24]

    def _load(self, kinds: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        with _lock:
            if kinds not in self._codes:
                self._codes[kinds] = self._find(kinds, arguments)
            return self._codes[kinds]

    def _find(self, kinds: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        name = self._name(kinds)
        processor, features = store.target()
        symbol = f"gridhall_{name}"
        code = store.read_shipped(name) or store.read(name)
        names_used.add(name)
        if code is None:
            with notice.while_compiling(self.function), store.one_at_a_time(name):
                code = store.read(name)
                if code is None:
                    from gridhall.compiler.object_code import EntryPoint, translator

                    entry = EntryPoint(self.function, arguments, symbol)
                    code = translator(processor, features, CHECKED).object_code([entry])
                    store.write(name, code)
        return load(code, {symbol: self.__name__})[symbol]


def kind_of(value: Any) -> Any:
    """The kind of an argument, which decides which code is needed: its type and, of arrays and records, the layout."""
    kind = type(value)
    if kind is int:
        return "i"
    if kind is numpy.ndarray:
        if not value.flags.c_contiguous:
            raise TypeError("compiled kernels want arrays whose rows follow each other; see numpy.ascontiguousarray")
        return value.ndim, _layout_of(value.dtype)
    if kind is bool or kind is numpy.bool_:
        return "b"
    if kind is float or issubclass(kind, numpy.floating):
        return "f"
    if issubclass(kind, numpy.integer):
        return "u" if issubclass(kind, numpy.unsignedinteger) else "i"
    if kind is numpy.void:
        return 0, _layout_of(value.dtype)
    if issubclass(kind, ctypes.Structure):
        return 0, _layout_of(_record_layout(kind))
    raise TypeError(f"a compiled kernel takes numbers, records and arrays, not {kind.__name__}")


_layouts: dict[int, tuple[Any, str]] = {}


def _layout_of(dtype: Any) -> str:
    """A layout's name; that of a record is costly to find, so it is remembered for each dtype object."""
    known = _layouts.get(id(dtype))
    if known is None:
        text = dtype.str
        if dtype.names:
            fields = repr([(name, *dtype.fields[name]) for name in dtype.names])
            text = f"{dtype.itemsize}-{hashlib.sha256(fields.encode()).hexdigest()[:16]}"
        if len(_layouts) > 4096:
            _layouts.clear()
        known = _layouts[id(dtype)] = dtype, text
    return known[1]


@cache
def _record_layout(kind: Any) -> Any:
    return numpy.dtype(kind)


@cache
def compiled(function: FunctionType) -> Any:
    """The compiled twin of a kernel and of every kernel it calls."""
    if os.environ.get("GRIDHALL_INTERPRETED"):
        from gridhall.compiler.interpreted import Interpreted

        return Interpreted(function)
    return Twin(function)
