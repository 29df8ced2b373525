"""`/duel-admin`: what moderators choose, check, end, take out and block."""

from typing import Any

import pytest
from simcord import MemberActor
from simcord.results import ResponseMessage

from bot.text.english import English
from engine.durations import CLOCKS
from storage.ids import ChannelId, GuildId, RoleId
from storage.match import BoardMode
from storage.people import HouseRules
from tests.bot.features.server.chosen import (
    AT_FIRST_CHOSEN,
    BOARDS,
    CHANNELS,
    CLOCK,
    ONLY_MODERATORS,
    RATED,
    ROLES,
    command,
    house,
)
from tests.bot.simcord.messages import answer, options, private, told
from tests.bot.simcord.world import AT_FIRST, DEAD, World, panel
from tests.bot.text.says import says

# The selects then.
STANDS = {
    CHANNELS: list[str](),
    CLOCK: ["1d"],
    BOARDS: ["every"],
    RATED: ["5"],
    ROLES: list[str](),
}


def chosen(shown: ResponseMessage) -> dict[str, list[Any]]:
    """Return the selected values of each select of the panel."""
    selects = [row["components"][0] for row in shown.components]
    return {
        each["custom_id"]: [str(one["id"]) for one in each.get("default_values", [])]
        or [one["value"] for one in each.get("options", []) if one["default"]]
        for each in selects
    }


# Permissions.


@pytest.mark.parametrize(
    "name", ["settings", "variant", "daily", "check", "end", "void", "reset", "block"]
)
async def test_others_are_refused_even_if_discord_lets_them(world: World, name: str) -> None:
    await world.played(world.bo, world.cy)  # so that there is something to reset
    await world.duel()
    before = world.lines()
    given: dict[str, tuple[int, Any]] = {}
    if name in ("end", "void"):
        given["duel"] = (3, "1")
    if name == "variant":
        given |= {"game": (3, "divisor"), "variant": (3, "ranked")}
    if name == "reset":
        given["confirm"] = (3, "season 2")
    if name == "block":
        given["member"] = (6, str(world.bo.id))
    data = command(name, **given)
    if name == "block":
        user = {"id": str(world.bo.id), "username": "bo", "discriminator": "0", "avatar": None}
        data["resolved"] = {"users": {str(world.bo.id): user}}
    said = told(await world.deliver(world.ana, 2, world.games.id, data))
    assert said == ONLY_MODERATORS
    assert world.lines() == before
    guild = GuildId(world.guild.id)
    assert await world.store.blocked(guild) == ()
    assert await house(world) == AT_FIRST_CHOSEN
    assert (await world.store.leaderboard(guild)).seasons == 1


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [(CHANNELS, "1"), (CLOCK, "1h"), (BOARDS, "one"), (RATED, "0"), (ROLES, "1")],
    ids=str,
)
async def test_others_do_not_press_the_panel(
    world: World, boss: MemberActor, custom_id: str, value: str
) -> None:
    shown = await panel(world, boss)
    assert told(await world.press(world.ana, shown, custom_id, value)) == ONLY_MODERATORS
    assert await house(world) == AT_FIRST_CHOSEN


# The panel.


async def test_the_panel_shows_what_a_server_has_chosen(world: World, boss: MemberActor) -> None:
    shown = await panel(world, boss)
    assert shown.content == AT_FIRST
    assert chosen(shown) == STANDS


