"""Tables, tournaments, scenarios and personas are found by name, and by path."""

import shutil
from pathlib import Path
from typing import get_args

import pytest

from arena import data
from arena.config import Overrides, load_table
from arena.data import Kind, found, names, path
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.seats.llm.personas import persona
from arena.seats.llm.variants import variant_of
from arena.tournament.config import load_tournament

KINDS: tuple[Kind, ...] = get_args(Kind)


@pytest.mark.parametrize("kind", KINDS)
def test_each_file_is_found_by_its_name(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever one stands, whatever lies there."""
    monkeypatch.chdir("/")
    files = sorted(path("configs", kind).iterdir())
    assert names(kind) == tuple(file.stem for file in files)
    assert [found(kind, name) for name in names(kind)] == files


@pytest.mark.parametrize("kind", KINDS)
def test_what_there_is_is_listed_for_a_name_that_is_not(kind: Kind) -> None:
    """With the nearest one, in one sentence."""
    near = names(kind)[0]
    key, what = ("prompts", "folder") if kind == "prompts" else (kind[:-1], ".toml file")
    with pytest.raises(ConfigError) as error:
        found(kind, f"{near}x")
    assert str(error.value) == (
        f"{key} is '{near}x'. Possible: {', '.join(names(kind))}. Did you mean {near!r}? "
        f"Or the path of a {what}."
    )


def test_a_path_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a folder or `.toml` in it, or where there is such a file; it need not exist."""
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text("")
    for given in ("mine", "mine.toml", "./six", "six.toml", "no/where", str(tmp_path)):
        assert found("tables", given) == Path(given)


def test_a_name_comes_before_a_file_that_is_spelt_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a command would do another thing in another folder; `./` means the file."""
    monkeypatch.chdir(tmp_path)
    Path("six").write_text('[seats]\nAda = "random"\nBen = "random"\nCyd = "random"\n')
    assert len(load_table("six", Overrides()).seats) == 6
    assert list(load_table("./six", Overrides()).seats) == ["Ada", "Ben", "Cyd"]
    assert main(["play", "./six", "--dry-run", "--json"]) == 0


def test_an_installed_arena_finds_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There the files are in the package; those beside it are not looked at."""
    installed = tmp_path / "arena" / "_data" / "configs"
    for kind in KINDS:
        shutil.copytree(path("configs", kind), installed / kind)
    shutil.copytree(path("prompts"), tmp_path / "arena" / "_data" / "prompts")
    monkeypatch.setattr(data, "PACKAGE", tmp_path / "arena")
    for kind in KINDS:
        assert {found(kind, name).parent for name in names(kind)} == {installed / kind}
    assert load_table("osaczeni", Overrides()).ruleset == "osaczeni"
    assert persona("bluffer").name
    assert variant_of("wary") is not None


def test_a_name_that_no_file_system_takes_is_refused() -> None:
    """In a sentence, cut."""
    with pytest.raises(ConfigError, match=r"^table is 'xxx.*\.\.\.'\. Possible: demo") as error:
        found("tables", "x" * 3000)
    assert len(str(error.value)) < 300


def test_a_ready_made_table_is_played_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`arena play osaczeni` is the table of that name."""
    monkeypatch.chdir(tmp_path)
    assert main(["play", "osaczeni", "--dry-run"]) == 0
    assert 'ruleset = "osaczeni"' in capsys.readouterr().out


def test_a_name_is_looked_for_in_several_kinds_in_their_order() -> None:
    """A table is a tournament too; where both have the name the first kind is meant."""
    assert found("tournaments", "demo", "tables") == path("configs", "tournaments", "demo.toml")
    assert found("tournaments", "osaczeni", "tables") == path("configs", "tables", "osaczeni.toml")
    with pytest.raises(ConfigError) as error:
        found("tournaments", "osacz", "tables")
    listed = sorted({*names("tournaments"), *names("tables")})
    assert f"tournament is 'osacz'. Possible: {', '.join(listed)}." in str(error.value)


@pytest.mark.parametrize("name", [*names("tournaments"), "six"])
def test_a_tournament_is_loaded_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are ready-made, and a table's line-up."""
    monkeypatch.chdir("/")
    assert load_tournament(name).entrants
