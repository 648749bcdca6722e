"""Short texts for numbers of tokens, dollars, shares and seconds."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.reporting import view
from arena.text import plural

if TYPE_CHECKING:
    from arena.tournament.intervals import Range


UNKNOWN = "unknown"
EXACT = 10_000
"""Numbers of tokens below this are written in full."""


def tokens(count: float) -> str:
    """Format a number of tokens: `9,400`, `251k` or `1.25M`."""
    if count < EXACT:
        return f"{round(count):,}"
    if count < 1_000_000:  # noqa: PLR2004 - a million
        return f"{count / 1000:.0f}k"
    return f"{count / 1_000_000:.2f}M"


def dollars(cost: float | None, *, more: float = 0) -> str:
    """Format dollars: `$12.30`, `$0.0042`, `unknown`; with `+?` if there is `more` unpriced."""
    return view.dollars(cost) + ("+?" if more and cost is not None else "")


def share(part: float | None) -> str:
    """Format a share as a percentage: `95%`, or `-` for None."""
    return "-" if part is None else f"{100 * part:.0f}%"


def seconds(took: float | None) -> str:
    """Format seconds: `0.05 s`, `12.3 s`, or `-` for None."""
    if took is None:
        return "-"
    return f"{took:.2f} s" if took < 10 else f"{took:.1f} s"  # noqa: PLR2004 - three digits


def duration(hours: float) -> str:
    """Format hours: `less than a minute`, `about 12 minutes` or `about 3.5 hours`."""
    minutes = hours * 60
    if minutes < 1:
        return "less than a minute"
    if hours < 2:  # noqa: PLR2004 - what is counted in minutes
        return f"about {plural(round(minutes), 'minute')}"
    return f"about {hours:.1f} hours"


def short_duration(seconds: float) -> str:
    """Format seconds: `about 12 seconds`, and minutes or hours as `duration` does."""
    if seconds < 90:  # noqa: PLR2004 - what is counted in seconds
        return f"about {plural(max(1, round(seconds)), 'second')}"
    return duration(seconds / 3600)


def between(of: "Range", written: Callable[[float], str]) -> str:
    """Format an estimate with its interval: `$4.20 ($3.10 to $5.60)`, or the value alone."""
    expected, low, high = written(of.expected), written(of.low), written(of.high)
    return expected if low == high else f"{expected} ({low} to {high})"
