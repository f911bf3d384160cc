"""Where things stand on a page: nothing over an edge, what belongs together side by side, a match on one screen."""

import re

import pytest
from playwright.sync_api import expect

from gridhall.registry import games, load

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IS_WHOLE = "(each) => each.scrollWidth <= each.clientWidth + 1"


def boxes(*places):
    """Where things stand at one and the same time: left, top, right and bottom edge of each."""
    for place in places:
        expect(place).to_be_visible()
    edges = "({ left, top, right, bottom }) => [left, top, right, bottom]"
    script = f"(places) => places.map((place) => place.getBoundingClientRect()).map({edges})"
    return places[0].page.evaluate(script, [place.element_handle() for place in places])


def box(place):
    """Where one thing stands."""
    return boxes(place)[0]


def open_level(visitor, game, level):
    visitor.page.goto("/")
    room, _ = visitor.make(game, level=level)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()


def test_a_phone_shows_two_boards_their_numbers_and_the_whole_title_on_one_screen(visit):
    visitor = visit(**PHONE)
    open_level(visitor, "phase_shift", "hard")
    page = visitor.page
    beta, moves, bar = boxes(
        page.get_by_role("grid", name="Beta"), page.get_by_role("meter", name="Moves"), page.locator(".bar").last
    )
    assert beta[2] < moves[0]
    assert moves[3] < bar[1]
    for part in page.get_by_role("navigation", name="Where you are").locator("a, .where").all():
        assert part.evaluate(IS_WHOLE), part.inner_text()


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["large", "small"])
def test_a_phone_shows_a_board_its_dice_and_what_is_chosen_by_them_without_scrolling(visit, size):
    width, height = size
    visitor = visit(**{**PHONE, "viewport": {"width": width, "height": height}})
    visitor.page.goto("/")
    room, _ = visitor.make("warpgrid", seed="5")
    visitor.page.goto(f"/r/{room}")
    choices = visitor.page.get_by_role("region", name="Choices").get_by_role("button")
    expect(visitor.page.get_by_text("1 / 6", exact=True)).to_be_visible()  # all is drawn
    dice, board, first, last = boxes(
        visitor.page.get_by_role("img", name=re.compile("^Dice: ")),
        visitor.page.get_by_role("grid"),
        choices.first,
        choices.last,
    )
    assert dice[1] > 0 and dice[3] <= board[1] and board[3] < first[1] and last[3] <= height


def test_a_phone_shows_what_a_lesson_wants_its_board_and_its_choices_without_scrolling(visit):
    visitor = visit(**PHONE)
    visitor.page.goto("/g/warpgrid/learn")
    choices = visitor.page.get_by_role("region", name="Choices").get_by_role("button")
    expect(visitor.page.get_by_text("1 / 6", exact=True)).to_be_visible()  # all is drawn
    board, last = boxes(visitor.page.get_by_role("grid"), choices.last)
    assert board[2] - board[0] > 200 and last[3] <= 844


@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desk"])
def test_the_track_of_a_replay_stays_within_its_bar(visit, options):
    visitor = visit(**options)
    open_level(visitor, "phase_shift", "walkthrough")
    bar, track = boxes(
        visitor.page.get_by_role("group", name="Replay"), visitor.page.get_by_role("slider", name="Timeline")
    )
    assert bar[0] + 8 < track[0] and track[2] < bar[2] - 8


def test_a_wide_board_has_its_tools_under_it(visit):
    visitor = visit(viewport={"width": 1440, "height": 900})
    visitor.page.goto("/")
    room, _ = visitor.make("grid_universe", level="walking")
    visitor.page.goto(f"/r/{room}")
    replay, choices = boxes(visitor.page.get_by_role("group", name="Replay"), visitor.page.locator(".choices"))
    assert replay[3] < choices[1]


