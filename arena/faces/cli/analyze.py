"""`arena analyze`: prints the main table and writes the analysis report as an HTML page."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.errors import ConfigError
from arena.faces.cli.analysis import interruptible, need_analysis, say_reading
from arena.faces.cli.options import Json, Quiet, path_argument, path_option
from arena.faces.cli.output import console_for, print_document, print_line
from arena.faces.cli.printing import paragraphs, print_all, print_steps
from arena.lab.measure import Measure
from arena.lab.proofs.proof import Found
from arena.lab.report.figures import Figures
from arena.lab.report.wording import NO_OPPORTUNITY, SAYS, chances, figure, interval, label, times
from arena.narration.words import Paragraph, plural
from arena.text import escaped, shell_path
from arena.tournament.plan import PLAN
from arena.transcript.reader import games

WIDE = 60
"""Least width in columns for tables; below it each figure is printed on a line of its own."""
READING = (
    "Entrants stand by their mean place; a value with its 95 % interval, by games, and the number "
    "of opportunities, n, which may be too few to say much."
)
PLANTED_HEAD = f"{'':3} {'Measure':20} {'Family':8} {'Bot':20} Planted   Found  Covered"
LEAST = (32, 14, 16, 9)
"""Least widths of the columns name, figure, interval and n; a wider one shortens the name."""
SOME = 10
"""Most left-out games that are listed by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyzed:
    """The result of analyzing a folder of games."""

    folder: Path
    page: Path | None
    """Path of the report; None if no game could be read."""
    figures: Figures
    surprises: Sequence[str]

    def data(self) -> dict[str, object]:
        """Return the analysis as plain JSON data."""
        return {
            "folder": str(self.folder),
            "report": None if self.page is None else str(self.page),
            **self.figures.data(),
            "surprises": list(self.surprises),
        }


