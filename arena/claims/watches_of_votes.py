"""When it is true what was said of ballots."""

from arena.claims.ballots import ballot_of
from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.watch import Watch, truth_of
from arena.events import (
    AttackBegan,
    CharacterHidden,
    Event,
    PlayerChosen,
    PlayerEliminated,
    TieBroken,
    VoteSkipped,
    VotesRevealed,
)

__all__ = ["Ally", "Vote"]


class Vote(Watch):
    """`vote`: the first ballot in which the player votes and the target can be chosen.

    A tie that the player decides is such a ballot too. Who said `not` is bound in every such
    ballot of the vote, the re-vote included; for an attack in every vote of this round, or of the
    attack on the location that was named. Where a ballot is named no other one counts. Who hides
    the last character that would have a ballot has voted for nobody in it.
    """

    hears = frozenset(
        {VotesRevealed, TieBroken, PlayerChosen, VoteSkipped, AttackBegan, CharacterHidden}
    )

    def began(self, facts: Facts) -> None:  # noqa: ARG002 - as others have it
        """Nobody has hidden."""
        self.hid_at = set[int]()

    @property
    def is_kept_so_far(self) -> bool:
        """Whether who said `not` has voted for others."""
        return self.said.negated and self.tested

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Look at the ballots; the end of the vote ends it."""
        said = self.said
        match event:
            case AttackBegan(place=place):
                over = said.location not in {None, place}  # only an attack vote has one
                return self._kept() if over and self.tested else None
            case CharacterHidden():
                if event.player == self.player and facts.moment == said.vote:
                    self.hid_at.add(event.place)
                return None
            case PlayerChosen() | VoteSkipped():
                meant = event.kind == said.vote and said.location in {None, event.place}
                return self._kept() if meant and said.vote != "attack" else None
            case _:
                return self._voted(event, facts)

    def _voted(self, event: Event, facts: Facts) -> Truth | None:
        """Look at a ballot."""
        said, ballot = self.said, ballot_of(event)
        if ballot is None or ballot.kind != said.vote:
            return None
        if said.location not in {None, ballot.place} or said.ballot not in {None, ballot.name}:
            return None
        secret = isinstance(event, VotesRevealed)
        hid = secret and ballot.place in self.hid_at and not said.negated
        if said.target in ballot.candidates and (self.player in ballot.ballots or hid):
            self.occasions.append(facts.at)
            voted = ballot.ballots.get(self.player) == said.target
            bound = said.negated and (said.ballot is None or said.vote == "attack")
            return None if bound and not voted else truth_of(voted)
        return None

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """An attack vote is this round's; the next truck or Chief vote may come later."""
        return self._kept() if self.said.vote == "attack" else None

    def game_over(self, facts: Facts) -> Truth:  # noqa: ARG002 - as others have it
        """It ends with the game."""
        return self._kept()

    def _kept(self) -> Truth:
        return "false" if self.tested else "moot"


class Ally(Watch):
    """`ally`: broken by the first hostile ballot, kept if there was an occasion for one."""

    hears = frozenset({VotesRevealed, TieBroken, PlayerEliminated})

    @property
    def is_kept_so_far(self) -> bool:
        """Whether the target was spared."""
        return self.tested and not self.said.negated

    def now(self, facts: Facts) -> Truth | None:
        """A pledge that is over, or whose target is, is moot; the eliminated vote on (MOH-66)."""
        gone = self.said.target in facts.eliminated
        over = self.said.until is not None and self.said.until < facts.round
        return "moot" if gone or over else None

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Count ballots in which the player could have voted for the target and for a third."""
        pair = {self.player, self.said.target}
        if isinstance(event, PlayerEliminated):
            return self._kept() if event.player == self.said.target else None
        ballot = ballot_of(event)
        if ballot is None or ballot.kind != "attack" or self.said.target not in ballot.candidates:
            return None
        if self.player not in ballot.ballots or not set(ballot.candidates) - pair:
            return None
        self.occasions.append(facts.at)
        return "false" if ballot.ballots[self.player] == self.said.target else None

    def round_over(self, facts: Facts) -> Truth | None:
        """It ends with its last round."""
        over = self.said.until is not None and self.said.until <= facts.round
        return self._kept() if over else None

    def game_over(self, facts: Facts) -> Truth:  # noqa: ARG002 - as others have it
        """It ends with the game."""
        return self._kept()

    def _kept(self) -> Truth:
        return "true" if self.tested else "moot"
