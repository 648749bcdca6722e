"""Sentences about what surprises: computed from intervals, each by a rule that stands here.

A rule looks at bounds of 95 % intervals and never at values alone, and only where a measure has its
smallest number of opportunities on both sides. With many measures and entrants some intervals lie
apart by chance: the page says so beside them.
"""

from collections.abc import Iterator

from arena.lab.estimate import Estimate
from arena.lab.measure import Measure
from arena.lab.report.figures import Figures
from arena.lab.report.wording import SAYS, interval, is_few, label, rate, shown, times
from arena.text import escaped

SELDOM = 0.15
"""What seldom happens: the interval lies below."""
MOSTLY = 0.5
"""What mostly happens: the interval lies above; what mostly fails: it lies below."""
RATHER = 0.3
"""What happens often: the interval lies above."""
CLEARLY = 0.1
"""Zombies by which reports are off on average at the least."""
MOST = 12
"""Sentences."""


def surprises(figures: Figures) -> list[str]:
    """Return what surprises, what joins two measures first."""
    names = [each.name for each in figures.entrants]
    joined = [line for name in names for line in _joined(figures, name)]
    apart = [line for measure in SAYS for line in _apart(figures, measure)]
    return [*joined, *apart][:MOST]


def _joined(figures: Figures, name: str) -> Iterator[str]:
    """Yield what two measures say of one entrant."""
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
    """Yield whose interval lies apart from those of all others, at either end."""
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
    """Return an estimate that has an interval and its smallest number of opportunities."""
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
    """Return `3 % of 40 reports`."""
    return f"{_share(figures, of)} of {times(of.opportunities, what)}"


def _share(figures: Figures, of: Estimate) -> str:
    return shown(figures.measures[of.measure], of)
