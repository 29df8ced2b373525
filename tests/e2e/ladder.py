"""Rated duels, and whether what players read about ratings is right everywhere."""

from math import ceil
from typing import Any

from bot.text.english import English
from engine.games import GAMES
from engine.ledger import EVERY_GAME
from tests.e2e.duel import Duel
from tests.e2e.message import Message
from tests.e2e.player import Player
from tests.e2e.ratings import Line, changes, lines, rated
from tests.e2e.recount import Recount
from tests.e2e.table import Table

# Players on a page.
PAGE = 10
# Sizes at which games are over soon, and the first player decides who wins. Only that of the
# divisors is rated.
SHORT: dict[str, dict[str, int]] = {
    "divisor": {"size": 7},
    "split": {"size": 4},
    "parity": {"size": 5},
    "evenodd": {"size": 5},
    "sequence": {},
}


async def won(
    table: Table, winner: Player, loser: Player, game: str = "divisor", **options: Any
) -> Duel:
    """A duel that is rated if its game is, unless the options say otherwise."""
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


async def ladder(
    table: Table, reader: Player, game: str = EVERY_GAME, *, season: int | None = None
) -> Message:
    """The first page of a leaderboard. All its pages are looked at."""
    asked: dict[str, Any] = {"game": game} if game != EVERY_GAME else {}
    if season is not None:
        asked["season"] = season
    first = (await reader.types("/duel leaderboard", **asked)).message
    ranked = table.archive.recount(season).lines(game)
    is_right(first, ranked, reader)
    page, nth = first, 1
    while page.control(English.NEXT):
        page, nth = (await reader.presses(English.NEXT, on=page)).message, nth + 1
        is_right(page, ranked, reader, nth=nth)
    assert nth == max(1, ceil(len(ranked) / PAGE))
    return first


def is_right(page: Message, ranked: list[Line], reader: Player, *, nth: int = 1) -> None:
    """Check a page of the leaderboard: its text, and the description of its card."""
    expected = ranked[(nth - 1) * PAGE : nth * PAGE]
    assert lines(page) == expected
    assert len(page.files) == bool(expected)
    for card in page.files:
        for each in expected:
            name = English.CARD_YOURS.format(name=each.who) if each.who == reader.name else each.who
            place = "–" if each.place is None else each.place
            shown = English.CARD_CASUAL if each.rating is None else str(each.rating)
            row = English.CARD_ROW.format(place=place, name=name)
            assert row in card["description"]
            assert shown in card["description"]
    mine = {
        (English.LEADERBOARD_YOU if each.place else English.LEADERBOARD_YOU_CASUAL).format(
            player=f"@{each.who}", place=each.place, rating=each.rating, record=each.record
        )
        for each in ranked
        if each.who == reader.name
    } or {English.LEADERBOARD_NOT_YOU.format(player=f"@{reader.name}")}
    assert page.text.splitlines()[-1] in {English.SMALL.format(line=each) for each in mine}


async def agrees_on_ratings(table: Table, *duels: Duel) -> None:
    """Check what is shown of these duels, every leaderboard and every profile."""
    counted = table.archive.recount()
    for each in duels:
        expected = counted.changes.get(each.number, {})
        card, end = await each.card(), await each.end()
        assert changes(end) == table.archive.gains(each.number) == expected, end.text
        for rating, change in expected.values():
            forms = (English.CARD_RATED, English.CARD_PROVISIONAL)
            shown = [f"{form.format(rating=rating)}, {change}." for form in forms]
            assert any(text in card["description"] for text in shown)
    for game in (EVERY_GAME, *GAMES):
        await ladder(table, table.cleo, game)
    for player in table.players.values():
        await profile(table, player, counted)
    assert table.archive.faults() == []


async def profile(table: Table, player: Player, counted: Recount) -> Message:
    page = (await table.dan.types("/duel profile", player=player)).message
    titles = {EVERY_GAME: ""} | {key: game.title for key, game in GAMES.items()}
    expected = counted.rated(player.name)
    assert rated(page) == {titles[key]: each for key, each in expected.items()}
    assert len(page.files) == bool(expected)
    for card in page.files:
        now = English.CARD_RATED.format(rating=expected[EVERY_GAME].rating)
        assert now in card["description"]
    return page
