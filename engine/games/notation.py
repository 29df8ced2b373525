"""The text form of a record: `version/game/options/moves`, as in `1/divisor/size=20/6-3-9`."""

import re

VERSION = "1"
MOST_MOVES = 200
# The text may come from anybody: lengths are bounded, and there is only one way for each part to
# match.
VERSIONED = re.compile(r"([0-9]{1,4})/")
_OPTION = r"[a-z]{1,20}=[0-9a-z]{1,20}"
_MOVE = r"[0-9a-z]{1,6}"
FORM = re.compile(
    rf"{VERSION}"
    r"/(?P<game>[a-z]{1,20})"
    rf"/(?P<options>(?:{_OPTION}(?:,{_OPTION}){{0,7}})?)"
    rf"/(?P<moves>(?:{_MOVE}(?:-{_MOVE}){{0,{MOST_MOVES - 1}}})?)"
)
MOVE = re.compile(_MOVE)
