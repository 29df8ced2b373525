"""The contract: duels with the bot, which answers each move in the same unit of work."""

import gzip
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.duel import Finished, First, Playing, Terms
from engine.durations import HOUR
from engine.fairness import Unrated
from engine.games import set_up
from engine.ids import Instant, Span
from engine.opponents.levels import Level
from engine.outcome import Reason, Seat
from engine.record import Record
from engine.refusal import (
    Blocked,
    GameOver,
    NoHintHere,
    NoSuchDuel,
    NotYourDuel,
    StaleBoard,
    TooManyPractices,
)
from storage.ids import DuelId
from storage.match import Board, Call, Match, Struck
from storage.people import Score
from tests.builders import safe_move
from tests.storage.builders import (
    ANA,
    BO,
    BOT,
    CHANNEL,
    CY,
    DAY,
    DI,
    DIVISOR,
    GUILD,
    POSTING,
    Table,
)


def against_bot(**chosen: Any) -> Terms:
    facts: dict[str, Any] = {"game": DIVISOR, "first": First.CHALLENGER, "clock": DAY}
    return Terms(ANA, BOT, **{**facts, "level": Level.CASUAL, **chosen})


async def practise(table: Table, *, private: bool = False, **chosen: Any) -> Match:
    asked = against_bot(**chosen)
    return await table.store.practise(table.call(ANA), asked, POSTING, private=private)


def playing(match: Match) -> Playing:
    assert isinstance(match.duel, Playing)
    return match.duel


def open_move(match: Match) -> str:
    """A move that the bot can't win with at once."""
    return str(safe_move(playing(match).record))


async def play_out(table: Table, match: Match) -> Match:
    while isinstance(duel := match.duel, Playing):
        match = await table.play(match, duel.record.game.text(duel.record.legal[0]))
    return match


async def test_the_bot_accepts_at_once(table: Table) -> None:
    match = await practise(table)
    assert match.id == 1
    assert playing(match).waiting_for == ANA
    assert match.duel.terms.unrated is Unrated.BOT
    assert match.duel.terms.level is Level.CASUAL
    assert match.board.channel == CHANNEL
    assert await table.store.duel(GUILD, match.id) == match
    assert await table.store.running(GUILD, ANA) == (match,)


async def test_it_has_moved_where_it_begins(table: Table) -> None:
    match = await practise(table, first=First.OPPONENT)
    duel = playing(match)
    assert (duel.seats, duel.ply, duel.waiting_for) == ((BOT, ANA), 1, ANA)
    assert await table.store.duel(GUILD, match.id) == match


async def test_who_begins_says_nothing_about_the_first_move(table: Table) -> None:
    """Each is drawn by itself: the bot begins with any of 20 numbers, as often as with another."""
    began = Counter[int]()
    for _ in range(120):
        match = await practise(table, first=First.DRAWN)
        began.update(playing(match).record.moves)
        await table.store.resign(table.call(ANA), match.id)
    largest = sum(began[number] for number in range(17, 21))
    assert largest < 0.3 * began.total()


async def test_it_answers_with_the_move(table: Table) -> None:
    match = await table.play(await practise(table), "12")
    assert playing(match).ply == 2
    assert playing(match).record.moves[0] == 12
    assert await table.store.duel(GUILD, match.id) == match
    assert match.step == 3


async def test_a_repeated_call_is_answered_as_the_first_was(table: Table) -> None:
    begin, move = table.call(ANA), table.call(ANA)
    offered = against_bot(first=First.OPPONENT)
    begun = await table.store.practise(begin, offered, POSTING, private=False)
    text = open_move(begun)
    moved = await table.store.play(move, begun.id, text)
    later = await table.play(moved, open_move(moved))
    again = await table.store.practise(begin, offered, POSTING, private=False)
    assert (again.id, again.duel, again.again) == (begun.id, begun.duel, True)
    again = await table.store.play(move, begun.id, text)
    assert (again.duel, again.again) == (moved.duel, True)
    assert await table.store.duel(GUILD, begun.id) == later


async def test_a_game_that_one_move_ends(table: Table) -> None:
    """Of 3 there is one way to split, and nothing to split after it."""
    match = await practise(table, game=set_up("split", {"size": 3}), first=First.OPPONENT)
    assert isinstance(match.duel, Finished)
    assert match.duel.champion == BOT
    assert await table.store.history(GUILD, ANA) == (match,)


async def test_two_legs(table: Table) -> None:
    """The bot ends the first leg, begins the second, and so on: each time the player is asked."""
    match = await practise(table, game=set_up("divisor", {"size": 7}), legs=2)
    over = await play_out(table, match)
    assert isinstance(over.duel, Finished)
    assert over.duel.earlier
    assert over.duel.seats == (BOT, ANA)


