"""What is said: a turn to speak or to bid, a speech, and what may not be in one."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal
from unicodedata import category

from arena.claims.language import Claim
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.settings import TalkRules

__all__ = ["BIDS", "Speech", "TalkTurn", "bid_problem", "speech_problem"]

BIDS = range(5)
"""From 0, nothing to say, to 4, must speak now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkTurn:
    """One seat's turn on a floor."""

    id: str
    """`SEAT.tN`, N counting this seat's own turns from 1."""
    seat: str
    task: Literal["speak", "bid"]
    """What is wanted: a `Speech` or silence, or a bid from 0 to 4."""
    floor: str
    """Why the table talks: `truck gift chief dice announced reveal attack revote tie`."""
    place: int | None
    """The location it is about, by its printed number; None: everywhere."""
    present: tuple[str, ...]
    """The players with a character there, in Chief order."""
    round: int
    phase: str
    turn: int
    """Which turn of this floor it is, from 1."""
    turns: int
    """How many the floor has."""
    whispers: bool
    """True where one may speak to chosen players only."""
    characters: int
    """The longest text."""
    wave: int
    """Number of the turns of this game that are open together, from 1: none of them hears another.
    """
    refused: str | None = None
    """Why what came before on this very turn was not taken; None at the first try."""

    @classmethod
    def read(cls, data: Mapping[str, Any], *, refused: str | None = None) -> "TalkTurn":
        """Return the turn that `data` made plain."""
        return cls(**{**data, "present": tuple(data["present"])}, refused=refused)

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON data, without `refused`."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)[:-1]}
        return {**plain, "present": list(self.present)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """What a seat says on its turn."""

    text: str
    """The words, as they are heard."""
    to: tuple[str, ...] = ()
    """Who is addressed; nobody: the whole table."""
    whisper: bool = False
    """True: only those addressed hear the words."""
    claims: tuple[Claim, ...] = ()
    """What the words say, in a form that can be held against the truth."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Speech":
        """Return the speech that `data` made plain. Raises `ClaimError`."""
        return cls(
            text=data["text"],
            to=tuple(data["to"]),
            whisper=data["whisper"],
            claims=tuple(Claim.read(claim) for claim in data["claims"]),
        )

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        return {
            "text": self.text,
            "to": list(self.to),
            "whisper": self.whisper,
            "claims": [claim.data() for claim in self.claims],
        }


def speech_problem(
    speech: object, turn: TalkTurn, rules: TalkRules, vocabulary: Vocabulary
) -> str | None:
    """Say in one sentence why a speech can't be taken; None: it can."""
    if not isinstance(speech, Speech):
        return f"{speech!r:.80} is no speech. Possible: a Speech, or None for silence."
    return (
        _text_problem(speech.text, rules.characters)
        or _listener_problem(speech, turn.seat, rules, vocabulary.seats)
        or _claims_problem(speech.claims, turn.seat, rules.claims, vocabulary)
    )


def bid_problem(bid: object) -> str | None:
    """Say in one sentence why a bid can't be taken; None: it can."""
    if type(bid) is int and bid in BIDS:
        return None
    return f"the bid is {bid!r:.80}. Possible: a whole number from 0 to {BIDS[-1]}."


def _text_problem(text: object, longest: int) -> str | None:
    if not isinstance(text, str) or not text.strip():
        return f"the text is {text!r:.80}. Possible: words, or None in place of it."
    if len(text) > longest:
        return f"the text has {len(text)} characters. Possible: at most {longest}."
    odd = next((c for c in text if c not in JOINERS and category(c) in UNSPEAKABLE), None)
    if odd is not None:
        return f"the text holds {odd!r}. Possible: printable characters and line breaks."
    return None


JOINERS = "\n\u200c\u200d"
"""A line break, and what scripts and emoji join their letters with."""
UNSPEAKABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that are no part of speech, and could imitate one's frame."""


def _listener_problem(
    speech: Speech, speaker: str, rules: TalkRules, seats: Sequence[str]
) -> str | None:
    others = [seat for seat in seats if seat != speaker]
    strangers = [name for name in speech.to if name not in others]
    if strangers or len(set(speech.to)) < len(speech.to):
        return f"it is addressed to {list(speech.to)}. Possible: {', '.join(others)}, each once."
    if speech.whisper and not rules.whispers:
        return "it is a whisper. Possible: at this table everybody hears everything."
    if speech.whisper and not speech.to:
        return f"it is a whisper to nobody. Possible: {', '.join(others)}."
    return None


def _claims_problem(
    claims: Sequence[object], speaker: str, most: int, vocabulary: Vocabulary
) -> str | None:
    if len(claims) > most:
        return f"it has {len(claims)} claims. Possible: at most {most}."
    for claim in claims:
        if not isinstance(claim, Claim):
            return f"{claim!r:.80} is no claim. Possible: a Claim."
        problem = _type_problem(claim) or vocabulary.check(claim, speaker)
        if problem is not None:
            return problem
    return None


def _type_problem(claim: Claim) -> str | None:
    """Say which field is not of its type: what is logged has to be read again as it was said."""
    try:
        data = claim.data()
        json.dumps(data)
        again = Claim.read(data)
    except ClaimError as error:
        return str(error)
    except (AttributeError, TypeError, ValueError, RecursionError):
        again = None
    return None if again == claim else "a claim can't be logged. Possible: plain, finite values."
