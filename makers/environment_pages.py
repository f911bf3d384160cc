"""Write docs/environments: a page for the environments of each game, from what the game says of itself.

python makers/environment_pages.py
"""

from pathlib import Path

from gridhall.learn.pages import page
from gridhall.registry import games

FOLDER = Path(__file__).parents[1] / "docs" / "environments"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in games():
        (FOLDER / f"{name}.md").write_text(page(name), "utf-8")


if __name__ == "__main__":
    main()
