"""Reputation: whether players who lied about the dice get fewer votes than truthful ones.

All lies about the dice are exposed in the same round, when the box is lifted, so that every
listener then knows whether a report was true.
"""

from collections.abc import Iterator, Mapping

from arena.lab.estimate import Estimate, Sums, by_cluster, new_estimate, times
from arena.lab.game import Game, Vote
from arena.lab.intervals import difference
from arena.lab.measure import Measure, Opportunity

LATER = ("", "a round later")
"""Suffixes of groups by age of the report: one round, and two rounds."""
Heard = Mapping[tuple[int, str, str], bool]
"""Whether a report of seen dice was exposed as false, by round, speaker and listener."""


def _reports(game: Game) -> Heard:
    found: dict[tuple[int, str, str], bool] = {}
    for each in game.reports:
        said = each.message
        decided = all(claim.truth in {"true", "false"} for claim in each.claims)
        if not each.saw or not decided or game.rounds[said.round].revealed_at is None:
            continue
        for hearer in said.hearers:
            key = said.round, said.speaker, hearer
            found[key] = found.get(key, False) or each.false
    return found


def votes_for(game: Game) -> Iterator[Opportunity]:
    """Yield each first ballot on truck or Chief in which a listener could vote for a reporter.

    Groups: `yes` if the listener had heard a report in the round before that turned out false, `no`
    if true; `yes a round later`, `no a round later` for a report of two rounds before with none
    since. The outcome is 1 if the listener voted for the reporter.
    """
    reports = _reports(game)
    for vote in game.votes:
        if vote.kind != "attack":
            yield from _of(vote, reports)


def _of(vote: Vote, reports: Heard) -> Iterator[Opportunity]:
    for ballot in vote.ballots[:1]:
        for voter, target in ballot.cast.items():
            for candidate in ballot.candidates:
                group = _last(reports, vote.round, candidate, voter)
                if group is None:
                    continue
                yield Opportunity(
                    round=vote.round, at=ballot.at, actor=candidate, others=(voter,),
                    outcome=target == candidate, group=group,
                    excluded="the default stood in" if voter in ballot.defaulted else None,
                )  # fmt: skip


def _last(reports: Heard, now: int, speaker: str, listener: str) -> str | None:
    """Return the group of the last report that was heard; None: none was."""
    for age, later in enumerate(LATER, start=1):
        lied = reports.get((now - age, speaker, listener))
        if lied is not None:
            return f"{'yes' if lied else 'no'} {later}".rstrip()
    return None


def by_age(measure: Measure, found: Sums) -> list[Estimate]:
    """Return the difference of votes one round after a report, and two rounds after it."""
    estimates = []
    for name, all_ in found.items():
        for later in LATER:
            groups = tuple(f"{each} {later}".rstrip() for each in ("yes", "no"))
            own = [each for each in all_ if each.group in groups]
            yes, no = (by_cluster(own, group) for group in groups)
            interval = difference(yes, no, (times(own, groups[0]), times(own, groups[1])))
            estimates.append(new_estimate(measure.id, name, interval, own, later))
    return estimates
