"""Text that somebody would like to be more than text: a ping, a link, a heading, a line of its own.
And how to see whether it has become that."""

import re
import string

from hypothesis import strategies as st

# A text that pings everybody, a text that reverses the rest of a line, and a text that is twice as
# long in UTF-16.
EVERYBODY = "@everyone"
TURNED = "\u202eright to left\u202c"
TWICE = "".join(map(chr, range(0x1F600, 0x1F620)))
# One for each thing that text can do where it is shown, or where it is written down.
HOSTILE = (
    EVERYBODY,
    "@here",
    "<@1456074443980800100>",
    "<@!1456074443980800100>",
    "<@1>",
    "<@&1456074443980800100>",
    "<#1456074443980800100>",
    "</duel start:1456074443980800100>",
    "<:fun:1456074443980800100>",
    "<t:0:R>",
    "<id:customize>",
    "**bold** *one* __under__ _u_ ~~gone~~ ||hidden||",
    "*",
    "`code` ``two`` ```py\nblock\n```",
    "`",
    "```",
    "[Accept](https://evil.example)",
    "<https://evil.example>",
    "\n# heading\n> quote\n>>> all\n- list\n1. list\n-# small",
    "\\",
    "\\`",
    TURNED,
    "\u2066isolated\u2069\u200f\u061c",
    "ze\u200bro\u200c wi\u200ddth\u2060\ufeff\u00ad",
    "\x1b[2J\x1b[31mred\x1b]0;title\x07",
    "\r\n2026-01-01T00:00:00Z [error    ] incident\x85\u2028\u2029\x0b\x0c",
    '{"event": "ready", "level": "info"}\n{}',
    "\x00\x01\x7f\x9b",
    TWICE,
    "\U000e0061\U000e0062\U0001f3f4\U000e007f",
    "Z\u0351\u036b\u0343a\u0314\u0315l\u0334\u0356g\u0321o\u0322" * 4,
    "half of \ud83d one",
    "عربي עברית 漢字 한국어 ไทย",
    "{0} {player} {first} %s %(x)s $x",
    "'; DROP TABLE duel; --",
    "٣",
    "１２",
    "",
    " ",
    "x" * 6000,
)
texts = (
    st.sampled_from(HOSTILE)
    | st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=3).map("".join)
    | st.text(max_size=200)
)

# Between these is what somebody typed, in whatever it is shown in.
BEGIN, END = "bEgInS", "eNdS"
# A sentence may quote no more of it than one word.
_FRAMED = re.compile(rf'{BEGIN}(.*?)(?:{END}|…|"\. |\Z)', re.DOTALL)
# Discord formats these characters wherever they stand; a line break can begin anything.
_MEANT = re.compile(r"[*_~|`<\n]")
_ESCAPED = re.compile(rf"\\[{re.escape(string.punctuation)}]")
# The beginning of a line may be a heading, a quote or a list, and not each of them can be escaped.
_BEGINS = re.compile(rf"^{BEGIN}", re.MULTILINE)
# A link needs both of its halves.
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")


def framed(text: str, most: int | None = None) -> str:
    """Return the text in a frame, cut off to fit."""
    room = None if most is None else most - len(BEGIN + END)
    return f"{BEGIN}{text[:room]}{END}"


def means(shown: str) -> list[str]:
    """Find the formatting and mentions in the framed user text of a message."""
    found = _BEGINS.findall(shown)
    for part in _FRAMED.findall(shown):
        bare = _ESCAPED.sub("", part)
        found += _MEANT.findall(bare) + _LINK.findall(bare) + _MENTION.findall(part)
        found += ["\\"] * bare.count("\\")
    return found


def unseen(shown: str) -> list[str]:
    """Characters that aren't there to be seen. Behind an @ is one of ours, so that it is none."""
    return [
        each for each in shown.replace("@\u200b", "@") if not each.isprintable() and each != "\n"
    ]
