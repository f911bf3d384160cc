"""A scene as plain text: ASCII or Unicode, with or without colour. It knows no game."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from gridhall.grid import ARROWS, COMPASS
from gridhall.render.text_board import board_lines
from gridhall.render.wrap import pack, wrap
from gridhall.scene import Choice, Kind, Meter, Preview, Row, Scene, Tick, Timeline, danger_words

COMPASS_LETTERS = str.maketrans(dict(zip(ARROWS, COMPASS)))
PLAIN = str.maketrans({
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "★": "*", "☆": "-", "–": "-", "—": "-", "−": "-", "·": "-", "•": "-",
    "×": "x", "≤": "<=", "≥": ">=", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "●": "o", "◆": "+",
    "±": "+-", "½": "1/2", "°": " deg",
})  # fmt: skip
DRAWN_LINES = ("shot", "beam", "trail", "path")
LONGEST_NAME = 16  # signs of a choice's name that is written after its word
# A Unicode board looks square with two signs a cell. A single board has them where that fits; one of several has them
# up to so many columns.
WIDEST_DOUBLED = 20
WIDEST_MAPS = 48  # columns of small boards beside each other
LABEL = 5  # columns left free for row labels
NARROWEST = 34  # columns for the sentences beside a board that is too high to have them above and below


def render(
    scene: Scene,
    *,
    fancy: bool = False,
    colour: bool = False,
    width: int = 80,
    height: int = 0,
    both: bool = False,
    preview: Preview | None = None,
) -> str:
    """The scene as lines of text.

    `fancy` is Unicode. `both` also shows the layers out of focus, and known paths. `preview` is laid over the board.
    What is higher than `height` (0: no limit) gets its sentences beside the board, and of a board that is still too
    high only the part round the pieces that can act is shown.
    """
    layers = [index for index, layer in enumerate(scene.layers) if layer.focus or both] or [0]
    lines_drawn = [*DRAWN_LINES, *["known"] * both]
    lines_drawn += ["danger"] if scene.outcome else []  # after the end: what was the danger
    named = len(layers) > 1
    coming = {meter.label: meter for meter in preview.meters} if preview else {}
    meters = [coming.get(meter.label, meter) for meter in scene.meters]
    head = [] if named else _layer_name(scene, layers[0])
    head += [text for meter in meters if not is_tank(meter) and (text := meter_text(meter, fancy, scene.legend))]
    widest = WIDEST_DOUBLED if named or scene.maps else (width - LABEL) // 2
    boards = [board_lines(scene, index, fancy, colour, preview, lines_drawn, widest) for index in layers]
    if named:
        boards = [[_pad(scene.layers[index].name, _width(board)), *board] for index, board in zip(layers, boards)]
    beside = _beside(meters, scene, fancy)
    middle = _columns([*boards, *beside], width)
    if scene.timeline:
        middle += _timeline(scene.timeline, scene.tick, fancy)
    lines = [*pack(head, width), *middle, *_sentences(scene, fancy, width, preview)]
    if height and len(lines) > height and not (named or beside or scene.timeline):
        board = board_lines(scene, layers[0], fancy, colour, preview, lines_drawn, 0, height)
        left = width - _width(board) - 3
        if left >= NARROWEST:
            sentences = [*pack(head, left), "", *_sentences(scene, fancy, left, preview)]
            if len(sentences) > height:
                sentences = [*sentences[: height - 1], "... `words` lists all"]
            lines = _columns([board, sentences], width)
    text = "\n".join(line.rstrip() for line in lines)
    return text if fancy else plain(text)


def _layer_name(scene: Scene, index: int) -> list[str]:
    """The line above a board that stands alone."""
    layer = scene.layers[index]
    if not layer.name:
        return []
    return [f"{layer.name} {layer.note}".strip() if len(scene.layers) == 1 else layer.name]


def is_tank(meter: Meter) -> bool:
    """Whether a meter is drawn beside the board."""
    return meter.kind == "cells" and bool(meter.place)


def _sentences(scene: Scene, fancy: bool, width: int, preview: Preview | None) -> list[str]:
    """What is said of a board: what happened, what a choice would do, the end, or what there is to do."""
    lines = [line for entry in scene.log[-3:] for line in wrap(f"{entry.at} {entry.text}".strip(), width)]
    if preview is not None and preview.text:
        lines += wrap(("! " if preview.danger else "") + preview.text, width)
    if not scene.outcome:
        return lines + wrap(scene.status, width) + wrap(scene.hint, width) + words_of(scene.choices, width)
    for text in (scene.outcome.title, *scene.outcome.lines):
        lines += wrap(text, width)
    return lines + ([stars(scene.outcome.stars, fancy)] if scene.outcome.stars >= 0 else [])


def plain(text: str) -> str:
    """The text in ASCII."""
    return text if text.isascii() else text.translate(PLAIN).encode("ascii", "replace").decode("ascii")


def stars(count: int, fancy: bool) -> str:
    return "★" * count + "☆" * (3 - count) if fancy else "*" * count + "-" * (3 - count)


def meter_text(meter: Meter, fancy: bool = False, legend: Mapping[str, Kind] = {}) -> str:
    """A meter in a few words: `Moves 8/75`."""
    kind, value = meter.kind, str(meter.value)
    if kind in ("bar", "cells", "icons", "number"):
        value = f"{meter.value}/{meter.limit or meter.max}" if meter.max or meter.limit else value
        if meter.gain:
            value += f" ({meter.gain:+})"
    elif kind == "items":
        value = ", ".join(legend[item].name if item in legend else item for item in meter.items) or "none"
    elif kind == "stars":
        value = stars(meter.value, fancy)
    elif kind == "dice":
        dice = zip_longest(meter.values, meter.used, fillvalue=False)
        faces = [f"({die})" if used else str(die) for die, used in dice]
        value = "" if meter.text else " ".join(faces)
    elif kind == "text":
        value = ""
    return f"{meter.label} {value}{' ' if value and meter.text else ''}{meter.text}".strip()


def words_of(choices: Sequence[Choice], width: int = 80, most: int = 6) -> list[str]:
    """The words one may type, those that differ only at the end together: `3 move N E S`.

    `n!` surely loses, `stay 97%!` loses in 97 of 100 cases, and `(s)` costs something and changes nothing.
    """
    together: dict[str, list[str]] = {}
    for choice in choices:
        if choice.why:
            continue
        head, _, last = choice.word.rpartition(" ")
        name = choice.name if len(choice.name) <= LONGEST_NAME else choice.name.partition(":")[0]
        name = "" if head or len(name) > LONGEST_NAME or name.lower() == choice.word.lower() else f" {name}"
        text = f"{marked_word(choice, last)}{name.rstrip()}"
        tails = together.setdefault(head, [])
        if text not in tails:
            tails.append(text)
    single = together.pop("", [])
    lines = pack(single + [f"{head} {' '.join(tails)}" for head, tails in together.items()], width)
    return lines if len(lines) <= most else [*lines[: most - 1], "... `words` lists all"]


def marked_word(choice: Choice, word: str = "") -> str:
    """A choice's word, or the end of it, with the sign of its danger."""
    word = word or choice.word
    if choice.danger:
        return word if choice.gives_up else f"{word}!"
    if choice.risk:
        return f"{word} {choice.risk}%!"
    return f"({word})" if choice.idle else word


