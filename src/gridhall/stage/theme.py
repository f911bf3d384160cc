"""The colour that tells a kind of thing apart, from the game's drawings (theme.svg)."""

import re
from functools import cache

from gridhall import registry

TELLING = ("danger", "good", "gold", "p1", "p2", "owner")  # tokens; ink and paper are in every drawing
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_TOKEN = re.compile(r"var\(--([a-z0-9-]+)")


@cache
def inks_of(game: str) -> dict[str, str]:
    """By kind of the legend the token it is drawn with; kinds that are ink alone are left out."""
    if game not in registry.names():  # a hall may have games that are not installed here
        return {}
    path = registry.folder_of(registry.load(game)) / "theme.svg"
    drawings = path.read_text("utf-8") if path.exists() else ""
    tokens = {symbol[1]: _TOKEN.findall(symbol[0]) for symbol in _SYMBOL.finditer(drawings)}
    telling = {kind: next((name for name in names if name in TELLING), "") for kind, names in tokens.items()}
    return {kind: token for kind, token in telling.items() if token}
