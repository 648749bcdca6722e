"""Claims in words: every kind, its opposite, and all that may stand around it."""

from random import Random
from typing import Any

import pytest

import engine
from arena.claims import Vocabulary
from arena.claims.language import FIELDS
from arena.narration.claims_in_words import claim_in_words
from arena.narration.dialects import words_of
from tests.arena.claims.games import Chatter
from tests.arena.claims.helpers import claim, p
from tests.arena.narration.talked import WORDS

SAID: list[tuple[str, dict[str, Any], str, str]] = [
    ("zombies", {"location": 4, "relation": "=", "count": 2},
     "exactly 2 dice show 4 Parking Lot", "not exactly 2 dice show 4 Parking Lot"),
    ("zombies", {"location": 4, "relation": ">=", "count": 1},
     "at least 1 die shows 4 Parking Lot", "no die shows 4 Parking Lot"),
    ("zombies", {"location": 4, "relation": "<=", "count": 3},
     "at most 3 dice show 4 Parking Lot", "at least 4 dice show 4 Parking Lot"),
    ("zombies", {"location": 4, "relation": "=", "count": 0},
     "no die shows 4 Parking Lot", "not exactly 0 dice show 4 Parking Lot"),
    ("dice", {"dice": [1, 1, 5, 6]},
     "the dice are [1] [1] [5] [6]", "the dice are not [1] [1] [5] [6]"),
    ("safe", {"location": 3},
     "nobody is eaten at 3 Megatoys this round", "somebody is eaten at 3 Megatoys this round"),
    ("saw", {}, "Anna has looked under the box", "Anna has not looked under the box"),
    ("saw", {"player": "Bruno"},
     "Bruno has looked under the box", "Bruno has not looked under the box"),
    ("go", {"location": 5}, "Anna will go to 5 Security HQ", "Anna will not go to 5 Security HQ"),
    ("go", {"location": 5, "player": "Bruno"},
     "Bruno will go to 5 Security HQ", "Bruno will not go to 5 Security HQ"),
    ("vote", {"target": "Bruno", "vote": "truck"},
     "Anna will vote for Bruno to search the truck",
     "Anna will not vote for Bruno to search the truck"),
    ("vote", {"target": "Bruno", "vote": "chief"},
     "Anna will vote for Bruno as Chief of Security",
     "Anna will not vote for Bruno as Chief of Security"),
    ("vote", {"target": "Bruno", "vote": "attack"},
     "Anna will vote for Bruno in the attack", "Anna will not vote for Bruno in the attack"),
    ("vote", {"target": "Bruno", "vote": "attack", "location": 3},
     "Anna will vote for Bruno in the attack at 3 Megatoys",
     "Anna will not vote for Bruno in the attack at 3 Megatoys"),
    ("vote", {"target": "Bruno", "vote": "truck", "ballot": "revote"},
     "Anna will vote for Bruno to search the truck in the re-vote",
     "Anna will not vote for Bruno to search the truck in the re-vote"),
    ("give", {"target": "Bruno"},
     "Anna will give Bruno a card from the truck",
     "Anna will not give Bruno a card from the truck"),
    ("give", {"target": "Bruno", "card": "sprint"},
     "Anna will give Bruno Sprint from the truck",
     "Anna will not give Bruno Sprint from the truck"),
    ("ally", {"target": "Bruno"},
     "Anna will spare Bruno in attack votes", "Anna will not spare Bruno in attack votes"),
    ("ally", {"target": "Bruno", "until": 4},
     "Anna will spare Bruno in attack votes until the end of round 4",
     "Anna will not spare Bruno in attack votes until the end of round 4"),
    ("vote", {"target": "Bruno", "vote": "truck", "ballot": "revote"},
     "Anna will vote for Bruno to search the truck in the re-vote",
     "Anna will not vote for Bruno to search the truck in the re-vote"),
    ("vote", {"target": "Bruno", "vote": "chief", "ballot": "first"},
     "Anna will vote for Bruno as Chief of Security in the first ballot",
     "Anna will not vote for Bruno as Chief of Security in the first ballot"),
    ("vote", {"target": "Bruno", "vote": "attack", "ballot": "revote"},
     "Anna will vote for Bruno in the attack in the re-vote",
     "Anna will not vote for Bruno in the attack in the re-vote"),
    ("tell", {"target": "Bruno"},
     "Anna will tell Bruno the dice", "Anna will not tell Bruno the dice"),
    ("play", {}, "Anna will play a card", "Anna will not play a card"),
    ("play", {"card": "threat", "moment": "truck"},
     "Anna will play Threat before the vote on the truck",
     "Anna will not play Threat before the vote on the truck"),
    ("play", {"moment": "attack", "location": 3},
     "Anna will play a card in an attack at 3 Megatoys",
     "Anna will not play a card in an attack at 3 Megatoys"),
    ("move", {"character": "gunman"},
     "Anna will move the Gunman", "Anna will not move the Gunman"),
    ("holds", {"card": "threat"}, "Anna holds Threat", "Anna does not hold Threat"),
    ("holds", {"card": "threat", "player": "Clara", "relation": ">=", "count": 2},
     "Clara holds at least 2 copies of Threat", "Clara holds at most 1 copy of Threat"),
    ("holds", {"card": "pistol", "relation": "=", "count": 1},
     "Anna holds exactly 1 copy of Pistol", "Anna holds not exactly 1 copy of Pistol"),
    ("holds", {"card": "pistol", "relation": "<=", "count": 0},
     "Anna holds no Pistol", "Anna holds at least 1 copy of Pistol"),
    ("tell", {"target": "Bruno"},
     "Anna will tell Bruno the dice", "Anna will not tell Bruno the dice"),
    ("play", {}, "Anna will play a card", "Anna will not play a card"),
    ("play", {"card": "threat", "moment": "truck"},
     "Anna will play Threat before the vote on the truck",
     "Anna will not play Threat before the vote on the truck"),
    ("play", {"player": "Bruno", "moment": "attack", "location": 3},
     "Bruno will play a card in an attack at 3 Megatoys",
     "Bruno will not play a card in an attack at 3 Megatoys"),
    ("move", {"character": "gunman"}, "Anna will move the Gunman",
     "Anna will not move the Gunman"),
    ("lied", {}, "Anna has lied in this round or the last",
     "Anna has not lied in this round or the last"),
    ("lied", {"player": "Bruno"}, "Bruno has lied in this round or the last",
     "Bruno has not lied in this round or the last"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "fields", "said", "opposite"), SAID)
