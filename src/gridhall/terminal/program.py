"""Play for programs: words on standard input, each answered at once by a line of JSON."""

import sys
from argparse import Namespace

from gridhall.commands.run import Lines, answer, words
from gridhall.errors import NotYourTurn
from gridhall.game import EVERYONE
from gridhall.match import split_player
from gridhall.terminal.kept import KeptMatch, wanted_match
from gridhall.terminal.screen import note


def play_lines(chosen: Namespace) -> int:
    """Play the words that come, whoever they are for; 1 if one was refused.

    Against a machine the words are those of the person's seat, and the lines tell what that player may know, as those
    of `run --as` do. Like at the prompt the match is written down while it is played, and can be gone on with.
    """
    kept = wanted_match(chosen, _complain, _complain)
    own = kept.people[0] if kept.machines else None
    lines = Lines(kept.match, EVERYONE if own is None else own)
    refused = False
    try:
        kept.begin()
        lines.start()
        _let_machines_play(kept, own, lines)
        for text in sys.stdin:
            for word in words(text):
                refused |= not answer(kept.match, word, lines.viewer, lines, own, lambda word: _play(kept, own, word))
                _let_machines_play(kept, own, lines)
        if kept.name and kept.match.plies and not kept.match.over:
            note(f"Saved. Go on with `gridhall play --resume {kept.name}`.")
    finally:
        kept.close()
    return int(refused)


def _complain(text: str) -> None:
    print(f"gridhall: {text}", file=sys.stderr, flush=True)


def _play(kept: KeptMatch, own: int | None, text: str) -> None:
    """Play a word; against a machine only the person's own."""
    named, _ = split_player(text, kept.game.PLAYERS)
    if own is not None and named is not None and named != own:
        raise NotYourTurn(f"you are player {own + 1}; player {named + 1} is the machine")
    kept.act(*kept.match.read(text, own))


def _let_machines_play(kept: KeptMatch, own: int | None, lines: Lines) -> None:
    """Let the machines play until the person may, and show what the person can tell of it."""
    while own is not None and not kept.match.over and own not in kept.match.acting:
        player = kept.match.acting[0]
        kept.act(player, kept.machine_action(player))
        lines.seen(player)
    sys.stdout.flush()
