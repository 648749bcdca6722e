"""`arena play --dry-run` with models at the table: what a game may cost, without a call."""

import asyncio
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from arena.config import Overrides, TableConfig, load_table
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.faces.cli.play_dry_run import estimate_data, estimate_lines
from arena.settings import BudgetRules, ModelSettings
from arena.table.dry_run import Estimate, Estimates, calls_of_game, estimates
from tests.arena.faces.cli.served import KEYS, table_file

Capture = pytest.CaptureFixture[str]
SPECS = {
    "Ada": "openai:gpt-5",
    "Ben": "anthropic:claude-sonnet-4-5",
    "Cyd": "openai-compatible:m@http://127.0.0.1:9/v1",
}
QUIET = ("[talk]", 'protocol = "off"')
"""A table that is measured in less time."""
ONE = Estimate(
    calls=70.0, input=900_000.0, repeated=880_000.0, output=2_000.0, new=330.0, longest=20_000.0,
    cost=0.5, uncached=3.0, unpriced=0.0,
)  # fmt: skip


def table(file: Path, *lines: str, specs: dict[str, str] = SPECS) -> TableConfig:
    """Return a table of models."""
    return load_table(Path(table_file(file, specs, lines)), Overrides())


def measured(config: TableConfig) -> Estimates:
    """Return the estimate of a table with models."""
    found = asyncio.run(estimates(config))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Estimates:
    """Return the estimate of a table with a model of each protocol; no key is needed for it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in KEYS:
            patch.delenv(name, raising=False)
        return measured(table(tmp_path_factory.mktemp("tables") / "t.toml", *QUIET))


@pytest.mark.slow
def test_people_are_stood_in_for(tmp_path: Path) -> None:
    """A bot sits in for each; models are told as much as beside people."""
    specs = {"Ada": "openai:gpt-5", "Ben": "human", "Cyd": "house"}
    beside = {**specs, "Ben": "house"}
    with_person, without = (
        asyncio.run(calls_of_game(table(tmp_path / "t.toml", specs=each), "1", "house"))
        for each in (specs, beside)
    )
    assert set(with_person) == {"Ada"}
    sent, sent_beside_bots = (
        found["Ada"].estimate("", ModelSettings(), None).input for found in (with_person, without)
    )
    assert sent < sent_beside_bots  # beside people less is said


@pytest.mark.slow
def test_every_seat_of_a_model_is_measured(found: Estimates) -> None:
    """The sum is that of the seats."""
    assert set(found.seats) == {"Ada", "Ben", "Cyd"}
    assert found.all.calls == pytest.approx(sum(each.calls for each in found.seats.values()))
    assert found.all.input == pytest.approx(sum(each.input for each in found.seats.values()))
    assert found.games == 3


def test_most_of_what_is_sent_repeats(found: Estimates) -> None:
    """As in a real game: a conversation only grows, by a few hundred tokens a call."""
    for each in found.seats.values():
        assert 0.9 < each.repeated / each.input < 1
        assert each.new is not None
        assert 100 < each.new < 600
        assert 0 < each.output < each.input
        assert each.longest * each.calls > each.input


def test_a_cache_makes_it_cheaper(found: Estimates) -> None:
    """Both prices are told; an unknown one is None."""
    for name in ("Ada", "Ben"):
        cost, uncached = found.seats[name].cost, found.seats[name].uncached
        assert cost is not None
        assert uncached is not None
        assert 0 < cost < uncached
        assert found.seats[name].unpriced == 0
    assert (found.seats["Cyd"].cost, found.seats["Cyd"].uncached) == (None, None)
    assert found.seats["Cyd"].unpriced == found.seats["Cyd"].calls


@pytest.mark.slow
def test_the_estimate_of_a_table_is_always_the_same(found: Estimates, tmp_path: Path) -> None:
    """Whatever the table's own seed, which may be secret."""
    config = table(tmp_path / "t.toml", *QUIET).model_copy(update={"seed": "another"})
    assert measured(config) == found


