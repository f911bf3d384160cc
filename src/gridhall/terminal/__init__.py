"""Keys in, characters out: the prompt at which matches are played, and the matches on disk.

`prompt` is the loop, `prompt_commands` what can be typed besides a game's words, `ending` what follows a match;
`keys` reads and `screen` draws; `session` is a match in play, with its record and its machines, and `saves` the folder
of records. `lesson_prompt` and `lesson_session` are the same for a step of a lesson, and `certificates` says in words
what is proved of a level.
"""
