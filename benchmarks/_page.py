"""How a benchmark puts what it measured into a page of the docs."""

from pathlib import Path


def write_page(tables: str, page: Path, mark: str) -> None:
    """Put tables between the two marks of a page: `<!-- mark -->` and `<!-- end of mark -->`."""
    start, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->\n"
    before, _, rest = page.read_text("utf-8").partition(start)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{start}{tables}\n{end}{after}", "utf-8")
