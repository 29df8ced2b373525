"""`/privacy`: what is kept of somebody, and how to be rid of it."""

import asyncio
import json
from typing import Any

import pytest
from simcord import MemberActor
from simcord.results import ResponseMessage

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.simcord.drawing import queue_up
from tests.bot.simcord.server import CHOSEN, Hall, answer, ids, labels, private, told
from tests.bot.text.says import says

PAGE = English.PRIVACY.removesuffix("{servers}")
SURE = English.DELETE_SURE
RESIGNED = f"deleted player resigned.\n{CHOSEN}"


async def page(hall: Hall, who: MemberActor) -> ResponseMessage:
    return private(await who.slash(hall.games, "privacy"))


async def delete(hall: Hall, who: MemberActor) -> str:
    sure = private(await who.click(await page(hall, who), label=English.DELETE))
    assert sure.content == SURE
    return private(await who.click(sure, label="Delete everything")).content


# The page.


async def test_nothing_is_kept_of_a_stranger(hall: Hall) -> None:
    shown = await page(hall, hall.ana)
    assert shown.content == f"{PAGE}0"
    assert labels(shown) == []


async def test_what_is_kept_is_counted_by_servers(hall: Hall) -> None:
    await hall.challenge()
    for player in (hall.ana, hall.bo):
        shown = await page(hall, player)
        assert shown.content == f"{PAGE}1"
        assert labels(shown) == [English.DOWNLOAD, English.DELETE]
    assert labels(await page(hall, hall.cy)) == []


async def test_in_a_direct_message(hall: Hall) -> None:
    await hall.challenge()
    shown = private(await hall.ana.user.slash("privacy"))
    assert shown.content == f"{PAGE}1"
    sure = private(await hall.ana.user.click(shown, label=English.DELETE))
    done = private(await hall.ana.user.click(sure, label="Delete everything"))
    assert done.content == English.DELETED
    assert hall.lines() == ["-# ⚔️ deleted player cancelled the challenge to @bo (#1)"]
    assert labels(await page(hall, hall.ana)) == []


# Deleting.


