"""What the menu offers: matches to go on with, games with their ladders and opponents, records, results, options."""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.errors import GridhallError
from gridhall.game import Game
from gridhall.guide import guide_of
from gridhall.match import Match
from gridhall.results import OwnResult, Results
from gridhall.scene import Scene
from gridhall.stage.choice_groups import capitalized
from gridhall.stage.menu_records import records_page, waiting_entries
from gridhall.stage.menu_screen import Aside, MenuEntry, MenuPage
from gridhall.stage.menu_settings import options_page, settings_entry
from gridhall.stage.table import PLAYER_NAMES
from gridhall.stage.wishes import wish
from gridhall.terminal.certificates import in_short

if TYPE_CHECKING:
    from gridhall.stage.app import Stage


@cache
def first_scene(game: str, setup: str) -> Scene | None:
    """How a level looks at its start; None if that cannot be shown."""
    try:
        match = Match(game, setup or None, seed=1)
    except GridhallError:
        return None
    return match.scene(match.acting[0] if match.acting else 0)


def top_page(stage: "Stage") -> MenuPage:
    def entries() -> list[MenuEntry]:
        lines = waiting_entries(stage)
        games = [_game_entry(stage, name) for name in registry.games()]
        games[0].heading = "Games"
        more = [
            MenuEntry("The lobby of a hall", lambda: stage.ask("The hall's address", stage.enter_lobby), heading="More",
                  aside=lambda: Aside(["Open seats, and somebody to play with now."])),
            MenuEntry("Join a room of a hall", lambda: stage.ask("The room's address", stage.join),
                  aside=lambda: Aside(["Sit down or watch in the same room as browsers: paste its address."])),
            MenuEntry("A level of your own", lambda: _own_level_page(stage),
                  aside=lambda: Aside(["Write a level in your editor, with its board and its defects beside it."])),
            MenuEntry("Records", lambda: records_page(stage), aside=lambda: Aside(["Watch matches again."])),
            MenuEntry("Results", lambda: _results_page(stage), aside=lambda: Aside(["Your best, game by game."])),
            MenuEntry("Options", lambda: options_page(stage), aside=lambda: Aside(["Theme, films, questions, signs."])),
            MenuEntry("Leave", lambda: stage.leave()),
        ]  # fmt: skip
        return [*lines, *games, *more]

    return MenuPage("Gridhall", entries)


def _game_entry(stage: "Stage", name: str) -> MenuEntry:
    game = registry.load(name)
    return MenuEntry(
        game.TITLE, lambda: game_page(stage, name), _progress(name, game),
        aside=partial(_demo_aside, name, [game.AIM]),
    )  # fmt: skip


def _demo_aside(name: str, texts: list[str]) -> Aside:
    """Sentences, and a match in its midst as soon as somebody stays there."""
    return Aside(texts, name, later=lambda: Aside(texts, name, _demo_scene(name)))


@cache
def _demo_scene(name: str) -> Scene:
    from gridhall.server.rooms.demo import demo_scene

    return demo_scene(name)


def _progress(name: str, game: Game) -> str:
    """How far one has come on the ladder: `3/12 ★7`."""
    levels = registry.levels(game)
    if game.PLAYERS > 1 or not levels:
        return "for two" if game.PLAYERS > 1 else ""
    best = _best_results(name, game)
    won = [result for result in best.values() if result.won]
    stars = sum(result.stars or 0 for result in won)
    return f"{len(won)}/{len(levels)}" + (f" ★{stars}" if stars else "")


def _best_results(name: str, game: Game) -> dict[str, OwnResult]:
    store = Results()
    best = {level.name: store.best(name, level.name, game.VERSION, game.RANKING) for level in registry.levels(game)}
    return {level: result for level, result in best.items() if result is not None}


def game_page(stage: "Stage", name: str) -> MenuPage:
    """A game: its opponents, or its ladder. The first level that is not won yet is chosen."""
    game = registry.load(name)
    lesson = _lesson_entry(stage, name, game)
    if game.PLAYERS > 1:
        page = MenuPage(game.TITLE, lambda: [*lesson, *_opponents(stage, name, game)], game.AIM)
        page.at = len(lesson)
        return page
    page = MenuPage(game.TITLE, lambda: [*lesson, *_ladder(stage, name, game, None)], game.AIM)
    won = {level for level, result in _best_results(name, game).items() if result.won}
    titles = [entry.text for entry in page.entries()]
    first = "A new match" if not game.DEFAULT else ""
    levels = [level.title for level in registry.levels(game) if level.name not in won]
    page.at = titles.index(next(iter([first] if first else levels), titles[0]))
    return page


def _lesson_entry(stage: "Stage", name: str, game: Game) -> list[MenuEntry]:
    """The game's first lesson, if it has one."""
    steps = guide_of(game).lesson
    if not steps:
        return []
    ideas = ", ".join(step.title.lower() for step in steps)
    about = [f"{len(steps)} positions to try something out in: {ideas}."]
    begin = partial(stage.play, wish(name, lesson=1))
    return [MenuEntry("Learn in two minutes", begin, aside=partial(_demo_aside, name, about))]


