"""Reputation: whether who lied of the dice is voted for less than who told the truth of them.

All lies of the dice come out in the same round, when the box is lifted, so that every listener
knows what a report of this round was worth.
"""

from collections.abc import Iterator, Mapping

from arena.lab.estimate import Estimate, Sums, by_cluster, new_estimate, times
from arena.lab.game import Game, Vote
from arena.lab.intervals import difference
from arena.lab.measure import Measure, Opportunity

LATER = ("", "a round later")
"""By how many rounds after it a report is held against its speaker: the first, and one more."""
Heard = Mapping[tuple[int, str, str], bool]
"""By round, speaker and listener: whether a report of dice seen that came out was false."""


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
    """Yield each first ballot of truck and Chief in which a listener could vote for a reporter.

    `yes`: of what the listener had heard of it in the round before, the last report that came out
    was false; `no`: it was true. `yes a round later`, `no a round later`: of a report of two rounds
    before, with none since. 1 where the listener voted for it.
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
    """Return of the last report that was heard whether it was false, and when."""
    for age, later in enumerate(LATER, start=1):
        lied = reports.get((now - age, speaker, listener))
        if lied is not None:
            return f"{'yes' if lied else 'no'} {later}".rstrip()
    return None


def by_age(measure: Measure, found: Sums) -> list[Estimate]:
    """Return the difference of votes a round after a report, and two rounds after it."""
    estimates = []
    for name, all_ in found.items():
        for later in LATER:
            groups = tuple(f"{each} {later}".rstrip() for each in ("yes", "no"))
            own = [each for each in all_ if each.group in groups]
            yes, no = (by_cluster(own, group) for group in groups)
            interval = difference(yes, no, (times(own, groups[0]), times(own, groups[1])))
            estimates.append(new_estimate(measure.id, name, interval, own, later))
    return estimates
