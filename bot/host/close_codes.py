"""What Discord means by closing a connection for good."""

from bot.host.login import Gateway, refused
from bot.host.misconfigured import Misconfigured
from bot.host.settings import Settings
from bot.text import terminal

UNKNOWN_TOKEN = 4004
# No shard, or one of a count that doesn't fit; shards are needed, or more of them.
COUNTS = (4010, 4011)
UNKNOWN_VERSION = 4012
INTENTS = (4013, 4014)


class CountRefused(Exception):
    """Discord refuses to divide the bot into this number of shards."""

    def __init__(self, code: int, count: int) -> None:
        super().__init__(code, count)
        self.code = code
        self.count = count

    def facts(self) -> dict[str, int]:
        """For the log."""
        return {"close_code": self.code, "shards": self.count}


def reason_for(code: int, count: int, settings: Settings) -> Exception:
    """Say why Discord has closed the connection of a shard, and what the host can do."""
    if code == UNKNOWN_TOKEN:
        return refused(settings)
    if code in COUNTS:
        return CountRefused(code, count)
    if code in INTENTS:
        return Misconfigured(terminal.SETTINGS["intents-refused"].format(code=code))
    if code == UNKNOWN_VERSION:
        return Misconfigured(terminal.SETTINGS["gateway-version-refused"].format(code=code))
    return ConnectionError(f"Discord has closed the connection with {code}")


def needed_count(gateway: Gateway, settings: Settings, refused: CountRefused | None) -> int:
    """Return the number of shards: as it is set, or else as Discord recommends. The host has to
    change a number that Discord has just refused."""
    count = settings.shards or gateway.shards
    if refused is None or count != refused.count:
        return count
    if count != gateway.shards:
        told = terminal.SETTINGS["shards-refused"]
        raise Misconfigured(told.format(code=refused.code, count=count, recommended=gateway.shards))
    told = terminal.SETTINGS["recommended-shards-refused"]
    raise Misconfigured(told.format(code=refused.code, count=count, more=2 * count))
