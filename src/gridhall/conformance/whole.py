"""What is looked at once: the names of the contract, the shipped levels, and drafts of them."""

from gridhall import contract, registry
from gridhall.game import Game
from gridhall.guide import guide_of
from gridhall.lesson import LessonMatch, is_done
from gridhall.match import Match
from gridhall.rulings import numbers_in

ODD_TEXTS = ("", "\n", "---\n---\n", "; nothing: 7\n", "\x00\ufffd\n", "." * 300, "a\n" * 300)  # no levels


def names(game: Game) -> None:
    defects = contract.defects(game)
    assert not defects, "\n  ".join(defects)


def levels(game: Game) -> None:
    for level in registry.levels(game):
        match = Match(game, level.name)
        witness, length = level.certificate.get("witness"), level.certificate.get("length")
        if witness is None:
            continue
        words = [word for word in witness.split("; ") if word] if isinstance(witness, str) else witness
        for word in words:
            match.play(word)
        assert match.winner, f"{level.name}: the witness leads to {match.outcome!r}, not to a win"
        if game.PUZZLE and length is not None:
            assert length == len(words), f"{level.name}: certified are {length} moves, the witness has {len(words)}"


def lessons(game: Game) -> None:
    for step in guide_of(game).lesson:
        run = LessonMatch(game, step)
        assert not is_done(step, run.match), f"{step.title!r} is done before anything is played"
        for number, word in enumerate(step.way, 1):
            assert not run.done, f"{step.title!r} is done before {word!r}, which its way goes on with"
            assert not run.missed, f"{step.title!r}: nobody can go on before {word!r}"
            run.act(run.match.read(word, run.learner)[1])
            assert run.done or number < len(step.way), f"{step.title!r} is not done by its own way"
        words = f"{step.title} {step.text} {step.after}"
        assert not numbers_in(words), f"{step.title!r} names a ruling to a player: {numbers_in(words)}"


def drafts(game: Game) -> None:
    if game.draft is None:
        return
    for text in ODD_TEXTS:
        game.draft(text)
    for level in registry.levels(game):
        last = len(level.text.splitlines())
        for area in game.draft(level.text).areas:
            inside = area.line >= 1 and area.line + area.rows - 1 <= last
            assert inside, (
                f"{level.name}: a board is said to stand in lines {area.line} on, {area.rows} rows, of {last}"
            )
