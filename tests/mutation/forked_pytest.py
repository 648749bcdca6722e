"""Pytest runs that share one start: each is a fork of a process that has imported pytest.

Started in the folder whose tests it runs. A line of standard input is a JSON list of arguments for
pytest; the line that answers it is `[code, output]`, where the code is null for a run that used
up its `LIMIT`. The process itself never imports what is tested, so each run imports it as it
stands in the folder at that moment.
"""

import gc
import importlib
import json
import multiprocessing
import os
import resource
import signal
import sys
import tempfile

import pytest
from _pytest.config import default_plugins
from hypothesis import Phase, settings

LIMIT = 5
"""Seconds of processor time after which a run counts as hanging; the longest needs about one.

Other work on the machine takes none of them.
"""
STOPPED = {-signal.SIGKILL, -signal.SIGXCPU}
"""Exit codes of who has used up its processor time, by system."""
SHARED = (
    *(f"_pytest.{name}" for name in default_plugins),
    *("hypothesis.strategies", "jsonschema", "pydantic", "rich.console", "rich.table"),
    *("pydantic.fields", "pydantic.main", "secrets", "tomllib"),
)
"""Imported once: pytest, and what is tested, need them."""
TESTED = {"arena", "engine", "tests"}


def _pytest_main(arguments: list[str], output: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    gc.disable()  # a tenth of a run, which ends before there is much to collect
    # A mutated module must leave no compiled one behind.
    sys.dont_write_bytecode = "--collect-only" not in arguments
    os.dup2(output, sys.stdout.fileno())
    os.dup2(output, sys.stderr.fileno())
    sys.exit(pytest.main(arguments))


def run(arguments: list[str]) -> tuple[int | None, str]:
    """Run pytest in a fork; return its exit code, None for a run without end, and its output."""
    assert not TESTED & sys.modules.keys(), "what is tested would not be imported again"
    fork = multiprocessing.get_context("fork")
    with tempfile.TemporaryFile() as output:
        process = fork.Process(target=_pytest_main, args=(arguments, output.fileno()), daemon=True)
        process.start()
        process.join()
        output.seek(0)
        code = None if process.exitcode in STOPPED else process.exitcode
        return code, output.read().decode(errors="replace")


def _serve() -> None:
    for name in SHARED:
        importlib.import_module(name)
    # A failing example is enough; to look for the smallest takes longer than all else together.
    settings.register_profile(
        "first failure", parent=settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate)
    )
    settings.load_profile("first failure")
    gc.collect()
    gc.freeze()  # pytest collects garbage as it ends: a third of a run, with all that is shared
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)  # noqa: T201


if __name__ == "__main__":
    _serve()
