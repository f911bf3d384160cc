"""The one source of chance: splitmix64 (Steele, Lea and Flood, 2014) on the field `rng` of a state."""

from collections.abc import Sequence
from typing import Any, TypeVar

from gridhall.kernel import ALL_BITS, add64, kernel, mul64, signed, unsigned

Item = TypeVar("Item")


@kernel
def draw(state: Any) -> int:
    """Advance `state.rng` and return 32 random bits (the upper half of splitmix64's output)."""
    state.rng = add64(state.rng, 0x9E3779B97F4A7C15)
    return mix(state.rng) >> 32


@kernel
def below(state: Any, count: int) -> int:
    """Advance `state.rng` and return a number from 0 to `count` - 1."""
    return signed(draw(state)) * count >> 32


@kernel
def mix(seed: int) -> int:
    """Scramble 64 bits: the output function of splitmix64, also used to derive one seed from another."""
    bits = unsigned(seed)
    bits = mul64(bits ^ bits >> 30, 0xBF58476D1CE4E5B9)
    bits = mul64(bits ^ bits >> 27, 0x94D049BB133111EB)
    return bits ^ bits >> 31


class Dice:
    """Chance for what is no kernel, such as the makers of levels; drawn as the rules draw theirs."""

    def __init__(self, seed: int) -> None:
        self.rng = seed & ALL_BITS

    def below(self, count: int) -> int:
        return int(below(self, count))

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        for n in range(len(items) - 1, 0, -1):
            other = self.below(n + 1)
            items[n], items[other] = items[other], items[n]
