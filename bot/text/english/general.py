"""Words that every other text may need."""

from collections.abc import Mapping
from typing import ClassVar


class General:
    OR = "or"
    AND = "and"
    # The end of a text that was cut, and of a list.
    MORE = "…"
    MORE_ITEMS = "and {count} more"
    NONE = "none"
    EVEN_OR_ODD = ("even", "odd")
    # Spans of time, by their unit: one of it, and several.
    DURATIONS: ClassVar[Mapping[str, tuple[str, str]]] = {
        "day": ("{count} day", "{count} days"),
        "hour": ("{count} hour", "{count} hours"),
        "minute": ("{count} minute", "{count} minutes"),
        "second": ("{count} second", "{count} seconds"),
    }
