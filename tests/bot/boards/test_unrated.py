"""Some duels are unrated, and players are told why: before they accept, and at the end."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.text.english import English
from storage.ids import GuildId
from tests.bot.simcord.messages import answer, private, text_of, told
from tests.bot.simcord.world import CHOSEN, World, panel
from tests.bot.text.says import moves_line, says, unrated_line, won

NO_CHOICE = unrated_line("no-choice")
OFTEN = unrated_line("often")
BLOCKED = unrated_line("blocked")
DRAWN = f"-# {English.STARTER_DRAWN} · expires <15 min> · #1"


async def offer(world: World, game: str = "divisor", **more: Any) -> list[str]:
    """Return the lines of a challenge below the rules."""
    return world.read(answer(await world.challenge(game, **more))).splitlines()[2:]


# Before.


async def test_a_rated_challenge_has_nothing_to_explain(world: World) -> None:
    assert await offer(world, first="random") == [DRAWN]


async def test_players_who_want_none_are_told_no_reason(world: World) -> None:
    offered = answer(await world.challenge(first="random", rated=False))
    assert (
        world.read(offered)
        .splitlines()[0]
        .endswith("**Divisor Duel** · 1–20 · not rated · 1 day per move")
    )
    assert world.read(offered).splitlines()[2:] == [DRAWN]
    await world.bo.click(offered, label="Accept")
    await world.play(world.last(), 20, 10)
    await resign(world, world.ana, 1)
    assert world.read(world.last()) == (
        won("@bo", "@ana") + "@ana resigned.\n" + moves_line("20 **10**")
    )
    assert await gains(world) is None


@pytest.mark.parametrize(
    ("game", "size"), [("parity", 20), ("evenodd", 4), ("split", 3), ("divisor", 2)]
)
async def test_where_nothing_that_players_do_matters(world: World, game: str, size: int) -> None:
    assert await offer(world, game, size=size, first="random") == [NO_CHOICE, DRAWN]


async def test_not_even_in_two_legs(world: World) -> None:
    assert (await offer(world, "parity", legs=2))[0] == NO_CHOICE


@pytest.mark.parametrize(("first", "begins"), [("me", "@ana"), ("them", "@bo")])
async def test_where_somebody_chose_who_begins(world: World, first: str, begins: str) -> None:
    assert await offer(world, first=first) == [
        CHOSEN,
        f"-# {begins} starts · expires <15 min> · #1",
    ]


@pytest.mark.parametrize("first", ["me", "them", "random"])
async def test_in_two_legs_nobody_has_the_better_seat(world: World, first: str) -> None:
    offered = world.read(answer(await world.challenge(first=first, legs=2)))
    assert offered.splitlines()[0].endswith(" · 1–20 · two games · rated · 1 day per move")
    assert "Not rated" not in offered


async def test_from_somebodys_name_it_is_rated(world: World) -> None:
    picker = private(await world.ana.context_menu(world.games, "Challenge to a duel", world.bo))
    offered = answer(await world.ana.select(picker, ["divisor"]))
    assert " · 1–20 · rated · " in text_of(offered)


# The end of a duel.


async def test_the_end_says_it_once_more(world: World) -> None:
    await world.play(await world.duel("parity", size=2), 1, 2)
    assert world.lines()[-1].splitlines()[1:] == [NO_CHOICE, moves_line("1 **2**")]
    await world.play(await world.duel(size=3), 2, 1, 3)
    assert world.lines()[-1].splitlines()[1:] == [CHOSEN, moves_line("2 1 **3**")]
    assert await gains(world, 2) is None


async def test_whoever_is_blocked_while_they_play_moves_no_ratings(
    world: World, boss: MemberActor
) -> None:
    board = await world.rated(size=3)
    await boss.slash(world.games, "duel-admin block", member=world.bo)
    await world.play(board, 2, 1, 3)
    assert world.lines()[-1] == (
        won("@ana", "@bo")
        + f"nothing left divides 3 or is a multiple of it.\n{BLOCKED}\n"
        + moves_line("2 1 **3**")
    )
    assert await gains(world) is None
    assert await world.standing(world.ana) == (1, 0)
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert world.read(ladder).splitlines()[1:3] == ["– @ana casual · 1–0", "– @bo casual · 0–1"]


async def test_whoever_is_let_in_again_in_time_moves_them(world: World, boss: MemberActor) -> None:
    board = await world.rated(size=3)
    for command in ("block", "unblock"):
        await boss.slash(world.games, f"duel-admin {command}", member=world.bo)
    await world.play(board, 2, 1, 3)
    assert world.lines()[-1].splitlines()[1] == "@ana **1662?** (+162) · @bo **1338?** (−162)"


async def test_what_was_not_rated_before_stays_so_for_its_own_reason(
    world: World, boss: MemberActor
) -> None:
    board = await world.duel(size=3)
    await boss.slash(world.games, "duel-admin block", member=world.bo)
    await world.play(board, 2, 1, 3)
    assert CHOSEN in world.lines()[-1]


async def test_a_duel_from_before_ratings_were_kept(world: World) -> None:
    await world.played(world.ana, world.bo)
    await world.store.backend.writer.run(
        lambda db: db.execute("UPDATE duel SET unrated = 'earlier'")
    )
    shown = answer(await world.ana.slash(world.games, "duel board", duel="1"))
    assert unrated_line("earlier") in text_of(shown).splitlines()


# The limit of rated duels a day.


async def test_five_a_day_are_rated(world: World) -> None:
    for _ in range(4):
        await world.played(world.ana, world.bo)
    fifth = await world.rated(size=3)
    assert (await offer(world, first="random"))[0] == OFTEN, "what is being played counts too"
    await world.bo.slash(world.games, "duel decline")
    await world.play(fifth, 2, 1, 3)
    assert "(+" in world.lines()[-1]
    sixth = answer(
        await world.bo.slash(world.games, "duel start", game="divisor", opponent=world.ana)
    )
    assert OFTEN in world.read(sixth), "nor does it help if the other one asks"
    assert " · not rated · " in text_of(sixth)
    await world.ana.click(sixth, label="Accept")
    await world.resign(world.ana)
    assert OFTEN in world.lines()[-1]
    assert await gains(world, 7) is None


async def test_others_have_their_own_share(world: World) -> None:
    for _ in range(5):
        await world.played(world.ana, world.bo)
    assert (await offer(world, first="random"))[0] == OFTEN
    assert (await offer(world, first="random", opponent=world.cy))[0].startswith(
        f"-# {English.STARTER_DRAWN}"
    )


async def test_the_next_day_there_are_five_again(world: World) -> None:
    for _ in range(5):
        await world.played(world.ana, world.bo)
    world.env.backend.advance_clock(24 * 60 * 60 - 1)
    assert (await offer(world, first="random"))[0] == OFTEN
    await world.ana.slash(world.games, "duel cancel")
    world.env.backend.advance_clock(1)
    assert (await offer(world, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")


async def test_a_challenge_that_came_to_nothing_is_no_duel(world: World) -> None:
    for _ in range(6):
        assert (await offer(world, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")
        await world.bo.slash(world.games, "duel decline")


async def test_a_result_that_was_taken_out_is_no_duel(world: World, boss: MemberActor) -> None:
    for _ in range(5):
        await world.played(world.ana, world.bo)
    await boss.slash(world.games, "duel-admin void", duel="3")
    assert (await offer(world, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")


async def test_unrated_duels_take_nobodys_share(world: World) -> None:
    for _ in range(5):
        await world.play(await world.duel(size=3), 2, 1, 3)
    assert (await offer(world, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")


async def test_a_rematch_is_one_more(world: World) -> None:
    for _ in range(4):
        await world.played(world.ana, world.bo)
    end = await world.play(await world.rated(size=3), 2, 1, 3)
    again = answer(await world.bo.click(end, label="Rematch"))
    assert OFTEN in world.read(again)
    # An accepted challenge keeps its terms; the next day a rematch is rated again.
    await world.ana.click(again, label="Accept")
    end = await world.play(world.last(), 2, 1, 3)
    assert OFTEN in world.read(end)
    world.env.backend.advance_clock(24 * 60 * 60)
    again = answer(await world.bo.click(end, label="Rematch"))
    assert " · 1–3 · rated · " in text_of(again)


async def test_two_legs_are_one_duel(world: World) -> None:
    await world.rate(1)
    assert " · rated · " in text_of(answer(await world.challenge(legs=2)))
    await world.bo.slash(world.games, "duel decline")
    await world.played(world.ana, world.bo)
    assert (await offer(world, legs=2))[0] == OFTEN


@pytest.mark.parametrize(("chosen", "rated"), [("0", 0), ("1", 1), ("10", 10), ("1000", 12)])
async def test_a_server_chooses_how_many(
    world: World, boss: MemberActor, chosen: str, rated: int
) -> None:
    shown = await panel(world, boss)
    await boss.select(shown, [chosen], custom_id="d1:hn")
    for _ in range(12):
        await world.played(world.ana, world.bo)
    counted = [await gains(world, nth) is not None for nth in range(1, 13)]
    assert counted == [True] * rated + [False] * (12 - rated)


async def test_a_choice_counts_for_what_is_offered_from_then_on(
    world: World, boss: MemberActor
) -> None:
    board = await world.rated(size=3)
    await boss.select(await panel(world, boss), ["0"], custom_id="d1:hn")
    await world.play(board, 2, 1, 3)
    assert "(+162)" in world.lines()[-1]
    assert (await offer(world, first="random"))[0] == OFTEN


async def test_others_do_not_choose_that(world: World, boss: MemberActor) -> None:
    said = told(await world.press(world.ana, await panel(world, boss), "d1:hn", "1000"))
    assert said == says("only-moderators")
    assert (await world.store.house_rules(GuildId(world.guild.id))).rated_a_day is None


async def resign(world: World, who: MemberActor, duel: int) -> None:
    await world.resign(who, duel=str(duel))


async def gains(world: World, number: int = 1) -> Any:
    return (await world.match(number)).gains
