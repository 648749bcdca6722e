"""`arena play --scenario`: games that begin in a position."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from arena.config import Overrides, TableConfig, load_table, table_of
from arena.data import names, path
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.forms import JsonRecord
from arena.records.record import seal_of
from arena.seats.uniform import Uniform
from arena.table import play, resume, simulate
from arena.table.simulation import simulated
from arena.table.verify import verify
from arena.transcript.reader import read
from engine.scenario import read_file

SCENARIOS = names("scenarios")
SEEDLESS = """
scenario = 1
ruleset = "moh"
seats = ["A", "B", "C"]
round = 2
phase = "truck"
options = { hidden_in_elections = true }
[locations]
1 = ["A.pin_up", "B.tough_guy"]
4 = ["C.gunman", "A.gunman"]
"""


def config(scenario: str | Path, *seats: str, file: str | None = None) -> TableConfig:
    """Return a table in a position, as the command line gives it."""
    return load_table(file, Overrides(scenario=str(scenario), seats=seats))


def played(out: Path, scenario: str | Path, *args: str) -> dict[str, Any]:
    """Play by the command; return what it prints as JSON."""
    given = ["--scenario", str(scenario), *args, "--out", str(out), "--json"]
    assert main(["play", *given]) == 0
    (game,) = out.iterdir()
    return {"game": game, **json.loads((game / "log.jsonl").read_bytes().splitlines()[-1])}


DOOMED = "doomed-shop"
"""A position in the middle of a round."""


@pytest.fixture(scope="module")
def doomed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that begins in it."""
    return played(tmp_path_factory.mktemp("doomed"), DOOMED)["game"]


