"""What tests at the prompt share: what is typed, and what is on the disk afterwards."""

from collections.abc import Callable
from pathlib import Path

TOYS = str(Path(__file__).parents[1] / "toy")
RECORDS = Path(__file__).parents[1] / "records"  # written by earlier versions
WIN = "s\ns\ne\ne\ne\n"
Play = Callable[..., str]
Variant = Callable[[str, str], str]


def saved(home: Path) -> list[Path]:
    return sorted((home / "matches").glob("*.jsonl"))
