"""Generates sentences about surprising figures, each by a fixed rule on intervals.

A rule compares bounds of 95 % intervals, never values alone, and only where a measure has its
minimum number of opportunities on both sides. With many measures and entrants some intervals are
apart by chance; the page says so beside the sentences.
"""

from collections.abc import Iterator

from arena.lab.estimate import Estimate
from arena.lab.measure import Measure
from arena.lab.report.figures import Figures
from arena.lab.report.wording import SAYS, interval, is_few, label, rate, shown, times
from arena.text import escaped

SELDOM = 0.15
"""Rare: the whole interval lies below."""
MOSTLY = 0.5
"""Mostly true: the whole interval lies above; mostly false: below."""
RATHER = 0.3
"""Frequent: the whole interval lies above."""
CLEARLY = 0.1
"""Minimum mean error of reports, in zombies."""
MOST = 12
"""Maximum number of sentences."""


def surprises(figures: Figures) -> list[str]:
    """Return the sentences, those that combine two measures first."""
    names = [each.name for each in figures.entrants]
    joined = [line for name in names for line in _joined(figures, name)]
    apart = [line for measure in SAYS for line in _apart(figures, measure)]
    return [*joined, *apart][:MOST]


def _joined(figures: Figures, name: str) -> Iterator[str]:
    """Yield sentences that combine two measures of one entrant."""
    lie, promise = _enough(figures, "lie", name), _enough(figures, "promise", name)
    kept_to_itself = _enough(figures, "withholding", name)
    who = escaped(name)
    if lie and _below(lie, SELDOM):
        told = f"{who} hardly lies about dice ({_of(figures, lie, 'report')})"
        if promise and _below(promise, MOSTLY):
            yield f"{told}, and breaks most of its promises: it keeps {_share(figures, promise)}."
        if kept_to_itself and _above(kept_to_itself, MOSTLY):
            yield (
                f"{told}; it withholds instead: after {_share(figures, kept_to_itself)} of the "
                "rounds in which it saw the dice, nobody had been told."
            )
    if lie and promise and _above(lie, RATHER) and _above(promise, 1 - SELDOM):
        yield (
            f"{who} lies about dice ({_of(figures, lie, 'report')}) and keeps its promises "
            f"({_of(figures, promise, 'promise')})."
        )
    yield from _tempted(figures, name)
    yield from _at_own(figures, name)


def _tempted(figures: Figures, name: str) -> Iterator[str]:
    gap = _enough(figures, "temptation", name)
    if gap is None or not _below(gap, 0):
        return
    yes, no = (figures.parts.get(("temptation", name, each)) for each in ("yes", "no"))
    if yes is None or no is None or yes.value is None or no.value is None:
        return
    yield (
        f"{escaped(name)} is tempted: where breaking would have changed the vote, it keeps "
        f"{rate(yes.value)} of {times(yes.opportunities, 'promise')}, and {rate(no.value)} of "
        f"{no.opportunities} where not."
    )


def _at_own(figures: Figures, name: str) -> Iterator[str]:
    error = _enough(figures, "lie_at_own", name)
    if error is None or error.value is None:
        return
    if not (_above(error, CLEARLY) or _below(error, -CLEARLY)):
        return
    more = error.value > 0
    measure = figures.measures["lie_at_own"]
    yield (
        f"{escaped(name)} tells of {'more' if more else 'fewer'} zombies than there are where it "
        f"goes itself, which {'scares off' if more else 'lures'}: by {abs(error.value):.2f} on "
        f"average (95 % interval {interval(measure, error)}, "
        f"{times(error.opportunities, 'report')})."
    )


def _apart(figures: Figures, id_: str) -> Iterator[str]:
    """Yield a sentence if one entrant's interval is above, or below, all others."""
    known = [each for one in figures.entrants if (each := _enough(figures, id_, one.name))]
    if len(known) < 3:  # noqa: PLR2004 - of two, each is apart from the other
        return
    measure = figures.measures[id_]
    first, *others = sorted(known, key=_bounds, reverse=True)
    if all(_bounds(first)[0] > _bounds(each)[1] for each in others):
        yield _first(measure, first, "highest", "above", others[0])
    first, *others = sorted(known, key=_bounds)
    if all(_bounds(first)[1] < _bounds(each)[0] for each in others):
        yield _first(measure, first, "lowest", "below", min(others, key=_value))


def _first(measure: Measure, first: Estimate, end: str, where: str, second: Estimate) -> str:
    return (
        f"{label(measure)}: {escaped(first.entrant)} has the {end} figure, "
        f"{shown(measure, first)} ({interval(measure, first)}), and its interval lies {where} all "
        f"others; next is {escaped(second.entrant)} with {shown(measure, second)} "
        f"({interval(measure, second)})."
    )


def _enough(figures: Figures, measure: str, name: str) -> Estimate | None:
    """Return an estimate with an interval and enough opportunities; None otherwise."""
    found = figures.known(measure, name)
    if found is None or found.low is None or found.high is None:
        return None
    return None if is_few(figures.measures[measure], found) else found


def _value(of: Estimate) -> float:
    return of.value or 0.0


def _bounds(of: Estimate) -> tuple[float, float]:
    assert of.low is not None  # noqa: S101 - `_enough` returned it
    assert of.high is not None  # noqa: S101 - as above
    return of.low, of.high


def _below(of: Estimate, bound: float) -> bool:
    return _bounds(of)[1] < bound


def _above(of: Estimate, bound: float) -> bool:
    return _bounds(of)[0] > bound


def _of(figures: Figures, of: Estimate, what: str) -> str:
    """Format a share with its base: `3 % of 40 reports`."""
    return f"{_share(figures, of)} of {times(of.opportunities, what)}"


def _share(figures: Figures, of: Estimate) -> str:
    return shown(figures.measures[of.measure], of)
