"""Who moderates."""

from bot.interactions.dispatch import Asked
from bot.interactions.refusals import OnlyModerators


def require_moderator(ask: Asked) -> None:
    """Discord shows these commands to nobody else, but a press of a button can be made up."""
    if not ask.permissions.manage_guild:
        raise OnlyModerators
