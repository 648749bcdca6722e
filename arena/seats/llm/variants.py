"""A user's templates in place of the arena's: read from a folder, and checked before use.

They are named as in `prompts`. Checked here is what needs no game: names and sizes, syntax,
includes, and values that a template does not get. The rest is found by a game without calls
(`arena.table.dry_run`).
"""

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath

from jinja2 import DictLoader, TemplateSyntaxError, nodes
from jinja2.meta import find_referenced_templates, find_undeclared_variables
from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from arena.data import found
from arena.errors import SAID, ConfigError, possible
from arena.seats.llm.prompts import given_to
from arena.seats.llm.sandbox import GLOBALS, Sandbox
from arena.seats.llm.templates import NO_TEMPLATE, shipped
from arena.settings import LONGEST_TEMPLATE, PromptVariant
from arena.text import shown

Start = Callable[[str, int | None], str]
"""Returns the beginning of an error sentence about a template, and a line of it."""


def variant_of(given: object) -> PromptVariant | None:
    """Return the templates that a config gives: by name, by their folder, or as texts.

    None for an empty text: the arena's own. Raises `ConfigError`.
    """
    if given is None or given == "":
        return None
    if isinstance(given, str):
        return _read(given)
    try:
        own = PromptVariant.model_validate(given)
    except ValidationError as error:
        raise ConfigError(
            f"prompts is {shown(given)}. Possible: the name of prompts, the path of a folder, or "
            f"a table with {', '.join(PromptVariant.model_fields)}, whose texts have at most "
            f"{LONGEST_TEMPLATE} characters."
        ) from error
    check_variant(own)
    return own


def with_prompts(given: object) -> object:
    """Return the section `[llm]` of a config with the texts of its prompts, for pydantic."""
    if not isinstance(given, dict) or "prompts" not in given:
        return given
    try:
        return {**given, "prompts": variant_of(given["prompts"])}
    except ConfigError as error:
        raise PydanticCustomError(SAID, "{why}", {"why": str(error)}) from error


def check_variant(own: PromptVariant) -> None:
    """Raise `ConfigError` for templates that can't be used."""
    _check_texts(own.name, tuple(own.templates.items()))


@lru_cache(maxsize=64)
def _check_texts(called: str, own: tuple[tuple[str, str], ...]) -> None:
    where = f"prompts {shown(called)}"
    for name, _ in own:
        if name not in shipped():
            near = possible(name, tuple(shipped()))
            raise ConfigError(f"{where}: {shown(name)} is no template's name. {near}")
    _check(dict(own), lambda name, line: f"{where}: {name}{_line(line)}")


def _line(line: int | None) -> str:
    return "" if line is None else f" line {line}"


# --- a folder ---


def _read(given: str) -> PromptVariant:
    folder = found("prompts", given)
    try:
        names = sorted(_names(folder, PurePosixPath()))
        texts = {name: _text(folder / name) for name in names}
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(
            f"prompts is {shown(given)}, which can't be read: {why}. Possible: a folder of "
            "templates, named as in the arena's prompts."
        ) from error
    if not texts:
        raise ConfigError(
            f"prompts is {shown(given)}, a folder without a template. Possible: at least one of "
            f"{', '.join(shipped())}."
        )
    own = {name: text for name, text in texts.items() if text != shipped()[name]}
    if not own:
        raise ConfigError(
            f"prompts is {shown(given)}, and each template in it is as the arena's own. Possible: "
            "one at least that differs."
        )
    _check(own, lambda name, line: f"{folder / name}{_line(line)}")
    name = folder.resolve().name[:100] or "prompts"
    return PromptVariant(name=name, templates=own)


def _names(folder: Path, below: PurePosixPath) -> Iterator[str]:
    known = (*shipped(), *sorted({str(PurePosixPath(each).parent) for each in shipped()} - {"."}))
    for entry in sorted(os.listdir(folder / below)):  # noqa: PTH208 - texts are sorted, not paths
        name = str(below / entry)
        if entry.startswith(".") or entry in NO_TEMPLATE:
            continue
        if name not in known:
            raise ConfigError(f"{folder / below / entry} is no template: {possible(name, known)}")
        if name in shipped():
            yield name
        else:
            yield from _names(folder, PurePosixPath(name))