async def test_channels(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    shown = private(await boss.select(await panel(world, boss), [world.games], custom_id=CHANNELS))
    assert world.read(shown) == AT_FIRST.replace("any", "#games")
    assert chosen(shown) == STANDS | {CHANNELS: [str(world.games.id)]}
    refused = await world.ana.slash(other, "duel start", game="divisor", opponent=world.bo)
    assert world.read(told(refused)) == "Duels are played in #games here."
    answer(await world.challenge())
    shown = private(await boss.select(shown, [world.games, other], custom_id=CHANNELS))
    assert world.read(shown) == AT_FIRST.replace("any", f"#games and <#{other.id}>")
    answer(await world.ana.slash(other, "duel start", game="divisor", opponent=world.cy))
    shown = private(await boss.select(shown, [], custom_id=CHANNELS))
    assert shown.content == AT_FIRST


async def test_a_thread_belongs_to_its_channel(world: World, boss: MemberActor) -> None:
    await boss.select(await panel(world, boss), [world.games], custom_id=CHANNELS)
    thread = world.thread(world.games)
    answer(await world.ana.slash(thread, "duel start", game="divisor", opponent=world.bo))


@pytest.mark.parametrize("menu", [False, True])
async def test_a_clock(world: World, boss: MemberActor, menu: bool) -> None:
    shown = private(await boss.select(await panel(world, boss), ["3d"], custom_id=CLOCK))
    assert shown.content == AT_FIRST.replace("1 day", "3 days")
    assert chosen(shown) == STANDS | {CLOCK: ["3d"]}
    if menu:
        picker = private(await world.ana.context_menu(world.games, "Challenge to a duel", world.bo))
        offer = answer(await world.ana.select(picker, ["divisor"]))
    else:
        offer = answer(await world.challenge())
    assert "3 days" in offer.content


async def test_players_choose_another_clock(world: World, boss: MemberActor) -> None:
    await boss.select(await panel(world, boss), ["3d"], custom_id=CLOCK)
    assert "1 hour" in answer(await world.challenge(clock="1h")).content


async def test_roles(world: World, boss: MemberActor) -> None:
    role = world.guild.create_role("players")
    player = world.join("player", roles=[role])
    shown = private(await boss.select(await panel(world, boss), [role], custom_id=ROLES))
    assert shown.content == AT_FIRST.replace("everybody", f"<@&{role.id}>")
    assert chosen(shown) == STANDS | {ROLES: [str(role.id)]}
    assert told(await world.challenge()) == says("wrong-role", roles=f"<@&{role.id}>")
    refused = await world.ana.context_menu(world.games, "Challenge to a duel", world.bo)
    assert told(refused) == says("wrong-role", roles=f"<@&{role.id}>")
    offer = answer(await player.slash(world.games, "duel start", game="split", opponent=world.bo))
    answer(await world.bo.click(offer, label="Accept"))  # for which no role is needed
    shown = private(await boss.select(shown, [], custom_id=ROLES))
    assert shown.content == AT_FIRST
    answer(await world.challenge())


async def test_each_choice_leaves_the_others_alone(world: World, boss: MemberActor) -> None:
    role = world.guild.create_role("players")
    shown = await panel(world, boss)
    await boss.select(shown, [world.games], custom_id=CHANNELS)
    await boss.select(shown, ["10m"], custom_id=CLOCK)
    await boss.select(shown, ["thread"], custom_id=BOARDS)
    await boss.slash(world.games, "duel-admin variant", game="split", variant="ranked")
    await boss.slash(world.games, "duel-admin daily", channel=world.games)
    await boss.select(shown, ["20"], custom_id=RATED)
    await boss.select(shown, [role], custom_id=ROLES)
    rules = HouseRules(
        CLOCKS["10m"],
        frozenset({ChannelId(world.games.id)}),
        frozenset({RoleId(role.id)}),
        20,
        BoardMode.THREAD,
        frozenset({("split", "ranked")}),
        daily_channel=ChannelId(world.games.id),
    )
    assert await house(world) == rules
    await world.restart()
    assert world.read(await panel(world, boss)) == (
        "**How this server duels**\n"
        "Channels: #games\n"
        "Clock, unless players choose another: 10 minutes\n"
        "How duels are shown: a thread for each duel\n"
        "Variants, unless players choose another: Number Split Duel ranked\n"
        f"Who may start duels: <@&{role.id}>\n"
        "Rated duels between the same two players: 20 a day\n"
        f"Daily puzzle: {English.DAILY_POSTED.format(channel='#games')}\n"
        "Blocked: nobody"
    )


async def test_duels_that_run_go_on_under_new_rules(world: World, boss: MemberActor) -> None:
    board = await world.duel()
    other = world.guild.create_text_channel("other")
    shown = await panel(world, boss)
    await boss.select(shown, [other], custom_id=CHANNELS)
    await boss.select(shown, [world.guild.create_role("players")], custom_id=ROLES)
    await world.play(board, 6, 12)
    assert "**@bo answered 6 with 12.**" in world.lines()[-1]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("2d",), '"2d" isn\'t one of the choices.'),
        (("x",), '"x" isn\'t one of the choices.'),
        (("1h", "1d"), DEAD),
    ],
)
@pytest.mark.parametrize("custom_id", [CLOCK, BOARDS, RATED])
async def test_a_choice_that_there_is_not(
    world: World, boss: MemberActor, custom_id: str, values: tuple[str, ...], said: str
) -> None:
    assert told(await world.press(boss, await panel(world, boss), custom_id, *values)) == said
    assert await house(world) == AT_FIRST_CHOSEN


@pytest.mark.parametrize(
    ("value", "text", "chosen_then"),
    [
        ("0", "0 a day", 0),
        ("1", "1 a day", 1),
        ("5", "5 a day", 5),
        ("1000", "no daily limit", 1000),
    ],
)
async def test_how_many_duels_are_rated(
    world: World, boss: MemberActor, value: str, text: str, chosen_then: int
) -> None:
    shown = await panel(world, boss)
    assert options(shown, "Rated duels between the same two players") == [
        "0 a day",
        "1 a day",
        "3 a day",
        "[5 a day]",
        "10 a day",
        "20 a day",
        "no daily limit",
    ]
    shown = private(await boss.select(shown, [value], custom_id=RATED))
    assert shown.content == AT_FIRST.replace("5 a day", text)
    assert chosen(shown) == STANDS | {RATED: [value]}
    assert (await house(world)).rated_a_day == chosen_then


async def test_a_number_of_rated_duels_that_came_from_elsewhere(
    world: World, boss: MemberActor
) -> None:
    """A server's rules may have been imported."""
    await world.rate(7)
    shown = await panel(world, boss)
    assert shown.content == AT_FIRST.replace("5 a day", "7 a day")
    assert chosen(shown) == STANDS | {RATED: []}


async def test_how_duels_are_shown(world: World, boss: MemberActor) -> None:
    shown = await panel(world, boss)
    assert options(shown, English.CHOOSE_BOARDS) == [
        "one board for each duel",
        "[a new message for every move]",
        "a thread for each duel",
    ]
    shown = private(await boss.select(shown, ["one"], custom_id=BOARDS))
    assert English.BOARD_MODES["one"] in shown.content
    assert chosen(shown) == STANDS | {BOARDS: ["one"]}
    await world.bo.click(answer(await world.challenge()), label="Accept")
    await world.ana.click(world.last(), label="6")
    assert len(world.lines()) == 1
