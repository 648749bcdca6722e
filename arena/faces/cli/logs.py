"""What the commands do with the library's log: one plain line each, on standard error."""

import logging
import os
import sys

import structlog

__all__ = ["configure_logs"]


def configure_logs(level: int = logging.INFO) -> None:
    """Show what is logged from a level on, with colours where a terminal wants them."""
    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(
                colors=colours, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
