"""What goes wrong is told where it was asked for, and what comes late changes nothing that was asked for since."""

import base64
import re
import zlib

import pytest
from playwright.sync_api import expect
from tests.browser.walkthrough import open_walkthrough, play_walkthrough

pytestmark = pytest.mark.xdist_group("browser trouble")
GONE = ("ERR_FAILED", "ERR_INTERNET_DISCONNECTED", "WebSocket", "404")
OPEN = [{"kind": "me"}, {"kind": "open"}]


def cut(visitor, address):
    """Let nothing of this address come any more."""
    visitor.forgiven = GONE
    visitor.page.route(address, lambda route: route.abort())


@pytest.mark.parametrize("address", ["/g/%E0%A4%A", "/@%FF", "/toString/some", "/constructor/some"])
def test_an_address_that_nobody_can_read_is_a_page_that_says_so(visit, address):
    visitor = visit()
    visitor.forgiven = GONE
    visitor.page.goto("/")
    visitor.page.evaluate("(path) => history.replaceState(null, '', path)", address)
    visitor.page.reload()
    expect(visitor.heading("There is nothing here.")).to_be_visible()


def test_a_dialog_does_not_stay_for_another_page(visit):
    visitor = visit()
    page, dialog = visitor.page, visitor.page.get_by_role("dialog")
    page.goto("/")
    page.get_by_role("link", name="Phase Shift", exact=True).click()
    page.get_by_role("banner").get_by_role("button", name="How to play").click()
    expect(dialog).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Phase Shift", exact=True).click()
    expect(visitor.heading("Phase Shift")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("button", name="How to play")).to_be_visible()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("way", ["typed", "opened where one watches"])
def test_the_link_to_a_seat_opens_the_seat_wherever_it_is_put_in(visit, way):
    maker, other = visit(), visit()
    maker.page.goto("/")
    room, [key] = maker.make("echoes", seats=OPEN)
    link = f"/r/{room}#{key['seat']}.{key['secret']}"
    if way == "typed":
        other.page.goto("/")
        other.page.get_by_role("button", name="Join with a link").click()
        other.page.get_by_label("The link somebody sent you").fill(other.address + link)
        other.page.get_by_role("button", name="Join", exact=True).click()
    else:
        other.page.goto(f"/r/{room}")
        expect(other.page.get_by_role("button", name="Sit down as Blue")).to_be_visible()
        other.page.goto(link)
    expect(other.heading("Send this link. The match starts when they sit down.")).to_be_visible()
    expect(other.page).to_have_url(re.compile(f"/r/{room}$"))  # the secret does not stay in sight


def test_a_link_to_a_move_or_a_level_can_be_typed_too(visit):
    visitor = visit()
    for link, heading in (("/g/phase_shift/play?level=walkthrough", "The Walk-through"), ("/m/nowhere#3", "no match")):
        visitor.forgiven = GONE
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name="Join with a link").click()
        visitor.page.get_by_label("The link somebody sent you").fill(visitor.address + link)
        visitor.page.get_by_role("button", name="Join", exact=True).click()
        expect(visitor.heading(re.compile(heading))).to_be_visible()


def test_who_looks_for_somebody_without_a_hall_is_told(visit):
    visitor = visit()
    visitor.page.goto("/")
    cut(visitor, "**/api/session")
    visitor.page.get_by_role("button", name="Play someone now").click()
    expect(visitor.page.get_by_text("The hall cannot be reached.")).to_be_visible()


@pytest.mark.parametrize("address", ["/sign-in", "/account"])
def test_a_page_about_oneself_without_a_hall_says_so_and_tries_again(visit, address):
    visitor = visit()
    cut(visitor, "**/api/me")
    visitor.page.goto(address)
    expect(visitor.page.get_by_role("alert").filter(has_text="The hall cannot be reached.")).to_be_visible()
    visitor.page.unroute("**/api/me")
    visitor.page.get_by_role("button", name="Try again").click()
    expect(visitor.page.get_by_label(re.compile("name", re.I)).first).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/g/phase_shift"])
