"""Claims, offers and answers of a message in words.

A message without words of its own is spoken in these.
"""

from collections.abc import Iterable, Mapping

from arena.claims.language import Claim
from arena.claims.offers import DealAct, Offer, ReplyAct
from arena.narration.claims_in_words import claim_in_words
from arena.narration.deals_in_words import terms
from arena.narration.words import Words, fill

OFFERS = "I offer {to} a deal"
"""Words spoken with an offer; its terms are narrated with its number."""
SAYS: Mapping[ReplyAct, str] = {
    "accept": "I accept offer {deal}",
    "decline": "I decline offer {deal}",
    "withdraw": "I take back offer {deal}",
}
"""Words spoken with an answer to an offer."""
OWN = {"thinks": "think", "guesses": "guess", "holds": "hold", "has": "have", "does": "do"}
"""First-person forms of verbs."""


def act_in_words(words: Words, act: Claim | DealAct, speaker: str) -> str:
    """Return `exactly 2 dice show 4 Parking Lot`, `offer to Bo: Anna votes for ...; for it ...`."""
    match act:
        case Claim():
            return claim_in_words(words, act, speaker).plain
        case Offer():
            one = act.to[0] if len(act.to) == 1 else None
            until = "" if act.until is None else f", until the end of round {act.until}"
            return fill(
                "offer to {to}: {terms}{until}", to=words.seat_list(act.to),
                terms=terms(words, act, speaker, one), until=until,
            ).plain  # fmt: skip
        case _:
            return f"{act.act} offer {act.deal}"


def spoken(words: Words, acts: Iterable[Claim | DealAct], speaker: str) -> str:
    """Return the words of a speaker who types none, a sentence an act; empty for no act."""
    said = (_spoken(words, act, speaker) for act in acts)
    return " ".join(f"{each[0].upper()}{each[1:]}." for each in said)


def _spoken(words: Words, act: Claim | DealAct, speaker: str) -> str:
    match act:
        case Claim():
            return _of_oneself(claim_in_words(words, act, speaker).plain, speaker)
        case Offer():
            return fill(OFFERS, to=words.seat_list(act.to)).plain
        case _:
            return SAYS[act.act].format(deal=act.deal)


def _of_oneself(said: str, speaker: str) -> str:
    """Return `I will go to ...` for `Anna will go to ...`; a text about others unchanged."""
    if not said.startswith(f"{speaker} "):
        return said
    verb, space, rest = said.removeprefix(f"{speaker} ").partition(" ")
    return f"I {OWN.get(verb, verb)}{space}{rest}"
