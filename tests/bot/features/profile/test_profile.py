"""`/duel profile`: how somebody plays."""

from itertools import pairwise

import pytest

from bot.features.profile import view as page
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.people import Score
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.layout import walk
from tests.bot.simcord.messages import answer, cards, labels, private, text_of, told
from tests.bot.simcord.players import veterans
from tests.bot.simcord.world import UNSURE, World
from tests.storage.damage import say

GONE = "-# Not in this server any more"


async def look(world: World, **whose: object) -> Shown:
    """Let Ana look at a profile."""
    return answer(await world.ana.slash(world.games, "duel profile", **whose))


def lines(world: World, shown: Shown) -> list[str]:
    return world.read(shown).splitlines()


async def test_a_newcomer(world: World) -> None:
    for _ in range(3):
        await world.played(world.ana, world.bo)
    await world.played(world.cy, world.ana, "parity")
    profile = await look(world)
    assert lines(world, profile) == [
        "**@ana**",
        "**1612?** ± 225 · place 2, provisional",
        "3–1",
        "Last results, oldest first: won, won, won, lost",
        "Divisor Duel: **1753?** ± 244 · 3–0 · 3 won in a row",
        "Parity Duel: **1338?** ± 290 · 0–1",
        UNSURE,
    ]
    assert labels(profile) == ["Recent duels", "Titles"], "nobody challenges themselves"
    assert world.sent()["allowed_mentions"] == {"parse": [], "users": []}


async def test_whoever_is_settled(world: World) -> None:
    await veterans(world, world.bo, world.ana, world.cy, world.join("di"))
    assert lines(world, await look(world)) == [
        "**@ana**",
        "**1532** ± 187 · place 2",
        "4–2 · 4 won in a row",
        "Last results, oldest first: lost, won, won, won, won",
        "Divisor Duel: **1532** ± 187 · 4–2 · 4 won in a row",
    ]


async def test_somebody_else_and_how_one_has_fared_against_them(world: World) -> None:
    for _ in range(3):
        await world.played(world.ana, world.bo)
    await world.played(world.bo, world.ana)
    await world.played(world.bo, world.cy)
    assert lines(world, await look(world, player=world.bo)) == [
        "**@bo**",
        "**1562** ± 212 · place 1",
        "2–3",
        "Last results, oldest first: lost, lost, lost, won, won",
        "Against @ana: 1 won, 3 lost",
        "Divisor Duel: **1562** ± 212 · 2–3",
    ]
    by_cy = answer(await world.cy.slash(world.games, "duel profile", player=world.bo))
    assert "Against @cy: 1 won, 0 lost" in lines(world, by_cy)
    by_bo = answer(await world.bo.slash(world.games, "duel profile"))
    assert not [line for line in lines(world, by_bo) if line.startswith("Against")]


async def test_ties_against_somebody(world: World) -> None:
    board = await world.play(await world.duel(size=3, legs=2), 2, 1, 3)
    for who, move in ((world.bo, 2), (world.ana, 1), (world.bo, 3)):
        board = answer(await who.click(board, label=str(move)))
    profile = await look(world, player=world.bo)
    assert "Against @ana: 0 won, 0 lost, 1 tied" in lines(world, profile)
    assert "Last results, oldest first: tied" in lines(world, profile)


async def test_who_has_never_met_does_not_compare(world: World) -> None:
    await world.played(world.bo, world.cy)
    assert "Against" not in text_of(await look(world, player=world.bo))


async def test_losing_streaks(world: World) -> None:
    for _ in range(3):
        await world.played(world.bo, world.ana)
    assert "0–3 · 3 lost in a row" in lines(world, await look(world))


async def test_two_in_a_row_are_no_streak(world: World) -> None:
    for _ in range(2):
        await world.played(world.ana, world.bo)
    assert "in a row" not in text_of(await look(world))


@pytest.mark.cards
async def test_who_has_not_played(world: World) -> None:
    await world.challenge()  # which isn't finished
    profile = await look(world, player=world.bo)
    assert world.read(profile) == "@bo hasn't finished a duel here yet."
    assert labels(profile) == ["Challenge", "Titles"]
    assert cards(profile) == []


