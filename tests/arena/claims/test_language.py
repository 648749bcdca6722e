"""The claim language: what can be written, read back, and said at a table."""

import json
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena.claims
import engine
from arena.claims import Claim, Proposition, Vocabulary
from arena.claims.language import FIELDS, Kind
from arena.errors import ClaimError
from tests.arena.claims.helpers import MOH, SEATS, claim, p

TABLE = Vocabulary(MOH, SEATS)

GOOD: tuple[dict[str, Any], ...] = (
    {"kind": "zombies", "location": 5, "relation": ">=", "count": 4},
    {"kind": "zombies", "location": 1, "relation": "=", "count": 0, "confidence": "guess"},
    {"kind": "dice", "dice": [6, 1, 1, 4]},
    {"kind": "safe", "location": 4, "negated": True},
    {"kind": "saw"},
    {"kind": "saw", "player": "Bruno"},
    {"kind": "go", "location": 3},
    {"kind": "vote", "target": "Anna", "vote": "attack", "location": 2, "negated": True},
    {"kind": "vote", "player": "Clara", "target": "Anna", "vote": "truck"},
    {"kind": "give", "target": "Bruno"},
    {"kind": "give", "player": "Bruno", "target": "Anna", "card": "sprint"},
    {"kind": "ally", "target": "Bruno", "until": 3},
    {"kind": "holds", "card": "threat"},
    {"kind": "holds", "player": "Dmitri", "card": "threat", "relation": "<=", "count": 3},
    {"kind": "lied", "player": "Bruno"},
    {"kind": "give", "target": "Bruno", "condition": {"kind": "go", "location": 3}},
    {"kind": "saw", "player": "Bruno", "said_by": "Bruno"},
)

BAD: tuple[tuple[dict[str, Any], str], ...] = (
    (
        {"kind": "zombie", "location": 5},
        (
            "Your claim zombie is of an unknown kind. Possible: zombies, dice, safe, saw, go, "
            "vote, give, ally, tell, play, move, "
            "holds, lied. Did you mean 'zombies'?"
        ),
    ),
    (
        {"kind": "go", "location": 9},
        "Your claim go has location 9. Possible: 1, 2, 3, 4, 5, 6.",
    ),
    (
        {"kind": "saw", "player": "Brunno"},
        (
            "Your claim saw has player 'Brunno'. Possible: Anna, Bruno, Clara, Dmitri. Did you "
            "mean 'Bruno'?"
        ),
    ),
    (
        {"kind": "holds", "card": "gun"},
        (
            "Your claim holds has card 'gun'. Possible: threat, camera, sprint, hardware, hidden, "
            "shotgun, chainsaw, grenades, pistol, fire_axe, baseball_bat. Did you mean 'shotgun'?"
        ),
    ),
    (
        {"kind": "vote", "target": "Anna"},
        "Your claim vote has no vote. Possible: truck, chief, attack.",
    ),
    (
        {"kind": "vote", "target": "Anna", "vote": "mayor"},
        "Your claim vote has vote 'mayor'. Possible: truck, chief, attack.",
    ),
    (
        {"kind": "vote", "target": "Anna", "vote": "chief", "location": 5},
        (
            "Your claim vote has location 5 with the chief vote. Possible: a location with the "
            "attack vote only."
        ),
    ),
    (
        {"kind": "zombies", "location": 5, "relation": "=", "count": 5},
        "Your claim zombies has count 5. Possible: 0 to 4.",
    ),
    (
        {"kind": "zombies", "location": 5, "relation": "=", "count": -1},
        "Your claim zombies has count -1. Possible: 0 to 4.",
    ),
    (
        {"kind": "zombies", "location": 5, "relation": ">", "count": 1},
        "Your claim zombies has relation '>'. Possible: =, >=, <=. Did you mean '>='?",
    ),
    (
        {"kind": "zombies", "location": 5, "relation": "="},
        "Your claim zombies has no count. Possible: 0 to 4.",
    ),
    (
        {"kind": "holds", "card": "pistol", "relation": "=", "count": 2},
        "Your claim holds has count 2. Possible: 0 to 1.",
    ),
    (
        {"kind": "holds", "card": "pistol", "count": 1},
        "Your claim holds has a count and no relation. Possible: both of them, or none.",
    ),
    (
        {"kind": "holds", "card": "pistol", "relation": "="},
        "Your claim holds has a relation and no count. Possible: both of them, or none.",
    ),
    (
        {"kind": "dice", "dice": [1, 2, 3]},
        "Your claim dice has dice [1, 2, 3]. Possible: 4 numbers, each of 1, 2, 3, 4, 5, 6.",
    ),
    (
        {"kind": "dice", "dice": [1, 2, 3, 7]},
        "Your claim dice has dice [1, 2, 3, 7]. Possible: 4 numbers, each of 1, 2, 3, 4, 5, 6.",
    ),
    (
        {"kind": "dice"},
        "Your claim dice has no dice. Possible: 4 numbers, each of 1, 2, 3, 4, 5, 6.",
    ),
    (
        {"kind": "saw", "location": 2},
        "Your claim saw has location 2. Possible fields of saw: player, negated.",
    ),
    (
        {"kind": "safe", "location": 2, "dice": [1, 1, 1, 1]},
        "Your claim safe has dice [1, 1, 1, 1]. Possible fields of safe: location, negated.",
    ),
    (
        {"kind": "ally", "target": "Anna"},
        "Your claim ally has target 'Anna', the player himself. Possible: Bruno, Clara, Dmitri.",
    ),
    (
        {"kind": "give", "player": "Bruno", "target": "Bruno"},
        "Your claim give has target 'Bruno', the player himself. Possible: Anna, Clara, Dmitri.",
    ),
    (
        {"kind": "ally", "target": "Bruno", "until": 0},
        "Your claim ally has until 0. Possible: the number of a round from 1 to 999, or null.",
    ),
    (
        {"kind": "saw", "confidence": "sur"},
        "Your claim saw has confidence 'sur'. Possible: sure, think, guess. Did you mean 'sure'?",
    ),
    (
        {"kind": "saw", "said_by": "Anna"},
        "Your claim saw is said_by 'Anna'. Possible: Bruno, Clara, Dmitri.",
    ),
    (
        {"kind": "saw", "said_by": "Bruno", "condition": {"kind": "lied"}},
        "Your claim saw has both a condition and said_by 'Bruno'. Possible: one of them, or none.",
    ),
    (
        {"kind": "saw", "condition": {"kind": "go", "location": 8}},
        "The condition go of your claim saw has location 8. Possible: 1, 2, 3, 4, 5, 6.",
    ),
)