async def test_its_results_are_no_results_between_players(table: Table) -> None:
    over = await play_out(table, await practise(table))
    assert isinstance(over.duel, Finished)
    assert (over.gains, over.highlights) == (None, None)
    assert (await table.store.leaderboard(GUILD)).places == ()
    assert await table.store.place(GUILD, ANA) is None
    assert await table.store.history(GUILD, ANA) == (over,)
    await table.finish(ANA, BO)
    place = await table.store.place(GUILD, ANA)
    assert place
    assert (place.standing.wins, place.standing.losses) == (1, 0)
    removed = await table.store.void(table.call(BO), over.id)
    assert removed.duel.void  # type: ignore[union-attr]
    assert await table.store.recalculate_some(GUILD) == 0
    assert await table.store.place(GUILD, ANA) == place


async def test_they_are_counted_by_level(table: Table) -> None:
    assert await table.store.practised(GUILD, ANA, private=True) == {}
    given_up = await practise(table, level=Level.EXPERT)
    await table.store.resign(table.call(ANA), given_up.id)
    for first in First.CHALLENGER, First.OPPONENT:
        over = await play_out(table, await practise(table, first=first))
        won = isinstance(over.duel, Finished) and over.duel.champion == ANA
        before = (await table.store.practised(GUILD, ANA, private=True))[Level.CASUAL]
        await table.store.void(table.call(BO), over.id)
        after = (await table.store.practised(GUILD, ANA, private=True)).get(Level.CASUAL, Score())
        assert (before.wins - after.wins, before.losses - after.losses) == (won, not won)
    assert await table.store.practised(GUILD, ANA, private=True) == {Level.EXPERT: Score(0, 1)}
    assert await table.store.practised(GUILD, BO, private=True) == {}


async def test_private_ones_are_counted_apart(table: Table) -> None:
    for private in (True, False, True):
        begun = await practise(table, level=Level.EXPERT, private=private)
        await table.store.resign(table.call(ANA), begun.id)
    for private, losses in ((True, 3), (False, 1)):
        found = await table.store.practised(GUILD, ANA, private=private)
        assert found == {Level.EXPERT: Score(0, losses)}
    # Nobody reads the private ones from the bot's side either.
    for one, other in ((ANA, BOT), (BOT, ANA)):
        assert await table.store.score(GUILD, one, other) == Score()


async def test_a_tie_of_two_games_is_counted(table: Table) -> None:
    """Of 3 there is one way to split, so each wins a game. What a moderator ends is no tie."""
    over = await play_out(table, await practise(table, game=set_up("split", {"size": 3}), legs=2))
    assert isinstance(over.duel, Finished)
    assert over.duel.reason is Reason.LEVEL
    ended = await practise(table, level=Level.EXPERT)
    await table.store.end(table.call(BO), ended.id)
    assert await table.store.practised(GUILD, ANA, private=True) == {Level.CASUAL: Score(ties=1)}


async def test_a_rematch_begins_at_once(table: Table) -> None:
    over = await play_out(table, await practise(table, private=True, level=Level.EXPERT))
    again = await table.store.rematch(table.call(ANA), over.id, POSTING)
    duel = playing(again)
    assert (duel.terms.level, duel.terms.unrated, again.private) == (
        Level.EXPERT,
        Unrated.BOT,
        True,
    )
    # Chosen seats are swapped.
    assert duel.seats == (BOT, ANA)
    assert duel.waiting_for == ANA


async def test_as_many_as_one_may_have(table: Table) -> None:
    last, *_ = [await practise(table) for _ in range(POSTING.most)]
    with pytest.raises(TooManyPractices):
        await practise(table)
    await table.store.resign(table.call(ANA), last.id)
    await practise(table)


async def test_somebody_who_is_blocked(table: Table) -> None:
    await table.store.block(GUILD, ANA, blocked=True)
    with pytest.raises(Blocked):
        await practise(table)
    assert await table.store.running(GUILD, ANA) == ()


async def test_nobody_else_moves_in_it(table: Table) -> None:
    match = await practise(table)
    with pytest.raises(NotYourDuel):
        await table.store.play(table.call(BO), match.id, "12")


