"""The tables that come with the arena load, have prices, and can be played."""

from pathlib import Path

import pytest

from arena.config import Overrides, TableConfig, load_table
from arena.data import path
from arena.models.prices import price_of
from arena.models.specs import is_model_spec, parse
from arena.provider import Provider
from arena.settings import BudgetRules, ModelSettings
from arena.table.opened_models import llm_header
from tests.arena.seats.human.sitters import Sitter
from tests.arena.seats.llm.games import LATE, NAMES, failed, played, spec, table, truth

DEFAULT, NO_CAPS = ModelSettings(), BudgetRules()
TABLES = sorted(path("configs", "tables").glob("*.toml"), key=lambda file: file.stem)


def loaded(file: Path) -> TableConfig:
    """Return a table as it stands in its file."""
    return load_table(file, Overrides())


def test_there_is_a_table_for_each_use() -> None:
    """All house, with a person, one local server, mixed with bots, two makers, six, a small one."""
    assert [file.stem for file in TABLES] == [
        "demo", "first_evening", "local", "mixed", "openai-anthropic", "osaczeni", "six", "small",
    ]  # fmt: skip


@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_a_ready_made_table_loads(file: Path) -> None:
    """Its rules, seats, personas and models are what the code knows."""
    config = loaded(file)
    header = llm_header(config, ())
    models = {spec for spec in config.seats.values() if is_model_spec(spec)}
    assert (set() if header is None else set(header.models)) == models
    if header is not None:
        assert set(header.personas) == set(config.personas)


def test_the_header_has_the_settings_in_force() -> None:
    """What is left out follows from the table: seconds from its limits, room from the model."""
    config = TableConfig.model_validate(
        {
            "seats": {"Anna": "openai:one", "Bruno": "openai:two", "Clara": "house"},
            "limits": {"answer_seconds": 300.0},
            "models": {"openai:two": {"call_seconds": 20.0, "max_output": 512}},
        }
    )
    header = llm_header(config, ())
    assert header is not None
    found = [(each.call_seconds, each.max_output) for each in header.models.values()]
    assert found == [(300.0, 16_384), (20.0, 512)]


@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_a_table_with_a_cap_in_money_has_prices(file: Path) -> None:
    """Its models are in the table of prices that comes along."""
    config = loaded(file)
    specs = filter(is_model_spec, config.seats.values())
    if config.budget.money is not None:
        assert all(price_of(parse(each), config.models.get(each, DEFAULT)) for each in specs)


@pytest.mark.slow
@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_a_ready_made_table_can_be_played(file: Path, tmp_path: Path) -> None:
    """With the loopback server in the place of the models, each ends and verifies."""
    config = loaded(file)
    if not any(map(is_model_spec, config.seats.values())):
        pytest.skip("no model sits there")
    with Provider() as server:
        seats = {
            name: spec(server, parse(each).protocol) if is_model_spec(each) else each
            for name, each in config.seats.items()
        }
        update = {"seats": seats, "models": {}, "seed": "4", "budget": NO_CAPS}
        outcome = played(config.model_copy(update=update), tmp_path)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert set(config.seats) <= set(NAMES)


@pytest.mark.parametrize(("seat", "most"), [("human", 200), ("house", 400)])
def test_models_write_less_where_a_person_has_to_read_it(
    seat: str, most: int, tmp_path: Path
) -> None:
    """They are told so, by the rules of the table as they are in force."""
    with Provider() as server:
        outcome = played(
            table([seat, spec(server), "random"], talk={"floors": ["attack"]}, **LATE), tmp_path,
            people={NAMES[0]: Sitter().chair},
        )  # fmt: skip
        told = [str(each.body) for each in server.requests]
    assert told
    assert all(f"each of at most {most} characters" in each for each in told)
    assert truth(outcome.folder).ok
