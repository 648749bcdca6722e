"""Which cards a seat knows others to hold: those that it saw come into their hands."""

from collections import Counter
from collections.abc import Mapping, Sequence

from arena.records.record import Record

__all__ = ["KnownCards", "known_cards"]

HANDS = frozenset({"card_received", "card_played"})
"""Types of records by which hands change: a hand is left by play only."""


class KnownCards:
    """Tells each seat's cards of others; a function of what it heard.

    What was found last is kept, so that a turn costs as much as what is new.
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._kept: dict[str, tuple[int, object, dict[str, Counter[str]]]] = {}

    def of(self, seat: str, heard: Sequence[Record]) -> Mapping[str, Sequence[str]]:
        """Return ids of cards by who holds them, as far as the seat saw.

        Of two of a kind it may be the one that the seat did not see which was played: none is known
        then.
        """
        count, last, known = self._kept.pop(seat, (0, None, {}))
        if count > len(heard) or (count and heard[count - 1] is not last):
            count, known = 0, {}
        for record in heard[count:]:
            if record["type"] in HANDS and record["data"]["player"] != seat:
                _fold(record, known)
        if heard:
            self._kept[seat] = len(heard), heard[-1], known
        return {player: [*hand.elements()] for player, hand in known.items() if hand.total()}


def _fold(record: Record, known: dict[str, Counter[str]]) -> None:
    data = record["data"]
    hand = known.setdefault(data["player"], Counter())
    came = record["type"] == "card_received"
    hand[data["card"]] = max(0, hand[data["card"]] + (1 if came else -1))


def known_cards(seat: str, heard: Sequence[Record]) -> Mapping[str, Sequence[str]]:
    """Return the same of one seat alone."""
    return KnownCards().of(seat, heard)
