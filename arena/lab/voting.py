"""Collects the votes and gifts of a game from its records and choices."""

from typing import ClassVar

from arena.events import CardGiven, PlayerChosen, TieBroken, VoteCalled, VotesRevealed
from arena.lab.game import Ballot, Choice, Gift, Vote
from arena.records.record import Record


class Voting:
    """A fold over one game that collects votes and gifts; choices are fed in as they are made."""

    takes: ClassVar = frozenset({VoteCalled, VotesRevealed, TieBroken, PlayerChosen, CardGiven})
    """The types of records that it uses."""

    def __init__(self) -> None:
        self.votes: list[Vote] = []
        self.gifts: list[Gift] = []
        self._last: dict[str, Choice] = {}

    def chose(self, choice: Choice) -> None:
        """Take the next choice."""
        self._last[choice.seat] = choice

    def feed(self, record: Record) -> None:
        """Take the next record."""
        at = record.at
        match record.data:
            case VoteCalled() as called:
                self.votes.append(
                    Vote(
                        at=at, round=record.round, kind=called.kind, place=called.place,
                        present=called.present,
                    )
                )  # fmt: skip
            case VotesRevealed() as revealed:
                self._of(revealed).ballots.append(self._ballot(revealed, at))
            case TieBroken() as broken:
                vote = self._of(broken)
                vote.tie = at, broken.player, broken.chosen
                vote.tied = broken.candidates
            case PlayerChosen() as found:
                vote = self._of(found)
                vote.chosen, vote.by, vote.chosen_at = found.player, found.by, at
                if not vote.tied and vote.ballots:
                    vote.tied = vote.ballots[-1].leaders
            case CardGiven() as given:
                self._gave(given, record)
            case _:
                pass

    def _of(self, event: VotesRevealed | TieBroken | PlayerChosen) -> Vote:
        """Return the vote to which an event belongs."""
        for vote in reversed(self.votes):
            if (vote.kind, vote.place) == (event.kind, event.place):
                return vote
        raise LookupError(f"no vote on {event.kind} at {event.place} was called")

    def _ballot(self, revealed: VotesRevealed, at: int) -> Ballot:
        choices = [self._last[voter] for voter in revealed.ballots if voter in self._last]
        asked = [each for each in choices if each.kind in {"cast_vote", "cast_revote", "point_at"}]
        return Ballot(
            at=at, number=revealed.number, candidates=tuple(revealed.totals),
            weights=revealed.weights, cast=revealed.ballots, leaders=revealed.leaders,
            defaulted=frozenset(each.seat for each in asked if each.defaulted),
            moment=asked[0].moment if asked else None,
        )  # fmt: skip

    def _gave(self, given: CardGiven, record: Record) -> None:
        if not self._last:
            return  # without choices the possible recipients are unknown
        choice = self._last[given.player]
        able = {str(each["recipient"]): None for each in choice.args if "recipient" in each}
        self.gifts.append(
            Gift(
                at=record.at, round=record.round, giver=given.player, recipient=given.recipient,
                recipients=tuple(able),
            )
        )  # fmt: skip
