"""Commands that look something up: lists, rules, the leaderboard, profiles and histories."""

import re
from dataclasses import asdict, dataclass
from typing import Any

import pytest

from bot.delivery.message import CONTENT
from bot.features.rules.view import help_page, rules
from bot.text.english import English
from bot.text.game_texts import about_variant
from engine.games import GAMES, preset_of, set_up
from engine.games.options import number_option
from engine.games.packages import (
    MOST_ABOUT,
    MOST_GAMES,
    MOST_OPTIONS,
    MOST_PITCH,
    MOST_PRESETS,
    MOST_RULES,
    MOST_TITLE,
)
from engine.games.preset import CLASSIC, Preset
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says, says_no_game
from tests.engine.countdown import Countdown

# The list of running duels and open challenges.


async def test_nothing_is_waiting(world: World) -> None:
    said = told(await world.ana.slash(world.games, "duel list"))
    assert said == "No duel is running. Start one with `/duel start`."


async def test_a_list_tells_challenges_and_duels_from_where_its_reader_sits(world: World) -> None:
    await world.challenge()
    await world.cy.slash(world.games, "duel start", game="parity", opponent=world.ana)
    lists = [
        world.read(told(await each.slash(world.games, "duel list")))
        for each in (world.ana, world.bo, world.cy)
    ]
    assert [each.splitlines()[1:] for each in lists] == [
        [
            "[#1](LINK) you challenged @bo to Divisor Duel: expires <15 min>",
            "[#2](LINK) @cy challenges you to Parity Duel: expires <15 min>",
        ],
        ["[#1](LINK) @ana challenges you to Divisor Duel: expires <15 min>"],
        ["[#2](LINK) you challenged @ana to Parity Duel: expires <15 min>"],
    ]
    await world.bo.slash(world.games, "duel accept")
    assert world.read(told(await world.ana.slash(world.games, "duel list"))) == (
        "**Your duels here**\n"
        "[#1](LINK) Divisor Duel against @bo: **your move**, due <1440 min>\n"
        "[#2](LINK) @cy challenges you to Parity Duel: expires <15 min>"
    )
    assert world.read(told(await world.bo.slash(world.games, "duel list"))) == (
        "**Your duels here**\n[#1](LINK) Divisor Duel against @ana: their move, due <1440 min>"
    )


async def test_a_list_leads_to_the_board_that_is_current(world: World) -> None:
    board = await world.play(await world.duel(), 6)
    said = told(await world.bo.slash(world.games, "duel list"))
    assert f"https://discord.com/channels/{world.guild.id}/{world.games.id}/{board.id})" in said


