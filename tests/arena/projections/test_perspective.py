"""A perspective knows what it was shown and nothing else, over pairs of games that look alike."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict

import pytest

import engine
from arena.claims import Claim, Proposition
from arena.claims.cards import Cards
from arena.claims.facts import Facts
from arena.claims.offers import DealAct, Offer, Reply
from arena.config import TableConfig
from arena.projections.board import Board
from arena.projections.judge import Judge
from arena.projections.ledger import Ledger
from arena.projections.perspective import Perspective
from arena.projections.position import Position
from arena.records.record import Record, Shown, perceived, stripped
from arena.records.talk import Said
from arena.table import simulate
from arena.table.stepped_game import SteppedGame
from arena.talk.discussion import Act
from arena.talk.speech import Message, Speech, TalkTurn
from arena.transcript.game_log import MemoryLog
from arena.transcript.record_builder import RecordBuilder
from engine import Ruleset, Table
from engine.events import PhaseBegan
from engine.testing import moments, other_world, random_game
from tests.breadth import EACH_RULESET

MOMENTS = {"moh": 5, "osaczeni": 5}
"""Questions of a game at which another world is compared, spread over it."""
MORE = 10
"""So many where that is not known to do."""
SEATS = ("A", "B", "C", "D")


def perspective_of(facts: Ruleset, table: Table, who: str) -> Perspective:
    """Return the perspective of a seat before the first record."""
    return Perspective(facts, SEATS, table.seats, who)


# --- what it takes ---


def test_a_perspective_raises_for_a_record_that_was_not_shown() -> None:
    """A record of the log is refused, even one that all perceived, and changes nothing."""
    facts, table = engine.ruleset("moh"), random_game("moh", SEATS, 1)
    fed, left = (perspective_of(facts, table, "A") for _ in range(2))
    for record in log(facts, table):
        with pytest.raises(TypeError, match="fed what is shown"):
            fed.take(record)  # type: ignore[arg-type]
    assert known(fed) == known(left)
    for record in heard(log(facts, table), "A"):
        fed.take(record)
    assert known(fed) != known(left)


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_a_position_that_is_asked_for_late_is_the_same(ruleset: str) -> None:
    """It is folded from when somebody asks, of all that was taken before."""
    facts, table = engine.ruleset(ruleset), random_game(ruleset, SEATS, 2)
    early, late = (perspective_of(facts, table, "A") for _ in range(2))
    for at, record in enumerate(heard(log(facts, table), "A")):
        assert early.board is early.position.board
        early.take(record)
        late.take(record)
        if at == 90:
            assert known(early) == known(late)
    assert known(early) == known(late)


def test_a_house_bot_folds_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sees the table: only what happened in the round, and words given, are folded for it."""

    def position(*_: object) -> Position:
        raise AssertionError("a bot asked for the position")

    monkeypatch.setattr("arena.projections.perspective.Position", position)
    (game,) = simulate(TableConfig(seats=dict.fromkeys(SEATS, "house")), [1])
    assert any(isinstance(each.data, Said) for each in game.bodies)
    assert all(not each.defaults for each in game.counts.values())


def test_what_a_seat_hears_can_be_taken() -> None:
    """Records that it is shown, without number and hash, and those alone that it perceived."""
    (played,) = simulate(TableConfig(seats=dict.fromkeys(SEATS, "random")), [1])
    header = played.header
    game = SteppedGame(engine.restore(header.saved()), header, MemoryLog(header))
    asked = game.go_on()[0]
    heard = game.heard(asked.seat, shared=True)
    assert len(heard) < len(game.log)
    seen = Perspective(header.facts(), header.names, game.table.seats, asked.seat)
    for each in heard:
        assert isinstance(each, Shown)
        assert (each.i, each.hash) == (None, None)
        assert perceived(each, asked.seat)
        seen.take(each)
    assert seen.count == len(heard) > 0


