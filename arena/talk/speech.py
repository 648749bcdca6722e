"""Turns to speak or to bid, speeches and their messages, and their validation."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import category

from arena.claims.language import Claim
from arena.claims.offers import DealAct, Offer, Reply, act_problem, read_act
from arena.claims.open_offers import OpenOffers
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.settings import TalkRules
from engine.fact import fact

BIDS = range(5)
"""From 0, nothing to say, to 4, must speak now."""
UNREAD = 8
"""The most unreadable lines of a message, or of a plan, that are kept."""
LONGEST_UNREAD = 4_000
"""Characters of such a line, and of the reason."""


@fact
class TalkTurn:
    """One seat's turn to speak, or to bid for the next speech, where the table talks."""

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
    reply: int
    """Which beat of replies it is, from 1: who has it was addressed in the beat before; 0: none."""
    replies: int
    """How many beats of replies may follow the turns of this floor."""
    messages: int
    """The most messages of a speech."""
    whispers: bool
    """True where one may speak to chosen players only."""
    characters: int
    """The longest text of a message."""
    wave: int
    """Number of the turns of this game that are open together, from 1: none of them hears another.
    """
    refused: str | None = None
    """Why what came before on this very turn was not taken; None at the first try."""
    tries: int = 1
    """How many tries are left, this one included; then silence, or the bid 0, stands in."""

    @property
    def secret(self) -> bool:
        """False: all know who may speak."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A line that was meant as a claim but could not be parsed; it does not affect the words."""

    line: str
    why: str
    """The error, and what is possible."""

    @classmethod
    def read(cls, given: Mapping[str, object]) -> "Unread":
        """Build a line from the output of `data`. Raises `ClaimError`."""
        match given:
            case {"line": str(line), "why": str(why), **rest} if not rest:
                return cls(line=line, why=why)
            case _:
                raise ClaimError(f"a lost line is {given!r:.200}. Possible: line and why.")

    def data(self) -> dict[str, object]:
        """Return plain JSON data."""
        return {"line": self.line, "why": self.why}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Words to some listeners, with the claims and deals that they make.

    >>> import arena
    >>> seen = arena.Claim.read({"kind": "dice", "dice": [2, 2, 5, 6]})
    >>> said = arena.Message(text="Twos, mostly.", to=("Bruno",), whisper=True, claims=(seen,))
    >>> said.is_heard_by("Bruno"), said.is_heard_by("Clara")
    (True, False)
    """

    text: str
    """The words, as heard."""
    to: tuple[str, ...] = ()
    """The seats addressed; empty: the whole table."""
    whisper: bool = False
    """True: only those addressed hear the words."""
    claims: tuple[Claim, ...] = ()
    """What the words assert, in a form that can be compared with the truth."""
    deals: tuple[DealAct, ...] = ()
    """At most one offer of a deal, and replies to others."""
    unread: tuple[Unread, ...] = ()
    """Lines that nobody hears, since they could not be parsed."""

    @classmethod
    def read(cls, data: Mapping[str, object]) -> "Message":
        """Build a message from the output of `data`, ignoring other keys. Raises `ClaimError`."""
        match data:
            case {
                "text": str(text), "to": list(to), "whisper": bool(whisper),
                "claims": list(claims), "deals": list(deals), "unread": list(unread),
            } if all(isinstance(each, str) for each in to):  # fmt: skip
                return cls(
                    text=text,
                    to=tuple(to),
                    whisper=whisper,
                    claims=tuple(map(Claim.read, claims)),
                    deals=tuple(map(read_act, deals)),
                    unread=tuple(map(Unread.read, unread)),
                )
            case _:
                keys = "text, to, whisper, claims, deals and unread"
                raise ClaimError(f"a message is {data!r:.200}. Possible: {keys}.")

    def data(self) -> dict[str, object]:
        """Return plain JSON data."""
        return {
            "text": self.text,
            "to": list(self.to),
            "whisper": self.whisper,
            "claims": [claim.data() for claim in self.claims],
            "deals": [act.data() for act in self.deals],
            "unread": [each.data() for each in self.unread],
        }

    def fixed(self) -> "Message":
        """Return a copy with tuples in place of lists."""
        return replace(
            self, to=tuple(self.to), claims=tuple(self.claims), deals=tuple(self.deals),
            unread=tuple(self.unread),
        )  # fmt: skip

    @property
    def addressed(self) -> tuple[str, ...]:
        """The seats addressed by name or offered a deal."""
        offered = [seat for act in self.deals if isinstance(act, Offer) for seat in act.to]
        return tuple(dict.fromkeys((*self.to, *offered)))

    def is_heard_by(self, seat: str) -> bool:
        """Return True if another seat hears the words."""
        return not self.whisper or seat in self.to


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """The words of a seat on its turn: one message, or several to different listeners.

    >>> import arena
    >>> arena.Speech.of("I stay here.").messages[0].text
    'I stay here.'
    >>> aside = arena.Message(text="I vote for Clara.", to=("Bruno",), whisper=True)
    >>> two = arena.Speech(messages=(arena.Message(text="I stay here."), aside))
    """

    messages: tuple[Message, ...]

    @classmethod
    def of(
        cls,
        text: str,
        *,
        to: tuple[str, ...] = (),
        whisper: bool = False,
        claims: tuple[Claim, ...] = (),
        deals: tuple[DealAct, ...] = (),
        unread: tuple[Unread, ...] = (),
    ) -> "Speech":
        """Build a speech of one message."""
        said = Message(text=text, to=to, whisper=whisper, claims=claims, deals=deals, unread=unread)
        return cls(messages=(said,))

    @classmethod
    def read(cls, data: Sequence[Mapping[str, object]]) -> "Speech":
        """Build a speech from the output of `data`. Raises `ClaimError`."""
        return cls(messages=tuple(map(Message.read, data)))

    def fixed(self) -> "Speech":
        """Return an immutable copy."""
        return Speech(messages=tuple(each.fixed() for each in self.messages))

    def data(self) -> list[dict[str, object]]:
        """Return plain JSON data."""
        return [message.data() for message in self.messages]


def speech_problem(
    speech: object,
    turn: TalkTurn,
    rules: TalkRules,
    vocabulary: Vocabulary,
    deals: OpenOffers | None,
) -> str | None:
    """Return in one sentence why a speech is invalid; None if it is valid.

    `deals` are the game's open offers, or those that its speaker heard; None: nobody can offer any.
    """
    if not isinstance(speech, Speech):
        return f"{speech!r:.80} is no speech. Possible: a Speech, or None for silence."
    if not 1 <= len(speech.messages) <= rules.messages:
        return f"it has {len(speech.messages)} messages. Possible: 1 to {rules.messages}."
    for number, message in enumerate(speech.messages, start=1):
        problem = message_problem(message, turn.seat, rules, vocabulary)
        if problem is not None:
            return f"message {number}: {problem}" if len(speech.messages) > 1 else problem
    if deals is None:
        return None
    acts = [
        (act, message.to if message.whisper else None)
        for message in speech.messages
        for act in message.deals
    ]
    return deals.problem(acts, turn.seat, turn.wave)


def message_problem(
    message: object, speaker: str, rules: TalkRules, vocabulary: Vocabulary
) -> str | None:
    """Return in one sentence why a message is invalid on any turn; None if it is valid."""
    if not isinstance(message, Message):
        return f"{message!r:.80} is no message. Possible: a Message."
    lines = len(message.claims) + len(message.deals)
    if lines > rules.claims:
        return f"it has {lines} claims. Possible: at most {rules.claims}."
    return (
        _text_problem(message.text, rules.characters)
        or unread_problem(message.unread)
        or _listener_problem(message, speaker, rules, vocabulary.seats)
        or _claims_problem(message.claims, speaker, vocabulary)
        or _deals_problem(message.deals, speaker, vocabulary)
        or _deaf_problem(message)
    )


def bid_problem(bid: object) -> str | None:
    """Return in one sentence why a bid is invalid; None if it is valid."""
    if type(bid) is int and bid in BIDS:
        return None
    return f"the bid is {bid!r:.80}. Possible: a whole number from 0 to {BIDS[-1]}."


def unread_problem(unread: Sequence[object]) -> str | None:
    """Return in one sentence why unreadable lines can't be kept; None if they can."""
    if len(unread) > UNREAD:
        return f"it has {len(unread)} lines that can't be read. Possible: at most {UNREAD}."
    for each in unread:
        if not isinstance(each, Unread):
            return f"{each!r:.80} is no line that can't be read. Possible: an Unread."
        for what, words in (("line", each.line), ("reason", each.why)):
            problem = _text_problem(words, LONGEST_UNREAD, f"the {what} of what can't be read")
            if problem is not None:
                return problem
    return None


