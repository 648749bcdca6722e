"""Rule sentences: each stands beside the code that enforces it and names its clause."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence (or a few) of the rules text that players are given."""

    clause: str
    """The clause of the rules specification, for example `MOH-31`."""
    text: str
    heading: str = ""
    """The heading in the rules text, for example `A. The truck`."""