UNREADABLE: tuple[tuple[Any, str], ...] = (
    ({}, "a claim has no kind. Possible: zombies, dice, "),
    (7, "a claim is 7. Possible: an object with the key kind."),
    ({"kind": "saw", "who": "Anna"}, "a claim has the unknown key 'who'. Possible: kind, player, "),
    ({"kind": "go", "location": "3"}, "location of a claim is '3'. Possible: a whole number, or "),
    ({"kind": "go", "location": True}, "location of a claim is True. Possible: a whole number, "),
    ({"kind": 3}, "kind of a claim is 3. Possible: a text, or null."),
    ({"kind": "dice", "dice": [1, "2"]}, "dice of a claim is [1, '2']. Possible: a list of whole"),
    ({"kind": "dice", "dice": "1123"}, "dice of a claim is '1123'. Possible: a list of whole"),
    ({"kind": "saw", "negated": "no"}, "negated of a claim is 'no'. Possible: true or false"),
    ({"kind": "saw", "condition": "x"}, "condition of a claim is 'x'. Possible: an object with"),
    (
        {"kind": "saw", "condition": {"kind": "saw", "said_by": "Anna"}},
        "a condition has the unknown key 'said_by'. ",
    ),
    ({"kind": "saw", "condition": {"player": "Anna"}}, "a condition has no kind. "),
)


def names(cases: tuple[Any, ...]) -> list[str]:
    """Return test ids that can be read."""
    return [json.dumps(each[0] if isinstance(each, tuple) else each)[:70] for each in cases]


def full(data: dict[str, Any]) -> dict[str, Any]:
    """Return the same with every key written out, null where unused."""
    nulls: dict[str, Any] = {field.name: None for field in fields(Proposition)}
    whole = {**nulls, "negated": False, "confidence": "sure", "condition": None, **data}
    if whole["condition"] is not None:
        whole["condition"] = {**nulls, "negated": False, **whole["condition"]}
    return whole


def test_the_public_face_is_small() -> None:
    """Four names are all that other parts use."""
    assert set(arena.claims.__all__) == {"Claim", "Judgement", "Proposition", "Vocabulary"}


@pytest.mark.parametrize("data", GOOD, ids=names(GOOD))
def test_a_claim_is_its_compact_data(data: dict[str, Any]) -> None:
    """Reading and writing give the same data, which leaves out what is null or default."""
    assert Claim.read(data).data() == data


