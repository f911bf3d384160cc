"""The full-screen program: matches, menus and rooms of a hall on the terminal's second screen. It knows no game.

`app` is the program and `match_screen` a match on it; `table` says what a match needs, and `local_table` and
`hall_table` are the two kinds: one's own, and a room of a hall. `chooser` finds what a key means, `offers` lists the
keys that mean something now, `board_view` and `panels` draw. Nothing here is imported before it is needed.
"""
