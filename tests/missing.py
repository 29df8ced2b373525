"""What a test can't do without, and this machine doesn't have."""

import os
import shutil
from typing import NoReturn

import pytest


def missing(why: str) -> NoReturn:
    """Skips a test, and says why. In CI it fails instead."""
    if "CI" in os.environ:
        pytest.fail(why)
    pytest.skip(why)


def program(name: str, why: str) -> str:
    """Finds a program that a test runs."""
    return shutil.which(name) or missing(why)