@pytest.mark.cards
async def test_who_has_played_for_no_ratings(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    profile = await look(world)
    assert lines(world, profile) == [
        "**@ana**",
        "No rated duel yet",
        "1–0",
        "Last results, oldest first: won",
        "Divisor Duel: 1–0",
    ]
    assert cards(profile) == []
    assert labels(profile) == ["Recent duels", "Titles"]


@pytest.mark.cards
async def test_a_new_season_begins_anew(world: World) -> None:
    await world.played(world.ana, world.bo)
    await world.store.begin_season(GuildId(world.guild.id), 2, world.now())
    empty = await look(world)
    assert lines(world, empty) == ["@ana hasn't finished a duel in this season yet."]
    assert labels(empty) == ["Recent duels", "Titles"]
    by_bo = answer(await world.bo.slash(world.games, "duel profile", player=world.ana))
    assert lines(world, by_bo)[1:] == ["Against @bo: 1 won, 0 lost"]
    await world.played(world.bo, world.ana)
    profile = await look(world, player=world.bo)
    assert lines(world, profile)[1:3] == ["**1662?** ± 290 · place 1, provisional", "1–0"]
    # Duels against one another are still counted.
    assert "Against @ana: 1 won, 1 lost" in lines(world, profile)
    assert cards(profile)[0][1].startswith(
        "bo, All games · 1 rated duel, rating 1662, +162 since 1500"
    )


@pytest.mark.cards
async def test_a_past_season_is_shown_as_it_ended(world: World) -> None:
    await world.played(world.ana, world.bo)
    before = lines(world, await look(world))
    await world.store.begin_season(GuildId(world.guild.id), 2, world.now())
    world.env.backend.advance_clock(60 * 60 * 24 * 365)
    await world.played(world.bo, world.ana)
    past = await look(world, season=1)
    assert lines(world, past) == ["**@ana** · season 1, which is over", *before[1:]]
    alt = "ana, All games · season 1 · 1 rated duel, rating 1662, +162 since 1500"
    assert cards(past)[0][1].startswith(alt)
    ana, guild = PlayerId(world.ana.id), GuildId(world.guild.id)
    for season, last in ((1, "last duel"), (2, "today")):
        profile = await world.store.profile(guild, ana, season)
        shown = page.Shown(ana, profile, ana, Score(), {}, (), world.now())
        card = page.card(shown, (1500.0,), {}, English)
        assert card
        assert card.axis
        assert card.axis[2] == last
    assert lines(world, await look(world, season=2))[0] == "**@ana** · season 2"
    absent = await look(world, player=world.cy, season=1)
    assert lines(world, absent) == ["@cy finished no duel in season 1."]
    assert labels(absent) == ["Challenge", "Recent duels", "Titles"]


async def test_who_is_known_less_and_less(world: World) -> None:
    await world.played(world.ana, world.bo)
    world.env.backend.advance_clock(60 * 60 * 24 * 365)
    assert lines(world, await look(world))[1] == "**1662?** ± 305 · place 1, provisional"


# Players who aren't in the server.


async def test_who_has_left(world: World) -> None:
    await world.played(world.bo, world.ana)
    world.guild.remove_member(world.bo)
    profile = await look(world, player=world.bo.user)
    assert lines(world, profile) == [
        "**@bo**",
        "1–0",
        "Last results, oldest first: won",
        GONE,
        "Against @ana: 1 won, 0 lost",
        "Divisor Duel: **1662?** ± 290 · 1–0",
        UNSURE,
    ]
    # A departed player has no place any more, so the others move up.
    assert "place 1" in lines(world, await look(world))[1]


async def test_who_has_come_back(world: World) -> None:
    await world.played(world.bo, world.ana)
    world.guild.remove_member(world.bo)
    await look(world, player=world.bo.user)
    world.env.backend.add_member(world.guild.id, world.bo.id)
    assert lines(world, await look(world, player=world.bo))[1] == (
        "**1662?** ± 290 · place 1, provisional"
    )


async def test_who_has_left_without_having_played(world: World) -> None:
    world.guild.remove_member(world.bo)
    said = world.read(await look(world, player=world.bo.user))
    assert said == f"@bo hasn't finished a duel here yet.\n{GONE}"


async def test_whose_data_was_deleted(world: World) -> None:
    await world.played(world.bo, world.ana)
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.bo.id), world.now())
    assert world.read(await look(world, player=world.bo)) == "@bo hasn't finished a duel here yet."
    assert lines(world, await look(world))[1] == "**1338?** ± 290 · place 1, provisional"


