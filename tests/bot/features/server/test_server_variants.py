"""`/duel-admin variant`: what a server plays unless players choose."""

from dataclasses import replace
from typing import Any, ClassVar

import pytest
from simcord import MemberActor

from bot.duels.variants import usual_variant
from bot.features.server.view import server_settings
from bot.text.english import English
from engine.games import GAMES
from storage.ids import GuildId
from storage.people import HouseRules
from tests.bot.features.server.chosen import AT_FIRST_CHOSEN, command, house
from tests.bot.simcord.messages import told
from tests.bot.simcord.world import AT_FIRST, World, panel
from tests.bot.text.says import says_no_game, says_no_variant

USUAL = "Variants, unless players choose another: classic"


async def test_a_variant(world: World, boss: MemberActor) -> None:
    async def choose(**options: str) -> str:
        said = told(await boss.slash(world.games, "duel-admin variant", **options))
        assert world.read(await panel(world, boss)).count("Variants") == 1
        return said

    said = await choose(game="divisor", variant="ranked")
    assert said == English.VARIANT_CHOSEN.format(title="Divisor Duel", variant="ranked")
    assert (await house(world)).variant_of("divisor") == "ranked"
    shown = world.read(await panel(world, boss))
    assert shown == AT_FIRST.replace(USUAL, USUAL.replace("classic", "Divisor Duel ranked"))
    await choose(game="split", variant="grundy")
    await choose(game="divisor", variant="steps")
    await world.restart()
    both = "Divisor Duel steps and Number Split Duel grundy"
    shown = world.read(await panel(world, boss))
    assert shown == AT_FIRST.replace(USUAL, USUAL.replace("classic", both))
    said = await choose(game="divisor")
    assert said == English.VARIANT_CLEARED.format(title="Divisor Duel", variant="classic")
    assert (await house(world)).variants == {("split", "grundy")}
    await choose(game="split")
    assert await house(world) == AT_FIRST_CHOSEN
    assert world.read(await panel(world, boss)) == AT_FIRST


def test_a_variant_is_called_as_it_is_in_the_language_of_the_server() -> None:
    class Named(English):
        VARIANTS: ClassVar = {"ranked": "gewertet"}

    rules = HouseRules().with_variant("divisor", "ranked")
    assert "Divisor Duel gewertet" in server_settings(rules, (), "", Named).content


async def test_the_variants_of_a_game_are_suggested(world: World, boss: MemberActor) -> None:
    async def suggested(typed: str, **given: str) -> list[Any]:
        found = await boss.autocomplete(
            world.games, "duel-admin variant", "variant", typed, **given
        )
        assert all(len(each["name"]) <= 100 for each in found)
        return [each["value"] for each in found]

    for key, game in GAMES.items():
        assert await suggested("", game=key) == [each.name for each in game.presets]
    assert await suggested(" Jun", game="divisor") == ["juniper"]
    assert await suggested("juniper green", game="divisor") == ["juniper"]
    assert await suggested("juniper", game="split") == []
    assert await suggested("", game="chess") == []
    assert await suggested("") == []


@pytest.mark.parametrize(
    ("game", "variant", "refused"),
    [
        ("divisor", "grundy", says_no_variant("divisor", "grundy")),
        ("divisor", "Ranked", says_no_variant("divisor", "Ranked")),
        ("divisor", "size=30", says_no_variant("divisor", "size=30")),
        ("chess", "ranked", says_no_game("chess")),
        ("chess", None, says_no_game("chess")),
    ],
)
async def test_a_forged_variant_changes_nothing(
    world: World, boss: MemberActor, game: str, variant: str | None, refused: str
) -> None:
    await boss.slash(world.games, "duel-admin variant", game="divisor", variant="steps")
    before = await house(world)
    given: dict[str, tuple[int, Any]] = {"game": (3, game)}
    if variant is not None:
        given["variant"] = (3, variant)
    said = told(await world.deliver(boss, 2, world.games.id, command("variant", **given)))
    assert said == refused
    assert await house(world) == before


async def test_variants_that_are_gone_count_for_nothing(world: World, boss: MemberActor) -> None:
    """They came with packages, or from another host."""
    gone = {("chess", "ranked"), ("divisor", "blitz"), ("split", "ranked")}
    rules = replace(AT_FIRST_CHOSEN, variants=frozenset(gone))
    await world.store.rule_house(GuildId(world.guild.id), rules)
    shown = world.read(await panel(world, boss))
    assert shown == AT_FIRST.replace(USUAL, USUAL.replace("classic", "Number Split Duel ranked"))
    assert usual_variant(rules, "divisor").name == "classic"
    assert usual_variant(rules, "split").name == "ranked"
