"""Variants of games: suggested, chosen, usual in a server, and refused."""

import asyncio
from typing import Any

import pytest

from bot.interactions import slow_answers
from bot.text.english import English
from bot.text.game_texts import about_variant, title_of
from engine.duel import Finished, Offered
from engine.games import GAMES, preset_of
from engine.games.game import Game
from tests.bot.simcord.messages import answer, private, told
from tests.bot.simcord.starts import any_start
from tests.bot.simcord.world import World
from tests.bot.text.says import says, says_no_game

RANKED = frozenset({("divisor", "ranked"), ("split", "ranked")})


async def suggested(world: World, typed: str = "", game: str = "divisor") -> list[str]:
    found = await world.ana.autocomplete(
        world.games, "duel start", "variant", typed, game=game, opponent=world.bo
    )
    return [each["value"] for each in found]


async def offered(world: World, **options: Any) -> Game[Any]:
    """The game of a new challenge."""
    answer(await world.challenge(**options))
    duel = (await world.match()).duel
    assert isinstance(duel, Offered)
    return duel.terms.game


async def test_the_variants_of_the_chosen_game_are_suggested(world: World) -> None:
    for game, kind in GAMES.items():
        assert await suggested(world, game=game) == [each.name for each in kind.presets]
    assert await suggested(world, "JUN") == ["juniper"]
    assert await suggested(world, game="chess") == []


async def test_a_suggestion_says_what_it_is_how_long_it_takes_and_whether_it_is_rated(
    world: World,
) -> None:
    found = await world.ana.autocomplete(
        world.games, "duel start", "variant", "", game="parity", opponent=world.bo
    )
    classic, ranked = [each["name"] for each in found]
    assert classic.startswith("classic · Answer every odd number")
    assert classic.endswith(f" · 3 minutes · {English.UNRATED}")
    assert ranked.startswith("ranked · 1 to 50: odd after even")
    assert ranked.endswith(f"… · 5 minutes · {English.RATED}")
    assert all(len(each) <= 100 for each in (classic, ranked))


@pytest.mark.parametrize(
    ("game", "name"), [(game, each.name) for game in GAMES for each in GAMES[game].presets]
)
async def test_a_challenge_names_its_variant_and_explains_it(
    world: World, game: str, name: str
) -> None:
    kind, preset = GAMES[game], preset_of(game, name)
    offer = world.read(answer(await world.challenge(game, variant=name, first="random")))
    headline, explained, *_ = offer.splitlines()
    assert f"**{kind.title}** · {name} · " in headline or name == "classic"
    assert explained == about_variant(kind, preset)
    assert (await world.match()).duel.terms.game.variant == name


async def test_options_go_before_the_variants(world: World) -> None:
    game = await offered(world, variant="steps", size=36, options="board=plain")
    assert game.setup == "divisor/size=36,rule=steps"


async def test_a_variant_of_another_game_is_refused(world: World) -> None:
    said = told(await world.challenge("parity", variant="juniper"))
    title, known = title_of(GAMES["parity"]), "classic or ranked"
    assert said == says("unknown-variant", game=title, variant="juniper", known=known)
    assert world.lines() == []


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"game": "divisor", "variant": "ranked", "options": "gone=3"}, "gone"),
        ({"game": "divisor", "options": "opening=11,1"}, "opening"),
        ({"game": "split", "variant": "ranked", "size": 20}, "size"),
        ({"game": "split", "variant": "grundy", "options": "numbers=20"}, "numbers"),
        ({"game": "split", "options": "board=drawn numbers=5,6,7"}, "numbers"),
    ],
)
async def test_players_never_choose_what_the_host_draws(
    world: World, options: dict[str, Any], option: str
) -> None:
    said = told(await world.challenge(**options))
    assert said == says("hosts-option", game=title_of(GAMES[options["game"]]), option=option)
    assert world.lines() == []


# What a server usually plays.


async def test_a_server_may_usually_play_another_variant(world: World) -> None:
    await world.rules(variants=RANKED)
    assert await suggested(world) == ["ranked", "classic", "juniper", "steps"]
    assert (await offered(world)).variant == "ranked"


async def test_a_variant_that_is_gone_is_not_played(world: World) -> None:
    await world.rules(variants=frozenset({("divisor", "gone"), ("gone", "ranked")}))
    assert await suggested(world) == ["classic", "ranked", "juniper", "steps"]
    assert (await offered(world)).variant == "classic"


async def test_a_number_to_split_is_not_drawn_also_where_it_usually_is(world: World) -> None:
    await world.rules(variants=RANKED)
    assert (await offered(world, game="split", size=30)).setup == "split/size=30"


async def test_other_options_change_what_is_usual(world: World) -> None:
    await world.rules(variants=RANKED)
    assert (await offered(world, size=50)).setup == "divisor/size=50,board=drawn"


