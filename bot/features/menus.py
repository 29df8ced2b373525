"""What can be done with somebody by a click on their name."""

import discord
from discord import app_commands

from bot.duels.service import words_of
from bot.features.settings.view import pick_game
from bot.interactions.asking import FOR_SERVERS, IN_SERVERS, Ask, guild_of
from bot.interactions.dispatch import privately
from bot.interactions.options import Member
from bot.interactions.permissions import admit
from engine.ids import PlayerId
from engine.refusal import CantDuelYourself


async def challenge_menu(ask: Ask, member: Member) -> None:
    house = await ask.client.store.house_rules(guild_of(ask))
    words, opponent = words_of(ask), PlayerId(member.id)
    await admit(ask, house, member, words)
    if opponent == ask.user.id:
        raise CantDuelYourself(opponent)
    await privately(ask, pick_game(opponent, words))


async def profile_menu(ask: Ask, member: Member) -> None:
    words = words_of(ask)
    player, reader = PlayerId(member.id), PlayerId(ask.user.id)
    shown = await ask.client.lookup.profile(guild_of(ask), player, reader, 0, words)
    await privately(ask, shown)


challenge = app_commands.ContextMenu(
    name="Challenge to a duel",
    callback=challenge_menu,
    type=discord.AppCommandType.user,
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)
profile = app_commands.ContextMenu(
    name="Duel profile",
    callback=profile_menu,
    type=discord.AppCommandType.user,
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)
