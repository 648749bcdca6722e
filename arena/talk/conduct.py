"""Who said what to whom this round, and who was found to have lied."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.talk.claims import Claim, Proposition
from arena.talk.facts import Facts
from arena.talk.judgement import Truth
from arena.talk.meaning import Meaning, Meanings

__all__ = ["Conduct"]

_KNOWLEDGE = frozenset({"zombies", "dice", "saw", "holds"})
_PLEDGES = frozenset({"go", "vote", "give", "ally"})
_NEVER = -2
"""A round that is not the one before any round."""


class _Utterance(NamedTuple):
    speaker: str
    hearers: frozenset[str] | None
    """None: all."""
    meanings: tuple[Meaning, ...]
    """What it asserts flatly; claims on one topic that agree are taken together."""
    bare: bool
    """True: words without claims."""


class Conduct:
    """What players said, and how it turned out."""

    def __init__(self, meanings: Meanings) -> None:
        """Begin before anybody spoke."""
        self._meanings = meanings
        self._spoken: list[_Utterance] = []
        self._lied: dict[str, int] = {}
        self._judged: dict[str, int] = {}
        self._unsure: dict[str, int] = {}

    def round_began(self) -> None:
        """Forget what was said: only lies outlast the round."""
        self._spoken.clear()

    def spoke(self, speaker: str, seen_by: str | Sequence[str], claims: Sequence[Claim]) -> None:
        """Keep an utterance."""
        hearers = None if isinstance(seen_by, str) else frozenset(seen_by)
        flat = [
            self._meanings.of(claim.proposition.resolved(speaker))
            for claim in claims
            if claim.condition is None and claim.said_by is None
        ]
        self._spoken.append(_Utterance(speaker, hearers, _together(flat), not claims))

    def told_by(self, said: Proposition, to: str) -> str | None:
        """Return who last told this player so, or something that entails it."""
        meaning = self._meanings.of(said)
        for spoken in reversed(self._spoken):
            if spoken.speaker != to and _heard(spoken, to) and _entails(spoken, meaning):
                return spoken.speaker
        return None

    def told(self, said: Proposition, source: str, to: str, facts: Facts) -> Truth:
        """Tell whether a player told another so this round.

        A listener who does not hear all that either of them hears can't deny it.
        """
        meaning = self._meanings.of(said)
        heard = [each for each in self._spoken if each.speaker == source and _heard(each, to)]
        if any(_entails(each, meaning) for each in heard):
            return "true"
        hears = facts.sees_as(source) or facts.sees_as(to)
        return "undetermined" if any(each.bare for each in heard) or not hears else "false"

    def judged(
        self,
        speaker: str,
        said: Proposition | None,
        truth: Truth,
        when: tuple[int, int],
        *,
        knew: bool,
    ) -> None:
        """Keep how a claim turned out; `when` is the round in which it was made, and this one.

        `said` is None for hearsay, which is about words only.
        """
        made, found = when
        if truth == "undetermined" and said is not None:
            self._unsure[speaker] = found
        if truth not in {"true", "false"}:
            return
        self._judged[speaker] = found
        if truth == "true" or said is None:
            return
        if said.kind in _KNOWLEDGE and knew:
            self._lied[speaker] = max(made, self._lied.get(speaker, _NEVER))
        elif said.kind in _PLEDGES and said.player == speaker:
            self._lied[speaker] = found

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


def _heard(spoken: _Utterance, to: str) -> bool:
    return spoken.hearers is None or to in spoken.hearers


def _entails(spoken: _Utterance, meaning: Meaning) -> bool:
    return any(each.entails(meaning) for each in spoken.meanings)


def _together(meanings: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return the meanings, and for a topic on which they agree what they say together."""
    joined: dict[tuple[object, ...], int] = {}
    for topic, mask in meanings:
        joined[topic] = joined.get(topic, mask) & mask
    return (*meanings, *(Meaning(topic, mask) for topic, mask in joined.items()))
