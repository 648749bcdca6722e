"""Reads TOML files of tables and tournaments; errors are one sentence."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path

from arena.data import path
from arena.errors import ConfigError
from arena.text import shortened


def read_toml(file: Path, folder: str = "tables") -> dict[str, object]:
    """Parse a TOML file; `folder` of `configs` holds others of its kind.

    Raises `ConfigError`.
    """
    try:
        if file.exists() and not file.is_file():
            raise ConfigError(f"{file} is no regular file. {_neighbours(file, folder)}")
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        name = shortened(str(file))
        near = _neighbours(file, folder)
        raise ConfigError(f"{name} can't be read: {error.strerror}. {near}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8 text (byte {error.start}).") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_bad_toml(file, text, str(error))) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{file} is no file that can be read: {error}.") from error


def _bad_toml(file: Path, text: str, problem: str) -> str:
    at = re.search(r"at line (\d+)", problem)
    if "overwrite" not in problem or at is None:
        return f"{file} is no valid TOML: {problem}."
    line = text.splitlines()[int(at[1]) - 1].strip()
    twice = f"{line!r} gives a key or a seat name a second time"
    return f"{file} line {at[1]}: {twice}. Possible: each of them once."


def _neighbours(file: Path, folder: str) -> str:
    """Name other files of the kind, beside `file` and shipped, and the nearest name."""
    shipped = sorted(path("configs", folder).glob("*.toml"))
    beside = sorted(file.parent.glob("*.toml"))
    tables = {each.name: str(_from_here(each)) for each in (*shipped, *beside)}
    near = get_close_matches(shortened(file.name), tables, n=1)
    question = "".join(f" Did you mean {tables[each]!r}?" for each in near)
    return f"Possible: {', '.join(tables.values())}.{question}"


def _from_here(file: Path) -> Path:
    return file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
