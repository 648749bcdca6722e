"""The guarantees that every ruleset gives, checked over random games.

Each check is an assertion that names the ruleset, the seats and the seed of the game that broke it,
so that the game can be played again.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from engine.chance import Chance, Forced
from engine.errors import AnswerError, GameOver, IllegalAnswer, NotYourDecision, StaleDecision
from engine.question import Decision, Option
from engine.ruleset import ruleset as facts_of
from engine.state import State, fold_events
from engine.table import Table, event_record, new_table, replay, restore

T = TypeVar("T")

TOO_LONG = 5_000
"""Decisions after which a game counts as endless; the longest seen are under 500."""


class Random:
    """Deterministic choices for a game, apart from its own chance."""

    def __init__(self, name: str) -> None:
        """Key the choices by a name."""
        self._chance = Chance(name, Forced())
        self._count = 0

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        self._count += 1
        return self._chance.pick(str(self._count), options)


def random_game(
    ruleset: str,
    seats: int | Sequence[str],
    seed: int | str,
    options: Mapping[str, object] | None = None,
    *,
    floors: bool = False,
) -> Table:
    """Return a finished game in which every answer was drawn by the seed."""
    table, draw = new_table(ruleset, seats, seed, options, floors=floors), Random(f"{seed} play")
    while not table.is_over:
        step(table, draw)
    return table


def step(table: Table, draw: Random) -> None:
    """Close the open floor, or answer one open question at random."""
    if table.floor is not None:
        table.close_floor()
        return
    decision = draw.pick(table.pending())
    table.answer(decision.seat, draw.pick(decision.options).id, decision.id)


def check_ruleset(
    ruleset: str,
    seats: Iterable[int] = (3, 4, 5, 6),
    games: int = 5,
    options: Mapping[str, object] | None = None,
) -> None:
    """Check every guarantee over `games` random games for each number of seats.

    A game always ends; each question has an option; ids and labels are unique and from the
    catalogue; characters and cards are conserved; no capacity is broken; `restore(save())` and
    `replay` give the same bytes; folding the log gives the state; a bad answer of any kind changes
    nothing; the order of sealed answers does not matter; a fork agrees with its parent and never
    disturbs it; no seat can tell an imagined game from the real one; a question that is no secret
    has the same options whatever the hands hold. Raises `AssertionError` naming the game.
    """
    for count in seats:
        for seed in range(games):
            try:
                _check_game(ruleset, count, seed, options or {})
            except AssertionError as error:
                text = f"{ruleset}, {count} seats, seed {seed}, options {dict(options or {})}"
                raise AssertionError(f"{text}: {error}") from error


def _check_game(ruleset: str, seats: int, seed: int, options: Mapping[str, object]) -> None:
    facts = facts_of(ruleset, options)
    catalogue = {kind: set(ids) for kind, ids in facts.catalogue(seats).items()}
    table = new_table(ruleset, seats, seed, options, floors=seed % 2 == 1)
    draw, decisions = Random(f"{seed} check"), 0
    while not table.is_over:
        for decision in table.pending():
            _check_question(decision, catalogue)
        _check_position(table, sum(card.count for card in facts.cards))
        if decisions % 7 == 0:
            _check_bad_answers(table)
            _check_fork(table, draw)
            _check_imagined(table, draw.pick(table.seats), seed)
            _check_announced(table, seed)
        if len(table.pending()) > 1:
            _check_order(table, draw)
        step(table, draw)
        decisions += 1
        assert decisions < TOO_LONG, f"no end after {decisions} decisions"
    _check_bad_answers(table)
    _check_end(table)
    _check_records(table)


def _check_imagined(table: Table, seat: str, seed: int) -> None:
    imagined = table.imagine(seat, seed)
    for one, two in ((imagined, table), (imagined.fork(), imagined)):
        assert one.view_data(seat) == two.view_data(seat), f"{seat} imagines another view"
        assert one.heard_by(seat) == two.heard_by(seat), f"{seat} imagines another history"
        asked = [[own for own in each.pending() if own.seat == seat] for each in (one, two)]
        assert asked[0] == asked[1], f"{seat} imagines another question"


def _check_announced(table: Table, seed: int) -> None:
    """Compare with a game that the public can't tell from this one."""
    imagined = {each.id: each for each in table.imagine(None, seed).pending()}
    for here in table.pending():
        there = imagined[here.id]
        announced = [(each.kind, each.secret) for each in (here, there)]
        assert announced[0] == announced[1], f"{here.id}: {announced} tell of a secret"
        told = here.secret or here.options == there.options
        assert told, f"{here.id} ({here.kind}) is no secret, and its options tell of one"