def test_a_file_that_cannot_be_read_is_told(visit, address, tmp_path):
    """As one that was taken away since it was chosen, or a folder that was dropped."""
    visitor = visit()
    visitor.context.add_init_script(
        "Blob.prototype.text = () => Promise.reject(new DOMException('The file is gone.', 'NotFoundError'))"
    )
    (tmp_path / "some.jsonl").touch()
    visitor.page.goto(address)
    label = "A record's file" if address == "/" else "A level's or record's file"
    visitor.page.get_by_label(label, exact=True).set_input_files(tmp_path / "some.jsonl")
    expect(visitor.page.get_by_text("some.jsonl: The file is gone.")).to_be_visible()


def test_of_two_tables_that_are_asked_for_the_one_asked_last_is_shown(visit):
    visitor = visit()
    page, held = visitor.page, []
    page.goto("/g/phase_shift/table")
    expect(page.get_by_text("This level is rated")).to_be_visible()
    page.route("**/table?*", lambda route: held.append(route))
    levels = page.get_by_label("Level")
    for level in (1, 27):
        levels.select_option(index=level)
        visitor.until(lambda: len(held), 1 if level == 1 else 2)
    answers = [route.fetch() for route in held]
    assert len({answer.json()["level"]["rating"] for answer in answers}) == 2
    for route, answer in zip(reversed(held), reversed(answers), strict=True):
        with page.expect_response(route.request.url):
            route.fulfill(response=answer)
        page.evaluate("() => fetch('/api/games').then((reply) => reply.text())")
    expect(page.get_by_text(f"This level is rated {answers[1].json()['level']['rating']}")).to_be_visible()


def test_a_lost_connection_is_spoken_once_not_every_second(visit):
    visitor = visit()
    open_walkthrough(visitor)
    visitor.forgiven = GONE
    visitor.context.set_offline(True)
    strip = visitor.page.get_by_role("alert").filter(has_text="Connection lost")
    expect(strip).to_contain_text(re.compile(r"Trying again in \d+ s\."))
    expect(strip.locator("[aria-hidden]", has_text="Trying again")).to_be_visible()


def test_two_enters_after_a_win_open_one_room(visit):
    visitor = visit()
    page, asked = visitor.page, []
    room = open_walkthrough(visitor)
    play_walkthrough(visitor)
    expect(visitor.heading("Solved")).to_be_visible()
    page.route("**/api/rooms", lambda route: asked.append(route))
    for _ in range(2):
        page.keyboard.press("Enter")
    visitor.until(lambda: len(asked) > 0)
    page.evaluate("() => fetch('/api/games').then((reply) => reply.text())")
    assert len(asked) == 1
    asked[0].continue_()
    expect(page).not_to_have_url(re.compile(room))


def test_a_day_a_turn_is_no_number_of_seconds(visit):
    maker, guest = visit(), visit()
    maker.page.goto("/")
    room, _ = maker.make("echoes", seats=OPEN, clock=86400)
    guest.page.goto(f"/r/{room}")
    expect(guest.page.get_by_text("Echoes, a day a turn")).to_be_visible()


def test_a_link_to_a_level_with_a_mistake_names_the_mistake(visit):
    visitor = visit()
    packer = zlib.compressobj(wbits=-15)
    code = base64.urlsafe_b64encode(packer.compress(b"ALPHA\n@%.\nBETA\n...\n") + packer.flush()).decode().rstrip("=")
    visitor.page.goto(f"/g/phase_shift/play?text={code}")
    expect(visitor.page.get_by_text("The level in the link has a mistake: there is no layer B")).to_be_visible()
    visitor.page.goto(f"/g/phase_shift/play?text={code[: len(code) // 2]}")
    expect(visitor.page.get_by_text("The link is cut off")).to_be_visible()


def test_a_replay_whose_rest_cannot_be_had_says_so(visit):
    visitor = visit()
    room = open_walkthrough(visitor)
    play_walkthrough(visitor)
    expect(visitor.heading("Solved")).to_be_visible()
    cut(visitor, "**/api/match/**")
    visitor.page.keyboard.press(",")
    expect(visitor.page.get_by_text("The hall cannot be reached.")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(room))


def test_who_resigns_by_keys_is_asked_where_they_are(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("echoes", seats=[{"kind": "me"}, {"kind": "me"}])
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name="I am Red").click()
    visitor.page.get_by_role("button", name="Resign").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("button", name="No", exact=True)).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("button", name="Resign")).to_be_focused()
