"""What operators see and do: health, metrics, the private socket, backups; and whom the hall answers."""

import gzip
import http.client
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text
from tests.server.conftest import NearHouse, OpenHouse
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from gridhall.__main__ import main
from gridhall.commands.admin import asked
from gridhall.commands.serve import limits_of
from gridhall.errors import Unavailable, Usage
from gridhall.server.net.guard import Access, Guard
from gridhall.server.operators import admin
from gridhall.server.store.queries import film_of
from gridhall.server.work.limits import Limits


def headers_of(house: NearHouse, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, content


def test_health_is_told_to_this_machine_only(house: NearHouse) -> None:
    status, health = house.call("GET", "/healthz")
    assert status == 200 and health["ok"] and health["store_writable"] and set(health["waiting"]) >= {"quick", "long"}
    assert headers_of(house, "/healthz", X_Forwarded_For="198.51.100.7")[0] == 404, "not to whom a proxy stands for"
    house.inside(lambda: setattr(house.app.guard, "operators", []))
    assert house.call("GET", "/healthz")[1]["code"] == "no_room" and house.call("GET", "/metrics")[0] == 404


def test_a_store_that_cannot_be_written_is_no_health(house: NearHouse) -> None:
    with house.app.hall.engine.begin() as connection:
        connection.execute(text("ALTER TABLE rooms RENAME TO elsewhere"))
    status, health = house.call("GET", "/healthz")
    assert status == 503 and not health["ok"] and not health["store_writable"]
    with house.app.hall.engine.begin() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO rooms"))


def test_metrics_count_moves_and_refusals(house: NearHouse) -> None:
    def value(name: str) -> float:
        lines = house.call("GET", "/metrics")[1].decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

    before = value("gridhall_moves_total"), value('gridhall_refusals_total{code="bad_action"')
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    me.play("e")
    me.play("jump")
    assert value("gridhall_moves_total") == before[0] + 1
    assert value('gridhall_refusals_total{code="bad_action"') == before[1] + 1
    assert value("gridhall_rooms") >= 1 and value("gridhall_sockets") >= 1


@pytest.fixture
def private(house: NearHouse, tmp_path: Path) -> Iterator[str]:
    """The private socket of a hall."""
    path = str(tmp_path / "admin")
    house.inside(lambda: house.app.hall.spawn(admin.listen(house.app.hall, path)))
    while not os.path.exists(path):
        house.inside(lambda: None)
    house.inside(lambda: None)  # by now somebody listens at what is there
    yield path


def test_an_operator_sees_rooms_closes_them_bans_and_tells(
    house: NearHouse, private: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stat.S_IMODE(os.stat(private).st_mode) == 0o600
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    me.rest()
    assert asked(private, ["rooms"]) == [{"room": room, "game": "phase_shift", "state": "playing", "clients": 1}]
    assert asked(private, ["visitors"]) == [{"address": "127.0.0.1", "sockets": 1}]
    assert asked(private, ["notice", "We", "close", "at", "ten"])["notice"] == "We close at ten"
    assert me.wait("preparing")["texts"] == ["We close at ten"]
    assert main(["admin", "health", "--json", "--admin-socket", private]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]
    assert asked(private, ["sweep"]) == {"swept": 0}
    asked(private, ["close", room])
    assert me.close_code() == 1012
    asked(private, ["ban", "127.0.0.1"])
    assert house.call("GET", "/api/games")[0] == 403
    asked(private, ["unban", "127.0.0.1"])
    assert house.call("GET", "/api/games")[0] == 200
    with pytest.raises(Unavailable, match="say one of"):
        asked(private, ["dance"])
    with pytest.raises(Unavailable, match="is one running here"):
        asked(private + "x", ["rooms"])


def test_a_backup_is_made_while_people_play_and_brought_back(
    house: NearHouse, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not database.startswith("sqlite"):
        pytest.skip("PostgreSQL has pg_dump")
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    me.play("e")
    copy, other = str(tmp_path / "copy.sqlite"), f"sqlite:///{tmp_path}/other.sqlite"
    assert main(["backup", copy, "--database", database, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": copy, "rooms": 1, "changed": {}}
    assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
    assert main(["backup", copy, "--database", database]) == 1, "nothing is overwritten"
    assert main(["restore", copy, "--database", other]) == 0
    with house.app.hall.engine.begin() as connection:
        connection.execute(text("UPDATE log SET word = 'w'"))
    assert main(["backup", f"{copy}2", "--database", database, "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["changed"] == {room: 1}
    house.forget(room)
    status, answer = house.call("GET", f"/api/rooms/{room}")
    assert status == 503 and "entry 1 of its log" in answer["message"], "a changed word is found and named"


def test_the_store_is_private(house: NearHouse, database: str) -> None:
    if database.startswith("sqlite"):
        assert stat.S_IMODE(os.stat(make_url(database).database).st_mode) == 0o600


def test_only_known_names_are_answered_and_no_page_of_another_site(house: NearHouse) -> None:
    assert headers_of(house, "/api/games", Host="evil.example")[0] == 403
    for name in ("localhost:1", "127.0.0.1", "[::1]:80", "192.0.2.7"):
        assert headers_of(house, "/api/games", Host=name)[0] == 200
    house.inside(lambda: house.app.guard.names.add("hall.example"))
    assert headers_of(house, "/api/games", Host="Hall.Example:443")[0] == 200
    assert house.call("POST", "/api/guests", headers={"Origin": "https://evil.example"})[0] == 403
    for broken in ({"Origin": "http://["}, {"Origin": "["}, {"Origin": "null"}, {"Host": "[::1"}, {"Host": "["}):
        assert house.call("POST", "/api/guests", headers=broken)[0] == 403, broken
    assert house.call("POST", "/api/guests", headers={"Origin": f"http://127.0.0.1:{house.port}"})[0] == 201
    for origin in ("https://evil.example", "http://[", "http://"):  # no URLs at all, too: see the log
        assert house.call("POST", "/api/guests", headers={"Origin": origin})[0] == 403
        with pytest.raises(InvalidStatus) as turned_away:
            connect(f"ws://127.0.0.1:{house.port}/ws", origin=Origin(origin))
        assert turned_away.value.response.status_code == 403
    with connect(f"ws://127.0.0.1:{house.port}/ws", origin=Origin("https://hall.example")):
        pass


def test_forwarded_headers_are_believed_of_named_proxies_only() -> None:
    def scope(peer: str, forwarded: str) -> dict[str, Any]:
        return {"type": "http", "client": (peer, 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}

    guard = Guard(Access(trusted_proxies=["10.0.0.0/8"]))
    assert guard.address(scope("198.51.100.1", "203.0.113.9")) == "198.51.100.1"
    assert guard.address(scope("10.1.2.3", "6.6.6.6, 203.0.113.9, 10.9.9.9")) == "203.0.113.9"
    assert guard.address(scope("2001:db8::1", "")) == guard.address(scope("2001:db8::2", "")) == "2001:db8::/64"
    with pytest.raises(Usage):
        Guard(Access(trusted_proxies=["nowhere"]))


def test_every_answer_has_the_headers_of_a_careful_site(house: NearHouse) -> None:
    _, headers, _ = headers_of(house, "/")
    policy = headers["content-security-policy"]
    assert all(part in policy for part in ("object-src 'none'", "form-action 'self'", "frame-ancestors 'none'"))
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"] and headers["x-content-type-options"] == "nosniff"
    assert "strict-transport-security" not in headers
    house.inside(lambda: setattr(house.app.guard, "is_secure", True))
    assert "max-age" in headers_of(house, "/")[1]["strict-transport-security"]


def test_strange_requests_are_refused_and_never_a_bug(house: NearHouse) -> None:
    for path in ("/%00", "/" + "a" * 5000, "/api/rooms/%00", "/api/nothing", "/api", "/%2e%2e/%2e%2e/etc/passwd"):
        status, _, content = headers_of(house, path)
        assert status in (200, 404), path
        assert not path.startswith("/api") or json.loads(content)["code"] == "no_room"
    token, deep = house.guest(), "[" * 20_000
    assert house.call("POST", "/api/rooms", '{"game":' + deep, token)[0] == 400
    assert house.call("POST", "/api/games/grid_universe/check", '{"a":' * 10_000)[0] == 200
    record = house.call("POST", "/api/replay", '{"gridhall": 1}\n' + deep)
    assert record[1]["code"] == "bad_record"


def test_a_ping_does_not_lengthen_the_time_to_join(open_house: OpenHouse) -> None:
    house = open_house(Limits(join_seconds=1e5, silent_seconds=1e9))
    me = house.person()
    me.rest()
    import time

    house.inside(lambda: house.app.hall.tidy_up(time.monotonic() + 2e5))
    assert me.close_code() == 4408


def test_an_address_has_a_limit_of_sockets(open_house: OpenHouse) -> None:
    house = open_house(Limits(address_connections=2))
    house.person(), house.person()
    with pytest.raises(InvalidStatus):
        house.person()


def test_limits_are_set_by_options_and_by_the_environment() -> None:
    limits = limits_of({"GRIDHALL_LIMIT_ACTS": "7", "GRIDHALL_LIMIT_WORK": "1.5", "HOME": "x"}, [("acts", "9")])
    assert (limits.acts, limits.work) == (9, 1.5)
    for wrong_limits in ([("dance", "1")], [("acts", "many")], [("acts", "-1")]):
        with pytest.raises(Usage):
            limits_of({}, wrong_limits)


def test_the_seed_of_a_match_with_chance_is_told_at_the_end_which_is_final(house: NearHouse) -> None:
    windy = "; move: windy\n; objective: exit\n@.......E\n.........\n.........\n@ = floor + agent\nE = floor + exit\n"
    token = house.guest()
    room, keys = house.make("grid_universe", token, text=windy)
    me = house.person().join(room, keys)
    me.act("play", word="right")
    assert "seed" not in house.call("GET", f"/api/rooms/{room}")[1]
    assert house.call("GET", f"/api/match/{room}/record", token=token)[1]["code"] == "sealed"
    me.act("resign")
    me.rest()
    assert house.call("GET", f"/api/rooms/{room}")[1]["seed"]
    assert me.act("undo")["code"] == "match_over"
    assert house.call("GET", f"/api/match/{room}/record")[0] == 200


def test_an_unfinished_record_is_for_those_who_hold_a_seat(house: NearHouse) -> None:
    token = house.guest()
    room, keys = house.make("phase_shift", token, level="walkthrough")
    house.person().join(room, keys).play("e")
    assert house.call("GET", f"/api/match/{room}/record")[1]["code"] == "sealed"
    assert house.call("GET", f"/api/match/{room}/record", headers={"X-Seat": "guess"})[1]["code"] == "sealed"
    assert house.call("GET", f"/api/match/{room}/record", headers={"X-Seat": keys[0]["secret"]})[0] == 200
    assert house.call("GET", f"/api/match/{room}/record", token=token)[0] == 200


def test_the_level_api_keeps_sealed_orders_sealed(house: NearHouse) -> None:
    sealed = house.call("GET", "/api/games/grid_universe/levels/sealed-orders")[1]
    assert sealed["text"] == "" and sealed["scene"]
    assert house.call("GET", "/api/games/grid_universe/levels/patrol")[1]["text"]


def test_a_finished_match_of_older_rules_can_still_be_watched(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    for word in "eeewssee":
        me.play(word)
    before = house.call("GET", f"/api/match/{room}?from=3&to=6")[1]
    while (film := film_of(house.app.hall.engine, room)) is None:
        me.rest()
    assert before["players"][0].encode() not in gzip.decompress(film), "people change their names, and leave"
    house.forget(room)
    with house.app.hall.engine.begin() as connection:
        connection.execute(text("UPDATE rooms SET version = 0"))
    assert house.call("GET", f"/api/rooms/{room}")[1]["code"] == "no_room"
    assert house.call("GET", f"/api/match/{room}?from=3&to=6")[1] == before
    with house.app.hall.engine.begin() as connection:
        connection.execute(text("UPDATE seats SET name = 'a former player'"))
    assert house.call("GET", f"/api/match/{room}?from=3&to=6")[1] == {**before, "players": ["a former player"]}
