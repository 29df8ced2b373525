"""The contract: which duels are rated, and how they change ratings."""

from dataclasses import replace

import pytest

from engine.duel import Finished, First, Terms
from engine.fairness import Unrated
from engine.games import set_up
from engine.ids import Instant, PlayerId
from engine.outcome import Seat
from storage.match import Gain, Match
from storage.people import RATED_A_DAY, HouseRules
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    SHORT,
    SHORT_MOVES,
    Table,
    results,
    terms,
)

DRAWN = terms(first=First.DRAWN)
CLASSIC_PARITY = set_up("parity", {"size": 20})
PARITY = set_up("parity", {"size": 15, "rule": "doubles"})


async def why(table: Table, asked: Terms = DRAWN) -> Unrated | None:
    """Make a challenge and return why it isn't rated."""
    offered = await table.offer(asked)
    await table.store.cancel(table.call(asked.challenger), offered.id)
    kept = await table.store.duel(table.guild, offered.id)
    assert kept.duel.terms == offered.duel.terms
    return offered.duel.terms.unrated


def gained(match: Match) -> tuple[Gain, Gain]:
    assert match.gains
    return match.gains


# By agreement.


@pytest.mark.parametrize(
    ("asked", "unrated"),
    [
        (DRAWN, None),
        (terms(first=First.CHALLENGER), Unrated.SEATS),
        (terms(first=First.OPPONENT), Unrated.SEATS),
        (terms(first=First.CHALLENGER, legs=2), None),
        (terms(first=First.DRAWN, legs=2), None),
        (replace(DRAWN, unrated=Unrated.CASUAL), Unrated.CASUAL),
        (terms(first=First.DRAWN, game=CLASSIC_PARITY), Unrated.NO_CHOICE),
        (terms(first=First.DRAWN, game=CLASSIC_PARITY, legs=2), Unrated.NO_CHOICE),
        (terms(first=First.DRAWN, game=PARITY), None),
        (terms(first=First.DRAWN, game=set_up("sequence", {"size": 12})), Unrated.SEAT),
        (terms(first=First.DRAWN, game=set_up("split", {"numbers": (5, 8)})), Unrated.UNMEASURED),
    ],
)
async def test_a_duel_is_rated_if_that_is_fair(
    table: Table, asked: Terms, unrated: Unrated | None
) -> None:
    wanted = Unrated.CASUAL if unrated is Unrated.CASUAL else None
    match = await table.start(replace(asked, unrated=wanted))
    assert match.duel.terms == replace(asked, unrated=unrated)
    over = await table.store.end(table.call(DI), match.id, Seat.SECOND)
    assert (over.gains is None) is (unrated is not None)
    assert over.duel.terms.unrated == unrated
    kept = await table.store.duel(GUILD, match.id)
    assert (kept, kept.gains) == (over, over.gains)


@pytest.mark.parametrize("unrated", [Unrated.NO_CHOICE, Unrated.SEAT, Unrated.UNMEASURED])
async def test_a_reason_that_was_measured_is_kept_to_the_end(
    table: Table, unrated: Unrated
) -> None:
    match = await table.start(replace(DRAWN, unrated=unrated))
    assert (await table.store.duel(GUILD, match.id)).duel.terms.unrated is unrated
    over = await table.store.resign(table.call(ANA), match.id)
    assert (over.duel.terms.unrated, over.gains) == (unrated, None)
    assert await table.store.duel(GUILD, match.id) == over
    assert (await table.store.profile(GUILD, ANA)).overall == results("l")


async def test_a_rematch_is_looked_at_anew(table: Table) -> None:
    """A casual duel stays casual; the rest depends on the present."""
    casual = await table.start(replace(DRAWN, unrated=Unrated.CASUAL))
    chosen = await table.start(terms(CY, DI))
    for match, unrated in ((casual, Unrated.CASUAL), (chosen, Unrated.SEATS)):
        player = match.duel.terms.challenger
        await table.store.resign(table.call(player), match.id)
        again = await table.store.rematch(table.call(player), match.id, POSTING)
        assert again.duel.terms.unrated is unrated


