"""What a bot has counted, as whoever watches over it reads it."""

import re

_SAMPLE = re.compile(r"^(?P<name>[a-z_]+(?:\{[^}]*\})?) (?P<value>\S+)$", re.MULTILINE)


def samples(exposed: str) -> dict[str, float]:
    """Every value by its name and labels, as in `duelhost_moves_total{game="split"}`."""
    return {each["name"]: float(each["value"]) for each in _SAMPLE.finditer(exposed)}
