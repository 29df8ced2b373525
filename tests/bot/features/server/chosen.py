"""What a server has chosen, and commands that moderators alone may use."""

from typing import Any

from storage.ids import GuildId
from storage.match import BoardMode
from storage.people import HouseRules
from tests.bot.simcord.world import World
from tests.bot.text.says import says

# The selects of the panel.
CHANNELS, CLOCK, BOARDS, ROLES, RATED = "d1:hc", "d1:hk", "d1:hb", "d1:hr", "d1:hn"
# What a server has chosen when a test begins.
AT_FIRST_CHOSEN = HouseRules(board_mode=BoardMode.EVERY)
ONLY_MODERATORS = says("only-moderators")


async def house(world: World) -> HouseRules:
    return await world.store.house_rules(GuildId(world.guild.id))


def command(name: str, **options: tuple[int, Any]) -> dict[str, Any]:
    """Return a command as Discord sends it if a server permits it to others, or a client makes it
    up."""
    inner = [{"name": key, "type": kind, "value": it} for key, (kind, it) in options.items()]
    leaf = {"name": name, "type": 1, "options": inner}
    return {"id": "1", "name": "duel-admin", "type": 1, "options": [leaf]}