# By the daily limit.


async def test_the_same_two_are_rated_so_often_in_a_day(table: Table) -> None:
    assert RATED_A_DAY == 5
    for nth in range(5):
        played = await table.rate(*((ANA, BO) if nth % 2 else (BO, ANA)))
        assert played.gains
    often = await table.rate(ANA, BO)
    assert (often.duel.terms.unrated, often.gains) == (Unrated.OFTEN, None)
    assert await why(table, terms(BO, ANA, first=First.DRAWN)) is Unrated.OFTEN
    assert await why(table, terms(legs=2)) is Unrated.OFTEN
    again = await table.store.rematch(table.call(ANA), often.id, POSTING)
    assert again.duel.terms.unrated is Unrated.OFTEN
    await table.store.cancel(table.call(ANA), again.id)
    # A duel that wouldn't be rated anyway keeps its own reason, and others aren't concerned.
    assert await why(table, terms()) is Unrated.SEATS
    assert await why(table, terms(ANA, CY, first=First.DRAWN)) is None
    assert await why(table, terms(CY, BO, first=First.DRAWN)) is None
    assert await why(Table(table.store, ELSEWHERE)) is None


async def test_they_are_rated_again_a_day_later(table: Table) -> None:
    ended = [await table.rate() for _ in range(5)]
    for match in ended[:2]:
        assert isinstance(match.duel, Finished)
        table.now = Instant(match.duel.at + DAY - 1)
        assert await why(table) is Unrated.OFTEN
        table.now = Instant(match.duel.at + DAY)
        assert await why(table) is None
        assert (await table.start(DRAWN)).duel.terms.unrated is None
        assert await why(table) is Unrated.OFTEN


async def test_what_they_have_begun_counts_already(table: Table) -> None:
    """Also when it takes longer than a day."""
    running = [
        await table.start(terms(*pair, first=First.DRAWN)) for pair in 2 * ((ANA, BO), (BO, ANA))
    ]
    assert await why(table) is None
    offered = await table.offer(terms(BO, ANA, first=First.DRAWN))
    await table.store.rule_house(GUILD, HouseRules(rated_a_day=4))
    assert await why(table, terms(ANA, CY, first=First.DRAWN)) is None
    assert (await table.store.decline(table.call(ANA), offered.id)).duel.terms.unrated is None
    assert await why(table) is Unrated.OFTEN
    table.wait(DAY)
    assert await why(table) is Unrated.OFTEN
    await table.store.end(table.call(DI), running[0].id)
    assert await why(table) is None


async def test_a_challenge_counts_as_long_as_it_can_be_accepted(table: Table) -> None:
    await table.store.rule_house(GUILD, HouseRules(rated_a_day=1))
    offered = await table.offer(DRAWN)
    assert offered.duel.terms.unrated is None
    table.wait(POSTING.lasting)
    second = await table.offer(DRAWN)
    assert second.duel.terms.unrated is None
    await table.store.accept(table.call(BO), second.id)
    assert await why(table) is Unrated.OFTEN


async def test_what_moved_no_rating_doesnt_count(table: Table) -> None:
    await table.store.rule_house(GUILD, HouseRules(rated_a_day=1))
    for _ in range(3):
        await table.finish(ANA, BO)
        await table.store.end(table.call(DI), (await table.start(DRAWN)).id)
        assert await why(table) is None
    over = await table.rate(ANA, BO)
    assert await why(table) is Unrated.OFTEN
    await table.store.void(table.call(DI), over.id)
    assert await why(table) is None
    assert (await table.tie(ANA, BO)).gains
    assert await why(table) is Unrated.OFTEN


@pytest.mark.parametrize("forgotten", [ANA, BO])
async def test_being_forgotten_doesnt_begin_another_day(table: Table, forgotten: PlayerId) -> None:
    """An erased player may be the one who comes next; nobody can know."""
    await table.store.rule_house(GUILD, HouseRules(rated_a_day=2))
    stays = BO if forgotten == ANA else ANA
    for one, other in ((ANA, BO), (BO, ANA)):
        await table.rate(one, other)
    await table.store.erase(GUILD, forgotten, table.now)
    for opponent in (forgotten, CY):
        assert await why(table, terms(stays, opponent, first=First.DRAWN)) is Unrated.OFTEN
        assert await why(table, terms(opponent, stays, first=First.DRAWN)) is Unrated.OFTEN
    assert await why(table, terms(forgotten, CY, first=First.DRAWN)) is None
    table.wait(DAY)
    assert await why(table, terms(stays, CY, first=First.DRAWN)) is None