@pytest.mark.slow
def test_a_seat_without_a_cache_saves_nothing(tmp_path: Path) -> None:
    """Where no cache marks are sent, none is written and none is read."""
    specs = {"Ada": "house", "Ben": SPECS["Ben"], "Cyd": "house"}
    settings = f'[models."{SPECS["Ben"]}"]'
    found = measured(table(tmp_path / "t.toml", settings, "cache = false", specs=specs))
    assert set(found.seats) == {"Ben"}
    assert found.all.cost == found.all.uncached


@pytest.mark.slow
def test_a_model_without_tools_is_told_them_in_words(tmp_path: Path) -> None:
    """Then they are part of the rules, and no results of tools are sent."""
    specs = {"Ada": "house", "Ben": "house", "Cyd": SPECS["Cyd"]}
    settings = f'[models."{SPECS["Cyd"]}"]'
    forced = measured(table(tmp_path / "a.toml", specs=specs))
    words = measured(table(tmp_path / "b.toml", settings, "tools = false", specs=specs))
    assert words.all.calls == forced.all.calls
    assert words.all.input != forced.all.input


@pytest.mark.slow
def test_tools_of_the_moment_repeat_nothing(tmp_path: Path) -> None:
    """`tool_schema = "dynamic"` is dear, and the estimate says so."""
    specs = {"Ada": SPECS["Ada"], "Ben": "house", "Cyd": "house"}
    lines = ("[llm]", 'tool_schema = "dynamic"')
    found = measured(table(tmp_path / "t.toml", *lines, specs=specs))
    assert found.all.repeated / found.all.input < 0.6


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh-ru", "osaczeni"])
@pytest.mark.parametrize("protocol", ["bidding", "off"])
def test_every_kind_of_table_can_be_measured(ruleset: str, protocol: str, tmp_path: Path) -> None:
    """Other rules, other ways to talk, and none at all."""
    specs = {"Ada": SPECS["Ada"], "Ben": "house", "Cyd": "house"}
    lines = ("[talk]", f'protocol = "{protocol}"')
    config = table(tmp_path / "t.toml", *lines, specs=specs)
    found = measured(config.model_copy(update={"ruleset": ruleset}))
    assert found.all.calls > 5


