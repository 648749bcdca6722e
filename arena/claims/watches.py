"""The truth conditions of propositions: one class for each kind, which waits for its occasion.

A watch judges the proposition without its negation; a promise counts from the moment it is given.
"""

from collections import Counter
from collections.abc import Mapping

from arena import events
from arena.claims.ballots import ballot_of
from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.meaning import fits, fits_dice, tells
from arena.claims.watch import Watch, truth_of
from arena.events import Event

__all__ = ["WATCHES", "Watch"]


# --- dice, locations, destinations and moves ---


class Dice(Watch):
    """`zombies` and `dice`: true or false by this round's dice, once they are known."""

    hears = frozenset({events.DiceRolled, events.DiceSeen, events.DiceRevealed})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the dice."""
        return None if facts.dice is None else truth_of(fits_dice(self.said, facts.dice))

    def round_over(self, facts: Facts) -> Truth | None:
        """Return moot for a round without dice, undetermined where they are unknown."""
        return "undetermined" if facts.looked else "moot"


class Safe(Watch):
    """`safe`: false at the first death there, true when no more can come this round."""

    hears = frozenset(
        {
            events.CharacterEaten, events.PlaceHeld, events.PlaceClosed, events.AttackBegan,
            events.AttackEnded,
        }
    )  # fmt: skip

    def now(self, facts: Facts) -> Truth | None:
        """Return false after a death there this round, true once its attack is over."""
        location = self.said.location or 0
        if location in facts.eaten:
            return "false"
        return "true" if facts.is_safe(location) else None

    def round_over(self, facts: Facts) -> Truth | None:
        """Return true, since nobody was eaten there; moot in the set-up, which has no attack."""
        return "true" if facts.round else "moot"

    def game_over(self, facts: Facts) -> Truth:
        """Return moot for an unfinished round, which had no whole attack."""
        return "true" if facts.finished else "moot"


class Saw(Watch):
    """`saw`: whether the player looked under the box, which is public.

    Who has not may look until the box is lifted.
    """

    hears = frozenset({events.DicePeeked, events.DiceRevealed})

    def now(self, facts: Facts) -> Truth | None:
        """Return true if the player has looked, false if nobody can look any more."""
        return truth_of(self.player in facts.looked)

    def for_good(self, facts: Facts) -> Truth | None:
        """Wait until the player looks or nobody can any more."""
        if self.player in facts.looked:
            return "true"
        return "false" if facts.dice_out else None

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return false, since nobody can look any more."""
        return "false"


class Go(Watch):
    """`go`: the destination counts, not where a full room sends the player (MOH-40)."""

    hears = frozenset(
        {events.DestinationAnnounced, events.DestinationChosen, events.DestinationsRevealed}
    )

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the destination; moot for who chooses none."""
        place = facts.destinations.get(self.player)
        if place is None:
            return "moot" if facts.destinations_out else None
        return truth_of(place == self.said.location)


class Tell(Watch):
    """`tell`: whether the player told the target the dice truly before all have seen them.

    It counts from the player's look, in the whole round: one true claim that says something is
    enough, one false one too many. A claim addressed to the target by name takes precedence over
    claims to all. That the dice are not some list tells nothing.
    """

    hears = frozenset({events.DiceRevealed})

    def now(self, facts: Facts) -> Truth | None:
        """Wait until all have seen the dice."""
        if not facts.dice_out:
            return None
        if self.player not in facts.looked:
            return "moot"
        target, dice = str(self.said.target), facts.dice or ()
        by_name, to_all = list[bool](), list[bool]()
        for each in facts.reports:
            if each.speaker == self.player and each.was_heard_by(target):
                right = fits_dice(each.said, dice) is not each.said.negated
                if tells(each.said, len(dice)) or not right:
                    (by_name if target in each.to else to_all).append(right)
        if not all(by_name):
            return "false"
        if not (facts.sees_as(self.player) or facts.sees_as(target)):
            return "undetermined"  # more may have been whispered than was perceived
        told = by_name or to_all
        return truth_of(bool(told) and all(told))


class Move(Watch):
    """`move`: the one character that the player moves this round, to the destination or not.

    A Sprint is played instead of that move and counts; an Energy drink moves another besides. What
    stays where it stood has not been moved.
    """

    hears = frozenset({events.CharacterMoved, events.PhaseBegan})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the character that was moved; moot for who moves none."""
        moved = facts.moved.get(self.player)
        if moved is None:
            return "moot" if facts.dice_out and not facts.movement else None
        return truth_of(moved == self.said.character)


# --- ballots ---


