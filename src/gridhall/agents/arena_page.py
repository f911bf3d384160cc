"""A tournament as one page of HTML: ratings with their intervals, the cross table, and every match."""

from html import escape

from gridhall.agents.cross_table import Table
from gridhall.registry import load

STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#17222c}
table{border-collapse:collapse;margin:1rem 0}
td,th{padding:.25rem .75rem;border-bottom:1px solid #ccd5dd;text-align:left}
td.number{text-align:right;font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}"""
ENDS = {1.0: "first won", 0.5: "drawn", 0.0: "second won"}


def page(game: str, table: Table) -> str:
    """The page; it needs no other file."""
    numbers, title = table.as_json(), f"{load(game).TITLE}: arena"
    rows = "".join(
        f"<tr><td>{escape(row['agent'])}</td><td class=number>{row['elo']:.0f}</td>"
        f"<td class=number>± {row['plus_minus']:.0f}</td></tr>"
        for row in sorted(numbers["agents"], key=lambda row: -row["elo"])
    )
    matches = "".join(
        f"<tr>{''.join(f'<td>{escape(name)}</td>' for name in result.seats)}<td>{ENDS[result.score]}</td>"
        f"<td class=number>{result.plies}</td><td class=number>{result.seed}</td><td>{escape(result.note)}</td></tr>"
        for result in table.results
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{escape(title)}</h1><h2>Ratings</h2><table><tr><th>Agent</th><th>Elo</th><th>95 %</th></tr>{rows}</table>"
        f"<h2>Who beat whom</h2>{table.as_svg()}"
        f"<h2>Matches</h2><table><tr><th>First</th><th>Second</th><th>Result</th><th>Plies</th><th>Seed</th>"
        f"<th>Note</th></tr>{matches}</table></body></html>\n"
    )
