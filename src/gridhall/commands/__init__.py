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
    "print": "a sheet for pencil and dice, or a level, as a page: pdf",
    "arena": "let programs play each other",
    "score": "what a policy solves of levels that it cannot know",
    "mcp": "let a language model play, over MCP",
    "lobby": "find somebody to play with in a hall, from the terminal",
    "serve": "the hall in the browser",
    "login": "let this terminal belong to your account in a hall",
    "logout": "let it belong to nobody again",
    "whoami": "whom does it belong to?",
    "admin": "ask a hall that runs here how it is, and tell it what to do",
    "backup": "copy the hall's store while it is in use",
    "restore": "bring a copy of the hall's store back",
    "dump": "write all finished public matches of a hall into one file",
    "rebuild": "compute every rating and table of a hall from its dump",
    "bench": "speed against peers and the limit",
    "new-game": "write a small, whole game to begin a game of one's own with",
    "conformance": "does a game keep the whole contract?",
}
DONE, FAILED, USAGE, UNSOLVABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130  # exit codes
