"""`/duel settings`: what a player chooses."""

from dataclasses import replace

from discord import app_commands

from bot.duels.service import words_of
from bot.features.settings.view import settings as settings_page
from bot.interactions.asking import Ask, guild_of
from bot.interactions.dispatch import privately
from bot.interactions.options import one_of
from bot.text.english import English
from engine.ids import PlayerId
from storage.people import Challenges, Pings

PINGS = {each.value: each for each in Pings}
CHALLENGES = {each.value: each for each in Challenges}


@app_commands.command(name="settings", description="When I may ping you, and who may challenge you")
@app_commands.describe(
    pings="When I ping you that it's your move", challenges="Whose challenges you take"
)
@app_commands.choices(
    pings=[app_commands.Choice(name=English.PINGS[each], value=each.value) for each in Pings],
    challenges=[
        app_commands.Choice(name=English.CHALLENGES[each], value=each.value) for each in Challenges
    ],
)
async def settings(ask: Ask, pings: str | None = None, challenges: str | None = None) -> None:
    guild, player, bell = guild_of(ask), PlayerId(ask.user.id), ask.client.bell
    async with ask.client.choosing:
        before = await bell.preferences(guild, player)
        chosen = replace(
            before,
            pings=one_of(PINGS, pings) if pings else before.pings,
            challenges=one_of(CHALLENGES, challenges) if challenges else before.challenges,
        )
        if chosen != before:
            await bell.prefer(guild, player, chosen)
    await privately(ask, settings_page(chosen, words_of(ask)))
