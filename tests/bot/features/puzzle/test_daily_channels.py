"""The puzzle of the day is posted once a day, in the channel that a server has chosen."""

import pytest
from simcord import MemberActor

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.features.puzzle.posting import (
    ONE_DAY,
    choose,
    look,
    next_day,
    posts,
    sent,
    set_back,
    today,
)
from tests.bot.features.puzzle.solving import ask, attempt, move, number_on, press, solve_out
from tests.bot.simcord.messages import cards, private, text_of
from tests.bot.simcord.world import DEAD, World


async def test_a_server_that_has_chosen_no_channel_gets_none(world: World) -> None:
    await next_day(world)
    assert sent(world) == []


async def test_it_shows_the_puzzle_and_pings_nobody(world: World) -> None:
    await choose(world)
    await look(world)
    (post,) = posts(world)
    # The same as the player's own, but for its buttons.
    assert post.content == (await ask(world)).content
    (body,) = sent(world)
    assert body["allowed_mentions"] == {"parse": [], "users": []}


async def test_once_a_day(world: World) -> None:
    await choose(world)
    await look(world)
    for _ in range(3):
        await look(world)
    await world.restart(away=ONE_DAY / 2)
    await look(world)
    assert len(posts(world)) == 1
    await next_day(world, 0.5)
    first, second = posts(world)
    assert first.content.startswith("**Daily puzzle 1** · Thursday")
    assert second.content.startswith("**Daily puzzle 2** · Friday")
    assert len(sent(world)) == 2


@pytest.mark.parametrize("days", [1, 3.25])
async def test_a_bot_that_was_away_posts_todays_alone(world: World, days: float) -> None:
    await choose(world)
    await look(world)
    await world.restart(away=days * ONE_DAY)
    await look(world)
    _, second = posts(world)
    assert second.content.startswith(f"**Daily puzzle {1 + int(days)}** · ")


async def test_a_clock_that_is_set_forward_or_back(world: World) -> None:
    await choose(world)
    await look(world)
    await next_day(world, 30)
    assert len(posts(world)) == 2
    for _ in range(2):
        await set_back(world, 10)
        assert len(posts(world)) == 2
    await set_back(world, -20)
    assert len(posts(world)) == 2
    await next_day(world)
    assert len(posts(world)) == 3


async def test_another_channel_on_the_same_day(world: World) -> None:
    await choose(world)
    await look(world)
    other = world.guild.create_text_channel("other")
    await choose(world, other.id)
    await look(world)
    assert posts(world, other) == []
    await next_day(world)
    assert len(posts(world)) == len(posts(world, other)) == 1


async def test_a_server_that_wants_none_any_more(world: World) -> None:
    await choose(world)
    await look(world)
    await world.store.choose_daily_channel(GuildId(world.guild.id), None)
    await next_day(world)
    assert len(posts(world)) == 1


class TestYesterday:
    async def test_only_players_without_a_mistake_are_named(self, world: World) -> None:
        await solve_out(world, await ask(world))
        await solve_out(world, await ask(world, who=world.bo), "wr", world.bo)
        await solve_out(world, await ask(world, who=world.cy), "w", world.cy)
        daily = await world.store.daily(GuildId(world.guild.id), today(world))
        assert daily
        squares = (await attempt(world, daily.number)).attempt.squares
        await choose(world)
        await next_day(world)
        (post,) = posts(world)
        told = English.DAILY_YESTERDAY.format(tried=3, solved=1)
        mine = English.DAILY_FAULTLESS.format(players=f"@ana {'🟩' * len(squares)}")
        assert world.lines()[-1].endswith(f"\n{told} {mine}")
        assert sent(world)[-1]["allowed_mentions"] == {"parse": [], "users": []}
        assert "🟥" not in post.content

    async def test_nobody_solved_it(self, world: World) -> None:
        await solve_out(world, await ask(world, who=world.bo), "w", world.bo)
        await choose(world)
        await next_day(world)
        assert world.lines()[-1].endswith(English.DAILY_YESTERDAY_UNSOLVED.format(tried=1))
        assert "@bo" not in world.lines()[-1]

    async def test_blocked_members_are_left_out(self, world: World) -> None:
        await solve_out(world, await ask(world))
        guild, ana = GuildId(world.guild.id), PlayerId(world.ana.id)
        await world.store.block(guild, ana, blocked=True)
        await choose(world)
        await next_day(world)
        assert "Yesterday" not in world.lines()[-1]

    async def test_what_was_erased_is_not_told(self, world: World) -> None:
        await solve_out(world, await ask(world))
        await world.store.erase(GuildId(world.guild.id), PlayerId(world.ana.id), world.now())
        await choose(world)
        await next_day(world)
        assert "Yesterday" not in world.lines()[-1]

    async def test_todays_results_are_told_tomorrow(self, world: World) -> None:
        """Whoever reads the post may not have solved it yet."""
        await choose(world)
        await solve_out(world, await ask(world))
        await look(world)
        assert "Yesterday" not in world.lines()[-1]


