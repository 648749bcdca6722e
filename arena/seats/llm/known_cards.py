"""Which cards a seat knows others to hold: those that it saw come into their hands."""

from collections import Counter
from collections.abc import Mapping, Sequence

from arena.records import Record

__all__ = ["known_cards"]


def known_cards(seat: str, heard: Sequence[Record]) -> Mapping[str, Sequence[str]]:
    """Return ids of cards by who holds them, as far as the seat saw; a hand is left by play only.

    Of two of a kind it may be the one that the seat did not see which was played: none is known
    then.
    """
    known: dict[str, Counter[str]] = {}
    for record in heard:
        if record["type"] not in {"card_received", "card_played"}:
            continue
        data = record["data"]
        if data["player"] != seat:
            hand = known.setdefault(data["player"], Counter())
            came = record["type"] == "card_received"
            hand[data["card"]] = max(0, hand[data["card"]] + (1 if came else -1))
    return {player: [*hand.elements()] for player, hand in known.items() if hand.total()}
