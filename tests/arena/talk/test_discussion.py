"""Who speaks when: protocols, waves, bids, lots, and who has no turn."""

from collections.abc import Callable

import pytest

from arena.settings import FLOORS, TalkRules
from arena.talk.discussion import Act, Discussion
from arena.talk.speech import Speech, TalkTurn
from engine import Floor

SEATS = ("Ada", "Ben", "Cyd", "Dan")
TRUCK = Floor(kind="truck", place=4, present=("Cyd", "Ben"), round=2)
EVERYWHERE = Floor(kind="dice", place=None, present=SEATS, round=2)


def place(number: int, *players: str, hidden: int = 0) -> dict[str, object]:
    """Return a place of the public view, with one character each, and some that are hidden."""
    there = [{"player": player, "hidden": False} for player in players]
    there += [{"player": players[0], "hidden": True}] * hidden
    return {"number": number, "characters": there}


VIEW = {
    "seats": list(SEATS), "chief": "Cyd", "phase": "truck", "eliminated": [],
    "places": [place(4, "Cyd", "Ben")], "hand_sizes": dict.fromkeys(SEATS, 1),
}  # fmt: skip


def discussion(talkers: tuple[str, ...] = SEATS, seed: str = "s", **rules: object) -> Discussion:
    """Return a discussion with these rules."""
    given = {"speakers": "present_first", "eliminated": True, **rules}
    return Discussion(TalkRules.model_validate(given), talkers, seed)


def act(turn: TalkTurn, to: tuple[str, ...] = (), bid: int = 1) -> Act:
    """Return a speech, or a bid where one is wanted."""
    if turn.task == "bid":
        return Act(turn=turn, bid=bid)
    return Act(turn=turn, speech=Speech.of("hm", to=to))


def waves(
    talk: Discussion, floor: Floor, acts: Callable[[TalkTurn], Act] = act, **view: object
) -> list[str]:
    """Return who has a turn together, wave after wave, until the floor is over."""
    talk.begin(floor, {**VIEW, **view})
    found = []
    while turns := talk.turns:
        found.append(f"{turns[0].task} " + " ".join(turn.seat for turn in turns))
        talk.take([acts(turn) for turn in turns])
    return found


def test_simultaneous_lets_those_present_speak_first_then_the_others_from_the_chief_on() -> None:
    """Cyd is Chief: those there in Chief order, then Dan and Ada."""
    assert waves(discussion(), TRUCK) == ["speak Cyd Ben", "speak Dan Ada"]


def test_simultaneous_is_one_wave_where_the_floor_is_everywhere() -> None:
    """Nobody is absent from it."""
    assert waves(discussion(), EVERYWHERE) == ["speak Ada Ben Cyd Dan"]


def test_turns_repeat_the_waves() -> None:
    """Two turns: all speak twice."""
    assert waves(discussion(turns=2), EVERYWHERE) == ["speak Ada Ben Cyd Dan"] * 2


def test_speakers_all_makes_no_difference_between_present_and_absent() -> None:
    """One wave in Chief order."""
    assert waves(discussion(speakers="all"), TRUCK) == ["speak Cyd Dan Ada Ben"]


def test_speakers_present_leaves_the_others_out_where_there_is_a_location() -> None:
    """At the truck two speak; everywhere all do."""
    talk = discussion(speakers="present")
    assert waves(talk, TRUCK) == ["speak Cyd Ben"]
    assert waves(talk, EVERYWHERE) == ["speak Ada Ben Cyd Dan"]


def test_all_speak_before_a_revote_since_all_vote() -> None:
    """Those there first."""
    floor = Floor(kind="revote", place=4, present=("Cyd", "Ben"), round=2)
    assert waves(discussion(speakers="present"), floor) == ["speak Cyd Ben", "speak Dan Ada"]


def test_by_default_those_present_speak_and_the_eliminated_do_not() -> None:
    """A table without a [talk] section."""
    rules = TalkRules()
    assert (rules.protocol, rules.turns, rules.speakers) == ("simultaneous", 1, "present")
    assert not rules.eliminated
    assert rules.whispers
    assert set(FLOORS) - set(rules.floors) == {"announced"}


def test_round_robin_is_one_after_another() -> None:
    """Each hears those before."""
    laps = ["speak Cyd", "speak Ben", "speak Dan", "speak Ada"]
    assert waves(discussion(protocol="round_robin"), TRUCK) == laps
    assert waves(discussion(protocol="round_robin", turns=2), TRUCK) == laps * 2


@pytest.mark.parametrize("rules", [{"protocol": "off"}, {"floors": ["truck"], "replies": 0}])
def test_where_nobody_may_talk_the_board_is_not_looked_at(rules: dict[str, object]) -> None:
    """Nothing hangs on it, so it need not be made."""
    talk = discussion(**rules)
    talk.begin(EVERYWHERE, {})
    assert talk.turns == ()


def test_off_is_silence() -> None:
    """No turn at all."""
    assert waves(discussion(protocol="off"), TRUCK) == []


def test_floors_that_are_not_listed_are_silent() -> None:
    """Talk at the truck only."""
    talk = discussion(floors=["truck"])
    assert waves(talk, EVERYWHERE) == []
    assert waves(talk, TRUCK) != []


