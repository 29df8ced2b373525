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
from tests.bot.simcord.messages import answer, ids, labels, private, told, told_directly
from tests.bot.simcord.world import CHOSEN, UNSURE, World
from tests.bot.text.says import moves_line, says, won

PAGE = English.PRIVACY.removesuffix("{servers}")
SURE = English.DELETE_SURE
RESIGNED = f"deleted player resigned.\n{CHOSEN}"


async def page(world: World, who: MemberActor) -> ResponseMessage:
    return private(await who.slash(world.games, "privacy"))


async def delete(world: World, who: MemberActor) -> str:
    sure = private(await who.click(await page(world, who), label=English.DELETE))
    assert sure.content == SURE
    return private(await who.click(sure, label="Delete everything")).content


# The page.


async def test_nothing_is_kept_of_a_stranger(world: World) -> None:
    shown = await page(world, world.ana)
    assert shown.content == f"{PAGE}0"
    assert labels(shown) == []


async def test_what_is_kept_is_counted_by_servers(world: World) -> None:
    await world.challenge()
    for player in (world.ana, world.bo):
        shown = await page(world, player)
        assert shown.content == f"{PAGE}1"
        assert labels(shown) == [English.DOWNLOAD, English.DELETE]
    assert labels(await page(world, world.cy)) == []


async def test_in_a_direct_message(world: World) -> None:
    await world.challenge()
    shown = await world.ana.user.slash("privacy")
    assert told_directly(shown) == f"{PAGE}1"
    assert shown.response
    sure = await world.ana.user.click(shown.response, label=English.DELETE)
    assert sure.response
    done = await world.ana.user.click(sure.response, label="Delete everything")
    assert told_directly(done) == English.DELETED
    assert world.lines() == ["-# ⚔️ deleted player cancelled the challenge to @bo (#1)"]
    assert labels(await page(world, world.ana)) == []


# Deleting.


async def test_deleting_asks_first(world: World) -> None:
    await world.played(world.ana, world.bo)
    sure = private(await world.ana.click(await page(world, world.ana), label=English.DELETE))
    assert sure.content == SURE
    assert labels(sure) == ["Delete everything", "Keep it"]
    kept = private(await world.ana.click(sure, label="Keep it"))
    assert kept.content == "Nothing was deleted."
    assert labels(kept) == []
    assert await world.standing(world.ana) == (1, 0)


async def test_deleting_deletes_everywhere(world: World) -> None:
    await world.played(world.ana, world.bo)
    other = world.env.create_guild("Elsewhere")
    square = other.create_text_channel("square")
    there = other.add_member(world.ana.user)
    await world.env.settle()
    at_first = told(await there.slash(square, "duel settings"))
    await there.slash(square, "duel settings", pings="never")
    await there.slash(square, "duel settings")  # which the bot remembers from now on
    assert (await page(world, world.ana)).content == f"{PAGE}2"
    said = await delete(world, world.ana)
    assert said == English.DELETED
    assert (await page(world, world.ana)).content == f"{PAGE}0"
    for guild in (world.guild, other):
        assert await world.store.personal_data(GuildId(guild.id), PlayerId(world.ana.id)) is None
    assert told(await there.slash(square, "duel settings")) == at_first


async def test_running_duels_end_where_they_are(world: World) -> None:
    await world.play(await world.duel(size=20), 6)
    await world.ana.slash(world.games, "duel start", game="parity", opponent=world.cy)
    await delete(world, world.ana)
    assert world.lines()[-2:] == [
        "-# ⚔️ deleted player cancelled the challenge to @cy (#2)",
        (
            won("@bo", "deleted player")
            + f"deleted player resigned.\n{CHOSEN}\n"
            + moves_line("**6**", "deleted player")
        ),
    ]
    assert await world.standing(world.bo) == (1, 0)
    assert told(await world.bo.slash(world.games, "duel list")) == (
        "No duel is running. Start one with `/duel start`."
    )


async def test_a_challenge_to_whoever_goes_is_declined(world: World) -> None:
    await world.challenge()
    await delete(world, world.bo)
    assert world.lines() == ["-# ⚔️ deleted player declined @ana's challenge to Divisor Duel (#1)"]


async def test_opponents_keep_their_duels(world: World) -> None:
    await world.played(world.ana, world.bo)
    await delete(world, world.bo)
    said = world.read(told(await world.ana.slash(world.games, "duel history")))
    assert said == (
        "**Finished duels of @ana**\n"
        "[#1](LINK) Divisor Duel (1–3): won against deleted player in 2 moves, <0 min>"
    )
    assert await world.standing(world.ana) == (1, 0)
    assert await world.standing(world.bo) == (0, 0)


