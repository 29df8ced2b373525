"""`/duel-admin`: what moderators choose, check, end, take out and block."""

from dataclasses import replace
from typing import Any, ClassVar

import pytest
from simcord import ChannelHandle, MemberActor
from simcord.results import ResponseMessage

from bot.duels.variants import usual_variant
from bot.features.server.view import server_settings
from bot.text.english import English
from engine.durations import CLOCKS
from engine.games import GAMES
from storage.ids import ChannelId, GuildId, RoleId
from storage.match import BoardMode
from storage.people import HouseRules
from tests.bot.simcord.world import AT_FIRST, DEAD, World, answer, options, panel, private, told
from tests.bot.text.says import says, says_no_game, says_no_variant

ONLY_MODERATORS = says("only-moderators")
FINE = "#games: everything I need is allowed."
CHANNELS, CLOCK, BOARDS, ROLES, RATED = "d1:hc", "d1:hk", "d1:hb", "d1:hr", "d1:hn"
# What a server has chosen when a test begins, and the selects then.
AT_FIRST_CHOSEN = HouseRules(board_mode=BoardMode.EVERY)
STANDS = {
    CHANNELS: list[str](),
    CLOCK: ["1d"],
    BOARDS: ["every"],
    RATED: ["5"],
    ROLES: list[str](),
}


async def house(world: World) -> HouseRules:
    return await world.store.house_rules(GuildId(world.guild.id))


def chosen(shown: ResponseMessage) -> dict[str, list[Any]]:
    """Return the selected values of each select of the panel."""
    selects = [row["components"][0] for row in shown.components]
    return {
        each["custom_id"]: [str(one["id"]) for one in each.get("default_values", [])]
        or [one["value"] for one in each.get("options", []) if one["default"]]
        for each in selects
    }


# Permissions.


def command(name: str, **options: tuple[int, Any]) -> dict[str, Any]:
    """Return a command as Discord sends it if a server permits it to others, or a client makes it
    up."""
    inner = [{"name": key, "type": kind, "value": it} for key, (kind, it) in options.items()]
    leaf = {"name": name, "type": 1, "options": inner}
    return {"id": "1", "name": "duel-admin", "type": 1, "options": [leaf]}


@pytest.mark.parametrize("name", ["settings", "variant", "check", "end", "void", "reset", "block"])
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


# Variants.

USUAL = "Variants, unless players choose another: classic"


async def test_a_variant(world: World, boss: MemberActor) -> None:
    async def choose(**options: str) -> str:
        said = told(await boss.slash(world.games, "duel-admin variant", **options))
        assert world.read(await panel(world, boss)).count("Variants") == 1
        return said

    said = await choose(game="divisor", variant="ranked")
    assert said == English.VARIANT_CHOSEN.format(title="Divisor Duel", variant="ranked")
    assert (await house(world)).variant_of("divisor") == "ranked"
    shown = world.read(await panel(world, boss))
    assert shown == AT_FIRST.replace(USUAL, USUAL.replace("classic", "Divisor Duel ranked"))
    await choose(game="split", variant="grundy")
    await choose(game="divisor", variant="steps")
    await world.restart()
    both = "Divisor Duel steps and Number Split Duel grundy"
    shown = world.read(await panel(world, boss))
    assert shown == AT_FIRST.replace(USUAL, USUAL.replace("classic", both))
    said = await choose(game="divisor")
    assert said == English.VARIANT_CLEARED.format(title="Divisor Duel", variant="classic")
    assert (await house(world)).variants == {("split", "grundy")}
    await choose(game="split")
    assert await house(world) == AT_FIRST_CHOSEN
    assert world.read(await panel(world, boss)) == AT_FIRST


def test_a_variant_is_called_as_it_is_in_the_language_of_the_server() -> None:
    class Named(English):
        VARIANTS: ClassVar = {"ranked": "gewertet"}

    rules = HouseRules().with_variant("divisor", "ranked")
    assert "Divisor Duel gewertet" in server_settings(rules, (), Named).content


