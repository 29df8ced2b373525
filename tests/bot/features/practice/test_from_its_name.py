"""The bot is chosen as an opponent by its name, as anybody else would be."""

from simcord.results import ResponseMessage

from bot.text.english import English
from engine.opponents.levels import Level
from tests.bot.features.practice.playing import running
from tests.bot.simcord.messages import answer, controls, labels, private, told
from tests.bot.simcord.world import World

LEVELS = [English.LEVELS[each] for each in Level]


async def menu(world: World) -> ResponseMessage:
    return private(await world.ana.context_menu(world.games, "Challenge to a duel", world.bot))


async def test_by_the_menu_of_its_name(world: World) -> None:
    asked = private(await world.ana.select(await menu(world), ["divisor"]))
    assert labels(asked) == LEVELS
    board = private(await world.ana.click(asked, label="Expert"))
    assert "against me, Expert" in world.read(board)
    assert (await world.match()).private
    assert world.lines() == []


async def test_by_its_profile(world: World) -> None:
    page = answer(await world.ana.slash(world.games, "duel profile", player=world.bot))
    games = private(await world.ana.click(page, label="Challenge"))
    asked = private(await world.ana.select(games, ["split/grundy"]))
    private(await world.ana.click(asked, label="Novice"))
    terms = (await running(world)).terms
    assert (terms.game.variant, terms.level) == ("grundy", Level.NOVICE)


async def test_a_variant_with_levels_if_none_is_chosen(world: World) -> None:
    asked = private(await world.ana.select(await menu(world), ["parity"]))
    private(await world.ana.click(asked, label="Casual"))
    assert (await running(world)).terms.game.variant == "ranked"


async def test_a_variant_without_levels(world: World) -> None:
    await world.rules(variants=frozenset({("parity", "ranked")}))
    said = private(await world.ana.select(await menu(world), ["parity/classic"]))
    assert labels(said) == ["Play ranked"]


async def test_nothing_there_is_rated(world: World) -> None:
    for shown, rated in ((await menu(world), False), (await of_bo(world), True)):
        told_of = [each["description"] for each in controls(shown)[0]["options"]]
        assert any(each.endswith(f"· {English.RATED}") for each in told_of) == rated


async def of_bo(world: World) -> ResponseMessage:
    return private(await world.ana.context_menu(world.games, "Challenge to a duel", world.bo))


async def test_where_no_duels_may_be_played(world: World) -> None:
    """It is private, and disturbs nobody."""
    await world.rules(channels=frozenset({1}))
    asked = private(await world.ana.select(await menu(world), ["divisor"]))
    assert "against me" in told(await world.ana.click(asked, label="Casual"))
