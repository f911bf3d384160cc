"""Kernels of kernel.py that the compiler writes itself, because Python's language cannot say what they do.

`copy` and `copy_numbers` copy a record's or an array's memory in one go; `zeros` takes scratch memory from the stack.
Each intrinsic returns the types of its arguments and result, and a function that writes its LLVM code.
"""

from functools import cache
from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from gridhall import kernel


@cache
def of(function: Any, checked: bool) -> Any:
    """The intrinsic that takes a kernel's place, or None if the kernel is compiled like any other.

    Where every index is `checked`, numbers are copied one by one.
    """
    if function is kernel.copy_numbers and checked:
        return None
    return {kernel.copy: _copy, kernel.copy_numbers: _copy_numbers, kernel.zeros: _zeros}.get(function)


@intrinsic  # type: ignore[untyped-decorator]
def _copy(typing: Any, target: Any, source: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.raw_memcpy(builder, *arguments, cgutils.intp_t(target.size), 1)
        return context.get_dummy_value()

    return types.none(target, source), build


@intrinsic  # type: ignore[untyped-decorator]
def _copy_numbers(typing: Any, target: Any, source: Any, count: Any) -> Any:
    width = target.dtype.bitwidth // 8

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = zip((target, source), arguments[:2], strict=True)
        places = [context.make_array(kind)(context, builder, value).data for kind, value in arrays]
        length = context.cast(builder, arguments[2], signature.args[2], types.intp)
        cgutils.raw_memcpy(builder, *places, length, width)
        return context.get_dummy_value()

    both = (target, source)
    plain = all(isinstance(kind, types.Array) and kind.layout == "C" for kind in both) and target.dtype == source.dtype
    return (types.none(target, source, count), build) if plain and isinstance(count, types.Integer) else None


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _zeros(typing: Any, count: Any) -> Any:
    kind = types.Array(types.int64, 1, "C")

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = count.literal_value
        room = cgutils.alloca_once(builder, context.get_value_type(types.int64), size=size)
        cgutils.memset(builder, room, cgutils.intp_t(8 * size), 0)
        whole, eight = context.make_array(kind)(context, builder), cgutils.intp_t(8)
        populate_array(whole, room, [cgutils.intp_t(size)], [eight], eight, None)
        return whole._getvalue()

    return (kind(count), build) if isinstance(count, types.IntegerLiteral) else None
