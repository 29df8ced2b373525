"""Ratings as players read them: under a finished duel, on the leaderboard and in a profile."""

import re
from dataclasses import dataclass

from bot.text.english import English
from tests.e2e.message import Message
from tests.e2e.sentences import compiled

# A rating after a duel, and by how much the duel changed it.
Change = tuple[int, str]

CHANGES = [
    compiled(each, "player", "rating", "change")
    for each in (English.RATING_NOW, English.RATING_NOW_PROVISIONAL)
]
# The forms of a line, for established and for provisional players.
LINES = [
    compiled(each, "place", "player", "rating", "record")
    for each in (English.LEADERBOARD_LINE, English.LEADERBOARD_PROVISIONAL)
]
CASUAL = compiled(English.LEADERBOARD_CASUAL, "player", "record")
OVERALL = [
    compiled(each, "rating") for each in (English.PROFILE_RATING, English.PROFILE_PROVISIONAL)
]
OF_GAME = [
    compiled(each, "title", "rating")
    for each in (English.PROFILE_GAME, English.PROFILE_GAME_PROVISIONAL)
]


@dataclass(frozen=True)
class Line:
    """A line of a leaderboard. A casual player has no place and no rating."""

    place: int | None
    who: str
    rating: int | None
    established: bool
    # `3–1`, or `3–1–2` with ties.
    record: str


@dataclass(frozen=True)
class Rated:
    """A rating as a profile shows it, without its deviation, which grows while nobody plays."""

    rating: int
    established: bool


def change(before: float, now: float) -> Change:
    """Return the rating and its change in whole points, as players read them."""
    points = round(now) - round(before)
    return round(now), f"{'+' if points > 0 else '−' if points < 0 else '±'}{abs(points)}"


def changes(end: Message) -> dict[str, Change]:
    """Return the rating changes by player."""
    return {
        found["player"]: (int(found["rating"]), found["change"])
        for each in CHANGES
        for found in each.finditer(end.text)
    }


def lines(page: Message) -> list[Line]:
    return [found for text in page.text.splitlines() if (found := _line(text))]


def _line(text: str) -> Line | None:
    if match := _match(LINES, text):
        found, established = match
        place, rating = int(found["place"]), int(found["rating"])
        return Line(place, found["player"], rating, established, found["record"])
    if casual := CASUAL.fullmatch(text):
        return Line(None, casual["player"], None, False, casual["record"])
    return None


def rated(profile: Message) -> dict[str, Rated]:
    """Return the ratings by the titles of games; over all games the title is empty."""
    found = {}
    for text in profile.text.splitlines():
        if match := _match(OVERALL, text) or _match(OF_GAME, text):
            read, established = match
            title = read.groupdict().get("title", "")
            found[title] = Rated(int(read["rating"]), established)
    return found


def _match(forms: list[re.Pattern[str]], text: str) -> tuple[re.Match[str], bool] | None:
    """Return the match, and whether it is of an established player."""
    established, provisional = (form.fullmatch(text) for form in forms)
    if found := established or provisional:
        return found, found is established
    return None
