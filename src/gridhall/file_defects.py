"""Defects of a level, said of the files that a person has: a level may be one file, or several (`FILES`)."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from gridhall.errors import BadSetup, Defect
from gridhall.game import Game
from gridhall.registry import stem_of


def name_files(game: Game, setup: str | None, wrong: BadSetup) -> BadSetup:
    """The same defects, with the files of a level called by their whole names instead of their suffixes (`FILES`)."""
    path = setup or ""
    if not game.FILES or not path or "\n" in path or _is_one_file(game, path):
        return wrong
    stem = os.path.basename(stem_of(game, path))

    def named(text: str) -> str:
        for suffix in game.FILES:
            text = text.replace(suffix, stem + suffix)
        return text

    return BadSetup(
        Defect(
            named(defect.problem), named(defect.cure), defect.line, defect.column, defect.file and named(defect.file)
        )
        for defect in wrong.defects
    )


def _is_one_file(game: Game, path: str) -> bool:
    return os.path.isfile(path) and not path.endswith(game.FILES)


def for_people(game: Game, setup: str | None, wrong: BadSetup) -> BadSetup:
    """The same defects for somebody who reads them, not for programs, which know a level's parts by their suffixes.

    Of a level in one file the lines are counted from the file's first one, and no other file is named.
    """
    path = setup or ""
    if not game.FILES or "\n" in path or not _is_one_file(game, path):
        return wrong
    return BadSetup(_in_one_file(game, path, wrong.defects))


def _in_one_file(game: Game, path: str, defects: Iterable[Defect]) -> Iterator[Defect]:
    """Defects of the parts of a level, as defects of the one file in which a line `---` stands between them."""
    lines = Path(path).read_text("utf-8", errors="replace").splitlines()
    starts = [0, *(number for number, line in enumerate(lines, 1) if line.strip() == "---")]
    before = {suffix: starts[part] if part < len(starts) else 0 for part, suffix in enumerate(game.FILES)}
    line_named = re.compile(rf"\bon line (\d+)(?: of ({'|'.join(map(re.escape, game.FILES))}))?")

    def plain(text: str, own: int) -> str:
        """A text whose lines are counted in the whole file: `on line 2 of _B.txt` is one of that part, not its own."""
        text = line_named.sub(lambda named: f"on line {int(named[1]) + before.get(named[2], own)}", text)
        for number, suffix in enumerate(game.FILES, 1):
            text = text.replace(suffix, f"part {number}")
        return text

    for defect in defects:
        own = before.get(defect.file or "", 0)
        line = defect.line if defect.line is None else defect.line + own
        file = None if defect.file in game.FILES else defect.file
        yield Defect(plain(defect.problem, own), plain(defect.cure, own), line, defect.column, file)
