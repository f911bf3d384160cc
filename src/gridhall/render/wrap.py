"""Texts folded at blanks, for terminals and for pictures."""

from collections.abc import Iterable


def wrap(text: str, width: int) -> list[str]:
    """The text as lines of at most `width` signs, if its words allow that; a no-break space does not end a word."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.expandtabs(1).split(" "):
            if line and word and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            elif word:
                line = f"{line} {word}" if line else word
        if line:
            lines.append(line)
    return lines


def pack(parts: Iterable[str], width: int) -> list[str]:
    """Short texts, two blanks apart, on as few lines as they need."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += f"  {part}"
        else:
            lines += wrap(part, width)
    return lines