async def test_deleting_asks_first(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    sure = private(await hall.ana.click(await page(hall, hall.ana), label=English.DELETE))
    assert sure.content == SURE
    assert labels(sure) == ["Delete everything", "Keep it"]
    kept = private(await hall.ana.click(sure, label="Keep it"))
    assert kept.content == "Nothing was deleted."
    assert labels(kept) == []
    assert await hall.standing(hall.ana) == (1, 0)


async def test_deleting_deletes_everywhere(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    other = hall.env.create_guild("Elsewhere")
    square = other.create_text_channel("square")
    there = other.add_member(hall.ana.user)
    await hall.env.settle()
    await there.slash(square, "duel settings", pings="never")
    await there.slash(square, "duel settings")  # which the bot remembers from now on
    assert (await page(hall, hall.ana)).content == f"{PAGE}2"
    said = await delete(hall, hall.ana)
    assert said == English.DELETED
    assert (await page(hall, hall.ana)).content == f"{PAGE}0"
    for guild in (hall.guild, other):
        assert await hall.store.personal_data(GuildId(guild.id), PlayerId(hall.ana.id)) is None
    said = told(await there.slash(square, "duel settings"))
    assert said == "I ping you: **always**\nYou take challenges from: **everyone**"


async def test_running_duels_end_where_they_are(hall: Hall) -> None:
    await hall.play(await hall.duel(size=20), 6)
    await hall.ana.slash(hall.games, "duel start", game="parity", opponent=hall.cy)
    await delete(hall, hall.ana)
    assert hall.lines()[-2:] == [
        "-# ⚔️ deleted player cancelled the challenge to @cy (#2)",
        (
            "🏁 **@bo wins Divisor Duel** #1 against deleted player in 1 move: "
            f"deleted player resigned.\n{CHOSEN}\n**6**"
        ),
    ]
    assert await hall.standing(hall.bo) == (1, 0)
    assert told(await hall.bo.slash(hall.games, "duel list")) == (
        "No duel is running. Start one with `/duel start`."
    )


async def test_a_challenge_to_whoever_goes_is_declined(hall: Hall) -> None:
    await hall.challenge()
    await delete(hall, hall.bo)
    assert hall.lines() == ["-# ⚔️ deleted player declined @ana's challenge to Divisor Duel (#1)"]


async def test_opponents_keep_their_duels(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await delete(hall, hall.bo)
    said = hall.read(told(await hall.ana.slash(hall.games, "duel history")))
    assert said == (
        "**Finished duels of @ana**\n"
        "[#1](LINK) Divisor Duel: won against deleted player in 2 moves, <0 min>"
    )
    assert await hall.standing(hall.ana) == (1, 0)
    assert await hall.standing(hall.bo) == (0, 0)


async def test_nobody_rematches_whoever_has_gone(hall: Hall) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    await delete(hall, hall.bo)
    said = told(await hall.ana.click(end, label="Rematch"))
    assert said == "deleted player isn't in this server."
    said = hall.read(told(await hall.bo.click(end, label="Rematch")))
    assert said == (
        "This duel is between @ana and deleted player. Start your own with `/duel start`."
    )


async def test_whoever_has_gone_starts_anew(hall: Hall) -> None:
    await hall.played(hall.bo, hall.ana)
    await delete(hall, hall.ana)
    await hall.play(await hall.rated(size=3), 2, 1, 3)
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert hall.read(profile) == (
        "**@ana**\n"
        "**1732?** ± 287 · place 1, provisional\n"
        "1–0\n"
        "Last results, oldest first: won\n"
        "Divisor Duel: **1732?** ± 287 · 1–0"
    )


async def test_a_block_stays(hall: Hall) -> None:
    boss = hall.moderator()
    await boss.slash(hall.games, "duel-admin block", member=hall.ana)
    await delete(hall, hall.ana)
    said = told(await hall.challenge())
    assert said == "A moderator has blocked you from duels in this server."


async def test_deleting_twice_is_no_harm(hall: Hall) -> None:
    await hall.duel()
    sure = private(await hall.ana.click(await page(hall, hall.ana), label=English.DELETE))
    await hall.press(hall.ana, sure, "d1:xy", times=2)
    assert [line for line in hall.lines() if line.startswith("🏁")] == [
        f"🏁 **@bo wins Divisor Duel** #1 against deleted player: {RESIGNED}"
    ]
    assert await hall.standing(hall.bo) == (1, 0)


async def test_many_duels_are_no_reason_to_be_late(hall: Hall) -> None:
    """Discord waits for three seconds only, and boards take their time."""
    await hall.duel()
    sure = private(await hall.ana.click(await page(hall, hall.ana), label=English.DELETE))
    before = len(hall.env.http_requests)
    await hall.ana.click(sure, label="Delete everything")
    asked = [(each.method, each.path.split("/")[1]) for each in hall.env.http_requests[before:]]
    assert asked[0] == ("POST", "interactions")
    assert ("POST", "channels") in asked[1:]


@pytest.mark.parametrize("path", ["/interactions/*", "/webhooks/*"])
async def test_what_is_wished_is_done_even_if_nobody_can_be_told(hall: Hall, path: str) -> None:
    await hall.played(hall.ana, hall.bo)
    shown = await page(hall, hall.ana)
    sure = private(await hall.ana.click(shown, label=English.DELETE))
    hall.env.inject_error("*", path, status=404, code=10062, times=1)
    await hall.press(hall.ana, shown, "d1:xd")
    hall.env.inject_error("*", path, status=404, code=10062, times=1)
    await hall.press(hall.ana, sure, "d1:xy")
    assert await hall.standing(hall.ana) == (0, 0)


async def test_whoever_presses_acts_on_themselves(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    sure = private(await hall.ana.click(await page(hall, hall.ana), label=English.DELETE))
    assert ids(sure) == ["d1:xy", "d1:xn"]
    sent = private(await hall.press(hall.cy, sure, "d1:xd"))
    assert sent.content == English.NOTHING_KEPT
    sent = private(await hall.press(hall.bo, sure, "d1:xd"))
    assert json.loads(await sent.attachments[0].read())["player"] == str(hall.bo.id)
    await hall.press(hall.bo, sure, "d1:xy")
    assert await hall.standing(hall.bo) == (0, 0)
    assert await hall.standing(hall.ana) == (1, 0)


async def test_one_player_has_one_download_at_a_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And there is one in the making: who has played for years has a lot."""
    await hall.played(hall.ana, hall.bo)
    gate, kept, making = asyncio.Event(), hall.store.personal_data, list[int]()

    async def held(guild: GuildId, player: PlayerId) -> Any:
        making.append(player)
        await hall.env.external_wait(gate.wait(), reason="a large download")
        return await kept(guild, player)

    queue_up(hall, monkeypatch, lambda _task: bool(making))
    pages = {each.id: await page(hall, each) for each in (hall.ana, hall.bo)}
    monkeypatch.setattr(hall.store, "personal_data", held)
    first = await hall.press(hall.ana, pages[hall.ana.id], "d1:xd")
    assert told(await hall.press(hall.ana, pages[hall.ana.id], "d1:xd")) == (says("being-made"))
    second = await hall.press(hall.bo, pages[hall.bo.id], "d1:xd")
    assert making == [hall.ana.id]
    gate.set()
    await hall.env.settle()
    assert making == [hall.ana.id, hall.bo.id]
    for each in (first, second):
        assert [file.filename for file in private(each).attachments] == ["duelhost.json"]
    again = await hall.press(hall.ana, pages[hall.ana.id], "d1:xd")
    assert len(private(again).attachments) == 1
