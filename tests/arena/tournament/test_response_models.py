"""Which model answered: read from replies, kept with results, and said where it changed."""

import asyncio
import csv
import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from arena.calls.records import CallFact, CallRecord
from arena.faces.cli import main
from arena.lab.response_models import response_models_of
from arena.provider import Provider
from arena.provider.likenesses import LIKENESSES, Likeness
from arena.provider.types import Draw
from arena.reporting.view import NONE
from arena.text import escaped
from arena.tournament.folder import write_plan
from arena.tournament.game_result import GameResult, ResponseModel
from arena.tournament.plan import read_plan
from arena.tournament.report.answering import answering_section, answering_sentence, changes_of
from arena.tournament.response_models import change_in, model_uses
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from tests.arena.calls.samples import answered, failed, history_of, raw, sent
from tests.arena.tournament.plan.plans import plan
from tests.arena.tournament.ratings.played import game
from tests.arena.tournament.report.made import HOSTILE, plan_for

OLD, NEW = "openai/gpt-9-2026-01-01", "openai/gpt-9-2026-03-01"
CHANGED_AT = 10
"""The reply from which on the server of these tests has the new model."""


def minute(at: int) -> str:
    """Return a time, so many minutes after noon."""
    return f"2026-11-21T12:{at:02}:00.000+00:00"


def read(*facts: CallFact) -> dict[str, tuple[ResponseModel, ...]]:
    """Return what is read of calls whose records are a minute apart."""
    records = [CallRecord(data=data, i=i, at=minute(i)) for i, data in enumerate(facts)]
    return response_models_of(records, history_of(*facts))


def reply(model: object = OLD, fingerprint: object = None) -> dict[str, Any]:
    """Return a reply that says so of itself."""
    return {**raw(10, 1), "model": model, "system_fingerprint": fingerprint}


def use(
    model: str | None, first: int, last: int, calls: int = 1, fingerprint: str | None = None
) -> ResponseModel:
    """Return what answered in one game, by minutes."""
    return ResponseModel(
        model=model,
        fingerprint=fingerprint,
        calls=calls,
        first_at=minute(first),
        last_at=minute(last),
    )


def cup(*games: tuple[ResponseModel, ...]) -> list[GameResult]:
    """Return games of a model and a bot, with what answered in each."""
    return [
        game(f"g{at:04}", ["gpt", "bot"], [2, 1], seats=[{"response_models": each}, {}])
        for at, each in enumerate(games, start=1)
    ]


def test_models_are_read_from_the_replies_in_their_order() -> None:
    """Each with its fingerprint, how many replies it gave, and when the first and last came."""
    found = read(
        sent(0), answered(0, reply(OLD, "fp_1")),
        sent(1), answered(1, reply(OLD, "fp_1")),
        sent(2), answered(2, reply(NEW, "fp_2")),
        sent(3), answered(3, reply(OLD, "fp_1")),
    )  # fmt: skip
    assert found == {"Ada": (use(OLD, 1, 7, 3, "fp_1"), use(NEW, 5, 5, 1, "fp_2"))}


def test_replies_that_come_in_another_order_count_by_when_they_came() -> None:
    """A call that left first may be answered last."""
    found = read(
        sent(0), sent(1, "Ada"), answered(1, reply(NEW)), answered(0, reply(OLD)),
    )["Ada"]  # fmt: skip
    assert [each.model for each in found] == [NEW, OLD]


@pytest.mark.parametrize("said", [None, "", 9, ["gpt"]])
def test_a_reply_without_a_name_says_none(said: object) -> None:
    """So does one whose name or fingerprint is no text."""
    (found,) = read(sent(0), answered(0, reply(said, said)))["Ada"]
    assert (found.model, found.fingerprint, found.calls) == (None, None, 1)


def test_what_brought_no_reply_names_no_model() -> None:
    """A failed call is not counted, and a seat without any reply is not there."""
    assert read(sent(0), failed(0, "overloaded")) == {}


