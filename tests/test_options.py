"""What can be chosen before a match or a level is made: every form is made from data, and the rules keep to it."""

from collections import Counter
from typing import Annotated

import pytest

from gridhall.errors import BadSetup
from gridhall.match import Match
from gridhall.options import Option, arguments_of, header_lines, parameters
from gridhall.registry import games, load

FEW = 12  # options that one looks over at once
UNGROUPED = 4  # options that a phone shows at once
GENERATORS = [name for name in games() if load(name).generate is not None]


def make(seed, prove, *, size: Annotated[int, range(3, 9, 2)] = 5, kind: Annotated[str, ("a", "b")] = "a", on=False):
    """Make something.

    What it looks like:
        size: of the board
    """
    return f"{size} {kind} {on}"


make.__annotations__["on"] = bool


def all_options() -> list:
    cases = [(name, option) for name in games() for option in load(name).OPTIONS]
    return [pytest.param(*case, id=f"{case[0]}-{case[1].name}") for case in cases]


def extremes(option: Option) -> list[str]:
    return option.words or [str(option.least), str(option.most)]


@pytest.mark.parametrize("name, option", all_options())
def test_every_setting_says_what_it_means_and_the_rules_take_what_it_offers_and_nothing_beyond(name, option):
    game = load(name)
    assert option.title and option.meaning and not option.meaning.endswith(".")
    assert not option.default or option.defect(option.default) is None
    plain = game.write_setup(*game.read_setup(""))
    if option.default:
        assert game.write_setup(*game.read_setup(f"; {option.name}: {option.default}\n")) == plain
    beyond = ["never"] if option.words else [str(option.most + 1), "x"]
    for value in beyond:
        assert option.defect(value) is not None
        with pytest.raises(BadSetup):
            game.read_setup(f"; {option.name}: {value}\n")
    for value in extremes(option):
        assert option.defect(value) is None
        others = {"grid": "6"} if option.name == "charge" else {}
        others |= {"actionsNumber": "9"} if option.name == "firstTurnActions" else {}
        match = Match.of_text(game, header_lines(game.OPTIONS, {**others, option.name: value}))
        assert match.acting, "the match begins"


def test_a_form_lists_each_setting_once_and_only_what_was_changed_is_written():
    for name in games():
        options = load(name).OPTIONS
        assert len({option.name for option in options}) == len(options)
        assert header_lines(options, {option.name: option.default for option in options}) == ""
    turns = Option("turns", "Turns", "how many", "9", 1, 99)
    assert header_lines([turns], {"turns": "12"}) == "; turns: 12\n"


@pytest.mark.parametrize("name", games())
def test_a_long_form_is_told_in_groups_that_each_fit_a_screen(name):
    game = load(name)
    generator = [parameter.option for parameter in parameters(game.generate)] if game.generate else []
    for options in (game.OPTIONS, generator):
        sizes = Counter(option.group for option in options)
        assert all(size <= FEW for size in sizes.values()), sizes
        assert len(options) <= UNGROUPED or "" not in sizes


@pytest.mark.parametrize(
    "chosen", [{"turns": "9\n; x: 1"}, {"turns": "100"}, {"turns": ""}, {"trns": "3"}, {"turns": "²"}]
)
def test_what_no_form_could_send_is_refused(chosen):
    with pytest.raises(BadSetup):
        header_lines([Option("turns", "Turns", "how many", "9", 1, 99)], chosen)


def test_a_generators_parameters_are_read_from_its_annotations_and_docstring():
    size, kind, on = (parameter.option for parameter in parameters(make))
    assert size == Option("size", "Size", "of the board", "5", 3, 7, 2, group="What it looks like")
    assert kind.words == ["a", "b"] and on.words == ["off", "on"] and on.default == "off"
    assert arguments_of(make, {"size": "7", "on": "on"}) == {"size": 7, "on": True}
    for chosen in ({"size": "4"}, {"kind": "c"}, {"other": "1"}):
        with pytest.raises(BadSetup):
            arguments_of(make, chosen)


@pytest.mark.parametrize("name", GENERATORS)
def test_a_generator_refuses_what_lies_beyond_what_its_options_offer(name):
    generate = load(name).generate

    def prove(*_):
        raise AssertionError("nothing may be proved")

    for option, kind, _ in parameters(generate):
        assert option.meaning, option.name
        if kind is int:
            assert option.most > option.least, option.name
        # What is counted from the found level is not refused beforehand.
        if kind is int and option.name not in ("limit", "length"):
            for value in (option.least - 1, option.most + 1):
                with pytest.raises(BadSetup):
                    generate(1, prove, **{option.name: value})
