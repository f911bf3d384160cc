"""The keys that mean something now, each with what it does: the bar shows this list, and keys are looked up in it.

So the bar cannot be wrong: whatever a key does stands in one `KeyOffer`, made from the scene and the table.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from gridhall.scene import Choice, Scene, danger_words
from gridhall.stage.choice_groups import capitalized
from gridhall.stage.chooser import ARROWS, DIAGONALS, Chooser, Picked, same_key
from gridhall.stage.keyboard import label_of

HELP_KEY = "?"
FATAL, RISKY, IDLE, REFUSED, PLAIN, MAIN = "fatal", "risky", "idle", "refused", "plain", "main"
SIGNS = {FATAL: "!", RISKY: "?", IDLE: "–", REFUSED: "×"}


class KeyOffer(NamedTuple):
    """A key, what it does in a few words, and how that is marked. `shown` is False for second keys of a thing."""

    key: str
    text: str
    act: Callable[[], None]
    tone: str = PLAIN
    shown: bool = True
    choice: Choice | None = None

    def label(self, fancy: bool = True) -> str:
        return label_of(self.key, fancy)


def tone_of(choice: Choice) -> str:
    """How a choice is marked: surely fatal, likely fatal, without effect, impossible, or what a turn comes to.

    What gives the match up is not marked, as in the browser: it is asked about, and no mistake.
    """
    if choice.why:
        return REFUSED
    if choice.gives_up:
        return PLAIN
    if choice.danger:
        return FATAL
    if choice.risk or choice.hopeless:
        return RISKY
    return IDLE if choice.idle else MAIN if choice.main else PLAIN


def sign_of(choice: Choice) -> str:
    """The same as a sign, for those who see no colours.

    ! is fatal, ?40% likely fatal, ? leaves no way out, - is wasted, x impossible.
    """
    tone = tone_of(choice)
    if tone == RISKY:
        return f"?{choice.risk}%" if choice.risk else "?"
    return SIGNS.get(tone, "")


def danger_first(choice: Choice, text: str) -> str:
    """What is told of a choice, after what it threatens; a preview has the odds of losing at its end, too."""
    words = danger_words(choice)
    threat = f"{capitalized(words)}." if words else ""
    return f"{threat} {capitalized(text.removesuffix(threat).rstrip())}".strip()


def name_of(choice: Choice) -> str:
    return choice.name or choice.word


def short_name(choice: Choice) -> str:
    """A choice's name without what stands behind a colon, which the panel tells."""
    return name_of(choice).partition(":")[0]


def choice_offers(chooser: Chooser, pick: Callable[[Picked], None]) -> Iterator[KeyOffer]:
    """A key for each choice, group, piece and direction that has one; none is offered twice."""
    taken: set[str] = set()

    def offer(
        key: str, text: str, tone: str = PLAIN, choice: Choice | None = None, shown: bool = True
    ) -> Iterator[KeyOffer]:
        if key and key not in taken:
            taken.add(key)
            yield KeyOffer(key, text, lambda: _press(chooser, key, pick), tone, shown, choice)

    for piece in chooser.labelled():
        if piece.label and piece.id != chooser.piece:
            kind = chooser.scene.legend[piece.kind].name
            yield from offer(piece.label, kind)
    yield from _direction_offers(chooser, offer)
    groups = {group.key: group for group in chooser.groups if group.key and len(group.choices) > 1}
    for choice in [*chooser.candidates, *chooser.of_piece]:
        key = choice.key
        if not key or (key.isdigit() and len(key) > 1) or key in groups:
            continue
        name = short_name(choice)
        yield from offer(key, name + (f" ({choice.cost})" if choice.cost else ""), tone_of(choice), choice)
    for group in chooser.groups if len(chooser.groups) > 1 else ():
        if group.key and group.open:
            only = group.open[0] if len(group.open) == 1 else None
            tone = tone_of(only) if only else MAIN if group.name == chooser.chosen_group else PLAIN
            cost = f" ({group.cost})" if group.cost else ""
            yield from offer(group.key, f"{group.title}{cost}", tone, only)
    numbers = [choice for choice in chooser.of_piece if choice.key.isdigit() and len(choice.key) > 1]
    for digit in sorted({choice.key[len(chooser.typed)] for choice in numbers if choice.key.startswith(chooser.typed)}):
        yield from offer(digit, f"{chooser.typed}{digit}…" if not chooser.typed else f"{chooser.typed}{digit}")