@pytest.mark.parametrize("data", GOOD, ids=names(GOOD))
def test_nulls_and_defaults_may_be_written_out(data: dict[str, Any]) -> None:
    """A model that must send every key says the same thing."""
    assert Claim.read(full(data)) == Claim.read(data)


@pytest.mark.parametrize("data", GOOD, ids=names(GOOD))
def test_what_can_be_said_is_accepted(data: dict[str, Any]) -> None:
    """The vocabulary takes every kind with the fields that it has."""
    assert TABLE.check(Claim.read(data), "Anna") is None


@pytest.mark.parametrize(("data", "sentence"), BAD, ids=names(BAD))
def test_what_cannot_be_said_is_explained(data: dict[str, Any], sentence: str) -> None:
    """The sentence says what came, where, and what is possible."""
    assert TABLE.check(Claim.read(data), "Anna") == sentence


@pytest.mark.parametrize(("data", "sentence"), UNREADABLE, ids=names(UNREADABLE))
def test_what_is_no_claim_is_refused(data: Any, sentence: str) -> None:  # noqa: ANN401 - anything
    """A value of the wrong type or an unknown key is a `ClaimError` of one sentence."""
    with pytest.raises(ClaimError) as refused:
        Claim.read(data)
    assert str(refused.value).startswith(sentence)


def test_data_come_in_a_fixed_order() -> None:
    """However a claim is made, its data read the same."""
    made = claim("holds", count=1, relation="=", card="pistol", negated=True, confidence="think")
    assert list(made.data()) == ["kind", "relation", "count", "card", "negated", "confidence"]


def test_claims_are_equal_if_they_say_the_same() -> None:
    """They are frozen values that can be keys."""
    assert {claim("go", location=3), claim("go", location=3, confidence="sure")} == {
        claim("go", location=3)
    }


def test_a_claim_cannot_be_changed() -> None:
    """What was said stays said."""
    with pytest.raises(AttributeError):
        p("saw").player = "Anna"  # type: ignore[misc]


def test_the_speaker_stands_in_where_no_player_is_named() -> None:
    """None is the speaker where a kind has a player, and nobody where it has none."""
    assert p("go", location=3).resolved("Anna") == p("go", player="Anna", location=3)
    assert p("go", player="Bruno", location=3).resolved("Anna").player == "Bruno"
    assert p("safe", location=3).resolved("Anna").player is None


def test_numbers_and_names_come_from_the_ruleset() -> None:
    """Another edition's locations, dice and cards are its own."""
    other = Vocabulary(engine.ruleset("moh-ru"), ("A", "B", "C"))
    assert other.seats == ("A", "B", "C")
    assert other.dice == engine.ruleset("moh-ru").dice
    assert other.cards == {card.id: card.count for card in engine.ruleset("moh-ru").cards}
    assert other.check(claim("saw", player="Anna"), "A") == (
        "Your claim saw has player 'Anna'. Possible: A, B, C."
    )


@st.composite
def anything(draw: st.DrawFn) -> dict[str, Any]:
    """Draw data with the right types and any values."""
    number = st.none() | st.integers(-1, 8)
    name = st.none() | st.sampled_from([*SEATS, "Zoe", ""])
    fields: dict[str, Any] = {
        "kind": draw(st.sampled_from([*FIELDS, "joke"])),
        "player": draw(name),
        "location": draw(number),
        "relation": draw(st.none() | st.sampled_from(["=", ">=", "<=", "<"])),
        "count": draw(number),
        "dice": draw(st.none() | st.lists(st.integers(0, 7), max_size=5)),
        "target": draw(name),
        "vote": draw(st.none() | st.sampled_from(["truck", "chief", "attack", "x"])),
        "card": draw(st.none() | st.sampled_from(["threat", "pistol", "x"])),
        "until": draw(number),
        "negated": draw(st.booleans()),
    }
    return {key: value for key, value in fields.items() if draw(st.booleans()) or key == "kind"}


@given(anything(), st.none() | anything(), st.none() | st.sampled_from(SEATS))
def test_any_typed_claim_is_read_and_checked(
    said: dict[str, Any], condition: dict[str, Any] | None, source: str | None
) -> None:
    """Whatever the values, data go round, and the check answers in one line or accepts."""
    read = Claim.read({**said, "condition": condition, "said_by": source})
    assert Claim.read(json.loads(json.dumps(read.data()))) == read
    problem = TABLE.check(read, "Anna")
    assert problem is None or ("\n" not in problem and "Possible" in problem)


def test_every_kind_is_in_the_field_table() -> None:
    """The table of fields and the type of `kind` name the same kinds."""
    assert tuple(FIELDS) == get_args(Kind)
