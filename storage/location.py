"""Where data is kept: in a file, or in a database on a server."""

from dataclasses import dataclass
from pathlib import Path

# PostgreSQL's port, unless another one is given.
USUAL = "5432"


@dataclass(frozen=True)
class ServerAddress:
    """The address of a database on a PostgreSQL server. It has no password, so it may be shown."""

    host: str
    port: str
    database: str
    user: str

    @property
    def at(self) -> str:
        """The machines and their ports. There may be several, of which one is connected to."""
        hosts, ports = self.host.split(","), self.port.split(",")
        ports = ports if len(ports) == len(hosts) else ports * len(hosts)
        return ",".join(map(_joined, hosts, ports))

    def __str__(self) -> str:
        if self.host.startswith("/"):  # the folder of a Unix socket
            return f"postgresql://{self.user}@/{self.database}?host={self.host}&port={self.port}"
        return f"postgresql://{self.user}@{self.at}/{self.database}"


def _joined(host: str, port: str) -> str:
    return f"[{host}]:{port or USUAL}" if ":" in host else f"{host}:{port or USUAL}"


Location = Path | ServerAddress
