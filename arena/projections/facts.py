"""What happened, folded from records: how each of them changes the facts of the round.

The records may be a whole log or what one listener perceived of it. One that changes nothing costs
a look-up.
"""

from typing import cast

from arena.claims.ballots import ballot_name
from arena.claims.facts import MOVES, NOBODY, Facts, Report
from arena.claims.kinds import DICE
from arena.claims.language import Claim, Moment
from arena.events import (
    AttackBegan,
    AttackEnded,
    BallotOpened,
    CardBoxed,
    CardGiven,
    CardPlayed,
    CardReceived,
    CardReturned,
    CardsSeen,
    CharacterEaten,
    CharacterMoved,
    ColdRowFilled,
    DeckShuffled,
    DestinationAnnounced,
    DestinationChosen,
    DestinationsRevealed,
    DicePeeked,
    DiceRevealed,
    DiceRolled,
    DiceSeen,
    GameBegan,
    HandsDealt,
    MallSet,
    PhaseBegan,
    PlaceClosed,
    PlaceHeld,
    PlayerChosen,
    PlayerEliminated,
    PositionSet,
    RoundEnded,
    SearchEnded,
    TieBroken,
    TruckSearched,
    VoteCalled,
    VotesRevealed,
)
from arena.records.game import Opened, OpenedToAll
from arena.records.handlers import Handlers
from arena.records.record import Record, SeenBy
from arena.records.talk import Said

__all__ = ["fold"]

PRIVATE = frozenset(
    {
        Opened, OpenedToAll, DeckShuffled, DiceRolled, DiceSeen, DestinationChosen, CardReceived,
        CardReturned, CardBoxed, CardsSeen, Said,
    }
)  # fmt: skip
"""Those that tell of whom all that they perceive is fed."""
FOLDS = Handlers[[Facts], None]()
"""How each changes the facts."""


def fold(facts: Facts, record: Record) -> None:
    """Take the next record."""
    data = record.data
    facts.at = record.i
    facts.sealing, facts.ballot, facts.seal = False, None, None
    if type(data) in PRIVATE:
        _perceived(record.seen_by, facts)
    if isinstance(data, Said):
        _said(data, record, facts)
    else:
        FOLDS(data, facts)


def _perceived(seen_by: SeenBy, facts: Facts) -> None:
    if seen_by == "engine":
        facts.whole = True
    elif seen_by != "all":
        seats = frozenset(seen_by)
        known = facts.perceived_by
        facts.perceived_by = seats if known is None else known & seats


def _said(said: Said, record: Record, facts: Facts) -> None:
    speaker, seen_by = str(record.actor), record.seen_by
    if facts.dice_out or speaker not in facts.looked:
        return
    hearers = None if isinstance(seen_by, str) else frozenset(seen_by)
    for each in said.claims:
        if each.proposition.kind in DICE and _is_sure(each):
            facts.reports.append(Report(speaker, hearers, said.to, each.proposition))


def _is_sure(claim: Claim) -> bool:
    return claim.confidence == "sure" and claim.condition is None and claim.said_by is None


@FOLDS.on(PhaseBegan)
def _phase_began(began: PhaseBegan, facts: Facts) -> None:
    if began.round != facts.round:
        if facts.round:  # before the first round only a scenario rolls and chooses
            facts.clear()
        facts.round = began.round
    facts.movement = False
    facts.truck_over = began.phase != "truck"
    facts.looks_over |= began.phase == "destinations"


@FOLDS.on(RoundEnded)
def _round_ended(_: RoundEnded, facts: Facts) -> None:
    facts.finished = True


# --- dice and destinations ---


@FOLDS.on(DiceRolled, DiceSeen)
def _dice(dice: DiceRolled | DiceSeen, facts: Facts) -> None:
    facts.dice = dice.dice


@FOLDS.on(DiceRevealed)
def _dice_revealed(revealed: DiceRevealed, facts: Facts) -> None:
    facts.dice = revealed.dice
    facts.dice_out = facts.movement = facts.looks_over = True


@FOLDS.on(DicePeeked)
def _dice_peeked(peeked: DicePeeked, facts: Facts) -> None:
    facts.looked.add(peeked.player)


@FOLDS.on(DestinationAnnounced)
def _destination_announced(announced: DestinationAnnounced, facts: Facts) -> None:
    facts.destinations[announced.player] = announced.place
    facts.open_destinations[announced.player] = announced.place


@FOLDS.on(DestinationChosen)
def _destination_chosen(chosen: DestinationChosen, facts: Facts) -> None:
    facts.sealing, facts.seal = True, ("destinations", facts.round)
    facts.destinations[chosen.player] = chosen.place


@FOLDS.on(DestinationsRevealed)
def _destinations_revealed(revealed: DestinationsRevealed, facts: Facts) -> None:
    facts.seal = "destinations", facts.round
    facts.destinations = dict(revealed.destinations)
    facts.open_destinations = facts.destinations
    facts.destinations_out = True


