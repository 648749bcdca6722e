"""Imagined games: a seat can't tell them from the real one, and what it can't know is drawn."""

import copy
import dataclasses
import gc
import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

import engine
from engine import events as e
from engine.chance import Draws
from engine.events import Event
from engine.rules.learned import FOLLOWED, Learned
from engine.state import State, fold_events
from engine.table import event_record
from engine.testing import Moment, other_world, random_game, what_a_seat_sees
from tests.breadth import EACH_RULESET, breadth
from tests.engine.helpers import board
from tests.engine.test_secrecy import OPTIONS, family

CODE = (ModuleType, FunctionType, BuiltinFunctionType)


def slots_of(state: State) -> dict[str, object]:
    """Return all that a state holds, in an order that tells nothing of how it came to be."""
    slots = {slot for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())}
    return {slot: getattr(state, slot) for slot in slots - {"roster"}}


def whole(table: engine.Table) -> dict[str, object]:
    """Return everything that a table is made of, secrets included, but for its scripts."""
    game = table._game
    state, chance = game.state, game.chance
    saved = table.save()
    # `other_world` seats those who were drawn.
    saved |= {"options": {**table.options, "seating": None}, "seats": table.seats}
    return {
        "save": json.dumps(saved),
        "state": {slot: repr(value) for slot, value in slots_of(state).items()},
        "log": [event_record(event) for event in table.events],
        "counts": game.counts,
        "begun": game.begun,
        "chance": (chance._key, chance._taken, chance.rolls, chance.lots, chance._forced.data()),
        "asked": [repr(decision) for decision in game.asked_now],
        "open": list(game.open),
        "answers": {seat: option.id for seat, option in game.answers.items()},
        "floor": game.floor_open,
    }


def some_moments(
    ruleset: str, seats: int, seed: int, options: dict[str, object], count: int
) -> Iterator[tuple[dict[str, Any], Moment]]:
    """Yield moments all over a random game, of any seat, asked or not, with the saved game."""
    floors = seed % 2 == 0
    saved = json.loads(json.dumps(random_game(ruleset, seats, seed, options, floors=floors).save()))
    table, draw = engine.restore({**saved, "moves": []}), Draws(f"{seed} moments")
    moves = [(name, choice) for name, choice in saved["moves"]]
    wanted = {draw.below(len(moves) + 1) for _ in range(count)} | {0, len(moves)}
    for at in range(len(moves) + 1):
        if at in wanted:
            seat = draw.pick(table.seats)
            own = next((each.id for each in table.pending() if each.seat == seat), None)
            done = tuple(moves[:at])
            yield saved, Moment(seat=seat, decision=own, moves=done, table=table.fork())
        if at < len(moves):
            name, choice = moves[at]
            if name == "floor":
                table.close_floor()
            else:
                table.answer(name.rpartition(".")[0], choice, name)


def games_of(ruleset: str) -> Iterator[tuple[str, int, int, dict[str, object]]]:
    """Yield games: every set of options, three to six seats, with floors and without."""
    for place, options in enumerate(OPTIONS[family(ruleset)]):
        yield ruleset, 3 + place % 4, place, options


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_seat_cannot_tell_an_imagined_game_and_it_depends_on_nothing_hidden(
    ruleset: str,
) -> None:
    """What reaches the seat is the same to the byte; another real world gives the same imagined.

    And it is a game like any other: saved and restored it is the same in everything.
    """
    differ = 0
    for game in games_of(ruleset):
        for at, (saved, moment) in enumerate(some_moments(*game, count=10)):
            table, seat = moment.table, moment.seat
            imagined = table.imagine(seat, at)
            assert what_a_seat_sees(imagined, seat) == what_a_seat_sees(table, seat)
            assert imagined.options == table.options
            assert whole(engine.restore(json.loads(json.dumps(imagined.save())))) == whole(imagined)
            world = other_world(saved, moment, f"world {at}").table
            assert whole(world.imagine(seat, at)) == whole(imagined)
            differ += imagined.events != table.events
            public = table.imagine(None, at)
            assert public.view_data(None) == table.view_data(None)
            assert public.heard_by(None) == table.heard_by(None)
    assert differ > 20


