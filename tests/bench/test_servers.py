"""The figures of ten thousand servers against their gates. Run by name only: machines differ, and
get busy."""

import pytest

from tests.bench import servers

pytestmark = pytest.mark.no_cover


def test_ten_thousand_servers() -> None:
    assert [figure for figure in servers.measure() if not figure.holds] == []
