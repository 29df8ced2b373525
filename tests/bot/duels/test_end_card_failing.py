"""Cards that can't be drawn or aren't taken, and more of them than can be drawn: nothing else is
the worse for it."""

import pytest

from bot.duels import end_card
from tests.bot.simcord.drawing import DrawingGate, NotBegun, enclose, ended
from tests.bot.simcord.messages import answer, cards, text_of
from tests.bot.simcord.world import World
from tests.bot.text.says import won

pytestmark = pytest.mark.cards

# When something fails.


async def test_a_card_that_cannot_be_drawn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def draws_nothing(*_of: object) -> None:
        raise MemoryError

    monkeypatch.setattr(end_card, "finished_card", draws_nothing)
    end = await ended(world)
    assert cards(end) == []
    assert world.incidents() == ["background work failed"]
    monkeypatch.undo()
    await world.play(await world.rated("split", size=5), 1)
    assert len(cards(world.last())) == 1


@pytest.mark.usefixtures("late_cards")
@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (404, 10008), (400, 50035), (413, 40005), (500, 0)]
)
async def test_a_card_that_discord_does_not_take(world: World, status: int, code: int) -> None:
    board = await world.play(await world.rated(size=3), 2, 1)
    world.env.inject_error(
        "PATCH", f"/channels/{world.games.id}/messages/*", status=status, code=code, times=None
    )
    end = answer(await world.ana.click(board, label="3"))
    assert world.read(end).startswith(won("@ana", "@bo"))
    assert cards(end) == []
    assert [each["event"] for each in world.log if each["event"] == "a duel has no card"] != []
    world.env.backend.faults.clear()
    await world.env.advance_time(60)
    assert cards(end) == [], "it isn't tried again"
    answer(await world.bo.click(end, label="Rematch"))


async def test_a_board_that_was_deleted_gets_no_card(
    world: World, drawing_gate: DrawingGate
) -> None:
    end = await ended(world)
    world.env.backend.delete_message(world.games.id, end.id)
    await drawing_gate.free()
    assert world.read(world.last()) == "-# 2. @bo took 1"


async def test_a_host_may_do_without_cards(world: World) -> None:
    world.cards = False
    await world.restart()
    end = await ended(world)
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    profile = answer(await world.ana.slash(world.games, "duel profile"))
    assert [cards(each) for each in (end, ladder, profile)] == [[], [], []]
    assert text_of(ladder).splitlines()[1].endswith("1662? · 1–0")
    assert "**1662?** ± 290" in text_of(profile)


# When many duels end at once.


async def many_end(world: World, count: int) -> None:
    for nth in range(count):
        opponent = world.join(f"p{nth}")
        offer = answer(await world.challenge(opponent=opponent, clock="10m", first="random"))
        await opponent.click(offer, label="Accept")
    await world.env.advance_time(11 * 60)


def ends(world: World) -> list[int]:
    """How many cards each end has."""
    return [len(cards(each)) for each in world.games.history() if "🏆" in each.content]


async def test_no_more_cards_wait_than_can_be_drawn(
    world: World, drawing_gate: DrawingGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(end_card, "WAITING", 3)
    await many_end(world, 5)
    assert ends(world) == [0] * 5
    await drawing_gate.free()
    assert sorted(ends(world)) == [0, 0, 1, 1, 1]
    await world.play(await world.rated(size=3), 2, 1, 3)
    assert len(cards(world.last())) == 1, "there is room again"


async def test_not_even_if_they_all_come_before_the_first_is_begun(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(end_card, "WAITING", 3)
    match = await world.played(world.ana, world.bo)
    background = NotBegun()
    enclose(world, match, background, times=5)
    assert background.names == ["end card"] * 3


async def test_cards_are_drawn_one_after_another(world: World, drawing_gate: DrawingGate) -> None:
    """A leaderboard that is asked for meanwhile doesn't wait for all of them."""
    await many_end(world, 4)
    assert (drawing_gate.waiting, drawing_gate.most) == (1, 1)
    await drawing_gate.free()
    assert ends(world) == [1] * 4
