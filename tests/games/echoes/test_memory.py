"""What Echoes keeps instead of computing it anew: results of the last call, and paths of lists."""

import random

from gridhall.games.echoes.codes import CODES, FIRE, GUARD_AFTER, REACH, SHIELD
from gridhall.games.echoes.memory import keep_last
from gridhall.games.echoes.paths import track
from gridhall.games.echoes.setup import HOMES


def test_only_the_last_result_is_kept() -> None:
    asked = []

    @keep_last
    def length(content: bytes) -> int:
        asked.append(content)
        return len(content)

    assert [length(content) for content in (b"a", b"a", b"bc", b"bc", b"a")] == [1, 1, 2, 2, 1]
    assert asked == [b"a", b"bc", b"a"]


def test_a_path_that_grows_action_by_action_is_the_one_walked_at_once() -> None:
    drawn = random.Random(7)
    for home in HOMES:
        codes, cells, guards, spawns = b"", [home], [0], []
        for tick in range(1, 41):
            code = drawn.choice([code for code in range(CODES) if REACH[cells[-1] * CODES + code] >= 0])
            target = REACH[cells[-1] * CODES + code]
            codes += bytes([code])
            if FIRE <= code < SHIELD:
                spawns.append((tick, code, target))
            cells.append(target if code < FIRE else cells[-1])
            guards.append(GUARD_AFTER[code])
        track.cache_clear()
        assert track(home, codes) == (tuple(cells), tuple(guards), tuple(spawns))
