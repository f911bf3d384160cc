"""Games, levels and rooms as the pages of the client list them."""

from functools import cache

from gridhall.game import EVERYONE, Game
from gridhall.guide import guide_of
from gridhall.match import Match
from gridhall.options import parameters
from gridhall.registry import folder_of, levels, load, looks_of, rules_of
from gridhall.render.paper import public_scene, read_sheet
from gridhall.server.messages.http import GameCard, GamePage, LevelCard, LevelOfPlay, LevelPage, Look, RoomCard
from gridhall.server.messages.parts import Seat, SeatKey
from gridhall.server.store.queries import RoomSummary


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
        daily=game.DAILY,
        default=game.DEFAULT,
        ranking=list(game.RANKING),
        levels_of_play=machines,
        levels=len(levels(game)),
        lesson=len(guide_of(game).lesson),
        json=game.write_json is not None,
        files=list(game.FILES),
        paper=paper_of(game),
        looks=[Look(look, look.capitalize()) for look in looks_of(game)],
    )


@cache
def paper_of(game: Game) -> str:
    """What of a game can be printed: its own sheet, else its levels if everybody may see their boards."""
    if read_sheet(folder_of(game)) is not None:
        return "sheet"
    first = next(iter(levels(game)), None)
    return "levels" if first is not None and public_scene(Match.of_text(game, first.text)).pieces else ""


def game_page(name: str) -> GamePage:
    """Everything on a game's page."""
    game = load(name)
    cards = [LevelCard(level.name, level.title, level.group, level.certificate, level.note) for level in levels(game)]
    generator = [parameter.option for parameter in parameters(game.generate)] if game.generate is not None else []
    options, reasons = list(game.OPTIONS), guide_of(game).reasons
    return GamePage(game_card(name), rules_of(game), cards, game.HELP, options, generator, reasons)


def level_page(game: Game, text: str, title: str) -> LevelPage:
    """A level and its first scene. The text of a puzzle that hides something from its player is not told."""
    match = Match.of_text(game, text)
    truth, view = match.view(EVERYONE), match.view(0)
    truth.rng = view.rng = 0
    is_open = game.SECRETS or bytes(truth) == bytes(view)
    return LevelPage(text if is_open else "", match.scene(game.PLAYERS if game.SECRETS else 0), title)


def room_card(guest: str, summary: RoomSummary, level_title: str) -> RoomCard:
    """A room in the list of those where a guest sits. A running match with secrets does not tell how it moves on."""
    row, chairs, plies, touched = summary
    game = load(row.game)
    state = "over" if row.over else "waiting" if any(chair.kind == "open" for chair in chairs) else "playing"
    seats = [Seat(chair.seat, chair.kind, chair.name, chair.level) for chair in chairs]
    keys = [SeatKey(chair.seat) for chair in chairs if chair.account == guest]
    if game.SECRETS and not row.over:
        plies, touched = -1, row.made
    return RoomCard(row.id, row.game, game.TITLE, state, row.level, level_title, seats, plies, touched, keys)
