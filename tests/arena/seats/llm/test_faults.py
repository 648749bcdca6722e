"""Whatever goes wrong with a call: what is recorded, and how the game goes on."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.errors import Aborted, ConfigError
from arena.models.addresses import PREFIXES
from arena.provider import Abilities, Provider, Trouble
from arena.table import Outcome, play, resume
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    LATE,
    Record,
    by_seat,
    distinct,
    failed,
    of_type,
    played,
    records,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip
from tests.breadth import breadth

ALONE = {"talk": {"protocol": "off"}}
WHOLE = {"scenario": None, "seed": "4"}
IN_TURN = {"protocol": "round_robin", "floors": ["attack"]}
THIRD = (3,)
COMPATIBLE = "openai-compatible"
ANSWERS = ("refusal", "truncated", "empty", "two_calls", "unknown_tool", "not_json", "bad_option",
           "chatter", "foreign_call", "cut_in_thought")  # fmt: skip
REASONS = {"refusal": "refusal", "truncated": "truncated", "bad_option": "illegal",
           "cut_in_thought": "truncated"}  # fmt: skip
PASSING = ("timeout", "conflict", "rate_limit", "server", "bad_gateway", "unavailable",
           "overloaded", "half", "drop")  # fmt: skip
LASTING = ("unauthorized", "forbidden", "not_found")
SERVICES = ("garbage", "stream", "no_choices", "unfinished")
"""What no model can have caused."""
READ = ("stream", "openai-compatible")
"""That one of them which is read where it comes, and the protocol on which it is."""
"""Of what stands in after it; the others are malformed."""
REFUSED = ("conflict", "rate_limit", "unavailable", "overloaded")
"""Of the passing faults; with the others a model may have worked, and is to be paid."""
NOTHING = {"tokens": 0, "money": 0.0}
Faulty = tuple[tuple[str, ...], Outcome, list[Record]]
"""The troubles of a game, in their order, its outcome, and the records of its calls."""


def one_model(
    server: Provider, protocol: str = "openai-compatible", **given: Any
) -> dict[str, Any]:
    """Return a table of a model and two random bots that don't talk, as arguments of `table`.

    The game is near its end; `**WHOLE` is one from the set-up.
    """
    return {"specs": [spec(server, protocol), "random", "random"], **ALONE, **LATE, **given}


def run(out: Path, troubles: Sequence[Trouble], **given: Any) -> tuple[Outcome, list[Record]]:
    """Play a game with troubles; return the outcome and the records of its calls."""
    protocol = given.pop("protocol", "openai-compatible")
    abilities = given.pop("abilities", Abilities())
    with Provider(troubles, abilities=abilities) as server:
        outcome = played(table(**one_model(server, protocol, **given)), out)
    return outcome, records(outcome.folder)


def set_keys(monkeypatch: pytest.MonkeyPatch, key: str, server: Provider) -> None:
    """Let the environment have a key for a server, whatever protocol it is asked in."""
    for prefix in PREFIXES.values():
        monkeypatch.setenv(f"{prefix}_API_KEY", key)
        monkeypatch.setenv(f"{prefix}_BASE_URL", server.root)


def calls_for(found: Sequence[Record], asked: str) -> list[Record]:
    """Return the intents for a question."""
    return [each for each in of_type(found, "call_sent") if each["asked"] == asked]


def question_of(found: Sequence[Record], call: int) -> str:
    """Return the question that a call was for."""
    return str(of_type(found, "call_sent")[call]["asked"])


def in_turn(kinds: Iterable[Any], every: int = 3) -> list[Trouble]:
    """Return troubles of these kinds, one for each so many requests."""
    return [Trouble(kind=kind, at=(every * count,)) for count, kind in enumerate(kinds, 1)]


def nth(kinds: Sequence[str], kind: str, every: int = 3) -> int:
    """Return which call has the trouble of this kind, of those that `in_turn` returns."""
    return every * (kinds.index(kind) + 1) - 1


def answers_to(protocol: str) -> tuple[str, ...]:
    """Return the answers that can't be taken; only one service makes two calls unasked."""
    return tuple(each for each in ANSWERS if each != "two_calls" or protocol == COMPATIBLE)


