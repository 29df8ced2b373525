"""People who have played before a test begins, and what is said of them."""

from itertools import combinations

from simcord import MemberActor

from tests.bot.simcord.world import World


async def couples(world: World, count: int) -> None:
    """Let this many newcomers each beat another one, in one duel each: all winners (`w1` and so on)
    are level, and so are all losers (`l1` and so on)."""
    for nth in range(1, count + 1):
        await world.played(world.join(f"w{nth}"), world.join(f"l{nth}"))


async def veterans(world: World, *people: MemberActor) -> None:
    """Each has beaten those behind them twice. Of four, all are settled by then."""
    for winner, loser in combinations(people, 2):
        await world.played(winner, loser)
        await world.played(winner, loser)


def level(place: int, rating: str, record: str, *names: str) -> list[str]:
    """Their lines on a leaderboard."""
    return [f"{place}. @{name} {rating} · {record}" for name in names]


def winners(*numbers: int) -> list[str]:
    return level(1, "1662?", "1–0", *(f"w{nth}" for nth in numbers))


def losers(place: int, *numbers: int) -> list[str]:
    return level(place, "1338?", "0–1", *(f"l{nth}" for nth in numbers))
