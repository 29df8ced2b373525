"""Endpoints of Discord's REST API, version 10, that the sandbox has. All others are not found."""

from deploy.sandbox.endpoints import channels, commands, guilds, interactions, messages, start

ENDPOINTS = (
    *start.ENDPOINTS,
    *commands.ENDPOINTS,
    *guilds.ENDPOINTS,
    *channels.ENDPOINTS,
    *messages.ENDPOINTS,
    *interactions.ENDPOINTS,
)