@pytest.fixture(scope="module", params=EACH_PROTOCOL)
def corrected(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Faulty:
    """Return a game in which answers of each kind could not be taken, and were corrected."""
    kinds = answers_to(request.param)
    out = tmp_path_factory.mktemp("games")
    return kinds, *run(out, in_turn(kinds), protocol=request.param, **WHOLE)


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_that_cant_be_taken_is_corrected(kind: str, corrected: Faulty) -> None:
    """The model is told what was wrong, once, and answers; nothing is defaulted."""
    kinds, outcome, found = corrected
    if kind not in kinds:
        pytest.skip("the other services don't make two calls when told so")
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    asked = calls_for(found, question_of(found, nth(kinds, kind)))
    assert [each["attempt"] for each in asked] == [0, 1]
    assert "was not taken" in asked[1]["items"][-1]["text"]
    assert outcome.counts["Anna"].corrections == len(kinds)


def test_without_corrections_the_default_stands_in_and_says_why(tmp_path: Path) -> None:
    """The reason is that of what came, in both files, and everything else is answered."""
    outcome, found = run(tmp_path, in_turn(ANSWERS, 2), limits={"corrections": 0}, **WHOLE)
    assert truth(outcome.folder).ok
    reasons = [REASONS.get(kind, "malformed") for kind in ANSWERS]
    assert failed(outcome.folder) == [("Anna", reason) for reason in reasons]
    defaults = of_type(records(outcome.folder, "log.jsonl"), "answer_defaulted")
    assert [each["reason"] for each in defaults] == reasons
    asked = [question_of(found, nth(ANSWERS, kind, 2)) for kind in ANSWERS]
    assert [each["decision"] for each in defaults] == asked
    assert outcome.counts["Anna"].defaults == Counter(reasons)


@pytest.fixture(scope="module")
def tried_again(tmp_path_factory: pytest.TempPathFactory) -> Faulty:
    """Return a game with each fault that passes."""
    return PASSING, *run(tmp_path_factory.mktemp("games"), in_turn(PASSING), **WHOLE)


@pytest.mark.parametrize("kind", PASSING)
def test_a_passing_fault_is_tried_again(kind: str, tried_again: Faulty) -> None:
    """The same call is made once more, and both tries are recorded; nothing is defaulted."""
    kinds, outcome, found = tried_again
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    call = nth(kinds, kind)
    asked = calls_for(found, question_of(found, call))
    assert [(each["attempt"], each["again"]) for each in asked] == [(0, 0), (0, 1)]
    assert asked[0]["digest"] == asked[1]["digest"]
    assert asked[1]["items"] == []
    faults = of_type(found, "call_failed")
    assert [each["call"] for each in faults] == [nth(kinds, each) for each in kinds]
    assert faults[kinds.index(kind)]["booked"] == (
        NOTHING if kind in REFUSED else of_type(found, "call_sent")[call]["worst"]
    )


def test_a_lasting_fault_is_not_tried_again(tmp_path: Path) -> None:
    """One try, one record, one default; the game goes on."""
    outcome, found = run(tmp_path, in_turn(LASTING), **WHOLE)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == [("Anna", "provider")] * len(LASTING)
    tried = [nth(LASTING, each) for each in LASTING]
    assert [len(calls_for(found, question_of(found, call))) for call in tried] == [1, 1, 1]
    faults = of_type(found, "call_failed")
    assert [(each["call"], each["booked"]) for each in faults] == [(at, NOTHING) for at in tried]


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_what_is_refused_for_what_is_in_it_is_asked_in_a_shorter_conversation(
    protocol: str, tmp_path: Path
) -> None:
    """All that comes after would be refused as well; one free call is all that it costs."""
    first = Trouble(kind="bad_request", containing="You are Anna.", at=THIRD)
    with Provider([first]) as server:
        config = table(**one_model(server, protocol))
        whole = played(config, tmp_path / "whole")
        bodies = distinct(by_seat(server.requests)["Anna"])
    found = records(whole.folder)
    assert truth(whole.folder).ok, truth(whole.folder).why
    assert failed(whole.folder) == []
    asked = calls_for(found, question_of(found, 2))
    assert [(each["epoch"], each["step"]) for each in asked] == [(1, "forced"), (2, "forced")]
    assert "# What you remember" in asked[1]["items"][1]["text"]
    assert {each["epoch"] for each in of_type(found, "call_sent")} == {1, 2}
    with Provider([first]) as server:
        config = table(**one_model(server, protocol))
        folder = stopped_at(config, tmp_path / "stopped", 60)
        outcome = asyncio.run(resume(folder))
        again = distinct(by_seat(server.requests)["Anna"])
    assert truth(folder).ok, truth(folder).why
    assert (outcome.result, again) == (whole.result, bodies)


def test_what_is_refused_in_a_shorter_conversation_too_is_that_question_s_alone(
    tmp_path: Path,
) -> None:
    """Nothing is left to take away: the default stands in, and the game goes on."""
    outcome, found = run(tmp_path, [Trouble(kind="bad_request", at=(3, 4, 5))])
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == [("Anna", "provider")]
    assert [each["epoch"] for each in calls_for(found, question_of(found, 2))] == [1, 2, 3]


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_what_no_model_can_have_caused_is_tried_again(protocol: str, tmp_path: Path) -> None:
    """A page, a stream, an empty list, a reply that has not ended: the model is told nothing."""
    kinds = tuple(each for each in SERVICES if (each, protocol) != READ)
    outcome, found = run(tmp_path, in_turn(kinds), protocol=protocol, **WHOLE)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert outcome.counts["Anna"].corrections == 0
    sent, faults = of_type(found, "call_sent"), of_type(found, "call_failed")
    assert len(faults) == len(kinds)
    for kind, fault in zip(kinds, faults, strict=True):
        call = nth(kinds, kind)
        asked = calls_for(found, question_of(found, call))
        assert [(each["attempt"], each["again"]) for each in asked] == [(0, 0), (0, 1)]
        assert fault["fault"] == ("server" if kind == "unfinished" else "unreadable")
        assert (fault["call"], fault["booked"]) == (call, sent[call]["worst"])


def test_who_was_cut_off_in_thought_is_told_to_think_less(corrected: Faulty) -> None:
    """Not to answer more shortly, which it had not begun to."""
    kinds, _, found = corrected
    asked = calls_for(found, question_of(found, nth(kinds, "cut_in_thought")))
    told = asked[1]["items"][-1]["text"]
    assert "You were cut off while you thought" in told
    assert "think much less" in told


def test_a_call_that_no_service_takes_back_stays_in_the_record(corrected: Faulty) -> None:
    """The raw reply has it as it came; the game goes on with what is taken."""
    kinds, outcome, found = corrected
    assert of_type(found, "call_failed") == []
    raw = json.dumps(of_type(found, "call_answered")[nth(kinds, "foreign_call")]["raw"])
    assert "place character!!" in raw
    assert truth(outcome.folder).ok


@pytest.mark.parametrize("kind", SERVICES)
def test_a_service_that_only_sends_such_is_down(kind: Any, tmp_path: Path) -> None:
    """After all retries it is an outage, as the table's `on_outage` says, and no `malformed`."""
    troubles = [Trouble(kind=kind, every=1)]
    given = {"settings": {"retries": 0}, "llm": {"on_outage": "abort"}}
    with Provider(troubles) as server, pytest.raises(Aborted, match="the reply"):
        played(table(**one_model(server, "openai", **given)), tmp_path)


@pytest.mark.slow
def test_a_server_that_accepts_and_never_answers_is_given_up_after_its_seconds(
    tmp_path: Path,
) -> None:
    """A hung call ends after `call_seconds` and is tried again."""
    settings = {"call_seconds": 2.0}
    outcome, found = run(tmp_path, [Trouble(kind="hang", at=THIRD)], settings=settings)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    (fault,) = of_type(found, "call_failed")
    assert (fault["fault"], fault["status"]) == ("timeout", None)


@pytest.mark.slow
def test_an_answer_after_the_deadline_is_recorded_and_ignored(tmp_path: Path) -> None:
    """The seat is defaulted in time, the late reply is kept, and nobody uses it."""
    limits = {"answer_seconds": 2.0}
    trouble = Trouble(kind="late", at=THIRD, seconds=3.0)
    outcome, found = run(tmp_path, [trouble], limits=limits)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == [("Anna", "timeout")]
    late = [each["call"] for each in of_type(found, "call_answered") if each["late"]]
    assert late == [2]


@pytest.mark.slow
def test_a_late_reply_is_no_part_of_the_conversation(tmp_path: Path) -> None:
    """The next request goes on from what was sent, without what came too late."""
    limits = {"answer_seconds": 2.0}
    with Provider([Trouble(kind="late", at=THIRD, seconds=2.5)]) as server:
        played(table(**one_model(server, limits=limits)), tmp_path)
        third, fourth = (server.requests[at].json["messages"] for at in (2, 3))
    assert fourth[: len(third)] == third
    new = [(message["role"], message["content"][:10]) for message in fourth[len(third) :]]
    assert new[0] == ("assistant", "(no words)")
    assert [role for role, _ in new] == ["assistant", "user"]


def test_a_reply_without_usage_is_booked_at_its_worst_case_and_marked(tmp_path: Path) -> None:
    """What nobody counted costs as much as it may have."""
    outcome, found = run(tmp_path, [Trouble(kind="no_usage", at=THIRD)])
    assert truth(outcome.folder).ok
    answered = of_type(found, "call_answered")
    assert [each["call"] for each in answered if each["usage"] is None] == [2]
    assert answered[2]["booked"] == of_type(found, "call_sent")[2]["worst"]


@pytest.mark.parametrize(
    ("abilities", "steps"),
    [
        (Abilities(tool_choice=False), ["forced", "offered"]),
        (Abilities(tools=False), ["forced", "schema"]),
    ],
)
def test_a_server_that_lacks_something_is_asked_in_another_way(
    abilities: Abilities, steps: list[str], tmp_path: Path
) -> None:
    """The ladder goes down a step at a time, each is recorded, and the game is played there."""
    outcome, found = run(tmp_path, [], abilities=abilities)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    sent = [each["step"] for each in of_type(found, "call_sent")]
    assert list(dict.fromkeys(sent)) == steps
    assert set(sent[len(steps) :]) == {steps[-1]}
    assert len(of_type(found, "call_failed")) == len(steps) - 1


LADDER = ["forced", "forced_loose", "offered"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "lacks", "settings", "steps"),
    [
        ("openai", "strict", {}, LADDER[:2]),
        ("openai", "tool_choice", {}, LADDER[:3]),
        ("openai", "tools", {}, ["forced", "text"]),
        ("anthropic", "tool_choice", {}, ["forced", "offered"]),
        ("openai-compatible", "strict", {"strict": True}, LADDER[:2]),
    ],
)
def test_what_is_refused_is_found_out_once_a_game(
    protocol: str, lacks: str, settings: dict[str, Any], steps: list[str], tmp_path: Path
) -> None:
    """One free refusal for each rung, whichever seat meets it: the second asks as the first."""
    abilities = Abilities(**({lacks: False} if lacks else {}))
    with Provider(abilities=abilities) as server:
        config = table([spec(server, protocol)] * 2 + ["house"], settings=settings, talk=IN_TURN)
        outcome = played(config, tmp_path)
    found = records(outcome.folder)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    sent = of_type(found, "call_sent")
    answered = {each["call"] for each in of_type(found, "call_answered")}
    assert {each["step"] for each in sent if each["call"] in answered} == {steps[-1]}
    refused = [each for each in of_type(found, "call_failed") if each["status"] == 400]
    asked_first = sum(each["step"] == "forced" for each in sent)
    assert len(refused) == asked_first * (len(steps) - 1)
    assert asked_first == 1
    assert all(each["booked"] == NOTHING for each in refused)


