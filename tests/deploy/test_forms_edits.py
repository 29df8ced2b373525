"""Edits: only what is to change of a message."""

from deploy.sandbox import forms
from tests.deploy.form_errors import ID, NOT_FOUND, embed, laid_out, text, wrong_with

V2 = 1 << 15


def test_an_edit_is_only_what_changes() -> None:
    assert forms.edit({}) == {}
    assert forms.edit({"tts": False, "flags": None}) == {}
    assert forms.edit({"content": "x", "flags": 4}) == {"content": "x", "flags": 4}


def test_an_edit_can_take_away() -> None:
    nothing = {"content": None, "embeds": None, "components": None, "attachments": None}
    emptied = {"content": "", "embeds": [], "components": [], "attachments": []}
    assert forms.edit(nothing) == emptied
    assert forms.edit(emptied) == emptied


def test_an_edit_keeps_files_by_their_ids() -> None:
    kept = {
        "id": ID,
        "filename": "a.png",
        "size": 3,
        "url": "http://x",
        "proxy_url": "http://x",
        "spoiler": False,
        "content_type": "image/png",
        "width": 1,
        "height": 1,
    }
    body = {"attachments": [kept, {"id": 0, "filename": "b.png"}]}
    changed = forms.edit(body, {"0": "b.png"}, attached={ID: "a.png"})
    assert changed["attachments"] == [
        {"id": ID, "filename": "a.png"},
        {"id": "0", "filename": "b.png"},
    ]
    assert wrong_with(forms.edit, body, {"0": "b.png"}) == {"attachments.0": NOT_FOUND}


def test_an_edit_may_show_what_the_message_keeps() -> None:
    shown = embed(image={"url": "attachment://a.png"})
    assert forms.edit(shown, attached={ID: "a.png"})
    assert forms.edit(shown | {"attachments": [{"id": ID}]}, attached={ID: "a.png"})
    gone = wrong_with(forms.edit, shown | {"attachments": []}, attached={ID: "a.png"})
    assert list(gone) == ["embeds.0.image.url"]


def test_what_comes_with_an_edit_takes_the_place_of_what_was_there() -> None:
    shown = embed(image={"url": "attachment://a.png"})
    gone = wrong_with(forms.edit, shown, {"0": "b.png"}, attached={ID: "a.png"})
    assert list(gone) == ["embeds.0.image.url"]
    assert forms.edit(shown, {"0": "a.png"}, attached={ID: "b.png"})
    # Unless there is a list of what shall be there.
    for listed in ([], [{"id": ID}]):
        body = shown | {"attachments": listed}
        gone = wrong_with(forms.edit, body, {"0": "a.png"}, attached={ID: "b.png"})
        assert list(gone) == ["embeds.0.image.url"]


def test_a_file_is_called_what_the_form_calls_it() -> None:
    body = embed(image={"url": "attachment://b.png"})
    body["attachments"] = [{"id": "0", "filename": "b.png"}]
    for form in (forms.message, forms.edit):
        assert form(body, {"0": "a.png"})["attachments"] == body["attachments"]
    body["embeds"] = embed(image={"url": "attachment://a.png"})["embeds"]
    for form in (forms.message, forms.edit):
        assert list(wrong_with(form, body, {"0": "a.png"})) == ["embeds.0.image.url"]


def test_what_is_laid_out_stays_so() -> None:
    assert forms.edit({"components": [text()]}, v2=True)["components"] == [text()]
    assert forms.edit({"components": [text()], "flags": V2}, v2=True)["flags"] == V2
    assert wrong_with(forms.edit, {"flags": 4}, v2=True) == {
        "flags": "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG "
        "The flag MessageFlags.IS_COMPONENTS_V2 cannot be removed"
    }
    assert list(wrong_with(forms.edit, {"content": "x"}, v2=True)) == ["content"]


def test_a_message_can_become_laid_out() -> None:
    body = laid_out(text(), content=None, embeds=[])
    assert forms.edit(body) == {
        "content": "",
        "embeds": [],
        "components": [text()],
        "flags": V2,
    }
