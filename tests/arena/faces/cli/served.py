"""Games of language models on all three protocols, against a provider in this process."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arena.provider import Provider

KEYS = (
    "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_COMPATIBLE_API_KEY", "OPENAI_BASE_URL",
    "ANTHROPIC_BASE_URL", "OPENAI_COMPATIBLE_BASE_URL",
)  # fmt: skip
"""What the environment may say of providers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A game that models played."""

    folder: Path
    specs: dict[str, str]
    """By seat: one on each protocol."""


def specs_at(provider: Provider) -> dict[str, str]:
    """Return three seats, one on each protocol."""
    return {
        "Ada": f"openai:m@{provider.url}",
        "Ben": f"anthropic:m@{provider.root}",
        "Cyd": f"openai-compatible:m@{provider.url}",
    }


def seat_options(specs: dict[str, str]) -> list[str]:
    """Return what sits them down on the command line."""
    seats = [("--seat", f"{name}={spec}") for name, spec in specs.items()]
    return ["--seats", str(len(specs)), *(word for pair in seats for word in pair)]


def table_file(file: Path, specs: dict[str, str], lines: Iterable[str] = ()) -> str:
    """Write a table of these seats and more lines, and return its path."""
    seats = (f'{name} = "{spec}"' for name, spec in specs.items())
    file.write_text("\n".join(["seed = 5", "[seats]", *seats, *lines, ""]), encoding="utf-8")
    return str(file)
