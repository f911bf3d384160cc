"""The story of a match after its end: the choice and the dice that cost most of the chance to win."""

from collections.abc import Sequence
from math import sqrt

from gridhall.game import Action, Player, SetupRecord, Truth
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.advise import SearchMemory, percent, weigh
from gridhall.games.warpgrid.words import WORDS, asks_for_choice

PLAYOUTS = 6_000  # for each choice of the match


def review(
    setup: SetupRecord, states: Sequence[Truth], players: Sequence[Player], actions: Sequence[Action]
) -> list[str]:
    """The story: the choice that lost most winning chance, and the dice that did."""
    memory: SearchMemory | None = None
    before = 0.0  # the chance to win after the last choice
    worst: tuple[float, str] = (0.0, "")
    luck: tuple[float, str] = (0.0, "")
    for number, action in enumerate(actions):
        state = states[number]
        if not asks_for_choice(state):
            continue
        memory = memory or SearchMemory(type(state))
        weighed, _ = weigh(setup, state, number, PLAYOUTS, memory)
        best, chosen = weighed[0], next(choice for choice in weighed if choice.action == action)
        where = f"turn {state.turn} (grid {state.grid})"
        if before - best.value > luck[0]:
            when = "in the field round of" if state.phase == rules.FIELD else "before"
            fall = f"the chance to win fell from {percent(before)} to {percent(best.value)}"
            luck = before - best.value, f"The dice cost most {when} {where}: {fall}."
        loss, doubt = best.value - chosen.value, sqrt(best.error**2 + chosen.error**2)
        if loss > max(worst[0], doubt):  # what the samples cannot tell apart is no mistake
            left = f"{WORDS[action]} left {percent(chosen.value)} to win, {WORDS[best.action]} {percent(best.value)}"
            worst = loss, f"It turned in {where}: {left} (± {doubt * 100:.1f}, estimated)."
        before = chosen.value
    if before > luck[0] and states[-1].ending in (rules.STOOD, rules.ENTERED):
        luck = before, f"The dice cost most at the end: the last choice still left {percent(before)} to win."
    story = worst[1] or "No choice cost anything that the search could measure."
    return [story, luck[1]] if luck[1] else [story]
