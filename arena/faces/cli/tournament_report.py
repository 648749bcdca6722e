"""`arena tournament report`: prints the ranking with intervals and writes the report."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.faces.cli.amounts import share
from arena.faces.cli.analysis import need_analysis
from arena.faces.cli.options import Json
from arena.faces.cli.output import print_document
from arena.faces.cli.printing import figures, paragraphs, print_all, print_steps
from arena.faces.cli.tournament_options import Folder
from arena.narration.words import Paragraph, plural
from arena.text import escaped, shell_path
from arena.tournament.plan import CONTROL, Plan, read_plan
from arena.tournament.response_models import model_uses
from arena.tournament.results import Results, results_of

if TYPE_CHECKING:
    from arena.tournament.ratings.ratings import Ratings
    from arena.tournament.ratings.rows import EntrantFigures, Estimate, RatedEntrant, RatedGroup


WIDE, NARROW = 80, 52
"""Widths in columns for the whole table and for its first half; else one line an entrant."""
HALF = 4
LONGEST = 24
"""Most columns of a name."""
COLUMNS = ("Rank", "95 % ranks", "Elo", "95 % interval", "First", "Games", "Points")
SEATS = "Seats"
"""Heading in place of Games, if identical entrants may share a table."""
SOME = 10
"""Most left-out games that are listed by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A written report and its contents."""

    folder: Path
    page: Path
    plan: Plan
    results: Results
    ratings: "Ratings"

    def data(self) -> dict[str, object]:
        """Return the report as plain JSON data."""
        return {
            "folder": str(self.folder),
            "report": str(self.page),
            "tables": str(self.folder / "tables"),
            "planned": len(self.plan.games),
            "finished": len(self.results.games),
            "left_out": dict(self.results.left_out),
            "response_models": {
                name: [asdict(each) for each in uses]
                for name, uses in model_uses(self.results.games).items()
            },
            "ratings": self.ratings.data() if self.results.games else {},
        }


def report(folder: Folder, json_: Json = False) -> int:
    """Rate what was played, and write report.html and tables/."""
    need_analysis()
    found = reported(folder)
    if json_:
        print_document(found.data())
    else:
        print_report(found)
    return 1 if found.results.left_out else 0


def reported(folder: Path) -> Reported:
    """Write the report and return its contents. Raises `ConfigError` if the folder has no plan."""
    from arena.faces.cli.report_replays import Replays
    from arena.tournament.ratings.ratings import ratings_of
    from arena.tournament.report import write_report

    plan = read_plan(folder)
    results = results_of(plan, folder)
    ratings = ratings_of(results.games, plan)
    page = write_report(folder, ratings, Replays(), results)
    return Reported(folder=folder, page=page, plan=plan, results=results, ratings=ratings)


def print_report(found: Reported) -> None:
    """Print the ranking, its notes and the path of the report."""
    print_steps(print_all(_rendered(found)), _next_steps(found))


def _rendered(found: Reported) -> Iterator[RenderableType]:
    from arena.tournament.report.answering import change_marks
    from arena.tournament.report.standing import headline

    changed = change_marks(found.results.games)
    planned, finished = len(found.plan.games), len(found.results.games)
    games = f"{finished} of {plural(planned, 'game')} are finished"
    yield Paragraph(Text(escaped(f"{found.plan.name}: {games}.")), 0)
    for group in found.ratings.groups:
        rating = group.ratings.as_played
        yield Text("")
        if len(found.ratings.groups) > 1:
            yield Text(escaped(_name(group)), "bold")
        yield Paragraph(Text(escaped(headline(rating))), 0)
        if rating.entrants:
            yield Text("")
            yield _Standing(rating.entrants, group.figures, changed)
    yield from paragraphs(_notes(found), apart=True)
    yield Text("")


def _name(group: "RatedGroup") -> str:
    control = "Games without a change" if group.control == CONTROL else group.control
    return f"{control}{', with people' if group.people else ''}"


class _Standing:
    """Renders the ranking as a table of the columns that fit, or as one line an entrant."""

    def __init__(
        self,
        entrants: "Sequence[RatedEntrant]",
        figures: "Sequence[EntrantFigures]",
        marked: Collection[str],
    ) -> None:
        """`marked` are entrants whose rating has a note."""
        self._entrants = entrants
        self._marked = marked
        self._points = {each.entrant: each.rates["points"].value for each in figures}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        if width >= NARROW:
            columns = COLUMNS if width >= WIDE else COLUMNS[:HALF]
            yield Padding(self._table(columns), (0, 0, 0, 2), expand=False)
            return
        for each in self._entrants:
            rank, _, elo, interval, *_ = self._cells(each)
            yield Paragraph(
                Text(escaped(f"{rank} {each.entrant}: Elo {elo.rstrip()} ({interval})"))
            )

    def _table(self, columns: Sequence[str]) -> Table:
        same = any(each.same_as for each in self._entrants)
        titles = [SEATS if same and name == "Games" else name for name in columns]
        rows = (
            (escaped(each.entrant), *self._cells(each)[: len(columns)]) for each in self._entrants
        )
        return figures("Entrant", titles, rows, gap=2, longest=LONGEST)

    def _cells(self, each: "RatedEntrant") -> tuple[str, ...]:
        rank, elo, points = each.rank, each.elo, self._points.get(each.entrant)
        others = " " if self._marked else ""
        mark = "*" if each.entrant in self._marked else others
        return (
            _number(rank.value, 1).removesuffix(".0"), _span(rank), _number(elo.value) + mark,
            _span(elo, each.separated), share(each.top[0]) if each.top else "-",
            str(each.games), _number(points, 2),
        )  # fmt: skip


def _number(value: float | None, digits: int = 0) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _span(of: "Estimate", separated: str | None = None) -> str:
    """Format an interval, its only bound, or that it is open on both sides."""
    low, high = _number(of.low), _number(of.high)
    match of.low, of.high:
        case None, None:
            return "open" if separated == "both" else "-"
        case _, None:
            return f"{low} or more"
        case None, _:
            return f"up to {high}"
        case _:
            return f"{low} to {high}"


def _notes(found: Reported) -> Iterator[str]:
    from arena.tournament.ratings.warnings import alike_in_words
    from arena.tournament.report.answering import answering_sentence, changes_of

    games = found.results.games
    yield from (f"* {each}" for each in changes_of(found.plan, games).values())
    same = answering_sentence(games)
    if same:
        yield same
    if games:
        yield (
            "Elo is of one fit to all games, 1500 the mean; intervals come from a bootstrap over "
            "seeds. First: how probable it is to be first."
        )
    for group in found.ratings.groups:
        yield from alike_in_words(group.alike, group.repeated)
    if any(
        row.separated for each in found.ratings.groups for row in each.ratings.as_played.entrants
    ):
        yield "Some results have no exception, so an interval is open where no game bounds it."
    if found.ratings.unrated:
        yield f"Not rated, since house bots finished them: {_some(found.ratings.unrated)}."
    for game, why in list(found.results.left_out.items())[:SOME]:
        yield f"{game} is left out: {why}"


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - SOME} more" if len(names) > SOME else ""
    return f"{', '.join(names[:SOME])}{more}"


def _next_steps(found: Reported) -> dict[str, str]:
    games = found.results.games
    steps = {"Report": str(found.page), "Tables": str(found.folder / "tables")}
    if games:
        game = shell_path(found.folder / "games" / games[0].game)
        steps["Read a game"] = f"arena replay {game}"
    return steps
