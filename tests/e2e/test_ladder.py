"""What duels do to ratings: as it is said beforehand, under the duel, on its card, on the
leaderboard, in profiles, and as the engine alone has it."""

from typing import Any

import pytest

from tests.e2e.duel import Duel
from tests.e2e.ladder import agrees_on_ratings, resigned, tied, won
from tests.e2e.player import Player
from tests.e2e.ratings import card_changes, changes, reason_of
from tests.e2e.table import Table
from tests.e2e.told import duel_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

# What a challenge says, and why it isn't rated, by how it is asked for.
ASKED: dict[str, tuple[dict[str, Any], str, str]] = {
    "nothing": ({"size": 3}, "1–3, rated", ""),
    "two legs": ({"size": 3, "first": "me", "legs": 2}, "1–3, two legs, rated", ""),
    "casual": ({"size": 3, "rated": False}, "1–3, not rated", ""),
    "seats": (
        {"size": 3, "first": "them"},
        "1–3, not rated",
        "one of you chose who begins; leave that open, or play two legs",
    ),
    "fate": (
        {"game": "parity"},
        "1–20, not rated",
        "with these numbers nothing that anybody does changes who wins",
    ),
}
OFTEN = "you two have had "
A_DAY = "Rated duels of the same two in a day"


@pytest.mark.parametrize("asked", ASKED)
async def test_whether_a_duel_is_rated_is_said_when_it_is_offered_and_when_it_is_over(
    table: Table, asked: str
) -> None:
    options, terms, reason = ASKED[asked]
    ana, bo = table.ana, table.bo
    offered = await ana.types("/duel start", opponent=bo, **{"game": "divisor"} | options)
    assert f" ({terms}).\n" in offered.announced
    assert reason_of(offered.message) == reason
    await bo.presses("Accept", on=offered.message)
    duel = Duel(duel_of(offered.message) or 0, ana, bo)
    end = await duel.plays_on()
    assert reason_of(end) == reason
    is_rated = not terms.endswith("not rated")
    card = await duel.card()
    footer = f" {'rated' if is_rated else 'not rated'} · #{duel.number}."
    assert card["description"].endswith(footer)
    assert is_rated == bool(changes(end)) == bool(card_changes(card))
    assert is_rated == (duel.number in table.archive.recount().changes)
    await table.agrees(duel)


async def test_no_more_than_five_of_the_same_two_are_rated_in_a_day(table: Table) -> None:
    """What they have begun counts, however it ends."""
    cleo, dan, eve = table.cleo, table.dan, table.eve
    for _ in range(4):
        await won(table, cleo, dan)
    running = await table.duel(dan, cleo, size=3, first="random")
    for two in ((cleo, dan), (dan, cleo)):
        assert (await is_told(*two)).startswith(OFTEN)
    assert await is_told(dan, eve) == ""
    panel = (await dan.types("/duel-admin settings")).message
    await dan.chooses("10 a day", of=A_DAY, on=panel)
    assert await is_told(cleo, dan) == ""
    await dan.chooses("5 a day", of=A_DAY, on=panel)
    end = await running.is_won_by(dan)
    assert changes(end)
    rematch = await cleo.presses("Rematch", on=end)
    assert reason_of(rematch.message).startswith(OFTEN)
    await dan.presses("Accept", on=rematch.message)
    again = Duel(duel_of(rematch.message) or 0, cleo, dan)
    assert reason_of(await again.is_won_by(dan)).startswith(OFTEN)


async def is_told(challenger: Player, opponent: Player) -> str:
    """Why a duel wouldn't be rated, which isn't begun then."""
    offered = await challenger.types("/duel start", game="split", opponent=opponent)
    await opponent.presses("Decline", on=offered.message)
    return reason_of(offered.message)


async def test_ratings_are_the_same_wherever_they_are_read(table: Table) -> None:
    ana, bo, cleo, dan, eve = (table.players[each] for each in ("Ana", "Bo", "Cleo", "Dan", "Eve"))
    duels = [
        await won(table, ana, eve),
        await won(table, ana, cleo, "split"),
        await won(table, eve, ana, "split"),
        await won(table, ana, cleo, legs=2),
        await won(table, dan, ana),
        await won(table, bo, dan),
        await tied(table, eve, bo),
        await won(table, eve, bo, rated=False),
        await resigned(table, bo, cleo),
        await won(table, ana, dan),
    ]
    ranked = table.archive.recount().lines()
    assert {each.settled for each in ranked} == {True, False}
    assert [len(changes(await each.end())) for each in duels] == [2] * 7 + [0] + [2] * 2
    await agrees_on_ratings(table, *duels)
    for each in duels:
        await table.agrees(each)


async def test_how_two_have_fared_against_each_other(table: Table) -> None:
    """Also when it wasn't rated. Whoever looks at somebody reads how they fared themselves."""
    cleo, dan, eve = table.cleo, table.dan, table.eve
    await won(table, dan, eve)
    await won(table, eve, dan, rated=False)
    await tied(table, eve, dan)
    await won(table, dan, eve, "split")
    looked_at = {
        (eve, dan): "Against @Eve: 2 won, 1 lost, 1 tied",
        (dan, eve): "Against @Dan: 1 won, 2 lost, 1 tied",
        (dan, dan): None,
        (cleo, eve): None,
    }
    for (reader, player), expected in looked_at.items():
        shown = await reader.types("/duel profile", player=player)
        told = [each for each in shown.announced.splitlines() if each.startswith("Against ")]
        assert told == ([expected] if expected else [])


async def test_a_duel_of_which_everything_comes_twice_is_rated_once(table: Table) -> None:
    await table.breaks("duplicate", on="interactions", times=1000)
    duels = [await won(table, table.eve, table.cleo), await tied(table, table.bo, table.eve)]
    await table.mends()
    await agrees_on_ratings(table, *duels)
    for each in duels:
        await table.agrees(each)
        assert table.showed_once(each)
