"""Offers of deals, and answers to them, as data.

A deal is what one seat will do and what another will do for it. Its number is that of the message
that offers it; its state is in `open_offers`. Nothing enforces a deal.

>>> vote = Proposition(kind="vote", target="Bruno", vote="chief")
>>> card = Proposition(kind="give", target="Anna")
>>> offer = Offer(to=("Bruno",), gives=(vote,), wants=(card,))
>>> read_act(offer.data()) == offer
True
>>> [each.player for side in offer.between("Anna", "Bruno") for each in side]
['Anna', 'Bruno']
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Literal, get_args

from arena.claims.kinds import PLEDGES
from arena.claims.language import FIELDS, Proposition
from arena.claims.vocabulary import LAST_ROUND, Vocabulary
from arena.errors import ClaimError, possible
from arena.text import shown
from engine.fact import fact

SIDE = 2
"""The most terms of one side of a deal."""
ReplyAct = Literal["accept", "decline", "withdraw"]
_REPLIES: tuple[str, ...] = get_args(ReplyAct)


@fact
class Offer:
    """An offer of a deal, or a counter-offer."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"use_attribute_docstrings": True}

    to: tuple[str, ...]
    """To whom it is made; each of them can accept it for themselves."""
    gives: tuple[Proposition, ...]
    """What the offerer will do: one or two pledges; a null target is whoever accepts."""
    wants: tuple[Proposition, ...]
    """What whoever accepts will do for it: one or two pledges; a null player is whoever accepts."""
    until: int | None = None
    """Last round in which its terms count; null: each as long as it runs by itself."""
    counters: int | None = None
    """Number of the deal that it answers; null: it answers none."""

    def data(self) -> dict[str, object]:
        """Return JSON data, without what is null."""
        data: dict[str, object] = {
            "act": "offer",
            "to": list(self.to),
            "gives": [each.data() for each in self.gives],
            "wants": [each.data() for each in self.wants],
        }
        if self.until is not None:
            data["until"] = self.until
        if self.counters is not None:
            data["counters"] = self.counters
        return data

    def between(
        self, offerer: str, other: str
    ) -> tuple[tuple[Proposition, ...], tuple[Proposition, ...]]:
        """Return the pledges of the offerer and of `other`, who accepts, all names filled in."""
        return (
            tuple(_filled(each, offerer, other) for each in self.gives),
            tuple(_filled(each, other, offerer) for each in self.wants),
        )


@fact
class Reply:
    """An answer to an offer; a counter-offer is an `Offer`."""

    act: ReplyAct
    """`accept` and `decline` are for those to whom it was made, `withdraw` for who made it."""
    deal: int
    """Number of the deal."""

    def data(self) -> dict[str, object]:
        """Return JSON data."""
        return {"act": self.act, "deal": self.deal}


DealAct = Offer | Reply


def read_act(given: Mapping[str, object]) -> DealAct:
    """Return the offer or answer that `data` wrote. Raises `ClaimError`."""
    match given:
        case {"act": "offer", "to": list(to), "gives": list(gives), "wants": list(wants), **rest}:
            numbers = {key: each for key, each in rest.items() if type(each) is int}
            if numbers.keys() == rest.keys() <= {"until", "counters"}:
                return Offer(
                    to=tuple(map(str, to)),
                    gives=tuple(map(Proposition.read, gives)),
                    wants=tuple(map(Proposition.read, wants)),
                    **numbers,
                )
        case {"act": str(act), "deal": int(deal)} if len(given) == 2 and type(deal) is int:  # noqa: PLR2004 - those two
            if act in _REPLIES:
                return Reply(act=act, deal=deal)  # type: ignore[arg-type]
        case _:
            pass
    raise ClaimError(f"a deal has {given!r:.200}. Possible: an offer, or {', '.join(_REPLIES)}.")


def act_problem(act: DealAct, speaker: str, vocabulary: Vocabulary) -> str | None:
    """Return why nobody can say this here, in one sentence; None where it can be said.

    `OpenOffers.problem` checks whether the deal is still open.
    """
    if isinstance(act, Reply):
        return None
    others = tuple(seat for seat in vocabulary.seats if seat != speaker)
    if not act.to or not set(act.to) <= set(others) or len(set(act.to)) < len(act.to):
        return f"Your offer is to {list(act.to)}. Possible: {', '.join(others)}, each once."
    if act.until is not None and not 1 <= act.until <= LAST_ROUND:
        return (
            f"Your offer has until {shown(act.until)}. Possible: the number of a round from 1 to "
            f"{LAST_ROUND}, or null."
        )
    for side, name in ((act.gives, "gives"), (act.wants, "asks for")):
        if not 1 <= len(side) <= SIDE:
            return f"Your offer {name} {len(side)} things. Possible: 1 to {SIDE}."
    for other in act.to:
        sides = act.between(speaker, other)
        for player, terms in zip((speaker, other), sides, strict=True):
            for each in terms:
                problem = _term_problem(each, player, speaker, vocabulary)
                if problem is not None:
                    return problem
    return None


def _term_problem(
    term: Proposition, player: str, speaker: str, vocabulary: Vocabulary
) -> str | None:
    if term.kind not in PLEDGES:
        return f"Your offer has {term.kind}. {possible(term.kind, tuple(sorted(PLEDGES)))}"
    if term.player != player:
        return f"Your offer has {term.kind} of {term.player}. Possible there: {player}."
    return vocabulary.term_problem(term, speaker)


def _filled(term: Proposition, player: str, other: str) -> Proposition:
    """Return a term with its player, and where it needs a target the other party as target."""
    needed, _ = FIELDS[term.kind]
    target = other if term.target is None and "target" in needed else term.target
    return replace(term, player=term.player or player, target=target)
