"""Bots that say a number of words: how many, when, and to whom."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.lab.game import Game
from arena.lab.proofs.proof import region
from arena.lab.reading import game_of
from arena.seats.planted import planted_seat
from arena.seats.planted.dice_tellers import Talker
from arena.table.simulation import simulate
from arena.talk.speech import Message, TalkTurn
from tests.arena.lab.word_games import NAMES
from tests.breadth import EACH_FAMILY

PROTOCOLS = ("simultaneous", "round_robin", "bidding")
TIMES = 600
TURN = TalkTurn(
    id="Ada.t1", seat="Ada", task="speak", floor="truck", place=4, present=("Ada", "Ben"), round=1,
    phase="truck", turn=1, turns=1, reply=0, replies=0, messages=1, whispers=True, characters=400,
    wave=1,
)  # fmt: skip
VIEW = {"seats": list(NAMES)}


@cache
def played(family: str, protocol: str) -> tuple[Game, ...]:
    """Return games of five bots that say three words, whispered by halves, and reply."""
    table = TableConfig.model_validate(
        {
            "ruleset": family, "seats": dict.fromkeys(NAMES, "planted:talker(3,0.5)"),
            "talk": {"protocol": protocol, "replies": 1},
        }
    )  # fmt: skip
    return tuple(game_of(each.header, each.bodies, game="g") for each in simulate(table, range(2)))


def said(talker: Talker, turn: TalkTurn = TURN) -> Message:
    """Return the one message that a bot says."""
    speech = talker.say(turn, VIEW, ())
    assert speech is not None
    (message,) = speech.messages
    return message


def whispers(p: float) -> list[Message]:
    """Return what a bot says in many turns."""
    return [said(Talker("s", 1, p), replace(TURN, id=f"Ada.t{at}")) for at in range(TIMES)]


# --- turn by turn ---


@given(st.integers(1, 80), st.floats(0, 1))
def test_it_says_as_many_words_as_it_is_told_to(words: int, p: float) -> None:
    """Aloud or whispered, on each floor, and nothing that could be held against it."""
    for floor in ("truck", "dice", "attack"):
        message = said(Talker("s", words, p), replace(TURN, floor=floor))
        assert len(message.text.split()) == words
        assert (message.claims, message.deals) == ((), ())


def test_it_says_so_in_later_turns_and_replies() -> None:
    """Whoever is present."""
    for turn in (replace(TURN, turn=2), replace(TURN, reply=1), replace(TURN, present=())):
        assert said(Talker("s", 2, 0), turn).text == "la la"


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_it_whispers_in_its_share_of_turns(p: float) -> None:
    """What it does not whisper all hear, and it is to nobody."""
    found = whispers(p)
    assert sum(each.whisper for each in found) in region(TIMES, p)
    assert all(each.whisper is (len(each.to) == 1) for each in found)
    assert {each.to for each in found if not each.whisper} == {()}


@pytest.mark.parametrize(("p", "whispered"), [(0, False), (1, True)])
def test_the_ends_of_the_dial_are_certain(p: float, *, whispered: bool) -> None:
    """With 0 it never whispers, with 1 always."""
    assert {each.whisper for each in whispers(p)} == {whispered}


def test_each_other_seat_is_whispered_to_alike_often() -> None:
    """It never whispers to itself."""
    to = Counter(each.to for each in whispers(1))
    assert set(to) == {(each,) for each in NAMES if each != "Ada"}
    assert all(count in region(TIMES, 1 / 4) for count in to.values())


@pytest.mark.parametrize("p", [0.5, 1])
def test_where_whispers_are_off_it_speaks_aloud(p: float) -> None:
    """Whatever its share."""
    for at in range(20):
        message = said(Talker("s", 1, p), replace(TURN, id=f"Ada.t{at}", whispers=False))
        assert (message.whisper, message.to) == (False, ())


def test_whom_it_whispers_to_does_not_go_by_whether_it_does() -> None:
    """With a larger share it whispers in more turns, in the others to the same seats."""
    few, many = whispers(0.3), whispers(0.6)
    assert all(two.whisper for one, two in zip(few, many, strict=True) if one.whisper)
    assert all(one.to == two.to for one, two in zip(few, many, strict=True) if one.whisper)


@pytest.mark.parametrize(("argument", "words", "p"), [
    ("talker(7)", 7, 0.0), ("talker(1,0.25)", 1, 0.25), ("talker(p=1,words=2)", 2, 1.0),
])  # fmt: skip
def test_words_and_share_are_those_of_the_spec(argument: str, words: int, p: float) -> None:
    """Without a share it never whispers."""
    seat = planted_seat(argument, "s", {})
    assert isinstance(seat, Talker)
    assert (seat.words, seat.p) == (words, p)


@pytest.mark.parametrize("argument", ["talker", "talker(0)", "talker(1.5)", "talker(3,2)"])
def test_it_has_to_be_told_how_many_words(argument: str) -> None:
    """One at least, and whole ones."""
    with pytest.raises(ConfigError):
        planted_seat(argument, "s", {})


# --- at tables ---


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_it_speaks_in_every_turn_that_it_has(family: str, protocol: str) -> None:
    """Three words each time, and no default stands in; what is silent is at most a bid."""
    for game in played(family, protocol):
        speaks = [each for each in game.turns if each.task != "bid"]
        assert len(speaks) == len(game.messages) > 20
        assert {each.task for each in speaks} == {"said"}
        assert {each.words for each in game.messages} == {3}
        assert not {each.type for each in game.records} & {"turn_defaulted", "answer_defaulted"}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_at_a_table_it_whispers_in_its_share(family: str, protocol: str) -> None:
    """To one other, who alone hears it."""
    messages = [each for game in played(family, protocol) for each in game.messages]
    whispered = [each for each in messages if each.whisper]
    assert len(whispered) in region(len(messages), 0.5)
    assert all(each.hearers == each.to != (each.speaker,) for each in whispered)
    assert all(len(each.hearers) == 4 for each in messages if not each.whisper)
