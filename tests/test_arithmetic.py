"""Two speeds, one arithmetic: what would differ when compiled is refused, and what is not refused is the same."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gridhall.kernel import compiled, i64, kernel, record, signed, u64, unsigned, zeros

HALVES = (0.5, 1.5)
PAIRS = ((1, -2), (3, 4))
MIXED = (1, 0.5)
TOO_LARGE = (1 << 63, 2)
TOP_BIT = 1 << 63
NUMBERS = st.one_of(st.integers(-70, 70), st.integers(-(1 << 31), 1 << 31))  # a product of two does not outgrow 64 bits
BITS = st.one_of(st.integers(0, 9), st.sampled_from([1 << 53, (1 << 53) + 1, 1 << 63, (1 << 64) - 1]))


@record
class Toy:
    bits: u64
    number: i64


REFUSED: list[Any] = []
SAME: list[Any] = []


def refused(problem: str) -> Any:
    """Mark a kernel that must be refused, with a part of the sentence that says why."""

    def mark(function: Any) -> Any:
        REFUSED.append(pytest.param(kernel(function), problem, id=function.__name__))
        return function

    return mark


def same(function: Any) -> Any:
    """Mark a kernel that must be the same at both speeds."""
    SAME.append(pytest.param(kernel(function), id=function.__name__))
    return function


@refused("calls `min` with unsigned and signed numbers")
def least_of_both(toy, number):
    return min(toy.bits, 5)


@refused("calls `max` with unsigned and signed numbers")
def most_of_a_tuple(toy, number):
    return max((toy.bits, number))


@refused("calls `divmod` with unsigned and signed numbers")
def divided_with_rest(toy, number):
    return divmod(toy.bits, 7)[0]


@refused("calls `range` with unsigned and signed numbers")
def counted_between(toy, number):
    total = 0
    for _ in range(number, toy.bits):
        total += 1
    return total


@refused("calls `sum` with an unsigned number")
def added_up(toy, number):
    return sum((toy.bits, toy.bits))


@refused("calls `round` with an unsigned number")
def rounded_bits(toy, number):
    return round(toy.bits)


@refused("computes an unsigned number ** another, which wraps only when compiled")
def squared(toy, number):
    return pow(toy.bits, unsigned(2))


@refused("computes a power that is a fraction if the exponent is negative")
def called_power(toy, number):
    return pow(2, number)


@refused("computes a power that is a fraction if the exponent is negative")
def computed_power(toy, number):
    return 2**number


@refused("computes a power that is a fraction if the exponent is negative")
def inverse(toy, number):
    return (number | 1) ** -1


@refused("compares an unsigned number with a signed one, which compiled are floats")
def compared(toy, number):
    return toy.bits < number


@refused("compares an unsigned number with a signed one, which compiled are floats")
def compared_with_the_top_bit(toy, number):
    return number < TOP_BIT


@refused("compares an unsigned number with a signed one, which compiled are floats")
def one_of_two(toy, number):
    return toy.bits in (number, 3)


@refused("compares an unsigned number with a signed one, which compiled are floats")
def compared_in_tuples(toy, number):
    return (1, toy.bits) < (1, number)


@refused("computes an unsigned number ^ a signed one, which compiled is signed")
def mixed_with_a_truth(toy, number):
    return toy.bits ^ (number > 0)


@refused("computes an unsigned number / a signed one, which compiled is signed")
def divided_in_place(toy, number):
    bits = toy.bits
    bits /= 3
    return bits


@refused("computes an unsigned number ** another, which wraps only when compiled")
def squared_in_place(toy, number):
    bits = toy.bits
    bits **= unsigned(2)
    return bits


@refused("computes `~` of a truth value, which compiled is `not`; write `not`")
def not_bit_by_bit(toy, number):
    return ~(number > 0)


@refused("shifts by 64; compiled there are 64 bits")
def shifted_away(toy, number):
    return toy.bits >> 64


@refused("what is returned is now unsigned, now not; compiled that is a float")
def returned_this_or_that(toy, number):
    if number > 0:
        return toy.bits
    return number


@refused("what is returned is now unsigned, now not; compiled that is a float")
def returned_in_tuples(toy, number):
    if number > 0:
        return toy.bits, 1
    return 1, toy.bits


@refused("is now unsigned, now not; compiled that is a float")
def this_or_else_that(toy, number):
    return toy.bits or number


@refused("uses MIXED, whose members are not all whole numbers of 64 bits, or all floats")
def one_of_mixed_numbers(toy, number):
    return MIXED[number & 1]


@refused("uses TOO_LARGE, whose members are not all whole numbers of 64 bits, or all floats")
def one_of_large_numbers(toy, number):
    return TOO_LARGE[number & 1]


@pytest.mark.parametrize(("function", "problem"), REFUSED)
def test_what_would_differ_is_refused(function: Any, problem: str) -> None:
    with pytest.raises(TypeError, match=re.escape(problem)):
        compiled(function)(Toy(), 1)


@kernel
def sum_of_short_floats(numbers):
    return numbers[0] + numbers[1] + numbers[2]


def test_floats_of_32_bits_are_refused() -> None:
    with pytest.raises(TypeError, match="computes with floats of 32 bits, which Python has not"):
        compiled(sum_of_short_floats)(np.zeros(3, np.float32))


@same
def one_of_two_halves(toy, number):
    return HALVES[number & 1]


@same
def one_of_pairs(toy, number):
    return PAIRS[number & 1][number >> 1 & 1]


@same
def divided_downwards(toy, number):
    return number // 3 - number % 3 + number // -7 * 100 + number % -7


@same
def floats_divided_downwards(toy, number):
    return (number / 2) // -1.5 + (number / 2) % -1.5


@same
def rounded_to_even(toy, number):
    return round(number / 2)


@same
def sum_of_truths(toy, number):
    return (number > 0) + (number > 1) - (number > 2) * 3 + -(number > 3) + ((number > 4) << 3) + (number > 0) / 2


@same
def bits_and_small_literals(toy, number):
    return (toy.bits == 0) + (toy.bits < 5) * 2 + (toy.bits != -1) * 4 + (toy.bits in (1, 2)) * 8


@same
def least_bits(toy, number):
    return min(toy.bits, unsigned(number))


@same
def divided_bits(toy, number):
    quotient, rest = divmod(toy.bits, unsigned(number) | unsigned(1))
    return quotient ^ rest


@same
def as_other_kinds(toy, number):
    return float(toy.bits) + bool(toy.bits) + abs(number) + float(number)


@same
def last_bits(toy, number):
    return (toy.bits >> 63) ^ (toy.bits >> unsigned(number & 63))


@same
def sign_of_a_shift(toy, number):
    return (number >> 63) + (number >> (number & 63))


@same
def stored_where_it_wraps(toy, number):
    scratch = zeros(2)
    scratch[0] = toy.bits
    toy.number = toy.bits
    toy.bits = number
    return scratch[0] ^ toy.number ^ signed(toy.bits)


@same
def square(toy, number):
    return number**2


@pytest.mark.parametrize("function", SAME)
@given(BITS, NUMBERS)
@example((1 << 63) + 1, -1)
def test_what_is_not_refused_is_the_same(function: Any, bits: int, number: int) -> None:
    plain, fast = Toy(bits), Toy(bits)
    assert compiled(function)(fast, number) == function(plain, number)
    assert fast == plain