async def test_others_whom_they_have_played_in_between_dont_count(table: Table) -> None:
    await table.store.rule_house(GUILD, HouseRules(rated_a_day=2))
    await table.rate(BO, ANA)
    for _ in range(2):
        for one, other in ((ANA, CY), (CY, ANA), (DI, BO)):
            await table.rate(one, other)
    assert await why(table, terms(ANA, CY, first=First.DRAWN)) is Unrated.OFTEN
    assert await why(table) is None
    assert (await table.rate(ANA, BO)).gains
    assert await why(table) is Unrated.OFTEN


@pytest.mark.parametrize("most", [0, 1, 3, None])
async def test_a_server_says_how_often(table: Table, most: int | None) -> None:
    await table.store.rule_house(GUILD, HouseRules(rated_a_day=most))
    assert (await table.store.house_rules(GUILD)).rated_a_day == most
    played = [await table.rate(ANA, BO) for _ in range(7)]
    rated = [each.gains is not None for each in played]
    expected = RATED_A_DAY if most is None else most
    assert rated == [True] * expected + [False] * (7 - expected)


# Blocked players.


@pytest.mark.parametrize("player", [ANA, BO])
@pytest.mark.parametrize("how", ["resigned", "timed out", "ended", "erased"])
async def test_who_was_blocked_while_they_played_moves_no_rating(
    table: Table, player: PlayerId, how: str
) -> None:
    store, match = table.store, await table.play(await table.start(DRAWN), "6", "3")
    assert match.duel.terms.unrated is None
    await store.block(GUILD, player, blocked=True)
    if how == "timed out":
        await table.show(match)
        table.wait(DAY)
        (over,) = (await store.ring(table.now)).ended
    elif how == "ended":
        over = await store.end(table.call(DI), match.id, Seat.FIRST)
    elif how == "erased":
        (over,) = await store.erase(GUILD, ANA, table.now)
    else:
        over = await store.resign(table.call(ANA), match.id)
    assert (over.duel.terms.unrated, over.gains) == (Unrated.BLOCKED, None)
    assert await store.duel(GUILD, match.id) == over
    assert (await store.profile(GUILD, BO)).place is None
    assert (await store.profile(GUILD, BO)).overall == results("l" if how == "ended" else "w")


async def test_only_the_block_at_the_end_matters(table: Table) -> None:
    match = await table.start(DRAWN)
    for blocked in (True, False):
        await table.store.block(GUILD, ANA, blocked=blocked)
    over = await table.store.resign(table.call(ANA), match.id)
    assert over.gains
    await table.store.block(GUILD, ANA, blocked=True)
    assert (await table.store.duel(GUILD, over.id)).gains == over.gains


async def test_what_wasnt_rated_anyway_keeps_its_reason(table: Table) -> None:
    match = await table.start()
    await table.store.block(GUILD, ANA, blocked=True)
    over = await table.store.resign(table.call(ANA), match.id)
    assert over.duel.terms.unrated is Unrated.SEATS


async def test_what_was_answered_before_somebody_was_blocked_is_answered_again(
    table: Table,
) -> None:
    offering, accepting, moving = table.call(ANA), table.call(BO), table.call(ANA)
    offered = await table.store.offer(offering, DRAWN, POSTING)
    running = await table.store.accept(accepting, offered.id)
    by = running.duel.waiting_for  # type: ignore[union-attr]
    moving = replace(moving, player=by)
    moved = await table.store.play(moving, offered.id, "6")
    await table.store.block(GUILD, BO, blocked=True)
    over = await table.store.resign(table.call(ANA), offered.id)
    assert over.duel.terms.unrated is Unrated.BLOCKED
    assert await table.store.offer(offering, DRAWN, POSTING) == offered
    assert await table.store.accept(accepting, offered.id) == running
    assert await table.store.play(moving, offered.id, "6") == moved


