"""Pages of the menu on which something is set: the program itself, and the settings of a match."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gridhall.game import Game
from gridhall.options import Option
from gridhall.stage.menu_entries import Aside, MenuEntry, MenuPage

if TYPE_CHECKING:
    from gridhall.stage.app import Stage

SPEEDS = (0.0, 0.5, 1.0, 2.0, 4.0)
USUAL = "worked out"  # what stands for a setting that the game works out


def options_page(stage: "Stage") -> MenuPage:
    """The program's own settings."""
    settings = stage.settings

    def change(name: str, values: Sequence[object]) -> Callable[[int], None]:
        def go(by: int) -> None:
            setattr(settings, name, _next_of(values, getattr(settings, name), by))
            stage.settings_changed()

        return go

    def entries() -> list[MenuEntry]:
        speed = "no films" if not settings.speed else f"{settings.speed:g}x"
        yes = ("no", "yes")
        return [
            _setting("Theme", change("theme", ("auto", "light", "dark")), settings.theme),
            _setting("Speed of films", change("speed", SPEEDS), speed),
            _setting("Ask before what surely loses", change("asks", (True, False)), yes[settings.asks]),
            _setting("Signs", change("signs", ("unicode", "ascii")), settings.signs),
            _setting("Show all boards of a level", change("both", (True, False)), yes[settings.both]),
        ]

    return MenuPage("Options", entries)


def _next_of(values: Sequence[object], now: object, by: int) -> object:
    return values[(values.index(now) + by) % len(values)] if now in values else values[0]


def _setting(text: str, change: Callable[[int], None], note: str, heading: str = "", about: str = "") -> MenuEntry:
    return MenuEntry(text, lambda: change(1), note, heading, lambda: Aside([about]), change)


def settings_entry(stage: "Stage", name: str, game: Game) -> list[MenuEntry]:
    """The entry that leads to the settings of a match without a level; none for a game that has no settings."""
    if not game.OPTIONS:
        return []
    changed = stage.match_settings(name)
    note = f"{len(changed)} changed" if changed else "as usual"
    sentences = [f"{option.title}: {changed[option.name]}" for option in game.OPTIONS if option.name in changed]
    page = _match_settings_page(stage, name, game)
    return [MenuEntry("Settings of the match", lambda: page, note, "Settings", lambda: Aside(sentences))]


def _match_settings_page(stage: "Stage", name: str, game: Game) -> MenuPage:
    chosen = stage.match_settings(name)

    def change(option: Option) -> Callable[[int], None]:
        def go(by: int) -> None:
            value = str(_next_of(_values_of(option), chosen.get(option.name, option.default), by))
            chosen.pop(option.name, None)
            if value != option.default:
                chosen[option.name] = value

        return go

    def entries() -> list[MenuEntry]:
        lines, group = [], ""
        for option in sorted(game.OPTIONS, key=_group_order(game)):
            value = chosen.get(option.name, option.default) or USUAL
            mark = "" if option.name not in chosen else " *"
            heading = option.group if option.group != group else ""
            lines.append(_setting(option.title, change(option), f"{value}{mark}", heading, _about(option)))
            group = option.group
        return [*lines, MenuEntry("All as usual", chosen.clear, heading="Back", verb="set all as usual")]

    return MenuPage("Settings", entries)


def _group_order(game: Game) -> Callable[[Option], int]:
    groups = list(dict.fromkeys(option.group for option in game.OPTIONS))
    return lambda option: groups.index(option.group)


def _values_of(option: Option) -> list[str]:
    """The values one after the other; the default's place may be empty, where the game works it out."""
    numbers = [str(number) for number in range(option.least, option.most + 1, option.step)]
    values = option.words or numbers
    return values if option.default in values else [option.default, *values]


def _about(option: Option) -> str:
    usual = f" Usually {option.default}." if option.default else ""
    reach = "" if option.words else f" From {option.least} to {option.most}."
    return f"{option.meaning[:1].upper()}{option.meaning[1:].rstrip('.')}.{usual}{reach}"
