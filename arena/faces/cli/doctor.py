"""`arena doctor` looks whether everything that a game needs works here."""

import os
import platform
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

import engine
from arena.errors import ConfigError
from arena.faces.cli.checks import Check
from arena.faces.cli.output import print_document
from arena.faces.cli.reachability import keys, reached
from arena.faces.cli.replay import console_for
from engine import EngineError

__all__ = ["Check", "checks", "doctor", "quick_game"]

OLDEST = (3, 11)
PACKAGES = (
    "horror-arena", "langgraph", "pydantic", "rich", "typer", "structlog", "jinja2", "openai",
    "anthropic",
)  # fmt: skip
EXTRAS = {"peers": "textarena", "analysis": "duckdb", "cluster": "ray", "mcp": "mcp",
          "pettingzoo": "pettingzoo", "inspect": "inspect-ai"}  # fmt: skip
TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")
NARROWEST = 40
OUT = Path("transcripts")
MARKS = {"ok": ("✓", "green"), "note": ("·", "dim"), "wrong": ("✗", "bold red")}


def doctor(json_: bool, models: Sequence[str] = (), *, call: bool = False) -> int:
    """Look at everything and print it; 0 where games can be played, else 1.

    `models` are SPECs to look for besides the providers that have a key, with one `call` each.
    """
    if call and not models:
        raise ConfigError(
            "--call is for models, and none is named. Possible: --model SPEC, for example "
            "arena doctor --model openai:MODEL --call."
        )
    found = [*checks(), *reached(models, call=call)]
    usable = all(check.state != "wrong" for check in found)
    if json_:
        document = {"ok": usable, "checks": [asdict(check) for check in found]}
        print_document(document)
        return 0 if usable else 1
    console = console_for(sys.stdout)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for check in found:
        mark, style = MARKS[check.state]
        table.add_row(Text(mark, style), Text(check.name, "bold"), Text(check.detail))
    console.print(table)
    verdict = "Games can be played here." if usable else "Something is wrong: see ✗ above."
    console.print(Text(f"\n{verdict}", "bold"))
    return 0 if usable else 1


def checks(out: Path = OUT) -> Iterator[Check]:
    """Yield every check; `out` is the folder where games would be written."""
    yield _python()
    yield from _packages()
    yield _extras()
    for ruleset in engine.rulesets():
        yield quick_game(ruleset)
    yield _folder(out)
    yield _tracing()
    yield from keys()
    yield _terminal()


def quick_game(ruleset: str, seed: int = 1) -> Check:
    """Play a game of random seats in memory, then play its answers again and compare."""
    name = f"ruleset {ruleset}"
    try:
        table = engine.new_table(ruleset, 4, seed, floors=True)
        draw = random.Random(seed)  # noqa: S311 - a bot's choice, no secret
        answers = 0
        while not table.is_over:
            if table.floor is not None:
                table.close_floor()
            for decision in table.pending():
                table.answer(decision.seat, draw.choice(decision.options).id, decision.id)
                answers += 1
        engine.replay(table.save(), table.events)
    except EngineError as error:
        return Check(name=name, state="wrong", detail=f"{type(error).__name__}: {error}")
    detail = f"a game of {answers} answers and {len(table.events)} events played and verified"
    return Check(name=name, state="ok", detail=detail)


def _python() -> Check:
    new_enough = sys.version_info >= OLDEST
    need = "" if new_enough else f"; {OLDEST[0]}.{OLDEST[1]} or newer is needed"
    return Check(
        name="Python",
        state="ok" if new_enough else "wrong",
        detail=platform.python_version() + need,
    )


def _packages() -> Iterator[Check]:
    found = {name: _version(name) for name in PACKAGES}
    missing = [name for name, number in found.items() if number is None]
    there = ", ".join(f"{name} {number}" for name, number in found.items() if number is not None)
    yield Check(name="packages", state="ok", detail=there)
    if missing:
        yield Check(name="missing", state="wrong", detail=f"{', '.join(missing)}: not installed")


def _extras() -> Check:
    there = [f"{extra} ({name})" for extra, name in EXTRAS.items() if _version(name) is not None]
    return Check(name="extras", state="note", detail=", ".join(there) or "none installed")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _folder(out: Path) -> Check:
    """Write a file where games would be written, and take it away again."""
    there = next(path for path in (out.absolute(), *out.absolute().parents) if path.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there, prefix=".arena-"):
            pass
    except OSError as error:
        detail = f"{there} can't be written ({error.strerror}); name another with --out"
        return Check(name="transcripts", state="wrong", detail=detail)
    new = "" if out.exists() else ", made by the first game"
    return Check(name="transcripts", state="ok", detail=f"{out} can be written{new}")


def _tracing() -> Check:
    set_ = [name for name in TRACING if os.environ.get(name, "").lower() in {"true", "1"}]
    if not set_:
        return Check(name="tracing", state="ok", detail="off")
    detail = f"{', '.join(set_)} asks for it; games switch it off unless told to trace"
    return Check(name="tracing", state="note", detail=detail)


def _terminal() -> Check:
    console = console_for(sys.stdout)
    colour = console.color_system or "none"
    if "NO_COLOR" in os.environ:
        colour = "none (NO_COLOR)"
    narrow = f"; boards want {NARROWEST} columns" if console.width < NARROWEST else ""
    detail = f"{console.width} columns{narrow}, colour {colour}, {console.encoding}"
    return Check(name="terminal", state="note", detail=detail)
