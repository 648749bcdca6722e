"""False words on dice: how they differ, who makes them, and that they read as what they claim."""

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from arena.claims.kinds import DICE
from arena.config import TableConfig
from arena.records.record import Record, of_type
from arena.records.talk import Said
from arena.seats.house import DIALS, Beliefs, Dials
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.reports import audience, bluffs, dice_ideas, false_dice
from arena.seats.house.speaking import Idea, TalkSituation, spoken
from arena.seats.house.thoughts import thought
from arena.table import play
from arena.talk.speech import Speech, TalkTurn
from arena.transcript.reader import read
from tests.arena.seats.house.test_memory import begun, said
from tests.engine.helpers import draw

NAMES = ("A", "B", "C", "D")
PLACES = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up", 6: "A.gunman B.gunman C.gunman"}
SEEN = [1, 1, 2, 3]
KEYS = [f"key {number}".encode() for number in range(60)]


def stage(
    key: bytes,
    dials: Dials = DIALS["liar"],
    *,
    looked: bool = True,
    seen_by: str = "A",
    zombies: Mapping[int, int] = MappingProxyType({}),
    **turn: object,
) -> TalkSituation:
    """Return A's turn on the floor before the destinations; `looked`: A has seen the dice."""
    keys: dict[str, Any] = {"dice": SEEN, "dice_seen_by": list(seen_by)} if looked else {}
    table = draw("destinations", PLACES, seats=4, chief="B", zombies=dict(zombies), **keys)
    view = table.view_data("A")
    position = Position(view)
    given: dict[str, Any] = {
        "id": "A.t1", "seat": "A", "task": "speak", "floor": "dice", "place": None,
        "present": NAMES, "phase": "arrival", "round": 3, "wave": 1, "turn": 1, "turns": 1,
        "reply": 0, "replies": 0, "messages": 2, "whispers": True, "characters": 400, **turn,
    }  # fmt: skip
    beliefs = Beliefs.from_view(view, position)
    return TalkSituation(
        TalkTurn(**given), position, beliefs, Memory("A", "moh", NAMES), dials, key
    )


def told(ideas: Sequence[Idea]) -> list[Idea]:
    """Return the ideas that report dice."""
    return [each for each in ideas if any(c.proposition.kind in DICE for c in each.claims)]


def test_false_dice_are_false_by_any_number_of_dice() -> None:
    """From one to all four; they are as many as lie there, and show faces that exist."""
    off = Counter[int]()
    for key in KEYS:
        false = false_dice(stage(key), SEEN, 6)
        assert len(false) == len(SEEN)
        assert set(false) <= set(range(1, 7))
        off[(Counter(SEEN) - Counter(false)).total()] += 1
    assert set(off) == {1, 2, 3, 4}


def test_the_others_are_scared_off_or_lured() -> None:
    """More dice where A goes, or fewer where most of them come."""
    lists = [false_dice(stage(key), SEEN, 6) for key in KEYS]
    scared = [each for each in lists if each.count(6) > SEEN.count(6)]
    lured = [each for each in lists if each.count(1) < SEEN.count(1) and not each.count(6)]
    assert min(len(scared), len(lured)) > len(KEYS) / 5


def test_two_are_told_different_dice_in_secret() -> None:
    """Two whispers of one turn, to different players, each in words that say what they claim."""
    found = [spoken(stage(key), told(list(dice_ideas(stage(key))))) for key in KEYS]
    pairs = [each.speech for each in found if each and len(each.speech.messages) > 1]
    assert pairs
    for speech in pairs:
        first, second = speech.messages
        assert first.whisper
        assert second.whisper
        assert set(first.to).isdisjoint(second.to)
        assert told_dice(speech, 0) != told_dice(speech, 1)
        assert first.to[0] in first.text


def test_who_has_seen_the_dice_is_told_nothing_of_them() -> None:
    """To the table only where somebody else has not; in secret only to them."""
    assert not any(told(list(dice_ideas(stage(key, seen_by="ABCD")))) for key in KEYS)
    blind = stage(KEYS[0], looked=False)
    assert audience(blind) == ["B", "C", "D"]
    assert audience(stage(KEYS[0], seen_by="AC")) == ["B", "D"]
    whispered = [
        message
        for key in KEYS
        for idea in told(list(dice_ideas(stage(key, seen_by="AC"))))
        for message in (idea, idea.aside)
        if message is not None and message.to
    ]
    assert whispered
    assert not any("C" in message.to for message in whispered)


