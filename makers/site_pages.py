"""Pages of the documentation's site that are made of the package itself: games, commands, the reference of its modules.

MkDocs runs this (`hooks` in mkdocs.yml). Folders in the navigation (`games/`) become a list of their pages.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

# What programs may rely on, with what it is for.
MODULES = {
    "gridhall.match": "Play, view, undo",
    "gridhall.record": "The stored form of a match",
    "gridhall.registry": "Games and levels",
    "gridhall.errors": "Everything that can be wrong",
    "gridhall.game": "The contract of a game",
    "gridhall.kernel": "Rules at two speeds",
    "gridhall.scene": "What a person sees, as data",
    "gridhall.draft": "A level to draw on",
    "gridhall.options": "What can be chosen",
    "gridhall.conformance": "The contract as checks",
    "gridhall.solve.certificate": "Proofs",
    "gridhall.solve.problem": "A level for searches of one's own",
    "gridhall.agents.choice": "An action from a view",
    "gridhall.agents.arena": "Tournaments",
    "gridhall.learn": "Environments",
}
PROJECT = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}  # pages that are files of the tree


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put lists of pages for the folders of the navigation."""
    pages = {**_made(), **{f"{path.parent.name}/{path.name}": "" for path in (ROOT / "docs").glob("*/*.md")}}
    config.nav = [_entry(entry, sorted(pages)) for entry in config.nav or []]
    return config


def _entry(entry: Any, pages: list[str]) -> Any:
    """An entry of the navigation with the pages of folders that it names."""
    if isinstance(entry, dict):
        return {title: _entry(inner, pages) for title, inner in entry.items()}
    if isinstance(entry, list):
        return [listed for inner in entry for listed in _as_list(inner, pages)]
    return _pages_of(entry, pages) if entry.endswith("/") else entry


def _as_list(entry: str, pages: list[str]) -> list[Any]:
    if not entry.endswith("/"):
        return [entry]
    return [{entry.strip("/").capitalize(): _pages_of(entry, pages)}]


def _pages_of(folder: str, pages: list[str]) -> list[str]:
    return [page for page in pages if page.startswith(folder)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for path, text in _made().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """Let every section that a search finds say on which page it stands: five games have a section "A turn"."""
    file = Path(config.site_dir) / "search" / "search_index.json"
    index = json.loads(file.read_text("utf-8"))
    titles = {entry["location"]: entry["title"] for entry in index["docs"] if "#" not in entry["location"]}
    for entry in index["docs"]:
        page = titles[entry["location"].partition("#")[0]]
        if entry["title"] != page:
            entry["title"] = f"{page}: {entry['title']}"
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _made() -> dict[str, str]:
    """The made pages, by their place in the site."""
    pages = {page: _linked((ROOT / source).read_text("utf-8")) for page, source in PROJECT.items()}
    for readme in sorted((ROOT / "src" / "gridhall" / "games").glob("*/README.md")):
        pages[f"games/{readme.parent.name}.md"] = _linked(readme.read_text("utf-8"))
    for command in _commands():
        pages[f"commands/{command}.md"] = f"# gridhall {command}\n\n```text\n{_help(command)}```\n"
    for module, title in MODULES.items():
        pages[f"reference/{module}.md"] = f"# {module}\n\n{title}.\n\n::: {module}\n"
    return pages


def _commands() -> list[str]:
    from gridhall.commands import SUMMARIES

    return sorted(SUMMARIES)


_helps: dict[str, str] = {}


def _help(command: str) -> str:
    """What `--help` prints."""
    if command not in _helps:
        environment = {"COLUMNS": "88", "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"}
        call = [sys.executable, "-m", "gridhall", command, "--help"]
        _helps[command] = subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout
    return _helps[command]


def _linked(text: str) -> str:
    """A page of the tree as one of the site: links to other files of the tree become plain names."""
    text = re.sub(r"\]\(docs/([\w./]+)", r"](\1", text)
    return re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]*\.(?:py|toml|json|txt|svg|png)[^)]*\)", r"`\1`", text)
