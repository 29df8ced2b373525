"""Other languages: what they translate is said in them, and what they don't in English."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest

from bot.text import languages
from bot.text.english import English
from bot.text.languages import language_for
from engine.games.game import Game, Rules
from tests.bot.simcord.messages import answer, cards, private, text_of, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says


class German(English):
    """A German catalogue with as many texts as the tests need."""

    ACCEPTED = "**{opponent} nimmt an.**"
    WON = "🏆 **{winner} schlägt {loser}** in {title} #{number}: {why}"
    OVERALL = "Alle Spiele"
    SEASON = "Runde {number}"
    LEADERBOARD_NOT_YOU = "{player} hat hier kein gewertetes Duell."
    CARD_WINS = "{winner} gewinnt"
    CARD_COLUMNS = ("Wertung", "S–N", "zuletzt")
    REPLAY_DUEL = "**{title}** #{number} · nach Zug {nth} von {all}"
    SEAT_LABELS = ("Erster", "Zweiter")
    CONFIRM_SEASON = "Runde {number}"
    SEASON_BEGUN = "Runde {number} beginnt."
    TITLES: ClassVar[Mapping[str, str]] = {"divisor": "Teilerduell"}
    PITCHES: ClassVar[Mapping[str, str]] = {"divisor": "Teiler oder Vielfaches."}
    RULES_OF: ClassVar[Mapping[str, Callable[[Game[Any]], Rules]]] = {
        "divisor": lambda _game: Rules("Ziel", "Zug", "Regel", "Ende", "Beispiel")
    }
    REFUSALS: ClassVar[Mapping[str, str]] = {
        **English.REFUSALS,
        "not-your-turn": "{waiting_for} ist am Zug.",
    }


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", {**languages.LANGUAGES, "de": German})


@pytest.mark.parametrize("locale", [None, "", "en-GB", "ja", "x-y-z", "None"])
def test_whoever_speaks_no_language_of_ours_gets_english(locale: str | None) -> None:
    assert language_for(locale) is English


@pytest.mark.usefixtures("german")
async def test_private_answers_are_in_the_language_of_the_reader(world: World) -> None:
    board = await world.duel()
    press = {"custom_id": "d1:m:1:0:6", "component_type": 2}
    said = await world.deliver(world.bo, 3, world.games.id, press, source=board.id, locale="de")
    assert world.read(told(said)).startswith("@ana ist am Zug.")
    said = await world.deliver(world.cy, 3, world.games.id, press, source=board.id, locale="de")
    assert world.read(told(said)).startswith("This duel is between @ana and @bo.")
    said = await world.deliver(world.bo, 3, world.games.id, press, source=board.id, locale="fr")
    assert world.read(told(said)).startswith(says("not-your-turn", waiting_for="@ana"))


@pytest.mark.usefixtures("german")
async def test_public_answers_are_in_the_language_of_the_server(world: World) -> None:
    offer = answer(await world.challenge())
    press = {"custom_id": "d1:a:1", "component_type": 2}
    board = await world.deliver(world.bo, 3, world.games.id, press, source=offer.id, locale="de")
    assert "accepted" in world.read(answer(board)), "the server speaks English"
    world.speak("de")
    shown = answer(await world.ana.slash(world.games, "duel board"))
    assert world.read(shown).startswith("**@bo nimmt an.** Your move, @ana")
    assert "-# Teilerduell #1 · " in world.read(shown)
    press = {"custom_id": "d1:u:1", "component_type": 2}
    said = await world.deliver(world.bo, 3, world.games.id, press, source=offer.id, locale="de")
    assert told(said).startswith("**Teilerduell**\nTeiler oder Vielfaches.\n**Objective.** Ziel")


async def ask(world: World, command: str, **options: str) -> Any:
    """Send a command as Cy, whose client is in German."""
    inner = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
    group, name = command.split()
    leaf = {"name": name, "type": 1, "options": inner}
    data = {"id": "1", "name": group, "type": 1, "options": [leaf]}
    return await world.deliver(world.cy, 2, world.games.id, data, locale="de")


@pytest.mark.cards
@pytest.mark.usefixtures("german")
async def test_a_leaderboard_is_read_by_everybody_and_its_pages_by_one(world: World) -> None:
    await world.played(world.ana, world.bo)
    public = answer(await ask(world, "duel leaderboard"))
    assert world.read(public).startswith("🏆 **All games**\n1. @ana 1662? · 1–0\n")
    press = {"custom_id": "d1:l:all:1:0", "component_type": 2}
    pressed = await world.deliver(world.cy, 3, world.games.id, press, source=public.id, locale="de")
    mine = private(pressed)
    assert world.read(mine).splitlines()[0] == "🏆 **Alle Spiele**"
    assert world.read(mine).splitlines()[-1] == "-# @cy hat hier kein gewertetes Duell."
    assert cards(mine)[0][1].startswith("Alle Spiele leaderboard, Hall. 1: ana, rating 1662")
    world.speak("de")
    public = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert text_of(public).startswith("🏆 **Alle Spiele**\n")


@pytest.mark.cards
@pytest.mark.usefixtures("german")
async def test_a_card_is_in_the_language_of_the_server(world: World) -> None:
    world.speak("de")
    end = await world.play(await world.rated(size=3), 2, 1, 3)
    assert world.read(end).startswith("🏆 **@ana schlägt @bo** in Teilerduell #1:")
    ((_, alt),) = cards(world.last())
    assert alt.startswith("ana gewinnt. Nothing left divides 3 or is a multiple of it. Teilerduell")
    assert "Erster: ana, winner, rating 1662 (provisional), +162. Zweiter: bo, no legal move" in alt


@pytest.mark.usefixtures("german")
async def test_a_replay_is_in_the_language_of_the_reader(world: World) -> None:
    await world.play(await world.rated(size=3), 2, 1, 3)
    page = private(await ask(world, "duel replay", duel="1"))
    assert page.content.startswith("**Teilerduell (1–3)** #1 · nach Zug 0 von 3\n")
    record = private(await ask(world, "duel replay", record="1/divisor/size=3/2"))
    press = {"custom_id": "d1:vr:1:0", "component_type": 2}
    turned = await world.deliver(
        world.cy,
        3,
        world.games.id,
        press,
        source=record.id,
        message=world.payload(record),
        locale="de",
    )
    assert told(turned).splitlines()[1] == "-# 1. Erster took 2"


@pytest.mark.usefixtures("german")
async def test_what_has_to_be_typed_is_in_the_language_of_whoever_types(world: World) -> None:
    """The public message about it is in the server's language."""
    await world.played(world.ana, world.bo)
    world.cy = world.moderator("cleo")
    said = told(await ask(world, "duel-admin reset", confirm="season 2"))
    assert "type exactly `Runde 2` for `confirm`" in said
    begun = answer(await ask(world, "duel-admin reset", confirm="runde 2"))
    assert begun.content.startswith("🏁 **Season 2 has begun.**")
    world.speak("de")
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert text_of(ladder).startswith("🏆 **Alle Spiele** · Runde 2\n")
