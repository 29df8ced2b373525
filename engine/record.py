"""The record of a game: its options and its moves, and their text form."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.games import GAMES, named_options, set_up
from engine.games.game import Game, as_text
from engine.games.notation import FORM, MOST_MOVES, MOVE, VERSION, VERSIONED
from engine.games.view import View
from engine.outcome import Outcome, Seat
from engine.refusal import (
    IllegalRecord,
    MoveRefused,
    Refusal,
    StartNotDrawn,
    UnknownRecordVersion,
    UnreadableRecord,
    Unrecordable,
)


@dataclass(frozen=True)
class Record:
    """A game and the moves made in it. Only `start` and `play` build it: every move is legal."""

    game: Game[Any]
    moves: tuple[int, ...]
    state: Any = field(compare=False, repr=False)
    text: str = field(compare=False, repr=False)

    @classmethod
    def start(cls, game: Game[Any]) -> "Record":
        if game.awaits_start:
            raise StartNotDrawn(game.key)
        options = as_text(game.recorded())
        return cls(game, (), game.start(), f"{VERSION}/{game.key}/{options}/")

    @classmethod
    def replay(cls, game: Game[Any], texts: Iterable[str]) -> "Record":
        """The record of these moves. Raises an IllegalRecord for the first illegal one."""
        record = cls.start(game)
        for nth, text in enumerate(texts, start=1):
            try:
                record = record.play(record.read(text))
            except Refusal as because:
                raise IllegalRecord(nth, because) from because
        return record

    def play(self, move: int) -> "Record":
        try:
            state = self.game.play(self.state, move)
        except MoveRefused as refused:
            raise self._named(refused) from None
        said = self.game.text(move)
        if self.ply >= MOST_MOVES or not MOVE.fullmatch(said):
            raise Unrecordable(said, MOST_MOVES)
        text = f"{self.text}{'-' if self.moves else ''}{said}"
        return Record(self.game, (*self.moves, move), state, text)

    def back_to(self, ply: int) -> "Record":
        """The record as it was after `ply` moves."""
        texts = [self.game.text(move) for move in self.moves[:ply]]
        return self if ply >= self.ply else Record.replay(self.game, texts)

    def read(self, text: str) -> int:
        """The move that a player's text names. It may be illegal."""
        try:
            return self.game.read(self.state, text)
        except MoveRefused as refused:
            raise self._named(refused) from None

    def _named(self, refused: MoveRefused) -> MoveRefused:
        """The refusal with the names of the legal moves, if they have any but their numbers."""
        named = tuple(map(self.game.text, refused.legal))
        if named != tuple(map(str, refused.legal)):
            refused.named = named
        return refused

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def to_move(self) -> Seat:
        return self.game.to_move(self.state)

    @property
    def legal(self) -> tuple[int, ...]:
        return self.game.legal(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @cached_property
    def view(self) -> View:
        return self.game.view(self.moves, self.state)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read the text form, and check every move by the rules."""
        version = VERSIONED.match(text)
        if version and version[1] != VERSION:
            raise UnknownRecordVersion(version[1], VERSION)
        form = FORM.fullmatch(text)
        if form is None:
            raise UnreadableRecord(text)
        game = set_up(form["game"], _options(form["game"], form["options"]))
        record = cls.replay(game, filter(None, form["moves"].split("-")))
        # A record has one text only. Any other text that reads the same was not written by us.
        if record.text != text:
            raise UnreadableRecord(text)
        return record


def _options(key: str, text: str) -> dict[str, object]:
    known = named_options(GAMES[key]) if key in GAMES else {}
    pairs = dict(pair.split("=") for pair in text.split(",") if pair)
    return {
        name: known[name].read(value) if name in known else value for name, value in pairs.items()
    }
