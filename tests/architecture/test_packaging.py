"""The wheel, built offline and unpacked beside the checkout: a pure wheel installs by unpacking."""

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
