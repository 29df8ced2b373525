"""Scenes of finished duels, and the alt texts of cards."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.boards import board
from bot.boards.finished_card import finish
from bot.boards.people import Person
from bot.cards.content import Leaderboard, LeaderboardRow, Ratings, Swings, SwingsOf
from bot.cards.finished import finished_card
from bot.cards.leaderboard import leaderboard_card
from bot.cards.rating import rating_card
from bot.cards.swings import swings_card
from bot.text.english import English
from engine import duel as life
from engine.duel import Finished, Playing
from engine.fairness import Unrated
from engine.games import set_up
from engine.ids import Instant
from engine.outcome import Reason, Seat
from storage.match import Gain, Highlights, Match
from tests.bot.text.duels import (
    ANA,
    BO,
    DAY,
    NOW,
    after,
    begun,
    match,
    of,
    offered,
    played_out,
    terms,
    won_by,
)
from tests.bot.text.rendered import Scenes
from tests.builders import at_random, finished, smallest

GAINS = (Gain(1507, 9), Gain(1493, -9, provisional=True))
# The winner was 200 points below the loser.
BEHIND = (Gain(1425, 25), Gain(1580, -20))
FLAT = (Gain(1507, 9), Gain(1600, 0))
PEOPLE = {ANA: Person("Ana", "ana", ""), BO: Person("Bo", "bo", "")}


def finishes(words: type[English]) -> Scenes:
    for title, each in (*_finished(), *_moments()):
        yield title, board(each, words)
    over = played_out(begun(offered(terms())))
    yield "a turning point", board(match(over), words, turning_point=3)


def cards(words: type[English]) -> Scenes:
    for title, each in _finished():
        if isinstance(each.duel, Finished) and not each.duel.void:
            yield f"duel: {title}", _alt(each, each.duel, words)
    rows = (
        LeaderboardRow("1", ("Ana",), "1734", "88–31", "wwltw"),
        LeaderboardRow("2", ("Bo",), "1502", "3–2", "", yours=True, provisional=True),
        LeaderboardRow("3", ("\u200b",), "1400", "0–1", "l"),
    )
    note = words.LEADERBOARD_PROVISIONAL_NOTE
    shown = Leaderboard("All games leaderboard", "Hall", rows, note)
    yield "leaderboard", leaderboard_card(shown, words).alt
    for axis in (words.CARD_AXIS, words.CARD_AXIS_THEN):
        ratings = Ratings(("Ana",), "All games", (1500.0, 1530.0, 1480.0), 1480, 80, axis)
        yield f"rating: {', '.join(axis)}", rating_card(ratings, words).alt
    yield from _swings(words)
    yield "rating: peak on the picture", words.CARD_PEAK.format(peak=1530)


def _swings(words: type[English]) -> Scenes:
    first, second = SwingsOf("game 1", (0, 1, 0, 1)), SwingsOf("game 2", (1, 1, 1), 4)
    for title, games in (
        ("two games", (first, second)),
        ("one mistake", (SwingsOf("", (1, 1, 0)),)),
    ):
        shown = Swings("Divisor Duel #12", (("Ana",), ("Bo",)), games)
        yield f"who stood to win: {title}", swings_card(shown, words).alt
    texts = words.CARD_SWINGS_START, words.CARD_TURNED.format(nth=3)
    yield "who stood to win: on the picture", ", ".join(texts)


def _alt(each: Match, duel: Finished, words: type[English]) -> str:
    return finished_card(finish(each, duel, PEOPLE, words), words).alt


def _finished() -> Iterator[tuple[str, Match]]:
    for key in ("parity", "evenodd", "split", "divisor"):
        over = played_out(begun(offered(terms(key))))
        yield f"{key}, stuck", match(over, GAINS if over.winner is Seat.FIRST else GAINS[::-1])
    for reason in (Reason.COMPLETED, Reason.PAIRS, Reason.TIE_BREAK):
        yield f"sequence, {reason}", match(_sequence(reason), GAINS)
    for each in (Reason.COMPLETED, Reason.PAIRS, Reason.TIE_BREAK):
        over = _sequence(each, of(set_up("sequence", {"sums": 3, "ties": "second"})))
        yield f"sequence, sums of 3, {each}", match(over, GAINS)
    for seat in Seat:
        either = set_up("sequence", {"rows": "either", "ties": ("first", "second")[seat]})
        tied = _sequence(Reason.TIE_BREAK, of(either))
        yield f"sequence, either row, a tie for player {seat + 1}", match(tied, GAINS)
    for numbers, keep in (((5, 8, 12), "one"), ((9,), "both")):
        table = played_out(of(set_up("split", {"numbers": numbers, "keep": keep})))
        yield f"split, several, {keep}", match(table, GAINS)
    full = set_up("split", {"numbers": (96, 97, 98, 99, 100), "keep": "both"})
    yield "split, a full table", match(played_out(of(full)), GAINS)
    opened = set_up("divisor", {"size": 12, "gone": (5,), "opening": (6, 3)})
    yield "divisor, opened", match(played_out(of(opened)), GAINS)
    doubles = set_up("parity", {"size": 7, "rule": "doubles"})
    for moves in ("1 2", "2 1"):
        ends = finished(after(of(doubles), moves), smallest, NOW)
        yield f"parity, doubles, stuck after {moves}", match(ends, GAINS)
    steps = set_up("divisor", {"size": 6, "rule": "steps"})
    yield "divisor, steps, stuck", match(played_out(of(steps)), GAINS)
    start = begun(offered(terms()))
    resigned = won_by(start, Seat.FIRST, "6 12")
    yield "resigned", match(resigned, GAINS)
    yield "one rating doesn't change", match(resigned, FLAT)
    yield "ratings are still being recalculated", match(resigned)
    yield (
        "resigned before move 2",
        match(won_by(start, Seat.FIRST), (Gain(1500, 0), Gain(1490, -9))),
    )
    late = (Gain(1500, 0), Gain(1493, -9))
    yield "out of time", match(life.time_out(start, now=Instant(NOW + DAY)), late[::-1])
    yield "ended by a moderator", match(life.end(start, now=NOW))
    yield "removed", match(life.void(resigned, now=NOW))
    for unrated in (Unrated.CASUAL, Unrated.FATE):
        yield (
            f"not rated: {unrated}",
            match(won_by(begun(offered(terms(), unrated)), Seat.FIRST, "6")),
        )
    row = begun(offered(terms("sequence")))
    yield "a short sequence", match(won_by(row, Seat.FIRST, "6"))
    both, tie = two_games(level=False), two_games(level=True)
    yield "both games won", match(both, GAINS)
    rows = after(begun(offered(terms("sequence", legs=2))), "6 5 2 3 9 4 7 8 1 3")
    if isinstance(rows, Playing):
        yield "resigned in the second row", match(life.resign(rows, BO, now=NOW), GAINS[::-1])
    yield "a tie", match(tie, (Gain(1500, 0), Gain(1500, 0)))
    yield "a tie, removed", match(life.void(tie, now=NOW))


def _moments() -> Iterator[tuple[str, Match]]:
    """What players hear of an end beside its result."""
    resigned = won_by(begun(offered(terms())), Seat.FIRST, "6 12")
    for title, highlights in (
        ("two wins in a row", Highlights(2)),
        ("three wins in a row", Highlights(3)),
        ("all that is remarkable", Highlights(11, upset=True, best=True)),
    ):
        yield title, replace(match(resigned, BEHIND), highlights=highlights)
    for good_game in ((True, False), (False, True), (True, True)):
        said = replace(match(resigned, GAINS), good_game=good_game)
        yield f"good game: {good_game}", said
    yield (
        "good game, and then removed",
        replace(match(life.void(resigned, now=NOW)), good_game=(True, True)),
    )


def _sequence(reason: Reason, start: Playing | None = None) -> Finished:
    start = start or begun(offered(terms("sequence")))
    ends = (finished(start, at_random(Random(seed)), NOW) for seed in range(1000))
    return next(each for each in ends if each.reason is reason)


def two_games(*, level: bool) -> Finished:
    start = begun(offered(terms("divisor", 6, legs=2)))
    return next(
        each
        for seed in range(1000)
        if ((each := finished(start, at_random(Random(seed)), NOW)).reason is Reason.LEVEL) is level
    )
