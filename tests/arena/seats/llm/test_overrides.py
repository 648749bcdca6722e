"""What the command line changes of a table of models."""

from pathlib import Path

import pytest

from arena.config import Overrides, TableConfig, load_table, table_of
from arena.errors import ConfigError

TABLE = """
[seats]
Anna = "openai:one"
Bruno = "anthropic:two"
Clara = "house"

[personas]
Anna = "diplomat"
Bruno = "bluffer"

[models."openai:one"]
max_output = 100

[models."anthropic:two"]
max_output = 200
"""


def loaded(folder: Path, *seats: str, **more: tuple[str, ...]) -> TableConfig:
    """Return the table with other seats."""
    file = folder / "table.toml"
    file.write_text(TABLE, encoding="utf-8")
    return load_table(file, Overrides(seats=seats, **more))


def test_a_bot_in_a_model_s_seat_takes_its_settings_away(tmp_path: Path) -> None:
    """What the file says of a model that no longer sits there is not needed."""
    config = loaded(tmp_path, "Anna=house")
    assert set(config.models) == {"anthropic:two"}
    assert config.personas == {"Bruno": "bluffer"}


def test_another_model_in_a_seat_keeps_its_persona(tmp_path: Path) -> None:
    """A persona is the seat's; settings are the model's."""
    config = loaded(tmp_path, "Anna=openai:three")
    assert set(config.models) == {"anthropic:two"}
    assert config.personas == {"Anna": "diplomat", "Bruno": "bluffer"}


def test_a_persona_can_be_given_on_the_command_line(tmp_path: Path) -> None:
    """In place of the file's."""
    config = loaded(tmp_path, personas=("Anna=grudge",))
    assert config.personas == {"Anna": "grudge", "Bruno": "bluffer"}


@pytest.mark.parametrize("given", ["Clara=grudge", "Nobody=grudge"])
def test_a_persona_for_a_bot_is_refused(given: str, tmp_path: Path) -> None:
    """And so is one for nobody."""
    with pytest.raises(ConfigError, match="is no model's seat"):
        table_of(loaded(tmp_path, personas=(given,)))


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ('[models."openai:nobody"]\nmax_output = 100', r"is for no seat\. Possible: openai:one"),
        ("[llm]\nhints = 'some'", r"llm\.hints is 'some'\. Possible: full or none"),
        ("[llm]\nhint = 'none'", r"unknown key in llm\.hint = 'none'.*hints"),
        ("[llm]\nhints = 'none'\ntool_schema = 'dynamic'", "which lists the options"),
        ("[llm]\ntool_schema = 'dynamic'", "anthropic:two may refuse that"),
        ("[budget]\nmoney = -1.0", r"budget\.money is -1\.0\. Possible: a number of dollars"),
        ("[budget]\non_budget = 'cry'", r"house, default or stop"),
    ],
)
def test_a_mistake_is_one_sentence(extra: str, message: str, tmp_path: Path) -> None:
    """It names the key, what came, and what is possible."""
    file = tmp_path / "table.toml"
    file.write_text(TABLE + extra, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        table_of(load_table(file, Overrides()))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("max_output = 1", r"models\.openai:one\.max_output is 1\. Possible: a whole number"),
        ("maximum = 1", "unknown key"),
        ("thinking = true", "the setting thinking of openai:one is not taken by openai"),
        ("price = { input = 1.0 }", r"models\.openai:one\.price\.output"),
    ],
)
def test_a_wrong_setting_of_a_model_is_named(setting: str, message: str, tmp_path: Path) -> None:
    """With its model."""
    file = tmp_path / "table.toml"
    file.write_text(TABLE.replace("max_output = 100", setting), encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        table_of(load_table(file, Overrides()))
