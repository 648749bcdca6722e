import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import pytest

import arena.seats
from arena.errors import ConfigError
from arena.seats import Heard, Question, Scripted, Seat, Uniform, make_seat
from arena.seats.kinds import KINDS, MODEL_FORMS, talks
from arena.settings import HUMAN
from engine import Decision, Option, new_table

OPTIONS = tuple(Option(id=name, label=name, args={}) for name in "abcd")
QUESTION = Question(
    id="Ada.1", seat="Ada", kind="cast_vote", options=OPTIONS, sealed=True, phase="attack",
    round=1, place=3, context={},
)  # fmt: skip

BARE = tuple(word for word, kind in KINDS.items() if kind.argument != "needed")
"""Kinds that are a SPEC without anything behind them."""


def answered(seat: Seat, question: Question = QUESTION) -> str:
    """Ask a seat that may look at nothing."""
    return asyncio.run(seat.answer(question, {}, ()))


def test_the_public_face_of_the_seats() -> None:
    """What others may import."""
    assert set(arena.seats.__all__) == {
        "Heard", "Question", "Scripted", "ScriptedTalker", "Seat", "Speech", "TalkTurn",
        "Uniform", "check_spec", "make_seat",
    }  # fmt: skip


def test_a_random_seat_answers_the_same_question_the_same_way() -> None:
    """An answer is a function of the seed and the decision."""
    seat, twin = make_seat("random", name="Ada", seed="s"), Uniform("s")
    questions = [replace(QUESTION, id=f"Ada.{n}") for n in range(50)]
    assert [answered(seat, q) for q in questions] == [answered(twin, q) for q in questions[::1]]
    assert [answered(seat, q) for q in questions] != [answered(Uniform("t"), q) for q in questions]


def test_a_random_seat_draws_uniformly() -> None:
    """4,000 draws among four options: each within five standard deviations of 1,000."""
    seat = Uniform("s")

    async def draws() -> Counter[str]:
        asked = (replace(QUESTION, id=f"Ada.{n}") for n in range(4000))
        return Counter([await seat.answer(each, {}, ()) for each in asked])

    drawn = asyncio.run(draws())
    assert set(drawn) == set("abcd")
    assert all(abs(count - 1000) < 5 * 27.4 for count in drawn.values())


def test_a_scripted_seat_follows_a_mapping_or_a_function() -> None:
    """By decision id, or by the question, awaited where it has to wait."""

    async def later(question: Question) -> str:
        await asyncio.sleep(0)
        return question.options[2].id

    assert answered(Scripted({"Ada.1": "b"})) == "b"
    assert answered(Scripted(lambda question: question.options[0].id)) == "a"
    assert answered(Scripted(later)) == "c"
    with pytest.raises(KeyError):
        answered(Scripted({}))


def test_a_scripted_seat_keeps_what_it_was_asked() -> None:
    """Tests look at the questions afterwards."""
    seat = Scripted({"Ada.1": "b"})
    answered(seat)
    assert seat.asked == [QUESTION]


@pytest.mark.parametrize("spec", ["", "rnadom", "random:", "random:fast", "open:gpt"])
def test_an_unknown_spec_names_the_seat_and_what_is_possible(spec: str) -> None:
    """Whoever mistypes reads what to type."""
    with pytest.raises(
        ConfigError, match=f"seat 'Ada' is .* Possible: {', '.join(BARE)}, .*{MODEL_FORMS[0]}, "
    ):
        make_seat(spec, name="Ada", seed="s")


def decisions() -> list[Decision]:
    """Return every question of a game that always takes the first option."""
    table = new_table("moh", ["Ada", "Ben", "Cyd"], 1)
    asked: list[Decision] = []
    while not table.is_over:
        for decision in table.pending():
            asked.append(decision)
            table.answer(decision.seat, decision.options[0].id, decision.id)
    return asked


def plain(value: object) -> bool:
    """Tell whether a value is JSON data and nothing else."""
    match value:
        case dict():
            return all(isinstance(key, str) and plain(each) for key, each in value.items())
        case list():
            return all(plain(each) for each in value)
        case _:
            return value is None or type(value) in {str, int, bool}


def test_a_question_is_plain_data_without_the_default() -> None:
    """What stands in for silence is for nobody's eyes."""
    for decision in decisions():
        question = Question.of(decision)
        data = asdict(question)
        assert plain({**data, "options": list(data["options"])})
        assert data.keys() == {*Decision._fields} - {"stand_in"} | {"refused", "tries"}
        assert [option.id for option in question.options] == [o.id for o in decision.options]


def test_what_was_heard_is_made_when_it_is_looked_at() -> None:
    """A seat that does not listen does not pay; one that does pays once."""
    made: list[int] = []

    def listen() -> tuple[dict[str, Any], ...]:
        made.append(1)
        return ({"type": "a"}, {"type": "b"})

    heard = Heard(listen)
    assert made == []
    assert [record["type"] for record in heard] == ["a", "b"]
    assert (len(heard), heard[1], heard[:1], made) == (2, {"type": "b"}, ({"type": "a"},), [1])


class Listener(Seat):
    """A seat that keeps what it was told."""

    def __init__(self) -> None:
        """Nothing was told yet."""
        self.told: list[tuple[Question, Mapping[str, Any], list[dict[str, Any]]]] = []

    async def answer(self, question: Question, view: Mapping[str, Any], heard: Any) -> str:  # noqa: ANN401
        """Take the first option."""
        self.told.append((question, view, list(heard)))
        return question.options[0].id


def test_a_seat_has_to_answer_and_no_more() -> None:
    """What it says nothing of is that of a seat which never talks, remembers or waits."""
    listener = Listener()
    assert answered(listener) == "a"
    assert (listener.talks, listener.remembers, listener.waits) == (False, False, False)


@pytest.mark.parametrize(
    "kind", [*(each for each in BARE if each != HUMAN), "planted:strength(0.5)"]
)
def test_whether_a_seat_talks_is_a_fact_of_its_kind(kind: str) -> None:
    """What the header says of a SPEC is what the seat itself says."""
    assert talks(kind) is make_seat(kind, name="A", seed="s").talks


def test_nobody_is_made_for_a_persons_seat() -> None:
    """People can talk, and sit down by themselves."""
    assert talks(HUMAN)
    with pytest.raises(ConfigError, match="a seat is human, and nobody sits in it"):
        make_seat(HUMAN, name="A", seed="s")


@pytest.mark.parametrize("form", MODEL_FORMS)
def test_every_model_talks(form: str) -> None:
    """Each protocol has tools to talk with."""
    assert talks(form.replace("BASE_URL", "http://127.0.0.1"))
