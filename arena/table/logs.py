"""The library's log, on standard error unless the application has configured structlog."""

import sys

import structlog


def log() -> structlog.typing.FilteringBoundLogger:
    """Return the logger; structlog's default would print to standard output."""
    if structlog.is_configured():
        logger: structlog.typing.FilteringBoundLogger = structlog.get_logger()
        return logger
    unconfigured: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr)
    )
    return unconfigured
