"""What was found of claims, in lines: all claims of one statement share one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rich.text import Text

from arena.narration.words import join

__all__ = ["Finding", "lines_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one claim was found to be."""

    statement: tuple[int, str | int]
    """Which statement the claim belongs to (`Assertion.statement`)."""
    lead: Text
    """What it was: `a lie that `, or all there is to tell."""
    claim: Text = field(default_factory=Text)
    tail: Text = field(default_factory=Text)
    """What is told of this claim alone: `, and false`."""
    known: Text = field(default_factory=Text)
    """What the speaker knew, in brackets; once for all claims."""
    is_lie: bool = False


def lines_of(findings: Iterable[Finding]) -> Iterator[Text]:
    """Yield a line for each statement, the same line once: what is said is said again and again."""
    statements: dict[tuple[int, str | int], list[Finding]] = {}
    for each in findings:
        statements.setdefault(each.statement, []).append(each)
    lines = {(line := _line(found)).plain: line for found in statements.values()}
    yield from lines.values()


def _line(found: list[Finding]) -> Text:
    """Return what was found of one statement, its lies first."""
    found.sort(key=lambda each: not each.is_lie)
    groups = [list(group) for _, group in groupby(found, key=lambda each: each.lead.plain)]
    return Text("; ").join(_alike(group) for group in groups)


def _alike(group: Sequence[Finding]) -> Text:
    """Return what was found of claims alike: `a lie that A and that B (Anna had seen ...)`."""
    first = group[0]
    claims = {(said := each.claim + each.tail).plain: said for each in group}
    told = list(claims.values())
    if first.tail.plain:
        listed = Text("; that ").join(told)
    else:
        listed = join(told, " and that " if first.lead.plain.endswith(" that ") else " and ")
    return Text.assemble(first.lead, listed, first.known)
