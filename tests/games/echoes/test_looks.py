"""Echoes' looks: the classic one is the source's, the usual one differs from it by choice (EC71)."""

import re

from gridhall.games import echoes
from gridhall.registry import folder_of, load, looks_of, rules_of


def drawings(path):
    """The drawings of a look by their names."""
    return dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', path.read_text("utf-8"), re.DOTALL))


def test_ec71_the_classic_look_is_the_source_s_and_the_usual_one_tells_everything_by_shape():
    projectiles = ("shot1", "shot2", "mine1", "mine2")
    classic = drawings(looks_of(load("echoes"))["classic"])
    usual = drawings(folder_of(echoes) / "theme.svg")
    assert len({classic[name] for name in projectiles}) == 1 and "#FFFFFF" in classic["shot1"]
    assert len({usual[name] for name in projectiles}) == len(projectiles)
    assert all("<circle" in classic[name] for name in ("echo1", "echo2"))
    assert usual["echo1"] != usual["echo2"] and classic["echo1"] != classic["echo2"]
    assert "(EC71)" in rules_of(load("echoes"))
