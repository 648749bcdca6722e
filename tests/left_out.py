"""JSON data without what differs from run to run: clocks, versions, hashes."""

from collections.abc import Collection
from typing import Any


def without(value: Any, keys: Collection[str]) -> Any:  # noqa: ANN401 - JSON data in, JSON data out
    """Return JSON data without these keys, at any depth."""
    match value:
        case dict():
            return {key: without(each, keys) for key, each in value.items() if key not in keys}
        case list():
            return [without(each, keys) for each in value]
        case _:
            return value
