"""Refuse kernels whose compiled arithmetic would differ from Python's: unsigned numbers mixed with signed ones.

Python's integers have no sign bit and never overflow. Compiled, an unsigned number with a signed one, such as a
literal, is computed as signed, and an unsigned sum wraps. Both are refused when a kernel is compiled; the error names
the line and the cure. The check runs inside Numba, when the types of all variables are known.
"""

import operator
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
IN_PLACE = {
    operator.iadd: operator.add, operator.isub: operator.sub, operator.imul: operator.mul, operator.iand: operator.and_,
    operator.ior: operator.or_, operator.ixor: operator.xor, operator.ilshift: operator.lshift,
    operator.imod: operator.mod,
    operator.ifloordiv: operator.floordiv,
}  # fmt: skip
CURE = "say which is meant with `signed(...)` or `unsigned(...)`"


class MixedSigns(TypeError):
    """A kernel would compute something else when compiled."""


@register_pass(mutates_CFG=False, analysis_only=True)
class CheckSigns(AnalysisPass):
    """After type inference: every operation on unsigned numbers must mean the same at both speeds."""

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
            if isinstance(expression, ir.Expr) and expression.op in ("binop", "inplace_binop"):
                function = expression.immutable_fn if expression.op == "inplace_binop" else expression.fn
                sides = kinds[expression.lhs.name], kinds[expression.rhs.name]
                _check_operation(state, line, IN_PLACE.get(function, function), *sides)
            elif isinstance(expression, ir.Expr) and expression.op == "unary":
                negates = expression.fn in (operator.neg, operator.invert)
                if negates and _unsigned(kinds[expression.value.name]):
                    _refuse(state, line, "negates an unsigned number", CURE)
            elif isinstance(expression, ir.Var) or getattr(expression, "op", "") in ("phi", "cast"):
                _check_variable(state, line)


def _check_operation(state: Any, line: Any, function: Any, left: Any, right: Any) -> None:
    if not (isinstance(left, types.Integer) and isinstance(right, types.Integer)):
        return
    if function in MIXING and _unsigned(left) != _unsigned(right):
        problem = f"computes an unsigned number {MIXING[function]} a signed one, which compiled is signed"
        _refuse(state, line, problem, CURE)
    if function in WRAPPING and _unsigned(left):
        problem = f"computes an unsigned number {WRAPPING[function]} another, which wraps only when compiled"
        _refuse(state, line, problem, "use `add64` or `mul64`, which wrap at both speeds, or `signed(...)`")


def _check_variable(state: Any, line: Any) -> None:
    """A variable that is now signed, now unsigned, is a float when compiled."""
    value = line.value
    sources = [value] if isinstance(value, ir.Var) else value.incoming_values if value.op == "phi" else [value.value]
    kinds = [state.typemap[source.name] for source in sources if isinstance(source, ir.Var)]
    if any(map(_unsigned, kinds)) and isinstance(state.typemap[line.target.name], types.Float):
        problem = f"`{line.target.unversioned_name}` is now unsigned, now not; compiled that is a float"
        _refuse(state, line, problem, CURE)


def _unsigned(kind: Any) -> bool:
    return isinstance(kind, types.Integer) and not kind.signed


def _refuse(state: Any, line: Any, problem: str, cure: str) -> None:
    raise MixedSigns(f"{state.func_id.func_qualname}, {line.loc.filename}:{line.loc.line}: {problem}; {cure}")
