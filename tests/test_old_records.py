"""Records replay for ever: those that released versions have written, in tests/records, verify today."""

from pathlib import Path

import pytest

from gridhall import registry
from gridhall.record import read_record, record_text

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*.*.*/*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_a_released_version_replays_with_every_hash(path):
    match = read_record(path)
    assert len(match.plies) > 0
    assert record_text(match).splitlines()[0] == path.read_text("utf-8").splitlines()[0]


def test_every_released_version_has_records_of_every_game_it_had():
    games = {path.parent.name: set() for path in RECORDS}
    for path in RECORDS:
        games[path.parent.name].add(path.stem.partition("-")[0])
    assert games.keys() >= {"1.0.0"}
    assert all(names == set(registry.games()) for names in games.values())