class TestPrivate:
    async def test_the_bot_posts_nothing_of_it(self, table: Table) -> None:
        match = await practise(table, private=True)
        assert match.private
        match = await table.play(match, "12")
        assert (await table.store.duel(GUILD, match.id)).private
        assert await table.store.unshown(GUILD) == ()
        assert await table.store.behind() == frozenset()
        assert not match.out_of_sight

    async def test_for_others_it_does_not_exist(self, table: Table) -> None:
        match = await practise(table, private=True)
        store, number = table.store, match.id
        assert await store.duel(GUILD, number, ANA) == match
        for asked in (
            store.duel(GUILD, number, BO),
            store.play(table.call(BO), number, "12"),
            store.hint(table.call(BO), number, 0, 1),
            store.resign(table.call(BO), number),
            store.end(table.call(BO), number),
            store.rematch(table.call(BO), number, POSTING),
            store.good_game(table.call(BO), number),
            store.history(GUILD, ANA, before=number, private=False),
        ):
            with pytest.raises(NoSuchDuel):
                await asked
        assert await store.duel(GUILD, number) == match

    async def test_its_result_is_the_players_own(self, table: Table) -> None:
        for private in True, False:
            given_up = await practise(table, private=private)
            await table.store.resign(table.call(ANA), given_up.id)
        for private, losses in (True, 2), (False, 1):
            found = await table.store.practised(GUILD, ANA, private=private)
            assert found == {Level.CASUAL: Score(0, losses)}

    async def test_its_time_runs_out(self, table: Table) -> None:
        """Though no message shows it. Nobody is reminded."""
        match = await practise(table, private=True)
        table.wait(DAY)
        struck = await table.store.ring(table.now)
        assert struck.reminded == ()
        (ended,) = struck.ended
        assert ended.id == match.id
        assert isinstance(ended.duel, Finished)
        assert ended.duel.reason is Reason.TIMED_OUT
        assert ended.duel.winner is Seat.SECOND

    async def test_nobody_is_reminded_in_public_either(self, table: Table) -> None:
        await table.show(await practise(table))
        table.wait(DAY)
        struck = await table.store.ring(table.now)
        assert (struck.reminded, len(struck.ended)) == ((), 1)

    async def test_a_moderators_file_tells_neither_of_whom_nor_what_it_was(
        self, table: Table
    ) -> None:
        record = Record.replay(set_up("divisor", {"size": 99}), ["6", "3", "9"])
        for player in (ANA, CY):
            asked = against_bot(level=Level.EXPERT, first=First.OPPONENT)
            asked = replace(asked, challenger=player)
            begin = table.call(player)
            begun = await table.store.practise(begin, asked, POSTING, record, private=True)
            await table.store.hint(table.call(player), begun.id, 3, 1)
            if player == CY:
                await table.store.resign(table.call(CY), begun.id)
        await table.finish(BO, DI)
        exported = await table.store.exported(GUILD)
        assert exported
        told = gzip.decompress(exported).decode()
        assert '"duels":3,"ends":2' in told
        assert all(str(player) in told for player in (BO, DI))
        secret = (ANA, CY, BOT, "size=99", Level.EXPERT, "hints", Unrated.BOT)
        assert [each for each in secret if str(each) in told] == []


@pytest.mark.parametrize("private", [False, True])
async def test_after_the_bot_was_away_nobody_is_reminded_either(
    table: Table, private: bool
) -> None:
    await table.store.beat(table.now)
    match = await table.show(await practise(table, private=private))
    table.wait(Span(HOUR))
    await table.store.give_time_back(table.now)
    deadline = playing(match).deadline + HOUR
    assert await table.store.next_due() == deadline
    assert await table.store.ring(Instant(deadline - 1)) == Struck((), ())
    (ended,) = (await table.store.ring(Instant(deadline))).ended
    assert ended.id == match.id


async def test_a_board_that_could_not_be_posted_is_shown_again(table: Table) -> None:
    """Otherwise nobody would, and the duel would never end."""
    match = await practise(table)
    await table.store.posted(GUILD, match.id, Board(CHANNEL, None, match.step))
    assert await table.store.unshown(GUILD) == ()
    table.wait(DAY)
    assert await table.store.ring(table.now) == Struck((), ())
    (unshown,) = await table.store.unshown(GUILD)
    table.wait(DAY)
    await table.show(unshown)
    table.wait(DAY)
    (ended,) = (await table.store.ring(table.now)).ended
    assert ended.id == match.id


