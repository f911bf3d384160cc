"""What compiled code depends on, as one name: a hash of every kernel it can reach and of the constants they use.

The code of a kernel is looked for under this name (twin.py), so that a changed rule is never run in its old form. The
hash is taken of source text, not of bytecode, so that code compiled under one version of Python is found by another.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from gridhall.kernel import REPLACED, is_kernel

NOT_CODE = re.compile(r'"""(?s:.*?)"""|#[^\n]*')  # docstrings and comments


def globals_used(function: Any) -> Iterator[tuple[str | tuple[str, str], Any]]:
    """The (name, value) of each global that a function uses; of a module's names, such as `game.step`, as
    ((module, name), value)."""
    scope, names = function.__globals__, function.__code__.co_names
    for name in names:
        value = scope.get(name)
        if isinstance(value, ModuleType):
            yield from (((name, part), vars(value)[part]) for part in names if part in vars(value))
        elif name in scope:
            yield name, value


@cache
def reachable(function: FunctionType) -> list[FunctionType]:
    """All kernels that a kernel can call, itself first."""
    kernels = [function]
    for this in kernels:  # grows while it is walked through
        called = (value for _, value in globals_used(REPLACED.get(this, this)) if is_kernel(value))
        kernels += [value for value in dict.fromkeys(called) if value not in kernels]
    return kernels


def digest(function: FunctionType, options: Any) -> str:
    """The name of everything a kernel's compiled code depends on, so that no change in any callee is missed."""
    text = hashlib.sha256(_compiler_source() + repr(options).encode())
    for this in (REPLACED.get(each, each) for each in reachable(function)):
        values = ((str(name), value) for name, value in globals_used(this))
        constants = sorted((name, value) for name, value in values if isinstance(value, (int, float, tuple)))
        inline = getattr(this, "is_inline", True)
        text.update(repr((this.__module__, this.__name__, inline, _source(this), constants)).encode())
    return text.hexdigest()


@cache
def _compiler_source() -> bytes:
    """The source of the compiler itself: how kernels are compiled matters as well."""
    files = sorted(Path(__file__).parent.glob("*.py")) + [Path(__file__).parents[1] / "kernel.py"]
    return "\n".join(_without_comments(file.read_text("utf-8")) for file in files).encode()


def _without_comments(text: str) -> str:
    """Source text without what does not change the code."""
    lines = NOT_CODE.sub("", text).splitlines()
    return "\n".join(line.rstrip() for line in lines if line.strip())


@cache
def _source(function: FunctionType) -> str:
    """The function's source without comments; its bytecode where there is no source, such as at Python's prompt."""
    import linecache

    code = function.__code__
    last = max(end or 0 for _, end, _, _ in code.co_positions())
    text = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 : last]
    if not text:
        return repr((code.co_code, code.co_consts, code.co_names, code.co_varnames))
    return _without_comments("".join(text))