def danger_text(choice: Choice) -> str:
    """A choice's danger in words, to be written behind it; "" if there is none."""
    words = danger_words(choice)
    if not words:
        return ""
    is_wasted = choice.idle and not (choice.danger or choice.risk or choice.hopeless)
    return f"  ({words})" if is_wasted else f"  ! {words}"


def _beside(meters: Sequence[Meter], scene: Scene, fancy: bool) -> list[list[str]]:
    """The blocks that stand right of the board: tanks, and small maps."""
    lines: list[str] = []
    for meter in filter(is_tank, meters):
        head, cells = f"{meter.label} {meter.value}/{meter.limit or meter.max}", tank_signs(meter)
        if not meter.group:
            lines.append(f"{head} [{cells}]")
            continue
        lines += [head, *(f"[{cells[at : at + meter.group]}]" for at in range(0, meter.max, meter.group))]
        lines += [meter.text] if meter.text else []
    return [block for block in (lines, _maps(scene, fancy)) if block]


def tank_signs(meter: Meter) -> str:
    """A sign for each cell of a tank: full `#`, just gained `+`, just drained `-`, empty `.`, out of use (blank)."""
    value, limit = meter.value, meter.limit or meter.max
    signs = ["#" if at < value else "." if at < limit else " " for at in range(meter.max)]
    changed = range(value - meter.gain, value) or range(value, value - meter.gain)
    for at in changed:
        if 0 <= at < meter.max:
            signs[at] = "+" if meter.gain > 0 else "-"
    return "".join(signs)


