"""What can be said: every refusal is one sentence with what came and what is possible."""

from typing import Any

import pytest

from arena.claims.language import Claim, Proposition
from arena.claims.vocabulary import Vocabulary
from arena.settings import TalkRules
from arena.talk.speech import Speech, TalkTurn, bid_problem, speech_problem
from engine import ruleset

SEATS = ("Ada", "Ben", "Cyd")
TURN = TalkTurn(
    id="Ada.t1", seat="Ada", task="speak", floor="dice", place=None, present=SEATS, round=1,
    phase="arrival", turn=1, turns=1, reply=0, replies=1, messages=2, whispers=True, characters=20,
    wave=1,
)  # fmt: skip

GOOD = Claim(proposition=Proposition(kind="saw", player="Ben"))
BAD = Claim(proposition=Proposition(kind="saw", player="Zoe"))


def problem(speech: object, **rules: object) -> str | None:
    """Return why Ada can't say it."""
    table = TalkRules.model_validate({"characters": 20, "claims": 1, **rules})

    return speech_problem(speech, TURN, table, Vocabulary(ruleset("moh"), SEATS), None)


@pytest.mark.parametrize(
    "speech",
    [
        Speech.of("x" * 20),
        Speech.of("two\nlines"),
        Speech.of("Żółw ¿qué? мёртв 😱"),
        Speech.of("👨\u200d👩\u200d👧 \u200cمی"),
        Speech.of("to both", to=("Ben", "Cyd")),
        Speech.of("psst", to=("Ben",), whisper=True),
        Speech.of("claim", claims=(GOOD,)),
    ],
)
def test_what_can_be_said(speech: Speech) -> None:
    """Words in any language, to anybody else at the table; and it comes back from plain data."""
    assert problem(speech) is None
    assert Speech.read(speech.data()) == speech


@pytest.mark.parametrize(
    ("speech", "said"),
    [
        ("words", "'words' is no speech. Possible: a Speech, or None for silence."),
        (Speech.of(" \n "), r"the text is ' \n '. Possible: words, or None in place of it."),
        (Speech.of("x" * 21), "the text has 21 characters. Possible: at most 20."),
        (
            Speech.of("a\x1b[2J"),
            r"the text holds '\x1b'. Possible: printable characters and line breaks.",
        ),
        (
            Speech.of("a\u202eb"),
            r"the text holds '\u202e'. Possible: printable characters and line breaks.",
        ),
        (
            Speech.of("a\ud800"),
            r"the text holds '\ud800'. Possible: printable characters and line breaks.",
        ),
        (
            Speech.of("hi", to=("Zoe",)),
            "it is addressed to ['Zoe']. Possible: Ben, Cyd, each once.",
        ),
        (
            Speech.of("hi", to=("Ada",)),
            "it is addressed to ['Ada']. Possible: Ben, Cyd, each once.",
        ),
        (
            Speech.of("hi", to=("Ben", "Ben")),
            "it is addressed to ['Ben', 'Ben']. Possible: Ben, Cyd, each once.",
        ),
        (Speech.of("hi", whisper=True), "it is a whisper to nobody. Possible: Ben, Cyd."),
        (
            Speech.of("hi", claims=(GOOD,) * 2),
            "it has 2 claims. Possible: at most 1.",
        ),
        (
            Speech.of("hi", claims=("Ben lies",)),  # type: ignore[arg-type]
            "'Ben lies' is no claim. Possible: a Claim.",
        ),
        (
            Speech.of("hi", claims=(BAD,)),
            "Your claim saw has player 'Zoe'. Possible: Ada, Ben, Cyd.",
        ),
    ],
)
def test_what_can_not_be_said(speech: object, said: str) -> None:
    """Escape sequences, reversed text, lone surrogates, strangers, too much of anything."""
    assert problem(speech) == said


def test_no_whispers_where_the_table_has_none() -> None:
    """The option forbids them, not public words to somebody."""
    whisper = Speech.of("psst", to=("Ben",), whisper=True)
    expected = "it is a whisper. Possible: at this table everybody hears everything."
    assert problem(whisper, whispers=False) == expected
    assert problem(Speech.of("hey", to=("Ben",)), whispers=False) is None


@pytest.mark.parametrize(("bid", "fine"), [(0, True), (4, True), (-1, False), (5, False)])
def test_bids_go_from_0_to_4(bid: int, *, fine: bool) -> None:
    """Both sides of both bounds."""
    assert (bid_problem(bid) is None) is fine


@pytest.mark.parametrize("bid", [True, 2.0, "2", None])
def test_a_bid_is_a_whole_number(bid: object) -> None:
    """The sentence says what came."""
    assert bid_problem(bid) == f"the bid is {bid!r}. Possible: a whole number from 0 to 4."


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "go", "location": True},
        {"kind": "go", "location": 3.0},
        {"kind": "zombies", "location": 1, "relation": "=", "count": 1.0},
        {"kind": "zombies", "location": 1, "relation": "=", "count": False},
        {"kind": "ally", "target": "Ben", "until": 2.5},
        {"kind": "ally", "target": "Ben", "until": float("nan")},
        {"kind": "ally", "target": "Ben", "until": 10**5000},
        {"kind": "dice", "dice": (1, 2, 3, True)},
        {"kind": "dice", "dice": (1.0, 2, 3, 4)},
        {"kind": "dice", "dice": [1, 2, 3, 4]},
        {"kind": "saw", "negated": 1},
        {"kind": "saw", "negated": "no"},
        {"kind": "saw", "player": 7},
        {"kind": ["saw"]},
    ],
)
def test_a_claim_that_could_not_be_read_again_is_refused(fields: dict[str, Any]) -> None:
    """A seat that makes claims itself may put anything into them; the log takes plain values."""
    for claim in (
        Claim(proposition=Proposition(**fields)),
        Claim(proposition=Proposition(kind="saw"), condition=Proposition(**fields)),
    ):
        speech = Speech.of("Listen.", claims=(claim,))
        assert isinstance(problem(speech, characters=99, claims=5), str)


@pytest.mark.parametrize("odd", ["confidence", "said_by", "proposition"])
def test_a_claim_of_odd_parts_is_refused(odd: str) -> None:
    """Whatever stands in its own fields."""
    claim = Claim(**{"proposition": Proposition(kind="saw"), odd: 7})  # type: ignore[arg-type]
    speech = Speech.of("Listen.", claims=(claim,))
    assert isinstance(problem(speech, characters=99, claims=5), str)
