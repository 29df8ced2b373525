"""Endpoints of Discord's REST API, version 10, that the sandbox has. All others are not found."""

from deploy.sandbox.endpoints import (
    channel_changes,
    channels,
    commands,
    guilds,
    history,
    interactions,
    members,
    messages,
    moderation,
    pins,
    reactions,
    start,
    threads,
    users,
)

ENDPOINTS = (
    *start.ENDPOINTS,
    *users.ENDPOINTS,
    *commands.ENDPOINTS,
    *guilds.ENDPOINTS,
    *members.ENDPOINTS,
    *moderation.ENDPOINTS,
    *channels.ENDPOINTS,
    *channel_changes.ENDPOINTS,
    *threads.ENDPOINTS,
    *history.ENDPOINTS,
    *pins.ENDPOINTS,
    *messages.ENDPOINTS,
    *reactions.ENDPOINTS,
    *interactions.ENDPOINTS,
)