def _text(file: Path) -> str:
    if not file.is_file():
        raise ConfigError(f"{file} is no regular file. Possible: a template, as a text file.")
    with file.open("rb") as opened:
        data = opened.read(len(BOM_UTF8) + 4 * LONGEST_TEMPLATE + 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(data) > 4 * LONGEST_TEMPLATE:
            raise _too_long(file) from error
        raise ConfigError(f"{file} is not UTF-8 text (byte {error.start}).") from error
    if len(text) > LONGEST_TEMPLATE:
        raise _too_long(file)
    return text


def _too_long(file: Path) -> ConfigError:
    return ConfigError(f"{file} is too long. Possible: at most {LONGEST_TEMPLATE} characters.")


# --- templates ---


def _check(own: Mapping[str, str], start: Start) -> None:
    """Raise for invalid templates, forbidden attributes, and values that are not given."""
    sandbox = Sandbox(DictLoader({}))
    trees = dict(_shipped_trees())
    for name, text in own.items():
        trees[name] = _compiled(sandbox, name, text, start)
    for name in own:
        _check_includes(name, trees, start)
    for name in shipped():
        if given_to(name) is not None:
            _check_values(trees, name, own, start)


@dataclass(frozen=True, slots=True)
class _Tree:
    root: nodes.Template
    needed: frozenset[str]
    """Values that it uses and does not set."""
    set_here: frozenset[str]
    included: tuple[str | None, ...]
    """Included templates by name, in their order; None: the name is computed."""

    @classmethod
    def of(cls, root: nodes.Template) -> "_Tree":
        return cls(
            root=root,
            needed=frozenset(find_undeclared_variables(root)),
            set_here=frozenset(
                each.name for each in root.find_all(nodes.Name) if each.ctx == "store"
            ),
            included=tuple(find_referenced_templates(root)),
        )


@cache
def _shipped_trees() -> Mapping[str, _Tree]:
    sandbox = Sandbox(DictLoader({}))
    return {name: _Tree.of(sandbox.parse(text, name)) for name, text in shipped().items()}


def _compiled(sandbox: Sandbox, name: str, text: str, start: Start) -> _Tree:
    try:
        sandbox.compile(text, name, name)
        tree = sandbox.parse(text, name)
    except TemplateSyntaxError as error:
        why = (error.message or "").rstrip(".")
        raise ConfigError(f"{start(name, error.lineno)}: {why}.") from error
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ConfigError(f"{start(name, None)} can't be compiled: {why}.") from error
    for node in tree.find_all(nodes.Getattr):
        if node.attr.startswith("_"):
            raise ConfigError(
                f"{start(name, node.lineno)}: {shown(node.attr)} is out of reach. Possible: what "
                "does not begin with '_'."
            )
    return _Tree.of(tree)


def _check_includes(
    name: str, trees: Mapping[str, _Tree], start: Start, *, path: tuple[str, ...] = ()
) -> None:
    """Raise for unknown templates, computed names, and circular includes."""
    for included in trees[name].included:
        if included is None:
            raise ConfigError(
                f"{start(name, None)} includes a template by a computed name. Possible: its name."
            )
        if included not in trees:
            near = possible(included, tuple(trees))
            raise ConfigError(f"{start(name, None)} includes {shown(included)}. {near}")
        if included in (*path, name):
            raise ConfigError(
                f"{start(name, None)} includes {shown(included)}, which has it in itself. "
                "Possible: another template."
            )
        _check_includes(included, trees, start, path=(*path, name))


def _check_values(
    trees: Mapping[str, _Tree],
    entry: str,
    own: Mapping[str, str],
    start: Start,
) -> None:
    """Raise for values that a template does not get where `entry` is rendered."""
    given = given_to(entry) or frozenset()
    for name, values in _needed(trees, entry, given | GLOBALS):
        if not values or name not in own:
            continue
        value = min(values)
        line = next(
            (each.lineno for each in trees[name].root.find_all(nodes.Name) if each.name == value),
            None,
        )
        within = "" if name == entry else f" within {entry}"
        raise ConfigError(
            f"{start(name, line)}: it gets no {shown(value)}{within}. "
            f"{possible(value, tuple(sorted(given)))}"
        )


def _needed(
    trees: Mapping[str, _Tree], name: str, known: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each template, included ones too, with the values it needs beyond those `known`."""
    tree = trees[name]
    yield name, tree.needed - known
    for included in tree.included:
        if included is not None:
            yield from _needed(trees, included, known | tree.set_here)