def blinded(event: Event, seat: str, *, dice: bool, goals: bool) -> Event:
    """Return the event without its secrets, if the seat did not perceive it or the like since."""
    if event.perceived_by(seat):
        return event
    match event:
        case e.CardsSeen() | e.DeckShuffled():
            return dataclasses.replace(event, cards=("?",) * len(event.cards))
        case e.DiceRolled() | e.DiceSeen():
            return dataclasses.replace(event, dice=(0,)) if dice else event
        case e.DestinationChosen():
            return dataclasses.replace(event, place=0) if goals else event
        case e.Passed():
            return event
        case _:
            hidden: Any = event
            replaced: Event = dataclasses.replace(hidden, card="?")
            return replaced


def blind(table: engine.Table, seat: str) -> engine.Table:
    """Return a table without cards, dice and gifts that the seat can't know; it can't be played."""
    twin = table.fork()
    game: Any = twin._game
    phase, unseen = 0, game.state.dice is not None and twin.view(seat).dice is None
    rolls = [at for at, event in enumerate(game.log) if isinstance(event, e.DiceRolled)]
    for at, event in enumerate(game.log):
        phase += isinstance(event, e.PhaseBegan)
        if isinstance(event, e.CardsSeen) and event.player != seat and phase < len(game.begun):
            last = game.begun[phase] - 1
            game.moves[last] = (game.moves[last][0], "?")
        dice, goals = unseen and at >= rolls[-1], at >= game.boundary.events
        game.log[at] = blinded(event, seat, dice=dice, goals=goals)
    boundary = copy.copy(game.boundary)  # forks share theirs
    boundary._folded, boundary.chance = boundary.state.copy(), boundary.chance.copy()
    boundary._log, game.boundary = game.log, boundary
    for state in (game.state, boundary.state):
        state.deck = ("?",) * len(state.deck)
        state.hands |= {each: ("?",) * len(state.hands[each]) for each in twin.seats}
        if state.dice is not None and unseen:
            state.dice = (0,) * len(state.dice)
    if unseen and game.chance.rolls:
        game.chance.rolls[-1] = game.state.dice
    for chance in (game.chance, boundary.chance):
        chance._key = b"another"
    twin._setup = dataclasses.replace(twin._setup, seed="another")
    return twin


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_an_imagined_game_is_made_without_what_is_hidden(ruleset: str) -> None:
    """With every hidden card and die, the seed and the searchers' answers gone it is the same."""
    for game in games_of(ruleset):
        for at, (_, moment) in enumerate(some_moments(*game, count=6)):
            imagined = moment.table.imagine(moment.seat, at)
            assert whole(blind(moment.table, moment.seat).imagine(moment.seat, at)) == whole(
                imagined
            )


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_the_state_that_an_imagined_game_forks_from_is_what_its_log_folds_to(ruleset: str) -> None:
    """It is known, so that nothing has to be folded."""
    for game in games_of(ruleset):
        for at, (_, moment) in enumerate(some_moments(*game, count=6)):
            imagined = moment.table.imagine(moment.seat, at)._game
            begun = imagined.boundary
            state = fold_events(imagined.rules.new_state(), imagined.log[: begun.events])
            assert slots_of(begun.state) == slots_of(state)
            assert begun.state.roster == state.roster


def reachable(root: object) -> dict[int, object]:
    """Return all objects that an object holds, by identity; code is left out."""
    found: dict[int, object] = {}
    left = [root]
    while left:
        each = left.pop()
        if id(each) not in found and not isinstance(each, (type, *CODE)):
            found[id(each)] = each
            left += gc.get_referents(each)
    return found


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_an_imagined_game_holds_no_object_of_the_real_one_that_is_hidden(ruleset: str) -> None:
    """Neither state, chance, key nor log, no hand of others, no deck, no card that others got."""
    options: dict[str, object] = {}
    for _, moment in some_moments(ruleset, 5, 3, options, count=12):
        game: Any = moment.table._game
        seat, state, kept = moment.seat, game.state, game.boundary
        held = reachable(moment.table.imagine(seat, 1))
        secret = [game, state, state.hands, game.chance, game.chance._key, game.log, game.moves]
        secret += [kept, kept.state, kept.chance, moment.table, moment.table._setup]
        secret += [hand for player, hand in state.hands.items() if hand and player != seat]
        secret += [event for event in game.log if card_of_others(event, seat)]
        secret += [state.deck] if state.deck else []
        secret += [state.dice] if not state.dice_open and seat not in state.dice_seen_by else []
        assert not [each for each in secret if each is not None and id(each) in held]


