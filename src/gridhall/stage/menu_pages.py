"""What the menu offers: matches to go on with, games with their ladders and opponents, records, results, options."""

from argparse import Namespace
from collections.abc import Callable, Sequence
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
from gridhall.stage.menu_entries import Aside, MenuEntry, MenuPage
from gridhall.stage.menu_records import records_page, waiting_entries
from gridhall.stage.menu_settings import options_page, settings_entry
from gridhall.stage.table import PLAYER_NAMES
from gridhall.stage.wishes import level_wish, wish
from gridhall.terminal.certificates import in_short

if TYPE_CHECKING:
    from gridhall.stage.app import Stage


NEW_MATCH = "A new match"  # as the rules say, without a level


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
            MenuEntry("Leave", lambda: stage.leave(), verb="leave"),
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


def game_page(stage: "Stage", name: str, played: str = "") -> MenuPage:
    """A game: its opponents, or its ladder. The title that was played is chosen, or the first level not won yet."""
    game = registry.load(name)
    lesson = _lesson_entry(stage, name, game)
    if game.PLAYERS > 1:
        page = MenuPage(game.TITLE, lambda: [*lesson, *_opponents(stage, name, game)], game.AIM)
        first = next(iter(game.LEVELS_OF_PLAY), "").capitalize()
    else:
        page = MenuPage(game.TITLE, lambda: [*lesson, *_ladder(stage, name, game)], game.AIM)
        won = {level for level, result in _best_results(name, game).items() if result.won}
        levels = [level.title for level in registry.levels(game) if level.name not in won]
        first = next(iter(levels), "") if game.DEFAULT else NEW_MATCH
    titles = [entry.text for entry in page.entries()]
    page.at = next((titles.index(title) for title in (played, first) if title in titles), 0)
    return page


def _lesson_entry(stage: "Stage", name: str, game: Game) -> list[MenuEntry]:
    """The game's first lesson, if it has one."""
    steps = guide_of(game).lesson
    if not steps:
        return []
    ideas = ", ".join(step.title.lower() for step in steps)
    about = [f"{len(steps)} positions to try something out in: {ideas}."]
    begin = partial(stage.play, wish(name, lesson=1))
    return [MenuEntry("Learn in two minutes", begin, aside=partial(_demo_aside, name, about), verb="begin")]


def _opponents(stage: "Stage", name: str, game: Game) -> list[MenuEntry]:
    """The machines on either side, two at one keyboard, the puzzles that one plays alone, the settings."""
    levels = [level for level in registry.levels(game) if not level.side]
    verb = "open" if levels else "play"

    def begin(against: str | None, side: int | None = None) -> Callable[[], MenuPage | None]:
        if levels:
            return lambda: MenuPage("Level", lambda: _levels_for_two(stage, name, game, against, side))
        return lambda: stage.play(wish(name, against=against, side=side, settings=stage.match_settings(name)))

    entries = []
    for side, colour in enumerate(PLAYER_NAMES, 1):
        for number, level in enumerate(game.LEVELS_OF_PLAY):
            heading = f"Against the machine, you are {colour}" if number == 0 else ""
            aside = partial(_demo_aside, name, [])
            entries.append(MenuEntry(level.capitalize(), begin(level, side), "", heading, aside, verb=verb))
    curtain = "A curtain hides the board between turns."
    two = MenuEntry("Two on this keyboard", begin(None), "", "Together", lambda: Aside([curtain]), verb=verb)
    puzzles = [level for level in registry.levels(game) if level.side]
    alone = _level_entries(stage, name, game, puzzles, partial(level_wish, name, game), "Puzzles: ")
    return [*entries, two, *settings_entry(stage, name, game), *alone]


def _levels_for_two(stage: "Stage", name: str, game: Game, against: str | None, side: int | None) -> list[MenuEntry]:
    """The match as the rules say, if there is one, and the levels that both sides play."""

    def wish_for(level: registry.ShippedLevel) -> Namespace:
        return wish(name, level.name, against=against, side=side)

    levels = [level for level in registry.levels(game) if not level.side]
    plain = [] if game.DEFAULT else [_new_match_entry(stage, name, game, against, side)]
    return [*plain, *_level_entries(stage, name, game, levels, wish_for)]