async def test_the_variants_of_a_game_are_suggested(world: World, boss: MemberActor) -> None:
    async def suggested(typed: str, **given: str) -> list[Any]:
        found = await boss.autocomplete(
            world.games, "duel-admin variant", "variant", typed, **given
        )
        assert all(len(each["name"]) <= 100 for each in found)
        return [each["value"] for each in found]

    for key, game in GAMES.items():
        assert await suggested("", game=key) == [each.name for each in game.presets]
    assert await suggested(" Jun", game="divisor") == ["juniper"]
    assert await suggested("juniper green", game="divisor") == ["juniper"]
    assert await suggested("juniper", game="split") == []
    assert await suggested("", game="chess") == []
    assert await suggested("") == []


@pytest.mark.parametrize(
    ("game", "variant", "refused"),
    [
        ("divisor", "grundy", says_no_variant("divisor", "grundy")),
        ("divisor", "Ranked", says_no_variant("divisor", "Ranked")),
        ("divisor", "size=30", says_no_variant("divisor", "size=30")),
        ("chess", "ranked", says_no_game("chess")),
        ("chess", None, says_no_game("chess")),
    ],
)
async def test_a_forged_variant_changes_nothing(
    world: World, boss: MemberActor, game: str, variant: str | None, refused: str
) -> None:
    await boss.slash(world.games, "duel-admin variant", game="divisor", variant="steps")
    before = await house(world)
    given: dict[str, tuple[int, Any]] = {"game": (3, game)}
    if variant is not None:
        given["variant"] = (3, variant)
    said = told(await world.deliver(boss, 2, world.games.id, command("variant", **given)))
    assert said == refused
    assert await house(world) == before


async def test_variants_that_are_gone_count_for_nothing(world: World, boss: MemberActor) -> None:
    """They came with packages, or from another host."""
    gone = {("chess", "ranked"), ("divisor", "blitz"), ("split", "ranked")}
    rules = replace(AT_FIRST_CHOSEN, variants=frozenset(gone))
    await world.store.rule_house(GuildId(world.guild.id), rules)
    shown = world.read(await panel(world, boss))
    assert shown == AT_FIRST.replace(USUAL, USUAL.replace("classic", "Number Split Duel ranked"))
    assert usual_variant(rules, "divisor").name == "classic"
    assert usual_variant(rules, "split").name == "ranked"


async def test_each_choice_leaves_the_others_alone(world: World, boss: MemberActor) -> None:
    role = world.guild.create_role("players")
    shown = await panel(world, boss)
    await boss.select(shown, [world.games], custom_id=CHANNELS)
    await boss.select(shown, ["10m"], custom_id=CLOCK)
    await boss.select(shown, ["thread"], custom_id=BOARDS)
    await boss.slash(world.games, "duel-admin variant", game="split", variant="ranked")
    await boss.select(shown, ["20"], custom_id=RATED)
    await boss.select(shown, [role], custom_id=ROLES)
    rules = HouseRules(
        CLOCKS["10m"],
        frozenset({ChannelId(world.games.id)}),
        frozenset({RoleId(role.id)}),
        20,
        BoardMode.THREAD,
        frozenset({("split", "ranked")}),
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


# The check of the bot's permissions.


async def test_all_is_well(world: World, boss: MemberActor) -> None:
    assert world.read(told(await boss.slash(world.games, "duel-admin check"))) == FINE


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("send_messages",), "Send Messages"),
        # A bot that can't view a channel can't send messages there either.
        (("view_channel",), "View Channel and Send Messages"),
    ],
)
async def test_what_is_missing(
    world: World, boss: MemberActor, lacking: tuple[str, ...], named: str
) -> None:
    world.deny(None, *lacking)
    other = world.guild.create_text_channel("other")
    said = told(await boss.slash(other, "duel-admin check", channel=world.games))
    assert world.read(said) == f"#games: I still need **{named}**."
    assert told(await boss.slash(other, "duel-admin check")).startswith(f"<#{other.id}>: every")


