"""The contract: titles follow from the record, and are withdrawn with it."""

from pathlib import Path

import pytest

from engine.games import set_up
from engine.opponents.levels import Level
from engine.titles import Title
from storage.ids import DuelId, direct_messages
from storage.units import titles
from tests.storage.builders import ANA, BO, CY, DAY, DI, ELSEWHERE, GUILD, Table, terms
from tests.storage.contract.conftest import Backend
from tests.storage.puzzle_builders import TODAY, decide, given, puzzles, take_daily
from tests.storage.title_builders import beat_bot, judge, win_flawlessly

OF_FIVE = (
    set_up("divisor", {"size": 20}),
    set_up("parity", {"size": 20}),
    set_up("evenodd", {"size": 20}),
    set_up("split", {"size": 16}),
    set_up("sequence", {}),
)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles for which less has to be done."""
    monkeypatch.setattr(titles, "DUELS_FINISHED", 3)
    monkeypatch.setattr(titles, "DAILIES_SOLVED", {Title.PUZZLE_MASTER: 3, Title.PUZZLER: 2})


async def test_at_first_nobody_has_any(table: Table) -> None:
    assert await table.store.titles(GUILD, ANA) == ()
    assert await table.store.unjudged(GUILD) is None
    await table.finish(ANA, BO)
    await judge(table)
    for player in (ANA, BO, CY):
        assert await table.store.titles(GUILD, player) == ()


class TestByAWin:
    @pytest.mark.parametrize("challenged", [False, True])
    async def test_it_is_the_winners(self, table: Table, *, challenged: bool) -> None:
        """Whoever has challenged, and once the win was judged."""
        won = await win_flawlessly(table, challenged=challenged)
        assert won.duel.terms.challenger == (BO if challenged else ANA)
        assert await table.store.titles(GUILD, ANA) == ()
        await judge(table)
        assert await table.store.titles(GUILD, ANA) == (Title.FLAWLESS,)
        assert await table.store.titles(GUILD, BO) == ()
        assert await table.store.titles(ELSEWHERE, ANA) == ()

    @pytest.mark.parametrize(
        ("level", "title"),
        [
            (Level.EXPERT, Title.BOT_BEATER),
            (Level.PERFECT, Title.PERFECTIONIST),
            (Level.SKILLED, None),
        ],
    )
    async def test_against_the_bot(self, table: Table, level: Level, title: Title | None) -> None:
        await beat_bot(table, level)
        await judge(table)
        assert await table.store.titles(GUILD, ANA) == ((title,) if title else ())

    async def test_not_in_private_nor_with_a_hint(self, table: Table) -> None:
        await beat_bot(table, Level.EXPERT, private=True)
        await beat_bot(table, Level.EXPERT, hint=True)
        await judge(table)
        assert await table.store.titles(GUILD, ANA) == ()

    async def test_a_removed_result_takes_it_away(self, table: Table) -> None:
        """At once, and also where it is judged afterwards. Another win keeps it."""
        first, second = await win_flawlessly(table), await win_flawlessly(table)
        await judge(table)
        await table.store.void(table.call(CY), first.id)
        assert await table.store.titles(GUILD, ANA) == (Title.FLAWLESS,)
        await table.store.void(table.call(CY), second.id)
        assert await table.store.titles(GUILD, ANA) == ()
        third = await win_flawlessly(table)
        await table.store.void(table.call(CY), third.id)
        await judge(table)
        assert await table.store.titles(GUILD, ANA) == ()

    async def test_an_erased_opponent_takes_nothing_away(self, table: Table) -> None:
        await win_flawlessly(table)
        await judge(table)
        await table.store.erase(GUILD, BO, table.now)
        assert await table.store.titles(GUILD, ANA) == (Title.FLAWLESS,)

    async def test_an_erased_player_has_none(self, table: Table) -> None:
        await win_flawlessly(table)
        await beat_bot(table, Level.EXPERT)
        await judge(table)
        await table.store.erase(GUILD, ANA, table.now)
        assert await table.store.titles(GUILD, ANA) == ()
        assert await table.store.personal_data(GUILD, ANA) is None

    async def test_it_is_personal_data(self, table: Table) -> None:
        await win_flawlessly(table)
        await judge(table)
        kept = await table.store.personal_data(GUILD, ANA)
        assert kept
        assert kept.titles == (Title.FLAWLESS,)


class TestJudging:
    async def test_each_end_is_judged_once(self, table: Table) -> None:
        """Among them those of duels that can't earn a title, which aren't read."""
        flawless = await win_flawlessly(table)
        bot = await beat_bot(table, Level.EXPERT)
        none = [
            await table.finish(ANA, BO),
            await beat_bot(table, Level.EXPERT, private=True),
            await table.tie(),
        ]
        read = await judge(table, most=2)
        assert {flawless.id, bot.id} <= {*read}
        assert {each.id for each in none}.isdisjoint(read)
        assert len(read) == len(set(read))
        assert await judge(table) == []
        again = await win_flawlessly(table)
        assert await judge(table) == [again.id]

    async def test_it_goes_on_after_a_restart(self, backend: Backend, tmp_path: Path) -> None:
        async with backend(tmp_path) as store:
            table = Table(store)
            await win_flawlessly(table)
            await win_flawlessly(table, BO, ANA)
            some = await store.unjudged(GUILD, 1)
            assert some
            await store.judge(GUILD, some, {DuelId(1): Title.FLAWLESS})
        async with backend(tmp_path) as store:
            table.store = store
            assert await judge(table) == [2]
            for player in (ANA, BO):
                assert await store.titles(GUILD, player) == (Title.FLAWLESS,)

    async def test_of_two_who_judge_the_same_one_is_heard(self, table: Table) -> None:
        await win_flawlessly(table)
        await win_flawlessly(table, BO, ANA)
        early = await table.store.unjudged(GUILD, 1)
        assert early
        await judge(table)
        await table.store.judge(GUILD, early, {DuelId(2): Title.BOT_BEATER})
        assert await table.store.titles(GUILD, BO) == (Title.FLAWLESS,)
        assert await table.store.unjudged(GUILD) is None


class TestByManyResults:
    async def test_wins_in_five_games(self, table: Table) -> None:
        numbers = []
        for game in OF_FIVE:
            assert await table.store.titles(GUILD, ANA) == ()
            match = await table.start(terms(BO, ANA, game))
            await table.store.resign(table.call(BO), match.id)
            numbers.append(match.id)
        assert await table.store.titles(GUILD, ANA) == (Title.ALL_ROUNDER,)
        assert await table.store.titles(GUILD, BO) == ()
        await table.store.void(table.call(CY), numbers[2])
        while await table.store.recalculate_some(GUILD):
            pass
        assert await table.store.titles(GUILD, ANA) == ()

    @pytest.mark.usefixtures("few")
    async def test_many_duels_against_people(self, table: Table) -> None:
        await beat_bot(table, Level.SKILLED)
        await table.finish(ANA, BO)
        await table.tie(ANA, CY)
        assert await table.store.titles(GUILD, ANA) == ()
        # In any season.
        await table.store.begin_season(GUILD, 2, table.now)
        await table.finish(DI, ANA)
        assert await table.store.titles(GUILD, ANA) == (Title.VETERAN,)
        assert await table.store.titles(GUILD, BO) == ()
        await table.store.erase(GUILD, BO, table.now)
        assert await table.store.titles(GUILD, ANA) == (Title.VETERAN,)

    @pytest.mark.usefixtures("few")
    async def test_many_puzzles_of_the_day_solved(self, table: Table) -> None:
        """One in which the first decision was wrong isn't."""
        expected = ((), (), (Title.PUZZLER,), (Title.PUZZLE_MASTER, Title.PUZZLER))
        for nth, (squares, titled) in enumerate(zip(("r", "wrr", "r", "r"), expected, strict=True)):
            await decide(table, (await take_daily(table, nth, TODAY + nth)).number, squares=squares)
            assert await table.store.titles(GUILD, ANA) == titled
            table.wait(DAY)
        assert await table.store.titles(GUILD, BO) == ()
        await table.store.erase(GUILD, ANA, table.now)
        assert await table.store.titles(GUILD, ANA) == ()


