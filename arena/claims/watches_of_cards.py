"""When it is true what was said of cards."""

from collections import Counter

from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.meaning import fits
from arena.claims.watch import Watch, truth_of
from arena.events import (
    AttackBegan,
    BallotOpened,
    CardGiven,
    CardPlayed,
    CharacterMoved,
    DiceRevealed,
    Event,
    Passed,
    PhaseBegan,
    PlayerChosen,
    SearchEnded,
    VoteCalled,
    VoteSkipped,
)

__all__ = ["Give", "Holds", "Play"]


class Give(Watch):
    """`give`: what the next search of the truck brings, if the player is the searcher."""

    hears = frozenset({PlayerChosen, VoteSkipped, SearchEnded})

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Wait for the player's search; another searcher or none makes it moot."""
        match event:
            case SearchEnded(player=player):
                return self._searched(facts) if player == self.player else "moot"
            case PlayerChosen(kind="truck", player=player):
                return None if player == self.player else "moot"
            case VoteSkipped(kind="truck"):
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
        """The next search may come in a later round."""
        return None


class Play(Watch):
    """`play`: the first such card at such a moment of this round.

    It was an occasion where the player was asked for a card: then they play one, or pass. Others
    know of those who take part in any case, with a card in hand.
    """

    hears = frozenset(
        {
            CardPlayed, Passed, VoteCalled, BallotOpened, PlayerChosen, VoteSkipped,
            CharacterMoved, DiceRevealed, AttackBegan, PhaseBegan,
        }
    )  # fmt: skip

    def began(self, facts: Facts) -> None:  # noqa: ARG002 - as others have it
        """No occasion yet."""
        self.opened = False

    @property
    def is_kept_so_far(self) -> bool:
        """Whether who said `not` has played none."""
        return self.said.negated and self.tested

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Look at what is played, and at who could have played."""
        said = self.said
        match event:
            case CardPlayed(player=self.player) if self._is_meant(facts):
                self.occasions.append(facts.at)
                if said.card in {None, event.card}:
                    return "true"
            case Passed(player=self.player) if self._is_meant(facts):
                self._asked(facts, sure=True)
            case CharacterMoved(player=self.player) if self._is_meant(facts):
                self._asked(facts)
            case VoteCalled(present=present) if self._is_meant(facts):
                self.opened = True
                if self.player in present:
                    self._asked(facts)
            case DiceRevealed() if said.moment in {None, "move"}:
                self.opened = True
            case PhaseBegan(phase="destinations") if said.moment in {None, "dice"}:
                self.opened = True
                if self.player not in facts.looked | facts.eliminated:
                    self._asked(facts)
            case _:
                pass
        return self.round_over(facts) if self._is_over(event, facts) else None

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

    def _is_over(self, event: Event, facts: Facts) -> bool:
        """Tell whether this event ends the moment; of an attack anywhere, the round does."""
        match self.said.moment, event:
            case ("truck" | "chief") as kind, BallotOpened() | PlayerChosen() | VoteSkipped():
                return event.kind == kind
            case "dice", PhaseBegan(phase=phase):
                return phase == "destinations"
            case "move", PhaseBegan():
                return facts.dice_out
            case "attack", AttackBegan(place=place):
                return self.tested and self.said.location not in {None, place}
            case _:
                return False


class Holds(Watch):
    """`holds`: the hand when it was said, which a listener may learn card by card."""

    hears = frozenset({CardPlayed, CardGiven, SearchEnded})

    def began(self, facts: Facts) -> None:
        """Keep what can be known of the hand now."""
        self.least, self.most = facts.cards.bounds(self.player, str(self.said.card))
        self.unknown = facts.cards.unknown(self.player)
        self.left = Counter(facts.cards.known[self.player])
        self.same = True

    def now(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Decide if all numbers that are possible agree."""
        fit = {fits(self.said, number) for number in range(self.least, self.most + 1)}
        return truth_of(fit.pop()) if len(fit) == 1 else None

    def heard(self, event: Event, facts: Facts) -> Truth | None:
        """Learn from a card played out of the same hand; a card that came in ends it."""
        match event:
            case CardPlayed(player=player, card=card):
                if self.same and player == self.player:
                    self._played(card)
                return self.now(facts)
            case CardGiven(recipient=self.player) | SearchEnded(player=self.player):
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
        """The hand was never seen."""
        return "undetermined"
