"""Pairs of games that differ only in what a seat has not learned, to test secrecy.

A *moment* is one question of one seat in a played game. `other_world` builds a second game that
comes to the same moment: every card that the seat has not learned may be another, dice that it has
not seen are others, sealed ballots and destinations are others, and so is all chance to come; while
what it saw, the public acts of all seats and the lots drawn are the same. Whatever the seat
perceives must then be the same to the byte.

Cards are identified by their place in the first deck: a card is learned when the seat held, gave,
saw or returned it, when anybody played it, or when a destination that only a Sprint allows became
public. Gifts in secret are made again by place, so that the same card goes the same way under
another face.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from engine import events as e
from engine.chance import Forced
from engine.errors import AnswerError
from engine.events import Event
from engine.question import Decision
from engine.rules import board_events as b
from engine.rules.osaczeni import events as o
from engine.saved import SavedGame
from engine.table import Table, event_record, restore
from engine.testing.conformance import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One question of one seat: the answers before it, and the table as it stood."""

    seat: str
    decision: str | None
    """None for a seat that is not asked."""
    moves: tuple[tuple[str, str], ...]
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Another game at the same moment, and what was changed."""

    table: Table
    asked: tuple[str, ...]
    """The seats that are asked, before some of them answered under seal."""
    changed: tuple[str, ...]
    """Of `cards`, `dice`, `destinations`, `ballots`, `chance`."""


def moments(finished: SavedGame, *, watchers: bool = False) -> Iterator[Moment]:
    """Yield every moment of a saved game, one for each question put.

    With `watchers`, one for each seat at each stop, asked or not, at open floors and at the end as
    well: what is going on between others must not reveal more to it either.
    """
    table = restore({**finished, "moves": []})
    done: list[tuple[str, str]] = []
    asked: set[str] = set()
    for move in ((name, choice) for name, choice in finished["moves"]):
        new = {d.seat: d.id for d in table.pending() if d.id not in asked}
        asked.update(new.values())
        stop = bool(new) or table.floor is not None
        for seat in table.seats if watchers and stop else new:
            yield Moment(seat=seat, decision=new.get(seat), moves=tuple(done), table=table.fork())
        _repeat(table, move)
        done.append(move)
    for seat in table.seats if watchers else ():
        yield Moment(seat=seat, decision=None, moves=tuple(done), table=table.fork())


def _repeat(table: Table, move: tuple[str, str]) -> None:
    name, choice = move
    if name == "floor":
        table.close_floor()
    else:
        table.answer(name.rpartition(".")[0], choice, name)


def what_a_seat_sees(table: Table, seat: str) -> dict[str, str]:
    """Return all that a seat can see at this moment, as text, by method."""
    question = next((d for d in table.pending() if d.seat == seat), None)
    return {
        "view": json.dumps(table.view_data(seat)),
        "public view": json.dumps(table.view_data(None)),
        "heard": json.dumps([event_record(event) for event in table.heard_by(seat)]),
        "question": json.dumps(None if question is None else _question(question)),
        "floor": repr(table.floor),
        "refusal": _refusal(table, seat),
    }


def _refusal(table: Table, seat: str) -> str:
    try:
        table.answer(seat, "no such option")
    except AnswerError as error:
        return str(error)
    raise AssertionError(f"{seat} may answer what is no option")


def _question(decision: Decision) -> list[object]:
    options = [[option.id, option.label, dict(option.args)] for option in decision.options]
    context = {key: _plain(value) for key, value in decision.context.items()}
    shown = (
        decision.id, decision.kind, decision.sealed, decision.secret, decision.phase,
        decision.round,
    )  # fmt: skip
    return [*shown, decision.place, options, context]


def _plain(value: object) -> object:
    return dict(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value


# --- following the cards ---


@dataclass(slots=True)
class Cards:
    """The location of each card of the first deck, and which cards the seat has learned."""

    deck: tuple[str, ...]
    pile: list[int]
    hands: dict[str, list[int]]
    truck: list[int] = field(default_factory=list[int])
    learned: set[int] = field(default_factory=set[int])
    gifts: list[list[int | str]] = field(default_factory=list[list[int | str]])
    """For each search: the place of the card kept, of the card given, and the recipient."""

    searcher: str = ""
    where: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])

    def learn_sprint(self, destinations: Mapping[str, int]) -> None:
        """Learn the Sprint of a player who chose the location of all own characters (GAP-M-24)."""
        for player, goal in destinations.items():
            if {place for (owner, _), place in self.where.items() if owner == player} == {goal}:
                hand = self.hands[player]
                self.learned.add(next(at for at in hand if self.deck[at] == "sprint"))

    def receive(self, place: int, player: str, known: bool) -> None:  # noqa: FBT001
        """Add a card to a hand; the seat learns it if it is its own, or its gift."""
        self.hands.setdefault(player, []).append(place)
        if known:
            self.learned.add(place)

    def take(self, places: list[int], card: str) -> int:
        """Remove the first card of this face from a pile, and return it."""
        at = next(place for place in places if self.deck[place] == card)
        places.remove(at)
        return at


def _follow_all(events: Sequence[Event], seat: str) -> Cards | None:
    cards: Cards | None = None
    for event in events:
        if isinstance(event, e.DeckShuffled):
            cards = Cards(event.cards, list(range(len(event.cards))), {})
        elif cards is not None:
            _follow(cards, event, seat)
            _follow_pawns(cards, event)
    return cards


def _follow(cards: Cards, event: Event, seat: str) -> None:
    # Who learns a card is said here once more, by the rules and not by `seen_by`, which is what
    # The rule of who learns a card is written here once more, without `seen_by`, which is what
    match event:
        case e.CardReceived(player=player, source="deal"):
            cards.receive(cards.pile.pop(0), player, seat == player)
        case e.CardReceived(player=player):
            place = cards.take(cards.truck, event.card)
            cards.gifts[-1].extend((place, player) if event.source == "gift" else (place,))
            cards.receive(place, player, seat in {player, cards.searcher})
        case e.CardsSeen():
            count = len(event.cards)
            cards.searcher = event.player
            cards.truck, cards.pile = cards.pile[:count], cards.pile[count:]
            cards.gifts.append([])
            if seat == cards.searcher:
                cards.learned.update(cards.truck)
        case o.CardBoxed():
            cards.take(cards.truck, event.card)
        case o.HandsRevealed():
            cards.learned.update(place for hand in cards.hands.values() for place in hand)
        case e.CardReturned():
            cards.pile.append(cards.take(cards.truck, event.card))
        case e.CardPlayed():
            cards.learned.add(cards.take(cards.hands[event.player], event.card))
        case _:
            pass


def _follow_pawns(cards: Cards, event: Event) -> None:
    match event:
        case e.CharacterPlaced() | e.CharacterMoved():
            cards.where[event.player, event.character] = event.place
        case e.CharacterEaten():
            del cards.where[event.player, event.character]
        case e.DestinationAnnounced():
            cards.learn_sprint({event.player: event.place})
        case e.DestinationsRevealed():
            cards.learn_sprint(event.destinations)
        case _:
            pass


# --- the other world ---


def other_world(finished: SavedGame, moment: Moment, name: str) -> World:
    """Return another game at this moment, drawn by `name`.

    Raises `AssertionError` where the other game does not come to the moment at all: then a secret
    has changed what was asked, or of whom.
    """
    draw, changed = Random(name), ["chance"]
    events, seat = moment.table.events, moment.seat
    cards = _follow_all(events, seat)
    deck = None
    if cards is not None:
        deck = _other_deck(cards, draw)
        if deck != cards.deck:
            changed.append("cards")
    dice, other_dice = _dice(events, seat, draw)
    if other_dice:
        changed.append("dice")
    options = finished["options"]
    forced = Forced(dice=dice, lots=_lots(events, options), deck=deck).data()
    start: dict[str, object] = {
        **finished,
        "seats": list(moment.table.seats),  # drawn or not, they sit as they sat
        "options": {**options, "seating": "join"} if "seating" in options else options,
        "seed": f"{finished['seed']} {name}",
        "forced": forced,
        "moves": [],
    }
    table = restore(start)
    gifts = _gifts(cards, deck)
    free = _free_destinations(moment)
    for move in moment.moves:
        try:
            if _make(table, move, gifts, free, draw):
                changed.append("destinations")
        except AnswerError as error:
            raise AssertionError(f"{move} can't be made in the other world: {error}") from error
    asked = tuple(decision.seat for decision in table.pending())
    if _vote_under_seal(table, moment, draw):
        changed.append("ballots")
    return World(table=table, asked=asked, changed=tuple(dict.fromkeys(changed)))


def _other_deck(cards: Cards, draw: Random) -> tuple[str, ...]:
    free = [place for place in range(len(cards.deck)) if place not in cards.learned]
    faces, deck = [cards.deck[place] for place in free], list(cards.deck)
    for place in free:
        face = draw.pick(faces)
        faces.remove(face)
        deck[place] = face
    return tuple(deck)


def _dice(events: Sequence[Event], seat: str, draw: Random) -> tuple[list[tuple[int, ...]], bool]:
    rolls: list[tuple[int, ...]] = []
    hidden: int | None = None
    for event in events:
        match event:
            case b.PlacementRolled() | b.SetupDiceRolled():
                rolls.append(event.dice)
            case e.DiceRolled():
                hidden = len(rolls)
                rolls.append(event.dice)
            case e.DiceRevealed():
                hidden = None
            case e.DiceSeen() if event.player == seat:
                hidden = None
            case _:
                pass
    if hidden is not None:
        rolls[hidden] = tuple(draw.pick(range(1, 7)) for _ in rolls[hidden])
    return rolls, hidden is not None


def _lots(events: Sequence[Event], options: Mapping[str, object]) -> list[str]:
    lots: list[str] = []
    eaten = False  # the lot fell on the character that is eaten next, not on its player
    for event in events:
        match event:
            case e.BadgeTaken(cause="first"):
                if "random" in {options.get("first_chief"), options.get("first_badge")}:
                    lots.append(event.player)
                    eaten = False
            case o.VictimTokenTaken(cause="first"):
                if options.get("first_victim") == "random":
                    lots.append(event.player)
                    eaten = False
            case e.PlayerChosen(by="lot", player=str(player)):
                lots.append(player)
                eaten = options.get("second_tie") == "character"
            case e.CharacterEaten() if eaten:
                lots[-1] += f".{event.character}"
                eaten = False
            case _:
                pass
    return lots


def _gifts(cards: Cards | None, deck: tuple[str, ...] | None) -> Iterator[str]:
    """Yield the option id of each search's gift: the same places, under this deck's faces."""
    for gift in cards.gifts if cards is not None and deck is not None else ():
        assert deck is not None, "a search follows a deal"
        yield "-".join(deck[each] if isinstance(each, int) else each for each in gift)


def _free_destinations(moment: Moment) -> set[str]:
    """Return the decisions of others whose secret destination is not yet revealed."""
    events = moment.table.events
    last = max(
        (at for at, each in enumerate(events) if isinstance(each, e.DestinationsRevealed)),
        default=-1,
    )
    chosen = {
        each.player for each in events[last + 1 :] if isinstance(each, e.DestinationChosen)
    } - {moment.seat}
    latest = {name.rpartition(".")[0]: name for name, _ in moment.moves}
    return {name for seat, name in latest.items() if seat in chosen}


def _make(
    table: Table,
    move: tuple[str, str],
    gifts: Iterator[str],
    free: set[str],
    draw: Random,
) -> bool:
    name, choice = move
    if name == "floor":
        table.close_floor()
        return False
    decision = next((d for d in table.pending() if d.id == name), None)
    assert decision is not None, f"{name} is not asked in the other world"
    if decision.kind == "distribute_truck" and choice not in {"search", "pass"}:
        choice = next(gifts)
    other = name in free and decision.kind == "choose_destination"
    if other:
        choice = draw.pick(decision.options).id
    table.answer(decision.seat, choice, name)
    return other


def _vote_under_seal(table: Table, moment: Moment, draw: Random) -> bool:
    # Others may have answered a sealed set before the seat does: some do, in each world its own.
    # One stays open, so that the ballots stay under seal.
    others = [decision for decision in table.pending() if decision.seat != moment.seat]
    last = moment.decision is None
    voted = [decision for decision in others[last:] if draw.pick((True, False))]
    for decision in voted:
        table.answer(decision.seat, draw.pick(decision.options).id, decision.id)
    return bool(voted)
