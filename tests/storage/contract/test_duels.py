"""The contract: a duel's life, from the challenge to the last move."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import duel as duels
from engine.duel import Finished, First, Offered, Playing, Withdrawn
from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Reason, Seat, Withdrawal
from engine.record import Record
from engine.refusal import (
    AlreadyChallenged,
    AlreadyOver,
    AlreadyStarted,
    Blocked,
    CantDuelYourself,
    ClockOutOfBounds,
    NoSuchDuel,
    NotOver,
    NotYourDuel,
    NotYoursToAnswer,
    NotYoursToCancel,
    NotYourTurn,
    OfferExpired,
    OtherGame,
    OutOfTime,
    StaleBoard,
    TakesNoChallenges,
    TooManyChallenges,
    Unreadable,
    Unrelated,
)
from storage.ids import ChannelId, DuelId
from storage.match import Board, Match
from storage.people import Challenges, Preferences
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    DIVISOR,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    START,
    Loaded,
    Table,
    results,
    terms,
)

# A duel's life.


async def test_a_challenge_is_kept_as_it_was_made(table: Table) -> None:
    offered = await table.offer(terms(first=First.DRAWN))
    assert offered == Match(
        GUILD,
        DuelId(1),
        Offered(terms(first=First.DRAWN), Instant(START + 15 * MINUTE)),
        Board(CHANNEL),
    )
    assert await table.store.duel(GUILD, offered.id) == offered


@pytest.mark.parametrize("game", [set_up(key, {}, Random(1)) for key in GAMES], ids=str)
async def test_a_duel_of_every_game_is_kept_from_the_first_move_to_the_last(
    table: Table, game: Game[Any]
) -> None:
    random = Random(7)
    match = await table.start(terms(game=game))
    expected: Playing | Finished = Playing(
        terms(game=game), (ANA, BO), Record.start(game), Instant(START + DAY)
    )
    while isinstance(match.duel, Playing):
        assert match.duel == expected
        assert await table.store.duel(GUILD, match.id) == match
        table.wait(MINUTE)
        text = game.text(random.choice(match.duel.record.legal))
        by = match.duel.waiting_for
        expected = duels.play(expected, by, text, now=table.now)
        match = await table.play(match, text)
    assert match.duel == expected
    assert await table.store.duel(GUILD, match.id) == match


async def test_the_seats_are_drawn_when_the_challenge_is_accepted(table: Table) -> None:
    first = []
    for seed in range(20):
        offered = await table.offer(terms(first=First.DRAWN))
        call = table.call(BO)
        match = await table.store.accept(call, offered.id, Random(seed))
        assert isinstance(match.duel, Playing)
        first.append(match.duel.seats[Seat.FIRST])
        # However often it is asked, and with whatever chance: drawn is drawn.
        assert await table.store.accept(call, offered.id, Random(seed + 1)) == match
    assert set(first) == {ANA, BO}


async def test_a_challenge_can_come_to_nothing(table: Table) -> None:
    declined = await table.offer()
    declined = await table.store.decline(table.call(BO), declined.id)
    assert declined.duel == Withdrawn(terms(), Withdrawal.DECLINED, START)
    cancelled = await table.offer()
    cancelled = await table.store.cancel(table.call(ANA), cancelled.id)
    assert cancelled.duel == Withdrawn(terms(), Withdrawal.CANCELLED, START)
    for match in (declined, cancelled):
        assert await table.store.duel(GUILD, match.id) == match
        assert match.step == 1
    assert await table.store.running(GUILD, ANA) == ()
    assert await table.store.history(GUILD, ANA) == ()


async def test_resigning_and_being_stopped_end_a_duel(table: Table) -> None:
    resigned = await table.store.resign(table.call(ANA), (await table.start()).id)
    assert isinstance(resigned.duel, Finished)
    assert (resigned.duel.winner, resigned.duel.reason) == (Seat.SECOND, Reason.RESIGNED)
    ended = await table.store.end(table.call(DI), (await table.start()).id)
    assert isinstance(ended.duel, Finished)
    assert (ended.duel.winner, ended.duel.reason) == (None, Reason.ENDED)
    decided = await table.store.end(table.call(DI), (await table.start()).id, Seat.FIRST)
    assert isinstance(decided.duel, Finished)
    assert (decided.duel.winner, decided.duel.reason) == (Seat.FIRST, Reason.ENDED)
    for match in (resigned, ended, decided):
        assert await table.store.duel(GUILD, match.id) == match


@pytest.mark.parametrize(("by", "how"), [(ANA, Withdrawal.CANCELLED), (BO, Withdrawal.DECLINED)])
async def test_a_challenge_in_place_of_another(table: Table, by: PlayerId, how: Withdrawal) -> None:
    """Both happen, also when the call is repeated, or none of it."""
    first = await table.offer()
    swapped = replace(terms(), challenger=by, opponent=BO if by == ANA else ANA)
    call = table.call(by)
    second = await table.store.offer_instead(call, first.id, swapped, POSTING)
    assert second.id == first.id + 1
    assert isinstance(second.duel, Offered)
    assert second.duel.terms.challenger == by
    assert await table.store.duel(GUILD, second.id) == second
    before = (await table.store.duel(GUILD, first.id)).duel
    assert before == Withdrawn(first.duel.terms, how, call.at)
    again = await table.store.offer_instead(call, first.id, swapped, POSTING)
    assert (again, again.again) == (second, True)
    with pytest.raises(AlreadyOver):
        await table.store.offer_instead(table.call(by), first.id, swapped, POSTING)
    assert [each.id for each in await table.store.running(GUILD, by)] == [second.id]


async def test_a_challenge_stays_if_none_can_take_its_place(table: Table) -> None:
    first = await table.offer()
    with pytest.raises(NotYourDuel):
        await table.store.offer_instead(table.call(CY), first.id, terms(), POSTING)
    await table.store.block(GUILD, BO, blocked=True)
    with pytest.raises(Blocked):
        await table.store.offer_instead(table.call(ANA), first.id, terms(), POSTING)
    assert await table.store.duel(GUILD, first.id) == first


async def test_a_rematch_swaps_the_seats(table: Table) -> None:
    played = await table.finish(winner=BO, loser=ANA)
    again = await table.store.rematch(table.call(ANA), played.id, POSTING)
    assert again.id == played.id + 1
    assert again.duel == duels.rematch(played.duel, ANA, now=table.now, lasting=POSTING.lasting)
    with pytest.raises(NotOver):
        await table.store.rematch(table.call(ANA), again.id, POSTING)
    with pytest.raises(AlreadyChallenged):
        await table.store.rematch(table.call(BO), played.id, POSTING)


async def test_a_rematch_with_other_options(table: Table) -> None:
    """The terms are otherwise those of a rematch, and the duel that was played stays as it is."""
    played = await table.finish(winner=BO, loser=ANA)
    call, other = table.call(ANA), set_up("divisor", {"size": 30})
    again = await table.store.rematch(call, played.id, POSTING, other)
    usual = duels.rematch(played.duel, ANA, now=table.now, lasting=POSTING.lasting)
    assert again.duel == replace(usual, terms=replace(usual.terms, game=other))
    assert await table.store.duel(GUILD, again.id) == again
    assert await table.store.duel(GUILD, played.id) == played
    begun = (await table.store.accept(table.call(BO), again.id)).duel
    assert isinstance(begun, Playing)
    assert begun.record.game == other


async def test_a_rematch_is_rated_by_its_own_options(table: Table) -> None:
    """Not by those that were played. With two numbers the winner is certain from the start."""
    certain = set_up("divisor", {"size": 2})
    for played, wanted in ((certain, DIVISOR), (DIVISOR, certain)):
        match = await table.start(terms(game=played, first=First.DRAWN))
        await table.store.resign(table.call(ANA), match.id)
        again = await table.store.rematch(table.call(BO), match.id, POSTING, wanted)
        assert (match.duel.terms.unrated is None) is (played == DIVISOR)
        assert (again.duel.terms.unrated is None) is (wanted == DIVISOR)
        await table.store.cancel(table.call(BO), again.id)


async def test_a_rematch_is_of_the_same_game(table: Table) -> None:
    played = await table.finish()
    with pytest.raises(OtherGame) as refused:
        await table.store.rematch(table.call(ANA), played.id, POSTING, set_up("parity", {}))
    assert refused.value.game == "divisor"
    assert await table.store.running(GUILD, ANA) == ()
    again = await table.store.rematch(table.call(ANA), played.id, POSTING, DIVISOR)
    assert again.id == played.id + 1


async def test_steps_count_what_has_happened(table: Table) -> None:
    match = await table.offer()
    steps = [match.step]
    match = await table.store.accept(table.call(BO), match.id)
    steps.append(match.step)
    match = await table.play(match, "6")
    steps.append(match.step)
    match = await table.store.resign(table.call(ANA), match.id)
    assert [*steps, match.step] == [0, 1, 2, 3]
    assert (await table.finish()).step == 3  # two moves, and no further end


# Refusals change nothing.


@pytest.mark.parametrize(
    ("refused", "refusal"),
    [
        (lambda table, match: table.store.play(table.call(ANA), match.id, "7"), Unrelated),
        (lambda table, match: table.store.play(table.call(BO), match.id, "12"), NotYourTurn),
        (lambda table, match: table.store.play(table.call(CY), match.id, "12"), NotYourDuel),
        (lambda table, match: table.store.play(table.call(ANA), match.id, "12", 1), StaleBoard),
        (lambda table, match: table.store.accept(table.call(BO), match.id), AlreadyStarted),
        (lambda table, match: table.store.decline(table.call(ANA), match.id), NotYoursToAnswer),
        (lambda table, match: table.store.cancel(table.call(BO), match.id), NotYoursToCancel),
        (lambda table, match: table.store.resign(table.call(CY), match.id), NotYourDuel),
        (lambda table, _: table.store.play(table.call(ANA), DuelId(99), "12"), NoSuchDuel),
        (lambda table, _: table.store.play(table.call(ANA), DuelId(-1), "12"), NoSuchDuel),
        (lambda table, _: table.store.resign(table.call(ANA), DuelId(99)), NoSuchDuel),
        (lambda table, match: table.store.rematch(table.call(ANA), match.id, POSTING), NotOver),
    ],
)
async def test_what_the_rules_refuse_changes_nothing(table, refused, refusal) -> None:  # type: ignore[no-untyped-def]
    match = await table.play(await table.start(), "6", "18")
    with pytest.raises(refusal):
        await refused(table, match)
    assert await table.store.duel(GUILD, match.id) == match
    assert await table.store.running(GUILD, ANA) == (match,)


async def test_time_is_told_by_the_call(table: Table) -> None:
    offered = await table.offer()
    match = await table.start(terms(CY, DI))
    table.wait(POSTING.lasting)
    with pytest.raises(OfferExpired):
        await table.store.accept(table.call(BO), offered.id)
    table.wait(DAY)
    with pytest.raises(OutOfTime):
        await table.play(match, "6")


async def test_a_finished_duel_stays_as_it_is(table: Table) -> None:
    match = await table.finish()
    for late in (
        table.store.play(table.call(ANA), match.id, "3"),
        table.store.resign(table.call(ANA), match.id),
        table.store.end(table.call(DI), match.id),
        table.store.accept(table.call(ANA), match.id),
    ):
        with pytest.raises((AlreadyOver, NotYoursToAnswer)):
            await late
    assert await table.store.duel(GUILD, match.id) == match
    assert (await table.store.profile(GUILD, BO)).overall == results("w")


async def test_between_two_players_one_challenge_is_open(table: Table) -> None:
    offered = await table.offer(terms(ANA, BO))
    with pytest.raises(AlreadyChallenged) as again:
        await table.offer(terms(ANA, BO))
    assert again.value.facts() == {"challenger": ANA, "opponent": BO, "number": offered.id}
    with pytest.raises(AlreadyChallenged) as back:
        await table.offer(terms(BO, ANA))
    assert back.value.facts() == {"challenger": ANA, "opponent": BO, "number": offered.id}
    await table.offer(terms(ANA, CY))
    await table.store.accept(table.call(BO), offered.id)
    await table.offer(terms(BO, ANA))


async def test_a_challenge_that_has_run_out_is_in_nobodys_way(table: Table) -> None:
    await table.offer()
    table.wait(POSTING.lasting)
    await table.offer()


async def test_nobody_has_too_many_challenges_open(table: Table) -> None:
    few = replace(POSTING, most=2)
    await table.offer(terms(ANA, BO), few)
    open_one = await table.offer(terms(ANA, CY), few)
    with pytest.raises(TooManyChallenges) as refused:
        await table.offer(terms(ANA, DI), few)
    assert refused.value.most == 2
    # Challenges by others and answered ones don't count.
    await table.offer(terms(DI, ANA), few)
    await table.store.decline(table.call(CY), open_one.id)
    await table.offer(terms(ANA, CY), few)


async def test_a_challenge_is_made_by_its_challenger(table: Table) -> None:
    with pytest.raises(NotYourDuel):
        await table.store.offer(table.call(CY), terms(ANA, BO), POSTING)
    with pytest.raises(CantDuelYourself):
        await table.offer(terms(ANA, ANA))
    assert await table.store.running(GUILD, ANA) == ()


async def test_who_takes_no_challenges_gets_none(table: Table) -> None:
    await table.store.prefer(GUILD, BO, Preferences(challenges=Challenges.NOBODY))
    with pytest.raises(TakesNoChallenges) as refused:
        await table.offer(terms(ANA, BO))
    assert refused.value.opponent == BO
    await Table(table.store, ELSEWHERE).offer(terms(ANA, BO))
    await table.offer(terms(BO, ANA))


@pytest.mark.parametrize("clock", [Span(0), Span(-1), Span(999), Span(2**63 - 1)])
async def test_no_duel_is_kept_that_could_not_be_read_again(table: Table, clock: Span) -> None:
    with pytest.raises(ClockOutOfBounds):
        await table.offer(terms(clock=clock))
    assert await table.store.running(GUILD, ANA) == ()


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**70, -(2**63), -(2**70), 0])
async def test_numbers_that_no_duel_can_have(table: Table, number: int) -> None:
    """Numbers come from buttons, which can be forged."""
    for ask in (
        table.store.duel(GUILD, DuelId(number)),
        table.store.play(table.call(ANA), DuelId(number), "6"),
        table.store.history(GUILD, ANA, before=DuelId(number)),
    ):
        with pytest.raises(NoSuchDuel):
            await ask


async def test_a_long_text_is_not_kept_whole(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    for _ in range(2):
        with pytest.raises(Unreadable) as refused:
            await table.store.play(call, match.id, "💥" * 6000)
        assert refused.value.text == "💥" * 60


async def test_a_move_in_the_one_duel_that_a_player_plays_in_a_channel(table: Table) -> None:
    elsewhere = await table.offer(terms(ANA, CY), replace(POSTING, channel=ChannelId(CHANNEL + 1)))
    elsewhere = await table.store.accept(table.call(CY), elsewhere.id, Loaded())
    match = await table.start()
    call = table.call(ANA)
    played = await table.store.play_here(call, CHANNEL, "6")
    assert played == await table.store.duel(GUILD, match.id)
    assert played is not None
    assert played.step == match.step + 1
    assert await table.store.duel(GUILD, elsewhere.id) == elsewhere
    again = await table.store.play_here(call, CHANNEL, "6")
    assert again is not None
    assert (again, again.again) == (played, True)


async def test_which_duel_a_move_in_a_channel_is_for_may_be_unclear(table: Table) -> None:
    match = await table.start()
    assert await table.store.play_here(table.call(CY), CHANNEL, "6") is None
    await table.offer(terms(ANA, DI))
    call = table.call(ANA)
    await table.start(terms(CY, ANA))
    assert await table.store.play_here(call, CHANNEL, "6") is None
    assert await table.store.duel(GUILD, match.id) == match
    # Nothing was answered, so the same call may still name the duel.
    assert (await table.store.play(call, match.id, "6")).step == match.step + 1


async def test_a_refused_move_in_a_channel_is_refused_again(table: Table) -> None:
    match = await table.start()
    call = table.call(BO)
    with pytest.raises(NotYourTurn):
        await table.store.play_here(call, CHANNEL, "6")
    await table.play(match, "6")
    with pytest.raises(NotYourTurn):
        await table.store.play_here(call, CHANNEL, "12")
