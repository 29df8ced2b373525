"""Which refusal a private sentence is."""

import re
from functools import cache

from bot.text.english import English

# Of these there are several sentences.
OTHERS = {"already-over": (*English.OVER.values(), English.IS_OVER)}
FACT = re.compile(r"\\\{\w+\\\}")


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The most exact first."""
    sentences = [(code, each) for code, each in English.REFUSALS.items() if code not in OTHERS]
    sentences += English.TO_YOU.items()
    sentences += [(code, each) for code, several in OTHERS.items() for each in several]
    sentences.sort(key=lambda each: -len(FACT.sub("", re.escape(each[1]))))
    return tuple((code, _form(each)) for code, each in sentences)


def _form(sentence: str) -> re.Pattern[str]:
    return re.compile(FACT.sub(".+", re.escape(sentence)), re.DOTALL)


def refusal_in(told: str) -> str | None:
    """Its code, if it is one."""
    return next((code for code, form in _forms() if form.fullmatch(told)), None)
