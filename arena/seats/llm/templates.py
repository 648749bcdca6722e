"""The prompt templates, the arena's and a user's in their place, compiled once, with a digest."""

import traceback
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from types import MappingProxyType

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound

from arena.data import path
from arena.errors import TemplateFailure
from arena.seats.llm.sandbox import Sandbox, seal, trusted
from arena.settings import PromptVariant
from arena.text import described

NO_TEMPLATE = frozenset({"README.md"})
"""Names of files in a folder of templates that are no templates."""
SHIPPED = "prompts"
"""The name of the arena's own folder in error messages."""


@cache
def shipped() -> Mapping[str, str]:
    """Return the arena's own templates, by their sorted paths below `prompts`."""
    folder = path("prompts")
    files = [file for file in folder.rglob("*.md") if file.name not in NO_TEMPLATE]
    texts = {file.relative_to(folder).as_posix(): file.read_bytes().decode() for file in files}
    return MappingProxyType(dict(sorted(texts.items())))


class Templates:
    """The templates of a table: the arena's own, some of them replaced by a user's."""

    def __init__(self, name: str, own: Mapping[str, str]) -> None:
        """`own` replace the arena's of the same paths, and are called `name` in errors.

        They must have passed `arena.seats.llm.variants`.
        """
        self._name, self._own, self._texts = name, own, {**shipped(), **own}
        self._environment = (Sandbox if own else trusted)(_Loader(self._texts, self._called))
        self._compiled: dict[str, Template] = {}

    def rendered(self, name: str, **values: object) -> str:
        """Render a template by its path below `prompts`, for example `decision/move.md`.

        A missing value is an error: `TemplateFailure` at a table with a user's templates.
        """
        if not self._own:
            return self._template(name).render(values).strip()
        try:
            return self._template(name).render(seal(values)).strip()
        except Exception as error:
            raise TemplateFailure(f"{self._place(error, name)}: {described(error)}.") from error

    def digest(self) -> str:
        """Return the SHA-256 of all templates, with their names, in the order of their names."""
        digest = sha256()
        for name, text in self._texts.items():
            data = text.encode()
            digest.update(f"{name}\n{len(data)}\n".encode() + data)
        return digest.hexdigest()

    def _template(self, name: str) -> Template:
        if name not in self._compiled:
            self._compiled[name] = self._environment.get_template(name)
        return self._compiled[name]

    def _called(self, name: str) -> str:
        return f"{self._name if name in self._own else SHIPPED}/{name}"

    def _place(self, error: Exception, name: str) -> str:
        """Return the template, included ones too, and the line where rendering failed."""
        known = set(map(self._called, self._texts))
        frames = traceback.extract_tb(error.__traceback__)
        found = next((each for each in reversed(frames) if each.filename in known), None)
        return self._called(name) if found is None else f"{found.filename} line {found.lineno}"


class _Loader(BaseLoader):
    """Finds templates by the names in `prompts`, and no other file."""

    def __init__(self, texts: Mapping[str, str], called: Callable[[str], str]) -> None:
        self._texts, self._called = texts, called

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        del environment
        if template not in self._texts:
            raise TemplateNotFound(template)
        return self._texts[template], self._called(template), lambda: True


def templates_of(own: PromptVariant | None = None) -> Templates:
    """Return the templates of a table; `own` replace some of the arena's."""
    return _templates("", ()) if own is None else _templates(own.name, _items(own))


def _items(own: PromptVariant) -> tuple[tuple[str, str], ...]:
    return tuple(own.templates.items())


@lru_cache(maxsize=64)
def _templates(name: str, own: tuple[tuple[str, str], ...]) -> Templates:
    return Templates(name, dict(own))


def rendered(name: str, **values: object) -> str:
    """Render one of the arena's own templates."""
    return templates_of().rendered(name, **values)


def prompts_digest(own: PromptVariant | None = None) -> str:
    """Return the SHA-256 of all templates of a table, with their names."""
    return templates_of(own).digest()