def card_of_others(event: Event, seat: str) -> bool:
    """Tell whether an event shows a card to others only."""
    return "card" in event.type and not event.perceived_by(seat)


def scenario(ruleset: str, phase: str, seed: int) -> engine.Table:
    """Return a position with all cards in hands and deck, of which A knows its own only."""
    draw, place = Draws(f"{seed}"), "12346"
    kinds = engine.ruleset(ruleset).characters
    there = {
        int(at): " ".join(f"{seat}.{kind.id}" for kind in kinds[:2])
        for at, seat in zip(place, "ABCDE", strict=True)
    }
    cards = [card.id for card in engine.ruleset(ruleset).cards for _ in range(card.count)]
    own = cards.pop(0)
    draw.shuffle(cards)
    hands = {"A": [own], "B": [cards.pop()], "C": [cards.pop(), cards.pop()]}
    keys: dict[str, Any] = {"seed": seed, "hands": hands, "deck": cards}
    keys["chance"] = {"dice": [list(draw.dice(4))], "lots": []}
    if phase == "destinations":
        keys |= {"dice": list(draw.dice(4)), "dice_seen_by": ["B"]}
    return engine.load_scenario(board(phase, there, seats=5, ruleset=ruleset, **keys), floors=True)


@pytest.mark.parametrize("phase", ["truck", "destinations", "attack"])
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_in_a_scenario_the_hands_the_deck_and_what_it_forces_are_hidden_too(
    ruleset: str, phase: str
) -> None:
    """Two positions that A can't tell apart give the same imagined games, which can be saved."""
    one, two = (scenario(ruleset, phase, seed) for seed in (1, 2))
    assert one.events != two.events
    for seed in range(5):
        imagined = one.imagine("A", seed)
        assert what_a_seat_sees(imagined, "A") == what_a_seat_sees(one, "A")
        assert whole(imagined) == whole(two.imagine("A", seed))
        assert whole(engine.restore(json.loads(json.dumps(imagined.save())))) == whole(imagined)
        finish(imagined)


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_imagined_games_play_on_to_their_end(ruleset: str) -> None:
    """With answers at random, and by their saves to the same end; so do those imagined in them."""
    for game in games_of(ruleset):
        for _, moment in some_moments(*game, count=1):
            imagined = moment.table.imagine(moment.seat, 3)
            again = imagined.imagine(moment.seat, 4)
            sees = what_a_seat_sees(moment.table, moment.seat)
            assert what_a_seat_sees(again, moment.seat) == sees
            for table in (imagined, again):
                finish(table)
                assert engine.restore(table.save()).events == table.events


def finish(table: engine.Table) -> None:
    """Answer at random to the end."""
    draw = Draws("answers")
    while not table.is_over:
        if table.floor is not None:
            table.close_floor()
        else:
            question = draw.pick(table.pending())
            table.answer(question.seat, draw.pick(question.options).id)


def test_the_chance_to_come_is_of_the_new_seed_and_never_the_real_one() -> None:
    """One seed gives one game; the game's own seed, in or out of an imagined game, others."""
    table = engine.new_table("moh", 4, 7)
    games = [
        table.imagine("A", 7), table.imagine("A", 7), table.imagine("A", 8), table.fork(),
        table.imagine("A", 7).imagine("A", 7),
    ]  # fmt: skip
    for each in games:
        finish(each)
    ends = [[event_record(event) for event in each.events] for each in games]
    assert ends[0] == ends[1]
    assert all(one != two for at, one in enumerate(ends[1:]) for two in ends[at + 2 :])
    rolls = [each._game.chance.rolls[2:] for each in games]
    assert len({tuple(each) for each in rolls}) == 4