def test_the_boards_of_a_level_stand_side_by_side(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift/play?level=walkthrough")
    first, second = boxes(*(visitor.page.locator(".sheet").nth(number) for number in (0, 1)))
    assert first[2] <= second[0] and first[1] == second[1]


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


def test_a_defect_without_a_place_has_the_whole_width(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift/edit")
    state = visitor.page.get_by_role("region", name="How it stands")
    left, _, right, _ = box(state.get_by_text("There is no P"))
    _, _, edge, _ = box(state)
    assert right - left > 300 and right > edge - 40


def test_a_table_names_its_boxes_beside_them(visit):
    visitor = visit(**PHONE)
    visitor.page.goto("/g/phase_shift/table")
    check = visitor.page.get_by_role("checkbox", name="With undo")
    (left, top, right, bottom), label = boxes(check, visitor.page.locator("label.check"))
    assert right - left < 30
    assert label[1] <= top and bottom <= label[3] < top + 60


def test_an_invitation_shows_the_whole_link_beside_its_code(visit):
    visitor = visit()
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("button", name="Invite a friend").click()
    link = visitor.page.locator(".link code")
    address, code = boxes(link, visitor.page.locator(".code"))
    assert address[2] <= code[0]
    assert link.evaluate(IS_WHOLE)


def test_rooms_come_before_the_rules_on_a_phone(visit):
    visitor = visit(**PHONE)
    visitor.page.goto("/g/grid_universe")
    rooms, rules = (visitor.page.get_by_role("heading", name=name, exact=True) for name in ("New room", "How to play"))
    upper, lower = boxes(rooms, rules)
    assert upper[1] < lower[1]


def test_the_range_of_an_option_is_told_once(visit):
    visitor = visit()
    visitor.page.goto("/g/grid_universe/edit#generate")
    visitor.page.get_by_text("The board", exact=True).click()
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
    stage, logs = boxes(visitor.page.locator(".stage"), visitor.page.locator(".logs"))
    assert logs[0] < stage[2] and logs[1] > stage[3]


def test_on_a_phone_a_replay_has_its_track_right_under_the_board(visit):
    visitor = visit(**PHONE)
    open_level(visitor, "grid_universe", "walking")
    room = visitor.page.url.rsplit("/", 1)[1]
    visitor.page.goto(f"/m/{room}")
    track, meters = boxes(visitor.page.get_by_role("slider", name="Timeline"), visitor.page.locator(".meters-card"))
    assert track[3] < meters[1]


@pytest.mark.parametrize("game", [game for game in games() if load(game).PLAYERS > 1])
def test_on_a_phone_a_replay_has_board_and_track_on_one_screen_and_then_what_is_read_of_it(visit, game):
    visitor = visit(**PHONE)
    visitor.page.goto("/")
    room, _ = visitor.make(game, seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}], seed="7")
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name="Resign").tap()
    visitor.page.get_by_role("button", name="Yes, resign").tap()
    visitor.page.get_by_role("link", name="Look back").tap()
    visitor.page.get_by_role("button", name="To the start").tap()
    expect(visitor.page.get_by_role("button", name="Try another move from here")).to_be_attached()
    board, track, read = boxes(
        visitor.page.locator(".stage"),
        visitor.page.get_by_role("slider", name="Timeline"),
        visitor.page.get_by_role("region", name="Looking back"),
    )
    assert board[3] < track[1] and track[3] <= 844 and track[3] < read[1]


def test_on_a_tablet_the_card_of_a_piece_holds_its_signs_and_bars(visit):
    visitor = visit(viewport={"width": 1024, "height": 768})
    visitor.page.goto("/")
    room, _ = visitor.make("maze_runner", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}], seed="7")
    visitor.page.goto(f"/r/{room}")
    cards = visitor.page.get_by_role("region", name="Your pieces").get_by_role("button")
    expect(cards.first).to_be_visible()
    for card in cards.all():
        whole, health, key = boxes(card, card.locator(".bar"), card.locator("kbd"))
        assert max(health[2], key[2]) <= whole[2] - 8 and health[0] - whole[0] == pytest.approx(whole[2] - health[2], 1)


def test_a_level_that_only_playing_shows_stands_in_the_middle(visit):
    visitor = visit(viewport={"width": 1024, "height": 768})
    visitor.page.goto("/g/maze_runner/play?level=lantern_hall")
    visitor.page.get_by_role("button", name="Play it").wait_for()
    left, _, right, _ = box(visitor.page.locator(".play > .card"))
    assert abs(left - (1024 - right)) < 20
