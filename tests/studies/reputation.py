"""What a false report costs at the polls: who is elected Chief after having told which dice.

**Standing.** A report is a claim about this round's dice by who had seen them (basis `seen`). Who
gave a false one in the two rounds before an election stands as false; who gave only true ones, as
truthful; all others are left out.

**At equal votes present.** A candidacy is compared only with those like it: as many votes of its
own, among as many votes of each other candidate. An election in which one player has more than
half of the votes hangs on nobody's trust and is left out. The shares won are averaged over these
strata with the same weights for both standings, those of Mantel and Haenszel, so that they differ
by what standing alone makes.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import engine
from arena.claims.judgement import Judgement
from arena.claims.kinds import DICE
from arena.config import TableConfig
from arena.events import BadgeTaken, VotesRevealed
from arena.projections.talk import Talk
from arena.records.record import Record
from arena.seats.house import PLAIN, House
from arena.table import play
from arena.transcript.reader import read
from tests.studies.talk import NAMES

DIALS = replace(PLAIN, honesty=0.5)
"""Those of `house`, who lies every other time: there are false reports to compare with."""
ROUNDS = 2
"""Rounds before an election whose reports count."""


class Candidacy(NamedTuple):
    """One candidate in an election that no player could decide alone."""

    truthful: bool
    """False: gave a false report in the rounds before; True: gave true ones alone."""
    votes: tuple[int, ...]
    """Votes present: one's own, then those of each other candidate, the most first."""
    won: bool


def candidacies(
    records: Iterable[Record], ruleset: engine.Ruleset, seats: Sequence[str]
) -> Iterator[Candidacy]:
    """Yield the candidacies of a finished game whose candidates had reported dice."""
    talk = Talk(ruleset, seats)
    reports: dict[str, dict[int, bool]] = defaultdict(dict)
    standing: dict[str, bool] = {}
    weights: dict[str, int] = {}
    for record in records:
        talk.feed(record)
        match record.data:
            case Judgement() as judgement:
                made = talk.assertions.of(judgement)
                if made.said.kind in DICE and judgement.basis == "seen":
                    told = reports[made.speaker]
                    told[made.round] = told.get(made.round, True) and judgement.truth == "true"
            case VotesRevealed(kind="chief", number=1) as revealed:
                weights = {name: revealed.weights[name] for name in revealed.totals}
                standing = _standing(reports, record.round)
            case BadgeTaken() as taken if weights:
                if 2 * max(weights.values()) <= sum(weights.values()):
                    yield from _candidacies(standing, weights, taken.player)
                weights = {}
            case _:
                pass


def _standing(reports: dict[str, dict[int, bool]], round_: int) -> dict[str, bool]:
    lately = {
        name: [true for at, true in told.items() if round_ - ROUNDS <= at < round_]
        for name, told in reports.items()
    }
    return {name: all(told) for name, told in lately.items() if told}


def _candidacies(
    standing: dict[str, bool], weights: dict[str, int], winner: str
) -> Iterator[Candidacy]:
    for name, truthful in standing.items():
        if name in weights:
            others = sorted((n for other, n in weights.items() if other != name), reverse=True)
            yield Candidacy(truthful, (weights[name], *others), name == winner)


def shares(found: Iterable[Candidacy]) -> tuple[float, float]:
    """Return the shares won by who stood as truthful and as false, at equal votes present."""
    strata: dict[tuple[int, ...], tuple[list[bool], list[bool]]] = defaultdict(lambda: ([], []))
    for each in found:
        strata[each.votes][not each.truthful].append(each.won)
    both = [(true, false) for true, false in strata.values() if true and false]
    weights = [len(true) * len(false) / (len(true) + len(false)) for true, false in both]
    if not both:
        return 0.0, 0.0
    total = sum(weights)
    truthful = sum(w * sum(true) / len(true) for w, (true, _) in zip(weights, both, strict=True))
    false = sum(w * sum(lied) / len(lied) for w, (_, lied) in zip(weights, both, strict=True))
    return truthful / total, false / total


def reputation_figures(out: Path, games: int, ruleset: str = "moh") -> dict[str, float]:
    """Play games of five house bots; return the shares of elections won by standing.

    All have the same dials, so that standing alone makes a difference.
    """
    found: list[Candidacy] = []
    for seed in range(games):
        config = TableConfig(
            ruleset=ruleset, seats=dict.fromkeys(NAMES, "house"), seed=f"reputation {seed}"
        )
        seats = {name: House(f"{seed}|{name}", DIALS) for name in NAMES}
        folder = asyncio.run(play(config, out, seats=seats)).folder
        records = read(folder).records
        found += candidacies(records, engine.ruleset(ruleset), NAMES)
    truthful, false = shares(found)
    return {
        "games": games,
        "candidacies_truthful": sum(each.truthful for each in found),
        "candidacies_false": sum(not each.truthful for each in found),
        "won_truthful": truthful,
        "won_false": false,
    }
