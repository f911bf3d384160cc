"""Somebody who hears the live regions and the names of buttons, and has only keys, finishes a level of every game."""

import re
from random import Random

import pytest
from playwright.sync_api import expect
from tests.sampling import one_of_each_kind

from gridhall.registry import games, levels, load

ENOUGH = 30  # choices of a match of two, after which they give up
MOST = 150  # things that somebody does
# All that is heard: what is announced, and the names of what can be pressed in the region of choices.
NAMES = """
  const nameOf = (button) => {
    const spoken = button.cloneNode(true);
    for (const key of spoken.querySelectorAll('kbd')) key.remove();
    return spoken.textContent.replace(/\\s+/g, ' ').trim();
  };
  const isOpen = (each) => each.getAttribute('aria-disabled') !== 'true' && !each.disabled && each.offsetParent;
  const buttons = [...document.querySelectorAll('section[aria-label=Choices] button')].filter(isOpen);
"""
HEARD = f"""() => {{{NAMES}
  const regions = [...document.querySelectorAll('[aria-live], [role=alert]')].map((each) => each.textContent.trim());
  const end = document.querySelector('[role=alert]')?.textContent.trim() ?? '';
  const film = !!document.querySelector('[aria-label="The replay now running"]');
  const asks = !!document.querySelector('dialog[open]');
  return {{ regions, names: buttons.map(nameOf), end, film, asks }};
}}"""
# Focus the first choice whose name begins so, or the button of this name; whether there is one.
FOCUS_CHOICE = f"""(name) => {{{NAMES}
  const named = buttons.find((each) => nameOf(each).toLowerCase().startsWith(name.toLowerCase()));
  named?.focus();
  return !!named;
}}"""
# The name of the choice that a hint tells, or "" at the end; null as long as neither is heard.
HINTED = """() => {
  const told = /Try ([^:.]+)/.exec(document.querySelector('[data-answer]')?.textContent ?? '');
  if (told) return [told[1].trim()];
  return document.querySelector('[role=alert]')?.textContent.trim() ? [''] : null;
}"""
FOCUS = "(found) => { found[0]?.focus(); return found.length > 0; }"
CHANGED = f"""(before) => {{
  const now = ({HEARD})();
  return Object.keys(now).some((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key]));
}}"""


class Listener:
    def __init__(self, page):
        self.page, self.luck = page, Random(1)

    def hear(self):
        return self.page.evaluate(HEARD)

    def wait(self, heard):
        """Until something else is heard."""
        self.page.wait_for_function(CHANGED, arg=heard)

    def press(self, target):
        """Press something, if it is still there, and wait until something else is heard."""
        before = self.hear()
        if target.evaluate_all(FOCUS):
            self.page.keyboard.press("Enter")
            self.wait(before)

    def choose(self, name):
        """Press the first choice whose name begins so; False if it is no longer offered."""
        before = self.hear()
        if not self.page.evaluate(FOCUS_CHOICE, name):
            return False
        self.page.keyboard.press("Enter")
        self.wait(before)
        return True

    def hint(self):
        """Ask for a hint, and hear the name of the choice that it tells; "" if the match has ended meanwhile."""
        self.page.keyboard.press("Shift+H")
        return self.page.wait_for_function(HINTED).evaluate("(told) => told[0]")

    def pick(self, names):
        """Any of what is offered that does not go back, give up, or is said to be deadly."""
        apart = re.compile(r"undo|resign|retreat|deadly|loses|no effect", re.IGNORECASE)
        return self.luck.choice([name for name in names if not apart.search(name)] or names)


@pytest.mark.parametrize("name", one_of_each_kind(games()))
def test_a_level_is_finished_by_what_is_heard(visit, name):
    visitor, game = visit(), load(name)
    page = visitor.page
    page.goto("/icon.svg")
    seats = [{"kind": "me"}] * game.PLAYERS
    if game.PLAYERS > 1:
        seats[1] = {"kind": "machine", "level": next(iter(game.LEVELS_OF_PLAY))}
    level = levels(game)[0].name if game.PUZZLE or game.PLAYERS > 1 else ""
    room, _ = visitor.make(name, level=level, seed="5", seats=seats)
    page.goto(f"/r/{room}")
    expect(page.get_by_role("region", name="Choices")).to_be_visible()
    listener, chosen = Listener(page), 0
    for _ in range(MOST):
        heard = listener.hear()
        assert any(heard["regions"])
        if heard["end"]:
            break
        if heard["asks"]:
            listener.press(page.get_by_role("dialog").get_by_role("button").last)  # the way back comes first
        elif heard["film"]:
            listener.press(page.get_by_role("button", name="Skip", exact=True))
        elif game.PLAYERS > 1 and chosen >= ENOUGH and page.get_by_role("button", name="Resign").count():
            listener.press(page.get_by_role("button", name="Resign").first)
        elif not heard["names"]:
            listener.wait(heard)
        else:
            name_heard = listener.hint() if game.PUZZLE else listener.pick(heard["names"])
            chosen += bool(name_heard) and listener.choose(name_heard)
    assert listener.hear()["end"] and chosen
    assert not re.search(r"\b(?:PS|GU|EC|WG|MR)\d", " ".join(listener.hear()["regions"]))