def test_an_endless_name_is_cut() -> None:
    """No server can fill a table with its name."""
    (found,) = read(sent(0), answered(0, reply("x" * 100_000)))["Ada"]
    assert found.model == "x" * 200


def test_models_of_games_are_put_together_by_time() -> None:
    """Games that were played at once are in no order but that of their calls."""
    games = cup((use(NEW, 8, 9, 2),), (use(OLD, 1, 3, 4),), (use(OLD, 2, 4, 3), use(NEW, 7, 7)))
    old, new = model_uses(games)["gpt"]
    assert (old.model, old.calls, old.games) == (OLD, 7, ("g0002", "g0003"))
    assert (old.first_at, old.last_at, old.last_game) == (minute(1), minute(4), "g0003")
    assert (new.model, new.calls, new.games) == (NEW, 3, ("g0003", "g0001"))
    assert (new.first_at, new.last_at, new.last_game) == (minute(7), minute(9), "g0001")


@pytest.mark.parametrize(
    ("models", "changed"),
    [
        ([], None),
        ([(OLD, None)], None),
        ([(OLD, None), (NEW, None)], "model"),
        ([(OLD, "fp_1"), (NEW, "fp_2")], "model"),
        ([(OLD, "fp_1"), (OLD, "fp_2")], "fingerprint"),
        ([(None, "fp_1"), (None, "fp_2")], "fingerprint"),
        ([(OLD, "fp_1"), (OLD, None)], None),
        ([(OLD, None), (None, None)], None),
    ],
)
def test_a_change_is_of_what_replies_say(
    models: list[tuple[str | None, str | None]], changed: str | None
) -> None:
    """Replies that say nothing are no sign of another model."""
    uses = [use(model, 1, 2, fingerprint=fingerprint) for model, fingerprint in models]
    assert change_in(uses) == changed


def test_a_change_is_told_with_games_and_times() -> None:
    """From which game on, until when, and within which games it happened."""
    games = cup((use(OLD, 1, 3, 4),), (use(OLD, 2, 4, 3), use(NEW, 7, 7)), (use(NEW, 8, 9, 2),))
    told = changes_of(plan_for(games, {"gpt": "openai:gpt-9"}), games)
    assert told == {
        "gpt": f"gpt (openai:gpt-9): the model that answered changed: {OLD} from g0001 at "
        f"2026-11-21 12:01:00 to g0002 at 2026-11-21 12:04:00 UTC, 7 replies; {NEW} from g0002 at "
        "2026-11-21 12:07:00 to g0003 at 2026-11-21 12:09:00 UTC, 3 replies. It changed within "
        "g0002."
    }
    assert answering_sentence(games) is None


def test_many_fingerprints_are_not_all_named() -> None:
    """A server that has another one for every reply fills no page with them."""
    games = cup(tuple(use(OLD, at, at, fingerprint=f"fp_{at}") for at in range(9)))
    (told,) = changes_of(plan_for(games), games).values()
    assert "fingerprint of the model changed" in told
    assert [f"fp_{at}" in told for at in range(9)] == [True] * 5 + [False] * 4
    assert "; and 4 more." in told


def test_a_model_that_stayed_the_same_is_one_line() -> None:
    """An alias that was the same snapshot throughout; replies that name none are said to."""
    games = [*cup((use(OLD, 1, 2),), (use(OLD, 3, 4),)), game("g9", ["mute"], [1], seats=[
        {"response_models": (use(None, 1, 2),)}])]  # fmt: skip
    assert changes_of(plan_for(games), games) == {}
    assert answering_sentence(games) == (
        f"Models that answered, as replies name them: gpt {OLD}; mute not said."
    )
    section = answering_section(plan_for(games), games)
    assert section is not None
    rows = [[each.text for each in row] for row in section.grids[0].rows]
    assert [row[:1] + row[2:6] for row in rows] == [
        ["gpt", OLD, NONE, "2", "2"], ["mute", "not said", NONE, "1", "1"],
    ]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_shown(name: str) -> None:
    """It moves no cursor and turns no line around, in sentences and in the table."""
    games = cup((use(name, 1, 2), use(OLD, 3, 4, fingerprint=name)))
    (told,) = changes_of(plan_for(games), games).values()
    same = answering_sentence(cup((use(name, 1, 2),)))
    section = answering_section(plan_for(games), games)
    assert section is not None
    shown = [each.text for row in section.grids[0].rows for each in row]
    assert same is not None
    assert all(text.isprintable() for text in (told, same, *shown))
    assert shown.count(escaped(name)) == 2


