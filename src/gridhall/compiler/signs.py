"""Refuse kernels whose compiled arithmetic would differ from Python's, above all where unsigned and signed numbers mix.

Python's integers have no sign bit and never overflow. Compiled, an unsigned number with a signed one, such as a
literal, is computed as signed or as a float, and an unsigned sum wraps. So is every other operation refused that the
types alone show to mean something else: `~` of a truth value, a power of whole numbers that may be a fraction, a shift
past the last bit, sums of floats of 32 bits. The error names the line and the cure. The check runs inside Numba, when
the types of all variables are known.

What only the values show cannot be refused here: signed numbers that outgrow 64 bits, whole numbers beyond 2**53 that
become floats by `/`, and shifts by a computed number below 0 or above 63.
"""

import operator
from itertools import product
from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, register_pass

from gridhall import kernel

MIXING = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.floordiv: "//", operator.mod: "%",
    operator.truediv: "/",
    operator.and_: "&", operator.or_: "|", operator.xor: "^", operator.pow: "**",
}  # fmt: skip
WRAPPING = {operator.add: "+", operator.sub: "-", operator.mul: "*", operator.pow: "**", operator.lshift: "<<"}
COMPARING = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge, operator.contains)
SHIFTING = (operator.lshift, operator.rshift)
EXACT = 1 << 53  # a comparison with a literal up to this is right, though compiled it may be one of floats
# Functions of Python that do the same with an unsigned number; of the second kind if all of their arguments are.
FIT, FIT_ALONE = (int, float, bool, abs), (min, max, divmod, range)
CURE = "say which is meant with `signed(...)` or `unsigned(...)`"


class MixedSigns(TypeError):
    """A kernel would compute something else when compiled."""


@register_pass(mutates_CFG=False, analysis_only=True)
class CheckSigns(AnalysisPass):
    """After type inference: every operation on numbers must mean the same at both speeds."""

    _name = "gridhall_check_signs"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        if state.func_id.func.__code__ not in REPLACED_CODE:
            _check(state)
        return False


REPLACED_CODE = {body.__code__ for body in kernel.REPLACED.values()}


def _check(state: Any) -> None:
    """Look at every assignment of a kernel, in Numba's own form of it."""
    kinds = state.typemap
    for block in state.func_ir.blocks.values():
        for line in block.find_insts(ir.Assign):
            expression = line.value
            operation = expression.op if isinstance(expression, ir.Expr) else ""
            if operation in ("binop", "inplace_binop"):
                function = expression.immutable_fn if operation == "inplace_binop" else expression.fn
                _check_operation(state, line, function, kinds[expression.lhs.name], kinds[expression.rhs.name])
            elif operation == "unary":
                _check_sign(state, line, expression.fn, kinds[expression.value.name])
            elif operation == "call":
                function = getattr(kinds[expression.func.name], "typing_key", None)
                _check_call(state, line, function, [kinds[argument.name] for argument in expression.args])
            elif isinstance(expression, ir.Var) or operation in ("phi", "cast"):
                _check_variable(state, line)


def _check_operation(state: Any, line: Any, function: Any, left: Any, right: Any) -> None:
    if function in COMPARING:
        _check_comparison(state, line, left, right)
    if isinstance(left, types.Float) and left == right == types.float32:
        _refuse(state, line, "computes with floats of 32 bits, which Python has not", "keep them in arrays of float64")
    if not (_whole(left) and _whole(right)):
        return
    if function in MIXING and _unsigned(left) != _unsigned(right):
        problem = f"computes an unsigned number {MIXING[function]} a signed one, which compiled is signed"
        _refuse(state, line, problem, CURE)
    if function in WRAPPING and _unsigned(left):
        problem = f"computes an unsigned number {WRAPPING[function]} another, which wraps only when compiled"
        _refuse(state, line, problem, "use `add64` or `mul64`, which wrap at both speeds, or `signed(...)`")
    literal = getattr(right, "literal_value", None)
    if function is operator.pow and not isinstance(right, types.Boolean) and (literal is None or literal < 0):
        problem = "computes a power that is a fraction if the exponent is negative, compiled a whole number"
        _refuse(state, line, problem, "multiply, or make one side a float")
    if function in SHIFTING and literal is not None and not 0 <= literal < 64:
        _refuse(state, line, f"shifts by {literal}; compiled there are 64 bits", "shift by 0 to 63")


def _check_comparison(state: Any, line: Any, left: Any, right: Any) -> None:
    """Compiled, an unsigned and a signed number are compared as floats, which are not exact beyond 2**53."""
    for sides in product(_parts(left), _parts(right)):
        if all(map(_whole, sides)) and _unsigned(sides[0]) != _unsigned(sides[1]):
            if not any(isinstance(side, types.Boolean) or _is_small(side) for side in sides):
                _refuse(state, line, "compares an unsigned number with a signed one, which compiled are floats", CURE)


def _check_sign(state: Any, line: Any, function: Any, kind: Any) -> None:
    if function in (operator.neg, operator.invert) and _unsigned(kind):
        _refuse(state, line, "negates an unsigned number", CURE)
    if function is operator.invert and isinstance(kind, types.Boolean):
        _refuse(state, line, "computes `~` of a truth value, which compiled is `not`", "write `not`")


def _check_call(state: Any, line: Any, function: Any, arguments: list[Any]) -> None:
    """Of Python's own functions, such as `min`; kernels are checked by themselves."""
    if function is pow and len(arguments) == 2:
        _check_operation(state, line, operator.pow, *arguments)
    unsigned = [_unsigned(part) for argument in arguments for part in _parts(argument)]
    if not any(unsigned) or getattr(function, "__module__", "") != "builtins" or function in FIT:
        return
    if function not in FIT_ALONE:
        _refuse(state, line, f"calls `{function.__name__}` with an unsigned number", CURE)
    if not all(unsigned):
        _refuse(state, line, f"calls `{function.__name__}` with unsigned and signed numbers", CURE)


def _check_variable(state: Any, line: Any) -> None:
    """A variable that is now signed, now unsigned, is a float when compiled."""
    value = line.value
    sources = [value] if isinstance(value, ir.Var) else value.incoming_values if value.op == "phi" else [value.value]
    target = _parts(state.typemap[line.target.name])
    for source in (_parts(state.typemap[source.name]) for source in sources if isinstance(source, ir.Var)):
        if any(_unsigned(before) and isinstance(after, types.Float) for before, after in zip(source, target)):
            name = line.target.unversioned_name
            what = "what is returned" if "return_value" in name else f"`{name}`"
            _refuse(state, line, f"{what} is now unsigned, now not; compiled that is a float", CURE)


def _parts(kind: Any) -> list[Any]:
    """The kinds of a tuple's members, or the one kind that this is."""
    return [part for member in kind for part in _parts(member)] if isinstance(kind, types.BaseTuple) else [kind]


def _whole(kind: Any) -> bool:
    return isinstance(kind, (types.Integer, types.Boolean))


def _unsigned(kind: Any) -> bool:
    return isinstance(kind, types.Integer) and not kind.signed


def _is_small(kind: Any) -> bool:
    return isinstance(kind, types.IntegerLiteral) and abs(kind.literal_value) <= EXACT


def _refuse(state: Any, line: Any, problem: str, cure: str) -> None:
    raise MixedSigns(f"{state.func_id.func_qualname}, {line.loc.filename}:{line.loc.line}: {problem}; {cure}")
