"""Choices that go by one name, and the keys of those names."""

from collections.abc import Iterable
from typing import NamedTuple

from gridhall.scene import Choice

PROGRAM_KEYS = {"h", "z"}  # hint and take back, in every game


def capitalized(name: str) -> str:
    """A name as a button has it, here and in the browser."""
    return name[:1].upper() + name[1:]


class ChoiceGroup(NamedTuple):
    """Choices that go by one name, such as all places to move to."""

    name: str
    choices: list[Choice]
    key: str

    @property
    def title(self) -> str:
        return capitalized(self.name)

    @property
    def open(self) -> list[Choice]:
        return [choice for choice in self.choices if not choice.why]

    @property
    def cost(self) -> int:
        return min(choice.cost for choice in self.open or self.choices)


def groups_of(choices: Iterable[Choice], taken: set[str]) -> list[ChoiceGroup]:
    """The groups of some choices, in the order of the scene; `taken` are keys of the game that no group may get."""
    grouped: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.group and not choice.main:
            grouped.setdefault(choice.group, []).append(choice)
    taken = taken | PROGRAM_KEYS
    groups = []
    for name, members in grouped.items():
        keys = {choice.key for choice in members}
        key = next(iter(keys)) if len(keys) == 1 else ""
        groups.append(ChoiceGroup(name, members, key or (_letter_for(name, taken) if len(keys) == 1 else "")))
    return groups


def _letter_for(name: str, taken: set[str]) -> str:
    """A key for a group that names none: the first letter of its name that is free."""
    letter = next((sign for sign in name.lower() if "a" <= sign <= "z" and sign not in taken), "")
    taken.add(letter)
    return letter