@pytest.mark.parametrize(
    "name",
    [each if each == DOOMED else pytest.param(each, marks=pytest.mark.slow) for each in SCENARIOS],
)
def test_every_scenario_is_played_and_proven(
    name: str, doomed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By name; the header holds the position and its chance, and the rules give all of it again."""
    game = doomed if name == DOOMED else played(tmp_path, name)["game"]
    scenario = read_file(path("configs", "scenarios", f"{name}.toml"))
    header = read(game).header
    assert header.start == scenario
    assert (header.ruleset, list(header.names)) == (scenario["ruleset"], scenario["seats"])
    assert header.seed == str(scenario["seed"])
    assert header.forced is not None
    assert header.forced["dice"] == scenario.get("chance", {}).get("dice", [])
    assert {each.spec for each in header.seats} == {"house"}
    verdict = verify(game)
    assert verdict.ok, verdict
    assert "from a scenario" in verdict.notes
    capsys.readouterr()
    for who in ("all", "public", header.names[0]):
        assert main(["replay", str(game), "--as", who]) == 0
        told = capsys.readouterr().out
        assert "The game begins in a given position." in told
        assert told.index("given position") < told.index(f"Round {scenario['round']} ")
        assert f"Round {scenario['round'] - 1} " not in told


def test_a_game_that_begins_in_the_middle_of_a_round_is_told_from_there(
    doomed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was rolled, announced and chosen before is told first, then the phase."""
    assert main(["replay", str(doomed)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    parts = [
        "Dealt: B Sprint · D Pistol", "Under the box lie [3] [2] [1] [4].",
        "A has looked under the box.", "A announces 5 Security HQ", "B → 3 Megatoys", "Round 3",
        "Movement", "The box is lifted.", "3 Megatoys is overrun with nobody inside",
    ]  # fmt: skip
    places = [told.index(part) for part in parts]
    assert places == sorted(places)
    assert "Arrival" not in told[: told.index("3 Megatoys is overrun")]
    assert main(["replay", str(doomed), "--as", "B"]) == 0
    seen = " ".join(capsys.readouterr().out.split())
    assert "[3] [2] [1] [4]" not in seen[: seen.index("Movement")]
    assert "Pistol" not in seen[: seen.index("Movement")]


@pytest.mark.slow
def test_a_stopped_game_goes_on_in_its_position(tmp_path: Path) -> None:
    """The whole log is that of a game that nobody stopped."""
    table = config("close-election", "A=house:liar", "C=random")
    whole = asyncio.run(play(table, tmp_path / "whole"))
    halt, seen = asyncio.Event(), list[JsonRecord]()

    def count(record: JsonRecord) -> None:
        seen.append(record)
        if len(seen) == 60:
            halt.set()

    part = asyncio.run(play(table, tmp_path / "part", on_record=count, stop=halt))
    assert not part.finished
    assert verify(part.folder).sound
    assert asyncio.run(resume(part.folder)).finished
    lines = [(each / "log.jsonl").read_bytes().splitlines() for each in (whole.folder, part.folder)]
    assert lines[0][:-1] == lines[1][:-1]
    assert verify(part.folder).ok


def test_a_simulation_begins_there_too(tmp_path: Path) -> None:
    """With the same log."""
    outcome = asyncio.run(play(config("revote-from-the-grave"), tmp_path))
    lines = (outcome.folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    assert list(simulated(read(outcome.folder).header).lines[:-1]) == lines[:-1]


def test_people_begin_there_with_a_seed_that_nobody_knows(tmp_path: Path) -> None:
    """The position and what of its chance is written out stay; the rest is drawn, and proven."""
    table = config("close-election", "A=human")
    file = read_file(path("configs", "scenarios", "close-election.toml"))
    assert {table.seed, config("close-election", "A=human").seed}.isdisjoint({str(file["seed"])})
    outcome = asyncio.run(play(table, tmp_path, seats={"A": Uniform("1")}))
    header = read(outcome.folder).header
    assert header.seed == table.seed
    assert header.start == {key: each for key, each in file.items() if key != "seed"}
    assert header.forced is not None
    assert header.forced["dice"] == file["chance"]["dice"]
    assert verify(outcome.folder).ok
    known = load_table(None, Overrides(scenario="close-election", seats=("A=human",), seed="14"))
    assert (known.seed, known.scenario) == ("14", file)


def test_a_scenario_without_a_seed_is_played_with_any(tmp_path: Path) -> None:
    """Given or drawn: the position is the same, the chance is another; and it is proven."""
    file = tmp_path / "mine.toml"
    file.write_text(SEEDLESS)
    one, two = (played(tmp_path / seed, file, "--seed", seed)["game"] for seed in ("1", "2"))
    headers = [read(each).header for each in (one, two)]
    assert [each.seed for each in headers] == ["1", "2"]
    assert headers[0].start == headers[1].start
    assert headers[0].options["hidden_in_elections"] is True
    assert all(verify(each).ok for each in (one, two))
    assert (one / "log.jsonl").read_bytes() != (two / "log.jsonl").read_bytes()
    assert len(config(file).seed) == 32
    games = list(simulate(config(file), [1, 2], keep="results"))
    sealed = [seal_of(read(each).records).result for each in (one, two)]
    assert [each.result for each in games] == sealed


def test_a_simulation_of_seeds_needs_a_scenario_without_one() -> None:
    """Else all games were one."""
    with pytest.raises(ConfigError, match="the scenario has a seed of its own"):
        simulate(config("doomed-shop"), [1, 2])


# --- who sits there ---


def test_seats_are_named_by_the_scenario_and_house_bots_by_default() -> None:
    """A SPEC is given by the scenario's name."""
    table = config("close-election", "B=random")
    assert table.seats == {"A": "house", "B": "random", "C": "house", "D": "house"}


def test_a_table_s_seats_take_the_position_in_their_order(tmp_path: Path) -> None:
    """Those that it names alike keep their names; how the table talks is the table's."""
    file = tmp_path / "table.toml"
    file.write_text(
        'ruleset = "osaczeni"\nseed = 3\n[seats]\nAnna = "openai:m"\nB = "random"\n'
        'Cyd = "house:liar"\n[talk]\nprotocol = "bidding"\n[personas]\nAnna = "bluffer"\n'
    )
    table = config("close-election", file=str(file))
    assert table.seats == {"A": "openai:m", "B": "random", "C": "house:liar", "D": "house"}
    assert (table.ruleset, table.seed, table.talk.protocol) == ("moh", "14", "bidding")
    assert table.personas == {"A": "bluffer"}
    assert table_of(table).seats == ("A", "B", "C", "D")


INLINE = f"""
[seats]
A = "random"
[scenario]
{SEEDLESS.replace("[locations]", "[scenario.locations]")}"""


@pytest.mark.parametrize("text", ['scenario = "even-odds"\n[seats]\nA = "random"\n', INLINE])
def test_a_table_file_may_have_a_scenario(text: str, tmp_path: Path) -> None:
    """By name or path, or with its keys in the file; as plain data it stays the same table."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    table = load_table(file, Overrides())
    assert table.scenario is not None
    assert table.seats["A"] == "random"
    assert list(table.seats) == table.scenario["seats"]
    data = table.model_dump(mode="json")
    assert TableConfig.model_validate(data).model_dump(mode="json") == data


def test_the_printed_table_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--dry-run` prints the position too; played from that file it is the same game."""
    assert main(["play", "--scenario", "even-odds", "--dry-run"]) == 0
    file = tmp_path / "table.toml"
    file.write_text(capsys.readouterr().out)
    tables = [load_table(file, Overrides()), config("even-odds")]
    assert table_of(tables[0]).save() == table_of(tables[1]).save()
    assert main(["play", str(file), "--dry-run", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["scenario"] == read_file(path("configs", "scenarios", "even-odds.toml"))
    assert main(["play", "--dry-run", "--json"]) == 0
    assert "scenario" not in json.loads(capsys.readouterr().out)


WRONG: dict[str, tuple[list[str], list[str]]] = {
    "another seed": (["--seed", "4"], ["--seed is '4', and the scenario's is '13'", "without --s"]),
    "another ruleset": (["--ruleset", "osaczeni"], ["--ruleset is 'osaczeni'", "is 'moh'"]),
    "another size": (["--seats", "5"], ["--seats is 5, and the scenario's is 4"]),
    "another name": (["--seat", "Ann=house"], ["--seat names 'Ann'", "Possible: A, B, C, D."]),
    "a wrong SPEC": (["--seat", "A=hause"], ["--seat: seat 'A' is 'hause'", "'house'"]),
    "more seats": (["six"], ["six.toml has 6 seats, and the scenario 4: A, B, C, D"]),
    "epilogues": (["--unlock"], ["--unlock: epilogues and a scenario both say what is unlocked"]),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_contradicts_the_scenario_is_refused(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one sentence; nothing is written."""
    given, parts = WRONG[case]
    out = tmp_path / "out"
    assert main(["play", *given, "--scenario", "doomed-shop", "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert [part for part in parts if part not in error] == []
    assert not out.exists()


def test_what_agrees_with_the_scenario_may_be_said(tmp_path: Path) -> None:
    """The same once more is no contradiction."""
    same = ("--ruleset", "moh", "--seats", "4", "--seed", "13")
    assert played(tmp_path, "doomed-shop", *same)["type"] == "sealed"


BAD = {
    "it was talked before": (
        f'{SEEDLESS}[[said]]\nspeaker = "A"\ntext = "Hello"\n',
        r"mine\.toml: \[\[said\]\] is what was said before, and no seat of a table would hear it",
    ),
    "a position that cannot be": (
        SEEDLESS.replace('"C.gunman"', '"C.gunmen"'), r"mine\.toml: .*gunmen",
    ),
    "no TOML": ("scenario = ", r"mine\.toml: Invalid value.*Possible: the name of a scenario"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_scenario_that_cannot_be_played_is_named(case: str, tmp_path: Path) -> None:
    """With its file and what is wrong with it; what was said before is never left out silently."""
    text, why = BAD[case]
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=why):
        config(file)


def test_no_scenario_of_a_name_is_a_list_of_those_there_are() -> None:
    """With the nearest."""
    with pytest.raises(ConfigError, match=r"scenario is 'even-od'.* Did you mean 'even-odds'\?"):
        config("even-od")


def test_a_config_that_contradicts_its_scenario_is_refused() -> None:
    """However it was made."""
    table = config("doomed-shop")
    for changes, why in (
        ({"ruleset": "moh-ru"}, "ruleset is 'moh-ru', and the scenario's is 'moh'"),
        ({"seats": dict.fromkeys("DCBA", "random")}, "seats is .*'D', 'C'"),
        ({"rules": {"seating": "random"}}, "rules is .*'random'.*'join'"),
    ):
        with pytest.raises(ConfigError, match=why):
            table_of(table.model_copy(update=changes))