@pytest.mark.parametrize(("hints", "step"), [("full", "forced"), ("none", "forced_loose")])
def test_strict_schemas_are_taken_where_options_are_listed(
    hints: str, step: str, tmp_path: Path
) -> None:
    """Anthropic's strict mode takes fewer unions of types than arguments that may be null need."""
    outcome, found = run(
        tmp_path, [], protocol="anthropic", settings={"strict": True}, llm={"hints": hints}
    )
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    sent = of_type(found, "call_sent")
    answered = {each["call"] for each in of_type(found, "call_answered")}
    assert {each["step"] for each in sent if each["call"] in answered} == {step}
    assert len(of_type(found, "call_failed")) == (step != "forced")


@pytest.mark.parametrize("on_outage", ["default", "pause"])
def test_a_server_that_takes_calls_in_no_way_is_down(on_outage: str, tmp_path: Path) -> None:
    """Once each way was refused, for whatever reason; a game that pauses can go on later."""
    with Provider([Trouble(kind="bad_request")]) as server:
        outcome = played(table(**one_model(server, llm={"on_outage": on_outage})), tmp_path)
        sent = of_type(records(outcome.folder), "call_sent")
        assert [each["step"] for each in sent[:4]] == ["forced", "offered", "schema", "text"]
        assert {each["step"] for each in sent[4:]} <= {"text"}
        assert outcome.halted is not None
        defaults = failed(outcome.folder)
        assert len(defaults) == (3 if on_outage == "default" else 0)
        server.change([])
        outcome = asyncio.run(resume(outcome.folder))
        assert failed(outcome.folder) == defaults
    assert outcome.finished
    assert truth(outcome.folder).ok


