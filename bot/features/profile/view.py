"""How somebody plays: a page, and what the card of their rating says."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.boards.people import Person, names_of
from bot.boards.standings_text import game_title, is_established, rating_of, record_of
from bot.cards.content import Ratings
from bot.delivery.message import Block, Button, File, Headed, Image, Message, Page, Text
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import mention
from engine.games import GAMES
from engine.ids import Instant, PlayerId
from engine.ledger import rating_at
from engine.opponents.levels import Level
from engine.rating import CENTRE
from engine.standing import Rank, Standing
from engine.titles import (
    DAILIES_SOLVED,
    DUELS_FINISHED,
    GAMES_WON,
    LEAST_DECISIONS,
    Title,
)
from storage.people import Profile, Score

PICTURE = "rating.png"
# From how many in a row on a streak is worth a word.
STREAK = 3
# More points than this would be closer together than a line is wide.
POINTS = 300


@dataclass(frozen=True)
class Shown:
    """A player, what is known of them, and how they have fared against whoever asks."""

    player: PlayerId
    profile: Profile
    reader: PlayerId
    score: Score
    practised: Mapping[Level, Score]
    titles: tuple[Title, ...]
    now: Instant
    gone: bool = False

    @property
    def at(self) -> Instant:
        """A season that is over is shown as it ended."""
        return self.now if self.profile.until is None else self.profile.until


def profile(shown: Shown, avatar: str | None, card: File | None, words: Words) -> Page:
    text = "\n".join(_lines(shown, words))
    blocks: list[Block] = [Headed(text, avatar) if avatar else Text(text)]
    games = [
        _game(key, standing, shown.at, words)
        for key in GAMES
        if (standing := shown.profile.games.get(key))
    ]
    if games:
        if any(each.rank and not each.rank.established for each in _standings(shown.profile)):
            games.append(words.SMALL.format(line=words.LEADERBOARD_PROVISIONAL_NOTE))
        blocks.append(Text("\n".join(games)))
    if card:
        blocks.append(Image(card.name))
    buttons = []
    if shown.player != shown.reader:
        buttons.append(Button(words.CHALLENGE_BUTTON, custom_id.Challenge(shown.player)))
    if shown.profile.overall.played or has_seasons(shown.profile):
        buttons.append(Button(words.RECENT, custom_id.History(shown.player)))
    buttons.append(Button(words.TITLES_BUTTON, custom_id.ShowTitles(shown.player)))
    blocks.append(tuple(buttons))
    return Page(tuple(blocks), (card,) if card else ())


def all_titles(player: PlayerId, earned: tuple[Title, ...], words: Words) -> Message:
    """All titles, how each is earned, and which of them a player has."""
    lines = []
    for each in Title:
        how = words.PLAYER_TITLES_HOW[each].format(
            decisions=LEAST_DECISIONS,
            games=GAMES_WON,
            duels=DUELS_FINISHED,
            dailies=DAILIES_SOLVED.get(each),
        )
        title = words.PLAYER_TITLES[each]
        lines.append(words.TITLE_LINE[each in earned].format(title=title, how=how))
    told = words.TITLES_OF.format(player=mention(player, words))
    return Message("\n".join((told, *lines)))


def _standings(profile: Profile) -> tuple[Standing, ...]:
    return (profile.overall, *profile.games.values())


def card(
    shown: Shown,
    points: tuple[float, ...],
    people: Mapping[PlayerId, Person],
    words: Words,
) -> Ratings | None:
    """Return the content of the rating card, if the player has a rating."""
    rank = shown.profile.overall.rank
    if rank is None or not points:
        return None
    count = words.RATED_COUNT[rank.duels != 1].format(count=rank.duels)
    season = words.SEASON.format(number=shown.profile.season.number)
    is_past = shown.profile.until is not None
    return Ratings(
        names_of(shown.player, people, words),
        " · ".join((words.OVERALL, season, count) if is_past else (words.OVERALL, count)),
        thinned((CENTRE, *points)),
        round(rank.rating.value),
        _deviation(rank, shown.at),
        words.CARD_AXIS_THEN if is_past else words.CARD_AXIS,
    )


def thinned(points: tuple[float, ...]) -> tuple[float, ...]:
    """As many as can be drawn, with the first, the last, the highest and the lowest of them."""
    if len(points) <= POINTS:
        return points
    last = len(points) - 1
    kept = {round(nth * last / (POINTS - 3)) for nth in range(POINTS - 2)}
    kept |= {points.index(max(points)), points.index(min(points))}
    return tuple(points[nth] for nth in sorted(kept))


def _lines(shown: Shown, words: Words) -> list[str]:
    player, overall = mention(shown.player, words), shown.profile.overall
    lines = [_title(shown.profile, player, words)]
    if shown.titles:
        titles = " · ".join(words.PLAYER_TITLES[each] for each in shown.titles)
        lines.append(words.PROFILE_TITLES.format(titles=titles))
    if not overall.played:
        return [_nothing(shown.profile, player, words), *lines[1:], *_aside(shown, words)]
    if overall.rank is None:
        lines.append(words.PROFILE_UNRATED)
    elif shown.profile.place is not None:
        line = words.PROFILE_RATING if is_established(overall) else words.PROFILE_PROVISIONAL
        facts = _rated(overall, overall.rank, shown.at)
        lines.append(line.format(place=shown.profile.place, **facts))
    record = words.PROFILE_RECORD.format(record=record_of(overall), streak=_streak(overall, words))
    results = ", ".join(words.RESULTS_BY[each] for each in overall.form)
    lines += [record, words.PROFILE_LAST.format(results=results)]
    return [*lines, *_aside(shown, words)]


def has_seasons(profile: Profile) -> bool:
    """Whether there have been others than this one."""
    return profile.season.number > 1 or profile.until is not None


def _title(profile: Profile, player: str, words: Words) -> str:
    title = words.PROFILE_TITLE.format(player=player)
    if not has_seasons(profile):
        return title
    season = words.SEASON if profile.until is None else words.PAST_SEASON
    return f"{title} · {season.format(number=profile.season.number)}"


def _nothing(profile: Profile, player: str, words: Words) -> str:
    if profile.until is not None:
        return words.PROFILE_THEN.format(player=player, number=profile.season.number)
    return (words.PROFILE_NEW if has_seasons(profile) else words.PROFILE_EMPTY).format(
        player=player
    )


def _aside(shown: Shown, words: Words) -> list[str]:
    """Lines that appear whether or not the player has played in this season."""
    lines, score = [], shown.score
    if shown.gone:
        lines.append(words.PROFILE_GONE)
    if shown.practised:
        lines.append(words.PROFILE_PRACTISED.format(scores=_practised(shown.practised, words)))
    if shown.profile.recalculating:
        lines.append(words.SMALL.format(line=words.RECALCULATING))
    if score.wins or score.losses or score.ties:
        player = mention(shown.player, words)
        facts = {"reader": mention(shown.reader, words), "player": player}
        text = words.PROFILE_SCORE_TIES if score.ties else words.PROFILE_SCORE
        lines.append(text.format(**facts, **vars(score)))
    return lines


def _practised(scores: Mapping[Level, Score], words: Words) -> str:
    return " · ".join(
        words.PROFILE_AT_LEVEL.format(level=words.LEVELS[level], **vars(score))
        for level, score in scores.items()
    )


def _game(key: str, standing: Standing, now: Instant, words: Words) -> str:
    facts = {
        "title": game_title(key, words),
        "record": record_of(standing),
        "streak": _streak(standing, words),
    }
    if standing.rank is None:
        return words.PROFILE_GAME_UNRATED.format(**facts)
    line = words.PROFILE_GAME if standing.rank.established else words.PROFILE_GAME_PROVISIONAL
    return line.format(**facts, **_rated(standing, standing.rank, now))


def _rated(standing: Standing, rank: Rank, now: Instant) -> dict[str, object]:
    return {"rating": rating_of(standing), "deviation": _deviation(rank, now)}


def _deviation(rank: Rank, now: Instant) -> int:
    return round(rating_at(rank, now).deviation)


def _streak(standing: Standing, words: Words) -> str:
    if abs(standing.streak) < STREAK:
        return ""
    streak = words.STREAK_WON if standing.streak > 0 else words.STREAK_LOST
    return streak.format(count=abs(standing.streak))
