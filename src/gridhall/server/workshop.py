"""The workshop: levels that visitors write.

A text is looked at as it grows; it is proved on request, in a process of its own that can be stopped.
"""

import asyncio
import ctypes
import os
import time
from collections.abc import AsyncIterator
from typing import Any

from gridhall.draft import Draft
from gridhall.errors import BadSetup
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.registry import load, read_text
from gridhall.server.messages import Checked, Defect, Proof
from gridhall.server.rooms import Refused, note_bug
from gridhall.server.workers import begin, context

POSITIONS = 2_000_000  # a proof may store, if they fit into
BYTES = 400 << 20
PATIENCE = 120.0  # seconds for all of it: the first proof of a game may have to wait for its rules to be compiled
DEFECTS = 100  # told of one text


def checked(game: Any, text: str) -> Checked:
    """A text as it stands: where its boards are drawn, and its first scene or else its defects.

    Without a text it is the one a new level begins with.
    """
    text = text or game.BLANK or read_text(game, None)
    draft = game.draft(text) if game.draft is not None else Draft()
    try:
        # It is the visitor's own: nothing of it is secret.
        return Checked(text, draft, Match.of_text(game, text).scene(EVERYONE))
    except BadSetup as wrong:
        return Checked(text, draft, None, [Defect(**one.as_json()) for one in wrong.defects[:DEFECTS]])


def rewritten(game: Any, text: str, form: str) -> str:
    """A text in another form, `json` or `text`; raises BadSetup."""
    writers = {"text": game.write_setup, "json": game.write_json}
    write = writers.get(form)
    if write is None:
        raise Refused("unavailable", f"{game.TITLE} does not write its levels so")
    written: str = write(*game.read_setup(text))
    return written


class Workshop:
    """A few benches, each with room for one proof at a time, which may search for so many `seconds` of CPU."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.benches = asyncio.Semaphore(max(1, (os.cpu_count() or 2) // 2))

    async def prove(self, name: str, text: str) -> AsyncIterator[Proof]:
        """How far the proof of a text is, and at the end what is proved. Whoever stops listening stops the proof."""
        yield Proof()  # at once, so that it is known to have begun
        async with self.benches:
            receiver, sender = context().Pipe(duplex=False)
            process = context().Process(target=_prove, args=(sender, name, text, self.seconds), daemon=True)
            await asyncio.to_thread(process.start)
            sender.close()
            try:
                async with asyncio.timeout(PATIENCE):
                    while True:
                        found: Proof = await asyncio.to_thread(receiver.recv)
                        yield found
                        if found.status:
                            return
            except (EOFError, OSError, TimeoutError) as wrong:  # it was killed, or ran out of memory
                note_bug("a proof", wrong)
                yield Proof("OPEN")
            finally:
                process.kill()  # its end of the pipe closes with it, and whoever waits there goes on


def _prove(sender: Any, name: str, text: str, seconds: float) -> None:
    """Prove a text and tell how far it is; runs in a process of its own, behind everybody else."""
    from gridhall.solve import prove

    begin(say=lambda text: sender.send(Proof(preparing=text)))
    if hasattr(os, "nice"):
        os.nice(5)
    began: list[float] = []
    bound = 0

    def progress(positions: int, least: int) -> None:
        nonlocal bound
        bound = least
        began.append(time.process_time())
        sender.send(Proof(positions=positions, bound=least))
        if began[-1] - began[0] > seconds:
            raise TimeoutError

    match = Match.of_text(load(name), text)
    try:
        found = prove(match, min(POSITIONS, BYTES // ctypes.sizeof(type(match.state))), progress)
        sender.send(
            Proof(
                found.status, found.length or 0, found.bound, found.nodes, found.witness or [], found.score, found.note
            )
        )
    except TimeoutError:
        sender.send(Proof("OPEN", bound=bound))


def refuse_unproved(game: Any, text: str) -> None:
    """Raise what is wrong with a text that shall be proved."""
    if not game.PUZZLE:
        raise Refused("unavailable", f"{game.TITLE} is not a puzzle: there is nothing to prove")
    Match.of_text(game, text)