async def test_what_is_over_is_not_waiting(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await world.bo.click(answer(await world.challenge()), label="Decline")
    said = told(await world.ana.slash(world.games, "duel list"))
    assert said == "No duel is running. Start one with `/duel start`."


async def test_a_long_list_says_how_much_it_leaves_out(world: World) -> None:
    """Each of a server may have challenged the same one."""
    for nth in range(30):
        fan = world.join(f"fan{nth}")
        answer(await fan.slash(world.games, "duel start", game="sequence", opponent=world.ana))
    said = told(await world.ana.slash(world.games, "duel list"))
    *listed, more = said.splitlines()[1:]
    assert 1800 < len(said) <= 2000
    assert [line.split("]")[0] for line in listed] == [f"[#{n + 1}" for n in range(len(listed))]
    assert more == English.LIST_MORE.format(count=30 - len(listed))


# How the games are played.


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_of_a_game(world: World, game: str) -> None:
    said = told(await world.ana.slash(world.games, "duel rules", game=game))
    assert said.startswith(f"**{GAMES[game].title}**\n{GAMES[game].pitch}\n**Objective.** ")
    headings = [line.split(".**")[0] for line in said.splitlines() if line.startswith("**")]
    assert headings[1:] == [
        *("**Objective", "**A turn", "**Valid moves", "**The end", "**Example"),
        *("**Variants", "**Options"),
    ]
    kind = GAMES[game]
    listed = [line for line in said.splitlines() if line.startswith("- ")]
    variants = [f"- {each.name}: {each.about}" for each in kind.presets[1:]]
    assert listed[: len(variants)] == variants
    chosen = [each for each in kind.options() if not each.host]
    assert [line.split(" ")[1] for line in listed[len(variants) :]] == [each.key for each in chosen]


@pytest.mark.parametrize(
    ("game", "name"), [(game, each.name) for game in GAMES for each in GAMES[game].presets]
)
async def test_the_rules_of_a_variant(world: World, game: str, name: str) -> None:
    """All of it has room, and the other variants are listed under it."""
    said = told(await world.ana.slash(world.games, "duel rules", game=game, variant=name))
    kind = GAMES[game]
    title, explained, *_ = said.splitlines()
    assert title == (f"**{kind.title}**" if name == "classic" else f"**{kind.title} ({name})**")
    assert explained == about_variant(kind, preset_of(game, name))
    others = [each.name for each in kind.presets if each.name != name]
    assert re.findall(r"^- (\w+): ", said, re.MULTILINE) == others
    assert f"**{English.RULES['options']}.**" in said
    assert len(said) <= CONTENT


def test_the_rules_of_options_that_are_no_variant_say_nothing_twice() -> None:
    game = set_up("parity", {"size": 8})
    lines = rules(game, English).content.splitlines()
    assert lines[0] == f"**{game.title}**"
    assert sum(game.rules.valid in each for each in lines) == 1


async def test_the_rules_of_no_variant(world: World) -> None:
    said = told(await world.ana.slash(world.games, "duel rules", game="parity", variant="steps"))
    known = "classic or ranked"
    assert said == says("unknown-variant", game="Parity Duel", variant="steps", known=known)
    found = await world.ana.autocomplete(world.games, "duel rules", "variant", "", game="parity")
    assert [each["value"] for each in found] == ["classic", "ranked"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_chosen_by_a_button(world: World, game: str) -> None:
    which = private(await world.ana.slash(world.games, "duel rules"))
    assert which.content == "Which game?"
    assert labels(which) == [each.title for each in GAMES.values()]
    chosen = private(await world.ana.click(which, label=GAMES[game].title)).content
    assert chosen == told(await world.ana.slash(world.games, "duel rules", game=game))
    shown = world.games.history(viewer=world.ana)[0]
    assert shown.content == chosen  # in place of the question


async def test_the_rules_of_no_game(world: World) -> None:
    which = private(await world.ana.slash(world.games, "duel rules"))
    said = told(await world.press(world.ana, which, "d1:e:chess"))
    assert said == says_no_game("chess")


async def test_help(world: World) -> None:
    said = told(await world.ana.slash(world.games, "duel help"))
    assert said == help_page(English).content


def test_help_fits_with_as_many_games_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for letter in "abcdefghijklmnopqrstuvwxyz"[: MOST_GAMES - len(GAMES)]:
        longest = {"title": letter * MOST_TITLE, "pitch": "p" * MOST_PITCH}
        monkeypatch.setitem(GAMES, letter, type(letter, (Countdown,), {"key": letter, **longest}))
    assert len(GAMES) == MOST_GAMES
    said = help_page(English).content
    assert len(said) <= CONTENT
    assert all(kind.title in said for kind in GAMES.values())


def test_the_longest_rules_fit() -> None:
    """The longest rules have as many options as a game may have, with the longest headings."""
    options = {letter: number_option("a", least=0, most=9, default=0) for letter in "abcdef"} | {
        "__annotations__": dict.fromkeys("abcdef", int)
    }
    wide: Any = dataclass(frozen=True)(type("Wide", (Countdown,), options))
    assert len(wide.options()) == MOST_OPTIONS
    about = "a" * MOST_ABOUT
    presets = [Preset(f"variant{nth}", about) for nth in range(MOST_PRESETS - 1)]
    wide.presets = (CLASSIC, *presets)
    game: Any = wide()
    said = rules(game, English).content
    assert f"**{English.RULES['variants']}" not in said  # there would be no room for all of them
    parts = [game.title, game.pitch, *asdict(game.rules).values()]
    parts += [each for o in game.options() for each in (o.key, o.allowed, o.about)]
    headings = len(said) - sum(map(len, parts))
    assert MOST_RULES + headings <= CONTENT
