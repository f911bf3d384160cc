"""Echoes against a slow twin written from the 14 lines of the rules page, and what every replay must keep (EC70)."""

import json
import random

import pytest

from gridhall.games.echoes.all_plans import lists_from, replay_each
from gridhall.games.echoes.rules import start
from gridhall.games.echoes.setup import read_setup
from gridhall.games.echoes.ticks import replay
from gridhall.kernel import array, compiled, kernel, zeros
from gridhall.match import Match
from gridhall.registry import load

ECHOES = load("echoes")
WAYS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
ARC = {"N": ("NW", "N", "NE"), "E": ("NE", "E", "SE"), "S": ("SE", "S", "SW"), "W": ("SW", "W", "NW")}
OPPOSITE = {"N": "S", "NE": "SW", "E": "W", "SE": "NW", "S": "N", "SW": "NE", "W": "E", "NW": "SE"}


def tile(name):
    return "ABCDEFGH".index(name[0]), int(name[1]) - 1


def on_board(place):
    return 0 <= place[0] < 8 and 0 <= place[1] < 8


def moved(place, way, far=1):
    return place[0] + far * WAYS[way][0], place[1] + far * WAYS[way][1]


def twin(position):
    """The facts of a position, by dictionaries of things with no bit and no table."""
    echoes = {echo["id"]: echo for echo in position["echoes"]}
    place = {name: tile(echo["start"]) for name, echo in echoes.items()}
    shield = dict.fromkeys(echoes)
    alive, shots, mines, tick, destroyed = set(echoes), [], [], 0, {}
    while any(len(echoes[name]["actions"]) > tick for name in alive):
        tick += 1
        shots = [(moved(at, way), way) for at, way in shots]
        shots = [(at, way) for at, way in shots if on_board(at)]
        for name in alive:
            if len(echoes[name]["actions"]) < tick:
                continue
            what, way = echoes[name]["actions"][tick - 1].split()
            shield[name] = None
            if what in ("walk", "dash"):
                place[name] = moved(place[name], way, 1 if what == "walk" else 2)
            elif what == "shield":
                shield[name] = way
            elif what == "fire":
                shots.append((moved(place[name], way), way))
            else:
                mines.append(moved(place[name], way))
        dead, cleared = [], set()
        for at in {place[name] for name in alive} | {shot[0] for shot in shots} | set(mines):
            here = [name for name in alive if place[name] == at]
            flying = [way for spot, way in shots if spot == at]
            lying = [spot for spot in mines if spot == at]
            if len(here) + len(flying) + len(lying) < 2:
                continue
            cleared.add(at)
            if len(here) >= 2:
                dead += here
            elif len(here) == 1:
                covered = shield[here[0]] and any(OPPOSITE[way] in ARC[shield[here[0]]] for way in flying)
                if covered:
                    shield[here[0]] = None
                if len(flying) + len(lying) > (1 if covered else 0):
                    dead += here
        shots = [(at, way) for at, way in shots if at not in cleared]
        mines = [at for at in mines if at not in cleared]
        alive -= set(dead)
        if dead:
            destroyed[str(tick)] = sorted(dead)
    points = dict(position.get("scores", {"1": 0, "2": 0}))
    for names in destroyed.values():
        for name in names:
            points[str(3 - echoes[name]["player"])] += 1
    winner, reason = verdict([sum(echoes[name]["player"] == side for name in alive) for side in (1, 2)], points)
    return {
        "last_tick": tick,
        "destroyed": destroyed,
        "survivors": sorted(alive),
        "points": points,
        "winner": winner,
        "reason": reason,
    }


def verdict(living, points):
    for reason, met in (("eight", [n >= 8 for n in living]), ("elimination", [n == 0 for n in reversed(living)])):
        if met[0] != met[1]:
            return (1 if met[0] else 2), reason
    if max(points.values()) >= 10 and points["1"] != points["2"]:
        return (1 if points["1"] > points["2"] else 2), "points"
    return None, None


def random_list(chance, start, length):
    at, actions = tile(start), []
    while len(actions) < length:
        what = chance.choice(("walk", "walk", "dash", "fire", "fire", "mine", "shield"))
        way = chance.choice(list(WAYS) if what in ("walk", "fire", "mine") else ["N", "E", "S", "W"])
        target = moved(at, way, 2 if what == "dash" else 1)
        if what != "shield" and not on_board(target):
            continue
        if what in ("walk", "dash"):
            at = target
        actions.append(f"{what} {way}")
    return actions


def random_position(chance):
    """Crowded on purpose: many meetings in few ticks."""
    count, rows = chance.randint(0, 16), chance.choice((2, 4, 8))
    echoes = []
    for number in range(count):
        start = f"{chance.choice('ABCDEFGH'[: chance.choice((3, 5, 8))])}{chance.randint(1, rows)}"
        length = chance.choice((0, 1, 2, 3, 5, 8, 12))
        actions = random_list(chance, start, length)
        echoes.append(
            {
                "id": f"{chance.choice('abcXYZ')}{number}",
                "player": chance.randint(1, 2),
                "start": start,
                "actions": actions,
            }
        )
    return {"echoes": echoes, "scores": {"1": chance.choice((0, 8, 10)), "2": chance.choice((0, 9, 10))}}


def facts_of(position):
    return Match.of_text(ECHOES, json.dumps(position)).facts()


