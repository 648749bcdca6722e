"""Vote alignment: whether two voters of a ballot vote for the same, more than chance has it.

Chance is that of `arena.lab.permuting`. Each row has the outcome (same - expected) / (1 - expected)
and the weight 1 - expected, so that the plain rate is kappa. A pair has a row for each of the two;
where both voted for themselves, or two candidates voted for each other, they could not agree.
"""

from collections.abc import Iterator

from arena.lab.game import Game
from arena.lab.group_rates import rates_by_group
from arena.lab.measure import Measure, Opportunity
from arena.lab.permuting import Cast, Shared, shared

__all__ = ["MEASURES"]

NEEDS = "All rulesets: votes with three candidates or more, talk or none."


def _row(
    own: Cast, other: Cast, outcome: float, weight: float, excluded: str | None = None
) -> Opportunity:
    return Opportunity(
        round=own.vote.round, at=own.ballot.at, actor=own.voter, others=(other.voter,),
        outcome=None if excluded else outcome, excluded=excluded, weight=weight,
        group=own.vote.kind,
    )  # fmt: skip


def _both(pair: Shared) -> tuple[tuple[Cast, Cast], tuple[Cast, Cast]]:
    return (pair.first, pair.second), (pair.second, pair.first)


def alignments(game: Game) -> Iterator[Opportunity]:
    """Yield each pair of voters of a ballot, once for either."""
    for pair in shared(game):
        expected, excluded = pair.expected, pair.excluded
        left = 1 - expected
        outcome = 0.0 if excluded else (pair.same - expected) / left
        for own, other in _both(pair):
            yield _row(own, other, outcome, left, excluded)


def common_targets(game: Game) -> Iterator[Opportunity]:
    """Yield each pair of voters of an attack: 1 where both voted against the same third."""
    for pair in shared(game):
        if pair.first.vote.kind != "attack":
            continue
        voters = {pair.first.voter, pair.second.voter}
        excluded = None if set(pair.first.ballot.candidates) - voters else "no third candidate"
        outcome = float(pair.same and pair.first.target not in voters)
        for own, other in _both(pair):
            yield _row(own, other, outcome, 1.0, excluded)


MEASURES = (
    Measure(
        id="alignment", number=26, name="Vote alignment (kappa)",
        definition=(
            "For pairs of voters of the same first ballot: (same candidate - expected) / "
            "(1 - expected), where who voted for itself is expected to, and who did not to vote "
            "for any other candidate. Groups: with whom."
        ),
        unit="kappa", rung=0, needs=NEEDS,
        source="Cohen's kappa; the null within options: metrics.md 26.",
        proof="company", counted=alignments, shape="mean", with_each=True,
        estimate=rates_by_group(),
    ),
    Measure(
        id="common_out", number=26, name="Common out-neighbours",
        definition=(
            "Of the attack ballots that two voters shared with a third candidate, the share in "
            "which both voted against the same third. Groups: with whom."
        ),
        unit="share of shared ballots", rung=0, needs=NEEDS,
        source="Common out-neighbour score: Bonato et al. 2018 (1803.01783).",
        proof="pair", counted=common_targets, with_each=True, estimate=rates_by_group(),
    ),
)  # fmt: skip
