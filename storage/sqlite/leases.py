"""The leases of the one process that has a file."""

from storage.leases import OnlyProcess
from storage.sqlite.writer import Writer
from storage.units.notes import claim


class FileLeases(OnlyProcess):
    def __init__(self, writer: Writer) -> None:
        super().__init__()
        self._writer = writer

    async def claim(self, application: str) -> str:
        return await self._writer.run(lambda db: claim(db, application))
