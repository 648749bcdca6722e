"""`arena play --dry-run`: the table as it would be played, and what its models may cost."""

import asyncio
import json
import shutil
from collections.abc import Mapping
from typing import Any

from arena.config import TableConfig, table_of
from arena.epilogues import OPTION
from arena.faces.cli.output import print_document, print_line
from arena.models.specs import is_model_spec

__all__ = ["dry"]


def dry(config: TableConfig, *, json_: bool) -> int:
    """Print the table as a file that could be played, and the estimate; return the exit code."""
    table = _resolved(config)
    models = {name: spec for name, spec in config.seats.items() if is_model_spec(spec)}
    found = None
    if models:
        from arena.faces.cli.estimate import estimate_data, estimate_lines
        from arena.table.dry_run import estimates

        found = asyncio.run(estimates(config))
    if json_:
        data = None if found is None else estimate_data(found, config.budget)
        print_document({**table, "estimate": data})
        return 0
    print_line(_toml(table))
    if found is not None:
        print_line("")
        width = shutil.get_terminal_size().columns
        for line in estimate_lines(found, models, config.budget, width):
            print_line(line)
    return 0


def _resolved(config: TableConfig) -> dict[str, Any]:
    """Return the table as it would be played, every option of the ruleset named."""
    table = config.model_dump()
    options = table_of(config).options
    # What the record of epilogues says the table itself may not say too.
    left_out = () if config.epilogues is False else (OPTION,)
    table["rules"] = {key: value for key, value in options.items() if key not in left_out}
    if "seed" not in config.model_fields_set:
        table["seed"] = None
    return table


def _toml(table: Mapping[str, Any]) -> str:
    sections = {f"models.{_json(spec)}": each for spec, each in table["models"].items()}
    inside = {key: each for key, each in table.items() if isinstance(each, dict) and each}
    lines = [_line(key, value) for key, value in table.items() if not isinstance(value, dict)]
    for key, section in (inside | sections).items():
        if key == "models":
            continue
        lines += ["", f"[{key}]"]
        # A setting of a model that is not there has no limit: it is not sent.
        told = {each: value for each, value in section.items() if value is not None}
        lines += [_line(*each) for each in (told if key in sections else section).items()]
    return "\n".join(lines)


def _line(key: str, value: object) -> str:
    if value is None:
        return f"# {_key(key)}: {'a secret one is drawn' if key == 'seed' else 'no limit'}"
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    bare = key.replace("_", "").replace("-", "").isalnum() and key.isascii()
    return key if bare else _json(key)


def _value(value: object) -> str:
    if not isinstance(value, dict):
        return _json(value)
    pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items() if each is not None)
    return f"{{ {', '.join(pairs)} }}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
