"""Charts as SVG that stands inside the page: its colours are the page's, so it is light and dark.

Each is drawn twice, for a phone and for a desk, and the page shows one: a scaled chart would have
letters that nobody can read. A small one, of which several stand side by side, is drawn once. Text
alternatives are the label, and the table beside the chart, which has the same links.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.text import escaped

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Chart", "Cross", "Interval", "Spot", "crosses", "intervals", "scatter"]

NARROW, WIDE = 200, 640
"""Width of the drawing area in pixels; names stand beside it."""
LABEL = {NARROW: 96, WIDE: 200}
"""Longest name in pixels."""
ROW = 26
"""Height of a row in pixels."""
SERIES = 15
"""That of one of several values of a name."""
SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "triangle-down")
"""Of series, in their order, again from the first where there are more."""
INK = "currentColor"
ACCENT = "var(--accent)"
LINE = "var(--line)"
FONT = "system-ui, sans-serif"
HEIGHT = 300
ROWS = "rows"
"""What the data of a chart of intervals are called in it."""
Spec = dict[str, Any]
"""A chart as Vega-Lite."""
HERE = "https://here.invalid/"
"""Stands before a relative address while a chart is drawn, or it would be taken for another's."""
ANCHOR = re.compile(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One chart."""

    label: str
    """What it shows, in a sentence, for those who don't see it."""
    narrow: str
    """SVG for a phone."""
    wide: str
    """SVG for a desk; empty: it is small, and there is one drawing for both."""
    title: str = ""
    """What stands above a small one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A value with its interval."""

    name: str
    middle: float | None
    low: float | None
    high: float | None
    series: str = ""
    """What distinguishes several values of one name."""
    note: str = ""
    """What stands at the end of the row, as how often it was counted; a row without a figure is
    drawn for it alone."""
    href: str = ""
    """Where the point leads; empty: nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A point with a name."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cross:
    """A point with a name, and an interval each way; where it leads says that of `x`."""

    x: Interval
    y: Interval


def intervals(
    rows: Sequence[Interval],
    axis: str,
    label: str,
    *,
    zero: float | None = None,
    step: float = 0,
    shares: bool = False,
    title: str = "",
) -> Chart:
    """Return a row a name, in their order: a point on the line of its interval.

    `zero` is where a vertical line stands for no difference; `step` is the least between two
    numbers of the axis; `shares`: the axis goes from 0 to 100 %; with a `title` it is a small one.
    """
    data = [_data(each) for each in rows if each.middle is not None or each.note]
    form = _Form(
        axis=axis, zero=zero, step=step, shares=shares,
        names=tuple(dict.fromkeys(str(each["name"]) for each in data)),
        series=tuple(dict.fromkeys(str(each["series"]) for each in data)),
        linked=any(each.href for each in rows), noted=any(each.note for each in rows),
    )  # fmt: skip

    def draw(width: int) -> Spec:
        made = _rows_of(form, width)
        return {**made, "datasets": {**made.get("datasets", {}), ROWS: data}}

    return _chart(draw, label, title)


class _Form(NamedTuple):
    """What tells charts of intervals apart, but for their data."""

    axis: str
    zero: float | None
    step: float
    shares: bool
    names: tuple[str, ...]
    series: tuple[str, ...]
    """Where there are several, names have several values."""
    linked: bool
    noted: bool


@lru_cache
def _rows_of(form: _Form, width: int) -> Spec:
    """Return the chart of a form without its data; to make it anew takes longer than to draw it."""
    import altair as alt

    many, names, series = len(form.series) > 1, list(form.names), list(form.series)

    base = alt.Chart(
        alt.NamedData(name=ROWS), width=width, height=alt.Step(SERIES if many else ROW)
    )
    scale = alt.Scale(domain=[0, 1]) if form.shares else alt.Scale(zero=False)
    marks = _axis(width, form.step, shares=form.shares)
    x = alt.X("low:Q", title=form.axis or None, scale=scale, axis=marks)
    y = alt.Y("name:N", sort=names, title=None, axis=_names(width))
    more = {"yOffset": alt.YOffset("series:N", sort=series)} if many else {}
    shape = alt.Shape(
        "series:N", sort=series, scale=alt.Scale(range=list(SHAPES)),
        legend=alt.Legend(
            orient="top", title=None, symbolFillColor=ACCENT,
            direction="vertical" if width == NARROW else "horizontal",
        ),
    ) if many else alt.ShapeValue("circle")  # fmt: skip
    line = base.mark_rule(strokeWidth=2.5, color=INK, opacity=0.55)
    point = base.mark_point(filled=True, size=90, color=ACCENT, opacity=1)
    layers: list[Any] = []
    if form.zero is not None:
        at = alt.Chart(alt.InlineData(values=[{"x": form.zero}]))
        layers.append(at.mark_rule(color=INK, strokeDash=[4, 3]).encode(x=alt.X("x:Q")))
    linked = {"href": alt.Href("href:N")} if form.linked else {}
    layers.append(line.encode(x=x, x2=alt.X2("high:Q"), y=y, **more))
    layers.append(point.encode(x=alt.X("middle:Q"), y=y, shape=shape, **more, **linked))
    if form.noted:
        said = base.mark_text(align="left", dx=11, color=INK, fontSize=11, opacity=0.85)
        layers.append(said.encode(x=alt.value(width), y=y, text=alt.Text("note:N"), **more))
    return _spec(alt.layer(*layers))


def _data(of: Interval) -> dict[str, Any]:
    return {
        "name": escaped(of.name), "middle": of.middle, "series": of.series, "note": of.note,
        "low": of.middle if of.low is None else of.low,
        "high": of.middle if of.high is None else of.high,
        **({"href": HERE + of.href} if of.href else {}),
    }  # fmt: skip


def crosses(spots: Sequence[Cross], x: str, y: str, label: str) -> Chart:
    """Return named points on the lines of their intervals; both axes are shares, from 0."""

    def draw(width: int) -> Spec:
        import altair as alt

        data = [
            {f"{key}{axis}": value for axis, of in (("x", each.x), ("y", each.y))
             for key, value in _data(of).items()}
            | {"label": _label(each, narrow=width == NARROW)}
            for each in spots
        ]  # fmt: skip
        side = width + LABEL[NARROW] // 2
        base = alt.Chart(alt.InlineData(values=data), width=side, height=min(side, HEIGHT))
        widest, highest = (_top(each) for each in zip(*((s.x, s.y) for s in spots), strict=True))
        across = alt.X(
            "middlex:Q", title=x, axis=_axis(width, shares=True),
            scale=alt.Scale(domain=[0, widest]),
        )  # fmt: skip
        up = alt.Y(
            "middley:Q", title=y, axis=_axis(width, shares=True),
            scale=alt.Scale(domain=[0, highest]),
        )  # fmt: skip
        line = base.mark_rule(strokeWidth=1.5, color=INK, opacity=0.4)
        linked = {"href": alt.Href("hrefx:N")} if any(each.x.href for each in spots) else {}
        right = alt.datum.middlex > widest / 2
        look: dict[str, Any] = {"dy": -9, "color": INK, "fontSize": 12, "limit": LABEL[width]}
        named = [base.mark_text(align="left", dx=5, **look).transform_filter(~right)]
        named += [base.mark_text(align="right", dx=-5, **look).transform_filter(right)]
        names = [each.encode(x=across, y=up, text=alt.Text("label:N")) for each in named]
        chart = alt.layer(
            line.encode(x="lowx:Q", x2=alt.X2("highx:Q"), y=up),
            line.encode(y="lowy:Q", y2=alt.Y2("highy:Q"), x=across),
            base.mark_point(filled=True, size=90, color=ACCENT, opacity=1).encode(
                x=across, y=up, **linked
            ),
            *names,
        )
        return _spec(chart)

    return _chart(draw, label)


def scatter(spots: Sequence[Spot], x: str, y: str, label: str) -> Chart:
    """Return named points."""

    def draw(width: int) -> Spec:
        import altair as alt

        data = [{"name": escaped(each.name), "x": each.x, "y": each.y} for each in spots]
        highest = max((each.x for each in spots), default=1.0) or 1.0
        domain = alt.Scale(domain=[0, highest * 1.05])
        base = alt.Chart(
            alt.InlineData(values=data), width=width + LABEL[width] // 2, height=HEIGHT
        ).encode(
            x=alt.X("x:Q", title=x, axis=_axis(width), scale=domain),
            y=alt.Y("y:Q", title=y, scale=alt.Scale(zero=False, padding=16), axis=_axis(width)),
        )
        points = base.mark_point(filled=True, size=90, color=ACCENT, opacity=1)
        right = alt.datum.x > highest / 2
        look: dict[str, Any] = {"dy": -9, "color": INK, "fontSize": 12, "limit": LABEL[width] + 20}
        names = [
            base.mark_text(align="left", dx=4, **look)
            .encode(text=alt.Text("name:N"))
            .transform_filter(~right),
            base.mark_text(align="right", dx=4, **look)
            .encode(text=alt.Text("name:N"))
            .transform_filter(right),
        ]
        return _spec(alt.layer(points, *names))

    return _chart(draw, label)


def _top(of: Sequence[Interval]) -> float:
    """Return the tenth up to which a scale of shares has to go."""
    highest = max(each.high or each.middle or 0.0 for each in of)
    return min(1.0, ceil(highest * 10 + 0.01) / 10)


def _label(of: Cross, *, narrow: bool) -> str:
    """Return a name, on a desk with how often both values were counted."""
    name = escaped(of.x.name)
    return name if narrow or not of.x.note else f"{name} (n {of.x.note}, {of.y.note})"


def _axis(width: int, step: float = 0, *, shares: bool = False) -> Any:  # noqa: ANN401 - a class that only the extra has
    import altair as alt

    few: dict[str, Any] = {"tickMinStep": step} if step else {}
    if shares:
        few["format"] = "%"
    return alt.Axis(tickCount=3 if width == NARROW else 7, labelOverlap="greedy", **few)


def _names(width: int) -> Any:  # noqa: ANN401 - as `_axis`
    import altair as alt

    return alt.Axis(labelLimit=LABEL[width], ticks=False, domain=False, labelPadding=8)


def _chart(draw: Callable[[int], Spec], label: str, title: str = "") -> Chart:
    from altair.utils.schemapi import debug_mode

    told = f"{title}: {label}" if title else label
    with debug_mode(arg=False):  # its form is ours: checking it takes a third of the time
        narrow = _svg(draw(NARROW), told)
        wide = "" if title else _svg(draw(WIDE), told)
    return Chart(label=label, narrow=narrow, wide=wide, title=title)


def _spec(chart: "alt.LayerChart | alt.FacetChart") -> Spec:
    """Return a chart in the page's colours as Vega-Lite."""
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12}
    spec: Spec = (
        chart.configure(background="transparent", font=FONT)
        .configure_axis(
            **text, gridColor=LINE, tickColor=LINE, domainColor=LINE, titleFontWeight="normal"
        )
        .configure_legend(labelColor=INK, labelFontSize=12)
        .configure_view(stroke=None)
        .to_dict(validate=False)
    )
    return spec


def _svg(spec: Spec, label: str) -> str:
    import vl_convert

    svg = str(vl_convert.vegalite_to_svg(spec))
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    width, height = (1, 1) if size is None else (size[1], size[2])
    inside = svg[svg.index(">") + 1 :]
    # Two drawings of one page may not share names, and a picture is told by its label alone: who
    # goes by keys finds its links in the table beside it.
    inside = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", inside)
    inside = re.sub(ANCHOR, _linked, inside)
    return (
        f'<svg role="img" aria-label="{escape(escaped(label))}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{inside}'
    )


def _linked(found: re.Match[str]) -> str:
    """Return a link that works beside the page; what has no address is none."""
    href, inside = found.groups()
    if not href.startswith(HERE):
        return inside
    return f'<a tabindex="-1" aria-hidden="true" href="{href.removeprefix(HERE)}">{inside}</a>'
