"""What makes a proof stale, and what does not."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.mutate import COPIED, listed
from tests.proofs.kept import changes_since, kept, mutated
from tests.proofs.modules import ROOT, digest_of_file, digest_of_module, digest_of_tree, done_by

SOURCE = '''"""A module."""
LIMIT: int = 3


def many(count: int) -> bool:
    """Tell."""
    return count > LIMIT
'''
RUN = """
from tests.proofs.reach import reached
from tests.proofs.recording import RECORDING
RECORDING.install()
{imports}
RECORDING.begin()
{run}
print(*sorted(reached(RECORDING.ran, RECORDING.before)))
"""


def digest(source: str) -> str:
    """Return the digest of a source."""
    return digest_of_tree(done_by(source))


@pytest.mark.parametrize(
    "same",
    [
        SOURCE.replace("Tell.", "Tell whether they are too many."),
        SOURCE.replace("LIMIT: int = 3", "LIMIT: int = 3  # by the book"),
        SOURCE.replace("count > LIMIT", "(\n        count > LIMIT\n    )"),
        SOURCE.replace("LIMIT: int = 3", 'LIMIT: int = 3\n"""Of a hand."""'),
        SOURCE.replace(" -> bool", ""),
    ],
)
def test_words_and_format_make_no_proof_stale(same: str) -> None:
    """Comments, docstrings, line breaks, and what functions are annotated with."""
    assert same != SOURCE
    assert digest(same) == digest(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"), [("3", "4"), ("count >", "count >="), ("LIMIT: int", "LIMIT: float")]
)
def test_what_is_done_makes_it_stale(old: str, new: str) -> None:
    """A number, a comparison, and the type of a field or constant."""
    assert digest(SOURCE.replace(old, new, 1)) != digest(SOURCE)


def test_what_changed_is_named() -> None:
    """Modules, files and libraries; also those that are gone."""
    module, file = "engine.chance", "configs/table.example.toml"
    same = {"modules": {module: digest_of_module(module)}, "files": {}, "libraries": {}}
    assert [*changes_since(same)] == []
    other = {
        "modules": {module: "0", "arena.gone": "1"},
        "files": {"pyproject.toml": digest_of_file("pyproject.toml"), file + ".gone": "2"},
        "libraries": {"numpy": "1.0"},
    }
    assert [*changes_since(other)] == [module, "arena.gone", file + ".gone", "numpy"]


def reached(imports: str, run: str) -> set[str]:
    """Return the modules that decide what a line does, in a process of its own."""
    script = RUN.format(imports=imports, run=run)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


def test_what_is_imported_and_not_used_decides_nothing() -> None:
    """A share needs no game, though its package reads them."""
    found = reached(
        "from arena.lab import intervals\nimport numpy as np",
        "intervals.share(np.ones(2), np.ones(2))",
    )
    assert found == {"arena.lab.arrays", "arena.lab.intervals"}


def test_what_is_found_by_name_and_what_gives_a_constant_decide_too() -> None:
    """A seat of one's own, by `module:Class`; and the class that it is derived from."""
    found = reached(
        "from arena.seats import make_seat",
        "make_seat('tests.proofs.first_option:FirstOption', name='Ada', seed='s')",
    )
    assert {"tests.proofs.first_option", "arena.seats.own", "arena.seats.seat"} <= found
    assert "arena.seats.llm.seat" not in found


def test_every_measure_and_planted_seat_decides_the_lab() -> None:
    """They are registered in tables, and no statement of the proof names them."""
    folders = ("arena/lab/measures", "arena/seats/planted")
    files = [path for folder in folders for path in (ROOT / folder).glob("*.py")]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
    names = {each.removesuffix(".__init__") for each in names}
    assert len(names) > 25
    assert names <= kept("lab")["modules"].keys()


