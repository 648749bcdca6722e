"""`arena doctor`: checks the installation and whether models can be reached.

It makes no paid call unless asked to, and never shows a key.
"""

import asyncio
import os
import platform
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich import box
from rich.table import Table
from rich.text import Text

import engine
from arena.config import Overrides, check_players, load_table
from arena.errors import ConfigError, Fault
from arena.faces.cli.doctor_trial import two_turns
from arena.faces.cli.options import Json, Repeated
from arena.faces.cli.output import console_for, print_document
from arena.models.addresses import PREFIXES, PROVIDERS, Protocol
from arena.models.environment import unusable_variable
from arena.models.headers import find_headers
from arena.models.keys import find_key, named_keys
from arena.models.opening import open_model
from arena.models.specs import Spec, is_model_spec, parse
from arena.settings import ModelSettings
from engine import EngineError

OLDEST = (3, 11)
PACKAGES = (
    "horror-arena", "langgraph", "pydantic", "rich", "typer", "structlog", "jinja2", "openai",
    "anthropic",
)  # fmt: skip
EXTRAS = {"peers": "textarena"}
"""Optional packages by extra."""
TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")
NARROWEST = 40
OUT = Path("transcripts")
MARKS = {"ok": ("✓", "green"), "note": ("·", "dim"), "wrong": ("✗", "bold red")}


State = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check and its result."""

    name: str
    state: State
    """`note` is information, no problem."""
    detail: str


def doctor(
    model: Annotated[
        Repeated,
        typer.Option(metavar="SPEC", help="A model to look for as well; may be repeated."),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="Look for the models of this table, as it calls them."),
    ] = None,
    call: Annotated[
        bool,
        typer.Option(
            "--call", help="Play two turns with each of these models; that costs a little."
        ),
    ] = False,
    json_: Json = False,
) -> int:
    """Tell whether this installation has what it needs, and which models can be reached."""
    models, settings = model or [], dict[str, ModelSettings]()
    if table is not None:
        config = load_table(table, Overrides())
        check_players(config)
        models, settings = [*models, *filter(is_model_spec, config.seats.values())], config.models
    if call and not models:
        raise ConfigError(
            "--call is for models, and none is named. Possible: --model SPEC, for example "
            "arena doctor --model openai:MODEL --call."
        )
    found = [*checks(), *model_checks(models, settings, call=call)]
    usable = all(check.state != "wrong" for check in found)
    if json_:
        document = {"ok": usable, "checks": [asdict(check) for check in found]}
        print_document(document)
        return 0 if usable else 1
    console = console_for(sys.stdout)
    rows = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=False)
    rows.add_column(no_wrap=True)
    rows.add_column(no_wrap=True)
    rows.add_column(overflow="fold")
    for check in found:
        mark, style = MARKS[check.state]
        rows.add_row(Text(mark, style), Text(check.name, "bold"), Text(check.detail))
    console.print(rows)
    verdict = "Games can be played here." if usable else "Something is wrong: see ✗ above."
    console.print(Text(f"\n{verdict}", "bold"))
    return 0 if usable else 1


def checks(out: Path = OUT) -> Iterator[Check]:
    """Yield every check of the installation; `out` is the folder for new games."""
    yield _python()
    yield from _packages()
    yield _extras()
    for ruleset in engine.rulesets():
        yield quick_game(ruleset)
    yield _folder(out)
    yield _tracing()
    yield from key_checks()
    yield from environment_checks()
    yield _terminal()


@cache
def quick_game(ruleset: str, seed: int = 1) -> Check:
    """Play a game of random seats in memory, then replay its answers and compare."""
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
    """Check that games can be written to a folder, or to its nearest existing parent."""
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


# --- keys and models ---

KEYS_FILE = Path(".env")
SECONDS = 15.0
"""Timeout of a check without a call."""
NO_MODEL = "any"
"""A model that does not exist: a valid key gets `not_found`, an invalid one is refused."""
FIXES = {
    "unauthorized": "the key is refused",
    "forbidden": "the key may not be used for it",
    "not_found": "there is no such model",
}


def key_checks(dotenv: Path = KEYS_FILE) -> Iterator[Check]:
    """Yield each provider's keys: where each was found, and which address it is sent to."""
    for protocol, prefix in PREFIXES.items():
        general = f"{prefix}_API_KEY"
        try:
            found = {each.variable: each for each in named_keys(protocol, os.environ, dotenv)}
        except ConfigError as error:
            yield Check(name=general, state="wrong", detail=str(error))
            continue
        for name in [general, *(name for name in found if name != general)]:
            if name not in found:
                optional = "; most compatible servers ask for none"
                detail = f"not set{'' if protocol in PROVIDERS else optional}"
                yield Check(name=name, state="note", detail=detail)
                continue
            key = found[name]
            goes = ", ".join(each for each in key.addresses if each != PROVIDERS.get(protocol))
            where = f", for {goes}" if goes else ""
            if not key.addresses:
                where = f", for no address: {name.replace('_API_KEY', '_BASE_URL')} is not set"
            state: Literal["ok", "note"] = "ok" if key.addresses else "note"
            yield Check(name=name, state=state, detail=f"set in {key.place}{where}")


