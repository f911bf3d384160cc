"""A scene as text, as SVG, and as a picture.

`text` is for terminals, with `text_board` for its boards; `picture` is for files. A picture is put together from
`layout` (where everything stands), `board` (with its `terrain`, `marks` and `pieces`) and `beside` (all round the
boards). `boards` are pixels for agents, `share_card` goes with a link, and `paper` is a page to print, written by
`pdf`. `svg`, `theme` (a game's drawings), `palette`, `window` and `wrap` serve the others.
"""
