import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import structlog

import arena.table
from arena.calls.records import AnswerFailed, SessionEnded
from arena.config import TableConfig
from arena.records.game import Answer
from arena.records.record import Record as LogRecord
from arena.records.record import visible
from arena.seats import Question, Scripted, Seat, kinds
from arena.settings import Limits
from arena.table import Outcome, play
from arena.table.verify import verify
from arena.transcript.reader import read
from engine.table import event_record, restore
from tests.arena.records_of import call_facts, plain_of

THREE = dict.fromkeys(("Ada", "Ben", "Cyd"), "random")
QUICK = Limits(answer_seconds=0.05, corrections=1)
Record = dict[str, Any]


def played(
    out: Path,
    seats: Mapping[str, Seat] | None = None,
    limits: Limits | None = None,
    seed: str = "4",
) -> Outcome:
    """Play a game of three."""
    config = TableConfig(seats=THREE, seed=seed, limits=limits or Limits())
    return asyncio.run(play(config, out, seats=seats))


def first(question: Question) -> str:
    """Choose the first option."""
    return question.options[0].id


def log(folder: Path) -> list[bytes]:
    """Return the log's lines but the footer, which holds the digest of a file with clocks."""
    return (folder / "log.jsonl").read_bytes().splitlines()[:-1]


def test_the_public_face_of_the_table() -> None:
    """What others may import."""
    assert arena.table.__all__ == [
        "Outcome",
        "SimulatedGame",
        "play",
        "resume",
        "simulate",
        "versions",
    ]


def test_a_game_ends_sealed_and_proves_itself(tmp_path: Path) -> None:
    """The outcome says what the transcript says."""
    outcome = played(tmp_path)
    verdict = verify(outcome.folder)
    assert verdict.ok, verdict
    assert outcome.finished
    assert verdict.result == outcome.result
    transcript = read(outcome.folder)
    answers = [record for record in transcript.records if record.type == "answer"]
    assert sum(each.answers for each in outcome.counts.values()) == len(answers)


def test_the_same_table_plays_the_same_game(tmp_path: Path) -> None:
    """Seats that are functions give the same log, byte for byte, in any folder."""
    one, two = played(tmp_path / "a"), played(tmp_path / "b")
    assert log(one.folder) == log(two.folder)
    assert log(played(tmp_path / "c", seed="5").folder) != log(one.folder)


def test_each_game_gets_its_own_folder(tmp_path: Path) -> None:
    """Numbered by ruleset; what is already there stays."""
    names = [played(tmp_path).folder.name for _ in range(2)]
    assert names == ["moh-0001", "moh-0002"]


def test_a_question_with_one_option_is_answered_without_its_seat(tmp_path: Path) -> None:
    """It is a normal answer in the log, and no call."""
    seat = Scripted(first)
    outcome = played(tmp_path, {"Ada": seat})
    assert min(len(question.options) for question in seat.asked) == 2
    assert len(seat.asked) < outcome.counts["Ada"].answers


async def hang(_: Question) -> str:
    """Never answer."""
    await asyncio.Event().wait()
    return ""


async def give_up(_: Question) -> str:
    """Cancel oneself, as a client that loses its connection may."""
    raise asyncio.CancelledError


def fail(_: Question) -> str:
    """Raise, as a provider may."""
    message = "the provider is on fire"
    raise ConnectionError(message)


