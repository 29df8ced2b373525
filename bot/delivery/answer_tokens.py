"""The tokens with which answers can be changed and deleted for a while. Such requests don't count
among the fifty that Discord takes of a bot in a second."""

import time
from collections import OrderedDict
from collections.abc import Callable

from bot.json_codec import Json
from storage.ids import MessageId

# In seconds: Discord's fifteen minutes, and a margin for requests on their way.
VALID = 14 * 60.0
# How many tokens are remembered. It is a cache: the bot may change its messages without them.
REMEMBERED = 2_000


class AnswerTokens:
    def __init__(self, watch: Callable[[], float] = time.monotonic) -> None:
        # In seconds, and never set back.
        self._watch = watch
        self._tokens: OrderedDict[MessageId, tuple[Json, float]] = OrderedDict()

    def remember(self, message: MessageId, interaction: Json) -> None:
        """Remember that a message is the answer to an interaction."""
        token = {key: interaction[key] for key in ("application_id", "token")}
        self._tokens[message] = token, self._watch() + VALID
        if len(self._tokens) > REMEMBERED:
            self._tokens.popitem(last=False)

    def take(self, message: MessageId) -> Json | None:
        """Return what of its interaction changes a message, if that is still valid. Most messages
        are changed once, so it is forgotten."""
        token, until = self._tokens.pop(message, (None, 0.0))
        return token if self._watch() < until else None
