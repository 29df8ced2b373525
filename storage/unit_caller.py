"""Hands units of work to a backend."""

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, TypeVar

from storage.backend import DB, Backend
from storage.ids import GuildId, are_direct_messages
from storage.units import people

B = TypeVar("B", bound=Backend)
P = ParamSpec("P")
T = TypeVar("T")


class UnitCaller(Generic[B]):
    """The base of the parts of a store."""

    def __init__(self, backend: B) -> None:
        self.backend = backend

    async def _write(
        self,
        unit: Callable[Concatenate[DB, GuildId, P], T],
        guild: GuildId,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        return await self.backend.write(guild, lambda db: unit(db, guild, *args, **kwargs))

    async def _write_unasked(
        self,
        unit: Callable[Concatenate[DB, GuildId, P], T],
        guild: GuildId,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T | None:
        """Hand over a unit that comes some time after the player has asked for something. It isn't
        run about direct messages that were erased meanwhile: nothing may be stored of them."""

        def unless_erased(db: DB) -> T | None:
            if are_direct_messages(guild) and not people.is_listed(db, guild):
                self.backend.forget(db, guild)
                return None
            return unit(db, guild, *args, **kwargs)

        return await self.backend.write(guild, unless_erased)

    async def _read(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.backend.read(lambda db: unit(db, *args, **kwargs))

    async def _read_long(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.backend.read_long(lambda db: unit(db, *args, **kwargs))
