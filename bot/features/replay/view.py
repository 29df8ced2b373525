"""Games move by move: those of a duel, or those that somebody brought along as text."""

import re
from dataclasses import dataclass

from bot.boards.outcome import headline
from bot.boards.past_position import (
    Game,
    Games,
    ending,
    game_at,
    games_of,
    last_move,
    position,
    title,
)
from bot.delivery.message import Button, Message
from bot.interactions import custom_id
from bot.text.english import Words
from engine.duel import Finished
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
class Replay:
    """One game, or the two legs of a duel. Without a number it is nobody's duel."""

    games: Games
    number: DuelId | None = None
    # The result of the duel, which isn't always that of its last game.
    end: str = ""

    @property
    def ply(self) -> int:
        return sum(game.record.ply for game in self.games)


def of_match(match: Match, duel: Finished, words: Words) -> Replay:
    return Replay(games_of(duel, words), match.id, headline(match, duel, words))


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
    leg, at = game_at(shown.games, nth)
    game = shown.games[leg]
    parts = [_title(shown, leg, nth, words)]
    if move := last_move(game, at, nth, words):
        # Small as in a channel's history; otherwise Discord would make a list of it.
        parts.append(words.SMALL.format(line=move))
    over = [shown.end] if shown.end and nth == shown.ply else ending(game, at, words)
    parts += [*position(game, at, words), *over, _records(shown, words)]
    buttons = tuple(_buttons(shown, nth, words))
    rows = (buttons,) if buttons else ()
    return Message("\n".join(filter(None, parts)), rows)


def _title(shown: Replay, leg: int, nth: int, words: Words) -> str:
    text = words.REPLAY if shown.number is None else words.REPLAY_DUEL
    named = title(shown.games, leg, words)
    return text.format(title=named, number=shown.number, nth=nth, all=shown.ply)


def _records(shown: Replay, words: Words) -> str:
    """The records, to be copied. Those of a duel needn't be there, as it is known by its number."""
    texts = [each.record.text for each in shown.games]
    if shown.number is not None and len("\n".join(texts)) > LONGEST:
        return words.SMALL.format(line=words.REPLAY_TOO_LONG)
    return "\n".join(("```", *texts, "```"))


def _buttons(shown: Replay, nth: int, words: Words) -> list[Button]:
    """Return the four steps, each always in its place: the one that leads nowhere is disabled. A
    duel can be analysed too."""
    if not shown.ply:
        return []
    analysis = (
        [Button(words.ANALYSE_BUTTON, custom_id.Analyse(shown.number))] if shown.number else []
    )
    steps = (0, max(nth - 1, 0), min(nth + 1, shown.ply), shown.ply)
    return [
        Button(label, _press(shown, to, which), disabled=to == nth)
        for which, (label, to) in enumerate(zip(words.REPLAY_STEPS, steps, strict=True), start=1)
    ] + analysis


def _press(shown: Replay, nth: int, which: int) -> custom_id.CustomId:
    """No two buttons of a message may be the same, also where they lead to the same place."""
    if shown.number is None:
        return custom_id.ReplayRecord(nth, which)
    return custom_id.Replay(shown.number, nth, which)
