"""Modules and style sheets of the pages, put into one text each, for a file that stands alone.

A module that can be put behind others keeps to this: imports are lines `import {a, b} from
"./x.js";` at its beginning, each export stands before a declaration, and no two modules declare the
same name at their top. What does not is refused.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

STATIC: Traversable = files("arena.faces.web").joinpath("static")
"""Where the pages' own files are."""
IMPORT = re.compile(r'^import \{([\w$, ]+)\} from "\./([\w-]+\.js)";?\n', re.MULTILINE)
DECLARED = r"(?:async )?(?:function\*?|class|const|let) ([\w$]+)"
EXPORT = re.compile(rf"^export (?={DECLARED})", re.MULTILINE)
TOP = re.compile(rf"^(?:export )?{DECLARED}", re.MULTILINE)
LEFT = re.compile(r"^\s*(?:import|export)\b|\bimport\s*\(|\bimport\.meta\b", re.MULTILINE)
"""What is left of a module's own language after that, and can't stand in one script."""
ENDS = re.compile(r"</script|<!--", re.IGNORECASE)
"""What would end, or hide, a script in a page."""


def script(entry: str, folder: Traversable = STATIC) -> str:
    """Return a module with all that it imports before it, as one module without imports.

    Raises `ValueError` where one of them can't be put so.
    """
    sources: dict[str, str] = {}
    _collect(entry, folder, sources)
    owners: dict[str, str] = {}
    for name, source in sources.items():
        for declared in TOP.findall(source):
            if declared in owners:
                raise ValueError(f"{owners[declared]} and {name} both declare {declared}")
            owners[declared] = name
    whole = "\n".join(_plain(name, source, sources) for name, source in sources.items())
    if ENDS.search(whole):
        raise ValueError(f"{entry}: a script can't hold {ENDS.pattern}")
    return whole


def style(*sheets: str, folder: Traversable = STATIC) -> str:
    """Return style sheets in this order. Raises `ValueError`."""
    whole = "\n".join(folder.joinpath(each).read_text(encoding="utf-8") for each in sheets)
    if "@import" in whole or re.search(r"url\((?!['\"]?(?:data:|#))", whole) or "</" in whole:
        raise ValueError("a style sheet of a file that stands alone fetches nothing")
    return whole


def _collect(name: str, folder: Traversable, sources: dict[str, str], above: str = "") -> None:
    """Read a module after those that it imports."""
    if name in above.split():
        raise ValueError(f"{name} imports itself: {above}")
    if name in sources:
        return
    source = folder.joinpath(name).read_text(encoding="utf-8")
    for _, other in IMPORT.findall(source):
        _collect(other, folder, sources, f"{above} {name}")
    sources[name] = source


def _plain(name: str, source: str, sources: dict[str, str]) -> str:
    """Return a module without its imports and the word export."""
    for names, other in IMPORT.findall(source):
        missing = set(_listed(names)) - set(EXPORTED.findall(sources[other]))
        if missing:
            raise ValueError(f"{name} imports {', '.join(sorted(missing))}, which {other} has not")
    plain = EXPORT.sub("", IMPORT.sub("", source))
    left = LEFT.search(plain)
    if left is not None:
        raise ValueError(f"{name} has {left[0].strip()!r}, which can't stand in one script")
    return plain


EXPORTED = re.compile(rf"^export {DECLARED}", re.MULTILINE)


def _listed(names: str) -> Iterator[str]:
    return (each.strip() for each in names.split(",") if each.strip())
