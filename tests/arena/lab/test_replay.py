"""A log's answers given once more: each is found with all that could have been answered."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import engine
from arena.errors import TranscriptError
from arena.lab.replay import ANSWERS, Replay
from arena.records.record import Record
from arena.table.simulation import simulated
from tests.arena.lab.simulated import RULESETS, SPECS, asked_in, played, read
from tests.arena.records_of import plain_of, records_of
from tests.breadth import EACH_RULESET

if TYPE_CHECKING:
    from arena.lab.game import Choice

Changed = dict[str, Any]


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_answer_is_a_choice(ruleset: str) -> None:
    """In the order of the log, by whom, and what was answered."""
    wanted = [
        (each["i"], each["actor"], each["data"]["option"], each["type"] == "answer_defaulted")
        for each in plain_of(played(ruleset).records)
        if each["type"] in {"answer", "answer_defaulted"}
    ]
    found = [(each.at, each.seat, each.chosen, each.defaulted) for each in read(ruleset).choices]
    assert found == wanted


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_its_options_are_those_that_its_seat_was_given(ruleset: str) -> None:
    """As the seats noted them when the game was played."""
    game, questions = asked_in(ruleset, "6")
    answers = {
        each["i"]: each["data"]["decision"]
        for each in plain_of(game.records)
        if each["type"] == "answer"
    }
    chosen = [each for each in game.choices if len(each.options) > 1]
    assert len(chosen) == len(questions) > 20
    for each in chosen:
        question = questions[answers[each.at]]
        assert each.options == tuple(one.id for one in question.options)
        assert each.args == tuple(one.args for one in question.options)
        asked = each.asked
        assert (asked.seat, asked.kind, asked.sealed, asked.phase, asked.round, asked.place) == (
            question.seat, question.kind, question.sealed, question.phase, question.round,
            question.place,
        )  # fmt: skip


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_what_was_chosen_is_an_option_with_its_arguments(ruleset: str) -> None:
    """A destination is one that its seat went to as it chose it."""
    game = read(ruleset)
    for each in game.choices:
        assert each.chosen in each.options
        assert len(each.options) == len(each.args)
    went = [each for each in game.choices if each.kind == "choose_destination"]
    assert went
    for each in went:
        (place,) = each.chosen_args.values()
        assert game.rounds[each.round].destinations[each.seat] == place


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_the_moment_of_a_choice_has_its_table(ruleset: str) -> None:
    """There the very question is open to its seat, with nobody's answer to its set given."""
    for each in read(ruleset).choices:
        (own,) = (one for one in each.moment.table.pending() if one.seat == each.seat)
        assert own == each.asked


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_tables_are_the_same_in_whatever_order_they_are_asked_for(ruleset: str) -> None:
    """From the last to the first as from the first to the last."""
    forwards, backwards = _replayed(ruleset).choices, _replayed(ruleset).choices
    asked_last = [each.moment.table.save() for each in reversed(backwards)]
    assert [each.moment.table.save() for each in forwards] == asked_last[::-1]


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_no_table_is_laid_that_nobody_asks_for(ruleset: str) -> None:
    """Reading a game forks none; each that is asked for is one fork, however often."""
    choices = _replayed(ruleset).choices
    earlier = choices[0].moment.game
    assert earlier._laid == {}
    tables = {id(choices[20].moment.table) for _ in range(3)}
    assert len(tables) == len(earlier._laid) == 1


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_answers_under_one_seal_share_their_table(ruleset: str) -> None:
    """It was asked of all of them at once."""
    tables: dict[int, list[Choice]] = {}
    for each in read(ruleset).choices:
        tables.setdefault(id(each.moment.table), []).append(each)
    together = [each for each in tables.values() if len(each) > 1]
    assert max(map(len, together)) >= len(SPECS) - 1
    for each in tables.values():
        wanted = Counter(one.seat for one in each[0].moment.table.pending())
        assert Counter(one.seat for one in each) == wanted


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_fork_that_is_played_on_changes_nothing(ruleset: str) -> None:
    """The table that is kept, the game's other tables and its choices stay as they were."""
    game = read(ruleset)
    kept = [each.moment.table for each in game.choices]
    before = [each.save() for each in kept]
    for each in kept[:: len(kept) // 5]:
        fork = each.fork()
        while not fork.is_over and len(fork.events) < len(each.events) + 50:
            asked = fork.pending()[0]
            fork.answer(asked.seat, asked.options[-1].id)
        assert len(fork.events) > len(each.events)
    assert [each.save() for each in kept] == before
    events = [each.events for each in kept]
    again = [each.moment.table.events for each in _replayed(ruleset).choices]
    assert events == again


def _replayed(ruleset: str) -> Replay:
    game = played(ruleset)
    found = Replay(game.header)
    for record in game.records:
        if type(record.data) in ANSWERS:
            found.answered(record)
    return found


def _fed(ruleset: str, changes: dict[str, Any]) -> tuple[Replay, list[Record]]:
    """Return a replay, and the log's answers, the tenth of them changed."""
    game = played(ruleset)
    answers = [each for each in plain_of(game.records) if each["type"] == "answer"]
    answers[9] |= {"data": {**answers[9]["data"], **changes.get("data", {})}}
    answers[9] |= {key: each for key, each in changes.items() if key != "data"}
    return Replay(game.header), records_of(answers)


@pytest.mark.parametrize("changes", [
    {"data": {"option": "nowhere"}}, {"data": {"decision": "Ada.999"}}, {"actor": "Zoe"},
])  # fmt: skip
def test_answers_that_the_rules_do_not_ask_are_refused(changes: dict[str, Any]) -> None:
    """With the line of the record; what came before is kept, nothing is guessed."""
    replay, answers = _fed("moh", changes)
    for each in answers[:9]:
        replay.answered(each)
    with pytest.raises(TranscriptError, match="the rules don't ask") as caught:
        replay.answered(answers[9])
    assert str(answers[9].at + 1) in str(caught.value)
    assert len(replay.choices) == 9


def test_what_was_asked_may_be_at_hand() -> None:
    """Then no table is laid, and what nobody was asked is refused as well."""
    game = simulated(played("moh").header)
    answers = [each for each in game.bodies if type(each.data) in ANSWERS]
    replay = Replay(game.header, game.stops)
    found = [replay.answered(each) for each in answers]
    assert [each.asked for each in found] == [each.asked for each in read("moh").choices]
    with pytest.raises(TranscriptError, match="the rules don't ask"):
        Replay(game.header, game.stops).answered(answers[20])


def test_rulesets_differ_in_what_they_ask() -> None:
    """So that games of one do not stand for those of the other."""
    kinds = {name: {each.kind for each in read(name).choices} for name in ("moh", "osaczeni")}
    assert "cast_vote" in kinds["moh"] - kinds["osaczeni"]
    assert "point_at" in kinds["osaczeni"] - kinds["moh"]
    assert set(RULESETS) == set(engine.rulesets())
