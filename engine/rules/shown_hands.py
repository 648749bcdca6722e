"""Sampling of the cards that a player received, in order, whose whole hand is shown at the end.

A hand is kept in the order in which its cards came, and what is played is the first of its face. So
the hand that is shown is followed backwards through what is known of each card that came and each
that was played: all ways are counted, and one is drawn by its weight, never by trial.
"""

from collections import Counter
from collections.abc import Sequence

from engine.chance import Draws

Hand = tuple[str, ...]


class ShownHand:
    """A player's hand as shown at the end, and what was perceived of how it came about."""

    def __init__(self, acts: Sequence[tuple[str | None, bool]], shown: Hand) -> None:
        """`acts`: for each card its face, where it is known, and whether it came or was played."""
        self._acts, self._shown = acts, shown
        self._ways: dict[tuple[int, Hand], int] = {}
        self._known_to_be_there: list[bool] = []
        held: Counter[str] = Counter()
        for face, came in acts:
            known = face is not None and (came or held[face] > 0)
            self._known_to_be_there.append(known)
            if face is not None and known:
                held[face] += 1 if came else -1

    def draw_received(self, draw: Draws) -> list[str]:
        """Draw the faces of the cards that came, in order."""
        faces: list[str] = []
        hand = self._shown
        for at in range(len(self._acts), 0, -1):
            ways = [
                (weight * self._all(at - 1, before), before)
                for weight, before in self._before(at, hand)
            ]
            if self._acts[at - 1][1]:
                faces.append(hand[-1])
            left = draw.below(sum(weight for weight, _ in ways)) if len(ways) > 1 else 0
            for weight, before in ways:
                hand = before
                if left < weight:
                    break
                left -= weight
        return faces[::-1]

    def _all(self, at: int, hand: Hand) -> int:
        """Return the total weight of all ways to have this hand after the first `at` acts."""
        if at == 0:
            return int(not hand)
        found = self._ways.get((at, hand))
        if found is None:
            found = sum(w * self._all(at - 1, before) for w, before in self._before(at, hand))
            self._ways[at, hand] = found
        return found

    def _before(self, at: int, hand: Hand) -> list[tuple[int, Hand]]:
        """Return the possible hands before an act, each with the weight of what it revealed."""
        face, came = self._acts[at - 1]
        if came:
            return [(1, hand[:-1])] if hand and face in {None, hand[-1]} else []
        assert face is not None, "a card is played face up"
        first = hand.index(face) if face in hand else len(hand)
        hands = [(*hand[:place], face, *hand[place:]) for place in range(first + 1)]
        if self._known_to_be_there[at - 1]:
            return [(1, before) for before in hands]
        return [(before.count(face), before) for before in hands]
