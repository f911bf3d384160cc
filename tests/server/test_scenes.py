"""How much work an act is: a view is made once, a scene is built once a moment, and an update is encoded once."""

from typing import Any

import msgspec

from gridhall.game import Game, Player, Position, SetupRecord
from gridhall.match import Match
from gridhall.registry import levels, load, read_text
from gridhall.scene import Scene
from gridhall.server.messages.parts import Changed, Step
from gridhall.server.messages.server import Update
from gridhall.server.rooms.board import Board, acts
from gridhall.server.rooms.encoding import encode, with_seconds_left
from gridhall.server.rooms.seat_view import SeatView
from gridhall.server.store.tables import RoomRow


class Watched:
    """A game that notes for whom, and of what, it has built scenes, and how often it has made a view."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.built: list[tuple[Player, bytes]] = []
        self.views = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def scene(self, setup: SetupRecord, state: Position, player: Player) -> Scene:
        self.built.append((player, bytes(state)))
        return self.game.scene(setup, state, player)

    def hide(self, setup: SetupRecord, state: Position, player: Player) -> None:
        self.views += 1
        self.game.hide(setup, state, player)


def test_reading_a_log_makes_one_view_a_ply() -> None:
    game = load("phase_shift")
    row = RoomRow("room", "phase_shift", game.VERSION, "", read_text(game, None), "1", "00", True, True, 0, "", 0.0)
    played = Board(row)
    log = [played.play(1, number, played.match.legal(0)[:1], 0.0)[0][0] for number in range(1, 7)]
    board = Board(row)
    watched: Any = Watched(game)
    board.game = board.match.game = watched
    for act in acts(log):
        board.take_all(act)
    assert len(board.match.plies) == watched.views == 6


def test_a_walk_builds_each_scene_once() -> None:
    game = load("maze_runner")
    text = next(level.text for level in levels(game) if level.name == "two_rings")
    board = Board(RoomRow("room", "maze_runner", game.VERSION, "", text, "1", "00", True, True, 0, "", 0.0))
    watched: Any = Watched(game)
    board.game = board.match.game = watched
    walker = board.match.acting[0]
    views = [SeatView(board, player) for player in (walker, 1 - walker)]
    walks = [choice for choice in views[0].scene.choices if len(choice.then) >= 2]
    longest = max(walks, key=lambda choice: len(choice.then))
    views[1].scene  # noqa: B018  # they look already
    before = len(watched.built)
    assert before == 2
    entries, effects = board.play(walker + 1, 1, [longest.action, *longest.then], 0.0)
    update = views[0].update(effects, entries[-1], 0)
    views[1].update(effects, entries[-1], 0)
    assert update is not None and len(update.steps) >= len(effects) > 2
    of_walker = [state for player, state in watched.built if player == walker]
    assert len(of_walker) == len(set(of_walker)) >= len(effects)


def test_a_film_is_made_once_for_all_who_look() -> None:
    game = load("echoes")
    board = Board(RoomRow("room", "echoes", game.VERSION, "", "", "1", "00", True, True, 0, "", 0.0))
    watched: Any = Watched(game)
    board.game = board.match.game = watched
    views = [SeatView(board, viewer) for viewer in range(3)]
    for player in (0, 1):
        for word in ("new D", "fire E", "fire E", "walk E", "submit"):
            action = game.read_word(board.match.setup, board.match.view(player), word)
            entries, effects = board.play(player + 1, 1, [action], 0.0)
    replayed = {bytes(event.state) for effect in effects for event in effect.events if event.what in game.PUBLIC}
    for view in views:
        update = view.update(effects, entries[-1], 0)
        (film,) = effects[-1].films.values()
        assert update is not None and len(film.steps) == len(replayed) - 1 > 2
        assert {id(step) for step in film.steps} <= {id(step) for step in update.steps}
    ticks = [state for _, state in watched.built if game.State.from_buffer_copy(state).replaying]
    assert len(ticks) == len(replayed)


def test_what_the_clock_adds_to_an_update_is_what_encoding_all_of_it_gives() -> None:
    update = Update(1, 7, [Step(Changed(status='a "quoted" one}'), "so")], word="e", acting=[1, 2])
    text = encode(update)
    assert with_seconds_left(text, []) == text
    left = [12.0, -1.0]
    assert with_seconds_left(text, left) == encode(msgspec.structs.replace(update, left=left)) != text
    assert Update.__struct_fields__[-1] == "left", "with_seconds_left puts it at the end"


def test_whoever_sees_no_change_keeps_their_moment_and_its_scene() -> None:
    match = Match("echoes")
    red, blue = match.moment(0), match.moment(1)
    scene = blue.scene
    match.play("1: new D")
    assert match.moment(0) is not red
    assert match.moment(1) is blue and match.moment(1).scene is scene
    for word in ("fire N", "fire N", "walk N", "submit"):
        match.play(f"1: {word}")
    assert match.moment(1) is not blue, "that the other has sealed a plan is seen"
