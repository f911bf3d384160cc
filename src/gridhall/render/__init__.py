"""A scene as text, as SVG, and as a picture.

`text` is for terminals, with `text_board` for its boards; `picture` is for files. A picture is put together from
`layout` (where everything stands), `board` (with its `terrain`, `marks` and `pieces`) and `beside` (all round the
boards). `svg`, `palette` and `wrap` serve the others.
"""
