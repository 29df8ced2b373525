"""The contract: choices of players and servers, and erasure."""

import asyncio
from dataclasses import replace

import pytest

from engine.duel import Finished, Withdrawn
from engine.ids import Instant
from engine.outcome import Reason, Seat, Withdrawal
from engine.refusal import AlreadyChallenged, NoSuchDuel, NotYourTurn, OpponentGone, Unreadable
from engine.standing import Standing
from storage.ids import ChannelId, DuelId, GuildId, RoleId
from storage.people import Challenges, HouseRules, Pings, Preferences, Profile
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    POSTING,
    START,
    Table,
    results,
    terms,
)

# Choices.


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
        HouseRules(None, frozenset({CHANNEL}), frozenset({RoleId(5), RoleId(6)})),
        HouseRules(DAY, roles=frozenset({RoleId(6)})),
        HouseRules(variants=frozenset({("divisor", "ranked"), ("gone", "z" * 20)})),
        HouseRules(DAY, variants=frozenset({("divisor", "juniper"), ("split", "ranked")})),
        HouseRules(),
    ):
        await table.store.rule_house(GUILD, chosen)
        assert await table.store.house_rules(GUILD) == chosen
        assert await table.store.house_rules(ELSEWHERE) == HouseRules()
    await table.finish()
    assert await table.store.house_rules(GUILD) == HouseRules()


async def test_a_variant_of_a_game_is_chosen_replaced_and_cleared(table: Table) -> None:
    async def choose(game: str, variant: str | None) -> HouseRules:
        def chosen(rules: HouseRules) -> HouseRules:
            return rules.with_variant(game, variant)

        changed = await table.store.change_house_rules(GUILD, chosen)
        assert await table.store.house_rules(GUILD) == changed
        return changed

    await table.store.rule_house(GUILD, HouseRules(DAY))
    assert (await choose("divisor", "ranked")).variant_of("divisor") == "ranked"
    rules = await choose("split", "grundy")
    assert rules.clock == DAY
    assert [rules.variant_of(each) for each in ("divisor", "split")] == ["ranked", "grundy"]
    assert (await choose("divisor", "juniper")).variants == {
        ("divisor", "juniper"),
        ("split", "grundy"),
    }
    rules = await choose("divisor", None)
    assert [rules.variant_of(each) for each in ("divisor", "split")] == [None, "grundy"]
    assert await choose("divisor", None) == rules
    assert await choose("split", None) == HouseRules(DAY)
    await Table(table.store, ELSEWHERE).offer()
    assert await table.store.servers() == (GUILD, ELSEWHERE)


# Erasure.


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
    assert (await table.store.profile(GUILD, BO)).overall == results("ww")


async def test_erased_people_are_told_apart_and_stand_nowhere(table: Table) -> None:
    await table.rate(ANA, BO)
    await table.rate(CY, DI)
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
    # Both winners are erased, so the loser is first now.
    places = (await table.store.leaderboard(GUILD)).places
    assert [(each.place, each.player) for each in places] == [(1, BO), (1, DI)]
    await table.store.erase(GUILD, BO, table.now)
    (match,) = await table.store.history(GUILD, DI)
    assert match.duel.terms.opponent != BO


async def test_who_comes_back_starts_anew(table: Table) -> None:
    await table.finish(winner=ANA, loser=BO)
    await table.store.erase(GUILD, ANA, table.now)
    await table.finish(winner=ANA, loser=BO)
    assert (await table.store.profile(GUILD, ANA)).overall == results("w")
    assert len(await table.store.history(GUILD, ANA)) == 1


async def test_erasing_ends_system_clock_what_the_clock_had_ended(table: Table) -> None:
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
    """Also servers in which a player has only chosen something, or was only refused."""
    await table.store.prefer(ELSEWHERE, ANA, Preferences(Pings.NEVER))
    third = Table(table.store, GuildId(7))
    with pytest.raises(NoSuchDuel):
        await table.store.resign(third.call(ANA), DuelId(1))
    await table.offer()
    await table.store.block(GuildId(8), ANA, blocked=True)
    await table.store.block(GuildId(9), ANA, blocked=False)
    assert await table.store.servers() == (GuildId(7), GuildId(8), GUILD, ELSEWHERE)


async def test_erasing_in_one_server_leaves_the_other(table: Table) -> None:
    elsewhere = Table(table.store, ELSEWHERE)
    await table.finish()
    there = await elsewhere.finish()
    await table.store.erase(GUILD, ANA, table.now)
    assert await table.store.history(ELSEWHERE, ANA) == (there,)
    assert (await table.store.profile(ELSEWHERE, ANA)).overall == results("l")


async def test_changes_at_once_are_made_one_after_the_other(table: Table) -> None:
    """Each reads what the one before has written, whichever process it comes from."""

    def one_more(rules: HouseRules) -> HouseRules:
        return replace(rules, rated_a_day=(rules.rated_a_day or 0) + 1)

    await asyncio.gather(*(table.store.change_house_rules(GUILD, one_more) for _ in range(20)))
    assert (await table.store.house_rules(GUILD)).rated_a_day == 20


async def test_one_of_two_changes_of_preferences_is_the_first(table: Table) -> None:
    def offered(chosen: Preferences) -> Preferences:
        return replace(chosen, pings_offered=True)

    changed = await asyncio.gather(
        *(table.store.change_preferences(GUILD, ANA, offered) for _ in range(2))
    )
    assert sorted(before.pings_offered for before, _ in changed) == [False, True]
    assert all(now.pings_offered for _, now in changed)
    assert (await table.store.preferences(GUILD, ANA)).pings_offered
