"""Challenges that aren't allowed: to whom, by whom, and where."""

from typing import Any

import pytest

from bot.text.english import English
from storage.ids import ChannelId, RoleId
from tests.bot.simcord.messages import answer, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says


async def test_yourself(world: World) -> None:
    assert told(await world.challenge(opponent=world.ana)) == "You can't duel yourself."
    assert world.lines() == []


async def test_a_bot(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert told(await world.challenge(opponent=bot)) == says("bots-cant-play")


@pytest.mark.parametrize(("option", "value"), [("private", True), ("level", "casual")])
async def test_what_only_the_bot_does(world: World, option: str, value: Any) -> None:
    said = told(await world.challenge(**{option: value}))
    assert said == says("only-with-the-bot", option=option)
    assert world.lines() == []


async def test_what_only_the_bot_does_may_be_declined(world: World) -> None:
    answer(await world.challenge(private=False))


async def test_somebody_who_is_not_here(world: World) -> None:
    stranger = world.env.create_user("stranger")
    said = told(await world.challenge(opponent=stranger))
    assert said == f"<@{stranger.id}> isn't in this server."


async def test_somebody_twice(world: World) -> None:
    await world.challenge()
    said = world.read(told(await world.challenge("parity")))
    assert said == says("already-challenged", opponent="@bo")


async def test_somebody_who_has_challenged_you(world: World) -> None:
    await world.challenge()
    back = await world.bo.slash(world.games, "duel start", game="parity", opponent=world.ana)
    said = world.read(told(back))
    assert said == English.TO_YOU["already-challenged"].format(challenger="@ana")


async def test_too_many(world: World) -> None:
    for nth in range(10):
        answer(await world.challenge(opponent=world.join(f"p{nth}")))
    assert told(await world.challenge()) == says("too-many-challenges", most=10)


async def test_somebody_who_takes_none(world: World) -> None:
    await world.bo.slash(world.games, "duel settings", challenges="nobody")
    said = world.read(told(await world.challenge()))
    assert said == says("takes-no-challenges", opponent="@bo")


async def test_where_the_opponent_cannot_look(world: World) -> None:
    """Discord says in which channels somebody may do what who is chosen in an option."""
    said = world.read(told(await world.start_by_hand({}, permissions="0")))
    assert said == "@bo can't see this channel. Choose one that both of you can see."


async def test_where_duels_are_not_played(world: World) -> None:
    await world.rules(channels=frozenset({ChannelId(world.games.id)}))
    other = world.guild.create_text_channel("other")
    refused = await world.ana.slash(other, "duel start", game="divisor", opponent=world.bo)
    assert world.read(told(refused)) == "Duels are played in #games here."
    answer(await world.challenge())


async def test_without_the_role_for_it(world: World) -> None:
    role = world.guild.create_role("players")
    await world.rules(roles=frozenset({RoleId(role.id)}))
    assert told(await world.challenge()) == says("wrong-role", roles=f"<@&{role.id}>")
    player = world.join("player", roles=[role])
    answer(await player.slash(world.games, "duel start", game="divisor", opponent=world.bo))


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("send_messages",), "Send Messages"),
        (("view_channel",), "View Channel"),
    ],
)
async def test_where_the_bot_may_not_post(
    world: World, lacking: tuple[str, ...], named: str
) -> None:
    """Answering would still work, and then no clock could be announced."""
    world.deny(None, *lacking)
    said = world.read(told(await world.challenge()))
    assert said == says("permissions-missing", permissions=named, channel="#games")
    assert world.lines() == []


async def test_in_a_thread(world: World) -> None:
    thread = world.thread(world.games)
    offer = answer(
        await world.ana.slash(thread, "duel start", game="divisor", opponent=world.bo, size=3)
    )
    await world.bo.click(offer, label="Accept")
    assert len(world.lines(thread)) == 2


@pytest.mark.parametrize("by", ["rematch", "profile"])
async def test_somebody_who_cannot_look_is_not_challenged_by_a_button(
    world: World, by: str
) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    world.deny(world.bo, "view_channel")
    if by == "rematch":
        refused = await world.ana.click(end, label="Rematch")
    else:
        refused = await world.press(world.ana, end, f"d1:p:{world.bo.id}", "parity")
    said = world.read(told(refused))
    assert said == "@bo can't see this channel. Choose one that both of you can see."


async def test_in_a_private_thread_only_with_those_who_are_in_it(world: World) -> None:
    thread = world.thread(world.games, private=True)
    challenge = {"game": "divisor", "opponent": world.bo}
    said = world.read(told(await world.ana.slash(thread, "duel start", **challenge)))
    assert said == "@bo can't see this channel. Choose one that both of you can see."
    world.env.backend.add_thread_member(thread.id, world.bo.id)
    answer(await world.ana.slash(thread, "duel start", **challenge))


async def test_a_bot_from_its_name_or_by_a_forged_choice(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("robot", bot=True))
    said = await world.ana.context_menu(world.games, "Challenge to a duel", bot)
    assert told(said) == says("bots-cant-play")
    offer = answer(await world.challenge())
    said = await world.press(world.ana, offer, f"d1:p:{bot.id}", "parity")
    assert told(said) == says("bots-cant-play")


async def test_in_a_private_thread_of_which_discord_tells_nothing(world: World) -> None:
    thread = world.thread(world.games, private=True)
    world.env.inject_error("GET", "/channels/*/thread-members/*", status=403, code=50001)
    asked = await world.ana.slash(thread, "duel start", game="divisor", opponent=world.bo)
    assert told(asked) == says("discord-silent")
