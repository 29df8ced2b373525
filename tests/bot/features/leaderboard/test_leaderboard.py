"""`/duel leaderboard`: who stands where, page by page."""

import pytest
from simcord import InteractionResult

from bot.text.english import English
from engine.games import GAMES
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, cards, ids, labels, options, private, told
from tests.bot.simcord.players import couples, level, losers, veterans, winners
from tests.bot.simcord.world import UNSURE, World

ALL = "🏆 **All games**"
CASUAL = f"-# {English.LEADERBOARD_CASUAL_NOTE}"
EMPTY = "Nobody has finished a duel in this list yet. Be the first: `/duel start`."


def nobody(name: str) -> str:
    return f"-# @{name} has no finished duel in this list yet."


async def look(world: World, **which: object) -> Shown:
    return answer(await world.cy.slash(world.games, "duel leaderboard", **which))


def lines(world: World, shown: Shown | InteractionResult) -> list[str]:
    return world.read(told(shown) if isinstance(shown, InteractionResult) else shown).splitlines()


@pytest.mark.cards
async def test_an_empty_leaderboard(world: World) -> None:
    ladder = await look(world)
    assert lines(world, ladder) == [ALL, EMPTY, nobody("cy")]
    assert ids(ladder) == ["d1:lg:x", "d1:lm:all:x"]
    assert labels(ladder) == ["Which game?", "My place"]
    assert cards(ladder) == []


async def test_who_is_settled_stands_before_who_is_not(world: World) -> None:
    """Though a newcomer's rating may be higher. Two of them don't move one another any more."""
    di = world.join("di")
    await veterans(world, world.ana, world.bo, world.cy, di)
    await couples(world, 1)
    ladder = await look(world)
    assert lines(world, ladder) == [
        ALL,
        "1. @ana **1857** · 6–0",
        "2. @bo **1532** · 4–2",
        "3. @cy **1311** · 2–4",
        "4. @di **1090** · 0–6",
        "5. @w1 1500? · 1–0",
        "5. @l1 1500? · 0–1",
        UNSURE,
        "-# @cy: place 3, 1311, 2–4",
    ]


async def test_where_everybody_is_settled_nothing_is_explained(world: World) -> None:
    await veterans(world, world.ana, world.bo, world.cy, world.join("di"))
    assert UNSURE not in lines(world, await look(world))


async def test_a_leaderboard_has_pages(world: World) -> None:
    await couples(world, 12)
    pages = [await look(world, page=page) for page in (1, 2, 3, 4)]
    assert [lines(world, each)[1:-1] for each in pages] == [
        [*winners(*range(1, 11)), UNSURE],
        [*winners(11, 12), *losers(13, *range(1, 9)), UNSURE],
        [*losers(13, 9, 10, 11, 12), UNSURE],
        ["There is no page 4."],
    ]
    assert {lines(world, each)[0] for each in pages} == {ALL}
    assert {lines(world, each)[-1] for each in pages} == {nobody("cy")}
    assert [ids(each)[1:] for each in pages] == [
        ["d1:l:all:2:x", "d1:lm:all:x"],
        ["d1:l:all:1:x", "d1:l:all:3:x", "d1:lm:all:x"],
        ["d1:l:all:2:x", "d1:lm:all:x"],
        ["d1:l:all:1:x", "d1:lm:all:x"],
    ]
    assert labels(pages[1]) == ["Which game?", "◀", "▶", "My place"]


async def test_ten_are_one_page(world: World) -> None:
    await couples(world, 5)
    ladder = await look(world)
    assert len(lines(world, ladder)) == 13
    assert labels(ladder) == ["Which game?", "My place"]


async def test_a_leaderboard_pings_nobody(world: World) -> None:
    await world.played(world.ana, world.bo)
    await look(world)
    assert world.sent()["allowed_mentions"] == {"parse": [], "users": []}


