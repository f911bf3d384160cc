"""Show a recorded match again, or write it as an animation."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gridhall.commands import DONE
from gridhall.commands.arguments import add_viewer, speed
from gridhall.commands.output import writing
from gridhall.errors import IllegalAction

if TYPE_CHECKING:
    from gridhall.match import Match, Moment

EXAMPLE = "gridhall replay match.jsonl --gif match.gif"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD")
    parser.add_argument("--gif", metavar="FILE", help="write an animation")
    add_viewer(parser, "from this player's eyes: 1, 2 ... or spectator; otherwise all is shown")
    parser.add_argument("--speed", type=speed, default=1.0, metavar="X", help="0.5 to 4; 0 prints everything at once")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each ply")
    parser.add_argument("--dark", action="store_true", help="dark colours in the animation")


def run(args: Namespace) -> int:
    """Show a recorded match, moment by moment; or write it as an animation."""
    from gridhall.replay import moments_of
    from gridhall.terminal import saves

    match, _ = saves.read(args.record)
    moments = moments_of(match, _viewer(match, args.viewer))
    if args.gif:
        _write_gif(match, moments, args)
    elif args.json:
        from gridhall.scene import as_json

        for number, moment in enumerate(moments):
            print(json.dumps({"frame": number, "text": moment.text, "scene": as_json(moment.scene)}))
    else:
        _show(match, moments, args)
    return DONE


def _viewer(match: "Match", text: str | None) -> int:
    """Whose eyes. A running match with secrets is shown only to one of its players, as they may see it."""
    from gridhall.commands.viewer import person_or_everyone, viewer_of

    game = match.game
    if game.SECRETS and not match.over and not 0 <= viewer_of(text, game.PLAYERS) < game.PLAYERS:
        secret = f"this match of {game.TITLE} is not over, and it has secrets"
        raise IllegalAction(f"{secret}; say whose seat is yours, as in `--as 1`")
    return person_or_everyone(text, game)


def _write_gif(match: "Match", moments: "Sequence[Moment]", args: Namespace) -> None:
    from gridhall.registry import folder_of
    from gridhall.render.picture import write_gif

    scenes = [moment.scene for moment in moments]
    with writing(args.gif):
        write_gif(scenes, args.gif, folder_of(match.game), dark=args.dark)
    count = len(moments)
    print(json.dumps({"gif": args.gif, "moments": count}) if args.json else f"{args.gif}: {count} moments")


def _show(match: "Match", moments: "Sequence[Moment]", args: Namespace) -> None:
    from gridhall.replay import story_of
    from gridhall.terminal.keys import Keyboard
    from gridhall.terminal.screen import Screen

    with Keyboard(keys=not args.plain) as keyboard:
        screen = Screen(args, keyboard)
        if args.step:
            for moment in moments:
                screen.draw(moment.scene, [moment.text] if moment.text else [])
                if keyboard.line("Enter: on. ") is None:
                    break
            return
        screen.play(moments, f"{match.game.TITLE}  ", always=True)
        screen.draw(moments[-1].scene)
        for sentence in story_of(match):
            screen.say_wrapped(sentence)
