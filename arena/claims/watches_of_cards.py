"""When it is true what was said of cards."""

from collections import Counter

from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.meaning import fits
from arena.claims.watch import Data, Watch, truth_of

__all__ = ["Give", "Holds", "Play"]


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
        return truth_of(fit.pop()) if len(fit) == 1 else None

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
