"""Claims that are not judged yet: proposition, condition, and how the two decide the claim."""

from collections.abc import Mapping
from typing import NamedTuple

from arena.claims.assertions import Assertion
from arena.claims.facts import Facts
from arena.claims.judgement import Basis, Judgement, Truth, opposite
from arena.claims.kinds import FROM_THEIR_CONDITION, PLEDGES
from arena.claims.language import Ballot, Proposition
from arena.claims.meaning import Meanings, fits
from arena.claims.watch import Watch


class Part:
    """A claim's proposition or its condition, with its truth once that is found."""

    def __init__(self, said: Proposition, watch: Watch | None) -> None:
        self.said = said
        self.watch = watch
        self.truth: Truth | None = None
        self.at: int | None = None
        self.ballot: Ballot | None = None
        self.seal: tuple[object, ...] | None = None

    def take(self, truth: Truth | None, facts: Facts) -> None:
        """Set the truth, given without the proposition's negation; None leaves it open."""
        if truth is not None:
            self.settle(opposite(truth) if self.said.negated else truth, facts)

    def settle(self, truth: Truth, facts: Facts) -> None:
        """Set the truth, and the number of the record that showed it."""
        self.truth, self.at = truth, facts.at
        self.ballot, self.seal = facts.ballot, facts.seal

    @property
    def is_kept_so_far(self) -> bool:
        """Whether it was kept where it could have been broken, and still can be broken."""
        return self.truth is None and self.watch is not None and self.watch.is_kept_so_far


class Case:
    """A claim until it is judged."""

    def __init__(self, assertion: Assertion, body: Part, condition: Part | None = None) -> None:
        self.assertion = assertion
        self.body = body
        self.condition = condition
        self.prior = Prior(None, settled=False)
        self.told_by: str | None = None
        self.other_promised: Truth | None = None
        """The truth of the other player's own promise to do what the condition says.

        It counts as it stands when they fail; None until then.
        """

    @property
    def has_been_failed(self) -> bool:
        """Whether another player did not do what the speaker's pledge was given in return for.

        Both acted under one seal, so the speaker could not know it.
        """
        if self.condition is None or self.condition.seal is None:
            return False
        mutual = self.assertion.is_pledge and _are_mutual(self.body.said, self.condition.said)
        return mutual and self.condition.truth == "false"

    @property
    def is_allied_later(self) -> bool:
        """Whether an alliance waits for its condition, which has not been kept so far either."""
        if self.body.said.kind not in FROM_THEIR_CONDITION or self.condition is None:
            return False
        return self.condition.truth is None and not self.condition.is_kept_so_far

    def weigh_condition(self, facts: Facts) -> None:
        """Set the truth of a condition that goes on, as it stands when the promise is decided.

        Who breaks a truce is not excused by what the other player does after it.
        """
        decided = self.body.said.kind in PLEDGES and self.body.truth in {"true", "false"}
        if decided and self.condition is not None and self.condition.is_kept_so_far:
            self.condition.settle("true", facts)

    def truth(self, facts: Facts) -> Truth | None:
        """Return the truth of the claim; moot where its condition turned out not true."""
        body, condition = self.body.truth, self.condition
        if condition is None or body == "moot":
            return body
        if condition.truth == "true":
            return body
        if condition.truth != "false":
            return condition.truth
        if not self.has_been_failed:
            return "moot"
        if body is None and facts.sealing and condition.seal == facts.seal:
            return None  # the speaker's own part may come under the same seal
        both = body == "false" and self.body.seal == condition.seal
        return _FAILED[self.other_promised] if both else "moot"

    def judgement(self, truth: Truth) -> Judgement:
        """Return the judgement record for the claim's truth."""
        chance, settled = self.prior
        body, condition = self.body, self.condition
        if settled and chance is None and body.truth in {"true", "false"}:
            chance = float(body.truth == "true")
        was_told = None if settled else self.told_by
        basis: Basis = "seen" if settled else "neither" if was_told is None else "told"
        decisive = condition if body.truth is None and condition is not None else body
        occasions = () if body.watch is None else body.watch.occasions
        return Judgement(
            message=self.assertion.message,
            claim=self.assertion.at,
            speaker=self.assertion.speaker,
            truth=truth,
            prior=chance,
            basis=basis,
            told_by=was_told,
            at=decisive.at,
            ballot=decisive.ballot,
            condition=None if condition is None else condition.truth,
            condition_at=None if condition is None else condition.at,
            occasions=[at for at in occasions if at is not None],
        )