@pytest.mark.cards
async def test_while_discord_says_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The profile then has no avatar, and counts nobody as departed."""
    await world.played(world.ana, world.bo)
    monkeypatch.setattr(world.client.ws, "is_ratelimited", lambda: True)
    silent = await look(world)
    monkeypatch.undo()
    profile = await look(world)
    assert text_of(silent) == text_of(profile)
    assert [each["type"] for each in walk(silent.components) if each["type"] == 9] == []
    assert cards(silent)[0][1].startswith("player, All games")


async def test_an_avatar_stands_beside_the_name(world: World) -> None:
    profile = await look(world)
    (section,) = [each for each in walk(profile.components) if each["type"] == 9]
    assert section["accessory"]["media"]["url"].startswith("https://cdn.discordapp.com/embed/")


# The picture.


@pytest.mark.cards
async def test_the_card_of_a_rating(world: World) -> None:
    await world.played(world.bo, world.ana)
    await world.played(world.ana, world.bo, "parity")
    await world.played(world.ana, world.cy)
    assert cards(await look(world)) == [
        (
            "rating.png",
            (
                "ana, All games · 3 rated duels, rating 1658, +158 since 1500 · ±233. "
                "Started at 1500, highest 1658, lowest 1338."
            ),
        )
    ]


@pytest.mark.cards
async def test_more_points_than_can_be_drawn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points are left out between those that the card describes."""
    await world.rate()
    monkeypatch.setattr(page, "POINTS", 5)
    for winner, loser in ((world.ana, world.bo), (world.bo, world.ana), (world.cy, world.ana)):
        for game in ("divisor", "split", "parity"):
            await world.played(winner, loser, game)
    course = await world.store.course(GuildId(world.guild.id), PlayerId(world.ana.id))
    points = [round(rating) for rating, _ in course]
    assert len(points) == 9
    ((_, alt),) = cards(await look(world))
    assert alt.endswith(f"Started at 1500, highest {max(points)}, lowest {min(points)}.")


def test_points_are_left_out_evenly() -> None:
    assert page.thinned((1.0, 3.0)) == (1.0, 3.0)
    most = tuple(map(float, range(page.POINTS)))
    assert page.thinned(most) == most
    many = tuple(float(nth % 1000) for nth in range(100_000))
    peak = 54_321
    many = (*many[:peak], 1e4, *many[peak:])
    many = (*many[:99], -1e4, *many[99:])
    kept = page.thinned(many)
    assert len(kept) == page.POINTS
    assert (kept[0], kept[-1]) == (many[0], many[-1])
    assert (max(kept), min(kept)) == (1e4, -1e4)
    places = [many.index(each) for each in (-1e4, 1e4)]
    assert places == sorted(places)
    even = page.thinned(tuple(map(float, range(1000))))
    assert max(later - earlier for earlier, later in pairwise(even)) <= 4


@pytest.mark.cards
async def test_a_profile_whose_card_cannot_be_drawn_is_shown_without(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draws_nothing(*_of: object) -> None:
        raise OSError("no font")

    monkeypatch.setattr("bot.features.profile.service.rating_card", draws_nothing)
    await world.played(world.ana, world.bo)
    profile = await look(world)
    assert lines(world, profile)[1].startswith("**1662?**")
    assert cards(profile) == []
    assert world.incidents() == ["a card can't be drawn"]


# Around it.


async def test_a_profile_of_what_cannot_be_read(world: World) -> None:
    """A damaged duel has been counted, and can't be told any more."""
    await world.played(world.ana, world.bo)
    before = world.read(await look(world))
    say(world.store.backend.path, "UPDATE duel SET record = 'gone'")
    assert world.read(await look(world)) == before


@pytest.mark.cards
async def test_a_profile_by_a_click_on_a_name_is_private(world: World) -> None:
    await world.played(world.ana, world.bo)
    clicked = await world.cy.context_menu(world.games, "Duel profile", world.ana)
    asked = answer(await world.cy.slash(world.games, "duel profile", player=world.ana))
    assert told(clicked) == text_of(asked)
    assert cards(private(clicked)) == cards(asked)
    assert world.lines() == [world.read(asked)]


async def test_challenging_from_a_profile(world: World) -> None:
    await world.played(world.ana, world.bo)
    profile = answer(await world.cy.slash(world.games, "duel profile", player=world.ana))
    picker = private(await world.cy.click(profile, label="Challenge"))
    assert world.read(picker) == "Challenge @ana to …"
    offer = answer(await world.cy.select(picker, ["divisor/ranked"]))
    assert world.read(offer).startswith(
        "⚔️ @ana, @cy challenges you to **Divisor Duel** · ranked · "
    )


async def test_recent_duels_from_a_profile(world: World) -> None:
    await world.played(world.ana, world.bo)
    said = world.read(told(await world.cy.click(await look(world), label="Recent duels")))
    assert said == (
        "**Finished duels of @ana**\n"
        "[#1](LINK) Divisor Duel (1–3): won against @bo in 2 moves, <0 min>"
    )
