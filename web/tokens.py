"""Write the package's colours as CSS variables: `python web/tokens.py FILE`."""

import sys
from pathlib import Path

from gridhall.render.palette import TOKENS

SELECTORS = {
    "light": ":root",
    "dark": ":root[data-theme='dark']",
    "light day": ".tone-day",
    "light night": ".tone-night",
    "dark day": ":root[data-theme='dark'] .tone-day",
    "dark night": ":root[data-theme='dark'] .tone-night",
}


def css() -> str:
    """Each group of colours as a rule; a group without a selector is a mistake (KeyError)."""
    rules = ["/* Written by web/tokens.py from src/gridhall/render/tokens.json. */"]
    for group, colours in TOKENS.items():
        variables = "".join(f"  --{name}: {colour};\n" for name, colour in colours.items())
        rules.append(f"{SELECTORS[group]} {{\n{variables}}}")
        if group == "dark":  # as the device wishes, until the page's script knows what its reader has set
            rules.append(f"@media (prefers-color-scheme: dark) {{\n:root:not([data-theme]) {{\n{variables}}}\n}}")
    return "\n".join(rules) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(css(), "utf-8")
