"""Which cards a seat knows others to hold: those that it saw come into their hands."""

from collections import Counter
from collections.abc import Mapping, Sequence

from arena.events import CardPlayed, CardReceived
from arena.records.record import Record

__all__ = ["KnownCards", "known_cards"]


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
            match record.data:
                case CardReceived() | CardPlayed() as change if change.player != seat:
                    _fold(change, known)
                case _:
                    pass
        if heard:
            self._kept[seat] = len(heard), heard[-1], known
        return {player: [*hand.elements()] for player, hand in known.items() if hand.total()}


def _fold(change: CardReceived | CardPlayed, known: dict[str, Counter[str]]) -> None:
    """Change what is known of a hand, which is left by play only."""
    hand, card = known.setdefault(change.player, Counter()), change.card
    came = isinstance(change, CardReceived)
    hand[card] = max(0, hand[card] + (1 if came else -1))


def known_cards(seat: str, heard: Sequence[Record]) -> Mapping[str, Sequence[str]]:
    """Return the same of one seat alone."""
    return KnownCards().of(seat, heard)