BROKEN: dict[str, tuple[Callable[[Question], str | Awaitable[str]], str, str]] = {
    "raises": (fail, "error", "ConnectionError: the provider is on fire"),
    "cancels itself": (give_up, "error", "CancelledError"),
    "hangs": (hang, "timeout", "no answer in 0.05 seconds"),
    "answers rubbish": (lambda _: "rubbish", "illegal", "'rubbish' is no option of Ada."),
    "answers no text": (lambda _: None, "illegal", "None is no option of Ada."),  # type: ignore[return-value, dict-item]
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_seat_that_fails_never_stops_its_siblings(how: str, tmp_path: Path) -> None:
    """Its defaults are recorded with the reason, the others' answers are their own."""
    script, reason, why = BROKEN[how]
    ben = Scripted(first)
    broken = {"Ada.4", "Ada.5", "Ada.6", "Ada.7", "Ada.8", "Ada.9"}

    def ada(question: Question) -> str | Awaitable[str]:
        return script(question) if question.id in broken else first(question)

    outcome = played(tmp_path, {"Ada": Scripted(ada), "Ben": ben}, QUICK)
    assert outcome.finished
    assert set(outcome.counts["Ada"].defaults) == {reason}
    assert not outcome.counts["Ben"].defaults
    transcript = read(outcome.folder)
    failed = call_facts(AnswerFailed, transcript.calls)
    defaulted = [r["data"] for r in plain_of(transcript.records) if r["type"] == "answer_defaulted"]
    assert [(f.decision, reason) for f in failed] == [
        (d["decision"], d["reason"]) for d in defaulted
    ]
    assert 0 < len(failed) <= len(broken)
    assert failed[0].why.startswith(why)
    assert verify(outcome.folder).ok


def test_the_default_is_the_one_that_the_rules_draw(tmp_path: Path) -> None:
    """A table where nobody ever answers plays to its end on defaults alone."""
    outcome = played(tmp_path, {name: Scripted(fail) for name in THREE})
    assert outcome.finished
    assert verify(outcome.folder).ok
    table = restore(read(outcome.folder).header.saved())
    for record in plain_of(read(outcome.folder).records):
        if record["type"] in {"answer", "answer_defaulted"}:
            while table.floor:
                table.close_floor()
            (decision,) = [d for d in table.pending() if d.id == record["data"]["decision"]]
            assert record["data"]["option"] == decision.default.id
            table.answer(decision.seat, decision.default.id, decision.id)


def test_an_illegal_answer_may_be_corrected(tmp_path: Path) -> None:
    """The same question comes again and says what was wrong; a good answer then counts."""

    def corrected(question: Question) -> str:
        return "rubbish" if question.refused is None else first(question)

    seat = Scripted(corrected)
    outcome = played(tmp_path, {"Ada": seat}, QUICK)
    assert not outcome.counts["Ada"].defaults
    assert seat.asked[1].refused == "'rubbish' is no option of Ada.1"
    assert seat.asked[0].id == seat.asked[1].id
    assert [each.tries for each in seat.asked[:2]] == [2, 1]


def test_sealed_answers_are_logged_in_the_order_of_the_questions(tmp_path: Path) -> None:
    """Who thinks longest is not the last in the log."""
    waits = {"Ada": 0.004, "Ben": 0.002, "Cyd": 0.0}

    def slow(wait: float) -> Callable[[Question], Awaitable[str]]:
        async def script(question: Question) -> str:
            await asyncio.sleep(wait if question.sealed else 0)
            return first(question)

        return script

    quick = played(tmp_path / "quick", {name: Scripted(first) for name in THREE})
    late = played(tmp_path / "late", {name: Scripted(slow(wait)) for name, wait in waits.items()})
    assert log(quick.folder) == log(late.folder)


def test_sealed_questions_are_open_at_the_same_time(tmp_path: Path) -> None:
    """Seats that wait for each other all get their question."""
    waiting: set[str] = set()
    together: list[set[str]] = []

    async def meet(question: Question) -> str:
        if question.sealed:
            waiting.add(question.seat)
            await asyncio.sleep(0.005)
            together.append(set(waiting))
            waiting.discard(question.seat)
        return first(question)

    played(tmp_path, {name: Scripted(meet) for name in THREE})
    assert max(map(len, together)) == 3


class Curious(Seat):
    """A seat that keeps what it was told, and then spoils its copies."""

    def __init__(self, *, spoils: bool = False) -> None:
        """Nothing was told yet; `spoils`: what it heard, too, before it answers."""
        self.spoils = spoils
        self.told: list[tuple[Question, dict[str, Any], list[Record]]] = []

    async def answer(self, question: Question, view: Any, heard: Any) -> str:  # noqa: ANN401
        """Take the last option."""
        if self.spoils:
            for record in heard:
                record["data"].clear()
        self.told.append((question, dict(view), [dict(record) for record in heard]))
        view.clear()
        return question.options[-1].id


def test_a_seat_hears_what_it_perceived_and_no_more(tmp_path: Path) -> None:
    """Its view and its events are those that the engine's two doors give."""
    seats = {name: Curious() for name in THREE}
    outcome = played(tmp_path, dict(seats))
    transcript = read(outcome.folder)
    table = restore(transcript.header.saved())
    told = {question.id: (view, heard) for s in seats.values() for question, view, heard in s.told}
    for at, record in enumerate(transcript.records):
        answer, seat = record.data, record.actor
        if answer.type != "answer":
            continue
        assert isinstance(answer, Answer)
        assert seat is not None
        while table.floor:
            table.close_floor()
        decision = answer.decision
        if decision in told:
            view, heard = told[decision]
            own = [{key: r[key] for key in ("type", "seen_by", "data")} for r in heard]
            kinds = ("answer", "answer_defaulted", "floor_opened", "floor_closed")
            assert view == table.view_data(seat)
            assert [r for r in own if r["type"] not in kinds] == [
                event_record(event) for event in table.heard_by(seat)
            ]
            before = list(visible(transcript.records[:at], seat))
            assert {"i": len(heard) - 1, **heard[-1]} in plain_of(before)
        table.answer(seat, answer.option, decision)


def test_a_seat_that_spoils_what_it_was_told_changes_nobody_elses(tmp_path: Path) -> None:
    """Views and records are the seat's own copies."""
    curious = {name: Curious() for name in THREE}
    calm = played(tmp_path / "calm", dict(curious))
    spoiled = {**{name: Curious() for name in THREE}, "Ada": Curious(spoils=True)}
    wild = played(tmp_path / "wild", dict(spoiled))
    assert log(calm.folder) == log(wild.folder)
    assert [told[2] for told in curious["Ben"].told] == [told[2] for told in spoiled["Ben"].told]


def test_stop_leaves_a_whole_unfinished_game(tmp_path: Path) -> None:
    """Whoever is still thinking is not waited for; the session says why it ended."""

    async def stopped() -> Outcome:
        stop = asyncio.Event()

        async def think(question: Question) -> str:
            if question.id == "Ada.9":
                stop.set()
                await asyncio.Event().wait()
            return first(question)

        config = TableConfig(seats=THREE, seed="4")
        return await play(config, tmp_path, stop=stop, seats={"Ada": Scripted(think)})

    outcome = asyncio.run(asyncio.wait_for(stopped(), timeout=20))
    assert (outcome.finished, outcome.result) == (False, None)
    transcript = read(outcome.folder)
    assert not transcript.finished
    assert transcript.calls[-1].data == SessionEnded(reason="interrupted")
    verdict = verify(outcome.folder)
    assert (verdict.ok, verdict.sound, verdict.finished) == (False, True, False)
    assert verdict.line == len(transcript.records) + 1


def test_a_bug_in_the_runner_is_raised_and_noted(tmp_path: Path) -> None:
    """What is no seat's failure ends the game; the transcript stays whole."""

    def burst(record: LogRecord) -> None:
        if record.i == 40:
            message = "no place to show it"
            raise RuntimeError(message)

    config = TableConfig(seats=THREE, seed="4")
    with pytest.raises(RuntimeError, match="no place to show it") as raised:
        asyncio.run(play(config, tmp_path, on_record=burst))
    assert not getattr(raised.value, "__notes__", [])  # the graph's own are for its authors
    (folder,) = tmp_path.iterdir()
    assert read(folder).calls[-1].data == SessionEnded(reason="RuntimeError")
    assert verify(folder).sound


def test_every_record_is_handed_out_after_it_is_written(tmp_path: Path) -> None:
    """`on_record` sees the log as it grows."""
    heard: list[Record] = []
    config = TableConfig(seats=THREE, seed="4")
    outcome = asyncio.run(play(config, tmp_path, on_record=heard.append))
    assert heard == read(outcome.folder).records


@pytest.mark.usefixtures("toy")
def test_games_at_once_wait_for_their_seats_together(tmp_path: Path) -> None:
    """Many tables in one process: while seats of one think, those of all others do."""
    thinking: set[tuple[int, str]] = set()
    tables: list[int] = []

    def seat(number: int) -> Seat:
        async def nap(question: Question) -> str:
            thinking.add((number, question.seat))
            await asyncio.sleep(0.02)
            tables.append(len({table for table, _ in thinking}))
            thinking.discard((number, question.seat))
            return first(question)

        return Scripted(nap)

    async def one(number: int) -> Outcome:
        config = TableConfig(ruleset="toy", seats=THREE, seed=str(number))
        return await play(config, tmp_path, seats={"Ada": seat(number)})

    async def many() -> list[Outcome]:
        return await asyncio.gather(*(one(number) for number in range(8)))

    outcomes = asyncio.run(many())
    assert max(tables) == 8
    assert len({outcome.folder for outcome in outcomes}) == 8
    assert all(verify(outcome.folder).ok for outcome in outcomes)


def test_a_failing_seat_logs_no_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under structlog's own defaults too, which print the locals of a traceback."""

    def fails(question: Question) -> str:
        hand = f"the secret hand of {question.seat}"
        raise ValueError(len(hand))

    before = structlog.get_config()
    structlog.reset_defaults()
    try:
        config = TableConfig(seats=dict.fromkeys(("Ada", "Ben", "Cyd"), "random"), seed="4")
        asyncio.run(play(config, tmp_path, seats={"Ada": Scripted(fails)}))
    finally:
        structlog.configure(**before)
    printed = capsys.readouterr()
    assert "ValueError" in printed.out + printed.err
    assert "the secret hand of Ada" not in printed.out + printed.err


def test_the_bots_seed_tells_nothing_of_the_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that has it has not the game's."""
    given: list[str] = []

    def keep(seed: str) -> Seat:
        given.append(seed)
        return Scripted(lambda question: question.options[0].id)

    monkeypatch.setitem(
        kinds.KINDS,  # type: ignore[arg-type]
        "random",
        kinds.Kind(spec="random", make=lambda _, seed, __: keep(seed), talks=False),
    )
    config = TableConfig(
        seats=dict.fromkeys(("Ada", "Ben", "Cyd"), "random"), seed="a seed of dice"
    )
    asyncio.run(play(config, tmp_path))
    assert len(given) == 3
    assert not any("a seed of dice" in seed for seed in given)
