"""The report's sections on strength: the leader, its certainty, pairs and seats."""

from collections.abc import Mapping, Sequence

from arena.reporting.charts import Chart, intervals
from arena.reporting.view import (
    NONE,
    Cell,
    Grid,
    Section,
    cell,
    grid,
    listed,
    listing,
    number,
    per_cent,
    rounded,
    span,
)
from arena.text import plural
from arena.tournament.ratings.rows import RatedEntrant, Rating, SeatRow
from arena.tournament.report.bounds import EDGE, bar, bars, bounds
from arena.tournament.report.totals import Meetings

SURE = 0.95
"""Probability from which on one entrant is stated to be above another."""
MODEL = (
    "Worth by a Plackett-Luce model with ties of all final orders at once, on the scale of Elo; "
    "seats, table sizes and rulesets have terms of their own. Bars are 95 % intervals from a "
    "bootstrap over seeds: games of one seed are drawn together."
)
READING = (
    "A rank interval holds the true rank with 95 % probability. “First” is the share of bootstrap"
    " draws in which the entrant is first; ties share it. 400 points are odds of ten to one "
    "between two."
)
PAIRS = (
    "Each field says how probable it is that the entrant of the row is truly above the one of the"
    " column, the columns in the order of the rows."
)
TOP = 3
"""The probability of one of the first so many ranks is shown, with more entrants than that."""


def headline(rating: Rating | None) -> str:
    """Return one or two sentences on the leader and its certainty."""
    rows = _distinct(rating)
    if rating is None or not rows:
        return (
            "Nothing is rated yet: no game is finished, or none was played by its entrants alone."
        )
    if len(rows) == 1:
        one = _all_of(rows[0].entrant, rating)
        if len(one) > 1:
            return f"{listed(one)} are one: they played alike, and nobody else was rated."
        return f"{listed(one)} is the only entrant that was rated."
    if len(rating.pools) > 1:
        return (
            f"The entrants fall into {len(rating.pools)} pools that never met, so no one leads: "
            "each pool has a scale of its own."
        )
    leader = rows[0].entrant
    above = _above(rating)
    chances = {each.entrant: above.get((leader, each.entrant)) for each in rows[1:]}
    apart = [
        name for name in chances
        if any({leader, name} == {each.first, each.second}
               and each.separated == "both" for each in rating.pairs)
    ]  # fmt: skip
    same = _all_of(leader, rating)[1:]
    are = "is" if len(same) == 1 else "are"
    also = f" {listed(same)} {are} one with {listed([leader])}: they played alike." if same else ""
    return f"{_lead(leader, chances, apart)}{also}"


def _lead(leader: str, chances: Mapping[str, float | None], apart: Sequence[str]) -> str:
    """Return the sentence; no chain of results links the leader with those who are `apart`."""
    if any(each is None for each in chances.values()):
        why = f"no results compare it with {listed(apart)}" if apart else "all games have one seed"
        return (
            f"{listed([leader])} is ahead in what was played, but {why}: how sure that is can't be "
            "said."
        )
    known = {name: chance for name, chance in chances.items() if chance is not None}
    beaten = [name for name, chance in known.items() if chance >= SURE]
    level = [name for name in known if name not in beaten]
    if not level:
        least = min(known.values())
        whom = "every other entrant" if len(known) > 1 else listed(beaten)
        return f"{listed([leader])} leads: it is above {whom} with probability {_chance(least)}."
    others = f"each of the others with probability {_range([known[name] for name in level])}"
    if len(level) == 1:
        others = f"{listed(level)} with probability {_chance(known[level[0]])}"
    apart = (
        f"{listed([leader, *level])} can't be told apart at the top: {listed([leader])}, first by "
        f"its estimate, is above {others}."
    )
    if not beaten:
        return apart
    return (
        f"{apart} It is above {listed(beaten)} with probability "
        f"{_chance(min(known[name] for name in beaten))}."
    )


def _range(chances: Sequence[float]) -> str:
    low, high = _chance(min(chances)), _chance(max(chances))
    return low if low == high else f"{low} to {high}"


def _chance(value: float) -> str:
    """Return a probability as text, never 0 or 1: the number of draws is finite."""
    if value > 0.995:  # noqa: PLR2004 - what rounds to 1.00
        return "over 0.99"
    return "under 0.01" if value < 0.005 else f"{value:.2f}"  # noqa: PLR2004 - what rounds to 0.00


def _rows(rating: Rating | None) -> Sequence[RatedEntrant]:
    return () if rating is None else rating.entrants


def _distinct(rating: Rating | None) -> Sequence[RatedEntrant]:
    """Return the rows of a rating, one for each set of identical entrants."""
    return [each for each in _rows(rating) if each.same_as is None]


def _all_of(name: str, rating: Rating) -> list[str]:
    return [name, *(each.entrant for each in _rows(rating) if each.same_as == name)]


def _above(rating: Rating) -> dict[tuple[str, str], float | None]:
    """Return P(first above second) by ordered pair, in both orders."""
    found: dict[tuple[str, str], float | None] = {}
    for each in rating.pairs:
        chance = each.above
        found[each.first, each.second] = chance
        found[each.second, each.first] = None if chance is None else 1 - chance
    return found


def standing_section(
    rating: Rating | None,
    kinds: Mapping[str, str],
    label: str = "",
    *,
    said: Sequence[str] = (),
    seats: bool = False,
) -> Section:
    """Return the section with the forest plot and the ranks of one group of games.

    `label` is the group's. `said` are further notes for the reader; `seats`: an entrant sat more
    than once at a table, so that seats are counted and not games.
    """
    rows = _rows(rating)
    title = f"Standing{label and f': {label}'}"
    if not rows:
        none = "There is no rating yet: it needs a finished game that its entrants played alone."
        return Section(id=_id(title), title=title, said=(none,))
    return Section(
        id=_id(title), title=title, said=(MODEL, *said), charts=tuple(_forests(rows)),
        grids=(_ranks(rows, kinds, "Seats" if seats else "Games"),), notes=(READING,),
    )  # fmt: skip


