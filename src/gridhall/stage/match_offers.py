"""What each key does on the screen of a match, in each of its states."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gridhall.stage.chooser import ARROWS, DIAGONALS
from gridhall.stage.offers import (
    FATAL,
    HELP_KEY,
    MAIN,
    PLAIN,
    KeyOffer,
    choice_offers,
    name_of,
    own_keys,
    tone_of,
    without_doubles,
)
from gridhall.stage.table import (
    AGAIN,
    DRAW,
    HINT,
    NEXT,
    NO,
    ODDS,
    REMATCH,
    RESTART,
    SIT,
    SKIP,
    STORY,
    TICKS,
    UNDO,
    WATCH,
    YES,
    player_name,
)

if TYPE_CHECKING:
    from gridhall.stage.match_screen import MatchScreen


WORDS_KEY = ":"


def offers_of(screen: "MatchScreen") -> list[KeyOffer]:
    """The keys that mean something now, the most important first; a game's own win over the program's."""
    table = screen.table
    if screen.choosing.question is not None:
        return [
            KeyOffer("y", "yes", lambda: screen.choosing.answer(True), FATAL),
            KeyOffer("n", "no", lambda: screen.choosing.answer(False), MAIN),
            KeyOffer("Escape", "no", lambda: screen.choosing.answer(False), shown=False),
        ]
    if table.curtain >= 0:
        name = player_name(table.curtain)
        return [KeyOffer(str(table.curtain + 1), f"I am {name}: show my board", screen.go_on, MAIN), *_program(screen)]
    if screen.film is not None and not screen.film.is_brief:
        return without_doubles([*_film(screen), *_hidden(_play(screen))])
    if screen.film is None and table.handing_over:
        return [KeyOffer("Enter", "hide the board", screen.go_on, MAIN), *_program(screen)]
    if table.thinks or screen.inquiries.asked:
        stop = KeyOffer("Escape", "stop it", table.stop if table.thinks else screen.inquiries.give_up)
        return without_doubles([stop, *(offer for offer in _program(screen) if offer.key != WORDS_KEY)])
    if table.is_cut_off:
        return [offer for offer in _program(screen) if offer.key != WORDS_KEY]
    if table.stopped:
        more = [KeyOffer("z", "take back", lambda: screen.do(UNDO))] if table.can(UNDO) else []
        return [KeyOffer("Enter", "let it think", screen.go_on, MAIN), *more, *_program(screen)]
    if screen.inquiries.frames:
        return without_doubles([*_ticks(screen), *_hidden(_play(screen)), *_program(screen)])
    if table.over:
        return without_doubles([*_ended(screen), *(offer for offer in _program(screen) if offer.key != WORDS_KEY)])
    return without_doubles([*_play(screen), *_program(screen)])


def _hidden(offers: Iterator[KeyOffer]) -> list[KeyOffer]:
    """Keys that work during a film: they end it and are played."""
    return [offer._replace(shown=False) for offer in offers]


def _play(screen: "MatchScreen") -> Iterator[KeyOffer]:
    """Choosing and playing, and what helps with it."""
    table, chooser = screen.table, screen.choosing.chooser
    if table.active:
        if screen.choosing.picked is not None and not screen.choosing.picked.why:
            yield KeyOffer(
                "Enter",
                name_of(screen.choosing.picked).partition(":")[0],
                screen.choosing.play_picked,
                tone_of(screen.choosing.picked),
                True,
                screen.choosing.picked,
            )
        if chooser.chosen_group:
            yield from _crosshair(screen)
        yield from choice_offers(chooser, screen.choosing.take)
        if len(chooser.pieces) > 1 and "Tab" not in own_keys(screen.table.scene):
            yield KeyOffer("Tab", "next piece", lambda: screen.choosing.next_piece(1))
            yield KeyOffer("Shift+Tab", "piece before", lambda: screen.choosing.next_piece(-1), shown=False)
        elif len(screen.choosing.listed()) > 1:
            yield KeyOffer("Tab", "look at each", lambda: screen.choosing.look_at_next(1))
            yield KeyOffer("Shift+Tab", "the one before", lambda: screen.choosing.look_at_next(-1), shown=False)
        if chooser.has_stepped or screen.choosing.picked is not None:
            yield KeyOffer("Escape", "back", screen.choosing.back)
    yield from _helps(screen)


def _crosshair(screen: "MatchScreen") -> Iterator[KeyOffer]:
    """A group was chosen by hand: a direction points at a place, and Enter, or the same direction, takes it."""
    chooser, picked = screen.choosing.chooser, screen.choosing.picked
    for key in (*ARROWS, *DIAGONALS):
        aimed = chooser.toward(key)
        if aimed is not None and aimed.choice is not None:
            choice = aimed.choice
            text = name_of(choice) if picked is not None and picked.action == choice.action else "aim"
            yield KeyOffer(key, text, partial(screen.choosing.aim, choice), tone_of(choice), choice=choice)


def _helps(screen: "MatchScreen") -> Iterator[KeyOffer]:
    table = screen.table
    if table.can(UNDO):
        yield KeyOffer("z", "take back", lambda: screen.do(UNDO))
    if table.can(HINT):
        for key in ("h", "H"):  # the second where the game has the first
            yield KeyOffer(key, "hint", screen.inquiries.hint, shown=key == "h" or "h" in own_keys(table.scene))
    if table.can(ODDS):
        yield KeyOffer("o", "odds", screen.inquiries.odds)
    if table.can(TICKS):
        yield KeyOffer("t", "ticks", screen.inquiries.ticks)
    if table.can(WATCH):
        yield KeyOffer(",", "look back", screen.inquiries.look_back)
    if table.can(RESTART):
        yield KeyOffer("R", "begin again", screen.restart)
    if table.can(SKIP):
        yield KeyOffer("K", "skip this step", lambda: screen.do(SKIP))
    for what, key, text in (
        (YES, "Y", "accept"), (NO, "N", "decline"), (SIT, "S", "sit down"),
        (DRAW, "D", "offer a draw"),
    ):  # fmt: skip
        if table.can(what):
            yield KeyOffer(key, text, partial(screen.do, what), MAIN if what in (YES, SIT) else PLAIN)


def _film(screen: "MatchScreen") -> Iterator[KeyOffer]:
    """The film's controls, but for keys that are the game's: those end the film and are played."""
    film = screen.film
    assert film is not None
    own = own_keys(screen.table.scene) if screen.table.active and not film.whole else set()
    offers = [
        KeyOffer(" ", "go on" if film.paused else "pause", screen.projector.pause),
        KeyOffer("ArrowLeft", "back", lambda: screen.projector.scrub(-1)),
        KeyOffer("ArrowRight", "on", lambda: screen.projector.scrub(1)),
        KeyOffer(",", "back", lambda: screen.projector.scrub(-1), shown="ArrowLeft" in own),
        KeyOffer(".", "on", lambda: screen.projector.scrub(1), shown="ArrowRight" in own),
        KeyOffer("Home", "start", lambda: screen.projector.jump(0), shown=film.whole),
        KeyOffer("End", "end", lambda: screen.projector.jump(len(film.stills)), shown=film.whole),
        KeyOffer("+", "faster", lambda: screen.projector.change_speed(2.0)),
        KeyOffer("-", "slower", lambda: screen.projector.change_speed(0.5)),
        KeyOffer("Enter", "close" if film.whole else "skip", screen.projector.end, MAIN),
        KeyOffer("Escape", "close", screen.projector.end, shown=False),
    ]
    yield from (offer for offer in offers if offer.key not in own or offer.key in ("Enter", "Escape"))


def _ticks(screen: "MatchScreen") -> Iterator[KeyOffer]:
    yield KeyOffer("ArrowLeft", "tick before", lambda: screen.inquiries.step_tick(-1))
    yield KeyOffer("ArrowRight", "next tick", lambda: screen.inquiries.step_tick(1))
    yield KeyOffer("Escape", "close", screen.inquiries.leave_ticks, MAIN)
    yield KeyOffer("t", "close", screen.inquiries.leave_ticks, shown=False)


def _ended(screen: "MatchScreen") -> Iterator[KeyOffer]:
    """The bar after the end: next, retry, undo, watch, story, menu. After a loss Enter tries it again."""
    table = screen.table
    following = [
        KeyOffer("n", table.next_name, screen.next_level),
        KeyOffer("Enter", table.next_name, screen.next_level, shown=False),
    ]
    again = [KeyOffer(key, "play again", partial(screen.do, AGAIN), shown=key == "r") for key in ("r", "R", "Enter")]
    ways = [following] * table.can(NEXT) + [again] * table.can(AGAIN)
    if table.outcome is not None and not table.outcome.won:
        ways.reverse()
    for number, way in enumerate(ways):
        yield from (offer._replace(tone=MAIN if number == 0 else PLAIN) for offer in way)
    if table.can(REMATCH):
        yield KeyOffer("r", "rematch", lambda: screen.do(REMATCH), MAIN)
    if table.can(UNDO):
        yield KeyOffer("z", "take back", lambda: screen.do(UNDO))
    if table.can(WATCH):
        yield KeyOffer("w", "watch it", screen.inquiries.look_back)
        yield KeyOffer(",", "watch it", screen.inquiries.look_back, shown=False)
    if table.can(TICKS):
        yield KeyOffer("t", "ticks", screen.inquiries.ticks)
    if table.can(STORY):
        yield KeyOffer("s", "story", screen.inquiries.story)
    for what, key, text in ((YES, "Y", "accept"), (NO, "N", "decline")):
        if table.can(what):
            yield KeyOffer(key, text, partial(screen.do, what), MAIN)
    yield KeyOffer("m", "menu", screen.leave)
    yield KeyOffer("Escape", "menu", screen.leave, shown=False)


def _program(screen: "MatchScreen") -> list[KeyOffer]:
    """What there always is; behind the curtain nothing that tells of the match."""
    leaving = KeyOffer("Escape", "menu", screen.leave)
    if screen.table.curtain >= 0:
        return [leaving]
    words = [KeyOffer(WORDS_KEY, "words", screen.type_word)] if screen.table.words() else []  # who watches has none
    offers = [*words, KeyOffer(HELP_KEY, "help", screen.inquiries.help), leaving]
    if screen.table.log:
        offers += [
            KeyOffer("PageUp", "log", lambda: screen.scroll_log(3), shown=False),
            KeyOffer("PageDown", "log", lambda: screen.scroll_log(-3), shown=False),
        ]
    return offers
