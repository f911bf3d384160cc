"""Sealed orders: levels of Grid Universe that redact their objective and tell it in a cipher."""

import copy
import itertools
import json
from functools import cache

import pytest

from gridhall.errors import BadSetup
from gridhall.games.grid_universe import author, codes
from gridhall.games.grid_universe.build import build
from gridhall.games.grid_universe.cipher import (
    ALPHABET,
    CIPHERS,
    KEY_LETTERS,
    ORDERS,
    RAILS,
    STRENGTHS,
    decipher,
    draw_key,
    encipher,
)
from gridhall.games.grid_universe.level import OBJECTIVES
from gridhall.games.grid_universe.setup import read_level, write_json
from gridhall.games.grid_universe.spelling import write_drawing
from gridhall.games.grid_universe.unbuild import unbuild
from gridhall.learn.single import Single
from gridhall.match import Match
from gridhall.registry import levels, load
from gridhall.rng import Dice
from gridhall.scene import as_json

GAME = load("grid_universe")
BOARD = "#######\n#@.o*.#\n#k$.DE#\n#.E.^.#\n#######\nk = floor + key\nD = floor + door\n"


def sealed(objective):
    return f"; objective: {objective}\n; message: Find out.\n; redact: objective\n{BOARD}"


def orders_fit(text):
    """The objectives whose orders a text may be, blanks aside."""
    return {
        objective
        for objective, orders in ORDERS.items()
        for order in orders
        if order.replace(" ", "") == text.replace(" ", "")
    }


def break_cipher(text):
    """The objectives that a text in any of the ciphers may tell.

    Every key is tried; of a substitution, whether the letters repeat alike.
    """
    objectives = set()
    for key in ALPHABET:
        objectives |= orders_fit(decipher(text, "caesar", key))
    for rails in range(RAILS[0], RAILS[1] + 1):
        objectives |= orders_fit(decipher(text, "rails", str(rails)))
    start = {order[: 2 * KEY_LETTERS] for orders in ORDERS.values() for order in orders}
    for key in map("".join, itertools.product(ALPHABET, repeat=KEY_LETTERS)):
        if decipher(text[: 2 * KEY_LETTERS], "vigenere", key) in start:
            objectives |= orders_fit(decipher(text, "vigenere", key))
    for objective, orders in ORDERS.items():
        objectives |= {objective for order in orders if pattern(order) == pattern(text)}
    return objectives


def pattern(text):
    return [-1 if letter == " " else text.index(letter) for letter in text]


@cache
def certificate():
    class Proved:
        witness, length = ["wait"], 7

    return Proved()


@pytest.mark.parametrize("cipher", CIPHERS)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_whoever_tries_all_keys_finds_the_one_objective(cipher, objective):
    for order in ORDERS[objective]:
        key = draw_key(Dice(len(order)), cipher)
        text = encipher(order, cipher, key)
        assert text != order and orders_fit(decipher(text, cipher, key)) == {objective}
        assert break_cipher(text) == {objective}


@pytest.mark.parametrize("cipher", CIPHERS)
def test_the_generator_seals_the_objective(cipher):
    for strength in STRENGTHS:
        texts = [
            GAME.generate(seed, lambda text, nodes: certificate(), objective="any", cipher=cipher, strength=strength)
            for seed in range(12)
        ]
        assert texts[3] == GAME.generate(
            3, lambda text, nodes: certificate(), objective="any", cipher=cipher, strength=strength
        )
        read = [read_level(text) for text in texts]
        assert len({level.objective for level in read}) > 2
        for level in read:
            head, colon, text = level.message.rpartition(": ")
            assert level.redact == "objective" and bool(colon) == (strength < 3)
            if strength < 3:
                assert head.lower().startswith(cipher) and (", key " in head) == (strength == 1)
            if strength == 1:
                assert orders_fit(decipher(text, cipher, head.rpartition(" ")[2])) == {level.objective}
            assert not any(word in level.message for word in ("CORE", "EXIT", "LOCK", "BOX"))
            for other in OBJECTIVES:  # the board does not betray it: any objective would be allowed
                read_level(json.dumps({**level.as_json(), "objective": other}))


