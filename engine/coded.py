"""Exceptions that carry a code and facts. Sentences are made where the reader is known."""

import re
from dataclasses import fields
from functools import partial
from typing import Any, ClassVar


class Coded(Exception):
    """`code` names the reason; the fields are what a sentence about it needs."""

    code: ClassVar[str] = "coded"

    def __init_subclass__(cls) -> None:
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def facts(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"{self.code}: {self.facts()}"

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is copied and pickled without its keyword arguments.
        return partial(type(self), **self.facts()), ()