# Changes of ratings.


async def test_a_duel_tells_what_it_has_done_to_ratings(table: Table) -> None:
    match = await table.play(await table.start(DRAWN), "6", "3")
    assert match.gains is None
    call = table.call(ANA)
    over = await table.store.resign(call, match.id)
    ana, bo = gained(over)
    assert ana == Gain(1500 + ana.gain, ana.gain, provisional=True)
    assert bo == Gain(1500 + bo.gain, bo.gain, provisional=True)
    assert ana.gain == -bo.gain < -100
    assert (await table.store.duel(GUILD, match.id)).gains == over.gains
    assert (await table.store.resign(call, match.id)).gains == over.gains
    ranks = [
        each.standing.rank
        for each in (await table.store.leaderboard(GUILD, "divisor")).places
        if each.standing.rank
    ]
    assert [each.rating.value for each in ranks] == [bo.rating, ana.rating]


async def test_by_seat_and_in_the_ladder_of_its_game(table: Table) -> None:
    """The first seat comes first, also in the second game."""
    await table.rate(ANA, BO)
    parity = await table.rate(BO, ANA, PARITY)
    assert parity.duel.seats == (ANA, BO)  # type: ignore[union-attr]
    for each in gained(parity):
        assert each.rating == 1500 + each.gain
    assert gained(parity)[1].gain == -gained(parity)[0].gain
    assert gained(parity)[0].rating < 1500 < gained(parity)[1].rating
    legs = await table.play(await table.start(terms(BO, CY, SHORT, legs=2)), *SHORT_MOVES)
    over = await table.store.resign(table.call(CY), legs.id)
    assert over.duel.seats == (CY, BO)  # type: ignore[union-attr]
    assert gained(over)[0].gain < 0 < gained(over)[1].gain


async def test_what_others_have_done_since_doesnt_change_it(table: Table) -> None:
    first = await table.rate(ANA, BO)
    for _ in range(3):
        await table.rate(ANA, BO)
    assert (await table.store.duel(GUILD, first.id)).gains == first.gains


async def test_unless_an_earlier_result_is_removed(table: Table) -> None:
    first, second = await table.rate(ANA, BO), await table.rate(ANA, BO)
    await table.store.void(table.call(DI), first.id)
    assert (await table.store.duel(GUILD, first.id)).gains is None
    assert (await table.store.duel(GUILD, second.id)).gains == first.gains != second.gains


async def test_only_an_end_has_done_anything(table: Table) -> None:
    """A repeated call gets the gains of the first answer."""
    offering, accepting = table.call(ANA), table.call(BO)
    offered = await table.store.offer(offering, DRAWN, POSTING)
    await table.store.accept(accepting, offered.id)
    resigning = table.call(BO)
    over = await table.store.resign(resigning, offered.id)
    assert over.gains
    assert (await table.store.offer(offering, DRAWN, POSTING)).gains is None
    assert (await table.store.accept(accepting, offered.id)).gains is None
    assert (await table.store.resign(resigning, offered.id)).gains == over.gains
    await table.store.void(table.call(DI), offered.id)
    assert (await table.store.resign(resigning, offered.id)).gains is None


async def test_the_gain_of_an_erased_player_stays(table: Table) -> None:
    over = await table.rate(ANA, BO)
    table.wait(MINUTE)
    await table.store.erase(GUILD, BO, table.now)
    assert (await table.store.duel(GUILD, over.id)).gains == over.gains


async def test_nobody_gains_by_a_duel_that_ended_for_nobody(table: Table) -> None:
    ended = await table.store.end(table.call(DI), (await table.start(DRAWN)).id)
    assert (ended.duel.terms.unrated, ended.gains) == (None, None)
    assert (await table.store.duel(GUILD, ended.id)).gains is None
    assert (await table.store.leaderboard(GUILD)).places == ()
    assert await table.store.place(GUILD, CY) is None