@pytest.mark.parametrize("options", [
    {"cipher": "enigma"}, {"cipher": "rails", "strength": 4}, {"cipher": "rails", "doors": 0}, {"chase": "slowly"},
    {"cost": -1}, {"speed": 0}, {"damage": 2_000_000},
])  # fmt: skip
def test_the_generator_refuses_what_it_cannot_seal(options):
    with pytest.raises(BadSetup):
        GAME.generate(1, lambda text, nodes: certificate(), **options)


def test_a_redacted_level_survives_both_formats():
    level = read_level(sealed("unlock"))
    assert level.redact == "objective" and level.objective == "unlock"
    assert read_level(write_drawing(level)) == level == read_level(write_json(level))
    assert "redact" not in read_level(BOARD).as_json()
    assert unbuild(*build(level)) == level
    assert author.Level.from_text(sealed("unlock")).to_level() == level


@pytest.mark.parametrize(
    "text",
    [sealed("exit").replace("redact: objective", "redact: all"), '{"width":3,"height":2,"redact":true,"entities":[]}'],
)
def test_nothing_else_can_be_redacted(text):
    with pytest.raises(BadSetup, match="redact"):
        read_level(text)


def all_shown(objective, words):
    """All that a player is told of a match, as text: view, facts, scene, previews, sentences, observations."""
    match = Match.of_text(GAME, sealed(objective))
    shown_so_far: list[list[object]] = []
    for word in ["", *words]:
        moments = match.play(word) if word else []
        shown_so_far.append([shown.text for shown in match.moments(moments, 0)])
        view = match.view(0)
        planes, rows, columns, extra = GAME.shape(match.setup)
        board_planes, scalars = [0] * (planes * rows * columns), [0] * extra
        GAME.observe(match.setup, match.state, 0, board_planes, scalars)
        shown_so_far.append(
            [
                bytes(view),
                bytes(match.setup),
                match.facts(0),
                as_json(match.scene(0)),
                board_planes,
                scalars,
                match.text(0),
                match.outcome,
            ]
        )
        shown_so_far.append([as_json(GAME.preview(match.setup, view, 0, action)) for action in range(GAME.ACTIONS)])
        dealt = copy.copy(view)
        GAME.resample(match.setup, dealt, 0, 5)
        assert dealt.aim in range(5)
    return shown_so_far


def test_nothing_tells_a_redacted_objective_before_the_end():
    words = ["right", "right", "pick", "left", "left", "down", "pick", "wait"]
    first = all_shown("exit", words)
    for objective in OBJECTIVES[:1] + OBJECTIVES[2:]:
        assert all_shown(objective, words) == first
    assert first[1][5][9] == codes.HIDDEN


def test_the_end_tells_what_the_orders_were():
    match = Match.of_text(GAME, sealed("collect"))
    for word in ("right", "right", "right", "pick"):
        match.play(word)
    assert match.outcome == "won"
    assert "collect every core" in match.text(0).lower()
    assert match.view(0).aim == codes.COLLECT


def test_what_a_player_sees_of_it_cannot_be_written_as_a_level():
    match = Match.of_text(GAME, sealed("collect"))
    with pytest.raises(BadSetup, match="redacted"):
        GAME.write_setup(match.setup, match.view(0))


def test_a_guess_is_an_objective_that_the_board_allows():
    match = Match.of_text(GAME, "; objective: collect\n; redact: objective\n@*.\n...\n")  # no exit, lock or box
    for seed in range(20):
        dealt = match.view(0)
        GAME.resample(match.setup, dealt, 0, seed)
        assert dealt.aim == codes.COLLECT


def test_shipped_orders_are_what_the_level_asks_for():
    shipped = {level.name: read_level(level.text) for level in levels(GAME) if read_level(level.text).redact}
    assert len(shipped) == 2
    for level in shipped.values():
        assert break_cipher(level.message.rpartition(": ")[2]) == {level.objective}


def test_an_environment_tells_the_message_and_not_the_objective():
    seen, info = Single("grid_universe", "sealed-orders", describe=True).reset(seed=1)
    assert info["message"].startswith("Caesar") and "lock" not in info["status"] and seen["scalars"][9] == codes.HIDDEN
