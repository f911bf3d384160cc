"""Lessons and How to play in a browser: by keys, by touch, skipped, and offered first to whoever is new."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.sampling import one_of_each_kind

from gridhall.guide import guide_of
from gridhall.lesson import LessonMatch
from gridhall.registry import games, load

TAUGHT = [name for name in games() if guide_of(load(name)).lesson]
PHONE = {"viewport": {"width": 360, "height": 760}, "has_touch": True, "is_mobile": True}


def act(visitor, target, by):
    """Take something: by keys where it has the focus, or by a tap."""
    expect(target).to_be_visible()
    if by == "keys":
        target.focus()
        visitor.page.keyboard.press("Enter")
    else:
        target.tap()


def choose(visitor, scene, choice, by):
    """Choose as a person does: a group if there are several, then the button, or the place where names are alike."""
    open_choices = [each for each in scene.choices if not each.why]
    same = [each for each in open_choices if each.group == choice.group]
    if choice.group and len({each.group for each in scene.choices if each.group}) > 1:
        act(visitor, visitor.choice(choice.group.capitalize()), by)
    if len(same) > 1 or not choice.group:  # a group of one is played at once
        is_alike = [each.name for each in same].count(choice.name) > 1
        button = visitor.choice(choice.name)
        if by == "touch":  # the main choice is in the bar at the bottom
            button = button.or_(visitor.page.locator(".bar").get_by_role("button", name=choice.name)).first
        act(visitor, visitor.cell(choice.cell) if is_alike else button, by)
    if choice.confirm:
        act(visitor, visitor.page.get_by_role("dialog").get_by_role("button", name=choice.name), by)


def take_lesson(visitor, name, by):
    page, game, steps = visitor.page, load(name), guide_of(load(name)).lesson
    visitor.context.add_init_script("localStorage.setItem('gridhall.settings', JSON.stringify({ taps: 'one' }))")
    page.goto(f"/g/{name}/learn")
    for number, step in enumerate(steps):
        expect(visitor.heading(step.title)).to_be_visible()
        expect(page.get_by_text(step.text).first).to_be_visible()
        expect(page.get_by_role("status").filter(has_text=f"Step {number + 1} of {len(steps)}")).to_have_count(1)
        run = LessonMatch(game, step)
        for _ in step.way:
            scene, action = run.match.scene(run.learner), run.next_of_way()
            choice = next(each for each in scene.choices if each.action == action and not each.then)
            choose(visitor, scene, choice, by)
            run.act(action)
            skip = page.get_by_role("button", name="Skip", exact=True)  # a film
            ready, done = page.get_by_role("region", name="Choices"), page.get_by_text(step.after)
            expect((done if run.done else ready).or_(skip).first).to_be_visible()
            skip.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")  # none if it has just ended
        expect(page.get_by_text(step.after).first).to_be_visible()
        last = number == len(steps) - 1
        act(visitor, page.get_by_role("button", name=f"Play {game.TITLE}" if last else "Next").first, by)
    expect(page).to_have_url(re.compile("/r/"))


@pytest.mark.parametrize("name", one_of_each_kind(TAUGHT))
def test_a_whole_lesson_by_keys_ends_in_a_match(visit, name):
    visitor = visit()
    take_lesson(visitor, name, "keys")
    visitor.page.goto(f"/g/{name}")  # whoever has learnt is offered to play first
    expect(visitor.page.locator(".hero .row > :first-child")).not_to_have_text("Learn in two minutes")
    expect(visitor.page.get_by_role("link", name="Learn in two minutes")).to_be_visible()


@pytest.mark.parametrize("name", [TAUGHT[0], *(pytest.param(name, marks=pytest.mark.slow) for name in TAUGHT[1:])])
def test_a_whole_lesson_by_touch(visit, name):
    take_lesson(visit(**PHONE), name, "touch")


@pytest.mark.parametrize("name", one_of_each_kind(TAUGHT))
def test_the_lesson_is_offered_first_to_whoever_is_new_and_every_step_can_be_skipped(visit, name):
    visitor = visit(viewport={"width": 320, "height": 640})
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("link", name=f"Learn {load(name).TITLE}")).to_be_visible()
    page.goto(f"/g/{name}")
    first = page.locator(".hero .row > :first-child")
    expect(first).to_have_text("Learn in two minutes")
    first.click()
    for step in guide_of(load(name)).lesson:
        expect(visitor.heading(step.title)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, step.title
        page.get_by_role("button", name="Skip this step").click()
    expect(page).to_have_url(re.compile(f"/g/{name}$"))
    expect(page.locator(".hero .row > :first-child")).not_to_have_text("Learn in two minutes")


@pytest.mark.parametrize("name", one_of_each_kind(TAUGHT))
def test_how_to_play_shows_verbs_tips_and_terms_and_numbers_only_in_the_full_rules(visit, name):
    visitor = visit(viewport={"width": 320, "height": 640})
    page, guide = visitor.page, guide_of(load(name))
    page.goto(f"/g/{name}")
    for verb in guide.verbs:
        expect(page.get_by_role("img", name=f"{verb.name}, shown on a board")).to_be_visible()
        expect(page.get_by_text(verb.text)).to_be_visible()
    for text in (*guide.tips, *(term.meaning for term in guide.terms)):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    numbered = page.get_by_text("Full rules, numbered")
    expect(numbered).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(re.compile(r"\b(?:PS|GU|EC|WG|MR)\d+"), use_inner_text=True)
    cut = "[...document.querySelectorAll('.guide *')].filter((each) => each.scrollWidth > each.clientWidth + 1 && "
    cut += "each.clientWidth && !each.closest('svg, pre, .scroll, .unseen')).map((each) => each.outerHTML.slice(0, 80))"
    numbered.click()
    assert page.evaluate(cut) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_on_a_phone_only_what_a_step_asks_for_is_the_golden_button(visit):
    visitor = visit(**PHONE)
    visitor.page.goto("/g/phase_shift/learn")
    walk, shift = guide_of(load("phase_shift")).lesson[:2]
    button = visitor.page.locator(".bar").get_by_role("button", name="Shift to Beta")
    expect(visitor.heading(walk.title)).to_be_visible()
    expect(button).not_to_have_class(re.compile("golden"))
    visitor.page.get_by_role("button", name="Skip this step").click()
    expect(visitor.heading(shift.title)).to_be_visible()
    expect(button).to_have_class(re.compile("golden"))


def test_the_first_level_speaks_of_no_typed_words(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("grid_universe", level="walking")
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_text("Walk to the exit.", exact=True)).to_be_visible()


def test_a_lesson_points_out_the_way_says_what_failed_and_is_accessible(visit):
    name = next(
        name for name in TAUGHT if load(name).PUZZLE and any("rift" in s.text for s in guide_of(load(name)).lesson)
    )
    visitor, steps = visit(), guide_of(load(name)).lesson
    page = visitor.page
    page.goto(f"/g/{name}/learn")
    expect(visitor.heading(steps[0].title)).to_be_visible()
    assert violations(visitor) == ""
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".mark-good, [class*=good]").first).to_be_attached()
    for step in steps[:3]:
        expect(visitor.heading(step.title)).to_be_visible()
        page.get_by_role("button", name="Skip this step").click()
    expect(visitor.heading(steps[3].title)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(visitor.choice("East: rift")).to_be_visible()
    page.keyboard.press("ArrowRight")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="East").click()
    expect(page.get_by_text("That did not work").first).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text(steps[3].text).first).to_be_visible()
