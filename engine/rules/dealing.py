"""One way in which the cards may have gone, and the steps by which they went.

Each card is a number and gets a face when it comes to light, or when all is dealt. A step is what a
seat perceived of one thing that happened; a face is None where the seat did not see it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple, Protocol

from engine.chance import Draws


class ImpossibleError(Exception):
    """What comes to light does not fit what was drawn before."""


class BranchError(Exception):
    """Here cards may go in so many ways that differ for the seat."""

    def __init__(self, ways: int) -> None:
        self.ways = ways
        super().__init__(ways)


class Gift(NamedTuple):
    """What a searcher answered."""

    phase: int
    """How many phases had begun."""
    cards: tuple[int, ...]
    """The card kept and the card given; of a last card only one of these."""
    recipient: str | None

    def answer(self, d: "Dealing") -> str:
        """Return the id of the option."""
        faces = d.faces_of(self.cards)
        return "-".join(faces if self.recipient is None else (*faces, self.recipient))


Act = tuple[str, int, bool]
"""A player, a card, and whether it came into the hand or left it."""


class Dealing:
    """One way in which the cards may have gone; cards are numbers."""

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
        """`copies` says how many there are of each face; `path` which way to go at branches."""
        self._draw = draw
        self._path = iter(path)
        self.pool = dict(copies)
        """The faces that have not come to light."""
        self.unseen = sum(copies.values())
        self.faces: list[str | None] = []
        """By card; None: it has not come to light."""
        self.deck: list[int] = []
        self.laid: list[int] = []
        """The deck as it was at first."""
        self.truck: list[int] = []
        self.hands: dict[str, list[int]] = {}
        self.acts: list[Act] = []
        self.hidden: list[tuple[int, tuple[int, ...]]] = []
        """Events that the seat did not perceive, by their place in the log, and their cards."""
        self.gifts: list[Gift] = []
        """The answer of each search."""
        self.received: dict[str, list[str]] = {}
        """What is still to come into each hand that is shown later; no key: it is not."""
        self.weight = 1.0
        """How likely it is that just this comes to light, on this path."""

    def new(self, count: int) -> list[int]:
        """Return so many new cards."""
        first = len(self.faces)
        self.faces += [None] * count
        return list(range(first, first + count))

    def show(self, among: Sequence[int], face: str) -> int:
        """Let a face come to light among these cards; return which card it is."""
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
        """Put a card into a hand."""
        told = self.received.get(player)
        if told:
            self.show((card,), told.pop(0))
        self.hands.setdefault(player, []).append(card)
        self.acts.append((player, card, True))

    def play(self, player: str, face: str) -> None:
        """Let a card of this face leave a hand."""
        hand = self.hands.get(player, [])
        card = self.show(hand, face)
        hand.remove(card)
        self.acts.append((player, card, False))

    def in_any_order(self, cards: list[int]) -> list[int]:
        """Return these cards in any order; where those that are known go is a branch."""
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
        """Give a face to all that has not come to light."""
        rest = [face for face, copies in self.pool.items() for _ in range(copies)]
        self._draw.shuffle(rest)
        for card, face in enumerate(self.faces):
            if face is None:
                self.faces[card] = rest.pop()

    def hands_after(self, acts: Iterable[Act]) -> dict[str, list[str]]:
        """Return the hands after these acts, in their order, as a state has them."""
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
    """What the seat perceived of one thing that happened to cards."""

    @property
    def at(self) -> int:
        """Return its place in the log."""
        ...

    def apply(self, d: Dealing) -> None:
        """Let it happen."""
        ...


@dataclass(frozen=True, slots=True)
class Laid:
    """The deck lies face down."""

    at: int
    count: int

    def apply(self, d: Dealing) -> None:
        """Lay new cards."""
        d.laid = d.new(self.count)
        d.deck = list(d.laid)
        d.hidden.append((self.at, tuple(d.laid)))


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card came into a hand from the deck, or with a scenario."""

    at: int
    player: str
    face: str | None
    """None: the seat did not see it; so in all of these."""
    from_deck: bool

    def apply(self, d: Dealing) -> None:
        """Deal one."""
        card = d.deck.pop(0) if self.from_deck else d.new(1)[0]
        if self.face is None:
            d.hidden.append((self.at, (card,)))
        else:
            d.show((card,), self.face)
        d.receive(self.player, card)


@dataclass(frozen=True, slots=True)
class Looked:
    """A searcher looks at the first cards of the deck."""

    at: int
    count: int
    faces: tuple[str, ...] | None

    def apply(self, d: Dealing) -> None:
        """Take them off the deck."""
        d.truck, d.deck = d.deck[: self.count], d.deck[self.count :]
        if self.faces is None:
            d.hidden.append((self.at, tuple(d.truck)))
        else:
            for card, face in zip(d.truck, self.faces, strict=True):
                d.show((card,), face)


@dataclass(frozen=True, slots=True)
class Part:
    """Where one of the cards of a search went."""

    at: int
    player: str | None
    """None: nowhere, it is left over."""
    face: str | None


@dataclass(slots=True)
class Shared:
    """A searcher has kept, given and left cards."""

    own: bool
    """The seat itself was the searcher."""
    phase: int
    """How many phases had begun."""
    parts: list[Part]
    """In this order: the card kept, the card given, the card left over; not all have to be."""
    recipient: str | None = None
    under: bool = False
    """The card left over goes under the deck, not out of the game."""

    @property
    def at(self) -> int:
        """Return its place in the log."""
        return self.parts[0].at

    def apply(self, d: Dealing) -> None:
        """Take them off the truck."""
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
        """Play it."""
        d.play(self.player, self.face)


@dataclass(frozen=True, slots=True)
class Shown:
    """An act that only this card in the hand allows."""

    at: int
    player: str
    face: str

    def apply(self, d: Dealing) -> None:
        """Let it come to light; it stays in the hand."""
        d.show(d.hands.get(self.player, []), self.face)


class Past(NamedTuple):
    """How the cards lay at an earlier moment of a dealing."""

    acts: list[Act]
    """What had been done to hands."""
    deck: list[int]