def test_files_of_ours_that_are_read_decide_and_what_is_installed_does_not() -> None:
    """A proof holds on each machine; the libraries that matter are named by their versions."""
    run = """
import json
open("pyproject.toml").close()
from importlib.metadata import entry_points
entry_points()
print(json.dumps(sorted(str(each) for each in RECORDING.opened)))
"""
    code = RUN.format(imports="", run=run).rsplit("print(*sorted", 1)[0]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [str(ROOT / "pyproject.toml")]


TALK, IMAGINE = "mutations_arena_talk", "mutations_engine_imagine"
"""Two lists of mutations."""
WITHOUT_EFFECT = """
[[mutation]]
clause = "none"
file = "discussion.py"
find = "        self._called = set()"
replace = "        self._called = {*()}"
test = "tests/arena/talk/test_replies.py"
"""
CHANGES = f"""
import json
from tests.proofs.kept import changes
print(json.dumps({{each: changes(each) for each in {(TALK, IMAGINE)}}}))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy in which mutations can be run."""
    root = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        shutil.copytree(
            ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "corpus")
        )
    for name in ("pyproject.toml", "requirements.lock"):
        shutil.copy2(ROOT / name, root)
    return root


def module_of(file: str) -> str:
    """Return a module's name, or the file where it is none."""
    return file.removesuffix(".py").replace("/", ".") if file.endswith(".py") else file


def changed(root: Path) -> dict[str, list[str]]:
    """Return what is not as it was when the mutations of two lists were run, by list."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", CHANGES],
        cwd=root, env={"PYTHONPATH": str(root)}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def before(checkout: Path) -> dict[str, list[str]]:
    """Return what differs in that copy as it is."""
    return changed(checkout)


EDITS = (
    ("arena/talk/discussion.py", "self._called -= {", "self._called |= {"),
    ("tests/arena/talk/test_replies.py", "    assert ", "    assert not "),
    ("tests/arena/talk/mutations.toml", 'replace = "', 'replace = " '),
)


def test_a_function_a_test_and_an_entry_make_their_list_of_mutations_stale(
    checkout: Path, before: dict[str, list[str]]
) -> None:
    """Each of them, and no list whose tests do not reach it."""
    sources = {file: (checkout / file).read_text(encoding="utf-8") for file, *_ in EDITS}
    for file, old, new in EDITS:
        assert sources[file].count(old)
        (checkout / file).write_text(sources[file].replace(old, new, 1), encoding="utf-8")
    found = changed(checkout)
    for file, source in sources.items():
        (checkout / file).write_text(source, encoding="utf-8")
    assert {*found[TALK]} - {*before[TALK]} == {module_of(file) for file in sources}
    assert found[IMAGINE] == before[IMAGINE]


@pytest.mark.slow
def test_nothing_is_kept_where_a_mutation_survives(checkout: Path) -> None:
    """The list is as stale as it was, and the mutation is named."""
    path, file = (
        checkout / f"tests/proofs/{TALK}.json",
        checkout / "tests/arena/talk/mutations.toml",
    )
    before, source = path.read_bytes(), file.read_text(encoding="utf-8")
    file.write_text(WITHOUT_EFFECT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.proofs.play", TALK],
        cwd=checkout, env={**os.environ, "PYTHONPATH": str(checkout)},
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    file.write_text(source, encoding="utf-8")
    assert done.returncode == 1
    assert "survived: none discussion.py" in done.stdout
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", mutated())
def test_a_list_depends_on_its_entries_its_tests_and_what_they_mutate(name: str) -> None:
    """Whether or not they run, and on what runs them."""
    path = str(mutated()[name].relative_to(ROOT))
    entries = [each for each in listed() if f"tests/{each.source}" == path]
    tests = {test.partition("::")[0] for each in entries for test in each.test.split()}
    needed = {str(each.path) for each in entries} | tests | {"tests/mutation/mutate.py"}
    found = kept(name)
    assert path in found["files"]
    assert {*map(module_of, needed)} <= {*found["modules"]}
    assert found["figures"] == {"killed": len(entries)}
