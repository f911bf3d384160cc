"""Every public class of the package has a name of its own."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "gridhall"


def test_no_public_class_name_is_defined_twice():
    """But Setup and State, which every game has. Two things of one name cannot be talked about."""
    places: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in ("Setup", "State"):
                places.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