def mirrored(position):
    """Row r to 9 - r, N and S exchanged, the players exchanged."""
    echoes = []
    for echo in position["echoes"]:
        actions = [
            f"{action.split()[0]} {action.split()[1].translate(str.maketrans('NS', 'SN'))}"
            for action in echo["actions"]
        ]
        echoes.append(
            {
                "id": echo["id"],
                "player": 3 - echo["player"],
                "start": f"{echo['start'][0]}{9 - int(echo['start'][1])}",
                "actions": actions,
            }
        )
    return {"echoes": echoes, "scores": {"1": position["scores"]["2"], "2": position["scores"]["1"]}}


def compare(seed, count):
    chance = random.Random(seed)
    met = 0
    for _ in range(count):
        position = random_position(chance)
        expected = twin(position)
        assert facts_of(position) == expected, position
        met += len(expected["destroyed"])
    assert met > count / 2  # the positions do test something


def test_the_rules_agree_with_the_twin():
    compare(1, 500)


@pytest.mark.slow
def test_the_rules_agree_with_the_twin_on_many_positions():
    compare(2, 20_000)


def test_ec70_neither_order_nor_ids_matter():
    chance = random.Random(3)
    for _ in range(150):
        position = random_position(chance)
        expected = facts_of(position)
        chance.shuffle(position["echoes"])
        assert facts_of(position) == expected
        names = {echo["id"]: f"n{number}" for number, echo in enumerate(position["echoes"])}
        for echo in position["echoes"]:
            echo["id"] = names[echo["id"]]
        renamed = {tick: sorted(names[name] for name in fallen) for tick, fallen in expected["destroyed"].items()}
        assert facts_of(position) == {
            **expected,
            "destroyed": renamed,
            "survivors": sorted(names[name] for name in expected["survivors"]),
        }


def test_ec70_a_mirrored_position_gives_the_mirrored_result():
    chance = random.Random(4)
    for _ in range(150):
        position = random_position(chance)
        expected = facts_of(position)
        points = {"1": expected["points"]["2"], "2": expected["points"]["1"]}
        winner = expected["winner"] and 3 - expected["winner"]
        assert facts_of(mirrored(position)) == {**expected, "points": points, "winner": winner}


@kernel
def replays(setups, states, results):
    """Replay many positions compiled; a row of results is the last tick and who fell when."""
    for number in range(len(states)):
        board = zeros(64)
        fell = zeros(16)
        results[number * 17] = replay(
            states[number].living, states[number].lists, states[number].lengths, setups[number].home, board, fell, 0
        )
        for slot in range(16):
            results[number * 17 + 1 + slot] = fell[slot]


def test_compiled_replays_are_the_interpreted_ones():
    import numpy

    chance = random.Random(5)
    pairs = [read_setup(json.dumps(random_position(chance))) for _ in range(300)]
    setups = numpy.concatenate([array(setup) for setup, _ in pairs])
    states = numpy.concatenate([array(state) for _, state in pairs])
    results = numpy.zeros(300 * 17, numpy.int64)
    compiled(replays)(setups, states, results)
    for number, (setup, state) in enumerate(pairs):
        start(setup, state)
        assert list(results[number * 17 : number * 17 + 17]) == [state.replay_ticks, *state.fell]


def test_every_list_of_a_turn_is_listed_once():
    import numpy

    listing, nothing = compiled(lists_from), numpy.zeros(0, numpy.int8)
    assert sum(listing(56 + column, 5, nothing) for column in range(8)) == 1_125_452
    assert {listing(cell, 3, nothing) for cell in range(64)} >= {663, 2208}
    assert (
        min(listing(cell, 3, nothing) for cell in range(64)),
        max(listing(cell, 3, nothing) for cell in range(64)),
    ) == (663, 2208)
    rows = numpy.zeros(663 * 6, numpy.int8)
    assert listing(56, 3, rows) == 663
    assert len({bytes(rows[at : at + 6]) for at in range(0, len(rows), 6)}) == 663


def test_each_list_is_replayed_as_a_match_would():
    import numpy

    match = Match("echoes", "; turns: 0\n1 C: walk N, fire N\n2 C: walk S, fire SW, shield S\n2 D: fire SW, fire S\n")
    rows, results = numpy.zeros(3000 * 6, numpy.int8), numpy.zeros(1000, numpy.int32)
    lists, lengths = numpy.array(match.state.lists, numpy.int8), numpy.array(match.state.lengths, numpy.int8)
    slot = 2
    assert match.state.tips[slot] == 58 - 8
    compiled(lists_from)(58 - 8, 3, rows)
    compiled(replay_each)(
        match.state.living, lists, lengths, numpy.array(match.setup.home, numpy.int8), slot, 2, rows, results
    )
    assert len(set(results)) > 2
    for number in range(0, 1000, 97):
        setup, state = read_setup(match.setup_text)
        for at in range(rows[number * 6]):
            state.lists[slot * 122 + 2 + at] = rows[number * 6 + 1 + at]
        state.lengths[slot] = 2 + rows[number * 6]
        fell = [0] * 16
        last = replay(state.living, state.lists, state.lengths, setup.home, [0] * 64, fell, 0)
        assert results[number] == sum(1 << slot for slot in range(16) if fell[slot]) | last << 16
