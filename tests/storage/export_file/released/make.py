"""Keeps an export in today's format, for the tests of every version to come:

    uv run python -m tests.storage.export_file.released.make

It has every key that a line may have. A new key needs a new file: an export that was kept stays as
it is.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.sqlite.export_file import export
from tests.storage.builders import GUILD
from tests.storage.released.make import make

HERE = Path(__file__).parent


def kept() -> list[Path]:
    return sorted(HERE.glob("*.gz"))


def main() -> None:
    target = HERE / f"{len(kept()) + 1:04}.gz"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "duelhost.db"
        asyncio.run(make(path))
        export(path, GUILD, target)
    print(f"{target.name} is made.")


if __name__ == "__main__":
    main()
