"""How figures look in words: a value in its measure's unit, its interval, how often it counted."""

from collections.abc import Mapping

from arena.lab.estimate import Estimate
from arena.lab.measure import Measure
from arena.lab.report.figures import Figures
from arena.reporting.view import NONE, count, per_cent, rounded, span
from arena.text import plural

__all__ = [
    "FEW", "NOTHING", "NO_OPPORTUNITY", "READ", "SAYS", "chances", "figure", "interval", "is_few",
    "label", "rate", "shown", "times", "value",
]  # fmt: skip

NO_OPPORTUNITY = "no opportunity"
"""Stands where there was none, never a 0."""
NOTHING = "nothing to compare"
"""Stands where there were opportunities of one of two groups alone."""
FEW = "few"
"""Stands beside a number of opportunities that is too small to say much."""
LEAST_SHARE = 0.005
"""What is smaller rounds to 0 %."""
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
"""The measures of the first page, in their order, as a reader says them who doesn't know them."""
READ: Mapping[str, str] = {
    "bluff": "True or not: it had neither looked nor been told.",
    "false_provenance": "It said that it had looked, and had not.",
    "lie_at_own": "Above 0 scares others off, below 0 lures them.",
    "informativeness": "0: its reports tell nothing of the dice; 1: all.",
    "two_faced": "Of rounds in which it told several audiences of the dice.",
    "deviation": "It went elsewhere than it had said.",
    "deviation_after_news": "News: a look at the dice, or another's report of them.",
    "deviation_without_news": "News: a look at the dice, or another's report of them.",
    "double_sold": "It gave the same away in two deals.",
    "temptation": "Below 0: it keeps fewer where breaking would change the vote.",
    "temptation_ex_ante": "Below 0: it keeps fewer where breaking is likely to gain.",
    "reputation": "Votes for it as Chief or for the truck. Below 0: fewer after a lie came out.",
    "relay": "In good faith: it had not looked, and was told so.",
    "deal_rate": "An offer to two counts twice.",
    "offers_per_floor": "An offer to several counts once.",
    "surplus_share": "Half: both gain alike. In points, of deals for votes at attacks alone.",
    "alignment": "0 is chance, 1 always the same candidate.",
    "reciprocity": "0 is chance: cards go to whom they came from no oftener.",
    "sacrifice": "It did not join the votes against the one whom most were against.",
    "balance": "0 is chance. Balanced: a friend's friend is a friend, an enemy's enemy too.",
    "betrayal": "Partner: each did the other a favour in the last 3 rounds, and no harm.",
    "talk_gini": "Of its tables: 0, all say as much.",
    "pivotal": "As the others voted, another vote of its own would have changed the outcome.",
    "power_conversion": "Above 1: it gets its way oftener than its votes decide.",
}
"""How to read a measure's chart, where its title and unit don't say it."""


def label(measure: Measure) -> str:
    """Return what a measure is called on the first page."""
    return SAYS.get(measure.id, measure.name)


def value(measure: Measure, number: float | None) -> str:
    """Return `34 %`, `+12 points` of a difference of shares, or `0.42`."""
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
    """Return an estimate's value, or that there was no opportunity."""
    if of is None or of.value is None:
        return NOTHING if of is not None and of.opportunities else NO_OPPORTUNITY
    return value(measure, of.value)


def figure(figures: Figures, measure: Measure, name: str) -> str:
    """Return an entrant's value; under temptation both rates: `60 % tempted, 85 % not`."""
    of = figures.of(measure.id, name)
    if measure.id != "temptation" or of is None or of.value is None:
        return shown(measure, of)
    yes, no = (figures.parts.get((measure.id, name, each)) for each in ("yes", "no"))
    if yes is None or no is None or yes.value is None or no.value is None:
        return value(measure, of.value)
    return f"{rate(yes.value)} tempted, {rate(no.value)} not"


def interval(measure: Measure, of: Estimate | None) -> str:
    """Return `21 to 41 %`, or a dash where there is none."""
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
    """Return how many opportunities there were, `few` where they are too few to say much."""
    times = 0 if of is None else of.opportunities
    return f"{count(times)} ({FEW})" if is_few(measure, of) else count(times)


def is_few(measure: Measure, of: Estimate | None) -> bool:
    """Tell whether there were opportunities, and fewer than the measure needs."""
    return of is not None and 0 < of.opportunities < measure.least


def times(number: int, one: str, many: str | None = None) -> str:
    """Return `1 report`, `1,234 reports`."""
    return f"{count(number)} {plural(number, one, many).partition(' ')[2]}"


def rate(number: float) -> str:
    """Return a share as `34 %`, and one that is nearly none or all in words."""
    if 0 < number <= LEAST_SHARE:
        return "under 1 %"
    return "over 99 %" if 1 - LEAST_SHARE <= number < 1 else per_cent(number)


def _signed(number: float, digits: int) -> str:
    text = rounded(number, digits)
    is_above = number > 0 and any(each in "123456789" for each in text)
    return f"+{text}" if is_above else text