def test_who_is_asked_for_the_dice_and_has_not_told_them_tells_them() -> None:
    """In the beat of replies, to all; who has told them does not say them again."""
    talk = stage(KEYS[0], DIALS["honest"], reply=1, replies=1)
    found = thought(talk)
    assert found is not None
    (message,) = found.speech.messages
    assert {claim.proposition.kind for claim in message.claims} <= DICE
    assert message.claims
    told_before = said("A.t0", *(claim.data() for claim in message.claims))
    talk.memory.catch_up([begun(3), told_before])
    assert thought(talk) is None


def told_dice(speech: Speech, at: int) -> object:
    """Return what a message says of the dice; a whole list also stands in its words."""
    message = speech.messages[at]
    data = [claim.data() for claim in message.claims]
    if data[0]["kind"] == "dice":
        assert ", ".join(map(str, message.claims[0].proposition.dice or ())) in message.text
    return data


@pytest.mark.parametrize("rule", [{"messages": 1}, {"whispers": False}])
def test_with_one_message_or_no_whispers_all_are_told_the_same(rule: dict[str, Any]) -> None:
    """One message, to everybody or to one."""
    for key in KEYS:
        found = spoken(stage(key, **rule), told(list(dice_ideas(stage(key, **rule)))))
        assert found is None or len(found.speech.messages) == 1


def test_some_keep_silent_about_the_truth_and_the_honest_do_not() -> None:
    """Who would lie says nothing of the dice now and then; who reported once does not again."""
    silent = [key for key in KEYS if not told(list(dice_ideas(stage(key))))]
    assert 0 < len(silent) < len(KEYS) / 2
    assert all(told(list(dice_ideas(stage(key, DIALS["honest"])))) for key in KEYS)


def pretended(dials: Dials) -> Counter[str]:
    """Return what a seat that has not looked pretends to know, by intent."""
    return Counter(
        idea.intent for key in KEYS for idea in bluffs(stage(key, dials, looked=False), 6)
    )


def test_who_has_seen_nothing_scares_lures_or_claims_to_have_looked() -> None:
    """The last only the most dishonest, since all saw who did; the honest none of it."""
    assert set(pretended(DIALS["liar"])) == {"dice_bluff", "dice_lure", "dice_pretend"}
    assert set(pretended(DIALS["greedy"])) == {"dice_bluff", "dice_lure"}
    assert not pretended(DIALS["honest"])


def test_a_bluff_claims_what_it_says() -> None:
    """Two or more where A goes, none elsewhere; `I saw` is a claim of its own."""
    for key in KEYS:
        for idea in bluffs(stage(key, looked=False), 6):
            saw, said = [claim.proposition for claim in (idea.claims[0], idea.claims[-1])]
            assert (saw.kind == "saw") is (idea.intent == "dice_pretend")
            lures = idea.intent == "dice_lure"
            assert (said.relation, said.count) == (("=", 0) if lures else (">=", 2))
            assert (said.location == 6) is not lures


@pytest.fixture(scope="module")
def liars(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """Return the records of a few games of liars."""
    records: list[Record] = []
    for seed in range(8):
        seats = dict.fromkeys(("Anna", "Bruno", "Clara", "Dmitri"), "house:liar")
        out = tmp_path_factory.mktemp("liars")
        config = TableConfig(seats=seats, seed=str(seed))
        records += read(asyncio.run(play(config, out)).folder).records
    return records


@pytest.mark.slow
def test_all_of_it_happens_at_tables(liars: list[Record]) -> None:
    """Two whispers at once, quiet places that are none, and looks that nobody took."""
    said = list(of_type(Said, liars))
    claims = [claim.proposition for each in said for claim in each.claims]
    assert any(each.messages == 2 and each.claims for each in said)
    assert any(claim.kind == "saw" for claim in claims)
    assert any(claim.kind == "zombies" and claim.count == 0 for claim in claims)
    for each in said:
        if any(claim.proposition.kind == "saw" for claim in each.claims):
            assert re.search(r"\b(saw|seen|look|peeked|eyes)\b", each.text), each.text
