"""Other languages: what they translate is said in them, and what they don't in English."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest

from bot import words
from bot.words import spoken
from bot.words.english import ByCode, English
from engine.games.game import Game, Rules
from tests.bot.server.hall import Hall, answer, told


class German(English):
    """As much of it as a test needs."""

    ACCEPTED = "**{opponent} nimmt an.**"
    TITLES: ClassVar[ByCode] = {"divisor": "Teilerduell"}
    PITCHES: ClassVar[ByCode] = {"divisor": "Teiler oder Vielfaches."}
    RULES_OF: ClassVar[Mapping[str, Callable[[Game[Any]], Rules]]] = {
        "divisor": lambda _game: Rules("Ziel", "Zug", "Regel", "Ende", "Beispiel")
    }
    REFUSALS: ClassVar[ByCode] = {**English.REFUSALS, "not-your-turn": "{waiting_for} ist am Zug."}


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "LANGUAGES", {**words.LANGUAGES, "de": German})


@pytest.mark.parametrize("locale", [None, "", "en-GB", "ja", "x-y-z", "None"])
def test_whoever_speaks_no_language_of_ours_gets_english(locale: str | None) -> None:
    assert spoken(locale) is English


@pytest.mark.usefixtures("german")
async def test_private_answers_are_in_the_language_of_the_reader(hall: Hall) -> None:
    board = await hall.duel()
    press = {"custom_id": "d1:m:1:0:6", "component_type": 2}
    said = await hall.deliver(hall.bo, 3, hall.games.id, press, source=board.id, locale="de")
    assert hall.read(told(said)) == "@ana ist am Zug."
    said = await hall.deliver(hall.cy, 3, hall.games.id, press, source=board.id, locale="de")
    assert hall.read(told(said)).startswith("This duel is between @ana and @bo.")
    said = await hall.deliver(hall.bo, 3, hall.games.id, press, source=board.id, locale="fr")
    assert hall.read(told(said)).startswith("It is @ana's turn.")


@pytest.mark.usefixtures("german")
async def test_public_answers_are_in_the_language_of_the_server(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    press = {"custom_id": "d1:a:1", "component_type": 2}
    board = await hall.deliver(hall.bo, 3, hall.games.id, press, source=offer.id, locale="de")
    assert "accepted" in hall.read(answer(board)), "the server speaks English"
    hall.speak("de")
    shown = answer(await hall.ana.slash(hall.games, "duel board"))
    assert hall.read(shown).startswith("**@bo nimmt an.** Your move, @ana")
    assert "-# Teilerduell #1 · " in hall.read(shown)
    press = {"custom_id": "d1:u:1", "component_type": 2}
    said = await hall.deliver(hall.bo, 3, hall.games.id, press, source=offer.id, locale="de")
    assert told(said).startswith("**Teilerduell**\nTeiler oder Vielfaches.\n**Objective.** Ziel")
