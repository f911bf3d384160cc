"""People: a guest wins, keeps everything under a name with a passkey, goes on elsewhere, and leaves again.

Passkeys are made by a virtual authenticator; Chromium makes them for `localhost`, not for a number.
"""

import json
import re
import zipfile

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.conftest import Door

from gridhall.server.messages.lobby import REASONS

KEYS = {"e": "ArrowRight", "w": "ArrowLeft", "s": "ArrowDown", "n": "ArrowUp"}
WAY = ["e", "e", "e", "w", "s", "s", "e", "e"]
PASSWORD = "three blind mice run"


@pytest.fixture
def visit(visit, house):
    """Visitors who know the hall as localhost."""
    return lambda **options: visit(address=f"http://localhost:{house.port}", **options)


def authenticator(visitor):
    """Give a visitor's page a device that makes passkeys without asking."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable", {"enableUI": False})
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, added["authenticatorId"]


def win(visitor):
    """Win a level; its room."""
    page = visitor.page
    page.goto("/")
    room, _ = visitor.make("phase_shift", level="walkthrough")
    page.goto(f"/r/{room}")
    moves = page.get_by_role("meter", name="Moves")
    expect(moves).to_have_attribute("aria-valuenow", "0")
    for number, word in enumerate(WAY, 1):
        page.keyboard.press(KEYS[word])
        expect(moves).to_have_attribute("aria-valuenow", str(number))
    expect(visitor.heading("Solved")).to_be_visible()
    return room


def claim_with_password(visitor, name):
    page = visitor.page
    page.goto("/account")
    page.get_by_label("The name you want").fill(name)
    page.get_by_role("button", name="Take a password instead").click()
    page.get_by_label("A new password").fill(PASSWORD)
    page.get_by_role("button", name="Keep with a password").click()
    expect(visitor.heading(f"Welcome, {name}")).to_be_visible()
    listed = page.get_by_role("region", name="Your ten recovery codes").get_by_role("listitem")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    page.get_by_role("button", name="I have kept them").click()
    expect(visitor.heading(name)).to_be_visible()
    return codes


def sign_in(visitor, name, password=PASSWORD):
    page = visitor.page
    page.goto("/sign-in")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_guest_keeps_everything_with_a_passkey_in_the_middle_of_a_match_and_goes_on_elsewhere(visit):
    ann = visit()
    page = ann.page
    device, key = authenticator(ann)
    won = win(ann)
    offer = page.get_by_role("complementary", name="Keep your stars")
    expect(offer).to_be_visible()
    room, _ = ann.make("phase_shift", level="walkthrough")
    page.goto(f"/r/{room}")
    expect(offer).to_have_count(0)  # it is asked once
    moves = page.get_by_role("meter", name="Moves")
    expect(moves).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press(KEYS["e"])
    expect(moves).to_have_attribute("aria-valuenow", "1")

    page.get_by_role("link", name="Keep your account").click()
    page.get_by_label("The name you want").fill("Ann-K")
    page.get_by_role("button", name="Keep with a passkey").click()
    expect(ann.heading("Welcome, Ann-K")).to_be_visible()
    assert violations(ann) == ""
    page.get_by_role("button", name="I have kept them").click()
    expect(ann.heading("Ann-K")).to_be_visible()
    expect(page).to_have_url(re.compile("/@Ann-K$"))
    opened = page.get_by_role("region", name="Open matches").get_by_role("listitem")
    expect(opened).to_have_count(1)
    expect(opened).to_contain_text("Your turn")
    expect(page.get_by_role("region", name="Finished matches").get_by_role("listitem")).to_have_count(1)
    page.go_back()
    page.go_back()
    expect(moves).to_have_attribute("aria-valuenow", "1")  # the match goes on
    page.keyboard.press(KEYS["e"])
    expect(moves).to_have_attribute("aria-valuenow", "2")

    # The phone has the passkey, too, as one that is synchronised has.
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    other, other_key = authenticator(phone)
    for credential in device.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]:
        other.send("WebAuthn.addCredential", {"authenticatorId": other_key, "credential": credential})
    phone.page.goto("/sign-in")
    phone.page.get_by_role("button", name="Use a passkey").click()
    expect(phone.heading("Ann-K")).to_be_visible()
    phone.page.get_by_role("region", name="Open matches").get_by_role("link").first.click()
    phone_moves = phone.page.get_by_role("meter", name="Moves")
    expect(phone_moves).to_have_attribute("aria-valuenow", "2")
    for word in WAY[2:]:
        phone.page.keyboard.press(KEYS[word])
    expect(phone.heading("Solved")).to_be_visible()
    expect(moves).to_have_attribute("aria-valuenow", "8")  # both devices see the same match
    # What is offered next: a level of one's own strength, and how others have fared.
    expect(phone.page.get_by_role("button", name=re.compile("^For you: "))).to_be_visible()
    phone.page.get_by_role("link", name="The best results").click()
    results = phone.page.get_by_role("region", name="Best results")
    expect(results.get_by_role("row", name=re.compile("^1 Ann-K"))).to_be_visible()
    assert results.evaluate("region => region.scrollWidth <= region.clientWidth"), "the table fits a phone"
    phone.page.get_by_role("link", name="Watch the match of Ann-K").click()
    expect(phone.page.get_by_role("list", name="Who played")).to_contain_text("Played by Ann-K")
    expect(phone.page).to_have_title(re.compile("The Walk-through"))
    phone.page.goto("/g/phase_shift")  # what was won elsewhere is in the ladder here
    expect(phone.page.get_by_role("button", name=re.compile("^Level .*3 stars"))).to_have_count(1)
    expect(phone.page.get_by_role("button", name=re.compile("^For you: "))).to_be_visible()
    progress = phone.page.get_by_text(re.compile(r"^1/28"))
    expect(progress).to_have_text("1/28 · 1 perfect · 3.6 points")
    assert won != room


def test_stars_crowns_and_points_are_the_same_on_every_device(visit):
    ann = visit()
    win(ann)
    claim_with_password(ann, "Pauline")
    other = visit()
    sign_in(other, "pauline")
    expect(other.heading("Pauline")).to_be_visible()
    for visitor in (ann, other):
        visitor.page.goto("/g/phase_shift")
        expect(visitor.page.get_by_text(re.compile("^1/28"))).to_have_text("1/28 · 1 perfect · 3.6 points")


def test_who_signs_in_is_asked_whether_to_take_along_what_was_played_here(visit):
    ann = visit()
    ann.page.goto("/")
    codes = claim_with_password(ann, "Marge")
    other = visit()
    won = win(other)
    page = other.page
    sign_in(other, "marge", "not the password")
    expect(page.get_by_role("alert")).to_have_text("Name and proof do not fit.")
    page.get_by_role("button", name="With a recovery code").click()
    page.get_by_label("A recovery code").fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Take along what was played here?")).to_be_visible()
    assert violations(other) == ""
    page.get_by_role("button", name="Take them along").click()
    expect(other.heading("Marge")).to_be_visible()
    finished = page.get_by_role("region", name="Finished matches")
    expect(finished.get_by_role("link", name=re.compile("^Phase Shift"))).to_have_attribute("href", f"/m/{won}")
    finished.get_by_label("Result").select_option("lost")
    expect(finished.get_by_text("None yet.")).to_be_visible()
    finished.get_by_label("Result").select_option("won")
    expect(finished.get_by_role("listitem")).to_have_count(1)
    other.forgiven = ("401",)


def test_name_keys_and_devices_are_changed_and_the_account_is_taken_along_and_deleted(visit):
    ann = visit()
    page = ann.page
    win(ann)
    claim_with_password(ann, "Sabine")
    page.goto("/account")
    page.get_by_role("button", name="Change the name").click()
    page.get_by_label("A new name").fill("Sabina")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("heading", name="Name: Sabina")).to_be_visible()
    page.get_by_role("button", name="Change keys").click()
    page.get_by_role("button", name="Make ten new recovery codes").click()
    expect(page.get_by_role("heading", name="Your ten recovery codes")).to_be_visible()

    second = visit()
    sign_in(second, "sabina")
    expect(second.heading("Sabina")).to_be_visible()
    page.goto("/account")
    devices = page.get_by_role("region", name="Devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    assert violations(ann) == ""
    page.get_by_role("button", name="Sign out all others").click()
    expect(devices).to_have_count(1)
    door = Door(second.page, closed=True, address="**/api/me")
    second.page.goto("/account")
    expect(second.heading("Your account")).to_be_visible()  # so it was; nothing is asked for before it is known anew
    second.until(lambda: bool(door.held))
    door.open()
    expect(second.heading("Keep what you have won")).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert json.loads(archive.read("account.json"))["account"]["name"] == "Sabina"
        assert len(archive.namelist()) == 2
    page.get_by_role("button", name="Delete the account").click()
    erase = page.get_by_role("button", name="Delete my account")
    expect(erase).to_be_disabled()
    page.get_by_label(re.compile("To be sure")).fill("Sabina")
    erase.click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    page.goto("/@Sabina")
    expect(ann.heading("Nobody here has this name.")).to_be_visible()
    ann.forgiven = ("404",)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_the_pages_about_people_pass_axe_and_fit_a_small_screen(visit, theme):
    ann = visit(viewport={"width": 320, "height": 700}, color_scheme=theme)
    page = ann.page
    win(ann)
    expect(page.get_by_role("complementary", name="Keep your stars")).to_be_visible()
    assert violations(ann) == ""
    for path, title in (
        ("/", re.compile("on squared paper")), ("/account", "Keep what you have won"), ("/sign-in", "Sign in"),
        ("/link", "Join a terminal"), ("/privacy", "What the hall keeps"), ("/@me", re.compile("^Guest")),
    ):  # fmt: skip
        page.goto(path)
        expect(ann.heading(title)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert violations(ann) == "", path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    claim_with_password(ann, f"Small{theme}")
    for path in ("/account", f"/@Small{theme}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert violations(ann) == "", path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


COVERED = """(offer) => {
  const own = offer.getBoundingClientRect();
  const meets = ({ left, right, top, bottom }) =>
    left < own.right && right > own.left && top < own.bottom && bottom > own.top && right > left;
  const others = [...document.querySelectorAll('button, a')].filter((each) => !offer.contains(each));
  return others.filter((each) => meets(each.getBoundingClientRect())).map((each) => each.textContent);
}"""


@pytest.mark.parametrize("width, height", [(390, 700), (1280, 600)], ids=["phone", "desk"])
def test_the_offer_to_keep_the_stars_covers_nothing(visit, width, height):
    ann = visit(viewport={"width": width, "height": height})
    win(ann)
    offer = ann.page.get_by_role("complementary", name="Keep your stars")
    expect(offer).to_be_in_viewport()
    for place in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        ann.page.evaluate(f"scrollTo(0, {place})")
        assert offer.evaluate(COVERED) == [], place


@pytest.mark.parametrize(
    "options",
    [{"viewport": {"width": 390, "height": 700}}, {"viewport": {"width": 1280, "height": 600}, "reduced_motion": None}],
    ids=["phone", "desk"],
)
def test_the_offer_to_keep_the_stars_comes_where_nothing_must_move_for_it(visit, options):
    ann = visit(**options)
    win(ann)
    page = ann.page
    offer = page.get_by_role("complementary", name="Keep your stars")
    expect(offer).to_be_visible()
    above = [page.get_by_role("link", name="Gridhall, to the hall"), ann.heading("Solved")]
    places = [place.bounding_box() for place in above]
    page.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    assert [place.bounding_box() for place in above] == places


def test_who_has_a_name_can_open_a_rated_room(visit):
    ann = visit()
    page, rated = ann.page, ann.page.get_by_role("checkbox", name="Rated")
    page.goto("/g/echoes")
    expect(page.get_by_role("button", name="Open the room")).to_be_visible()
    expect(rated).to_have_count(0)  # guests have no rating
    claim_with_password(ann, "Renate")
    page.goto("/g/echoes")
    expect(rated).to_be_disabled()  # without a clock somebody could wait for ever
    page.get_by_role("combobox", name=re.compile("^Blue")).select_option("open")
    page.get_by_label("Clock").select_option("180")
    rated.check()
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile("/r/"))
    room = page.url.rsplit("/", 1)[1]
    other = visit()
    other.page.goto(f"/r/{room}")
    other.page.get_by_role("button", name="Sit down as Blue").click()
    expect(other.page.get_by_text(re.compile("this match is rated", re.IGNORECASE)).first).to_be_visible()


def test_somebody_is_blocked_and_reported_on_their_page(visit):
    ann, bob = visit(), visit()
    ann.page.goto("/")
    claim_with_password(ann, "Griselda")
    expect(ann.page.get_by_role("button", name="Block Griselda")).to_have_count(0)  # nobody blocks themselves
    page = bob.page
    page.goto("/@Griselda")
    page.get_by_role("button", name="Block Griselda", exact=True).click()
    expect(page.get_by_role("button", name="Unblock Griselda")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Unblock Griselda")).to_be_visible()
    page.get_by_text("Report Griselda").click()
    reason = page.get_by_label("What is wrong")
    expect(reason.get_by_role("option")).to_have_text(["Choose …", *REASONS.values()])
    reason.select_option("name")
    assert violations(bob) == ""
    page.get_by_role("button", name="Tell the operator").click()
    expect(page.get_by_text("The operator is told.")).to_be_visible()


def test_who_comes_by_a_link_for_the_first_time_sits_down_at_once(visit):
    red, blue = visit(), visit()
    red.page.goto("/")
    room, _ = red.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    blue.page.goto(f"/r/{room}")
    blue.page.get_by_role("button", name="Sit down as Blue").click()
    expect(blue.heading(re.compile("^Turn 1"))).to_be_visible()
