"""Tests in a browser wait for what they want to see: what is read at once is red by chance on a slow day."""

import ast
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parent / "browser").glob("*.py"))
# What Playwright answers at once; `expect` and `Visitor.until` wait for the same.
AT_ONCE = {
    "all_inner_texts", "all_text_contents", "count", "get_attribute", "inner_html", "inner_text", "input_value",
    "is_checked", "is_disabled", "is_editable", "is_enabled", "is_hidden", "is_visible", "text_content", "title", "url",
}  # fmt: skip
# Sleeps, and requests over connections that the hall may just be closing, which a browser would open anew.
NEVER = {"sleep", "wait_for_timeout", "request.get", "request.post"}


def names(tree: ast.AST) -> set[str]:
    """The attributes that are read in a piece of code, with the one before."""
    read = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in read} | {
        f"{node.value.attr}.{node.attr}" for node in read if isinstance(node.value, ast.Attribute)
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_asserted_of_what_is_read_at_once(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    asserted = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    hasty = [f"line {node.lineno}: {sorted(names(node.test) & AT_ONCE)}" for node in asserted]
    assert not [line for line in hasty if not line.endswith("[]")]
    assert path.name == "weather.py" or not names(tree) & NEVER
