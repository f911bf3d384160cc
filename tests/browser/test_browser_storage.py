"""What a browser keeps is not lost: by a new version, by the editor, or by storage that is full, blocked or rubbish."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.server.conftest import Person

from gridhall.match import Match
from gridhall.registry import games, levels, load

WEB = Path(__file__).resolve().parents[2] / "web"
# What 1.0.0 left in a browser: before its editor overwrote the results, after that, and after one more result.
LEFT = json.loads(Path(__file__).with_name("storage_1.0.0.json").read_text("utf-8"))
RANKED = [game for game in games() if load(game).RANKING]


def put(visitor, entries):
    """Let this browser have kept these texts."""
    visitor.page.goto("/icon.svg")  # the hall's, but no page of it
    visitor.page.evaluate(
        "(entries) => { for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text); }",
        entries,
    )


def kept(visitor):
    """What this browser keeps for good, by name."""
    texts = visitor.page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    return {name.removeprefix("gridhall."): json.loads(text) for name, text in texts.items()}


def test_one_file_owns_all_that_is_kept():
    words = re.compile(
        r"\b(localStorage|sessionStorage|indexedDB|cookieStore|caches)\b|document\s*\.\s*cookie|gridhall\.\w+['\"`]"
    )
    files = [
        path
        for path in [*(WEB / "src").rglob("*"), WEB / "index.html"]
        if path.is_file() and "generated" not in path.parts
    ]
    texts = {
        path.name: re.sub(r"/\*.*?\*/", "", re.sub(r"//.*", "", path.read_text("utf-8")), flags=re.S) for path in files
    }
    touching = {name for name, text in texts.items() if words.search(text)}
    assert touching == {"storage.ts"}


@pytest.mark.parametrize("left", LEFT)
def test_what_version_1_0_0_left_is_taken_over_whole(visit, left):
    visitor = visit()
    before = {name.removeprefix("gridhall."): json.loads(text) for name, text in LEFT[left].items()}
    put(visitor, LEFT[left])
    for _ in range(2):  # the second time there is nothing more to do
        visitor.page.goto("/g/phase_shift")
        expect(visitor.page.get_by_role("heading", name="New room")).to_be_visible()
        after = kept(visitor)
        assert after["version"] == 2 and not {"played", "best"} & set(after)
        assert after["settings"].pop("turned") is True  # a setting that is younger
        for name in {"settings", "seats", "drafts"} & set(before):
            assert after[name] == before[name]
        assert after["tried"] == ("" if left == "results" else "6dhhbghmn4")
        old = before["played"] if isinstance(before["played"], dict) else {}
        old = {game: results for game, results in old.items() if isinstance(results, list)}
        assert bool(old) == (left != "tried")
        for game, results in old.items():
            by_room = {result["room"]: result for result in after["results"][game] if result["counts"]}
            assert by_room.keys() == {result["room"] for result in results}
            assert all(by_room[result["room"]].items() >= result.items() for result in results)
        for game, best in before["best"].items():
            by_level = {result["level"]: result for result in after["results"][game]}
            assert all(by_level[level].items() >= {**result, "won": True}.items() for level, result in best.items())
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    visitor.page.get_by_role("button", name=re.compile("^Level .*3 of 3 stars ?The Walk-through")).click()
    expect(visitor.page.get_by_text("yours: Solved", exact=False)).to_be_visible()
    visitor.page.goto("/g/warpgrid")
    expect(visitor.page.get_by_role("heading", name="New room")).to_be_visible()
    expect(visitor.page.get_by_text("Lost: ")).to_have_count({"results": 3, "tried": 0, "mixed": 1}[left])
    if left != "results":
        visitor.page.goto("/g/grid_universe/edit")
        expect(visitor.page.get_by_role("textbox", name="The level's text")).to_have_value(
            before["drafts"]["grid_universe"]["text"]
        )


def test_a_page_of_the_old_version_that_is_still_open_loses_nothing_either(visit):
    visitor = visit()
    put(visitor, LEFT["results"])
    visitor.page.goto("/g/warpgrid")
    expect(visitor.page.get_by_text("Lost: ")).to_have_count(3)
    put(visitor, {name: LEFT["mixed"][name] for name in ("gridhall.played", "gridhall.best")})
    visitor.page.goto("/g/warpgrid")
    expect(visitor.page.get_by_text("Lost: ")).to_have_count(4)


def witness(game):
    """The shortest way of the game's first level that has one."""
    level = next(level for level in levels(load(game)) if level.certificate.get("witness"))
    return level, level.certificate["witness"].split("; ")


