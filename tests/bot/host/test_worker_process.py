"""Work beside the event loop is done by another process, which lasts as long as the bot does."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from bot.cards.finished import finished_card
from bot.cards.painters import board_card
from bot.cards.picture import Picture
from bot.client import Duelhost
from bot.host.worker_process import WorkerProcess, WorkFailed
from bot.host.worker_program import NICER
from bot.services import share
from bot.text.english import English
from storage.sqlite.store import open_store
from tests.bot.cards.samples import finish, position
from tests.storage.copy_process import ROOT

LARGE = position("divisor", "24 12 6", size=100)
# Draws a card, says who drew it, and is gone at once.
KILLED = """
import os
from bot.host.worker_process import WorkerProcess
from bot.text.english import English
from bot.cards.painters import finished_card
from bot.cards.content import Finish, Side
drawing = WorkerProcess()
drawing.run(finished_card, Finish("A tie", "", "", "", (Side(("Ana",)), Side(("Bo",)))), English)
os.write(1, b"drawn")
os._exit(0)
"""


@pytest.fixture
def drawing() -> Iterator[WorkerProcess]:
    with WorkerProcess() as drawing:
        yield drawing


def drawn(drawing: WorkerProcess) -> int:
    """Have a card drawn, and return the ID of the process that did."""
    assert drawing.run(board_card, LARGE, English) == board_card(LARGE, English)
    assert drawing.pid is not None
    return drawing.pid


def test_another_process_draws_the_same(drawing: WorkerProcess) -> None:
    assert drawing.pid is None  # many bots draw none
    ours = drawing.run(finished_card, finish(), English)
    assert ours == finished_card(finish(), English)
    assert drawing.pid == drawn(drawing) != os.getpid()


def test_a_process_that_was_killed_is_started_again(drawing: WorkerProcess) -> None:
    first = drawn(drawing)
    os.kill(first, signal.SIGKILL)
    assert drawn(drawing) != first


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_all_processes_lets_it_finish(drawing: WorkerProcess, number: int) -> None:
    first = drawn(drawing)
    os.kill(first, number)
    assert drawn(drawing) == first


def test_a_card_that_cant_be_drawn_says_why_and_the_next_one_is_drawn(
    drawing: WorkerProcess,
) -> None:
    first = drawn(drawing)
    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        drawing.run(fails, 0)
    assert drawn(drawing) == first


def test_work_that_the_program_cant_read_leaves_the_next_one_readable(
    drawing: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = ModuleType("only_here")
    monkeypatch.setitem(sys.modules, here.__name__, here)
    exec("def paint(*of): ...", vars(here))  # noqa: S102  (a function of that module)
    first = drawn(drawing)
    with pytest.raises(WorkFailed, match="only_here"):
        drawing.run(vars(here)["paint"], "a long rest" * 1000)
    assert drawn(drawing) == first


def test_moves_go_before_cards(drawing: WorkerProcess) -> None:
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    drawn(drawing)
    assert os.getpriority(os.PRIO_PROCESS, drawn(drawing)) == min(nice + NICER, 19)


def test_it_knows_nothing_of_the_bots_settings(
    drawing: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DUELHOST_DATABASE", "secret")
    assert drawing.run(told_of_settings).alt == ""


def test_it_ends_when_it_is_stopped(drawing: WorkerProcess) -> None:
    pid = drawn(drawing)
    drawing.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_work_that_the_end_cuts_short_is_not_begun_again() -> None:
    with WorkerProcess() as worker, ThreadPoolExecutor(1) as thread:
        assert worker.run(os.getpid) == worker.pid
        begun = thread.submit(worker.run, signal.pause)
        worker.__exit__(None, None, None)
        with pytest.raises(WorkFailed):
            begun.result()
        assert worker.pid is None


def test_it_ends_with_a_bot_that_is_killed_and_needs_nothing_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "PIL.py").write_text("raise ImportError")
    # As long as it runs, its end of the pipe is open.
    run = subprocess.run(
        [sys.executable, "-c", KILLED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert (run.stdout, run.stderr.decode()) == (b"drawn", "")


async def test_the_bot_draws_as_its_host_says(tmp_path: Path) -> None:
    async with open_store(tmp_path / "duelhost.db") as store:
        client = Duelhost(share(store, draw=lambda *_: Picture(b"", "theirs")), [])
        picture = await client.services.drawing.draw(board_card, LARGE, English)
        assert picture
        assert picture.alt == "theirs"
        await client.close()


def fails(number: int) -> Picture:
    return Picture(b"", str(1 // number))


def told_of_settings() -> Picture:
    settings = (each for each in os.environ if each.startswith(("DISCORD_", "DUELHOST_")))
    return Picture(b"", " ".join(settings))
