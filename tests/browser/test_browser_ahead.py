"""Nothing that is typed is lost, whatever the line, the steps being shown or a reload do meanwhile."""

import json
import random
import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import TURN
from tests.server.conftest import Person

from gridhall.match import Match
from gridhall.registry import games, levels, load

KEYS = {
    "↑": "ArrowUp",
    "↓": "ArrowDown",
    "←": "ArrowLeft",
    "→": "ArrowRight",
    "Space": " ",
    "↵": "Enter",
    "⌫": "Backspace",
    "Esc": "Escape",
    "Del": "Delete",
}
OFFERED = """(region) => {
  const buttons = [...region.querySelectorAll('button:not(.golden, .end)')];
  const played = buttons.filter((button) => !/quit|resign/i.test(button.textContent));
  const keys = played.flatMap((button) => [...button.querySelectorAll('kbd')].map((key) => key.textContent));
  return [...keys, ...(document.activeElement.role === 'gridcell' ? ['↵', '↵', '↵'] : [])];
}"""


def setups():
    """Every game, and every level whose first choice has several digits; quick is one of each kind of game."""
    kinds = set()
    for game in games():
        module = load(game)
        kind = module.PUZZLE, module.PLAYERS, len(Match(module).acting)
        yield pytest.param(game, "", marks=pytest.mark.slow if kind in kinds else ())
        kinds.add(kind)
        for place, level in enumerate(levels(module) if not module.PUZZLE else []):
            digits = any(
                len(choice.key) > 1 and choice.key.isdigit() for choice in Match(module, level.name).scene(0).choices
            )
            if digits or not place:
                yield pytest.param(game, level.name, marks=() if digits else pytest.mark.slow)


# With one seat of several.
SIT = "([room, key]) => localStorage.setItem('gridhall.seats', JSON.stringify({ [room]: [key] }))"
FEWEST, MOST = 12, 80  # keys of a typist, of which some are played


class Line:
    """The line between a page and the hall, which can be made slow, or cut without either end noticing."""

    def __init__(self, page):
        self.cut, self.slow, self.ends, self.late, self.played = False, False, [], [], 0
        self.waiting: set[int] = set()  # the numbers of what was sent and is not answered yet
        page.route_web_socket(re.compile("/ws$"), self.connect)

    def connect(self, end):
        far = end.connect_to_server()
        self.ends.append(end)
        self.waiting.clear()  # what was not answered on an earlier line is sent again on this one
        end.on_message(lambda text: self.send(far, text))
        far.on_message(lambda text: self.answer(end, text))

    def send(self, far, text):
        if not self.cut:
            if number := json.loads(text).get("number"):
                self.waiting.add(number)
            self.played += '"type":"play"' in text
            far.send(text)

    def answer(self, end, text):
        if self.slow:
            self.late.append((end, text))
        elif not self.cut:
            message = json.loads(text)
            if message["type"] in ("update", "taken", "error"):  # perhaps once more on a line that is nearly gone
                self.waiting.discard(message.get("number", 0))
            end.send(text)

    def mend(self):
        """From now on everything comes through, first of all what was late."""
        self.cut = self.slow = False
        late, self.late = self.late, []
        for end, text in late:
            self.answer(end, text)

    def drop(self):
        """The page hears that the line is gone; the next one is whole."""
        self.cut = False
        self.waiting.clear()
        self.ends[-1].close()


def sit_down(visitor, game, level):
    """A room whose first seat is this visitor's; the other belongs to somebody who does nothing."""
    visitor.page.goto("/icon.svg")
    seats = [{"kind": "me"}] * load(game).PLAYERS
    room, keys = visitor.make(game, level=level, seed="7", seats=seats)
    visitor.page.evaluate(SIT, [room, keys[0]])
    if not hasattr(visitor, "line"):
        visitor.line = Line(visitor.page)
    visitor.line.waiting.clear()
    visitor.line.played = 0
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    return room, keys[0]["secret"]


def words(visitor, room, secret):
    """What has been played in a room, as its player may see it."""
    _, answer = visitor.ask(f"/api/match/{room}?as=1&to=200", **{"X-Seat": secret})
    return [ply["word"] for ply in json.loads(answer)["shown"] if ply["player"] == 1 and ply["word"]]