@pytest.mark.cards
async def test_a_large_board_is_a_picture(world: World) -> None:
    await choose(world)
    await look(world)
    (post,) = posts(world)
    assert [name for name, _ in cards(post)] == ["board.png"]
    assert "Gone:" not in post.content


class TestButton:
    async def test_it_opens_the_puzzle_for_each_alone(self, world: World) -> None:
        await choose(world)
        await look(world)
        (post,) = posts(world)
        mine = private(await world.ana.click(post, label=English.SOLVE_DAILY))
        assert text_of(mine) == text_of(await ask(world))
        number = number_on(mine)
        over = await solve_out(world, mine)
        theirs = private(await world.bo.click(post, label=English.SOLVE_DAILY))
        assert number_on(theirs) == number
        assert "🟩" not in theirs.content
        again = private(await world.ana.click(post, label=English.SOLVE_DAILY))
        assert text_of(again) == text_of(over)
        assert [each.id for each in world.games.history()] == [post.id]

    async def test_an_old_one_opens_todays(self, world: World) -> None:
        await choose(world)
        await look(world)
        await next_day(world)
        old, new = posts(world)
        first = private(await world.ana.click(old, label=English.SOLVE_DAILY))
        assert first.content.startswith("**Daily puzzle 2** · ")
        second = private(await world.ana.click(new, label=English.SOLVE_DAILY))
        assert text_of(second) == text_of(first)
        await world.restart(away=30 * ONE_DAY)
        later = private(await world.ana.click(old, label=English.SOLVE_DAILY))
        assert later.content.startswith("**Daily puzzle 32** · ")

    async def test_it_opens_the_day_of_the_player(self, world: World) -> None:
        """Somebody in the far west still has yesterday's to solve."""
        await choose(world)
        guild, ana = GuildId(world.guild.id), PlayerId(world.ana.id)
        await world.store.move_days(guild, ana, -12 * 60, world.now())
        await next_day(world)
        (post,) = posts(world)
        shown = private(await world.ana.click(post, label=English.SOLVE_DAILY))
        other = private(await world.bo.click(post, label=English.SOLVE_DAILY))
        assert number_on(shown) != number_on(other)

    async def test_presses_that_come_twice_or_are_made_up(self, world: World) -> None:
        await choose(world)
        await look(world)
        (post,) = posts(world)
        await world.press(world.ana, post, "d1:zd", times=2)
        await world.again()
        assert await _decisions(world, world.ana) == 0
        for forged in ("d1:zd:1", "d1:zd:x", "d1:zd:1:2"):
            assert private(await world.press(world.ana, post, forged)).content == DEAD
        assert world.incidents() == []
        assert len(world.lines()) == 1


class TestPause:
    """Where nobody tries the puzzle, the channel isn't filled with it."""

    async def test_after_a_week_without_anybody(self, world: World) -> None:
        await choose(world)
        await look(world)
        for _ in range(9):
            await next_day(world)
        last = posts(world)[-1]
        assert [English.DAILY_PAUSE in each.content for each in posts(world)] == [False] * 6 + [
            True
        ]
        # A player who only looks at it doesn't try it.
        private(await world.ana.click(last, label=English.SOLVE_DAILY))
        await next_day(world)
        assert len(posts(world)) == 7
        board = await ask(world)
        await press(world.ana, board, move(await attempt(world, number_on(board)), right=False))
        await world.restart()
        await next_day(world)
        assert len(posts(world)) == 8
        assert "Yesterday:** 1 tried" in posts(world)[-1].content
        await next_day(world)
        assert English.DAILY_PAUSE not in posts(world)[-1].content

    async def test_who_tries_it_late_counts(self, world: World) -> None:
        """In the far west, a day's puzzle is tried after the next day's was posted."""
        await choose(world)
        guild, ana = GuildId(world.guild.id), PlayerId(world.ana.id)
        await world.store.move_days(guild, ana, -12 * 60, world.now())
        for _ in range(10):
            await next_day(world)
            board = await ask(world)
            text = move(await attempt(world, number_on(board)), right=True)
            await press(world.ana, board, text)
        assert len(posts(world)) == 10
        assert not any(English.DAILY_PAUSE in each.content for each in posts(world))

    async def test_a_moderator_goes_on_with_it(self, world: World, boss: MemberActor) -> None:
        await choose(world)
        for _ in range(9):
            await next_day(world)
        assert len(posts(world)) == 7
        await boss.slash(world.games, "duel-admin daily", channel=world.games)
        await next_day(world)
        assert len(posts(world)) == 8
        assert English.DAILY_PAUSE not in posts(world)[-1].content


async def _decisions(world: World, who: MemberActor) -> int:
    daily = await world.store.daily(GuildId(world.guild.id), today(world))
    assert daily
    return len((await attempt(world, daily.number, who)).attempt.decisions)
