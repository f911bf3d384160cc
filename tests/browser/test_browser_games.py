"""Each game played to its end in a real browser, once by mouse and once by keyboard alone."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.walkthrough import open_walkthrough, play_walkthrough

from gridhall.match import Match
from gridhall.registry import levels, load

NEAR_NEXUS = """; minions: 1
###########
#N.......4#
#.........#
#.........#
#.1..M....#
#.........#
###########
"""
RED = ["new D", "fire N", "fire N", "shield N", "submit"]
BLUE = ["new D", "dash S", "dash S", "walk S", "submit"]


def open_room(visitor, game, level=None, seed=None):
    """A new room from the game's page, for whoever sits at this screen."""
    visitor.page.goto(f"/g/{game}")
    if level is not None:
        visitor.page.get_by_role("combobox", name="Level").select_option(level)
    if seed is not None:
        visitor.page.get_by_label("Seed").fill(str(seed))
    visitor.page.get_by_role("button", name="Open the room").click()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))


def open_file(visitor, game, text):
    """A new room from a level's file, for two at this screen."""
    visitor.page.goto(f"/g/{game}")
    visitor.page.get_by_label("A level's or record's file").set_input_files(
        {"name": "level.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))


def turn(visitor):
    """What the replay bar counts: how many moves have been seen."""
    return int(
        re.search(r"(\d+) of", visitor.page.get_by_role("slider", name="Timeline").get_attribute("aria-valuetext"))[1]
    )


def expect_turn(visitor, number):
    expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute(
        "aria-valuetext", re.compile(f" {number} of {number}$")
    )


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_grid_universe_level_1(visit, by):
    visitor = visit()
    level = levels(load("grid_universe"))[0]
    open_room(visitor, "grid_universe", level.name)
    match = Match("grid_universe", level.name)
    for word in level.certificate["witness"].split("; "):
        choice = next(choice for choice in match.scene(0).choices if choice.word == word)
        if by == "keys":
            expect(visitor.choice(choice.name)).to_be_visible()
            visitor.page.keyboard.press(choice.key)
        elif choice.cell >= 0:
            visitor.cell(choice.cell).click()
        else:
            visitor.choice(choice.name).click()
        match.play(word)
        expect_turn(visitor, len(match.plies))
    assert match.over
    expect(visitor.heading(match.scene(0).outcome.title)).to_be_visible()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_warpgrid_to_its_end(visit, by):
    """The first way that is not deadly, until there is none: a real end, whatever the dice say."""
    visitor = visit()
    open_room(visitor, "warpgrid", seed=7)
    match = Match("warpgrid", seed=7)
    while not match.over:
        choices = match.scene(0).choices
        choice = next((choice for choice in choices if not choice.danger), choices[0])
        button = visitor.choice(choice.name, exact=False)
        expect(button).to_be_visible()
        if by == "keys":
            visitor.page.keyboard.press(choice.key)
        elif choice.cell >= 0 and sum(other.cell == choice.cell for other in choices) == 1:
            visitor.cell(choice.cell).click()
        else:
            button.click()
        if choice.confirm:
            expect(visitor.page.get_by_role("dialog")).to_contain_text(choice.confirm)
            if by == "keys":
                visitor.page.keyboard.press("Tab")
                visitor.page.keyboard.press("Enter")
            else:
                visitor.page.get_by_role("dialog").get_by_role("button", name=choice.name).click()
        match.play(choice.word)
        expect_turn(visitor, len(match.plies))
    expect(visitor.heading(match.scene(0).outcome.title)).to_be_visible()
    visitor.page.goto("/g/warpgrid")  # a seed somebody chose stands in its own table
    expect(
        visitor.page.get_by_role("heading", name="Your first attempts at seeds somebody chose (open)")
    ).to_be_visible()
    expect(visitor.page.get_by_text(f"{match.scores()[0]} points.")).to_contain_text("Seed 7.")
    expect(visitor.page.get_by_role("heading", name="Your best with seeds the hall drew")).to_have_count(0)


def test_warpgrid_tells_odds_and_asks_before_a_loss_unless_told_not_to(visit):
    visitor = visit()
    open_room(visitor, "warpgrid", seed=77)
    visitor.page.get_by_role("button", name="Odds").click()
    rows = visitor.page.get_by_role("row", name=re.compile("± .* samples"))
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text(re.compile(r"\d %"))
    visitor.choice("Down 3").click()
    expect_turn(visitor, 1)
    expect(rows).to_have_count(0)
    visitor.choice("Right 6").click()  # both ways on end at 3,6 on level 2
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Every way on from there is lost")
    visitor.page.keyboard.press("Escape")
    expect_turn(visitor, 1)
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_label("Ask once more").uncheck()
    dialog.get_by_role("button", name="Close").click()
    visitor.choice("Right 6").click()
    expect_turn(visitor, 2)


def echo_word(visitor, match, player, word, by):
    """Play a word of Echoes as a person does: an action, then a place. Blue's board is turned, so cells count back."""
    scene = match.scene(player)
    choices = scene.choices

    def drawn(cell: int) -> int:
        return scene.width * scene.height - 1 - cell if scene.turned else cell

    choice = next(choice for choice in choices if choice.word == word and choice.group != "ready")
    if choice.main:
        button = visitor.choice(choice.name)
        expect(button).to_be_enabled()
        if by == "keys":
            visitor.page.evaluate("document.activeElement.blur()")
            visitor.page.keyboard.press("Enter")
        else:
            button.click()
    elif choice.cell >= 0 and choice.group != "new":
        group = visitor.choice(choice.group.capitalize())
        expect(group).to_be_visible()
        if by == "keys":
            visitor.page.keyboard.press(choice.group[0])
            expect(group).to_have_attribute("aria-pressed", "true")
            piece = next(piece for piece in match.scene(player).pieces if piece.id == choice.piece)
            expect(visitor.cell(drawn(piece.cell))).to_be_focused()
            step = drawn(choice.cell) - drawn(piece.cell)
            for _ in range(abs(step) // 8):
                visitor.page.keyboard.press("ArrowUp" if step < 0 else "ArrowDown")
            expect(visitor.cell(drawn(choice.cell))).to_be_focused()
            visitor.page.keyboard.press("Enter")
        else:
            group.click()
            visitor.cell(drawn(choice.cell)).click()
    elif by == "keys":
        expect(visitor.choice(choice.name)).to_be_visible()
        visitor.page.keyboard.press(choice.key)
    else:
        visitor.cell(drawn(choice.cell)).click()
    match.play(word, player)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_echoes_for_two_at_one_screen_with_a_curtain(visit, by):
    """Red shoots Blue's only echo: a match of one turn. Behind the curtain nothing of the board is in the page."""
    visitor = visit()
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("button", name="Two on this screen").click()
    match = Match("echoes")
    for player, colour, words in ((0, "Red", RED), (1, "Blue", BLUE)):
        curtain = visitor.page.get_by_role("button", name=f"I am {colour}, open the curtain")
        expect(curtain).to_be_focused()
        expect(visitor.page.get_by_role("grid")).to_have_count(0)
        expect(visitor.page.locator("[data-piece], .board, table")).to_have_count(0)
        if by == "keys":
            visitor.page.keyboard.press("Enter")
        else:
            curtain.click()
        for word in words:
            expect(visitor.page.get_by_role("region", name="Status")).to_contain_text(match.scene(player).status)
            echo_word(visitor, match, player, word, by)
    assert match.outcome == "1 won"
    visitor.skip_film(visitor.heading(match.scene(1).outcome.title), by)
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_maze_runner_steps_onto_the_nexus(visit, by):
    visitor = visit()
    open_file(visitor, "maze_runner", NEAR_NEXUS)
    visitor.page.get_by_role("button", name="I am Red").click()
    match = Match.of_text(load("maze_runner"), NEAR_NEXUS)
    scene = match.scene(0)
    start = next(piece for piece in scene.pieces if piece.id == "1.1")
    target = start.cell + 3
    assert any(choice.cell == target for choice in scene.choices)
    expect(visitor.cell(start.cell)).to_be_attached()
    if by == "keys":
        visitor.page.keyboard.press("m")
        expect(visitor.cell(start.cell)).to_be_focused()
        for _ in range(3):
            visitor.page.keyboard.press("ArrowRight")
        expect(visitor.cell(target)).to_be_focused()
        visitor.page.keyboard.press("Enter")
    else:
        expect(visitor.page.locator("text.price").filter(has_text="3").first).to_be_visible()
        visitor.cell(target - 1).hover()
        expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("Walk 2 steps")
        # A route that is previewed runs below the prices of its cells.
        expect(visitor.page.locator("g.line.path ~ g.prices text.price").first).to_be_visible()
        visitor.cell(target).click()
    for _ in range(3):
        match.play("1 move E")
    assert match.outcome == "1 won"
    expect(visitor.heading(match.scene(0).outcome.title)).to_be_visible()
    # The whole maze is uncovered.
    expect(visitor.page.get_by_role("gridcell", name=re.compile("not seen"))).to_have_count(0)


def test_a_refused_choice_is_explained_plainly_and_why_opens_its_ruling(visit):
    visitor = visit()
    open_file(visitor, "maze_runner", NEAR_NEXUS)
    visitor.page.get_by_role("button", name="I am Red").click()
    visitor.choice("Strike").click(force=True)  # it is shown as refused
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text("sword")
    expect(status).not_to_contain_text(re.compile(r"MR\d"))
    status.get_by_role("button", name="Why?").click()
    expect(visitor.page.get_by_role("dialog").locator(".named")).to_contain_text("MR50")


def test_a_preview_and_a_line_of_the_log_tell_their_ruling_to_whoever_asks_why(visit):
    visitor = visit()
    open_file(visitor, "maze_runner", NEAR_NEXUS)
    visitor.page.get_by_role("button", name="I am Red").click()
    named = visitor.page.get_by_role("dialog").locator(".named")
    visitor.choice("Switch").click()
    line = visitor.page.get_by_role("region", name="What happened").get_by_role("listitem").first
    expect(line).to_contain_text("draws its sword")
    line.get_by_role("button", name="Why?").click()
    expect(named).to_contain_text("MR48")
    visitor.page.keyboard.press("Escape")
    expect(named).to_have_count(0)
    visitor.page.mouse.move(0, 0)  # it rests on nothing that moves away
    visitor.page.keyboard.press("d")
    visitor.page.get_by_role("gridcell", name=re.compile("Door")).first.focus()
    status = visitor.page.get_by_role("region", name="Status")
    expect(status).to_contain_text("no other of your doors")
    expect(status.get_by_role("button", name="Why?")).to_be_visible()
    visitor.page.keyboard.press("?")  # the key needs no pointer, which would leave what is previewed
    expect(named).to_contain_text("MR82")


def test_the_log_of_a_replay_tells_its_rulings_to_whoever_asks_why(visit):
    visitor = visit()
    room = open_walkthrough(visitor)
    play_walkthrough(visitor, ["w"])  # into a wall
    visitor.page.goto(f"/m/{room}#1")
    line = visitor.page.get_by_role("region", name="What happened").get_by_role("listitem").first
    expect(line).to_contain_text("a wasted move")
    line.get_by_role("button", name="Why?").click()
    expect(visitor.page.get_by_role("dialog").locator(".named").first).to_contain_text("PS5")


def test_a_level_with_a_defect_says_where(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift")
    level = b"###\n#?#\n###\n---\n###\n#P#\n###\n"
    visitor.page.get_by_label("A level's or record's file").set_input_files(
        {"name": "level.txt", "mimeType": "text/plain", "buffer": level}
    )
    expect(visitor.page.get_by_role("region", name="How it stands")).to_contain_text(
        re.compile("row 1, column 1|line 2")
    )
