"""What a bot has asked for in vain because this is the sandbox and not Discord, for its author."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deploy.sandbox.api_errors import LONGEST, ApiError
from deploy.sandbox.forms.form_errors import UNSUPPORTED

# IDs, and the tokens of interactions.
NAMELESS = re.compile(r"(?<=/)(\d{15,20}|[\w.-]{40,})(?=/|$)")
# A bot can't make more sentences than this of what it sends.
MOST = 50


class Shortcomings:
    """Sentences, each of them said once."""

    def __init__(self) -> None:
        self.known: list[str] = []
        self.found: Callable[[str], None] = lambda _: None

    def has_no(self, method: str, path: str) -> None:
        self._say(f"The bot asked for {_named(method, path)}, which the sandbox doesn't have.")

    def refused(self, method: str, path: str, why: ApiError) -> None:
        """Says which fields were refused only because the sandbox can't do what they ask for."""
        for field, says in _unsupported(why.errors or {}):
            self._say(f"The bot sent {field} with {_named(method, path)}. {says}")

    def wrong_token(self) -> None:
        self._say(
            "The bot sent a token that isn't the sandbox's. It should take the one that is in"
            " DISCORD_TOKEN."
        )

    def _say(self, sentence: str) -> None:
        if sentence not in self.known and len(self.known) < MOST:
            self.known.append(sentence)
            self.found(sentence)


def _named(method: str, path: str) -> str:
    return f"{method} {NAMELESS.sub('…', path)[:LONGEST]}"


def _unsupported(errors: Mapping[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    for key, each in errors.items():
        if key == "_errors":
            yield from ((at, one["message"]) for one in each if one["code"] == UNSUPPORTED)
        else:
            yield from _unsupported(each, f"{at}.{key}" if at else key)
