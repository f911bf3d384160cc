"""Games, levels and rooms as the pages of the client list them."""

from gridhall.game import Game
from gridhall.match import Match
from gridhall.registry import folder_of, levels, load
from gridhall.server.messages.http import GameCard, GamePage, LevelCard, LevelOfPlay, LevelPage, RoomCard
from gridhall.server.messages.parts import Seat, SeatKey
from gridhall.server.queries import RoomSummary


def game_card(name: str) -> GameCard:
    """A game in the list of games."""
    game = load(name)
    machines = [
        LevelOfPlay(level, str(about.get("title", "")), str(about.get("text", "")))
        for level, about in game.LEVELS_OF_PLAY.items()
    ]
    return GameCard(
        game=name,
        title=game.TITLE,
        version=game.VERSION,
        players=game.PLAYERS,
        aim=game.AIM,
        puzzle=game.PUZZLE,
        secrets=game.SECRETS,
        undo=game.UNDO,
        default=game.DEFAULT,
        ranking=list(game.RANKING),
        levels_of_play=machines,
        levels=len(levels(game)),
        json=game.write_json is not None,
        files=list(game.FILES),
    )


def game_page(name: str) -> GamePage:
    """Everything on a game's page."""
    game = load(name)
    readme = folder_of(game) / "README.md"
    rules = readme.read_text("utf-8") if readme.exists() else ""
    cards = [LevelCard(level.name, level.title, level.group, level.certificate, level.note) for level in levels(game)]
    return GamePage(game_card(name), rules, cards, game.HELP)


def level_page(game: Game, text: str, title: str) -> LevelPage:
    """A level and its first scene."""
    match = Match.of_text(game, text)
    return LevelPage(match.setup_text, match.scene(game.PLAYERS if game.SECRETS else 0), title)


def room_card(guest: str, summary: RoomSummary, level_title: str) -> RoomCard:
    """A room in the list of those where a guest sits. A running match with secrets does not tell how it moves on."""
    row, chairs, plies, touched = summary
    game = load(row.game)
    state = "over" if row.over else "waiting" if any(chair.kind == "open" for chair in chairs) else "playing"
    seats = [Seat(chair.seat, chair.kind, chair.name, chair.level) for chair in chairs]
    keys = [SeatKey(chair.seat) for chair in chairs if chair.guest == guest]
    if game.SECRETS and not row.over:
        plies, touched = -1, row.made
    return RoomCard(row.id, row.game, game.TITLE, state, row.level, level_title, seats, plies, touched, keys)
