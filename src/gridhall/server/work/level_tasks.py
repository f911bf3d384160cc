"""What workers do for whoever makes levels: they check texts, write them in another form, prove them and make new ones.

As all tasks they get the game's name first and are run through the hall's budget (see budget.py).
"""

import ctypes
import time
from typing import TYPE_CHECKING

from gridhall.errors import BadSetup
from gridhall.game import Seed
from gridhall.match import Match
from gridhall.options import arguments_of
from gridhall.registry import load
from gridhall.server.failures import Refused
from gridhall.server.messages.http import NewLevel, Proof
from gridhall.server.pages import editor
from gridhall.server.rooms.encoding import packed
from gridhall.server.work.workers import report

if TYPE_CHECKING:
    from gridhall.solve import Certificate

POSITIONS = 2_000_000  # that a proof may store, if they fit into BYTES
BYTES = 300 << 20
EVERY = 0.1  # seconds between two reports of how many drafts were tried
NONE_IN_TIME = "no such level was found in the time there is; ask for something easier, or try again"


def check(name: str, text: str) -> bytes:
    """A text as it stands: Checked."""
    return packed(editor.checked(load(name), text))


def refuse_bad(name: str, text: str, seed: Seed) -> None:
    """Raise BadSetup unless a match can be made of this text."""
    Match.of_text(load(name), text, seed)


def rewrite(name: str, text: str, form: str) -> str:
    """A text in another form."""
    return editor.rewritten(load(name), text, form)


def refuse_unprovable(name: str, text: str) -> None:
    """Raise what is wrong with a text that shall be proved."""
    game = load(name)
    if not game.PUZZLE:
        raise Refused("unavailable", f"{game.TITLE} is not a puzzle: there is nothing to prove")
    Match.of_text(game, text)


def refuse_unmakable(name: str, options: dict[str, str]) -> None:
    """Raise what is wrong with a wish for a new level."""
    game = load(name)
    if game.generate is None:
        raise Refused("unavailable", f"{game.TITLE} makes no levels by itself")
    arguments_of(game.generate, options)


class _Stopwatch:
    """Raises TimeoutError, when it is asked, after so many seconds of this process's CPU since it was first asked."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began: float | None = None  # when the search reported first: preparing it costs nobody's time

    def check(self) -> None:
        now = time.process_time()
        self.began = now if self.began is None else self.began
        if now - self.began > self.seconds:
            raise TimeoutError


def prove(name: str, text: str, seconds: float) -> Proof:
    """Prove a text in so many seconds of CPU, and report how far it is."""
    from gridhall.solve import prove as solver_prove

    watch, bound = _Stopwatch(seconds), 0

    def progress(positions: int, least: int) -> None:
        nonlocal bound
        bound = least
        report(Proof(positions=positions, bound=least))
        watch.check()

    match = Match.of_text(load(name), text)
    try:
        return _as_proof(solver_prove(match, _positions(match), progress))
    except TimeoutError:
        return Proof("OPEN", bound=bound)


def new_level(name: str, seed: Seed, options: dict[str, str], seconds: float) -> NewLevel:
    """Make a level in so many seconds of CPU, and report how many drafts were tried."""
    from gridhall.solve import prove as solver_prove
    from gridhall.solve.generation import generate

    watch, game, said = _Stopwatch(seconds), load(name), 0.0
    assert game.generate is not None  # refuse_unmakable has looked

    def on_draft(drafts: int) -> None:
        nonlocal said
        watch.check()
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            report(NewLevel(drafts))

    def progress(positions: int, least: int) -> None:
        watch.check()

    try:
        text, certificate = generate(game, seed, arguments_of(game.generate, options), None, progress, on_draft)
        if game.PUZZLE and (certificate is None or certificate.witness is None):
            match = Match.of_text(game, text)
            certificate = solver_prove(match, _positions(match), progress)
        return NewLevel(text=text, proof=_as_proof(certificate) if certificate else None)
    except TimeoutError:
        return NewLevel(problem=NONE_IN_TIME)
    except BadSetup as wrong:
        return NewLevel(problem=str(wrong))


def _positions(match: Match) -> int:
    """How many positions a proof may store."""
    return min(POSITIONS, BYTES // ctypes.sizeof(type(match.state)))


def _as_proof(proved: "Certificate") -> Proof:
    """A certificate as the client is told it."""
    answer = Proof(proved.status, proved.length or 0, proved.bound, proved.nodes, proved.witness or [])
    answer.score, answer.note = proved.score, proved.note
    return answer
