"""The contract of a game (game.py) as named checks, for tests of one's own and for `gridhall conformance GAME`.

    import pytest
    from gridhall.conformance import CHECKS

    @pytest.mark.parametrize("check", CHECKS, ids=str)
    def test_my_game_keeps_the_contract(check):
        check.hold("my_game")

Matches are drawn by Hypothesis, which also makes a failing one as short as it can
(`pip install 'gridhall[conformance]'`). A check that fails raises `Broken`: the rule of the contract, the shortest
match found in which it does not hold, and what is wrong there.
"""

from gridhall.conformance.check import Broken, Check
from gridhall.conformance.danger import dangers
from gridhall.conformance.play import endings, refusals, replays, setups, turns, words
from gridhall.conformance.screen import drawings, keys, offers, previews, scenes, speech
from gridhall.conformance.speeds import speeds
from gridhall.conformance.views import observations, public_events, secrecy, views
from gridhall.conformance.whole import drafts, lessons, levels, names

CHECKS = (
    Check("names", "every name of the contract is there, with its type and its number of arguments", of_game=names),
    Check("levels", "shipped levels can be read, and the witness of each certificate wins", of_game=levels),
    Check("drafts", "a draft can be made of any text, and its boards are lines of the text", of_game=drafts),
    Check("lesson", "each step of the lesson is done by its own way, and not before", of_game=lessons),
    Check("setups", "a setup survives being written and read again, to the byte", of_match=setups),
    Check("words", "every legal action has a word that means it", of_match=words),
    Check("turns", "whoever may act has a legal action, and outcomes are told at the end only", of_match=turns),
    Check("refusals", "what is refused changes no byte", of_match=refusals),
    Check("replay", "a record replays to the same bytes", of_match=replays),
    Check("endings", "a match that is no puzzle ends, also if everybody plays at random", of_game=endings),
    Check("views", "hiding twice is hiding once, also after a guess; legality is the same in a view", of_match=views),
    Check("secrecy", "nothing that a player is told depends on what is hidden from them", of_match=secrecy),
    Check("public", "events that are called public look the same to everybody", of_match=public_events),
    Check(
        "observations", "observations keep to the shape, the planes and the bounds that are told", of_match=observations
    ),
    Check("speeds", "interpreted and compiled rules agree byte for byte", of_game=speeds),
    Check("scenes", "a scene is well formed: its boards, its pieces, and something to say", of_match=scenes),
    Check("offers", "a scene offers exactly what `refusal` allows", of_match=offers),
    Check("keys", "no key means two things at once, and capitals are left to the platform", of_match=keys),
    Check("previews", "a preview can be made of every choice and changes nothing", of_match=previews),
    Check("danger", "what is called surely fatal never survives, and odds are what play shows", of_match=dangers),
    Check("speech", "every change that is seen can be heard", of_match=speech),
    Check("drawings", "theme.svg is well formed and draws kinds of the legend only", of_game=drawings),
)

__all__ = ["CHECKS", "Broken", "Check"]
