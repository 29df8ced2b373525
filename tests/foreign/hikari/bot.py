# /// script
# requires-python = ">=3.11"
# dependencies = ["hikari==2.7.0"]
#
# [tool.uv]
# exclude-newer = "2026-11-15T00:00:00Z"
# ///
"""The guest bot of test_guest_bots.py, written with hikari as its guides say."""

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import hikari
from hikari.impl import AutocompleteChoiceBuilder, MessageActionRowBuilder, ModalActionRowBuilder

FRUIT = ["apple", "apricot", "banana"]
NAMES = [
    ("text", hikari.OptionType.STRING),
    ("whole", hikari.OptionType.INTEGER),
    ("number", hikari.OptionType.FLOAT),
    ("yes", hikari.OptionType.BOOLEAN),
    ("user", hikari.OptionType.USER),
    ("channel", hikari.OptionType.CHANNEL),
    ("role", hikari.OptionType.ROLE),
    ("mentionable", hikari.OptionType.MENTIONABLE),
]
MORE: Mapping[str, Mapping[str, Any]] = {
    "text": {"is_required": True, "autocomplete": True},
    "whole": {
        "choices": [
            hikari.CommandChoice(name="one", value=1),
            hikari.CommandChoice(name="two", value=2),
        ]
    },
    "number": {"min_value": 0.0, "max_value": 10.0},
}

bot = hikari.GatewayBot(
    token=os.environ["DISCORD_TOKEN"],
    intents=hikari.Intents.GUILDS
    | hikari.Intents.GUILD_MEMBERS
    | hikari.Intents.GUILD_MESSAGES
    | hikari.Intents.MESSAGE_CONTENT,
    rest_url=f"{os.environ['DISCORD_API']}/v10",
    banner=None,
)


def subcommand(name: str, *options: hikari.CommandOption) -> hikari.CommandOption:
    return hikari.CommandOption(
        type=hikari.OptionType.SUB_COMMAND,
        name=name,
        description=f"Shows {name}",
        options=list(options),
    )


@bot.listen()
async def register(_: hikari.StartedEvent) -> None:
    application = await bot.rest.fetch_application()
    options = [
        hikari.CommandOption(type=kind, name=name, description=f"A {name}", **MORE.get(name, {}))
        for name, kind in NAMES
    ]
    who = hikari.CommandOption(
        type=hikari.OptionType.USER, name="user", description="Somebody", is_required=True
    )
    guest = (
        bot.rest.slash_command_builder("guest", "Shows what a bot can do")
        .add_option(subcommand("options", *options))
        .add_option(subcommand("panel"))
        .add_option(subcommand("form"))
        .add_option(subcommand("slow"))
        .add_option(subcommand("secret"))
        .add_option(subcommand("file"))
        .add_option(subcommand("who", who))
    )
    await bot.rest.set_application_commands(application.id, [guest])


def panel(count: int) -> dict[str, Any]:
    menu = MessageActionRowBuilder().add_text_menu("fruit", placeholder="Choose a fruit")
    for each in FRUIT:
        menu.add_option(each, each)
    buttons = (
        MessageActionRowBuilder()
        .add_interactive_button(hikari.ButtonStyle.PRIMARY, f"count:{count}", label="Count")
        .add_interactive_button(hikari.ButtonStyle.SECONDARY, "form", label="Form")
    )
    return {
        "embed": hikari.Embed(title="Panel", description=f"Count: {count}"),
        "components": [buttons, menu.parent],
    }


Opener = hikari.CommandInteraction | hikari.ComponentInteraction


async def open_form(interaction: Opener) -> None:
    fields = [
        ModalActionRowBuilder().add_text_input("subject", "Subject"),
        ModalActionRowBuilder().add_text_input(
            "words", "Words", style=hikari.TextInputStyle.PARAGRAPH, required=False
        ),
    ]
    await interaction.create_modal_response("Feedback", "feedback", components=fields)


Given = Mapping[str, Any]


async def say_options(interaction: hikari.CommandInteraction, given: Given) -> None:
    told = []
    for name, kind in NAMES:
        if name in given:
            told.append(f"{name}={as_told(interaction.resolved, kind, given[name])}")
    await interaction.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, " ".join(told))


