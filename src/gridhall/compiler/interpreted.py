"""A twin that is run by Python instead of being compiled, for debuggers: GRIDHALL_INTERPRETED=1 uses it everywhere.

It is called like a compiled twin, with NumPy's arrays and structured scalars. They are wrapped, so that the kernel sees
Python's own numbers, and a record in an array as the record that the rules know.
"""

from types import FunctionType
from typing import Any

import numpy

from gridhall.kernel import record_kind


class Interpreted:
    """A kernel, called like its compiled twin."""

    def __init__(self, function: FunctionType) -> None:
        self.function, self.__name__, self.__doc__ = function, function.__name__, function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*(plain(value) for value in arguments))

    def code_for(self, *arguments: Any) -> "Interpreted":
        """The same for arguments of any kind; see Twin.code_for."""
        return self


def plain(value: Any) -> Any:
    """An argument as interpreted kernels take it."""
    if isinstance(value, numpy.ndarray):
        return Cells(value)
    if isinstance(value, numpy.void):
        return _record(value)
    return value.item() if isinstance(value, numpy.generic) else value


def _record(value: Any) -> Any:
    """The record that shares a structured scalar's memory."""
    record = record_kind(value.dtype).from_address(numpy.frombuffer(value, numpy.uint8).ctypes.data)
    record.owner = value  # keeps the memory
    return record


class Cells:
    """A NumPy array whose numbers are Python's when read and wrap when written, as compiled ones do."""

    def __init__(self, array: Any) -> None:
        self.array, self.shape = array, array.shape

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        value = self.array[place]
        return Cells(value) if isinstance(value, numpy.ndarray) else plain(value)

    def __setitem__(self, place: Any, value: Any) -> None:
        kind = self.array.dtype
        if kind.kind == "i":
            half = 1 << 8 * kind.itemsize - 1
            value = (int(value) + half) % (2 * half) - half
        elif kind.kind == "u":
            value = int(value) % (1 << 8 * kind.itemsize)
        self.array[place] = value
