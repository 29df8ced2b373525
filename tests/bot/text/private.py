"""Scenes of private answers, and of what moderators read."""

from bot.boards.people import Person
from bot.cards.fit_text import shortened
from bot.cards.fonts import REGULAR, Style
from bot.duels.ping_choice import ping_offer
from bot.duels.suggestions import suggested
from bot.features.play.view import player_panel, watching_panel
from bot.features.privacy.view import delete_sure, privacy
from bot.text.english import English
from bot.text.format import duration, listing
from engine.durations import CLOCKS
from storage.people import Pings
from tests.bot.text.duels import ANA, BO, after, begun, match, offered, played_out, terms
from tests.bot.text.facts import filled
from tests.bot.text.rendered import Scenes

ANSWERS = (
    "DECLINED",
    "CANCELLED",
    "RESIGN_SURE",
    "RESIGN_LEGS_SURE",
    "RESIGN_YES",
    "NEVER_MIND",
    "KEPT_PLAYING",
    "RESIGNED",
    "MOVED_ELSEWHERE",
    "MOVED_NOWHERE",
    "BROKEN",
    "BROKEN_DIRECTLY",
    "PICTURE_TITLE",
    "GOOD_GAME_SAID",
    "MOVED",
)
MODERATORS = (
    "DUEL_ENDED",
    "RESULT_REMOVED",
    "VARIANT_CHOSEN",
    "VARIANT_CLEARED",
    "DAILY_CHOSEN",
    "DAILY_STOPPED",
    "DAILY_POSTED",
    "DAILY_PAUSED",
    "DAILY_GONE",
    "DAILY_FORBIDDEN",
    "CHECK_FINE",
    "CHECK_NO_PICTURES",
    "CHECK_NO_THREADS",
    "CHECK_MISSING",
    "CHECK_GONE",
    "CHECK_CLOSED",
    "SEASON_BEGUN",
    "CONFIRM_SEASON",
    "BLOCKED",
    "UNBLOCKED",
    "EXPORTED",
    "EXPORT_EMPTY",
    "EXPORT_TOO_LARGE",
)
PRIVACY = ("DOWNLOADED", "NOTHING_KEPT", "DELETED", "DELETED_NOT", "DELETED_PLAYER")


def answers(words: type[English]) -> Scenes:
    yield from _filled(words, ANSWERS)
    yield "a text that was cut", shortened("Ana the Great", 60, Style(20, REGULAR, ""), words)
    yield "an empty list", listing([], words=words)
    yield "a choice by a game without words for it", words.ASKED["choose"].format(choices="a or b")
    people = {ANA: Person("Ana", "ana", ""), BO: Person("Bo", "bo", "")}
    yield from panels(words)
    start = begun(offered(terms()))
    for duel in (offered(terms()), start, after(start, "6 12"), played_out(start)):
        for known in (people, {}):
            (suggestion,) = suggested([match(duel)], "", words, known)
            yield "a suggestion while typing", suggestion.label

    for unit in (1_000, 90_000, 60_000, 3_600_000, 5_400_000, 86_400_000, *CLOCKS.values()):
        yield f"{unit} milliseconds", duration(unit, words)
    for key in CLOCKS:
        yield f"the clock {key}", words.CLOCKS[key]


def panels(words: type[English]) -> Scenes:
    """What is behind [⋯], and the question after a first duel."""
    for key in ("divisor", "split"):
        duel = begun(offered(terms(key)))
        shown = player_panel(match(duel), duel, ANA, Pings.AWAY, words)
        yield f"the panel of a player, {key}", shown
        yield f"the panel of somebody else, {key}", watching_panel(match(duel), duel, words)
    over = played_out(begun(offered(terms())))
    yield "a panel of a duel that is over", player_panel(match(over), over, BO, Pings.NEVER, words)
    for pings in Pings:
        yield f"pings: {pings}", ping_offer(pings, words)


def moderators(words: type[English]) -> Scenes:
    yield from _filled(words, MODERATORS)
    for name in words.PERMISSIONS:
        yield f"permission {name}", words.PERMISSIONS[name]


def privacy_texts(words: type[English]) -> Scenes:
    yield "nothing is stored", privacy(0, words)
    yield "privacy", privacy(2, words)
    yield "delete?", delete_sure(words)
    yield from _filled(words, PRIVACY)


def _filled(words: type[English], names: tuple[str, ...]) -> Scenes:
    for name in names:
        yield name, filled(getattr(words, name))