# --- shares ---


def chi_square(found: Counter[Any], shares: dict[Any, float]) -> None:
    """Assert that what was found fits the shares, at about four standard deviations."""
    draws = found.total()
    assert not set(found) - {each for each, share in shares.items() if share}, found
    expected = {each: share * draws for each, share in shares.items() if share}
    square = sum((found[each] - n) ** 2 / n for each, n in expected.items())
    free = max(1, len(expected) - 1)
    assert square < free + 4 * (2 * free) ** 0.5 + 8, (square, free, found, expected)


def unseen_by(table: engine.Table, seat: str) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """Return the cards that a seat does not know, and what it knows of other hands.

    Counted as a player would: what was played is out, what was given is known until it is played.
    """
    facts = engine.ruleset(table.ruleset, table.options)
    unseen = Counter({card.id: card.count for card in facts.cards})
    known: dict[str, Counter[str]] = {each: Counter() for each in table.seats}
    for event in table.heard_by(seat):
        match event:
            case e.CardReceived():
                known[event.player][event.card] += 1
                unseen[event.card] -= 1
            case e.CardPlayed() if known[event.player][event.card]:
                known[event.player][event.card] -= 1
            case e.CardPlayed():
                unseen[event.card] -= 1
            case e.CardReturned():
                unseen[event.card] -= 1  # it lies under the deck
            case _:
                pass
    return unseen, known


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    breadth([("moh", 4), ("osaczeni", 7), ("moh-de", 7)], [("moh", 4)]),
)
def test_every_unknown_card_has_its_exact_share(ruleset: str, seed: int) -> None:
    """In each other hand and on top of the deck each unseen face lies as often as it is unseen."""
    table, draw = engine.new_table(ruleset, 5, seed), Draws("play")
    while len(table.events) < 120:
        question = draw.pick(table.pending())
        table.answer(question.seat, draw.pick(question.options).id)
    seat = max(table.seats, key=lambda each: len(table.view(each).hand))
    unseen, known = unseen_by(table, seat)
    shares = {face: n / unseen.total() for face, n in unseen.items()}
    places: dict[str, Counter[str]] = {}
    for number in range(2500):
        state: Any = table.imagine(seat, number)._game.state
        for player, hand in state.hands.items():
            rest = Counter(hand)
            rest.subtract(known[player])
            assert min(rest.values(), default=0) >= 0, (player, hand, known[player])
            if player != seat:
                places.setdefault(player, Counter()).update(rest)
        places.setdefault("top", Counter())[state.deck[0]] += 1
    assert len([each for each in places.values() if each]) >= 3
    for found in places.values():
        if +found:
            chi_square(+found, shares)


def test_two_unknown_places_are_dealt_together() -> None:
    """The pair of B's and C's first cards has the share of drawing two without putting back."""
    table = engine.new_table("moh", 3, 2)
    unseen, _ = unseen_by(table, "A")
    n = unseen.total()
    shares = {
        (one, two): unseen[one] * (unseen[two] - (one == two)) / (n * (n - 1))
        for one in unseen for two in unseen
    }  # fmt: skip
    found: Counter[tuple[str, str]] = Counter()
    for number in range(6000):
        hands = table.imagine("A", number)._game.state.hands  # type: ignore[attr-defined]
        found[hands["B"][0], hands["C"][0]] += 1
    chi_square(found, shares)


def test_dice_under_the_box_are_rolled_anew_and_seen_ones_stay() -> None:
    """Each face equally often for who has not looked; the same for who has."""
    table = engine.load_scenario(board("destinations", {
        5: "A.gunman B.gunman", 6: "C.pin_up D.pin_up"}, chief="A", dice=[1, 1, 1, 6],
        dice_seen_by=["B"]))  # fmt: skip
    faces: Counter[int] = Counter()
    for number in range(2000):
        faces.update(table.imagine("C", number)._game.state.dice)  # type: ignore[attr-defined]
        seen = table.imagine("B", number)
        assert seen.view("B").dice == (1, 1, 1, 6)
    chi_square(faces, dict.fromkeys(range(1, 7), 1 / 6))
    imagined = table.imagine("C", 0)
    assert imagined.view("B").dice == imagined._game.state.dice  # type: ignore[attr-defined]
    assert engine.restore(imagined.save()).events == imagined.events