async def test_nobody_rematches_whoever_has_gone(world: World) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    await delete(world, world.bo)
    said = told(await world.ana.click(end, label="Rematch"))
    assert said == "deleted player isn't in this server."
    said = world.read(told(await world.bo.click(end, label="Rematch")))
    assert said == (
        "This duel is between @ana and deleted player. Start your own with `/duel start`."
    )


async def test_whoever_has_gone_starts_anew(world: World) -> None:
    await world.played(world.bo, world.ana)
    await delete(world, world.ana)
    await world.play(await world.rated(size=3), 2, 1, 3)
    profile = answer(await world.ana.slash(world.games, "duel profile"))
    assert world.read(profile) == (
        "**@ana**\n"
        "**1732?** ± 287 · place 1, provisional\n"
        "1–0\n"
        "Last results, oldest first: won\n"
        f"Divisor Duel: **1732?** ± 287 · 1–0\n{UNSURE}"
    )


async def test_a_block_stays(world: World) -> None:
    boss = world.moderator()
    await boss.slash(world.games, "duel-admin block", member=world.ana)
    await delete(world, world.ana)
    said = told(await world.challenge())
    assert said == "A moderator has blocked you from duels in this server."


async def test_deleting_twice_is_no_harm(world: World) -> None:
    await world.duel()
    sure = private(await world.ana.click(await page(world, world.ana), label=English.DELETE))
    await world.press(world.ana, sure, "d1:xy", times=2)
    assert [line for line in world.lines() if line.startswith("🏆")] == [
        won("@bo", "deleted player") + f"{RESIGNED}"
    ]
    assert await world.standing(world.bo) == (1, 0)


async def test_many_duels_are_no_reason_to_be_late(world: World) -> None:
    """Discord waits for three seconds only, and boards take their time."""
    await world.duel()
    sure = private(await world.ana.click(await page(world, world.ana), label=English.DELETE))
    before = len(world.env.http_requests)
    await world.ana.click(sure, label="Delete everything")
    asked = [(each.method, each.path.split("/")[1]) for each in world.env.http_requests[before:]]
    assert asked[0] == ("POST", "interactions")
    assert ("POST", "channels") in asked[1:]


@pytest.mark.parametrize("path", ["/interactions/*", "/webhooks/*"])
async def test_what_is_wished_is_done_even_if_nobody_can_be_told(world: World, path: str) -> None:
    await world.played(world.ana, world.bo)
    shown = await page(world, world.ana)
    sure = private(await world.ana.click(shown, label=English.DELETE))
    world.env.inject_error("*", path, status=404, code=10062, times=1)
    await world.press(world.ana, shown, "d1:xd")
    world.env.inject_error("*", path, status=404, code=10062, times=1)
    await world.press(world.ana, sure, "d1:xy")
    assert await world.standing(world.ana) == (0, 0)


async def test_whoever_presses_acts_on_themselves(world: World) -> None:
    await world.played(world.ana, world.bo)
    sure = private(await world.ana.click(await page(world, world.ana), label=English.DELETE))
    assert ids(sure) == ["d1:xy", "d1:xn"]
    sent = private(await world.press(world.cy, sure, "d1:xd"))
    assert sent.content == English.NOTHING_KEPT
    sent = private(await world.press(world.bo, sure, "d1:xd"))
    assert json.loads(await sent.attachments[0].read())["player"] == str(world.bo.id)
    await world.press(world.bo, sure, "d1:xy")
    assert await world.standing(world.bo) == (0, 0)
    assert await world.standing(world.ana) == (1, 0)


async def test_one_player_has_one_download_at_a_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The download takes a while, as that of a player with years of duels does."""
    await world.played(world.ana, world.bo)
    gate, kept, making = asyncio.Event(), world.store.personal_data, list[int]()

    async def held(guild: GuildId, player: PlayerId) -> Any:
        making.append(player)
        await world.env.external_wait(gate.wait(), reason="a large download")
        return await kept(guild, player)

    queue_up(world, monkeypatch, lambda _task: bool(making))
    pages = {each.id: await page(world, each) for each in (world.ana, world.bo)}
    monkeypatch.setattr(world.store, "personal_data", held)
    first = await world.press(world.ana, pages[world.ana.id], "d1:xd")
    assert told(await world.press(world.ana, pages[world.ana.id], "d1:xd")) == (says("being-made"))
    second = await world.press(world.bo, pages[world.bo.id], "d1:xd")
    assert making == [world.ana.id]
    gate.set()
    await world.env.settle()
    assert making == [world.ana.id, world.bo.id]
    for each in (first, second):
        assert [file.filename for file in private(each).attachments] == ["duelhost.json"]
    again = await world.press(world.ana, pages[world.ana.id], "d1:xd")
    assert len(private(again).attachments) == 1
