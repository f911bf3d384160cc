"""Look at matches that were played, and at levels: replay, verify, draw."""

import hashlib
import json
import os
from argparse import Namespace
from pathlib import Path
from typing import Any

from gridhall import registry
from gridhall.commands.run import seat
from gridhall.errors import BadRecord, GridhallError, IllegalAction, Unavailable, Usage
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.record import record_lines
from gridhall.record import replay as replayed
from gridhall.replay import moments_of
from gridhall.scene import Scene
from gridhall.terminal.keys import Keyboard
from gridhall.terminal.screen import Screen


def replay(chosen: Namespace) -> int:
    """Show a recorded match, ply by ply; or write it as an animation."""
    match, _ = _read(chosen.record)
    viewer = _viewer(match, chosen.viewer)
    moments = moments_of(match, viewer)
    if chosen.gif:
        from gridhall.render.picture import write_gif

        _write(
            chosen.gif,
            lambda: write_gif(
                [moment.scene for moment in moments], chosen.gif, registry.folder_of(match.game), dark=chosen.dark
            ),
        )
        print(
            json.dumps({"gif": chosen.gif, "moments": len(moments)})
            if chosen.json
            else f"{chosen.gif}: {len(moments)} moments"
        )
        return 0
    if chosen.json:
        from gridhall.scene import as_json

        for number, moment in enumerate(moments):
            print(json.dumps({"frame": number, "text": moment.text, "scene": as_json(moment.scene)}))
        return 0
    with Keyboard(keys=not chosen.plain) as keyboard:
        screen = Screen(chosen, keyboard)
        if chosen.step:
            for moment in moments:
                screen.draw(moment.scene, [moment.text] if moment.text else [])
                if keyboard.line("Enter: on. ") is None:
                    break
            return 0
        screen.play(moments, f"{match.game.TITLE}  ", always=True)
        screen.draw(moments[-1].scene)
        for text in story(match):
            screen.tell(text)
    return 0


def _read(name: str) -> tuple[Match, list[dict[str, Any]]]:
    """The match of a record: a file, or the name of a saved match."""
    from gridhall.terminal import saves

    path = Path(name)
    if (
        not path.exists()
        and os.sep not in name
        and not name.endswith(saves.ENDING)
        and (saves.folder() / f"{name}{saves.ENDING}").is_file()
    ):
        path = saves.path_of(name)
    lines = record_lines(path, partial=True)
    return replayed(lines), lines


def _viewer(match: Match, text: str | None) -> int:
    """Whose eyes; a running match with secrets is shown only to a player, as he may see it."""
    viewer = seat(text, match.game.PLAYERS)
    if match.game.SECRETS and not match.over and not 0 <= viewer < match.game.PLAYERS:
        raise IllegalAction(
            f"this match of {match.game.TITLE} is not over, and it has secrets; say whose seat is yours, as in `--as 1`"
        )
    if viewer == EVERYONE and match.game.PLAYERS == 1:
        return 0
    return viewer


def story(match: Match) -> list[str]:
    """After the end: where it turned, if the game can say."""
    if not match.over or match.game.review is None:
        return []
    players, actions = [ply.player for ply in match.plies], [ply.action for ply in match.plies]
    told: list[str] = match.game.review(match.setup, match.states(), players, actions)
    return told


def verify(chosen: Namespace) -> int:
    """Play each record again, compare every hash, and print the verdict; 1 if one is not as it should be."""
    return max(_verify(name, chosen.json) for name in chosen.records)


def _verify(name: str, as_json: bool) -> int:
    try:
        match, lines = _read(name)
        if match.game.SECRETS and not match.over:
            return _sealed(name, as_json)
        dice = _check_commitment(lines)
    except GridhallError as wrong:
        print(
            json.dumps({"record": name, "valid": False, "error": wrong.as_json()})
            if as_json
            else f"{name}: NOT VALID: {wrong}"
        )
        return 1
    plies, outcome = len(match.plies), match.outcome
    if as_json:
        found = {
            "record": name,
            "valid": True,
            "game": match.name,
            "version": match.game.VERSION,
            "plies": plies,
            "outcome": outcome,
            "undone": match.undone,
        }
        print(json.dumps({**found, "open": bool(lines[0].get("open")), "commit": dice}))
    else:
        notes = [f"{match.undone} taken back"] if match.undone else []
        notes += ["open: a person chose the seed or the map"] if lines[0].get("open") else []
        notes += ["the dice are those committed to before the match"] if dice else []
        print(
            f"{name}: valid, {match.game.TITLE} version {match.game.VERSION}, {plies} words, {outcome}{''.join('; ' + note for note in notes)}"
        )
    return 0


def _sealed(name: str, as_json: bool) -> int:
    wrong = IllegalAction("the match is not over, and it has secrets: nothing is told of it before its end")
    print(
        json.dumps({"record": name, "valid": None, "error": wrong.as_json()}) if as_json else f"{name}: sealed: {wrong}"
    )
    return 1


def _check_commitment(lines: list[dict[str, Any]]) -> bool | None:
    """Whether the seed is the one committed to before the match; None where nothing was."""
    commit, nonce = lines[0].get("commit"), lines[-1].get("nonce")
    if commit is None or "end" not in lines[-1]:
        return None
    try:
        found = hashlib.sha256(bytes.fromhex(str(nonce)) + int(lines[0]["seed"]).to_bytes(8, "big")).hexdigest()
    except (TypeError, ValueError) as wrong:
        raise BadRecord("the record commits to a seed but does not reveal its nonce at the end") from wrong
    if found != commit:
        raise BadRecord(f"the seed is not the one committed to: expected {commit}, found {found}")
    return True


def draw(chosen: Namespace) -> int:
    """Write a picture of a level's start."""
    from gridhall.render.picture import write_picture

    if not chosen.output.lower().endswith((".svg", ".png")):
        raise Usage(f"{chosen.output}: the file must end in .svg or .png")
    match = Match(chosen.game, chosen.setup, chosen.seed)
    viewer = seat(chosen.viewer, match.game.PLAYERS)
    if viewer == EVERYONE and match.game.PLAYERS == 1:
        viewer = 0
    scene: Scene = match.scene(viewer)
    folder = Path(chosen.theme) if chosen.theme else registry.folder_of(match.game)
    if chosen.theme and not (folder / "theme.svg").is_file():
        raise Unavailable(f"{chosen.theme}: there is no theme.svg in this folder")
    _write(chosen.output, lambda: write_picture(scene, chosen.output, folder, cell=chosen.cell, dark=chosen.dark))
    print(json.dumps({"picture": chosen.output}) if chosen.json else chosen.output)
    return 0


def _write(path: str, work: Any) -> None:
    try:
        work()
    except OSError as wrong:
        raise Unavailable(f"{path} cannot be written: {wrong.strerror or wrong}") from wrong
