"""Votes and gifts, read from records and from what could have been chosen."""

from typing import Any

from arena.lab.game import Ballot, Choice, Gift, Vote
from arena.records.record import Record

__all__ = ["Voting"]

CALLED = frozenset({"vote_called"})


class Voting:
    """A fold: the votes and the gifts of one game; choices are fed as they are made."""

    def __init__(self) -> None:
        """Begin before the first."""
        self.votes: list[Vote] = []
        self.gifts: list[Gift] = []
        self._last: dict[str, Choice] = {}
        # The last choice of each seat.

    def chose(self, choice: Choice) -> None:
        """Take a choice."""
        self._last[choice.seat] = choice

    def feed(self, record: Record) -> None:
        """Take the next record."""
        data, at = record["data"], record["i"]
        match record["type"]:
            case "vote_called":
                self.votes.append(
                    Vote(
                        at=at, round=record["round"], kind=data["kind"], place=data["place"],
                        present=tuple(data["present"]),
                    )
                )  # fmt: skip
            case "votes_revealed":
                self._of(data).ballots.append(self._ballot(record))
            case "tie_broken":
                vote = self._of(data)
                vote.tie = at, data["player"], data["chosen"]
                vote.tied = tuple(data["candidates"])
            case "player_chosen":
                vote = self._of(data)
                vote.chosen, vote.by, vote.chosen_at = data["player"], data["by"], at
                if not vote.tied and vote.ballots:
                    vote.tied = vote.ballots[-1].leaders
            case "card_given":
                self._gave(record)
            case _:
                pass

    def _of(self, data: Any) -> Vote:  # noqa: ANN401 - the payload of a record
        """Return the vote that a record is about."""
        for vote in reversed(self.votes):
            if (vote.kind, vote.place) == (data["kind"], data["place"]):
                return vote
        raise LookupError(f"no vote on {data['kind']} at {data['place']} was called")

    def _ballot(self, record: Record) -> Ballot:
        data = record["data"]
        choices = [self._last[voter] for voter in data["ballots"] if voter in self._last]
        asked = [each for each in choices if each.kind in {"cast_vote", "cast_revote", "point_at"}]
        return Ballot(
            at=record["i"], number=data["number"], candidates=tuple(data["totals"]),
            weights=data["weights"], cast=data["ballots"], leaders=tuple(data["leaders"]),
            defaulted=frozenset(each.seat for each in asked if each.defaulted),
            moment=asked[0].moment if asked else None,
        )  # fmt: skip

    def _gave(self, record: Record) -> None:
        giver = record["data"]["player"]
        choice = self._last[giver]
        able = {str(each["recipient"]): None for each in choice.args if "recipient" in each}
        self.gifts.append(
            Gift(
                at=record["i"], round=record["round"], giver=giver,
                recipient=record["data"]["recipient"], recipients=tuple(able),
            )
        )  # fmt: skip
