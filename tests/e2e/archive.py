"""What the bot has written down, read beside it: what must agree with what players were told."""

from collections.abc import Mapping
from pathlib import Path

from engine.duel import Finished, Playing
from engine.ids import PlayerId
from storage.ids import DuelId, GuildId
from storage.match import Match
from storage.sqlite.check import check
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import looking_at
from storage.sqlite.rows import known


class Archive:
    def __init__(self, database: Path, server: str, names: Mapping[str, str]) -> None:
        self._database = database
        self._server = GuildId(int(server))
        self._names = names

    def match(self, number: int) -> Match:
        with looking_at(self._database) as db, named_troubles(self._database):
            return known(db, self._server, DuelId(number))

    def moves(self, number: int) -> list[tuple[str, str]]:
        """Who made which, in order."""
        duel = self._seated(number)
        return [
            (self._called(duel.seats[nth % 2]), duel.record.game.text(move))
            for nth, move in enumerate(duel.record.moves)
        ]

    def winner(self, number: int) -> str | None:
        duel = self._seated(number)
        won = duel.winner if isinstance(duel, Finished) else None
        return None if won is None else self._called(duel.seats[won])

    def is_on(self, number: int) -> bool:
        """Whether it has been accepted and isn't over."""
        return isinstance(self.match(number).duel, Playing)

    def faults(self) -> list[str]:
        """What `duelhost check` finds."""
        return [repr(each) for each in check(self._database)]

    def _seated(self, number: int) -> Playing | Finished:
        duel = self.match(number).duel
        assert isinstance(duel, Playing | Finished), duel
        return duel

    def _called(self, player: PlayerId) -> str:
        return self._names[str(player)]
