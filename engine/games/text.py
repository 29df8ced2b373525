"""A game's own sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.refusal import Refusal


@dataclass(frozen=True)
class Text:
    """A game's own sentences, in English where the game declares them as `TEXT`, or in another
    language in its catalogue. They are templates: names in braces are filled in.

    `settings` says the options in a few words: `1–{size}`. `demands` and `stuck` are found by the
    codes of the game's demands: what the player to move has to do, as in `take an even number:
    {choices}`, and why that player can't. They may use {choices}, {ranges} and {last}.
    `refusals` has each refusal that the game defines. A sentence may use its fields and, for a
    refused move, {advice}: a sentence that names the legal moves.
    `options` explains options in another language. In English their declarations do.
    """

    settings: str = ""
    demands: Mapping[str, str] = field(default_factory=dict)
    stuck: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[type[Refusal], str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
