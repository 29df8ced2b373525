"""`/duel start`, what becomes of a challenge, and a challenge by a click on somebody's name."""

import discord
from discord import app_commands

from bot.duels.find import optional_number
from bot.duels.variants import agreed_game, practised_game
from bot.features.challenge.view import pick_game
from bot.interactions.command_texts import choices, described, game_choices, options_of
from bot.interactions.handlers import FOR_SERVERS, IN_SERVERS, with_context
from bot.interactions.options import (
    LEVELS,
    challenges_by_me,
    challenges_to_me,
    chosen_options,
    game_options,
    game_variants,
    one_of,
)
from bot.interactions.permissions import Person
from bot.interactions.refusals import OnlyWithTheBot
from bot.services import Context
from engine.duel import LEGS, First, Terms
from engine.durations import CLOCKS, DEFAULT_CLOCK
from engine.fairness import Unrated
from engine.ids import PlayerId
from engine.opponents.levels import Level
from storage.people import HouseRules

FIRST = {"me": First.CHALLENGER, "them": First.OPPONENT, "random": First.DRAWN}


@app_commands.command(name="start", description=described("duel start"))
@options_of("duel start")
@app_commands.choices(
    game=game_choices(),
    first=choices("FIRST", FIRST),
    clock=choices("CLOCKS", CLOCKS),
    level=choices("LEVELS", LEVELS),
)
@app_commands.choices(legs=choices("LEGS_CHOICES", LEGS))
@app_commands.autocomplete(variant=game_variants, options=game_options)
@with_context
async def start(  # noqa: PLR0913, PLR0917
    context: Context,
    game: str,
    opponent: Person,
    variant: app_commands.Range[str, 1, 100] | None = None,
    size: app_commands.Range[int, 1, 999_999] | None = None,
    options: app_commands.Range[str, 1, 100] | None = None,
    first: str = "random",
    clock: str | None = None,
    rated: bool = True,  # noqa: FBT001, FBT002  (Discord's options are arguments)
    legs: int = 1,
    level: str | None = None,
    private: bool = False,  # noqa: FBT001, FBT002
) -> None:
    is_practice = opponent.id == context.services.members.bot
    chosen_game = practised_game if is_practice else agreed_game

    def agreed(rules: HouseRules) -> Terms:
        return Terms(
            context.player,
            PlayerId(opponent.id),
            chosen_game(game, variant, chosen_options(game, size, options), rules),
            one_of(FIRST, first),
            one_of(CLOCKS, clock) if clock else rules.clock or DEFAULT_CLOCK,
            None if rated else Unrated.CASUAL,
            legs,
        )

    if is_practice:
        practice, chosen = context.services.practice, one_of(LEVELS, level or Level.CASUAL)
        rules = await context.services.challenges.house_rules(context)
        await practice.begin(context, agreed(rules), chosen, private=private)
        return
    if level or private:
        raise OnlyWithTheBot("level" if level else "private")
    await context.services.challenges.challenge(context, opponent, agreed)


@app_commands.command(name="accept", description=described("duel accept"))
@options_of("duel accept")
@app_commands.autocomplete(duel=challenges_to_me)
@with_context
async def accept(context: Context, duel: str | None = None) -> None:
    await context.services.challenges.accept(context, optional_number(duel))


@app_commands.command(name="decline", description=described("duel decline"))
@options_of("duel decline")
@app_commands.autocomplete(duel=challenges_to_me)
@with_context
async def decline(context: Context, duel: str | None = None) -> None:
    await context.services.challenges.decline(context, optional_number(duel))


@app_commands.command(name="cancel", description=described("duel cancel"))
@options_of("duel cancel")
@app_commands.autocomplete(duel=challenges_by_me)
@with_context
async def cancel(context: Context, duel: str | None = None) -> None:
    await context.services.challenges.cancel(context, optional_number(duel))


@with_context
async def challenge_member(context: Context, member: Person) -> None:
    challenges, is_bot = context.services.challenges, member.id == context.services.members.bot
    if is_bot:
        rules = await challenges.house_rules(context)
    else:
        rules = await challenges.require_allowed(context, member)
    page = pick_game(PlayerId(member.id), rules, context.words, is_bot=is_bot)
    await context.respond.private(page)


challenge_menu = app_commands.ContextMenu(
    name="Challenge to a duel",
    callback=challenge_member,
    type=discord.AppCommandType.user,
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)
