"""What the hall shows of ratings and tables is what its dump gives, computed from nothing: to the bit."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, select, text
from tests.server.generated import Past

from gridhall.__main__ import main
from gridhall.errors import BadRecord
from gridhall.server.ranking.dumps import write_dump
from gridhall.server.ranking.rebuilding import rebuild
from gridhall.server.store.database import open_database
from gridhall.server.store.ranking_tables import counted, entries, rating_steps, ratings

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


def dumped(engine: Engine, folder: Path) -> Path:
    path = folder / "dump.jsonl.gz"
    with path.open("wb") as file:
        write_dump(engine, file)
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path) as file:
        return [json.loads(line) for line in file]


def check(engine: Engine, folder: Path, matches: int) -> Path:
    Past(engine, 40).fill(matches)
    path = dumped(engine, folder)
    books, differences = rebuild(path)
    assert not differences
    assert {key[2] for key in books.standings} == {"live", "days", "levels"}
    assert {line.helped for line in books.lines.values()} == {True, False}
    assert any(line.day for line in books.lines.values())
    with engine.connect() as connection:
        numbers = [row[0] for row in connection.execute(select(counted.c.number).order_by(counted.c.number))]
        assert numbers == list(range(1, len(numbers) + 1))
        steps = connection.execute(select(func.count()).select_from(rating_steps)).scalar_one()
        assert steps == connection.execute(select(func.sum(ratings.c.matches))).scalar_one()
    return path


def test_everything_shown_follows_from_the_dump(engine, tmp_path, capsys):
    path = check(engine, tmp_path, 300)
    assert main(["rebuild", str(path), "--tables", str(tmp_path / "tables.jsonl")]) == 0
    assert "to the bit" in capsys.readouterr().out
    assert b'"rated":"level:' in (tmp_path / "tables.jsonl").read_bytes()


@pytest.mark.slow
def test_everything_shown_follows_from_the_dump_of_10_000_matches(engine, tmp_path):
    check(engine, tmp_path, 10_000)


def test_what_was_changed_in_the_store_is_found(engine, tmp_path, capsys):
    Past(engine, 10).fill(60)
    with engine.begin() as connection:
        last = "number = (SELECT MAX(number) FROM {} WHERE {})"
        connection.execute(text(f"UPDATE ratings SET rating = rating + 1e-9 WHERE {last.format('ratings', '1=1')}"))
        connection.execute(text(f"UPDATE entries SET moves = moves - 1 WHERE {last.format('entries', 'listed')}"))
    _, differences = rebuild(dumped(engine, tmp_path))
    ratings = sum(" the hall shows ShownRating" in difference for difference in differences)
    assert ratings in (1, 2)  # both players of that match
    assert sum(" the hall shows ShownLine" in difference for difference in differences) == 1
    assert main(["rebuild", str(tmp_path / "dump.jsonl.gz"), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["differences"]) == len(differences)


def test_a_dump_tells_no_guests_and_no_names_in_records(engine, tmp_path):
    past = Past(engine, 10)
    past.fill(60)
    lines = lines_of(dumped(engine, tmp_path))
    guests = {person for number, person in enumerate(past.people) if number % 5 == 0}
    people = {line["person"] for line in lines if "person" in line}
    assert people == set(past.people) - guests
    matches = [line for line in lines if "match" in line]
    assert matches and not guests & {player for line in matches for player in line["players"]}
    assert not any("Person" in line["record"] for line in matches)


def test_a_record_that_does_not_replay_stops_the_rebuild(engine, tmp_path):
    Past(engine, 10).fill(30)
    path = dumped(engine, tmp_path)
    lines = lines_of(path)
    match = next(line for line in lines if line.get("pace") == "live")
    match["record"] = match["record"].replace('"hash": "', '"hash": "0')
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    with pytest.raises(BadRecord):
        rebuild(path)


def test_the_first_attempt_of_a_day_stands(engine):
    Past(engine, 3).fill(120)
    first = "SELECT MIN(r.id) FROM rooms r JOIN seats s ON s.room = r.id WHERE r.day = :day AND s.account = :who"
    with engine.connect() as connection:
        rows = connection.execute(select(entries).where(entries.c.day != "")).all()
        assert rows
        for row in rows:
            played = connection.execute(text(first), {"day": row.day, "who": row.account}).scalar_one()
            assert row.room == played
