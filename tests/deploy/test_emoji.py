"""What is taken for an emoji: all that Unicode recommends, and no text."""

import unicodedata

import pytest

from deploy.sandbox.messages.emoji import is_emoji, same

EMOJIS = "👍 👍🏽 ❤️ ❤ 1️⃣ 1⃣ #️⃣ 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ 👩🏽‍🚀 👁️‍🗨️ ❤️‍🔥 ✅ ☑️ ⭐ 🀄 🃏 ©️ ™ ⏸ ⬛ 〰 ㊗ 🫩 🪏"
NONE = [
    *("", "a", "1", "#", "12⃣", "🇩", "thumbsup", ":thumbsup:", "name:120000000000000001"),
    *("é", "→", "𝐚", "中", "∑", "\n", "\ud83d", "\ufe0f", "\u200d"),
    *("👍👍", "👍 ", " 👍", "👍a", "👍\n", "👍\u200d", "\u200d👍", "👍" + "\u200d👍" * 50),
    "🏴" + "\U000e0067" * 50 + "\U000e007f",
]

TEXT = ("Lu", "Lo", "Lm", "Nd", "Nl", "Mn", "Mc", "Me", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs")


@pytest.mark.parametrize("emoji", EMOJIS.split())
def test_an_emoji_is_one(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize("text", NONE)
def test_anything_else_is_none(text: str) -> None:
    assert not is_emoji(text)


def test_no_letter_or_mark_is_one() -> None:
    signs = map(chr, range(0x11_0000))
    assert [each for each in signs if unicodedata.category(each) in TEXT and is_emoji(each)] == []


def test_the_colourful_form_is_the_same() -> None:
    assert same("❤", "❤️")
    assert same("🏳‍🌈", "🏳️‍🌈")
    assert not same("👍", "👍🏽")