_FAILED: Mapping[Truth | None, Truth] = {
    "true": "both_failed",
    "false": "moot",
    "undetermined": "undetermined",
}
"""The truth of a promise when neither player did their part, by whether the other had promised
too."""


def _are_mutual(said: Proposition, condition: Proposition) -> bool:
    return {said.kind, condition.kind} <= PLEDGES


class Prior(NamedTuple):
    """A probability, and whether the speaker's own information settled the matter."""

    chance: float | None
    """From 0 to 1. None: if settled, the claim's truth counts; else it depends on somebody's will,
    or on what is unknown."""
    settled: bool


def prior(
    said: Proposition, speaker: str, facts: Facts, meanings: Meanings, *, decided: bool
) -> Prior:
    """Return the prior of a proposition that names its player; `decided`: its truth is found."""
    if _knows(said, speaker, facts, decided=decided):
        return Prior(None, settled=True)
    if _cannot(said, speaker, facts):
        return Prior(float(said.negated), settled=True)
    chance = _chance(said, speaker, facts, meanings)
    return Prior(chance, settled=chance in {0.0, 1.0})


def _cannot(said: Proposition, speaker: str, facts: Facts) -> bool:
    """Return True if the speaker knows that it can't be done."""
    match said.kind:
        case "give":
            return _cannot_give(said, speaker, facts)
        case "play":
            return _cannot_play(said, speaker, facts)
        case "move":
            return (str(said.player), str(said.character)) in facts.dead
        case _:
            return False


def _cannot_play(said: Proposition, speaker: str, facts: Facts) -> bool:
    """Return True if the player has no such card and can't get one before the moment."""
    if not (facts.truck_over or said.moment == "truck"):
        return False
    player, cards = str(said.player), facts.cards
    if said.card is None or not cards.sizes[player]:
        return not cards.sizes[player]
    if not facts.sees_as(speaker):
        return False
    if player == speaker:
        return not cards.unknown(player) and not cards.known[player][said.card]
    return cards.chance(speaker, player, said.card, bool) == 0.0


def _cannot_give(said: Proposition, speaker: str, facts: Facts) -> bool:
    seen = facts.truck
    return (
        said.player == speaker == facts.searcher and bool(seen) and said.card not in {None, *seen}
    )


def _knows(said: Proposition, speaker: str, facts: Facts, *, decided: bool) -> bool:
    own = said.player == speaker
    match said.kind:
        case "zombies" | "dice":
            return facts.has_seen_dice(speaker)
        case "saw":
            return True
        case "holds":
            return own
        case "go":
            known = facts.destinations if own else facts.open_destinations
            return said.player in known
        case "move":
            return said.player in facts.moved
        case "tell":
            return decided and speaker in {said.player, said.target}
        case "safe":
            return decided  # deaths are public, and so is a location that holds
        case "vote" | "give" | "ally" | "play" | "lied":
            return False


def _chance(said: Proposition, speaker: str, facts: Facts, meanings: Meanings) -> float | None:
    match said.kind:
        case "zombies" | "dice":
            return meanings.chance(said)
        case "holds" if facts.sees_as(speaker):
            player, card = str(said.player), str(said.card)
            return facts.cards.chance(
                speaker, player, card, lambda number: fits(said, number) != said.negated
            )
        case _:
            return None
