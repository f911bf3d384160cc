"""The entry point of compiled code: a function in LLVM's language that Python can call, which calls one kernel.

It takes arrays and records by the buffer protocol, numbers as Python's own, and releases the interpreter's lock while
the kernel runs. Only functions of Python's stable interface are called, so that the code runs under every version of
Python, and without Numba.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.np.arrayobj import populate_array

BYTE, INT, LONG, DOUBLE = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
OBJECT = BYTE.as_pointer()
BUFFER = ir.LiteralStructType(
    [OBJECT, OBJECT, LONG, LONG, INT, INT, OBJECT, LONG.as_pointer(), LONG.as_pointer(), OBJECT, OBJECT]
)
DATA, LENGTH, ITEM, DIMENSIONS, SHAPE = 0, 2, 3, 5, 7  # fields of a Py_buffer
CONTIGUOUS = 0x38  # PyBUF_C_CONTIGUOUS: the shape and the strides, rows one after the other
CALLS = {
    "PyObject_GetBuffer": (INT, [OBJECT, BUFFER.as_pointer(), INT]),
    "PyBuffer_Release": (ir.VoidType(), [BUFFER.as_pointer()]),
    "PyLong_AsLongLong": (LONG, [OBJECT]),
    "PyLong_AsUnsignedLongLongMask": (LONG, [OBJECT]),
    "PyFloat_AsDouble": (DOUBLE, [OBJECT]),
    "PyObject_IsTrue": (INT, [OBJECT]),
    "PyErr_Occurred": (OBJECT, []),
    "PyErr_BadArgument": (INT, []),
    "PyErr_SetNone": (ir.VoidType(), [OBJECT]),
    "PyEval_SaveThread": (OBJECT, []),
    "PyEval_RestoreThread": (ir.VoidType(), [OBJECT]),
    "PyLong_FromLongLong": (OBJECT, [LONG]),
    "PyLong_FromUnsignedLongLong": (OBJECT, [LONG]),
    "PyFloat_FromDouble": (OBJECT, [DOUBLE]),
    "PyBool_FromLong": (OBJECT, [LONG]),
    "PyTuple_New": (OBJECT, [LONG]),
    "PyTuple_SetItem": (INT, [OBJECT, LONG, OBJECT]),
    "Py_BuildValue": (OBJECT, [OBJECT]),
}


class Trampoline:
    """Writes the LLVM module of one entry point; `module` is the result."""

    def __init__(self, context: Any, compiled: Any, name: str) -> None:
        """`compiled` is Numba's result for the kernel; `name` the symbol of the entry point."""
        self.context, self.compiled = context, compiled
        self.module = context.codegen()._create_empty_module(name)
        kind = ir.FunctionType(OBJECT, [OBJECT, OBJECT.as_pointer(), LONG])
        self.function = ir.Function(self.module, kind, name)
        self.failure, self.arguments, self.count = self.function.args
        self.build = ir.IRBuilder(self.function.append_basic_block("entry"))
        self.buffers: list[Any] = []
        self._write()

    def _call(self, name: str, *arguments: Any) -> Any:
        result, parameters = CALLS[name]
        kind = ir.FunctionType(result, parameters)
        return self.build.call(cgutils.get_or_insert_function(self.module, kind, name), arguments)

    def _fail_if(self, condition: Any) -> None:
        """Return an error to Python, which a function of Python's own has set."""
        with self.build.if_then(condition, likely=False):
            self._give_up()

    def _give_up(self) -> None:
        self._release()
        self.build.ret(OBJECT(None))

    def _release(self) -> None:
        for buffer in self.buffers:
            self._call("PyBuffer_Release", buffer)

    def _write(self) -> None:
        build, kinds = self.build, self.compiled.signature.args
        for kind in kinds:
            if isinstance(kind, (types.Array, types.Record)):
                self.buffers.append(cgutils.alloca_once_value(build, ir.Constant(BUFFER, None)))
        free = iter(self.buffers)
        self._refuse_unless(build.icmp_signed("==", self.count, LONG(len(kinds))))
        values = []
        for number, kind in enumerate(kinds):
            value = build.load(build.gep(self.arguments, [LONG(number)]))
            if isinstance(kind, types.Array):
                values.append(self._array(value, kind, next(free)))
            elif isinstance(kind, types.Record):
                values.append(self._record(value, kind, next(free)))
            else:
                values.append(self._number(value, kind))
        thread = self._call("PyEval_SaveThread")
        callee = self.context.declare_function(self.module, self.compiled.fndesc)
        restype = self.compiled.signature.return_type
        status, result = self.context.call_conv.call_function(build, callee, restype, kinds, values)
        self._call("PyEval_RestoreThread", thread)
        with build.if_then(status.is_error, likely=False):  # only code that checks its indices can fail
            self._call("PyErr_SetNone", self.failure)
            self._give_up()
        self._release()
        build.ret(self._boxed(result, restype))

    def _refuse_unless(self, condition: Any) -> None:
        """Raise a TypeError: these are not the arguments that the code is for."""
        with self.build.if_then(self.build.not_(condition), likely=False):
            self._call("PyErr_BadArgument")
            self._give_up()

    def _field(self, buffer: Any, field: int) -> Any:
        return self.build.load(self.build.gep(buffer, [INT(0), INT(field)]))

    def _open(self, value: Any, buffer: Any) -> None:
        self._fail_if(
            self.build.icmp_signed("!=", self._call("PyObject_GetBuffer", value, buffer, INT(CONTIGUOUS)), INT(0))
        )

    def _array(self, value: Any, kind: Any, buffer: Any) -> Any:
        build, width = self.build, self.context.get_abi_sizeof(self.context.get_data_type(kind.dtype))
        self._open(value, buffer)
        fits = build.and_(
            build.icmp_signed("==", self._field(buffer, DIMENSIONS), INT(kind.ndim)),
            build.icmp_signed("==", self._field(buffer, ITEM), LONG(width)),
        )
        self._refuse_unless(fits)
        sizes = self._field(buffer, SHAPE)
        shape = [build.load(build.gep(sizes, [LONG(axis)])) for axis in range(kind.ndim)]
        strides: list[Any] = []
        step = LONG(width)
        for size in reversed(shape):
            strides.insert(0, step)
            step = build.mul(step, size)
        whole = self.context.make_array(kind)(self.context, build)
        data = build.bitcast(self._field(buffer, DATA), self.context.get_data_type(kind.dtype).as_pointer())
        populate_array(whole, data, shape, strides, LONG(width), None)
        return whole._getvalue()

    def _record(self, value: Any, kind: Any, buffer: Any) -> Any:
        self._open(value, buffer)
        self._refuse_unless(self.build.icmp_signed("==", self._field(buffer, LENGTH), LONG(kind.size)))
        return self.build.bitcast(self._field(buffer, DATA), self.context.get_value_type(kind))

    def _number(self, value: Any, kind: Any) -> Any:
        build = self.build
        if kind == types.boolean:
            truth = self._call("PyObject_IsTrue", value)
            self._fail_if(build.icmp_signed("<", truth, INT(0)))
            return build.icmp_signed("!=", truth, INT(0))
        if kind == types.float64:
            number = self._call("PyFloat_AsDouble", value)
            odd = build.fcmp_ordered("==", number, DOUBLE(-1.0))
        else:
            number = self._call("PyLong_AsLongLong" if kind.signed else "PyLong_AsUnsignedLongLongMask", value)
            odd = build.icmp_signed("==", number, LONG(-1))
        with build.if_then(odd, likely=False):
            self._fail_if(build.icmp_unsigned("!=", self._call("PyErr_Occurred"), OBJECT(None)))
        return number

    def _boxed(self, result: Any, kind: Any) -> Any:
        """The kernel's result as an object of Python."""
        build = self.build
        if isinstance(kind, types.NoneType):
            nothing = self.context.insert_const_string(self.module, "")
            return self._call("Py_BuildValue", build.bitcast(nothing, OBJECT))
        if kind == types.boolean:
            return self._call("PyBool_FromLong", build.zext(self.context.get_value_as_data(build, kind, result), LONG))
        if isinstance(kind, types.Float):
            return self._call("PyFloat_FromDouble", self.context.cast(build, result, kind, types.float64))
        if isinstance(kind, types.Integer):
            wide = self.context.cast(build, result, kind, types.int64 if kind.signed else types.uint64)
            return self._call("PyLong_FromLongLong" if kind.signed else "PyLong_FromUnsignedLongLong", wide)
        if isinstance(kind, types.BaseTuple):
            whole = self._call("PyTuple_New", LONG(len(kind)))
            for number, part in enumerate(cgutils.unpack_tuple(build, result)):
                self._call("PyTuple_SetItem", whole, LONG(number), self._boxed(part, kind[number]))
            return whole
        raise TypeError(f"a compiled kernel gives Python numbers or nothing, not {kind}; call it from another kernel")
