"""Accounts: a guest who chose to stay keeps everything; keys, names, devices, merging, taking along and deleting."""

import asyncio
import io
import json
import time
import zipfile

import pytest
from sqlalchemy import select, update
from tests.server.browsing import PASSWORD, Browser
from tests.server.conftest import NearHouse, OpenHouse

from gridhall.registry import levels, load
from gridhall.server.failures import Refused
from gridhall.server.messages import VERSION
from gridhall.server.people import exports, names
from gridhall.server.store import tables
from gridhall.server.work.limits import Limits

TEXT = next(level.text for level in levels(load("phase_shift")) if level.name == "walkthrough")
WAY = ["e", "e", "e", "w", "s", "s", "e", "e"]


def win(house: NearHouse, browser: Browser, **wish: str) -> str:
    """Win a level; its room."""
    room, keys = browser.make("phase_shift", **(wish or {"level": "walkthrough"}))
    person = house.person().join(room, keys)
    for word in WAY:
        person.play(word)
    person.wait("room")
    return room


def test_a_guest_claims_an_account_in_the_middle_of_a_match_and_loses_nothing(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    before = ann.ask("GET", "/api/me")
    assert before["name"].startswith("Guest ") and not before.get("claimed")
    won = win(house, ann)
    room, keys = ann.make("phase_shift", level="walkthrough")
    person = house.person().join(room, keys)
    person.play("e")
    old = ann.cookie
    codes = ann.claim("Ann-1")
    assert len(codes) == len(set(codes)) == 10
    me = ann.ask("GET", "/api/me")
    assert me["id"] == before["id"] and me["name"] == "Ann-1" and me["claimed"] and me["codes"] == 10
    assert [key["kind"] for key in me["keys"]] == ["password"]
    named = person.wait("room")
    assert named["seats"][0]["name"] == named["seats"][0]["profile"] == "Ann-1"
    assert person.play("e")["type"] == "update"  # the same connection goes on
    assert [match["room"] for match in ann.ask("GET", "/api/people/ann1")["matches"]] == [won]
    stranger = Browser(house)
    stranger.cookie = old  # whoever has seen the guest's token has nothing of the account
    assert stranger.ask("GET", "/api/me").get("id") is None


def test_a_session_is_a_cookie_that_pages_cannot_read_and_only_its_hash_is_stored(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    flags = ann.set_cookie.lower()
    assert "httponly" in flags and "samesite=strict" in flags and "path=/" in flags and "secure" not in flags
    with house.app.hall.engine.connect() as connection:
        stored = [bytes(row.token) for row in connection.execute(select(tables.sessions))]
    assert stored == [tables.hashed(ann.token)]
    house.app.guard.is_secure = True
    beth = Browser(house).arrive()
    assert beth.set_cookie.startswith("__Host-gridhall=") and "secure" in beth.set_cookie.lower()


def test_a_cookie_does_nothing_for_a_page_of_another_site_or_port(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    for origin in (None, "https://evil.example", f"http://127.0.0.1:{house.port + 1}", "null"):
        ann.ask("POST", "/api/rooms", {"game": "phase_shift"}, origin=origin)
        assert ann.status in (401, 403), origin
        ann.ask("POST", "/api/session", {}, origin=origin)
        assert ann.status == 403, origin
    ann.make("phase_shift")


def test_a_session_is_rotated_and_the_token_before_is_good_until_the_new_one_is_used(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    engine, table = house.app.hall.engine, tables.sessions

    def age(seconds: float) -> None:
        with engine.begin() as connection:
            connection.execute(
                update(table).values(
                    rotated=table.c.rotated - seconds, seen=table.c.seen - seconds, until=table.c.until - seconds
                )
            )

    old, me = ann.cookie, ann.ask("GET", "/api/me")
    age(2 * 86400)
    assert ann.ask("GET", "/api/me") == me and ann.cookie != old
    lost = Browser(house)
    lost.cookie = old  # the answer with the new one was lost
    assert lost.ask("GET", "/api/me") == me
    age(2 * 3600)
    assert ann.ask("GET", "/api/me") == me
    assert lost.ask("GET", "/api/me").get("id") is None
    age(401 * 86400)
    assert ann.ask("GET", "/api/me").get("id") is None


def test_devices_are_listed_and_signed_out_one_by_one_or_all_at_once(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    ann.claim("ann")
    phone = Browser(house, "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36")
    phone.sign_in("ANN")
    assert phone.status == 201
    devices = phone.ask("GET", "/api/sessions")
    assert sorted((device["label"], device.get("here", False)) for device in devices) == [
        ("Chrome on Android", True),
        ("Chrome on Linux", False),
    ]
    room, keys = ann.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    friend = house.person().join(room, keys)  # who has the link of the seat
    assert friend.numbers == {1: 0}
    other = next(device["id"] for device in devices if not device.get("here"))
    phone.ask("DELETE", f"/api/sessions/{other}")
    assert ann.ask("GET", "/api/me").get("id") is None and phone.ask("GET", "/api/me")["name"] == "ann"
    tablet = Browser(house)
    tablet.sign_in("ann")
    phone.ask("DELETE", "/api/sessions?but=here")
    assert tablet.ask("GET", "/api/me").get("id") is None and phone.ask("GET", "/api/me")["name"] == "ann"
    late = house.person()
    late.send(type="join", version=VERSION, room=room, keys=keys)
    assert late.wait("error", "joined")["code"] == "no_seat"  # keys that were handed on open nothing any more
    phone.ask("DELETE", "/api/sessions")
    assert phone.cookie.partition("=")[2] in ("", '""') and phone.ask("GET", "/api/me").get("id") is None


def test_who_signs_in_elsewhere_may_take_along_what_was_played_there(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    ann.claim("ann")
    phone = Browser(house).arrive()
    won = win(house, phone)
    room, keys = phone.make("phase_shift", level="walkthrough")
    person = house.person().join(room, keys, phone.token)
    person.play("e")
    answer = phone.sign_in("ann")
    assert answer["guest"]["matches"] == 2 and answer["guest"]["name"].startswith("Guest ")
    assert ann.ask("GET", "/api/people/ann").get("matches") is None
    ann.ask("POST", "/api/session/merge", {"ticket": "nonsense"})
    assert ann.status == 401
    phone.ask("POST", "/api/session/merge", {"ticket": answer["guest"]["ticket"]})
    assert phone.status == 200
    page = ann.ask("GET", "/api/people/ann")
    assert [match["room"] for match in page["matches"]] == [won]
    assert [(match["room"], match["turn"]) for match in page["open"]] == [(room, "yours")]
    again = house.person().join(room, token=ann.token)  # on another device, without any key
    assert again.numbers == {1: 1}
    assert again.play("e")["type"] == "update"
    phone.ask("POST", "/api/session/merge", {"ticket": answer["guest"]["ticket"]})
    assert phone.status == 401  # it is done once


def test_a_seat_of_somebody_is_not_opened_by_another_account_with_its_key(house: NearHouse) -> None:
    ann, beth = Browser(house).arrive(), Browser(house).arrive()
    ann.claim("ann")
    beth.claim("beth")
    room, keys = ann.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    theirs = house.person()
    theirs.send(type="join", version=VERSION, room=room, keys=keys, token=beth.token)
    assert theirs.wait("error", "joined")["code"] == "no_seat"
    assert house.person().join(room, keys).numbers == {1: 0}  # the link on one's other device


def test_a_socket_of_a_page_is_known_by_its_cookie_and_of_another_site_is_not(house: NearHouse) -> None:
    from websockets.sync.client import connect

    ann = Browser(house).arrive()
    ann.claim("ann")
    room, _ = ann.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    for port, seats in ((house.port, [1]), (house.port + 1, [])):
        headers = {"Cookie": ann.cookie, "Origin": f"http://127.0.0.1:{port}"}
        with connect(f"ws://127.0.0.1:{house.port}/ws", additional_headers=headers) as socket:
            socket.send(json.dumps({"type": "join", "version": VERSION, "room": room, "keys": []}))
            assert json.loads(socket.recv(60))["seats"] == seats


def test_names_have_rules_and_names_that_look_alike_are_one(house: NearHouse) -> None:
    for bad in ("an", "a" * 21, "1ann", "änn", "ann b", "<b>", "admin", "GridHall", "Guest77", "player-2", "echoes"):
        with pytest.raises(Refused, match=r"a name|this name"):
            names.refuse_bad(bad)
    ann, beth = Browser(house).arrive(), Browser(house).arrive()
    ann.claim("Morning-Bell")
    for alike in ("morningbell", "Morning_Be11", "rnorningbell", "MORNINGBELI"):
        answer = beth.ask("POST", "/api/account/claim", {"name": alike, "password": PASSWORD})
        assert answer["code"] == "bad_name" and "looks like it" in answer["message"], alike
    beth.claim("evening")


def test_a_name_that_was_changed_is_kept_for_a_while_and_free_afterwards(house: NearHouse) -> None:
    ann, beth = Browser(house).arrive(), Browser(house).arrive()
    ann.claim("ann")
    ann.ask("POST", "/api/account/name", {"name": "anna"})
    assert ann.status == 200 and ann.ask("GET", "/api/me")["name"] == "anna"
    wish = {"name": "ann", "password": PASSWORD}
    assert beth.ask("POST", "/api/account/claim", wish)["code"] == "bad_name"
    assert beth.sign_in("ann")["code"] == "bad_login"
    with house.app.hall.engine.begin() as connection:
        connection.execute(update(tables.names).where(tables.names.c.until > 0).values(until=time.time() - 1))
    assert beth.ask("POST", "/api/account/claim", wish)["me"]["name"] == "ann"


def test_weak_passwords_are_refused_and_hashes_are_argon2id(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    for weak in ("short", "password1234", "aaaaaaaaaaaaaaa", "annalise-2024"):
        answer = ann.ask("POST", "/api/account/claim", {"name": "annalise", "password": weak})
        assert answer["code"] == "bad_password", weak
    ann.claim("annalise")
    with house.app.hall.engine.connect() as connection:
        secrets = connection.execute(select(tables.credentials.c.kind, tables.credentials.c.secret)).all()
    hashes = [bytes(secret) for kind, secret in secrets if kind == "password"]
    assert len(hashes) == 1 and hashes[0].startswith(b"$argon2id$")


def test_a_wrong_password_and_a_name_that_nobody_has_are_answered_alike(house: NearHouse) -> None:
    ann, beth = Browser(house).arrive(), Browser(house)
    ann.claim("ann")
    wrong = beth.sign_in("ann", password="four blind mice run"), beth.status
    nobody = beth.sign_in("nora", password="four blind mice run"), beth.status
    assert wrong == nobody and wrong[1] == 401
    code = beth.sign_in("ann", code="aaaa-aaaa-aaaa-aaaa"), beth.status
    assert code == beth_code(beth) and code[1] == 401


def beth_code(beth: Browser) -> tuple[object, int]:
    return beth.sign_in("nora", code="aaaa-aaaa-aaaa-aaaa"), beth.status


def test_guessing_is_slowed_down_by_name_and_by_address(open_house: OpenHouse) -> None:
    house = open_house(Limits(name_sign_ins=1e-6, name_sign_in_burst=3, sign_ins=1e-6, sign_in_burst=8))
    guesser = Browser(house)
    for name in ("nora", "nina"):  # nobody has these names
        codes = [guesser.sign_in(name, code="aaaa")["code"] for _ in range(4)]
        assert codes == ["bad_login"] * 3 + ["too_fast"]
    assert guesser.sign_in("nell", code="aaaa")["code"] == "too_fast"
    assert guesser.status == 429


def test_claiming_is_limited_by_address(open_house: OpenHouse) -> None:
    house = open_house(Limits(claims=1e-6, claim_burst=1))
    Browser(house).arrive().claim("ann")
    other = Browser(house).arrive()
    assert other.ask("POST", "/api/account/claim", {"name": "beth", "password": PASSWORD})["code"] == "too_fast"


def test_a_recovery_code_opens_the_account_once_and_new_ones_replace_them(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    codes = ann.claim("ann")
    lost = Browser(house)
    assert lost.sign_in("ann", code=codes[3].upper().replace("-", " "))["me"]["name"] == "ann"
    assert Browser(house).sign_in("ann", code=codes[3])["code"] == "bad_login"
    assert lost.ask("POST", "/api/account/keys", {"password": "a brand new one, long"})["codes"] == 9
    assert Browser(house).sign_in("ann")["code"] == "bad_login"  # the password before
    fresh = lost.ask("POST", "/api/account/codes", {})["codes"]
    assert len(fresh) == 10 and Browser(house).sign_in("ann", code=codes[0])["code"] == "bad_login"


def test_keys_are_changed_only_by_who_has_proved_to_be_there(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    ann.claim("ann")
    with house.app.hall.engine.begin() as connection:
        connection.execute(update(tables.sessions).values(confirmed=time.time() - 3600))
    password = ann.ask("GET", "/api/me")["keys"][0]["id"]
    asked = (
        ("POST", "/api/account/keys"), ("POST", "/api/account/codes"), ("POST", "/api/account/name"),
        ("DELETE", "/api/account"), ("DELETE", f"/api/account/keys/{password}"),
    )  # fmt: skip
    for method, path in asked:
        assert ann.ask(method, path, {})["code"] == "not_confirmed", path
    assert ann.ask("POST", "/api/session/confirm", {"password": "wrong wrong wrong"})["code"] == "bad_login"
    assert ann.ask("POST", "/api/session/confirm", {"password": PASSWORD})["confirmed"]
    assert ann.ask("DELETE", f"/api/account/keys/{password}")["code"] == "bad_login"  # it is the only one


def test_passkeys_are_offered_on_localhost_and_https_only(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    assert "offers_passkeys" not in ann.ask("GET", "/api/me")
    assert ann.ask("POST", "/api/passkeys/any", {})["code"] == "unavailable"
    host = f"localhost:{house.port}"
    assert ann.ask("GET", "/api/me", Host=host)["offers_passkeys"]
    asked = ann.ask("POST", "/api/passkeys/any", {}, origin=f"http://{host}", Host=host)
    assert asked["options"]["rpId"] == "localhost" and asked["options"]["userVerification"] == "required"
    forged = {"ticket": asked["ticket"], "credential": {"rawId": "AAAA", "id": "AAAA", "type": "public-key"}}
    for _ in range(2):  # unknown, and then used up
        answer = ann.ask("POST", "/api/session/sign-in", {"passkey": forged}, origin=f"http://{host}", Host=host)
        assert answer["code"] == "bad_login"


def test_everything_is_taken_along_as_one_file_without_any_secret(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    ann.claim("ann")
    won = win(house, ann)
    hidden, _ = ann.make("echoes", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    beth = Browser(house).arrive()
    beth.claim("beth")
    whom = beth.ask("GET", "/api/me")["id"]
    ann.ask("POST", "/api/blocks", {"account": whom})
    ann.ask("POST", "/api/reports", {"account": whom, "reason": "name"})
    with zipfile.ZipFile(io.BytesIO(ann.ask("GET", "/api/account/export"))) as archive:
        about = json.loads(archive.read("account.json"))
        record = archive.read(f"matches/phase_shift-{won}.jsonl").decode()
    assert about["account"]["name"] == "ann" and [result["room"] for result in about["results"]] == [won]
    assert {match["room"]: bool(match["record"]) for match in about["matches"]} == {won: True, hidden: False}
    assert [about[name] != [] for name in ("ratings", "rating_steps", "entries", "blocks", "reports")] == [True] * 5
    # Nothing else is kept by account but what a few minutes end, and the order of the matches that are told.
    kept = {name for name, table in tables.metadata.tables.items() if {"account", "player"} & set(table.c.keys())}
    assert kept - {"tickets", "seats"} == {"names", "credentials", "sessions", "results", *exports.KEPT}
    assert '"word": "e"' in record and "argon2" not in json.dumps(about) and ann.token not in json.dumps(about)
    with house.app.hall.engine.connect() as connection:
        seed = connection.execute(select(tables.rooms.c.seed).where(tables.rooms.c.id == hidden)).scalar_one()
    assert seed not in json.dumps(about)


def test_a_deleted_account_is_a_former_player_in_the_rooms_of_others(house: NearHouse) -> None:
    ann, beth = Browser(house).arrive(), Browser(house).arrive()
    ann.claim("ann")
    own, counted = win(house, ann, text=TEXT), win(house, ann)
    room, keys = ann.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    house.person().join(room, keys)
    other = house.person().join(room, token=beth.token)
    other.send(type="sit", seat=2)
    other.wait("seated")
    other.numbers[2] = 0
    other.play("new A", 2)
    ann.ask("DELETE", "/api/account")
    assert ann.status == 200 and ann.ask("GET", "/api/me").get("id") is None
    end = other.wait("room")
    while end["seats"][0]["name"] != "a former player":
        end = other.wait("room")
    assert end["state"] == "over" and "profile" not in end["seats"][0]
    assert beth.ask("GET", f"/api/rooms/{own}")["code"] == "no_room"
    # What the ratings of levels rest on stays, without a name.
    assert beth.ask("GET", f"/api/rooms/{counted}")["seats"][0]["name"] == "a former player"
    assert beth.ask("GET", "/api/people/ann")["code"] == "no_room"
    assert beth.sign_in("ann")["code"] == "bad_login"
    assert beth.ask("POST", "/api/account/claim", {"name": "ann", "password": PASSWORD})["code"] == "bad_name"
    with house.app.hall.engine.connect() as connection:
        for table in (tables.sessions, tables.credentials):
            assert not connection.execute(select(table).where(table.c.account == _id_of(house, "ann"))).all()


def _id_of(house: NearHouse, _: str) -> str:
    with house.app.hall.engine.connect() as connection:
        return str(connection.execute(select(tables.accounts.c.id).where(tables.accounts.c.deleted > 0)).scalar_one())


def test_what_somebody_with_an_account_has_finished_is_not_swept(house: NearHouse) -> None:
    ann, guest = Browser(house).arrive(), Browser(house).arrive()
    ann.claim("ann")
    kept, gone = win(house, ann, text=TEXT), win(house, guest, text=TEXT)
    for person in house.people:
        person.close()
    for room in (kept, gone):
        house.forget(room)
    hall = house.app.hall
    asyncio.run_coroutine_threadsafe(hall.sweep(time.time() + 380 * 86400), hall.writer.loop).result(60)
    assert ann.ask("GET", f"/api/rooms/{kept}")["state"] == "over"
    assert ann.ask("GET", f"/api/rooms/{gone}")["code"] == "no_room"
