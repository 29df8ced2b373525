"""Collect the errors that libraries log: discord.py reports an exception in a command only to its
log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())

    @classmethod
    @contextmanager
    def noted(cls) -> Iterator["Errors"]:
        errors = cls()
        logging.getLogger().addHandler(errors)
        try:
            yield errors
        finally:
            logging.getLogger().removeHandler(errors)