def environment_checks() -> Iterator[Check]:
    """Yield environment variables that prevent calls to models."""
    for why in dict.fromkeys(unusable_variable(protocol, os.environ) for protocol in PREFIXES):
        if why is not None:
            yield Check(name="connections", state="note", detail=f"no model can be asked: {why}")


def model_checks(
    specs: Sequence[str],
    settings: Mapping[str, ModelSettings] = {},
    *,
    call: bool,
    wait: float = SECONDS,
    dotenv: Path = KEYS_FILE,
) -> list[Check]:
    """Check providers that have a key and the models `specs`; `call` also plays two turns.

    `settings` are a table's, by SPEC. Raises `ConfigError` for a SPEC that names no model.
    """
    models = [parse(spec) for spec in dict.fromkeys(specs)]
    named = {spec.protocol for spec in models if spec.base_url is None}
    providers = [
        parse(f"{protocol}:{NO_MODEL}")
        for protocol in PROVIDERS
        if protocol not in named and _has_key(protocol, dotenv)
    ]

    async def check_all() -> list[Check]:
        checks = [_check_provider(spec, wait, dotenv) for spec in providers]
        for spec in models:
            own = settings.get(str(spec), ModelSettings())
            checks.append(_check_model(spec, own, wait, dotenv, call=call))
        return list(await asyncio.gather(*checks))

    return asyncio.run(check_all())


async def _check_provider(spec: Spec, wait: float, dotenv: Path) -> Check:
    """Check a provider; an unreachable one is a note, since games of bots need none."""
    name = f"{spec.protocol} server"
    try:
        fault = await _connect(spec, ModelSettings(), wait, dotenv)
    except ConfigError as error:
        return Check(name=name, state="note", detail=_why(error, spec))
    if fault is None or fault.kind == "not_found":
        return Check(name=name, state="ok", detail="reached, the key is taken")
    refused = fault.kind in {"unauthorized", "forbidden"}
    return Check(name=name, state="wrong" if refused else "note", detail=_why(fault, spec))


async def _connect(spec: Spec, settings: ModelSettings, wait: float, dotenv: Path) -> Fault | None:
    """Connect to a model without a call; return the fault, None if it can be reached."""
    key = find_key(spec, os.environ, dotenv)
    headers = find_headers(spec, settings, os.environ, dotenv)
    model = open_model(spec, settings, key=key, headers=headers)
    try:
        await model.check(wait)
    except Fault as fault:
        return fault
    finally:
        await model.close()
    return None


async def _check_model(
    spec: Spec, settings: ModelSettings, wait: float, dotenv: Path, *, call: bool
) -> Check:
    name = f"{spec.protocol}:{spec.name}"
    where = "" if spec.base_url is None else f"{spec.base_url}: "
    try:
        fault = await _connect(spec, settings, wait, dotenv)
        if fault is not None:
            raise fault
    except (ConfigError, Fault) as error:
        return Check(name=name, state="wrong", detail=f"{where}{_why(error, spec)}")
    if not call:
        return Check(name=name, state="ok", detail=f"{where}reached")
    trial = await two_turns(spec, settings)
    state: State = "note" if trial.forgets else "ok"
    state = state if trial.answered else "wrong"
    return Check(name=name, state=state, detail=f"{where}{trial.detail}")


def _why(fault: ConfigError | Fault, spec: Spec) -> str:
    """Return the reason of a fault without the model's name."""
    if isinstance(fault, ConfigError):
        return str(fault).removeprefix(f"{spec} can't be asked: ")
    why = fault.why.removeprefix(f"{spec}: ")
    fix = FIXES.get(fault.kind)
    return why if fix is None else f"{fix}: {why}"


def _has_key(protocol: Protocol, dotenv: Path) -> bool:
    """Return True if a provider has a key for its own address."""
    try:
        return any(
            each.variable == f"{PREFIXES[protocol]}_API_KEY"
            for each in named_keys(protocol, os.environ, dotenv)
        )
    except ConfigError:
        return False
