"""From a kernel and the kinds of its arguments to object code.

Numba translates each kernel to LLVM's language, as it would for `numba.njit`, but nothing is made executable yet: all
kernels that call each other are first linked into one module, together with an entry point for Python (trampoline.py),
and LLVM optimises that once. Numba's usual way, which optimises every kernel by itself, takes three times as long.

Kernels are compiled in contexts of our own, so that neither our choices nor our patches reach other users of Numba in
the process. All that is used of Numba's inside is in this file, in trampoline.py, intrinsics.py and signs.py;
`tests/test_compiler.py` says which name is gone if one is.
"""

import contextlib
import threading
import warnings
from collections.abc import Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy
from numba.core import codegen, compiler, cpu, registry, types, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.errors import NumbaWarning
from numba.core.typed_passes import NopythonTypeInference
from numba.np import arrayobj, numpy_support

from gridhall.compiler import intrinsics
from gridhall.compiler.digest import globals_used
from gridhall.compiler.loader import PYTHON_CALLS
from gridhall.compiler.signs import CheckSigns
from gridhall.compiler.trampoline import Trampoline
from gridhall.kernel import REPLACED, is_kernel

_lock = threading.RLock()


class _Library(codegen.AOTCodeLibrary):
    """One kernel's code, kept as it was translated: it is linked and optimised with all others at the end."""

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def closure(self) -> "list[_Library]":
        """This library and all that it calls."""
        libraries = [self]
        for library in libraries:  # grows while it is walked through
            libraries += [other for other in dict.fromkeys(library._linking_libraries) if other not in libraries]
        return libraries


class _Codegen(codegen.AOTCPUCodegen):
    """Code for a processor that may not be this one."""

    _library_class = _Library
    features = ""

    def _customize_tm_features(self) -> str:
        return self.features

    def _customize_tm_options(self, options: dict[str, Any]) -> None:
        options.update(cpu=self._cpu_name, features=self.features, reloc="static", codemodel="jitdefault", jit=True)
        if not llvm.get_process_triple().startswith(("x86", "i")):
            options["reloc"] = "default"


class _Context(cpu.CPUContext):
    """Translates kernels, but makes nothing of them that could be called yet."""

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        return [].append  # Numba wants a new built-in function as a key; this is one, and it is never called


class _Compiler(compiler.CompilerBase):
    """Numba's usual pipeline, with our check of signs after the types are known."""

    def define_pipelines(self) -> list[PassManager]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(CheckSigns, NopythonTypeInference)
        passes.finalize()
        return [passes]


