"""Texts folded at blanks, for terminals and for pictures."""

from collections.abc import Iterable

FIRST_WIDE = "\u2e80"  # signs before it take one column, but for accents that are set upon others
ACCENTS = ("\u0300", "\u036f")


def columns(text: str) -> int:
    """The columns that a text takes on a terminal: wide signs take two, and those set upon others none."""
    if text.isascii() or all(sign < FIRST_WIDE and not ACCENTS[0] <= sign <= ACCENTS[1] for sign in text):
        return len(text)
    from wcwidth import wcswidth  # late: it is needed for few texts, and takes its time to load

    wide = wcswidth(text)
    return wide if wide >= 0 else len(text)


def wrap(text: str, width: int) -> list[str]:
    """The text as lines of at most `width` columns; a no-break space does not end a word.

    Only an address that is longer than a line is broken, so that it can be read whole; other long words stand out.
    """
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in _without_long_addresses(paragraph.expandtabs(1).split(" "), width):
            if line and word and columns(line) + 1 + columns(word) > width:
                lines.append(line)
                line = word
            elif word:
                line = f"{line} {word}" if line else word
        if line:
            lines.append(line)
    return lines


def _without_long_addresses(words: list[str], width: int) -> list[str]:
    """The words, with addresses that are longer than a line cut into pieces of a line."""
    parts: list[str] = []
    for word in words:
        step = width if "://" in word and 0 < width < len(word) else len(word) or 1
        parts += [word[at : at + step] for at in range(0, len(word), step)]
    return parts


def pack(parts: Iterable[str], width: int) -> list[str]:
    """Short texts, two blanks apart, on as few lines as they need."""
    lines: list[str] = []
    for part in parts:
        if lines and columns(lines[-1]) + 2 + columns(part) <= width:
            lines[-1] += f"  {part}"
        else:
            lines += wrap(part, width)
    return lines
