"""Where data is kept: in a file, or in a database on a server."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServerAddress:
    """The address of a database on a PostgreSQL server. It has no password, so it may be shown."""

    host: str
    port: str
    database: str
    user: str

    def __str__(self) -> str:
        if self.host.startswith("/"):  # the folder of a Unix socket
            return f"postgresql://{self.user}@/{self.database}?host={self.host}&port={self.port}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"postgresql://{self.user}@{host}:{self.port}/{self.database}"


Location = Path | ServerAddress
