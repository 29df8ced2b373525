"""The other server: it has more of everything than this one, all of it marked, so that a leak into
this one is noticed."""

from datetime import timedelta

from engine.duel import First
from engine.games import set_up
from engine.ids import PlayerId, Span
from storage.ids import ChannelId, GuildId, RoleId
from storage.people import Challenges, HouseRules, Pings, Preferences
from storage.store import Store
from tests.storage.builders import Table, terms

# A time for a move, and a number of rated duels, that nobody has chosen here.
CLOCK, RATED = Span(timedelta(days=6, seconds=7) // timedelta(milliseconds=1)), 77
GAME = set_up("parity", {"size": 77})
# More duels than there are duel numbers in this server.
DUELS = 12


async def fill(store: Store, guild: GuildId, lair: ChannelId, *people: PlayerId) -> None:
    """Through the store: Discord isn't told, so that nothing of it is numbered otherwise."""
    ana, bo, dee = people
    table = Table(store, guild)
    for winner, loser in ((ana, bo), (bo, ana), (ana, dee), (dee, bo), (ana, bo)):
        await table.rate(winner, loser, GAME)
    await store.begin_season(guild, 2, table.now)
    await table.rate(dee, ana, GAME)
    await store.void(table.call(dee), (await table.rate(bo, dee, GAME)).id)
    await table.start(terms(ana, bo, GAME, First.DRAWN, CLOCK))
    await table.start(terms(dee, ana, GAME, First.DRAWN, CLOCK))
    await table.start(terms(bo, dee, GAME, First.DRAWN, CLOCK))
    await table.offer(terms(ana, dee, GAME, First.DRAWN, CLOCK))
    last = await table.offer(terms(bo, ana, GAME, First.DRAWN, CLOCK))
    assert last.id == DUELS
    for each in people:
        await store.prefer(guild, each, Preferences(Pings.NEVER, Challenges.NOBODY))
    await store.rule_house(
        guild, HouseRules(CLOCK, frozenset({lair}), frozenset({RoleId(int(guild))}), RATED)
    )
    await store.block(guild, ana, blocked=True)
    await store.seen(guild, dee, here=False)
