"""What is refused: each error in its situation, and nothing has changed after it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, options

HQ = {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up"}


@contextmanager
def refused(table: engine.Table, error: type[engine.AnswerError], *words: str) -> Iterator[None]:
    """Expect this very error, whose message holds the words, and a table as it was before."""
    before = face(table)
    with pytest.raises(error) as caught:
        yield
    assert type(caught.value) is error
    for word in words:
        assert word in str(caught.value)
    assert face(table) == before


def face(table: engine.Table) -> dict[str, object]:
    """Return all that can be seen of a table."""
    return {
        "save": table.save(),
        "views": [table.view_data(seat) for seat in (None, *table.seats)],
        "heard": [table.heard_by(seat) for seat in table.seats],
        "events": table.events,
        "pending": table.pending(),
        "floor": table.floor,
        "result": table.result,
    }


def over() -> engine.Table:
    """Return a game that has ended: four characters live, nobody is attacked."""
    return draw("attack", {6: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up"}, extras_placed=True)


def test_an_illegal_answer_lists_what_is_legal() -> None:
    """The message says what was given, to what, and what is possible."""
    table = draw("chief", HQ)
    with refused(table, engine.IllegalAnswer, "'C'", "A.1", "cast_vote", "A, B"):
        table.answer("A", "C")


def test_an_illegal_answer_keeps_its_parts() -> None:
    """Decision, kind, given and legal can be read from the error."""
    table = draw("chief", HQ)
    with pytest.raises(engine.IllegalAnswer) as caught:
        table.answer("B", "nobody")
    error = caught.value
    assert (error.decision, error.kind, error.given) == ("B.1", "cast_vote", "nobody")
    assert error.legal == ("A", "B")


def test_an_illegal_answer_names_what_was_probably_meant() -> None:
    """A slip of the pen is met with the nearest option."""
    table = draw("chief", {5: "A.pin_up B.pin_up"}, hands={"A": ["threat"]})
    with refused(table, engine.IllegalAnswer, "threat"):
        table.answer("A", "thraet")


def test_a_pass_is_illegal_where_none_is_offered() -> None:
    """Nobody passes on a ballot."""
    table = draw("chief", HQ)
    with refused(table, engine.IllegalAnswer):
        table.answer("A", "pass")


def test_an_answer_to_a_past_question_is_stale() -> None:
    """B's first question has been answered; the table waits for his next one."""
    hands = {"A": ["threat", "camera"]}
    table = draw("chief", HQ, hands=hands)
    table.answer("A", "threat", "A.1")
    with refused(table, engine.StaleDecision, "A.1", "A.2"):
        table.answer("A", "pass", "A.1")


def test_an_answer_to_a_question_that_does_not_exist_yet_is_stale() -> None:
    """A.7 is not open."""
    table = draw("chief", HQ)
    with refused(table, engine.StaleDecision, "A.7", "A.1"):
        table.answer("A", "A", "A.7")


def test_a_second_ballot_under_seal_is_stale() -> None:
    """A has voted; his question is closed while others still vote."""
    table = draw("chief", HQ)
    table.answer("A", "A", "A.1")
    with refused(table, engine.StaleDecision):
        table.answer("A", "B", "A.1")
    assert asked(table) == [("B", "cast_vote")]


def test_answering_while_a_floor_is_open_is_stale() -> None:
    """The talk must close first; the message says which."""
    table = draw("chief", HQ, floors=True)
    with refused(table, engine.StaleDecision, "chief"):
        table.answer("A", "A")


def test_closing_a_floor_that_is_not_open_is_stale() -> None:
    """There is nothing to close at a ballot."""
    table = draw("chief", HQ)
    with refused(table, engine.StaleDecision):
        table.close_floor()


def test_a_seat_that_is_not_asked_has_no_decision() -> None:
    """C is not at the HQ and may not vote."""
    table = draw("chief", HQ)
    with refused(table, engine.NotYourDecision, "C"):
        table.answer("C", "A")


def test_another_seats_question_is_not_yours() -> None:
    """B names A's decision."""
    table = draw("chief", HQ)
    with refused(table, engine.NotYourDecision, "A.1"):
        table.answer("B", "A", "A.1")


def test_a_stranger_has_no_decision() -> None:
    """A name that sits nowhere is refused like a seat that is not asked."""
    table = draw("chief", HQ)
    with refused(table, engine.NotYourDecision, "Zoe"):
        table.answer("Zoe", "A")


def test_a_finished_game_takes_no_answer() -> None:
    """Every answer is met with `GameOver`, and the result stands."""
    table = over()
    assert table.is_over
    assert table.pending() == ()
    for seat in ("A", "Zoe"):
        with refused(table, engine.GameOver):
            table.answer(seat, "A", "A.1")


def test_a_finished_game_has_no_floor_to_close() -> None:
    """`close_floor` is refused, too."""
    table = over()
    with pytest.raises(engine.AnswerError):
        table.close_floor()
    assert table.is_over


def test_a_refused_answer_keeps_the_ballots_that_are_under_seal() -> None:
    """A has voted, B errs: A's ballot still counts and is still unseen."""
    table = draw("chief", HQ)
    answer(table, "A", "B")
    with refused(table, engine.IllegalAnswer):
        table.answer("B", "D")
    answer(table, "B", "B")
    assert table.view(None).chief == "B"


def test_an_answer_without_a_decision_id_means_the_open_question() -> None:
    """The id is optional for those who answer at once."""
    table = draw("chief", HQ)
    answer(table, "A", "B")
    answer(table, "B", "B")
    assert table.view(None).chief == "B"


def test_a_chance_that_can_not_be_is_refused_and_changes_nothing() -> None:
    """A forced lot that is not among the tied: the answer that led to it is taken back."""
    there = {1: "A.pin_up B.pin_up", 6: "C.pin_up D.pin_up C.gunman D.gunman"}
    table = draw("attack", there, zombies={1: 2}, extras_placed=True, chance={"lots": ["C"]})
    for seat in "AB":
        answer(table, seat, seat)
    for seat, candidate in {"A": "A", "B": "B", "C": "A"}.items():
        answer(table, seat, candidate)
    before = face(table)
    with pytest.raises(engine.ScenarioError, match="lots"):
        answer(table, "D", "B")
    assert face(table) == before
    assert options(table, "D") == ["A", "B"]


def test_an_answer_that_was_checked_is_taken_once() -> None:
    """What is chosen before is what an answer does; a question that is open no more is none."""
    table, other = (engine.new_table("moh", 3, 1) for _ in range(2))
    (asked,) = table.pending()
    chosen = asked.choose(asked.options[-1].id)
    assert chosen == (asked, asked.options[-1])
    table.take(chosen)
    other.answer(asked.seat, asked.options[-1].id)
    assert table.save() == other.save()
    before = table.save()
    with pytest.raises(engine.StaleDecision, match=f"{asked.id}', which is not open"):
        table.take(chosen)
    with pytest.raises(engine.IllegalAnswer, match="You answered 'no' to"):
        asked.choose("no")
    assert table.save() == before