class TestHints:
    async def test_two_at_each_place(self, table: Table) -> None:
        match = await practise(table)
        for steps, expected in ((1, (0,)), (1, (0,)), (2, (0, 0)), (1, (0, 0)), (3, (0, 0))):
            match = await table.store.hint(table.call(ANA), match.id, 0, steps)
            assert playing(match).hints == expected
        match = await table.play(match, "12")
        match = await table.store.hint(table.call(ANA), match.id, 2, 1)
        assert playing(match).hints == (0, 0, 2)
        over = await play_out(table, match)
        assert isinstance(over.duel, Finished)
        assert over.duel.hints == (0, 0, 2)
        assert await table.store.duel(GUILD, match.id) == over

    async def test_both_steps_at_once(self, table: Table) -> None:
        match = await practise(table)
        match = await table.store.hint(table.call(ANA), match.id, 0, 2)
        assert playing(match).hints == (0, 0)

    async def test_a_repeated_call_asks_once(self, table: Table) -> None:
        match, call = await practise(table), table.call(ANA)
        for _ in range(2):
            match = await table.store.hint(call, match.id, 0, 1)
            assert playing(match).hints == (0,)

    async def test_who_gets_none(self, table: Table) -> None:
        match, between_players = await practise(table), await table.start()
        with pytest.raises(NotYourDuel):
            await table.store.hint(table.call(BO), match.id, 0, 1)
        with pytest.raises(StaleBoard):
            await table.store.hint(table.call(ANA), match.id, 1, 1)
        with pytest.raises(NoHintHere):
            await table.store.hint(table.call(ANA), DuelId(between_players.id), 0, 1)


class TestFromARecord:
    """A duel with the bot may go on from a position of another one."""

    OTHER = Record.replay(set_up("divisor", {"size": 9}), ["6", "3", "9"])

    async def begun(self, table: Table, call: Call | None = None) -> Match:
        """Player 2 is to move, so the bot gets the first seat."""
        asked, call = against_bot(first=First.OPPONENT), call or table.call(ANA)
        return await table.store.practise(call, asked, POSTING, self.OTHER, private=True)

    async def test_it_is_of_that_game_and_goes_on_there(self, table: Table) -> None:
        match = await self.begun(table)
        duel = playing(match)
        assert (duel.record, duel.terms.game) == (self.OTHER, self.OTHER.game)
        assert (duel.seats, duel.waiting_for, duel.ply) == ((BOT, ANA), ANA, 3)
        assert match.step == 4
        assert await table.store.duel(GUILD, match.id) == match

    async def test_it_is_played_to_its_end(self, table: Table) -> None:
        over = await play_out(table, await self.begun(table))
        assert isinstance(over.duel, Finished)
        assert over.duel.record.moves[:3] == self.OTHER.moves
        assert over.duel.played_out
        assert await table.store.duel(GUILD, over.id) == over

    async def test_the_bot_moves_if_it_is_to_move(self, table: Table) -> None:
        asked = against_bot(first=First.CHALLENGER)
        match = await table.store.practise(
            table.call(ANA), asked, POSTING, self.OTHER, private=False
        )
        assert match.duel.terms.game == self.OTHER.game
        assert match.step > 4
        assert await table.store.duel(GUILD, match.id) == match

    async def test_a_repeated_call_is_answered_as_the_first_was(self, table: Table) -> None:
        call = table.call(ANA)
        begun = await self.begun(table, call)
        await table.play(begun, "1")
        again = await self.begun(table, call)
        assert (again.id, again.duel, again.again) == (begun.id, begun.duel, True)

    async def test_a_rematch_is_of_the_whole_game(self, table: Table) -> None:
        over = await play_out(table, await self.begun(table))
        again = await table.store.rematch(table.call(ANA), over.id, POSTING)
        assert playing(again).record == Record.start(self.OTHER.game)
        assert again.duel.terms.played_from == 0

    async def test_it_is_no_result(self, table: Table) -> None:
        """The player has chosen the position, which may be won."""
        over = await play_out(table, await self.begun(table))
        assert over.duel.terms.played_from == 3
        assert await table.store.practised(GUILD, ANA, private=True) == {}

    async def test_not_from_its_end(self, table: Table) -> None:
        record = Record.replay(set_up("divisor", {"size": 3}), ["2", "1", "3"])
        with pytest.raises(GameOver):
            await table.store.practise(
                table.call(ANA), against_bot(), POSTING, record, private=True
            )
        assert await table.store.running(GUILD, ANA) == ()


async def test_an_erasure_ends_it(table: Table) -> None:
    match = await practise(table)
    over = await play_out(table, await practise(table))
    (ended,) = await table.store.erase(GUILD, ANA, table.now)
    assert ended.id == match.id
    assert isinstance(ended.duel, Finished)
    kept = (await table.store.duel(GUILD, over.id)).duel
    assert kept.terms.challenger < 0
    assert kept.terms.opponent == BOT
