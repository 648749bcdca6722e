"""What happened, folded from records: what claims of this round are measured against.

The records may be a whole log or what one listener perceived of it; `sees_as` tells which. A
record of another type costs one look-up.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

from arena.claims.ballots import ballot_name
from arena.claims.cards import Cards
from arena.claims.kinds import DICE
from arena.claims.language import Ballot, Claim, Moment, Proposition
from arena.claims.vocabulary import Vocabulary
from arena.records import Record

__all__ = ["MOVES", "Facts", "Record", "Report"]

MOVES = frozenset({"destination", "full", "closed", "sprint"})
"""Causes of the one move that each player has in a round; a Sprint is played instead of it."""
UNDER_A_SEAL = frozenset(
    {"votes_revealed", "tie_broken", "destination_chosen", "destinations_revealed"}
)
"""Records of what was answered under a seal, and of who decided what a ballot left open."""
NOBODY = ""
"""Whom a player moves whose Sprint leaves a character where it stands."""


class Report(NamedTuple):
    """A plain, sure claim about the dice of who had looked, before all saw them."""

    speaker: str
    hearers: frozenset[str] | None
    """None: all."""
    to: tuple[str, ...]
    """Who was told by name."""
    said: Proposition

    def was_heard_by(self, player: str) -> bool:
        """Tell whether a player heard it."""
        return self.hearers is None or player in self.hearers


class Facts:
    """The round as far as it was fed."""

    __slots__ = (
        "_ballots",
        "_closed",
        "_giver",
        "_looked_over",
        "_perceived_by",
        "_vote",
        "at",
        "attacked",
        "ballot",
        "cards",
        "dead",
        "dead_play",
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
        "moved",
        "movement",
        "next_dice",
        "open_destinations",
        "place",
        "reports",
        "round",
        "seal",
        "sealing",
        "searcher",
        "truck",
        "truck_over",
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
        self.at: int | None = None
        """Number of the record that was fed last; None where it has none."""
        self.ballot: Ballot | None = None
        """Which ballot that record is of, if of any."""
        self.seal: tuple[object, ...] | None = None
        """What all records share that were made under one seal; None: that record had none."""
        self._ballots = 0
        self.sealing = False
        """True: more records may follow that were made under this seal."""
        self._closed: set[int] = set()
        self.dead: set[tuple[str, str]] = set()
        """Characters that were eaten: who has lost which."""
        self.eliminated: set[str] = set()
        in_force = vocabulary.ruleset.options_in_force
        self.dead_play = in_force.get("dead_may_play_cards") is True
        """True: who is eliminated still plays cards, and looks under the box with one."""
        self.gift: tuple[str, str | None] | None = None
        """Recipient and card (None: not fed) of the search that is under way or was the last."""
        self.searcher: str | None = None
        """Who searches the truck now, or did last."""
        self.truck: tuple[str, ...] = ()
        """The cards that the searcher sees, as far as they are fed."""
        self.next_dice = vocabulary.dice
        """Dice of the next round."""
        self._clear()

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
        """Locations where this round's attack is over and nobody was eaten in the end."""
        self.attacked = 0
        """The location that is attacked now or was last; those before it are done (MOH-43)."""
        self.movement = False
        """True: characters move now."""
        self.moved: dict[str, str] = {}
        """The character that each player has moved this round; cards that move another apart.

        Who finds no room, with a character that stands on the parking lot, has moved none.
        """
        self.reports: list[Report] = []
        """What those who had looked said of the dice before all saw them."""
        self._vote: Moment | None = None
        # The vote before which cards are played now.
        self._looked_over = False
        # True: nobody looks under the box any more.
        self.place = 0
        """Where the last vote was called."""
        self.truck_over = False
        """True: nobody gets a card any more this round."""

    def fold(self, record: Record) -> None:
        """Take the next record."""
        type_ = record["type"]
        self.at = record.get("i")
        self.sealing, self.ballot, self.seal = False, None, None
        if type_ in UNDER_A_SEAL:
            self._sealed(type_, record)
        fold = self._FOLDS.get(type_)
        if fold is not None:
            fold(self, record)

    def sees_as(self, player: str) -> bool:
        """Tell whether all that this player perceives is fed: a whole log, or his own."""
        return self.whole or self._perceived_by == frozenset((player,))

    def has_seen_dice(self, player: str) -> bool:
        """Tell whether a player knows this round's dice; that he does is public."""
        return self.dice_out or player in self.looked

    def is_safe(self, location: int) -> bool:
        """Tell whether all know that nobody is eaten there any more this round."""
        return bool(self.round) and (
            location in self.held or location in self._closed or location < self.attacked
        )

    @property
    def moment(self) -> Moment | None:
        """When it is, where somebody may play a card now."""
        if self._vote is not None:
            return self._vote
        if self.movement:
            return "move"
        return None if self._looked_over else "dice"

    # --- what folds ---

    def _sealed(self, type_: str, record: Record) -> None:
        """Keep under which seal a record was made, and of which ballot it is."""
        match type_:
            case "votes_revealed":
                self.ballot = ballot_name(type_, record["data"])
                self._ballots += 1
                self.seal = type_, self._ballots
            case "tie_broken":
                self.ballot = ballot_name(type_, record["data"])
            case _:
                self.sealing = type_ == "destination_chosen"
                self.seal = ("destinations", self.round)

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
        self.movement = False
        self.truck_over = record["data"]["phase"] != "truck"
        self._looked_over |= record["data"]["phase"] == "destinations"

    def _round_ended(self, record: Record) -> None:  # noqa: ARG002 - it says nothing more
        self.finished = True

    def _dice(self, record: Record) -> None:
        self._private(record)
        self.dice = tuple(record["data"]["dice"])

    def _dice_revealed(self, record: Record) -> None:
        self.dice = tuple(record["data"]["dice"])
        self.dice_out = self.movement = self._looked_over = True

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

    def _character_moved(self, record: Record) -> None:
        data = record["data"]
        if not self.movement or data["cause"] not in MOVES:
            return
        if data["origin"] != data["place"]:
            self.moved.setdefault(data["player"], data["character"])
        elif data["cause"] == "sprint":
            self.moved[data["player"]] = NOBODY

    def _vote_called(self, record: Record) -> None:
        self._vote, self.place = record["data"]["kind"], record["data"]["place"]

    def _no_more_cards(self, record: Record) -> None:  # noqa: ARG002 - it says nothing more
        self._vote = None

    def _said(self, record: Record) -> None:
        self._private(record)
        speaker, seen_by = str(record["actor"]), record["seen_by"]
        if self.dice_out or speaker not in self.looked:
            return
        hearers = None if isinstance(seen_by, str) else frozenset(seen_by)
        to = tuple(record["data"]["to"])
        for each in record["data"]["claims"]:
            if each["kind"] in DICE and _is_sure(claim := Claim.read(each)):
                self.reports.append(Report(speaker, hearers, to, claim.proposition))

    def _character_eaten(self, record: Record) -> None:
        data = record["data"]
        self.eaten.add(data["place"])
        self.dead.add((data["player"], data["character"]))

    def _place_held(self, record: Record) -> None:
        self.attacked = record["data"]["place"]
        self.held.add(self.attacked)

    def _attack_began(self, record: Record) -> None:
        self.attacked = record["data"]["place"]

    def _attack_ended(self, record: Record) -> None:
        self._no_more_cards(record)
        if record["data"]["outcome"] != "eaten":
            self.held.add(record["data"]["place"])

    def _game_began(self, record: Record) -> None:
        self._closed.update(record["data"]["closed"])

    def _place_closed(self, record: Record) -> None:
        self._closed.add(record["data"]["place"])

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
        self._closed.update(record["data"].get("closed", ()))

    def _mall_set(self, record: Record) -> None:
        self._position_set(record)
        self.dice_count = self.next_dice = record["data"]["dice"]

    def _cold_row_filled(self, record: Record) -> None:
        self.next_dice = record["data"]["dice"]

    _FOLDS: ClassVar[Mapping[str, Callable[["Facts", Record], None]]] = {
        "opened": _private,
        "phase_began": _phase_began,
        "round_ended": _round_ended,
        "deck_shuffled": _private,
        "dice_rolled": _dice,
        "dice_peeked": _dice_peeked,
        "dice_seen": _dice,
        "dice_revealed": _dice_revealed,
        "destination_announced": _destination_announced,
        "destination_chosen": _destination_chosen,
        "destinations_revealed": _destinations_revealed,
        "character_moved": _character_moved,
        "character_eaten": _character_eaten,
        "vote_called": _vote_called,
        "ballot_opened": _no_more_cards,
        "player_chosen": _no_more_cards,
        "attack_began": _attack_began,
        "attack_ended": _attack_ended,
        "game_began": _game_began,
        "place_closed": _place_closed,
        "place_held": _place_held,
        "player_eliminated": _player_eliminated,
        "hands_dealt": _hands_dealt,
        "card_received": _card_received,
        "card_given": _card_given,
        "card_returned": _card_returned,
        "card_boxed": _card_boxed,
        "card_played": _card_played,
        "truck_searched": _truck_searched,
        "cards_seen": _cards_seen,
        "search_ended": _search_ended,
        "position_set": _position_set,
        "mall_set": _mall_set,
        "cold_row_filled": _cold_row_filled,
        "said": _said,
    }
    """How each type of record changes the facts."""


def _is_sure(claim: Claim) -> bool:
    return claim.confidence == "sure" and claim.condition is None and claim.said_by is None
