"""The claims that each player heard, the lies that were found, and who can know of them.

Speeches of one wave are sealed: what was said in it, and its consequences, count once it is over.
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

_NEVER = -2
"""A round that is never the one before any round."""


class _Utterance(NamedTuple):
    speaker: str
    hearers: frozenset[str] | None
    """The seats that heard it; None: all."""
    meanings: tuple[Meaning, ...]
    """What it asserts without condition; claims on one topic that agree are merged."""
    passed_on: tuple[Meaning, ...]
    """What it attributes to others, or asserts on a condition."""


class _Proof(NamedTuple):
    """A lie or a broken pledge that was found."""

    assertion: Assertion
    round: int
    """The round in which the lie was told, or the pledge broken."""


class Conduct:
    """What players said, and which of it was a lie or a broken pledge."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings
        self._spoken: list[_Utterance] = []
        self._earlier: list[_Utterance] = []
        self._proofs: list[_Proof] = []
        self._lied: dict[str, int] = {}
        self._judged: dict[str, int] = {}
        self._unsure: dict[str, int] = {}
        self._hidden: dict[str, int] = {}
        # The last round in which a claim of a player depended on what that player can't know.
        self._wave = 0
        self._sealed: list[Callable[[], None]] = []

    # --- when ---

    def round_began(self) -> None:
        """Move on to the next round."""
        self._earlier += self._spoken
        self._spoken.clear()

    def begin(self, wave: int) -> None:
        """Begin a speech of this wave; speeches of earlier waves then count as heard."""
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
        """Add an utterance and its assertions."""
        flat, passed_on = list[Meaning](), list[Meaning]()
        for each in made:
            (flat if each.is_plain else passed_on).append(self._meanings.of(each.said))
        said = _Utterance(speaker, hearers, _together(flat), tuple(passed_on))
        self._once_heard(partial(self._spoken.append, said))

    def told_by(self, said: Proposition, to: str) -> str | None:
        """Return the last player who claimed this to `to`, or something that entails it.

        None: nobody did, it is about `to`'s own intentions, or `to` claimed it first.
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
        """Return the truth of the hearsay that `source` claimed so to `to`.

        It looks at this round, and for kinds that last, at the whole game. Only claims count, and
        what they entail: no words without claims, no hearsay, nothing on a condition. A listener
        who does not hear all that either of them hears can't deny it.
        """
        meaning = self._meanings.of(said)
        lasting = self._earlier if said.kind in LASTING else []
        heard = (each for each in (*self._spoken, *lasting) if each.speaker == source)
        if any(_heard(each, to) and _entails(each, meaning) for each in heard):
            return "true"
        return "false" if facts.sees_as(source) or facts.sees_as(to) else "undetermined"

    # --- how it turned out ---

    def judged(self, assertion: Assertion, truth: Truth, verdict: Verdict, now: int) -> None:
        """Record how a claim turned out in round `now`."""
        self._once_heard(partial(self._found, assertion, truth, verdict, now))

    def _found(self, assertion: Assertion, truth: Truth, verdict: Verdict, now: int) -> None:
        speaker, condition = assertion.speaker, assertion.claim.condition
        if condition is not None and _stays_hidden(condition.resolved(speaker), speaker):
            self._hidden[speaker] = now
        if truth == "undetermined" and assertion.claim.said_by is None:
            # Who was told knows as much of hearsay as a whole log does: nothing is left to find.
            self._unsure[speaker] = now
        if truth not in {"true", "false"}:
            return
        self._judged[speaker] = now
        if verdict.is_deceitful:
            since = assertion.round if verdict == Verdict.LIE else now
            self._lied[speaker] = max(since, self._lied.get(speaker, _NEVER))
            self._proofs.append(_Proof(assertion, since))

    def lied(self, player: str, facts: Facts, *, pending: bool) -> Truth:
        """Return the truth of the claim that a player has lied, this round or the one before.

        A broken pledge counts as a lie. Only a whole log can deny it, and the player's own where he
        knows what became of all his claims: a pledge on a condition may be broken without his
        knowing. `pending`: such a claim of his is open.
        """
        since = facts.round - 1
        if self._lied.get(player, _NEVER) >= since:
            return "true"
        if self._judged.get(player, _NEVER) < since:
            return "undetermined"
        sure = not pending and self._unsure.get(player, _NEVER) < since
        return "false" if facts.whole or (sure and facts.sees_as(player)) else "undetermined"

    def knows_own(self, player: str, facts: Facts) -> bool:
        """Return True if a player knows that none of their own claims was a lie or was broken."""
        return self._hidden.get(player, _NEVER) < facts.round - 1

    def proves(self, liar: str, to: str, facts: Facts) -> bool:
        """Return True if a player heard a lie and saw for himself that it was one."""
        return any(
            each.assertion.speaker == liar
            and each.round >= facts.round - 1
            and (liar == to or each.assertion.was_heard_by(to))
            and _shows(each, to, facts)
            for each in self._proofs
        )


def _shows(proof: _Proof, to: str, facts: Facts) -> bool:
    """Return True if a player can know the outcome of a claim and of its condition."""
    made, over = proof.assertion, proof.round < facts.round
    if made.claim.said_by is not None:
        return to in {made.speaker, made.claim.said_by}  # who know what was said
    own = made.speaker == to  # who knew the truth when they lied, and did what they did
    condition = made.claim.condition
    parts = () if own else (made.said,)
    if condition is not None:
        parts = (*parts, condition.resolved(made.speaker))
    return all(_is_open(each, to, facts, over=over) for each in parts)


def _is_open(said: Proposition, to: str, facts: Facts, *, over: bool) -> bool:
    """Return True if a player can know whether it was so: ballots are open, hands are not."""
    if _stays_hidden(said, to):
        return False
    match said.kind:
        case "zombies" | "dice" | "tell":
            return over or facts.has_seen_dice(to)
        case "go":
            return over or facts.destinations_out
        case _:
            return True


def _stays_hidden(said: Proposition, to: str) -> bool:
    """Return True if a player never gets to know whether it was so."""
    match said.kind:
        case "holds":
            return said.player != to
        case "give":
            return said.card is not None and to not in {said.player, said.target}
        case "tell":
            return to not in {said.player, said.target}
        case "lied":
            return True
        case _:
            return False


def _heard(spoken: _Utterance, to: str) -> bool:
    return spoken.hearers is None or to in spoken.hearers


def _entails(spoken: _Utterance, meaning: Meaning) -> bool:
    return any(each.entails(meaning) for each in spoken.meanings)


def _says(spoken: _Utterance, meaning: Meaning) -> bool:
    return any(each.entails(meaning) for each in (*spoken.meanings, *spoken.passed_on))


def _together(meanings: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return the meanings with those of one topic merged, where they agree."""
    joined: dict[tuple[object, ...], int] = {}
    for topic, mask in meanings:
        joined[topic] = joined.get(topic, mask) & mask
    return (*meanings, *(Meaning(topic, mask) for topic, mask in joined.items()))
