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
from tests.bot.simcord.players import veterans
from tests.bot.simcord.server import Hall, answer, cards, labels, private, text_of, told
from tests.storage.damage import say

GONE = "-# Not in this server any more"


async def look(hall: Hall, **whose: object) -> Shown:
    """By Ana."""
    return answer(await hall.ana.slash(hall.games, "duel profile", **whose))


def lines(hall: Hall, shown: Shown) -> list[str]:
    return hall.read(shown).splitlines()


async def test_a_newcomer(hall: Hall) -> None:
    for _ in range(3):
        await hall.played(hall.ana, hall.bo)
    await hall.played(hall.cy, hall.ana, "parity")
    profile = await look(hall)
    assert lines(hall, profile) == [
        "**@ana**",
        "**1612?** ± 225 · place 2, provisional",
        "3–1",
        "Last results, oldest first: won, won, won, lost",
        "Parity Duel: **1338?** ± 290 · 0–1",
        "Divisor Duel: **1753?** ± 244 · 3–0 · 3 won in a row",
    ]
    assert labels(profile) == ["Recent duels"], "nobody challenges themselves"
    assert hall.sent()["allowed_mentions"] == {"parse": [], "users": []}


async def test_whoever_is_settled(hall: Hall) -> None:
    await veterans(hall, hall.bo, hall.ana, hall.cy, hall.join("di"))
    assert lines(hall, await look(hall)) == [
        "**@ana**",
        "**1532** ± 187 · place 2",
        "4–2 · 4 won in a row",
        "Last results, oldest first: lost, won, won, won, won",
        "Divisor Duel: **1532** ± 187 · 4–2 · 4 won in a row",
    ]


async def test_somebody_else_and_how_one_has_fared_against_them(hall: Hall) -> None:
    for _ in range(3):
        await hall.played(hall.ana, hall.bo)
    await hall.played(hall.bo, hall.ana)
    await hall.played(hall.bo, hall.cy)
    assert lines(hall, await look(hall, player=hall.bo)) == [
        "**@bo**",
        "**1562** ± 212 · place 1",
        "2–3",
        "Last results, oldest first: lost, lost, lost, won, won",
        "Against @ana: 1 won, 3 lost",
        "Divisor Duel: **1562** ± 212 · 2–3",
    ]
    by_cy = answer(await hall.cy.slash(hall.games, "duel profile", player=hall.bo))
    assert "Against @cy: 1 won, 0 lost" in lines(hall, by_cy)
    by_bo = answer(await hall.bo.slash(hall.games, "duel profile"))
    assert not [line for line in lines(hall, by_bo) if line.startswith("Against")]


async def test_ties_against_somebody(hall: Hall) -> None:
    board = await hall.play(await hall.duel(size=3, legs=2), 2, 1, 3)
    for who, move in ((hall.bo, 2), (hall.ana, 1), (hall.bo, 3)):
        board = answer(await who.click(board, label=str(move)))
    profile = await look(hall, player=hall.bo)
    assert "Against @ana: 0 won, 0 lost, 1 tied" in lines(hall, profile)
    assert "Last results, oldest first: tied" in lines(hall, profile)


async def test_who_has_never_met_does_not_compare(hall: Hall) -> None:
    await hall.played(hall.bo, hall.cy)
    assert "Against" not in text_of(await look(hall, player=hall.bo))


async def test_losing_streaks(hall: Hall) -> None:
    for _ in range(3):
        await hall.played(hall.bo, hall.ana)
    assert "0–3 · 3 lost in a row" in lines(hall, await look(hall))


async def test_two_in_a_row_are_no_streak(hall: Hall) -> None:
    for _ in range(2):
        await hall.played(hall.ana, hall.bo)
    assert "in a row" not in text_of(await look(hall))


@pytest.mark.cards
async def test_who_has_not_played(hall: Hall) -> None:
    await hall.challenge()  # which isn't finished
    profile = await look(hall, player=hall.bo)
    assert hall.read(profile) == "@bo hasn't finished a duel here yet."
    assert labels(profile) == ["Challenge"]
    assert cards(profile) == []


