"""The ladder of Grid Universe, its proofs, its generator, and levels written in Python."""

import copy
import json
from typing import Any

import numpy as np
import pytest
from tests.games.grid_universe.random_levels import WORDS, random_level, random_words

from gridhall.errors import BadSetup
from gridhall.game import PLAYING, WON
from gridhall.games.grid_universe import author
from gridhall.games.grid_universe.level import MOVES, OBJECTIVES, PROPERTIES
from gridhall.games.grid_universe.setup import read_level
from gridhall.kernel import array, bind, compiled, kernel
from gridhall.kernel import copy as overwrite
from gridhall.match import Match
from gridhall.registry import levels, load
from gridhall.solve import prove

GAME = load("grid_universe")
LADDER = levels(GAME)
game: Any = None  # filled by kernel.bind


def certify(text, nodes=400_000):
    return prove(Match.of_text(GAME, text), nodes)


@pytest.mark.parametrize("level", LADDER, ids=lambda level: level.name)
def test_the_witness_of_a_level_wins_as_certified(level):
    assert level.certificate["status"] == "OPTIMAL" and level.certificate["version"] == GAME.VERSION
    match = Match.of_text(GAME, level.text)
    words = level.certificate["witness"].split("; ")
    for number, word in enumerate(words):
        left = GAME.bound(match.setup, match.state)
        assert 0 <= left <= len(words) - number  # the bound never promises too much
        match.play(word)
    assert (match.outcome, len(match.plies), match.scores()[0]) == (
        "won",
        level.certificate["length"],
        level.certificate["score"],
    )


def test_gu31_the_ladder_teaches_everything():
    assert len(LADDER) >= 36 and len({level.name for level in LADDER}) == len(LADDER)
    read = [read_level(level.text) for level in LADDER]
    assert all(level.title and level.message for level in read)
    assert {level.move for level in read} == set(MOVES)
    assert {level.objective for level in read} == set(OBJECTIVES)
    nested = [
        carried
        for level in read
        for entity in level.entities
        for part in ("inventory", "status")
        for carried in entity.get(part, ())
    ]
    assert {key for level in read for entity in level.entities for key in entity} | {
        key for entity in nested for key in entity
    } >= set(PROPERTIES)
    assert any(not entity.get("moving", {}).get("bounce", True) for level in read for entity in level.entities)
    assert {entity["chasing"]["how"] for level in read for entity in level.entities if "chasing" in entity} == {
        "path",
        "straight",
    }
    assert [level.group for level in LADDER[-6:]] == ["Everything together"] * 6
    assert min(level.certificate["length"] for level in LADDER[-6:]) >= 15


@pytest.mark.parametrize(("name", "sign"), [
    ("the-floating-bridge", "$"), ("the-floating-bridge", "s"), ("the-plugged-ring", "$"), ("the-plugged-ring", "k"),
    ("the-empty-rink", "$"), ("the-last-train", "k"),
])  # fmt: skip
def test_without_its_idea_a_last_level_cannot_be_won(name, sign):
    text = next(level.text for level in LADDER if level.name == name)
    kept = [line for line in text.split("\n") if not line.startswith(f"{sign} = ")]
    without = "\n".join(line if line.startswith(";") or " = " in line else line.replace(sign, ".") for line in kept)
    assert without != text and certify(without).status == "UNSOLVABLE"


def test_the_dog_makes_the_way_longer():
    """Its lock could be opened on the way, if it slept there for good."""
    level = next(level for level in LADDER if level.name == "let-sleeping-dogs-lie")
    asleep = level.text.replace("#C.D", "#..D").replace("C = floor + monster lethal chasing(path)\n", "")
    assert asleep != level.text and certify(asleep).length < level.certificate["length"]


def shortest(setup, state, most):
    """The length of a shortest win by plain breadth-first search, or None if there is none.

    Stops at `most` positions.
    """
    first = copy.copy(state)
    GAME.canonicalize(setup, first)
    seen, layer, length = {bytes(first)}, [first], 0
    while layer:
        length += 1
        after = []
        for position in layer:
            for action in range(GAME.ACTIONS):
                child = copy.copy(position)
                GAME.step(setup, child, 0, action)
                if GAME.outcome(setup, child, 0) == WON:
                    return length
                if GAME.outcome(setup, child, 0) != PLAYING:
                    continue
                GAME.canonicalize(setup, child)
                if bytes(child) not in seen:
                    seen.add(bytes(child))
                    after.append(child)
        layer = after
        if len(seen) > most:
            return most
    return None


