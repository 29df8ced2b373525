"""Every text that players and hosts read, word for word, as it looks in use.

`uv run python -m tests.bot.text.goldens` writes the files anew; read the diff before you keep it.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from bot.text.english import English
from tests.bot.text import (
    analysis,
    challenges,
    commands,
    finishes,
    pages,
    practice,
    private,
    puzzles,
    refusals,
    terminals,
)
from tests.bot.text.recorded import Entry, recording, used_by
from tests.bot.text.rendered import Scenes, rendered

FOLDER = Path(__file__).parent / "golden" / "english"

FILES: Mapping[str, Callable[[type[English]], Scenes]] = {
    "challenges": challenges.challenges,
    "boards": challenges.boards,
    "past-messages": challenges.past_messages,
    "finishes": finishes.finishes,
    "cards": finishes.cards,
    "analysis": analysis.analysis,
    "practice": practice.practices,
    "puzzles": puzzles.puzzles,
    "leaderboards-and-profiles": pages.standings,
    "pages": pages.pages,
    "private-answers": private.answers,
    "moderators": private.moderators,
    "privacy": private.privacy_texts,
    "refusals": refusals.refusals,
    "commands": commands.commands,
    "terminal": terminals.terminal_texts,
}


def written() -> tuple[dict[str, str], set[Entry]]:
    """Return the text of each file, and the entries of the catalogue that are in them."""
    words = recording()
    files = {name: _text(scenes(words)) for name, scenes in FILES.items()}
    return files, used_by(words)


def _text(scenes: Scenes) -> str:
    return "\n\n".join(f"== {title}\n{rendered(shown)}" for title, shown in scenes) + "\n"


def make() -> None:
    files, _ = written()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in files.items():
        (FOLDER / f"{name}.txt").write_text(text)


if __name__ == "__main__":
    make()