def typed_slowly(visitor, game, level, seed):
    """Type keys at random, each when the one before has been answered; returns them and what was played."""
    chance = random.Random(seed)
    room, secret = sit_down(visitor, game, level)
    keys = []
    choices = visitor.page.get_by_role("region", name="Choices")
    while (len(keys) < FEWEST or visitor.line.played < 2) and len(keys) < MOST and choices.count():
        offered = choices.evaluate(OFFERED)
        text = chance.choice([*offered, *offered, "↑", "↓", "←", "→"])
        for letter in text if text.isdigit() else [text]:
            key = KEYS.get(letter, letter.lower() if len(letter) == 1 else letter)
            visitor.page.keyboard.press(key)
            settle(visitor)
            if visitor.page.get_by_role("dialog").count():
                visitor.page.keyboard.press("Escape")
            else:
                keys.append(key)
    return keys, words(visitor, room, secret)


def settle(visitor):
    """Wait until everything that was sent is answered and shown."""
    visitor.page.evaluate(TURN)
    visitor.until(lambda: visitor.line.waiting, set())
    visitor.page.evaluate(TURN)


@pytest.mark.parametrize(("game", "level"), list(setups()))
def test_what_is_typed_at_once_is_what_was_typed_slowly(visit, game, level):
    slow, quick = visit(), visit()
    keys, wanted = typed_slowly(slow, game, level, 5)
    assert len(wanted) > 1
    for way in ("late answers", "the line dropped", "the page loaded again", "steps being shown"):
        if way == "steps being shown":
            quick.page.clock.install()
        room, secret = sit_down(quick, game, level)
        if way == "steps being shown":
            quick.freeze()
        quick.line.slow, quick.line.cut = way == "late answers", way in ("the line dropped", "the page loaded again")
        for key in keys:
            quick.page.keyboard.press(key)
        if way == "late answers":
            quick.line.mend()
        elif way == "the line dropped":
            assert words(quick, room, secret) == []
            quick.line.drop()
        elif way == "the page loaded again":
            quick.line.cut = False
            quick.page.reload()
        quick.until(lambda: (quick.line.played, quick.line.waiting), (slow.line.played, set()))
        assert words(quick, room, secret) == wanted, way


@pytest.mark.parametrize("game", [game for game in games() if load(game).PUZZLE][:1])
def test_a_hint_asked_for_right_after_a_move_is_of_what_comes_after_it(visit, game):
    visitor = visit()
    sit_down(visitor, game, "")
    way = Match(load(game)).scene(0).choices
    visitor.line.slow = True
    visitor.page.keyboard.press(next(choice.key for choice in way if choice.key and not choice.why))
    visitor.page.get_by_role("button", name=re.compile("^Hint")).click()
    visitor.line.mend()
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("Try ")


def in_steps(game, level):
    """Whether something is chosen in several steps at the beginning of a setup: among groups, or by several digits."""
    choices = [
        choice for choice in Match(load(game), level or None, 7).scene(0).choices if not choice.why and not choice.main
    ]
    groups = {choice.group for choice in choices if choice.group}
    return len(groups) > 1 or any(len(choice.key) > 1 and choice.key.isdigit() for choice in choices)


STEPS = [
    (game, level)
    for game in games()
    for level in ["", *[shipped.name for shipped in levels(load(game))][:3]]
    if in_steps(game, level)
]
PRESSED = """() => [...document.querySelectorAll('.choices [aria-pressed=true], .cards [aria-pressed=true]')].map(
  (button) => button.innerText
)"""


@pytest.mark.parametrize(("game", "level"), list({game: (game, level) for game, level in STEPS}.values()))
def test_half_a_choice_outlives_a_dropped_line_and_a_reload(visit, game, level):
    visitor = visit()
    room, secret = sit_down(visitor, game, level)
    offered = Match(load(game), level or None, 7).scene(0).choices
    choice = next(choice for choice in offered if not choice.why and not choice.main)
    digits = choice.key.isdigit() and len(choice.key) > 1
    if digits:
        visitor.page.keyboard.press(choice.key[0])
    else:
        steps = visitor.page.locator(".choices .few, .cards").last  # whoever acts, on cards or buttons; or what they do
        steps.get_by_role("button", disabled=False).locator("visible=true").last.click()
    visitor.until(lambda: bool(visitor.page.evaluate(PRESSED)) != digits)
    pressed = visitor.page.evaluate(PRESSED)
    lines = len(visitor.line.ends)
    visitor.line.drop()
    visitor.until(lambda: len(visitor.line.ends) > lines)
    expect(visitor.page.get_by_role("alert").filter(has_text="Connection lost")).to_have_count(0)
    visitor.until(lambda: visitor.page.evaluate(PRESSED), pressed)
    for _ in range(2):
        visitor.page.reload()
        expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
        visitor.until(lambda: visitor.page.evaluate(PRESSED), pressed)
    if digits:
        visitor.page.keyboard.press(choice.key[1:])
        visitor.until(lambda: words(visitor, room, secret), [choice.word])


