"""Reputation: whether who lied of the dice is voted for less than who told the truth of them.

All lies of the dice come out in the same round, when the box is lifted, so that every listener
knows what a report of this round was worth.
"""

from collections.abc import Iterator, Mapping

from arena.lab.game import Game, Vote
from arena.lab.measure import Measure, Opportunity

__all__ = ["MEASURES"]

ROUNDS = 2
"""For how many rounds after it a report is held against its speaker."""
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

    `yes`: of what the listener had heard of it in the two rounds before, the last report that came
    out was false; `no`: it was true. 1 where the listener voted for it.
    """
    reports = _reports(game)
    for vote in game.votes:
        if vote.kind != "attack":
            yield from _of(vote, reports)


def _of(vote: Vote, reports: Heard) -> Iterator[Opportunity]:
    for ballot in vote.ballots[:1]:
        for voter, target in ballot.cast.items():
            for candidate in ballot.candidates:
                lied = _last(reports, vote.round, candidate, voter)
                if lied is None:
                    continue
                excluded = "the default stood in" if voter in ballot.defaulted else None
                yield Opportunity(
                    round=vote.round, at=ballot.at, actor=candidate, others=(voter,),
                    outcome=None if excluded else float(target == candidate), excluded=excluded,
                    group="yes" if lied else "no",
                )  # fmt: skip


def _last(reports: Heard, now: int, speaker: str, listener: str) -> bool | None:
    rounds = range(now - 1, now - 1 - ROUNDS, -1)
    known = (reports.get((each, speaker, listener)) for each in rounds)
    return next((lied for lied in known if lied is not None), None)


MEASURES = (
    Measure(
        id="reputation", number=21, name="Votes after an exposed lie",
        definition=(
            "Of the first ballots for the truck or the Chief in which a listener could vote for "
            "who had reported dice that it had seen in one of the two rounds before, the share of "
            "votes for it after a report that came out as false, less that after a true one. Of "
            "several reports the last round's counts, which is false where one to this listener "
            "was."
        ),
        unit="difference of shares", rung=1,
        needs=(
            "All rulesets, where the table talks while the dice lie under the box, for who has "
            "looked and stands for a vote afterwards."
        ),
        source="Exposed liars are trusted less: Avalon reputation (2604.20582).",
        proof="reputation", counted=votes_for, shape="difference",
    ),
)  # fmt: skip