def _fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Take an index as it is. Kernels never index from the end, and testing for it halves the speed of loops."""
    if hasattr(index, "constant"):  # literal, also inside Numba's own library
        return _usual_fix_index(context, builder, kind, index, size)
    return context.cast(builder, index, kind, types.intp)


_usual_fix_index = arrayobj.fix_integer_index


class EntryPoint(NamedTuple):
    """A kernel to be called from Python: arguments like those it will get, and the symbol it will have."""

    function: Any
    arguments: tuple[Any, ...]
    symbol: str


class Translator:
    """Compiles kernels for one processor, with or without checks of every index."""

    def __init__(self, processor: str, features: str, checked: bool, inline: bool = True) -> None:
        """With `inline` small kernels are copied into their callers, which makes them as fast as C."""
        self.checked, self.inline = checked, inline
        own_codegen = type("_Codegen", (_Codegen,), {"features": features})
        self.typing = typing.Context()
        self.context = _Context(self.typing, "cpu")
        self.context._internal_codegen = own_codegen("gridhall", processor)
        self.context.aot_mode = True
        self._twins: dict[FunctionType, Any] = {}
        self.options = {"nogil": True, "error_model": "numpy", "boundscheck": checked, "_nrt": False}
        self.options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nopython": True}

    @contextlib.contextmanager
    def _at_work(self) -> Iterator[None]:
        """Put our contexts where Numba looks for its own, while its global lock is held; put its own back after."""
        target = registry.cpu_target.__dict__
        names = ("_toplevel_typing_context", "_toplevel_target_context")
        with _lock, global_compiler_lock:
            _ = registry.cpu_target.target_context  # made, so that there is something to put back
            before = {name: target[name] for name in names}
            vectorize, numba.config.LOOP_VECTORIZE = numba.config.LOOP_VECTORIZE, 0  # see `_optimise`
            target.update(zip(names, (self.typing, self.context), strict=True))
            arrayobj.fix_integer_index = _fix_index
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", NumbaWarning)  # of its insides; what is wrong with a kernel raises
                    yield
            finally:
                arrayobj.fix_integer_index = _usual_fix_index
                target.update(before)
                numba.config.LOOP_VECTORIZE = vectorize

    def object_code(self, entries: list[EntryPoint]) -> bytes:
        """The object code of these kernels and of all that they call."""
        with self._at_work():
            module = llvm.parse_assembly(str(self.context.codegen()._create_empty_module("entries")))
            libraries: dict[_Library, None] = {}
            for entry in entries:
                twin = self._twin(entry.function)
                kinds = tuple(numba_kind(value) for value in entry.arguments)
                twin.compile(kinds)
                compiled = twin.overloads[kinds]
                module.link_in(llvm.parse_assembly(str(Trampoline(self.context, compiled, entry.symbol).module)))
                libraries |= dict.fromkeys(compiled.library.closure())
            for library in libraries:
                part = library._final_module.clone()
                for defined in part.functions:
                    if not defined.is_declaration:
                        defined.linkage = "linkonce_odr"
                module.link_in(part)
            self._optimise(module, {entry.symbol for entry in entries})
            code: bytes = self.context.codegen()._tm.emit_object(module)
            return code

    def _optimise(self, module: Any, symbols: set[str]) -> None:
        """Hide everything but the entry points, and optimise all at once.

        Loops are not vectorised (`_at_work`): LLVM made wrong code of a long rule copied into a search loop.
        """
        for part in (*module.functions, *module.global_variables):
            if not part.is_declaration and part.name not in symbols:
                part.linkage = "internal"
        passes, builder = self.context.codegen()._module_pass_manager()
        passes.run(module, builder)
        unknown = {part.name for part in module.functions if part.is_declaration} - KNOWN
        foreign = sorted(name for name in unknown if not name.startswith("llvm."))
        foreign += [part.name for part in module.global_variables if part.is_declaration]
        if foreign:
            raise TypeError(f"a kernel would call {', '.join(foreign)}; kernels use numbers, records and arrays only")

    def _twin(self, function: FunctionType) -> Any:
        """Numba's function for a kernel, with the twins of what it calls in its scope."""
        if function in self._twins:
            return self._twins[function]
        body = REPLACED.get(function, function)
        scope: dict[str, Any] = {"numpy": numpy, "__builtins__": __builtins__, "__name__": function.__module__}
        copy = FunctionType(body.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__name__
        options = {**self.options, "forceinline": self.inline and getattr(function, "is_inline", True)}
        twin = self._twins[function] = _Dispatcher(copy, targetoptions=options, pipeline_class=_Compiler)
        twin._can_compile = True
        for name, value in globals_used(body):
            if is_kernel(value):
                value = intrinsics.of(value, self.checked) or self._twin(value)
            elif isinstance(value, tuple):
                value = _constant_array(function, name, value)
            elif not isinstance(value, (int, float)):
                continue
            if isinstance(name, tuple):
                setattr(scope.setdefault(name[0], ModuleType(name[0])), name[1], value)
            else:
                scope[name] = value
        return twin


def _constant_array(function: FunctionType, name: object, numbers: tuple[Any, ...]) -> Any:
    """A tuple of numbers that a kernel uses, or of such tuples, as a constant array."""
    members = list(_members(numbers))
    if all(isinstance(member, int) and -1 << 63 <= member < 1 << 63 for member in members):
        return numpy.array(numbers, numpy.int64)
    if all(isinstance(member, float) for member in members):
        return numpy.array(numbers, numpy.float64)
    problem = f"{function.__qualname__} uses {name}, whose members are not all whole numbers of 64 bits, or all floats"
    raise TypeError(f"{problem}; compiled a tuple is an array of one kind")


def _members(numbers: tuple[Any, ...]) -> Iterator[Any]:
    for member in numbers:
        yield from _members(member) if isinstance(member, tuple) else (member,)


_Dispatcher = registry.CPUDispatcher
# What object code may call: Python's functions, and a few of the C library.
KNOWN = {*PYTHON_CALLS, "memcpy", "memset", "memmove", "exp", "log", "pow", "sqrt", "fmod"}


def numba_kind(value: Any) -> Any:
    """Numba's type of an argument; see `twin.kind_of` for the same as text."""
    if isinstance(value, numpy.ndarray):
        return types.Array(numpy_support.from_dtype(value.dtype), value.ndim, "C")
    if isinstance(value, (bool, numpy.bool_)):
        return types.boolean
    if isinstance(value, (float, numpy.floating)):
        return types.float64
    if isinstance(value, numpy.unsignedinteger):
        return types.uint64
    if isinstance(value, (int, numpy.integer)):
        return types.int64
    return numpy_support.from_dtype(value.dtype if isinstance(value, numpy.void) else numpy.dtype(type(value)))


@cache
def translator(processor: str, features: str, checked: bool) -> Translator:
    return Translator(processor, features, checked)
