"""The leaderboard as a page, and the content of its card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.boards.people import Person, names_of
from bot.boards.standings_text import game_title, is_provisional, rating_of, record_of
from bot.cards.content import Leaderboard, LeaderboardRow
from bot.delivery.message import Block, Button, Choice, File, Image, Page, Select, Text
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import mention
from engine.games import GAMES
from engine.ids import PlayerId
from engine.ledger import EVERY_GAME
from storage.people import Ladder, Place

PAGE = 10
PICTURE = "leaderboard.png"
# Casual players have none.
NO_PLACE = "–"
# As many past seasons as there is room for in a select.
SEASONS = 25


@dataclass(frozen=True)
class Shown:
    """A page of the leaderboard, and who looks at it. No season is the last one."""

    ladder: Ladder
    game: str
    page: int
    reader: PlayerId
    you: Place | None
    season: int | None = None


def standings(shown: Shown, card: File | None, words: Words) -> Page:
    blocks: list[Block] = [Text(_title(shown, words)), Text("\n".join(_lines(shown, words)))]
    if card:
        blocks.append(Image(card.name))
    blocks += [Text(_you(shown, words)), *_selects(shown, words), _buttons(shown, words)]
    return Page(tuple(blocks), (card,) if card else ())


def card(shown: Shown, server: str, people: Mapping[PlayerId, Person], words: Words) -> Leaderboard:
    """Return the content of its picture."""
    title = words.LEADERBOARD_CARD.format(game=game_title(shown.game, words))
    season = words.SEASON.format(number=shown.ladder.season.number)
    subtitle = f"{server} · {season}" if shown.ladder.seasons > 1 else server
    rows = tuple(
        LeaderboardRow(
            NO_PLACE if each.place is None else str(each.place),
            names_of(each.player, people, words),
            rating_of(each.standing) if each.standing.rank else None,
            record_of(each.standing),
            each.standing.form,
            yours=each.player == shown.reader,
            provisional=is_provisional(each.standing),
        )
        for each in shown.ladder.places
    )
    # There is room for one; the message around the card has both.
    notes = _notes(shown.ladder.places, words) or [""]
    return Leaderboard(title, subtitle, rows, notes[0])


def _title(shown: Shown, words: Words) -> str:
    title = words.LEADERBOARD_TITLE.format(game=game_title(shown.game, words))
    ladder = shown.ladder
    if ladder.seasons == 1:
        return title
    season = words.PAST_SEASON if _is_past(ladder) else words.SEASON
    return f"{title} · {season.format(number=ladder.season.number)}"


def _is_past(ladder: Ladder) -> bool:
    return ladder.season.number < ladder.seasons


def _lines(shown: Shown, words: Words) -> list[str]:
    places = shown.ladder.places
    if not places:
        if shown.page > 1:
            return [words.LEADERBOARD_PAST_END.format(page=shown.page)]
        return [words.LEADERBOARD_EMPTY_THEN if _is_past(shown.ladder) else words.LEADERBOARD_EMPTY]
    lines = [_line(each, words) for each in places]
    return lines + [words.SMALL.format(line=note) for note in _notes(places, words)]


def _notes(places: Iterable[Place], words: Words) -> list[str]:
    """Explain what is said of these players instead of an established rating."""
    standings = [each.standing for each in places]
    notes = []
    if any(map(is_provisional, standings)):
        notes.append(words.LEADERBOARD_PROVISIONAL_NOTE)
    if not all(each.rank for each in standings):
        notes.append(words.LEADERBOARD_CASUAL_NOTE)
    return notes


def _line(place: Place, words: Words) -> str:
    line = words.LEADERBOARD_LINE
    if place.standing.rank is None:
        line = words.LEADERBOARD_CASUAL
    elif is_provisional(place.standing):
        line = words.LEADERBOARD_PROVISIONAL
    return line.format(
        place=place.place,
        player=mention(place.player, words),
        rating=rating_of(place.standing),
        record=record_of(place.standing),
    )


def _you(shown: Shown, words: Words) -> str:
    """Everybody reads this, so it has a name."""
    player, you = mention(shown.reader, words), shown.you
    lines = [words.LEADERBOARD_NOT_YOU.format(player=player)]
    if you:
        line = words.LEADERBOARD_YOU if you.standing.rank else words.LEADERBOARD_YOU_CASUAL
        lines = [
            line.format(
                player=player,
                place=you.place,
                rating=rating_of(you.standing),
                record=record_of(you.standing),
            )
        ]
    if shown.ladder.recalculating:
        lines.append(words.RECALCULATING)
    return "\n".join(words.SMALL.format(line=line) for line in lines)


def _selects(shown: Shown, words: Words) -> list[Select]:
    games = tuple(
        Choice(key, game_title(key, words), chosen=key == shown.game)
        for key in (EVERY_GAME, *GAMES)
    )
    selects = [Select(custom_id.LeaderboardGame(shown.season), words.CHOOSE_GAME, games)]
    if shown.ladder.seasons > 1:
        newest = range(shown.ladder.seasons, 0, -1)[:SEASONS]
        seasons = tuple(
            Choice(
                str(each),
                words.SEASON_CHOICE.format(number=each),
                chosen=each == shown.ladder.season.number,
            )
            for each in newest
        )
        selects.append(
            Select(custom_id.LeaderboardSeason(shown.game), words.CHOOSE_SEASON, seasons)
        )
    return selects


def _buttons(shown: Shown, words: Words) -> tuple[Button, ...]:
    game, page, season = shown.game, shown.page, shown.season
    buttons = []
    if page > 1:
        # From beyond the end back to the beginning.
        back = page - 1 if shown.ladder.places else 1
        buttons.append(Button(words.PREVIOUS, custom_id.LeaderboardPage(game, back, season)))
    if shown.ladder.more:
        buttons.append(Button(words.NEXT, custom_id.LeaderboardPage(game, page + 1, season)))
    buttons.append(Button(words.MY_PLACE, custom_id.MyPlace(game, season)))
    return tuple(buttons)