class TestChampion:
    async def test_the_first_of_a_season_that_is_over(self, table: Table) -> None:
        for _ in range(5):
            await table.rate(ANA, BO)
        assert await table.store.titles(GUILD, ANA) == ()
        await table.store.begin_season(GUILD, 2, table.now)
        assert await table.store.titles(GUILD, ANA) == (Title.CHAMPION,)
        assert await table.store.titles(GUILD, BO) == ()
        table.wait(DAY)
        for _ in range(5):
            await table.rate(BO, ANA)
        await table.store.begin_season(GUILD, 3, table.now)
        for player in (ANA, BO):
            assert await table.store.titles(GUILD, player) == (Title.CHAMPION,)

    async def test_a_removed_result_makes_another_the_first(self, table: Table) -> None:
        won = [await table.rate(ANA, BO) for _ in range(5)]
        won += [await table.rate(BO, ANA) for _ in range(4)]
        await table.store.begin_season(GUILD, 2, table.now)
        first = (await table.store.leaderboard(GUILD, season=1)).places[0].player
        assert await table.store.titles(GUILD, first) == (Title.CHAMPION,)
        for each in won[:5] if first == ANA else won[5:]:
            await table.store.void(table.call(CY), each.id)
        while await table.store.recalculate_some(GUILD):
            pass
        (place, *_) = (await table.store.leaderboard(GUILD, season=1)).places
        assert place.player != first
        assert await table.store.titles(GUILD, first) == ()

    async def test_not_while_the_rating_is_provisional(self, table: Table) -> None:
        for _ in range(4):
            await table.rate(ANA, BO)
        await table.store.begin_season(GUILD, 2, table.now)
        assert (await table.store.leaderboard(GUILD, season=1)).places[0].player == ANA
        assert await table.store.titles(GUILD, ANA) == ()


async def test_puzzles_of_the_pool_and_of_other_servers_count_nothing(
    table: Table, few: None
) -> None:
    del few
    await table.store.take_puzzles(GUILD, puzzles())
    for _ in range(3):
        await decide(table, (await given(table)).number, squares="rrrr")
    assert (await table.store.solver(GUILD, ANA)).solved == 3
    assert await table.store.titles(GUILD, ANA) == ()
    assert await table.store.titles(direct_messages(ANA), ANA) == ()
