"""The colours of pictures and of the browser, from one file: `tokens.json`.

`light` and `dark` are the two themes. A board may have a tone of its own (`day`, `night`), which keeps its light in
both themes: the dark theme changes of it only what `dark day` and `dark night` name.
`web/tokens.py` writes the same file as CSS variables.
"""

import json
from functools import cache
from pathlib import Path

Palette = dict[str, str]  # a colour by its name, "#rrggbb"

TOKENS: dict[str, Palette] = json.loads((Path(__file__).parent / "tokens.json").read_text("utf-8"))


@cache
def palette(dark: bool, tone: str) -> Palette:
    """The colours of a board with this tone; a tone without colours of its own ("paper") has the theme's."""
    layers = ["light", "dark", f"light {tone}", f"dark {tone}"] if dark else ["light", f"light {tone}"]
    return {name: colour for layer in layers for name, colour in TOKENS.get(layer, {}).items()}
