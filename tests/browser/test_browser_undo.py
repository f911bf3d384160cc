"""What was taken back is gone from the log, from what is spoken and from the count of moves, whatever the game."""

import re

import pytest
from playwright.sync_api import expect

from gridhall.match import Match
from gridhall.registry import games, levels, load

UNDO = [game for game in games() if load(game).UNDO]
LOG = "() => [...document.querySelectorAll('.log li')].map((line) => line.innerText.replace(/\\s+/g, ' '))"
SPOKEN = "() => document.querySelector('p.unseen[role=status]').innerText"


def some_moves(game):
    """A level and the keys of four moves of its proved way, where the most is said."""
    candidates = []
    for level in levels(load(game)):
        words = level.certificate.get("witness", "").split("; ")[:4]
        match, keys, said = Match(load(game), level.name), [], 0
        for word in words if len(words) == 4 else ():
            keys += [choice.key for choice in match.scene(0).choices if choice.word == word and choice.key]
            said += any(moment.text for moment in match.moments(match.play(word), 0))
        if len(keys) == 4 and not match.over:
            candidates.append((said, level.name, keys))
    return max(candidates)[1:]


def count(visitor, number):
    expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute(
        "aria-valuetext", f"move {number} of {number}"
    )
    expect(visitor.page.get_by_role("group", name="Replay")).to_contain_text(f"{number} / {number}")


@pytest.mark.parametrize("game", UNDO)
def test_what_was_taken_back_is_neither_listed_nor_spoken_nor_counted(visit, game):
    visitor, watcher = visit(), visit()
    visitor.page.goto("/")
    level, keys = some_moves(game)
    room, _ = visitor.make(game, level=level)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    watcher.page.goto(f"/r/{room}")
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    logs, spoken = [visitor.page.evaluate(LOG)], [visitor.page.evaluate(SPOKEN)]

    def shows(number, seen_by=visitor):
        """Wait until the log is what it was after so many moves."""
        seen_by.until(lambda: seen_by.page.evaluate(LOG), logs[number])

    for number, key in enumerate(keys, 1):
        visitor.page.keyboard.press(key)
        count(visitor, number)
        visitor.page.keyboard.press("!")  # what is still moving is finished
        logs.append(visitor.page.evaluate(LOG))
        spoken.append(visitor.page.evaluate(SPOKEN))
        assert len(logs[-1]) == len(logs[-2]) or re.match(rf"{number} ", logs[-1][0])
    assert len(logs[4]) > 1
    for number in (3, 2):
        visitor.page.keyboard.press("z")
        count(visitor, number)
        shows(number)
        visitor.until(lambda: visitor.page.evaluate(SPOKEN), spoken[number])
        shows(number, watcher)
    visitor.page.keyboard.press(keys[2])  # on from there, as if nothing had been
    count(visitor, 3)
    visitor.page.keyboard.press("!")
    shows(3)
    visitor.page.reload()
    count(visitor, 3)
    shows(3)
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.heading("Looking back: move 2 of 3")).to_be_visible()
    visitor.page.get_by_role("button", name="Back to now").click()
    visitor.page.get_by_role("button", name="Restart").click()
    count(visitor, 0)
    visitor.until(lambda: (visitor.page.evaluate(LOG), visitor.page.evaluate(SPOKEN)), ([], spoken[0]))
    expect(visitor.page.get_by_role("button", name="Undo")).to_be_disabled()
