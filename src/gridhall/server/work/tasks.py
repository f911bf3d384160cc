"""What workers do for matches: they choose for machines, find hints, play matches again and draw pictures.

A task gets the game's name first and is run through the hall's budget (see budget.py). Whatever is found for a player
is found from their view, which comes as bytes. What goes out over HTTP is encoded here, not in the event loop.
"""

from typing import NamedTuple

from gridhall.game import EVERYONE, Action, Game, Player, Seed, SetupRecord, View
from gridhall.match import Match, Ply
from gridhall.registry import folder_of, load
from gridhall.replay import PlyValue
from gridhall.rng import mix
from gridhall.server.failures import Refused
from gridhall.server.messages.http import Valued
from gridhall.server.messages.parts import Odds
from gridhall.server.messages.server import Hinted
from gridhall.server.rooms import replays
from gridhall.server.rooms.board import Board
from gridhall.server.rooms.encoding import packed
from gridhall.server.rooms.records import room_record
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow

ODDS_MILLISECONDS = 1500

Plies = list[tuple[Player, Action]]


class PlayedMatch(NamedTuple):
    """All that a match is made of."""

    game: str
    setup: str
    seed: Seed
    plies: Plies


FILMED = 1000  # plies of a match whose film is kept
SEALED = "the match has secrets and is not over"


def choose(name: str, setup_text: str, view: bytes, player: Player, level: str, seed: Seed) -> Action:
    """The machine's action. It draws from a seed of its own."""
    from gridhall import agents

    game, setup, seen = _seen(name, setup_text, view)
    return int(agents.choose(game, setup, seen, player, level, seed))


def simple_choice(name: str, setup_text: str, view: bytes, player: Player, seed: Seed) -> Action:
    """An action the game itself proposes, or else any legal one: for when the machine fails."""
    game, setup, seen = _seen(name, setup_text, view)
    if game.propose is not None:
        return int(game.propose(setup, seen, player, seed))
    legal = [action for action in range(game.ACTIONS) if not game.refusal(setup, seen, player, action)]
    return legal[mix(seed) % len(legal)]


def hint(name: str, setup_text: str, seed: Seed, plies: Plies) -> Hinted:
    """What the solver advises after these plies."""
    from gridhall.solve import hint as solver_hint

    match = _match(name, setup_text, seed, plies)
    advised = solver_hint(match)
    action = match.game.read_word(match.setup, match.view(0), advised.word) if advised.word else -1
    return Hinted(0, 0, action, advised.word or "", advised.text, advised.lost, advised.undo)


def advice(name: str, setup_text: str, view: bytes, player: Player, seed: Seed) -> Hinted:
    """What the strongest machine would do in the player's place."""
    from gridhall.agents.hint import machine_hint

    game, setup, seen = _seen(name, setup_text, view)
    hint = machine_hint(game, setup, seen, player, seed)
    then, plan = list(hint.then), list(hint.names)
    return Hinted(0, 0, hint.action, hint.word, hint.text, then=then, plan=plan, preview=hint.preview)


def odds(name: str, setup_text: str, view: bytes, player: Player, seed: Seed) -> Hinted:
    """What the game's own search thinks of each choice."""
    game, setup, seen = _seen(name, setup_text, view)
    assert game.advise is not None  # the hall asks only games that weigh their choices
    return Hinted(0, 0, odds=[Odds(*weighed) for weighed in game.advise(setup, seen, player, seed, ODDS_MILLISECONDS)])


def replay_record(name: str, text: str, start: int, stop: int) -> bytes:
    """A record's Replay. The game's name is in the record; the one given says only who is told of a wait."""
    return packed(replays.replay_of_record(text, start, stop))


def replay_room(
    name: str, row: RoomRow, chairs: list[SeatRow], log: list[LogEntry], start: int, stop: int, player: int, seat: int
) -> bytes:
    """The Replay of a room's match from the eyes of a player from 1, or with 0 of everybody, for who holds `seat`.

    Before the end everybody sees what a spectator sees, and a player's view is for that player.
    """
    board = Board(row, log)
    if not 0 <= player <= board.game.PLAYERS:
        raise Refused("no_seat", f"there is no player {player}")
    is_over = board.result is not None
    if not is_over and board.game.SECRETS:
        if player not in (0, seat):
            raise Refused("sealed", SEALED)
        return packed(replays.replay_of_seat(row, log, player, start, stop))
    everybody = EVERYONE if is_over else board.game.PLAYERS
    replay = replays.replay(board.match, start, stop, player - 1 if player else everybody)
    replay.players, replay.result = [chair.name or chair.level for chair in chairs], board.result
    return packed(replay)


