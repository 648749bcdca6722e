"""The wheel, built offline and unpacked beside the checkout: a pure wheel installs by unpacking."""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds what an install of the wheel puts into site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def files_below(folder: Path, pattern: str = "*") -> set[str]:
    """Return the files' paths relative to the folder."""
    found = (path for path in folder.rglob(pattern) if path.is_file())
    return {str(path.relative_to(folder)) for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_two_packages_and_nothing_else(site: Path) -> None:
    """Neither tests nor tools land in a user's site-packages."""
    top = {path.name for path in site.iterdir() if not path.name.endswith(".dist-info")}
    assert top == {"engine", "arena"}


@pytest.mark.parametrize("package", ["engine", "arena"])
def test_the_wheel_holds_every_module_and_the_type_marker(site: Path, package: str) -> None:
    """What is imported in a checkout is there after an install, with its types."""
    assert files_below(ROOT / package, "*.py") == files_below(site / package, "*.py")
    assert (site / package / "py.typed").is_file()


@pytest.mark.parametrize("package", ["engine", "arena"])
def test_the_wheel_holds_every_file_that_is_no_module(site: Path, package: str) -> None:
    """Pages, scripts, styles, pictures, templates, schemas, texts: all that stands beside code."""
    ours = files_below(ROOT / package)
    suffixes = {Path(each).suffix for each in ours}
    if package == "arena":
        assert suffixes >= {".css", ".j2", ".js", ".json", ".svg", ".tcss"}
    assert ours == {each for each in files_below(site / package) if not each.startswith("_data/")}


INSTALLED = """
import json
from typing import get_args
from arena.data import Kind, names
from arena.faces.web.assets import assets
print(json.dumps([
    {path: len(each.data) for path, each in assets().items()},
    {kind: names(kind) for kind in get_args(Kind)},
]))
"""


def test_the_unpacked_wheel_serves_the_pages_and_finds_its_data(site: Path, tmp_path: Path) -> None:
    """The same addresses with as much behind each; the same names of tables and the like."""
    found = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", INSTALLED], cwd=tmp_path, check=True, capture_output=True,
                env={**os.environ, "PYTHONPATH": str(each)},
            ).stdout
        )
        for each in (site, ROOT)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert {"/", "/table"} <= found[0][0].keys()
    assert all(found[0][1].values())


@pytest.mark.slow
def test_the_unpacked_wheel_plays_a_game_and_writes_its_page(site: Path, tmp_path: Path) -> None:
    """With nothing of the checkout: rules, prompts, the page with its script and style."""
    for command in (
        ("play", "demo", "--quiet", "--out", "out"),
        ("replay", "--web", "out", "--out", "game.html"),
        ("play", "first_evening", "--dry-run"),
    ):
        run = subprocess.run(
            [sys.executable, "-m", "arena", *command], cwd=tmp_path, check=False,
            env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
    assert "<script" in (tmp_path / "game.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["configs", "prompts"])
def test_the_wheel_ships_configs_and_prompts_as_data(site: Path, folder: str) -> None:
    """An installed arena plays outside a checkout: its data lie in `arena/_data`."""
    shipped = files_below(site / "arena" / "_data" / folder)
    assert shipped
    assert shipped == files_below(ROOT / folder)


def test_the_wheel_carries_the_command_and_the_licence(site: Path) -> None:
    """The `arena` command and the licence text come with the install."""
    (info,) = site.glob("*.dist-info")
    assert "arena = arena.faces.cli:main" in (info / "entry_points.txt").read_text(encoding="utf-8")
    assert (info / "licenses" / "LICENSE").is_file()


def test_the_unpacked_wheel_imports_without_the_checkout(site: Path, tmp_path: Path) -> None:
    """Both packages are found where they were installed, not in the checkout."""
    show = "import engine, arena; print(engine.__file__, arena.__file__, sep='\\n')"
    run = subprocess.run(
        [sys.executable, "-c", show],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        check=True,
        capture_output=True,
        text=True,
    )
    expected = [site / package / "__init__.py" for package in ("engine", "arena")]
    assert [Path(line) for line in run.stdout.splitlines()] == expected