@pytest.mark.parametrize(
    "level", [level for level in LADDER if level.certificate["nodes"] <= 60], ids=lambda level: level.name
)
def test_plain_search_finds_no_shorter_win(level):
    match = Match.of_text(GAME, level.text)
    assert shortest(match.setup, match.state, 10_000) == level.certificate["length"]


def test_the_solver_agrees_with_plain_search_on_random_levels():
    solved = 0
    for number in range(40):
        given = {**random_level(number), "turn_limit": None}
        match = Match.of_text(GAME, json.dumps(given))
        plain = shortest(match.setup, match.state, 250)
        if plain == 250:
            continue
        certificate = prove(match, 20_000)
        assert certificate.length == plain, number
        solved += plain is not None
    assert solved > 8


@kernel
def try_all(setup, nodes, actions, count):
    """From each position of a line of play, try every action; node 8 i + 1 + a is action a from node 8 i."""
    for i in range(count):
        for action in range(game.ACTIONS):
            overwrite(nodes[8 * i + 1 + action], nodes[8 * i])
            if game.refusal(setup, nodes[8 * i], 0, action) == 0:
                game.step(setup, nodes[8 * i + 1 + action], 0, action)
        overwrite(nodes[8 * i + 8], nodes[8 * i + 1 + actions[i]])


def compare(numbers, count=10):
    run = compiled(bind(try_all, GAME))
    for number in numbers:
        setup, state = GAME.read_setup(json.dumps(random_level(number)))
        state.rng = number
        actions = [WORDS.index(word) for word in random_words(number, count)]
        nodes = array(type(state), 8 * count + 1)
        nodes[:1] = array(state)
        run(array(setup)[0], nodes, np.array(actions), count)
        for ply, action in enumerate(actions):
            if not GAME.acting(setup, state):
                break
            for other in range(GAME.ACTIONS):
                after = copy.copy(state)
                GAME.step(setup, after, 0, other)
                assert bytes(after) == nodes[8 * ply + 1 + other].tobytes(), (number, ply, other)
            GAME.step(setup, state, 0, action)


def test_rules_compiled_into_a_loop_give_the_same_bytes():
    compare(range(60))


@pytest.mark.slow
def test_rules_compiled_into_a_loop_give_the_same_bytes_on_many_levels():
    compare(range(60, 1500))


def test_observations_are_the_same_at_both_speeds_and_from_the_view():
    fast = compiled(GAME.observe)
    for number in range(30):
        match = Match.of_text(GAME, json.dumps(random_level(number)))
        for word in ["wait", *random_words(number, 5)]:
            planes, rows, columns, extra = GAME.shape(match.setup)
            slow_seen = [0] * (planes * rows * columns), [0] * extra
            fast_seen = np.ones(planes * rows * columns, np.int8), np.ones(extra, np.int32)
            GAME.observe(match.setup, match.view(0), 0, *slow_seen)
            fast(array(match.setup)[0], array(match.state)[0], 0, *fast_seen)
            assert (slow_seen[0], slow_seen[1]) == (fast_seen[0].tolist(), fast_seen[1].tolist())
            if match.over:
                break
            match.play(word)


def test_an_observation_shows_where_things_are():
    match = Match.of_text(GAME, "@m.\n..E\nm = floor + monster moving(x, +1)\n")
    planes, rows, columns, extra = GAME.shape(match.setup)
    seen, scalars = [0] * (planes * rows * columns), [0] * extra
    GAME.observe(match.setup, match.state, 0, seen, scalars)
    plane = [seen[at : at + 6] for at in range(0, len(seen), 6)]
    assert (rows, columns) == (2, 3)
    assert plane[0] == [1, 0, 0, 0, 0, 0]  # agent
    assert plane[6] == [0, 0, 0, 0, 0, 1]  # exit
    assert plane[12] == [0, 1, 1, 1, 1, 0]  # cost
    assert plane[13] == [0, 3, 0, 0, 0, 0]  # damage
    assert plane[22] == [0, 1, 0, 0, 0, 0]  # a mover that goes right
    assert scalars[3:5] == [5, 5]


@pytest.mark.parametrize("options", [
    *({"move": move} for move in MOVES),
    *({"objective": objective} for objective in OBJECTIVES),
    {"width": 15, "height": 12, "chasers": 1, "boots": 1, "shields": 1, "ghosts": 1, "blocks": 1, "walls": 80},
    {"limit": 3},
    {"length": 20},
])  # fmt: skip
def test_generated_levels_are_proved_and_as_wished(options):
    text = GAME.generate(5, certify, **options)
    level, certificate = read_level(text), certify(text)
    assert certificate.witness is not None and text == GAME.generate(5, certify, **options)
    assert level.move == options.get("move", "default") and level.objective == options.get("objective", "default")
    assert (level.width, level.height) == (options.get("width", 9), options.get("height", 9))
    if "limit" in options:
        assert level.turn_limit == certificate.length + 3
    assert certificate.length >= options.get("length", 0)


