"""A theme.svg as it is read from a file: drawings only, and of a size that every renderer can draw.

The pictures that are made of it are handed on, so nothing in it may run, and nothing may be fetched from elsewhere.
"""

from pathlib import Path
from xml.parsers import expat

from gridhall.errors import Unavailable

LONGEST = 2 << 20  # bytes
DEEPEST = 32  # elements within elements
# Everything that a drawing needs; animations, scripts, texts of other languages and pictures from elsewhere are not.
DRAWN = (
    "svg",
    "symbol",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "use",
)
SHADED = ("defs", "use", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern")
ELEMENTS = frozenset((*DRAWN, *SHADED, "title", "desc"))


def read_theme(path: Path) -> str:
    """The text of a theme.svg, "" if there is none; raises Unavailable for what is no drawing."""
    if not path.exists():
        return ""
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST + 1) if path.is_file() else b""
        text = content.decode("utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise Unavailable(f"{path.name} cannot be read: it must be a file of UTF-8 text") from wrong
    if len(content) > LONGEST:
        raise Unavailable(f"{path.name} is larger than {LONGEST >> 20} MiB; that is no theme")
    _refuse_other_than_drawings(path.name, content)
    return text


def _refuse_other_than_drawings(name: str, content: bytes) -> None:
    depth = 0

    def begin(element: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if element not in ELEMENTS:
            raise Unavailable(f"{name} holds <{element[:40]}>; a theme holds drawings only, such as <path> and <rect>")
        if depth > DEEPEST:
            raise Unavailable(f"{name} is nested deeper than {DEEPEST} elements; draw it with fewer groups")
        for attribute, value in attributes.items():
            is_link = attribute.rpartition(":")[2] == "href" and not value.startswith("#")
            if attribute.lower().startswith("on") or is_link or "url(" in value.replace("url(#", ""):
                raise Unavailable(f"{name} has {attribute}={value[:40]!r}; a theme runs nothing and fetches nothing")

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse_entities(*_: object) -> None:
        raise Unavailable(f"{name} has a DOCTYPE; leave it out")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.StartDoctypeDeclHandler = refuse_entities
    try:
        parser.Parse(content, True)
    except expat.ExpatError as wrong:
        raise Unavailable(f"{name} is no SVG: line {wrong.lineno}, {expat.ErrorString(wrong.code)}") from wrong