def as_told(found: hikari.ResolvedOptionData, kind: hikari.OptionType, value: Any) -> str:
    if kind is hikari.OptionType.BOOLEAN:
        return "true" if value else "false"
    if kind is hikari.OptionType.CHANNEL:
        return found.channels[value].name
    if kind in (hikari.OptionType.USER, hikari.OptionType.MENTIONABLE) and value in found.members:
        return found.members[value].display_name
    if kind in (hikari.OptionType.ROLE, hikari.OptionType.MENTIONABLE):
        return found.roles[value].name
    return str(value)


async def show_panel(interaction: hikari.CommandInteraction, _: Given) -> None:
    await interaction.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, **panel(0))


async def show_form(interaction: hikari.CommandInteraction, _: Given) -> None:
    await open_form(interaction)


async def take_time(interaction: hikari.CommandInteraction, _: Given) -> None:
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
    await interaction.edit_initial_response("Done")
    more = await interaction.execute("More")
    await interaction.edit_message(more, "Much more")
    gone = await interaction.execute("Soon gone")
    await interaction.delete_message(gone)


async def tell_secret(interaction: hikari.CommandInteraction, _: Given) -> None:
    await interaction.create_initial_response(
        hikari.ResponseType.DEFERRED_MESSAGE_CREATE, flags=hikari.MessageFlag.EPHEMERAL
    )
    await interaction.edit_initial_response("Only you see this")


async def send_file(interaction: hikari.CommandInteraction, _: Given) -> None:
    await interaction.create_initial_response(
        hikari.ResponseType.MESSAGE_CREATE,
        "Here you are",
        attachment=hikari.Bytes("Hello", "note.txt"),
    )


async def say_who(interaction: hikari.CommandInteraction, given: Given) -> None:
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
    guild = await bot.rest.fetch_guild(interaction.guild_id)
    member = await bot.rest.fetch_member(guild, given["user"])
    channel = await bot.rest.fetch_channel(interaction.channel_id)
    user = await bot.rest.fetch_user(given["user"])
    await interaction.edit_initial_response(
        f"member={member.display_name} user={user.username} "
        f"channel={channel.name} guild={guild.name}"
    )


SUBCOMMANDS: Mapping[str, Callable[[hikari.CommandInteraction, Given], Awaitable[None]]] = {
    "options": say_options,
    "panel": show_panel,
    "form": show_form,
    "slow": take_time,
    "secret": tell_secret,
    "file": send_file,
    "who": say_who,
}


@bot.listen()
async def on_command(event: hikari.CommandInteractionCreateEvent) -> None:
    (chosen,) = event.interaction.options
    given = {each.name: each.value for each in chosen.options or ()}
    await SUBCOMMANDS[chosen.name](event.interaction, given)


@bot.listen()
async def on_autocomplete(event: hikari.AutocompleteInteractionCreateEvent) -> None:
    (chosen,) = event.interaction.options
    (typed,) = (each.value for each in chosen.options if each.is_focused)
    await event.interaction.create_response(
        [AutocompleteChoiceBuilder(each, each) for each in FRUIT if each.startswith(typed)]
    )


@bot.listen()
async def on_component(event: hikari.ComponentInteractionCreateEvent) -> None:
    interaction = event.interaction
    if interaction.custom_id == "fruit":
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_CREATE,
            f"You chose {interaction.values[0]}",
            flags=hikari.MessageFlag.EPHEMERAL,
        )
    elif interaction.custom_id == "form":
        await open_form(interaction)
    else:
        count = int(interaction.custom_id.removeprefix("count:"))
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_UPDATE, **panel(count + 1)
        )


@bot.listen()
async def on_form(event: hikari.ModalInteractionCreateEvent) -> None:
    fields = (each for row in event.interaction.components for each in row.components)
    written = {each.custom_id: each.value for each in fields}
    await event.interaction.create_initial_response(
        hikari.ResponseType.MESSAGE_CREATE, f"{written['subject']}: {written['words']}"
    )


@bot.listen()
async def on_message(event: hikari.GuildMessageCreateEvent) -> None:
    if event.is_bot:
        return
    if event.content == "!ping":
        await event.message.respond("Pong", reply=True)
    elif event.content == "!tidy":
        await bot.rest.trigger_typing(event.channel_id)
        await event.message.add_reaction("👍")
        first = await bot.rest.create_message(event.channel_id, "First")
        await first.edit("Second")
        third = await bot.rest.create_message(event.channel_id, "Third")
        await third.delete()
    elif event.content == "!dm":
        await event.author.send(f"Hello, {event.author.display_name}")


bot.run()
