"""Writes `report.html` and its replays; an old report is replaced atomically."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from arena.errors import ConfigError, WriteError
from arena.lab.proofs.proof import Kept
from arena.lab.report.cards import cards_of
from arena.lab.report.counted import counted_of, figures_grid
from arena.lab.report.figures import Figures
from arena.lab.report.pictures import chart_sections
from arena.lab.report.played import Links, games_section, replays_in, shown_games
from arena.lab.report.surprises import surprises
from arena.lab.report.wording import times
from arena.lab.tables import Tables
from arena.reporting.page import rendered
from arena.reporting.replays import GamePages, write_replays
from arena.reporting.view import Section, count, grid, listed
from arena.text import plural, shell_path

REPORT = "report.html"
GENERATOR = '<meta name="generator" content="arena analyze">'
"""Marks a file as a report written here."""
HEAD = 600
"""Characters at the beginning of a file that are searched for the mark."""
NO_OPPORTUNITY = "“No opportunity” is not 0: it never came to that, or the table gave no occasion."
IN_GROUPS = "Measures that have figures of groups alone stand under “How it was counted”."
EVERY_RATE = (
    "Every rate is a sum over one table of opportunities; a row that does not count is in it with "
    "the reason."
)
IN_GAME = (
    "Lying, withholding and breaking promises are within the rules of these games: nothing here "
    "says more of an entrant than how it played."
)
SQL = (
    "from arena.lab import load\n"
    "tables = load({folder})\n"
    'print(tables.sql("""SELECT measure, entrant, sum(outcome * weight) / sum(weight), count(*)\n'
    '  FROM opportunities WHERE eligible GROUP BY ALL ORDER BY ALL"""))'
)


def write_report(
    tables: Tables, figures: Figures, folder: Path, out: Path,
    proofs: Sequence[Kept] = (), pages: GamePages | None = None,
) -> Path:  # fmt: skip
    """Write the report on the games of `folder` into `out`; return the path of the page.

    `proofs` are the stored results of proofs. `pages` makes replays of the games, unless a
    tournament's viewer in `folder` already has them; None: no replays are made. Raises
    `ConfigError` if another kind of file has the report's name, and `WriteError` if it cannot be
    written.
    """
    page = out / REPORT
    names = tables.rows_as(str, "SELECT game FROM games ORDER BY game")
    try:
        out.mkdir(parents=True, exist_ok=True)
        if page.exists() and not _is_ours(page):
            raise ConfigError(
                f"{page} is there already, and was not written by arena analyze. "
                "Possible: another folder with --out."
            )
        there = replays_in(folder, out, names)
        new = shown_games(tables, folder, set(names) - set(there)) if pages else []
        links = Links(replays={**there, **write_replays(out, new, pages)})
        _replace(page, _page(tables, figures, folder, links, proofs))
    except OSError as error:
        raise WriteError(f"{page} can't be written: {error.strerror}.") from error
    return page


def _page(
    tables: Tables, figures: Figures, folder: Path, links: Links,
    proofs: Sequence[Kept],
) -> str:  # fmt: skip
    sections = [
        *chart_sections(figures, links),
        Section(
            id="figures", title="All figures", grids=(figures_grid(figures, links),),
            notes=(NO_OPPORTUNITY, IN_GROUPS),
        ),
    ]  # fmt: skip
    return rendered(
        "report.html.j2", "page.css", package="arena.lab.report", more="lab.css",
        generator=GENERATOR, script="page.js",
        title=f"{folder.resolve().name}: the deception lab", kicker="Report of the deception lab",
        name=folder.resolve().name, headline=_headline(figures), facts=_facts(tables),
        warnings=_warnings(tables, figures), cards=cards_of(figures, links),
        surprises=surprises(figures),
        sections=sections, counted=counted_of(figures, links, proofs),
        games=games_section(tables, links),
        reproduce=_reproduce(folder, figures),
        foot=f"Made by horror-arena from the games' transcripts. {IN_GAME}",
    )  # fmt: skip


