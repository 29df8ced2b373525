"""A finished card: the bytes of a picture, and all that it shows in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.text.english import Words

# As much text as Discord takes for those who can't see a picture.
ALT = 1024


@dataclass(frozen=True)
class Picture:
    data: bytes
    alt: str


def told(sentences: Iterable[str], words: Words) -> str:
    """One sentence after another, as many as Discord takes."""
    text = " ".join(each if each[-1] in ".!?…" else f"{each}." for each in sentences if each)
    return text if len(text) <= ALT else text[: ALT - len(words.MORE)] + words.MORE
