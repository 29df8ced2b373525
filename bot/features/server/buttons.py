"""The selects with which a server chooses."""

from dataclasses import replace

from bot.interactions.custom_id import (
    ServerBoardMode,
    ServerChannels,
    ServerClock,
    ServerRatedLimit,
    ServerRoles,
    number,
)
from bot.interactions.handlers import on
from bot.interactions.options import one_of
from bot.services import Context
from bot.text.english import English
from engine.durations import CLOCKS
from storage.ids import ChannelId, RoleId
from storage.match import BoardMode


@on(ServerChannels)
async def choose_channels(context: Context, _pressed: ServerChannels) -> None:
    channels = frozenset(ChannelId(number(each)) for each in context.values)
    await context.services.server_settings.change(
        context, lambda rules: replace(rules, channels=channels)
    )


@on(ServerClock)
async def choose_clock(context: Context, _pressed: ServerClock) -> None:
    clock = one_of(CLOCKS, context.chosen)
    await context.services.server_settings.change(
        context, lambda rules: replace(rules, clock=clock)
    )


@on(ServerRatedLimit)
async def choose_rated_limit(context: Context, _pressed: ServerRatedLimit) -> None:
    limit = one_of({each: int(each) for each in English.RATED_A_DAY}, context.chosen)
    await context.services.server_settings.change(
        context, lambda rules: replace(rules, rated_a_day=limit)
    )


@on(ServerBoardMode)
async def choose_board_mode(context: Context, _pressed: ServerBoardMode) -> None:
    mode = one_of({each.value: each for each in BoardMode}, context.chosen)
    await context.services.server_settings.change(
        context, lambda rules: replace(rules, board_mode=mode)
    )


@on(ServerRoles)
async def choose_roles(context: Context, _pressed: ServerRoles) -> None:
    roles = frozenset(RoleId(number(each)) for each in context.values)
    await context.services.server_settings.change(
        context, lambda rules: replace(rules, roles=roles)
    )
