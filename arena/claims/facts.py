"""What happened, folded from records: what claims of this round are measured against.

The records may be a whole log or what one listener perceived of it; `sees_as` tells which. A
record of another type costs one look-up.
"""

from collections.abc import Callable, Mapping
from typing import Any

from arena.claims.cards import Cards
from arena.claims.vocabulary import Vocabulary
from arena.records import Record

__all__ = ["Facts", "Record", "ballot_of"]


class Facts:
    """The round as far as it was fed."""

    __slots__ = (
        "_folds",
        "_giver",
        "_perceived_by",
        "cards",
        "destinations",
        "destinations_out",
        "dice",
        "dice_count",
        "dice_out",
        "eaten",
        "eliminated",
        "finished",
        "gift",
        "held",
        "looked",
        "next_dice",
        "open_destinations",
        "round",
        "searcher",
        "truck",
        "whole",
    )

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Begin before the first record."""
        self._perceived_by: frozenset[str] | None = None
        # Those who perceived every private record so far; None: there was none.
        self.whole = False
        """True: a record was fed that no seat perceives."""
        self._giver: str | None = None
        self.cards = Cards(vocabulary.seats, vocabulary.cards)
        self.round = 0
        """0 in the set-up."""
        self.eliminated: set[str] = set()
        self.gift: tuple[str, str | None] | None = None
        """Recipient and card (None: not fed) of the search that is under way or was the last."""
        self.searcher: str | None = None
        """Who searches the truck now, or did last."""
        self.truck: tuple[str, ...] = ()
        """The cards that the searcher sees, as far as they are fed."""
        self.next_dice = vocabulary.dice
        """Dice of the next round."""
        self._clear()
        self._folds = self._by_type()

    def _by_type(self) -> dict[str, Callable[[Record], None]]:
        return {
            "opened": self._private,
            "phase_began": self._phase_began,
            "round_ended": self._round_ended,
            "deck_shuffled": self._private,
            "dice_rolled": self._dice,
            "dice_peeked": self._dice_peeked,
            "dice_seen": self._dice,
            "dice_revealed": self._dice_revealed,
            "destination_announced": self._destination_announced,
            "destination_chosen": self._destination_chosen,
            "destinations_revealed": self._destinations_revealed,
            "character_eaten": self._character_eaten,
            "place_held": self._place_held,
            "player_eliminated": self._player_eliminated,
            "hands_dealt": self._hands_dealt,
            "card_received": self._card_received,
            "card_given": self._card_given,
            "card_returned": self._card_returned,
            "card_boxed": self._card_boxed,
            "card_played": self._card_played,
            "truck_searched": self._truck_searched,
            "cards_seen": self._cards_seen,
            "search_ended": self._search_ended,
            "position_set": self._position_set,
            "mall_set": self._mall_set,
            "cold_row_filled": self._cold_row_filled,
            "said": self._private,
        }

    def _clear(self) -> None:
        self.finished = False
        """True: this round has ended, the next has not begun."""
        self.dice_count = self.next_dice
        """How many dice this round has; public."""
        self.dice: tuple[int, ...] | None = None
        """This round's dice, None where they were not fed."""
        self.dice_out = False
        """True: all have seen them."""
        self.looked: set[str] = set()
        """Who looked under the box this round; public."""
        self.destinations: dict[str, int] = {}
        self.open_destinations: dict[str, int] = {}
        """Those that all know."""
        self.destinations_out = False
        """True: who has none chooses none this round."""
        self.eaten: set[int] = set()
        """Locations where somebody was eaten this round."""
        self.held: set[int] = set()
        """Locations that held against this round's attack."""

    def fold(self, record: Record) -> None:
        """Take the next record."""
        fold = self._folds.get(record["type"])
        if fold is not None:
            fold(record)

    def sees_as(self, player: str) -> bool:
        """Tell whether all that this player perceives is fed: a whole log, or his own."""
        return self.whole or self._perceived_by == frozenset((player,))

    def has_seen_dice(self, player: str) -> bool:
        """Tell whether a player knows this round's dice; that he does is public."""
        return self.dice_out or player in self.looked

    # --- what folds ---

    def _private(self, record: Record) -> None:
        seen_by = record["seen_by"]
        if seen_by == "engine":
            self.whole = True
        elif seen_by != "all":
            seats = frozenset(seen_by)
            known = self._perceived_by
            self._perceived_by = seats if known is None else known & seats

    def _phase_began(self, record: Record) -> None:
        now = record["data"]["round"]
        if now != self.round:
            if self.round:  # before the first round only a scenario rolls and chooses
                self._clear()
            self.round = now

    def _round_ended(self, record: Record) -> None:  # noqa: ARG002 - it says nothing more
        self.finished = True

    def _dice(self, record: Record) -> None:
        self._private(record)
        self.dice = tuple(record["data"]["dice"])

    def _dice_revealed(self, record: Record) -> None:
        self.dice = tuple(record["data"]["dice"])
        self.dice_out = True

    def _dice_peeked(self, record: Record) -> None:
        self.looked.add(record["data"]["player"])

    def _destination_announced(self, record: Record) -> None:
        data = record["data"]
        self.destinations[data["player"]] = data["place"]
        self.open_destinations[data["player"]] = data["place"]

    def _destination_chosen(self, record: Record) -> None:
        self._private(record)
        self.destinations[record["data"]["player"]] = record["data"]["place"]

    def _destinations_revealed(self, record: Record) -> None:
        self.destinations = dict(record["data"]["destinations"])
        self.open_destinations = self.destinations
        self.destinations_out = True

    def _character_eaten(self, record: Record) -> None:
        self.eaten.add(record["data"]["place"])

    def _place_held(self, record: Record) -> None:
        self.held.add(record["data"]["place"])

    def _player_eliminated(self, record: Record) -> None:
        self.eliminated.add(record["data"]["player"])

    def _hands_dealt(self, record: Record) -> None:
        self.cards.dealt(record["data"])

    def _card_received(self, record: Record) -> None:
        self._private(record)
        data = record["data"]
        self.cards.received(data, self._giver)
        if data["source"] == "gift":
            self.gift = (data["player"], data["card"])

    def _card_given(self, record: Record) -> None:
        data = record["data"]
        self._giver = data["player"]
        self.gift = (data["recipient"], None)
        self.cards.given(data)

    def _card_returned(self, record: Record) -> None:
        self._private(record)
        self.cards.returned(record["data"])

    def _card_boxed(self, record: Record) -> None:
        self._private(record)
        self.cards.boxed(record["data"])

    def _card_played(self, record: Record) -> None:
        self.cards.put_away(record["data"]["player"], record["data"]["card"])

    def _truck_searched(self, record: Record) -> None:
        self.gift = None
        self.searcher = record["data"]["player"]
        self.cards.searched(record["data"])

    def _cards_seen(self, record: Record) -> None:
        self._private(record)
        self.truck = tuple(record["data"]["cards"])
        self.cards.seen(record["data"])

    def _search_ended(self, record: Record) -> None:
        self.truck = ()
        self.cards.search_ended(record["data"])

    def _position_set(self, record: Record) -> None:
        self.cards.played.update(record["data"]["played"])

    def _mall_set(self, record: Record) -> None:
        self._position_set(record)
        self.dice_count = self.next_dice = record["data"]["dice"]

    def _cold_row_filled(self, record: Record) -> None:
        self.next_dice = record["data"]["dice"]


def ballot_of(type_: str, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a record about votes as one ballot: who voted for whom, and who could be chosen.

    Who decides a tie casts a vote as well: the only one. None for any other record.
    """
    if type_ == "votes_revealed":
        return data
    if type_ != "tie_broken":
        return None
    ballots = {data["player"]: data["chosen"]}
    return {**data, "ballots": ballots, "totals": dict.fromkeys(data["candidates"], 0)}