def _opponents(stage: "Stage", name: str, game: Game) -> list[MenuEntry]:
    levels = bool(registry.levels(game))

    def begin(against: str | None, side: int | None = None) -> Callable[[], MenuPage | None]:
        if levels:
            return lambda: MenuPage("Level", lambda: _ladder(stage, name, game, against, side))
        return lambda: stage.play(wish(name, against=against, side=side, settings=stage.match_settings(name)))

    entries = []
    for side, colour in enumerate(PLAYER_NAMES, 1):
        for number, level in enumerate(game.LEVELS_OF_PLAY):
            heading = f"Against the machine, you are {colour}" if number == 0 else ""
            aside = partial(_demo_aside, name, [])
            entries.append(MenuEntry(level.capitalize(), begin(level, side), heading=heading, aside=aside))
    curtain = "A curtain hides the board between turns."
    two = MenuEntry("Two on this keyboard", begin(None), heading="Together", aside=lambda: Aside([curtain]))
    return [*entries, two, *settings_entry(stage, name, game)]


def _ladder(stage: "Stage", name: str, game: Game, against: str | None, side: int | None = None) -> list[MenuEntry]:
    best = _best_results(name, game)
    entries = []
    if not game.DEFAULT:
        entries.append(_new_match_entry(stage, name, game, against, side))
    group = ""
    for level in registry.levels(game):
        result = best.get(level.name)
        note = f"{in_short(level.certificate)}  {_stars_of(result)}".strip()
        begin = partial(stage.play, wish(name, level.name, against=against, side=side))
        heading = level.group if level.group != group else ""
        aside = partial(_beside, name, level.name, _about(level, result))
        entries.append(MenuEntry(level.title, begin, note, heading, aside))
        group = level.group
    return [*entries, *(settings_entry(stage, name, game) if game.PLAYERS == 1 else [])]


def _new_match_entry(stage: "Stage", name: str, game: Game, against: str | None, side: int | None) -> MenuEntry:
    """A match without a level, with the settings that were chosen for it."""

    def begin() -> None:
        stage.play(wish(name, against=against, side=side, settings=stage.match_settings(name)))

    best = Results().table(name, game.VERSION, "drawn", game.RANKING, 1)
    about = [_as_sentence(result) for result in best] or ["Not played yet."]
    return MenuEntry("A new match", begin, aside=partial(_beside, name, "", about if game.PLAYERS == 1 else [game.AIM]))


def _beside(game: str, setup: str, texts: list[str]) -> Aside:
    """Sentences and the first board, shown beside an entry that is pointed at."""
    return Aside(texts, game, first_scene(game, setup))


def _stars_of(result: OwnResult | None) -> str:
    if result is None:
        return ""
    if not result.won:
        return "tried"
    return "★" * result.stars + "☆" * (3 - result.stars) if result.stars is not None else "✓"


def _as_sentence(result: OwnResult) -> str:
    return f"{capitalized(result.text())}.".replace("*", "★")


def _about(level: registry.ShippedLevel, result: OwnResult | None) -> list[str]:
    certificate, proved = level.certificate, in_short(level.certificate)
    best = f"Best possible, proved: {certificate.get('length')}." if certificate.get("status") == "OPTIMAL" else ""
    texts = [best or (f"Proved: {proved}." if proved else "")]
    return [text for text in [*texts, _as_sentence(result) if result else "Not played yet."] if text]


def _results_page(stage: "Stage") -> MenuPage:
    def aside(name: str) -> Aside:
        return Aside(_results_of(name))

    def entry(name: str) -> MenuEntry:
        title = registry.load(name).TITLE
        return MenuEntry(title, lambda: stage.show_text(title, _results_of(name)), aside=partial(aside, name))

    return MenuPage("Results", lambda: [entry(name) for name in registry.games()])


def _results_of(name: str) -> list[str]:
    """The best results of a game: of its levels, and of matches by chance."""
    game = registry.load(name)
    titles = {level.name: level.title for level in registry.levels(game)}
    lines = [f"{titles[level]}: {_as_sentence(result)}" for level, result in _best_results(name, game).items()]
    for kind in ("drawn", "named"):
        results = Results().table(name, game.VERSION, kind, game.RANKING, 5)
        how = "With a seed of your own" if kind == "named" else "By chance"
        lines += [f"{how}: {_as_sentence(result)}" for result in results]
    return lines or ["Nothing yet."]


def _own_level_page(stage: "Stage") -> MenuPage:
    names = [name for name in registry.games() if registry.load(name).draft is not None]

    def entry(name: str) -> MenuEntry:
        title = registry.load(name).TITLE
        return MenuEntry(
            title, lambda: stage.ask(f"The file of a level of {title}", lambda path: stage.open_level(name, path))
        )

    return MenuPage("A level of your own", lambda: [entry(name) for name in names])
