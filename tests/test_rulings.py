"""Every ruling of a game is explained in its rules, and has a test that is named after it."""

import re
from pathlib import Path

import pytest

from gridhall.guide import guide_of
from gridhall.registry import folder_of, games, load, rules_of
from gridhall.rulings import numbers_in, rulings

TESTS = Path(__file__).parent / "games"
GAMES = [name for name in games() if (TESTS / name).is_dir()]


def numbers(text: str, prefix: str) -> set[int]:
    """The rulings that a text names, also by their first and last: "EC30-EC33", "MR106 to MR110"."""
    named = re.findall(rf"\b{prefix}(\d+)(?:(?:-|–| to ){prefix}(\d+))?", text)
    return {number for first, last in named for number in range(int(first), int(last or first) + 1)}


def rulings_of(name: str) -> tuple[str, set[int]]:
    """What all rulings of a game begin with, and those that its rules explain."""
    rules = rules_of(load(name))
    first = re.search(r"\b([A-Z]{2})\d", rules)
    assert first, f"{name} numbers its rulings"
    return first[1], numbers(rules, first[1])


def sources(folder: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))


@pytest.mark.parametrize("name", GAMES)
def test_a_ruling_that_code_or_tests_name_is_explained_in_the_rules(name: str) -> None:
    prefix, explained = rulings_of(name)
    named = numbers(sources(folder_of(load(name))) + sources(TESTS / name), prefix)
    assert sorted(named - explained) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_ruling_has_a_test_that_is_named_after_it(name: str) -> None:
    prefix, explained = rulings_of(name)
    tests = " ".join(re.findall(r"def test_(\w+)", sources(TESTS / name))).replace("_", " ")
    assert sorted(explained - numbers(tests, prefix.lower())) == []


@pytest.mark.parametrize("name", GAMES)
def test_whoever_asks_why_is_told_the_ruling_in_the_terminal_and_shown_it_in_the_browser(name: str) -> None:
    game = load(name)
    whole = rules_of(game)
    shown = re.match(r".*?^## What is secret\n.*?^## ", whole, re.M | re.S)  # as `rulesAndMore` of the client cuts it
    assert shown
    sentences = [*game.REASONS, *(f"({reason.rule})" for reason in guide_of(game).reasons)]
    numbers = {number for sentence in sentences for number in numbers_in(sentence)}
    for rules in (whole, shown[0]):
        explained = zip(sorted(numbers), rulings(rules, sorted(numbers)))
        assert [number for number, ruling in explained if "see the full rules" in ruling] == []
