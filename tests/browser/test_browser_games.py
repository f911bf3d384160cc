"""Each game played to its end in a real browser, once by mouse and once by keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from gridhall.match import Match
from gridhall.registry import levels, load

pytestmark = pytest.mark.xdist_group("browser")

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


def open_room(one, game, level=None, seed=None):
    """A new room from the game's page, for whoever sits at this screen."""
    one.page.goto(f"/g/{game}")
    if level is not None:
        one.page.get_by_role("combobox", name="Level").select_option(level)
    if seed is not None:
        one.page.get_by_label("Seed").fill(str(seed))
    one.page.get_by_role("button", name="Open the room").click()
    expect(one.page).to_have_url(re.compile(r"/r/\w+$"))


def open_file(one, game, text):
    """A new room from a level's file, for two at this screen."""
    one.page.goto(f"/g/{game}")
    one.page.get_by_label("A level's or record's file").set_input_files(
        {"name": "level.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(one.page).to_have_url(re.compile(r"/r/\w+$"))


def turn(one):
    """What the replay bar counts: how many moves have been seen."""
    return int(
        re.search(r"(\d+) of", one.page.get_by_role("slider", name="Timeline").get_attribute("aria-valuetext"))[1]
    )


def expect_turn(one, number):
    expect(one.page.get_by_role("slider", name="Timeline")).to_have_attribute(
        "aria-valuetext", re.compile(f" {number} of {number}$")
    )


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_grid_universe_level_1(visit, by):
    one = visit()
    level = levels(load("grid_universe"))[0]
    open_room(one, "grid_universe", level.name)
    match = Match("grid_universe", level.name)
    for word in level.certificate["witness"].split("; "):
        choice = next(choice for choice in match.scene(0).choices if choice.word == word)
        if by == "keys":
            expect(one.choice(choice.name)).to_be_visible()
            one.page.keyboard.press(choice.key)
        elif choice.cell >= 0:
            one.cell(choice.cell).click()
        else:
            one.choice(choice.name).click()
        match.play(word)
        expect_turn(one, len(match.plies))
    assert match.over
    expect(one.heading(match.scene(0).outcome.title)).to_be_visible()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_warpgrid_to_its_end(visit, by):
    """The first way that is not deadly, until there is none: a real end, whatever the dice say."""
    one = visit()
    open_room(one, "warpgrid", seed=7)
    match = Match("warpgrid", seed=7)
    while not match.over:
        choices = match.scene(0).choices
        choice = next((choice for choice in choices if not choice.danger), choices[0])
        button = one.choice(choice.name, exact=False)
        expect(button).to_be_visible()
        if by == "keys":
            one.page.keyboard.press(choice.key)
        elif choice.cell >= 0 and sum(other.cell == choice.cell for other in choices) == 1:
            one.cell(choice.cell).click()
        else:
            button.click()
        if choice.confirm:
            expect(one.page.get_by_role("dialog")).to_contain_text("WG")
            if by == "keys":
                one.page.keyboard.press("Shift+Tab")
                one.page.keyboard.press("Enter")
            else:
                one.page.get_by_role("dialog").get_by_role("button", name=choice.name).click()
        match.play(choice.word)
        expect_turn(one, len(match.plies))
    expect(one.heading(match.scene(0).outcome.title)).to_be_visible()
    one.page.goto("/g/warpgrid")  # a seed somebody chose stands in its own table
    expect(one.page.get_by_role("heading", name="Your first attempts at seeds somebody chose (open)")).to_be_visible()
    expect(one.page.get_by_text(f"{match.scores()[0]} points (WG23).")).to_contain_text("Seed 7.")
    expect(one.page.get_by_role("heading", name="Your best with seeds the hall drew")).to_have_count(0)


def test_warpgrid_tells_odds_and_asks_before_a_loss_unless_told_not_to(visit):
    one = visit()
    open_room(one, "warpgrid", seed=77)
    one.page.get_by_role("button", name="Odds").click()
    rows = one.page.get_by_role("row", name=re.compile("± .* samples"))
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text(re.compile(r"\d %"))
    one.choice("Down 3").click()
    expect_turn(one, 1)
    expect(rows).to_have_count(0)
    one.choice("Right 6").click()  # both ways on end at 3,6 on level 2
    dialog = one.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Every way on from there is lost")
    one.page.keyboard.press("Escape")
    expect_turn(one, 1)
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_label("Ask once more").uncheck()
    dialog.get_by_role("button", name="Close").click()
    one.choice("Right 6").click()
    expect_turn(one, 2)


def echo_word(one, match, player, word, by):
    """Play a word of Echoes as a person does: an action, then a place."""
    choices = match.scene(player).choices
    choice = next(choice for choice in choices if choice.word == word and choice.group != "ready")
    if choice.main:
        button = one.choice(choice.name)
        expect(button).to_be_enabled()
        if by == "keys":
            one.page.evaluate("document.activeElement.blur()")
            one.page.keyboard.press("Enter")
        else:
            button.click()
    elif choice.cell >= 0 and choice.group != "new":
        group = one.choice(choice.group.capitalize())
        expect(group).to_be_visible()
        if by == "keys":
            one.page.keyboard.press(choice.group[0])
            expect(group).to_have_attribute("aria-pressed", "true")
            piece = next(piece for piece in match.scene(player).pieces if piece.id == choice.piece)
            expect(one.cell(piece.cell)).to_be_focused()
            step = choice.cell - piece.cell
            for _ in range(abs(step) // 8):
                one.page.keyboard.press("ArrowUp" if step < 0 else "ArrowDown")
            expect(one.cell(choice.cell)).to_be_focused()
            one.page.keyboard.press("Enter")
        else:
            group.click()
            one.cell(choice.cell).click()
    elif by == "keys":
        expect(one.choice(choice.name)).to_be_visible()
        one.page.keyboard.press(choice.key)
    else:
        one.cell(choice.cell).click()
    match.play(word, player)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_echoes_for_two_at_one_screen_with_a_curtain(visit, by):
    """Red shoots Blue's only echo: a match of one turn. Behind the curtain nothing of the board is in the page."""
    one = visit()
    one.page.goto("/g/echoes")
    one.page.get_by_role("button", name="Two on this screen").click()
    match = Match("echoes")
    for player, colour, words in ((0, "Red", RED), (1, "Blue", BLUE)):
        curtain = one.page.get_by_role("button", name=f"I am {colour}, open the curtain")
        expect(curtain).to_be_focused()
        assert one.page.get_by_role("grid").count() == 0
        assert one.page.locator("[data-piece], .board, table").count() == 0
        if by == "keys":
            one.page.keyboard.press("Enter")
        else:
            curtain.click()
        for word in words:
            expect(one.page.get_by_role("region", name="Status")).to_contain_text(match.scene(player).status)
            echo_word(one, match, player, word, by)
    assert match.outcome == "1 won"
    skip = one.page.get_by_role("button", name="Skip")
    if by == "keys":
        expect(skip).to_be_visible()
        skip.focus()
        one.page.keyboard.press("Enter")
    else:
        skip.click()
    expect(one.heading(match.scene(1).outcome.title)).to_be_visible()
    expect(one.page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_maze_runner_steps_onto_the_nexus(visit, by):
    one = visit()
    open_file(one, "maze_runner", NEAR_NEXUS)
    one.page.get_by_role("button", name="I am Red").click()
    match = Match.of_text(load("maze_runner"), NEAR_NEXUS)
    scene = match.scene(0)
    start = next(piece for piece in scene.pieces if piece.id == "1.1")
    target = start.cell + 3
    assert any(choice.cell == target for choice in scene.choices)
    expect(one.cell(start.cell)).to_be_attached()
    if by == "keys":
        one.page.keyboard.press("m")
        expect(one.cell(start.cell)).to_be_focused()
        for _ in range(3):
            one.page.keyboard.press("ArrowRight")
        expect(one.cell(target)).to_be_focused()
        one.page.keyboard.press("Enter")
    else:
        expect(one.page.locator("text.price").filter(has_text="3").first).to_be_visible()
        one.cell(target - 1).hover()
        expect(one.page.get_by_role("region", name="Status")).to_contain_text("Walk 2 steps")
        one.cell(target).click()
    for _ in range(3):
        match.play("1 move E")
    assert match.outcome == "1 won"
    expect(one.heading(match.scene(0).outcome.title)).to_be_visible()
    # The whole maze is uncovered.
    expect(one.page.get_by_role("gridcell", name=re.compile("not seen"))).to_have_count(0)


def test_a_refused_choice_is_explained_with_its_rule(visit):
    one = visit()
    open_file(one, "maze_runner", NEAR_NEXUS)
    one.page.get_by_role("button", name="I am Red").click()
    one.choice("Strike").click(force=True)  # it is shown as refused
    expect(one.page.get_by_role("region", name="Status")).to_contain_text(re.compile(r"\(MR\d+"))


def test_a_level_with_a_defect_says_where(visit):
    one = visit()
    one.page.goto("/g/phase_shift")
    level = b"###\n#?#\n###\n---\n###\n#P#\n###\n"
    one.page.get_by_label("A level's or record's file").set_input_files(
        {"name": "level.txt", "mimeType": "text/plain", "buffer": level}
    )
    expect(one.page.get_by_role("region", name="How it stands")).to_contain_text(re.compile("row 1, column 1|line 2"))
