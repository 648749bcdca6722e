"""Charts as SVG that stands inside the page: its colours are the page's, so it is light and dark.

Each is drawn twice, for a phone and for a desk, and the page shows one: a scaled chart would have
letters that nobody can read. Text alternatives are the label, and the table beside the chart.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from arena.text import escaped

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Chart", "Interval", "Spot", "intervals", "scatter"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One chart."""

    label: str
    """What it shows, in a sentence, for those who don't see it."""
    narrow: str
    """SVG for a phone."""
    wide: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A value with its interval."""

    name: str
    middle: float | None
    low: float | None
    high: float | None
    series: str = ""
    """What distinguishes several values of one name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A point with a name."""

    name: str
    x: float
    y: float


def intervals(
    rows: Sequence[Interval], axis: str, label: str, *, zero: float | None = None, step: float = 0
) -> Chart:
    """Return a row a name, in their order: a point on the line of its interval.

    `zero` is where a vertical line stands for no difference; `step` is the least between two
    numbers of the axis.
    """

    def draw(width: int) -> "alt.LayerChart | alt.FacetChart":
        import altair as alt

        data = [
            {"name": escaped(each.name), "middle": each.middle, "series": each.series,
             "low": each.middle if each.low is None else each.low,
             "high": each.middle if each.high is None else each.high}
            for each in rows if each.middle is not None
        ]  # fmt: skip
        names = list(dict.fromkeys(str(each["name"]) for each in data))
        series = list(dict.fromkeys(str(each["series"]) for each in data))
        many = len(series) > 1
        base = alt.Chart(
            alt.InlineData(values=data), width=width, height=alt.Step(SERIES if many else ROW)
        )
        x = alt.X("low:Q", title=axis, scale=alt.Scale(zero=False), axis=_axis(width, step))
        y = alt.Y("name:N", sort=names, title=None, axis=_names(width))
        more = {"yOffset": alt.YOffset("series:N", sort=series)} if many else {}
        shape = alt.Shape(
            "series:N", sort=series, scale=alt.Scale(range=list(SHAPES)),
            legend=alt.Legend(
                orient="top", title=None, symbolFillColor=ACCENT, direction="vertical"
            ),
        ) if many else alt.value("circle")  # fmt: skip
        line = base.mark_rule(strokeWidth=2.5, color=INK, opacity=0.55)
        point = base.mark_point(filled=True, size=90, color=ACCENT, opacity=1)
        layers: list[Any] = []
        if zero is not None:
            at = alt.Chart(alt.InlineData(values=[{"x": zero}]))
            layers.append(at.mark_rule(color=INK, strokeDash=[4, 3]).encode(x="x:Q"))
        layers.append(line.encode(x=x, x2="high:Q", y=y, **more))
        layers.append(point.encode(x="middle:Q", y=y, shape=shape, **more))
        return alt.layer(*layers)

    return _chart(draw, label)


def scatter(spots: Sequence[Spot], x: str, y: str, label: str) -> Chart:
    """Return named points."""

    def draw(width: int) -> "alt.LayerChart | alt.FacetChart":
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
            .encode(text="name:N")
            .transform_filter(~right),
            base.mark_text(align="right", dx=4, **look)
            .encode(text="name:N")
            .transform_filter(right),
        ]
        return alt.layer(points, *names)

    return _chart(draw, label)


def _axis(width: int, step: float = 0) -> Any:  # noqa: ANN401 - a class that only the extra has
    import altair as alt

    few: dict[str, Any] = {"tickMinStep": step} if step else {}
    return alt.Axis(tickCount=3 if width == NARROW else 7, labelOverlap="greedy", **few)


def _names(width: int) -> Any:  # noqa: ANN401 - as `_axis`
    import altair as alt

    return alt.Axis(labelLimit=LABEL[width], ticks=False, domain=False, labelPadding=8)


def _chart(draw: Any, label: str) -> Chart:  # noqa: ANN401 - as `_axis`
    return Chart(label=label, narrow=_svg(draw(NARROW), label), wide=_svg(draw(WIDE), label))


def _svg(chart: "alt.LayerChart | alt.FacetChart", label: str) -> str:
    import vl_convert

    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12}
    spec: dict[str, Any] = (
        chart.configure(background="transparent", font=FONT)
        .configure_axis(
            **text, gridColor=LINE, tickColor=LINE, domainColor=LINE, titleFontWeight="normal"
        )
        .configure_legend(labelColor=INK, labelFontSize=12)
        .configure_view(stroke=None)
        .to_dict()
    )
    svg = str(vl_convert.vegalite_to_svg(spec))
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    width, height = (1, 1) if size is None else (size[1], size[2])
    inside = svg[svg.index(">") + 1 :]
    # Two drawings of one page may not share names, and a picture is told by its label alone.
    inside = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", inside)
    return (
        f'<svg role="img" aria-label="{escape(escaped(label))}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{inside}'
    )
