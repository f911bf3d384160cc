"""Opponents and advisers: a view in, an action out. Game knowledge lives in the game's folder, never here.

An agent is data: `{"agent": "search", "simulations": 400, "slip": 0.1}`. The kinds are
    uniform    any legal action
    propose    what the game proposes (its `propose`)
    greedy     the best-looking action on the game's `estimate`
    search     Monte-Carlo tree search; what is hidden is guessed anew in each simulation
    policy     the game's scripted player (its `policy`) of a given `skill`
    duel       a mixed choice between whole plans, for sealed simultaneous turns (see duel.py)
    script     the game's fixed strategy of a given `skill`, a whole plan at a time (its `plan_script`)
A game names agents in LEVELS_OF_PLAY (offered to people) and in POOL (fixed strategies, for the arena). game.py says
what `propose`, `estimate`, `policy` and the `plan_` functions are.

`slip` is the chance of a careless action: any that does not lose at once. Budgets of search and duel are in
`simulations` (same seed, same action) or in `milliseconds`; by name `search:400`, `search:50ms`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridhall.agents.choice import agent_of as agent_of
    from gridhall.agents.choice import choose as choose


def __getattr__(name: str) -> Any:
    """Import NumPy and Numba only when something is chosen."""
    if name in ("choose", "agent_of"):
        from gridhall.agents import choice

        return getattr(choice, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
