"""What people and learning agents see: scenes, choices, previews, the log, observations."""

from pathlib import Path

from tests.games.phase_shift.cases import WALKTHROUGH, level, played

from gridhall.games import phase_shift as game
from gridhall.games.phase_shift.rules import LAYER, PLACES, STRIDE
from gridhall.match import Match


def test_the_scene_shows_both_phases_with_the_present_one_in_focus():
    match = played(WALKTHROUGH, "f")
    scene = match.scene()
    assert [(layer.name, layer.tone, layer.focus) for layer in scene.layers] == [
        ("Alpha", "day", False),
        ("Beta", "night", True),
    ]
    assert [(piece.id, piece.kind, piece.cell, piece.layer) for piece in scene.pieces] == [
        ("you", "runner", 8, 1),
        ("ghost", "ghost", 8, 0),
    ]
    signs = {kind.text for kind in scene.legend.values()}
    assert all(sign in signs for layer in scene.layers for row in layer.tiles for sign in row)


def test_choices_name_what_is_in_the_way_and_what_is_deadly():
    match = Match(game, level("#XB GP. #_E", "... ... ..."))
    names = {choice.word: (choice.name, choice.cell, choice.layer, choice.danger) for choice in match.scene().choices}
    assert names == {
        "n": ("North: rift", 1, 0, True),
        "s": ("South: void", 7, 0, False),
        "w": ("West: closed gate G", 3, 0, False),
        "e": ("East", 5, 0, False),
        "f": ("Shift to Beta", 4, 1, False),
        "q": ("Quit", -1, 0, True),
    }
    assert match.scene(1).choices == []


def test_the_shift_glows_after_two_bumps():
    def glowing(words: str) -> list[str]:
        return [
            choice.word for choice in played(level("P.#BE ....#", ".#... ....."), words).scene().choices if choice.main
        ]

    assert glowing("n") == [] == glowing("n n e") == glowing("e n e")
    assert glowing("n n") == ["f"]


def test_previews_tell_what_a_choice_would_do():
    match = Match(game, level("#XB GPE #_.", "... ..B ...", "; limit: 1\n"))
    previews = [game.preview(match.setup, match.state, 0, action) for action in range(6)]
    assert [preview.text for preview in previews] == [
        "Step north: a rift, deadly.",
        "Step south: void, a wasted move.",
        "Step west: a closed gate G, a wasted move.",
        "Step east: the exit; 2 beacons are still missing.",
        "Shift to Beta: floor.",
        "Quit: you lose this level.",
    ]
    assert [preview.danger for preview in previews] == [True, False, False, False, False, True]
    match.play("f")
    assert "too many" in game.preview(match.setup, match.state, 0, 0).text


def test_the_log_says_what_happened():
    match = Match(game, level("PkGBE .....", "..... ....."))
    sentences = [shown.text for word in "neffeee" for shown in match.moments(match.play(word), 0)]
    assert sentences == [
        "North is the edge: a wasted move.",
        "You stepped east.",
        "You took key k: every gate G is open.",
        "You shifted to Beta.",
        "You shifted to Alpha.",
        "You stepped east.",
        "You stepped east.",
        "The beacon is on: all are; reach the exit.",
        "You stepped east.",
        "Solved in 7 moves (14 % of limit) → 3 ★",
    ]


def test_the_theme_has_a_symbol_for_every_kind():
    import xml.etree.ElementTree as tree

    symbols = {node.get("id") for node in tree.parse(Path(game.__file__).parent / "theme.svg").getroot()}
    assert symbols == set(Match(game, level("P,B .:E", "... ...")).scene().legend)


def test_observations_are_planes_of_this_phase_the_other_and_the_player():
    match = played(level("PkG#_ BB.XE", "..U.. .u..."), "s e")
    planes, rows, columns, scalars = game.shape(match.setup)
    assert (planes, rows, columns, scalars) == (21, 2, 5, 2)
    flat, numbers = [9] * (planes * rows * columns), [0] * scalars
    game.observe(match.setup, match.state, 0, flat, numbers)
    drawn = ["".join(str(number) for number in flat[plane * 10 : plane * 10 + 10]) for plane in range(planes)]
    assert drawn == [
        "0000100000", "1000000100", "0001000000", "0000000001", "0000000010",  # void floor wall exit rift
        "0000000000", "0000011000", "0100000000", "0010000000", "0000000000",  # dark lit key gate open
        "0000000000", "1101110111", "0000000000", "0000000000", "0000000000",
        "0000000000", "0000000000", "0000002000", "0020000000", "0000000000",
        "0000001000",
    ]  # fmt: skip
    assert numbers == [48, 0]


def test_cells_outside_the_board_are_void():
    setup, _ = game.read_setup(WALKTHROUGH)
    inside = {side * LAYER + (row + 1) * STRIDE + col for side in range(2) for row in range(5) for col in range(7)}
    assert all(setup.tiles[cell] == 0 for cell in range(PLACES) if cell not in inside)
