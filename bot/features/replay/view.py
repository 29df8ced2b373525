"""Games move by move: those of a duel, or those that somebody brought along as text."""

import re
from dataclasses import dataclass

from bot.boards.grid import gone, grid, struck_out
from bot.boards.moves import made
from bot.boards.outcome import headline, why
from bot.boards.players_and_moves import opening, players
from bot.delivery.message import Button, Message
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_with_settings
from engine.duel import Finished
from engine.games.view import View
from engine.record import Record
from engine.refusal import UnreadableRecord
from storage.ids import DuelId
from storage.match import Match

# The records stand in the last block of the message, where whoever wants them can take them from,
# and so can we when a button is pressed. That of a duel may be too long for a message.
_BLOCK = re.compile(r"```\n([^`]+)\n```$")
# As many characters as are shown, so that what is shown can be replayed: two records of a hundred
# moves each, and the space between them.
LONGEST = 800


@dataclass(frozen=True)
class Game:
    """A game, and what its players are called by seat."""

    record: Record
    players: tuple[str, str]


@dataclass(frozen=True)
class Replay:
    """One game, or the two legs of a duel. Without a number it is nobody's duel."""

    games: tuple[Game, ...]
    number: DuelId | None = None
    # The result of the duel, which isn't always that of its last game.
    end: str = ""

    @property
    def ply(self) -> int:
        return sum(game.record.ply for game in self.games)


def of_match(match: Match, duel: Finished, words: Words) -> Replay:
    one, other = (mention(each, words) for each in duel.seats)
    last = Game(duel.record, (one, other))
    first = (Game(duel.earlier, (other, one)),) if duel.earlier else ()
    return Replay((*first, last), match.id, headline(match, duel, words))


def of_text(text: str, words: Words) -> Replay:
    """Read a record as text. Its moves are checked by the rules."""
    records = tuple(Record.parse(each) for each in text.split())
    if not 1 <= len(records) <= 2 or len({each.game for each in records}) != 1:
        raise UnreadableRecord(text)
    if len(records) == 2 and records[0].outcome is None:
        raise UnreadableRecord(text)
    one, other = words.SEAT_LABELS
    players = ((one, other), (other, one))
    return Replay(tuple(map(Game, records, players)))


def records_in(content: str) -> str | None:
    """The text that a page of a replay carries along."""
    found = _BLOCK.search(content)
    return found[1] if found else None


def replay(shown: Replay, nth: int, words: Words) -> Message:
    """The position after so many moves."""
    nth = min(max(nth, 0), shown.ply)
    leg, at = _leg_at(shown, nth)
    game = shown.games[leg]
    record = game.record.back_to(at)
    parts = [_title(shown, leg, nth, words)]
    if at:
        # Small as in a channel's history; otherwise Discord would make a list of it.
        move = made(record, at, game.players, words, nth=nth)
        parts.append(words.SMALL.format(line=move))
    elif facts := [*struck_out(record.view, words), *opening(record, words)]:
        start = words.REPLAY_START.format(facts=" · ".join(facts))
        parts.append(words.SMALL.format(line=start))
    over = [shown.end] if shown.end and nth == shown.ply else _end(game, record, words)
    parts += [grid(record.view, words), *_facts(game, record.view, words), *over]
    parts.append(_records(shown, words))
    buttons = tuple(_buttons(shown, nth, words))
    return Message("\n".join(filter(None, parts)), (buttons,) if buttons else ())


def _leg_at(shown: Replay, nth: int) -> tuple[int, int]:
    """In which game the nth move was made, and which of its moves it was."""
    first = shown.games[0].record.ply
    if len(shown.games) == 1 or nth <= first:
        return 0, nth
    return 1, nth - first


def _title(shown: Replay, leg: int, nth: int, words: Words) -> str:
    title = title_with_settings(shown.games[0].record.game, words)
    if len(shown.games) == 2:
        title = words.LEG.format(title=title, leg=words.LEGS[leg])
    text = words.REPLAY if shown.number is None else words.REPLAY_DUEL
    return text.format(title=title, number=shown.number, nth=nth, all=shown.ply)


def _records(shown: Replay, words: Words) -> str:
    """The records, to be copied. Those of a duel needn't be there, as it is known by its number."""
    texts = [each.record.text for each in shown.games]
    if shown.number is not None and len("\n".join(texts)) > LONGEST:
        return words.SMALL.format(line=words.REPLAY_TOO_LONG)
    return "\n".join(("```", *texts, "```"))


def _facts(game: Game, view: View, words: Words) -> list[str]:
    """Name the players of rows, and list the taken numbers of a board too large for a picture."""
    if view.rows:
        return [words.SMALL.format(line=players(game.players, words))]
    return [words.SMALL.format(line=line) for line in gone(view, words)]


def _end(game: Game, record: Record, words: Words) -> list[str]:
    over = record.outcome
    if over is None:
        return []
    people = {"winner": game.players[over.winner], "loser": game.players[over.winner.other]}
    because = why(record, over.reason, people, words)
    return [words.REPLAY_END.format(why=because, **people)]


def _buttons(shown: Replay, nth: int, words: Words) -> list[Button]:
    """Return the four steps, each always in its place: the one that leads nowhere is disabled."""
    if not shown.ply:
        return []
    steps = (0, max(nth - 1, 0), min(nth + 1, shown.ply), shown.ply)
    return [
        Button(label, _press(shown, to, which), disabled=to == nth)
        for which, (label, to) in enumerate(zip(words.REPLAY_STEPS, steps, strict=True), start=1)
    ]


def _press(shown: Replay, nth: int, which: int) -> custom_id.CustomId:
    """No two buttons of a message may be the same, also where they lead to the same place."""
    if shown.number is None:
        return custom_id.ReplayRecord(nth, which)
    return custom_id.Replay(shown.number, nth, which)