def record(name: str, row: RoomRow, chairs: list[SeatRow], log: list[LogEntry], seat: int) -> bytes:
    """The record of a room's match for who holds `seat`; 0 is nobody, who gets it after the end only."""
    board = Board(row, log)
    if board.result is None and (board.has_secrets or not seat):
        raise Refused("sealed", SEALED if board.has_secrets else "a match that is not over is its players' own")
    return room_record(row, chairs, board).encode()


def played(name: str, row: RoomRow, log: list[LogEntry], seat: int) -> PlayedMatch:
    """A room's match to look back at: one that is over, or a puzzle without secrets for who holds its `seat`."""
    board = Board(row, log)
    if board.result is None and (not board.game.PUZZLE or board.has_secrets or not seat):
        raise Refused("sealed", "what the positions are worth is told when the match is over")
    return _played(board.match)


def played_to_the_end(name: str, row: RoomRow, log: list[LogEntry]) -> PlayedMatch:
    """A room's match that is over."""
    board = Board(row, log)
    if board.result is None:
        raise Refused("sealed", "another line can be tried when the match is over")
    return _played(board.match)


def played_record(name: str, text: str) -> PlayedMatch:
    """The match of a record, which must be over. The game's name is in the record."""
    return _played(replays.finished_match(text))


def _played(match: Match) -> PlayedMatch:
    return PlayedMatch(match.name, match.setup_text, match.seed, [(ply.player, ply.action) for ply in match.plies])


def values(name: str, played: PlayedMatch, before: list[PlyValue], seconds: float) -> Valued:
    """What each position of a match was worth, as far as so many seconds more tell."""
    match = Match.of_text(load(name), played.setup, played.seed)
    match.plies = [Ply(player, action, "", 0.0) for player, action in played.plies]  # whoever values them plays them
    if match.game.PUZZLE:
        from gridhall.solve.values import puzzle_values

        return Valued(*puzzle_values(match, before, seconds))
    from gridhall.agents.values import chance_values

    return Valued(*chance_values(match, before, seconds))


def first_words(name: str, played: PlayedMatch, ply: int) -> tuple[list[tuple[Player, str]], int]:
    """The words of a match up to a ply, with who played them, and the first seat that may act there."""
    if ply > len(played.plies):
        raise Refused("bad_message", f"the match has {len(played.plies)} moves, not {ply}")
    match = _match(name, played.setup, played.seed, played.plies[:ply])
    if match.over:
        raise Refused("match_over", "the match is over there: go back a move")
    return [(ply.player, ply.word) for ply in match.plies], match.acting[0] + 1


def film(name: str, row: RoomRow, log: list[LogEntry]) -> bytes:
    """The Replay of all of a match that is over, as everybody may see it."""
    board = Board(row, log)
    if board.result is None or len(board.match.plies) > FILMED:
        raise Refused("too_costly", "there is no film of this match")
    replay = replays.replay(board.match, 0, FILMED, EVERYONE, most=FILMED)
    replay.result = board.result
    return packed(replay)


def picture(name: str, row: RoomRow, log: list[LogEntry]) -> bytes:
    """A match as a GIF; before the end as a spectator sees it."""
    from gridhall.render.picture import match_gif

    board = Board(row, log)
    if board.result is None and board.game.SECRETS:
        raise Refused("sealed", SEALED)
    return match_gif(board.match, EVERYONE if board.result is not None else board.game.PLAYERS)


def match_card(name: str, row: RoomRow, log: list[LogEntry], title: str) -> bytes:
    """A match as the picture of its link: where it stands, as spectators see it; of one that is over, a late moment."""
    from gridhall.render.share_card import share_card

    board = Board(row, log)
    match, game = board.match, board.game
    if board.result is None:
        scene = match.scene(game.PLAYERS)
    else:
        late = [(ply.player, ply.action) for ply in match.plies[: len(match.plies) * 2 // 3]]
        viewer = EVERYONE if game.PLAYERS > 1 else 0
        scene = _match(name, row.setup, match.seed, late).scene(viewer)
    return share_card(scene, folder_of(game), title or game.TITLE, game.AIM)


def level_card(name: str, level: str, packed: str) -> bytes:
    """A level, or without one the game, as the picture of its link."""
    from gridhall.render.share_card import share_card
    from gridhall.server.pages.link_heads import level_scene

    game = load(name)
    scene, title = level_scene(game, level, packed)
    return share_card(scene, folder_of(game), title or game.TITLE, game.AIM)


def _seen(name: str, setup_text: str, view: bytes) -> tuple[Game, SetupRecord, View]:
    """A game, a setup and the view that the bytes are."""
    game = load(name)
    setup, state = game.read_setup(setup_text)
    return game, setup, type(state).from_buffer_copy(view)


def _match(name: str, setup_text: str, seed: Seed, plies: Plies) -> Match:
    match = Match.of_text(load(name), setup_text, seed)
    for player, action in plies:
        match.act(player, action)
    return match
