"""What one seat knows of the cards, and the sampling of histories that fit it.

`Learned` reads a log as the seat perceived it: of an event that it did not perceive it reads what
is public of it, never a face. `deal` draws one of the possible histories.

What is drawn: the cards that the seat does not know lie in the places that it does not know, every
arrangement with the same chance. A card that is revealed (played, given to the seat, shown by an
act that only it allows) is one that the seat knew to be there, else any of those that it did not
know, and it reveals nothing about the others. A searcher's three cards are kept, given and left in
any order with the same chance; where the seat knows one of them, because it put it under the deck
itself, what is revealed later makes some orders likelier than others (`_all_paths`).
"""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TypeVar, cast

from engine import events as e
from engine.chance import WORD, Draws
from engine.events import Event
from engine.rules.dealing import (
    BranchError,
    Dealing,
    Dealt,
    ImpossibleError,
    Laid,
    Looked,
    Part,
    Past,
    Played,
    Shared,
    Step,
)
from engine.rules.shown_hands import ShownHand

E = TypeVar("E", bound=Event)


class Learned:
    """What one seat (None: the public) knows of the cards, up to some moment."""

    def __init__(self, seat: str | None, followed: Mapping[type[Event], "Follow"]) -> None:
        """`followed` is the update for each event (`FOLLOWED`, and what a family adds)."""
        self.seat = seat
        self.steps: list[Step] = []
        self.phases = 0
        self.plays = 0
        self.where: dict[tuple[str, str], int] = {}
        """The location of each character, in games where a destination can reveal a card."""
        self._followed = followed
        self._upto = 0
        self._shared: Shared | None = None
        self._shown: dict[str, ShownHand] = {}
        self._paths: list[tuple[float, tuple[int, ...]]] | None = None

    def follow(self, log: Sequence[Event]) -> None:
        """Update from the events that are new in the log."""
        followed = self._followed
        for at in range(self._upto, len(log)):
            event = log[at]
            follow = followed.get(type(event))
            if follow is not None:
                follow(self, at, event)
                self._paths = None
        self._upto = len(log)

    def sees(self, event: Event) -> bool:
        """Return True if the seat perceived the event."""
        return event.perceived_by(self.seat)

    def deal(self, copies: Mapping[str, int], draw: Draws, before: int) -> tuple[Dealing, Past]:
        """Draw one possible history of the cards.

        `copies` are the cards that are or were in the game, `before` is the index in the log of the
        moment whose hands and deck are returned as well.
        """
        if self._paths is None:
            self._paths = self._all_paths(copies)
        weights = list(accumulate(weight for weight, _ in self._paths))
        at = 0
        if len(weights) > 1:
            at = bisect(weights, draw.below(WORD) / WORD * weights[-1], hi=len(weights) - 1)
        dealing = Dealing(copies, draw, self._paths[at][1])
        dealing.received = {
            player: hand.draw_received(draw) for player, hand in self._shown.items()
        }
        past = self._apply_steps(dealing, before)
        dealing.finish()
        return dealing, past

    def _apply_steps(self, d: Dealing, before: int) -> Past:
        past: Past | None = None
        for step in self.steps:
            if past is None and step.at >= before:
                past = Past(list(d.acts), list(d.deck))
            step.apply(d)
        return Past(d.acts, d.deck) if past is None else past

    def _all_paths(self, copies: Mapping[str, int]) -> list[tuple[float, tuple[int, ...]]]:
        """Return the paths through all branches, each with its weight.

        Only cards that the seat itself put under the deck, and others came to look at, branch.
        """
        if not any(isinstance(step, Shared) and step.own and step.under for step in self.steps):
            return [(1.0, ())]
        found: list[tuple[float, tuple[int, ...]]] = []
        open_: list[tuple[int, ...]] = [()]
        while open_:
            path = open_.pop()
            dealing = Dealing(copies, Draws("any"), path)
            try:
                self._apply_steps(dealing, 0)
            except BranchError as branch:
                open_ += [(*path, way) for way in range(branch.ways)]
            except ImpossibleError:
                continue
            else:
                found.append((dealing.weight, path))
        return found

    # --- following events ---

    def follow_deck(self, at: int, event: e.DeckShuffled) -> None:
        """Add the laying of the deck."""
        self.steps.append(Laid(at, len(event.cards)))

    def follow_received_card(self, at: int, event: e.CardReceived) -> None:
        """Add a card that came into a hand."""
        face = event.card if self.sees(event) else None
        if event.source in {"deal", "scenario"}:
            self.steps.append(Dealt(at, event.player, face, event.source == "deal"))
            return
        shared = self._part(Part(at, event.player, face))
        if event.source == "gift":
            shared.recipient = event.player

    def follow_search(self, at: int, event: e.CardsSeen) -> None:
        """Add a search."""
        own = self.sees(event)
        self.steps.append(Looked(at, len(event.cards), event.cards if own else None))
        self._shared = Shared(own, self.phases, [])

    def left_over(self, at: int, event: e.CardReturned) -> None:
        """Add the card of a search that went under the deck."""
        self._part(Part(at, None, event.card if self.sees(event) else None)).under = True

    def part(self, at: int, face: str, event: Event) -> None:
        """Add the card of a search that went out of the game."""
        self._part(Part(at, None, face if self.sees(event) else None))

    def _part(self, part: Part) -> Shared:
        shared = self._shared
        assert shared is not None, "a search is under way"
        if not shared.parts:
            self.steps.append(shared)
        shared.parts.append(part)
        return shared

    def follow_played_card(self, at: int, event: e.CardPlayed) -> None:
        """Add a card that was played."""
        self.steps.append(Played(at, event.player, event.card))
        self.plays += 1

    def hands_shown(self, hands: Mapping[str, tuple[str, ...]]) -> None:
        """Store the hands that all players showed at the end, each in its order."""
        acts: dict[str, list[tuple[str | None, bool]]] = {player: [] for player in hands}
        for step in self.steps:
            match step:
                case Dealt() | Played():
                    acts[step.player].append((step.face, isinstance(step, Dealt)))
                case Shared():
                    for part in step.parts:
                        if part.player is not None:
                            acts[part.player].append((part.face, True))
                case _:
                    pass
        self._shown = {player: ShownHand(acts[player], hand) for player, hand in hands.items()}

    def began(self, at: int, event: e.PhaseBegan) -> None:
        """Count the phase."""
        del at, event
        self.phases += 1


Follow = Callable[[Learned, int, Event], None]
"""The update of a seat's knowledge by an event at its index in the log; for one class of events."""


def follow(kind: type[E], learn: Callable[[Learned, int, E], None]) -> tuple[type[Event], Follow]:
    """Return an entry of a table of updates: a class of events, and its update."""
    return kind, cast("Follow", learn)


FOLLOWED: Mapping[type[Event], Follow] = dict(
    (
        follow(e.PhaseBegan, Learned.began),
        follow(e.DeckShuffled, Learned.follow_deck),
        follow(e.CardReceived, Learned.follow_received_card),
        follow(e.CardsSeen, Learned.follow_search),
        follow(e.CardReturned, Learned.left_over),
        follow(e.CardPlayed, Learned.follow_played_card),
    )
)
"""The updates for the events that both families share; a family adds its own."""