def finish(house, visitor, game):
    """Play a match of this visitor's to its end on another device while the page looks on; its level and its end."""
    put(visitor, {"gridhall.settings": json.dumps({"speed": 4})})  # what happens is shown quickly
    level, words = witness(game) if load(game).PUZZLE else (None, [])
    room, keys = visitor.make(game, level=level.name if level else "")
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    other = Person(house.port).join(room, keys)
    other.wait("whole")
    for word in words:
        other.play(word)
    while not other.scenes[1].get("outcome"):
        offered = [choice for choice in other.scenes[1]["choices"] if not choice.get("why")]
        soonest = next((choice for choice in offered if choice.get("danger")), offered[0])
        other.play(soonest["word"])
    other.close()
    title = other.scenes[1]["outcome"]["title"]
    expect(visitor.heading(title)).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Look back")).to_be_visible()
    return level, title


@pytest.mark.parametrize("game", RANKED)
def test_a_result_is_still_listed_after_a_level_of_ones_own_was_played(visit, house, game):
    visitor = visit()
    level, title = finish(house, visitor, game)

    def listed():
        visitor.page.goto(f"/g/{game}")
        expect(visitor.page.get_by_role("heading", name="New room")).to_be_visible()
        if level:
            visitor.page.get_by_role(
                "button", name=re.compile(f"^Level .*(stars|won) ?{re.escape(level.title)}")
            ).first.click()
            expect(visitor.page.locator(".about")).to_contain_text(
                re.compile(rf"yours: {title}, {len(witness(game)[1])} moves?, \d+ s")
            )
        else:
            expect(visitor.page.get_by_role("heading", name="Your best with seeds the hall drew")).to_be_visible()
            expect(visitor.page.locator(".results li")).to_have_count(1)
            expect(visitor.page.locator(".results li")).to_contain_text(re.compile(rf"{title}.*\d+ moves?, \d+ s\."))

    listed()
    text = levels(load(game))[0].text
    visitor.page.goto(f"/g/{game}/edit")
    visitor.page.get_by_role("textbox", name="The level's text").fill(text)
    expect(visitor.page.get_by_role("region", name="How it stands")).to_contain_text("Ready to play.")
    visitor.page.get_by_role("button", name="Play it").click()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))
    expect(visitor.page.get_by_role("link", name="Edit")).to_be_visible()
    listed()
    results = kept(visitor)["results"][game]
    assert len(results) == 1 and results[0]["facts"].keys() == {name.lstrip("-") for name in load(game).RANKING}


@pytest.mark.parametrize("game", [game for game in games() if load(game).PLAYERS == 1 and not load(game).UNDO])
def test_play_again_plays_the_level_of_ones_own_again(visit, house, game):
    visitor = visit()
    visitor.page.goto(f"/g/{game}/edit")
    level = levels(load(game))[-1]
    visitor.page.get_by_role("textbox", name="The level's text").fill(level.text)
    visitor.page.get_by_role("button", name="Play it").click()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))
    expect(visitor.page.get_by_role("link", name="Edit")).to_be_visible()
    first = visitor.page.url
    room = first.rsplit("/", 1)[1]
    other = Person(house.port).join(room, kept(visitor)["seats"][room])
    other.act("resign")
    other.close()
    for _ in range(2):
        visitor.page.goto(first)  # the second time the room of the rematch is there already
        visitor.page.get_by_role("button", name="Play again").click()
        expect(visitor.page).not_to_have_url(first)
        expect(visitor.page.get_by_role("link", name="Edit")).to_be_visible()  # it is still the editor's
        room = visitor.page.url.rsplit("/", 1)[1]
        scene = json.loads(visitor.ask(f"/api/match/{room}")[1])["first"]
        assert scene["layers"][0]["name"] == Match(load(game), level.name).scene(0).layers[0].name


