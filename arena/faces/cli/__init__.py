"""Entry point of the `arena` command: signals, streams, errors and the exit code.

Exit codes: 0 done, 1 the run failed, 2 wrong usage or config, 3 stopped by a budget. Results go to
standard output, progress and logs to standard error. The commands are in `commands`; this module
imports almost nothing, so that signals are handled and streams are safe before anything slow is
imported.
"""

import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, suppress
from typing import TextIO, cast

from arena.faces.cli.output import (
    BestEffortStream,
    fill_closed_streams,
    flush_output,
    print_document,
)
from arena.faces.cli.signals import signals
from arena.text import escaped, shortened

__all__ = ["main"]

STARTS = {
    "analyze": "Preparing the measures ...",
    "bench": "Preparing the measurements ...",
    "doctor": "Looking at the installation ...",
    "join": "Going to the table ...",
    "play": "Setting the table ...",
    "replay": "Reading the game ...",
    "resume": "Reading the game ...",
    "seal": "Reading the folder ...",
    "serve": "Setting the tables ...",
    "tournament": "Reading the tournament ...",
    "verify": "Reading what was played ...",
}
"""Printed before the imports of a command that takes a second or more to start."""
QUIET = frozenset({"-h", "--help", "--json", "--quiet"})
STOPPED = "stopped."
BROKEN_PIPE = "Broken pipe"


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; only bugs of this package show a traceback."""
    if args is None:
        fill_closed_streams()
    given = list(sys.argv[1:] if args is None else args)
    with redirect_stderr(cast("TextIO", BestEffortStream(sys.stderr))):
        try:
            with signals.handled(last=args is None):
                code = _run(given)
                signals.ignore()
                code = _code_once_flushed(code)
        except KeyboardInterrupt:
            # Raised in the instant before or after the signals are handled.
            code = 1
    return code


def _run(given: Sequence[str]) -> int:
    try:
        _say_start(given)
        from arena.faces.cli.commands import run

        return run(given)
    except KeyboardInterrupt as error:
        signals.ignore()
        return _report(given, _with_notes(STOPPED, error), 1)
    except (BrokenPipeError, SystemExit):
        return 1  # the reader of our output has ended, as `head` does in `arena ... | head`
    except OSError as error:
        # Mostly standard output itself, and then no document can be printed either.
        with suppress(OSError):
            _report(given, f"the system refused: {error.strerror or error}.", 1)
        flush_output()
        return 1
    except Exception as error:  # noqa: BLE001 - raised again where it is a bug
        return _report_error(given, error)


def _say_start(given: Sequence[str]) -> None:
    """Print that a slow command has started, if standard error is a terminal."""
    start = STARTS.get(next(iter(given), ""))
    if start is not None and sys.stderr.isatty() and QUIET.isdisjoint(given):
        sys.stderr.write(f"{start}\n")
        sys.stderr.flush()


def _report_error(given: Sequence[str], error: Exception) -> int:
    """Print a known error as one sentence and return its exit code; raise any other again."""
    from arena.errors import ArenaError

    if isinstance(error, ArenaError):
        return _report(given, _with_notes(str(error), error), error.exit_code)
    from arena.faces.cli.commands import usage_sentence

    sentence = usage_sentence(error, given)
    if sentence is None:
        raise error
    return _report(given, sentence, 2, shown=True)


def _with_notes(sentence: str, error: BaseException) -> str:
    """Return the sentence followed by the error's `__notes__`."""
    return " ".join([sentence, *getattr(error, "__notes__", ())])


def _report(given: Sequence[str], sentence: str, code: int, *, shown: bool = False) -> int:
    sentence = shortened(escaped(sentence))
    if not shown:
        sys.stderr.write(f"arena: {sentence}\n")
    if "--json" in given:
        print_document({"error": sentence, "exit_code": code})
    return code


def _code_once_flushed(code: int) -> int:
    """Return `code`, or 1 if standard output can't be flushed; a closed pipe prints no message."""
    why = flush_output()
    if why is None:
        return code
    if why != BROKEN_PIPE:
        sys.stderr.write(f"arena: standard output can't be written: {why}.\n")
    return 1
