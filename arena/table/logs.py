"""The library's log, on standard error unless who uses the library has configured structlog."""

import sys

import structlog


def log() -> structlog.typing.FilteringBoundLogger:
    """Return the logger; structlog's own would print to standard output until it is configured."""
    if structlog.is_configured():
        logger: structlog.typing.FilteringBoundLogger = structlog.get_logger()
        return logger
    unconfigured: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr)
    )
    return unconfigured
