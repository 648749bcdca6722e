"""Spending on the language models of a game: a table by seat and notes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.calls.history import Call, history
from arena.calls.spending import Spent, by_seat, spent
from arena.faces.cli.amounts import dollars, seconds, share, tokens
from arena.faces.cli.printing import figures
from arena.models.specs import is_model_spec
from arena.models.types import is_worded
from arena.narration.words import Paragraph, Words, plural
from arena.records.game import SeatReplaced
from arena.reporting.view import listed
from arena.table.referee import Counts
from arena.text import escaped
from arena.transcript import reader

WIDE, NARROW = 76, 54
"""Widths in columns for the whole table and for its first half; else one sentence a seat."""
HALF = 5
REPLACED = {
    "budget": "no call of theirs fitted into the budget", "outage": "their provider was down",
}  # fmt: skip
LONGEST = 15
"""Most columns of a name."""
COLUMNS = (
    "\nCalls", "Tokens\nin", "of it\ncached", "Tokens\nout", "\nCost", "Correc-\ntions",
    "De-\nfaults", "Time-\nouts",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSeat:
    """A seat played by a model."""

    spec: str
    spent: Spent
    counts: Counts
    replaced: SeatReplaced | None
    """The bot that replaced the model, if one did."""

    def data(self) -> dict[str, object]:
        """Return the seat as plain JSON data."""
        counts = self.counts
        return {
            "spec": self.spec,
            "corrections": counts.corrections,
            "defaults": dict(counts.defaults),
            "timeouts": counts.defaults["timeout"],
            "replaced": None if self.replaced is None else self.replaced.data(),
            **self.spent.data(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """The spending of all models of a game."""

    seats: Mapping[str, ModelSeat]
    all: Spent

    def data(self) -> dict[str, object]:
        """Return the spending as plain JSON data."""
        seats = {name: seat.data() for name, seat in self.seats.items()}
        return {"seats": seats, "all": self.all.data()}

    def rendered(self, words: Words) -> list[RenderableType]:
        """Return heading, table and notes."""
        lines = [Paragraph(Text(escaped(each))) for each in _notes(self)]
        heading = Text("Language models", "bold underline")
        return [Text(""), heading, _Table(self, words), Text(""), *lines]


def spending_of(folder: Path, counts: Mapping[str, Counts]) -> Spending | None:
    """Return the spending of a game so far; None if no model plays."""
    transcript = reader.read(folder)
    specs = {each.name: each.spec for each in transcript.header.seats}
    models = {name: spec for name, spec in specs.items() if is_model_spec(spec)}
    if not models:
        return None
    calls = history(transcript.calls, specs)
    nothing, by_name = spent(()), by_seat(calls)
    bots = {
        each.actor: each.data for each in transcript.records if isinstance(each.data, SeatReplaced)
    }
    seats = {
        name: ModelSeat(
            spec=spec,
            spent=by_name.get(name, nothing),
            counts=counts.get(name, Counts()),
            replaced=bots.get(name),
        )
        for name, spec in models.items()
    }
    return Spending(seats=seats, all=spent(_of(calls, models)))


def _of(calls: Iterable[Call], seats: Mapping[str, str]) -> list[Call]:
    return [call for call in calls if call.seat in seats]


class _Table:
    """Renders the columns that fit as a table, and the rest as sentences."""

    def __init__(self, spending: Spending, words: Words) -> None:
        self._spending, self._words = spending, words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        if width >= NARROW:
            columns = len(COLUMNS) if width >= WIDE else HALF
            yield Padding(_table(self._spending, self._words, columns), (0, 0, 0, 2), expand=False)
        for name, seat in self._spending.seats.items() if width < WIDE else ():
            parts = [] if width >= NARROW else [_spent_sentence(seat.spent)]
            parts += _failures(seat.counts)
            if parts:
                yield Paragraph(Text.assemble(self._words.badge(name), f": {', '.join(parts)}."))


def _table(spending: Spending, words: Words, columns: int) -> Table:
    rows: Iterable[Sequence[str | Text]] = (
        (words.badge(name), *_cells(seat.spent, [seat.counts])[:columns])
        for name, seat in spending.seats.items()
    )
    table = figures("\nPlayer", COLUMNS[:columns], rows, longest=LONGEST)
    if len(spending.seats) > 1:
        counts = [seat.counts for seat in spending.seats.values()]
        table.add_row("All", *_cells(spending.all, counts)[:columns], style="bold")
    return table


def _cells(total: Spent, counts: list[Counts]) -> tuple[str, ...]:
    return (
        str(total.calls), tokens(total.input), share(total.cache_share), tokens(total.output),
        dollars(total.cost, more=total.unpriced),
        str(sum(each.corrections for each in counts)),
        str(sum(each.defaults.total() for each in counts)),
        str(sum(each.defaults["timeout"] for each in counts)),
    )  # fmt: skip


def _spent_sentence(total: Spent) -> str:
    cost = dollars(total.cost, more=total.unpriced)
    return (
        f"{plural(total.calls, 'call')}, {tokens(total.input)} tokens in "
        f"({share(total.cache_share)} cached), {tokens(total.output)} out, cost {cost}"
    )


def _failures(counts: Counts) -> list[str]:
    failed = {
        "correction": counts.corrections,
        "default": counts.defaults.total(),
        "time-out": counts.defaults["timeout"],
    }
    return [plural(count, noun) for noun, count in failed.items() if count]


def _notes(spending: Spending) -> Iterator[str]:
    """Yield a sentence for each fact without a column."""
    total = spending.all
    if total.new_tokens is not None:
        yield (
            f"Of what a call sends {share(total.repeated_share)} stood in the call before; "
            f"{tokens(total.new_tokens)} tokens are new (median). "
            f"It takes {seconds(total.seconds_median)} (median), nine of ten at most "
            f"{seconds(total.seconds_p90)}."
        )
    unpriced = {each.spec: None for each in spending.seats.values() if each.spent.unpriced}
    if unpriced:
        names = listed([*unpriced])
        yield f"No price is known of {names}."
    yield from _failed_calls(total)
    yield from _changes(spending)


def _failed_calls(total: Spent) -> Iterator[str]:
    worst = total.worst
    if worst.calls:
        booked = "at an unknown price"
        if worst.cost is not None:
            booked = dollars(worst.cost, more=worst.unpriced)
        yield (
            f"{plural(worst.calls, 'call')} brought no count of tokens: booked at worst case, "
            f"{tokens(worst.tokens)} tokens, {booked}, and not in the table."
        )
    if worst.unbelievable:
        yield (
            f"{worst.unbelievable} of these had a count that can't be: fewer tokens than their "
            "bytes can be, or more than their worst case."
        )
    failed = sum(total.failed.values())
    if failed:
        kinds = ", ".join(f"{count} {fault}" for fault, count in total.failed.items())
        yield f"{plural(failed, 'call')} failed ({kinds}); {total.again} were made again."
    unused = total.late + total.ignored
    if unused:
        were = "was" if unused == 1 else "were"
        yield f"{unused} of the replies came too late and {were} not used."


def _changes(spending: Spending) -> Iterator[str]:
    for each in spending.all.stepped:
        after, before = (
            step.replace("_loose", " without strict schemas") for step in (each.after, each.before)
        )
        yield (
            f"From call {each.call} on {each.seat} is asked with tools {after}, no longer {before}."
            if not is_worded(each.after)
            else f"From call {each.call} on {each.seat} is asked without tools, for JSON in words"
            f"{', held to a schema' if each.after == 'schema' else ''}."
        )
    for name, seat in spending.seats.items():
        if seat.spent.epochs > 1:
            yield f"{name}'s conversation began anew: it had {seat.spent.epochs} parts."
        if seat.spent.refused_epochs:
            refused = plural(seat.spent.refused_epochs, "conversation")
            yield (
                f"{seat.spec} refused {refused} of {name}, though not for length: {name} went on "
                "with a summary of what happened."
            )
    reasons: dict[str, list[str]] = {}
    for name, seat in spending.seats.items():
        if seat.replaced is not None:
            reasons.setdefault(seat.replaced.reason, []).append(name)
    for reason, names in reasons.items():
        why = REPLACED.get(reason, reason)
        yield f"House bots play on for {listed(names)}: {why}."
