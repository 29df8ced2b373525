"""What a player does against the bot in private is for that player alone."""

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import DuelId, GuildId
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, private
from tests.bot.simcord.world import World

LOST = English.PROFILE_PRACTISED.format(
    scores=English.PROFILE_AT_LEVEL.format(level=English.LEVELS["casual"], wins=0, losses=1)
)


async def lose(world: World, *, hidden: bool) -> None:
    """Ana gives up a duel with the bot, which is her first one."""
    options = {"game": "divisor", "opponent": world.bot, "private": hidden}
    await world.ana.slash(world.games, "duel start", **options)
    guild = GuildId(world.guild.id)
    assert (await world.store.duel(guild, DuelId(1))).private is hidden
    await world.store.resign(world.call(world.ana), DuelId(1))
    assert await world.store.practised(guild, PlayerId(world.ana.id), private=True)


def lines(world: World, page: Shown) -> list[str]:
    return world.read(page).splitlines()


async def test_a_profile_that_everybody_sees_is_silent_about_them(world: World) -> None:
    await lose(world, hidden=True)
    mine = answer(await world.ana.slash(world.games, "duel profile"))
    theirs = answer(await world.cy.slash(world.games, "duel profile", player=world.ana))
    clicked = private(await world.cy.context_menu(world.games, "Duel profile", world.ana))
    for page in (mine, theirs, clicked):
        assert lines(world, page) == [English.PROFILE_EMPTY.format(player="@ana")]


async def test_players_see_their_own_privately(world: World) -> None:
    await lose(world, hidden=True)
    mine = private(await world.ana.context_menu(world.games, "Duel profile", world.ana))
    assert LOST in lines(world, mine)


async def test_those_in_a_channel_are_for_everybody(world: World) -> None:
    await lose(world, hidden=False)
    page = answer(await world.cy.slash(world.games, "duel profile", player=world.ana))
    assert LOST in lines(world, page)


async def test_the_bots_own_profile_tells_nobodys(world: World) -> None:
    await lose(world, hidden=True)
    page = answer(await world.ana.slash(world.games, "duel profile", player=world.bot))
    assert len(lines(world, page)) == 1