def test_what_the_other_does_leaves_half_a_choice_alone(visit, house):
    """Both plan at once: when one seals, the other's half chosen action is still chosen."""
    game = next(game for game in games() if len(Match(load(game)).acting) > 1)
    visitor = visit()
    visitor.page.goto("/icon.svg")
    room, keys = visitor.make(game)
    visitor.page.evaluate(SIT, [room, keys[0]])
    other = Person(house.port).join(room, keys)
    other.rest()
    match = Match(load(game))
    words_of_both = match.scene(1).choices
    other.play(words_of_both[0].word, 1)
    visitor.page.goto(f"/r/{room}")
    visitor.page.locator(".choices .few").last.get_by_role("button").first.click()
    visitor.until(lambda: bool(visitor.page.evaluate(PRESSED)))
    pressed = visitor.page.evaluate(PRESSED)
    ready = max((choice for choice in other.scenes[2]["choices"]), key=lambda choice: len(choice.get("then", ())))
    other.act("play", 2, action=ready["action"], then=ready["then"])
    other.close()
    expect(visitor.page.get_by_role("table")).to_contain_text("sealed")
    visitor.until(lambda: visitor.page.evaluate(PRESSED), pressed)


def test_what_was_typed_for_a_turn_that_is_over_is_not_played_in_the_next(visit):
    """Keys typed after the one that hands the turn on are not kept for a board that nobody has seen yet."""
    visitor = visit()
    visitor.page.goto("/icon.svg")
    game = next(game for game in games() if load(game).PLAYERS > 1 and len(Match(load(game)).acting) == 1)
    room, secret = sit_down(visitor, game, "")
    end = next(choice for choice in Match(load(game), None, 7).scene(0).choices if choice.main)
    visitor.choice(end.name).click()
    visitor.line.slow = True
    visitor.page.get_by_role("dialog").get_by_role("button", name=end.name).click()  # there were actions left
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    for key in ("m", "ArrowUp", "Enter"):
        visitor.page.keyboard.press(key)
    visitor.line.mend()
    expect(visitor.page.get_by_text("It is no longer your turn: 3 keys were not played.")).to_be_visible()
    assert words(visitor, room, secret) == [end.word]


def test_a_key_that_means_something_ends_a_film_and_is_played_after_it(visit, house):
    game = next(game for game in games() if len(Match(load(game)).acting) > 1)
    visitor = visit()
    visitor.page.goto("/icon.svg")
    room, keys = visitor.make(game)
    visitor.page.evaluate(SIT, [room, keys[0]])
    visitor.line = Line(visitor.page)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    other = Person(house.port).join(room, keys)
    other.rest()
    for seat in (1, 2):
        ready = max(
            (choice for choice in other.scenes[seat]["choices"]), key=lambda choice: len(choice.get("then", ()))
        )
        other.act("play", seat, action=ready["action"], then=ready["then"])
        other.rest()
        seal = next(choice for choice in other.scenes[seat]["choices"] if choice.get("main") and not choice.get("why"))
        other.act("play", seat, action=seal["action"])
        other.rest()
    skip = visitor.page.get_by_role("button", name="Skip")
    visitor.page.get_by_role("button", name="Pause").click()  # so that it does not end by itself
    expect(visitor.page.get_by_role("button", name="Go on")).to_be_visible()
    offered = [choice for choice in other.scenes[1]["choices"] if choice.get("key") and not choice.get("why")]
    played = words(visitor, room, keys[0]["secret"])
    visitor.page.keyboard.press("!")  # it means nothing
    expect(skip).to_be_visible()
    visitor.page.keyboard.press(offered[0]["key"])
    visitor.until(lambda: words(visitor, room, keys[0]["secret"]), [*played, offered[0]["word"]])
    expect(skip).to_have_count(0)
    other.close()


def test_an_act_that_another_device_has_overtaken_is_told_and_chosen_again(visit):
    """A phone that has not heard yet of what the desk has done plays at the same place."""
    desk, phone = visit(), visit()
    room, secret = sit_down(desk, "phase_shift", "")
    phone.line = Line(phone.page)
    phone.page.goto(f"/r/{room}#1.{secret}")
    expect(phone.page.get_by_role("region", name="Choices")).to_be_visible()
    phone.line.slow = True
    desk.page.keyboard.press("ArrowRight")
    phone.until(lambda: any('"type":"update"' in text for _, text in phone.line.late))
    phone.page.keyboard.press("ArrowRight")
    phone.until(lambda: any('"overtaken"' in text for _, text in phone.line.late))
    phone.line.mend()
    expect(phone.page.get_by_role("region", name="Status")).to_contain_text("The match has gone on in the meantime")
    phone.page.keyboard.press("ArrowRight")
    desk.until(lambda: words(desk, room, secret), ["e", "e"])
