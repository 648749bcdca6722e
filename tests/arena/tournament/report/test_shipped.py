"""An install has the page's template and style, not only its code."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.slow
def test_the_wheel_has_the_templates_and_the_style(tmp_path: Path) -> None:
    """Every file of the reports' folders is in the wheel."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        shipped = set(archive.namelist())
    for folder in (ROOT / "arena" / "reporting", ROOT / "arena" / "lab" / "report"):
        files = {each.relative_to(ROOT).as_posix() for each in folder.glob("*.*")}
        assert {each for each in files if each.endswith((".j2", ".css"))}
        assert files <= shipped
