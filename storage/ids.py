"""Discord's IDs, and the numbers of duels and puzzles in their servers."""

from typing import NewType

from engine.ids import PlayerId

GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
RoleId = NewType("RoleId", int)
MessageId = NewType("MessageId", int)
InteractionId = NewType("InteractionId", int)
DuelId = NewType("DuelId", int)
PuzzleId = NewType("PuzzleId", int)

# Discord's IDs won't be so large before the year 2049.
DIRECT = 1 << 62


def direct_messages(player: PlayerId) -> GuildId:
    """The direct messages between a player and the bot, kept like a server of the player's own."""
    return GuildId(player | DIRECT)


def are_direct_messages(guild: GuildId) -> bool:
    return guild >= DIRECT
