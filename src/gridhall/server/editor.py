"""The editor's half in the hall: levels that visitors write.

A text is checked as it grows. It is proved on request, in a process of its own that can be stopped.
"""

import asyncio
import ctypes
import os
import time
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection

from gridhall.draft import Draft
from gridhall.errors import BadSetup
from gridhall.game import EVERYONE, Game
from gridhall.match import Match
from gridhall.registry import load, read_text
from gridhall.server.failures import Refused, log_bug
from gridhall.server.messages.http import Checked, Proof, SetupDefect
from gridhall.server.workers import begin, context

POSITIONS = 2_000_000  # that a proof may store, if they fit into BYTES
BYTES = 400 << 20
PATIENCE = 120.0  # seconds for all of it: the first proof of a game may have to wait for its rules to be compiled
DEFECTS = 100  # listed of one text


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
        return Checked(text, draft, None, defects_of(wrong)[:DEFECTS])


def defects_of(wrong: BadSetup) -> list[SetupDefect]:
    """All that is wrong with a text, as the client shows it."""
    return [SetupDefect(**defect.as_json()) for defect in wrong.defects]


def rewritten(game: Game, text: str, form: str) -> str:
    """A text in another form, `json` or `text`; raises BadSetup."""
    write = {"text": game.write_setup, "json": game.write_json}.get(form)
    if write is None:
        raise Refused("unavailable", f"{game.TITLE} does not write its levels so")
    return write(*game.read_setup(text))


class Prover:
    """Proves a few texts at a time; each search may take so many `seconds` of CPU."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.proof_slots = asyncio.Semaphore(max(1, (os.cpu_count() or 2) // 2))

    async def prove(self, name: str, text: str) -> AsyncIterator[Proof]:
        """How far the proof of a text is, and at the end what is proved. Whoever stops listening stops the proof."""
        yield Proof()  # at once, so that it is known to have begun
        async with self.proof_slots:
            receiver, sender = context().Pipe(duplex=False)
            process = context().Process(target=_prove, args=(sender, name, text, self.seconds), daemon=True)
            await asyncio.to_thread(process.start)
            sender.close()
            try:
                async with asyncio.timeout(PATIENCE):
                    while True:
                        proof: Proof = await asyncio.to_thread(receiver.recv)
                        yield proof
                        if proof.status:
                            return
            except (EOFError, OSError, TimeoutError) as wrong:  # it was killed, or ran out of memory
                log_bug("a proof", wrong)
                yield Proof("OPEN")
            finally:
                process.kill()  # its end of the pipe closes with it, and whoever waits there goes on


def _prove(sender: Connection, name: str, text: str, seconds: float) -> None:
    """Prove a text and tell how far it is; runs in a process of its own, behind everybody else."""
    from gridhall.solve import prove

    begin(say=lambda sentence: sender.send(Proof(preparing=sentence)))
    if hasattr(os, "nice"):
        os.nice(5)
    began: float | None = None  # when the search reported first: preparing it costs nobody's time
    bound = 0

    def progress(positions: int, least: int) -> None:
        nonlocal bound, began
        bound, now = least, time.process_time()
        began = now if began is None else began
        sender.send(Proof(positions=positions, bound=least))
        if now - began > seconds:
            raise TimeoutError

    match = Match.of_text(load(name), text)
    try:
        proved = prove(match, min(POSITIONS, BYTES // ctypes.sizeof(type(match.state))), progress)
        answer = Proof(proved.status, proved.length or 0, proved.bound, proved.nodes, proved.witness or [])
        answer.score, answer.note = proved.score, proved.note
        sender.send(answer)
    except TimeoutError:
        sender.send(Proof("OPEN", bound=bound))


def refuse_unprovable(game: Game, text: str) -> None:
    """Raise what is wrong with a text that shall be proved."""
    if not game.PUZZLE:
        raise Refused("unavailable", f"{game.TITLE} is not a puzzle: there is nothing to prove")
    Match.of_text(game, text)