# --- pairs of games ---


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_what_a_seat_must_not_know_changes_nothing_in_its_perspective(ruleset: str) -> None:
    """Other hands, dice and chance: board, position and ledger are the same after each record."""
    facts, changed, told = engine.ruleset(ruleset), set[str](), Counter[str]()
    saved = json.loads(json.dumps(random_game(ruleset, SEATS, 7).save()))
    asked = list(moments(saved))
    for at, moment in enumerate(asked[:: len(asked) // MOMENTS.get(ruleset, MORE)]):
        world, who = other_world(saved, moment, f"world {at}"), moment.seat
        tables = (moment.table, world.table)
        here, there = (perspective_of(facts, each, who) for each in tables)
        logs = [log(facts, each) for each in tables]
        if logs[0] != logs[1]:
            changed.update(world.changed)
        for one, two in zip(heard(logs[0], who), heard(logs[1], who), strict=True):
            assert one == two, (who, moment.decision, world.changed)
            assert found(here, one) == found(there, two), (one, world.changed)
            assert known(here) == known(there), (one, world.changed)
            told.update(key for key, value in known_of(here.ledger).items() if value)
    assert {"cards", "dice", "chance"} <= changed
    assert {"open deals", "agreements", "promises", "reports", "reported"} <= set(told)


def heard(records: list[Record], who: str) -> Iterator[Shown]:
    """Yield what a seat is shown."""
    return (stripped(record) for record in records if perceived(record, who))


def found(perspective: Perspective, record: Shown) -> list[object]:
    """Feed a record; return what it settled, as data."""
    return [each.data() for each in perspective.take(record)]


def known(perspective: Perspective) -> Mapping[str, object]:
    """Return all that a perspective tells."""
    return {
        **own(perspective.board, "ruleset"),
        **own(perspective.position, "board"),
        **known_of(perspective.ledger),
        **own(perspective.facts, "cards"),
        **own(perspective.facts.cards),
    }


def own(projection: Board | Position | Facts | Cards, but: str = "") -> dict[str, object]:
    """Return what a projection holds, but for one part."""
    return {name: each for name, each in vars(projection).items() if name != but}


def known_of(ledger: Ledger) -> dict[str, object]:
    """Return what a ledger tells."""
    return {
        "open deals": [(each.number, each.offer, each.seen_by, each.endings)
                       for each in ledger.open_deals],
        "agreements": [
            (each.deal.number, each.acceptor, each.seen_by, each.double_sold, each.settled,
             [(term.said, term.truth) for side in each.sides.values() for term in side])
            for each in ledger.agreements
        ],
        "promises": [asdict(each) for each in ledger.promises],
        "announced": [asdict(each) for each in ledger.announced],
        "reports": {by: list(map(asdict, each)) for by, each in ledger.reports.items()},
        "reported": {by: asdict(each) for by, each in ledger.reported.items()},
    }  # fmt: skip


# --- the log of a game in which is talked ---


def log(facts: Ruleset, table: Table) -> list[Record]:
    """Return a game's records, with the same talk whenever a phase begins."""
    builder, records, phases = RecordBuilder(Judge(facts, SEATS)), list[Record](), 0
    for event in table.events:
        records += followed(builder, builder.event(event))
        if isinstance(event, PhaseBegan):
            phases += 1
            for record in builder.act(spoken(facts, phases, builder)):
                records += followed(builder, record)
    return records


def followed(builder: RecordBuilder, record: Record) -> list[Record]:
    """Return a record and what is judged by it."""
    return [record, *builder.derived(record)]


def spoken(facts: Ruleset, number: int, builder: RecordBuilder) -> Act:
    """Return what is said as the nth phase begins: reports, a promise, and deals in turn."""
    speaker, listener = SEATS[number % 4], SEATS[(number + 1) % 4]
    go = Proposition(kind="go", location=1 + number % 6)
    claims = (
        Proposition(kind="zombies", location=1 + number % 6, relation="=", count=number % 3),
        Proposition(kind="go", location=1 + number % 5),
        Proposition(kind="vote", target=listener, vote="attack", negated=True),
        Proposition(kind="holds", card=facts.cards[number % 6].id, player=listener),
    )
    offer = Offer(to=(listener,), gives=(go,), wants=(Proposition(kind="give", target=speaker),))
    deal: DealAct = offer if number % 2 else Reply(act="accept", deal=builder.messages)
    message = Message(
        text="So I say.", to=(listener,), whisper=number % 5 == 0, deals=(deal,),
        claims=tuple(Claim(proposition=each) for each in claims),
    )  # fmt: skip
    turn = TalkTurn(
        id=f"{speaker}.t{number}", seat=speaker, task="speak", floor="truck", place=None,
        present=SEATS, round=builder.round, phase=str(builder.phase), turn=1, turns=1, reply=0,
        replies=0, messages=1, whispers=True, characters=100, wave=number,
    )  # fmt: skip
    return Act(turn=turn, speech=Speech(messages=(message,)))
