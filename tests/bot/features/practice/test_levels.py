"""Where the bot has no levels, as nobody can be better, or not the one that was chosen."""

from typing import Any

import pytest

from engine.games import GAMES
from tests.bot.features.practice.playing import running
from tests.bot.simcord.messages import answer, labels, private, told, told_directly
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says, says_directly


async def begin(world: World, **options: Any) -> Any:
    return private(await world.ana.slash(world.games, "practice", **options))


async def test_a_level_at_which_nobody_can_play_that(world: World) -> None:
    """Perfect play of a pool of 13 would take too long."""
    large = {"game": "sequence", "options": "size=13 rows=either sums=3 ties=second"}
    asked = await world.ana.slash(world.games, "practice", level="perfect", **large)
    levels = "Novice, Casual, Skilled or Expert"
    assert told(asked) == says("no-such-level", level="Perfect", levels=levels)
    assert "against me, Expert" in world.read(await begin(world, level="expert", **large))


async def test_a_button_that_nobody_offered(world: World) -> None:
    for forged in ("d1:pv:parity:classic", "d1:pv:parity:classic:casual"):
        board = await begin(world)
        said = private(await world.press(world.ana, board, forged))
        assert labels(said) == ["Play ranked"]
    assert world.incidents() == []


@pytest.mark.parametrize("game", GAMES)
async def test_another_variant_is_played_if_none_is_chosen(world: World, game: str) -> None:
    board = await begin(world, game=game)
    variant = (await running(world)).terms.game.variant
    assert variant == ("classic" if game == "divisor" else "ranked")
    assert variant == "classic" or f"({variant})" in board.content


async def test_the_servers_variant_comes_first(world: World) -> None:
    await world.rules(variants=frozenset({("split", "grundy")}))
    duel = {"game": "split", "opponent": world.bot}
    answer(await world.ana.slash(world.games, "duel start", **duel))
    assert (await running(world)).terms.game.variant == "grundy"
    await world.rules(variants=frozenset({("split", "classic")}))
    answer(await world.ana.slash(world.games, "duel start", **duel))
    assert (await running(world, 2)).terms.game.variant == "ranked"


@pytest.mark.parametrize("chosen", [{"variant": "classic"}, {"options": "size=30"}])
async def test_it_says_so_and_offers_something_better(world: World, chosen: dict[str, str]) -> None:
    said = await begin(world, game="parity", level="expert", **chosen)
    assert "nobody can be better" in said.content
    board = private(await world.ana.click(said, label="Play ranked"))
    assert "against me, Expert" in world.read(board)
    assert (await running(world)).terms.game.variant == "ranked"
    assert world.lines() == []


async def test_what_was_meant_for_everybody_is_so_then(world: World) -> None:
    duel = {"game": "parity", "opponent": world.bot, "variant": "classic", "level": "expert"}
    said = private(await world.ana.slash(world.games, "duel start", **duel))
    board = answer(await world.ana.click(said, label="Play ranked"))
    assert "against me, Expert" in world.read(board)
    assert not (await world.match()).private


async def test_a_place_that_nobody_offered(world: World) -> None:
    board = await begin(world)
    for forged in ("d1:pv:parity:ranked:expert:there", "d1:pv:parity:ranked:x:there"):
        assert told(await world.press(world.ana, board, forged)) == DEAD
    message = (await world.ana.user.slash("practice")).response
    assert message
    here = "d1:pv:parity:ranked:expert:here"
    said = await world.press(world.ana, message, here, direct=True)
    assert told_directly(said) == says_directly("dead-button")
    assert world.lines() == []


async def test_here_the_servers_rules_hold(world: World) -> None:
    board = await begin(world)
    await world.rules(channels=frozenset({1}))
    said = told(await world.press(world.ana, board, "d1:pv:parity:ranked:expert:here"))
    assert "<#1>" in said
    assert world.lines() == []
