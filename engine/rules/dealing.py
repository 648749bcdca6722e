"""A sampled history of all cards, built step by step from what one seat perceived.

Each card is a number and gets a face when it is revealed, or when all faces are drawn. A step is
what a seat perceived of one event; a face is None where the seat did not see it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple, Protocol

from engine.chance import Draws


class ImpossibleError(Exception):
    """A face that is revealed does not fit what was drawn before."""


class BranchError(Exception):
    """Cards may go in so many ways here that differ for the seat."""

    def __init__(self, ways: int) -> None:
        self.ways = ways
        super().__init__(ways)


class Gift(NamedTuple):
    """A searcher's distribution of the cards from the truck."""

    phase: int
    """Number of phases begun until then."""
    cards: tuple[int, ...]
    """The card kept and the card given; of a last card only one of these."""
    recipient: str | None

    def answer(self, d: "Dealing") -> str:
        """Return the id of the option."""
        faces = d.faces_of(self.cards)
        return "-".join(faces if self.recipient is None else (*faces, self.recipient))


Act = tuple[str, int, bool]
"""A player, a card, and whether it came into the hand (True) or left it."""


class Dealing:
    """A sampled history of all cards, which are numbers."""

    __slots__ = (
        "_draw",
        "_path",
        "acts",
        "deck",
        "faces",
        "gifts",
        "hands",
        "hidden",
        "laid",
        "pool",
        "received",
        "truck",
        "unseen",
        "weight",
    )

    def __init__(self, copies: Mapping[str, int], draw: Draws, path: Sequence[int]) -> None:
        """`copies` is the number of copies of each face; `path` the choice at each branch."""
        self._draw = draw
        self._path = iter(path)
        self.pool = dict(copies)
        """The copies of each face that are not revealed yet."""
        self.unseen = sum(copies.values())
        self.faces: list[str | None] = []
        """The face of each card; None: it is not revealed yet."""
        self.deck: list[int] = []
        self.laid: list[int] = []
        """The initial deck."""
        self.truck: list[int] = []
        self.hands: dict[str, list[int]] = {}
        self.acts: list[Act] = []
        self.hidden: list[tuple[int, tuple[int, ...]]] = []
        """Events that the seat did not perceive, by their index in the log, and their cards."""
        self.gifts: list[Gift] = []
        self.received: dict[str, list[str]] = {}
        """Faces still to come into each hand that is shown later; a player without a key shows
        none."""
        self.weight = 1.0
        """The probability of the revealed faces on this path."""

    def new(self, count: int) -> list[int]:
        """Return `count` new cards."""
        first = len(self.faces)
        self.faces += [None] * count
        return list(range(first, first + count))

    def show(self, among: Sequence[int], face: str) -> int:
        """Reveal a face among these cards, and return its card."""
        faces = self.faces
        for card in among:
            if faces[card] == face:
                return card
        unknown = [card for card in among if faces[card] is None]
        copies = self.pool[face]
        if not unknown or not copies:
            raise ImpossibleError
        self.weight *= copies / self.unseen
        card = self._draw.pick(unknown)
        faces[card] = face
        self.pool[face] = copies - 1
        self.unseen -= 1
        return card

    def receive(self, player: str, card: int) -> None:
        """Add a card to a hand."""
        told = self.received.get(player)
        if told:
            self.show((card,), told.pop(0))
        self.hands.setdefault(player, []).append(card)
        self.acts.append((player, card, True))

    def play(self, player: str, face: str) -> None:
        """Remove a card of this face from a hand."""
        hand = self.hands.get(player, [])
        card = self.show(hand, face)
        hand.remove(card)
        self.acts.append((player, card, False))

    def in_any_order(self, cards: list[int]) -> list[int]:
        """Return these cards in random order; each order of the known ones is a branch."""
        known = [card for card in cards if self.faces[card] is not None]
        rest = [card for card in cards if self.faces[card] is None]
        self._draw.shuffle(rest)
        if not known or len(cards) == 1:
            return known or rest
        ways = list(permutations(range(len(cards)), len(known)))
        way = next(self._path, None)
        if way is None:
            raise BranchError(len(ways))
        places = dict(zip(ways[way], known, strict=True))
        return [places[at] if at in places else rest.pop() for at in range(len(cards))]

    def finish(self) -> None:
        """Draw a face for every card that has none."""
        rest = [face for face, copies in self.pool.items() for _ in range(copies)]
        self._draw.shuffle(rest)
        for card, face in enumerate(self.faces):
            if face is None:
                self.faces[card] = rest.pop()

    def hands_after(self, acts: Iterable[Act]) -> dict[str, list[str]]:
        """Return the faces of each hand after these acts, in the order of a state."""
        hands: dict[str, list[str]] = {}
        for player, card, came in acts:
            face = self.faces[card]
            assert face is not None, "it has come to light, or all is dealt"
            if came:
                hands.setdefault(player, []).append(face)
            else:
                hands[player].remove(face)
        return hands

    def faces_of(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the faces of these cards."""
        faces = self.faces
        return tuple([faces[card] or "" for card in cards])


class Step(Protocol):
    """What a seat perceived of one event of cards."""

    @property
    def at(self) -> int:
        """Index of the event in the log."""
        ...

    def apply(self, d: Dealing) -> None:
        """Apply the event to a sampled history."""
        ...


@dataclass(frozen=True, slots=True)
class Laid:
    """The deck was laid, face down."""

    at: int
    count: int

    def apply(self, d: Dealing) -> None:
        """Make the cards of the deck."""
        d.laid = d.new(self.count)
        d.deck = list(d.laid)
        d.hidden.append((self.at, tuple(d.laid)))


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card came into a hand from the deck, or with a scenario."""

    at: int
    player: str
    face: str | None
    """None: the seat did not see it; likewise in all steps."""
    from_deck: bool

    def apply(self, d: Dealing) -> None:
        """Deal the card."""
        card = d.deck.pop(0) if self.from_deck else d.new(1)[0]
        if self.face is None:
            d.hidden.append((self.at, (card,)))
        else:
            d.show((card,), self.face)
        d.receive(self.player, card)


@dataclass(frozen=True, slots=True)
class Looked:
    """A searcher looked at the first cards of the deck."""

    at: int
    count: int
    faces: tuple[str, ...] | None

    def apply(self, d: Dealing) -> None:
        """Move the cards from the deck to the truck."""
        d.truck, d.deck = d.deck[: self.count], d.deck[self.count :]
        if self.faces is None:
            d.hidden.append((self.at, tuple(d.truck)))
        else:
            for card, face in zip(d.truck, self.faces, strict=True):
                d.show((card,), face)


@dataclass(frozen=True, slots=True)
class Part:
    """The destination of one of the cards of a search."""

    at: int
    player: str | None
    """The player who received it; None: it was left over."""
    face: str | None


@dataclass(slots=True)
class Shared:
    """A searcher kept, gave and left cards."""

    own: bool
    """Whether the seat itself was the searcher."""
    phase: int
    """Number of phases begun until then."""
    parts: list[Part]
    """In this order: the card kept, the card given, the card left over; some may be missing."""
    recipient: str | None = None
    under: bool = False
    """True: the card left over goes under the deck; False: out of the game."""

    @property
    def at(self) -> int:
        """Index in the log of the first event."""
        return self.parts[0].at

    def apply(self, d: Dealing) -> None:
        """Distribute the cards from the truck."""
        cards, d.truck = d.truck, []
        left = self._own(d, cards) if self.own else d.in_any_order(cards)
        moved: list[int] = []
        for part, card in zip(self.parts, left, strict=True):
            if part.face is None:
                d.hidden.append((part.at, (card,)))
            else:
                d.show((card,), part.face)
            if part.player is not None:
                d.receive(part.player, card)
                moved.append(card)
            elif self.under:
                d.deck.append(card)
        d.gifts.append(Gift(self.phase, tuple(moved), self.recipient))

    def _own(self, d: Dealing, cards: list[int]) -> list[int]:
        left, order = list(cards), list[int]()
        for part in self.parts:
            card = next(card for card in left if d.faces[card] == part.face)
            left.remove(card)
            order.append(card)
        return order


@dataclass(frozen=True, slots=True)
class Played:
    """A card left a hand, face up."""

    at: int
    player: str
    face: str

    def apply(self, d: Dealing) -> None:
        """Play the card."""
        d.play(self.player, self.face)


@dataclass(frozen=True, slots=True)
class Shown:
    """An act that is possible only with this card in the hand."""

    at: int
    player: str
    face: str

    def apply(self, d: Dealing) -> None:
        """Reveal the card, which stays in the hand."""
        d.show(d.hands.get(self.player, []), self.face)


class Past(NamedTuple):
    """Hands and deck at an earlier moment of a sampled history."""

    acts: list[Act]
    """The acts on hands until then."""
    deck: list[int]
