"""When each kind of proposition is true: one small class a kind, which waits for its occasion.

A watch judges the proposition without its negation; a promise counts from the moment it is given.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from arena.claims.facts import Facts, ballot_name, ballot_of
from arena.claims.judgement import Truth
from arena.claims.language import Proposition
from arena.claims.meaning import fits, fits_dice, tells

__all__ = ["WATCHES", "Watch"]

Data = Mapping[str, Any]


def _truth(value: bool) -> Truth:  # noqa: FBT001 - it has no name but its value
    return "true" if value else "false"


class Watch:
    """A proposition that names its player, from when it is said until its truth is found."""

    hears: ClassVar[frozenset[str]] = frozenset()
    """Types of the records that can decide it."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        """Begin when it is said."""
        self.said = said
        self.player = "" if said.player is None else said.player
        self.occasions: list[int | None] = []
        """Numbers of the records that were an occasion, None where they have none."""
        self.began(facts)

    @property
    def tested(self) -> bool:
        """Whether it came to an occasion."""
        return bool(self.occasions)

    @property
    def is_kept_so_far(self) -> bool:
        """Whether it was kept where it could have been broken, and still can be."""
        return False

    def began(self, facts: Facts) -> None:
        """Keep of the facts what has to be remembered."""

    def now(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return the truth if what was fed so far decides it."""
        return None

    def for_good(self, facts: Facts) -> Truth | None:
        """Return the truth if nothing can change it any more, as a condition waits for it."""
        return self.now(facts)

    def heard(self, type_: str, data: Data, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return the truth if this record, which the facts have taken in, decides it."""
        return self.for_good(facts)

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return the truth at the end of a round, None where it may still come."""
        return "moot"

    def game_over(self, facts: Facts) -> Truth:
        """Return the truth when no more records come."""
        return self.round_over(facts) or "moot"


class Dice(Watch):
    """`zombies` and `dice`: this round's dice, once they are fed."""

    hears = frozenset({"dice_rolled", "dice_seen", "dice_revealed"})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the dice."""
        return None if facts.dice is None else _truth(fits_dice(self.said, facts.dice))

    def round_over(self, facts: Facts) -> Truth | None:
        """A round without dice makes it moot; dice that were not fed leave it open."""
        return "undetermined" if facts.looked else "moot"


class Safe(Watch):
    """`safe`: false at the first death there, true when all know that none can come any more."""

    hears = frozenset(
        {"character_eaten", "place_held", "place_closed", "attack_began", "attack_ended"}
    )

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

    hears = frozenset({"dice_peeked", "dice_revealed"})

    def now(self, facts: Facts) -> Truth | None:
        """Look who looked."""
        return _truth(self.player in facts.looked)

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

    hears = frozenset({"destination_announced", "destination_chosen", "destinations_revealed"})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with the destination; who chooses none makes it moot."""
        place = facts.destinations.get(self.player)
        if place is None:
            return "moot" if facts.destinations_out else None
        return _truth(place == self.said.location)


class Vote(Watch):
    """`vote`: the first ballot in which the player votes and the target can be chosen.

    A tie that the player decides is such a ballot too. Who said `not` is bound in every such
    ballot of the vote, the re-vote included; for an attack in every vote of this round, or of the
    attack on the location that was named. Where a ballot is named no other one counts.
    """

    hears = frozenset(
        {"votes_revealed", "tie_broken", "player_chosen", "vote_skipped", "attack_began"}
    )

    @property
    def is_kept_so_far(self) -> bool:
        """Whether who said `not` has voted for others."""
        return self.said.negated and self.tested

    def heard(self, type_: str, data: Data, facts: Facts) -> Truth | None:
        """Look at the ballots; the end of the vote ends it."""
        said = self.said
        if type_ == "attack_began":
            over = said.location not in {None, data["place"]}  # only an attack vote has one
            return self._kept() if over and self.tested else None
        if data["kind"] != said.vote or said.location not in {None, data["place"]}:
            return None
        ballot = ballot_of(type_, data)
        if ballot is None:
            return None if said.vote == "attack" else self._kept()
        if said.ballot not in {None, ballot_name(type_, data)}:
            return None
        if self.player in ballot["ballots"] and said.target in ballot["totals"]:
            self.occasions.append(facts.at)
            voted = ballot["ballots"][self.player] == said.target
            bound = said.negated and (said.ballot is None or said.vote == "attack")
            return None if bound and not voted else _truth(voted)
        return None

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """An attack vote is this round's; the next truck or Chief vote may come later."""
        return self._kept() if self.said.vote == "attack" else None

    def game_over(self, facts: Facts) -> Truth:  # noqa: ARG002 - as others have it
        """It ends with the game."""
        return self._kept()

    def _kept(self) -> Truth:
        return "false" if self.tested else "moot"


class Give(Watch):
    """`give`: what the next search of the truck brings, if the player is the searcher."""

    hears = frozenset({"player_chosen", "vote_skipped", "search_ended"})

    def heard(self, type_: str, data: Data, facts: Facts) -> Truth | None:
        """Wait for the player's search; another searcher or none makes it moot."""
        if type_ == "search_ended":
            return self._searched(facts) if data["player"] == self.player else "moot"
        if data["kind"] != "truck" or (type_ == "player_chosen" and data["player"] == self.player):
            return None
        return "moot"

    def _searched(self, facts: Facts) -> Truth:
        recipient, card = facts.gift or (None, None)
        if recipient != self.said.target:
            return "false"
        if self.said.card is None:
            return "true"
        return "undetermined" if card is None else _truth(card == self.said.card)

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """The next search may come in a later round."""
        return None


class Ally(Watch):
    """`ally`: broken by the first hostile ballot, kept if there was an occasion for one."""

    hears = frozenset({"votes_revealed", "tie_broken", "player_eliminated"})

    @property
    def is_kept_so_far(self) -> bool:
        """Whether the target was spared."""
        return self.tested and not self.said.negated

    def now(self, facts: Facts) -> Truth | None:
        """A pledge that is over, or whose target is, is moot; the eliminated vote on (MOH-66)."""
        gone = self.said.target in facts.eliminated
        over = self.said.until is not None and self.said.until < facts.round
        return "moot" if gone or over else None

    def heard(self, type_: str, data: Data, facts: Facts) -> Truth | None:
        """Count ballots in which the player could have voted for the target and for a third."""
        pair = {self.player, self.said.target}
        if type_ == "player_eliminated":
            return self._kept() if data["player"] == self.said.target else None
        ballot = ballot_of(type_, data)
        if ballot is None or data["kind"] != "attack" or self.said.target not in ballot["totals"]:
            return None
        if self.player not in ballot["ballots"] or not set(ballot["totals"]) - pair:
            return None
        self.occasions.append(facts.at)
        return "false" if ballot["ballots"][self.player] == self.said.target else None

    def round_over(self, facts: Facts) -> Truth | None:
        """It ends with its last round."""
        over = self.said.until is not None and self.said.until <= facts.round
        return self._kept() if over else None

    def game_over(self, facts: Facts) -> Truth:  # noqa: ARG002 - as others have it
        """It ends with the game."""
        return self._kept()

    def _kept(self) -> Truth:
        return "true" if self.tested else "moot"


class Tell(Watch):
    """`tell`: what the player said of the dice to the target, once all have seen them.

    It counts from the player's look, in the whole round: one true claim that says something is
    enough, one false one too many. That the dice are not some list tells nothing.
    """

    hears = frozenset({"dice_revealed"})

    def now(self, facts: Facts) -> Truth | None:
        """Wait until all have seen the dice."""
        if not facts.dice_out:
            return None
        if self.player not in facts.looked:
            return "moot"
        told = [
            each
            for each in facts.reports
            if each.speaker == self.player and each.was_heard_by(str(self.said.target))
        ]
        dice = facts.dice or ()
        if any(fits_dice(each.said, dice) is each.said.negated for each in told):
            return "false"
        if not (facts.sees_as(self.player) or facts.sees_as(str(self.said.target))):
            return "undetermined"  # more may have been whispered
        return _truth(any(tells(each.said, len(dice)) for each in told))


class Play(Watch):
    """`play`: the first such card at such a moment of this round.

    It was an occasion where the player was asked for a card: then they play one, or pass. Others
    know of those who take part in any case, with a card in hand.
    """

    hears = frozenset(
        {
            "card_played", "passed", "vote_called", "ballot_opened", "player_chosen",
            "vote_skipped", "character_moved", "dice_revealed", "attack_began", "phase_began",
        }
    )  # fmt: skip

    def began(self, facts: Facts) -> None:  # noqa: ARG002 - as others have it
        """No occasion yet."""
        self.opened = False

    @property
    def is_kept_so_far(self) -> bool:
        """Whether who said `not` has played none."""
        return self.said.negated and self.tested

    def heard(self, type_: str, data: Data, facts: Facts) -> Truth | None:
        """Look at what is played, and at who could have played."""
        said, own = self.said, data.get("player") == self.player
        match type_:
            case "card_played" if own and self._is_meant(facts):
                self.occasions.append(facts.at)
                if said.card in {None, data["card"]}:
                    return "true"
            case "passed" | "character_moved" if own and self._is_meant(facts):
                self._asked(facts, sure=type_ == "passed")
            case "vote_called" if self._is_meant(facts):
                self.opened = True
                if self.player in data["present"]:
                    self._asked(facts)
            case "dice_revealed" if said.moment in {None, "move"}:
                self.opened = True
            case "phase_began" if data["phase"] == "destinations" and said.moment in {None, "dice"}:
                self.opened = True
                if self.player not in facts.looked | facts.eliminated:
                    self._asked(facts)
            case _:
                pass
        return self.round_over(facts) if self._is_over(type_, data, facts) else None

    def round_over(self, facts: Facts) -> Truth | None:
        """No such card was played: moot where the player could play none."""
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

    def _is_over(self, type_: str, data: Data, facts: Facts) -> bool:
        """Tell whether this record ends the moment; of an attack anywhere, the round does."""
        match self.said.moment, type_:
            case ("truck" | "chief") as kind, "ballot_opened" | "player_chosen" | "vote_skipped":
                return bool(data["kind"] == kind)
            case "dice", "phase_began":
                return bool(data["phase"] == "destinations")
            case "move", "phase_began":
                return facts.dice_out
            case "attack", "attack_began":
                return self.tested and self.said.location not in {None, data["place"]}
            case _:
                return False


class Move(Watch):
    """`move`: the one character that the player moves this round, to the destination or not.

    A Sprint is played instead of that move and counts; an Energy drink moves another besides.
    """

    hears = frozenset({"character_moved", "phase_began"})

    def now(self, facts: Facts) -> Truth | None:
        """Compare with what was moved; who moves nobody makes it moot."""
        moved = facts.moved.get(self.player)
        if moved is None:
            return "moot" if facts.dice_out and not facts.movement else None
        return _truth(moved == self.said.character)


class Holds(Watch):
    """`holds`: the hand when it was said, which a listener may learn card by card."""

    hears = frozenset({"card_played", "card_given", "search_ended"})

    def began(self, facts: Facts) -> None:
        """Keep what can be known of the hand now."""
        self.least, self.most = facts.cards.bounds(self.player, str(self.said.card))
        self.unknown = facts.cards.unknown(self.player)
        self.left = Counter(facts.cards.known[self.player])
        self.same = True

    def now(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Decide if all numbers that are possible agree."""
        fit = {fits(self.said, number) for number in range(self.least, self.most + 1)}
        return _truth(fit.pop()) if len(fit) == 1 else None

    def heard(self, type_: str, data: Data, facts: Facts) -> Truth | None:
        """Learn from a card played out of the same hand; a card that came in ends it."""
        if type_ == "card_played":
            if self.same and data["player"] == self.player:
                self._played(data["card"])
            return self.now(facts)
        if data["recipient" if type_ == "card_given" else "player"] == self.player:
            self.same = False
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
        """The hand was never seen."""
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
"""By kind; `lied` is judged at once, by what was claimed before."""
