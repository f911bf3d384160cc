"""A hint of Echoes is a whole plan that one can look at, enter and then seal; it is never a single step."""

import pytest

from gridhall.agents.hint import machine_hint
from gridhall.match import Match


@pytest.mark.parametrize("planned", [[], ["new D"], ["new D", "fire E", "walk W"]])
@pytest.mark.parametrize("player", [0, 1])
def test_a_hint_is_a_whole_plan_whatever_is_planned_already(planned, player):
    match = Match("echoes")
    for word in planned:
        match.play(word, player)
    hint = machine_hint(match.game, match.setup, match.view(player), player, 5)
    assert hint.plan[0].split()[0] in ("new", "extend") and len(hint.plan) > 1
    assert not {"undo", "submit"} & set(hint.plan)
    assert list(hint.names) == [word[0].upper() + word[1:] for word in hint.plan]  # as the buttons say it
    assert hint.preview is not None and hint.preview.pieces and hint.preview.text == ", ".join(hint.plan)
    for action in (hint.action, *hint.then):
        match.act(player, action)
    facts = match.facts(player)["planning"][str(player + 1)]
    assert [f"{facts['kind']} {facts['column']}", *facts["actions"]] == list(hint.plan)
    assert match.acting == [0, 1]  # nothing is sealed
    again = machine_hint(match.game, match.setup, match.view(player), player, 5)
    assert again.word == "submit" and again.preview is None and again.plan == hint.plan


@pytest.mark.parametrize("player", [0, 1])
def test_the_ready_plan_is_told_in_the_names_of_its_buttons(player):
    match = Match("echoes")
    ready = next(choice for choice in match.scene(player).choices if choice.then)
    names = []
    for action in (ready.action, *ready.then):
        names += [choice.name for choice in match.scene(player).choices if choice.action == action and not choice.then]
        match.act(player, action)
    assert ready.name == "Ready plan: " + ", ".join(names)


def test_a_hint_knows_nothing_of_the_other_plan():
    match, other = Match("echoes"), Match("echoes")
    for word in ("new A", "fire S", "fire S", "shield S", "submit"):
        other.play(word, 1)
    hints = [machine_hint(each.game, each.setup, each.view(0), 0, 5).plan for each in (match, other)]
    assert hints[0] == hints[1]
