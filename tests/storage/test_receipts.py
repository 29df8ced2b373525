"""A stored refusal comes back as the same refusal."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.demand import Demand
from engine.games import GAMES
from engine.outcome import Reason, Seat, Withdrawal
from engine.refusal import AlreadyOver, GameOver, MoveRefused, Refusal, RefusedBefore, Unrelated
from storage.units.receipts import REFUSALS, refusal_in, text_of
from tests.engine.countdown import SUBTRACT, Countdown, TooFar

SAYABLE = [each for each in REFUSALS.values() if each not in (Refusal, MoveRefused)]
# Refusals of a record and of an opening contain another one, but no call reads a record or sets a
# game up.
SAYABLE = [each for each in SAYABLE if each.code not in ("illegal-record", "illegal-opening")]

st.register_type_strategy(object, st.none() | st.booleans() | st.integers() | st.text())


@pytest.mark.parametrize("kind", SAYABLE, ids=lambda kind: kind.code)
def test_every_refusal_comes_back_as_it_was(kind: type[Refusal]) -> None:
    @settings(max_examples=25)
    @given(st.builds(kind))
    def there_and_back(refusal: Any) -> None:
        again = refusal_in(text_of(refusal))
        assert type(again) is kind
        assert again.facts() == refusal.facts()
        assert [type(each) for each in again.facts().values()] == [
            type(each) for each in refusal.facts().values()
        ]

    there_and_back()


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (AlreadyOver(Withdrawal.EXPIRED), '["already-over", {"how": "expired"}]'),
        (AlreadyOver(Reason.TIMED_OUT), '["already-over", {"how": "timed-out"}]'),
        (GameOver(Seat.SECOND), '["game-over", {"winner": 1}]'),
        (
            Unrelated(7, 6, demand=Demand.RELATED, legal=(1, 2)),
            '["unrelated", {"demand": "related", "legal": [1, 2], "number": 7, "last": 6}]',
        ),
    ],
)
def test_what_is_written_stays_readable(refusal: Refusal, text: str) -> None:
    """A file may hold receipts of an earlier Duelhost."""
    assert text_of(refusal) == text
    assert refusal_in(text).facts() == refusal.facts()


def test_a_games_own_refusal_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = TooFar(9, 4, demand=SUBTRACT, legal=(1, 2, 3))
    text = text_of(refused)
    assert isinstance(refusal_in(text), RefusedBefore)
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    again = refusal_in(text)
    assert type(again) is TooFar
    assert again.facts() == refused.facts()


@pytest.mark.parametrize("text", ['["so-so", {}]', '["already-over", {"why": 1}]'])
def test_what_an_earlier_duelhost_said_is_still_no(text: str) -> None:
    assert isinstance(refusal_in(text), RefusedBefore)
