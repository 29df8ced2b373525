"""Who stands where: the leaderboard and one player's profile."""

from bot.message import Button, Choice, Message, Select
from bot.press import Verb, press
from bot.words import Words, mention, title_of
from engine.games import GAMES
from engine.ids import PlayerId
from engine.standing import Standing
from storage.people import EVERY_GAME, Ladder, Place, Profile

PAGE = 10
# From how many in a row on a streak is worth a word.
STREAK = 3


def ladder(  # noqa: PLR0913
    shown: Ladder, game: str, page: int, *, reader: PlayerId, you: Place | None, words: Words
) -> Message:
    lines = [words.LADDER_TITLE.format(game=_title(game, words))]
    lines += [_place(place, words) for place in shown.places]
    if not shown.places:
        lines.append(words.LADDER_EMPTY if page == 1 else words.LADDER_PAST_END.format(page=page))
    lines.append(_you(reader, you, words))
    choices = tuple(
        Choice(key, _title(key, words), chosen=key == game) for key in (EVERY_GAME, *GAMES)
    )
    buttons = []
    if page > 1:
        # From beyond the end back to the beginning.
        back = page - 1 if shown.places else 1
        buttons.append(Button(words.PREVIOUS, press(Verb.LADDER, game, back)))
    if shown.more:
        buttons.append(Button(words.NEXT, press(Verb.LADDER, game, page + 1)))
    buttons.append(Button(words.MY_PLACE, press(Verb.MY_PLACE, game)))
    select = Select(press(Verb.LADDER_GAME), words.CHOOSE_GAME, choices)
    return Message("\n".join(lines), (select, tuple(buttons)))


def profile(player: PlayerId, found: Profile, last: tuple[str, ...], words: Words) -> Message:
    buttons = (
        Button(words.CHALLENGE_BUTTON, press(Verb.CHALLENGE, player)),
        Button(words.RECENT, press(Verb.HISTORY, player, 0, 0)),
    )
    if found.place is None:
        empty = words.PROFILE_EMPTY.format(player=mention(player, words))
        return Message(empty, (buttons[:1],))
    overall = words.PROFILE_OVERALL.format(place=found.place, **_sums(found.overall, words))
    lines = [words.PROFILE_TITLE.format(player=mention(player, words)), overall]
    if last:
        lines.append(words.PROFILE_LAST.format(results=", ".join(last)))
    lines += [
        words.PROFILE_GAME.format(title=_title(key, words), **_sums(found.games[key], words))
        for key in GAMES
        if key in found.games
    ]
    return Message("\n".join(lines), (buttons,))


def _title(game: str, words: Words) -> str:
    return words.OVERALL if game == EVERY_GAME else title_of(GAMES[game], words)


def _place(place: Place, words: Words) -> str:
    return words.LADDER_LINE.format(
        place=place.place, player=mention(place.player, words), **_sums(place.standing, words)
    )


def _you(reader: PlayerId, you: Place | None, words: Words) -> str:
    """Everybody reads this, so it has a name."""
    player = mention(reader, words)
    if you is None:
        return words.LADDER_NOT_YOU.format(player=player)
    return words.LADDER_YOU.format(player=player, place=you.place, **_sums(you.standing, words))


def _sums(standing: Standing, words: Words) -> dict[str, object]:
    played = standing.wins + standing.losses
    streak = words.STREAK_WON if standing.streak > 0 else words.STREAK_LOST
    long = abs(standing.streak) >= STREAK
    return {
        "wins": standing.wins,
        "losses": standing.losses,
        "rate": round(100 * standing.wins / played) if played else 0,
        "streak": streak.format(count=abs(standing.streak)) if long else "",
    }