@pytest.mark.parametrize(
    ("kind", "lost", "unanswered"),
    [("bad_request", 4, 1), ("bad_request", 5, 2), ("bad_request", 6, 3), ("server", 8, 2)],
)
def test_a_game_that_began_with_an_outage_goes_on(
    kind: Any, lost: int, unanswered: int, tmp_path: Path
) -> None:
    """Questions are lost in all ways of asking; what the seat was sent then is sent again."""
    with Provider([Trouble(kind=kind, at=tuple(range(1, lost + 1)))]) as server:
        config = table(**one_model(server, settings={"retries": 0}))
        folder = stopped_at(config, tmp_path, 45)
        was = failed(folder)
        outcome = asyncio.run(resume(folder))
    assert outcome.finished
    assert was == [("Anna", "provider")] * unanswered
    assert failed(folder) == was
    assert truth(folder).ok, truth(folder).why


@pytest.mark.slow
def test_a_game_whose_seats_stepped_down_together_goes_on(tmp_path: Path) -> None:
    """Three are refused at once; wherever the game is stopped, each is asked as it was."""
    able = Abilities(tools=False)
    with Provider(abilities=able, latency=0.01) as server:
        config = table([spec(server)] * 3, **ALONE)
        whole = played(config, tmp_path / "whole")
        expected = {seat: distinct(each) for seat, each in by_seat(server.requests).items()}
    for record in (2, 40):
        with Provider(abilities=able, latency=0.01) as server:
            config = table([spec(server)] * 3, **ALONE)
            folder = stopped_at(config, tmp_path / f"stopped{record}", record)
            outcome = asyncio.run(resume(folder))
            sent = by_seat(server.requests)
        assert truth(folder).ok, truth(folder).why
        assert failed(folder) == []
        assert outcome.result == whole.result
        # Who is refused depends on who asks first; what is answered does not.
        answered = {seat: [each for each in distinct(bodies) if '"tools"' not in each]
                    for seat, bodies in sent.items()}  # fmt: skip
        assert answered == {seat: [each for each in bodies if '"tools"' not in each]
                            for seat, bodies in expected.items()}  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "step"), [({"tool_choice": False}, "offered"), ({"tools": False}, "schema")]
)
def test_what_a_server_lacks_can_be_said_in_the_config(
    settings: dict[str, Any], step: str, tmp_path: Path
) -> None:
    """Then nothing is tried that it would refuse."""
    abilities = Abilities(tools=step != "schema", tool_choice=False)
    outcome, found = run(tmp_path, [], abilities=abilities, settings=settings)
    assert truth(outcome.folder).ok
    assert {each["step"] for each in of_type(found, "call_sent")} == {step}
    assert of_type(found, "call_failed") == []


