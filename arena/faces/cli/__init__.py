"""The `arena` command, from its first moment to its exit code; `commands` says what it can do.

Exit codes: 0 done, 1 the run failed, 2 wrong usage or config, 3 stopped by a budget. Results go to
standard output, progress and logs to standard error. It imports next to nothing, so that signals
are heard and streams are looked after before anything takes its time.
"""

import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, suppress
from typing import TextIO, cast

from arena.faces.cli.output import Expendable, drained, held_open, print_document
from arena.faces.cli.signals import stopping
from arena.text import escaped

__all__ = ["main"]

STOPPED = "stopped."


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; only a bug of ours shows a traceback."""
    if args is None:
        held_open()
    given = list(sys.argv[1:] if args is None else args)
    with redirect_stderr(cast("TextIO", Expendable(sys.stderr))):
        try:
            with stopping.listening():
                code = _run(given)
                stopping.end()
                code = _delivered(code)
        except KeyboardInterrupt:
            # Heard in the instant before or after all that listens.
            code = 1
    if args is None:
        stopping.deaf()
    return code


def _run(given: Sequence[str]) -> int:
    try:
        from arena.faces.cli.commands import run

        return run(given)
    except KeyboardInterrupt as error:
        stopping.end()
        return _failed(given, _with_notes(STOPPED, error), 1)
    except (BrokenPipeError, SystemExit):
        return 1  # who read our output has gone, as `arena ... | head` does
    except OSError as error:
        # Mostly standard output itself, and then no document can be printed either.
        with suppress(OSError):
            _failed(given, f"the system refused: {error.strerror or error}.", 1)
        drained()
        return 1
    except Exception as error:  # noqa: BLE001 - raised again where unforeseen
        return _refused(given, error)


def _refused(given: Sequence[str], error: Exception) -> int:
    """Say what was wrong in one sentence; raise again what nobody foresaw."""
    from arena.errors import ArenaError

    if isinstance(error, ArenaError):
        return _failed(given, _with_notes(str(error), error), error.exit_code)
    from arena.faces.cli.commands import usage_sentence

    sentence = usage_sentence(error, given)
    if sentence is None:
        raise error
    return _failed(given, sentence, 2, said=True)


def _with_notes(sentence: str, error: BaseException) -> str:
    """Return the sentence, and what those who passed the error on had to add."""
    return " ".join([sentence, *getattr(error, "__notes__", ())])


def _failed(given: Sequence[str], sentence: str, code: int, *, said: bool = False) -> int:
    sentence = escaped(sentence)
    if not said:
        sys.stderr.write(f"arena: {sentence}\n")
    if "--json" in given:
        print_document({"error": sentence, "exit_code": code})
    return code


def _delivered(code: int) -> int:
    """Return 1 where what was printed did not arrive; a reader that went away is told nothing."""
    why = drained()
    if why is None:
        return code
    if why != BROKEN_PIPE:
        sys.stderr.write(f"arena: standard output can't be written: {why}.\n")
    return 1


BROKEN_PIPE = "Broken pipe"
