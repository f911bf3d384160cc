"""The editor's half in the hall: levels that visitors write, checked as they grow. Workers do it (see tasks.py)."""

from typing import Any

from gridhall.draft import Draft
from gridhall.errors import BadSetup, Defect
from gridhall.game import EVERYONE, Game
from gridhall.match import Match
from gridhall.registry import read_text
from gridhall.rulings import numbers_in, plain
from gridhall.server.failures import Refused
from gridhall.server.messages.http import Checked, SetupDefect
from gridhall.server.work.workers import first_defects


def checked(game: Game, text: str) -> Checked:
    """A text as it stands: where its boards are drawn, and its first scene or else its defects.

    Without a text it is the one a new level begins with.
    """
    text = text or game.BLANK or read_text(game, None)
    draft = game.draft(text) if game.draft is not None else Draft()
    try:
        # It is the visitor's own: nothing of it is secret.
        return Checked(text, draft, Match.of_text(game, text).scene(EVERYONE))
    except BadSetup as wrong:
        return Checked(text, draft, None, defects_of(wrong))


def defects_of(wrong: BadSetup) -> list[SetupDefect]:
    """What is wrong with a text, as the client shows it: of very much the first hundred, and how many more."""
    return [_shown(defect) for defect in first_defects(wrong)]


def _shown(defect: Defect) -> SetupDefect:
    """A defect as people read it: the numbers of rulings stand apart."""
    fields: dict[str, Any] = {
        name: plain(value) if isinstance(value, str) else value for name, value in defect.as_json().items()
    }
    return SetupDefect(**fields, rule=", ".join(numbers_in(str(defect))))


def rewritten(game: Game, text: str, form: str) -> str:
    """A text in another form, `json` or `text`; raises BadSetup."""
    write = {"text": game.write_setup, "json": game.write_json}.get(form)
    if write is None:
        raise Refused("unavailable", f"{game.TITLE} does not write its levels so")
    return write(*game.read_setup(text))