def _check_question(decision: Decision, catalogue: Mapping[str, set[str]]) -> None:
    ids = [option.id for option in decision.options]
    assert ids, f"{decision.id} has no option"
    assert len(set(ids)) == len(ids), f"{decision.id} has an id twice: {ids}"
    labels = {option.label for option in decision.options}
    assert len(labels) == len(ids), f"{decision.id} has a label twice: {labels}"
    assert set(ids) <= catalogue[decision.kind], f"{decision.id}: {ids} not in the catalogue"
    for option in decision.options:
        named = "-".join(str(value) for value in option.args.values()) or "pass"
        assert option.id == named, f"{option.id} is named otherwise than its args {option.args}"
    assert decision.default in decision.options, f"{decision.id}: the default is not an option"
    assert decision.default == decision.default, f"{decision.id}: the default changes"


def _check_position(table: Table, cards: int) -> None:
    views = {seat: table.view_data(seat) for seat in table.seats}
    public = table.view_data(None)
    looked_at = [view["truck"] for view in views.values() if view["truck"] is not None]
    there = sum(public["hand_sizes"].values()) + public["deck_size"] + len(public["played"])
    there += sum(len(seen) for seen in looked_at) + (public["boxed"] or 0)
    dealt = any(event.type == "deck_shuffled" for event in table.events)
    assert there == (cards if dealt else 0), f"{there} cards of {cards}"
    for seat, view in views.items():
        assert len(view["hand"]) == public["hand_sizes"][seat], f"{seat}'s hand and its size differ"
    names: Counter[tuple[str, str]] = Counter()
    for place in public["places"]:
        names.update((each["player"], each["character"]) for each in place["characters"])
        full = place["capacity"] is not None and len(place["characters"]) > place["capacity"]
        assert not full, f"more characters than room at {place}"
        empty = not place["characters"] and not place["zombies"]
        assert empty or not place["closed"], f"somebody at closed {place}"
        assert place["zombies"] >= 0, f"zombies missing at {place}"
    eaten = [e.data() for e in table.events if e.type == "character_eaten"]
    names.update((str(data["player"]), str(data["character"])) for data in eaten)
    twice = [name for name, count in names.items() if count > 1]
    assert not twice, f"characters twice on the board, or eaten and there: {twice}"


def _check_bad_answers(table: Table) -> None:
    for seat, option, decision, error in _bad_answers(table):
        before = json.dumps(table.save()), table.pending(), len(table.events)
        refused = _refusal(table, seat, option, decision)
        assert type(refused) is error, f"{seat}, {option}, {decision}: {refused!r}, not {error}"
        after = json.dumps(table.save()), table.pending(), len(table.events)
        assert after == before, f"a refused answer changed the game ({error.__name__})"


def _refusal(table: Table, seat: str, option: str, decision: str | None) -> Exception | None:
    try:
        table.answer(seat, option, decision)
    except AnswerError as raised:
        return raised
    return None


