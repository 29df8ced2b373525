"""Distributions with a game, as a package manager leaves them in a folder on the path."""

from pathlib import Path

SOURCE = Path(__file__).with_name("countdown.py").read_text()


def install(folder: Path, module: str, source: str = SOURCE, target: str = "Countdown") -> None:
    """A distribution that consists of one module, and names one game in it."""
    (folder / f"{module}.py").write_text(source)
    about = folder / f"duelhost_{module}-1.0.dist-info"
    about.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: duelhost-{module}\nVersion: 1.0\n"
    (about / "METADATA").write_text(metadata)
    (about / "entry_points.txt").write_text(f"[duelhost.games]\n{module} = {module}:{target}\n")