def _id(title: str) -> str:
    """Return an HTML id for a link; labels of groups are unique."""
    return "".join(each if each.isalnum() and each.isascii() else "-" for each in title.lower())


def _forests(rows: Sequence[RatedEntrant]) -> list[Chart]:
    best = rows[0]
    edge = f" {EDGE}" if any(each.separated for each in rows) else ""
    elo = intervals(
        bars([(each.entrant, each, "") for each in rows]),
        "Worth, Elo scale",
        f"Worth of {plural(len(rows), 'entrant')} with 95 % intervals; highest is "
        f"{best.entrant} at {number(best.elo.value)} ({bounds(best)}).{edge}",
    )
    if any(each.rank.low is None for each in rows):
        return [elo]
    ranks = intervals(
        [bar(each.entrant, each.rank) for each in rows],
        "Rank, 1 is best",
        "Ranks with 95 % intervals: entrants whose bars overlap may stand in either order.",
        step=1,
    )
    return [elo, ranks]


def _ranks(rows: Sequence[RatedEntrant], kinds: Mapping[str, str], counted: str) -> Grid:
    top = min(TOP, sum(each.same_as is None for each in rows) - 1)
    head = "Entrant|Rank|95 % ranks|Elo|95 % interval|First"
    head += f"|Top {top}|{counted}" if top > 1 else f"|{counted}"
    lines: list[list[Cell | str | None]] = [
        [
            cell(f"{each.entrant}{kinds.get(each.entrant, '')}{_same(each)}"),
            number(each.rank.value, 1).removesuffix(".0"),
            span(each.rank.low, each.rank.high),
            number(each.elo.value), bounds(each),
            *(
                cell(per_cent(_at(each.top, first)), share=_at(each.top, first))
                for first in ((1, top) if top > 1 else (1,))
            ),
            number(each.games),
        ]
        for each in rows
    ]  # fmt: skip
    return grid("Ranks, worth and chances of being first", head, lines)


def _same(row: RatedEntrant) -> str:
    return f", one with {row.same_as}" if row.same_as else ""


def _at(top: Sequence[float | None], first: int) -> float | None:
    return top[first - 1] if 0 < first <= len(top) else None


def pairs_section(
    rating: Rating, meetings: Mapping[tuple[str, str], Meetings], label: str = ""
) -> Section | None:
    """Return the section on pairs and their results against each other; None: there is no pair."""
    if len(_distinct(rating)) < 2:  # noqa: PLR2004 - it takes two
        return None
    names, above = [each.entrant for each in rating.entrants], _above(rating)
    head = "|".join(["Above ↓ below →", *(str(at) for at in range(1, len(names) + 1))])
    chances = [
        [cell(f"{at}. {one}"), *(_chance_cell(above, one, other) for other in names)]
        for at, one in enumerate(names, start=1)
    ]
    met = [
        [
            cell(f"{at}. {one}"),
            *(_met_cell(meetings if (one, other) in above else {}, one, other) for other in names),
        ]
        for at, one in enumerate(names, start=1)
    ]
    title = f"Head to head{label and f': {label}'}"
    return Section(
        id=_id(title), title=title, said=(PAIRS,),
        grids=(
            grid("P(row above column)", head, chances, matrix=True),
            grid(
                "Where both sat at one table: above, level, below", head, met, folded=True,
                matrix=True,
            ),
        ),
    )  # fmt: skip


def _chance_cell(above: Mapping[tuple[str, str], float | None], one: str, other: str) -> Cell | str:
    chance = above.get((one, other))
    if chance is None:
        return NONE
    return cell(_chance(chance).replace("over ", ">").replace("under ", "<"), share=chance)


def _met_cell(meetings: Mapping[tuple[str, str], Meetings], one: str, other: str) -> Cell | str:
    met = meetings.get((one, other))
    if met is None:
        return NONE
    share = (met.above + met.level / 2) / met.count
    return cell(f"{met.above} {met.level} {met.below}", share=share)


def _how_far(seat: SeatRow) -> float:
    return abs(seat.elo.value or 0.0)


def seats_section(rating: Rating | None) -> Section | None:
    """Return the section on seat effects; None: they were not estimated."""
    seats = () if rating is None else rating.seats
    if not seats:
        return None
    strata = dict.fromkeys(((each.ruleset, each.size) for each in seats), "")
    charts = []
    for ruleset, size in strata:
        own = [each for each in seats if (each.ruleset, each.size) == (ruleset, size)]
        widest = max(own, key=_how_far)
        charts.append(
            intervals(
                bars([(f"Seat {each.position + 1}", each, "") for each in own]),
                "Effect, Elo scale",
                f"What a seat is worth at tables of {size} ({ruleset}), clockwise; furthest from "
                f"0 is seat {widest.position + 1} at {rounded(widest.elo.value or 0)}.",
                zero=0,
            )
        )
    effects = listing("Effect of the seat", seats, [
        ("Seat", lambda each: f"Seat {each.position + 1}"),
        ("Ruleset", lambda each: each.ruleset),
        ("Table", lambda each: str(each.size)),
        ("Elo", lambda each: number(each.elo.value)),
        ("95 % interval", bounds),
        ("Games", lambda each: number(each.games)),
    ], texts=(0, 1), folded=True)  # fmt: skip
    return Section(
        id="seats", title="Seats", charts=tuple(charts), grids=(effects,),
        said=("What a seat gives its player is estimated along with worth, and taken out of it.",),
    )  # fmt: skip
