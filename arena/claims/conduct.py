"""Who said what to whom, who was found to have lied, and who can know that.

Speeches of one wave are sealed: what was said in it, and what came of it, counts once it is over.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from arena.claims.assertions import Assertion
from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.kinds import LASTING, PLEDGES
from arena.claims.language import Proposition
from arena.claims.meaning import Meaning, Meanings
from arena.claims.verdict import Verdict

__all__ = ["Conduct"]

_NEVER = -2
"""A round that is not the one before any round."""


class _Utterance(NamedTuple):
    speaker: str
    hearers: frozenset[str] | None
    """None: all."""
    meanings: tuple[Meaning, ...]
    """What it asserts flatly; claims on one topic that agree are taken together."""
    passed_on: tuple[Meaning, ...]
    """What it says that others said, or that would be so on a condition."""
    dice: int
    """How many the round had: of so many it speaks."""


class _Proof(NamedTuple):
    """A lie, or a broken pledge, that was found."""

    assertion: Assertion
    round: int
    """When the lie was told, or the pledge broken."""


class Conduct:
    """What players said, and how it turned out."""

    def __init__(self, meanings: Meanings) -> None:
        """Begin before anybody spoke."""
        self._meanings = meanings
        self._spoken: list[_Utterance] = []
        self._earlier: list[_Utterance] = []
        self._proofs: list[_Proof] = []
        self._lied: dict[str, int] = {}
        self._judged: dict[str, int] = {}
        self._unsure: dict[str, int] = {}
        self._wave = 0
        self._sealed: list[Callable[[], None]] = []

    # --- when ---

    def round_began(self) -> None:
        """Go on to the next round."""
        self._earlier += self._spoken
        self._spoken.clear()

    def begin(self, wave: int) -> None:
        """Begin a speech of this wave; what was said in another one has been heard."""
        if wave != self._wave:
            self.heard_out()
        self._wave = wave

    def heard_out(self) -> None:
        """End the wave."""
        for happened in self._sealed:
            happened()
        self._sealed.clear()
        self._wave = 0

    def _once_heard(self, happened: Callable[[], None]) -> None:
        if self._wave:
            self._sealed.append(happened)
        else:
            happened()

    # --- what was said ---

    def spoke(
        self, speaker: str, hearers: frozenset[str] | None, made: Sequence[Assertion]
    ) -> None:
        """Keep an utterance and what it asserts."""
        flat, passed_on = list[Meaning](), list[Meaning]()
        for each in made:
            (flat if each.is_plain else passed_on).append(self._meanings.of(each.said))
        said = _Utterance(speaker, hearers, _together(flat), tuple(passed_on), self._meanings.dice)
        self._once_heard(partial(self._spoken.append, said))

    def told_by(self, said: Proposition, to: str) -> str | None:
        """Return who last told this player so, or something that entails it.

        Nobody is told what they mean to do themselves, nor what they were the first to say.
        """
        if said.kind in PLEDGES and said.player == to:
            return None
        meaning, teller = self._meanings.of(said), None
        lasting = self._earlier if said.kind in LASTING else []
        for spoken in (*lasting, *self._spoken):
            if not _says(spoken, meaning):
                continue
            if spoken.speaker != to:
                teller = spoken.speaker if _heard(spoken, to) else teller
            elif teller is None:
                return None
        return teller

    def was_told(self, said: Proposition, source: str, to: str, facts: Facts) -> Truth:
        """Tell whether a player claimed so to another: this round, or of what lasts ever.

        False only where he claimed the contrary, or said nothing at all: words need no claims. A
        listener who does not hear all that either of them hears can't deny it.
        """
        meaning = self._meanings.of(said)
        heard = [each for each in self._spoken if each.speaker == source and _heard(each, to)]
        before = [each for each in self._earlier if each.speaker == source and _heard(each, to)]
        lasting = before if said.kind in LASTING else []
        if any(_entails(each, meaning) for each in (*heard, *lasting)):
            return "true"
        if not (facts.sees_as(source) or facts.sees_as(to)):
            return "undetermined"
        if any(each.excludes(meaning) for spoken in heard for each in spoken.meanings):
            return "false"
        spoke = heard or lasting or any(self._said(each, said) for each in before)
        return "undetermined" if spoke else "false"

    def _said(self, spoken: _Utterance, said: Proposition) -> bool:
        """Tell whether an utterance asserted it, or passed it on, of the dice of its round."""
        return _says(spoken, self._meanings.of(said, dice=spoken.dice))

    # --- how it turned out ---

    def judged(self, assertion: Assertion, truth: Truth, verdict: Verdict, now: int) -> None:
        """Keep how a claim turned out in round `now`."""
        self._once_heard(partial(self._found, assertion, truth, verdict, now))

    def _found(self, assertion: Assertion, truth: Truth, verdict: Verdict, now: int) -> None:
        speaker = assertion.speaker
        if truth == "undetermined" and assertion.claim.said_by is None:
            # Of hearsay a whole log knows no more than who was told: nothing is left to find.
            self._unsure[speaker] = now
        if truth not in {"true", "false"}:
            return
        self._judged[speaker] = now
        if verdict.is_deceitful:
            since = assertion.round if verdict == Verdict.LIE else now
            self._lied[speaker] = max(since, self._lied.get(speaker, _NEVER))
            self._proofs.append(_Proof(assertion, since))

    def lied(self, player: str, facts: Facts, *, pending: bool) -> Truth:
        """Tell whether a lie or a broken pledge was found, in this round or the one before.

        Only a whole log can deny it, and the player's own where he knows what became of all his
        claims: a pledge on a condition may be broken without his knowing. `pending`: such a claim
        of his is open.
        """
        since = facts.round - 1
        if self._lied.get(player, _NEVER) >= since:
            return "true"
        if self._judged.get(player, _NEVER) < since:
            return "undetermined"
        sure = not pending and self._unsure.get(player, _NEVER) < since
        return "false" if facts.whole or (sure and facts.sees_as(player)) else "undetermined"

    def proves(self, liar: str, to: str, facts: Facts) -> bool:
        """Tell whether a player has heard a lie and seen for himself that it was one."""
        return any(
            each.assertion.speaker == liar
            and each.round >= facts.round - 1
            and (liar == to or (each.assertion.was_heard_by(to) and _shows(each, to, facts)))
            for each in self._proofs
        )


def _shows(proof: _Proof, to: str, facts: Facts) -> bool:
    """Tell whether what became of it is open to a player: ballots are, hands are not."""
    said, over = proof.assertion.said, proof.round < facts.round
    if proof.assertion.claim.said_by is not None:
        return proof.assertion.claim.said_by == to  # who knows what they said
    match said.kind:
        case "zombies" | "dice":
            return over or facts.has_seen_dice(to)
        case "go":
            return over or facts.destinations_out
        case "give":
            return said.card is None
        case "tell":
            return to == said.target and (over or facts.dice_out)
        case "holds" | "lied":
            return False
        case _:
            return True


def _heard(spoken: _Utterance, to: str) -> bool:
    return spoken.hearers is None or to in spoken.hearers


def _entails(spoken: _Utterance, meaning: Meaning) -> bool:
    return any(each.entails(meaning) for each in spoken.meanings)


def _says(spoken: _Utterance, meaning: Meaning) -> bool:
    """Tell whether an utterance asserts it, or passes it on."""
    return any(each.entails(meaning) for each in (*spoken.meanings, *spoken.passed_on))


def _together(meanings: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return the meanings, and for a topic on which they agree what they say together."""
    joined: dict[tuple[object, ...], int] = {}
    for topic, mask in meanings:
        joined[topic] = joined.get(topic, mask) & mask
    return (*meanings, *(Meaning(topic, mask) for topic, mask in joined.items()))
