"""Texts that are found by a code or a key."""

from collections.abc import Mapping

ByCode = Mapping[str, str]