class Vote(Watch):
    """`vote`: the first ballot in which the player votes and the target can be chosen.

    A tie that the player decides is such a ballot too. Who said `not` is bound in every such ballot
    of the vote, the re-vote included; for an attack in every vote of this round, or of the attack
    on the location that was named. Where a ballot is named no other one counts. Who hides the last
    character that would have a ballot has voted for nobody in it.
    """

    hears = frozenset(
        {
            events.VotesRevealed, events.TieBroken, events.PlayerChosen, events.VoteSkipped,
            events.AttackBegan, events.CharacterHidden,
        }
    )  # fmt: skip

    def began(self, facts: Facts) -> None:  # noqa: ARG002 - as others have it
        """Begin with no hidden character."""
        self.hid_at = set[int]()

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Judge a ballot; the end of the vote ends the watch."""
        said = self.said
        match event:
            case events.AttackBegan(place=place):
                over = said.location not in {None, place}  # only an attack vote has one
                return self._kept() if over and self.tested else None
            case events.CharacterHidden():
                if event.player == self.player and facts.moment == said.vote:
                    self.hid_at.add(event.place)
                return None
            case events.PlayerChosen() | events.VoteSkipped():
                meant = event.kind == said.vote and said.location in {None, event.place}
                return self._kept() if meant and said.vote != "attack" else None
            case _:
                return self._voted(event, facts)

    def _voted(self, event: Event, facts: Facts) -> Truth | None:
        said, ballot = self.said, ballot_of(event)
        if ballot is None or ballot.kind != said.vote:
            return None
        if said.location not in {None, ballot.place} or said.ballot not in {None, ballot.name}:
            return None
        secret = isinstance(event, events.VotesRevealed)
        hid = secret and ballot.place in self.hid_at and not said.negated
        if said.target in ballot.candidates and (self.player in ballot.ballots or hid):
            self.occasions.append(facts.at)
            voted = ballot.ballots.get(self.player) == said.target
            bound = said.negated and (said.ballot is None or said.vote == "attack")
            return None if bound and not voted else truth_of(voted)
        return None

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """End an attack vote with its round; the next truck or Chief vote may come later."""
        return self._kept() if self.said.vote == "attack" else None

    def game_over(self, facts: Facts) -> Truth:  # noqa: ARG002 - as others have it
        """Return the truth at the end of the game."""
        return self._kept()

    def _kept(self) -> Truth:
        return "false" if self.tested else "moot"


class Ally(Watch):
    """`ally`: broken by the first hostile ballot, kept if there was an occasion for one."""

    hears = frozenset({events.VotesRevealed, events.TieBroken, events.PlayerEliminated})

    @property
    def is_kept_so_far(self) -> bool:
        """Whether the target was spared at an occasion."""
        return self.tested and not self.said.negated

    def now(self, facts: Facts) -> Truth | None:
        """Return moot if the pledge or its target is over; the eliminated vote on (MOH-66)."""
        gone = self.said.target in facts.eliminated
        over = self.said.until is not None and self.said.until < facts.round
        return "moot" if gone or over else None

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Judge a ballot in which the player could have voted for the target and for a third."""
        pair = {self.player, self.said.target}
        if isinstance(event, events.PlayerEliminated):
            return self._kept() if event.player == self.said.target else None
        ballot = ballot_of(event)
        if ballot is None or ballot.kind != "attack" or self.said.target not in ballot.candidates:
            return None
        if self.player not in ballot.ballots or not set(ballot.candidates) - pair:
            return None
        self.occasions.append(facts.at)
        return "false" if ballot.ballots[self.player] == self.said.target else None

    def round_over(self, facts: Facts) -> Truth | None:
        """End the pledge with its last round."""
        over = self.said.until is not None and self.said.until <= facts.round
        return self._kept() if over else None

    def game_over(self, facts: Facts) -> Truth:  # noqa: ARG002 - as others have it
        """Return the truth at the end of the game."""
        return self._kept()

    def _kept(self) -> Truth:
        return "true" if self.tested else "moot"


# --- cards ---


