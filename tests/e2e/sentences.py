"""Sentences of the catalogue as patterns, by which tests find them in messages."""

import re
from collections.abc import Iterable

from bot.text.english import English

FIELD = re.compile(r"\\\{(\w+)\\\}")
# Forms of the fields that don't hold just any text.
PERSON, NUMBER = r"@(?P<{0}>\w+)", r"(?P<{0}>\d+)"
FORMS = {
    **dict.fromkeys(("player", "opponent", "challenger", "winner", "loser", "one"), PERSON),
    **dict.fromkeys(("number", "move", "nth", "count", "place", "rating", "deviation"), NUMBER),
    **dict.fromkeys(("first", "peak", "least"), NUMBER),
    "record": r"(?P<{0}>[\d–]+)",
    "clock": r"(?P<{0}>\d+ \w+)",
    "change": r"(?P<{0}>[+−±]\d+)",
}


def pattern(template: str, *wanted: str) -> str:
    """A template as a regular expression. The fields that are wanted are named groups."""

    def field(found: re.Match[str]) -> str:
        form = FORMS.get(found[1], "(?P<{0}>.*?)").format(found[1])
        return form if found[1] in wanted else form.replace(f"?P<{found[1]}>", "?:")

    return FIELD.sub(field, re.escape(template.replace("\\.", ".")))


def compiled(template: str, *wanted: str) -> re.Pattern[str]:
    return re.compile(pattern(template, *wanted), re.DOTALL)


def small(template: str) -> str:
    return English.SMALL.format(line=template)


def is_refusal(text: str) -> bool:
    """Return whether a private answer is a refusal."""
    return any(form.fullmatch(text) for form in REFUSALS)


def _forms(sentences: Iterable[str]) -> list[re.Pattern[str]]:
    # A sentence that is nothing but a field would be any text.
    return [
        re.compile(FIELD.sub(".+", re.escape(each)), re.DOTALL)
        for each in sentences
        if FIELD.sub("", re.escape(each))
    ]


NOT_YOUR_TURN = English.REFUSALS["not-your-turn"]
REFUSALS = _forms(
    (
        *English.REFUSALS.values(),
        *English.TO_YOU.values(),
        *English.DIRECTLY.values(),
        *English.OVER.values(),
        English.IS_OVER,
        *(f"{NOT_YOUR_TURN} {each}" for each in English.TURN_PINGS.values()),
    )
)