def analyze(
    folder: Annotated[
        Path | None,
        path_argument("A game's own folder, one that holds games, or a tournament's."),
    ] = None,
    out: Annotated[
        Path | None, path_option("FOLDER", "Where report.html goes; else FOLDER/lab.")
    ] = None,
    selfcheck: Annotated[
        bool,
        typer.Option(
            "--selfcheck", help="Play bots of known conduct; show planted, found and covered."
        ),
    ] = False,
    unproven: Annotated[
        bool,
        typer.Option("--unproven", help="Show measures without a passed proof too, with a mark."),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit code 1 where a game had to be left out.")
    ] = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> int:
    """Measure what was said against what was known, who kept faith and who stood with whom.

    Prints the main table, and writes report.html with a page a game. A measure is shown where bots
    of known conduct have proven that it finds what was planted.
    """
    if selfcheck:
        return _check_itself(json_=json_, quiet=quiet)
    if folder is None:
        raise ConfigError("the FOLDER is missing. Possible: a folder of games, or --selfcheck.")
    need_analysis()
    say_reading(folder, quiet=quiet or json_)
    with interruptible():
        found = analyzed(folder, out, unproven=unproven)
    if json_:
        print_document(found.data())
    else:
        print_analysis(found)
    return 1 if found.page is None or (strict and found.figures.left_out) else 0


def analyzed(folder: Path, out: Path | None = None, *, unproven: bool = False) -> Analyzed:
    """Read the games of a folder, write the report, and return the analysis."""
    from arena.faces.cli.report_replays import Replays
    from arena.lab import MEASURES, load
    from arena.lab.loading import LAB
    from arena.lab.proofs.proving import kept, proven_measures
    from arena.lab.report import figures_of, surprises, write_report

    proven = proven_measures()
    with load(folder) as tables:
        figures = figures_of(tables, MEASURES if unproven else proven, proven)
        page = None
        if figures.games:
            page = write_report(
                tables, figures, folder, folder / LAB if out is None else out,
                kept().get("found", ()), Replays(),
            )  # fmt: skip
    return Analyzed(folder=folder, page=page, figures=figures, surprises=surprises(figures))


def _check_itself(*, json_: bool, quiet: bool) -> int:
    """Run every proof in a few replicates and print the results; return 1 if one failed."""
    from arena.lab.proofs.proving import selfcheck as check

    need_analysis()
    if not quiet and not json_:
        console_for(sys.stderr).print(Text("playing games of planted bots ...", "dim"))
    found: list[Found] = []
    for each in check():
        if not json_:
            if not found:
                print_line(PLANTED_HEAD)
            print_line(_planted(each))
        found.append(each)
    passed = all(each.passed for each in found)
    if json_:
        print_document({"passed": passed, "found": [each.data() for each in found]})
    else:
        held = sum(each.passed for each in found)
        print_line(f"{held} of {plural(len(found), 'planted truth')} found.")
    return 0 if passed else 1


def _planted(found: Found) -> str:
    """Format a planted value, its estimate and its coverage as one line of 80 columns."""
    truth = found.truth
    what = f"{truth.measure} {truth.group}".strip()
    mean = "-" if found.mean is None else f"{found.mean:.3f}"
    return escaped(
        f"{'' if found.passed else 'NOT':3} {_cut(what, 20):20} {_cut(found.family, 8):8} "
        f"{_cut(truth.entrant.removeprefix('planted:'), 20):20} {truth.value:>7.3f} {mean:>7} "
        f"{f'{found.held}/{found.replicates}':>8}"
    )


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def print_analysis(found: Analyzed) -> None:
    """Print the main table, surprising findings, left-out games and the path of the report."""
    print_steps(print_all(_rendered(found)), _next_steps(found))


def _rendered(found: Analyzed) -> Iterator[RenderableType]:
    figures = found.figures
    left_out = f", {times(len(figures.left_out), 'game')} left out" if figures.left_out else ""
    who = times(len(figures.entrants), "entrant")
    yield Paragraph(Text(f"{times(figures.games, 'game')} of {who}{left_out}. {READING}"), 0)
    if found.surprises:
        yield Text("")
        yield Text("What stands out", "bold")
        yield from (Paragraph(Text(each)) for each in found.surprises)
    main = [figures.measures[each] for each in SAYS if each in figures.measures]
    for measure in main or figures.measures.values():
        yield Text("")
        yield _heading(figures, measure)
        yield _Rows(figures, measure)
    yield from paragraphs(_notes(found, len(main)), apart=True)
    yield Text("")


def _heading(figures: Figures, measure: Measure) -> Text:
    mark = " (not proven)" if measure.id in figures.unproven else ""
    return Text.assemble((escaped(label(measure)), "bold"), mark, (f"  {measure.id}", "dim"))


class _Rows:
    """Renders one measure by entrant with value, interval and n, as a table or as lines."""

    def __init__(self, figures: Figures, measure: Measure) -> None:
        self._figures, self._measure = figures, measure

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = [self._row(each.name) for each in self._figures.entrants]
        if options.max_width < WIDE:
            for name, value, bounds, times_ in rows:
                rest = "" if value == NO_OPPORTUNITY else f" ({bounds}), n {times_}"
                yield Paragraph(Text(f"{name}: {value}{rest}"))
            return
        cells = [
            (name, value, *(("", "") if value == NO_OPPORTUNITY else (bounds, f"n {times_}")))
            for name, value, bounds, times_ in rows
        ]
        widths = [max([least, *map(len, each)]) for least, *each in zip(LEAST, *cells, strict=True)]
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        rest = sum(widths[1:]) - sum(LEAST[1:])
        table.add_column(no_wrap=True, overflow="ellipsis", width=LEAST[0] - rest)
        for width in widths[1:]:
            table.add_column(justify="right", no_wrap=True, width=width)
        for each in cells:
            table.add_row(*each)
        yield Padding(table, (0, 0, 0, 2), expand=False)

    def _row(self, name: str) -> tuple[str, str, str, str]:
        measure, of = self._measure, self._figures.of(self._measure.id, name)
        value = figure(self._figures, measure, name)
        return escaped(name), value, interval(measure, of), chances(measure, of)


def _notes(found: Analyzed, main: int) -> Iterator[str]:
    figures = found.figures
    more = len(figures.measures) - main
    if main and more:
        yield f"{times(more, 'more measure')} in the report."
    if figures.hidden:
        names = ", ".join(figures.hidden)
        yield (
            f"Not shown, since no passed proof stands behind them: {names}. "
            "--unproven shows them with a mark."
        )
    for game, why in list(figures.left_out.items())[:SOME]:
        yield escaped(f"{game} is left out: {why}")
    if len(figures.left_out) > SOME:
        yield f"{times(len(figures.left_out) - SOME, 'more game')} left out; --json names all."


def _next_steps(found: Analyzed) -> dict[str, str]:
    if found.page is None:
        return {"Report": "none: no game could be read"}
    steps = {"Report": str(found.page)}
    if (found.folder / PLAN).is_file():
        steps["Link to it"] = f"arena tournament report {shell_path(found.folder)}"
    steps["Read a game"] = f"arena replay {shell_path(games(found.folder)[0])}"
    return steps