def _maps(scene: Scene, fancy: bool) -> list[str]:
    """Small boards with their names above them."""
    signs = {kind.text: kind.fancy or kind.text for kind in scene.legend.values()} if fancy else {}
    blocks = []
    for layer in scene.maps:
        rows = ["".join(signs.get(sign, sign) for sign in row) for row in layer.tiles]
        blocks.append([f"[{layer.name}]" if layer.focus else f" {layer.name}", *rows])
    return _columns(blocks, WIDEST_MAPS, gap=1)


def _timeline(timeline: Timeline, now: int, fancy: bool) -> list[str]:
    """What was done at each tick, a row for each piece; the tick `now` stands in brackets."""
    names = [row_name(row) for row in timeline.rows]
    signs = [[_tick_sign(tick, fancy) for tick in row.cells] for row in timeline.rows]
    size = max((len(sign) for row in signs for sign in row), default=1)
    margin = max(map(len, names), default=0)
    ticks = [f"[{tick}]" if tick == now else str(tick) for tick in range(1, timeline.ticks + 1)]
    lines = [" " * (margin + 2) + " ".join(f"{tick:<{size}}" for tick in ticks)]
    for name, row in zip(names, signs):
        lines.append(f"{name:>{margin}}: {' '.join(f'{sign:<{size}}' for sign in row)}")
    return lines


def row_name(row: Row) -> str:
    """What a row of a timeline is called; one letter of player 2's is small, as on the board."""
    name = row.name or row.piece
    return name.lower() if row.owner == 2 and len(name) == 1 else name


def _tick_sign(tick: Tick, fancy: bool) -> str:
    sign = tick.sign
    if not sign or tick.state == "sealed":
        sign = {"sealed": "//", "dead": "x", "next": "_"}.get(tick.state, ".")
    return sign if fancy else plain(sign.translate(COMPASS_LETTERS))


def _columns(blocks: list[list[str]], width: int, gap: int = 3) -> list[str]:
    """Blocks side by side where they fit, else below each other."""
    lines: list[str] = []
    for block in blocks:
        wide = _width(lines)
        if lines and wide + gap + _width(block) <= width:
            tall = max(len(lines), len(block))
            left, right = lines + [""] * (tall - len(lines)), block + [""] * (tall - len(block))
            lines = [_pad(a, wide + gap) + b for a, b in zip(left, right)]
        else:
            lines = lines + block
    return lines


def _visible(line: str) -> int:
    """The columns a line takes, colours left out."""
    if "\x1b" not in line:
        return len(line)
    return sum(len(part.partition("m")[2]) if number else len(part) for number, part in enumerate(line.split("\x1b[")))


def _width(lines: list[str]) -> int:
    return max(map(_visible, lines), default=0)


def _pad(line: str, size: int) -> str:
    return line + " " * (size - _visible(line))