def test_the_generator_makes_things_as_wished():
    wish = {
        "guards": 2,
        "patrols": 2,
        "chasers": 2,
        "blocks": 1,
        "cost": 4,
        "core_points": 7,
        "coin_points": 3,
        "damage": 2,
        "deadly": True,
        "speed": 3,
    }
    text = GAME.generate(9, certify, width=13, height=13, walls=40, chase="straight", health=9, **wish)
    entities = read_level(text).entities
    assert {entity["cost"] for entity in entities if "cost" in entity} == {4}
    assert {entity["reward"] for entity in entities if "required" in entity} == {7}
    assert {entity["reward"] for entity in entities if "collectible" in entity and "reward" in entity} == {3, 7}
    monsters = [
        entity
        for entity in entities
        if "damage" in entity and "moving" not in entity and "chasing" not in entity and "lethal" in entity
    ]
    assert len(monsters) == 2 and all(monster["damage"] == 2 for monster in monsters)
    assert {entity["moving"]["speed"] for entity in entities if "moving" in entity} == {3}
    assert {entity["chasing"]["how"] for entity in entities if "chasing" in entity} == {"straight"} and next(
        entity for entity in entities if "agent" in entity
    )["health"] == [9, 9]


def test_the_generator_goes_up_to_31_by_31():
    level = read_level(GAME.generate(2, certify, width=31, height=31, walls=85, cores=2, coins=5, doors=2))
    assert (level.width, level.height) == (31, 31)


@pytest.mark.parametrize("options", [
    {"width": 3}, {"height": 32}, {"move": "x"}, {"objective": "x"}, {"walls": 101}, {"cores": -1}, {"boxes": 41},
    {"objective": "push", "boxes": 0}, {"health": 0}, {"width": 4, "height": 4, "coins": 9},
])  # fmt: skip
def test_the_generator_refuses_what_it_cannot_do(options):
    with pytest.raises(BadSetup):
        GAME.generate(1, certify, **options)


def test_a_level_written_in_python():
    board = author.Level(6, 3, title="Made")
    board.fill(author.floor)
    hero = board.add((0, 1), author.agent(health=3, inventory=[author.key("red")], status=[author.shield(uses=1)]))
    door = board.add((2, 1), author.door("red"))
    board.add((5, 0), author.monster(chases=hero, how="straight"))
    near_portal, far_portal = author.portals()
    board.add_many([((1, 2), near_portal), ((4, 2), far_portal), ((5, 1), author.exit()), ((3, 1), author.coin())])
    match = board.to_match()
    match.play("right")
    match.play("use")
    assert match.facts()["open"]
    later = author.Level.from_match(match)
    agent = next(thing for thing in later.things() if thing.has("agent"))
    assert later.place_of(agent) == (1, 1) and agent.inventory == []
    assert author.Level.from_text(board.to_json()).to_text() == board.to_text()
    board.move(door, (3, 0))
    assert door in board.objects_at((3, 0)) and door not in board.objects_at((2, 1))
    assert board.remove_if(lambda thing: thing.has("collectible")) == 1
    assert board.clear_cell((3, 0))[-1] is door and board.objects_at((3, 0)) == []
    board.remove(hero)
    with pytest.raises(BadSetup):
        board.to_text()
    with pytest.raises(ValueError):
        board.add((6, 0), author.wall())


@pytest.mark.slow
def test_all_levels_are_certified_from_nothing_with_little_search():
    """Two million positions take some seconds once the search is compiled."""
    positions = 0
    for level in LADDER:
        certificate = prove(Match.of_text(GAME, level.text))
        proved = ("OPTIMAL", level.certificate["length"], level.certificate["score"])
        assert (certificate.status, certificate.length, certificate.score) == proved, level.name
        positions += certificate.nodes
    assert positions < 2_000_000


@pytest.mark.slow
def test_the_solver_agrees_with_plain_search_on_many_random_levels():
    for number in range(40, 400):
        match = Match.of_text(GAME, json.dumps({**random_level(number), "turn_limit": None}))
        plain = shortest(match.setup, match.state, 2_000)
        if plain != 2_000:
            assert prove(match, 50_000).length == plain, number


def test_the_solver_is_right_where_vectorised_loops_were_wrong():
    """Copied into a search loop, a monster's wound got lost in this level, and a win was seen that is none (see
    kernel.compiled).
    """
    match = Match.of_text(GAME, json.dumps({**random_level(174), "turn_limit": None}))
    assert prove(match, 50_000).length == shortest(match.setup, match.state, 2_000) == 6