class Give(Watch):
    """`give`: the card that the next search of the truck brings, if the player is the searcher."""

    hears = frozenset({events.PlayerChosen, events.VoteSkipped, events.SearchEnded})

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Wait for the player's search; another searcher or none makes it moot."""
        match event:
            case events.SearchEnded(player=player):
                return self._searched(facts) if player == self.player else "moot"
            case events.PlayerChosen(kind="truck", player=player):
                return None if player == self.player else "moot"
            case events.VoteSkipped(kind="truck"):
                return "moot"
            case _:
                return None

    def _searched(self, facts: Facts) -> Truth:
        recipient, card = facts.gift or (None, None)
        if recipient != self.said.target:
            return "false"
        if self.said.card is None:
            return "true"
        return "undetermined" if card is None else truth_of(card == self.said.card)

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return None, since the next search may come in a later round."""
        return None


class Play(Watch):
    """`play`: the first such card at such a moment of this round.

    It was an occasion where the player was asked for a card: then they play one, or pass. Others
    know of those who take part in any case, with a card in hand.
    """

    hears = frozenset(
        {
            events.CardPlayed, events.Passed, events.VoteCalled, events.BallotOpened,
            events.PlayerChosen, events.VoteSkipped, events.CharacterMoved, events.DiceRevealed,
            events.AttackBegan, events.PhaseBegan,
        }
    )  # fmt: skip

    def began(self, facts: Facts) -> None:  # noqa: ARG002 - as others have it
        """Begin with no occasion."""
        self.opened = False

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Judge a card that is played, and note who could have played one."""
        said = self.said
        match event:
            case events.CardPlayed(player=self.player) if self._is_meant(facts):
                self.occasions.append(facts.at)
                if said.card in {None, event.card}:
                    return "true"
            case events.Passed(player=self.player) if self._is_meant(facts):
                self._asked(facts, sure=True)
            case events.CharacterMoved(player=self.player) if self._is_meant(facts):
                self._asked(facts)
            case events.VoteCalled(present=present) if self._is_meant(facts):
                self.opened = True
                if self.player in present:
                    self._asked(facts)
            case events.DiceRevealed() if said.moment in {None, "move"}:
                self.opened = True
            case events.PhaseBegan(phase="destinations") if said.moment in {None, "dice"}:
                self.opened = True
                if self.player not in facts.looked | facts.eliminated:
                    self._asked(facts)
            case _:
                pass
        return self.round_over(facts) if self._is_over(event, facts) else None

    def round_over(self, facts: Facts) -> Truth | None:
        """Return false, since no such card was played; moot where the player could play none."""
        if self.tested:
            return "false"
        unseen = self.opened and self._has_cards(facts) and not facts.sees_as(self.player)
        return "undetermined" if unseen else "moot"

    def _is_meant(self, facts: Facts) -> bool:
        said, now = self.said, facts.moment
        in_time = now is not None and said.moment in {None, now}
        return in_time and said.location in {None, facts.place}

    def _asked(self, facts: Facts, *, sure: bool = False) -> None:
        """Count an occasion; who has no card is not asked for one."""
        if sure or self._has_cards(facts):
            self.occasions.append(facts.at)

    def _has_cards(self, facts: Facts) -> bool:
        return facts.cards.sizes[self.player] > 0

    def _is_over(self, event: Event, facts: Facts) -> bool:
        """Return True if an event ends the moment; the round ends that of an attack anywhere."""
        if isinstance(event, events.BallotOpened | events.PlayerChosen | events.VoteSkipped):
            moment = self.said.moment
            return moment in {"truck", "chief"} and event.kind == moment
        match self.said.moment, event:
            case "dice", events.PhaseBegan(phase=phase):
                return phase == "destinations"
            case "move", events.PhaseBegan():
                return facts.dice_out
            case "attack", events.AttackBegan(place=place):
                return self.tested and self.said.location not in {None, place}
            case _:
                return False


class Holds(Watch):
    """`holds`: the hand when it was said, whose cards a listener may learn one by one."""

    hears = frozenset({events.CardPlayed, events.CardGiven, events.SearchEnded})

    def began(self, facts: Facts) -> None:
        """Store what can be known of the hand now."""
        self.least, self.most = facts.cards.bounds(self.player, str(self.said.card))
        self.unknown = facts.cards.unknown(self.player)
        self.left = Counter(facts.cards.known[self.player])
        self.same = True

    def now(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Decide if all possible numbers of copies agree."""
        fit = {fits(self.said, number) for number in range(self.least, self.most + 1)}
        return truth_of(fit.pop()) if len(fit) == 1 else None

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Learn from a card played out of the same hand; a card that came in ends it."""
        match event:
            case events.CardPlayed(player=player, card=card):
                if self.same and player == self.player:
                    self._played(card)
                return self.now(facts)
            case events.CardGiven(recipient=self.player) | events.SearchEnded(player=self.player):
                self.same = False
            case _:
                pass
        return None

    def _played(self, card: str) -> None:
        if self.left[card]:
            self.left[card] -= 1
            return
        self.unknown -= 1  # a card that was in the hand and had not been seen
        if card == self.said.card:
            self.least += 1
        self.most = min(self.most, self.least + self.unknown)

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return undetermined, since the hand was never seen."""
        return "undetermined"


WATCHES: Mapping[str, type[Watch]] = {
    "zombies": Dice,
    "dice": Dice,
    "safe": Safe,
    "saw": Saw,
    "go": Go,
    "vote": Vote,
    "give": Give,
    "ally": Ally,
    "tell": Tell,
    "play": Play,
    "move": Move,
    "holds": Holds,
}
"""The watch for each kind; `lied` is judged at once, from earlier claims."""
