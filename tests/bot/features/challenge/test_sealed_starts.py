"""Nobody sees the start that was drawn for a challenge before it is accepted."""

import json
import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from bot.text.english import English
from tests.bot.simcord.messages import answer, private, text_of, told
from tests.bot.simcord.world import World

# Numbers that nothing else says. (Discord's IDs are longer.)
SECRET = re.compile(r"(?<![\d.])(83|79|89)(?!\d)")
STARTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "divisor": ({"size": 100, "options": "board=drawn"}, {"gone": (83,), "opening": (79, 1)}),
    "parity": (
        {"size": 100, "options": "rule=doubles board=drawn"},
        {"gone": (83,), "opening": (79,)},
    ),
    "split": ({"variant": "ranked"}, {"numbers": (79, 83, 89)}),
}


async def look_everywhere(world: World, offer: Any) -> None:
    """Have everybody look at all that there is to see of the first challenge."""
    for who in (world.ana, world.bo, world.cy):
        await world.press(who, offer, "d1:u:1")
        await who.slash(world.games, "duel list")
        await who.slash(world.games, "duel board", duel="1")
        await who.slash(world.games, "duel replay", duel="1")
        await who.slash(world.games, "duel move", move="1", duel="1")
        await who.slash(world.games, "duel history", player=world.ana)
        for command in ("accept", "decline", "cancel"):
            await who.autocomplete(world.games, f"duel {command}", "duel", "")
        await who.autocomplete(world.games, "duel move", "move", "", duel="1")
        for verb in ("b:1", "o:1", "v:1:0", "m:1:0:1", "r:1", "y:1", "g:1", "gg:1", "s:1:0:1"):
            await world.press(who, offer, f"d1:{verb}")
        page = private(await who.slash(world.games, "privacy"))
        if "Nothing" not in text_of(page) and English.DOWNLOAD in str(page.components):
            sent = private(await who.click(page, label=English.DOWNLOAD))
            for file in sent.attachments:
                assert not SECRET.search((await file.read()).decode())


def said(world: World) -> str:
    """All that the bot has ever told Discord, but for the time."""
    texts = [json.dumps(each.json, ensure_ascii=False) for each in world.env.http_requests]
    return re.sub(r"<t:\d+:R>|-?\d{10,}", "", "\n".join(texts))


@pytest.fixture(params=STARTS)
async def offer(request: pytest.FixtureRequest, world: World) -> Any:
    chosen, start = STARTS[request.param]
    world.draw_start = lambda game: replace(game, **start)
    return answer(await world.challenge(request.param, **chosen))


async def test_before_it_is_accepted(world: World, offer: Any) -> None:
    await look_everywhere(world, offer)
    found = SECRET.search(said(world))
    assert not found, said(world)[found.start() - 300 : found.end() + 50]


@pytest.mark.parametrize(
    "withdraw",
    [
        lambda world, offer: world.bo.click(offer, label="Decline"),
        lambda world, _: world.ana.slash(world.games, "duel cancel"),
        lambda world, _: world.env.advance_time(16 * 60),
    ],
    ids=["declined", "cancelled", "expired"],
)
async def test_after_it_has_come_to_nothing(
    world: World, offer: Any, withdraw: Callable[..., Coroutine[Any, Any, Any]]
) -> None:
    await withdraw(world, offer)
    await look_everywhere(world, offer)
    found = SECRET.search(said(world))
    assert not found, said(world)[found.start() - 300 : found.end() + 50]


async def test_it_is_shown_as_soon_as_it_is_accepted(world: World, offer: Any) -> None:
    await world.bo.click(offer, label="Accept")
    assert SECRET.search(said(world))


async def test_a_record_of_a_challenge_says_what_was_agreed(world: World) -> None:
    answer(await world.challenge(variant="ranked"))
    page = private(await world.bo.slash(world.games, "privacy"))
    (file,) = private(await world.bo.click(page, label=English.DOWNLOAD)).attachments
    (server,) = json.loads(await file.read())["servers"]
    assert [each["record"] for each in server["duels"]] == ["1/divisor/size=40,board=drawn/"]


async def test_the_rules_of_a_challenge_are_those_of_its_variant(world: World) -> None:
    offer = answer(await world.challenge("split", variant="grundy"))
    rules = told(await world.bo.click(offer, label="Rules"))
    assert rules.startswith("**Number Split Duel (grundy)**\nGrundy's game: ")
