"""The text form of a record: `version/game/options/moves`, as in `1/divisor/size=20/6-3-9` or
`1/divisor/size=20,gone=5.10,opening=7.14/1`."""

import re

VERSION = "1"
# Five numbers of 100, split into ones and twos.
MOST_MOVES = 490
# The text may come from anybody: lengths are bounded, and there is only one way for each part to
# match.
VERSIONED = re.compile(r"([0-9]{1,4})/")
_OPTION = r"[a-z]{1,20}=[0-9a-z]{1,20}(?:\.[0-9]{1,3}){0,99}"
_MOVE = r"\*?[0-9a-z]{1,6}|[0-9]{1,3}:[0-9]{1,2}"
FORM = re.compile(
    rf"{VERSION}"
    r"/(?P<game>[a-z]{1,20})"
    rf"/(?P<options>(?:{_OPTION}(?:,{_OPTION}){{0,7}})?)"
    rf"/(?P<moves>(?:(?:{_MOVE})(?:-(?:{_MOVE})){{0,{MOST_MOVES - 1}}})?)"
)
MOVE = re.compile(_MOVE)