def test_bots_have_no_models() -> None:
    """Their tournaments say nothing of any."""
    games = cup((), ())
    assert answering_section(plan_for(games), games) is None
    assert answering_sentence(games) is None


# --- a whole tournament ---


class Renamed(Likeness):
    """A gateway whose alias leads to another model from some reply on."""

    __slots__ = ()
    replies = count(1)

    def reply(self, reply: dict[str, Any], draw: Draw) -> dict[str, Any]:
        """Return the reply under the name of the model that gave it."""
        name = OLD if next(self.replies) < CHANGED_AT else NEW
        return {**super().reply(reply, draw), "model": name, "system_fingerprint": "fp_1"}


@pytest.fixture(scope="module")
def folder(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tournament in which the model behind an alias became another."""
    at = tmp_path_factory.mktemp("changed")
    known: dict[str, Likeness] = dict(LIKENESSES)
    LIKENESSES["renamed"] = Renamed(about="gateways")
    try:
        with Provider(like="renamed") as provider:
            spec = f"openai-compatible:gpt-9@{provider.url}"
            entrants = {"ada": "random", "ben": "random", "gpt": spec}
            write_plan(at, plan(entrants=entrants, rulesets=[toy]))
            asyncio.run(run(at, rules=RunRules.model_validate({"processes": 1, "games": 1})))
    finally:
        LIKENESSES.clear()
        LIKENESSES.update(known)
    return at


def rows(folder: Path, name: str) -> list[Mapping[str, str]]:
    """Return the rows of a table."""
    with (folder / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_the_change_stands_beside_the_rating(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the terminal, on the page, as JSON and in the tables."""
    assert main(["tournament", "report", str(folder)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "* gpt (openai-compatible:gpt-9@" in printed
    assert f"the model that answered changed: {OLD} (fp_1) from g0001 at" in printed
    assert f"{CHANGED_AT - 1} replies; {NEW} (fp_1) from" in printed
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "gpt (model changed)" in page
    assert page.count(NEW) >= 2
    (old, new) = rows(folder, "response_models")
    assert (old["response_model"], old["calls"], old["first_game"]) == (OLD, "9", "g0001")
    assert (new["response_model"], new["last_game"]) == (NEW, "g0006")
    (calls,) = [each for each in rows(folder, "calls") if each["entrant"] == "gpt"]
    assert (calls["response_models"], calls["fingerprints"]) == (f"{OLD}; {NEW}", "fp_1")
    assert int(calls["calls"]) == int(old["calls"]) + int(new["calls"])
    games = rows(folder, "games")
    assert (games[0]["response_models"], games[-1]["response_models"]) == (OLD, NEW)


@pytest.mark.slow
def test_what_answered_is_part_of_the_report_as_json(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By entrant; and a game that was read before says the same."""
    assert main(["tournament", "report", str(folder), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["model"] for each in document["response_models"]["gpt"]] == [OLD, NEW]
    made = read_plan(folder)
    kept = results_of(made, folder)
    assert kept == results_of(made, folder)
    assert kept.games[0].seats[0].response_models != kept.games[-1].seats[0].response_models


def test_a_games_calls_name_what_answered(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All of them in one line, and each call its own."""
    assert main(["replay", str(folder / "games" / "g0001"), "--calls"]) == 0
    assert f"was answered by {OLD} (fp_1) (" in " ".join(capsys.readouterr().out.split())
    assert main(["replay", str(folder / "games" / "g0001"), "--calls", "--json"]) == 0
    call = json.loads(capsys.readouterr().out)["calls"][0]
    assert (call["reply"]["model"], call["reply"]["fingerprint"]) == (OLD, "fp_1")