def _headline(figures: Figures) -> list[str]:
    """Return the number of games and entrants, and how many statements were false or broken."""
    who = f"{times(figures.games, 'game')} of {times(len(figures.entrants), 'entrant')}"
    said = [
        f"{count(part)} of {times(whole, one, many)} {outcome}"
        for measure, one, many, outcome, is_part in (
            ("lie", "report of seen dice", "reports of seen dice", "were false", True),
            ("promise", "promise", "promises", "were broken", False),
            ("deal", "side of a deal", "sides of deals", "were broken", False),
        )
        for part, whole in [_sum(figures, measure, is_part=is_part)]
        if whole
    ]
    return [f"{who}: {listed(said)}." if said else f"{who}.", IN_GAME]


def _sum(figures: Figures, measure: str, *, is_part: bool) -> tuple[int, int]:
    """Return the number of opportunities with the outcome, or without it, and their total."""
    known = [each for one in figures.entrants if (each := figures.known(measure, one.name))]
    whole = sum(each.opportunities for each in known)
    part = sum(round((each.value or 0.0) * each.opportunities) for each in known)
    return part if is_part else whole - part, whole


def _facts(tables: Tables) -> list[tuple[str, str]]:
    asked = {
        "Games": "games", "Rounds": "rounds WHERE round > 0", "Messages": "messages",
        "Claims": "claims", "Votes cast": "votes", "Opportunities": "opportunities WHERE eligible",
    }  # fmt: skip
    counts = {
        name: tables.rows_as(int, f"SELECT count(*) FROM {what}")[0]  # noqa: S608 - our own words
        for name, what in asked.items()
    }
    return [(name, count(each)) for name, each in counts.items()]


def _warnings(tables: Tables, figures: Figures) -> list[str]:
    said = []
    if figures.left_out:
        said.append(
            f"{plural(len(figures.left_out), 'game')} could not be read and "
            f"{'is' if len(figures.left_out) == 1 else 'are'} left out: see “Do it again”."
        )
    if figures.unproven:
        said.append(
            f"No passed proof stands behind {plural(len(figures.unproven), 'measure')} that "
            f"{'is' if len(figures.unproven) == 1 else 'are'} shown here, each with the mark "
            "“not proven”."
        )
    if figures.hidden:
        said.append(
            f"{plural(len(figures.hidden), 'measure')} without a passed proof "
            f"{'is' if len(figures.hidden) == 1 else 'are'} not shown: {listed(figures.hidden)}."
        )
    for column, what in (("ruleset", "rulesets"), ("arm", "arms"), ("epoch", "epochs")):
        found = tables.rows_as(
            str, f"SELECT DISTINCT {column} FROM games WHERE {column} <> '' ORDER BY 1"  # noqa: S608 - our own words
        )  # fmt: skip
        if len(found) > 1:
            shown = listed([each[:12] for each in found])
            said.append(f"Games of {len(found)} {what} are counted together: {shown}.")
    copies = tables.rows_as(
        int, "SELECT count(DISTINCT game) - count(DISTINCT cluster) FROM opportunities"
    )[0]
    if copies:
        said.append(
            f"{plural(copies, 'game')} had the seed, the rules and the entrants, seat by seat, of "
            "another, as a repeated arm has: bots may play the very same game again. All are in n "
            "and in the sums above; intervals take them for one."
        )
    return said


def _reproduce(folder: Path, figures: Figures) -> Section:
    name = shell_path(Path(folder.resolve().name))
    rows = [[game, why] for game, why in figures.left_out.items()]
    return Section(
        id="reproduce", title="Do it again",
        said=(EVERY_RATE,),
        grids=(grid("Games that are left out", "Game|Why", rows, texts=(0, 1)),) if rows else (),
        commands=(f"arena analyze {name}", SQL.format(folder=repr(folder.resolve().name))),
    )  # fmt: skip


def _is_ours(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open(encoding="utf-8", errors="replace") as opened:
        return GENERATOR in opened.read(HEAD)


def _replace(file: Path, text: str) -> None:
    """Write a file atomically."""
    with NamedTemporaryFile(
        "w", dir=file.parent, prefix=".report-", delete=False,
        encoding="utf-8", errors="backslashreplace",
    ) as new:  # fmt: skip
        try:
            new.write(text)
            new.flush()
            Path(new.name).chmod(0o644)
            Path(new.name).replace(file)
        except OSError:
            Path(new.name).unlink(missing_ok=True)
            raise