async def test_a_leaderboard_of_one_game(world: World) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.bo, world.cy, "parity")
    assert lines(world, await look(world, game="parity")) == [
        "🏆 **Parity Duel**",
        "1. @bo 1662? · 1–0",
        "2. @cy 1338? · 0–1",
        UNSURE,
        "-# @cy: place 2, 1338, 0–1",
    ]


async def test_who_has_played_for_no_ratings_has_no_place(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert lines(world, ladder) == [
        ALL,
        "– @ana casual · 1–0",
        "– @bo casual · 0–1",
        CASUAL,
        "-# @ana: casual, 1–0",
    ]


@pytest.mark.cards
async def test_casual_players_come_behind_everybody_with_a_rating(world: World) -> None:
    await world.played(world.cy, world.join("di"))
    await world.play(await world.duel(size=3), 2, 1, 3)
    ladder = await look(world)
    assert lines(world, ladder) == [
        ALL,
        "1. @cy 1662? · 1–0",
        "2. @di 1338? · 0–1",
        "– @ana casual · 1–0",
        "– @bo casual · 0–1",
        UNSURE,
        CASUAL,
        "-# @cy: place 1, 1662, 1–0",
    ]
    ((_, card),) = cards(ladder)
    assert "–: ana, casual, 1–0, last W." in card


async def test_my_place_finds_a_casual_player(world: World) -> None:
    await couples(world, 6)
    await world.play(await world.duel(size=3), 2, 1, 3)
    mine = await world.bo.click(await look(world), label="My place")
    assert lines(world, mine)[3:5] == ["– @ana casual · 1–0", "– @bo casual · 0–1"]


async def test_an_unrated_result_counts_beside_rated_ones(world: World) -> None:
    await world.played(world.ana, world.cy)
    await world.play(await world.duel(size=3), 1, 2)
    assert lines(world, await look(world))[1:3] == ["1. @ana 1662? · 1–1", "2. @cy 1338? · 0–1"]


async def test_a_tie_is_a_third_number(world: World) -> None:
    await world.played(world.cy, world.ana)
    await world.play(await world.rated(size=3, legs=2), 2, 1, 3)
    for who, move in ((world.bo, 2), (world.ana, 1), (world.bo, 3)):
        await who.click(world.last(), label=str(move))
    assert lines(world, await look(world))[1:4] == [
        "1. @cy 1662? · 1–0",
        "2. @bo 1442? · 0–0–1",
        "3. @ana 1376? · 0–1–1",
    ]


# Pictures.


@pytest.mark.cards
async def test_the_card_of_a_leaderboard(world: World) -> None:
    ada = world.join("ada", nick="Ada the Even")
    await world.played(world.ana, world.cy)
    await world.played(ada, world.bo, "parity")
    ((name, alt),) = cards(await look(world))
    assert name == "leaderboard.png"
    assert alt == (
        "All games leaderboard, Hall. "
        "1: ana, rating 1662 (provisional), 1–0, last W. "
        "1: Ada the Even, rating 1662 (provisional), 1–0, last W. "
        "3: bo, rating 1338 (provisional), 0–1, last L. "
        "3: cy (marked), rating 1338 (provisional), 0–1, last L. "
        f"{English.LEADERBOARD_PROVISIONAL_NOTE}."
    )


@pytest.mark.cards
async def test_a_page_without_anybody_has_no_card(world: World) -> None:
    await world.played(world.ana, world.bo)
    assert cards(await look(world, page=2)) == []
    assert cards(await look(world, game="split")) == []


@pytest.mark.cards
async def test_a_leaderboard_whose_card_cannot_be_drawn_is_shown_without(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that can't be drawn must not break the leaderboard for everybody else."""

    def draws_nothing(*_of: object) -> None:
        raise MemoryError

    monkeypatch.setattr("bot.features.leaderboard.service.leaderboard_card", draws_nothing)
    await world.played(world.ana, world.bo)
    ladder = await look(world)
    assert lines(world, ladder)[1] == "1. @ana 1662? · 1–0"
    assert cards(ladder) == []
    assert world.incidents() == ["a card can't be drawn"]


# Looking around.


@pytest.mark.cards
async def test_from_the_public_leaderboard_everybody_looks_privately(world: World) -> None:
    await couples(world, 12)
    await world.played(world.ana, world.cy, "parity")
    ladder = await look(world)
    before = world.lines()
    nexts = await world.bo.click(ladder, label="▶")
    assert lines(world, nexts)[1:4] == winners(10, 11, 12)
    parity = await world.bo.select(ladder, ["parity"])
    assert lines(world, parity)[:3] == [
        "🏆 **Parity Duel**",
        "1. @ana 1662? · 1–0",
        "2. @cy 1338? · 0–1",
    ]
    mine = await world.cy.click(ladder, label="My place")
    assert lines(world, mine)[-1] == "-# @cy: place 14, 1338, 0–1"
    assert world.lines() == before
    assert cards(private(mine)) != []


@pytest.mark.cards
async def test_a_private_leaderboard_turns_its_pages_in_place(world: World) -> None:
    await couples(world, 12)
    ladder = await look(world)
    own = private(await world.people["l12"].click(ladder, label="My place"))
    viewer = world.people["l12"]

    def shown() -> list[str]:
        found = [each for each in world.games.history(viewer=viewer) if each.id == own.id]
        return [line for each in found for line in world.read(each).splitlines()]

    public = world.lines()
    assert shown()[1:5] == losers(13, 9, 10, 11, 12)
    await viewer.click(own, label="◀")
    assert shown()[1:3] == winners(11, 12)
    await viewer.click(own, label="◀")
    assert shown()[1:11] == winners(*range(1, 11))
    await viewer.click(own, label="▶")
    assert shown()[3] == losers(13, 1)[0]
    await viewer.select(own, ["split"])
    assert shown() == ["🏆 **Number Split Duel**", EMPTY, nobody("l12")]
    assert cards(own) == []
    await viewer.select(own, ["divisor"])
    await viewer.click(own, label="My place")
    assert shown()[0:2] == ["🏆 **Divisor Duel**", losers(13, 9)[0]]
    assert len(cards(own)) == 1
    assert world.lines() == public


async def test_the_last_place_of_a_page_is_on_it(world: World) -> None:
    await couples(world, 5)
    ladder = await look(world)
    mine = await world.people["l5"].click(ladder, label="My place")
    assert lines(world, mine)[10] == losers(6, 5)[0]
    await couples(world, 5)  # who are others
    mine = await world.people["l5"].click(ladder, label="My place")
    assert lines(world, mine)[10] == losers(11, 5)[0]


async def test_the_place_of_somebody_who_has_none_is_the_first_page(world: World) -> None:
    await couples(world, 6)
    mine = await world.cy.click(await look(world, page=2), label="My place")
    assert lines(world, mine)[1] == winners(1)[0]


async def test_the_select_stands_at_the_game_that_is_shown(world: World) -> None:
    titles = ["All games", *(each.title for each in GAMES.values())]
    for game, title in (("all", "All games"), ("split", "Number Split Duel")):
        ladder = await look(world, **({} if game == "all" else {"game": game}))
        assert options(ladder, "Which game?") == [
            f"[{each}]" if each == title else each for each in titles
        ]


async def test_a_leaderboard_is_pressed_after_a_restart(world: World) -> None:
    await couples(world, 12)
    ladder = await look(world)
    await world.restart()
    turned = await world.bo.click(ladder, label="▶")
    assert lines(world, turned)[1:3] == winners(11, 12)


async def test_the_leaderboard_of_a_finished_duel(world: World) -> None:
    end = await world.play(await world.rated("parity", size=3), 1, 2, 3)
    said = await world.bo.click(end, label="Leaderboard")
    assert lines(world, said) == [
        "🏆 **Parity Duel**",
        "1. @ana 1662? · 1–0",
        "2. @bo 1338? · 0–1",
        UNSURE,
        "-# @bo: place 2, 1338, 0–1",
    ]


@pytest.mark.parametrize("custom_id", ["d1:l:all:2", "d1:lm:all", "d1:lg"])
async def test_buttons_from_before_there_were_seasons(world: World, custom_id: str) -> None:
    """Leaderboards of an earlier Duelhost stand in channels, and finished duels too."""
    await couples(world, 6)
    ladder = await look(world)
    await world.store.begin_season(GuildId(world.guild.id), 2, world.now())
    await world.played(world.ana, world.bo)
    chosen = ("all",) if custom_id == "d1:lg" else ()
    pressed = await world.press(world.bo, ladder, custom_id, *chosen)
    assert lines(world, pressed)[0] == f"{ALL} · season 2"


async def test_whose_data_was_deleted_stands_nowhere(world: World) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.cy, world.bo)
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.ana.id), world.now())
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert lines(world, ladder) == [
        ALL,
        *level(1, "1617?", "1–0", "cy"),
        *level(2, "1249?", "0–2", "bo"),
        UNSURE,
        nobody("ana"),
    ]


