"""The commands of the command line, one file each.

The module of a command has `EXAMPLE`, one command line; `arguments(parser)`, which declares what the command takes; and
`run(args)`, which does it and returns the exit code. `gridhall.__main__` imports a module only when its command is
used, also for its help. Help must be quick, so modules import matches, games and the like inside functions.
What all commands are for stands here, because `gridhall --help` lists it without importing any.
"""

SUMMARIES = {
    "games": "list the games",
    "levels": "list a game's levels, what is proved of them, and your results",
    "play": "play in the terminal",
    "run": "play words without a person",
    "check": "is this level well formed, and can it be won?",
    "solve": "the certificate of a level, with a witness",
    "generate": "new proved levels",
    "replay": "watch a recorded match",
    "verify": "play records again and compare every hash",
    "draw": "a picture of a level: svg, png",
    "arena": "let programs play each other",
    "serve": "the hall in the browser",
    "bench": "speed against peers and the limit",
}
DONE, FAILED, USAGE, UNSOLVABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130  # exit codes