def _ladder(stage: "Stage", name: str, game: Game) -> list[MenuEntry]:
    """What one person plays: the match as the rules say, if there is one, all levels, the settings."""
    plain = [] if game.DEFAULT else [_new_match_entry(stage, name, game, None, None)]
    levels = _level_entries(stage, name, game, registry.levels(game), partial(level_wish, name, game))
    return [*plain, *levels, *settings_entry(stage, name, game)]


def _level_entries(
    stage: "Stage", name: str, game: Game, levels: Sequence[registry.ShippedLevel],
    wish_for: Callable[[registry.ShippedLevel], Namespace], kind: str = "",
) -> list[MenuEntry]:  # fmt: skip
    """An entry for each level, with what is proved of it and one's best result; headings are the ladder's groups."""
    best = _best_results(name, game)
    entries, group = [], ""
    for level in levels:
        result = best.get(level.name)
        note = f"{in_short(level.certificate)}  {_stars_of(result)}".strip()
        heading = f"{kind}{level.group}" if level.group != group else ""
        aside = partial(_beside, name, level.name, _about(game, level, result))
        entries.append(MenuEntry(level.title, partial(stage.play, wish_for(level)), note, heading, aside, verb="play"))
        group = level.group
    return entries


def _new_match_entry(stage: "Stage", name: str, game: Game, against: str | None, side: int | None) -> MenuEntry:
    """A match without a level, with the settings that were chosen for it."""

    def begin() -> None:
        stage.play(wish(name, against=against, side=side, settings=stage.match_settings(name)))

    best = Results().table(name, game.VERSION, "drawn", game.RANKING, 1)
    about = [_as_sentence(result, game) for result in best] or ["Not played yet."]
    aside = partial(_beside, name, "", about if game.PLAYERS == 1 else [game.AIM])
    return MenuEntry(NEW_MATCH, begin, aside=aside, verb="play")


def _beside(game: str, setup: str, texts: list[str]) -> Aside:
    """Sentences and the first board, shown beside an entry that is pointed at."""
    return Aside(texts, game, first_scene(game, setup))


def _stars_of(result: OwnResult | None) -> str:
    if result is None:
        return ""
    if not result.won:
        return "tried"
    return "★" * result.stars + "☆" * (3 - result.stars) if result.stars is not None else "✓"


def _as_sentence(result: OwnResult, game: Game) -> str:
    """A result in words; where a game counts no moves, only whether it was won, and in what time."""
    if not game.RANKING:
        return f"{'Won' if result.won else 'Not won'}, {result.seconds:.0f} s."
    return f"{capitalized(result.text())}.".replace("*", "★")


def _about(game: Game, level: registry.ShippedLevel, result: OwnResult | None) -> list[str]:
    certificate, proved = level.certificate, in_short(level.certificate)
    best = f"Best possible, proved: {certificate.get('length')}." if certificate.get("status") == "OPTIMAL" else ""
    texts = [best or (f"Proved: {proved}." if proved else "")]
    return [text for text in [*texts, _as_sentence(result, game) if result else "Not played yet."] if text]


def _results_page(stage: "Stage") -> MenuPage:
    def aside(name: str) -> Aside:
        return Aside(results_of(name))

    def entry(name: str) -> MenuEntry:
        title = registry.load(name).TITLE
        return MenuEntry(title, lambda: stage.show_text(title, results_of(name)), aside=partial(aside, name))

    return MenuPage("Results", lambda: [entry(name) for name in registry.games()])


def results_of(name: str) -> list[str]:
    """The best results of a game: of its levels, and of matches by chance."""
    game = registry.load(name)
    titles = {level.name: level.title for level in registry.levels(game)}
    lines = [f"{titles[level]}: {_as_sentence(result, game)}" for level, result in _best_results(name, game).items()]
    for kind in ("drawn", "named"):
        results = Results().table(name, game.VERSION, kind, game.RANKING, 5)
        how = "With a seed of your own" if kind == "named" else "By chance"
        lines += [f"{how}: {_as_sentence(result, game)}" for result in results]
    return lines or ["Nothing yet."]


def _own_level_page(stage: "Stage") -> MenuPage:
    names = [name for name in registry.games() if registry.load(name).draft is not None]

    def entry(name: str) -> MenuEntry:
        title = registry.load(name).TITLE
        return MenuEntry(
            title, lambda: stage.ask(f"The file of a level of {title}", lambda path: stage.open_level(name, path))
        )

    return MenuPage("A level of your own", lambda: [entry(name) for name in names])
