"""What a person sees of a match: cards of their minions, ghosts of buildings and their light, and what is told."""

from tests.games.maze_runner.drawn import begin, play, sentences

CLOSE = """
#########
#N......#
#...1...#
#...4...#
#......M#
#########
"""
CORNER = """
#########
#N......#
#.......#
#1.....2#
#####.#.#
#4..5...#
#......M#
#########
"""


def preview(match, word):
    player = match.acting[0]
    return match.game.preview(match.setup, match.view(player), player, match.read(word)[1])


def test_mr19_a_strike_is_told_to_both_with_what_is_left():
    match = begin(CLOSE)
    play(match, "1 switch")
    assert sentences(match, 0, "1 strike S") == ["Your minion 1 struck Blue's minion 4: 4 left."]
    assert sentences(match, 1, "1 strike S") == ["Red's minion 4 struck your minion 1: 3 left."]
    assert sentences(match, 2, "1 strike S") == []  # a spectator learns nothing of it


def test_own_acts_are_told_but_not_own_steps():
    match = begin(CLOSE, minions=1)
    assert sentences(match, 0, "1 move N") == []
    assert sentences(match, 0, "1 switch", "1 switch") == [
        "Your minion 1 draws its sword.",
        "Your minion 1 lights its lantern.",
    ]
    assert sentences(match, 0, "1 door W") == ["Your minion 1 builds a door at 2 east."]


def test_a_player_has_a_card_for_each_of_their_minions_dead_or_alive():
    match = begin(CLOSE, minionsHitpoints=1, swordDamage=1)
    card = match.scene(0).cards[0]
    assert (card.piece, card.name, card.health, card.healthy, card.left, card.given) == ("1.1", "Minion 1", 1, 1, 5, 5)
    play(match, "1 switch", "1 strike S")
    lost = match.scene(1).cards[0]
    assert (lost.health, lost.healthy, lost.given, lost.held) == (0, 1, 0, "")
    assert lost.note.startswith("dead, back in ")
    assert not match.scene(2).cards and not match.scene(-1).cards


def test_a_building_is_previewed_as_a_ghost_with_the_light_it_leaves():
    match = begin(CORNER, minions=2)
    wall = preview(match, "1 wall E")
    assert [(piece.kind, piece.owner, piece.faded) for piece in wall.pieces] == [("built", 1, True)]
    assert "Your light loses" in wall.text
    mirror = preview(match, "2 mirror /")
    assert [piece.kind for piece in mirror.pieces] == ["mirror1"]
    # The light of minion 1 comes from the west, and the mirror that minion 2 would stand on sends it north.
    assert any(mark.style == "light" and len(mark.line) == 3 for mark in mirror.marks), mirror
    door = preview(match, "1 door N")
    assert [piece.kind for piece in door.pieces] == ["door"]
    tower = preview(begin(CORNER, minions=2, towers=1), "1 tower E")
    assert [(piece.kind, piece.owner) for piece in tower.pieces] == [("tower", 1)]
    assert "Your light loses" in tower.text
