"""Who stands where, as the table's players are shown it and as it has to be."""

from collections.abc import Collection
from math import ceil
from typing import Any

from engine.games import GAMES
from engine.ledger import EVERY_GAME
from tests.e2e.duel import Duel
from tests.e2e.message import Message
from tests.e2e.player import Player
from tests.e2e.ratings import Line, card_changes, card_lines, changes, graph, lines, marked, rated
from tests.e2e.recount import Recount
from tests.e2e.table import Table

# As many stand on a page.
PAGE = 10
# With which numbers games are over soon, and whoever begins decides who wins.
SHORT: dict[str, dict[str, int]] = {
    "divisor": {"size": 3},
    "split": {"size": 4},
    "parity": {"size": 5},
    "evenodd": {"size": 5},
    "sequence": {},
}


async def won(
    table: Table, winner: Player, loser: Player, game: str = "divisor", **options: Any
) -> Duel:
    """A duel that is rated unless it is said otherwise, and is in the store when this returns."""
    chosen = {"first": "random"} | SHORT[game] | options
    duel = await table.duel(loser, winner, game, **chosen)
    for _ in range(chosen.get("legs", 1)):
        await duel.is_won_by(winner)
    return duel


async def tied(table: Table, one: Player, other: Player, game: str = "divisor") -> Duel:
    duel = await table.duel(one, other, game, legs=2, **SHORT[game])
    await duel.is_won_by(other)
    await duel.is_won_by(one)
    return duel


async def resigned(table: Table, loser: Player, winner: Player) -> Duel:
    """Before a move was made."""
    duel = await table.duel(loser, winner, first="random")
    sure = await loser.presses("Resign", on=await duel.board())
    await loser.presses("Resign", on=sure.message)
    return duel


async def ladder(
    table: Table,
    reader: Player,
    game: str = EVERY_GAME,
    *,
    season: int | None = None,
    without: Collection[str] = (),
) -> Message:
    """Its first page. All its pages say and show what they have to, also that those are on none of
    them who aren't in the server."""
    asked: dict[str, Any] = {"game": game} if game != EVERY_GAME else {}
    if season is not None:
        asked["season"] = season
    first = (await reader.types("/duel leaderboard", **asked)).message
    ranked = table.archive.recount(season).lines(game, without=without)
    is_right(first, ranked, reader)
    page, nth = first, 1
    while page.control("▶"):
        page, nth = (await reader.presses("▶", on=page)).message, nth + 1
        is_right(page, ranked, reader, nth=nth)
    assert nth == max(1, ceil(len(ranked) / PAGE))
    return first


def is_right(page: Message, ranked: list[Line], reader: Player, *, nth: int = 1) -> None:
    """In words and on its card, with everybody's line at its place, and the reader's own below."""
    expected = ranked[(nth - 1) * PAGE : nth * PAGE]
    assert lines(page) == expected
    assert [card_lines(each) for each in page.files] == ([expected] if expected else [])
    shown = [each.who for each in expected if each.who == reader.name]
    assert [who for each in page.files for who in marked(each)] == shown
    own = [
        f"@{each.who}: place {each.place}, {each.rating}, {each.record}"
        for each in ranked
        if each.who == reader.name
    ]
    missing = [f"@{reader.name} has no rated duel in this list yet."]
    assert page.text.splitlines()[-1] == f"-# {(own or missing)[0]}"


async def agrees_on_ratings(table: Table, *duels: Duel) -> None:
    """What was said of these duels, on every ladder and in everybody's profile."""
    counted = table.archive.recount()
    for each in duels:
        expected = counted.changes.get(each.number, {})
        card = await each.card()
        end = await each.end()
        assert [changes(end), card_changes(card)] == [expected, expected], end.text
        assert table.archive.gains(each.number) == expected
    for game in (EVERY_GAME, *GAMES):
        await ladder(table, table.cleo, game)
    for player in table.players.values():
        await profile(table, player, counted)
    assert table.archive.faults() == []


async def profile(table: Table, player: Player, counted: Recount) -> Message:
    """As anybody reads it."""
    page = (await table.dan.types("/duel profile", player=player)).message
    titles = {EVERY_GAME: ""} | {key: game.title for key, game in GAMES.items()}
    expected = counted.rated(player.name)
    assert rated(page) == {titles[key]: each for key, each in expected.items()}
    drawn = counted.graph(player.name)
    assert [graph(each) for each in page.files] == ([drawn] if drawn else [])
    return page