@pytest.mark.cards
async def test_who_has_played_for_no_ratings(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    profile = await look(hall)
    assert lines(hall, profile) == [
        "**@ana**",
        "No rated duel yet",
        "1–0",
        "Last results, oldest first: won",
        "Divisor Duel: 1–0",
    ]
    assert cards(profile) == []
    assert labels(profile) == ["Recent duels"]


@pytest.mark.cards
async def test_a_new_season_begins_anew(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.store.begin_season(GuildId(hall.guild.id), 2, hall.now())
    empty = await look(hall)
    assert lines(hall, empty) == ["@ana hasn't finished a duel in this season yet."]
    assert labels(empty) == ["Recent duels"]
    by_bo = answer(await hall.bo.slash(hall.games, "duel profile", player=hall.ana))
    assert lines(hall, by_bo)[1:] == ["Against @bo: 1 won, 0 lost"]
    await hall.played(hall.bo, hall.ana)
    profile = await look(hall, player=hall.bo)
    assert lines(hall, profile)[1:3] == ["**1662?** ± 290 · place 1, provisional", "1–0"]
    # What they have played against one another, they have played.
    assert "Against @ana: 1 won, 1 lost" in lines(hall, profile)
    assert cards(profile)[0][1].startswith(
        "bo, All games · 1 rated duel, rating 1662, +162 since 1500"
    )


@pytest.mark.cards
async def test_a_past_season_is_shown_as_it_ended(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    before = lines(hall, await look(hall))
    await hall.store.begin_season(GuildId(hall.guild.id), 2, hall.now())
    hall.env.backend.advance_clock(60 * 60 * 24 * 365)
    await hall.played(hall.bo, hall.ana)
    past = await look(hall, season=1)
    assert lines(hall, past) == ["**@ana** · season 1, which is over", *before[1:]]
    alt = "ana, All games · season 1 · 1 rated duel, rating 1662, +162 since 1500"
    assert cards(past)[0][1].startswith(alt)
    ana, guild = PlayerId(hall.ana.id), GuildId(hall.guild.id)
    for season, last in ((1, "last duel"), (2, "today")):
        profile = await hall.store.profile(guild, ana, season)
        shown = page.Shown(ana, profile, ana, Score(), hall.now())
        card = page.card(shown, (1500.0,), {}, English)
        assert card
        assert card.axis
        assert card.axis[2] == last
    assert lines(hall, await look(hall, season=2))[0] == "**@ana** · season 2"
    absent = await look(hall, player=hall.cy, season=1)
    assert lines(hall, absent) == ["@cy finished no duel in season 1."]
    assert labels(absent) == ["Challenge", "Recent duels"]


async def test_who_is_known_less_and_less(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    hall.env.backend.advance_clock(60 * 60 * 24 * 365)
    assert lines(hall, await look(hall))[1] == "**1662?** ± 305 · place 1, provisional"


# Who isn't here.


async def test_who_has_left(hall: Hall) -> None:
    await hall.played(hall.bo, hall.ana)
    hall.guild.remove_member(hall.bo)
    profile = await look(hall, player=hall.bo.user)
    assert lines(hall, profile) == [
        "**@bo**",
        "1–0",
        "Last results, oldest first: won",
        GONE,
        "Against @ana: 1 won, 0 lost",
        "Divisor Duel: **1662?** ± 290 · 1–0",
    ]
    # From now on nobody else stands behind them.
    assert "place 1" in lines(hall, await look(hall))[1]


async def test_who_has_come_back(hall: Hall) -> None:
    await hall.played(hall.bo, hall.ana)
    hall.guild.remove_member(hall.bo)
    await look(hall, player=hall.bo.user)
    hall.env.backend.add_member(hall.guild.id, hall.bo.id)
    assert lines(hall, await look(hall, player=hall.bo))[1] == (
        "**1662?** ± 290 · place 1, provisional"
    )


async def test_who_has_left_without_having_played(hall: Hall) -> None:
    hall.guild.remove_member(hall.bo)
    said = hall.read(await look(hall, player=hall.bo.user))
    assert said == f"@bo hasn't finished a duel here yet.\n{GONE}"


async def test_whose_data_was_deleted(hall: Hall) -> None:
    await hall.played(hall.bo, hall.ana)
    await hall.store.erase(GuildId(hall.guild.id), PlayerId(hall.bo.id), hall.now())
    assert hall.read(await look(hall, player=hall.bo)) == "@bo hasn't finished a duel here yet."
    assert lines(hall, await look(hall))[1] == "**1338?** ± 290 · place 1, provisional"


@pytest.mark.cards
async def test_while_discord_says_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no avatar then, and nobody has gone."""
    await hall.played(hall.ana, hall.bo)
    monkeypatch.setattr(hall.client.ws, "is_ratelimited", lambda: True)
    silent = await look(hall)
    monkeypatch.undo()
    profile = await look(hall)
    assert text_of(silent) == text_of(profile)
    assert [each["type"] for each in walk(silent.components) if each["type"] == 9] == []
    assert cards(silent)[0][1].startswith("player, All games")


async def test_an_avatar_stands_beside_the_name(hall: Hall) -> None:
    profile = await look(hall)
    (section,) = [each for each in walk(profile.components) if each["type"] == 9]
    assert section["accessory"]["media"]["url"].startswith("https://cdn.discordapp.com/embed/")


# The picture.


@pytest.mark.cards
async def test_the_card_of_a_rating(hall: Hall) -> None:
    await hall.played(hall.bo, hall.ana)
    await hall.played(hall.ana, hall.bo, "parity")
    await hall.played(hall.ana, hall.cy)
    assert cards(await look(hall)) == [
        (
            "rating.png",
            (
                "ana, All games · 3 rated duels, rating 1658, +158 since 1500 · ±233. "
                "Started at 1500, highest 1658, lowest 1338."
            ),
        )
    ]


@pytest.mark.cards
async def test_more_points_than_can_be_drawn(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left out is between those that are told."""
    await hall.rate()
    monkeypatch.setattr(page, "POINTS", 5)
    for winner, loser in ((hall.ana, hall.bo), (hall.bo, hall.ana), (hall.cy, hall.ana)):
        for game in ("divisor", "split", "parity"):
            await hall.played(winner, loser, game)
    course = await hall.store.course(GuildId(hall.guild.id), PlayerId(hall.ana.id))
    points = [round(rating) for rating, _ in course]
    assert len(points) == 9
    ((_, alt),) = cards(await look(hall))
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
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draws_nothing(*_of: object) -> None:
        raise OSError("no font")

    monkeypatch.setattr("bot.features.profile.service.rating_card", draws_nothing)
    await hall.played(hall.ana, hall.bo)
    profile = await look(hall)
    assert lines(hall, profile)[1].startswith("**1662?**")
    assert cards(profile) == []
    assert hall.incidents() == ["a card can't be drawn"]


# Around it.


async def test_a_profile_of_what_cannot_be_read(hall: Hall) -> None:
    """A damaged duel has been counted, and can't be told any more."""
    await hall.played(hall.ana, hall.bo)
    before = hall.read(await look(hall))
    say(hall.store.path, "UPDATE duel SET record = 'gone'")
    assert hall.read(await look(hall)) == before


@pytest.mark.cards
async def test_a_profile_by_a_click_on_a_name_is_private(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    clicked = await hall.cy.context_menu(hall.games, "Duel profile", hall.ana)
    asked = answer(await hall.cy.slash(hall.games, "duel profile", player=hall.ana))
    assert told(clicked) == text_of(asked)
    assert cards(private(clicked)) == cards(asked)
    assert hall.lines() == [hall.read(asked)]


async def test_challenging_from_a_profile(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    profile = answer(await hall.cy.slash(hall.games, "duel profile", player=hall.ana))
    picker = private(await hall.cy.click(profile, label="Challenge"))
    assert hall.read(picker) == "Challenge @ana to …"
    offer = answer(await hall.cy.select(picker, ["sequence"]))
    assert hall.read(offer).startswith(
        "⚔️ @ana, @cy challenges you to **Sequence Builder** (rated)."
    )


async def test_recent_duels_from_a_profile(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    said = hall.read(told(await hall.cy.click(await look(hall), label="Recent duels")))
    assert said == (
        "**Finished duels of @ana**\n[#1](LINK) Divisor Duel: won against @bo in 2 moves, <0 min>"
    )
