"""Draws charts as inline SVG in the page's colours, so that they follow its light or dark theme.

Large charts are drawn twice, for a phone and for a desktop, and the page shows one of them: scaled
lettering would be illegible. Small multiples are drawn once. The text alternatives are the label,
and the table beside the chart, which has the same links.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from arena.text import escaped

NARROW, WIDE = 200, 640
"""Width of the drawing area in pixels, without the names beside it."""
LABEL = {NARROW: 96, WIDE: 200}
"""Width in pixels at which names are cut off."""
ROW = 26
"""Height of a row in pixels."""
SERIES = 15
"""Height in pixels of a row of one series, where a name has several."""
SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "triangle-down")
"""Markers of the series in their order, repeated from the first if there are more."""
INK = "currentColor"
ACCENT = "var(--accent)"
LINE = "var(--line)"
FONT = "system-ui, sans-serif"
HEIGHT = 300
Spec = dict[str, object]
"""A Vega-Lite specification."""
TEXT: Spec = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12}
LOOK: Spec = {
    "background": "transparent", "font": FONT, "view": {"stroke": None},
    "axis": {
        **TEXT, "gridColor": LINE, "tickColor": LINE, "domainColor": LINE,
        "titleFontWeight": "normal",
    },
    "legend": {"labelColor": INK, "labelFontSize": 12},
}  # fmt: skip
"""The page's colours and fonts, as the configuration of every chart."""
POINT: Spec = {"type": "point", "filled": True, "size": 90, "color": ACCENT, "opacity": 1}
NOTE: Spec = {
    "type": "text", "align": "left", "dx": 11, "color": INK, "fontSize": 11, "opacity": 0.85,
}  # fmt: skip
HERE = "https://here.invalid/"
"""Prefix of relative addresses while a chart is drawn, since the renderer accepts only absolute
ones."""
ANCHOR = re.compile(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart as SVG, in one or two sizes."""

    label: str
    """Text alternative: what the chart shows, in a sentence."""
    narrow: str
    """SVG for a phone."""
    wide: str
    """SVG for a desktop; empty: a small chart, for which one drawing serves both."""
    title: str = ""
    """Title of a small chart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A value with its interval, drawn as one row."""

    name: str
    middle: float | None
    low: float | None
    high: float | None
    series: str = ""
    """What distinguishes several values of one name."""
    note: str = ""
    """Text at the end of the row, for example a count; a row without a value is drawn for its
    note."""
    href: str = ""
    """Link of the point; empty: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A named point."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cross:
    """A named point with an interval in each direction; its link is the link of `x`."""

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
    """Draw one row per name, in the given order: the value as a point on its interval.

    `zero` is where a vertical line marks no difference; `step` is the least distance of two axis
    labels; with `shares` the axis goes from 0 to 100 %; with a `title` the chart is a small one.
    """
    data = [_data(each) for each in rows if each.middle is not None or each.note]

    def draw(width: int) -> Spec:
        place, shape = _rows_of(data, width)
        x = {
            **_value("low"), "title": axis or None, "axis": _axis(width, step, shares=shares),
            "scale": {"domain": [0, 1]} if shares else {"zero": False},
        }  # fmt: skip
        point = {**place, "x": _value("middle"), "shape": shape}
        if any(each.href for each in rows):
            point["href"] = _value("href", "nominal")
        line = {"type": "rule", "strokeWidth": 2.5, "color": INK, "opacity": 0.55}
        note = {**place, "x": {"value": width}, "text": _value("note", "nominal")}
        noted = any(each.note for each in rows)
        notes: list[Spec] = [{"mark": NOTE, "encoding": note}] if noted else []
        layers: list[Spec] = [
            {"mark": line, "encoding": {**place, "x": x, "x2": {"field": "high"}}},
            {"mark": POINT, "encoding": point},
            *notes,
        ]
        if zero is not None:
            layers.insert(0, _vertical_line(zero))
        return _spec(layers, data, width, {"step": SERIES if "yOffset" in place else ROW})

    return _chart(draw, label, title)


def _vertical_line(x: float) -> Spec:
    return {
        "data": {"values": [{"x": x}]}, "encoding": {"x": _value("x")},
        "mark": {"type": "rule", "color": INK, "strokeDash": [4, 3]},
    }  # fmt: skip


def _rows_of(data: Sequence[Spec], width: int) -> tuple[Spec, Spec]:
    """Return the vertical position of rows, by name and series, and the marker of each series."""
    names, series = (list(dict.fromkeys(each[key] for each in data)) for key in ("name", "series"))
    place: Spec = {
        "y": {**_value("name", "nominal"), "sort": names, "title": None, "axis": _names(width)},
    }
    if len(series) <= 1:
        return place, {"value": "circle"}
    place["yOffset"] = {**_value("series", "nominal"), "sort": series}
    return place, {
        **_value("series", "nominal"), "sort": series, "scale": {"range": list(SHAPES)},
        "legend": {
            "orient": "top", "title": None, "symbolFillColor": ACCENT,
            "direction": "vertical" if width == NARROW else "horizontal",
        },
    }  # fmt: skip


def _data(of: Interval) -> dict[str, object]:
    return {
        "name": escaped(of.name), "middle": of.middle, "series": of.series, "note": of.note,
        "low": of.middle if of.low is None else of.low,
        "high": of.middle if of.high is None else of.high,
        **({"href": HERE + of.href} if of.href else {}),
    }  # fmt: skip


def crosses(spots: Sequence[Cross], x: str, y: str, label: str) -> Chart:
    """Draw named points with their intervals in both directions; both axes are shares, from 0."""

    def draw(width: int) -> Spec:
        data = [
            {f"{key}{axis}": value for axis, of in (("x", each.x), ("y", each.y))
             for key, value in _data(of).items()}
            | {"label": _label(each, narrow=width == NARROW)}
            for each in spots
        ]  # fmt: skip
        side = width + LABEL[NARROW] // 2
        axis = _axis(width, shares=True)
        widest, highest = (_top(each) for each in zip(*((s.x, s.y) for s in spots), strict=True))
        across = {**_value("middlex"), "title": x, "axis": axis, "scale": {"domain": [0, widest]}}
        up = {**_value("middley"), "title": y, "axis": axis, "scale": {"domain": [0, highest]}}
        line = {"type": "rule", "strokeWidth": 1.5, "color": INK, "opacity": 0.4}
        point = {"x": across, "y": up}
        if any(each.x.href for each in spots):
            point["href"] = _value("hrefx", "nominal")
        layers: list[Spec] = [
            {"mark": line,
             "encoding": {"x": _value("lowx"), "x2": {"field": "highx"}, "y": up}},
            {"mark": line,
             "encoding": {"y": _value("lowy"), "y2": {"field": "highy"}, "x": across}},
            {"mark": POINT, "encoding": point},
            *_labels("label", across, up, widest / 2, dx=(5, -5), limit=LABEL[width]),
        ]  # fmt: skip
        return _spec(layers, data, side, min(side, HEIGHT))

    return _chart(draw, label)


def scatter(spots: Sequence[Spot], x: str, y: str, label: str) -> Chart:
    """Draw named points in two dimensions."""

    def draw(width: int) -> Spec:
        data = [{"name": escaped(each.name), "x": each.x, "y": each.y} for each in spots]
        highest = max((each.x for each in spots), default=1.0) or 1.0
        axis = _axis(width)
        across = {**_value("x"), "title": x, "axis": axis,
                  "scale": {"domain": [0, highest * 1.05]}}  # fmt: skip
        up = {**_value("y"), "title": y, "axis": axis, "scale": {"zero": False, "padding": 16}}
        layers = [
            {"mark": POINT, "encoding": {"x": across, "y": up}},
            *_labels("name", across, up, highest / 2, dx=(4, 4), limit=LABEL[width] + 20),
        ]
        return _spec(layers, data, width + LABEL[width] // 2, HEIGHT)

    return _chart(draw, label)


def _value(field: str, kind: str = "quantitative") -> Spec:
    return {"field": field, "type": kind}


def _labels(
    field: str, x: Spec, y: Spec, middle: float, *, dx: tuple[int, int], limit: int
) -> list[Spec]:
    """Return layers of names beside points, on the left of points in the right half."""
    right = f"datum.{x['field']} > {middle}"
    look = {"type": "text", "dy": -9, "color": INK, "fontSize": 12, "limit": limit}
    return [
        {
            "mark": {**look, "align": align, "dx": by}, "transform": [{"filter": where}],
            "encoding": {"x": x, "y": y, "text": _value(field, "nominal")},
        }
        for align, by, where in (("left", dx[0], f"!({right})"), ("right", dx[1], right))
    ]  # fmt: skip


def _top(of: Sequence[Interval]) -> float:
    """Return the upper end of a scale of shares: the largest bound, rounded up to a tenth."""
    highest = max(each.high or each.middle or 0.0 for each in of)
    return min(1.0, ceil(highest * 10 + 0.01) / 10)


def _label(of: Cross, *, narrow: bool) -> str:
    """Return the name of a point; on a desktop with the counts of both values."""
    name = escaped(of.x.name)
    return name if narrow or not of.x.note else f"{name} (n {of.x.note}, {of.y.note})"


def _axis(width: int, step: float = 0, *, shares: bool = False) -> Spec:
    few: Spec = {"tickMinStep": step} if step else {}
    if shares:
        few["format"] = "%"
    return {"tickCount": 3 if width == NARROW else 7, "labelOverlap": "greedy", **few}


def _names(width: int) -> Spec:
    return {"labelLimit": LABEL[width], "ticks": False, "domain": False, "labelPadding": 8}


def _chart(draw: Callable[[int], Spec], label: str, title: str = "") -> Chart:
    told = f"{title}: {label}" if title else label
    narrow = _svg(draw(NARROW), told)
    wide = "" if title else _svg(draw(WIDE), told)
    return Chart(label=label, narrow=narrow, wide=wide, title=title)


def _spec(layers: Sequence[Spec], data: Sequence[Spec], width: int, height: int | Spec) -> Spec:
    return {
        "config": LOOK, "data": {"values": list(data)}, "width": width, "height": height,
        "layer": list(layers),
    }  # fmt: skip


def _svg(spec: Spec, label: str) -> str:
    import vl_convert

    svg = str(vl_convert.vegalite_to_svg(spec))
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    width, height = (1, 1) if size is None else (size[1], size[2])
    inside = svg[svg.index(">") + 1 :]
    # Accessible names must be unique on a page, so an image has only its label; keyboard users
    # find its links in the table beside it.
    inside = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", inside)
    inside = re.sub(ANCHOR, _linked, inside)
    return (
        f'<svg role="img" aria-label="{escape(escaped(label))}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{inside}'
    )


def _linked(found: re.Match[str]) -> str:
    """Return a link relative to the page; nothing where the mark has no address."""
    href, inside = found.groups()
    if not href.startswith(HERE):
        return inside
    return f'<a tabindex="-1" aria-hidden="true" href="{href.removeprefix(HERE)}">{inside}</a>'
