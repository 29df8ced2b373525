"""What every store has to do, whatever it keeps things in."""

import asyncio
from dataclasses import replace
from pathlib import Path
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
    CantDuelYourself,
    ClockOutOfBounds,
    NoSuchDuel,
    NotOver,
    NotYourDuel,
    NotYoursToAnswer,
    NotYoursToCancel,
    NotYourTurn,
    OfferExpired,
    OpponentGone,
    OutOfTime,
    Refusal,
    StaleBoard,
    TakesNoChallenges,
    TooManyChallenges,
    Unreadable,
    Unrelated,
)
from engine.standing import Standing
from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Board, Match, Struck
from storage.people import Challenges, HouseRules, Ladder, Pings, Place, Preferences, Profile
from storage.sqlite.store import Store
from tests.storage.conftest import Backend
from tests.storage.table import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    SHORT,
    SHORT_MOVES,
    START,
    Table,
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


async def test_a_rematch_swaps_the_seats(table: Table) -> None:
    played = await table.finish(winner=BO, loser=ANA)
    again = await table.store.rematch(table.call(ANA), played.id, POSTING)
    assert again.id == played.id + 1
    assert again.duel == duels.rematch(played.duel, ANA, now=table.now, lasting=POSTING.lasting)
    with pytest.raises(NotOver):
        await table.store.rematch(table.call(ANA), again.id, POSTING)
    with pytest.raises(AlreadyChallenged):
        await table.store.rematch(table.call(BO), played.id, POSTING)


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
    assert (await table.store.profile(GUILD, BO)).overall == Standing(1, 0, 1)


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
    # Those that others have made don't count, nor do those that are answered.
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
    """They come from buttons, and whoever forges a button."""
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


# The same call again.


