"""What a menu is made of, as data: pages, their entries, and what stands beside each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gridhall.scene import Scene


@dataclass
class Aside:
    """What stands beside an entry: sentences, and perhaps a board of a game."""

    texts: Sequence[str] = ()
    game: str = ""
    scene: Scene | None = None
    later: "Callable[[], Aside] | None" = None  # makes more of it, when somebody stays at the entry


@dataclass
class MenuEntry:
    """A line of a menu. `act` says what happens: another page, or something to do."""

    text: str
    act: "Callable[[], MenuPage | None] | None"  # None: the line only says something
    note: str = ""  # at the right edge
    heading: str = ""  # above it
    aside: Callable[[], Aside] = field(default=Aside)
    change: Callable[[int], None] | None = None  # of a setting: to its next value, or the one before
    verb: str = "open"  # what Enter does, for the bar of keys


@dataclass
class MenuPage:
    """A list of entries. `entries` is asked anew when something was done, so that it shows how things stand."""

    title: str
    entries: Callable[[], list[MenuEntry]]
    intro: str = ""
    at: int = 0
    opened: str = ""  # the entry that led to the next page
    on_leave: Callable[[], None] | None = None  # is called when somebody goes back from it