def test_a_table_of_bots_has_no_estimate(tmp_path: Path, capsys: Capture) -> None:
    """Null as data, and no line in the table."""
    bots = dict.fromkeys(SPECS, "house")
    assert asyncio.run(estimates(table(tmp_path / "t.toml", specs=bots))) is None
    file = table_file(tmp_path / "t.toml", bots)
    assert main(["play", file, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["estimate"] is None
    assert main(["play", file, "--dry-run"]) == 0
    assert "Estimate" not in capsys.readouterr().out


def test_a_cap_in_money_needs_every_price(tmp_path: Path, capsys: Capture) -> None:
    """Exit code 2, before anything is measured; a price in the table is enough."""
    config = table(tmp_path / "t.toml", "[budget]", "money = 5.0")
    with pytest.raises(ConfigError, match="a cap in money, and the price of openai-compatible:m@"):
        asyncio.run(estimates(config))
    file = table_file(tmp_path / "t.toml", SPECS)
    assert main(["play", file, "--dry-run", "--budget", "money=5"]) == 2
    assert "[models." in capsys.readouterr().err


@pytest.mark.slow
def test_a_dry_run_prints_a_table_that_can_be_played(tmp_path: Path, capsys: Capture) -> None:
    """The estimate stands in comments behind it; settings of models are kept."""
    specs = {"Ada": SPECS["Ada"], "Ben": "house", "Cyd": "house"}
    lines = (
        "[personas]", 'Ada = "diplomat"', f'[models."{SPECS["Ada"]}"]', 'effort = "low"',
        "price = { input = 1.0, output = 8.0, cached = 0.1 }",
    )  # fmt: skip
    assert main(["play", table_file(tmp_path / "t.toml", specs, lines), "--dry-run"]) == 0
    text = capsys.readouterr().out
    assert "# Estimate for one game" in text
    read = tomllib.loads(text)
    assert read["models"][SPECS["Ada"]]["price"] == {"input": 1.0, "output": 8.0, "cached": 0.1}
    assert "[budget]\n# money: no limit\n" in text
    again = tmp_path / "again.toml"
    again.write_text(text, encoding="utf-8")
    assert load_table(again, Overrides()).personas == {"Ada": "diplomat"}


def test_a_secret_seed_stays_a_comment(tmp_path: Path, capsys: Capture) -> None:
    """So the printed table draws one too."""
    file = tmp_path / "t.toml"
    file.write_text('[seats]\nAda = "house"\nBen = "house"\nCyd = "house"\n', encoding="utf-8")
    assert main(["play", str(file), "--dry-run"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# seed: a secret one is drawn\n")
    assert "seed" not in tomllib.loads(text)


@pytest.mark.slow
def test_json_has_the_estimate_beside_the_table(tmp_path: Path, capsys: Capture) -> None:
    """One document; nothing is written."""
    specs = {"Ada": SPECS["Ada"], "Ben": "house", "Cyd": "house"}
    file = table_file(tmp_path / "t.toml", specs)
    out = tmp_path / "out"
    args = ["play", file, "--dry-run", "--json", "--budget", "money=0.01", "--out", str(out)]
    assert main(args) == 0
    estimate = json.loads(capsys.readouterr().out)["estimate"]
    assert set(estimate["seats"]) == {"Ada"}
    assert estimate["all"] == estimate["seats"]["Ada"]
    assert estimate["budget"][0].startswith("The budget of $0.0100 is below the estimate of $0.")
    assert not out.exists()


def test_an_unknown_persona_is_refused_in_a_dry_run_too(tmp_path: Path, capsys: Capture) -> None:
    """It would be, when the game begins."""
    file = table_file(tmp_path / "t.toml", SPECS)
    assert main(["play", file, "--dry-run", "--persona", "Ada=nobody"]) == 2
    assert "persona is 'nobody'" in capsys.readouterr().err


@pytest.mark.parametrize("width", [100, 80, 68, 60, 40])
def test_the_estimate_fits_the_terminal(width: int) -> None:
    """Every line is a comment; a narrow terminal shows fewer amounts, and cuts none."""
    seats = {"Ada": ONE, "Cyd": replace(ONE, cost=None, uncached=None, unpriced=70.0)}
    found = Estimates(games=3, seats=seats, all=replace(ONE, unpriced=70.0))
    lines = list(estimate_lines(found, SPECS, BudgetRules(calls=9), width))
    assert all(line.startswith("#") and len(line) <= max(width, 42) for line in lines)
    text = " ".join(" ".join(line[1:] for line in lines).split())
    assert "No price is known of openai-compatible:m@" in text
    assert "The budget of 9 calls is below the estimate of 70." in text
    assert "Assumed: four bytes a token; " in text
    if width >= 60:
        assert "…" not in text


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (BudgetRules(money=0.4), ["The budget of $0.4000 is below the estimate of $0.5000."]),
        (BudgetRules(money=0.6), []),
        (BudgetRules(tokens=900_000), ["The budget of 900k tokens is below the estimate of 902k."]),
        (BudgetRules(calls=69), ["The budget of 69 calls is below the estimate of 70."]),
        (BudgetRules(calls=70, tokens=902_000), []),
    ],
)
def test_a_budget_below_the_estimate_is_pointed_out(budget: BudgetRules, said: list[str]) -> None:
    """Each cap by itself."""
    found = Estimates(games=3, seats={"Ada": ONE}, all=ONE)
    assert estimate_data(found, budget)["budget"] == said
