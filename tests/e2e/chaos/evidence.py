"""What a run left behind to judge by: duels as they are written down and as players saw them, and
what was asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.duel import Finished, Offered, Playing, Withdrawn
from storage.trouble import DamagedDuel
from tests.e2e.archive import Archive
from tests.e2e.chaos.faults import Excuses
from tests.e2e.chaos.plan import BOT
from tests.e2e.chaos.player import Ask, ChaosPlayer
from tests.e2e.chaos.screen import Seen


@dataclass(frozen=True)
class Violation:
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"


@dataclass(frozen=True)
class Written:
    """A duel as the bot wrote it down."""

    number: int
    challenger: str
    opponent: str
    # The time per move in seconds.
    clock: float
    how: str | None
    moves: tuple[tuple[str, str], ...] = ()
    winner: str | None = None
    begun: bool = False
    removed: bool = False
    # The player who was to move when it ended otherwise than by a move.
    to_move: str | None = None
    # Whether only its player sees it, and after how many moves hints were asked for.
    private: bool = False
    hints: tuple[int, ...] = ()

    @property
    def against_bot(self) -> bool:
        return self.opponent == BOT


@dataclass(frozen=True)
class Case:
    """All evidence about one duel."""

    written: Written
    # The duel as each player saw it.
    seen: Mapping[str, Seen]
    # Asks about it, and asks that may have been its challenge.
    asks: tuple[Ask, ...]
    challenges: tuple[Ask, ...]
    excuses: Excuses

    @property
    def players(self) -> tuple[str, ...]:
        """Those who are people."""
        players = (self.written.challenger, self.written.opponent)
        return tuple(each for each in players if each != BOT)


@dataclass(frozen=True)
class Evidence:
    cases: tuple[Case, ...]
    asks: tuple[Ask, ...]
    excuses: Excuses
    # Violations that were noticed during the run.
    noticed: tuple[Violation, ...] = ()


def gather(
    players: Mapping[str, ChaosPlayer],
    archive: Archive,
    excuses: Excuses,
    noticed: Sequence[Violation],
) -> Evidence:
    asks = sorted(_final(players), key=lambda each: each.real)
    names = {each.id: name for name, each in players.items()}
    names |= {each.screen.bot: BOT for each in players.values()}
    duels, noticed = dict[int, Written](), list(noticed)
    for number in archive.numbers():
        try:
            duels[number] = written(archive, number, names)
        except DamagedDuel as damaged:
            noticed.append(Violation("damaged", str(damaged)))
    about: dict[int | None, list[Ask]] = {}
    challenges: dict[tuple[str, str], list[Ask]] = {}
    for each in asks:
        about.setdefault(each.meant.duel, []).append(each)
        if opponent := _challenged(each, duels, names):
            challenges.setdefault((each.who, opponent), []).append(each)
    cases = tuple(
        Case(
            duel,
            {
                who: player.screen.seen[number]
                for who, player in players.items()
                if number in player.screen.seen
            },
            tuple(about.get(number, ())),
            tuple(challenges.get((duel.challenger, duel.opponent), ())),
            excuses,
        )
        for number, duel in duels.items()
    )
    return Evidence(cases, tuple(asks), excuses, tuple(noticed))


def written(archive: Archive, number: int, names: Mapping[str, str]) -> Written:
    match = archive.match(number)
    duel = match.duel
    people = names[str(duel.terms.challenger)], names[str(duel.terms.opponent)]
    clock = duel.terms.clock / 1000
    if isinstance(duel, Offered | Withdrawn):
        return Written(number, *people, clock, duel.how if isinstance(duel, Withdrawn) else None)
    return Written(
        number,
        *people,
        clock,
        None if isinstance(duel, Playing) else duel.reason,
        tuple(archive.moves(number)),
        archive.winner(number),
        begun=True,
        removed=isinstance(duel, Finished) and duel.void,
        to_move=None if duel.record.outcome else names[str(duel.seats[duel.record.to_move])],
        private=match.private,
        hints=duel.hints,
    )


def _final(players: Mapping[str, ChaosPlayer]) -> Iterator[Ask]:
    """Yield all asks with their final outcomes."""
    for player in players.values():
        for each in player.asks:
            each.state = player.screen.asked[each.interaction]
            answer = player.screen.answer(each.interaction)
            if answer and answer.private:
                each.told = answer.text
            yield each


def _challenged(ask: Ask, duels: Mapping[int, Written], names: Mapping[str, str]) -> str | None:
    """The opponent, if this may have been a challenge."""
    if ask.refused or ask.meant.what not in ("start", "rematch"):
        return None
    if before := duels.get(ask.meant.duel or 0):
        return before.opponent if ask.who == before.challenger else before.challenger
    return names.get(ask.meant.challenged or "")
