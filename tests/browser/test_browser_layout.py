"""Where things stand on a page: nothing over an edge, what belongs together side by side, a match on one screen."""

import re

import pytest
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IS_WHOLE = "(each) => each.scrollWidth <= each.clientWidth + 1"


def box(place):
    """Where something stands: left, top, right and bottom edge."""
    expect(place).to_be_visible()
    found = place.bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def open_level(visitor, game, level):
    visitor.page.goto("/")
    room, _ = visitor.make(game, level=level)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()


def test_a_phone_shows_two_boards_their_numbers_and_the_whole_title_on_one_screen(visit):
    visitor = visit(**PHONE)
    open_level(visitor, "phase_shift", "hard")
    page = visitor.page
    _, _, right, _ = box(page.get_by_role("grid", name="Beta"))
    left, _, _, bottom = box(page.get_by_role("meter", name="Moves"))
    assert right < left
    assert bottom < box(page.locator(".bar").last)[1]
    for part in page.get_by_role("navigation", name="Where you are").locator("a, .where").all():
        assert part.evaluate(IS_WHOLE), part.inner_text()


@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desk"])
def test_the_track_of_a_replay_stays_within_its_bar(visit, options):
    visitor = visit(**options)
    open_level(visitor, "phase_shift", "walkthrough")
    left, _, right, _ = box(visitor.page.get_by_role("group", name="Replay"))
    track_left, _, track_right, _ = box(visitor.page.get_by_role("slider", name="Timeline"))
    assert left + 8 < track_left and track_right < right - 8


def test_a_wide_board_has_its_tools_under_it(visit):
    visitor = visit(viewport={"width": 1440, "height": 900})
    visitor.page.goto("/")
    room, _ = visitor.make("grid_universe", level="walking")
    visitor.page.goto(f"/r/{room}")
    assert box(visitor.page.get_by_role("group", name="Replay"))[3] < box(visitor.page.locator(".choices"))[1]


def test_the_boards_of_a_level_stand_side_by_side(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift/play?level=walkthrough")
    first, second = (visitor.page.locator(".sheet").nth(number) for number in (0, 1))
    assert box(first)[2] <= box(second)[0] and box(first)[1] == box(second)[1]


def test_buttons_of_choices_hold_their_word_cost_and_key(visit):
    visitor = visit()
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("button", name="Gate crasher").click()
    visitor.page.get_by_role("button", name="Play this level").click()
    choices = visitor.page.get_by_role("region", name="Choices")
    choices.get_by_role("button", name=re.compile("^Extend")).click()
    expect(choices.get_by_role("button", name="Extend A")).to_be_visible()
    for wider in ("normal", "0.14em"):
        visitor.page.add_style_tag(content=f"* {{ letter-spacing: {wider} !important }}")
        for button in choices.get_by_role("button").all():
            assert button.evaluate(IS_WHOLE), button.inner_text()


def test_a_table_names_its_boxes_beside_them(visit):
    visitor = visit(**PHONE)
    visitor.page.goto("/g/phase_shift/table")
    left, top, right, bottom = box(visitor.page.get_by_role("checkbox", name="With undo"))
    assert right - left < 30
    _, label_top, _, label_bottom = box(visitor.page.locator("label.check"))
    assert label_top <= top and bottom <= label_bottom < top + 60


def test_an_invitation_shows_the_whole_link_beside_its_code(visit):
    visitor = visit()
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("button", name="Invite a friend").click()
    link, code = visitor.page.locator(".link code"), visitor.page.locator(".code")
    assert box(link)[2] <= box(code)[0]
    assert link.evaluate(IS_WHOLE)


def test_rooms_come_before_the_rules_on_a_phone(visit):
    visitor = visit(**PHONE)
    visitor.page.goto("/g/grid_universe")
    rooms, rules = (visitor.page.get_by_role("heading", name=name, exact=True) for name in ("New room", "How to play"))
    assert box(rooms)[1] < box(rules)[1]


def test_the_range_of_an_option_is_told_once(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe/edit#generate")
    expect(visitor.page.get_by_role("spinbutton", name="Width")).to_have_accessible_description("columns, 4 to 31")


def test_on_a_tablet_two_boards_to_draw_on_and_the_words_of_a_game_have_room(visit):
    visitor = visit(viewport={"width": 1024, "height": 768})
    visitor.page.goto("/g/phase_shift/edit#level=hard")
    expect(visitor.page.get_by_text("Ready to play.")).to_be_visible()
    left, _, right, _ = box(visitor.page.get_by_role("grid", name="Alpha"))
    assert right - left > 300
    visitor.page.goto("/g/phase_shift")
    expect(visitor.page.get_by_role("link", name="Learn in two minutes")).to_be_visible()
    left, _, right, _ = box(visitor.page.locator(".hero p"))
    assert right - left > 300


def test_what_happened_stands_under_the_board_where_a_timeline_may_be_long(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("echoes", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    visitor.page.goto(f"/r/{room}")
    _, _, right, bottom = box(visitor.page.locator(".stage"))
    logs_left, logs_top, _, _ = box(visitor.page.locator(".logs"))
    assert logs_left < right and logs_top > bottom


def test_on_a_phone_a_replay_has_its_track_right_under_the_board(visit):
    visitor = visit(**PHONE)
    open_level(visitor, "grid_universe", "walking")
    room = visitor.page.url.rsplit("/", 1)[1]
    visitor.page.goto(f"/m/{room}")
    assert box(visitor.page.get_by_role("slider", name="Timeline"))[3] < box(visitor.page.locator(".meters-card"))[1]
