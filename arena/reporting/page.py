"""Renders a self-contained HTML page, which needs neither network nor script.

A page may have one small optional script, which its content security policy allows by hash.
"""

import re
from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from arena.text import escaped

if TYPE_CHECKING:
    from jinja2 import Environment


OWN = "arena.reporting"
PER_CENT = re.compile(r"(?<=\d) %")


def rendered(
    template: str,
    style: str,
    *,
    package: str = OWN,
    more: str = "",
    script: str = "",
    **context: object,
) -> str:
    """Render a page from a template; all texts are escaped.

    The template is searched in `package`, then in this one. The stylesheet `more` of that package
    follows the `style` of this one. `script` is a file of this package.
    """
    from markupsafe import Markup

    styles = [_text(OWN, style), *([_text(package, more)] if more else [])]
    code = _text(OWN, script) if script else ""
    digest = b64encode(sha256(code.encode()).digest()).decode()
    return (
        _environment(package)
        .get_template(template)
        .render(
            style=Markup("\n".join(styles)),  # noqa: S704 - files of these packages
            script=Markup(code),  # noqa: S704 - as the style
            script_hash=digest,
            **context,
        )
    )


@cache
def _environment(package: str) -> "Environment":
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=ChoiceLoader([PackageLoader(each, ".") for each in dict.fromkeys((package, OWN))]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    made.filters["svg"] = Markup  # our own charts, which escape their texts
    return made


def _printable(value: object) -> object:
    """Return a template's value without invisible and bidirectional control characters.

    The space between a number and its `%` becomes a no-break space.
    """
    if type(value) is not str:  # markup comes only from our own templates and charts
        return value
    return _printable_text(value)


@lru_cache(maxsize=4096)
def _printable_text(value: str) -> str:
    """Return a text in the same way, cached: pages of many games repeat their texts."""
    return PER_CENT.sub("\N{NO-BREAK SPACE}%", "\n".join(map(escaped, value.split("\n"))))


@cache
def _text(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8").strip()
