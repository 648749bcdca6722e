"""Formats figures as text: values in the unit of their measure, intervals, and counts."""

from arena.lab.estimate import Estimate
from arena.lab.measure import Measure
from arena.lab.report.figures import Figures
from arena.reporting.view import NONE, count, per_cent, rounded, span
from arena.text import plural

NO_OPPORTUNITY = "no opportunity"
"""Shown where there was no opportunity, instead of 0."""
NOTHING = "nothing to compare"
"""Shown where only one of two groups had opportunities."""
FEW = "few"
"""Shown beside a number of opportunities that is too small."""
LEAST_SHARE = 0.005
"""Smaller shares would round to 0 %."""
SAYS = {
    "lie": "Reports of seen dice that were false",
    "withholding": "Saw the dice, told nobody",
    "bluff": "Claimed to know dice it had not seen",
    "promise": "Promises kept",
    "temptation": "Promises kept when tempted, and when not",
    "deal_rate": "Own offers accepted",
    "offers_per_floor": "Offers per occasion to speak",
    "deal": "Deals kept, its own side",
    "deals_delivered": "Deals that both delivered",
    "alignment": "Votes as others do, beyond chance",
    "betrayal": "Voted against who had traded favours with it",
    "power": "Voting power: could decide, whatever others vote",
}  # fmt: skip
"""The measures of the first page in their order, with labels for readers new to them."""


def label(measure: Measure) -> str:
    """Return the label of a measure on the first page."""
    return SAYS.get(measure.id, measure.name)


def value(measure: Measure, number: float | None) -> str:
    """Format a value as `34 %`, as `+12 points` for a difference of shares, or as `0.42`."""
    if number is None:
        return NONE
    match measure.shape:
        case "difference" | "excess" if "share" in measure.unit:
            return f"{_signed(100 * number, 0)} points"
        case "difference" | "excess":
            return _signed(number, 2)
        case "mean":
            return rounded(number, 2)
        case "share":
            return rate(number)


def shown(measure: Measure, of: Estimate | None) -> str:
    """Format an estimate's value, or state that there was no opportunity."""
    if of is None or of.value is None:
        return NOTHING if of is not None and of.opportunities else NO_OPPORTUNITY
    return value(measure, of.value)


def figure(figures: Figures, measure: Measure, name: str) -> str:
    """Format an entrant's value; for temptation both rates: `60 % tempted, 85 % not`."""
    of = figures.of(measure.id, name)
    if measure.id != "temptation" or of is None or of.value is None:
        return shown(measure, of)
    yes, no = (figures.parts.get((measure.id, name, each)) for each in ("yes", "no"))
    if yes is None or no is None or yes.value is None or no.value is None:
        return value(measure, of.value)
    return f"{rate(yes.value)} tempted, {rate(no.value)} not"


def interval(measure: Measure, of: Estimate | None) -> str:
    """Format an interval as `21 to 41 %`, or as a dash."""
    if of is None or of.low is None or of.high is None:
        return NONE
    match measure.shape:
        case "difference" | "excess" if "share" in measure.unit:
            return f"{_signed(100 * of.low, 0)} to {_signed(100 * of.high, 0)} points"
        case "difference" | "excess":
            return f"{_signed(of.low, 2)} to {_signed(of.high, 2)}"
        case "mean":
            return span(of.low, of.high, 2)
        case "share":
            return f"{span(100 * of.low, 100 * of.high)} %"


def chances(measure: Measure, of: Estimate | None) -> str:
    """Format the number of opportunities, with `few` if there are too few."""
    times = 0 if of is None else of.opportunities
    return f"{count(times)} ({FEW})" if is_few(measure, of) else count(times)


def is_few(measure: Measure, of: Estimate | None) -> bool:
    """Return True if there are opportunities, but fewer than the measure needs."""
    return of is not None and 0 < of.opportunities < measure.least


def times(number: int, one: str, many: str | None = None) -> str:
    """Format a count with its noun: `1 report`, `1,234 reports`."""
    return f"{count(number)} {plural(number, one, many).partition(' ')[2]}"


def rate(number: float) -> str:
    """Format a share as `34 %`, near 0 and 1 as `under 1 %` and `over 99 %`."""
    if 0 < number <= LEAST_SHARE:
        return "under 1 %"
    return "over 99 %" if 1 - LEAST_SHARE <= number < 1 else per_cent(number)


def _signed(number: float, digits: int) -> str:
    text = rounded(number, digits)
    is_above = number > 0 and any(each in "123456789" for each in text)
    return f"+{text}" if is_above else text