def _text_problem(text: object, longest: int, what: str = "the text") -> str | None:
    if not isinstance(text, str) or not text.strip():
        return f"{what} is {text!r:.80}. Possible: words, or None in place of it."
    if len(text) > longest:
        return f"{what} has {len(text)} characters. Possible: at most {longest}."
    odd = next((c for c in text if c not in JOINERS and category(c) in UNSPEAKABLE), None)
    if odd is not None:
        return f"{what} holds {odd!r}. Possible: printable characters and line breaks."
    return None


JOINERS = "\n\u200c\u200d"
"""A line break, and the characters that join letters in scripts and emoji."""
UNSPEAKABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that are no part of speech and could imitate its frame."""


def _listener_problem(
    speech: Message, speaker: str, rules: TalkRules, seats: Sequence[str]
) -> str | None:
    others = [seat for seat in seats if seat != speaker]
    whisper: object = speech.whisper
    if not isinstance(whisper, bool):
        return f"whisper is {whisper!r:.80}. Possible: True or False."
    strangers = [name for name in speech.to if name not in others]
    if strangers or len(set(speech.to)) < len(speech.to):
        return (
            f"it is addressed to {', '.join(speech.to)}. Possible: {', '.join(others)}, each once."
        )
    if speech.whisper and not rules.whispers:
        return "it is a whisper. Possible: at this table everybody hears everything."
    if speech.whisper and not speech.to:
        return f"it is a whisper to nobody. Possible: {', '.join(others)}."
    return None


def _deaf_problem(message: Message) -> str | None:
    deaf = [seat for seat in message.addressed if not message.is_heard_by(seat)]
    if not deaf:
        return None
    return f"{', '.join(deaf)} would not hear the offer. Possible: to whisper it to them too."


def _claims_problem(claims: Sequence[object], speaker: str, vocabulary: Vocabulary) -> str | None:
    for claim in claims:
        if not isinstance(claim, Claim):
            return f"{claim!r:.80} is no claim. Possible: a Claim."
        problem = _type_problem(claim) or vocabulary.check(claim, speaker)
        if problem is not None:
            return problem
    return None


def _deals_problem(acts: Sequence[object], speaker: str, vocabulary: Vocabulary) -> str | None:
    if sum(isinstance(act, Offer) for act in acts) > 1:
        return "it offers several deals. Possible: one offer in a message."
    for act in acts:
        if not isinstance(act, Offer | Reply):
            return f"{act!r:.80} is no deal. Possible: an Offer or a Reply."
        problem = _type_problem(act) or act_problem(act, speaker, vocabulary)
        if problem is not None:
            return problem
    return None


def _type_problem(said: Claim | DealAct) -> str | None:
    """Return the problem with a field's type: a record must read back as it was said."""
    again: Claim | DealAct | None
    try:
        data = said.data()
        json.dumps(data)
        again = Claim.read(data) if isinstance(said, Claim) else read_act(data)
    except ClaimError as error:
        return str(error)
    except (AttributeError, TypeError, ValueError, RecursionError):
        again = None
    return None if again == said else "a claim can't be logged. Possible: plain, finite values."