def test_each_kind_has_its_words_and_its_opposite(
    kind: str, fields: dict[str, Any], said: str, opposite: str
) -> None:
    """Who is meant and not named is the speaker; no sentence is made by `not` alone."""
    assert claim_in_words(WORDS, claim(kind, **fields), "Anna").plain == said
    negated = claim(kind, **fields, negated=True)
    assert claim_in_words(WORDS, negated, "Anna").plain == opposite


def test_no_kind_is_forgotten() -> None:
    """A new kind of claim needs its words."""
    assert {kind for kind, *_ in SAID} == set(FIELDS)


@pytest.mark.parametrize(
    ("around", "said"),
    [
        ({"confidence": "think"}, "Anna thinks that Anna holds Threat"),
        ({"confidence": "guess"}, "Anna guesses that Anna holds Threat"),
        ({"said_by": "Bruno"}, "Bruno told Anna that Anna holds Threat"),
        (
            {"condition": p("go", player="Clara", location=3)},
            "Anna holds Threat, if Clara goes to 3 Megatoys",
        ),
        (
            {"condition": p("ally", player="Bruno", target="Clara", negated=True)},
            "Anna holds Threat, if Bruno does not spare Clara in attack votes",
        ),
        (
            {"condition": p("give", target="Clara")},
            "Anna holds Threat, if Anna gives Clara a card from the truck",
        ),
        (
            {"confidence": "think", "said_by": "Bruno"},
            "Anna thinks that Bruno told Anna that Anna holds Threat",
        ),
        (
            {"confidence": "guess", "condition": p("saw")},
            "Anna guesses that Anna holds Threat, if Anna has looked under the box",
        ),
    ],
)
def test_confidence_hearsay_and_condition_stand_around_a_claim(
    around: dict[str, Any], said: str
) -> None:
    """Each alone, and two together."""
    assert claim_in_words(WORDS, claim("holds", card="threat", **around), "Anna").plain == said


@pytest.mark.parametrize("ruleset", ["moh", "moh-ru"])
def test_whatever_can_be_said_at_a_table_has_words(ruleset: str) -> None:
    """Random claims leave no gap and no id of a card."""
    table = engine.new_table(ruleset, ("Ada", "Ben", "Cyd", "Dan"), 1)
    facts = engine.ruleset(ruleset)
    chatter = Chatter(table, Vocabulary(facts, table.seats), Random(1))  # noqa: S311 - no secret
    words = words_of(facts, table.seats)
    for _ in range(500):
        said = claim_in_words(words, chatter.claim("Ada"), "Ada").plain
        assert not {"None", "{", "_", "  "} & set(said.split(" ")), said
        assert said == said.strip()
