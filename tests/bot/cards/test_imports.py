"""Cards are pictures of plain values: what they may know of, and that the font comes along."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import bot.cards

FOLDER = Path(bot.cards.__file__).parent
TEXT = ("bot.text.english", "bot.text.format", "bot.text.game_texts", "bot.text.languages")
KNOWN = ("PIL", "bot.cards", *TEXT, "engine.")
# Modules of the standard library that a picture must not depend on.
WORLDLY = {"datetime", "logging", "os", "pathlib", "random", "socket", "threading", "time"}


def imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_a_card_knows_no_discord_no_store_and_no_clock(file: Path) -> None:
    for name in imported(file):
        if not name.startswith(KNOWN):
            top = name.partition(".")[0]
            assert top in sys.stdlib_module_names, name
            assert top not in WORLDLY, name
            assert top != "asyncio" or file.stem == "drawing_queue"


def test_the_font_is_asked_for() -> None:
    project = tomllib.loads((FOLDER.parents[1] / "pyproject.toml").read_text())["project"]
    assert any(each.startswith("fontpkg-inter") for each in project["dependencies"])


def test_a_card_is_drawn_without_a_warning_and_without_old_tools() -> None:
    code = (
        "import sys; from bot.cards.content import Ratings; "
        "from bot.cards.rating import rating_card; "
        "from bot.text.english import English; "
        "rating_card(Ratings(('Ana',), '', (1200.0,), 1200), English); "
        "assert 'pkg_resources' not in sys.modules"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_nothing_that_draws_is_loaded_before_the_first_card() -> None:
    code = (
        "import sys, bot.cli, bot.host.process; "
        "assert not {'PIL', 'fontpkg_inter', 'bot.cards.canvas'} & {*sys.modules}; "
        "from bot.cards.content import Ratings; from bot.cards.painters import rating_card; "
        "from bot.text.english import English; "
        "rating_card(Ratings(('Ana',), '', (1200.0,), 1200), English)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
