"""Keeps LangSmith out: what flows through the graph holds hidden cards.

`LANGSMITH_TRACING=true` in somebody's environment would ship it to a third party, so tracing is
set either way for each game, and only what the table was asked for counts.
"""

import os
from contextlib import AbstractContextManager

from langsmith import tracing_context

__all__ = ["tracing"]

OBSOLETE = ("LANGCHAIN_TRACING", "LANGCHAIN_HANDLER")
"""Names of an older tracer; where one is set and tracing is off, the graph refuses to run."""


def tracing(*, wanted: bool) -> AbstractContextManager[None]:
    """Return a context in which graphs are traced only if wanted, whatever the environment says."""
    for name in OBSOLETE:
        os.environ.pop(name, None)
    return tracing_context(enabled=wanted)