@pytest.mark.parametrize(
    ("custom_id", "values", "said"),
    [
        ("d1:l:chess:1:0", (), 'There is no game called "chess". Choose divisor, '),
        ("d1:lm:chess:0", (), 'There is no game called "chess". Choose divisor, '),
        ("d1:lg:0", ("chess",), 'There is no game called "chess". Choose divisor, '),
        ("d1:ls:chess", ("1",), 'There is no game called "chess". Choose divisor, '),
        ("d1:lg:0", ("parity", "all"), "That button doesn't work any more."),
        ("d1:lg:y", ("parity",), "That button doesn't work any more."),
        ("d1:ls:all", ("x",), "That button doesn't work any more."),
        ("d1:ls:all", ("-1",), "That button doesn't work any more."),
        ("d1:ls:all", ("1", "2"), "That button doesn't work any more."),
        ("d1:ls", ("1",), "That button doesn't work any more."),
        ("d1:lm", (), "That button doesn't work any more."),
        ("d1:lm:all:y", (), "That button doesn't work any more."),
        ("d1:l:all:x", (), "That button doesn't work any more."),
        ("d1:l:all", (), "That button doesn't work any more."),
        ("d1:l:all:99999999999999999999", (), "That button doesn't work any more."),
        ("d1:l:all:9999999999999999:0", (), f"{ALL}\nThere is no page 1000000000."),
        ("d1:l:all:0:0", (), f"{ALL}\n1. @ana 1662? · 1–0\n"),
        ("d1:l:all:1:77", (), f"{ALL}\n1. @ana 1662? · 1–0\n"),
        (f"d1:l:all:1:{2**63 - 1}", (), f"{ALL}\n1. @ana 1662? · 1–0\n"),
        ("d1:ls:all", (str(2**63 - 1),), f"{ALL}\n1. @ana 1662? · 1–0\n"),
        ("d1:lm:all:77", (), f"{ALL}\n1. @ana 1662? · 1–0\n"),
    ],
)
async def test_forged_pages_of_the_leaderboard(
    world: World, custom_id: str, values: tuple[str, ...], said: str
) -> None:
    await world.played(world.ana, world.bo)
    ladder = await look(world)
    pressed = await world.press(world.bo, ladder, custom_id, *values)
    assert world.read(told(pressed)).startswith(said)


async def test_casual_results_stand_behind_a_rating_too(world: World) -> None:
    """They count as won and lost, and change no rating."""
    await world.played(world.ana, world.bo)
    before = lines(world, await look(world, game="divisor"))
    assert before[1:3] == level(1, "1662?", "1–0", "ana") + level(2, "1338?", "0–1", "bo")
    await world.play(await world.duel(size=3, first="random", rated=False), 2, 1, 3)
    after = lines(world, await look(world, game="divisor"))
    assert after[1:3] == level(1, "1662?", "2–0", "ana") + level(2, "1338?", "0–2", "bo")
