"""What a person has set for the full screen, kept between runs in a small file of their own."""

import contextlib
from typing import Annotated, Literal

import msgspec

from gridhall.paths import home, written_whole

FILE = "terminal.json"


class Settings(msgspec.Struct, omit_defaults=True):
    """Damaged or unknown values are the defaults again."""

    theme: Literal["auto", "light", "dark"] = "auto"
    speed: Annotated[float, msgspec.Meta(ge=0.0, le=100.0)] = 1.0  # of films; 0 shows none
    asks: bool = True  # before a choice that surely loses
    signs: Literal["unicode", "ascii"] = "unicode"
    both: bool = True  # all boards of a scene, not only the one in play


def load_settings() -> Settings:
    try:
        return msgspec.json.decode((home() / FILE).read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()


def save_settings(settings: Settings) -> None:
    """Keep them; where nothing can be written they hold until the program ends."""
    with contextlib.suppress(OSError):
        home().mkdir(parents=True, exist_ok=True)
        with written_whole(home() / FILE) as place:
            place.write_bytes(msgspec.json.encode(settings))
