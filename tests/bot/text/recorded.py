"""English that remembers which of its entries were used."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.text.english import English

Entry = str | tuple[str, object]


class Entries(Mapping[Any, Any]):
    """A mapping of the catalogue, entry by entry."""

    def __init__(self, name: str, texts: Mapping[Any, Any], used: set[Entry]) -> None:
        self._name = name
        self._texts = texts
        self._used = used

    def __getitem__(self, key: object) -> Any:
        found = self._texts[key]
        self._used.add((self._name, key))
        return found

    def __iter__(self) -> Iterator[Any]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class _Recording(type):
    used: set[Entry]

    def __getattribute__(cls, name: str) -> Any:
        found = super().__getattribute__(name)
        if not name.isupper():
            return found
        if isinstance(found, Mapping):
            return Entries(name, found, cls.used)
        cls.used.add(name)
        return found


def recording() -> type[English]:
    """Return a catalogue of its own, whose `used` names the entries that were read."""
    found: Any = _Recording("RecordedEnglish", (English,), {"used": set()})
    return found  # type: ignore[no-any-return]


def used_by(words: type[English]) -> set[Entry]:
    return set(vars(words)["used"])


def all_entries() -> set[Entry]:
    """Return the name of each text, and of each text in a mapping the name and its key."""
    found: set[Entry] = set()
    for name in filter(str.isupper, dir(English)):
        text = getattr(English, name)
        found |= {(name, key) for key in text} if isinstance(text, Mapping) else {name}
    return found
