"""Names of commands and options, in every language."""

import unicodedata
from collections.abc import Iterator
from typing import Annotated

from deploy.sandbox.forms.choices import Locale, Localized, longest
from deploy.sandbox.forms.fields import Form, length
from deploy.sandbox.forms.form_errors import Mistake

Name = Annotated[str, length(1, 32)]
Names = dict[Locale, Name]

# Signs in Unicode's blocks of Devanagari and Thai that are of no script, or of several.
SHARED = frozenset("\u0951\u0952\u0953\u0954\u0964\u0965\u0e3f")


class Named(Form):
    name: Name
    name_localizations: Names | None = None
    description: Annotated[str, length(1, 100)]
    description_localizations: Localized | None = None

    def mistakes(self) -> Iterator[Mistake]:
        if not typeable(self.name):
            yield Mistake(("name",), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        for locale, name in (self.name_localizations or {}).items():
            if not typeable(name):
                where = ("name_localizations", locale)
                says = "Command name is invalid"
                yield Mistake(where, "APPLICATION_COMMAND_INVALID_NAME", says)

    def size(self) -> int:
        """In characters, as far as Discord counts them."""
        named = longest(self.name, self.name_localizations)
        return named + longest(self.description, self.description_localizations)


def typeable(name: str) -> bool:
    r"""Whether it is ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$, and in lower case as far as its
    letters have one."""
    return all(map(_may_stand_in_a_name, name)) and name == name.lower()


def _may_stand_in_a_name(sign: str) -> bool:
    if sign in "-_'" or unicodedata.category(sign)[0] in "LN":
        return True
    script = unicodedata.name(sign, "").partition(" ")[0]
    return script in ("DEVANAGARI", "THAI") and sign not in SHARED