def test_a_server_that_ignores_tools_is_read_in_its_words(tmp_path: Path) -> None:
    """Some take tools and write JSON all the same: that is an answer."""
    outcome, found = run(tmp_path, [Trouble(kind="ignores_tools")])
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert {each["attempt"] for each in of_type(found, "call_sent")} == {0}


# --- a provider that is down ---


def test_a_seat_whose_provider_is_down_is_defaulted_and_the_others_play_on(tmp_path: Path) -> None:
    """Without retries each of its questions is one failed call; the game ends."""
    trouble = Trouble(kind="overloaded", at=tuple(range(2, 100)))
    outcome, found = run(tmp_path, [trouble], settings={"retries": 0})
    assert outcome.finished
    assert truth(outcome.folder).ok
    asked = len(of_type(found, "call_sent"))
    assert failed(outcome.folder) == [("Anna", "provider")] * (asked - 1)
    assert outcome.counts["Bruno"].defaults == {}


@pytest.mark.parametrize(
    "kind",
    breadth(["chatter", "bad_option", "unknown_tool", "server", "refusal"], ["chatter", "server"]),
)
def test_a_model_that_never_answers_stops_the_game(kind: Any, tmp_path: Path) -> None:
    """After three questions, and after each further one; once it answers, the game goes on."""
    given: dict[str, Any] = {"settings": {"retries": 0}, "limits": {"corrections": 0}}
    with Provider([Trouble(kind=kind)]) as server:
        outcome = played(table(**one_model(server, **given)), tmp_path)
        assert not outcome.finished
        assert outcome.halted is not None
        assert "Anna was asked 3 times and never gave an answer" in outcome.halted["why"]
        assert server.root in outcome.halted["spec"]
        assert len(failed(outcome.folder)) == 3
        outcome = asyncio.run(resume(outcome.folder))
        assert outcome.halted is not None
        assert "Anna was asked 4 times" in outcome.halted["why"]
        assert len(failed(outcome.folder)) == 4
        server.change([])
        outcome = asyncio.run(resume(outcome.folder))
    assert outcome.finished
    assert len(failed(outcome.folder)) == 4
    assert truth(outcome.folder).ok, truth(outcome.folder).why