@FOLDS.on(CharacterMoved)
def _character_moved(moved: CharacterMoved, facts: Facts) -> None:
    if not facts.movement or moved.cause not in MOVES:
        return
    if moved.origin != moved.place:
        facts.moved.setdefault(moved.player, moved.character)
    elif moved.cause == "sprint":
        facts.moved[moved.player] = NOBODY


# --- votes ---


@FOLDS.on(VoteCalled)
def _vote_called(called: VoteCalled, facts: Facts) -> None:
    facts.card_window, facts.place = cast("Moment", called.kind), called.place


@FOLDS.on(BallotOpened, PlayerChosen)
def _no_more_cards(_: BallotOpened | PlayerChosen, facts: Facts) -> None:
    facts.card_window = None


@FOLDS.on(VotesRevealed)
def _votes_revealed(revealed: VotesRevealed, facts: Facts) -> None:
    facts.ballot = ballot_name(revealed)
    facts.ballots += 1
    facts.seal = revealed.type, facts.ballots
    facts.votes[revealed.kind] = facts.cast = revealed.ballots
    facts.leaders = revealed.leaders


@FOLDS.on(TieBroken)
def _tie_broken(broken: TieBroken, facts: Facts) -> None:
    facts.ballot = ballot_name(broken)
    facts.cast = {broken.player: broken.chosen}


# --- attacks ---


@FOLDS.on(CharacterEaten)
def _character_eaten(eaten: CharacterEaten, facts: Facts) -> None:
    facts.eaten.add(eaten.place)
    facts.dead.add((eaten.player, eaten.character))


@FOLDS.on(PlaceHeld)
def _place_held(held: PlaceHeld, facts: Facts) -> None:
    facts.attacked = held.place
    facts.held.add(held.place)


@FOLDS.on(AttackBegan)
def _attack_began(began: AttackBegan, facts: Facts) -> None:
    facts.attacked = began.place


@FOLDS.on(AttackEnded)
def _attack_ended(ended: AttackEnded, facts: Facts) -> None:
    facts.card_window = None
    if ended.outcome != "eaten":
        facts.held.add(ended.place)


@FOLDS.on(GameBegan)
def _game_began(began: GameBegan, facts: Facts) -> None:
    facts.closed.update(began.closed)


@FOLDS.on(PlaceClosed)
def _place_closed(closed: PlaceClosed, facts: Facts) -> None:
    facts.closed.add(closed.place)


@FOLDS.on(PlayerEliminated)
def _player_eliminated(eliminated: PlayerEliminated, facts: Facts) -> None:
    facts.eliminated.add(eliminated.player)


# --- cards ---


@FOLDS.on(HandsDealt)
def _hands_dealt(dealt: HandsDealt, facts: Facts) -> None:
    facts.cards.dealt(dealt.sizes, dealt.deck)


@FOLDS.on(CardReceived)
def _card_received(received: CardReceived, facts: Facts) -> None:
    is_gift = received.source == "gift"
    facts.cards.received(received.player, received.card, facts.giver if is_gift else None)
    if is_gift:
        facts.gift = (received.player, received.card)


@FOLDS.on(CardGiven)
def _card_given(given: CardGiven, facts: Facts) -> None:
    facts.giver = given.player
    facts.gift = (given.recipient, None)
    facts.cards.given(given.recipient)


@FOLDS.on(CardReturned)
def _card_returned(returned: CardReturned, facts: Facts) -> None:
    facts.cards.returned(returned.player, returned.card)


@FOLDS.on(CardBoxed)
def _card_boxed(boxed: CardBoxed, facts: Facts) -> None:
    facts.cards.boxed(boxed.player, boxed.card)


@FOLDS.on(CardPlayed)
def _card_played(played: CardPlayed, facts: Facts) -> None:
    facts.cards.put_away(played.player, played.card)


@FOLDS.on(TruckSearched)
def _truck_searched(searched: TruckSearched, facts: Facts) -> None:
    facts.gift = None
    facts.searcher = searched.player
    facts.cards.searched(searched.count)


@FOLDS.on(CardsSeen)
def _cards_seen(seen: CardsSeen, facts: Facts) -> None:
    facts.truck = seen.cards
    facts.cards.seen(seen.player, seen.cards)


@FOLDS.on(SearchEnded)
def _search_ended(ended: SearchEnded, facts: Facts) -> None:
    facts.truck = ()
    facts.cards.search_ended(ended.player, kept=ended.kept, left=ended.left)


@FOLDS.on(PositionSet, MallSet)
def _position_set(position: PositionSet | MallSet, facts: Facts) -> None:
    facts.cards.played.update(position.played)
    facts.closed.update(position.closed)
    if isinstance(position, MallSet):
        facts.dice_count = facts.next_dice = position.dice


@FOLDS.on(ColdRowFilled)
def _cold_row_filled(filled: ColdRowFilled, facts: Facts) -> None:
    facts.next_dice = filled.dice
