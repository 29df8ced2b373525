"""The pages of an analysis: the duel as a whole, and each of its moves."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.boards.past_position import Games, ending, game_at, last_move, position, title
from bot.delivery.message import Button, File, Look, Message
from bot.interactions.custom_id import Analyse, AnalyseMove, PlayOn
from bot.text import review_texts
from bot.text.english import Words
from bot.text.move_names import literal
from engine.review import Ply, Review
from engine.review.lines import Line
from storage.ids import DuelId

# The buttons beside the four steps, for their custom_ids.
_TURNING_POINT, _OVERVIEW = 5, 6


@dataclass(frozen=True)
class Analysis:
    """A finished duel of one game or two, with the review of each."""

    number: DuelId
    games: Games
    reviews: tuple[Review, ...]

    @property
    def ply(self) -> int:
        return sum(game.record.ply for game in self.games)

    @property
    def turning_point(self) -> int | None:
        """The number of the last move of the duel that gave the win away; of two games it is that
        of the second, unless nobody made a mistake there."""
        before = self.ply
        for review in reversed(self.reviews):
            before -= review.record.ply
            if turned := review.turning_point:
                return before + turned.nth
        return None

    def judged(self, nth: int) -> tuple[Review, Ply | None]:
        """The review of the game that the nth move of the duel belongs to, and its verdict."""
        leg, at = game_at(self.games, min(nth, self.ply))
        review = self.reviews[leg]
        return review, next((ply for ply in review.plies if ply.nth == at), None)


def overview(
    analysis: Analysis, lines: tuple[Line | None, ...], words: Words, card: File | None = None
) -> Message:
    """The turning point first. `lines` is for each game what would have been better there."""
    named = title(analysis.games[:1], 0, words)
    parts = [words.ANALYSIS.format(title=named, number=analysis.number)]
    for leg, line in enumerate(lines):
        parts += _of_game(analysis, leg, line, words)
    rows = (tuple(_of_duel(analysis, words)),)
    return Message("\n".join(parts), rows, files=(card,) if card else ())


def move_page(analysis: Analysis, nth: int, line: Line | None, words: Words) -> Message:
    """The position after so many moves, and what the last of them was worth. The card of the
    overview stays where it is."""
    nth = min(max(nth, 0), analysis.ply)
    leg, at = game_at(analysis.games, nth)
    game = analysis.games[leg]
    review, ply = analysis.judged(nth)
    name = title(analysis.games, leg, words)
    facts = {"title": name, "number": analysis.number, "nth": nth, "all": analysis.ply}
    parts = [words.REPLAY_DUEL.format(**facts)]
    if move := last_move(game, at, nth, words):
        if ply:
            verdict = review_texts.verdict(ply, _name(review), words)
            move = words.ANALYSED_MOVE.format(move=move, verdict=verdict)
        parts.append(words.SMALL.format(line=move))
    if ply and line:
        parts.append(words.SMALL.format(line=_line(analysis, leg, line, ply, words)))
    parts += position(game, at, words)
    parts += ending(game, at, words) or _standing(analysis, leg, at, words)
    rows = (tuple(_steps(analysis, nth, words)), tuple(_beside(analysis, nth, words)))
    return Message("\n".join(filter(None, parts)), rows, keeps_files=True)


def _of_game(analysis: Analysis, leg: int, line: Line | None, words: Words) -> Iterator[str]:
    """All that is said of a game as a whole."""
    review, players = analysis.reviews[leg], analysis.games[leg].players
    if not review.plies:
        return
    if len(analysis.games) == 2:
        yield words.GAME_LABELS[leg]
    before = sum(each.record.ply for each in analysis.games[:leg])
    yield from review_texts.summary(
        review, players, _name(review), words, before=before, instead=line, ended=True
    )


def _standing(analysis: Analysis, leg: int, at: int, words: Words) -> list[str]:
    """The player who stands to win after so many moves of a game."""
    review = analysis.reviews[leg]
    if at < review.skipped:
        return [words.SMALL.format(line=review_texts.not_judged(review, words))]
    favourite = review.favourites[at - review.skipped]
    player = analysis.games[leg].players[favourite]
    return [words.STANDS_NOW.format(player=player)]


def _line(analysis: Analysis, leg: int, line: Line, ply: Ply, words: Words) -> str:
    review, players = analysis.reviews[leg], analysis.games[leg].players
    return review_texts.better_line(line, ply, players, _name(review), words)


def _name(review: Review) -> review_texts.Naming:
    return lambda move: literal(review.record.game.text(move))


def _of_duel(analysis: Analysis, words: Words) -> Iterator[Button]:
    """To the turning point, to the first and the last position, and into a duel from before the
    mistake."""
    number, turned = analysis.number, analysis.turning_point
    first, _, _, last = words.REPLAY_STEPS
    if turned is not None:
        yield Button(words.TO_TURNING_POINT, AnalyseMove(number, turned, _TURNING_POINT), Look.GO)
    yield Button(first, AnalyseMove(number, 0, 1))
    yield Button(last, AnalyseMove(number, analysis.ply, 4))
    if turned is not None:
        yield Button(words.PLAY_ON_FROM.format(nth=turned), PlayOn(number, turned - 1))


def _steps(analysis: Analysis, nth: int, words: Words) -> Iterator[Button]:
    """The four steps, each always in its place: the one that leads nowhere is disabled."""
    steps = (0, max(nth - 1, 0), min(nth + 1, analysis.ply), analysis.ply)
    for which, (label, to) in enumerate(zip(words.REPLAY_STEPS, steps, strict=True), start=1):
        yield Button(label, AnalyseMove(analysis.number, to, which), disabled=to == nth)


def _beside(analysis: Analysis, nth: int, words: Words) -> Iterator[Button]:
    number, turned = analysis.number, analysis.turning_point
    yield Button(words.TO_OVERVIEW, Analyse(number, _OVERVIEW))
    if turned is not None:
        press = AnalyseMove(number, turned, _TURNING_POINT)
        yield Button(words.TO_TURNING_POINT, press, disabled=turned == nth)
    leg, at = game_at(analysis.games, nth)
    if analysis.games[leg].record.back_to(at).outcome is None:
        yield Button(words.PLAY_ON, PlayOn(number, nth), Look.GO)