def test_ballots_under_seal_are_drawn_by_the_policy() -> None:
    """All others have voted in the imagined game, by the policy; the seat's own question is open.

    Whether they have in the real one the seat can't know. Without a policy all are as likely.
    """
    table = engine.load_scenario(board("chief", {5: "A.gunman B.gunman C.gunman"}, seats=3))
    table.answer("B", "B")
    found: Counter[str] = Counter()
    for number in range(600):
        imagined = table.imagine("A", number)
        assert [question.seat for question in imagined.pending()] == ["A"]
        imagined.answer("A", "A")
        ballots = next(each for each in imagined.events if isinstance(each, e.VotesRevealed))
        found.update({voter + vote for voter, vote in ballots.ballots.items() if voter != "A"})
    chi_square(found, {voter + vote: 1 / 6 for voter in "BC" for vote in "ABC"})
    asked: list[tuple[str, int]] = []

    def for_c(seen: engine.Table, question: engine.Decision) -> str:
        asked.append((question.seat, len(seen.view(question.seat).hand_sizes)))
        return "C"

    imagined = table.imagine("A", 1, policy=for_c)
    imagined.answer("A", "C")
    assert asked == [("B", 3), ("C", 3)]
    assert imagined.view(None).chief == "C"
    with pytest.raises(engine.IllegalAnswer, match="nobody"):
        table.imagine("A", 1, policy=lambda *_: "nobody")


def test_who_is_not_asked_imagines_all_sealed_questions_open() -> None:
    """A, who has voted, keeps its own ballot and can't know who else has."""
    table = engine.load_scenario(board("chief", {5: "A.gunman B.gunman C.gunman"}, seats=3))
    table.answer("A", "B")
    table.answer("C", "A")
    for seat, open_ in (("A", ["B", "C"]), (None, ["A", "B", "C"])):
        assert [each.seat for each in table.imagine(seat, 1).pending()] == open_
    imagined = table.imagine("A", 1)
    imagined.answer("B", "B")
    imagined.answer("C", "B")
    revealed = next(each for each in imagined.events if isinstance(each, e.VotesRevealed))
    assert revealed.ballots["A"] == "B"


def test_hidden_destinations_of_others_are_chosen_by_the_policy() -> None:
    """B's and C's are any legal ones, A's own stays; those that are public stay too."""
    table = engine.load_scenario(board("destinations", {
        1: "A.pin_up B.pin_up", 4: "C.gunman"}, revenge=["D"], chief="C", chief_elected=True,
        dice=[1, 2, 3, 4]))  # fmt: skip
    table.answer("C", "3")
    table.answer("A", "6")
    table.answer("B", "5")
    assert [question.seat for question in table.pending()] == ["D"]
    goals: Counter[int] = Counter()
    for number in range(1000):
        chosen = table.imagine("A", number)._game.state.destinations  # type: ignore[attr-defined]
        assert (chosen["A"], chosen["C"]) == (6, 3)
        goals[chosen["B"]] += 1
    chi_square(goals, dict.fromkeys((3, 4, 5, 6), 0.25))
    first = table.imagine("A", 1, policy=lambda _, question: question.options[0].id)
    assert first._game.state.destinations["B"] == 3  # type: ignore[attr-defined]


def test_gap_m_24_who_has_locked_in_public_holds_a_sprint_in_every_imagined_game() -> None:
    """B announced the location where all of B's characters stand; the other card is any."""
    table = engine.load_scenario(board(
        "destinations", {1: "B.pin_up", 4: "A.gunman C.gunman"}, seats=3, chief="B",
        chief_elected=True, hands={"A": ["threat"], "B": ["pistol", "sprint"]},
        options={"sprint_same_dest": True}, dice=[1, 2, 3, 4]))  # fmt: skip
    table.answer("B", "1")
    others: Counter[str] = Counter()
    for number in range(1500):
        hand = list(table.imagine("A", number)._game.state.hands["B"])  # type: ignore[attr-defined]
        hand.remove("sprint")
        others.update(hand)
    unseen, _ = unseen_by(table, "A")
    unseen["sprint"] -= 1
    chi_square(others, {face: n / unseen.total() for face, n in unseen.items()})
    before = engine.restore({**table.save(), "moves": []})
    held = [before.imagine("A", n)._game.state.hands["B"] for n in range(50)]  # type: ignore[attr-defined]
    assert any("sprint" not in hand for hand in held)


