"""Files that come with a message, and what is said of them."""

import pytest

from deploy.sandbox import forms
from tests.deploy.form_errors import NOT_FOUND, Json, at_most, between, embed, wrong_with


def test_a_file_is_enough_to_say() -> None:
    written = forms.message({}, {"0": "a.png"})
    assert written["attachments"] == [{"id": "0", "filename": "a.png"}]


def test_a_file_that_is_described_has_come() -> None:
    body: Json = {"content": "x", "attachments": [{"id": 0}]}
    assert wrong_with(forms.message, body) == {"attachments.0": NOT_FOUND}
    assert wrong_with(forms.edit, body) == {"attachments.0": NOT_FOUND}


def test_files_are_described() -> None:
    body = {"attachments": [{"id": 1, "filename": "b.png", "description": "x" * 1024}]}
    written = forms.message(body, {"0": "a.txt", "1": "x.png"})
    assert written["attachments"] == [
        {"id": "0", "filename": "a.txt"},
        {"id": "1", "filename": "b.png", "description": "x" * 1024},
    ]


@pytest.mark.parametrize(
    ("about", "where", "says"),
    [
        ({"description": "x" * 1025}, "description", at_most(1024)),
        ({"title": "x" * 1025}, "title", at_most(1024)),
        ({"filename": ""}, "filename", between(1, 1024)),
        ({"filename": "x" * 1025}, "filename", between(1, 1024)),
        ({"waveform": "x" * 401}, "waveform", at_most(400)),
        ({"duration_secs": "x"}, "duration_secs", 'NUMBER_TYPE_COERCE Value "x" is not float.'),
    ],
)
def test_descriptions_of_files_have_limits(about: Json, where: str, says: str) -> None:
    body = {"attachments": [{"id": 0, **about}]}
    said = wrong_with(forms.message, body, {"0": "a.txt"})
    assert said == {f"attachments.0.{where}": says}


def test_a_file_is_shown_by_the_name_that_it_is_given() -> None:
    renamed = {"attachments": [{"id": 0, "filename": "b.png"}]}
    shown = embed(image={"url": "attachment://b.png"})
    assert forms.message(shown | renamed, {"0": "a.png"})
    assert wrong_with(forms.message, shown, {"0": "a.png"})


def test_ten_files_are_as_many_as_there_may_be() -> None:
    files = {str(each): f"{each}.txt" for each in range(11)}
    assert wrong_with(forms.message, {}, files) == {"files": at_most(10)}
    del files["10"]
    attachments = [{"id": each} for each in files]
    assert len(forms.message({"attachments": attachments}, files)["attachments"]) == 10
    said = wrong_with(forms.message, {"attachments": [*attachments, {"id": 0}]}, files)
    assert said == {"attachments": at_most(10)}
