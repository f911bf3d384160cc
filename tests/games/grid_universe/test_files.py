"""Level files of Grid Universe.

Two formats without loss, from any moment of a match, and nothing but BadSetup for what is broken.
"""

import json
from random import Random

import pytest
from tests.games.grid_universe.random_levels import random_level, random_words

from gridhall.errors import BadSetup
from gridhall.games.grid_universe.author import Level as Board
from gridhall.games.grid_universe.build import build
from gridhall.games.grid_universe.drawing import read_drawing
from gridhall.games.grid_universe.level import LevelData
from gridhall.games.grid_universe.setup import read_level, write_json
from gridhall.games.grid_universe.spelling import write_drawing
from gridhall.games.grid_universe.unbuild import unbuild
from gridhall.match import Match
from gridhall.registry import load

GAME = load("grid_universe")


@pytest.mark.parametrize("number", range(120))
def test_a_level_survives_both_formats(number):
    level = read_level(json.dumps(random_level(number)))
    drawn, listed = write_drawing(level), write_json(level)
    assert read_level(drawn) == level
    assert read_level(listed) == level
    assert write_drawing(read_level(drawn)) == drawn
    setup, state = build(level)
    assert unbuild(setup, state) == level
    again = GAME.read_setup(GAME.write_setup(setup, state))
    assert again == (setup, state)
    assert Board.from_text(drawn).to_level() == level


@pytest.mark.parametrize(
    "text",
    ["", "plain", " blank before", 'say "hi"', '"quoted"', "two\nlines", "tab\tbed", "ünï ✓", ": ; = #", "a" * 600],
)
def test_any_words_survive_the_header(text):
    level = read_level(json.dumps({**random_level(3), "title": text, "author": text, "message": text}))
    assert read_level(write_drawing(level)) == level
    setup, state = build(level)
    assert unbuild(setup, state) == level


@pytest.mark.parametrize("name", ["red", "a b", '"', "no", "id", "reward", "+", "5", "(", "ключ", "a\\b", "\n"])
def test_any_name_of_a_key_survives(name):
    given = random_level(5)
    given["entities"] += [
        {"id": 90_000, "x": 0, "y": 0, "key": name, "collectible": True},
        {"id": 90_001, "x": 1, "y": 1, "blocking": True, "locked": name},
    ]
    level = read_level(json.dumps(given))
    assert read_level(write_drawing(level)) == level
    assert unbuild(*build(level)) == level


def same_future(before, after):
    """What must be equal between a match and the one that goes on from its written moment.

    What died or opened before is not told again.
    """
    facts = after.facts()
    return {key: facts[key] for key in ("agent", "health", "things", "inventory", "status")} | {
        "score": facts["score"] - before
    }


@pytest.mark.parametrize("number", range(200, 300))
def test_a_match_goes_on_the_same_from_any_written_moment(number):
    match = Match.of_text(GAME, json.dumps(random_level(number)))
    words = random_words(number, 24)
    split = Random(number).randrange(1, 12)
    for word in words[:split]:
        if match.over:
            return
        match.play(word)
    if match.over:
        return
    text = GAME.write_setup(match.setup, match.state)
    moment = read_level(text) if has_aim(unbuild(match.setup, match.state)) else None
    if moment is None:
        return  # what the objective needs has been picked up: a level without it is refused (GU27)
    second = Match.of_text(GAME, text)
    begun = match.facts()["score"]
    assert same_future(0, second) == same_future(begun, match)
    for word in words[split:]:
        if match.over:
            break
        match.play(word)
        second.play(word)
        assert same_future(0, second) == same_future(begun, match)


def has_aim(level: LevelData) -> bool:
    wanted = {"default": "exit", "exit": "exit", "push": "pushable", "unlock": "locked", "collect": "required"}[
        level.objective
    ]
    exits = level.objective != "push" or any("exit" in entity for entity in level.entities)
    return exits and any(wanted in entity for entity in level.entities)


def test_a_large_level_takes_the_large_records_and_plays_the_same():
    given = random_level(11)
    small = Match.of_text(GAME, json.dumps(given))
    large = Match.of_text(GAME, json.dumps({**given, "message": "x" * 3000}))
    assert type(small.state).__name__ == "State" and type(large.state).__name__ == "LargeState"
    for word in random_words(11, 10):
        if small.over:
            break
        small.play(word)
        large.play(word)
        assert small.facts() == large.facts()


ALPHABET = '@.#Eo*$^~ \n;:=+(),"/{}[]0123456789abkmD-xy\u00e9\u4e2d\x00'


@pytest.mark.parametrize("number", range(40))
def test_broken_files_are_refused_and_nothing_else_happens(number):
    random = Random(number)
    level = read_level(json.dumps(random_level(number)))
    for text in (write_drawing(level), write_json(level)):
        for _ in range(8):
            signs = list(text)
            for _ in range(random.randint(1, 4)):
                at = random.randrange(len(signs))
                change = random.random()
                if change < 0.4:
                    signs[at] = random.choice(ALPHABET)
                elif change < 0.7:
                    del signs[at : at + random.randint(1, 5)]
                else:
                    signs[at:at] = random.choice(ALPHABET) * random.randint(1, 3)
            broken = "".join(signs)
            try:
                setup, state = GAME.read_setup(broken)
            except BadSetup as wrong:
                assert wrong.defects and all(str(defect) for defect in wrong.defects)
            else:
                assert GAME.read_setup(GAME.write_setup(setup, state)) == (setup, state)


HOPELESS = [
    "",
    "\n\n",
    "{",
    "[]",
    "null",
    "@",
    "@E",
    "x" * 5000,
    "{" * 5000,
    "; size: 99x99\n@",
    '{"width": 1e400}',
    '{"width": ' + "9" * 5000 + "}",
]


@pytest.mark.parametrize("text", HOPELESS, ids=lambda text: text[:12])
def test_hopeless_texts_are_refused(text):
    with pytest.raises(BadSetup):
        GAME.read_setup(text)


def test_a_drawn_level_may_have_windows_line_ends_and_trailing_blanks():
    plain = "; title: T\n#####\n#@.E#\n#####\n"
    assert read_drawing(plain.replace("\n", "\r\n")) == read_drawing(plain) == read_drawing(plain.replace("\n", "  \n"))
