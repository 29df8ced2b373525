"""How work is done that takes long: another process calls a function, where there is one."""

from collections.abc import Callable
from typing import Protocol, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Run(Protocol):
    """Calls a function with its arguments, here or in another process."""

    def __call__(self, function: Callable[[*Ts], T], /, *of: *Ts) -> T: ...


def run_here(function: Callable[[*Ts], T], /, *of: *Ts) -> T:
    return function(*of)
