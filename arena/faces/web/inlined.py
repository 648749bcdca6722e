"""Bundles the modules and style sheets of a page into one text each, for stand-alone files.

A module that can be bundled has imports only as lines `import {a, b} from "./x.js";` at its
beginning, and each export before a declaration; no two modules declare the same top-level name.
Anything else is refused.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

STATIC: Traversable = files("arena.faces.web").joinpath("static")
"""Folder of the pages' static files."""
IMPORT = re.compile(r'^import \{([\w$, ]+)\} from "\./([\w-]+\.js)";?\n', re.MULTILINE)
DECLARED = r"(?:async )?(?:function\*?|class|const|let) ([\w$]+)"
EXPORT = re.compile(rf"^export (?={DECLARED})", re.MULTILINE)
TOP = re.compile(rf"^(?:export )?{DECLARED}", re.MULTILINE)
LEFT = re.compile(r"^\s*(?:import|export)\b|\bimport\s*\(|\bimport\.meta\b", re.MULTILINE)
"""Other import and export syntax, which a bundle can't contain."""
ENDS = re.compile(r"</script|<!--", re.IGNORECASE)
"""Text that would end or hide a script in a page."""


def script(entry: str, folder: Traversable = STATIC) -> str:
    """Return a module with its imports bundled before it.

    Raises `ValueError` if a module can't be bundled.
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
    """Concatenate style sheets. Raises `ValueError` if one loads another file."""
    whole = "\n".join(folder.joinpath(each).read_text(encoding="utf-8") for each in sheets)
    if "@import" in whole or re.search(r"url\((?!['\"]?(?:data:|#))", whole) or "</" in whole:
        raise ValueError("a style sheet of a file that stands alone fetches nothing")
    return whole


def _collect(name: str, folder: Traversable, sources: dict[str, str], above: str = "") -> None:
    """Add a module to `sources` after its imports."""
    if name in above.split():
        raise ValueError(f"{name} imports itself: {above}")
    if name in sources:
        return
    source = folder.joinpath(name).read_text(encoding="utf-8")
    for _, other in IMPORT.findall(source):
        _collect(other, folder, sources, f"{above} {name}")
    sources[name] = source


def _plain(name: str, source: str, sources: dict[str, str]) -> str:
    """Return a module without imports and the word export."""
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
