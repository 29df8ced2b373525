"""Configuration that all tests share: the profiles of hypothesis, the number of workers, when the
coverage floor counts, and a fixture that runs the program."""

import gc
import io
import os
import signal
import sys
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from bot.program import main
from tests.bot.hostile import tally
from tests.deploy import openapi_check
from tests.program import Duelhost, Run

# A busy machine is not a bug, so no deadline for a single example.
settings.register_profile("duelhost", deadline=None)
# mutmut runs the tests several times in one process, and has to judge the same mutant the same way.
settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.differing_executors],
)
settings.load_profile("duelhost")

TRIED, CHECKED = "tried", "checked"
# Markers: `uv run pytest -m long`.
ON_REQUEST = ("long", "fleet", "harness", "foreign")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Much of what the tests do is waiting, so one more than there are processors. What takes long
    has much to do itself. A part is done sooner than the others would have begun."""
    processors = os.cpu_count() or 1
    if config.getoption("markexpr") == "long":
        return processors
    return processors + 1 if _whole(config) else 0


def _whole(config: pytest.Config) -> bool:
    chosen = any(config.getoption(each, None) for each in ("keyword", "markexpr", "lf", "deselect"))
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen


def _sandbox(config: pytest.Config) -> bool:
    """Whether all tests of the sandbox run."""
    return _whole(config) or config.args == ["tests/deploy"]


def pytest_configure(config: pytest.Config) -> None:
    """The floor is for the whole suite: a part of it cannot reach it, and shouldn't have to."""
    # The tests start hundreds of processes, which would compile everything again.
    if sys.dont_write_bytecode and config.pluginmanager.hasplugin("cacheprovider"):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
    # A shell's background job inherits that Ctrl-C is ignored, and so would what is tested.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    coverage = config.pluginmanager.getplugin("_cov")
    if coverage and not _whole(config):
        # The plugin has made a copy of the options by now.
        coverage.options.cov_fail_under = 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that take long, need other people's software, or test the tests, run only when they
    are asked for."""
    left_out = [each for each in ON_REQUEST if each not in config.getoption("markexpr")]
    deselected = [item for item in items if any(map(item.get_closest_marker, left_out))]
    items[:] = [item for item in items if item not in deselected]
    config.hook.pytest_deselected(items=deselected)


def pytest_collection_finish() -> None:
    """Imported modules stay in memory. Without this the garbage collector would scan them again and
    again, which takes a twentieth of the tests' CPU time."""
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Each worker reports how many hostile inputs it has tried, and which of the sandbox's
    endpoints it has had a good answer of. The session fails if that leaves one out."""
    if (told := getattr(session.config, "workeroutput", None)) is not None:
        told[TRIED], told[CHECKED] = dict(tally.TRIED), sorted(openapi_check.CHECKED)
    elif exitstatus == 0 and _sandbox(session.config) and openapi_check.unchecked():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    told = getattr(node, "workeroutput", {})
    tally.TRIED.update(Counter(told.get(TRIED, {})))
    openapi_check.CHECKED.update(map(tuple, told.get(CHECKED, ())))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if _sandbox(config) and (unchecked := openapi_check.unchecked()):
        terminalreporter.section("endpoints of the sandbox without a test of a good answer")
        for each in unchecked:
            terminalreporter.line(each)
    if tally.TRIED:
        terminalreporter.section("hostile input")
        for line in tally.lines(tally.TRIED):
            terminalreporter.line(line)


@pytest.fixture
def duelhost(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Duelhost:
    def run(*args: str, typed: str | bytes = "") -> Run:
        piped = (
            io.StringIO(typed) if isinstance(typed, str) else io.TextIOWrapper(io.BytesIO(typed))
        )
        monkeypatch.setattr(sys, "stdin", piped)
        monkeypatch.setenv("COLUMNS", "120")
        with pytest.raises(SystemExit) as exited:
            main(args)
        shown = capsys.readouterr()
        return Run(exited.value.code, shown.out, shown.err)

    return run
