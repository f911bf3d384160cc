"""Keys by the names that scenes use (KeyboardEvent.key), and how a bar of keys writes them."""

NAMES = {  # by the toolkit's names
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "enter": "Enter",
    "escape": "Escape", "tab": "Tab", "shift+tab": "Shift+Tab", "backspace": "Backspace", "delete": "Delete",
    "home": "Home", "end": "End", "pageup": "PageUp", "pagedown": "PageDown", "space": " ",
}  # fmt: skip
LABELS = {
    "ArrowUp": "↑", "ArrowDown": "↓", "ArrowLeft": "←", "ArrowRight": "→", "Enter": "Enter", "Escape": "Esc",
    "Backspace": "Bksp", "Delete": "Del", " ": "Space", "PageUp": "PgUp", "PageDown": "PgDn",
}  # fmt: skip
PLAIN_LABELS = {"ArrowUp": "Up", "ArrowDown": "Down", "ArrowLeft": "Left", "ArrowRight": "Right"}


def key_name(key: str, character: str | None) -> str:
    """The name of a key that was pressed: its sign, or as in NAMES."""
    if key in NAMES:
        return NAMES[key]
    return character if character and character.isprintable() else key


def label_of(name: str, fancy: bool = True) -> str:
    """How a key is written in the bar."""
    if not fancy and name in PLAIN_LABELS:
        return PLAIN_LABELS[name]
    return LABELS.get(name, name)
