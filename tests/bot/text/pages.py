"""Scenes of pages: leaderboard, profile, history, replay, lists, rules and settings."""

from dataclasses import replace

from bot.features.challenge.view import pick_game
from bot.features.duel_list.view import running
from bot.features.history.view import history
from bot.features.leaderboard import view as leaderboard
from bot.features.profile import view as profile
from bot.features.replay.view import of_match, of_text, replay
from bot.features.rules.view import help_page, rules, which_rules
from bot.features.server.view import server_settings
from bot.features.settings.view import settings, time_choice
from bot.text.english import English
from engine import duel as life
from engine.games import GAMES, set_up
from engine.ledger import EVERY_GAME
from engine.opponents.levels import Level
from engine.outcome import Seat
from engine.puzzles.days import Days
from engine.rating import Rating
from engine.standing import Rank, Standing
from engine.titles import Title
from storage.ids import ChannelId, RoleId
from storage.match import BoardMode
from storage.people import (
    Challenges,
    HouseRules,
    Ladder,
    Pings,
    Place,
    Preferences,
    Profile,
    Score,
    Season,
)
from tests.bot.text.duels import (
    ANA,
    BO,
    CY,
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
from tests.bot.text.finishes import two_games
from tests.bot.text.rendered import Scenes, rendered

ESTABLISHED = Rank(Rating(1734.4, 61.0), NOW, 30, established=True)
PROVISIONAL = Rank(Rating(1502.0, 200.0), NOW, 2)
FIRST = Standing(88, 31, 0, 4, "ltwww", ESTABLISHED)
SECOND = Standing(1, 4, 1, -3, "wtlll", PROVISIONAL)
UNRATED = Standing(1, 0, 0, 1, "w")
PLACES = (Place(1, ANA, FIRST), Place(2, BO, SECOND))
CASUAL = (Place(None, ANA, UNRATED), Place(None, BO, Standing(0, 1, 0, -1, "l")))


def standings(words: type[English]) -> Scenes:
    ladder = Ladder(PLACES, more=True, season=Season(), seasons=1)
    shown = leaderboard.Shown(ladder, EVERY_GAME, 1, ANA, PLACES[0])
    yield "the leaderboard", leaderboard.standings(shown, None, words)
    later = replace(ladder, season=Season(1, 1, NOW), seasons=2, recalculating=True)
    old = replace(shown, ladder=later, game="divisor", page=2, reader=CY, you=None, season=1)
    yield (
        "page 2 of a past season, being recalculated",
        leaderboard.standings(old, None, words),
    )
    for title, each, page in (
        ("nobody yet", replace(ladder, places=(), more=False), 1),
        ("nobody in a past season", replace(later, places=(), more=False), 1),
        ("no such page", replace(ladder, places=(), more=False), 9),
        ("the second season", replace(ladder, season=Season(2), seasons=2), 1),
        ("casual players behind the others", replace(ladder, places=PLACES + CASUAL), 1),
    ):
        empty = leaderboard.Shown(each, EVERY_GAME, page, ANA, None)
        yield title, leaderboard.standings(empty, None, words)
    casual = replace(shown, ladder=replace(ladder, places=CASUAL), you=CASUAL[0])
    yield "casual players alone", leaderboard.standings(casual, None, words)
    card = leaderboard.card(replace(shown, ladder=replace(ladder, seasons=2)), "Hall", {}, words)
    yield "the card's title", f"{card.title} / {card.subtitle} / {card.footer}"
    yield "the card's footer: casual", leaderboard.card(casual, "Hall", {}, words).footer
    columns = ", ".join(words.CARD_COLUMNS)
    yield (
        "the card's columns and marks",
        f"{columns}, {words.CARD_PROVISIONAL_MARK}, {words.CARD_CASUAL}",
    )
    yield from _profiles(words)


def _profiles(words: type[English]) -> Scenes:
    games = {"divisor": FIRST, "split": SECOND, "parity": UNRATED}
    known = Profile(1, FIRST, games)
    shown = profile.Shown(ANA, known, BO, Score(2, 1), {Level.CASUAL: Score(3, 1)}, (), NOW)
    yield "a profile", profile.profile(shown, None, None, words)
    yield (
        "my own profile",
        profile.profile(replace(shown, reader=ANA, score=Score(), practised={}), None, None, words),
    )
    for title, each in (
        ("provisional", Profile(2, SECOND, {}, recalculating=True)),
        ("not rated yet", Profile(None, UNRATED, {})),
        ("no duel yet", Profile(None, Standing(), {})),
        ("no duel in this season", Profile(None, Standing(), {}, Season(2))),
        ("no duel in a past season", Profile(None, Standing(), {}, Season(1), NOW)),
        ("a past season", replace(known, until=NOW)),
    ):
        page = profile.profile(replace(shown, profile=each, score=Score()), None, None, words)
        yield f"a profile: {title}", page
    titled = replace(shown, titles=(Title.FLAWLESS, Title.PUZZLER))
    yield "a profile: titles", profile.profile(titled, None, None, words)
    new = replace(titled, profile=Profile(None, Standing(), {}), score=Score())
    yield "a profile: titles before any duel", profile.profile(new, None, None, words)
    yield "all titles", profile.all_titles(ANA, titled.titles, words)
    gone = replace(shown, gone=True, score=Score(2, 1, 1))
    yield "a profile: gone, with ties", profile.profile(gone, None, None, words)
    for each in (known, replace(known, until=NOW)):
        card = profile.card(replace(shown, profile=each), (1530.0, 1734.4), {}, words)
        yield "the card of a profile", f"{card.subtitle}: {card.points}" if card else ""
    one = replace(FIRST, rank=replace(ESTABLISHED, duels=1))
    card = profile.card(replace(shown, profile=Profile(1, one, {})), (1530.0,), {}, words)
    yield "the card after one duel", card.subtitle if card else ""


def pages(words: type[English]) -> Scenes:
    start = begun(offered(terms()))
    duel, over = after(start, "6 12"), played_out(start)
    lost, unplayed = won_by(start, Seat.SECOND, "6"), won_by(start, Seat.FIRST)
    yield "no duels", running((), ANA, words)
    listed = (match(start), match(duel), match(offered(terms())))
    for player in (ANA, BO):
        yield f"the duels of {player}", running(listed, player, words)
    yield "more duels than fit", rendered(running(listed * 15, ANA, words))[-60:]
    ended = (match(over), match(lost), match(unplayed))
    others = (match(life.end(start, now=NOW)), match(two_games(level=True)))
    yield "a history without winners", history(others, ANA, None, words)
    yield "a history", history(ended, ANA, None, words)
    yield "a history against one player", history(ended, ANA, BO, words)
    yield "an empty history", history((), ANA, None, words)
    yield (
        "more history than a page",
        rendered(history(ended * 4, ANA, None, words)).splitlines()[-1],
    )
    shown = of_match(match(over), over, words)
    for nth in (0, 3, over.ply):
        yield f"a replay after {nth} moves", replay(shown, nth, words)
    legs = "1/divisor/size=3/2-1-3 1/divisor/size=3/2-1"
    for nth in (3, 5):
        yield (
            f"a record of two games after {nth} moves",
            replay(of_text(legs, words), nth, words),
        )
    large = of_text("1/divisor/size=60/12-36", words)
    for nth in (0, 2):
        yield f"a large record after {nth} moves", replay(large, nth, words)
    for text, nth in (
        ("1/divisor/size=20,gone=5.10,opening=7.14/2-4", 0),
        ("1/divisor/size=40,board=drawn,gone=5.10,opening=7.14/2-4", 1),
        ("1/split/numbers=5.8.12/12:5", 1),
        ("1/split/size=16,keep=both/10", 1),
        ("1/sequence/rows=either/2-*4", 2),
    ):
        yield f"{text}, after {nth} moves", replay(of_text(text, words), nth, words)
    many = set_up("split", {"numbers": (96, 97, 98, 99, 100), "keep": "both"})
    played = played_out(of(many))
    yield "a record that is too long", replay(of_match(match(played), played, words), 1, words)
    yield "a record without moves", replay(of_text("1/divisor/size=20/", words), 0, words)
    yield "help", help_page(words)
    yield "which rules", which_rules(words)
    for key in GAMES:
        yield (
            f"the rules of {key}",
            rules(set_up(key, {"size": 20} if key == "split" else {}), words),
        )
    for pings in Pings:
        for whom in Challenges:
            chosen = Preferences(pings, whom)
            yield f"settings: {pings}, {whom}", settings(chosen, Days(), NOW, words)
    for offset in (-210, 120):
        yield f"settings: {offset}", settings(Preferences(), Days(offset), NOW, words)
        yield f"a time to choose: {offset}", time_choice(offset, NOW, words).name
    yield "pick a game", pick_game(BO, HouseRules(), words)
    yield "server settings", server_settings(HouseRules(), (), words.DAILY_NOWHERE, words)
    channels = frozenset(map(ChannelId, range(1, 13)))
    rules_ = HouseRules(DAY, channels, frozenset({RoleId(5)}), 7, BoardMode.THREAD)
    rules_ = rules_.with_variant("split", "grundy").with_variant("divisor", "ranked")
    daily = words.DAILY_POSTED.format(channel="<#7>")
    yield "server settings, chosen", server_settings(rules_, (CY,), daily, words)
