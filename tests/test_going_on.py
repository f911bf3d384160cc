"""No match is lost: however it is played and whoever begins, it goes on after kill -9, and its record is whole."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.cases import ROOM, Case, all_cases, covering_cases, setups
from tests.record_checks import check_record
from tests.sitting import MOST, Sitting, play_some, play_to_the_end
from tests.zygote import Zygote

from gridhall import registry

ALL = [case for case in all_cases() if case.way != ROOM]  # rooms: see tests/server/test_rooms_go_on.py
QUICK = [case for case in covering_cases() if case.way != ROOM]
LAST = {name: setups(registry.load(name))[-1] for name in registry.games()}
WHOLLY = {
    case.game: case for case in QUICK if case.setup == LAST[case.game]
}.values()  # one a game: animations take long


@pytest.fixture(scope="module")
def zygote_for() -> Iterator[Callable[[Case], Zygote]]:
    with ExitStack() as stack:

        @cache
        def zygote(machines: bool) -> Zygote:
            process = Zygote(machines)
            stack.callback(process.close)
            return process

        yield lambda case: zygote(bool(case.level))


def goes_on(zygote: Zygote, home: Path, case: Case, wholly: bool) -> None:
    """Play, kill, go on, end, and look at the record."""
    most, tries = MOST, 0
    while True:
        chance, tries = Random(str(case)), tries + 1
        with closing(Sitting(zygote, home / str(tries), case)) as sitting:
            if ended := play_some(sitting, chance, most):
                sitting.leave()
                most = ended - 1
                assert most, f"{case} is over after one word"
                continue
            path = sitting.record
            before = path.read_bytes()
            if not sitting.match.over:
                sitting.kill()
                sitting.go_on()
                play_to_the_end(sitting, chance)
            sitting.leave()
            assert sitting.record == path and path.read_bytes().startswith(before)
            check_record(path, case, wholly)
            return


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_a_match_goes_on_after_kill_9_and_its_record_is_whole(
    zygote_for: Callable[[Case], Zygote], tmp_path: Path, case: Case
) -> None:
    goes_on(zygote_for(case), tmp_path, case, case in WHOLLY)


@pytest.mark.slow
@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_match_goes_on_after_kill_9_and_its_record_is_whole(
    zygote_for: Callable[[Case], Zygote], tmp_path: Path, case: Case
) -> None:
    goes_on(zygote_for(case), tmp_path, case, wholly=True)
