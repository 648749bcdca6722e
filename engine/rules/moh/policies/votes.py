"""The policies of votes: weights, candidates, lots, missing ballots."""

from dataclasses import dataclass
from typing import ClassVar

from engine.rules.board import Board
from engine.rules.moh.state import MohState
from engine.rules.pieces import DEAD
from engine.rules.text import Rule


@dataclass(frozen=True, slots=True)
class BallotDefault:
    """The ballot of a seat that fails to answer."""

    kind: str

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        how = "any candidate" if self.kind == "uniform" else "oneself if possible, else anyone"
        return Rule("GAP-M-12", f"Nobody abstains; a ballot that is not cast is drawn: {how}.")


@dataclass(frozen=True, slots=True)
class BallotWeight:
    """The weight of a ballot (MOH-19)."""

    everybody: bool
    """True: two or more characters there vote for the votes of all own ones."""
    anywhere: bool
    """True: a Gunman adds his vote wherever he is."""

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        own = "one vote for each own character there that is not hidden"
        if self.everybody:
            own = (
                "one vote for an own character there that is not hidden, and with several as many "
                "as characters of all players there that are not hidden"
            )
        gunman = "one more for a Gunman"
        if self.anywhere:
            gunman = "one more for a living Gunman, wherever he is and even hidden"
        text = (
            f"A ballot weighs {own}, {gunman}, one more for each Threat played; all of it goes to "
            "one player."
        )
        if self.anywhere:
            text += " His Gunman adds to the vote of an absent player too."
        return Rule("MOH-19", text)

    def present(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes of players with a character there that is not hidden, cards included."""
        weights = s.weights(place)
        if not (self.everybody or self.anywhere):
            return weights
        own = {player: len(s.visible(place, player)) for player in weights}
        everybody = sum(own.values())
        return {
            player: (everybody if self.everybody and count > 1 else count)
            + self._gunmen(s, player, place)
            + s.added_votes.get(player, 0)
            for player, count in own.items()
        }

    def absent(self, s: Board, player: str) -> int:
        """Return the votes of a player with no character there, in a re-vote (MOH-21)."""
        gunmen = self._gunmen(s, player, None) if self.anywhere else 0
        return 1 + gunmen + s.added_votes.get(player, 0)

    def _gunmen(self, s: Board, player: str, place: int | None) -> int:
        if self.anywhere or place is None:
            there = [i for i in s.roster.of[player] if s.where[i] != DEAD]
        else:
            there = s.visible(place, player)
        return sum(s.roster.votes[i] - 1 for i in there)


@dataclass(frozen=True, slots=True)
class TiedStandAgain:
    """A re-vote is between the tied candidates (MOH-21)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-21",
        "On a tie there is one re-vote between the tied. Those who voted have the same weight, "
        "and all players with no character there, the eliminated too, have one vote each; a "
        "player with only hidden characters there has none. No cards are played in between.",
    )

    def candidates(self, first: tuple[str, ...], tied: tuple[str, ...]) -> tuple[str, ...]:
        """Return the candidates of a re-vote."""
        del first
        return tied


@dataclass(frozen=True, slots=True)
class AllStandAgain:
    """A re-vote is between all candidates of the first ballot (MOH-21)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-21",
        "On a tie there is one re-vote, again for any of the candidates, tied or not. Those who "
        "voted have the same weight, and all players with no character there, the eliminated too, "
        "have one vote each; a player with only hidden characters there has none. No cards are "
        "played in between.",
    )

    def candidates(self, first: tuple[str, ...], tied: tuple[str, ...]) -> tuple[str, ...]:
        """Return the candidates of a re-vote."""
        del tied
        return first


@dataclass(frozen=True, slots=True)
class PlayerDrawn:
    """A second tie draws a player, who chooses a character (MOH-22)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-22",
        "On a second tie nobody searches the truck, the Chief stays and is not elected; in an "
        "attack one of those tied is drawn by lot, each with the same chance.",
    )
    draws_characters: bool = False

    def lots(self, s: MohState, place: int, tied: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names among which one is drawn."""
        del s, place
        return tied


@dataclass(frozen=True, slots=True)
class CharacterDrawn:
    """A second tie draws a character, as `B.pin_up` (MOH-22)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-22",
        "On a second tie nobody searches the truck, the Chief stays and is not elected; in an "
        "attack one of all characters there that are not hidden and belong to those tied is drawn "
        "by lot, each with the same chance, and its owner does not choose.",
    )
    draws_characters: bool = True

    def lots(self, s: MohState, place: int, tied: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names among which one is drawn."""
        kind = s.roster.kind
        return tuple(f"{player}.{kind[i]}" for player in tied for i in s.visible(place, player))


RevotePolicy = TiedStandAgain | AllStandAgain
SecondTiePolicy = PlayerDrawn | CharacterDrawn
