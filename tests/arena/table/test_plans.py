"""Whole games whose seats say what they mean to do: recorded, proven, resumed, told to nobody."""

import asyncio
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.claims.language import Proposition
from arena.claims.plans import Intent
from arena.forms import JsonRecord
from arena.hash_chain import GENESIS, chained
from arena.provider import Provider
from arena.records.record import shown_to
from arena.seats import Seat, Uniform
from arena.seats.seat import Question
from arena.table import resume
from arena.talk.plan import Plan
from tests.arena.seats.llm.games import of_type, played, records, said_to, spec, table, truth
from tests.arena.seats.llm.test_proof import forged

pytestmark = pytest.mark.usefixtures("toy")

TOY = {"ruleset": "toy", "rules": {"rounds": 3}}
PLANS = {**TOY, "llm": {"plans": True}}


@pytest.fixture(scope="module")
def server() -> Iterator[Provider]:
    """Return a provider that plays all models here."""
    with Provider() as running:
        yield running


@pytest.fixture(scope="module")
def game(toy: str, server: Provider, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a game with plans."""
    assert toy == TOY["ruleset"]
    seats = [spec(server), spec(server), "house"]
    return played(table(seats, **PLANS), tmp_path_factory.mktemp("games")).folder


def log_of(folder: Path) -> list[Any]:
    """Return the records of its log."""
    return records(folder, "log.jsonl")


def test_plans_are_recorded_before_their_answers_and_judged_once(game: Path) -> None:
    """Each intent has one judgement, which names its plan and the record that settled it."""
    assert truth(game).ok, truth(game).why
    log = log_of(game)
    intents, lost = [], 0
    for at, record in enumerate(log):
        if record["type"] == "planned":
            data, after = record["data"], log[at + 1]
            assert after["actor"] == record["actor"]
            assert data["asked"] in {after["data"].get("decision"), after["data"].get("turn")} or (
                after["type"] in {"whispered", "claims_unread"}
            )
            intents += [(at, each) for each in range(len(data["intents"]))]
            lost += len(data["unread"])
    judged = of_type(log, "plan_judged")
    assert sorted((each["plan"], each["intent"]) for each in judged) == intents
    assert all(each["plan"] < each["settled_by"] < len(log) for each in judged)
    assert intents
    assert lost


@pytest.mark.parametrize(
    ("ruleset", "protocol", "talk", "hints"),
    [
        pytest.param("moh", "openai", "off", "full", marks=pytest.mark.slow),
        pytest.param("osaczeni", "anthropic", "bidding", "none", marks=pytest.mark.slow),
        ("osaczeni", "openai-compatible", "round_robin", "full"),
    ],
)
def test_every_table_can_have_plans(
    ruleset: str, protocol: str, talk: str, hints: str, server: Provider, tmp_path: Path
) -> None:
    """Both families, each service, with and without talk and listed options."""
    config = table(
        [spec(server, protocol), "house", "house"],
        ruleset=ruleset,
        talk={"protocol": talk},
        llm={"plans": True, "hints": hints},
    )
    folder = played(config, tmp_path).folder
    assert truth(folder).ok, truth(folder).why
    log = log_of(folder)
    intents = sum(len(each["intents"]) for each in of_type(log, "planned"))
    assert len(of_type(log, "plan_judged")) == intents > 0


def test_a_plan_is_its_seat_s_alone(game: Path) -> None:
    """And what became of it is nobody's."""
    for record in log_of(game):
        if record["type"] in {"planned", "plan_judged"}:
            who = [seat for seat in ("Anna", "Bruno", "Clara") if shown_to(record["seen_by"], seat)]
            assert who == ([record["actor"]] if record["type"] == "planned" else [])


def test_a_model_is_told_what_could_not_be_read(game: Path, server: Provider) -> None:
    """With the next question; the others are not."""
    assert game.is_dir()
    told = [json.dumps(said_to(each.json)) for each in server.requests]
    assert any("What could not be read of your plan is lost: Your line 'I win'" in t for t in told)
    assert all("Bruno means" not in t for t in told)


@pytest.mark.parametrize("what", ["changed", "moved", "denied"])
def test_a_plan_that_its_model_did_not_give_is_found(what: str, game: Path, tmp_path: Path) -> None:
    """In a chain that was computed again."""

    def change(name: str, record: Any) -> bool:  # noqa: ANN401 - a record
        is_plan = record["type"] == "planned" and len(record["data"]["intents"]) == 2
        if name != "log.jsonl" or not is_plan:
            return False
        if what == "changed":
            record["data"]["intents"].pop()
        elif what == "moved":
            record["data"]["asked"] += "1"
        else:
            record["data"].update(intents=[], unread=[])
        return True

    verdict = truth(forged(game, tmp_path, change))
    assert not verdict.sound
    assert "plan" in (verdict.why or "").casefold()


def test_a_plan_that_is_left_out_is_found(game: Path, tmp_path: Path) -> None:
    """Its model's reply has it."""
    folder = tmp_path / "cut"
    shutil.copytree(game, folder)
    log = log_of(folder)
    at = next(at for at, record in enumerate(log) if record["type"] == "planned")
    mark, lines = GENESIS, []
    for record in [*log[:at], *log[at + 1 :]][: at + 1]:
        body = {key: value for key, value in record.items() if key != "hash"} | {"i": len(lines)}
        line, mark = chained(mark, body)
        lines.append(line)
    (folder / "log.jsonl").write_bytes(b"".join(lines))
    verdict = truth(folder)
    assert not verdict.sound
    assert "is not what its model replied" in (verdict.why or "")


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_a_game_killed_at_a_plan_goes_on_alike(
    after: int, game: Path, server: Provider, tmp_path: Path
) -> None:
    """Before it, between it and its answer, behind that: the same log comes out."""
    assert server.requests
    whole = (game / "log.jsonl").read_bytes()
    log = log_of(game)
    plans = [at for at, record in enumerate(log) if record["type"] == "planned"]
    for at in (plans[0], plans[len(plans) // 2], plans[-1]):
        folder = tmp_path / str(at)
        shutil.copytree(game, folder)
        lines = whole.splitlines(keepends=True)[: at + after]
        (folder / "log.jsonl").write_bytes(b"".join(lines))
        calls = (folder / "calls.jsonl").read_bytes().splitlines(keepends=True)
        (folder / "calls.jsonl").write_bytes(b"".join(calls[:-1]))
        outcome = asyncio.run(resume(folder))
        assert outcome.finished
        assert truth(folder).ok, truth(folder).why
        again = (folder / "log.jsonl").read_bytes().splitlines()[:-1]
        assert again == whole.splitlines()[:-1]


class Planner(Seat):
    """A seat of one's own that means to go somewhere, or gives what is no plan."""

    def __init__(self, plan: object) -> None:
        self._plan = plan

    @property
    def plan(self) -> Plan | None:
        """What it means, whatever is asked."""
        return self._plan  # type: ignore[return-value] - or what is none

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> str:
        """Answer at random."""
        return await Uniform("Bruno").answer(question, view, heard)


GO = Plan(intents=(Intent(act="do", said=Proposition(kind="go", location=4)),))


@pytest.mark.parametrize("plans", [True, False])
def test_a_seat_of_one_s_own_may_plan(plans: bool, server: Provider, tmp_path: Path) -> None:  # noqa: FBT001
    """Where the table records plans; elsewhere nobody asks for them."""
    config = table([spec(server), "house", "house"], **TOY, llm={"plans": plans})
    folder = played(config, tmp_path, seats={"Bruno": Planner(GO)}).folder
    assert truth(folder).ok, truth(folder).why
    own = [
        each for each in log_of(folder) if each["type"] == "planned" and each["actor"] == "Bruno"
    ]
    assert bool(own) is plans
    assert all(each["data"]["intents"] == GO.data()["intents"] for each in own)


@pytest.mark.parametrize(
    "plan",
    [
        "go",
        Plan(intents=GO.intents * 9),
        Plan(intents=(Intent(act="report", said=GO.intents[0].said),)),
    ],
)
def test_what_is_no_plan_is_a_recorded_default(
    plan: object, server: Provider, tmp_path: Path
) -> None:
    """The seat fails, and the game goes on."""
    config = table([spec(server), "house", "house"], **PLANS)
    folder = played(config, tmp_path, seats={"Bruno": Planner(plan)}).folder
    assert truth(folder).ok, truth(folder).why
    defaults = [each for each in log_of(folder) if each["type"] == "answer_defaulted"]
    assert {each["data"]["reason"] for each in defaults if each["actor"] == "Bruno"} == {"illegal"}
