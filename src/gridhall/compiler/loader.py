"""From object code to functions of Python: llvmlite links it into the process. Neither Numba nor a compiler is needed.

An entry point of the code (trampoline.py writes it) has the form of a C function that Python can call by itself, so all
there is to do is to find its address and to make a built-in function of it.
"""

import ctypes
import threading
from functools import cache
from typing import Any

METH_FASTCALL = 0x0080


class _Definition(ctypes.Structure):
    """Python's PyMethodDef."""

    _fields_ = (("name", ctypes.c_char_p), ("code", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p))


_lock = threading.Lock()
_alive: list[Any] = []  # definitions and object files must outlive the functions made of them


@cache
def _engine() -> Any:
    """LLVM's linker for this process, with Python's functions that compiled code calls."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for name in PYTHON_CALLS:
        binding.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    machine = binding.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


PYTHON_CALLS = (
    "PyObject_GetBuffer", "PyBuffer_Release", "PyLong_AsLongLong", "PyLong_AsUnsignedLongLongMask", "PyFloat_AsDouble",
    "PyObject_IsTrue", "PyErr_Occurred", "PyErr_BadArgument", "PyErr_SetNone", "PyEval_SaveThread",
    "PyEval_RestoreThread", "PyLong_FromLongLong", "PyLong_FromUnsignedLongLong", "PyFloat_FromDouble",
    "PyBool_FromLong", "PyTuple_New", "PyTuple_SetItem",
    "Py_BuildValue",
)  # fmt: skip


def load(code: bytes, symbols: dict[str, str]) -> dict[str, Any]:
    """The built-in functions of this object code; `symbols` are their entry points, each with a name for people."""
    from llvmlite import binding

    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    with _lock:
        engine = _engine()
        file = binding.ObjectFileRef.from_data(code)
        engine.add_object_file(file)
        engine.finalize_object()
        _alive.append(file)
        functions = {}
        for symbol, name in symbols.items():
            address = engine.get_function_address(symbol)
            if not address:
                raise ImportError(f"the object code has no symbol {symbol}")
            definition = _Definition(name.encode(), address, METH_FASTCALL, b"A compiled kernel.")
            _alive.append(definition)
            functions[symbol] = make(ctypes.addressof(definition), IndexError, None)
        return functions


@cache
def host() -> tuple[str, frozenset[str]]:
    """This machine's processor, as LLVM calls it, and its features."""
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    return binding.get_host_cpu_name(), frozenset(name for name, has in features.items() if has)
