"""Modules become one script, which a page can hold by its hash; what can't be put so is refused."""

from pathlib import Path

import pytest

from arena.faces.web import inlined
from arena.faces.web.replay_file import ENTRY

A = 'import {b, C} from "./b.js";\nimport {d} from "./d.js";\n\nexport function a() { new C(b); }\n'
B = 'import {d} from "./d.js";\n\nexport const b = d;\nexport class C {}\nfunction own() {}\n'
LAST = "function a() { new C(b); }"
D = "export let d = 1;\n"


def folder(path: Path, **modules: str) -> Path:
    """Write modules, and return their folder."""
    for name, source in modules.items():
        (path / f"{name}.js").write_text(source, encoding="utf-8")
    return path


def test_what_is_imported_stands_before_who_imports_it(tmp_path: Path) -> None:
    """Each module once, without imports and without the word export."""
    whole = inlined.script("a.js", folder(tmp_path, a=A, b=B, d=D))
    assert "import" not in whole
    assert "export" not in whole
    found = [line for line in whole.splitlines() if line and line[0] in "lcf"]
    assert found == ["let d = 1;", "const b = d;", "class C {}", "function own() {}", LAST]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("export default function a() {}\n", "export"),
        ("const a = 1;\nexport {a};\n", "export"),
        ('import * as d from "./d.js";\n', "import"),
        ('import d from "./d.js";\n', "import"),
        ('import {\n  d,\n} from "./d.js";\n', "import"),
        ('const d = await import("./d.js");\n', "import"),
        ("const here = import.meta.url;\n", "import.meta"),
        ('import {other} from "./d.js";\n', "other"),
        ('import {d} from "./d.js";\nconst d = 2;\n', "both declare d"),
        ('import {a} from "./a.js";\n', "imports itself"),
        ('const end = "</script>";\n', "script"),
        ('const hidden = "<!--";\n', "script"),
    ],
)
def test_what_can_not_be_put_into_one_script_is_refused(
    tmp_path: Path, source: str, why: str
) -> None:
    """The sentence names what it is."""
    with pytest.raises(ValueError, match=why):
        inlined.script("a.js", folder(tmp_path, a=source, d=D))


def test_the_pages_own_modules_keep_to_it() -> None:
    """All of them, whatever the replay needs today; the sheets fetch nothing."""
    names = [each.name for each in inlined.STATIC.iterdir() if each.name.endswith(".js")]
    assert ENTRY in names
    for name in names:
        assert inlined.script(name)
    sheets = [each.name for each in inlined.STATIC.iterdir() if each.name.endswith(".css")]
    assert len(inlined.style(*sheets)) > 1000


@pytest.mark.parametrize("sheet", ["@import 'x.css';", "a { background: url(x.png); }", "</style>"])
def test_a_sheet_that_would_fetch_is_refused(tmp_path: Path, sheet: str) -> None:
    """A picture that it holds itself, or that the page has, is none."""
    (tmp_path / "fine.css").write_text("a { fill: url(#b); mask: url('data:image/png,x'); }")
    assert inlined.style("fine.css", folder=tmp_path).startswith("a {")
    (tmp_path / "worse.css").write_text(sheet)
    with pytest.raises(ValueError, match="fetches nothing"):
        inlined.style("fine.css", "worse.css", folder=tmp_path)
