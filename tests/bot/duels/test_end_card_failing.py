"""Cards that can't be drawn or aren't taken, and more of them than can be drawn: nothing else is
the worse for it."""

import pytest

from bot.duels import end_card as illustrating
from tests.bot.simcord.drawing import Easel, NotBegun, enclose, ended
from tests.bot.simcord.server import Hall, answer, cards, text_of

pytestmark = pytest.mark.cards

# When something fails.


async def test_a_card_that_cannot_be_drawn(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def draws_nothing(*_of: object) -> None:
        raise MemoryError

    monkeypatch.setattr(illustrating, "finished_card", draws_nothing)
    end = await ended(hall)
    assert cards(end) == []
    assert hall.incidents() == ["background work failed"]
    monkeypatch.undo()
    await hall.play(await hall.rated("split", size=5), 1)
    assert len(cards(hall.last())) == 1


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (404, 10008), (400, 50035), (413, 40005), (500, 0)]
)
async def test_a_card_that_discord_does_not_take(hall: Hall, status: int, code: int) -> None:
    board = await hall.play(await hall.rated(size=3), 2, 1)
    hall.env.inject_error(
        "PATCH", f"/channels/{hall.games.id}/messages/*", status=status, code=code, times=None
    )
    end = answer(await hall.ana.click(board, label="3"))
    assert hall.read(end).startswith("🏁 **@ana wins")
    assert cards(end) == []
    assert [each["event"] for each in hall.log if each["event"] == "a duel has no card"] != []
    hall.env.backend.faults.clear()
    await hall.env.advance_time(60)
    assert cards(end) == [], "it isn't tried again"
    answer(await hall.bo.click(end, label="Rematch"))


async def test_a_board_that_was_deleted_gets_no_card(hall: Hall, easel: Easel) -> None:
    end = await ended(hall)
    hall.env.backend.delete_message(hall.games.id, end.id)
    await easel.free()
    assert hall.read(hall.last()) == "-# 2. @bo took 1"


async def test_a_host_may_do_without_cards(hall: Hall) -> None:
    hall.cards = False
    await hall.restart()
    end = await ended(hall)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert [cards(each) for each in (end, ladder, profile)] == [[], [], []]
    assert text_of(ladder).splitlines()[1].endswith("1662? · 1–0")
    assert "**1662?** ± 290" in text_of(profile)


# When many duels end at once.


async def many_end(hall: Hall, count: int) -> None:
    for nth in range(count):
        opponent = hall.join(f"p{nth}")
        offer = answer(await hall.challenge(opponent=opponent, clock="10m", first="random"))
        await opponent.click(offer, label="Accept")
    await hall.env.advance_time(11 * 60)


def ends(hall: Hall) -> list[int]:
    """How many cards each end has."""
    return [len(cards(each)) for each in hall.games.history() if "🏁" in each.content]


async def test_no_more_cards_wait_than_can_be_drawn(
    hall: Hall, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(illustrating, "WAITING", 3)
    await many_end(hall, 5)
    assert ends(hall) == [0] * 5
    await easel.free()
    assert sorted(ends(hall)) == [0, 0, 1, 1, 1]
    await hall.play(await hall.rated(size=3), 2, 1, 3)
    assert len(cards(hall.last())) == 1, "there is room again"


async def test_not_even_if_they_all_come_before_the_first_is_begun(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(illustrating, "WAITING", 3)
    match = await hall.played(hall.ana, hall.bo)
    background = NotBegun()
    enclose(hall, match, background, times=5)
    assert background.names == ["end card"] * 3


async def test_cards_are_drawn_one_after_another(hall: Hall, easel: Easel) -> None:
    """Whoever asks for a leaderboard meanwhile isn't behind all of them."""
    await many_end(hall, 4)
    assert (easel.waiting, easel.most) == (1, 1)
    await easel.free()
    assert ends(hall) == [1] * 4
