"""Files that somebody was sent: whatever they hold, a command ends soon and says what is wrong in a sentence."""

from pathlib import Path

import pytest

from gridhall.__main__ import main
from gridhall.errors import Unavailable
from gridhall.render.svg import theme_of

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="exit" viewBox="0 0 48 48">{}</symbol></svg>'
BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
THEMES = {
    "a script": (SVG.format("<script>alert(1)</script>"), "<script>"),
    "a handler": (SVG.format('<rect width="4" height="4" onclick="alert(1)"/>'), "onclick"),
    "a foreign page": (SVG.format("<foreignObject/>"), "<foreignObject>"),
    "a picture from elsewhere": (SVG.format('<image href="file:///etc/passwd"/>'), "<image>"),
    "a reference to elsewhere": (SVG.format('<use href="http://example.org/x.svg#y"/>'), "href"),
    "a fill from elsewhere": (SVG.format('<rect fill="url(http://example.org/x#y)"/>'), "fill"),
    "a deep nest": (SVG.format("<g>" * 100_000 + "</g>" * 100_000), "nested deeper"),
    "half a drawing": (SVG.format("<g>"), "is no SVG: line 1"),
    "entities": (BOMB + SVG.format("<text>&b;</text>"), "DOCTYPE"),
    "three megabytes": (SVG.format("<g/>" * 800_000), "larger than 2 MiB"),
}


@pytest.mark.parametrize("what", THEMES)
def test_a_theme_is_drawings_and_nothing_else(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, complaint = THEMES[what]
    (tmp_path / "theme.svg").write_text(content, "utf-8")
    with pytest.raises(Unavailable, match=complaint):
        theme_of(tmp_path)
    picture = tmp_path / "picture.svg"
    drawn = ["draw", "phase_shift", "walkthrough", "--theme", str(tmp_path), "-o", str(picture)]
    assert main(drawn) != 0 and complaint in capsys.readouterr().err and not picture.exists()


@pytest.mark.parametrize(
    "command", [["verify"], ["replay"], ["check", "phase_shift"], ["run", "phase_shift", "--actions", "e"]]
)
@pytest.mark.parametrize("what", ["endless", "fifty megabytes", "nested", "zeros"])
def test_a_record_or_a_level_of_any_size_and_shape_is_refused_in_a_sentence(
    command: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sent"
    if what == "endless":
        path = Path("/dev/zero")
    elif what == "fifty megabytes":
        with path.open("wb") as file:
            file.truncate(50 << 20)
    elif what == "nested":
        path.write_text('{"gridhall": 1, "setup": ' + "[" * 200_000, "utf-8")
    else:
        path.write_bytes(bytes(1000))
    assert main([*command, str(path)]) != 0
    printed = capsys.readouterr()
    assert 0 < len(printed.out + printed.err) < 60_000 and "internal error" not in printed.out + printed.err
