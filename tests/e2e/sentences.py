"""Sentences of the catalogue as patterns, by which tests find them in messages."""

import re
from collections.abc import Iterable

from bot.text.english import English

PEOPLE = ("player", "opponent", "challenger", "winner", "loser", "one", "other")
NUMBERS = ("number", "move", "nth", "count", "size")
FIELD = re.compile(r"\\\{(\w+)\\\}")


def pattern(template: str, *wanted: str, small: bool = False) -> str:
    """A template as a regular expression; the fields that are wanted become named groups."""

    def field(found: re.Match[str]) -> str:
        name = found[1]
        form = r"\w+" if name in PEOPLE else r"\d+" if name in NUMBERS else ".*?"
        at = "@" if name in PEOPLE else ""
        return f"{at}(?P<{name}>{form})" if name in wanted else f"{at}(?:{form})"

    line = English.SMALL.format(line=template) if small else template
    return FIELD.sub(field, re.escape(line.replace("\\.", ".")))


def compiled(template: str, *wanted: str, small: bool = False) -> re.Pattern[str]:
    return re.compile(pattern(template, *wanted, small=small), re.DOTALL)


def is_refusal(text: str) -> bool:
    """Whether a private answer says why something isn't possible."""
    return any(form.fullmatch(text) for form in REFUSALS)


def _forms(sentences: Iterable[str]) -> list[re.Pattern[str]]:
    # A sentence that is nothing but a field would be any text.
    return [
        re.compile(FIELD.sub(".+", re.escape(each)), re.DOTALL)
        for each in sentences
        if FIELD.sub("", re.escape(each))
    ]


REFUSALS = _forms(
    (*English.REFUSALS.values(), *English.TO_YOU.values(), *English.OVER.values(), English.IS_OVER)
)