def _bad_answers(table: Table) -> list[tuple[str, str, str | None, type[AnswerError]]]:
    seat = table.seats[0]
    if table.is_over:
        return [(seat, "pass", None, GameOver), (seat, "pass", f"{seat}.1", GameOver)]
    if table.floor is not None:
        return [(seat, "pass", f"{seat}.1", StaleDecision), (seat, "pass", None, StaleDecision)]
    asked = {decision.seat: decision for decision in table.pending()}
    first = next(iter(asked.values()))
    other = next((s for s in table.seats if s not in asked), "Nobody")
    return [
        (first.seat, "no such option", first.id, IllegalAnswer),
        (first.seat, first.options[0].id, f"{first.seat}.0", StaleDecision),
        (first.seat, first.options[0].id, f"{first.seat}.99999", StaleDecision),
        (other, first.options[0].id, first.id, NotYourDecision),
        (other, first.options[0].id, None, NotYourDecision),
    ]


def _check_fork(table: Table, draw: Random) -> None:
    before = json.dumps(table.save()), records(table)
    twin, other = table.fork(), table.fork()
    assert (json.dumps(twin.save()), records(twin)) == before, "a fork differs from its parent"
    assert _looks(twin) == _looks(table), "a fork is seen otherwise than its parent"
    for _ in range(3):
        if not other.is_over:
            step(other, draw)
    assert (json.dumps(table.save()), records(table)) == before, "a fork disturbed its parent"
    same = [
        (decision, draw.pick(decision.options))
        for decision in (table.fork().pending() if not table.is_over else ())
    ]
    again = table.fork()
    for decision, option in same:
        twin.answer(decision.seat, option.id, decision.id)
        again.answer(decision.seat, option.id, decision.id)
    assert records(twin) == records(again), "two forks answered alike differ"


def _check_order(table: Table, draw: Random) -> None:
    answers: list[tuple[Decision, Option]] = [
        (decision, draw.pick(decision.options)) for decision in table.pending()
    ]
    one, two = table.fork(), table.fork()
    for decision, option in answers:
        one.answer(decision.seat, option.id, decision.id)
    for at, (decision, option) in enumerate(reversed(answers)):
        if at:
            assert records(two) == records(table), "an event came before all sealed answers"
        two.answer(decision.seat, option.id, decision.id)
    assert records(one) == records(two), "the order of sealed answers matters"
    assert one.save() == two.save(), "the order of sealed answers is saved"


def _check_end(table: Table) -> None:
    result = table.result
    assert result is not None, "a finished game has no result"
    assert table.pending() == (), "a finished game asks"
    assert set(result.scores) == set(table.seats), "a seat has no score"
    assert result.winners, "nobody has won"
    public = table.view_data(None)
    alive = {each["player"] for place in public["places"] for each in place["characters"]}
    gone = set(public["eliminated"])
    assert gone == set(table.seats) - alive, f"{gone} are eliminated, and {alive} live"
    by_place = sorted(result.placements.values())
    for place in by_place:
        better = sum(other < place for other in by_place)
        assert place == better + 1, f"placements {by_place} do not share as 1, 1, 3"


def _check_records(table: Table) -> None:
    saved = json.loads(json.dumps(table.save()))
    again = restore(saved)
    assert json.dumps(again.save()) == json.dumps(table.save()), "restore(save()) saves otherwise"
    assert json.dumps(records(again)) == json.dumps(records(table)), "restored events differ"
    replay(saved, json.loads(json.dumps(records(table))))
    game = table._game  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - the kernel's promise
    refolded = fold_events(game.rules.new_state(), table.events)
    assert _slots(refolded) == _slots(game.state), "folding the log gives another state"


def _slots(state: State) -> dict[str, object]:
    names = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: getattr(state, name) for name in names if name != "roster"}


def _looks(table: Table) -> str:
    seats: tuple[str | None, ...] = (None, *table.seats)
    return json.dumps([table.view_data(seat) for seat in seats])


def records(table: Table) -> list[dict[str, object]]:
    """Return all events as a transcript has them."""
    return [event_record(event) for event in table.events]