def test_a_game_pauses_at_an_outage_and_goes_on_when_it_is_over(tmp_path: Path) -> None:
    """Nothing is defaulted: the question is asked again when the game is resumed."""
    with Provider([Trouble(kind="overloaded", at=(4, 5))]) as server:
        given = one_model(server, settings={"retries": 1}, llm={"on_outage": "pause"})
        paused = played(table(**given), tmp_path)
        assert not paused.finished
        assert paused.halted is not None
        assert paused.halted["reason"] == "outage"
        assert server.root in paused.halted["spec"]
        assert "overloaded" in paused.halted["why"].lower() or "529" in paused.halted["why"]
        ended = of_type(records(paused.folder), "session_ended")
        assert ended == [{"reason": "outage"}]
        outcome = asyncio.run(resume(paused.folder))
    assert outcome.finished
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []


def test_a_game_is_aborted_at_an_outage_where_its_table_says_so(tmp_path: Path) -> None:
    """It ends at once with an error, and keeps what was played."""
    with Provider([Trouble(kind="overloaded", at=(4,))]) as server:
        given = one_model(server, settings={"retries": 0}, llm={"on_outage": "abort"})
        with pytest.raises(Aborted, match="529"):
            played(table(**given), tmp_path)
    (folder,) = tmp_path.iterdir()
    assert truth(folder).sound
    assert of_type(records(folder), "session_ended") == [{"reason": "Aborted"}]


