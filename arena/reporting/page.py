"""Puts the page together: one HTML file, whole without a network and without a script."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from arena.text import escaped

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["rendered"]


def rendered(template: str, style: str, **context: Any) -> str:  # noqa: ANN401 - what it shows
    """Return a page from a template of this package; all texts are escaped."""
    return _environment().get_template(template).render(style=_style(style), **context)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("arena.reporting", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    made.filters["svg"] = Markup  # of our own charts, which escape their texts
    return made


def _printable(value: object) -> object:
    """Return what a template shows without what can't be seen, or turns a line around."""
    if type(value) is not str:  # markup is of our own templates and charts
        return value
    return "\n".join(map(escaped, value.split("\n")))


@cache
def _style(name: str) -> Any:  # noqa: ANN401 - text that is not escaped
    from markupsafe import Markup

    text = files("arena.reporting").joinpath(name).read_text(encoding="utf-8")
    return Markup(text.strip())  # noqa: S704 - a file of this package