def _direction_offers(chooser: Chooser, offer: Callable[..., Iterator[KeyOffer]]) -> Iterator[KeyOffer]:
    """Arrows and diagonals that lead from the chosen piece to a place, where no choice has these keys itself."""
    if not chooser.piece:
        return
    own = {choice.key.lower() for choice in chooser.of_piece} | {group.key for group in chooser.groups}
    for key in (*ARROWS, *DIAGONALS):
        if key.lower() in own or any(same_key(piece.label, key) for piece in chooser.labelled()):
            continue
        picked = chooser.toward(key)
        if picked is not None and picked.choice is not None and not picked.refused:
            text = capitalized(picked.choice.group) or short_name(picked.choice)
            yield from offer(key, text, tone_of(picked.choice), picked.choice)


def _press(chooser: Chooser, key: str, pick: Callable[[Picked], None]) -> None:
    picked = chooser.press(key)
    if picked is not None:
        pick(picked)


def own_keys(scene: Scene) -> set[str]:
    """The keys that the game itself uses, whether they can be played now or not."""
    return {choice.key for choice in scene.choices if choice.key}


def without_doubles(offers: Sequence[KeyOffer]) -> list[KeyOffer]:
    """The offers, of each key only the first: a game's own keys come before the program's."""
    kept: dict[str, KeyOffer] = {}
    for offer in offers:
        kept.setdefault(offer.key, offer)
    return list(kept.values())


def packed(offers: Sequence[KeyOffer], width: int, lines: int, fancy: bool) -> list[list[list[KeyOffer]]]:
    """The shown offers in as many lines as there are; what does not fit is left to the help, which always fits.

    Where the room is short, first what cannot be done is left out, then what has no effect, then words are saved.
    """
    shown = [offer for offer in offers if offer.shown]
    for left_out in ((), (REFUSED,), (REFUSED, IDLE)):
        groups = _grouped([offer for offer in shown if offer.tone not in left_out])
        rows = _in_rows(groups, width, lines, fancy)
        if sum(map(len, rows)) == len(groups):
            return rows
    brief = [offer._replace(text=_brief_text(offer, shown)) for offer in shown if offer.tone not in left_out]
    alike: dict[tuple[str, str], list[KeyOffer]] = {}
    for offer in brief:
        alike.setdefault((bar_text(offer), offer.tone), []).append(offer)
    return _in_rows(list(alike.values()), width, lines, fancy)


def _grouped(shown: Sequence[KeyOffer]) -> list[list[KeyOffer]]:
    """Neighbours that say the same, such as a move in each direction, stand together: their keys, then the text."""
    groups = groupby(shown, key=lambda offer: (bar_text(offer), offer.tone))
    return [list(group) for _, group in groups]


def _brief_text(offer: KeyOffer, shown: Sequence[KeyOffer]) -> str:
    """What a key does where words are rare: an arrow shows it, and choices of a group that have keys have its name."""
    choice = offer.choice
    if choice is None or choice.main or offer.key != choice.key:
        return offer.text
    if offer.key in ARROWS:
        return ""
    alike = [other.choice for other in shown if other.choice and other.choice.group == choice.group]
    if not choice.group or len(alike) < 3:
        return offer.text
    return capitalized(choice.group) + (f" ({choice.cost})" if choice.cost else "")


def _in_rows(groups: Sequence[list[KeyOffer]], width: int, lines: int, fancy: bool) -> list[list[list[KeyOffer]]]:
    last = [group for group in groups if group[0].key == HELP_KEY]
    reserved = sum(_columns_of(group, fancy) for group in last)
    rows: list[list[list[KeyOffer]]] = [[]]
    used = 0
    for group in groups:
        if group in last:
            continue
        size = _columns_of(group, fancy)
        if used + size > width - (reserved if len(rows) == lines else 0) and rows[-1]:
            if len(rows) == lines:
                break
            rows.append([])
            used = 0
            if size > width - reserved and len(rows) == lines:
                break
        rows[-1].append(group)
        used += size
    if used + reserved > width and len(rows) < lines:
        rows.append([])
    rows[-1] += last
    return rows


def _columns_of(group: Sequence[KeyOffer], fancy: bool) -> int:
    text = bar_text(group[0])
    return sum(len(offer.label(fancy)) + 1 for offer in group) + (len(text) + 2 if text else 1)


def bar_text(offer: KeyOffer) -> str:
    """What stands behind a key in the bar: what it does, and the sign of its danger."""
    sign = sign_of(offer.choice) if offer.choice else ""
    return " ".join(part for part in (offer.text, sign) if part)
