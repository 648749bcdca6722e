"""The update of `Facts`, the knowledge of game and round, from each record.

The records may be a whole log or what one listener perceived of it.
"""

from typing import cast

from arena import events
from arena.claims.ballots import ballot_name
from arena.claims.facts import MOVES, NOBODY, Facts, Report
from arena.claims.kinds import DICE
from arena.claims.language import Claim, Moment
from arena.records.facts import Fact
from arena.records.game import Opened, OpenedToAll
from arena.records.record import Record, SeenBy
from arena.records.talk import Said

PRIVATE = frozenset(
    {
        Opened, OpenedToAll, Said, events.DeckShuffled, events.DiceRolled, events.DiceSeen,
        events.DestinationChosen, events.CardReceived, events.CardReturned, events.CardBoxed,
        events.CardsSeen,
    }
)  # fmt: skip
"""Records that not every seat perceives; they show whose perception the records are."""


def fold(facts: Facts, record: Record) -> None:
    """Update the facts from the next record."""
    data = record.data
    facts.at = record.i
    facts.sealing, facts.ballot, facts.seal = False, None, None
    if type(data) in PRIVATE:
        _perceived(record.seen_by, facts)
    if isinstance(data, Said):
        _said(data, record, facts)
    else:
        _fold_round(data, facts)
        _fold_votes_and_attacks(data, facts)
        _fold_cards(data, facts)


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


def _fold_round(data: Fact, facts: Facts) -> None:  # noqa: C901, PLR0912 - a case an event
    match data:
        case events.PhaseBegan() as began:
            if began.round != facts.round:
                if facts.round:  # before the first round only a scenario rolls and chooses
                    facts.clear()
                facts.round = began.round
            facts.movement = False
            facts.truck_over = began.phase != "truck"
            facts.looks_over |= began.phase == "destinations"
        case events.RoundEnded():
            facts.finished = True
        case (events.DiceRolled() | events.DiceSeen()) as dice:
            facts.dice = dice.dice
        case events.DiceRevealed() as revealed:
            facts.dice = revealed.dice
            facts.dice_out = facts.movement = facts.looks_over = True
        case events.DicePeeked() as peeked:
            facts.looked.add(peeked.player)
        case events.DestinationAnnounced() as announced:
            facts.destinations[announced.player] = announced.place
            facts.open_destinations[announced.player] = announced.place
        case events.DestinationChosen() as chosen:
            facts.sealing, facts.seal = True, ("destinations", facts.round)
            facts.destinations[chosen.player] = chosen.place
        case events.DestinationsRevealed() as revealed:
            facts.seal = "destinations", facts.round
            facts.destinations = dict(revealed.destinations)
            facts.open_destinations = facts.destinations
            facts.destinations_out = True
        case events.CharacterMoved() as moved:
            if not facts.movement or moved.cause not in MOVES:
                return
            if moved.origin != moved.place:
                facts.moved.setdefault(moved.player, moved.character)
            elif moved.cause == "sprint":
                facts.moved[moved.player] = NOBODY
        case _:
            pass


def _fold_votes_and_attacks(data: Fact, facts: Facts) -> None:  # noqa: C901, PLR0912 - a case an event
    match data:
        case events.VoteCalled() as called:
            facts.card_window, facts.place = cast("Moment", called.kind), called.place
        case events.BallotOpened() | events.PlayerChosen():
            facts.card_window = None
        case events.VotesRevealed() as revealed:
            facts.ballot = ballot_name(revealed)
            facts.ballots += 1
            facts.seal = revealed.type, facts.ballots
            facts.votes[revealed.kind] = facts.cast = revealed.ballots
            facts.leaders = revealed.leaders
        case events.TieBroken() as broken:
            facts.ballot = ballot_name(broken)
            facts.cast = {broken.player: broken.chosen}
        case events.CharacterEaten() as eaten:
            facts.eaten.add(eaten.place)
            facts.dead.add((eaten.player, eaten.character))
        case events.PlaceHeld() as held:
            facts.attacked = held.place
            facts.held.add(held.place)
        case events.AttackBegan() as began:
            facts.attacked = began.place
        case events.AttackEnded() as ended:
            facts.card_window = None
            if ended.outcome != "eaten":
                facts.held.add(ended.place)
        case events.GameBegan() as began:
            facts.closed.update(began.closed)
        case events.PlaceClosed() as closed:
            facts.closed.add(closed.place)
        case events.PlayerEliminated() as eliminated:
            facts.eliminated.add(eliminated.player)
        case _:
            pass


def _fold_cards(data: Fact, facts: Facts) -> None:  # noqa: C901, PLR0912 - a case an event
    match data:
        case events.HandsDealt() as dealt:
            facts.cards.dealt(dealt.sizes, dealt.deck)
        case events.CardReceived() as received:
            is_gift = received.source == "gift"
            facts.cards.received(received.player, received.card, facts.giver if is_gift else None)
            if is_gift:
                facts.gift = (received.player, received.card)
        case events.CardGiven() as given:
            facts.giver = given.player
            facts.gift = (given.recipient, None)
            facts.cards.given(given.recipient)
        case events.CardReturned() as returned:
            facts.cards.returned(returned.player, returned.card)
        case events.CardBoxed() as boxed:
            facts.cards.boxed(boxed.player, boxed.card)
        case events.CardPlayed() as played:
            facts.cards.put_away(played.player, played.card)
        case events.TruckSearched() as searched:
            facts.gift = None
            facts.searcher = searched.player
            facts.cards.searched(searched.count)
        case events.CardsSeen() as seen:
            facts.truck = seen.cards
            facts.cards.seen(seen.player, seen.cards)
        case events.SearchEnded() as ended:
            facts.truck = ()
            facts.cards.search_ended(ended.player, kept=ended.kept, left=ended.left)
        case (events.PositionSet() | events.MallSet()) as position:
            facts.cards.played.update(position.played)
            facts.closed.update(position.closed)
            if isinstance(position, events.MallSet):
                facts.dice_count = facts.next_dice = position.dice
        case events.ColdRowFilled() as filled:
            facts.next_dice = filled.dice
        case _:
            pass
