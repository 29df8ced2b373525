"""Discord's gateway intents: what a bot wants to hear of."""

from enum import IntFlag

from deploy.sandbox.guild.guild import Kind, Place


class Intent(IntFlag):
    """Discord's bits, under its names."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_EXPRESSIONS = 1 << 3
    GUILD_INTEGRATIONS = 1 << 4
    GUILD_WEBHOOKS = 1 << 5
    GUILD_INVITES = 1 << 6
    GUILD_VOICE_STATES = 1 << 7
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16
    AUTO_MODERATION_CONFIGURATION = 1 << 20
    AUTO_MODERATION_EXECUTION = 1 << 21
    GUILD_MESSAGE_POLLS = 1 << 24
    DIRECT_MESSAGE_POLLS = 1 << 25


NONE = Intent(0)
# A bot gets these only if its owner has switched them on.
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
IN_DIRECT_MESSAGES = {
    Intent.GUILD_MESSAGES: Intent.DIRECT_MESSAGES,
    Intent.GUILD_MESSAGE_REACTIONS: Intent.DIRECT_MESSAGE_REACTIONS,
    Intent.GUILD_MESSAGE_TYPING: Intent.DIRECT_MESSAGE_TYPING,
    Intent.GUILD_MESSAGE_POLLS: Intent.DIRECT_MESSAGE_POLLS,
}


def heard_in(place: Place, intent: Intent) -> Intent:
    """Returns the intent that an event takes in this place, which is another one in direct
    messages."""
    return IN_DIRECT_MESSAGES[intent] if place.kind is Kind.DIRECT else intent