# --- a card that the seat has put under the deck, and that others come to look at ---

DECK = ("gun", "axe", "gun", "can", "axe", "gun", "can")
FACES = Counter(DECK)


def heard_events() -> list[Event]:
    """Return a deal to A and B, a search of A, a search of B, and a card that B plays.

    A has put a gun under the deck, and B finds it there with the last two: so it is B's, A's or
    under the deck again.
    """
    secret: dict[str, Any] = {"seen_by": ("B",), "player": "B"}
    own: dict[str, Any] = {"seen_by": ("A",), "player": "A"}
    both: dict[str, Any] = {"seen_by": ("A", "B")}
    return [
        e.PhaseBegan(round=0, phase="setup"),
        e.DeckShuffled(seen_by="engine", cards=DECK),
        e.CardReceived(**own, card="gun", source="deal"),
        e.CardReceived(**secret, card="axe", source="deal"),
        e.PhaseBegan(round=1, phase="truck"),
        e.CardsSeen(**own, cards=("gun", "can", "axe")),
        e.CardReceived(**own, card="axe", source="truck"),
        e.CardReceived(**both, player="B", card="can", source="gift"),
        e.CardReturned(**own, card="gun"),
        e.PhaseBegan(round=2, phase="truck"),
        e.CardsSeen(**secret, cards=("gun", "can", "gun")),
        e.CardReceived(**secret, card="gun", source="truck"),
        e.CardReceived(**both, player="A", card="can", source="gift"),
        e.CardReturned(**secret, card="gun"),
        e.PhaseBegan(round=3, phase="truck"),
        e.CardPlayed(player="B", card="gun", place=None),
    ]


def all_ways(plays: bool) -> Iterator[tuple[tuple[str, ...], float]]:  # noqa: FBT001
    """Yield where the cards may lie now, (B's hand, deck), with weights: every way by itself.

    A knows its own gun (card 0), the searched gun, can and axe (2, 3, 4). Cards 1, 5 and 6 are
    any order of axe, gun, can as three different cards.
    """
    for faces in permutations(("axe", "gun", "can")):
        card = {1: faces[0], 5: faces[1], 6: faces[2], 2: "gun"}
        for kept, given, left in permutations((5, 6, 2)):
            if card[given] != "can":
                continue
            hand = {1, kept}
            if not plays:
                yield (*sorted(["can", *(card[each] for each in hand)]), card[left]), 1.0
                continue
            if 2 in hand:  # A knows of a gun there: it is the one that is played
                yield (*sorted(["can", card[1]]), card[left]), 1.0
            else:  # any of the cards that A does not know, and it is a gun
                for played in hand:
                    if card[played] == "gun":
                        rest = (hand - {played}).pop()
                        yield (*sorted(["can", card[rest]]), card[left]), 1 / len(hand)


@pytest.mark.parametrize("plays", [False, True])
def test_a_known_card_that_others_looked_at_is_where_it_is_as_likely_as_all_ways_say(
    plays: bool,  # noqa: FBT001
) -> None:
    """The share of each position is that of all ways in which it can have come about."""
    events = heard_events()
    learned = Learned("A", FOLLOWED)
    learned.follow(events if plays else events[:-2])
    found: Counter[Any] = Counter()
    draw = Draws("ways")
    for _ in range(6000):
        dealing, past = learned.deal(FACES, draw, len(events))
        hand = dealing.hands_after(past.acts)["B"]
        found[(*sorted(hand), *dealing.faces_of(past.deck))] += 1
    ways: Counter[Any] = Counter()
    for position, weight in all_ways(plays):
        ways[position] += weight  # type: ignore[assignment]
    total = sum(ways.values())
    chi_square(found, {position: weight / total for position, weight in ways.items()})