# --- before the game ---


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
@pytest.mark.parametrize(("key", "named"), [("wrong-key-1", "401"), ("forbidden-1", "403")])
def test_a_wrong_key_stops_the_game_before_it_starts(
    key: str, named: str, protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence names the model and what the server said, not the key; nothing is written."""
    with Provider() as server:
        set_keys(monkeypatch, key, server)
        with pytest.raises(ConfigError, match=named) as error:
            played(table(**one_model(server, protocol)), tmp_path)
    assert key not in str(error.value)
    assert list(tmp_path.iterdir()) == []
    assert not any(each.status == 200 for each in server.requests)


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_key_is_not_sent_where_its_owner_named_no_address(
    protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wrote the table can't send it to a server of his own: it goes without a key."""
    for prefix in PREFIXES.values():
        monkeypatch.setenv(f"{prefix}_API_KEY", "wrong-key-1")
    with Provider() as server:
        outcome = played(table(**one_model(server, protocol)), tmp_path)
    assert outcome.finished


def test_a_server_that_is_not_there_stops_the_game_before_it_starts(tmp_path: Path) -> None:
    """Nobody has to look at a game that never had a model."""
    with Provider() as server:
        given = one_model(server)
    with pytest.raises(ConfigError, match="no connection"):
        played(table(**given), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable, and where it may be set."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        asyncio.run(play(table(["openai:m", "house", "house"]), tmp_path / "out"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("key", ["sk-very-secret-0123456789", 'Qx"7\\/secret'])
@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_no_key_reaches_a_transcript(
    protocol: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where a server repeats what it was sent, in the arguments of a tool for example."""
    with Provider([Trouble(kind="bad_request", at=THIRD), Trouble(kind="key_echo")]) as server:
        set_keys(monkeypatch, key, server)
        outcome = played(table(**one_model(server, protocol)), tmp_path)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    written = "".join(file.read_text(encoding="utf-8") for file in outcome.folder.iterdir())
    assert "You sent the key ***." in written
    for _ in range(3):
        assert key not in written
        written = written.replace("\\\\", "\\").replace('\\"', '"')


@pytest.mark.slow
@pytest.mark.parametrize("key", ["token", "name", "option", "assistant", "1234"])
@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_key_that_is_a_word_breaks_no_game(
    key: str, protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field names, tools and options are full of them: the game is the one of another key."""
    folders = []
    for number, each in enumerate((key, "sk-0123456789abcdef")):
        with Provider() as server:
            set_keys(monkeypatch, each, server)
            outcome = played(table(**one_model(server, protocol)), tmp_path / str(number))
        assert failed(outcome.folder) == []
        folders.append(outcome.folder)
    first, second = (of_type(records(folder, "log.jsonl"), "answer") for folder in folders)
    assert [each["option"] for each in first] == [each["option"] for each in second]


@pytest.mark.slow
@pytest.mark.parametrize("on_outage", ["pause", "default"])
def test_a_provider_that_hangs_is_down_too(on_outage: str, tmp_path: Path) -> None:
    """A question whose time runs out while a reply is owed is an outage where the table asks."""
    with Provider([Trouble(kind="hang", at=(4,))]) as server:
        given = one_model(server, llm={"on_outage": on_outage}, limits={"answer_seconds": 2.0})
        outcome = played(table(**given), tmp_path)
        assert outcome.finished == (on_outage == "default")
        if on_outage == "pause":
            assert failed(outcome.folder) == []
            outcome = asyncio.run(resume(outcome.folder))
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == ([] if on_outage == "pause" else [("Anna", "timeout")])


def test_the_others_replies_are_kept_when_a_game_pauses(tmp_path: Path) -> None:
    """Three are asked together, one provider fails: the two replies are not asked for again."""
    down = Trouble(kind="unavailable", containing="You are Bruno.", at=(3,))
    with Provider([down]) as server:
        config = table(
            [spec(server)] * 3, settings={"retries": 0}, llm={"on_outage": "pause"},
            budget={"calls": 12}, **ALONE,
        )  # fmt: skip
        paused = played(config, tmp_path)
        assert paused.halted
        outcome = asyncio.run(resume(paused.folder))
        bodies = [seen.body for seen in server.requests]
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    again = [body for body in set(bodies) if bodies.count(body) > 1]
    assert len(again) == 1
    assert b"You are Bruno." in again[0]


@pytest.mark.slow
@pytest.mark.parametrize("second", ["overloaded", "hang"])
def test_a_game_goes_on_after_a_step_down_that_was_followed_by_a_fault(
    second: Any, tmp_path: Path
) -> None:
    """The record of the step down tells how to ask; the fault after it is no reason not to."""
    able = Abilities(tool_choice=False)
    with Provider([Trouble(kind=second, at=(2,))], abilities=able) as server:
        given = one_model(
            server, settings={"retries": 0, "call_seconds": 2.0}, llm={"on_outage": "pause"}
        )
        paused = played(table(**given), tmp_path)
        assert paused.halted
        outcome = asyncio.run(resume(paused.folder))
    assert outcome.finished
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    (down,) = of_type(records(outcome.folder), "stepped_down")
    assert (down["before"], down["after"]) == ("forced", "offered")


@pytest.mark.slow
def test_a_time_out_after_a_step_down_is_the_same_again(tmp_path: Path) -> None:
    """A resumed game neither defaults another question nor refuses its own record."""
    able = Abilities(tool_choice=False)
    with Provider([Trouble(kind="hang", at=(2,))], abilities=able) as server:
        given = one_model(server, limits={"answer_seconds": 2.0}, **WHOLE)
        folder = stopped_at(table(**given), tmp_path, 120)
        assert failed(folder) == [("Anna", "timeout")]
        outcome = asyncio.run(resume(folder))
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == [("Anna", "timeout")]


def test_ctrl_c_while_a_call_is_under_way_loses_nothing(tmp_path: Path) -> None:
    """The call is broken off and booked, and made again when the game goes on."""

    async def stopped(config: Any) -> Outcome:
        stop = asyncio.Event()
        game = asyncio.create_task(play(config, tmp_path, stop=stop))
        while len(server.requests) < 5:  # noqa: ASYNC110 - the server is in another thread
            await asyncio.sleep(0.01)
        stop.set()
        return await game

    with Provider([Trouble(kind="late", at=(5,), seconds=2.0)]) as server:
        outcome = asyncio.run(stopped(table(**one_model(server))))
        assert not outcome.finished
        (fault,) = of_type(records(outcome.folder), "call_failed")
        assert fault["fault"] == "interrupted"
        outcome = asyncio.run(resume(outcome.folder))
        bodies = [seen.body for seen in server.requests]
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert bodies[4] == bodies[5]
    assert len(set(bodies)) == len(bodies) - 1


def test_a_provider_that_is_down_when_a_game_goes_on_stops_nobody_else(tmp_path: Path) -> None:
    """A table that wants defaults gets them, also at the start of a session."""
    with Provider() as server:
        given = one_model(server, settings={"retries": 0})
        folder = stopped_at(table(**given), tmp_path, 60)
    outcome = asyncio.run(resume(folder))
    assert outcome.finished
    assert truth(outcome.folder).ok
    assert set(failed(outcome.folder)) == {("Anna", "provider")}


def test_a_context_that_can_hold_no_question_is_refused(tmp_path: Path) -> None:
    """Before anything is asked, with the least that is possible."""
    with Provider() as server:
        given = one_model(server, settings={"context": 4_096})
        with pytest.raises(ConfigError, match="context is 4096"):
            played(table(**given), tmp_path)
        assert server.requests == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["unauthorized", "forbidden", "not_found"])
def test_a_key_that_is_refused_at_the_first_call_ends_the_game(kind: Any, tmp_path: Path) -> None:
    """Where a server shows its list to everybody, the first question tells; nobody is defaulted.

    Routers say of a way of asking too that nothing is found, so that each is tried, free of charge.
    """
    with Provider([Trouble(kind=kind)]) as server, pytest.raises(Aborted, match="can't be asked"):
        played(table(**one_model(server)), tmp_path)
    assert len(server.requests) == (4 if kind == "not_found" else 1)
    (folder,) = tmp_path.iterdir()
    assert truth(folder).sound
    assert failed(folder) == []
