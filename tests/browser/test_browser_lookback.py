"""Looking back at a match and thinking: what each move was worth, where it turned, and another line from there."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations

from gridhall.match import Match
from gridhall.registry import games, levels, load
from gridhall.solve.values import puzzle_values

PUZZLES = [game for game in games() if load(game).PUZZLE]
DUELS = [game for game in games() if load(game).PLAYERS > 1]


def timeline(visitor):
    return visitor.page.get_by_role("slider", name="Timeline")


def panel(visitor):
    return visitor.page.get_by_role("region", name="Looking back")


def log(visitor):
    return visitor.page.get_by_role("region", name="What happened").get_by_role("listitem").all_inner_texts()


def play(visitor, match, word):
    """Play a word by its key, and wait until it has been seen."""
    choice = next(choice for choice in match.scene(0).choices if choice.word == word)
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.page.keyboard.press(choice.key)
    match.play(word)
    expect(timeline(visitor)).to_have_attribute(
        "aria-valuetext", re.compile(rf"^move {len(match.plies)} of {len(match.plies)}")
    )


def roundabout_match(game):
    """A level and the words of a win that takes one move more than it must."""
    for level in levels(load(game)):
        words = level.certificate.get("witness", "").split("; ")
        for word in dict.fromkeys(words):
            match = Match(game, level.name)
            for played in (words[0], word):
                if not match.over and not match.game.refusal(match.setup, match.state, 0, match.read(played)[1]):
                    match.play(played)
            if match.over or len(match.plies) < 2:
                continue
            left = puzzle_values(match, [], 60.0)[0][-1]
            if left.left == len(words) - 1 and len(words) < 20:  # the second move was wasted
                again = Match(game, level.name)
                way = [words[0], word, *words[1:]]
                try:
                    for played in way:
                        again.play(played)
                except Exception:
                    continue
                if again.outcome == "won":
                    return level.name, way
    raise AssertionError(f"no level of {game} can be won in a roundabout way")


@pytest.mark.parametrize("game", PUZZLES)
def test_a_puzzle_tells_the_moves_still_needed_and_what_was_wasted(visit, game):
    visitor = visit()
    visitor.page.goto("/")
    level, words = roundabout_match(game)
    room, _ = visitor.make(game, level=level)
    visitor.page.goto(f"/r/{room}")
    match = Match(game, level)
    for word in words:
        play(visitor, match, word)
    record = visitor.ask(f"/api/match/{room}/record")
    visitor.page.get_by_role("link", name="Look back").click()
    expect(panel(visitor)).to_contain_text("It is won.")
    expect(panel(visitor).get_by_role("listitem")).to_have_count(1)
    expect(panel(visitor)).to_contain_text("Move 2 cost 1 move.")
    assert not violations(visitor)
    panel(visitor).get_by_role("button", name="Move 2 cost").click()
    expect(visitor.page).to_have_url(re.compile(rf"/m/{room}#2$"))
    left = len(words) - 2
    expect(panel(visitor)).to_contain_text(f"{left} more moves to win.")
    expect(timeline(visitor)).to_have_attribute("aria-valuetext", f"move 2 of {len(words)}. {left} more moves to win.")
    timeline(visitor).press("ArrowLeft")
    expect(timeline(visitor)).to_have_attribute("aria-valuetext", f"move 1 of {len(words)}. {left} more moves to win.")
    expect(panel(visitor)).to_contain_text(f"{left} more moves to win.")  # that is why the second move was wasted
    # Another line: a room of its own, which says so; the match stays as it was.
    panel(visitor).get_by_role("button", name="Try another move from here").click()
    expect(visitor.page.get_by_text("A line you try from move 1")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Undo")).to_be_disabled()
    again = Match(game, level)
    again.play(words[0])
    for word in words[2:]:
        play(visitor, again, word)
    expect(visitor.heading(again.scene(0).outcome.title)).to_be_visible()
    visitor.page.get_by_role("link", name="Back to the match").click()
    expect(visitor.page).to_have_url(re.compile(rf"/m/{room}#1$"))
    assert visitor.ask(f"/api/match/{room}/record") == record
    assert visitor.page.evaluate("JSON.parse(localStorage.getItem('gridhall.results'))")[game][0]["moves"] == len(words)


def test_during_a_puzzle_values_count_as_a_hint_and_one_goes_on_from_a_move(visit):
    visitor = visit(color_scheme="dark")
    visitor.page.goto("/")
    game = PUZZLES[0]
    level, words = roundabout_match(game)
    room, _ = visitor.make(game, level=level)
    visitor.page.goto(f"/r/{room}")
    match = Match(game, level)
    for word in words[:3]:
        play(visitor, match, word)
    visitor.page.keyboard.press(",")
    expect(visitor.heading("Looking back: move 2 of 3")).to_be_visible()
    panel(visitor).get_by_role("button", name="What was each move worth? (counts as a hint)").click()
    expect(panel(visitor)).to_contain_text(f"{len(words) - 2} more moves to win.")
    assert not violations(visitor)
    panel(visitor).get_by_role("button", name="Go on from here").click()
    expect(timeline(visitor)).to_have_attribute("aria-valuetext", "move 2 of 2")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()


@pytest.mark.parametrize("game", DUELS)
def test_a_duel_tells_chances_with_their_error_on_a_phone_too(visit, game):
    visitor = visit(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True)
    visitor.page.goto("/")
    room, _ = visitor.make(game, seed="7")  # with another seed Blue may begin
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name="I am Red").tap()
    visitor.page.get_by_role("button", name="Resign").tap()
    visitor.page.get_by_role("button", name="Yes, resign").tap()
    expect(visitor.heading("Blue wins")).to_be_visible()
    visitor.page.get_by_role("link", name="Look back").tap()
    expect(panel(visitor)).to_contain_text("Red’s chance to win: 0 %.")
    visitor.page.get_by_role("button", name="To the start").tap()
    expect(panel(visitor)).to_contain_text(re.compile(r"Red’s chance to win: \d+ % ± \d+, estimated\."))
    assert not violations(visitor)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_to_a_move_opens_there_and_tells_nothing_of_what_comes(visit):
    visitor, friend = visit(permissions=["clipboard-read", "clipboard-write"]), visit()
    visitor.page.goto("/")
    game = PUZZLES[0]
    level, words = roundabout_match(game)
    room, _ = visitor.make(game, level=level)
    visitor.page.goto(f"/r/{room}")
    match = Match(game, level)
    for word in words:
        play(visitor, match, word)
    visitor.page.goto(f"/m/{room}#3")
    visitor.page.get_by_role("button", name="Share this move").click()
    expect(visitor.page.get_by_text("The link to this move is copied.")).to_be_visible()
    friend.page.goto(visitor.page.evaluate("navigator.clipboard.readText()"))
    expect(timeline(friend)).to_have_attribute("aria-valuetext", f"move 3 of {len(words)}")
    expect(panel(friend).get_by_role("button", name="What was each move worth?")).to_be_visible()
    assert not any(re.match(r"[4-9]\b", line) for line in log(friend))
    expect(friend.page.locator("main")).not_to_contain_text(match.scene(0).outcome.title)
    # The bar of moves is as wide as the board.
    width = "(name) => document.querySelector(name).clientWidth"
    board, bar = (friend.page.evaluate(width, name) for name in (".stage", ".bar input[type=range]"))
    assert bar > 0.9 * board


def test_the_log_of_a_replay_has_only_what_has_been_shown(visit):
    """Two plans are sealed; while their ticks are shown one after the other, the log does not tell how they end."""
    visitor = visit()
    visitor.page.clock.install()
    visitor.page.goto("/icon.svg")
    room, _ = visitor.make("echoes")
    visitor.page.goto(f"/r/{room}")
    for colour in ("Red", "Blue"):
        visitor.page.get_by_role("button", name=f"I am {colour}").click()
        visitor.choice("Ready plan").click()
        visitor.choice("Seal my plan").click()
    visitor.skip_film(visitor.heading(re.compile("Turn 2")))
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()
    sealed = 10  # both plans, and the two seals
    visitor.page.goto(f"/m/{room}#{sealed}")
    expect(visitor.page.get_by_role("region", name="What happened")).to_contain_text("Nothing was destroyed")
    whole = [line for line in log(visitor) if line.startswith(str(sealed))]
    visitor.page.goto(f"/m/{room}#{sealed - 1}")
    expect(timeline(visitor)).to_have_attribute("aria-valuetext", re.compile(f"move {sealed - 1} of"))
    visitor.freeze()
    visitor.page.get_by_role("button", name="One move on").click()

    def is_running():
        visitor.page.clock.run_for(50)
        return visitor.page.get_by_role("group", name="The replay now running").count()

    visitor.until(is_running, 1)
    seen = []
    while visitor.page.get_by_role("button", name="Skip").count():
        lines = [line for line in log(visitor) if line.startswith(str(sealed))]
        assert len(lines) <= len(whole)
        seen.append(len(lines))
        visitor.page.clock.run_for(1000)
    assert seen[0] < len(whole) and len(set(seen)) > 1
    assert [line for line in log(visitor) if line.startswith(str(sealed))] == whole


def test_a_hint_of_a_game_with_plans_is_a_whole_plan_shown_on_the_board(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("echoes", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    visitor.page.goto(f"/r/{room}")
    visitor.choice("New A").click()
    expect(visitor.choice("Seal my plan")).to_be_visible()
    visitor.page.get_by_role("button", name=re.compile("^Hint")).click()
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text(re.compile(r"A good plan: (New|Extend) \w, [A-Z].+\."))
    expect(status).not_to_contain_text(re.compile("undo", re.IGNORECASE))
    plan = re.search(r"A good plan: (.+?)\.", status.inner_text())[1].split(", ")
    expect(visitor.page.locator("g.line.shot, [data-piece].faded").first).to_be_attached()
    assert not violations(visitor)
    visitor.page.get_by_role("button", name="Use this plan").click()
    expect(visitor.choice("Seal my plan")).to_be_enabled()
    table = visitor.page.get_by_role("table")
    for word in plan[1:]:
        expect(table).to_contain_text(word[0].upper())
    expect(visitor.page.get_by_role("group", name="Red, you")).to_contain_text("your turn")  # it is not sealed


def test_two_enters_behind_the_curtain_seal_nothing(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("echoes")
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("button", name="I am Red, open the curtain")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.choice("Ready plan")).to_be_visible()
    visitor.page.keyboard.press("Enter")
    expect(visitor.choice("Seal my plan")).to_be_enabled()
    expect(visitor.page.get_by_role("table")).to_contain_text("F")
    expect(visitor.page.get_by_role("button", name="I am Blue")).to_have_count(0)


def test_a_hint_against_a_machine_names_the_buttons_and_nothing_that_is_typed(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("maze_runner", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name=re.compile("^Hint")).click()
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text(re.compile(r"Try (Minion \d, [A-Z]|End turn)"))
    expect(status).to_contain_text("what the machine would do")
