"""The base of records that a fold over the log derives from other records."""

from dataclasses import fields
from typing import ClassVar, Literal

from engine.fact import fact

SeenBy = Literal["all", "engine"] | tuple[str, ...]
ENVELOPE = frozenset({"actor", "seen_by"})
"""Fields that a record has beside its payload."""


@fact
class DerivedRecord:
    """A record that follows from earlier ones."""

    __pydantic_config__: ClassVar[dict[str, object]] = {
        "use_attribute_docstrings": True,
        "extra": "forbid",
    }

    actor: str | None
    """Whose doing it is; None: nobody's."""
    seen_by: SeenBy
    """Who perceives it."""

    type: ClassVar[str]
    """The type of the record."""

    def data(self) -> dict[str, object]:
        """Return the payload as plain JSON data."""
        names = (field.name for field in fields(self))
        return {name: getattr(self, name) for name in names if name not in ENVELOPE}