async def test_where_duels_are_not_played(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.select(await panel(world, boss), [other], custom_id=CHANNELS)
    said = told(await boss.slash(other, "duel-admin check", channel=world.games))
    assert world.read(said) == "#games: duels aren't played here (`/duel-admin settings`)."


async def test_all_channels_for_duels(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    third = world.guild.create_text_channel("third")
    world.deny(None, "send_messages")
    await boss.select(await panel(world, boss), [world.games, other], custom_id=CHANNELS)
    assert world.read(told(await boss.slash(third, "duel-admin check"))).splitlines() == [
        "#games: I still need **Send Messages**.",
        f"<#{other.id}>: everything I need is allowed.",
    ]


async def test_a_thread_needs_a_permission_of_its_own(world: World, boss: MemberActor) -> None:
    thread = world.thread(world.games)
    said = told(await boss.slash(thread, "duel-admin check"))
    assert said == f"<#{thread.id}>: everything I need is allowed."
    world.deny(None, "send_messages_in_threads")
    said = told(await boss.slash(world.games, "duel-admin check", channel=thread))
    assert said == f"<#{thread.id}>: I still need **Send Messages in Threads**."
    assert world.read(told(await boss.slash(world.games, "duel-admin check"))) == FINE


async def test_without_pictures(world: World, boss: MemberActor) -> None:
    world.deny(None, "attach_files")
    said = world.read(told(await boss.slash(world.games, "duel-admin check")))
    assert said == f"{FINE} {English.CHECK_NO_PICTURES}"


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("create_public_threads",), "Create Public Threads"),
        (("send_messages_in_threads",), "Send Messages in Threads"),
        (
            ("create_public_threads", "send_messages_in_threads"),
            "Create Public Threads and Send Messages in Threads",
        ),
    ],
)
async def test_what_threads_of_duels_need(
    world: World, boss: MemberActor, lacking: tuple[str, ...], named: str
) -> None:
    world.deny(None, *lacking)
    assert world.read(told(await boss.slash(world.games, "duel-admin check"))) == FINE
    await boss.select(await panel(world, boss), ["thread"], custom_id=BOARDS)
    said = world.read(told(await boss.slash(world.games, "duel-admin check")))
    assert said == f"{FINE} {English.CHECK_NO_THREADS.format(permissions=named)}"
    thread = world.thread(world.games)
    if "send_messages_in_threads" not in lacking:
        # A duel in a thread gets no thread of its own.
        said = told(await boss.slash(thread, "duel-admin check"))
        assert said == f"<#{thread.id}>: everything I need is allowed."
    world.deny(None, "attach_files", *lacking)
    said = world.read(told(await boss.slash(world.games, "duel-admin check")))
    assert English.CHECK_NO_PICTURES in said
    assert named in said


async def test_what_has_gone_is_said_to_be_out_of_sight(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.select(await panel(world, boss), [other], custom_id=CHANNELS)
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    said = told(await boss.slash(world.games, "duel-admin check"))
    assert said == f"<#{other.id}>: I can't find or see it."


async def test_a_thread_that_the_bot_was_not_told_of(world: World, boss: MemberActor) -> None:
    made = world.env.backend.create_thread(world.games.id, "x", boss.id, broadcast=False)
    thread = ChannelHandle(world.env, world.guild, made)
    said = told(await boss.slash(world.games, "duel-admin check", channel=thread))
    assert said == f"<#{thread.id}>: I can't find or see it."


async def test_a_forum(world: World, boss: MemberActor) -> None:
    forum = world.guild.create_forum_channel("forum")
    said = told(await boss.slash(world.games, "duel-admin check", channel=forum))
    assert said == f"<#{forum.id}>: everything I need is allowed."
