"""A game from an installed package, played by people on Discord like any other."""

import os
from pathlib import Path

import pytest

from bot.text.english import English
from engine.games import GAMES
from tests.e2e.conftest import incidents
from tests.e2e.table import ROOT, laid
from tests.engine.countdown import Countdown
from tests.engine.packaged import install

RECORD = "1/countdown/size=20,rule=steps/3-3-3-3-3-3-2"


async def test_a_game_from_a_package_is_played_on_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "countdown", Countdown)  # for the records that the test reads
    packages, folder = tmp_path / "packages", tmp_path / "table"
    packages.mkdir()
    folder.mkdir()
    install(packages, "countdown")
    path = os.pathsep.join((str(packages), str(ROOT)))
    async with laid(folder, PYTHONPATH=path) as table:
        ana, bo = table.ana, table.bo
        rules = (await ana.types("/duel rules", game="countdown")).told
        assert Countdown(21, "steps").rules.objective in rules
        assert "rule (steps or odd): What may be subtracted: 1 to 3, or 1 and 3." in rules
        await ana.types("/duel rules")
        assert Countdown.title in [label for each in [ana.private] if each for label in each.labels]
        offered = await ana.is_offered(
            "/duel start", "options", game="countdown", opponent=bo, options="ru"
        )
        assert {"rule=steps", "rule=odd"} <= set(offered.values())
        for wrong, why in (
            ({"size": 51}, "In Countdown, size is a whole number from 1 to 50, not 51."),
            ({"options": "rule=even"}, 'In Countdown, rule is steps or odd, not "even".'),
            ({"size": 5, "options": "size=6"}, "You set size twice. Countdown needs it once."),
        ):
            refused = await ana.types("/duel start", game="countdown", opponent=bo, **wrong)
            assert refused.told == why

        duel = await table.duel(ana, bo, "countdown", size=20, options="rule=steps", first="random")
        assert "from 20, steps" in "\n".join(each.text for each in ana.screen.ever())
        assert "subtract 1, 2 or 3." in (await duel.board()).text
        mover = await duel.mover()
        wrong_move = await mover.types("/duel move", move="4")
        assert wrong_move.told == ("4 can't be subtracted: 20 is left. You can choose 1, 2 or 3.")
        await duel.plays("3", "3", "3", "3", "3", "3", "2")
        end = await duel.end()
        assert "nought is left, and nothing can be subtracted from it." in end.text
        assert "Countdown" in (await duel.card())["description"]
        await table.agrees(duel)

        ladder = (await ana.types("/duel leaderboard", game="countdown")).announced
        assert ladder.startswith(English.LEADERBOARD_TITLE.format(game="Countdown"))
        assert f"1. @{mover.name}" in ladder
        replay = await ana.types("/duel replay")
        assert RECORD in replay.told
    assert incidents(folder) == []
