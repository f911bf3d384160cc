"""The terminal belongs to an account: a code confirmed in the browser, records replayed by the hall, and sent later."""

import http.server
import json
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.browsing import Browser
from tests.server.conftest import PATIENCE, NearHouse

from gridhall import membership
from gridhall.match import Match
from gridhall.record import record_text

WAY = ["e", "e", "e", "w", "s", "s", "e", "e"]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(membership, "PATIENCE", PATIENCE)  # a hall that is held up by others is there all the same
    return tmp_path / "home"


def won() -> Match:
    match = Match("phase_shift", "walkthrough")
    for word in WAY:
        match.play(word)
    return match


def login(house: NearHouse) -> Browser:
    """Sign a terminal in, by its real command, to a claimed account."""
    ann = Browser(house).arrive()
    ann.claim("ann")
    command = [sys.executable, "-m", "gridhall", "login", f"http://127.0.0.1:{house.port}", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as terminal:
        assert terminal.stdout is not None
        shown = json.loads(terminal.stdout.readline())
        assert shown["address"].endswith(f"/link#{shown['code']}")
        assert ann.ask("POST", "/api/programs/confirm", {"code": "aaaa-bbbb"})["code"] == "bad_login"
        ann.ask("POST", "/api/programs/confirm", {"code": shown["code"].upper()})
        assert ann.status == 200
        assert json.loads(terminal.stdout.readline())["name"] == "ann"
    assert terminal.returncode == 0
    assert ann.ask("POST", "/api/programs/confirm", {"code": shown["code"]})["code"] == "bad_login"  # once
    return ann


def run(*words: str) -> tuple[int, Any]:
    done = subprocess.run([sys.executable, "-m", "gridhall", *words, "--json"], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


def test_a_terminal_signs_in_sends_its_puzzles_and_signs_out(house: NearHouse, own_home: Path) -> None:
    ann = login(house)
    assert (own_home / "account.json").stat().st_mode & 0o777 == 0o600
    sentence = membership.post(won(), "first")
    assert "goes to ann" in sentence
    for thread in threading.enumerate():
        if thread.name == "gridhall-records":
            thread.join()
    page = ann.ask("GET", "/api/people/ann")
    (match,) = page["matches"]
    assert (match["outcome"], match["moves"], match["proved"]) == ("won", 8, False)
    (best,) = page["games"][0]["bests"]
    assert best["stars"] == 3 and best["mark"] == "perfect" and best["proved"] is False
    replay = ann.ask("GET", f"/api/match/{match['room']}")
    assert replay["plies"] == 8
    kinds = sorted(device["kind"] for device in ann.ask("GET", "/api/sessions"))
    assert kinds == ["browser", "program"]
    assert run("whoami")[1] == {"name": "ann", "hall": f"http://127.0.0.1:{house.port}", "waiting": 0, "trouble": ""}
    assert run("logout") == (0, {"name": "ann"})
    assert run("whoami") == (1, {"name": None})
    assert len(ann.ask("GET", "/api/sessions")) == 1


def test_without_a_connection_records_wait_and_nothing_counts_twice(house: NearHouse) -> None:
    ann = login(house)
    member = membership.read()
    assert member is not None
    membership.outbox().mkdir()
    for name in ("one", "two"):  # the same play, sent twice
        (membership.outbox() / f"{name}.jsonl").write_text(record_text(won()), "utf-8")
    with socket.socket() as nobody:  # has an address, at which it does not listen
        nobody.bind(("127.0.0.1", 0))
        membership.keep(member._replace(hall=f"http://127.0.0.1:{nobody.getsockname()[1]}"))
        assert membership.send() == 0 and len(membership.waiting()) == 2
    membership.keep(member)
    assert membership.send() == 2 and membership.waiting() == []
    assert len(ann.ask("GET", "/api/people/ann")["matches"]) == 1


def test_what_the_hall_refuses_for_good_is_told_and_what_is_no_hall_refuses_nothing(
    house: NearHouse, own_home: Path
) -> None:
    login(house)
    member = membership.read()
    assert member is not None
    membership.outbox().mkdir()
    for name, content in (("good", record_text(won()).encode()), ("no record", b"nonsense"), ("no text", b"\xff\xfe")):
        (membership.outbox() / f"{name}.jsonl").write_bytes(content)
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        membership.keep(member._replace(hall=f"http://127.0.0.1:{other.server_port}"))
        assert membership.send() == 0 and len(membership.waiting()) == 3  # it answers 501
        other.shutdown()
    membership.keep(member)
    assert membership.send() == 1 and membership.waiting() == []
    assert [record.stem for record in membership.refused()] == ["no record", "no text"]
    code, told = run("whoami")
    assert code == 1 and told["waiting"] == 0 and "refused 2 records" in told["trouble"]


def test_what_waits_for_one_account_goes_to_no_other(house: NearHouse, own_home: Path) -> None:
    membership.keep(membership.Member("http://127.0.0.1:1", "token", "bob"))
    membership.outbox().mkdir()
    (membership.outbox() / "of bob.jsonl").write_text(record_text(won()), "utf-8")
    ann = login(house)
    assert membership.waiting() == [] and "matches" not in ann.ask("GET", "/api/people/ann")


def test_leaving_sends_what_waits_first(house: NearHouse, own_home: Path) -> None:
    ann = login(house)
    membership.outbox().mkdir()
    (membership.outbox() / "last.jsonl").write_text(record_text(won()), "utf-8")
    assert run("logout") == (0, {"name": "ann"})
    assert len(ann.ask("GET", "/api/people/ann")["matches"]) == 1


def test_a_damaged_account_file_is_told_and_not_taken_for_nobody(own_home: Path) -> None:
    own_home.mkdir()
    membership.path().write_bytes(b'{"hall": "http://hall')
    code, told = run("whoami")
    assert code == 1 and "account.json cannot be read: it is damaged" in told["error"]["message"]
    assert "goes to no account" in membership.post(won(), "first")


def test_only_what_the_rules_have_ended_counts(house: NearHouse) -> None:
    ann = Browser(house).arrive()
    whole = record_text(won())
    lines = whole.splitlines()
    forged = whole.replace('"word": "e"', '"word": "s"', 1)
    duel = Match("echoes", None)
    duel.play("1: resign")
    assert duel.over
    for text in ("", "nonsense", "\n".join(lines[:-2]) + "\n", forged, record_text(duel)):
        answer = ann.ask("POST", "/api/records", text)
        assert ann.status == 400 and answer["code"] == "bad_record", text[:60]
    ann.ask("POST", "/api/records", whole)
    assert ann.status == 201
    ann.ask("POST", "/api/records", whole)
    assert ann.status == 200 and json.loads(ann.content)["known"]
