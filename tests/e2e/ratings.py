"""What people read of ratings, in words and on cards: under a duel that has ended, on the
leaderboard and in a profile."""

import re
from dataclasses import dataclass
from typing import Any

from tests.e2e.message import Message

Picture = dict[str, Any]
# Somebody's rating after a duel, and what the duel did to it.
Change = tuple[int, str]

LINE = re.compile(
    r"^(?P<place>\d+)\. @(?P<who>.+?) (?:\*\*(?P<settled>\d+)\*\*|(?P<unsure>\d+)\?)"
    r" · (?P<record>[\d–]+)$",
    re.MULTILINE,
)
ON_CARD = re.compile(
    r"(?P<place>\d+): (?P<who>[^,]+?)(?P<yours> \(marked\))?, "
    r"rating (?:(?P<unsure>\d+) \(provisional\)|(?P<settled>\d+)), "
    r"(?P<record>[\d–]+), last (?P<form>[WLT ]+)\."
)
CHANGE = re.compile(r"@(?P<who>[^@]+?) \*\*(?P<rating>\d+)\*\* \((?P<change>[+−±]\d+)\)")
CHANGE_ON_CARD = re.compile(
    r" (?:1st|2nd) (?P<who>[^,.]+)(?:, [a-z ]+)?, rating (?P<rating>\d+), (?P<change>[+−±]\d+)\."
)
RATING = re.compile(
    r"^(?:(?P<game>[A-Z][^:@]+): )?\*\*(?P<rating>\d+)(?P<unsure>\??)\*\* ± (?P<deviation>\d+) · ",
    re.MULTILINE,
)
DUELS, NOW = re.compile(r"· (\d+) rated duels?, "), re.compile(r", rating (\d+)\b")
COURSE = re.compile(r"It was (\d+) at first, (\d+) at most and (\d+) at least\.$")
NOT_RATED = re.compile(r"^-# Not rated: (.+)\.$", re.MULTILINE)


@dataclass(frozen=True)
class Line:
    """Of a leaderboard."""

    place: int
    who: str
    rating: int
    settled: bool
    # `3–1`, or `3–1–2` with ties.
    record: str


@dataclass(frozen=True)
class Rated:
    """As a profile says it."""

    rating: int
    deviation: int
    settled: bool


@dataclass(frozen=True)
class Graph:
    duels: int
    first: int
    peak: int
    least: int
    now: int


def change(before: float, now: float) -> Change:
    """Of whole points, as people are told it."""
    points = round(now) - round(before)
    return round(now), f"{'+' if points > 0 else '−' if points < 0 else '±'}{abs(points)}"


def reason_of(message: Message) -> str:
    """Why a duel isn't rated, if anything is said of that."""
    return "".join(NOT_RATED.findall(message.text))


def graph(picture: Picture) -> Graph:
    """How a rating has gone. Of a single point nothing more is said than what it is now."""
    said = picture["description"]
    count, now = int(DUELS.findall(said)[0]), int(NOW.findall(said)[0])
    first, peak, least = map(int, (COURSE.findall(said) or [(now, now, now)])[0])
    return Graph(count, first, peak, least, now)


def lines(page: Message) -> list[Line]:
    return [_line(each) for each in LINE.finditer(page.text)]


def card_lines(picture: Picture) -> list[Line]:
    return [_line(each) for each in ON_CARD.finditer(picture["description"])]


def marked(picture: Picture) -> list[str]:
    """Whose line is made to stand out on a leaderboard's card."""
    return [each["who"] for each in ON_CARD.finditer(picture["description"]) if each["yours"]]


def forms(picture: Picture) -> dict[str, str]:
    """What came of everybody's last duels, the latest last."""
    return {each["who"]: each["form"] for each in ON_CARD.finditer(picture["description"])}


def changes(end: Message) -> dict[str, Change]:
    return _changes(CHANGE, end.text)


def card_changes(picture: Picture) -> dict[str, Change]:
    return _changes(CHANGE_ON_CARD, picture["description"])


def rated(profile: Message) -> dict[str, Rated]:
    """By games; over all of them it is called nothing."""
    return {
        each["game"] or "": Rated(int(each["rating"]), int(each["deviation"]), not each["unsure"])
        for each in RATING.finditer(profile.text)
    }


def _line(found: re.Match[str]) -> Line:
    rating = int(found["settled"] or found["unsure"])
    settled = found["settled"] is not None
    return Line(int(found["place"]), found["who"], rating, settled, found["record"])


def _changes(form: re.Pattern[str], text: str) -> dict[str, Change]:
    return {each["who"]: (int(each["rating"]), each["change"]) for each in form.finditer(text)}
