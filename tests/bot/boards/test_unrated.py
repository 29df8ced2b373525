"""Which duels aren't rated, and that everybody is told why: before they accept, and in the end."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.text.english import English
from storage.ids import GuildId
from tests.bot.simcord.server import CHOSEN, Hall, answer, panel, private, text_of, told
from tests.bot.text.says import says, unrated_line

FATE = unrated_line("fate")
OFTEN = unrated_line("often")
BLOCKED = unrated_line("blocked")
DRAWN = f"-# {English.STARTER_DRAWN} · 1 day per move · expires <15 min> · #1"


async def offer(hall: Hall, game: str = "divisor", **more: Any) -> list[str]:
    """What a challenge says below the rules."""
    return hall.read(answer(await hall.challenge(game, **more))).splitlines()[2:]


# Before.


async def test_a_rated_challenge_has_nothing_to_explain(hall: Hall) -> None:
    assert await offer(hall, first="random") == [DRAWN]


async def test_players_who_want_none_are_told_no_reason(hall: Hall) -> None:
    offered = answer(await hall.challenge(first="random", rated=False))
    assert hall.read(offered).splitlines()[0].endswith("**Divisor Duel** (1–20, not rated).")
    assert hall.read(offered).splitlines()[2:] == [DRAWN]
    await hall.bo.click(offered, label="Accept")
    await hall.play(hall.last(), 20, 10)
    await resign(hall, hall.ana, 1)
    assert hall.read(hall.last()) == (
        "🏁 **@bo wins Divisor Duel** #1 against @ana in 2 moves: @ana resigned.\n20 **10**"
    )
    assert await gains(hall) is None


@pytest.mark.parametrize(
    ("game", "size"), [("parity", 20), ("evenodd", 4), ("split", 3), ("divisor", 2)]
)
async def test_where_nothing_that_players_do_matters(hall: Hall, game: str, size: int) -> None:
    assert await offer(hall, game, size=size, first="random") == [FATE, DRAWN]


async def test_not_even_in_two_legs(hall: Hall) -> None:
    assert (await offer(hall, "parity", legs=2))[0] == FATE


@pytest.mark.parametrize(("first", "begins"), [("me", "@ana"), ("them", "@bo")])
async def test_where_somebody_chose_who_begins(hall: Hall, first: str, begins: str) -> None:
    assert await offer(hall, first=first) == [
        CHOSEN,
        f"-# {begins} starts · 1 day per move · expires <15 min> · #1",
    ]


@pytest.mark.parametrize("first", ["me", "them", "random"])
async def test_in_two_legs_nobody_has_the_better_seat(hall: Hall, first: str) -> None:
    offered = hall.read(answer(await hall.challenge(first=first, legs=2)))
    assert offered.splitlines()[0].endswith("(1–20, two games, rated).")
    assert "Not rated" not in offered


async def test_from_somebodys_name_it_is_rated(hall: Hall) -> None:
    picker = private(await hall.ana.context_menu(hall.games, "Challenge to a duel", hall.bo))
    offered = answer(await hall.ana.select(picker, ["divisor"]))
    assert "(1–20, rated)" in text_of(offered)


# In the end.


async def test_the_end_says_it_once_more(hall: Hall) -> None:
    await hall.play(await hall.duel("parity", size=2), 1, 2)
    assert hall.lines()[-1].splitlines()[1:] == [FATE, "1 **2**"]
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    assert hall.lines()[-1].splitlines()[1:] == [CHOSEN, "2 1 **3**"]
    assert await gains(hall, 2) is None


async def test_whoever_is_blocked_while_they_play_moves_no_ratings(
    hall: Hall, boss: MemberActor
) -> None:
    board = await hall.rated(size=3)
    await boss.slash(hall.games, "duel-admin block", member=hall.bo)
    await hall.play(board, 2, 1, 3)
    assert hall.lines()[-1] == (
        "🏁 **@ana wins Divisor Duel** #1 against @bo in 3 moves: nothing left divides 3 or is a "
        f"multiple of it.\n{BLOCKED}\n2 1 **3**"
    )
    assert await gains(hall) is None
    assert await hall.standing(hall.ana) == (1, 0)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert "Nobody has finished a rated duel in this list yet." in text_of(ladder)


async def test_whoever_is_let_in_again_in_time_moves_them(hall: Hall, boss: MemberActor) -> None:
    board = await hall.rated(size=3)
    for command in ("block", "unblock"):
        await boss.slash(hall.games, f"duel-admin {command}", member=hall.bo)
    await hall.play(board, 2, 1, 3)
    assert hall.lines()[-1].splitlines()[1] == "@ana **1662** (+162) · @bo **1338** (−162)"


async def test_what_was_not_rated_before_stays_so_for_its_own_reason(
    hall: Hall, boss: MemberActor
) -> None:
    board = await hall.duel(size=3)
    await boss.slash(hall.games, "duel-admin block", member=hall.bo)
    await hall.play(board, 2, 1, 3)
    assert CHOSEN in hall.lines()[-1]


async def test_a_duel_from_before_ratings_were_kept(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.store.writer.run(lambda db: db.execute("UPDATE duel SET unrated = 'earlier'"))
    shown = answer(await hall.ana.slash(hall.games, "duel board", duel="1"))
    assert unrated_line("earlier") in text_of(shown).splitlines()


# So many in a day.


async def test_five_a_day_are_rated(hall: Hall) -> None:
    for _ in range(4):
        await hall.played(hall.ana, hall.bo)
    fifth = await hall.rated(size=3)
    assert (await offer(hall, first="random"))[0] == OFTEN, "what is being played counts too"
    await hall.bo.slash(hall.games, "duel decline")
    await hall.play(fifth, 2, 1, 3)
    assert "(+" in hall.lines()[-1]
    sixth = answer(await hall.bo.slash(hall.games, "duel start", game="split", opponent=hall.ana))
    assert OFTEN in hall.read(sixth), "nor does it help if the other one asks"
    assert "(from " in text_of(sixth)
    assert ", not rated)" in text_of(sixth)
    await hall.ana.click(sixth, label="Accept")
    asked = private(await hall.ana.slash(hall.games, "duel resign"))
    await hall.ana.click(asked, label="Resign")
    assert OFTEN in hall.lines()[-1]
    assert await gains(hall, 7) is None


async def test_others_have_their_own_share(hall: Hall) -> None:
    for _ in range(5):
        await hall.played(hall.ana, hall.bo)
    assert (await offer(hall, first="random"))[0] == OFTEN
    assert (await offer(hall, first="random", opponent=hall.cy))[0].startswith(
        f"-# {English.STARTER_DRAWN}"
    )


async def test_the_next_day_there_are_five_again(hall: Hall) -> None:
    for _ in range(5):
        await hall.played(hall.ana, hall.bo)
    hall.env.backend.advance_clock(24 * 60 * 60 - 1)
    assert (await offer(hall, first="random"))[0] == OFTEN
    await hall.ana.slash(hall.games, "duel cancel")
    hall.env.backend.advance_clock(1)
    assert (await offer(hall, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")


async def test_a_challenge_that_came_to_nothing_is_no_duel(hall: Hall) -> None:
    for _ in range(6):
        assert (await offer(hall, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")
        await hall.bo.slash(hall.games, "duel decline")


async def test_a_result_that_was_taken_out_is_no_duel(hall: Hall, boss: MemberActor) -> None:
    for _ in range(5):
        await hall.played(hall.ana, hall.bo)
    await boss.slash(hall.games, "duel-admin void", duel="3")
    assert (await offer(hall, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")


async def test_unrated_duels_take_nobodys_share(hall: Hall) -> None:
    for _ in range(5):
        await hall.play(await hall.duel(size=3), 2, 1, 3)
    assert (await offer(hall, first="random"))[0].startswith(f"-# {English.STARTER_DRAWN}")


async def test_a_rematch_is_one_more(hall: Hall) -> None:
    for _ in range(4):
        await hall.played(hall.ana, hall.bo)
    end = await hall.play(await hall.rated(size=3), 2, 1, 3)
    again = answer(await hall.bo.click(end, label="Rematch"))
    assert OFTEN in hall.read(again)
    # What was agreed stays agreed: the next day it is rated again.
    await hall.ana.click(again, label="Accept")
    end = await hall.play(hall.last(), 2, 1, 3)
    assert OFTEN in hall.read(end)
    hall.env.backend.advance_clock(24 * 60 * 60)
    again = answer(await hall.bo.click(end, label="Rematch"))
    assert "(1–3, rated)" in text_of(again)


async def test_two_legs_are_one_duel(hall: Hall) -> None:
    await hall.rate(1)
    assert "rated)" in text_of(answer(await hall.challenge(legs=2)))
    await hall.bo.slash(hall.games, "duel decline")
    await hall.played(hall.ana, hall.bo)
    assert (await offer(hall, legs=2))[0] == OFTEN


@pytest.mark.parametrize(("chosen", "rated"), [("0", 0), ("1", 1), ("10", 10), ("1000", 12)])
async def test_a_server_chooses_how_many(
    hall: Hall, boss: MemberActor, chosen: str, rated: int
) -> None:
    shown = await panel(hall, boss)
    await boss.select(shown, [chosen], custom_id="d1:hn")
    for _ in range(12):
        await hall.played(hall.ana, hall.bo)
    counted = [await gains(hall, nth) is not None for nth in range(1, 13)]
    assert counted == [True] * rated + [False] * (12 - rated)


async def test_a_choice_counts_for_what_is_offered_from_then_on(
    hall: Hall, boss: MemberActor
) -> None:
    board = await hall.rated(size=3)
    await boss.select(await panel(hall, boss), ["0"], custom_id="d1:hn")
    await hall.play(board, 2, 1, 3)
    assert "(+162)" in hall.lines()[-1]
    assert (await offer(hall, first="random"))[0] == OFTEN


async def test_others_do_not_choose_that(hall: Hall, boss: MemberActor) -> None:
    said = told(await hall.press(hall.ana, await panel(hall, boss), "d1:hn", "1000"))
    assert said == says("only-moderators")
    assert (await hall.store.house_rules(GuildId(hall.guild.id))).rated_a_day is None


async def resign(hall: Hall, who: MemberActor, duel: int) -> None:
    asked = private(await who.slash(hall.games, "duel resign", duel=str(duel)))
    await who.click(asked, label="Resign")


async def gains(hall: Hall, number: int = 1) -> Any:
    return (await hall.match(number)).gains
