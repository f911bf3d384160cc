"""Matches on disk in the menu: those to go on with, and all of them to be watched again."""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.errors import GridhallError, Unavailable
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.stage.menu_entries import Aside, MenuEntry, MenuPage
from gridhall.stage.wishes import wish
from gridhall.terminal import saves

if TYPE_CHECKING:
    from gridhall.stage.app import Stage

MOST_WAITING = 3  # matches that are offered to be gone on with
MOST_RECORDS = 200


def waiting_entries(stage: "Stage") -> list[MenuEntry]:
    """The matches that were left in their midst, the last one first."""
    try:
        known = [saved for saved in saves.unfinished() if registry.can_play(saved.head["game"])]
    except Unavailable as wrong:
        return [_trouble(wrong, "Continue")]
    waiting = [saved for saved in known[: 2 * MOST_WAITING] if not saves.trouble_with(saved)][:MOST_WAITING]
    entries = [_entry(saved, partial(stage.play, wish(resume=saved.name)), "go on") for saved in waiting]
    if entries:
        entries[0].heading = "Continue"
    return entries


def records_page(stage: "Stage") -> MenuPage:
    def entries() -> list[MenuEntry]:
        try:
            known = [saved for saved in saves.recorded() if registry.can_play(saved.head["game"])][:MOST_RECORDS]
        except Unavailable as wrong:
            return [_trouble(wrong)]
        lines = [_entry(saved, partial(stage.watch_record, saved.name), "watch") for saved in known]
        return lines or [MenuEntry("No match has been played yet", None)]

    return MenuPage("Records", entries)


def _trouble(wrong: Unavailable, heading: str = "") -> MenuEntry:
    return MenuEntry("Your matches cannot be read", None, heading=heading, aside=lambda: Aside([str(wrong)]))


def _entry(saved: saves.Saved, act: Callable[[], None], verb: str) -> MenuEntry:
    return MenuEntry(_title(saved), act, _when(saved), aside=partial(_aside, saved), verb=verb)


def _title(saved: saves.Saved) -> str:
    game = registry.load(saved.head["game"])
    titles = {level.name: level.title for level in registry.levels(game)}
    level = str(saved.head.get("level") or "")
    return f"{game.TITLE}: {titles.get(level, level)}" if level else game.TITLE


def _when(saved: saves.Saved) -> str:
    return time.strftime("%d %b %H:%M", time.localtime(saved.changed))


def _aside(saved: saves.Saved) -> Aside:
    return Aside(later=partial(_full_aside, saved))


def _full_aside(saved: saves.Saved) -> Aside:
    """How the match stands, and its board; of one between two people nothing is shown before its end."""
    try:
        match, _ = saves.read(str(saved.path))
    except GridhallError as wrong:
        return Aside([str(wrong)])
    players = saves.players_of(saved.head)
    secret = match.game.SECRETS and not match.over and players.count(saves.PERSON) > 1
    person = players.index(saves.PERSON) if saves.PERSON in players else 0
    viewer = EVERYONE if match.over and match.game.PLAYERS > 1 else person
    scene = None if secret else match.scene(viewer)
    ending = [scene.outcome.title, *scene.outcome.lines] if scene is not None and scene.outcome is not None else []
    machine = next((name.removeprefix(saves.MACHINE) for name in players if name.startswith(saves.MACHINE)), "")
    against = [f"Against the machine: {machine}."] if machine else []
    return Aside([*ending, _count(match), *against, saved.name], match.name, scene)


def _count(match: Match) -> str:
    count = len(match.plies)
    return f"{count} {'move' if count == 1 else 'moves'} {'in all' if match.over else 'so far'}."