async def test_a_move_that_comes_twice_is_made_once_and_answered_alike(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    first = await table.store.play(call, match.id, "6")
    second = await table.store.play(call, match.id, "6")
    assert (first, first.again) == (second, False)
    assert second.again
    later = await table.play(first, "12", "4")
    assert await table.store.play(call, match.id, "6") == first
    assert await table.store.duel(GUILD, match.id) == later


async def test_every_answer_is_given_again_whatever_has_happened_since(table: Table) -> None:
    """Also when the duel has moved on, and when it is over."""
    calls = [table.call(ANA), table.call(BO)]
    answers = [await table.store.offer(calls[0], terms(game=SHORT), POSTING)]
    number = answers[0].id
    answers.append(await table.store.accept(calls[1], number, Random(1)))
    for player, text in ((ANA, "1"), (BO, "2")):
        table.wait(MINUTE)
        calls.append(table.call(player))
        answers.append(await table.store.play(calls[-1], number, text))
    assert isinstance(answers[-1].duel, Finished)
    table.wait(MINUTE)
    again = [
        await table.store.offer(calls[0], terms(game=SHORT), POSTING),
        await table.store.accept(calls[1], number, Random(2)),
        await table.store.play(calls[2], number, "1"),
        await table.store.play(calls[3], number, "2"),
    ]
    assert again == answers
    assert [each.again for each in again] == [True] * 4
    assert (await table.store.profile(GUILD, BO)).overall == Standing(1, 0, 1)
    assert await table.store.running(GUILD, ANA) == ()


async def test_what_was_withdrawn_or_stopped_is_answered_again_too(table: Table) -> None:
    for verb, player in ((table.store.decline, BO), (table.store.cancel, ANA)):
        offering = table.call(ANA)
        offered = await table.store.offer(offering, terms(), POSTING)
        call = table.call(player)
        answer = await verb(call, offered.id)
        assert await verb(call, offered.id) == answer
        assert await table.store.offer(offering, terms(), POSTING) == offered
    for stop, player in ((table.store.resign, ANA), (table.store.end, DI)):
        match = await table.start()
        call = table.call(player)
        answer = await stop(call, match.id)
        assert await stop(call, match.id) == answer
    played, call = await table.finish(), table.call(ANA)
    again = await table.store.rematch(call, played.id, POSTING)
    assert await table.store.rematch(call, played.id, POSTING) == again


async def test_a_refusal_stands_though_the_same_call_could_now_be_granted(table: Table) -> None:
    match = await table.play(await table.start(), "6")
    early = table.call(ANA)
    with pytest.raises(NotYourTurn) as first:
        await table.store.play(early, match.id, "4")
    moved = await table.play(match, "12")
    with pytest.raises(NotYourTurn) as second:
        await table.store.play(early, match.id, "4")
    assert first.value.facts() == second.value.facts()
    assert await table.store.duel(GUILD, match.id) == moved


async def test_an_interaction_counts_in_its_own_server(table: Table, store: Store) -> None:
    here, there = await table.offer(), await Table(store, ELSEWHERE).offer()
    assert (here.id, there.id) == (1, 1)
    assert not there.again


async def test_old_receipts_are_forgotten(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    await table.store.play(call, match.id, "6")
    table.wait(Span(DAY - 1))
    await table.store.forget_receipts(GUILD, table.now)
    assert (await table.store.play(call, match.id, "6")).again
    table.wait(Span(1))
    await table.store.forget_receipts(GUILD, table.now)
    assert (await table.store.play(call, match.id, "6")).again
    table.wait(Span(1))
    await table.store.forget_receipts(ELSEWHERE, table.now)
    assert (await table.store.play(call, match.id, "6")).again
    await table.store.forget_receipts(GUILD, table.now)
    with pytest.raises(NotYourTurn):
        await table.store.play(call, match.id, "6")


# The clock.


async def test_the_next_thing_that_is_due(table: Table) -> None:
    assert await table.store.next_due() is None
    match = await table.start()
    reminder = Instant(START + DAY - DAY // 4)
    assert await table.store.next_due() == reminder
    table.wait(Span(reminder - START))
    await table.store.ring(table.now)
    assert await table.store.next_due() == START + DAY
    offered = await table.offer(terms(CY, DI))
    assert await table.store.next_due() == table.now + POSTING.lasting
    await table.store.decline(table.call(DI), offered.id)
    await table.store.resign(table.call(ANA), match.id)
    assert await table.store.next_due() is None


async def test_a_player_is_reminded_once_of_every_move(table: Table) -> None:
    match = await table.start()
    table.wait(Span(DAY - DAY // 4 - 1))
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert await table.store.ring(table.now) == Struck((match,), ())
    assert not await table.store.ring(table.now)
    match = await table.play(match, "6")
    table.wait(Span(DAY - DAY // 4))
    assert await table.store.ring(table.now) == Struck((match,), ())


async def test_time_that_is_up_ends_a_duel_once(table: Table) -> None:
    match = await table.play(await table.start(), "6")
    table.wait(DAY)
    first, second = await asyncio.gather(table.store.ring(table.now), table.store.ring(table.now))
    (ended,) = first.ended
    assert ended.duel == duels.time_out(match.duel, now=table.now)
    assert not second
    assert await table.store.duel(GUILD, match.id) == ended
    assert (await table.store.profile(GUILD, ANA)).overall == Standing(1, 0, 1)
    assert (await table.store.profile(GUILD, BO)).overall == Standing(0, 1, -1)


async def test_an_offer_that_nobody_answers_ends(table: Table) -> None:
    offered = await table.offer()
    table.wait(Span(POSTING.lasting - 1))
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert await table.store.ring(table.now) == Struck(
        (), (replace(offered, duel=duels.expire(offered.duel, now=table.now)),)
    )
    assert not await table.store.ring(table.now)


async def test_much_that_is_due_is_dealt_with_piece_by_piece(table: Table) -> None:
    """In all servers, the most overdue first."""
    elsewhere = Table(table.store, ELSEWHERE)
    for number in range(150):
        await (elsewhere if number % 2 else table).offer(terms(PlayerId(CY + number), DI))
        table.wait(Span(1))
    table.wait(POSTING.lasting)
    rings = [await table.store.ring(table.now) for _ in range(3)]
    assert [len(each.ended) for each in rings] == [100, 50, 0]
    ended = [(each.guild, each.id) for ring in rings for each in ring.ended]
    assert len(set(ended)) == 150
    assert [guild for guild, _ in ended].count(GUILD) == 75


async def test_the_time_that_the_bot_was_away_is_given_back(table: Table) -> None:
    assert await table.store.give_time_back(table.now) == 0  # it has never run before
    match = await table.start()
    offered = await table.offer(terms(CY, DI))
    table.wait(Span(DAY - 1))
    await table.store.beat(table.now)
    table.wait(DAY)
    assert await table.store.give_time_back(table.now) == DAY
    assert await table.store.give_time_back(table.now) == 0
    rung = await table.store.ring(table.now)
    assert [each.id for each in rung.ended] == [offered.id]
    later = await table.store.duel(GUILD, match.id)
    assert isinstance(later.duel, Playing)
    assert later.duel.deadline == START + 2 * DAY
    assert [each.id for each in rung.reminded] == [match.id]
    table.wait(Span(1))
    assert [each.id for each in (await table.store.ring(table.now)).ended] == [match.id]


async def test_time_is_given_back_on_every_running_clock(table: Table) -> None:
    """To who was reminded already, and to who has yet to answer."""
    reminded = await table.start()
    table.wait(Span(DAY - DAY // 4))
    await table.store.ring(table.now)
    offered = await table.offer(terms(CY, DI))
    await table.store.beat(table.now)
    table.wait(DAY)
    await table.store.give_time_back(table.now)
    table.wait(Span(POSTING.lasting - 1))
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert [each.id for each in (await table.store.ring(table.now)).ended] == [offered.id]
    table.now = Instant(START + 2 * DAY - 1)
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert [each.id for each in (await table.store.ring(table.now)).ended] == [reminded.id]


async def test_a_clock_that_was_wrong_for_a_while_gives_nobody_years(table: Table) -> None:
    await table.start()
    await table.store.beat(table.now)
    await table.store.beat(Instant(5_000))  # 1970: a machine that hasn't learnt the time yet
    table.wait(MINUTE)
    assert await table.store.give_time_back(table.now) == MINUTE


async def test_a_clock_that_was_set_back_takes_no_time_away(table: Table) -> None:
    await table.start()
    await table.store.beat(table.now)
    due = await table.store.next_due()
    assert await table.store.give_time_back(Instant(table.now - DAY)) == 0
    assert await table.store.next_due() == due


# What is shown where.


async def test_a_board_that_is_behind_is_found(table: Table) -> None:
    match = await table.start()
    assert await table.store.unshown(GUILD) == (match,)
    assert await table.store.unshown(ELSEWHERE) == ()
    shown = Board(ChannelId(CHANNEL + 1), MessageId(5), match.step)
    assert await table.store.posted(GUILD, match.id, shown)
    assert await table.store.unshown(GUILD) == ()
    assert (await table.store.duel(GUILD, match.id)).board == shown
    moved = await table.play(match, "6")
    assert moved.board == shown
    assert await table.store.unshown(GUILD) == (moved,)


async def test_the_board_of_a_challenge_is_a_board(table: Table) -> None:
    offered = await table.offer()
    assert await table.store.posted(GUILD, offered.id, Board(CHANNEL, MessageId(5), 0))
    assert await table.store.unshown(GUILD) == ()


async def test_boards_that_are_behind_come_in_portions_until_they_are_given_up(
    table: Table,
) -> None:
    matches = [await table.finish() for _ in range(3)]
    assert await table.store.unshown(GUILD, most=2) == tuple(matches[:2])
    for match in matches:
        assert await table.store.posted(GUILD, match.id, Board(CHANNEL, None, match.step))
    assert await table.store.unshown(GUILD) == ()


async def test_an_earlier_board_doesnt_replace_a_later_one(table: Table) -> None:
    match = await table.play(await table.start(), "6", "12")
    later = Board(CHANNEL, MessageId(8), match.step)
    assert await table.store.posted(GUILD, match.id, later)
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(9), 2))
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(9), 99))
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL))
    assert not await table.store.posted(ELSEWHERE, match.id, later)
    assert (await table.store.duel(GUILD, match.id)).board == later
    # The same step may be posted again, say because its message was deleted.
    again = replace(later, message=MessageId(10))
    assert await table.store.posted(GUILD, match.id, again)
    assert (await table.store.duel(GUILD, match.id)).board == again


# What players ask.


async def test_somebodys_running_duels(table: Table) -> None:
    assert await table.store.running(GUILD, ANA) == ()
    await table.finish()
    mine = [
        await table.start(terms(ANA, BO)),
        await table.offer(terms(CY, ANA)),
        await table.offer(terms(ANA, BO)),
    ]
    await table.start(terms(BO, CY))
    await Table(table.store, ELSEWHERE).start()
    assert await table.store.running(GUILD, ANA) == tuple(mine)


async def test_somebodys_history_page_by_page(table: Table) -> None:
    played = [await table.finish(*((ANA, BO) if nth % 3 else (CY, ANA))) for nth in range(8)]
    await table.finish(BO, CY)
    await table.start()
    await Table(table.store, ELSEWHERE).finish()
    played.reverse()
    assert await table.store.history(GUILD, ANA) == tuple(played)
    first = await table.store.history(GUILD, ANA, most=5)
    second = await table.store.history(GUILD, ANA, before=first[-1].id, most=5)
    assert [*first, *second] == played
    assert await table.store.history(GUILD, ANA, before=second[-1].id) == ()
    with_cy = tuple(
        each for each in played if CY in (each.duel.terms.challenger, each.duel.terms.opponent)
    )
    assert await table.store.history(GUILD, ANA, opponent=CY) == with_cy
    assert await table.store.history(GUILD, CY, opponent=ANA, most=2) == with_cy[:2]
    assert await table.store.history(GUILD, DI) == ()


async def test_history_goes_on_only_from_a_finished_duel(table: Table) -> None:
    going_on = await table.start()
    with pytest.raises(NotOver):
        await table.store.history(GUILD, ANA, before=going_on.id)


async def test_history_goes_by_the_ends_of_duels(table: Table) -> None:
    slow = await table.start(terms(game=SHORT))
    quick = await table.finish()
    slow = await table.play(slow, "1", "2")
    assert await table.store.history(GUILD, ANA) == (slow, quick)


async def test_wins_and_losses_add_up(table: Table) -> None:
    for winner, loser in ((ANA, BO), (ANA, BO), (BO, ANA), (ANA, CY)):
        await table.finish(winner, loser)
    parity = await table.start(terms(game=set_up("parity", {})))
    await table.store.resign(table.call(ANA), parity.id)
    await table.store.end(table.call(DI), (await table.start()).id)
    assert await table.store.profile(GUILD, ANA) == Profile(
        1, Standing(3, 2, -1), {"divisor": Standing(3, 1, 1), "parity": Standing(0, 1, -1)}
    )
    assert await table.store.profile(GUILD, BO) == Profile(
        2, Standing(2, 2, 2), {"divisor": Standing(1, 2, 1), "parity": Standing(1, 0, 1)}
    )
    assert await table.store.profile(GUILD, DI) == Profile(None, Standing(), {})
    assert await table.store.profile(ELSEWHERE, ANA) == Profile(None, Standing(), {})


async def test_duels_count_whether_rated_or_not(table: Table) -> None:
    """What isn't rated is only kept out of the ratings."""
    friendly = await table.start(replace(terms(game=SHORT), rated=False))
    await table.play(friendly, *SHORT_MOVES)
    assert (await table.store.profile(GUILD, BO)).overall == Standing(1, 0, 1)


async def test_equal_wins_are_not_an_equal_place(table: Table) -> None:
    for winner, loser in ((ANA, DI), (BO, DI), (CY, BO)):
        await table.finish(winner, loser)
    places = (await table.store.leaderboard(GUILD)).places
    assert [(each.place, each.player) for each in places] == [(1, ANA), (1, CY), (3, BO), (4, DI)]
    assert (await table.store.leaderboard(GUILD, skip=-5)).places == places


async def test_the_leaderboard_goes_by_wins_and_then_by_losses(table: Table) -> None:
    assert await table.store.leaderboard(GUILD) == Ladder((), more=False)
    for winner, loser in ((CY, ANA), (CY, BO), (DI, ANA), (DI, BO), (ANA, BO)):
        await table.finish(winner, loser)
    expected = (
        Place(1, CY, Standing(2, 0, 2)),
        Place(1, DI, Standing(2, 0, 2)),
        Place(3, ANA, Standing(1, 2, 1)),
        Place(4, BO, Standing(0, 3, -3)),
    )
    for game in ("all", "divisor"):
        assert await table.store.leaderboard(GUILD, game) == Ladder(expected, more=False)
    assert await table.store.leaderboard(GUILD, "parity") == Ladder((), more=False)
    assert await table.store.leaderboard(ELSEWHERE) == Ladder((), more=False)
    # A page in the middle knows the places, shared ones too.
    for skip in range(4):
        page = await table.store.leaderboard(GUILD, skip=skip, most=1)
        assert page == Ladder(expected[skip : skip + 1], more=skip < 3)
    for player, place in ((CY, 1), (DI, 1), (ANA, 3), (BO, 4)):
        assert (await table.store.profile(GUILD, player)).place == place


# What players and servers choose.


async def test_preferences(table: Table) -> None:
    assert await table.store.preferences(GUILD, ANA) == Preferences()
    for chosen in (
        Preferences(Pings.NEVER, Challenges.NOBODY),
        Preferences(Pings.AWAY, Challenges.EVERYONE),
    ):
        await table.store.prefer(GUILD, ANA, chosen)
        assert await table.store.preferences(GUILD, ANA) == chosen
    assert await table.store.preferences(GUILD, BO) == Preferences()
    assert await table.store.preferences(ELSEWHERE, ANA) == Preferences()


async def test_house_rules(table: Table) -> None:
    assert await table.store.house_rules(GUILD) == HouseRules()
    for chosen in (
        HouseRules(DAY, frozenset({CHANNEL, ChannelId(CHANNEL + 1)})),
        HouseRules(None, frozenset({CHANNEL})),
        HouseRules(),
    ):
        await table.store.rule_house(GUILD, chosen)
        assert await table.store.house_rules(GUILD) == chosen
        assert await table.store.house_rules(ELSEWHERE) == HouseRules()
    await table.finish()
    assert await table.store.house_rules(GUILD) == HouseRules()
    await Table(table.store, ELSEWHERE).offer()
    assert await table.store.servers() == (GUILD, ELSEWHERE)


# What is forgotten.


async def test_who_is_erased_leaves_their_duels_to_their_opponents(table: Table) -> None:
    finished = await table.finish(winner=BO, loser=ANA)
    running = await table.start(terms(ANA, BO))
    offers = [await table.offer(terms(ANA, CY)), await table.offer(terms(DI, ANA))]
    await table.store.prefer(GUILD, ANA, Preferences(Pings.NEVER))
    ended = await table.store.erase(GUILD, ANA, table.now)
    assert [each.id for each in ended] == [running.id, *(each.id for each in offers)]
    assert [getattr(each.duel, "reason", getattr(each.duel, "how", None)) for each in ended] == [
        Reason.RESIGNED,
        Withdrawal.CANCELLED,
        Withdrawal.DECLINED,
    ]
    history = await table.store.history(GUILD, BO)
    assert [each.id for each in history] == [running.id, finished.id]
    for match in (*ended, *history):
        assert ANA not in (match.duel.terms.challenger, match.duel.terms.opponent)
        assert await table.store.duel(GUILD, match.id) == match
    assert await table.store.history(GUILD, ANA) == ()
    assert await table.store.running(GUILD, ANA) == ()
    assert await table.store.profile(GUILD, ANA) == Profile(None, Standing(), {})
    assert await table.store.preferences(GUILD, ANA) == Preferences()
    assert (await table.store.profile(GUILD, BO)).overall == Standing(2, 0, 2)
    (only,) = (await table.store.leaderboard(GUILD)).places
    assert only.player == BO


async def test_erased_people_are_told_apart_and_stand_nowhere(table: Table) -> None:
    await table.finish(ANA, BO)
    await table.finish(CY, DI)
    for player in (ANA, CY):
        assert await table.store.erase(GUILD, player, table.now) == ()
    names = {
        player
        for each in (BO, DI)
        for match in await table.store.history(GUILD, each)
        for player in (match.duel.terms.challenger, match.duel.terms.opponent)
    }
    assert len(names) == 4
    assert not names & {ANA, CY}
    # Both winners are gone; who lost to them is first now.
    assert [each.place for each in (await table.store.leaderboard(GUILD)).places] == [1, 1]
    await table.store.erase(GUILD, BO, table.now)
    (match,) = await table.store.history(GUILD, DI)
    assert match.duel.terms.opponent != BO


async def test_who_comes_back_starts_anew(table: Table) -> None:
    await table.finish(winner=ANA, loser=BO)
    await table.store.erase(GUILD, ANA, table.now)
    await table.finish(winner=ANA, loser=BO)
    assert (await table.store.profile(GUILD, ANA)).overall == Standing(1, 0, 1)
    assert len(await table.store.history(GUILD, ANA)) == 1


async def test_erasing_ends_by_the_clock_what_the_clock_had_ended(table: Table) -> None:
    await table.start(terms(ANA, BO))
    await table.offer(terms(CY, ANA))
    table.wait(POSTING.lasting)
    (expired,) = await table.store.erase(GUILD, CY, table.now)
    assert isinstance(expired.duel, Withdrawn)
    assert expired.duel.how is Withdrawal.EXPIRED
    table.now = Instant(START + DAY)
    (late,) = await table.store.erase(GUILD, BO, table.now)
    assert isinstance(late.duel, Finished)
    assert (late.duel.reason, late.duel.winner) == (Reason.TIMED_OUT, Seat.SECOND)


async def test_what_others_were_told_doesnt_name_who_was_erased(table: Table) -> None:
    match = await table.start(terms(ANA, BO))
    early = table.call(BO)
    with pytest.raises(NotYourTurn):
        await table.store.play(early, match.id, "6")
    await table.store.erase(GUILD, ANA, table.now)
    with pytest.raises(NotYourTurn) as told:
        await table.store.play(early, match.id, "6")
    assert told.value.waiting_for not in (ANA, BO)


async def test_erasing_leaves_the_other_numbers_in_what_was_told(table: Table) -> None:
    offered = await table.offer(terms(ANA, BO))
    call = table.call(BO)
    with pytest.raises(AlreadyChallenged):
        await table.store.offer(call, terms(BO, ANA), POSTING)
    await table.store.erase(GUILD, ANA, table.now)
    with pytest.raises(AlreadyChallenged) as told:
        await table.store.offer(call, terms(BO, ANA), POSTING)
    assert told.value.facts() == {"challenger": -1, "opponent": BO, "number": offered.id}


async def test_nor_does_what_others_have_typed(table: Table) -> None:
    match = await table.start(terms(BO, CY))
    call = table.call(BO)
    with pytest.raises(Unreadable):
        await table.store.play(call, match.id, f"<@{ANA}>")
    await table.store.erase(GUILD, ANA, table.now)
    with pytest.raises(Unreadable) as told:
        await table.store.play(call, match.id, f"<@{ANA}>")
    assert told.value.text == "<@-1>"


async def test_what_comes_again_after_an_erasure_is_not_done_anew(table: Table) -> None:
    call = table.call(ANA)
    await table.store.offer(call, terms(), POSTING)
    await table.store.erase(GUILD, ANA, table.now)
    assert (await table.store.offer(call, terms(), POSTING)).again
    assert await table.store.running(GUILD, BO) == ()


async def test_nobody_is_challenged_who_was_erased(table: Table) -> None:
    played = await table.finish(BO, ANA)
    await table.store.erase(GUILD, ANA, table.now)
    with pytest.raises(OpponentGone):
        await table.store.rematch(table.call(BO), played.id, POSTING)


async def test_erasing_everywhere_finds_all_servers(table: Table) -> None:
    """Also those where somebody has only chosen something, or was only refused."""
    await table.store.prefer(ELSEWHERE, ANA, Preferences(Pings.NEVER))
    third = Table(table.store, GuildId(7))
    with pytest.raises(NoSuchDuel):
        await table.store.resign(third.call(ANA), DuelId(1))
    await table.offer()
    assert set(await table.store.servers()) == {GUILD, ELSEWHERE, GuildId(7)}


async def test_erasing_in_one_server_leaves_the_other(table: Table) -> None:
    elsewhere = Table(table.store, ELSEWHERE)
    await table.finish()
    there = await elsewhere.finish()
    await table.store.erase(GUILD, ANA, table.now)
    assert await table.store.history(ELSEWHERE, ANA) == (there,)
    assert (await table.store.profile(ELSEWHERE, ANA)).overall == Standing(0, 1, -1)


# Servers don't see one another.


async def test_a_duel_is_out_of_reach_from_another_server(table: Table) -> None:
    match = await table.start()
    elsewhere = Table(table.store, ELSEWHERE)
    for reach in (
        table.store.duel(ELSEWHERE, match.id),
        table.store.play(elsewhere.call(ANA), match.id, "6"),
        table.store.resign(elsewhere.call(ANA), match.id),
        table.store.end(elsewhere.call(DI), match.id),
        table.store.rematch(elsewhere.call(ANA), match.id, POSTING),
    ):
        with pytest.raises(NoSuchDuel):
            await reach
    assert await table.store.duel(GUILD, match.id) == match


# What is acknowledged stays.


async def test_everything_is_there_after_a_restart(backend: Backend, tmp_path: Path) -> None:
    async with backend(tmp_path) as store:
        table = Table(store)
        kept = [await table.finish(), await table.play(await table.start(), "6")]
        kept.append(await table.offer(terms(CY, DI)))
        call = table.call(BO)
        kept[1] = await store.play(call, kept[1].id, "12")
        early = table.call(BO)
        with pytest.raises(NotYourTurn):
            await store.play(early, kept[1].id, "4")
        await store.prefer(GUILD, ANA, Preferences(Pings.NEVER))
        ladder, due = await store.leaderboard(GUILD), await store.next_due()
    async with backend(tmp_path) as store:
        assert [await store.duel(GUILD, each.id) for each in kept] == kept
        assert (await store.play(call, kept[1].id, "12")).again
        with pytest.raises(NotYourTurn):
            await store.play(early, kept[1].id, "4")
        assert await store.preferences(GUILD, ANA) == Preferences(Pings.NEVER)
        assert (await store.leaderboard(GUILD), await store.next_due()) == (ladder, due)


async def test_hostile_text_is_refused_and_kept_as_text(table: Table) -> None:
    match = await table.start()
    for text in ("'; DROP TABLE duel; --", "6\x00", "\ud800", "𝟔" * 5000, "6' OR 1=1", ""):
        with pytest.raises(Refusal):
            await table.play(match, text)
    assert await table.store.duel(GUILD, match.id) == match
