"""An installation without PostgreSQL's client."""

import subprocess
import sys

from storage.postgres import __name__ as package

ASKS = f"""
import sys
sys.modules["psycopg"] = None  # as if it weren't installed
from bot.text.troubles import trouble
from storage.trouble import Trouble
try:
    import {package}.store
except Trouble as missing:
    print(trouble(missing))
"""


def test_importing_the_engine_says_what_to_install() -> None:
    ran = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert "duelhost[postgres]" in ran.stdout
