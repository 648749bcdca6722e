"""All commands together, and how one of them is run."""

import sys
from collections.abc import Sequence

import typer

from arena.faces.cli import commands, lab_commands, proof_commands  # noqa: F401 - they add to `app`
from arena.faces.cli.app import app
from arena.text import escaped, shortened

__all__ = ["app", "run", "usage_sentence"]


def run(args: Sequence[str]) -> int:
    """Run one command and return its exit code; wrong usage raises what `usage_sentence` reads."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("arena", list(args)) as context:
            command.invoke(context)
    except typer.Exit as exit_:
        return int(exit_.exit_code)
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort
    return 0


def usage_sentence(error: Exception, args: Sequence[str]) -> str | None:
    """Show wrong usage on standard error; return it as a sentence, None for another error."""
    if not isinstance(error, typer.exceptions.TyperException):
        return None
    error.message = shortened(error.message)  # type: ignore[attr-defined, unused-ignore]
    error.show(sys.stderr)  # type: ignore[attr-defined, unused-ignore]
    return escaped(error.format_message()) if args else "a command is missing"  # type: ignore[attr-defined, unused-ignore]
