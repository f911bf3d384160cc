"""axe, the checker of accessibility, run on a visitor's page."""

import json
from pathlib import Path

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"


def violations(visitor):
    """What axe finds wrong with the page now."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text("utf-8"))
    broken = visitor.page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
        ".map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])"
    )
    return json.dumps(broken, indent=1) if broken else ""
