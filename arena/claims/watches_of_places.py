"""When it is true what was said of dice, locations, destinations and moves."""

from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.meaning import fits_dice, tells
from arena.claims.watch import Watch, truth_of
from arena.events import (
    AttackBegan,
    AttackEnded,
    CharacterEaten,
    CharacterMoved,
    DestinationAnnounced,
    DestinationChosen,
    DestinationsRevealed,
    DicePeeked,
    DiceRevealed,
    DiceRolled,
    DiceSeen,
    PhaseBegan,
    PlaceClosed,
    PlaceHeld,
)

__all__ = ["Dice", "Go", "Move", "Safe", "Saw", "Tell"]


class Dice(Watch):
    """`zombies` and `dice`: this round's dice, once they are fed."""

    hears = frozenset({DiceRolled, DiceSeen, DiceRevealed})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the dice."""
        return None if facts.dice is None else truth_of(fits_dice(self.said, facts.dice))

    def round_over(self, facts: Facts) -> Truth | None:
        """A round without dice makes it moot; dice that were not fed leave it open."""
        return "undetermined" if facts.looked else "moot"


class Safe(Watch):
    """`safe`: false at the first death there, true when all know that none can come any more."""

    hears = frozenset({CharacterEaten, PlaceHeld, PlaceClosed, AttackBegan, AttackEnded})

    def now(self, facts: Facts) -> Truth | None:
        """Look who was eaten this round, and where the attack is over."""
        location = self.said.location or 0
        if location in facts.eaten:
            return "false"
        return "true" if facts.is_safe(location) else None

    def round_over(self, facts: Facts) -> Truth | None:
        """Nobody was eaten there; the set-up has no attack."""
        return "true" if facts.round else "moot"

    def game_over(self, facts: Facts) -> Truth:
        """A round that was broken off had no whole attack."""
        return "true" if facts.finished else "moot"


class Saw(Watch):
    """`saw`: who looks under the box is public; who has not may look until the box is lifted."""

    hears = frozenset({DicePeeked, DiceRevealed})

    def now(self, facts: Facts) -> Truth | None:
        """Look who looked."""
        return truth_of(self.player in facts.looked)

    def for_good(self, facts: Facts) -> Truth | None:
        """Wait until the player looks or nobody can any more."""
        if self.player in facts.looked:
            return "true"
        return "false" if facts.dice_out else None

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """No more looks."""
        return "false"


class Go(Watch):
    """`go`: the destination counts, not where a full room sends him (MOH-40)."""

    hears = frozenset({DestinationAnnounced, DestinationChosen, DestinationsRevealed})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the destination; who chooses none makes it moot."""
        place = facts.destinations.get(self.player)
        if place is None:
            return "moot" if facts.destinations_out else None
        return truth_of(place == self.said.location)


class Tell(Watch):
    """`tell`: what the player said of the dice to the target, once all have seen them.

    It counts from the player's look, in the whole round: one true claim that says something is
    enough, one false one too many. What the target was told by name comes before what was said to
    all. That the dice are not some list tells nothing.
    """

    hears = frozenset({DiceRevealed})

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
            return "undetermined"  # more may have been whispered
        told = by_name or to_all
        return truth_of(bool(told) and all(told))


class Move(Watch):
    """`move`: the one character that the player moves this round, to the destination or not.

    A Sprint is played instead of that move and counts; an Energy drink moves another besides. What
    stays where it stood has not been moved.
    """

    hears = frozenset({CharacterMoved, PhaseBegan})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with what was moved; who moves nobody makes it moot."""
        moved = facts.moved.get(self.player)
        if moved is None:
            return "moot" if facts.dice_out and not facts.movement else None
        return truth_of(moved == self.said.character)