# A challenge by a click on somebody's name.


async def picker(world: World) -> Any:
    return private(await world.ana.context_menu(world.games, "Challenge to a duel", world.bo))


async def test_a_picker_says_what_each_game_is(world: World) -> None:
    ((select,),) = [row["components"] for row in (await picker(world)).components]
    shown = {each["value"]: (each["label"], each["description"]) for each in select["options"]}
    assert next(iter(shown)) == "divisor"
    assert shown["divisor"] == ("Divisor Duel", "Divide or multiply · strategic · 3 minutes")
    label, description = shown["parity/ranked"]
    assert label == "Parity Duel (ranked)"
    assert description.startswith("1 to 50: odd after even")
    assert description.endswith(f" · 5 minutes · {English.RATED}")
    every = [f"{key}/{each.name}" for key in GAMES for each in GAMES[key].presets[1:]]
    assert [each for each in shown if "/" in each] == every


async def test_a_picker_shows_what_the_server_usually_plays(world: World) -> None:
    await world.rules(variants=RANKED)
    ((select,),) = [row["components"] for row in (await picker(world)).components]
    shown = {each["value"]: each["label"] for each in select["options"]}
    assert shown["divisor"] == "Divisor Duel (ranked)"
    assert shown["divisor/classic"] == "Divisor Duel (classic)"
    answer(await world.ana.select(await picker(world), ["divisor"]))
    assert (await world.match()).duel.terms.game.variant == "ranked"


async def test_a_variant_is_picked(world: World) -> None:
    answer(await world.ana.select(await picker(world), ["sequence/tangle"]))
    assert (await world.match()).duel.terms.game.variant == "tangle"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("divisor/ra", says("unknown-variant", game="Divisor Duel", variant="ra", known="{all}")),
        (
            "divisor/ranked/",
            says("unknown-variant", game="Divisor Duel", variant="ranked/", known="{all}"),
        ),
        ("/ranked", says_no_game("")),
        ("chess/ranked", says_no_game("chess")),
    ],
)
async def test_a_forged_pick_is_refused(world: World, value: str, said: str) -> None:
    refused = told(await world.press(world.ana, await picker(world), f"d1:p:{world.bo.id}", value))
    assert refused == said.replace("{all}", "classic, ranked, juniper or steps")
    assert len(world.games.history()) == 0


# Starts that the host draws.


async def test_a_rematch_has_another_start(world: World) -> None:
    """The rest is as it was."""
    offer = answer(await world.challenge(variant="ranked", clock="1h"))
    await world.bo.click(offer, label="Accept")
    await world.resign(world.ana)
    answer(await world.bo.click(world.last(), label="Rematch"))
    before, again = (await world.match()).duel.terms, (await world.match(2)).duel.terms
    assert again.game != before.game
    assert not again.game.awaits_start
    assert (again.game.setup, again.clock) == (before.game.setup, before.clock)


async def test_both_games_of_a_duel_have_the_same_start(world: World) -> None:
    await world.play_out(await world.duel(variant="ranked", legs=2))
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert duel.earlier
    assert duel.record.game == duel.earlier.game == duel.terms.game
    assert not duel.terms.game.awaits_start


async def test_a_start_that_takes_long_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is told that the answer comes later, and the challenge is a message of its own."""
    drawn = asyncio.Event()

    async def started(game: Game[Any]) -> Game[Any]:
        await world.env.external_wait(drawn.wait(), reason="a start")
        return any_start(game)

    monkeypatch.setattr(world.shared.starts, "started", started)
    monkeypatch.setattr(slow_answers, "SLOW", 0)
    asked = await world.challenge(variant="ranked", first="random")
    assert asked.deferred
    assert world.lines() == []
    drawn.set()
    await world.env.settle()
    (offer,) = world.games.history()
    assert offer.content.startswith("⚔️")
    assert world.read(told(asked)) == world.read(
        English.MOVED_ELSEWHERE.format(link=offer.jump_url)
    )
    assert world.pinged("/messages") == [world.bo.id]
    board = answer(await world.bo.click(offer, label="Accept"))
    assert "Your move" in world.read(board)


async def test_without_a_good_start_there_is_no_challenge(world: World) -> None:
    world.draw_start = lambda _game: None
    said = told(await world.challenge(size=12, options="board=drawn"))
    assert said == says("no-start", game="Divisor Duel")
    assert world.lines() == []


async def test_a_challenge_whose_start_fails_is_refused_with_a_code(world: World) -> None:
    def fail(_game: Game[Any]) -> None:
        raise OSError("the worker is gone")

    world.draw_start = fail
    said = told(await world.challenge(variant="ranked"))
    assert said.startswith(English.BROKEN.partition("{")[0])
    assert world.incidents() == ["incident"]
    world.draw_start = any_start
    answer(await world.challenge(variant="ranked"))