def test_seats_that_cannot_talk_have_no_turn() -> None:
    """A table of one talker is a monologue, one of none is silent."""
    assert waves(discussion(talkers=("Ada",)), TRUCK) == ["speak Ada"]
    assert waves(discussion(talkers=()), TRUCK) == []


@pytest.mark.parametrize(("may", "there"), [(True, True), (False, False)])
def test_the_eliminated_talk_where_the_table_lets_them(*, may: bool, there: bool) -> None:
    """Dan is out of the game."""
    found = waves(discussion(eliminated=may), TRUCK, eliminated=["Dan"])
    assert ("Dan" in " ".join(found)) is there


def test_the_highest_bid_speaks() -> None:
    """Ben bids four, the others one."""

    def bids(turn: TalkTurn) -> Act:
        return act(turn, bid=4 if turn.seat == "Ben" else 1)

    found = waves(discussion(protocol="bidding", turns=2), EVERYWHERE, bids)
    assert found == ["bid Ada Ben Cyd Dan", "speak Ben"] * 2


def test_a_floor_is_over_where_nobody_bids() -> None:
    """All bid zero: no second round of bids."""
    found = waves(discussion(protocol="bidding", turns=3), EVERYWHERE, lambda t: act(t, bid=0))
    assert found == ["bid Ada Ben Cyd Dan"]


def test_of_level_bids_who_was_addressed_last_speaks() -> None:
    """Ben bids most and speaks to Dan; then all are level: Dan to Ada, Ada to Dan."""

    def addressing(turn: TalkTurn) -> Act:
        bid = 4 if (turn.seat, turn.turn) == ("Ben", 1) else 1
        return act(turn, to=("Ada",) if turn.seat == "Dan" else ("Dan",), bid=bid)

    found = waves(discussion(protocol="bidding", turns=4), EVERYWHERE, addressing)
    assert found[1::2] == ["speak Ben", "speak Dan", "speak Ada", "speak Dan"]


def test_level_bids_of_seats_never_addressed_are_drawn_by_lot() -> None:
    """The same seed draws the same, and over seeds everybody is drawn."""
    drawn = {
        seed: waves(discussion(protocol="bidding", seed=str(seed)), EVERYWHERE)[1]
        for seed in range(60)
    }
    again = waves(discussion(protocol="bidding", seed="7"), EVERYWHERE)[1]
    assert again == drawn[7]
    assert set(drawn.values()) == {f"speak {seat}" for seat in SEATS}


def test_a_seat_that_fails_to_bid_does_not_speak() -> None:
    """It counts as zero."""

    def failing(turn: TalkTurn) -> Act:
        return Act(turn=turn, failed="error") if turn.seat != "Cyd" else act(turn)

    found = waves(discussion(protocol="bidding"), EVERYWHERE, failing)
    assert found == ["bid Ada Ben Cyd Dan", "speak Cyd"]


def test_a_turn_is_named_by_its_seat_and_its_wave() -> None:
    """Ids never repeat over a whole game; a number is kept for the beat of replies."""
    talk = discussion()
    ids: list[str] = []
    for _ in range(3):
        talk.begin(TRUCK, VIEW)
        while turns := talk.turns:
            ids += [turn.id for turn in turns]
            talk.take([act(turn) for turn in turns])
    assert ids[:6] == ["Cyd.t1", "Ben.t1", "Dan.t2", "Ada.t2", "Cyd.t4", "Ben.t4"]
    assert len(set(ids)) == len(ids) == 12


@pytest.mark.parametrize("turns", [1, 3])
def test_waves_do_not_tell_who_won_a_bid_and_said_nothing(turns: int) -> None:
    """Nobody bids, or Ben wins the floor and keeps silent: the next floor counts on alike."""

    def next_turns(bid: int) -> tuple[TalkTurn, ...]:
        talk = discussion(protocol="bidding", turns=turns)
        silent = waves(talk, TRUCK, lambda turn: Act(turn=turn, bid=bid * (turn.seat == "Ben")))
        assert ("speak Ben" in silent) is bool(bid)
        talk.begin(EVERYWHERE, VIEW)
        return talk.turns

    assert next_turns(0) == next_turns(4)


@pytest.mark.parametrize("protocol", ["simultaneous", "round_robin", "bidding"])
def test_waves_are_numbered_in_their_order(protocol: str) -> None:
    """Each floor goes on after the last number that the one before could have come to."""
    talk, found = discussion(protocol=protocol, turns=2, speakers="all"), []
    for floor in (TRUCK, EVERYWHERE, TRUCK):
        talk.begin(floor, VIEW)
        while turns := talk.turns:
            found.append(turns[0].wave)
            talk.take([act(turn) for turn in turns])
    assert found == sorted(set(found))


def test_a_turn_says_what_it_is_about_and_what_is_allowed() -> None:
    """Floor, location, who is there, and the caps."""
    talk = discussion(turns=3, whispers=False, characters=99)
    talk.begin(TRUCK, VIEW)
    turn = talk.turns[0]
    assert (turn.floor, turn.place, turn.present) == ("truck", 4, ("Cyd", "Ben"))
    assert (turn.turn, turn.turns, turn.whispers, turn.characters) == (1, 3, False, 99)
