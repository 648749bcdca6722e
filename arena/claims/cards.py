"""The locations of cards, as far as the records that were read show them.

Sizes of hands and deck are public; faces are known to those who perceived them. `bounds` is what
the reader of the records knows of a hand, `chance` what one player knows, who remembers his own
hand, the cards that were played, those he gave away and those he put under the deck.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb


class Cards:
    """What is known of each hand, of the deck and of the cards that are out of the game."""

    def __init__(self, seats: tuple[str, ...], copies: Mapping[str, int]) -> None:
        """Begin before the deal; `copies` is the number of copies of each card in the ruleset."""
        self._copies = copies
        self._total = sum(copies.values())
        self.sizes = dict.fromkeys(seats, 0)
        """Number of cards in each hand."""
        self.known: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        """Cards in each hand whose faces are known."""
        self.played: Counter[str] = Counter()
        """Cards that are out of the game."""
        self._deck = 0
        self._gifts: dict[tuple[str, str], Counter[str]] = {}
        # By (giver, recipient): what the giver knows to be in the recipient's hand.
        self._under: dict[str, list[tuple[str, int]]] = {seat: [] for seat in seats}
        # By player: cards he put under the deck, with the number of cards above each.
        self._boxed: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        # By player: cards he put out of the game, which nobody else knows.
        self._truck: tuple[str, Counter[str]] | None = None

    # --- what happens to cards ---

    def dealt(self, sizes: Mapping[str, int], deck: int) -> None:
        """Set the sizes of all hands, and of the deck that is left."""
        self.sizes.update(sizes)
        self._deck = deck

    def received(self, player: str, card: str, giver: str | None) -> None:
        """Add a face to a hand, whose size changes apart; `giver` knows it, where one gave it."""
        self.known[player][card] += 1
        if giver is not None:
            self._gifts.setdefault((giver, player), Counter())[card] += 1

    def given(self, recipient: str) -> None:
        """Add one card to the size of the recipient's hand."""
        self.sizes[recipient] += 1

    def put_away(self, player: str, card: str) -> None:
        """Move a card that was played from a hand out of the game."""
        self.sizes[player] -= 1
        self.played[card] += 1
        known = self.known[player]
        known[card] = max(0, known[card] - 1)
        for (_, holder), gift in self._gifts.items():
            if holder == player:
                _take(gift, card)

    def searched(self, count: int) -> None:
        """Take cards from the top of the deck; one that is drawn is no longer located."""
        self._deck -= count
        for player, cards in self._under.items():
            if cards:
                self._under[player] = [(c, above - count) for c, above in cards if above >= count]

    def seen(self, searcher: str, cards: Sequence[str]) -> None:
        """Set the cards that the searcher sees until he distributes them."""
        self._truck = (searcher, Counter(cards))

    def search_ended(self, searcher: str, *, kept: int, left: int) -> None:
        """Add what the searcher kept to his hand, and put the rest under the deck."""
        self._truck = None
        self.sizes[searcher] += kept
        self._deck += left

    def returned(self, searcher: str, card: str) -> None:
        """Record that the searcher knows a card that he put under the deck."""
        self._under[searcher].append((card, self._deck - 1))

    def boxed(self, searcher: str, card: str) -> None:
        """Record that the searcher knows a card that he put out of the game."""
        self._boxed[searcher][card] += 1

    # --- what can be known ---

    def faces(self) -> Mapping[str, Sequence[str]]:
        """Return the known cards of each hand that has any.

        If a card was played that may be a known one or an unknown one of the same kind, it counts
        as the known one.
        """
        return {player: [*hand.elements()] for player, hand in self.known.items() if hand.total()}

    def unknown(self, player: str) -> int:
        """Return the number of cards in a hand with unknown faces."""
        return max(0, self.sizes[player] - self.known[player].total())

    def free(self, card: str) -> int:
        """Return the number of copies of a card that are known neither as played nor in a hand."""
        held = sum(hand[card] for hand in self.known.values())
        return max(0, self._copies[card] - self.played[card] - held)

    def bounds(self, player: str, card: str) -> tuple[int, int]:
        """Return the least and the most copies of a card that a hand can hold."""
        least = self.known[player][card]
        return least, least + min(self.unknown(player), self.free(card))

    def chance(
        self, speaker: str, player: str, card: str, fit: Callable[[int], bool]
    ) -> float | None:
        """Return the probability that a hand holds a fitting number of copies, for a speaker.

        None where the speaker's own hand is unknown. Hypergeometric: the unlocated cards of the
        hand are drawn from all cards that the speaker can't locate.
        """
        if self.unknown(speaker):
            return None
        gift = self._gifts.get((speaker, player), Counter())
        located = sum(self._located(speaker), Counter())
        population, copies = self._total - located.total(), self._copies[card] - located[card]
        drawn = self.sizes[player] - gift.total()
        if not 0 <= drawn <= population or copies < 0:
            return None
        ways = sum(
            comb(copies, hits) * comb(population - copies, drawn - hits)
            for hits in range(min(copies, drawn) + 1)
            if fit(gift[card] + hits)
        )
        return ways / comb(population, drawn)

    def _located(self, speaker: str) -> Iterator[Counter[str]]:
        yield self.known[speaker]
        yield self.played
        yield self._boxed[speaker]
        yield Counter(card for card, _ in self._under[speaker])
        yield from (gift for (giver, _), gift in self._gifts.items() if giver == speaker)
        if self._truck is not None and self._truck[0] == speaker:
            yield self._truck[1]


def _take(cards: Counter[str], card: str) -> None:
    if cards[card] > 0:
        cards[card] -= 1