def test_results_stand_in_the_order_of_the_games_ranking(visit):
    """Whatever order they came in, beside those of 1.0.0, whose rank is all that is known of them."""
    game = next(game for game in games() if load(game).ranked is not None)
    ranking = load(game).RANKING

    def result(name, seconds, *values, **more):
        facts = {fact.lstrip("-"): -value if fact.startswith("-") else value for fact, value in zip(ranking, values)}
        plain = {
            "room": name,
            "level": "",
            "title": name,
            "lines": [],
            "stars": -1,
            "counts": True,
            "open": False,
            "seed": name,
        }
        return {**plain, "won": False, "moves": 1, "seconds": seconds, "undone": 0, "facts": facts, **more}

    known = ("room", "title", "lines", "open", "seed")
    old = {name: value for name, value in result("old", 0, 0, 0, 0).items() if name in known}
    old["rank"] = [5, -9, 1]
    better = [
        result("won", 90, 1, -9, 0, won=True),
        result("most points", 50, 6, -9, 0),
        result("fewest turns", 50, 5, -3, 0),
        result("most charge", 50, 5, -4, 9),
        result("quick", 10, 5, -4, 8),
        result("slow", 11, 5, -4, 8),
        result("old", 0, 0),
        result("no points", 1, 0, -1, 9),
    ]
    shuffled = [better[place] for place in (4, 1, 7, 0, 5, 3, 2)]
    visitor = visit()
    put(
        visitor,
        {
            "gridhall.version": "2",
            "gridhall.results": json.dumps({game: shuffled}),
            "gridhall.played": json.dumps({game: [old]}),
        },
    )
    visitor.page.goto(f"/g/{game}")
    expect(visitor.page.locator(".results a")).to_have_text([result["title"] for result in better])


BLOCKED = """for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('it is not allowed here', 'SecurityError'); } });
}"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('there is no room', 'QuotaExceededError'); };"


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_storage_that_keeps_nothing_breaks_nothing(visit, script):
    """A whole match, an own level, and both remembered until the page is left."""
    visitor = visit()
    visitor.page.add_init_script(script)
    level, words = witness("phase_shift")
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("combobox", name="Level").select_option(level.name)
    visitor.page.get_by_role("button", name="Open the room").click()
    keys = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft", "f": "f"}
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()  # it is one's own board
    for number, word in enumerate(words, 1):
        visitor.page.keyboard.press(keys[word])
        expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))
    expect(visitor.heading("Solved")).to_be_visible()
    visitor.page.get_by_role("link", name="Phase Shift").click()
    expect(
        visitor.page.get_by_role("button", name=re.compile(f"^Level .*3 of 3 stars ?{re.escape(level.title)}"))
    ).to_be_visible()
    visitor.page.get_by_role("link", name="Make a level").click()
    visitor.page.get_by_role("textbox", name="The level's text").fill(level.text)
    visitor.page.get_by_role("button", name="Play it").click()
    visitor.page.get_by_role("link", name="Edit").click()
    expect(visitor.page.get_by_role("textbox", name="The level's text")).to_have_value(level.text)
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("radio", name="Dark").check(force=True)
    visitor.page.keyboard.press("Escape")
    visitor.page.reload()
    expect(visitor.page.get_by_role("region", name="How it stands")).to_contain_text("to mend")  # nothing was kept


NAMES = ["version", "settings", "guest", "visitor", "offered", "seats", "results", "drafts", "tried", "played", "best"]
RUBBISH = [
    "{",
    '{"phase_shift": 7, "__proto__": []}',
    '{"phase_shift": [null, 3, {}, {"title": 9}, {"title": "t", "lines": 3, "facts": []}]}',
    '{"theme": {"a": 1}, "speed": "fast", "token": 3, "name": [], "text": 5}',
    *(pytest.param(text, marks=pytest.mark.slow) for text in ("null", "5", "[]", '"x"')),
]


@pytest.mark.parametrize("text", RUBBISH)
def test_rubbish_is_read_as_nothing(visit, text):
    visitor = visit()
    put(visitor, {f"gridhall.{name}": text for name in NAMES})
    visitor.page.evaluate(
        "(text) => { for (const name of ['unsent', 'film']) sessionStorage.setItem(`gridhall.${name}`, text); }", text
    )
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("button", name="Play Phase Shift")).to_be_enabled()
    visitor.page.goto("/g/phase_shift/edit")
    expect(visitor.page.get_by_role("region", name="How it stands")).to_contain_text("to mend")
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("button", name="Open the room").click()
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "1")


def test_a_film_and_moves_that_are_rubbish_are_dropped(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("phase_shift")
    film = {
        "room": room,
        "looking": "x",
        "views": [7, {"seat": 1}, {"seat": 1, "at": 99, "moves": 3, "tick": 0, "shown": {"width": 5}}],
    }
    unsent = {
        room: {
            "acts": [3, {"type": "play"}],
            "numbers": {"1": "x"},
            "typed": [None, {"key": 4}, 9],
            "chosen": {"among": 3},
        }
    }
    script = (
        "(kept) => { for (const name in kept) sessionStorage.setItem(`gridhall.${name}`, JSON.stringify(kept[name])); }"
    )
    visitor.page.evaluate(script, {"film": film, "unsent": unsent})
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "1")
