"""The ids in a request's path, which Discord checks like the fields of a form."""

from collections.abc import Iterator, Mapping

from deploy.sandbox.forms.fields import is_snowflake, not_a_snowflake, refuse
from deploy.sandbox.forms.form_errors import Mistake

# The parts of paths that are no ids, and the words that stand for one.
OTHERS = ("emoji", "token")
WORDS = ("@me", "@original", "search")


def path_ids(path: Mapping[str, str]) -> None:
    refuse(_wrong_with(path))


def _wrong_with(path: Mapping[str, str]) -> Iterator[Mistake]:
    for key, value in path.items():
        if key not in OTHERS and value not in WORDS and not is_snowflake(value):
            # The path of a webhook's message has its token too.
            name = "webhook" if key == "application" and "token" in path else key
            yield Mistake((f"{name}_id",), *not_a_snowflake(value))
